/* SimGrid as the referee of the referee: random plans of every shape, port model and timing, played
 * and judged. Every message must start and end at the same date on both clocks, to 1e-9 of the
 * makespan; what was played must be legal as a trace, too; and what the referee refuses must not
 * play. The arguments are the platforms of each family, and the plans on each. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "sim/referee/referee.h"
#include "tests/referee/agree.h"
#include "tests/referee/generate.h"
#include "tests/referee/oracle.h"
#include "tests/support/campaign.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 24 };

static uint64_t platforms = FEWER_TRIALS ? 1 : 2, plans = FEWER_TRIALS ? 3 : 6;

/* What the referee's own tests need not draw, because it treats them as others, and SimGrid's
 * actors do not. */
static const struct family more_families[] = {
    {"ring, free order", RD_RING, RD_TWO_WAY, 2, 6, 1, 2, RD_FREE_ORDER, WORDS},
    {"ring, all ports, free order", RD_RING, RD_TWO_WAY, 2, 6, 0, 2, RD_FREE_ORDER, WORDS},
    {"star, free order", RD_STAR, RD_NO_DIRECTION, 3, 6, 1, 2, RD_FREE_ORDER, WORDS},
    {"bus, free order", RD_BUS, RD_NO_DIRECTION, 2, 6, 1, 2, RD_FREE_ORDER, WORDS},
    {"hypercube, free order", RD_HYPERCUBE, RD_NO_DIRECTION, 2, 8, 1, 2, RD_FREE_ORDER, WORDS},
    {"hypercube, all ports, as held", RD_HYPERCUBE, RD_NO_DIRECTION, 2, 8, 0, 2, RD_SELF_TIMED,
     AS_HELD | ROUNDS | WORDS},
    {"hypercube, long rows, computing", RD_HYPERCUBE, RD_NO_DIRECTION, 2, 8, 1, 2, RD_SELF_TIMED,
     COMPUTES | WORDS | LONG_ROWS},
    {"shuffle-exchange, two ports, long rows", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 2, 8, 2, 1,
     RD_SELF_TIMED, LONG_ROWS | WORDS},
    {"shuffle-exchange, all ports", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 2, 8, 0, 2, RD_SELF_TIMED,
     WORDS | ROUNDS},
    {"star, two ports, as held, computing", RD_STAR, RD_NO_DIRECTION, 3, 6, 2, 2, RD_SELF_TIMED,
     AS_HELD | COMPUTES | WORDS | ROUNDS},
    {"star, lock-step, computing", RD_STAR, RD_NO_DIRECTION, 3, 6, 1, 2, RD_LOCK_STEP,
     COMPUTES | WORDS | ROUNDS},
    {"ring, lock-step, as held", RD_RING, RD_TWO_WAY, 2, 6, 1, 2, RD_LOCK_STEP,
     AS_HELD | WORDS | ROUNDS},
    {"one-way ring, as held, computing", RD_RING, RD_ONE_WAY, 2, 6, 1, 2, RD_SELF_TIMED,
     AS_HELD | COMPUTES | ROUNDS},
    {"switch, three ports, as held", RD_SWITCH, RD_NO_DIRECTION, 2, 5, 3, 2, RD_SELF_TIMED,
     AS_HELD | ROUNDS},
    {"bus, three ports, as held, computing", RD_BUS, RD_NO_DIRECTION, 2, 5, 3, 2, RD_SELF_TIMED,
     AS_HELD | WORDS | ROUNDS | COMPUTES},
    {"bus, lock-step, all ports, computing", RD_BUS, RD_NO_DIRECTION, 2, 5, 0, 3, RD_LOCK_STEP,
     COMPUTES | ROUNDS | WORDS | NO_TIME},
};
enum { MORE = sizeof more_families / sizeof *more_families };

/* One plan in so many is corrupted, and played once more. */
enum { SPOILT_ONE_IN = 40 };

/* One plan in so many is played in a process of its own, too. */
enum { ALONE_ONE_IN = 3 };

static uint64_t pairs, refused[RD_VIOLATION_SIZE + 1];

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Messages of one link, or of one processor, follow each other, so that their order pairs those of
 * two traces. Where they take no time they may share a date, which differs in its last digits. */
static int by_link(const void *left, const void *right)
{
    const struct rd_timed_transfer *a = left, *b = right;
    int order = ORDER(a->from, b->from);
    order = order ? order : ORDER(a->to, b->to);
    order = order ? order : ORDER(llround(a->start_s * 1e6), llround(b->start_s * 1e6));
    order = order ? order : ORDER(llround(a->end_s * 1e6), llround(b->end_s * 1e6));
    order = order ? order : ORDER(a->kind, b->kind);
    return order ? order : ORDER(a->items, b->items);
}

