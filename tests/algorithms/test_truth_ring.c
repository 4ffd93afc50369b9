/* The truth about one-port rings: bound <= optimum <= planned on tiny rings, where the optimum is
 * found by trying every schedule, whoever wrote bound and plan. */
#include "tests/support/cmocka.h"

#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

#include "algorithms/algorithm.h"
#include "contract/instances.h"
#include "ring_optimum.h"
#include "sim/referee/referee.h"

struct truth {
    struct rd_arena arena;
    struct rd_arena scratch;
    long instance_count;
    long search_every; /* planners that search are asked on every n-th instance only */
    long too_high;     /* claims of RD_REFUTED algorithms above the optimum */
    long above;        /* bounds of accepted instances below the optimum */
};

static void open_truth(struct truth *truth, long search_every)
{
    *truth = (struct truth){.search_every = search_every};
    rd_arena_open(&truth->arena, 0);
    rd_arena_open(&truth->scratch, 0);
    rd_arena_take(&truth->arena, 1, 1);
    rd_arena_take(&truth->scratch, 1, 1);
}

static void close_truth(struct truth *truth)
{
    rd_arena_close(&truth->arena);
    rd_arena_close(&truth->scratch);
}

static void wrong(const char *name, const struct rd_instance *instance, const char *law,
                  double value_s, int64_t optimum_s)
{
    fprintf(stderr, "%s: %s: %.17g s, and the optimum is %lld s\n", name, law, value_s,
            (long long)optimum_s);
    test_instance_print(stderr, instance);
    fail_msg("%s: %s", name, law);
}

/* All bounds are held to it. */
static void check_bounds(struct truth *truth, const struct rd_instance *instance, int64_t optimum_s)
{
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        const struct rd_problem_bound *of = rd_problem_bounds[i];
        struct rd_bound bound;
        struct rd_error error;
        if (!rd_problem_bound_suits(of, instance) ||
            !rd_problem_bound_compute(of, instance, &truth->arena, &truth->scratch, &bound, &error))
            continue;
        if (of->claimed)
            truth->too_high += bound.seconds > (double)optimum_s;
        else if (bound.seconds > (double)optimum_s)
            wrong(of->name, instance, "bound above the optimum", bound.seconds, optimum_s);
        else if (bound.tight && bound.seconds < (double)optimum_s)
            wrong(of->name, instance, "bound called reached", bound.seconds, optimum_s);
        else
            truth->above += bound.seconds < (double)optimum_s;
    }
}

static void check_plan(struct truth *truth, const struct rd_algorithm *algorithm,
                       const struct rd_instance *instance, int64_t optimum_s)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    struct rd_plan plan = {0};
    static struct rd_verdict verdict;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &truth->arena, &truth->scratch, &plan,
                         &error))
        return;
    rd_referee_plan(instance, &plan, &truth->arena, &truth->scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_true(verdict.goal_reached);
    if (verdict.makespan_s < (double)optimum_s)
        wrong(algorithm->name, instance, "planned below the optimum", verdict.makespan_s,
              optimum_s);
    enum rd_guarantee guarantee = rd_algorithm_guarantee(algorithm, instance);
    bool is_optimal = guarantee == RD_OPTIMAL || guarantee == RD_EXACT;
    if (is_optimal && verdict.makespan_s > (double)optimum_s)
        wrong(algorithm->name, instance, "planned above the optimum", verdict.makespan_s,
              optimum_s);
    if (guarantee == RD_RATIO && verdict.makespan_s > algorithm->ratio * (double)optimum_s)
        wrong(algorithm->name, instance, "planned above its ratio times the optimum",
              verdict.makespan_s, optimum_s);
}

static void check(struct truth *truth, const struct rd_instance *instance)
{
    struct rd_arena_mark arena_mark = rd_arena_mark(&truth->arena);
    struct rd_arena_mark scratch_mark = rd_arena_mark(&truth->scratch);
    int64_t optimum_s = ring_optimum_s(instance, &truth->scratch);
    bool search = truth->instance_count++ % truth->search_every == 0;
    check_bounds(truth, instance, optimum_s);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (algorithm->shape != RD_RING || algorithm->ports != RD_BIT(RD_ONE_PORT) ||
            !rd_algorithm_takes_goal(algorithm, RD_REACH) ||
            !(algorithm->directions & (unsigned)instance->topology.direction))
            continue;
        if (algorithm->guarantee != RD_EXACT || search)
            check_plan(truth, algorithm, instance, optimum_s);
    }
    rd_arena_rewind(&truth->arena, arena_mark);
    rd_arena_rewind(&truth->scratch, scratch_mark);
}

