/* Intervals of whole numbers that do not overlap, each with a value, found by a number in them:
 * balanced search trees (treaps) that share one array. */
#pragma once

#include "arena.h"

struct rd_interval {
    int64_t first, end; /* first .. end - 1 */
    uint32_t value;
    uint32_t child[2]; /* of lesser and of greater numbers; 0: none */
};

/* Trees by their roots, of which 0 is the empty one. Zeroed but for the arena: no trees. */
struct rd_interval_maps {
    struct rd_arena *arena;
    struct rd_interval *node; /* [count], of which 0 stands for none */
    size_t count;
};

/* The interval that holds a number, or else the first one behind it. Returns: NULL if there is
 * none. Cost: O(log intervals), expected. */
const struct rd_interval *rd_interval_from(const struct rd_interval_maps *maps, uint32_t root,
                                           int64_t at);

/* Adds an interval that overlaps none of the tree. Returns: the new root. In: fewer than 2^32
 * intervals in all. Cost: as above, amortised. */
uint32_t rd_interval_add(struct rd_interval_maps *maps, uint32_t root, int64_t first, int64_t end,
                         uint32_t value);
