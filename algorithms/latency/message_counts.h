/* The latest date that counts of messages show to be too early:
 * sim/model/certificates/count_charge.h has the argument. Cases are found by branching: where a
 * linear programme of what is left has a solution in which some port, or else some link, has a part
 * of a message, that count is at most the whole number below, or more. */
#pragma once

#include "algorithms/port_lp/port_lp.h"
#include "sim/model/certificates/price_certificate.h"

struct rd_message_counts {
    int64_t date; /* port_lp.h: no schedule ends before; 0 if nothing is shown */
    const struct rd_price_certificate *certificate; /* NULL if nothing is shown */
};

/* The most links times commodities that are counted, and hosts times commodities. */
enum { RD_COUNT_LIMIT = 1 << 10 };

/* In: a problem whose goal is after or balance. The result is from the arena; scratch is rewound.
 * Nothing is shown above RD_COUNT_LIMIT, or where dates are many ticks. Cost: some milliseconds a
 * link. */
struct rd_message_counts rd_message_counts_find(const struct rd_port_lp *problem,
                                                struct rd_arena *arena, struct rd_arena *scratch);

/* May the date be later than a bound that is known? Not if whole messages are found that fit into
 * that: much sooner than a date is. In: as above. */
bool rd_message_counts_may_exceed(const struct rd_port_lp *problem, double known_s,
                                  struct rd_arena *arena, struct rd_arena *scratch);

/* A flow of whole messages that takes as little as is found soon, to 1 / 4096: for planners.
 * In: as above; at_hand: no host sends more than its load; known_s, a bound. Returns: [link_count *
 * commodity_count] items, in fractions, from the arena; NULL: none was found. Sets whether it takes
 * as little as the bound, to 1 / 4096, so that looking for others is no use. Cost: as above. */
const double *rd_message_counts_flow(const struct rd_port_lp *problem, bool at_hand, double known_s,
                                     struct rd_arena *arena, struct rd_arena *scratch,
                                     bool *ret_is_least);
