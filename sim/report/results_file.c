#include "results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x72647374, /* "rdst", in the file's head */
    FORMAT = 3,
    BUSY_MS = 10000,    /* how long a reader waits for a group that is being written */
    LOCK_ATTEMPTS = 50, /* a child of a killed process may hold the lock for a moment */
    LOCK_PAUSE_US = 20000,
    SQL_SIZE = 4096
};

/* The byte of the file that its writer locks: behind those that SQLite locks. */
#define WRITER_BYTE ((off_t)0x40000000 + 4096)

struct rd_results {
    const char *path;
    sqlite3 *database;
    sqlite3_stmt *insert;
    int lock; /* the writer's descriptor; -1: reading */
    bool in_group;
    struct rd_results_head head;
    struct rd_arena *arena;
};

/* What SQLite's answer means to the user. Returns: false. */
static bool fail(const struct rd_results *results, int answer, struct rd_error *reterr)
{
    const char *path = results->path;
    switch (answer & 0xff) {
    case SQLITE_NOTADB:
        return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                       "is not a results file: a file written by redist sweep is accepted");
    case SQLITE_CORRUPT:
        return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                       "is damaged (%s): restore it, or remove it and sweep again",
                       sqlite3_errmsg(results->database));
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

static bool run(struct rd_results *results, const char *sql, struct rd_error *reterr)
{
    int answer = sqlite3_exec(results->database, sql, NULL, NULL, NULL);
    return answer == SQLITE_OK || fail(results, answer, reterr);
}

static bool prepare(struct rd_results *results, const char *sql, sqlite3_stmt **ret_statement,
                    struct rd_error *reterr)
{
    int answer = sqlite3_prepare_v2(results->database, sql, -1, ret_statement, NULL);
    return answer == SQLITE_OK || fail(results, answer, reterr);
}

/* A text of a row that a statement stands on; NULL for null. */
static const char *text_at(sqlite3_stmt *statement, int column, struct rd_arena *arena)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? rd_arena_print(arena, "%s", (const char *)text) : NULL;
}

/* The first value of a statement's first row, as a text; NULL if there is none. */
static bool only_text(struct rd_results *results, const char *sql, const char **ret_text,
                      struct rd_error *reterr)
{
    sqlite3_stmt *statement;
    *ret_text = NULL;
    if (!prepare(results, sql, &statement, reterr))
        return false;
    int answer = sqlite3_step(statement);
    bool good = answer == SQLITE_ROW || answer == SQLITE_DONE || fail(results, answer, reterr);
    if (answer == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        *ret_text = text_at(statement, 0, results->arena);
        /* Without memory SQLite has no text for a number, and says no more than NULL. */
        good = *ret_text || fail(results, SQLITE_NOMEM, reterr);
    }
    sqlite3_finalize(statement);
    return good;
}

static bool only_integer(struct rd_results *results, const char *sql, int64_t *ret_value,
                         struct rd_error *reterr)
{
    const char *text;
    if (!only_text(results, sql, &text, reterr))
        return false;
    long long value = 0;
    if (text)
        sscanf(text, "%lld", &value);
    *ret_value = value;
    return true;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Locks the file for this process. The lock is the descriptor's: SQLite gives all locks of a
 * process back, whoever took them, when it ends a transaction. */
static bool take_lock(struct rd_results *results, struct rd_error *reterr)
{
    results->lock = open(results->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (results->lock < 0)
        return rd_fail(reterr, RD_ERROR_FILE, results->path, 0, "cannot be written: %s",
                       strerror(errno));
    struct flock wanted = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = WRITER_BYTE, .l_len = 1};
    for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
        if (fcntl(results->lock, F_OFD_SETLK, &wanted) == 0)
            return true;
        if (errno != EACCES && errno != EAGAIN)
            return rd_fail(reterr, RD_ERROR_FILE, results->path, 0, "cannot be locked: %s",
                           strerror(errno));
        usleep(LOCK_PAUSE_US);
    }
    return rd_fail(reterr, RD_ERROR_FILE, results->path, 0,
                   "is being written by another redist: one at a time is accepted");
}

