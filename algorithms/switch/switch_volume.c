/* The relabelling that moves the fewest items.
 *
 *            kind 0  kind 1
 *     host 0   10      9         keep 9 + 9 = 18 of 28 items: move 10
 *     host 1    9      0         (who takes the most first keeps 10 + 0)
 *
 * Host i that keeps kind j receives c_j - q_ij items: the least sum over a permutation is an
 * assignment, and its duals prove it. On a bus, where one message travels at a time, it is the
 * shortest redistribution; on a switch it is not the shortest in general.
 * Hypotheses: at most as many kinds as hosts. Optimal on a bus whose links are alike.
 */
#include "bounds.h"
#include "schedule.h"
#include "switch.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    return rd_switch_plan_best(instance, RD_LEAST_VOLUME, options, arena, scratch, ret_plan,
                               reterr);
}

const struct rd_algorithm switch_volume = {
    .name = "switch-volume",
    .summary = "the relabelling that moves the fewest items",
    .source = "[herrmann2014], Algorithm 1",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_volume,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
