/* Random platforms whose routes share links: what planners for any network keep to is as long on
 * SimGrid as planned, message by message never more than a link carries; bounds hold for these
 * schedules, and for those in which messages slow each other down; no plan that keeps is shorter
 * than what the search of all these found; traces of both are legal, and those in which no message
 * is slowed any more are not; corrupted prices are refused, or still show something true. The
 * argument multiplies the platforms. */
#include "platform_text.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/referee/referee.h"
#include "tests/referee/generate.h"
#include "tests/support/bound.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { PLATFORMS = FEWER_TRIALS ? 15 : 30 };

static uint64_t times = 1;
extern const struct rd_algorithm network_planner, network_portfolio, network_steady_state,
    network_exact;

struct world {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_engine *engine;
    struct rd_bound bound;
    double best_s; /* of all that was simulated */
    bool shares;   /* some message of the plan that was run last */
    uint64_t exact_count, slowed_count, hurried_count, spoilt_count, refused_count;
};

/* Whole loads and targets on a network in which everybody reaches everybody. */
static void draw(struct world *world, uint64_t seed)
{
    struct rd_rng rng = rd_rng_seeded(seed, 77);
    struct family family = shared_families[seed % 2];
    bool tiny = seed % 3 == 0;
    family.most_hosts = tiny ? 3 : family.most_hosts;
    family.kinds = tiny ? 1 : 1 + (uint32_t)(seed % 2);
    world->test = generate_instance(&rng, &world->arena, &family);
    struct rd_instance *instance = &world->test.instance;
    uint32_t n = instance->topology.host_count, kinds = instance->kind_count;
    instance->item_bytes = 1;
    instance->word_bytes = 1;
    for (uint64_t link = 0; tiny && link < rd_link_count(&instance->topology); link++)
        world->test.cost[link].latency_s = 0;
    for (uint32_t i = 0; i < n * kinds; i++)
        world->test.load[i] = rd_rng_between(&rng, 0, tiny ? 4 : 20);
    instance->goal = seed % 5 == 0 ? RD_BALANCE : RD_REACH;
    for (uint32_t i = 0; i < n * kinds; i++) /* what the host before holds, or the opposite one */
        world->test.target[(i + (seed % 7 ? 1 : n / 2) * kinds) % (n * kinds)] =
            world->test.load[i];
    instance->target = instance->goal == RD_REACH ? world->test.target : NULL;
}

/* At no date do messages under way ask a shared link for more than it carries. */
static void expect_room(const struct rd_instance *instance, const struct rd_trace *trace,
                        double makespan_s)
{
    for (uint32_t shared = 0; shared < instance->shared->count; shared++)
        for (size_t i = 0; i < trace->transfer_count; i++) {
            double date_s = trace->transfer[i].start_s + 1e-9 * makespan_s, asked = 0;
            for (size_t j = 0; j < trace->transfer_count; j++) {
                const struct rd_timed_transfer *other = &trace->transfer[j];
                if (other->start_s > date_s || other->end_s <= date_s + 1e-9 * makespan_s)
                    continue;
                uint64_t link = rd_link_between(&instance->topology, other->from, other->to);
                const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
                for (; use < end; use++)
                    if (use->shared == shared)
                        asked += use->times * rd_link_cost(instance, link).bandwidth_bytes_per_s;
            }
            assert_true(asked <= instance->shared->bandwidth_bytes_per_s[shared] * (1 + 1e-9));
        }
}

static enum rd_violation judge(struct world *world, const struct rd_trace *trace)
{
    struct rd_instance instance = world->test.instance;
    uint64_t links = rd_link_count(&instance.topology);
    uint8_t *may_slow = rd_take(&world->arena, links, uint8_t);
    struct rd_verdict verdict;
    memset(may_slow, 1, links);
    instance.may_slow = may_slow;
    rd_referee_trace(&instance, trace, true, &world->arena, &world->scratch, &verdict);
    return verdict.violation;
}

/* What SimGrid did can be done. If each message that was slowed ends as if it were alone, the first
 * of them meets those that slowed it, which start no later than before. */
static void expect_legal_unless_hurried(struct world *world, const struct rd_trace *trace)
{
    const struct rd_instance *instance = &world->test.instance;
    bool slowed = false;
    double end_s = 0;
    for (size_t i = 0; i < trace->transfer_count; i++)
        end_s = fmax(end_s, trace->transfer[i].end_s);
    assert_int_equal(judge(world, trace), RD_LEGAL);
    struct rd_trace hurried = {0};
    for (size_t i = 0; i < trace->transfer_count; i++) {
        struct rd_timed_transfer row = trace->transfer[i];
        uint64_t link = rd_link_between(&instance->topology, row.from, row.to);
        double alone_s = rd_message_duration_s(rd_link_cost(instance, link),
                                               rd_content_bytes(instance, row.kind, row.items));
        slowed = slowed || row.end_s - row.start_s > alone_s + 1e-4 * end_s;
        row.end_s = fmin(row.end_s, row.start_s + alone_s);
        rd_trace_add(&hurried, &world->arena, row);
    }
    if (slowed)
        assert_int_equal(judge(world, &hurried), RD_VIOLATION_PORT);
    world->hurried_count += slowed;
}