static bool open_database(struct rd_results *results, int flags, struct rd_error *reterr)
{
    int answer = sqlite3_open_v2(results->path, &results->database, flags, NULL);
    if (answer != SQLITE_OK)
        return fail(results, answer, reterr);
    sqlite3_extended_result_codes(results->database, 1);
    sqlite3_busy_timeout(results->database, BUSY_MS);
    return true;
}

#define HEAD_TABLE "CREATE TABLE head (name TEXT PRIMARY KEY, value TEXT NOT NULL)"

/* The statement that makes the table of runs. */
static void write_table(char sql[SQL_SIZE])
{
    size_t used = (size_t)snprintf(sql, SQL_SIZE, "CREATE TABLE run (");
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        used += (size_t)snprintf(sql + used, SQL_SIZE - used, "%s %s, ", column->name,
                                 column->offset == 0                ? "TEXT PRIMARY KEY"
                                 : column->kind == RD_COLUMN_TEXT   ? "TEXT"
                                 : column->kind == RD_COLUMN_NUMBER ? "REAL"
                                                                    : "INTEGER");
    used += (size_t)snprintf(sql + used, SQL_SIZE - used, "row_check TEXT NOT NULL) WITHOUT ROWID");
    rd_assert(used < SQL_SIZE);
}

/* Are there just our tables, as we make them? A view or a trigger of the same name would have
 * whoever made it speak. */
static bool check_schema(struct rd_results *results, struct rd_error *reterr)
{
    char table[SQL_SIZE];
    int64_t others;
    const char *head, *run_table;
    if (!only_integer(results,
                      "SELECT count(*) FROM sqlite_master WHERE name NOT IN ('head', 'run', "
                      "'sqlite_autoindex_head_1')",
                      &others, reterr) ||
        !only_text(results, "SELECT sql FROM sqlite_master WHERE name = 'head'", &head, reterr) ||
        !only_text(results, "SELECT sql FROM sqlite_master WHERE name = 'run'", &run_table, reterr))
        return false;
    write_table(table);
    if (others == 0 && head && strcmp(head, HEAD_TABLE) == 0 && run_table &&
        strcmp(run_table, table) == 0)
        return true;
    return fail(results, SQLITE_NOTADB, reterr);
}

/* Is this ours, of this format, and whole? */
static bool check_file(struct rd_results *results, struct rd_error *reterr)
{
    int64_t application, format;
    const char *verdict;
    if (!only_integer(results, "PRAGMA application_id", &application, reterr) ||
        !only_integer(results, "PRAGMA user_version", &format, reterr))
        return false;
    if (application != APPLICATION)
        return fail(results, SQLITE_NOTADB, reterr);
    if (format != FORMAT)
        return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                       "is a results file of format %lld: %d is accepted", (long long)format,
                       FORMAT);
    if (!check_schema(results, reterr))
        return false;
    if (!only_text(results, "PRAGMA quick_check(1)", &verdict, reterr))
        return false;
    if (!verdict || strcmp(verdict, "ok") != 0)
        return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                       "is damaged (%s): restore it, or remove it and sweep again",
                       verdict ? verdict : "no answer");
    return true;
}

static bool read_head(struct rd_results *results, struct rd_error *reterr)
{
    struct rd_results_head *head = &results->head;
    const char **member[] = {&head->scenario, &head->scenario_hash, &head->redist_version,
                             &head->simgrid_version};
    static const char *const sql[] = {"SELECT value FROM head WHERE name = 'scenario'",
                                      "SELECT value FROM head WHERE name = 'scenario_hash'",
                                      "SELECT value FROM head WHERE name = 'redist_version'",
                                      "SELECT value FROM head WHERE name = 'simgrid_version'"};
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        if (!only_text(results, sql[i], member[i], reterr))
            return false;
        if (!*member[i])
            return fail(results, SQLITE_NOTADB, reterr);
    }
    return true;
}

