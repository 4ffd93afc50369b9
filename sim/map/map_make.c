#include "map_make.h"

#include "map_network.h"
#include "map_page.h"
#include "map_places.h"
#include "map_svg.h"
#include "map_traffic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    rd_map_take_network(ret_map, source->zone, source->routes, arena);
    rd_map_take_traffic(ret_map, arena);
    rd_map_place(ret_map, arena);
    return true;
}

static bool text_of(const struct rd_map_source *source, bool as_page, const char *id,
                    struct rd_arena *arena, const char **ret_text, struct rd_error *reterr)
{
    struct rd_map map;
    char *text = NULL;
    size_t size;
    rd_arena_own(own);
    if (!rd_map_make(source, &own, &map, reterr))
        return false;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the map: %s", strerror(errno));
    bool written =
        as_page ? rd_map_write_page(out, &map, reterr) : rd_map_write_svg(out, &map, id, reterr);
    /* Where memory ends, closing may succeed and leave no text. */
    if ((fclose(out) != 0 || !text) && written)
        written =
            rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the map: %s", strerror(text ? errno : ENOMEM));
    if (written)
        *ret_text = rd_arena_text(arena, text);
    free(text);
    return written;
}

bool rd_map_svg_text(const struct rd_map_source *source, const char *id, struct rd_arena *arena,
                     const char **ret_text, struct rd_error *reterr)
{
    return text_of(source, false, id, arena, ret_text, reterr);
}

bool rd_map_page_text(const struct rd_map_source *source, struct rd_arena *arena,
                      const char **ret_text, struct rd_error *reterr)
{
    return text_of(source, true, NULL, arena, ret_text, reterr);
}
