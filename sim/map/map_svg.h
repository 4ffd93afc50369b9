/* A map as SVG. */
#pragma once

#include "map.h"

#include <stdio.h>

/* Writes the picture. The name of every place and line is a text of it, and colours are attributes.
 * In: the id of the picture in a page, or NULL: it is a file of its own. In a page places have
 * data-place, lines data-from and data-to, all of them numbers of nodes. Errors: RD_ERROR_FILE if
 * writing fails. Cost: O(nodes + lines), and O(places^2) small steps. */
bool rd_map_write_svg(FILE *out, const struct rd_map *map, const char *id, struct rd_error *reterr);
