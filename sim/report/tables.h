/* Results for people and for programs. */
#ifndef REDIST_REPORT_TABLES_H
#define REDIST_REPORT_TABLES_H

#include "sheet.h"

#include "sim/run/result.h"

#include <stdio.h>

/* Writes all rows in a format; the text table says in words what was proved, too.
 * Returns: false if writing failed (errno says why). */
bool rd_results_write(FILE *out, enum rd_format format, const struct rd_result *result,
                      size_t result_count, const char *simgrid_version);

/* The same in CSV or JSON: the members that docs/commands.md lists, in that order. */
bool rd_results_write_data(FILE *out, enum rd_format format, const struct rd_result *result,
                           size_t result_count, const char *simgrid_version);

/* A time as people read it: up to 10 significant digits, "-" for NAN. */
const char *rd_time_text(double seconds, char text[32]);

#endif
