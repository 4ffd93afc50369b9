/* The best of the heuristics: BBA, MBA reordered, R-BSA with chains.
 *
 *     star --> [three plans, simulated] --> the one that ends first
 *
 * BBA's senders are sorted by link first: the in-port then never waits for what the out-port needs.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_found found = rd_star_portfolio(&star, true, arena, scratch);
    rd_star_plan(&star, &found.moves, arena, ret_plan);
    return true;
}

const struct rd_algorithm star_portfolio = {
    .name = "star-portfolio",
    .summary = "any star: the best of BBA, MBA reordered and R-BSA with chains",
    .source = "none: our own",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    /* It takes the best of them. BBA's senders sorted by link make every A_k least, and no B_k or
     * end grows with A_k. (R-BSA with chains is another bisection than R-BSA.) */
    .baselines =
        (const struct rd_baseline[]){
            {"star-nothing", NULL}, {"star-bba", NULL}, {"star-mba-reordered", NULL}, {0}},
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
