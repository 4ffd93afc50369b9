/* Equal links, workers of any speed: the optimum (MBA).
 *
 *     worker with too many --> master --> the N latest deadlines, the earliest first
 *
 * For an end T every worker knows how many items it has too many, or how many more it could
 * compute and by when each must have come. On equal links no worker need both send and receive, and
 * all receptions take as long, so T is possible if and only if the latest deadlines are met in
 * their order. Of the dates T the least possible one is found by bisection over whole units, which
 * is exact, or to 1e-9 where times have no common unit; the paper bisects over a grid.
 * Hypotheses: equal links; times that can be added up to 1e-9 of the end. The paper's links take as
 * long both ways; here all ways up are alike, and all ways down (docs/star.md).
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "deadlines.h"

/* Do all links take as long as the first, up or down? */
static bool accepts_way(const struct rd_instance *instance, bool up, struct rd_error *reterr)
{
    uint32_t m = instance->topology.host_count - 1, other = 1;
    while (other < m &&
           rd_same_cost(rd_star_item_s(instance, other, up), rd_star_item_s(instance, 0, up)))
        other++;
    if (other >= m)
        return true;
    char one_label[RD_LABEL_SIZE], other_label[RD_LABEL_SIZE];
    return rd_refuse(reterr,
                     "an item takes %.14g s %s %s%s and %.14g s %s %s: MBA needs equal links",
                     rd_star_item_s(instance, 0, up), up ? "from" : "from the master to",
                     rd_host_label(instance, 0, one_label), up ? " to the master" : "",
                     rd_star_item_s(instance, other, up), up ? "from" : "to",
                     rd_host_label(instance, other, other_label));
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts_precisely(instance, "MBA", reterr) &&
           accepts_way(instance, true, reterr) && accepts_way(instance, false, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_arena_borrow(scratch);
    struct rd_star star = rd_star_read_compact(instance, scratch);
    star.one_link = true; /* as all are equal */
    uint32_t *laden, *number, count;
    int64_t date = rd_star_port_bound(&star, &laden, &count, scratch), excess = 0;
    for (uint32_t i = 0; i < count; i++)
        excess -= rd_star_capacity(&star, laden[i], date);
    if (!rd_star_has_deadlines(&star, date, excess, 0)) {
        date = rd_star_computation_bound(&star);
        excess = rd_star_excess(&star, date);
        rd_star_keep_laden(&star, date, NULL, star.worker_count, laden);
    }
    if (excess == 0)
        return true;
    /* The relaxation that gives the bound is the exact test on equal links. */
    const struct rd_star part =
        rd_star_equal_links_part(&star, date, excess, laden, &number, scratch);
    date = rd_star_least_date(&part, date, rd_star_time_at_rest(&part), scratch);
    struct rd_star_moves moves = rd_star_equal_links_moves(&part, number, date, scratch);
    rd_star_plan(&star, &moves, arena, ret_plan);
    return true;
}

const struct rd_algorithm star_mba = {
    .name = "star-mba",
    .summary = "equal links, workers of any speed: the latest deadlines, and the least end that "
               "allows them",
    .source = "[marchal2007], Fig. 9 (MBA), made exact",
    RD_STAR_FINISH,
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .plan = plan,
};
