/* From what a run came to, to the row that a results file keeps. */
#pragma once

#include "points.h"

#include "sim/run/execute.h"
#include "sim/report/result_row.h"

/* What is known of a run before it is run: which it is. All else is null, and the status failed.
 * In: a run context that was read; a job of it. Texts live as long as the arena and the run
 * context. */
void rd_record_run(const struct rd_points *points, const struct rd_point *point,
                   const struct rd_run_context *context, size_t entry, struct rd_arena *arena,
                   struct rd_result_row *ret_row);

/* Adds what the loaded run context says of it: hosts, model, ports, the platform's digest. */
void rd_record_run_context(const struct rd_run_context *context, struct rd_arena *arena,
                           struct rd_result_row *row);

/* Adds what it came to. */
void rd_record_result(const struct rd_result *result, struct rd_arena *arena,
                      struct rd_result_row *row);

/* The most bytes of a row's options and of its parameters: rows travel in messages. */
enum { RD_RECORD_OPTIONS_LIMIT = 32768, RD_RECORD_PARAMETERS_LIMIT = 120000 };

/* The options of a job as one text. */
const char *rd_record_options(const struct rd_run_entry *entry, struct rd_arena *arena);
