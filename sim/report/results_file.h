/* Results of sweeps in a SQLite file: one row a run, known by its content, written in groups. Only
 * one process writes a file at a time; whatever ends it, no group is there by half. */
#pragma once

#include "packed_rows.h"

#include "sim/base/error.h"

struct rd_results;

/* Opens a file to be written, and makes it if it is not there. From here on, until
 * rd_results_close, no other process writes it. A file that is there is read whole, and held
 * against what its head says of its rows.
 * In: path: of a file, whatever SQLite would take it for; an arena that lives longer than the
 * results. Cost: O(rows).
 * Errors: RD_ERROR_FILE: it cannot be written, or another process is writing it;
 * RD_ERROR_INPUT: it is no results file, is damaged, or holds results of another scenario or other
 * versions, which it names. */
bool rd_results_create(const char *path, const struct rd_results_head *head, struct rd_arena *arena,
                       struct rd_results **ret_results, struct rd_error *reterr);

/* Opens a file to be read; it may be one that is being written. Whether its rows are as they were
 * written, only rd_results_rows and rd_results_hold tell.
 * Errors: RD_ERROR_FILE, RD_ERROR_INPUT likewise. */
bool rd_results_open(const char *path, struct rd_arena *arena, struct rd_results **ret_results,
                     struct rd_error *reterr);

/* Does the file hold so many runs, as they were written? What this process wrote it may still have
 * in memory while another one cut the file: it is opened and read anew. Errors: as rd_results_open.
 * Cost: O(rows). */
bool rd_results_hold(const char *path, int64_t count, struct rd_error *reterr);

/* Closes a file; what was not committed is gone. In: NULL is allowed. */
void rd_results_close(struct rd_results *results);

/* What an open file's rows have in common. */
const struct rd_results_head *rd_results_head(const struct rd_results *results);

/* The keys of all points that are there, sorted by strcmp.
 * In: a file that is written, and so was read whole.
 * Errors: RD_ERROR_INPUT for one that was damaged since. */
bool rd_results_points(struct rd_results *results, struct rd_arena *arena,
                       const char *const **ret_point, size_t *ret_count, struct rd_error *reterr);

/* Forgets every point with a failed run, so that it is run again, and commits.
 * Errors: RD_ERROR_FILE. */
bool rd_results_forget_failed(struct rd_results *results, struct rd_error *reterr);

/* Adds a row to the group under way; one whose key is there already is left as it was.
 * In: a row of the scenario and versions of the file, with a key of less than RD_SHA256_TEXT_SIZE
 * letters. Errors: RD_ERROR_FILE. Cost: that of an insertion, however many rows there are. */
bool rd_results_add(struct rd_results *results, const struct rd_result_row *row,
                    struct rd_error *reterr);

/* Ends the group under way, if there is one: from here on it survives.
 * Errors: RD_ERROR_FILE (a full disk): the group is gone, the file is as it was before it. */
bool rd_results_commit(struct rd_results *results, struct rd_error *reterr);

/* Reads all rows, in the order of their keys, and keeps some columns of them.
 * Errors: RD_ERROR_INPUT: rows that were changed since they were written, that are missing, there
 * twice or of another scenario or version; a damaged file. */
bool rd_results_rows(struct rd_results *results, const struct rd_columns *columns,
                     struct rd_arena *arena, struct rd_packed_rows *ret_rows,
                     struct rd_error *reterr);

/* Adds to a file every row of another one, as one group, and commits.
 * Errors: as the functions above; RD_ERROR_INPUT: another scenario or version; a run that both
 * have, with different results. */
bool rd_results_merge(struct rd_results *results, struct rd_results *from, struct rd_error *reterr);

/* How many rows a file has. Errors: RD_ERROR_INPUT. */
bool rd_results_count(struct rd_results *results, int64_t *ret_count, struct rd_error *reterr);
