/* All lists of a few objects, searched for the shortest schedule. */
#pragma once

#include "dispatch.h"

enum { RD_EXHAUSTIVE_OBJECTS = 12 };

struct rd_exhaustive_copies {
    bool complete; /* all lists were looked at, or cut because they cannot be better */
    int64_t nodes; /* lists looked at */
    struct rd_copy_schedule schedule; /* makespan_s INFINITY: there is none better than best_s */
};

/* Looks for a schedule shorter than best_s, space included.
 * A schedule is a list: each message starts at the first date, not before the one listed before it,
 * at which ports, pair, shared links and space allow. None is lost: docs/model.md. Lists are cut
 * where what is left at a port lasts until best_s, and at bound_s nothing better is looked for. Of
 * messages that start together, only one order is tried.
 * In: at most RD_EXHAUSTIVE_OBJECTS objects, each of which takes time. Result from the arena.
 * Cost: O(objects^2) a node. */
struct rd_exhaustive_copies rd_exhaust_copies(const struct rd_copies *copies, double best_s,
                                              double bound_s, int64_t node_limit,
                                              struct rd_arena *arena, struct rd_arena *scratch);
