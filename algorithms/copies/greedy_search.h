/* Many greedy schedules: rules, random numbers, last dates, lengths of links, items together. */
#pragma once

#include "greedy.h"

/* How long to look for a better schedule. */
struct rd_copy_effort {
    double bound_s;   /* no schedule ends before it */
    int64_t messages; /* that are started in all schedules, at the most */
    uint64_t seed;
};

/* Makes schedules until one ends at the bound, or as many messages were started; the first is made
 * anyway. Half of them have a last date, before which the best one ended: slow links then leave the
 * last items to quicker ones. Half of the rest relays along ways that are short where links have
 * random lengths. Where links have latency items go together, twice as many in each of some
 * schedules.
 * Returns: the best, in the arena; ret_schedules counts them. */
struct rd_copy_schedule rd_greedy_search(const struct rd_multicast *multicast,
                                         const struct rd_copy_effort *effort,
                                         struct rd_arena *arena, struct rd_arena *scratch,
                                         int64_t *ret_schedules);
