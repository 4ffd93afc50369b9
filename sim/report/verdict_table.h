/* The results of a sweep as numbers for a picture, and as verdicts: a table in CSV says which rows
 * to look at, what to compute of them, and what is accepted, in the expressions of SQL. */
#pragma once

#include "checks.h"
#include "results_table.h"

/* Judges results by a table of verdicts. docs/commands.md describes the table.
 * In: path, for messages, and text [size] of the table; data, where the measured numbers are
 *     written as CSV, a line a group, or NULL; checks, with an arena that takes what they say.
 * Errors: RD_ERROR_INPUT with the table's line: a table that cannot be read, an expression that
 *     SQLite refuses, a line that no run matches. RD_ERROR_FILE: the data cannot be written.
 * Cost: each line as much as its query. */
bool rd_verdict_table_judge(const char *path, const char *text, size_t size,
                            const struct rd_results_table *results, FILE *data,
                            struct rd_checks *checks, struct rd_error *reterr);
