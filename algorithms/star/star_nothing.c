/* The baseline: every worker computes what it holds.
 *
 *     worker i: [L_i items of w_i each]        master: idle
 *
 * It takes any star: links of any speed, no links at all.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts_one_kind(instance, "star-nothing", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    return true; /* what no transfer mentions is computed where it is */
}

const struct rd_algorithm star_nothing = {
    .name = "star-nothing",
    .summary = "every worker computes what it holds: what balancing is measured against",
    .source = "none: a baseline",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
