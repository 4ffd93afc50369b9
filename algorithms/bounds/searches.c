/* The optimum itself, where a search of all schedules ends: what network-flow-in-time,
 * network-exact, copies-exact and objects-exact find. In a run of these it is a bound of every row
 * anyway. Source: these.
 * Cost: as theirs, minutes at the most. */
#include "problem_bound.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"

static bool search(const char *name, RD_BOUND_PARAMETERS)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, reterr) ||
        !algorithm->plan(algorithm, instance, &options, arena, scratch, &plan, reterr))
        return false;
    if (!plan.searched_all)
        return rd_refuse(reterr, "links that messages share on the platform: no search of dates is "
                                 "one of all schedules");
    double seconds = rd_referee_makespan_s(instance, &plan, arena, scratch);
    *ret_bound = (struct rd_bound){
        .seconds = seconds,
        .name = "search",
        .tight = true,
        .why = rd_arena_print(arena, "All schedules are searched (%s), and none is shorter.", name),
    };
    return true;
}

static bool search_flows(RD_BOUND_PARAMETERS)
{
    return search("network-flow-in-time", instance, arena, scratch, ret_bound, reterr);
}

static bool search_states(RD_BOUND_PARAMETERS)
{
    const char *name = instance->goal == RD_COPIES  ? "copies-exact"
                       : instance->goal == RD_PLACE ? "objects-exact"
                                                    : "network-exact";
    return search(name, instance, arena, scratch, ret_bound, reterr);
}

const struct rd_problem_bound flow_in_time = {
    .name = "flow-in-time",
    .summary = "any network with one cost for all links: the optimum, by maximum flow in time",
    .source = "none: our own",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE)},
    .on_request = true,
    .compute = search_flows,
};

const struct rd_problem_bound exhaustive_search = {
    .name = "exhaustive",
    .summary =
        "small problems, of items without latency: the optimum, by a search of all schedules",
    .source = "none: our own",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE) | RD_BIT(RD_FINISH) |
                        RD_BIT(RD_PLACE) | RD_BIT(RD_COPIES),
               .sizes_by_kind = true},
    .on_request = true,
    .compute = search_states,
};