/* Every ring of up to 3 hosts with 0 to `most` items a host, hypotheses or not, and every cost of 1
 * or 2 s. */
static void exhaust(struct truth *truth, enum rd_direction direction, uint32_t host_count,
                    int64_t most)
{
    struct test_instance test =
        test_instance_make(&truth->arena, RD_RING, direction, host_count, 1);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    uint32_t link_count = (uint32_t)rd_link_count(&test.instance.topology);
    int64_t cost[6] = {0};
    assert_true(link_count <= 6);
    do {
        for (uint32_t link = 0; link < link_count; link++)
            test.cost[link].bandwidth_bytes_per_s = 1.0 / (double)(cost[link] + 1);
        do {
            do {
                if (digit_sum(test.load, host_count) == digit_sum(test.target, host_count))
                    check(truth, &test.instance);
            } while (next_digits(test.target, host_count, most));
        } while (next_digits(test.load, host_count, most));
    } while (next_digits(cost, link_count, 1));
}

static void report(const struct truth *truth)
{
    print_message("%ld instances; refuted claims above the optimum: %ld; bounds below: %ld\n",
                  truth->instance_count, truth->too_high, truth->above);
}

static void holds_on_every_tiny_one_way_ring(void **state)
{
    (void)state;
    struct truth truth;
    open_truth(&truth, 10);
    exhaust(&truth, RD_ONE_WAY, 1, 3);
    exhaust(&truth, RD_ONE_WAY, 2, 3);
    exhaust(&truth, RD_ONE_WAY, 3, 3);
    report(&truth);
    assert_true(truth.too_high > 0); /* Theorem 2 as printed */
    assert_true(truth.above > 0);    /* without its hypotheses a bound need not be reached */
    close_truth(&truth);
}

static void holds_on_every_tiny_two_way_ring(void **state)
{
    (void)state;
    struct truth truth;
    open_truth(&truth, 10);
    exhaust(&truth, RD_TWO_WAY, 1, 3);
    exhaust(&truth, RD_TWO_WAY, 2, 3);
    exhaust(&truth, RD_TWO_WAY, 3, 2);
    report(&truth);
    assert_true(truth.above > 0);
    close_truth(&truth);
}

/* 4 or 5 hosts, each with an item before and after in half of the cases, equal links in half. */
static void draw(struct truth *truth, struct rd_rng *rng, enum rd_direction direction,
                 uint32_t host_count, int64_t items)
{
    struct test_instance test =
        test_instance_make(&truth->arena, RD_RING, direction, host_count, 1);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    bool equal = rd_rng_below(rng, 2);
    for (uint64_t link = 0; !equal && link < rd_link_count(&test.instance.topology); link++)
        test.cost[link].bandwidth_bytes_per_s = 1.0 / (double)rd_rng_between(rng, 1, 3);
    int64_t least = (int64_t)rd_rng_below(rng, 2);
    for (uint32_t host = 0; host < host_count; host++)
        test.load[host] = test.target[host] = least;
    scatter(rng, test.load, host_count, 1, items);
    scatter(rng, test.target, host_count, 1, items);
    check(truth, &test.instance);
}

static void holds_on_random_small_rings(void **state)
{
    (void)state;
    struct truth truth;
    struct rd_rng rng = rd_rng_seeded(2, 0);
    open_truth(&truth, 10);
    for (int i = 0; i < USUAL_TRIALS(500); i++) {
        struct rd_arena_mark mark = rd_arena_mark(&truth.arena);
        draw(&truth, &rng, RD_ONE_WAY, 4, rd_rng_between(&rng, 1, 9));
        draw(&truth, &rng, RD_ONE_WAY, 5, rd_rng_between(&rng, 1, 7));
        draw(&truth, &rng, RD_TWO_WAY, 4, rd_rng_between(&rng, 1, 7));
        draw(&truth, &rng, RD_TWO_WAY, 5, rd_rng_between(&rng, 1, 5));
        rd_arena_rewind(&truth.arena, mark);
    }
    report(&truth);
    close_truth(&truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_on_every_tiny_one_way_ring),
        cmocka_unit_test(holds_on_every_tiny_two_way_ring),
        cmocka_unit_test(holds_on_random_small_rings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
