/* What moves over a network: what places hold before and after, and how busy lines are. */
#pragma once

#include "map.h"

/* Fills `before` and `after` of the places, and `busy` of the lines.
 * In: a map with its network and its trace, which reaches from its hosts' loads. Cost: O(rows log
 * rows), times the shared links that messages cross. */
void rd_map_take_traffic(struct rd_map *map, struct rd_arena *arena);

/* What a message does to loads. */
struct rd_map_move {
    double amount;  /* that comes to its receiver's place, at its end */
    uint32_t giver; /* the place that has less, from leaves_s on; RD_MAP_NONE: nobody */
    double leaves_s;
};

/* Of a row of the map's trace; of a computation or a control word, nothing. O(1). */
struct rd_map_move rd_map_move_of(const struct rd_map *map, size_t row);
