/* Files that a run leaves, whole or not there: schedules, and what there is of each row. */
#pragma once

#include "sim/run/run_context.h"

#include "sim/base/named_text.h"
#include "sim/run/result.h"

/* Writes a plan as CSV; dated, as a trace with the dates that the referee gives its messages. In:
 * path: "-" for standard output; a plan with all its transfers, for the context's instance. Errors:
 * RD_ERROR_FILE; RD_ERROR_RUN for a plan that is not legal, too long for a trace, or has no dates.
 */
bool rd_write_schedule_file(const char *path, struct rd_run_context *context,
                            const struct rd_plan *plan, bool dated, struct rd_error *reterr);

/* Writes the trace of a job's result to FOLDER/SCENARIO.ALGORITHM.csv, or SCENARIO.ALGORITHM.2.csv
 * for the second job of the same algorithm. Makes the folder unless it is there.
 * In: a result with its trace. Errors: RD_ERROR_FILE. */
bool rd_write_result_trace(const struct rd_run_context *context, size_t entry, const char *folder,
                           const struct rd_result *result, struct rd_error *reterr);

/* Draws it, likewise, to FOLDER/SCENARIO.ALGORITHM.svg.
 * Errors: RD_ERROR_FILE; RD_ERROR_INPUT for more rows or hosts than a picture can show. */
bool rd_write_result_gantt(const struct rd_run_context *context, size_t entry, const char *folder,
                           const struct rd_result *result, struct rd_error *reterr);

/* Writes texts to files of their names. In: folder, of all; NULL: the names are paths.
 * Errors: RD_ERROR_FILE. */
bool rd_write_named_texts(const char *folder, const struct rd_named_text *file, size_t count,
                          struct rd_error *reterr);
