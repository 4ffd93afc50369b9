/* The bound of a switch and of a bus, over all relabellings. */
#pragma once

#include "switch.h"

#include "algorithms/kernels/bottleneck.h"

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
 * In: an instance whose goal is to gather. Errors: RD_ERROR_REFUSED as rd_switch_accepts.
 * Cost: that of the kernels and O(hosts^2).
 * Source: Herrmann et al. (2014), Definitions 1 and 2, and Hall (1935); ours for unlike links. */
bool rd_switch_bound(RD_BOUND_PARAMETERS);

/* The quickest that a host's links are, each way, and the least latencies; INFINITY without links.
 */
struct rd_switch_quickest {
    double *send_item_s, *send_latency_s, *receive_item_s, *receive_latency_s; /* [n] */
};

/* Of all links; or, of one host, of its own only. In: host, or RD_NO_HOST. Arrays from scratch.
 * O(hosts^2), or O(hosts) of one. */
struct rd_switch_quickest rd_switch_quickest(const struct rd_instance *instance, uint32_t host,
                                             struct rd_arena *scratch);

/* What a pair of a host and its kind takes at least, as the bound counts it where links are unlike:
 * on a switch the host's ports, on a bus the kind's messages.
 * Returns: [n * n] by host, then kind, from scratch. In: two hosts or more. O(n^2). */
double *rd_switch_pair_times(const struct rd_switch *of, struct rd_arena *scratch);

/* The permutation of least sum, and that of least maximum (its value is the time's bits), each
 * proved. In: time_s [n * n], 0 or more. Result from the arena; scratch may be the same. Cost: that
 * of the kernels. */
uint32_t *rd_switch_least_sum(uint32_t n, const double *time_s, struct rd_arena *arena,
                              struct rd_arena *scratch, double *ret_sum_s);
struct rd_bottleneck_assignment rd_switch_least_maximum(uint32_t n, const double *time_s,
                                                        struct rd_arena *arena,
                                                        struct rd_arena *scratch);
