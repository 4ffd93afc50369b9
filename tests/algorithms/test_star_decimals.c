/* Stars whose figures are no whole multiples of one unit: every algorithm takes them, the searches
 * agree with trying everything, and no bound is above a plan. */
#include "algorithms/algorithm.h"
#include "algorithms/kernels/common_unit.h"
#include "algorithms/star/star.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { MOST_WORKERS = 5, STARS = 110, SMALL_STARS = 40 };

static uint64_t times = 1;

/* Such as 41.279125: `digits` decimals. */
static double decimal(struct rd_rng *rng, int64_t low, int64_t high, int digits)
{
    int64_t scale = 1;
    for (int i = 0; i < digits; i++)
        scale *= 10;
    return (double)rd_rng_between(rng, low * scale, high * scale) / (double)scale;
}

static struct test_instance star_of(uint32_t workers)
{
    struct test_instance star =
        test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, workers + 1, 1);
    star.instance.goal = RD_FINISH;
    star.instance.flops_per_item = 20;
    return star;
}

static void set_link(struct test_instance *star, uint32_t worker, double up_s, double down_s)
{
    uint32_t master = star->instance.topology.host_count - 1;
    test_instance_set_cost(star, worker, master, 0, up_s);
    test_instance_set_cost(star, master, worker, 0, down_s);
}

/* Bandwidths and speeds of 3 to 6 decimals; two of three items on worker 0. */
static struct test_instance draw_star(struct rd_rng *rng, uint32_t most_workers, int64_t most_items,
                                      bool equal_links)
{
    uint32_t m = (uint32_t)rd_rng_between(rng, 2, most_workers);
    int digits = (int)rd_rng_between(rng, 3, 6);
    struct test_instance star = star_of(m);
    double first_s = 1 / decimal(rng, 5, 100, digits);
    for (uint32_t worker = 0; worker < m; worker++) {
        double up_s = 1 / decimal(rng, 5, 100, digits), down_s = 1 / decimal(rng, 5, 100, digits);
        set_link(&star, worker, equal_links ? first_s : up_s, equal_links ? first_s : down_s);
        star.speed[worker] = decimal(rng, 50, 150, digits);
    }
    for (int64_t left = rd_rng_between(rng, 2, most_items); left > 0; left--)
        star.load[rd_rng_below(rng, 3) > 0 ? 0 : rd_rng_below(rng, m)]++;
    return star;
}

static bool has_unit(const struct rd_instance *instance)
{
    uint32_t m = instance->topology.host_count - 1, count = 0;
    double cost_s[3 * MOST_WORKERS];
    int64_t units[3 * MOST_WORKERS];
    for (uint32_t worker = 0; worker < m; worker++) {
        cost_s[count++] = rd_item_s(instance, worker, m);
        cost_s[count++] = rd_item_s(instance, m, worker);
        cost_s[count++] = rd_compute_item_s(instance, worker);
    }
    return rd_common_unit(cost_s, count, RD_STAR_UNITS, units);
}

/* The referee's time, and the bound, which is not above it. NAN if the algorithm refuses. */
static double run(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                  struct rd_bound *ret_bound, struct rd_error *reterr)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    assert_true(test_bound(algorithm, instance, &test_arena, &test_scratch, ret_bound, reterr));
    if (!rd_algorithm_accepts(algorithm, instance, &options, reterr) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, reterr))
        return NAN;
    rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached);
    if (ret_bound->seconds > verdict.makespan_s * (1 + 1e-9))
        fail_msg("%s: %.17g s, bound %.17g s", algorithm->name, verdict.makespan_s,
                 ret_bound->seconds);
    return verdict.makespan_s;
}

static double run_named(const char *name, const struct test_instance *star)
{
    struct rd_bound bound;
    struct rd_error error = {0};
    double seconds = run(rd_algorithm_named(name), &star->instance, &bound, &error);
    if (isnan(seconds))
        fail_msg("%s: %s", name, error.message);
    return seconds;
}

