#include "map_text.h"

#include "map_page.h"
#include "map_svg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
