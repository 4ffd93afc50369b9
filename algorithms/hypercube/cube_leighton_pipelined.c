/* Leighton's algorithm on the pipelined hypercube: all learn the largest load m, and the ranks of
 * all m phases at once; then a phase starts in each round.
 *
 *     round       0     1     2     3          every packet spends a round on every dimension,
 *     phase 0   dim 0 dim 1 dim 2              also where its two hosts agree, so that phase q is
 *     phase 1         dim 0 dim 1 dim 2        always a dimension behind phase q - 1
 *
 * As printed, each packet goes over the smallest block that holds the dimensions in which its hosts
 * differ, and packets collide:
 *
 *     loads 0 0 2 0:  token 0 from 2 to 0, block 1-1;  token 1 from 2 to 1, block 0-1
 *
 * Two readings, and neither keeps the rules of the model. Phase q originated in round q
 * ("at-once"): packets of different phases meet on links and are accepted twice (loads 0 2 2 2).
 * Phase q on dimension i in round q + i ("aligned"): links are free, but a processor originates or
 * accepts two packets at once (loads 0 0 2 0, both in round 1 of the route). The referee refuses
 * what it plans, or finds it legal.
 *
 * Elective: a sender may use any block that holds those dimensions. With the whole block packets
 * meet only if they would in the 1-port route of their phase, and there they do not.
 *
 * Strict: the smallest block for every packet.
 *
 *     class   bit d-1 . . . bit 0        tokens go from each class to the opposite one, both bits
 *       A        0   xxxxx    0          flipped, filling it in turn: the smallest block is then
 *       B        0   xxxxx    1          always 0 to d - 1, phases follow each other at a distance
 *       C        1   xxxxx    0          of one step, and what remains is to balance the classes
 *       D        1   xxxxx    1          A <-> D, B <-> C across dimensions 0 and d - 1
 *
 * In each class the m phases are ranked at once by scans over the d - 2 middle bits; phase q's k-th
 * token of a class goes to middle bits start + k in the opposite class. Now each class is level up
 * to 1; balancing across dimensions 0 and d - 1 leaves at most 3, which Leighton's algorithm
 * spreads, a phase at a time. With d <= 2 there is no middle: dimension order, and the same rest.
 * Hypotheses: one kind. */
#include "dimension_exchange.h"
#include "bounds.h"
#include "cube.h"
#include "leighton.h"

#include <inttypes.h>
#include <string.h>

/* The most tokens that all processors would enter together, m each: ranks of as many are kept. */
enum { RANK_LIMIT = 1 << 25 };

/* One kind, and few enough ranks. */
static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (!rd_cube_accepts_one_kind(instance, options, reterr))
        return false;
    uint32_t p = instance->topology.host_count;
    int64_t m = rd_cube_largest_load(instance, 0);
    return m <= RANK_LIMIT / p ||
           rd_refuse(reterr,
                     "up to %" PRId64 " items on each of %" PRIu32
                     " processors, all ranked at once: together at most %d are",
                     m, p, RANK_LIMIT);
}

/* Steps of control words besides 3H(d, m) for the ranks, and each token in as many transfers. */
static double most_transfers(const struct rd_instance *instance, double words, double transfers)
{
    double d = instance->topology.dimension_count, p = instance->topology.host_count;
    double m = (double)rd_cube_largest_load(instance, 0);
    return p * (words + 3 * (m - 1 + d)) + transfers * (double)rd_item_count(instance, 0);
}

static double transfer_bound(const struct rd_instance *instance)
{
    return most_transfers(instance, instance->topology.dimension_count, 1);
}

/* Least and most, up to d phases of the rest, and two counts. */
static double transfer_bound_strict(const struct rd_instance *instance)
{
    double d = instance->topology.dimension_count;
    return most_transfers(instance, d + 2 * d + 2 * d * (d > 3 ? d : 3) + 2, 2);
}

/* The places of everybody's tokens in its subcube, which is filled in turn: the tokens of phase q,
 * by the number of their processors, behind those of phase q - 1.
 * Idea: each processor enters 1 for each phase in which it has a token, and scans all phases at
 *       once; where phase q starts follows from the totals of the earlier ones.
 * In: the phases, at least the largest load, at least 1; l the subcubes' dimension.
 * Returns: [host * phase_count + phase], from 0 to 2^l - 1, or RD_NO_HOST where a processor has no
 *     token; from the arena. Scratch is rewound.
 * Cost: 3 H(l, m) rounds; O(hosts (m + l)) time and memory. */