static void every_algorithm_takes_decimals(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < STARS * times; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_rng rng = rd_rng_seeded(i, 17);
        bool equal_links = i % 3 == 0;
        struct test_instance star = draw_star(&rng, MOST_WORKERS, 12, equal_links);
        assert_false(has_unit(&star.instance));
        double exact_s = run_named("star-exact", &star);
        struct rd_star read = rd_star_read(&star.instance, &test_arena);
        assert_true(read.precise && (double)read.grain * read.unit_s <= 3e-10 * exact_s);
        for (size_t a = 0; a < rd_algorithm_count; a++) {
            const struct rd_algorithm *algorithm = rd_algorithms[a];
            bool mba = strcmp(algorithm->name, "star-mba") == 0;
            if (algorithm->shape != RD_STAR || !rd_algorithm_takes_goal(algorithm, RD_FINISH) ||
                !rd_algorithm_takes_ports(algorithm, RD_ONE_PORT))
                continue;
            struct rd_bound bound;
            struct rd_error error = {0};
            double seconds = run(algorithm, &star.instance, &bound, &error);
            assert_int_equal(bound.tight, equal_links);
            if (mba && !equal_links) {
                assert_non_null(strstr(error.message, "MBA needs equal links"));
                continue;
            }
            if (!(seconds >= exact_s * (1 - 1e-9)))
                fail_msg("star %d: %s: %.17g s, exact %.17g s: %s", (int)i, algorithm->name,
                         seconds, exact_s, error.message);
            if (mba)
                assert_true(rd_times_agree(seconds, exact_s, exact_s) &&
                            rd_times_agree(seconds, bound.seconds, seconds));
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("stars without a common unit", STARS * times);
}

/* Every order of who sends and who receives, by the definition of A_k and B_k (docs/star.md). */
struct trial {
    const struct rd_instance *instance;
    uint32_t worker_count;
    int64_t left[MOST_WORKERS]; /* of what each holds at first */
    uint32_t receiver[MOST_WORKERS];
    double arrival_s[MOST_WORKERS];
    double best_s;
};

static void judge(struct trial *trial, int count)
{
    double last_s = 0;
    for (uint32_t worker = 0; worker < trial->worker_count; worker++) {
        double w_s = rd_compute_item_s(trial->instance, worker);
        double end_s = (double)trial->left[worker] * w_s;
        for (int k = 0; k < count; k++)
            if (trial->receiver[k] == worker)
                end_s = fmax(end_s, trial->arrival_s[k]) + w_s;
        last_s = fmax(last_s, end_s);
    }
    trial->best_s = fmin(trial->best_s, last_s);
}

static void try_all(struct trial *trial, int count, double in_s, double out_s)
{
    uint32_t m = trial->worker_count;
    judge(trial, count);
    for (uint32_t sender = 0; sender < m; sender++) {
        if (trial->left[sender] == 0)
            continue;
        trial->left[sender]--;
        double through_s = in_s + rd_item_s(trial->instance, sender, m);
        for (uint32_t receiver = 0; receiver < m; receiver++) {
            trial->receiver[count] = receiver;
            trial->arrival_s[count] =
                fmax(out_s, through_s) + rd_item_s(trial->instance, m, receiver);
            try_all(trial, count + 1, through_s, trial->arrival_s[count]);
        }
        trial->left[sender]++;
    }
}

static void the_search_finds_what_trying_everything_finds(void **state)
{
    (void)state;
    int helped = 0;
    for (uint64_t i = 0; i < SMALL_STARS * times; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_rng rng = rd_rng_seeded(i, 18);
        struct test_instance star = draw_star(&rng, 3, 4, i % 4 == 0);
        assert_false(has_unit(&star.instance));
        uint32_t m = star.instance.topology.host_count - 1;
        struct trial trial = {.instance = &star.instance, .worker_count = m, .best_s = INFINITY};
        for (uint32_t worker = 0; worker < m; worker++)
            trial.left[worker] = star.load[worker];
        try_all(&trial, 0, 0, 0);
        double exact_s = run_named("star-exact", &star);
        if (!rd_times_agree(exact_s, trial.best_s, trial.best_s))
            fail_msg("star %d: %.17g s, not %.17g s", (int)i, exact_s, trial.best_s);
        helped += exact_s < run_named("star-nothing", &star);
        rd_arena_rewind(&test_arena, mark);
    }
    assert_true(helped > SMALL_STARS / 2);
    print_compared("exact search of decimals", SMALL_STARS * times);
}

/* 0.1 + 0.2 is 6e-17 more than 0.3: one link. 1e-9 more is another, and the message shows it. */
static void rounding_makes_no_other_link(void **state)
{
    (void)state;
    struct test_instance star = star_of(3);
    for (uint32_t worker = 0; worker < 3; worker++)
        star.speed[worker] = sqrt(worker + 2);
    star.load[0] = 9;
    set_link(&star, 0, 0.3, 0.3);
    set_link(&star, 1, 0.1 + 0.2, 0.1 + 0.2);
    set_link(&star, 2, 0.3, 0.1 + 0.2);
    assert_false(has_unit(&star.instance));
    struct rd_bound bound;
    struct rd_error error = {0};
    double mba_s = run(rd_algorithm_named("star-mba"), &star.instance, &bound, &error);
    double exact_s = run_named("star-exact", &star);
    assert_true(bound.tight && rd_times_agree(mba_s, exact_s, exact_s));
    assert_true(rd_costs_are_equal(&star.instance));
    set_link(&star, 2, 0.3 * (1 + 1e-9), 0.3);
    assert_false(rd_costs_are_equal(&star.instance));
    assert_true(isnan(run(rd_algorithm_named("star-mba"), &star.instance, &bound, &error)));
    assert_string_equal(error.message,
                        "an item takes 0.3 s from host 0 to the master and 0.3000000003 s from "
                        "host 2: MBA needs equal links");
    star.cost[0].bandwidth_bytes_per_s = INFINITY;
    assert_false(rd_costs_are_equal(&star.instance));
}

/* Costs from nothing to everything: 4 items of 20 s on worker 0 and a worker a thousand times as
 * slow, or as quick as can be; what is far too slow is left out. */
static void costs_may_be_far_apart(void **state)
{
    (void)state;
    static const double far[] = {1e-300, 1e-30, 1e-12, 1e12, 1e30, 1e300};
    static const char *const heuristic[] = {"star-bba", "star-portfolio", "star-mba-printed"};
    for (size_t i = 0; i < 36; i++) {
        struct test_instance star = star_of(3);
        star.load[0] = 4;
        set_link(&star, 0, sqrt(2), sqrt(3));
        set_link(&star, 1, far[i % 6], sqrt(5));
        set_link(&star, 2, sqrt(7), far[i / 6]);
        star.speed[1] = far[i / 6];
        star.speed[2] = far[i % 6];
        for (size_t h = 0; h < sizeof heuristic / sizeof *heuristic; h++)
            assert_true(run_named(heuristic[h], &star) <= 80);
    }
    /* All four leave: the first is at the master at sqrt(2), and each takes sqrt(5) from there. If
     * worker 0 kept one, it would compute it up to 20. */
    struct test_instance star = star_of(2);
    star.load[0] = 4;
    set_link(&star, 0, sqrt(2), sqrt(3));
    set_link(&star, 1, 1e300, sqrt(5));
    star.speed[1] = 1e12;
    assert_true(rd_times_agree(run_named("star-exact", &star), sqrt(2) + 4 * sqrt(5), 1));
    /* Less than a unit each: the first item comes at 2e-300, and each of 4 is computed in 2e-299,
     * so that all end at 8.2e-299. */
    set_link(&star, 0, 1e-300, 1e-300);
    set_link(&star, 1, 1e-300, 1e-300);
    star.speed[1] = 1e300;
    assert_true(run_named("star-portfolio", &star) <= 1e-298);
    struct rd_bound bound;
    struct rd_error error = {0};
    assert_true(isnan(run(rd_algorithm_named("star-exact"), &star.instance, &bound, &error)));
    assert_non_null(strstr(error.message, "too far apart for 4 of them"));
    assert_true(bound.seconds <= 1e-298 && !bound.tight);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(every_algorithm_takes_decimals),
        ARENAS_TEST(the_search_finds_what_trying_everything_finds),
        ARENAS_TEST(rounding_makes_no_other_link),
        ARENAS_TEST(costs_may_be_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