/* A file of no bytes becomes a results file, all at once. */
static bool make_tables(struct rd_results *results, const struct rd_results_head *head,
                        struct rd_error *reterr)
{
    char begin[SQL_SIZE], table[SQL_SIZE];
    write_table(table);
    snprintf(begin, sizeof begin,
             "BEGIN IMMEDIATE; PRAGMA application_id = %d; PRAGMA user_version = %d;" HEAD_TABLE,
             APPLICATION, FORMAT);
    char *fill = sqlite3_mprintf("INSERT INTO head VALUES ('scenario', %Q), ('scenario_hash', %Q), "
                                 "('redist_version', %Q), ('simgrid_version', %Q); COMMIT",
                                 head->scenario, head->scenario_hash, head->redist_version,
                                 head->simgrid_version);
    if (!fill)
        return fail(results, SQLITE_NOMEM, reterr);
    bool made =
        run(results, begin, reterr) && run(results, table, reterr) && run(results, fill, reterr);
    sqlite3_free(fill);
    return made;
}

static bool same_head(const struct rd_results *results, const struct rd_results_head *head,
                      struct rd_error *reterr)
{
    const struct rd_results_head *there = &results->head;
    if (strcmp(there->scenario_hash, head->scenario_hash) != 0)
        return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                       "holds results of scenario \"%s\" (%.12s), and this is \"%s\" (%.12s): each "
                       "scenario needs a file of its own",
                       there->scenario, there->scenario_hash, head->scenario, head->scenario_hash);
    if (strcmp(there->redist_version, head->redist_version) != 0 ||
        strcmp(there->simgrid_version, head->simgrid_version) != 0)
        return rd_fail(
            reterr, RD_ERROR_INPUT, results->path, 0,
            "holds results of redist %s with SimGrid %s, and this is %s with %s: results "
            "of different versions need a file each",
            there->redist_version, there->simgrid_version, head->redist_version,
            head->simgrid_version);
    return true;
}

static bool prepare_insert(struct rd_results *results, struct rd_error *reterr)
{
    char sql[SQL_SIZE] = "INSERT OR IGNORE INTO run VALUES (";
    size_t used = strlen(sql);
    for (int i = 0; i < RD_SWEEP_COLUMN_COUNT; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, "?,");
    snprintf(sql + used, sizeof sql - used, "?)");
    return prepare(results, sql, &results->insert, reterr);
}

static struct rd_results *new_results(const char *path, struct rd_arena *arena)
{
    struct rd_results *results = rd_take(arena, 1, struct rd_results);
    *results =
        (struct rd_results){.path = rd_arena_print(arena, "%s", path), .lock = -1, .arena = arena};
    return results;
}

static bool open_to_write(struct rd_results *results, const struct rd_results_head *head,
                          struct rd_error *reterr)
{
    struct stat found;
    if (!take_lock(results, reterr))
        return false;
    bool empty = fstat(results->lock, &found) == 0 && found.st_size == 0;
    if (!open_database(results, SQLITE_OPEN_READWRITE, reterr) ||
        !run(results, "PRAGMA synchronous = FULL", reterr))
        return false;
    if (empty && !make_tables(results, head, reterr))
        return false;
    return check_file(results, reterr) && read_head(results, reterr) &&
           same_head(results, head, reterr) &&
           /* Where nothing can be written, say so before hours of work. */
           run(results, "BEGIN IMMEDIATE; UPDATE head SET value = value; COMMIT", reterr) &&
           prepare_insert(results, reterr);
}

bool rd_results_create(const char *path, const struct rd_results_head *head, struct rd_arena *arena,
                       struct rd_results **ret_results, struct rd_error *reterr)
{
    struct rd_results *results = new_results(path, arena);
    bool existed = access(path, F_OK) == 0;
    if (open_to_write(results, head, reterr)) {
        *ret_results = results;
        return true;
    }
    bool ours = results->lock >= 0 && !existed;
    rd_results_close(results);
    if (ours)
        unlink(path);
    return false;
}

bool rd_results_open(const char *path, struct rd_arena *arena, struct rd_results **ret_results,
                     struct rd_error *reterr)
{
    struct rd_results *results = new_results(path, arena);
    if (access(path, R_OK) != 0)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be read: %s", strerror(errno));
    /* To be written, if the system lets us: a group that a killed process left by half is undone
     * by whoever reads next. */
    if (open_database(results, SQLITE_OPEN_READWRITE, reterr) && check_file(results, reterr) &&
        read_head(results, reterr)) {
        *ret_results = results;
        return true;
    }
    rd_results_close(results);
    return false;
}

