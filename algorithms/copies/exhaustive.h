/* Every schedule of a few copies, searched for the shortest. */
#pragma once

#include "algorithms/multicast/multicast.h"
#include "sim/model/plan.h"

/* The largest problems: links, items of all kinds, hosts times items; and the most sets of what may
 * start together, for each state that there is room for. */
enum {
    RD_COPY_SEARCH_LINKS = 20,
    RD_COPY_SEARCH_ITEMS = 32,
    RD_COPY_SEARCH_ENTRIES = 64,
    RD_COPY_SEARCH_SETS = 512
};

struct rd_copy_search {
    bool complete;     /* all schedules were looked at */
    int64_t closed;    /* states */
    double shortest_s; /* the best schedule's time: best_s if none is shorter */
};

/* Looks for a schedule shorter than best_s.
 * A state is what hosts hold, and what is under way with the time it still takes. In each state
 * every set of messages that may start together does, none among them; then time goes on to the
 * next end. Nothing is lost by starting at 0 and at ends only: whatever starts at another date
 * could start earlier, when what it waits for ends. Nor by messages that bring their first item and
 * their last, for others could be shorter; where nothing has latency, of one item. Where links are
 * shared, schedules that keep to them. Of items that are alike, no two of which are under way, the
 * first goes first. States are visited by time, each once; not those from which a way, or what one
 * port must still carry, lasts until best_s.
 * In: the sizes above; each item takes time on each link; state_limit states are opened at the
 *     most, and RD_COPY_SEARCH_SETS times as many sets tried.
 * Returns: what came of it; and in the plan, the rows of a shorter schedule, if there is one. */
struct rd_copy_search rd_copies_exhaust(const struct rd_multicast *multicast, double best_s,
                                        size_t state_limit, struct rd_arena *arena,
                                        struct rd_arena *scratch, struct rd_plan *plan);
