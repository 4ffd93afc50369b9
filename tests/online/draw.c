#include "draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Dates that are often equal, or never. */
static double draw_cost(struct rd_rng *rng, unsigned kind)
{
    double whole = (double)rd_rng_below(rng, 4);
    return kind == 0 ? whole : kind == 1 ? whole / 10 : whole + rd_rng_unit(rng);
}

/* Every second instance has links both ways only. */
static struct rd_topology draw_graph(struct rd_rng *rng, struct rd_arena *arena)
{
    uint32_t count = 2 + (uint32_t)rd_rng_below(rng, 6), edges = 0;
    bool both = rd_rng_below(rng, 2) == 0;
    struct rd_edge *edge = rd_take(arena, (size_t)2 * count * count, struct rd_edge);
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t to = 0; to < count; to++) {
            bool round_trip = to == (from + 1) % count || (both && from == (to + 1) % count);
            bool chord =
                both && from < to ? rd_rng_below(rng, 4) == 0 : !both && rd_rng_below(rng, 4) == 0;
            if (from == to || (!round_trip && !chord))
                continue;
            edge[edges++] = (struct rd_edge){from, to};
            if (chord && !round_trip && both && !(from == (to + 1) % count))
                edge[edges++] = (struct rd_edge){to, from};
        }
    return test_graph(arena, count, edge, edges);
}

static struct test_instance draw_shape(struct rd_rng *rng, uint64_t number, struct rd_arena *arena)
{
    uint32_t few = (uint32_t)rd_rng_below(rng, 5), kinds = 1 + (rd_rng_below(rng, 4) == 0);
    switch (number % DRAW_SHAPES) {
    case 0: return test_instance_make(arena, RD_RING, RD_ONE_WAY, 2 + few, kinds);
    case 1: return test_instance_make(arena, RD_RING, RD_TWO_WAY, 2 + few, kinds);
    case 2: return test_instance_make(arena, RD_STAR, RD_NO_DIRECTION, 3 + few, kinds);
    case 3: return test_instance_make(arena, RD_HYPERCUBE, RD_NO_DIRECTION, 2u << few % 3, kinds);
    case 4:
        return test_instance_make(arena, RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 4u << few % 2,
                                  kinds);
    case 5: return test_instance_make(arena, RD_SWITCH, RD_NO_DIRECTION, 2 + few, kinds);
    case 6: return test_instance_make(arena, RD_BUS, RD_NO_DIRECTION, 2 + few, kinds);
    default: return test_instance_on(arena, draw_graph(rng, arena), kinds);
    }
}

/* Items of all hosts, each at one drawn anew. */
static void draw_targets(struct rd_rng *rng, struct test_instance *test, uint32_t holders)
{
    uint32_t kinds = test->instance.kind_count;
    for (uint32_t i = 0; i < holders * kinds; i++)
        for (int64_t item = 0; item < test->load[i]; item++)
            test->target[rd_rng_below(rng, holders) * kinds + i % kinds]++;
    test->instance.goal = RD_REACH;
    test->instance.target = test->target;
}

struct test_instance draw_instance(struct rd_rng *rng, uint64_t number, struct rd_arena *arena)
{
    struct test_instance test = draw_shape(rng, number, arena);
    struct rd_instance *instance = &test.instance;
    const struct rd_topology *topology = &instance->topology;
    unsigned kind = (unsigned)rd_rng_below(rng, 3), latency = (unsigned)rd_rng_below(rng, 3);
    test_instance_set_ports(&test, number / DRAW_SHAPES % DRAW_PORTS);
    instance->item_bytes = (double)rd_rng_below(rng, 3);
    instance->word_bytes = (double)rd_rng_below(rng, 2);
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        uint32_t from, to;
        if (rd_link_ends(topology, link, &from, &to))
            test_instance_set_cost(&test, from, to, latency == 0 ? 0 : draw_cost(rng, kind),
                                   fmax(draw_cost(rng, kind), 0.1));
    }
    uint32_t holders = rd_computing_host_count(topology), kinds = instance->kind_count;
    uint64_t most = rd_rng_below(rng, 2) == 0 ? 4 : 40;
    for (uint32_t i = 0; i < holders * kinds; i++)
        test.load[i] = (int64_t)rd_rng_below(rng, most);
    uint64_t goal = number / (DRAW_SHAPES * DRAW_PORTS) % DRAW_GOALS;
    if (goal == 0) {
        instance->goal = RD_FINISH;
        instance->flops_per_item = 1;
        for (uint32_t host = 0; host < topology->host_count; host++)
            test.speed[host] = 1 / fmax(draw_cost(rng, kind), 0.1);
    } else if (goal == 1) {
        draw_targets(rng, &test, holders);
    } else {
        instance->goal = RD_BALANCE;
        instance->balance_error = rd_rng_below(rng, 4) == 0 ? 0 : 100;
    }
    return test;
}

