/* Rings whose ports limit nobody: what edges can carry by a date, and what hosts wait for
 * (capacity.h); items one by one, or, where they cost nothing by size, any number in a message.
 * Reached as rd_ring_edges_are_reached says. Source: our own; docs/algorithms.md. Cost: as
 * rd_ring_choose. */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"
#include "algorithms/ring/many_ports.h"

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_ring_accepts_many_ports(instance, reterr))
        return false;
    struct rd_ring_choice choice = rd_ring_best_edges(instance, scratch);
    bool one_by_one = instance->item_bytes > 0;
    *ret_bound =
        rd_ring_capacity_bound(instance, &choice, "edges of a ring",
                               one_by_one ? rd_ring_item_by_item_words(instance) : "", arena);
    ret_bound->tight = rd_ring_edges_are_reached(instance);
    ret_bound->schedule_class = one_by_one ? rd_ring_schedule_class(instance) : NULL;
    return true;
}

const struct rd_problem_bound ring_edges = {
    .name = "ring-edges",
    .summary = "ring of many ports: what edges can carry by a date, and hosts wait for",
    .source = "none: our own",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {.shape = RD_RING,
               .directions = RD_ONE_WAY | RD_TWO_WAY,
               .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_RING_GOALS},
    .compute = compute,
};
