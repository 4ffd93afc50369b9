/* network-exact: the shortest of all schedules of a small network, whatever its costs.
 *
 * What network-planner finds is the time to beat. Then all schedules that could beat it are gone
 * through, state by state in order of time (exhaustive.h): the first that reaches the goal is the
 * shortest, and if none does, the planner's was. The note of the plan says how many states that
 * took.
 * Where links are shared, the schedules that are gone through are those that keep to them; the
 * planner's may be shorter. Of messages that slow each other down no search of dates would be one
 * of all schedules: it may be best to start one when nothing ends.
 * Hypotheses: no latency; up to 20 links and computing hosts together, 24 hosts times kinds, 60
 * items, 2^15 states and 2^24 sets of messages that may start together.
 * Source: docs/algorithms.md, "Any network". */
#include "exhaustive.h"
#include "planner.h"

#include "algorithms/algorithm.h"
#include "algorithms/kernels/dated_states.h"
#include "algorithms/kernels/spare_relays.h"
#include "algorithms/port_lp/certify.h"
#include "sim/base/guard.h"
#include "sim/referee/referee.h"

#include <inttypes.h>

/* Room for states: at first, how many times as much where that is too little, and at the most. */
enum { FIRST_STATES = 1 << 9, MORE_STATES = 8, STATE_LIMIT = 1 << 15 };

/* Are the links few, without latency, and does an item take time on each? */
static bool accepts_links(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t lanes = instance->goal == RD_FINISH ? topology->host_count : 0, from, to;
    for (uint64_t number = 0; number < rd_link_count(topology); number++) {
        if (!rd_link_ends(topology, number, &from, &to))
            continue;
        lanes++;
        if (rd_link_cost(instance, number).latency_s > 0)
            return rd_refuse(reterr, "links with latency: those without are accepted");
        if (!(rd_item_s(instance, from, to) > 0))
            return rd_refuse(reterr,
                             "an item takes 0 s from a host to another: more than 0 is accepted");
    }
    return lanes <= RD_EXHAUSTIVE_LANES ||
           rd_refuse(reterr, "%" PRIu32 " links and computing hosts: at most %d are accepted",
                     lanes, RD_EXHAUSTIVE_LANES);
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    uint64_t entries = (uint64_t)instance->topology.host_count * instance->kind_count;
    int64_t items = 0;
    if (!rd_network_planner_accepts(instance, options, reterr))
        return false;
    if (entries > RD_EXHAUSTIVE_ENTRIES)
        return rd_refuse(reterr, "%" PRIu64 " hosts times kinds: at most %d are accepted", entries,
                         RD_EXHAUSTIVE_ENTRIES);
    for (uint64_t i = 0; i < entries; i++)
        items += instance->load[i];
    if (items > RD_EXHAUSTIVE_ITEMS)
        return rd_refuse(reterr, "%" PRId64 " items: at most %d are accepted", items,
                         RD_EXHAUSTIVE_ITEMS);
    if (instance->sends == RD_SINGLE_SEND)
        return rd_refuse(reterr,
                         "sends=\"single\": hosts that may send several times are accepted");
    return accepts_links(instance, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_network network;
    struct rd_planner_settings settings = {
        .seed = options->seed, .work_items = 10000, .executable = options->executable};
    struct rd_plan planned = {0}, shorter = {.timing = RD_SELF_TIMED};
    if (!rd_network_read(instance, arena, scratch, &network, reterr) ||
        !rd_network_planner(instance, &settings, arena, scratch, &planned, reterr))
        return false;
    double planned_s = rd_referee_makespan_s(instance, &planned, arena, scratch);
    struct rd_exhaustive found = {0};
    for (size_t states = FIRST_STATES; !found.complete && states <= STATE_LIMIT && !rd_time_is_up();
         states *= MORE_STATES)
        found = rd_exhaustive_search(&network, planned_s, states, NULL, arena, scratch, &shorter);
    if (!found.complete && rd_time_is_up()) {
        *ret_plan = planned;
        return true;
    }
    if (!found.complete)
        return rd_refuse(reterr,
                         "more than %d states, or %d sets of messages that may start together: at "
                         "most that many are searched",
                         STATE_LIMIT, STATE_LIMIT * RD_EXHAUSTIVE_SETS);
    *ret_plan = found.shortest_s < planned_s ? shorter : planned;
    rd_spare_relays(instance, arena, scratch, ret_plan);
    rd_dated_states_tell(instance, found.closed, arena, ret_plan);
    return true;
}

const struct rd_algorithm network_exact = {
    .name = "network-exact",
    .summary = "any small network without latency: the shortest of all schedules, by search",
    .source = "none: our own, by exhaustive search",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE) | RD_BIT(RD_FINISH),
    .sizes_by_kind = true,
    .guarantee = RD_EXACT,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
    .plan = plan,
};