static bool same_message(const struct rd_timed_transfer *a, const struct rd_timed_transfer *b,
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
    struct rd_engine *engine;       /* for plans that are legal; it loaded other costs */
    struct rd_engine *fresh_engine; /* a process a run, for others */
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
    if (planned->transfer_count != simulated->transfer_count)
        fail_world(world, "another number of messages");
    if (planned->transfer_count == 0) /* and no rows at all, which qsort may not be given */
        return;
    qsort(planned->transfer, planned->transfer_count, sizeof *planned->transfer, by_link);
    qsort(simulated->transfer, simulated->transfer_count, sizeof *simulated->transfer, by_link);
    for (size_t i = 0; i < planned->transfer_count; i++)
        if (!same_message(&planned->transfer[i], &simulated->transfer[i], makespan_s))
            fail_world(world, "another message");
}

/* What would finish though it is listed out of order: the second evaluator tells its dates. */
static void compare_disordered(struct world *world)
{
    struct oracle_verdict oracle = {0};
    if (!oracle_play_self_timed(&world->test.instance, &world->plan, &world->arena, &oracle))
        fail_world(world, "the oracle does not finish");
    for (size_t i = 0; i < oracle.message_count; i++) {
        const struct oracle_message *message = &oracle.message[i];
        rd_trace_add(&world->planned, &world->arena,
                     (struct rd_timed_transfer){message->start_s, message->end_s, message->from,
                                                message->to, message->kind, message->items});
    }
    world->verdict.makespan_s = oracle.makespan_s;
    compare(world);
    pairs++;
}

/* What was played is legal as a trace, and comes to the same; but where all took no time SimGrid's
 * dates are 0, and not what an infinite bandwidth as a platform file can say it makes of them. */
static void judge_trace(struct world *world)
{
    const struct rd_trace *trace = &world->simulation.trace;
    struct rd_verdict of_trace;
    double last_s = 0;
    for (size_t i = 0; i < trace->transfer_count; i++)
        last_s = fmax(last_s, trace->transfer[i].end_s);
    if (trace->transfer_count > 0 && last_s < RD_TIME_TOLERANCE)
        return;
    rd_referee_trace(&world->test.instance, trace, true, &world->arena, &world->scratch, &of_trace);
    if (of_trace.violation != RD_LEGAL)
        fail_world(world, of_trace.message);
    if (of_trace.goal_reached != world->verdict.goal_reached ||
        of_trace.items_moved != world->verdict.items_moved)
        fail_world(world, "the trace's verdict is another");
}

/* The replay of the network's own arbitration ends no later. */
static void judge_replay(struct world *world)
{
    struct rd_verdict of_replay;
    struct rd_plan replay;
    rd_plan_of_trace(&world->simulation.trace, &world->arena, &replay);
    rd_referee_plan(&world->test.instance, &replay, &world->arena, &world->scratch, NULL,
                    &of_replay);
    if (of_replay.violation != RD_LEGAL)
        fail_world(world, of_replay.message);
    if (of_replay.makespan_s > world->simulation.makespan_s * (1 + RD_TIME_TOLERANCE))
        fail_world(world, "its replay ends later");
}

/* In a process of its own a run is the same to the last bit. */
static void play_alone(struct world *world)
{
    const struct rd_trace *shared = &world->simulation.trace;
    struct rd_simulation alone;
    struct rd_error error = {0};
    if (!rd_engine_simulate(world->fresh_engine, &world->test.instance, &world->plan, true,
                            &world->arena, &alone, &error))
        fail_world(world, error.message);
    if (alone.makespan_s != world->simulation.makespan_s ||
        alone.trace.transfer_count != shared->transfer_count)
        fail_world(world, "another run in a process of its own");
    for (size_t i = 0; i < shared->transfer_count; i++) {
        const struct rd_timed_transfer *a = &shared->transfer[i], *b = &alone.trace.transfer[i];
        if (a->start_s != b->start_s || a->end_s != b->end_s || a->from != b->from ||
            a->to != b->to || a->kind != b->kind || a->items != b->items)
            fail_world(world, "another message in a process of its own");
    }
}

