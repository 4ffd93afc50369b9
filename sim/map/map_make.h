/* From a problem and what moves to a map, and to its text. */
#pragma once

#include "map.h"

/* Rows of a trace that a map takes in. */
enum { RD_MAP_ROW_LIMIT = 2000000 };

/* What a map is made of. */
struct rd_map_source {
    const char *title;
    const struct rd_instance *instance; /* that rd_instance_check accepts */
    const struct rd_bound *bound;       /* or NULL */
    const struct rd_trace *trace;       /* sorted, of an execution of the instance; or NULL */
    const char *const *zone;            /* [hosts] of the platform: places where there are too many
                                           hosts; or NULL */
    const struct rd_shared_links *routes; /* which links of the platform each link crosses, with
                                             their names; or NULL */
};

/* Makes a map: its network, its loads and how busy it is, and where everything lies.
 * In: what lives as long as the map. Errors:
 * RD_ERROR_INPUT for more than RD_MAP_ROW_LIMIT rows. Cost: O(links + rows log rows + places^2). */
bool rd_map_make(const struct rd_map_source *source, struct rd_arena *arena, struct rd_map *ret_map,
                 struct rd_error *reterr);

/* Makes a map, and writes it as SVG (map_svg.h), or as a page (map_page.h).
 * In: id of the picture in a page that it becomes a part of, or NULL. Returns in *ret_text: the
 * text, in the arena. Errors: those of rd_map_make, rd_map_write_svg, rd_map_write_page. */
bool rd_map_svg_text(const struct rd_map_source *source, const char *id, struct rd_arena *arena,
                     const char **ret_text, struct rd_error *reterr);
bool rd_map_page_text(const struct rd_map_source *source, struct rd_arena *arena,
                      const char **ret_text, struct rd_error *reterr);
