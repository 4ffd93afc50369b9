/* The latest date that counts of messages show to be too early: sim/model/count_charge.h has the
 * argument. Cases are found by branching: where a linear programme of what is left has a solution
 * in which some port, or else some link, has a part of a message, that count is at most the whole
 * number below, or more. */
#pragma once

#include "port_problem.h"

#include "sim/model/price_certificate.h"

struct rd_message_counts {
    int64_t date; /* port_problem.h: no schedule ends before; 0 if nothing is shown */
    const struct rd_price_certificate *certificate; /* NULL if nothing is shown */
    /* [link_count * commodity_count] items that would do a little later, in fractions, for
     * planners; NULL: none was found. */
    const double *flow;
};

struct rd_count_settings {
    /* stop after so many numbers of tableaus by link and commodity; a date after a tenth of them..
     */
    uint64_t link_work;
    uint32_t cases; /* .. and a date after so many cases, RD_COUNT_CASES at most */
    bool at_hand;   /* for a flow: no host sends more than its load. Then nothing is proved */
};

/* The most links times commodities that are counted, and hosts times commodities. */
enum { RD_COUNT_LIMIT = 1 << 10 };

/* Some milliseconds a link. */
struct rd_count_settings rd_count_settings_usual(void);

/* In: a problem whose goal is after or balance. The result is from the arena; scratch is rewound.
 * Nothing is shown above RD_COUNT_LIMIT, or where dates are many ticks. */
struct rd_message_counts rd_message_counts_find(const struct rd_port_problem *problem,
                                                const struct rd_count_settings *settings,
                                                struct rd_arena *arena, struct rd_arena *scratch);
