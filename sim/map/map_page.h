/* A map as a page: a picture whose items move as a slider runs over time. One HTML file that asks
 * no network for anything; the same map gives the same bytes. */
#pragma once

#include "map.h"

#include <stdio.h>

/* Messages of a page. */
enum { RD_MAP_PAGE_ROW_LIMIT = 100000 };

/* Writes the page. Without a trace nothing moves, and there is no slider.
 * Errors: RD_ERROR_INPUT for more than RD_MAP_PAGE_ROW_LIMIT messages; RD_ERROR_FILE if writing
 * fails. Cost: as rd_map_write_svg, and O(rows). */
bool rd_map_write_page(FILE *out, const struct rd_map *map, struct rd_error *reterr);

/* What map.css and map.js hold, in lines; ends with NULL. */
extern const char *const rd_map_page_style[];
extern const char *const rd_map_page_script[];
