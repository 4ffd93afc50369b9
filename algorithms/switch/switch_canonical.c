/* Kind j goes to host j: the redistribution as the program that needs it numbered it.
 *
 *     kind 0 --> host 0     kind 1 --> host 1     kind 2 --> host 2 ..
 *
 * The baseline that a relabelling is measured against, and what redistribution libraries do unless
 * they are asked to relabel.
 * Hypotheses: at most as many kinds as hosts.
 */
#include "bounds.h"
#include "schedule.h"
#include "switch.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_switch of = rd_switch_read(instance, scratch);
    uint32_t *host_of_kind = rd_switch_canonical(of.n, scratch);
    return rd_switch_plan_any(&of, host_of_kind, options, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm switch_canonical = {
    .name = "switch-canonical",
    .summary = "kind j goes to host j: the baseline",
    .source = "none: the baseline",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_HEURISTIC,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
