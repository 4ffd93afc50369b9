/* The relabelling whose busiest port carries the fewest items.
 *
 *            kind 0  kind 1
 *     host 0   10      9    19   swapped, host 0 sends 10; in place both carry 9
 *     host 1    9      0     9
 *              19      9
 *
 * Host i that keeps kind j sends l_i - q_ij items and receives c_j - q_ij: the least maximum over a
 * permutation is a bottleneck assignment, and hosts that too few kinds would do for prove it
 * (Hall). A colouring of the transfers then takes just as many steps (Koenig), so that on a
 * one-port switch it is the shortest redistribution. The paper drops the most expensive pairs one
 * by one; a threshold search finds the same value sooner. Hypotheses: at most as many kinds as
 * hosts. Optimal on a switch whose links are alike.
 */
#include "bounds.h"
#include "schedule.h"
#include "switch.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    return rd_switch_plan_best(instance, RD_FEWEST_STEPS, options, arena, scratch, ret_plan,
                               reterr);
}

const struct rd_algorithm switch_steps = {
    .name = "switch-steps",
    .summary = "the relabelling whose busiest port carries the fewest items",
    .source = "[herrmann2014], Algorithm 2",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_steps,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
