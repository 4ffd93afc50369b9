/* Numbers as text, the same whatever the locale of the process: a point, no grouping, no
 * hexadecimal form, neither nan nor infinity. */
#pragma once

#include "integers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RD_NUMBER_SIZE = 32, RD_WHOLE_SIZE = 21, RD_WIDE_SIZE = 41 };

/* A finite number with up to `digits` significant digits (1 to 17; 17 always reads back the same).
 * Returns: text. */
const char *rd_number_text(double value, int digits, char text[RD_NUMBER_SIZE]);

/* A number that is at least 0 and an upper limit, such as a factor that is at most so much: rounded
 * up at the last of the digits, and so never below the value, but for 1e-9 of it. */
const char *rd_limit_text(double value, int digits, char text[RD_NUMBER_SIZE]);

/* A factor, to the nearest, but rounded up where it would read 1 and is more (but for 1e-9). */
const char *rd_factor_text(double value, int digits, char text[RD_NUMBER_SIZE]);

/* A finite number with as few digits as read back the same, but at least `least` (1 to 17).
 * Cost: up to 18 - least conversions. */
const char *rd_number_exact(double value, int least, char text[RD_NUMBER_SIZE]);

/* A finite number with the fewest digits that read back the same, but without an exponent where
 * there are up to 15 digits before the point. Cost: up to 17 conversions. */
const char *rd_number_shortest(double value, char text[RD_NUMBER_SIZE]);

/* A whole number. Returns: text. */
const char *rd_whole_text(uint64_t value, char text[RD_WHOLE_SIZE]);

/* A whole number of up to 127 bits. Returns: text. */
const char *rd_wide_text(rd_wide value, char text[RD_WIDE_SIZE]);

/* What is not 0 is read between these, in size: products and quotients of three such numbers still
 * fit in a double, so that nothing that is read makes an infinity. */
#define RD_NUMBER_LEAST 1e-100
#define RD_NUMBER_MOST 1e100

/* The number that `length` bytes spell: 12, -0.5, 1e-9, 3.25E+4. Strict: no space, no '+' before
 * it, digits on both sides of a point, nothing behind. Returns: false, *ret_value untouched, for
 * anything else, and for what lies beyond RD_NUMBER_LEAST or RD_NUMBER_MOST. */
bool rd_number_parse(const char *text, size_t length, double *ret_value);

/* What is to be said of a text that is no number for a minus that only looks like one, as word
 * processors write it; or "". */
const char *rd_minus_remark(const char *text);

/* The whole number from low to high that `length` bytes spell: digits, a '-' before them if need
 * be. Returns: false, *ret_value untouched, for anything else. */
bool rd_integer_parse(const char *text, size_t length, int64_t low, int64_t high,
                      int64_t *ret_value);
