/* MBA's choice of receptions, in the best of three orders.
 *
 *     N deadlines --> by deadline | backwards, latest start first | backwards, cheapest link first
 *
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_star_plan_best(instance, rd_star_attempt_reordered, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm star_mba_reordered = {
    .name = "star-mba-reordered",
    .summary = "any star: what MBA would receive, in the best of three orders",
    .source = "none: on Fig. 9 (MBA) of [marchal2007]",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
