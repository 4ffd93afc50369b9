/* R-BSA, our own reading of a heuristic of which only the name could be read: backward filling.
 *
 *     A_k --- ... <-- before that, whoever could start last <-- last, whoever could start last ---
 * T
 *
 * The in-port takes the cheapest links first; then receptions are laid from T backwards. With
 * chains, where that fails, a worker on a cheap link sends a few items more than it must and gets
 * them back, so that the out-port has work early.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

#include <string.h>

static bool plan(RD_PLAN_PARAMETERS)
{
    bool chains = strcmp(rd_option_text(options, "chains"), "yes") == 0;
    rd_star_plan_best(instance, chains ? rd_star_attempt_chains : rd_star_attempt_rbsa, arena,
                      scratch, ret_plan);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"chains", "no|yes", "no", "may a worker on a cheap link send more than it must?"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_rbsa = {
    .name = "star-rbsa",
    .summary = "any star: receivers laid backwards from the end, latest start first",
    .source = "none: our own reading",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .options = option_specs,
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
