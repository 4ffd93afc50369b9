/* Leighton's algorithm on the pipelined hypercube, with the smallest block for every packet.
 *
 *     class   bit d-1 . . . bit 0        tokens go from each class to the opposite one, both bits
 *       A        0   xxxxx    0          flipped, filling it in turn: the smallest block is then
 *       B        0   xxxxx    1          always 0 to d - 1, phases follow each other at a distance
 *       C        1   xxxxx    0          of one step, and what remains is to balance the classes
 *       D        1   xxxxx    1          A <-> D, B <-> C across dimensions 0 and d - 1
 *
 * All learn the largest load m. In each class the m phases are ranked at once by scans over the
 * d - 2 middle bits; phase q's k-th token of a class goes to middle bits start + k in the opposite
 * class. Now each class is level up to 1; balancing across dimensions 0 and d - 1 leaves at most 3,
 * which Leighton's algorithm spreads, a phase at a time. With d <= 2 there is no middle:
 * dimension order, and the same rest.
 * Hypotheses: one kind.
 */
#include "algorithms/algorithm.h"

#include "across.h"
#include "bounds.h"
#include "cube.h"
#include "leighton.h"
#include "pipelined.h"

/* Least and most, up to d phases of the rest, and two counts. */
static double words_besides_ranks(double d)
{
    return d + 2 * d + 2 * d * (d > 3 ? d : 3) + 2;
}

static double transfer_bound(const struct rd_instance *instance)
{
    return rd_pipelined_transfer_bound(instance,
                                       words_besides_ranks(instance->topology.dimension_count), 2);
}

static void balance_across(struct rd_lockstep_network *network, uint32_t dimension,
                           struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *partner = rd_take(scratch, host_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++)
        partner[host] = host ^ (UINT32_C(1) << dimension);
    rd_balance_across(network, partner, 0, scratch);
    rd_arena_rewind(scratch, mark);
}

/* Every token to the class opposite its own. */
static void send_to_opposite_classes(struct rd_lockstep_network *network, struct rd_arena *arena,
                                     struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t d = topology->dimension_count, host_count = topology->host_count;
    int64_t m = rd_pipelined_largest_load(network, scratch);
    if (m == 0)
        return;
    uint32_t ends = UINT32_C(1) | UINT32_C(1) << (d - 1);
    uint32_t *middle = rd_take(arena, host_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++)
        middle[host] = (host_count - 1) & ~ends;
    struct rd_subcubes classes = {d - 2, middle};
    uint32_t *destination = rd_pipelined_places(network, &classes, (uint32_t)m, arena, scratch);
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t phase = 0; phase < m; phase++) {
            uint32_t *to = &destination[(size_t)host * (uint32_t)m + phase];
            if (*to != RD_NO_HOST)
                *to = *to << 1 | (~host & ends);
        }
    rd_pipelined_route(network, destination, (uint32_t)m);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    uint32_t d = instance->topology.dimension_count;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    if (d >= 3)
        send_to_opposite_classes(&network, arena, scratch);
    if (d >= 1)
        balance_across(&network, 0, scratch);
    if (d >= 2)
        balance_across(&network, d - 1, scratch);
    int64_t *start = rd_take(scratch, instance->topology.host_count, int64_t);
    rd_leighton_level(&network, 0, start, scratch);
    return true;
}

const struct rd_algorithm cube_leighton_pipelined_strict = {
    .name = "cube-leighton-pipelined-strict",
    .summary = "between opposite classes, where the smallest block is the whole: about 5m + 13d "
               "steps",
    .source = "[plaxton1989], 2.1, repaired for smallest blocks",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_PIPELINED_PORTS),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .accepts = rd_pipelined_accepts,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};