/* One of "a|b|c", the least integers of a range, or some number. */
static const char *draw_value(struct rd_rng *rng, const char *accepted, struct rd_arena *arena)
{
    static const char *const number[] = {"0.4", "3", "10"};
    if (strncmp(accepted, "number ", 7) == 0)
        return number[rd_rng_below(rng, 3)];
    if (strncmp(accepted, "integer ", 8) == 0)
        return rd_arena_print(arena, "%ld",
                              strtol(accepted + 8, NULL, 10) + (long)rd_rng_below(rng, 4));
    size_t choices = 1;
    for (const char *at = accepted; *at; at++)
        choices += *at == '|';
    for (uint64_t skipped = rd_rng_below(rng, choices); skipped > 0; skipped--)
        accepted = strchr(accepted, '|') + 1;
    return rd_arena_print(arena, "%.*s", (int)strcspn(accepted, "|"), accepted);
}

struct rd_options draw_options(struct rd_rng *rng, const struct rd_option_spec *spec,
                               struct rd_arena *arena)
{
    enum { MOST = 8 };
    struct rd_option *given = rd_take(arena, MOST, struct rd_option);
    struct rd_options options = {.spec = spec, .given = given, .seed = rd_rng_below(rng, 1000)};
    for (; spec && spec->name && options.given_count < MOST; spec++)
        if (rd_rng_below(rng, 2) == 0)
            given[options.given_count++] =
                (struct rd_option){spec->name, draw_value(rng, spec->accepted, arena)};
    return options;
}

struct chaos_state {
    int acts;
    int64_t said;
};

static int64_t checksum(int64_t a, int64_t b)
{
    return a * 31 + b * 17 + 5;
}

static void act(struct rd_host *host)
{
    struct chaos_state *state = host->state;
    if (state->acts == 20)
        return;
    state->acts++;
    struct rd_rng *rng = &host->rng;
    uint32_t kind = (uint32_t)rd_rng_below(rng, host->kind_count);
    uint32_t to = host->neighbour_count > 0
                      ? host->neighbour[rd_rng_below(rng, host->neighbour_count)].host
                      : host->number;
    uint64_t choice = rd_rng_below(rng, 4);
    if (choice == 0 && host->held[kind] > 0 && to != host->number)
        rd_send_items(host, to, (int32_t)kind, rd_rng_between(rng, 1, host->held[kind]));
    else if (choice == 1 && host->held[kind] > 0 && host->compute_item_s > 0)
        rd_compute(host, (int32_t)kind, rd_rng_between(rng, 1, host->held[kind]));
    else if (choice == 2 || to == host->number)
        rd_set_timer(
            host, rd_rng_below(rng, 2) == 0 ? (double)rd_rng_below(rng, 3) : 2 * rd_rng_unit(rng),
            state->said);
    else
        rd_send_word(
            host, to,
            (struct rd_word){state->said, host->number, checksum(state->said, host->number)});
    state->said++;
}

/* Handlers may use as much stack as they say. */
enum { STACK_BYTES = 1 << 20 };

static void start(struct rd_host *host)
{
    volatile char deep[STACK_BYTES];
    for (size_t i = 0; i < sizeof deep; i += 1024)
        deep[i] = 1;
    for (int i = 0; i < 3; i++)
        act(host);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    const struct rd_word *word = &message->word;
    if (message->kind == RD_CONTROL)
        rd_assert(word->b == message->from && word->c == checksum(word->a, word->b));
    for (int64_t i = 0; i < 1 + word->a % 2; i++)
        act(host);
    if (message->lasts_s > 1.05)
        act(host);
}

static void ended(struct rd_host *host, const struct rd_act *act_ended)
{
    if (act_ended->lasts_s > 0.55 || host->now_s < 3.05)
        act(host);
}

static void timer(struct rd_host *host, int64_t tag)
{
    for (int64_t i = 0; i < 1 + tag % 2; i++)
        act(host);
}

const struct rd_protocol chaos = {.state_bytes = sizeof(struct chaos_state),
                                  .stack_bytes = STACK_BYTES,
                                  .start = start,
                                  .received = received,
                                  .sent = ended,
                                  .computed = ended,
                                  .timer = timer};