/* Returns: the time of an algorithm's plan on SimGrid; NAN if it refuses. */
static double run(struct world *world, const struct rd_algorithm *algorithm, bool keeps)
{
    struct rd_instance instance = world->test.instance;
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    struct rd_simulation simulation;
    struct rd_error error;
    if (!keeps)
        instance.shared = NULL;
    if (!rd_algorithm_accepts(algorithm, &instance, &options, NULL) ||
        !algorithm->plan(algorithm, &instance, &options, &world->arena, &world->scratch, &plan,
                         NULL))
        return NAN;
    rd_referee_plan(&instance, &plan, &world->arena, &world->scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached);
    /* The shape's algorithms, which a portfolio asks, know of no shared links: their plans share.
     */
    assert_true(!plan.keeps_shared || keeps);
    if (!rd_engine_simulate(world->engine, &instance, &plan, true, &world->arena, &simulation,
                            &error))
        fail_msg("%s", error.message);
    expect_legal_unless_hurried(world, &simulation.trace);
    world->shares = rd_plan_has_room(&plan, RD_ROOM_SHARE);
    if (keeps) {
        assert_true(rd_times_agree(verdict.makespan_s, simulation.makespan_s, verdict.makespan_s));
        if (!world->shares && !rd_plan_has_room(&plan, RD_ROOM_BYTES))
            expect_room(&instance, &simulation.trace, verdict.makespan_s);
    } else {
        world->slowed_count += simulation.makespan_s > verdict.makespan_s * (1 + 1e-9);
    }
    if (world->bound.seconds > simulation.makespan_s * (1 + 1e-9))
        fail_msg("%s: the bound %.12g s is above %.12g s", algorithm->name, world->bound.seconds,
                 simulation.makespan_s);
    world->best_s = fmin(world->best_s, simulation.makespan_s);
    return simulation.makespan_s;
}

static void expect_true_or_refused(struct world *world,
                                   const struct rd_price_certificate *certificate)
{
    struct rd_price_verdict verdict;
    world->spoilt_count++;
    if (!rd_price_certificate_check(&world->test.instance, certificate, &world->scratch, &verdict,
                                    NULL))
        world->refused_count++;
    else
        assert_true(verdict.seconds <= world->best_s * (1 + 1e-9));
}

/* Prices of shared links one more or less, below 0 and without the links; and more claimed. */
static void spoil(struct world *world)
{
    if (!world->bound.certificate)
        return;
    struct rd_price_certificate spoilt = *world->bound.certificate;
    struct rd_instance *instance = &world->test.instance;
    uint32_t count = instance->shared->count;
    int64_t *price = rd_take(&world->arena, count, int64_t);
    for (uint32_t i = 0; i < count; i++)
        price[i] = spoilt.shared_price ? spoilt.shared_price[i] : 0;
    spoilt.shared_price = price;
    for (uint32_t i = 0; i < count; i++)
        for (int64_t change = -1; change <= 1; change += 2) {
            price[i] += change;
            expect_true_or_refused(world, &spoilt);
            price[i] -= change;
        }
    for (int64_t more = 1; more <= spoilt.ticks; more *= 4) {
        spoilt.ticks += more;
        expect_true_or_refused(world, &spoilt);
        spoilt.ticks -= more;
    }
    struct rd_price_verdict verdict;
    price[0] = -1;
    assert_false(rd_price_certificate_check(instance, &spoilt, &world->scratch, &verdict, NULL));
    price[0] = 0;
    const struct rd_shared_links *shared = instance->shared;
    instance->shared = NULL;
    assert_false(rd_price_certificate_check(instance, &spoilt, &world->scratch, &verdict, NULL));
    instance->shared = shared;
}

static void play_platform(struct world *world, uint64_t seed)
{
    static const struct rd_algorithm *const universal[] = {&network_planner, &network_portfolio,
                                                           &network_steady_state};
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_error error;
    draw(world, seed);
    world->engine = test_open_engine(test_full_platform(&world->test.instance, &world->arena),
                                     &settings, &world->test, &world->arena);
    world->best_s = INFINITY;
    world->bound = (struct rd_bound){0};
    if (!test_named_bound("port-prices", &world->test.instance, &world->arena, &world->scratch,
                          &world->bound, &error))
        assert_int_equal(error.code, RD_ERROR_REFUSED);
    double exact_s = run(world, &network_exact, true);
    world->exact_count += !isnan(exact_s);
    for (size_t i = 0; i < sizeof universal / sizeof *universal; i++) {
        double time_s = run(world, universal[i], true);
        /* It searches the schedules that keep. Refused are items of several sizes, by some. */
        if (!isnan(exact_s) && !isnan(time_s) && !world->shares)
            assert_true(exact_s <= time_s * (1 + 1e-9));
        run(world, universal[i], false);
    }
    spoil(world);
    rd_engine_close(world->engine);
}

static void planned_is_simulated(void **state)
{
    (void)state;
    struct world world = {0};
    for (uint64_t seed = 0; seed < PLATFORMS * times; seed++) {
        rd_arena_open(&world.arena, 0);
        rd_arena_open(&world.scratch, 0);
        play_platform(&world, seed);
        rd_arena_close(&world.scratch);
        rd_arena_close(&world.arena);
    }
    print_message("exact: %zu; slowed without keeping: %zu, hurried: %zu; corrupted: %zu, refused: "
                  "%zu\n",
                  (size_t)world.exact_count, (size_t)world.slowed_count,
                  (size_t)world.hurried_count, (size_t)world.spoilt_count,
                  (size_t)world.refused_count);
    /* All of it happens: searches, slowed messages, refusals and corruptions that do no harm. */
    assert_true(world.exact_count > 0 && world.slowed_count > 0 && world.hurried_count > 0);
    assert_true(world.refused_count > 0 && world.refused_count < world.spoilt_count);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planned_is_simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
