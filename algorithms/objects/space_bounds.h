/* How long every schedule lasts at least where space is limited. */
#pragma once

#include "load_bounds.h"

/* Hosts joined by the bytes that objects take at one and give up at another. */
struct rd_joined_hosts {
    uint32_t *root;      /* [host_count] the same of all that are joined */
    int64_t *free_bytes; /* [host_count], of roots: the most that is ever free among their hosts */
};
struct rd_joined_hosts rd_join_hosts(const struct rd_object_list *copies, struct rd_arena *scratch);

/* B7, area. Hosts are joined by the bytes that an object takes at one and gives up at another. At
 * every date the bytes under way that take space among joined hosts are no more than what is free
 * there: sum(bytes x duration) / free, and as many at a time as fit. INFINITY where no order
 * exists. Members from the arena, which is not scratch. */
struct rd_load_bound rd_space_area_bound(const struct rd_object_list *copies,
                                         struct rd_arena *arena, struct rd_arena *scratch);

/* A bound by heads and tails: of `among` [objects], those with such heads and tails, at one place;
 * `load` is all of it. */
struct rd_heads_bound {
    struct rd_load_bound load;
    const double *head_s, *tail_s; /* [objects] */
    const bool *among;
};

/* B8, heads and tails. An object that does not fit at first starts only when others have given up
 * what it lacks (its head); when it has ended, what it gives up lets others move (its tail). At
 * each port: head + what lasts + tail of all objects whose heads and tails are as long. INFINITY
 * where no order exists. Arrays from the arena, which is not scratch. */
struct rd_heads_bound rd_space_heads_bound(const struct rd_object_list *copies,
                                           struct rd_arena *arena, struct rd_arena *scratch);
