#include "results_database.h"

#include "sim/digest/sha256.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CHECK_SIZE = 17 }; /* in hexadecimal digits */

bool rd_results_damaged(const struct rd_results *results, const char *how, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                   "is damaged (%s): restore it, or remove it and sweep again", how);
}

bool rd_sql_fail(const struct rd_results *results, int answer, struct rd_error *reterr)
{
    const char *path = results->path;
    switch (answer & 0xff) {
    case SQLITE_NOTADB:
        return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                       "is not a results file: a file written by redist sweep is accepted");
    case SQLITE_CORRUPT:
        return rd_results_damaged(results, sqlite3_errmsg(results->database), reterr);
    case SQLITE_FULL:
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be written: the disk is full");
    case SQLITE_NOMEM: return rd_fail(reterr, RD_ERROR_INTERRUPTED, path, 0, "out of memory");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "is being used by another process");
    default:
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be %s: %s",
                       results->lock >= 0 ? "written" : "read", sqlite3_errmsg(results->database));
    }
}

bool rd_sql_run(struct rd_results *results, const char *sql, struct rd_error *reterr)
{
    int answer = sqlite3_exec(results->database, sql, NULL, NULL, NULL);
    return answer == SQLITE_OK || rd_sql_fail(results, answer, reterr);
}

bool rd_sql_prepare(struct rd_results *results, const char *sql, sqlite3_stmt **ret_statement,
                    struct rd_error *reterr)
{
    int answer = sqlite3_prepare_v2(results->database, sql, -1, ret_statement, NULL);
    return answer == SQLITE_OK || rd_sql_fail(results, answer, reterr);
}

const char *rd_sql_text_at(sqlite3_stmt *statement, int column, struct rd_arena *arena)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? rd_arena_text(arena, (const char *)text) : NULL;
}

bool rd_sql_text(struct rd_results *results, const char *sql, const char **ret_text,
                 struct rd_error *reterr)
{
    rd_sql_own(statement);
    *ret_text = NULL;
    if (!rd_sql_prepare(results, sql, &statement, reterr))
        return false;
    int answer = sqlite3_step(statement);
    bool found = answer == SQLITE_ROW;
    if (!found || sqlite3_column_type(statement, 0) == SQLITE_NULL)
        return found || answer == SQLITE_DONE || rd_sql_fail(results, answer, reterr);
    *ret_text = rd_sql_text_at(statement, 0, results->arena);
    /* Without memory SQLite has no text for a number, and says no more than NULL. */
    return *ret_text || rd_sql_fail(results, SQLITE_NOMEM, reterr);
}

bool rd_sql_integer(struct rd_results *results, const char *sql, int64_t *ret_value,
                    struct rd_error *reterr)
{
    const char *text;
    if (!rd_sql_text(results, sql, &text, reterr))
        return false;
    long long value = 0;
    if (text)
        sscanf(text, "%lld", &value);
    *ret_value = value;
    return true;
}

/* --- rows ------------------------------------------------------------------------------------- */

const char *rd_sql_type(const struct rd_column *column)
{
    return column->kind == RD_COLUMN_TEXT     ? "TEXT"
           : column->kind == RD_COLUMN_NUMBER ? "REAL"
                                              : "INTEGER";
}

int rd_sql_bind(sqlite3_stmt *statement, int place, const struct rd_result_row *row,
                const struct rd_column *column)
{
    int64_t integer;
    switch (column->kind) {
    case RD_COLUMN_TEXT:
        return sqlite3_bind_text(statement, place, rd_result_row_text(row, column), -1,
                                 SQLITE_STATIC);
    case RD_COLUMN_NUMBER: /* NAN binds null */
        return sqlite3_bind_double(statement, place, rd_result_row_number(row, column));
    case RD_COLUMN_INTEGER:
    case RD_COLUMN_TRUTH:
    case RD_COLUMN_VALUE: break;
    }
    integer = rd_result_row_integer(row, column);
    return integer == RD_NO_INTEGER ? sqlite3_bind_null(statement, place)
                                    : sqlite3_bind_int64(statement, place, integer);
}

