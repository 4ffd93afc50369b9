/* Nodes that are near each other, put together. */
#pragma once

#include "sim/base/arena.h"

struct rd_balls {
    uint32_t count;
    uint32_t *ball;  /* [nodes] which one each is in */
    uint32_t *order; /* [nodes] ball by ball, the centre first, then by distance from it */
    uint32_t *link;  /* [nodes] by which a node was reached; UINT32_MAX: it is a centre */
};

/* No balls yet. Arrays are from the arena. */
struct rd_balls rd_balls_take(uint32_t node_count, struct rd_arena *arena);

/* Puts nodes into balls: all that are within `radius` links of a node and in no ball before.
 * In: node v has links first[v] .. first[v + 1] - 1, to the nodes to[]. Cost: O(links). */
void rd_balls_find(struct rd_balls *balls, uint32_t node_count, const uint32_t *first,
                   const uint32_t *to, uint32_t radius);
