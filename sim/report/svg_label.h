/* How wide letters are in a picture, as well as one can tell without the reader's font. */
#pragma once

#include "sim/base/arena.h"

/* The width of a text in a sans-serif font of size_px, rather too much than too little. */
double rd_label_width(const char *text, double size_px);

/* A text that is at most width_px wide: its middle gives way to an ellipsis, because the names of
 * hosts differ at their ends. Returns: `text` itself if it fits, else a copy in the arena. Cost:
 * O(letters). */
const char *rd_label_fit(const char *text, double size_px, double width_px, struct rd_arena *arena);
