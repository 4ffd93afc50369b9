/* network-planner: a plan for any network, whatever its ports and costs.
 *
 *     flow       which items cross which links: shortest augmenting paths, whose costs rise
 *                exponentially with the load of ports and links; without cycles
 *     dispatch   in which order: whenever a port or an item comes free, the most urgent message
 *     passes     forward and backward in time: late ends first, then early starts first
 *     search     sends some items another way, and keeps what is no worse
 *
 * Of a large network with a shape, an algorithm for it may plan what a bound shows to be optimal;
 * then that is the plan. Messages are of one item. Where links have latencies, several sizes are
 * tried for all messages alike, and messages of all that is held; which is no more than a simple
 * rule. Where items would cross links in more than 2^19 messages, messages are larger, too. Source:
 * docs/development/planners.md, "Any network". */
#include "planner.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"

#include <string.h>

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_planner_settings settings = {
        .seed = options->seed,
        .executable = options->executable,
        .work_items = rd_option_integer(options, "search") * 1000,
        .item_by_item = strcmp(rd_option_text(options, "item-by-item"), "yes") == 0,
    };
    return (!settings.item_by_item &&
            rd_proved_plan_of_shape(instance, options, arena, scratch, ret_plan)) ||
           rd_network_planner(instance, &settings, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "50",
     "thousands of messages that the search starts, in all its schedules; near the bound "
     "as many again"},
    {"item-by-item", "yes|no", "no",
     "send each item in a message of its own, whatever the latency"},
    {0},
};

const struct rd_algorithm network_planner = {
    .name = "network-planner",
    .summary = "any network: a flow by marginal costs, greedy dispatch, a search among flows",
    .source = "none: our own",
    RD_NETWORK_ALGORITHM,
    .sizes_by_kind = true,
    .options = option_specs,
    .accepts = rd_network_planner_accepts,
    .plan = plan,
};
