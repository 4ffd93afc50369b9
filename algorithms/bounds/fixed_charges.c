/* Any network whose links have latency, given final loads: what the latencies of the messages that
 * a port needs at least add up to (fixed_charge_ports.h), with their certificate. Source: our own;
 * docs/network_bound.md. Cost: as rd_fixed_charge_ports_find. */
#include "problem_bound.h"

#include "algorithms/latency/fixed_charge_ports.h"
#include "algorithms/port_lp/certify.h"

#include "sim/model/certificates/charge.h"

#include <inttypes.h>

static const char *say_charges(const struct rd_instance *instance,
                               const struct rd_fixed_charge_ports *found, double seconds,
                               struct rd_arena *arena)
{
    const char *host = found->host == RD_NO_HOST ? "" : rd_label(instance, found->host);
    const char *verb = found->receives ? "receive" : "send";
    switch (found->reason) {
    case RD_CHARGED_LINKS:
        return rd_arena_print(arena,
                              "%s has to %s %" PRId64 " items or more. With a latency for each "
                              "part of the network that only %s joins to it, and the way that they "
                              "must have come before and must go behind, that takes %.10g s.",
                              host, verb, found->items, host, seconds);
    case RD_CHARGED_EXCESS:
        return rd_arena_print(arena,
                              "%s has to %s %" PRId64 " items or more %s. With the shortest way "
                              "%s, that takes %.10g s.",
                              host, verb, found->items,
                              found->receives ? "that it must send on" : "that it must get first",
                              found->receives ? "to where they may stay" : "from where they are",
                              seconds);
    case RD_CHARGED_NEIGHBOURS:
        return rd_arena_print(arena,
                              "%s has to %s %" PRId64 " items or more. Either they take as many "
                              "messages as neighbours are needed that %s so many together, or "
                              "some neighbour has to %s: %.10g s.",
                              host, verb, found->items, found->receives ? "hold" : "may keep",
                              found->receives ? "get items first" : "send items on", seconds);
    case RD_CHARGED_HUB:
        return rd_arena_print(arena,
                              "%" PRId64 " items or more have to pass %s, whose messages of many "
                              "items wait for each other, and whose messages of few pay many "
                              "latencies: in any number of messages %.10g s.",
                              found->items, host, seconds);
    case RD_CHARGED_SINGLE:
        return rd_arena_print(arena,
                              "Before %.10g s many hosts, as %s, have no time for two messages at "
                              "a port. Whatever one message to each and one from each carry, some "
                              "host ends with too much or too little.",
                              seconds, host);
    default:
        return rd_arena_print(arena,
                              "In the time of the quickest message each host can give to no more "
                              "than its ports let it: from the hosts that hold items to those that "
                              "may keep some it takes %.10g s.",
                              seconds);
    }
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_network network;
    struct rd_port_lp problem;
    uint64_t links = rd_link_count(&instance->topology);
    if (links > RD_NETWORK_BOUND_LIMIT / instance->kind_count)
        return rd_refuse(reterr,
                         "%" PRIu64 " links, %" PRIu32 " kinds: fixed charges are added up for at "
                         "most %d links times kinds",
                         links, instance->kind_count, RD_NETWORK_BOUND_LIMIT);
    if (!rd_has_latency(instance))
        return rd_refuse(reterr, "links without latency: messages cost nothing but their items");
    if (!rd_network_read(instance, scratch, scratch, &network, reterr) ||
        !rd_port_lp_read(&network, 0, arena, scratch, &problem, reterr))
        return false;
    struct rd_fixed_charge_ports found = rd_fixed_charge_ports_find(&problem, scratch);
    double seconds = rd_ticks_in_seconds(found.date, rd_date_s(&problem));
    struct rd_bound bound = {.seconds = seconds, .name = "fixed charges"};
    if (found.date == 0) {
        bound.why = "Nothing shows that some port needs a message.";
        *ret_bound = bound;
        return true;
    }
    bound.why = say_charges(instance, &found, seconds, arena);
    bound.certificate = rd_fixed_charge_ports_certificate(&problem, &found, arena, scratch);
    if (rd_charged_reason_has_port(found.reason))
        rd_bound_add_bottleneck_port(&bound, found.host, found.receives);
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound fixed_charges = {
    .name = "fixed-charges",
    .summary = "any network with latency, loads to reach: the latencies of a port's messages",
    .source = "none: our own",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_REACH)},
    .dear = true,
    .compute = compute,
};
