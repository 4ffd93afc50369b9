/* No relabelling and no schedule gathers the kinds faster.
 * Idea: a host that ends with one kind has sent all it held of the others and received the rest of
 * its own, whoever passes items on. On a switch its ports do one thing at a time, so the time is at
 * least that of the busiest host, and the least such maximum over all relabellings is a bottleneck
 * assignment. On a bus only one message travels at a time, so times add up: an assignment.
 * Where all links cost the same and have no latency these are the fewest steps and the least
 * volume, and some schedule takes just that. Elsewhere every item that a host sends is counted over
 * the quickest of its links, and with a latency one message for each kind that it sends; what it
 * receives likewise, with one message at least. On a bus, of a kind's sending and receiving the
 * more expensive counts.
 * A host with k ports, at most one for each other host, has k places for messages. They share its
 * messages, so its time is at least a k-th of the sum; and some place takes no fewer items than the
 * mean, rounded up, one after the other. This holds for whatever the host keeps, so the bottleneck
 * assignment bounds all relabellings. That a link carries one message at a time is not counted:
 * items may take a way round. So with several ports there may be no schedule of just this time.
 * Where a host's messages share an uplink or a downlink, their bytes cross it one after the other,
 * however many ports there are.
 * Cost: that of the kernels and O(hosts^2).
 * Source: Herrmann et al. (2014), Definitions 1 and 2, and Hall (1935); ours for unlike links. */
#include "problem_bound.h"

#include "algorithms/switch/bounds.h"
#include "algorithms/switch/explain_certificate.h"
#include "algorithms/switch/relabelling.h"
#include "sim/model/certificates/price_certificate.h"

#include <string.h>

/* Rests the bound on a lone host's port that is busy for so long whatever kind the host keeps.
 * Returns: is there one? */
static bool rest_on_port(const struct rd_switch *of, uint32_t host, struct rd_arena *scratch,
                         struct rd_bound *bound)
{
    struct rd_switch_quickest quickest = rd_switch_quickest(of->instance, host, scratch);
    bool sends = true, receives = true;
    for (uint32_t kind = 0; kind < of->n; kind++) {
        int64_t kept = rd_switch_kept(of, host, kind);
        sends = sends && rd_switch_send_s(of, &quickest, host, kept) >= bound->seconds;
        receives = receives && rd_switch_receive_s(of, &quickest, host, kind) >= bound->seconds;
    }
    if (sends || receives)
        rd_bound_add_bottleneck_port(bound, host, !sends);
    return sends || receives;
}

/* The hosts that are too many for the kinds that they could keep in less time. */
static void rest_on_hosts(const struct rd_switch *of, const uint32_t *host, uint32_t count,
                          struct rd_arena *arena, struct rd_arena *scratch, struct rd_bound *bound)
{
    if (bound->seconds == 0 || (count == 1 && rest_on_port(of, host[0], scratch, bound)))
        return;
    bool *member = rd_take(arena, of->n, bool);
    for (uint32_t i = 0; i < count; i++)
        member[host[i]] = true;
    bound->bottleneck = RD_BOTTLENECK_HOSTS;
    bound->member = member;
}

/* Links alike, without latency: the least volume or the fewest steps, times what an item takes,
 * rounded down: no more than the certificate shows. */
static void bound_by_count(const struct rd_switch *of, bool bus, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_bound *bound)
{
    struct rd_certificate *found = rd_take(arena, 1, struct rd_certificate);
    *found = rd_switch_relabel(of, bus ? RD_LEAST_VOLUME : RD_FEWEST_STEPS, arena, scratch);
    double item_s = of->n < 2 ? 0 : rd_item_s(of->instance, 0, 1);
    bound->seconds = rd_ticks_in_seconds(bus ? found->volume : found->steps, item_s);
    bound->name = bus ? "least volume" : "fewest steps";
    bound->why = rd_certificate_words(of, found, arena, scratch);
    bound->tight = bus || rd_switch_promises_steps(of->instance);
    bound->relabelling = found;
    if (!bus)
        rest_on_hosts(of, found->hall_host, found->hall_host_count, arena, scratch, bound);
}

static void bound_by_maximum(const struct rd_switch *of, const double *time_s,
                             struct rd_arena *arena, struct rd_arena *scratch,
                             struct rd_bound *bound)
{
    uint32_t n = of->n;
    struct rd_bottleneck_assignment found = rd_switch_least_maximum(n, time_s, scratch, arena);
    memcpy(&bound->seconds, &found.value, sizeof bound->seconds);
    bool *is_host = rd_take(scratch, n, bool), *is_kind = rd_take(scratch, n, bool);
    for (uint32_t k = 0; k < found.hall_row_count; k++) {
        is_host[found.hall_row[k]] = true;
        for (uint32_t kind = 0; kind < n; kind++)
            is_kind[kind] |= time_s[(size_t)found.hall_row[k] * n + kind] < bound->seconds;
    }
    bound->name = "busiest port over quickest links";
    bound->why =
        bound->seconds == 0
            ? "Every kind lies on its host."
            : rd_arena_print(arena,
                             "To end before %.10g s, even over the quickest link of each host, %s.",
                             bound->seconds, rd_hall_words(of->instance, is_host, is_kind, arena));
    rest_on_hosts(of, found.hall_row, found.hall_row_count, arena, scratch, bound);
}

/* Unlike links, or latencies. */
static void bound_by_time(const struct rd_switch *of, bool bus, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_bound *bound)
{
    const double *time_s = rd_switch_pair_times(of, scratch);
    if (bus) {
        rd_switch_least_sum(of->n, time_s, scratch, arena, &bound->seconds);
        bound->name = "bus over quickest links";
        bound->why = "Whatever kind each host keeps, the messages that leave the others, or reach "
                     "it, take as long one after the other, each over the quickest link of its "
                     "host; duals of an assignment prove it.";
        return;
    }
    bound_by_maximum(of, time_s, arena, scratch, bound);
}

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_switch_accepts(instance, NULL, reterr))
        return false;
    struct rd_switch of = rd_switch_read(instance, scratch);
    bool bus = instance->topology.shape == RD_BUS;
    struct rd_bound bound = {.bottleneck = bus ? RD_BOTTLENECK_BUS : RD_BOTTLENECK_NONE};
    if (rd_switch_counts_steps(instance))
        bound_by_count(&of, bus, arena, scratch, &bound);
    else
        bound_by_time(&of, bus, arena, scratch, &bound);
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound switch_relabelling = {
    .name = "switch-relabelling",
    .summary = "switch or bus that gathers: ports, or the bus, whatever kind each host keeps",
    .source = "[herrmann2014], Definitions 1 and 2; ours for unlike links",
    .domain = {.shape = RD_SWITCH, .ports = RD_SWITCH_PORTS, .goals = RD_BIT(RD_GATHER)},
    .compute = compute,
};