static uint32_t *find_places(struct rd_lockstep_network *network,
                             const struct rd_subcubes *subcubes, uint32_t phase_count,
                             struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_instance *instance = network->instance;
    uint32_t host_count = instance->topology.host_count;
    int64_t size = INT64_C(1) << subcubes->dimension_count;
    size_t entries = (size_t)host_count * phase_count;
    uint32_t *place = rd_take(arena, entries, uint32_t);
    rd_arena_borrow(scratch);
    int64_t *designates = rd_take(scratch, entries, int64_t);
    int64_t *rank = rd_take(scratch, entries, int64_t);
    int64_t *total = rd_take(scratch, entries, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t phase = 0; phase < phase_count; phase++)
            designates[(size_t)host * phase_count + phase] = rd_load(instance, host, 0) > phase;
    rd_cube_scan_vectors(network, subcubes, phase_count, designates, rank, total, scratch);
    for (uint32_t host = 0; host < host_count; host++) {
        int64_t start = 0;
        for (uint32_t phase = 0; phase < phase_count; phase++) {
            size_t i = (size_t)host * phase_count + phase;
            place[i] = designates[i] ? (uint32_t)((start + rank[i]) % size) : RD_NO_HOST;
            start = (start + total[i]) % size;
        }
    }
    return place;
}

/* Originates the tokens of phase q in the q-th round from now, each over all dimensions 0 to d - 1,
 * and goes on until the last is accepted. All packets of a phase cross a dimension in the same
 * round and no two phases do, so that packets meet only if they would in a route of their own.
 * In: destination [host * phase_count + phase], RD_NO_HOST or the host itself: nothing to send.
 * Cost: m - 1 + d rounds; O(hosts (m + d)). */
static void route(struct rd_lockstep_network *network, const uint32_t *destination,
                  uint32_t phase_count)
{
    const struct rd_topology *topology = &network->instance->topology;
    struct rd_dimension_range block = {0, (uint8_t)(topology->dimension_count - 1)};
    struct rd_error error;
    for (uint32_t round = 0; round < phase_count - 1 + topology->dimension_count; round++) {
        for (uint32_t host = 0; round < phase_count && host < topology->host_count; host++) {
            uint32_t to = destination[(size_t)host * phase_count + round];
            if (to == RD_NO_HOST || to == host)
                continue;
            bool sent = rd_lockstep_send_packet(network, host, to, block, 0, 1, 0, &error);
            rd_assert(sent);
        }
        rd_lockstep_end_round(network);
    }
}

/* --- elective --- */

static bool plan_elective(RD_PLAN_PARAMETERS)
{
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    int64_t m = rd_cube_learn_largest(&network, scratch);
    if (m == 0 || instance->topology.dimension_count == 0)
        return true;
    struct rd_subcubes whole = {instance->topology.dimension_count, NULL};
    uint32_t *destination = find_places(&network, &whole, (uint32_t)m, arena, scratch);
    route(&network, destination, (uint32_t)m);
    return true;
}

/* --- as printed --- */

struct printed {
    const uint32_t *destination; /* [host * phase_count + phase] */
    uint32_t phase_count;
    uint32_t host_count;
    uint32_t dimension_count;
    uint32_t first_round;
    bool aligned;
};

/* Adds the packet of a host and phase, if it originates after `delay` rounds of its phase. */
static void add_packet(const struct printed *printed, uint32_t host, uint32_t phase, uint32_t delay,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t to = printed->destination[(size_t)host * printed->phase_count + phase];
    if (to == RD_NO_HOST || to == host)
        return;
    uint32_t low = (uint32_t)__builtin_ctz(host ^ to),
             high = 31 - (uint32_t)__builtin_clz(host ^ to);
    if (printed->aligned && low != delay)
        return;
    rd_plan_add_packet(
        plan, arena, (struct rd_transfer){printed->first_round + phase + delay, host, to, 0, 1, 1},
        (struct rd_dimension_range){(uint8_t)low, (uint8_t)high});
}