/* Judges and plays a plan that is legal. */
static void play(struct world *world)
{
    struct rd_error error = {0};
    size_t entries =
        (size_t)world->test.instance.topology.host_count * world->test.instance.kind_count;
    world->simulation = (struct rd_simulation){0};
    rd_referee_plan(&world->test.instance, &world->plan, &world->arena, &world->scratch,
                    &world->planned, &world->verdict);
    if (world->verdict.violation != RD_LEGAL)
        fail_world(world, world->verdict.message);
    if (!rd_engine_simulate(world->engine, &world->test.instance, &world->plan, true, &world->arena,
                            &world->simulation, &error))
        fail_world(world, error.message);
    if (memcmp(world->simulation.final, world->verdict.final, entries * sizeof(int64_t)) != 0)
        fail_world(world, "other loads at the end");
    if (pairs % ALONE_ONE_IN == 0)
        play_alone(world);
    judge_trace(world);
    /* Where messages share, SimGrid tells ends of one date apart by their rounding, and a message
     * as held may miss one of them. */
    bool may_miss = (world->family->with & AS_HELD) && world->test.instance.shared &&
                    rd_plan_has_room(&world->plan, RD_ROOM_SHARE);
    if (world->plan.timing == RD_FREE_ORDER)
        judge_replay(world);
    else if (!may_miss)
        compare(world);
    pairs++;
}

/* A plan that may be legal or not. What is refused for the order of its rows only would finish, and
 * when, the definition says, too; nothing else that is refused plays to its end. */
static void play_spoilt(struct world *world, struct rd_rng *rng)
{
    struct rd_error error = {0};
    generate_fault(rng, &world->test.instance, &world->plan);
    rd_referee_plan(&world->test.instance, &world->plan, &world->arena, &world->scratch,
                    &world->planned, &world->verdict);
    if (world->verdict.violation == RD_LEGAL) {
        play(world);
        return;
    }
    /* Out of order there are no dates at which links have room. */
    world->plan.keeps_shared = false;
    world->plan.room = NULL;
    struct rd_verdict verdict;
    rd_referee_plan(&world->test.instance, &world->plan, &world->arena, &world->scratch, NULL,
                    &verdict);
    if (verdict.violation == RD_LEGAL) { /* its marks were refused */
        play(world);
        return;
    }
    bool ended = rd_engine_simulate(world->fresh_engine, &world->test.instance, &world->plan, true,
                                    &world->arena, &world->simulation, &error);
    bool disordered = world->verdict.violation == RD_VIOLATION_ORDER;
    bool free_order = world->plan.timing == RD_FREE_ORDER;
    if (ended && !disordered)
        fail_world(world, "what was refused has played");
    /* In free order a host posts what it has to in the order of the plan, or waits for ever. */
    if (!ended && disordered && !free_order)
        fail_world(world, error.message);
    /* What is slowed sends as held at other dates, and so other items. */
    bool other_items = world->test.instance.shared && (world->family->with & AS_HELD);
    if (ended && !free_order && !other_items)
        compare_disordered(world);
    refused[world->verdict.violation]++;
}

/* What a platform file cannot say, and what free order cannot hold, is made to fit. */
static void fit(struct world *world)
{
    struct rd_instance *instance = &world->test.instance;
    bool free_order = world->family->timing == RD_FREE_ORDER;
    instance->item_bytes = ceil(instance->item_bytes);
    instance->word_bytes = ceil(instance->word_bytes);
    if (free_order) {
        instance->item_bytes = instance->word_bytes = 1;
        instance->kind_bytes = NULL;
    }
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        struct rd_link_cost *cost = &world->test.cost[link];
        if (isinf(cost->bandwidth_bytes_per_s))
            cost->bandwidth_bytes_per_s = 1e30;
        if (free_order)
            cost->latency_s = 0;
    }
}

/* A platform's latencies are those without what a message's own bytes take.
 * Returns: these bytes, whole. */
static double take_message_bytes(struct world *world)
{
    struct rd_instance *instance = &world->test.instance;
    double bytes = ceil(instance->message_bytes);
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        struct rd_link_cost *cost = &world->test.cost[link];
        cost->latency_s = rd_link_silence_s(instance, *cost);
    }
    instance->message_bytes = 0;
    return bytes;
}

static void give_message_bytes(struct world *world, double bytes)
{
    struct rd_instance *instance = &world->test.instance;
    uint64_t count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    for (uint64_t link = 0; link < count; link++) {
        world->test.cost[link] = instance->link_cost[link];
        world->test.cost[link].latency_s = rd_message_duration_s(instance->link_cost[link], bytes);
    }
    instance->link_cost = world->test.cost;
    instance->message_bytes = bytes;
}

