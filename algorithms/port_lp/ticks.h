/* What a tick is, for a network's bound: small enough that costs rounded down to ticks lose nothing
 * that counts, however many items there are; and in what dates are counted. */
#pragma once

#include "algorithms/graph/network.h"

struct rd_port_ticks {
    double tick_s;
    int64_t scale; /* ticks of a unit of dates: a power of 2 */
    double most_s; /* for a bound above it a tick of its own is better */
};

/* About a time that no schedule is shorter than: what the busiest host moves, or what computing
 * takes (rd_network_host_s), and at least the quickest message or computation; 0 where nothing
 * takes any time. O(links + hosts * kinds log items). */
double rd_port_horizon_s(const struct rd_network *network, struct rd_arena *scratch);

/* Finds the tick. If one divides all durations it is that, the largest. Else an item's part of the
 * horizon is 2^32 ticks or more: rounded costs lose at most 2^-32 of a bound that is no less than
 * the horizon, since an item crosses a row once, and loses a tick there. The horizon is at most
 * about 2^44 dates (2^53 where a tick divides all durations), so that a bound of many times that is
 * counted, too.
 * In: horizon_s, above 0 unless nothing takes time.
 * Errors: RD_ERROR_REFUSED where nothing takes any time, or ticks are not within doubles.
 * Cost: O(links + hosts * kinds); scratch is rewound. */
bool rd_port_ticks_find(const struct rd_network *network, double horizon_s,
                        struct rd_arena *scratch, struct rd_port_ticks *ret_ticks,
                        struct rd_error *reterr);

/* The largest tick of which every duration is a whole number but for its last digits, so that it is
 * no less after rounding down. In: durations above 0. Returns: 0 if there is none. Cost: O(1000
 * count). */
double rd_whole_tick_s(const double *duration_s, uint32_t count, struct rd_arena *scratch);
