/* MBA on links of any speed, believing only what its plan does.
 *
 *     T --> MBA's deadlines --> the N on the cheapest links, by deadline --> does the plan end by
 * T?
 *
 * On unequal links MBA's yes says nothing: its test forgets that items reach the master one by one.
 * Here T passes if the plan, simulated, ends by it, and the best plan seen is kept.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_star_plan_best(instance, rd_star_attempt_mba, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm star_mba_simulated = {
    .name = "star-mba-simulated",
    .summary = "any star: MBA, for the least end that its plan really keeps",
    .source = "none: Fig. 9 (MBA) of [marchal2007], its answer simulated",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
