/* The same where items cost nothing by size, for schedules that send them one by one all the same:
 * token distribution. Source: our own; ring_all_port_capped.c. Cost: as rd_ring_choose. */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"
#include "algorithms/ring/many_ports.h"

static bool compute(RD_BOUND_PARAMETERS)
{
    if (instance->item_bytes > 0)
        return rd_refuse(reterr, "items of %g bytes: ring-edges counts them one by one",
                         instance->item_bytes);
    if (!rd_ring_accepts_many_ports(instance, reterr))
        return false;
    struct rd_ring_choice choice = rd_ring_best_capped(instance, 1, scratch);
    *ret_bound =
        rd_ring_capacity_bound(instance, &choice, "edges of a ring, item by item", "", arena);
    ret_bound->tight = rd_ring_capped_is_reached(instance);
    ret_bound->schedule_class = ret_bound->seconds > 0 ? RD_ITEM_BY_ITEM : NULL;
    return true;
}

const struct rd_problem_bound ring_edges_single_items = {
    .name = "ring-edges-single-items",
    .summary = "ring of many ports, items of no bytes: the same if they are sent one by one",
    .source = "none: our own",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {.shape = RD_RING,
               .directions = RD_ONE_WAY | RD_TWO_WAY,
               .ports = RD_BIT(RD_ALL_PORTS),
               .goals = RD_RING_GOALS},
    .compute = compute,
};
