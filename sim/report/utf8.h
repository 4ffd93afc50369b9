/* UTF-8: how wide a text is on a terminal, and texts that are well-formed whatever came in. */
#pragma once

#include "sim/base/arena.h"

/* The next letter of a text that ends in a zero, and steps behind it. Bytes that are no UTF-8 are
 * one U+FFFD each. At the end: 0, and stays. */
uint32_t rd_utf8_next(const char **text);

/* Columns of one letter on a terminal: 0 (combining, invisible), 1 or 2 (East Asian wide). */
size_t rd_utf8_letter_width(uint32_t letter);

/* Columns of a text on a terminal. Cost: O(bytes). */
size_t rd_utf8_width(const char *text);

/* The same text in well-formed UTF-8: each wrong byte becomes U+FFFD.
 * Returns: `text` itself if nothing is wrong, else a copy in the arena. */
const char *rd_utf8_clean(const char *text, struct rd_arena *arena);