/* Notes which links share others. */
static void mark_sharing(struct world *world)
{
    struct rd_instance *instance = &world->test.instance;
    uint64_t count = rd_link_count(&instance->topology);
    uint8_t *may_slow = rd_take(&world->arena, count, uint8_t);
    for (uint64_t link = 0; instance->shared && link < count; link++)
        may_slow[link] = instance->shared->first[link] < instance->shared->first[link + 1];
    instance->may_slow = instance->shared ? may_slow : NULL;
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
    if (world->family->timing == RD_FREE_ORDER && instance->topology.shape == RD_BUS) {
        double bandwidth = make_equal(world).bandwidth_bytes_per_s;
        return test_bus_platform(host_count, 0, bandwidth, &world->arena);
    }
    if (world->family->timing == RD_FREE_ORDER && instance->port_model != RD_ALL_PORTS)
        return test_ported_platform(instance, &world->arena);
    bool computes = instance->flops_per_item > 0;
    if (instance->shared)
        return test_full_platform(instance, &world->arena);
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

/* The same platform where every bandwidth and latency starts with one digit more. */
static struct rd_platform_source dearer(struct rd_platform_source platform, struct rd_arena *arena)
{
    static const char *const name[] = {"bandwidth=\"", "latency=\""};
    char *text = rd_take(arena, 2 * platform.text_size, char);
    size_t length = 0;
    for (size_t i = 0; i < platform.text_size; i++) {
        text[length++] = platform.text[i];
        for (int k = 0; k < 2; k++)
            if (i + 1 >= strlen(name[k]) &&
                memcmp(&platform.text[i + 1 - strlen(name[k])], name[k], strlen(name[k])) == 0)
                text[length++] = '1';
    }
    return (struct rd_platform_source){.text = text, .text_size = length};
}

static void open_engines(struct world *world)
{
    bool free_order = world->family->timing == RD_FREE_ORDER;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL,
                                          .steady = world->seed % 2 == 1,
                                          .concurrency_limit = free_order ? 1 : 0};
    struct rd_platform_source platform = platform_of(world);
    world->fresh_engine = test_open_engine(platform, &settings, &world->test, &world->arena);
    settings.shares_process = true;
    struct rd_platform_source dear = dearer(platform, &world->arena);
    struct rd_platform_costs costs;
    struct rd_error error;
    if (!rd_engine_open(&dear, &settings, &world->arena, &world->engine, &error) ||
        !rd_engine_adopt(world->engine, &platform, &settings, &world->scratch) ||
        !rd_engine_read_costs(world->engine, world->test.instance.host_name,
                              &world->test.instance.topology, world->test.instance.port_count,
                              &world->arena, &costs, &error))
        fail_world(world, "costs cannot be set anew");
}

static void play_platform(const struct family *family, uint64_t stream, uint64_t seed)
{
    struct world world = {.family = family, .seed = seed};
    rd_arena_open(&world.arena, 0);
    rd_arena_open(&world.scratch, 0);
    struct rd_rng rng = rd_rng_seeded(seed, stream);
    world.test = generate_instance(&rng, &world.arena, family);
    double message_bytes = take_message_bytes(&world);
    fit(&world);
    open_engines(&world);
    mark_sharing(&world);
    if (message_bytes > 0)
        give_message_bytes(&world, message_bytes);
    for (uint64_t i = 0; i < plans; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&world.arena);
        size_t most_rows = 1 + rd_rng_below(&rng, 1 + rd_rng_below(&rng, MOST_ROWS));
        world.plan = generate_plan(&rng, &world.arena, family, &world.test.instance, most_rows);
        play(&world);
        if (i % SPOILT_ONE_IN == 0)
            play_spoilt(&world, &rng);
        rd_arena_rewind(&world.arena, mark);
        generate_loads(&rng, family, &world.test);
    }
    rd_engine_close(world.fresh_engine);
    rd_engine_close(world.engine);
    rd_arena_close(&world.scratch);
    rd_arena_close(&world.arena);
}

static void both_clocks_agree(void **state)
{
    (void)state;
    const struct {
        const struct family *family;
        size_t count;
        uint64_t times; /* so many platforms */
    } lists[] = {{families, family_count, 1},
                 {more_families, MORE, 1},
                 {shared_families, shared_family_count, 1},
                 {marked_families, marked_family_count, 4}};
    for (size_t i = 0, stream = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t j = 0; j < lists[i].count; j++, stream++) {
            const struct family *family = &lists[i].family[j];
            uint64_t before = pairs;
            for (uint64_t seed = 0; seed < lists[i].times * platforms; seed++)
                play_platform(family, stream, seed);
            print_message("%s: %" PRIu64 " pairs compared\n", family->name, pairs - before);
        }
    print_message("in all: %" PRIu64 " pairs compared\n", pairs);
    for (enum rd_violation violation = RD_LEGAL; violation <= RD_VIOLATION_SIZE; violation++)
        if (refused[violation] > 0)
            print_message("refused by both, %s: %" PRIu64 "\n", rd_violation_name(violation),
                          refused[violation]);
}

int main(int argument_count, char **argument)
{
    if (argument_count > 2) {
        platforms = strtoull(argument[1], NULL, 10);
        plans = strtoull(argument[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_clocks_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
