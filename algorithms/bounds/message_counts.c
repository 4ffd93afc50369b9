/* Any network whose links have latency: ports send and receive whole numbers of messages
 * (algorithms/latency/message_counts.h), with their certificate. Source: our own;
 * docs/network_bound.md. Cost: some seconds at the most. */
#include "problem_bound.h"

#include "algorithms/latency/message_counts.h"

#include "sim/model/certificates/charge.h"

#include <inttypes.h>

/* Errors: RD_ERROR_REFUSED where messages are not counted. */
static bool read_problem(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_network *ret_network,
                         struct rd_port_lp *ret_problem, struct rd_error *reterr)
{
    uint64_t links = rd_link_count(&instance->topology);
    if (!rd_has_latency(instance))
        return rd_refuse(reterr, "links without latency: messages cost nothing but their items");
    if (links > RD_COUNT_LIMIT / instance->kind_count)
        return rd_refuse(reterr,
                         "%" PRIu64 " links, %" PRIu32 " kinds: messages are counted on at most %d "
                         "links times kinds",
                         links, instance->kind_count, RD_COUNT_LIMIT);
    return rd_network_read(instance, arena, scratch, ret_network, reterr) &&
           rd_port_lp_read(ret_network, 0, arena, scratch, ret_problem, reterr);
}

static bool may_exceed(const struct rd_instance *instance, double known_s, struct rd_arena *arena,
                       struct rd_arena *scratch)
{
    struct rd_network network;
    struct rd_port_lp problem;
    return !read_problem(instance, arena, scratch, &network, &problem, NULL) ||
           rd_message_counts_may_exceed(&problem, known_s, arena, scratch);
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_network network;
    struct rd_port_lp problem;
    if (!read_problem(instance, arena, scratch, &network, &problem, reterr))
        return false;
    struct rd_message_counts found = rd_message_counts_find(&problem, arena, scratch);
    double seconds = rd_ticks_in_seconds(found.date, rd_date_s(&problem));
    struct rd_bound bound = {.seconds = seconds, .name = "message counts"};
    bound.certificate = found.certificate;
    bound.why = "Nothing shows that some port needs a message.";
    if (found.certificate)
        bound.why = rd_arena_print(
            arena,
            "Each port sends and receives a whole number of messages. Before %.10g s, in each of "
            "%" PRIu32 " cases of how many these are, what has to move costs more than ports and "
            "links have time for.",
            seconds, (found.certificate->charge->case_count + 1) / 2);
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound message_counts = {
    .name = "message-counts",
    .summary = "any network with latency: whole numbers of messages at each port",
    .source = "none: our own, by branching and linear programming duality",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE)},
    .dear = true,
    .may_exceed = may_exceed,
    .compute = compute,
};
