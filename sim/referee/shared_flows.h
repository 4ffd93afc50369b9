/* Messages whose bytes share links: how fast they move, what is left of each, and which ends first.
 * For the referee only.
 *
 * Rates are fair by weights: a level rises from 0, and a message moves at the level times its
 * weight until it has all that its own route gives, or a shared link on its way is full. Then its
 * rate is found, and the level rises on for the others. */
#pragma once

#include "judgement.h"

#define RD_NO_FLOW UINT32_MAX /* none, also of places and uses */

__extension__ typedef unsigned __int128 rd_demand;

/* The place of a flow on one of its shared links. */
struct rd_flow_use {
    uint32_t flow, shared;
    uint32_t next, before; /* on the link, in any order; RD_NO_FLOW ends it */
    double s_per_byte;     /* that a byte keeps the link busy */
    int64_t part;          /* of RD_SHARED_ROOM, at the flow's own rate */
};

/* What messages of one directed link ask for: one is under way at a time. */
struct rd_flow {
    uint32_t transfer;             /* of the message under way */
    uint32_t first_use, use_count; /* of the uses */
    uint32_t place;                /* in the heap of ends; RD_NO_FLOW: nothing is under way */
    double weight;
    double own_rate;            /* bytes a second, which its route gives it if nobody shares it */
    double rate;                /* 0: not known yet */
    double found;               /* in the last round, where it was a member */
    double since_s, left_bytes; /* to be moved from that date on */
    double end_s;               /* at this rate */
    uint64_t seen, fixed;       /* the rounds of rates in which it was collected, and got its own */
};

struct rd_flow_link {
    uint32_t first_use; /* RD_NO_FLOW: nothing is under way on it */
    bool was_short;     /* of bandwidth, when its rates were found */
    bool changed;       /* flows came or went since */
    rd_demand demand;   /* sum of parts */
    uint64_t seen;
    /* While rates are found: what is left of it, and of the flows whose rate is not known their
     * number, the sum of weights times s_per_byte, and that sum when it was last added up. */
    double left;
    uint32_t open;
    double weight, added_weight;
};

struct rd_rate_candidate {
    double level;
    uint32_t number; /* of a flow, or of a shared link */
    bool is_link;
};

struct rd_fair_rates {
    struct rd_arena *scratch;
    struct rd_flow *flow;      /* [flow_count] */
    struct rd_flow_use *use;   /* by flow */
    struct rd_flow_link *link; /* [shared links] */
    uint64_t round;
    /* Of this round: the flows whose rates may change, and the links that make them depend on each
     * other. */
    uint32_t *member; /* [member_count], room for all flows */
    uint32_t *narrow; /* [narrow_count], room for all links */
    size_t member_count, narrow_count;
    struct rd_rate_candidate *heap;
    size_t heap_count, heap_capacity;
};

/* Some links, or flows. */
struct rd_flow_numbers {
    uint32_t *number; /* [count] */
    size_t count;
};

struct rd_shared_flows {
    struct rd_referee *referee;
    uint32_t *flow_of; /* [transfer_count]; RD_NO_FLOW: its link uses no shared link */
    struct rd_fair_rates rates;
    uint32_t *heap; /* [heap_count] flows under way, by their ends as far as they are known */
    size_t heap_count;
    struct rd_flow_numbers fresh;   /* came since rates were found */
    struct rd_flow_numbers changed; /* shared links on which flows came or went since ... */
    double changed_s;               /* ... this date, the first of them */
    int64_t steps_left;             /* rates that may be found */
};

/* Nothing is under way. In: an instance with shared links. Cost: O(links + transfers, and what
 * their links use). */
void rd_shared_flows_open(struct rd_shared_flows *flows, struct rd_referee *referee);

/* The bytes of a transfer's next message begin to move. In: its link has a flow, and no bytes under
 * way; bytes above 0; now_s: what is as held may be up to RD_SAME_DATE_S late. */
void rd_shared_flows_add(struct rd_shared_flows *flows, uint32_t transfer, double bytes,
                         double now_s);

/* Has anything come or gone since rates were found? */
static inline bool rd_shared_flows_changed(const struct rd_shared_flows *flows)
{
    return flows->changed.count > 0;
}

/* Finds the rates from the change on, of all flows that it may concern. Returns: false, and the
 * verdict, beyond the limit. Cost: O(n log n) for the uses of these flows. */
bool rd_shared_flows_refresh(struct rd_shared_flows *flows);

/* When the first of those whose rates are known ends; INFINITY: none does. O(1). */
double rd_shared_flows_first_s(const struct rd_shared_flows *flows);

/* Ends it. Returns: the transfer. Cost: O(log flows + its uses). */
uint32_t rd_shared_flows_end(struct rd_shared_flows *flows);