void rd_results_close(struct rd_results *results)
{
    if (!results)
        return;
    sqlite3_finalize(results->insert);
    sqlite3_close(results->database);
    /* Only now: closing a descriptor of the file gives SQLite's own locks back. */
    if (results->lock >= 0)
        close(results->lock);
}

const struct rd_results_head *rd_results_head(const struct rd_results *results)
{
    return &results->head;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void bind(sqlite3_stmt *statement, int place, const struct rd_result_row *row,
                 const struct rd_column *column)
{
    int64_t integer;
    switch (column->kind) {
    case RD_COLUMN_TEXT:
        sqlite3_bind_text(statement, place, rd_result_row_text(row, column), -1, SQLITE_STATIC);
        return;
    case RD_COLUMN_NUMBER:
        sqlite3_bind_double(statement, place,
                            rd_result_row_number(row, column)); /* NAN binds null */
        return;
    case RD_COLUMN_INTEGER:
    case RD_COLUMN_TRUTH: break;
    }
    integer = rd_result_row_integer(row, column);
    if (integer == RD_NO_INTEGER)
        sqlite3_bind_null(statement, place);
    else
        sqlite3_bind_int64(statement, place, integer);
}

bool rd_results_add(struct rd_results *results, const struct rd_result_row *row,
                    struct rd_error *reterr)
{
    char check[RD_ROW_CHECK_SIZE];
    if (!results->in_group && !run(results, "BEGIN IMMEDIATE", reterr))
        return false;
    results->in_group = true;
    for (int i = 0; i < RD_SWEEP_COLUMN_COUNT; i++)
        bind(results->insert, i + 1, row, &rd_result_columns[i]);
    rd_result_row_check(row, results->arena, check);
    sqlite3_bind_text(results->insert, RD_SWEEP_COLUMN_COUNT + 1, check, -1, SQLITE_STATIC);
    int answer = sqlite3_step(results->insert);
    bool added = answer == SQLITE_DONE || fail(results, answer, reterr);
    sqlite3_reset(results->insert);
    return added;
}

bool rd_results_forget_failed(struct rd_results *results, struct rd_error *reterr)
{
    return run(results,
               "DELETE FROM run WHERE point IN (SELECT point FROM run WHERE status = 'failed')",
               reterr);
}

bool rd_results_commit(struct rd_results *results, struct rd_error *reterr)
{
    if (!results->in_group)
        return true;
    results->in_group = false;
    if (run(results, "COMMIT", reterr))
        return true;
    sqlite3_exec(results->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* --- reading ---------------------------------------------------------------------------------- */

bool rd_results_points(struct rd_results *results, struct rd_arena *arena,
                       const char *const **ret_point, size_t *ret_count, struct rd_error *reterr)
{
    sqlite3_stmt *statement;
    const char **point = NULL;
    size_t count = 0, capacity = 0;
    int answer;
    if (!prepare(results, "SELECT DISTINCT point FROM run ORDER BY point", &statement, reterr))
        return false;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        if (count == capacity) {
            size_t more = capacity ? 2 * capacity : 1024;
            point = rd_arena_grow(arena, point, capacity, more, sizeof *point);
            capacity = more;
        }
        point[count] = text_at(statement, 0, arena);
        if (!point[count++]) {
            answer = SQLITE_CORRUPT;
            break;
        }
    }
    bool good = answer == SQLITE_DONE || fail(results, answer, reterr);
    sqlite3_finalize(statement);
    if (!good)
        return false;
    *ret_point = point;
    *ret_count = count;
    return true;
}

static void read_row(sqlite3_stmt *statement, struct rd_arena *arena, struct rd_result_row *row)
{
    for (int i = 0; i < RD_SWEEP_COLUMN_COUNT; i++) {
        const struct rd_column *column = &rd_result_columns[i];
        bool null = sqlite3_column_type(statement, i) == SQLITE_NULL;
        if (column->kind == RD_COLUMN_TEXT)
            rd_result_row_set_text(row, column, text_at(statement, i, arena));
        else if (column->kind == RD_COLUMN_NUMBER)
            rd_result_row_set_number(row, column, null ? NAN : sqlite3_column_double(statement, i));
        else
            rd_result_row_set_integer(row, column,
                                      null ? RD_NO_INTEGER : sqlite3_column_int64(statement, i));
    }
}

/* Reads the row that a statement stands on, and holds it against its check. */
static bool take_row(struct rd_results *results, sqlite3_stmt *statement, struct rd_arena *arena,
                     struct rd_result_row *row, struct rd_error *reterr)
{
    char check[RD_ROW_CHECK_SIZE];
    read_row(statement, arena, row);
    const char *written = text_at(statement, RD_SWEEP_COLUMN_COUNT, arena);
    if (written && strcmp(rd_result_row_check(row, arena, check), written) == 0)
        return true;
    return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                   "is damaged (run %.16s was changed since it was written): restore it, or remove "
                   "it and sweep again",
                   row->key ? row->key : "without key");
}

bool rd_results_rows(struct rd_results *results, struct rd_arena *arena,
                     struct rd_result_row **ret_row, size_t *ret_count, struct rd_error *reterr)
{
    sqlite3_stmt *statement;
    struct rd_result_row *row = NULL;
    size_t count = 0;
    int64_t expected;
    int answer = SQLITE_DONE;
    bool good = true;
    if (!run(results, "BEGIN", reterr) || !rd_results_count(results, &expected, reterr) ||
        !prepare(results, "SELECT * FROM run ORDER BY key", &statement, reterr))
        return false;
    row = rd_take(arena, (size_t)expected, struct rd_result_row);
    while (good && (answer = sqlite3_step(statement)) == SQLITE_ROW) {
        if (count == (size_t)expected) {
            answer = SQLITE_CORRUPT;
            break;
        }
        good = take_row(results, statement, arena, &row[count++], reterr);
    }
    if (good && answer != SQLITE_DONE)
        good = fail(results, answer, reterr);
    sqlite3_finalize(statement);
    sqlite3_exec(results->database, "ROLLBACK", NULL, NULL, NULL);
    if (!good)
        return false;
    *ret_row = row;
    *ret_count = count;
    return true;
}

bool rd_results_count(struct rd_results *results, int64_t *ret_count, struct rd_error *reterr)
{
    return only_integer(results, "SELECT count(*) FROM run", ret_count, reterr);
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Is this run there already, and did it come to the same? */
static bool agrees(struct rd_results *results, sqlite3_stmt *find, const struct rd_result_row *row,
                   const char *from_path, struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_result_row there;
    sqlite3_bind_text(find, 1, row->key, -1, SQLITE_STATIC);
    int answer = sqlite3_step(find);
    bool good = answer == SQLITE_ROW || answer == SQLITE_DONE || fail(results, answer, reterr);
    if (answer == SQLITE_ROW)
        good = take_row(results, find, arena, &there, reterr);
    const struct rd_column *difference =
        good && answer == SQLITE_ROW ? rd_result_row_difference(&there, row) : NULL;
    sqlite3_reset(find);
    if (!difference)
        return good;
    return rd_fail(reterr, RD_ERROR_INPUT, from_path, 0,
                   "has run %.16s (%s) with another %s than %s: a run has one result, whoever "
                   "computes it",
                   row->key, row->algorithm, difference->name, results->path);
}

static bool add_rows(struct rd_results *results, struct rd_results *from, struct rd_arena *arena,
                     struct rd_error *reterr)
{
    struct rd_result_row *row;
    size_t count;
    sqlite3_stmt *find;
    if (!rd_results_rows(from, arena, &row, &count, reterr) ||
        !prepare(results, "SELECT * FROM run WHERE key = ?", &find, reterr))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = agrees(results, find, &row[i], from->path, arena, reterr) &&
               rd_results_add(results, &row[i], reterr);
    sqlite3_finalize(find);
    return good;
}

bool rd_results_merge(struct rd_results *results, struct rd_results *from, struct rd_error *reterr)
{
    struct rd_arena arena;
    if (!same_head(results, &from->head, reterr))
        return false;
    rd_arena_open(&arena, 0);
    bool added = add_rows(results, from, &arena, reterr);
    rd_arena_close(&arena);
    if (!added && results->in_group) {
        sqlite3_exec(results->database, "ROLLBACK", NULL, NULL, NULL);
        results->in_group = false;
    }
    return added && rd_results_commit(results, reterr);
}
