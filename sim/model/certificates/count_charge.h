/* RD_CHARGED_COUNTS of charge.h: what may be sent until a date E, if the messages are counted.
 *
 * Counts. The messages of each send port, each receive port and each link are whole numbers. A row
 * of these, or a bus, has messages for its time, l + c m each, latencies included:
 *
 *   row                    its time
 *   port of k ports        E, less the least earliest of a sender and the least rest of a receiver
 *                          on its links; times k, or times the number of its links if that is less
 *   link, bus              the same, once
 *
 * So many messages fit there at the most, with an item each and all that the host has too much or
 * lacks; and a host with too much or too little needs messages for it. A message carries at most
 * what fits behind its latency, no more items than there are of a kind or than leave its sender,
 * nor than its receiver keeps more than it holds and sends on.
 *
 * Items. What leaves a host is counted, too: in all, its load at the most and what leaves after the
 * first item came, on each lane of its port in one message or more, with a way to go. A host of one
 * port that sends more than its load waits. If it receives one message at the most, x items more
 * than its load leave after that one; if it sends one at the most, x came before. So, of its row,
 *
 *   it receives one    all that its receive port takes, and of its send port l + c x, the least of
 *                      both over its links; or all that it takes, if it sends one, too
 *   it sends one       the same time reversed
 *   its time           E, less the least earliest of its senders and the least rest of its
 * receivers
 *
 * Cases. Either a row has at most so many messages, or a host sends at most so many items, or more.
 * Either way the range of one count shrinks. A range that is empty is no case. So the cases, each
 * with the two that it falls into behind it, at most so many first, leave nothing out. In each that
 * falls into no others there are
 *
 *   a price of 0 or more for a tick of each row's time: a link's items pay c P and its messages l
 * P, with P the sum over rows that count all of it; x pays c times the price of the host's row; a
 * toll, any number, for a message of each port, and for an item that leaves each host; a potential
 * of an item of each kind at each host.
 *
 * An item's potential and its sender's toll may fall by g more than it pays over a link. Then its
 * messages help with U g, U being the most items of one. So a message there pays w, the least over
 * kinds of l P - U g, less both ports' tolls. Needed is the sum of potential * (load - final load),
 * of w times the messages on each link, of toll times the messages of each port and of toll times
 * the items that leave each host, all at the ends of their ranges where that is least. Offered is
 * price times time. If more is needed, no schedule ends by E. */
#pragma once

#include "charge.h"

struct rd_count_case {
    /* What the two cases behind count: messages of the send port of a host, host_count + the
     * receive port, 2 host_count + a link; items that leave a host, 2 host_count + link_count + 1 +
     * the host. RD_NO_HOST: no cases. */
    uint32_t row;
    int64_t count; /* at most so many in the first of the two, more in the second */
    /* Where there are no cases: */
    const int64_t *price;     /* [rows], by these numbers; the bus is between links and hosts */
    const int64_t *toll;      /* [3 host_count] of messages sent, received, and of items */
    const int64_t *potential; /* labels */
};

/* The most cases of a certificate. */
enum { RD_COUNT_CASES = 1 << 12 };

/* What is known of the links of a row: the least of all of them.. */
struct rd_count_row {
    uint32_t links;
    rd_wide before, behind;
    rd_wide latency, item; /* ..and of those that are in time.. */
    bool is_used;          /* ..if some are */
};

/* What counts may be until a date. Rows are numbered as in rd_count_case. */
struct rd_counting {
    const struct rd_charged_network *network;
    rd_wide end;
    uint32_t row_count, bus;        /* bus: its row */
    const struct rd_count_row *row; /* [bus + 1] */
    const rd_wide *time;            /* [bus + 1] ticks; RD_COUNT_FREE: no limit */
    int64_t *least, *most;  /* [row_count] of each; most: RD_ITEM_LIMIT stands for more, too */
    const int64_t *carried; /* [link * commodity_count + commodity] the most items of a message; 0:
                               none can be sent in time */
    const int64_t *held;    /* [host_count] loads of all commodities.. */
    const int64_t *kept;    /* ..and final loads; NULL but for the goal after */
};

/* The time of a row without a limit. */
#define RD_COUNT_FREE ((rd_wide)1 << 120)

/* The row of a host that waits. */
struct rd_count_wait {
    bool takes_received, takes_sent; /* all that the port takes */
    rd_wide item;                    /* and so much of each item that leaves */
    rd_wide time;
};

/* Must a host wait, in the case at hand, so that its row counts? O(1). */
bool rd_count_waits(const struct rd_counting *counting, uint32_t host,
                    struct rd_count_wait *ret_wait);

/* All arrays are from the arena. O((links + hosts) * commodities). */
struct rd_counting rd_counting_open(const struct rd_charged_network *network, rd_wide end,
                                    struct rd_arena *arena);

/* The most items of a message on a link in the case at hand: no more than may leave its sender, nor
 * than its receiver keeps and sends on. O(1). */
int64_t rd_count_carried(const struct rd_counting *counting, uint32_t link, uint32_t commodity);

/* The most messages on a link, as it, its ports and what they may carry let it. O(commodities). */
int64_t rd_count_most_on(const struct rd_counting *counting, uint32_t link);

/* Has some row no count that is possible? O(rows). */
bool rd_counting_is_empty(const struct rd_counting *counting);
