/* SimGrid as the referee of the referee: random plans of every shape, port model and timing, played
 * and judged. Every message must start and end at the same date on both clocks, to 1e-9 of the
 * makespan. The argument multiplies the number of instances. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "sim/core/referee.h"
#include "tests/referee/agree.h"
#include "tests/referee/generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INSTANCES = 2, PLANS = 6, MOST_ROWS = 24 };

static unsigned factor = 1;

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Messages of one link, or of one processor, follow each other, so that their order pairs those of
 * two traces. Where they take no time they may share a date, which differs in its last digits. */
static int by_link(const void *left, const void *right)
{
    const struct rd_trace_row *a = left, *b = right;
    int order = ORDER(a->from, b->from);
    order = order ? order : ORDER(a->to, b->to);
    order = order ? order : ORDER(llround(a->start_s * 1e6), llround(b->start_s * 1e6));
    order = order ? order : ORDER(llround(a->end_s * 1e6), llround(b->end_s * 1e6));
    order = order ? order : ORDER(a->kind, b->kind);
    return order ? order : ORDER(a->items, b->items);
}

static bool same_message(const struct rd_trace_row *a, const struct rd_trace_row *b,
                         double makespan_s)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind && a->items == b->items &&
           rd_times_agree(a->start_s, b->start_s, makespan_s) &&
           rd_times_agree(a->end_s, b->end_s, makespan_s);
}

/* One world: an instance, a platform that fits it, and what is judged and played there. */
struct world {
    struct rd_arena arena, scratch;
    const struct family *family;
    uint64_t seed;
    struct test_instance test;
    struct rd_engine *engine;
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_trace planned;
    struct rd_simulation simulation;
};

static void fail_world(struct world *world, const char *what)
{
    /* More than cmocka's own messages hold. */
    print_error("%s, seed %llu\n", world->family->name, (unsigned long long)world->seed);
    print_error("%s\n", words_of_instance(&world->test.instance, &world->arena));
    print_error("%s\n", words_of_plan(&world->plan, &world->arena));
    print_error("planned: %s\n", words_of_trace(&world->planned, &world->arena));
    print_error("simulated: %s\n", words_of_trace(&world->simulation.trace, &world->arena));
    fail_msg("%s", what);
}

static void compare(struct world *world)
{
    struct rd_trace *planned = &world->planned, *simulated = &world->simulation.trace;
    /* SimGrid resolves 1e-9 s: where links take no time at all, that is the scale. */
    double makespan_s = fmax(world->verdict.makespan_s, 1);
    if (!rd_times_agree(world->verdict.makespan_s, world->simulation.makespan_s, makespan_s))
        fail_world(world, "another makespan");
    if (planned->row_count != simulated->row_count)
        fail_world(world, "another number of messages");
    qsort(planned->row, planned->row_count, sizeof *planned->row, by_link);
    qsort(simulated->row, simulated->row_count, sizeof *simulated->row, by_link);
    for (size_t i = 0; i < planned->row_count; i++)
        if (!same_message(&planned->row[i], &simulated->row[i], makespan_s))
            fail_world(world, "another message");
}

/* A trace of the network's own arbitration is legal, and its replay ends no later. */
static void judge_free_order(struct world *world)
{
    struct rd_verdict of_trace, of_replay;
    rd_judge_trace(&world->test.instance, &world->simulation.trace, true, &world->arena,
                   &world->scratch, &of_trace);
    if (of_trace.violation != RD_LEGAL)
        fail_world(world, of_trace.message);
    struct rd_plan replay;
    rd_plan_of_trace(&world->simulation.trace, &world->arena, &replay);
    rd_judge_plan(&world->test.instance, &replay, &world->arena, &world->scratch, NULL, &of_replay);
    if (of_replay.violation != RD_LEGAL)
        fail_world(world, of_replay.message);
    if (of_replay.makespan_s > world->simulation.makespan_s * (1 + RD_TIME_TOLERANCE))
        fail_world(world, "its replay ends later");
}

