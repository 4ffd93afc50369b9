/* Leighton's algorithm on the pipelined hypercube, where senders may choose a longer block.
 *
 *     round       0     1     2     3          every packet spends a round on every dimension,
 *     phase 0   dim 0 dim 1 dim 2              also where its two hosts agree, so that phase q is
 *     phase 1         dim 0 dim 1 dim 2        always a dimension behind phase q - 1
 *
 * All learn the largest load m, and the ranks of all m phases at once; then a phase starts in each
 * round. The paper sends a packet over its smallest block, which collides
 * (cube-leighton-pipelined-printed); with the whole block packets meet only if they would in the
 * 1-port route of their phase, and there they do not.
 * Hypotheses: one kind; a sender may use any block that holds the dimensions
 * in which its packet's hosts differ.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "cube.h"
#include "pipelined.h"

static double transfer_bound(const struct rd_instance *instance)
{
    return rd_pipelined_transfer_bound(instance, instance->topology.dimension_count, 1);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    int64_t m = rd_pipelined_largest_load(&network, scratch);
    if (m == 0 || instance->topology.dimension_count == 0)
        return true;
    struct rd_subcubes whole = {instance->topology.dimension_count, NULL};
    uint32_t *destination = rd_pipelined_places(&network, &whole, (uint32_t)m, arena, scratch);
    rd_pipelined_route(&network, destination, (uint32_t)m);
    return true;
}

const struct rd_algorithm cube_leighton_pipelined_elective = {
    .name = "cube-leighton-pipelined-elective",
    .summary = "all ranks at once, then a phase a step over all dimensions: at most 4m + 5d - 4 "
               "steps",
    .source = "[plaxton1989], 2.1, with blocks that the sender chooses",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_PIPELINED_PORTS),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .accepts = rd_pipelined_accepts,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};
