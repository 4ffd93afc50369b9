/* network-bundled: messages of many items for any network with latency.
 *
 *     flow       by shortest augmenting paths, for times of 1 to 4 times the bound; and with each
 *                link's latency shared among the items that crossed it in the flow before
 *     bundles    hosts that send more than they hold wait for whole messages. What comes to them
 *                and leaves them goes in messages of one size, or in one number, or in about
 *                sqrt(c f / l) messages of f items in all; everything else in one message a link
 *     dispatch   as network-planner, or as for a pipeline of two stages
 *     search     other flows, other orders, then a message more or less on each link
 *
 * Where every host holds what it sends, and every port has at most two links that are used, one
 * message a link is the best for its flow: the time is that of the busiest port.
 * Source: none, our own; docs/development/planners.md, "Any network". */
#include "planner.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (!rd_network_planner_accepts(instance, options, reterr))
        return false;
    return rd_has_latency(instance) ||
           rd_refuse(reterr, "links without latency: messages of one item are as good there "
                             "(network-planner)");
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_planner_settings settings = {
        .seed = options->seed,
        .work_items = rd_option_integer(options, "search") * 1000,
        .bundles = true,
        .executable = options->executable,
    };
    return rd_network_planner(instance, &settings, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "200",
     "thousands of messages that the search starts, in all its schedules; near the bound "
     "as many again"},
    {0},
};

const struct rd_algorithm network_bundled = {
    .name = "network-bundled",
    .summary = "any network with latency: messages of many items, in numbers by link",
    .source = "none: our own",
    RD_NETWORK_ALGORITHM,
    .sizes_by_kind = true,
    .options = option_specs,
    .accepts = accepts,
    .plan = plan,
};
