/* Rings, exactly: with one commodity whose final loads are given, the flow on a two-way ring has
 * one unknown, so its linear programme needs no solver. */
#pragma once

#include "dual_rounding.h"

/* Is the network a two-way ring of three hosts or more, without shared links, and the problem of
 * one commodity with given final loads? */
bool rd_ring_is_simple(const struct rd_port_lp *problem);

enum rd_ring_answer {
    RD_RING_CAN,    /* some flow, in fractions of items, fits: no prices show the contrary */
    RD_RING_CANNOT, /* the prices show it, but for their rounding */
    RD_RING_CLOSE   /* too close for floating point, or a single port is too small */
};

/* Can ports and links carry what has to move by a date?
 * Idea: edge x carries S_x - z net forward for one number z. What a row can take by then bounds z
 * from below and from above. Where the greatest lower bound is above the least upper one, the two
 * rows have prices at which z makes no difference.
 * In: a problem that rd_ring_is_simple. Returns, for RD_RING_CANNOT, the prices and potentials of
 * a tick in ret_prices, from the arena. Cost: O(hosts). */
enum rd_ring_answer rd_ring_can_carry(const struct rd_port_lp *problem, int64_t until,
                                      struct rd_arena *arena, struct rd_real_prices *ret_prices);
