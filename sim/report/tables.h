/* Results for people and for programs. */
#ifndef REDIST_REPORT_TABLES_H
#define REDIST_REPORT_TABLES_H

#include "sim/run/result.h"

#include <stdio.h>

enum rd_format { RD_FORMAT_TABLE, RD_FORMAT_JSON, RD_FORMAT_CSV };

/* The format of a name. Returns: false if there is none of that name. */
bool rd_format_of_name(const char *name, enum rd_format *ret_format);

/* Writes all rows in a format; the table aligns and says in words what was proved.
 * Returns: false if writing failed (errno says why). */
bool rd_results_write(FILE *out, enum rd_format format, const struct rd_result *result,
                      size_t result_count, const char *simgrid_version);

/* A time as people read it: up to 10 significant digits, "-" for NAN. */
const char *rd_time_text(double seconds, char text[32]);

#endif
