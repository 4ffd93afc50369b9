/* What a results file asks of SQLite, and its rows as they are stored: shared by the files that
 * open, read and write it. */
#pragma once

#include "packed_rows.h"

#include "sim/base/error.h"

#include <sqlite3.h>

/* All rows of a file: how many, and the sum of their checks, whatever their order. */
struct rd_results_tally {
    int64_t count;
    uint64_t sum;
};

struct rd_results {
    const char *path; /* as the user gave it */
    sqlite3 *database;
    sqlite3_stmt *insert;
    struct rd_columns columns; /* of the file, in its order */
    int lock;                  /* the writer's descriptor; -1: reading */
    bool in_group;
    struct rd_results_head head;
    struct rd_results_tally tally, committed; /* of a file that is written */
    struct rd_arena *arena;
};

/* What SQLite's answer means to the user. Returns: false. */
bool rd_sql_fail(const struct rd_results *results, int answer, struct rd_error *reterr);

/* Says that a file is damaged, and how. Returns: false. */
bool rd_results_damaged(const struct rd_results *results, const char *how, struct rd_error *reterr);

/* Executes statements that give nothing back; compiles one. Errors: as rd_sql_fail says. */
bool rd_sql_run(struct rd_results *results, const char *sql, struct rd_error *reterr);
bool rd_sql_prepare(struct rd_results *results, const char *sql, sqlite3_stmt **ret_statement,
                    struct rd_error *reterr);

/* A declaration: a statement, NULL until it is compiled, that ends with its block. */
#define rd_sql_own(name) __attribute__((cleanup(rd_sql_end))) sqlite3_stmt *name = NULL
static inline void rd_sql_end(sqlite3_stmt **statement)
{
    sqlite3_finalize(*statement);
}

/* The first value of a statement's first row, as a text (NULL if there is none), or as an integer
 * (0 if there is none). Errors: as rd_sql_fail says. */
bool rd_sql_text(struct rd_results *results, const char *sql, const char **ret_text,
                 struct rd_error *reterr);
bool rd_sql_integer(struct rd_results *results, const char *sql, int64_t *ret_value,
                    struct rd_error *reterr);

/* A text of a row that a statement stands on; NULL for null. */
const char *rd_sql_text_at(sqlite3_stmt *statement, int column, struct rd_arena *arena);

/* What SQLite calls a column's kind. */
const char *rd_sql_type(const struct rd_column *column);

/* Gives a statement the value of a column; null where it is not known. Returns: as below. */
int rd_sql_bind(sqlite3_stmt *statement, int place, const struct rd_result_row *row,
                const struct rd_column *column);

/* Gives a statement the values of a row in some columns, and after them its check. Returns:
 * SQLITE_OK, or what SQLite answers. */
int rd_sql_bind_row(sqlite3_stmt *statement, const struct rd_columns *columns,
                    const struct rd_result_row *row, struct rd_arena *arena, uint64_t *ret_check);

/* Reads the row that a statement stands on; its texts are SQLite's, until the statement goes on.
 * *ret_check is its check. In: an arena, of which nothing is kept.
 * Errors: RD_ERROR_INPUT: it was changed since it was written, or is of another scenario or version
 * than the file. */
bool rd_sql_row(const struct rd_results *results, sqlite3_stmt *statement, struct rd_arena *arena,
                struct rd_result_row *row, uint64_t *ret_check, struct rd_error *reterr);

/* Looks at all rows, in a transaction of the caller, and adds them to others.
 * In: rows: NULL: they are looked at only; an arena as above.
 * Errors: likewise; RD_ERROR_INPUT: keys that do not ascend. */
bool rd_sql_rows(struct rd_results *results, struct rd_arena *arena, struct rd_packed_rows *rows,
                 struct rd_results_tally *ret_tally, struct rd_error *reterr);