/* Transfers by round, then by host, then by phase. */
static void add_packets(const struct printed *printed, struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t most_delay = printed->aligned ? printed->dimension_count - 1 : 0;
    for (uint32_t round = 0; round < printed->phase_count + most_delay; round++)
        for (uint32_t host = 0; host < printed->host_count; host++)
            for (uint32_t delay = round < most_delay ? round : most_delay; delay <= most_delay;
                 delay--)
                if (round - delay < printed->phase_count)
                    add_packet(printed, host, round - delay, delay, arena, plan);
}

static bool plan_printed(RD_PLAN_PARAMETERS)
{
    uint32_t d = instance->topology.dimension_count;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    int64_t m = rd_cube_learn_largest(&network, scratch);
    if (m == 0 || d == 0)
        return true;
    struct rd_subcubes whole = {d, NULL};
    struct printed printed = {.phase_count = (uint32_t)m,
                              .host_count = instance->topology.host_count,
                              .dimension_count = d,
                              .aligned =
                                  strcmp(rd_option_text(options, "reading"), "aligned") == 0};
    printed.destination = find_places(&network, &whole, (uint32_t)m, arena, scratch);
    printed.first_round = network.round;
    /* Not on the network, which would refuse to let packets meet: that is the referee's to say. */
    add_packets(&printed, arena, ret_plan);
    ret_plan->round_count = network.round + printed.phase_count - 1 + d;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"reading", "at-once|aligned", "at-once",
     "phase q starts in round q of the route, or crosses dimension i in round q + i"},
    {NULL, NULL, NULL, NULL},
};

/* --- strict --- */

/* Every token to the class opposite its own. */
static void send_to_opposite_classes(struct rd_lockstep_network *network, struct rd_arena *arena,
                                     struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t d = topology->dimension_count, host_count = topology->host_count;
    int64_t m = rd_cube_learn_largest(network, scratch);
    if (m == 0)
        return;
    uint32_t ends = UINT32_C(1) | UINT32_C(1) << (d - 1);
    uint32_t *middle = rd_take(arena, host_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++)
        middle[host] = (host_count - 1) & ~ends;
    struct rd_subcubes classes = {d - 2, middle};
    uint32_t *destination = find_places(network, &classes, (uint32_t)m, arena, scratch);
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t phase = 0; phase < m; phase++) {
            uint32_t *to = &destination[(size_t)host * (uint32_t)m + phase];
            if (*to != RD_NO_HOST)
                *to = *to << 1 | (~host & ends);
        }
    route(network, destination, (uint32_t)m);
}

static bool plan_strict(RD_PLAN_PARAMETERS)
{
    uint32_t d = instance->topology.dimension_count;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    if (d >= 3)
        send_to_opposite_classes(&network, arena, scratch);
    if (d >= 1)
        rd_balance_across_dimension(&network, 0, 0, scratch);
    if (d >= 2)
        rd_balance_across_dimension(&network, d - 1, 0, scratch);
    int64_t *start = rd_take(scratch, instance->topology.host_count, int64_t);
    rd_leighton_level(&network, 0, start, scratch);
    return true;
}

#define PIPELINED                                                                                  \
    .shape = RD_HYPERCUBE, .ports = RD_BIT(RD_PIPELINED_PORTS), .goals = RD_BIT(RD_BALANCE),       \
    .accepts = accepts, .schedules = RD_ITEM_BY_ITEM ", " RD_FULL_STEP

const struct rd_algorithm cube_leighton_pipelined_elective = {
    .name = "cube-leighton-pipelined-elective",
    .summary = "all ranks at once, then a phase a step over all dimensions: at most 4m + 5d - 4 "
               "steps",
    .source = "[plaxton1989], 2.1, with blocks that the sender chooses",
    PIPELINED,
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound,
    .plan = plan_elective,
};

const struct rd_algorithm cube_leighton_pipelined_printed = {
    .name = "cube-leighton-pipelined-printed",
    .summary = "as printed, a phase a step over smallest blocks: packets collide",
    .source = "[plaxton1989], 2.1, as printed",
    PIPELINED,
    .guarantee = RD_REFUTED,
    .options = option_specs,
    .transfer_bound = transfer_bound,
    .plan = plan_printed,
};

const struct rd_algorithm cube_leighton_pipelined_strict = {
    .name = "cube-leighton-pipelined-strict",
    .summary = "between opposite classes, where the smallest block is the whole: about 5m + 13d "
               "steps",
    .source = "[plaxton1989], 2.1, repaired for smallest blocks",
    PIPELINED,
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound_strict,
    .plan = plan_strict,
};
