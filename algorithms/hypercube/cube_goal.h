/* What a balanced hypercube or shuffle-exchange may hold in the end, kind by kind. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"

struct rd_cube_goal {
    const struct rd_instance *instance;
    uint32_t host_count, dimension_count, kind_count;
    int64_t *total; /* [kind_count]: items of the kind */
    int64_t *error; /* [kind_count]: max - min may be as much; 1 at least unless p divides total */
};

/* Reads the totals and errors. In: an instance with goal balance. O(hosts * kinds). */
struct rd_cube_goal rd_cube_goal_of(const struct rd_instance *instance, struct rd_arena *arena);

/* The most that a set of `size` hosts can hold of a kind in a state that reaches the goal.
 * If w is the greatest load, the set holds size * w at most and the others w - error each at least,
 * so it is the best of min(size w, total - (p - size) (w - error)), which grows with w and then
 * falls. With the least error it is size floor(total/p) + min(size, total mod p). O(1). */
int64_t rd_cube_most(const struct rd_cube_goal *goal, uint32_t kind, uint32_t size);

/* The least that it can hold: what the others leave. O(1). */
int64_t rd_cube_least(const struct rd_cube_goal *goal, uint32_t kind, uint32_t size);

/* What a host holds of a kind. */
struct rd_cube_held {
    int64_t items;
    uint32_t host;
};

/* All hosts by what they hold of a kind, the richest first, then by number. Fills held
 * [host_count]; scratch is rewound. O(hosts) for each 8 bits of the greatest load. */
void rd_cube_sort_held(const struct rd_cube_goal *goal, uint32_t kind, struct rd_cube_held *held,
                       struct rd_arena *scratch);

/* Least loads *ret_low .. total / p: every state that reaches the goal has loads from one of them
 * to that and `error`. Returns: how many those are. O(1). */
int64_t rd_cube_low_loads(const struct rd_cube_goal *goal, uint32_t kind, int64_t *ret_low);
