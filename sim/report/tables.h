/* Results for people and for programs. */
#pragma once

#include "sheet.h"

#include "sim/run/result.h"

#include <stdio.h>

/* How results are written. */
struct rd_results_style {
    enum rd_format format;
    bool verbose; /* the text table: words on every run, not on the shortest alone */
};

/* Writes all rows; the text table says in words what was proved, too: of the shortest runs, of what
 * was refused or failed, and of all where it is asked for.
 * Returns: false if writing failed (errno says why). */
bool rd_results_write(FILE *out, struct rd_results_style style, const struct rd_result *result,
                      size_t result_count, const char *simgrid_version);

/* The same in CSV or JSON: the members that docs/commands.md lists, in that order. */
bool rd_results_write_data(FILE *out, enum rd_format format, const struct rd_result *result,
                           size_t result_count, const char *simgrid_version);

/* A time as people read it: up to 10 significant digits, "-" for NAN. */
const char *rd_time_text(double seconds, char text[32]);
