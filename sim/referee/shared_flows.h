/* Messages whose bytes share links: what is left of each, and which ends first. For the referee
 * only. */
#pragma once

#include "fair_rates.h"
#include "referee_state.h"

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

/* Finds the rates from the change on. Returns: false, and the verdict, beyond the limit. Cost: see
 * rd_fair_rates_find. */
bool rd_shared_flows_refresh(struct rd_shared_flows *flows);

/* When the first of those whose rates are known ends; INFINITY: none does. O(1). */
double rd_shared_flows_first_s(const struct rd_shared_flows *flows);

/* Ends it. Returns: the transfer. Cost: O(log flows + its uses). */
uint32_t rd_shared_flows_end(struct rd_shared_flows *flows);