static void play(struct world *world)
{
    struct rd_error error = {0};
    size_t entries =
        (size_t)world->test.instance.topology.host_count * world->test.instance.kind_count;
    world->simulation = (struct rd_simulation){0};
    rd_judge_plan(&world->test.instance, &world->plan, &world->arena, &world->scratch,
                  &world->planned, &world->verdict);
    if (world->verdict.violation != RD_LEGAL)
        fail_world(world, world->verdict.message);
    if (!rd_engine_simulate(world->engine, &world->test.instance, &world->plan, true, &world->arena,
                            &world->simulation, &error))
        fail_world(world, error.message);
    if (memcmp(world->simulation.final, world->verdict.final, entries * sizeof(int64_t)) != 0)
        fail_world(world, "other loads at the end");
    if (world->plan.timing == RD_FREE_ORDER)
        judge_free_order(world);
    else
        compare(world);
}

/* What a platform file cannot say, and what free order cannot hold, is made to fit. */
static void fit(struct world *world)
{
    struct rd_instance *instance = &world->test.instance;
    bool free_order = world->family->timing == RD_FREE_ORDER;
    instance->item_bytes = ceil(instance->item_bytes);
    instance->word_bytes = ceil(instance->word_bytes);
    if (free_order)
        instance->item_bytes = instance->word_bytes = 1;
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        struct rd_link_cost *cost = &world->test.cost[link];
        if (isinf(cost->bandwidth_bytes_per_s))
            cost->bandwidth_bytes_per_s = 1e30;
        if (free_order)
            cost->latency_s = 0;
    }
}

/* Links that all cost what the first does. */
static struct rd_link_cost make_equal(struct world *world)
{
    const struct rd_topology *topology = &world->test.instance.topology;
    struct rd_link_cost cost = world->test.cost[rd_link_between(topology, 0, 1)];
    for (uint64_t link = 0; link < rd_link_count(topology); link++)
        world->test.cost[link] = cost;
    return cost;
}

/* Every other instance lives on a platform whose routes share links, if its messages never do. */
static struct rd_platform_source platform_of(struct world *world)
{
    struct rd_instance *instance = &world->test.instance;
    uint32_t host_count = instance->topology.host_count;
    if (world->family->timing == RD_FREE_ORDER)
        return test_ported_platform(instance, &world->arena);
    bool computes = instance->flops_per_item > 0;
    if (world->seed % 2 == 1 && instance->topology.shape == RD_BUS && !computes) {
        struct rd_link_cost cost = make_equal(world);
        return test_bus_platform(host_count, cost.latency_s, cost.bandwidth_bytes_per_s,
                                 &world->arena);
    }
    if (world->seed % 2 == 1 && instance->topology.shape == RD_SWITCH &&
        instance->port_model == RD_ONE_PORT && !computes) {
        struct rd_link_cost cost = make_equal(world);
        return test_cluster_platform(host_count, cost.latency_s, cost.bandwidth_bytes_per_s,
                                     &world->arena);
    }
    return test_full_platform(instance, &world->arena);
}

static void play_instance(const struct family *family, uint64_t seed)
{
    struct world world = {.family = family, .seed = seed};
    rd_arena_open(&world.arena, 0);
    rd_arena_open(&world.scratch, 0);
    struct rd_rng rng = rd_rng_seeded(seed, (uint64_t)(family - families));
    world.test = generate_instance(&rng, &world.arena, family);
    fit(&world);
    bool free_order = family->timing == RD_FREE_ORDER;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL,
                                          .concurrency_limit = free_order ? 1 : 0};
    world.engine = test_open_engine(platform_of(&world), &settings, &world.test, &world.arena);
    for (int i = 0; i < PLANS; i++) {
        world.plan = generate_plan(&rng, &world.arena, family, &world.test.instance, MOST_ROWS);
        play(&world);
    }
    rd_engine_close(world.engine);
    rd_arena_close(&world.scratch);
    rd_arena_close(&world.arena);
}

static void both_clocks_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < family_count; i++)
        for (uint64_t seed = 0; seed < INSTANCES * factor; seed++)
            play_instance(&families[i], seed);
}

int main(int argument_count, char **argument)
{
    if (argument_count > 1)
        factor = (unsigned)strtoul(argument[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_clocks_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
