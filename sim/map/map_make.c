#include "map_make.h"

#include "map_network.h"
#include "map_places.h"
#include "map_routes.h"
#include "map_traffic.h"

bool rd_map_make(const struct rd_map_source *source, struct rd_arena *arena, struct rd_map *ret_map,
                 struct rd_error *reterr)
{
    if (source->trace && source->trace->transfer_count > RD_MAP_ROW_LIMIT)
        return rd_wrong(reterr, "a map of %zu messages: at most %d are supported",
                        source->trace->transfer_count, RD_MAP_ROW_LIMIT);
    *ret_map = (struct rd_map){
        .title = source->title, .instance = source->instance, .trace = source->trace};
    if (source->bound && source->bound->seconds > 0) /* else nothing limits */
        ret_map->bound = source->bound;
    rd_map_take_network(ret_map, source->zone, arena);
    if (source->routes)
        rd_map_name_routes(ret_map, source->routes, arena);
    rd_map_take_traffic(ret_map, arena);
    rd_map_place(ret_map, arena);
    return true;
}
