/* network-flow-in-time: as short as any schedule, where all links cost the same.
 *
 * Every item takes c seconds over every link. Then nothing is gained by starting between two
 * multiples of c: a schedule is a flow in a network of T copies of the hosts, one for each c
 * seconds, with room for what ports and links carry in a step (flow_over_time.h). The least T that
 * has such a flow is the optimum. It is looked for from the least time of a single host on.
 * Hypotheses: one kind, one cost for all links, no latency, no shared links, up to 2^23 arcs in
 * time.
 * Source: docs/hypercube.md, "The optimum"; docs/development/planners.md, "Any network". */
#include "planner.h"

#include "algorithms/algorithm.h"
#include "algorithms/flow/flow_over_time.h"
#include "algorithms/graph/goal.h"
#include "algorithms/kernels/spare_relays.h"
#include "algorithms/port_lp/certify.h"

#include <inttypes.h>
#include <math.h>

static const uint64_t arc_limit = UINT64_C(1) << 23;
static const int64_t window_limit = 64;

/* Whether what an item takes is a time from which steps can be made.
 * In: an instance with one cost for all links. */
static bool has_steps(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t numbers = rd_link_count(topology), link = 0;
    uint32_t from, to;
    while (link < numbers && !rd_link_ends(topology, link, &from, &to))
        link++;
    if (link == numbers)
        return true;
    double latency_s = rd_link_cost(instance, link).latency_s;
    if (latency_s > 0)
        return rd_refuse(reterr, "latency %g s: links without latency are accepted", latency_s);
    if (!(rd_item_s(instance, from, to) > 0))
        return rd_refuse(reterr, "an item takes 0 s: more than 0 is accepted");
    return true;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (!rd_network_planner_accepts(instance, options, reterr))
        return false;
    if (instance->topology.shape == RD_BUS)
        return rd_refuse(
            reterr,
            "the shape is bus: networks whose links carry messages at the same time are accepted");
    if (instance->shared)
        return rd_refuse(reterr, "links that messages share on the platform: a step does not count "
                                 "what these carry; links of their own are accepted");
    if (instance->kind_count > 1)
        return rd_refuse(reterr, "%" PRIu32 " kinds: one is accepted", instance->kind_count);
    if (instance->item_bytes == 0)
        return rd_refuse(reterr, "items of 0 bytes: more than 0 bytes are needed");
    if (!rd_costs_are_equal(instance))
        return rd_refuse(reterr, "links of different costs: one cost for all links is accepted");
    if (instance->goal == RD_BALANCE && instance->balance_error > window_limit)
        return rd_refuse(reterr,
                         "error %" PRId64 ": at most %" PRId64
                         " is accepted, since each least load that it allows is a flow of its own",
                         instance->balance_error, window_limit);
    return has_steps(instance, reterr);
}

static struct rd_time_problem problem_of(const struct rd_network *network, struct rd_arena *arena)
{
    int64_t low, error;
    struct rd_network_goal first = rd_network_goal_shifted(network, -RD_ITEM_LIMIT, arena);
    return (struct rd_time_problem){
        .network = network,
        .link = rd_time_links(network, arena),
        .load = network->instance->load,
        .least = first.least,
        .most = first.most,
        .window_count = network->instance->goal == RD_BALANCE
                            ? rd_network_balance_windows(network, 0, &low, &error)
                            : 1,
    };
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_network network;
    if (!rd_network_read(instance, arena, scratch, &network, reterr))
        return false;
    ret_plan->timing = RD_SELF_TIMED;
    ret_plan->searched_all = true; /* a cut stands against each smaller number of steps */
    if (network.link_count == 0)
        return true;
    struct rd_time_problem problem = problem_of(&network, scratch);
    struct rd_network_goal goal = rd_network_goal_of(&network, scratch);
    bool bounded = problem.window_count == 1;
    double host_s = bounded ? rd_network_host_s(&network, &goal, scratch) : 0;
    int64_t from = (int64_t)ceil(host_s / network.item_s[0] * (1 - 1e-12));
    struct rd_flow_over_time found = {.steps = from};
    if (!rd_flow_over_time_least(&problem, from, arc_limit, &found, scratch, scratch))
        return rd_refuse(reterr,
                         "%" PRIu32 " hosts and %" PRIu32 " links over %" PRId64
                         " steps or more: a network in time of at most %" PRIu64
                         " arcs is accepted",
                         network.host_count, network.link_count, found.steps, arc_limit);
    rd_flow_over_time_write(&problem, &found, arena, ret_plan);
    rd_spare_relays(instance, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm network_flow_in_time = {
    .name = "network-flow-in-time",
    .summary = "any network with one cost for all links: optimal, by maximum flow in time",
    .source = "none: our own, by maximum flow in time",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_EXACT,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
    .plan = plan,
};
