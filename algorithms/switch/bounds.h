/* What hosts of a switch and messages of a bus take at the least, whatever kind each host keeps. */
#pragma once

#include "switch.h"

#include "algorithms/kernels/bottleneck.h"

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

/* What it takes a host at least to receive the rest of a kind: one message or more. O(log kinds).
 */
double rd_switch_receive_s(const struct rd_switch *of, const struct rd_switch_quickest *quickest,
                           uint32_t host, uint32_t kind);

/* What it takes a host at least to send all but `kept` items: of each other kind a message. O(1).
 */
double rd_switch_send_s(const struct rd_switch *of, const struct rd_switch_quickest *quickest,
                        uint32_t host, int64_t kept);
