/* Behind a switch, one kind to reach or to balance: the final loads that need least time, counted
 * over each host's quickest links, or on a bus one item after the other. */
#pragma once

#include "switch.h"

#include "sim/model/bound.h"

/* What hosts may end with, and how quickly. */
struct rd_switch_finals {
    const struct rd_instance *instance;
    uint32_t n;
    double *send_s, *receive_s;       /* [n] an item over the host's quickest link */
    uint32_t *width;                  /* [n] messages at a time */
    int64_t low, error, window_count; /* balance: finals in low + i .. low + i + error */
    int64_t total;
    int64_t *least, *most; /* [n] finals by a date */
    int64_t *final;        /* [n] */
};

/* In: an instance of one kind with goal RD_REACH or RD_BALANCE; arrays from scratch. O(hosts^2). */
struct rd_switch_finals rd_switch_finals_read(const struct rd_instance *instance,
                                              struct rd_arena *scratch);

/* Chooses the finals that need least time. Returns: that time, below which no schedule ends; whose
 * port, or that it is the bus, in ret_bound. O(hosts) a date, some 60 dates. */
double rd_switch_finals_choose(struct rd_switch_finals *finals, struct rd_bound *ret_bound);

/* What a host has more than it is to end with. O(1). */
int64_t rd_switch_surplus(const struct rd_switch_finals *finals, uint32_t host);
