/* Best-balance (BBA): optimal on equal stars, a heuristic on others.
 *
 *     the worker that ends last --> master --> the worker that ends first with one item more
 *
 * One item after another, until no move would end before the sender does. Equal links and equal
 * workers make that optimal, however ties are broken; with unequal workers it is not (c = 1, w = 6
 * 2 3, L = 2 0 0: 6 against 5). It may move an item for nothing.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bba.h"
#include "bounds.h"

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts(instance, "BBA", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_moves moves = rd_star_bba(&star, scratch, arena);
    rd_star_plan(&star, &moves, arena, ret_plan);
    return true;
}

/* A worker that has sent never receives again: it was the last to end then, and with an item more
 * it would end no earlier. So it ends by what was planned when it last received, which was before
 * the last to end. */
const struct rd_algorithm star_bba = {
    .name = "star-bba",
    .summary = "the last to end sends to the first to end, one item at a time: optimal on equal "
               "stars",
    .source = "[marchal2007], Fig. 5 (BBA)",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    /* That never ends later than at rest. */
    .baselines = (const struct rd_baseline[]){{"star-nothing", NULL}, {0}},
    .accepts = accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
