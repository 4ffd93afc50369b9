/* What limits of space show of every schedule: how long it lasts at least, or that there is none.
 */
#pragma once

#include "load_bounds.h"

/* Why no order exists. */
struct rd_no_order {
    const char *words; /* NULL: that is not shown */
    const bool *stuck; /* [count] objects that wait for each other; NULL: it is another reason */
    int64_t lacking_bytes; /* the least that would help one of them, at `host` */
    uint32_t host, object;
};

/* Shows that no order exists where that is quickly seen: an object larger than all that is free
 * among the hosts that its bytes come from and go to, and theirs, and so on; or objects of which
 * each is larger than what is free at its receiver, with all that others can give up there, once
 * these have moved. Words from the arena. Cost: O(objects log objects) a pass. */
struct rd_no_order rd_show_no_order(const struct rd_object_list *copies, struct rd_arena *arena,
                                    struct rd_arena *scratch);

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
