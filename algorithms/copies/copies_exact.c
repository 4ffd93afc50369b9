/* copies-exact: the shortest of all schedules of a few copies, whatever their costs, latency too.
 *
 * What copies-portfolio finds is the time to beat. Then all schedules that could beat it are gone
 * through, state by state in order of time (exhaustive.h): the first that reaches the goal is the
 * shortest, and if none does, the portfolio's was. Where links are shared, the schedules that are
 * gone through are those that keep to them. An item that two messages bring to one host, which
 * latency may ask for, is there with the first that ends; a plan that lists these otherwise is not
 * given.
 * Hypotheses: up to 20 links, 32 items, 64 hosts times items, 2^17 states and 2^26 sets of messages
 * that may start together. Source: none: our own, by exhaustive search. */
#include "exhaustive.h"
#include "schedule.h"

#include "algorithms/algorithm.h"
#include "algorithms/kernels/dated_states.h"
#include "sim/base/guard.h"
#include "sim/model/copies_parts.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <inttypes.h>

/* Room for states: at first, how many times as much where that is too little, and at the most. */
enum { FIRST_STATES = 1 << 8, MORE_STATES = 8, STATE_LIMIT = 1 << 17 };

/* Items of all kinds; more than are accepted where there are many. */
static int64_t count_items(const struct rd_copies *copies)
{
    int64_t items = 0;
    for (uint32_t piece = 0; piece < copies->piece_count && items <= RD_COPY_SEARCH_ITEMS; piece++)
        items += copies->items[piece];
    return items;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    int64_t items = count_items(instance->copies), hosts = instance->topology.host_count;
    if (!rd_has_named_part_alone(instance, reterr))
        return false;
    if (items > RD_COPY_SEARCH_ITEMS)
        return rd_refuse(reterr,
                         "more than %d items are not searched: at most as many are accepted",
                         RD_COPY_SEARCH_ITEMS);
    return items * hosts <= RD_COPY_SEARCH_ENTRIES ||
           rd_refuse(reterr, "%" PRId64 " hosts times items: at most %d are accepted",
                     items * hosts, RD_COPY_SEARCH_ENTRIES);
}

/* The shortest of all, if the search ends. Returns: false if the limits, or the time, cut it. */
static bool search_all(const struct rd_multicast *multicast, double planned_s,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_copy_search *ret,
                       struct rd_plan *ret_shorter)
{
    *ret = (struct rd_copy_search){0};
    for (size_t states = FIRST_STATES; !ret->complete && states <= STATE_LIMIT && !rd_time_is_up();
         states *= MORE_STATES)
        *ret = rd_copies_exhaust(multicast, planned_s, states, arena, scratch, ret_shorter);
    return ret->complete;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    const struct rd_algorithm *portfolio = rd_algorithm_named("copies-portfolio");
    const struct rd_options plain = {.spec = portfolio->options,
                                     .seed = options->seed,
                                     .executable = options->executable,
                                     .waits_for_room = true};
    struct rd_plan planned = {0}, shorter = {0};
    struct rd_multicast multicast;
    struct rd_copy_search found;
    rd_arena_own(own);
    if (!rd_multicast_read(instance, &own, scratch, &multicast, reterr) ||
        !rd_copies_can_be_scheduled(&multicast, reterr))
        return false;
    if (multicast.network.link_count > RD_COPY_SEARCH_LINKS)
        return rd_refuse(reterr, "%" PRIu32 " links: at most %d are accepted",
                         multicast.network.link_count, RD_COPY_SEARCH_LINKS);
    if (!portfolio->plan(portfolio, instance, &plain, arena, scratch, &planned, reterr))
        return false;
    double planned_s = rd_referee_makespan_s(instance, &planned, arena, scratch);
    bool ended = search_all(&multicast, planned_s, arena, scratch, &found, &shorter);
    *ret_plan = planned;
    if (!ended && rd_time_is_up())
        return true;
    if (!ended)
        return rd_refuse(reterr,
                         "more than %d states, or %d sets of messages that may start together: at "
                         "most that many are searched",
                         STATE_LIMIT, STATE_LIMIT * RD_COPY_SEARCH_SETS);
    if (found.shortest_s < planned_s) {
        *ret_plan = shorter;
        planned_s = rd_referee_makespan_s(instance, ret_plan, arena, scratch);
    }
    if (!rd_times_agree(planned_s, found.shortest_s, planned_s))
        return rd_refuse(reterr, "items come twice to a host in the shortest schedule searched, "
                                 "and no plan says so");
    rd_dated_states_tell(instance, found.closed, arena, ret_plan);
    return true;
}

const struct rd_algorithm copies_exact = {
    .name = "copies-exact",
    .summary = "a few copies: the shortest of all schedules, by search",
    .source = "none: our own, by exhaustive search",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_COPIES),
    .guarantee = RD_EXACT,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
    .plan = plan,
};
