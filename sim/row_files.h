/* Files that a run leaves: one a row, whole or not there. */
#ifndef REDIST_ROW_FILES_H
#define REDIST_ROW_FILES_H

#include "session.h"

#include "sim/report/result.h"

/* Makes a folder unless it is there. Errors: RD_ERROR_FILE with its path. */
bool rd_make_folder(const char *path, struct rd_error *reterr);

/* Can files be written to a folder, if need be after making it? Leaves everything as it was.
 * Errors: RD_ERROR_FILE with its path. */
bool rd_check_folder(const char *path, struct rd_error *reterr);

/* Writes the trace of a job's result to FOLDER/SCENARIO.ALGORITHM.csv, or SCENARIO.ALGORITHM.2.csv
 * for the second job of the same algorithm. Makes the folder unless it is there.
 * In: a result with its trace. Errors: RD_ERROR_FILE. */
bool rd_write_row_trace(const struct rd_session *session, size_t job, const char *folder,
                        const struct rd_result *result, struct rd_error *reterr);

/* Draws it, likewise, to FOLDER/SCENARIO.ALGORITHM.svg.
 * Errors: RD_ERROR_FILE; RD_ERROR_INPUT for more rows or hosts than a picture can show. */
bool rd_write_row_gantt(const struct rd_session *session, size_t job, const char *folder,
                        const struct rd_result *result, struct rd_error *reterr);

/* Writes one file whole. `write` fills the stream; on failure nothing is left behind.
 * In: path "-" is standard output. */
bool rd_write_whole_file(const char *path,
                         bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                         const void *context, struct rd_error *reterr);

#endif
