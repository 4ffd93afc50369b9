/* Maps as text in memory. */
#pragma once

#include "map_make.h"

/* Makes a map, and writes it as SVG (map_svg.h), or as a page (map_page.h).
 * In: id of the picture in a page that it becomes a part of, or NULL. Returns in *ret_text: the
 * text, in the arena. Errors: those of rd_map_make, rd_map_write_svg, rd_map_write_page. */
bool rd_map_svg_text(const struct rd_map_source *source, const char *id, struct rd_arena *arena,
                     const char **ret_text, struct rd_error *reterr);
bool rd_map_page_text(const struct rd_map_source *source, struct rd_arena *arena,
                      const char **ret_text, struct rd_error *reterr);
