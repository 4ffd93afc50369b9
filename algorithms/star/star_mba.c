/* Equal links, workers of any speed: the optimum (MBA).
 *
 *     worker with too many --> master --> the N latest deadlines, the earliest first
 *
 * For an end T every worker knows how many items it has too many, or how many more it could
 * compute and by when each must have come. On equal links no worker need both send and receive, and
 * all receptions take as long, so T is possible if and only if the latest deadlines are met in
 * their order. Of the dates T the least possible one is found by bisection over whole units, which
 * is exact, where the paper bisects over a grid.
 * Hypotheses: equal links, times that are whole numbers of one unit. The paper's links take as long
 * both ways; here all ways up are alike, and all ways down (docs/star.md).
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "deadlines.h"

/* Do all links take as long as the first, up or down? */
static bool accepts_way(const struct rd_instance *instance, const int64_t *units, bool up,
                        struct rd_error *reterr)
{
    uint32_t m = instance->topology.host_count - 1, other = 1;
    while (other < m && units[other] == units[0])
        other++;
    if (other >= m)
        return true;
    char one_label[RD_LABEL_SIZE], other_label[RD_LABEL_SIZE];
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "an item takes %.10g s %s %s%s and %.10g s %s %s: MBA needs equal links",
                   up ? rd_item_s(instance, 0, m) : rd_item_s(instance, m, 0),
                   up ? "from" : "from the master to", rd_host_label(instance, 0, one_label),
                   up ? " to the master" : "",
                   up ? rd_item_s(instance, other, m) : rd_item_s(instance, m, other),
                   up ? "from" : "to", rd_host_label(instance, other, other_label));
}

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    if (!rd_star_accepts(instance, "MBA", reterr))
        return false;
    struct rd_arena work;
    rd_arena_open(&work, 0);
    struct rd_star star = rd_star_read(instance, &work);
    bool equal = accepts_way(instance, star.up, true, reterr) &&
                 accepts_way(instance, star.down, false, reterr);
    rd_arena_close(&work);
    return equal;
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    struct rd_star star = rd_star_read(instance, scratch);
    /* The relaxation that gives the bound is the exact test on equal links. */
    int64_t date = rd_star_bound_units(&star, scratch);
    struct rd_star_moves moves = rd_star_equal_links_moves(&star, date, scratch, arena);
    rd_star_plan(&star, &moves, arena, ret_plan);
    return true;
}

const struct rd_algorithm star_mba = {
    .name = "star-mba",
    .summary = "equal links, workers of any speed: the latest deadlines, and the least end that "
               "allows them",
    .source = "Marchal, Rehn, Robert, Vivien (2007), Fig. 9 (MBA), made exact",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
