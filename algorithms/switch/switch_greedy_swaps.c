/* Pairs of hosts swap what the canonical relabelling gives them, the greatest gain first.
 *
 *            kind 0  kind 1
 *     host 0    0      7        gain of 0 <-> 1: 7 + 7 - 0 - 0 = 14 items stay
 *     host 1    7      0
 *
 * The idea of COSTA's relabelling: of all pairs i < j with a gain q_ij + q_ji - q_ii - q_jj above
 * 0, by falling gain and then by (i, j), a pair swaps if neither host has swapped. Nobody takes
 * part in two swaps, so a cycle of more than two kinds, such as a cyclic shift, is never set right.
 * Hypotheses: at most as many kinds as hosts.
 */
#include "bounds.h"
#include "greedy_swaps.h"
#include "schedule.h"
#include "switch.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_switch of = rd_switch_read(instance, scratch);
    const uint32_t *host_of_kind = rd_switch_greedy_swaps(&of, scratch, arena);
    return rd_switch_plan_any(&of, host_of_kind, options, arena, scratch, ret_plan, reterr);
}

/* A swap with a gain leaves more items where they are, and a bus takes the volume. */
static const struct rd_baseline baselines[] = {{"switch-canonical", rd_switch_promises_volume},
                                               {NULL, NULL}};

const struct rd_algorithm switch_greedy_swaps = {
    .name = "switch-greedy-swaps",
    .summary = "pairs of hosts swap their kinds, the greatest gain first",
    .source = "the idea of [costa2021], with ties in a written order",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_HEURISTIC,
    .baselines = baselines,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