int rd_sql_bind_row(sqlite3_stmt *statement, const struct rd_columns *columns,
                    const struct rd_result_row *row, struct rd_arena *arena, uint64_t *ret_check)
{
    char text[CHECK_SIZE];
    int answer = SQLITE_OK;
    *ret_check = rd_result_row_check(row, columns, arena);
    int place = 0;
    for (size_t i = 0; answer == SQLITE_OK && i < columns->count; i++)
        answer = rd_sql_bind(statement, ++place, row, columns->column[i]);
    snprintf(text, sizeof text, "%016" PRIx64, *ret_check);
    return answer == SQLITE_OK ? sqlite3_bind_text(statement, place + 1, text, -1, SQLITE_TRANSIENT)
                               : answer;
}

/* Texts are SQLite's, until the statement goes on. */
static void read_row(sqlite3_stmt *statement, const struct rd_columns *columns,
                     struct rd_result_row *row)
{
    *row = rd_result_row_none;
    for (int i = 0; i < (int)columns->count; i++) {
        const struct rd_column *column = columns->column[i];
        void *at = rd_result_row_at(row, column);
        if (column->kind == RD_COLUMN_TEXT)
            *(const char **)at = (const char *)sqlite3_column_text(statement, i);
        else if (sqlite3_column_type(statement, i) == SQLITE_NULL)
            continue;
        else if (column->kind == RD_COLUMN_NUMBER)
            *(double *)at = sqlite3_column_double(statement, i);
        else
            *(int64_t *)at = sqlite3_column_int64(statement, i);
    }
}

static bool is_of(const struct rd_result_row *row, const struct rd_results_head *head)
{
    const char *const text[] = {row->scenario,        head->scenario,       row->scenario_hash,
                                head->scenario_hash,  row->redist_version,  head->redist_version,
                                row->simgrid_version, head->simgrid_version};
    for (size_t i = 0; i < sizeof text / sizeof *text; i += 2)
        if (!text[i] || strcmp(text[i], text[i + 1]) != 0)
            return false;
    return row->key && row->point;
}

/* Is the row that a statement stands on as it was written, and of the file? */
static bool check_row(const struct rd_results *results, sqlite3_stmt *statement,
                      struct rd_arena *arena, const struct rd_result_row *row, uint64_t *ret_check,
                      struct rd_error *reterr)
{
    char text[CHECK_SIZE];
    const char *written = (const char *)sqlite3_column_text(statement, (int)results->columns.count);
    *ret_check = rd_result_row_check(row, &results->columns, arena);
    snprintf(text, sizeof text, "%016" PRIx64, *ret_check);
    if (!written || strcmp(text, written) != 0)
        return rd_results_damaged(results,
                                  rd_arena_print(arena,
                                                 "run %.16s was changed since it was written",
                                                 row->key ? row->key : "without key"),
                                  reterr);
    return is_of(row, &results->head) ||
           rd_results_damaged(
               results,
               rd_arena_print(arena, "run %.16s is of another scenario or version", row->key),
               reterr);
}

bool rd_sql_row(const struct rd_results *results, sqlite3_stmt *statement, struct rd_arena *arena,
                struct rd_result_row *row, uint64_t *ret_check, struct rd_error *reterr)
{
    read_row(statement, &results->columns, row);
    return check_row(results, statement, arena, row, ret_check, reterr);
}

bool rd_sql_rows(struct rd_results *results, struct rd_arena *arena, struct rd_packed_rows *rows,
                 struct rd_results_tally *ret_tally, struct rd_error *reterr)
{
    rd_sql_own(statement);
    struct rd_result_row row;
    struct rd_results_tally tally = {0, 0};
    char previous[RD_SHA256_TEXT_SIZE] = "";
    int answer;
    if (!rd_sql_prepare(results, "SELECT * FROM run ORDER BY key", &statement, reterr))
        return false;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t check;
        if (!rd_sql_row(results, statement, arena, &row, &check, reterr))
            return false;
        if (strcmp(previous, row.key) >= 0 || strlen(row.key) >= sizeof previous)
            return rd_results_damaged(results, "its runs are out of order", reterr);
        memcpy(previous, row.key, strlen(row.key) + 1);
        tally.sum += check;
        tally.count++;
        if (rows)
            rd_packed_rows_add(rows, &row);
    }
    if (answer != SQLITE_DONE)
        return rd_sql_fail(results, answer, reterr);
    *ret_tally = tally;
    return true;
}
