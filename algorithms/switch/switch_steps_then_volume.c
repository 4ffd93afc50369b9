/* Of the relabellings whose busiest port carries the fewest items, one that moves the fewest.
 *
 *     all pairs --> T, the fewest steps --> pairs of at most T --> the assignment among these
 *
 * A relabelling takes at most T steps if and only if every pair of it does, so Algorithm 1 on those
 * pairs alone finds the least volume; its duals need to hold for them only.
 * Hypotheses: at most as many kinds as hosts. Optimal on a switch whose links are alike.
 */
#include "bounds.h"
#include "schedule.h"
#include "switch.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    return rd_switch_plan_best(instance, RD_FEWEST_STEPS_THEN_LEAST_VOLUME, options, arena, scratch,
                               ret_plan, reterr);
}

/* Both take the fewest steps. */
static const struct rd_baseline baselines[] = {{"switch-steps", rd_switch_promises_steps},
                                               {NULL, NULL}};

const struct rd_algorithm switch_steps_then_volume = {
    .name = "switch-steps-then-volume",
    .summary = "of the relabellings of fewest steps, one that moves the fewest items",
    .source = "[herrmann2014], Algorithms 2 and 1 together",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_steps,
    .baselines = baselines,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
