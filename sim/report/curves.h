/* Curves: what each algorithm came to at each value of a parameter, as a picture of a page. */
#pragma once

#include "comparison.h"

#include <stdio.h>

/* Writes the means of a comparison with their 95 % intervals, a curve for each algorithm, as an SVG
 * element with this id. Values that are numbers stand where they are on the axis (a logarithmic one
 * if they are above 0 and differ by a factor of 8), others side by side. The page's style sheet
 * colours it.
 * Returns: false if writing failed (errno says why). Cost: O(values * algorithms). */
bool rd_curves_write(FILE *out, const char *id, const struct rd_comparison *comparison,
                     struct rd_arena *arena);
