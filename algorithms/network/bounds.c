#include "bounds.h"

#include "charged_ports.h"
#include "port_bound.h"

#include "sim/base/number_text.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>

static const char *say_why(const struct rd_port_bound *found, const struct rd_instance *instance,
                           const struct rd_bound *bound, struct rd_arena *arena)
{
    const struct rd_price_verdict *verdict = &found->verdict;
    char needed[RD_WIDE_SIZE], offered[RD_WIDE_SIZE];
    rd_wide_text(verdict->needed, needed);
    rd_wide_text(verdict->offered, offered);
    if (found->certificate->shared_price)
        return rd_arena_print(
            arena,
            "At the prices of %s, the items that have to move cost at least %s. Before %.10g s "
            "these can carry no more than %s. So no schedule ends before that.",
            rd_bound_bottleneck_words(bound, instance, arena), needed, found->seconds, offered);
    if (verdict->offered == 0)
        return rd_arena_print(arena,
                              "The items that have to move cannot arrive by %.10g s on any route: "
                              "the next possible end is %.10g s.",
                              verdict->end_s, found->seconds);
    return rd_arena_print(
        arena,
        "At the prices of %s, the items that have to move cost at least %s. By %.10g s these can "
        "carry no more than %s. So no schedule ends by then: the next possible end is %.10g s.",
        rd_bound_bottleneck_words(bound, instance, arena), needed, verdict->end_s, offered,
        found->seconds);
}

static const char *say_charges(const struct rd_instance *instance,
                               const struct rd_charged_ports *found, double seconds,
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

/* Takes what links' latencies show, if that is more. */
static void charge_network(const struct rd_network *network, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_bound *bound)
{
    struct rd_port_problem problem;
    rd_arena_borrow(scratch);
    if (!network->has_latency || network->instance->goal != RD_REACH ||
        !rd_port_problem_read(network, bound->seconds, arena, scratch, &problem, NULL))
        return;
    struct rd_charged_ports found = rd_charged_ports_find(&problem, scratch);
    double seconds = rd_ticks_in_seconds(found.date, rd_date_s(&problem));
    if (seconds <= bound->seconds || rd_times_agree(seconds, bound->seconds, bound->seconds))
        return;
    *bound = (struct rd_bound){.seconds = seconds, .name = "fixed charges"};
    bound->why = say_charges(network->instance, &found, seconds, arena);
    bound->certificate = rd_charged_ports_certificate(&problem, &found, arena, scratch);
    if (rd_charged_reason_has_port(found.reason))
        rd_bound_add_bottleneck_port(bound, found.host, found.receives);
}

void rd_network_charge(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_bound *bound)
{
    struct rd_network network;
    rd_arena_borrow(scratch);
    if (rd_network_read(instance, scratch, scratch, &network, NULL))
        charge_network(&network, arena, scratch, bound);
}

void rd_network_certify_ring(const struct rd_instance *instance, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_bound *bound)
{
    static const struct rd_port_charge charge = {.reason = RD_CHARGED_RING};
    static const double rounding = 1e-12;
    struct rd_network network;
    struct rd_port_problem problem;
    struct rd_price_verdict verdict;
    if (!rd_network_read(instance, scratch, scratch, &network, NULL) ||
        !rd_port_problem_read(&network, bound->seconds, arena, scratch, &problem, NULL))
        return;
    double ticks = bound->seconds / rd_date_s(&problem) * (1 + rounding);
    if (!(ticks >= 1 && ticks < (double)RD_PRICE_LIMIT))
        return;
    struct rd_price_certificate *certificate = rd_make(
        arena, struct rd_price_certificate, .tick_s = problem.tick_s, .ticks = (int64_t)ticks,
        .scale = problem.scale, .commodity_count = problem.commodity_count,
        .earliest = problem.earliest, .rest = problem.rest, .charge = &charge);
    /* What was found in floating point may be too much by its last digits. */
    for (int64_t less = 1; certificate->ticks > 0; certificate->ticks -= less, less *= 2) {
        bool shown = rd_price_certificate_check(instance, certificate, scratch, &verdict, NULL);
        if (!rd_times_agree((double)certificate->ticks, ticks, ticks))
            return;
        if (shown) {
            bound->certificate = certificate;
            bound->seconds = fmin(bound->seconds, verdict.seconds);
            return;
        }
    }
}

bool rd_network_bound(RD_BOUND_PARAMETERS)
{
    struct rd_network network;
    struct rd_port_bound found;
    struct rd_port_settings settings = rd_port_settings_usual();
    uint64_t links = rd_link_count(&instance->topology);
    if (links > RD_NETWORK_BOUND_LIMIT / instance->kind_count)
        return rd_refuse(reterr,
                         "%" PRIu64 " links, %" PRIu32 " kinds: the port bound is computed for at "
                         "most %d links times kinds",
                         links, instance->kind_count, RD_NETWORK_BOUND_LIMIT);
    if (!rd_network_read(instance, arena, scratch, &network, reterr) ||
        !rd_port_bound_find(&network, &settings, arena, scratch, &found, reterr))
        return false;
    struct rd_bound bound = {.seconds = found.seconds, .name = "port bound"};
    if (found.certificate) {
        bound.certificate = found.certificate;
        bound.bottleneck = RD_BOTTLENECK_PRICES;
        bound.why = say_why(&found, instance, &bound, arena);
        if (found.is_cut)
            bound.why = rd_arena_print(arena,
                                       "%s Costs are so far apart that this had to be cut: more "
                                       "might be shown.",
                                       bound.why);
    } else {
        bound.why = "Every host may keep what it holds, or nothing shows that moving takes time.";
    }
    charge_network(&network, arena, scratch, &bound);
    *ret_bound = bound;
    return true;
}

void rd_network_certify(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_bound *bound)
{
    enum { MOST_COLUMNS = 1000 };
    struct rd_network network;
    struct rd_port_bound found;
    struct rd_port_settings settings = rd_port_settings_usual();
    settings.claim_s = bound->seconds;
    bool single = rd_bound_is_item_by_item(bound);
    if (bound->certificate || (bound->schedule_class && !single) ||
        rd_link_count(&instance->topology) > MOST_COLUMNS)
        return;
    rd_arena_borrow(scratch);
    if (!rd_network_read(instance, arena, scratch, &network, NULL) ||
        ((uint64_t)network.link_count + network.host_count) * network.kind_count > MOST_COLUMNS)
        return;
    if (single)
        rd_network_send_single_items(&network, arena);
    if (rd_port_bound_find(&network, &settings, arena, scratch, &found, NULL) &&
        found.certificate &&
        (found.seconds >= bound->seconds ||
         rd_times_agree(found.seconds, bound->seconds, bound->seconds))) {
        bound->certificate = found.certificate;
        bound->seconds = fmin(bound->seconds, found.seconds);
    }
}
