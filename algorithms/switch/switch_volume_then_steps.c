/* Of the relabellings that move the fewest items, one whose busiest port carries the fewest.
 *
 *     all pairs --> pairs that an optimal dual makes tight --> the bottleneck among these
 *
 * A relabelling has the least volume if and only if every pair of it is tight, u_i + v_j = w_ij,
 * for any one optimal dual. So Algorithm 2 on the tight pairs alone finds the fewest steps, and
 * Hall proves them as there. Hypotheses: at most as many kinds as hosts. Optimal on a bus whose
 * links are alike.
 */
#include "bounds.h"
#include "schedule.h"
#include "switch.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    return rd_switch_plan_best(instance, RD_LEAST_VOLUME_THEN_FEWEST_STEPS, options, arena, scratch,
                               ret_plan, reterr);
}

/* The time of links alike is the steps, and of the relabellings of least volume it takes one of the
 * fewest. */
static const struct rd_baseline baselines[] = {{"switch-volume", rd_switch_promises_steps},
                                               {NULL, NULL}};

const struct rd_algorithm switch_volume_then_steps = {
    .name = "switch-volume-then-steps",
    .summary = "of the relabellings that move the fewest items, one of fewest steps",
    .source = "[herrmann2014], Algorithms 1 and 2 together",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_volume,
    .baselines = baselines,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
