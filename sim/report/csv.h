/* Results as CSV, one line a row, for spreadsheets and plots. */
#ifndef REDIST_REPORT_CSV_H
#define REDIST_REPORT_CSV_H

#include "sim/run/result.h"

#include <stdio.h>

/* rd_results_write (tables.h) in CSV: the members of the JSON without the final loads, and without
 * the wall clock, so that the same runs give the same bytes. Options are `name=value`, separated by
 * semicolons; what JSON calls null is empty; numbers in the fewest digits that read back the
 * same. */
bool rd_results_write_csv(FILE *out, const struct rd_result *result, size_t result_count,
                          const char *simgrid_version);

#endif
