/* Two-way rings whose final loads can be chosen, items one by one: what their links and single
 * ports need with the best of them. O(n) a date, some 60 dates (capacity.h). */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"

static bool compute(RD_BOUND_PARAMETERS)
{
    if (rd_ring_links_are_equal(instance))
        return rd_refuse(reterr, "equal links: ring-half-slice says as much of them");
    if (!rd_ring_goal_is_open(instance))
        return rd_refuse(reterr, "given final loads: System 6 is about these");
    if (!rd_ring_accepts_one_kind(instance, "Lemma 12", reterr))
        return false;
    struct rd_ring_rates rates = rd_ring_rates_read(instance, true, scratch);
    struct rd_ring_choice choice = rd_ring_choose(&rates, false, scratch, scratch);
    *ret_bound = rd_ring_capacity_bound(instance, &choice, "Lemma 12, the best final loads",
                                        rd_ring_item_by_item_words(instance), arena);
    ret_bound->tight = ret_bound->seconds == 0;
    ret_bound->schedule_class = rd_ring_schedule_class(instance);
    return true;
}

const struct rd_problem_bound ring_open_loads = {
    .name = "ring-open-loads",
    .summary = "two-way ring, final loads to choose: links and single hosts with the best of them",
    .source = "[renard2006], Lemma 12",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {RD_ONE_PORT_RING(RD_TWO_WAY)},
    .compute = compute,
};
