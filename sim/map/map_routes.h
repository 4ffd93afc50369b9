/* What the platform calls the links behind the lines of a map. */
#pragma once

#include "map.h"

/* Says of each line which links of the platform all its messages cross (`over`), but for shared
 * ones, which have their names. In: a map with its lines; routes, with names, of the map's
 * instance. Cost: O(links on routes, times those of a route). */
void rd_map_name_routes(struct rd_map *map, const struct rd_shared_links *routes,
                        struct rd_arena *arena);
