/* The best of the heuristics: BBA, MBA reordered, R-BSA with chains.
 *
 *     star --> [three plans, simulated] --> the one that ends first
 *
 * BBA's senders are sorted by link first: the in-port then never waits for what the out-port needs.
 * Hypotheses: times that are whole numbers of one unit.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
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
    .ports = RD_ONE_PORT,
    .goal = RD_FINISH,
    .guarantee = RD_HEURISTIC,
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
