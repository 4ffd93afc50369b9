#include "results_file.h"

#include "results_database.h"

#include "sim/base/used_files.h"
#include "sim/digest/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x72647374, /* "rdst", in the file's head */
    FORMAT = 5,
    BUSY_MS = 10000,    /* how long a reader waits for a group that is being written */
    LOCK_ATTEMPTS = 50, /* a child of a killed process may hold the lock for a moment */
    LOCK_PAUSE_US = 20000,
    SQL_SIZE = 4096
};

#define NO_FILE "is a folder, a device or a pipe: a file is accepted"

/* The byte of the file that its writer locks: behind those that SQLite locks. */
#define WRITER_BYTE ((off_t)0x40000000 + 4096)

/* --- opening ---------------------------------------------------------------------------------- */

/* Locks the file for this process. The lock is the descriptor's: SQLite gives all locks of a
 * process back, whoever took them, when it ends a transaction. */
static bool take_lock(struct rd_results *results, struct rd_error *reterr)
{
    struct stat found;
    results->lock = open(results->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (results->lock < 0)
        return rd_fail(reterr, RD_ERROR_FILE, results->path, 0, "cannot be written: %s",
                       strerror(errno));
    if (fstat(results->lock, &found) != 0 || !S_ISREG(found.st_mode))
        return rd_fail(reterr, RD_ERROR_FILE, results->path, 0, NO_FILE);
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

/* SQLite takes some names for a memory of its own or for an address, but none that begins so. */
static bool open_database(struct rd_results *results, struct rd_error *reterr)
{
    const char *before = results->path[0] == '/' ? "" : "./";
    int answer =
        sqlite3_open_v2(rd_arena_print(results->arena, "%s%s", before, results->path),
                        &results->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (answer != SQLITE_OK)
        return rd_sql_fail(results, answer, reterr);
    struct stat locked, found;
    if (stat(results->path, &found) != 0 ||
        (results->lock >= 0 && (fstat(results->lock, &locked) != 0 ||
                                found.st_dev != locked.st_dev || found.st_ino != locked.st_ino)))
        return rd_fail(reterr, RD_ERROR_FILE, results->path, 0,
                       "was replaced while it was being opened");
    rd_note_file_read(found.st_dev, found.st_ino);
    sqlite3_extended_result_codes(results->database, 1);
    sqlite3_busy_timeout(results->database, BUSY_MS);
    /* A file may come from anybody: its pages are looked at before they are read. */
    return rd_sql_run(results, "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF", reterr);
}

#define HEAD_TABLE "CREATE TABLE head (name TEXT PRIMARY KEY, value TEXT NOT NULL)"

/* The statement that makes the table of runs. */
static void write_table(const struct rd_columns *columns, char sql[SQL_SIZE])
{
    size_t used = (size_t)snprintf(sql, SQL_SIZE, "CREATE TABLE run (");
    for (size_t i = 0; i < columns->count; i++) {
        const struct rd_column *column = columns->column[i];
        used += (size_t)snprintf(sql + used, SQL_SIZE - used, "%s %s%s, ", column->name,
                                 rd_sql_type(column),
                                 strcmp(column->name, "key") == 0 ? " PRIMARY KEY" : "");
    }
    used += (size_t)snprintf(sql + used, SQL_SIZE - used, "row_check TEXT NOT NULL) WITHOUT ROWID");
    rd_assert(used < SQL_SIZE);
}

/* Which columns a file has, in its order. It may be older than some of ours. */
static bool read_columns(struct rd_results *results, struct rd_error *reterr)
{
    rd_sql_own(statement);
    struct rd_columns *columns = &results->columns;
    int answer;
    columns->count = 0;
    if (!rd_sql_prepare(results,
                        "SELECT name FROM pragma_table_info('run') WHERE name != 'row_check'",
                        &statement, reterr))
        return false;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = rd_sql_text_at(statement, 0, results->arena);
        const struct rd_column *column = name ? rd_stored_column(name) : NULL;
        if (!column)
            return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                           "has a column \"%.40s\": a file that redist " REDIST_VERSION
                           " or an older one wrote is accepted",
                           name ? name : "");
        columns->column[columns->count++] = column;
    }
    return answer == SQLITE_DONE || rd_sql_fail(results, answer, reterr);
}

/* What is written has to have a place. */
static bool check_all_columns(const struct rd_results *results, struct rd_error *reterr)
{
    struct rd_columns all = rd_columns_shown(RD_STORED);
    for (size_t i = 0; i < all.count; i++) {
        size_t at = 0;
        while (at < results->columns.count && results->columns.column[at] != all.column[i])
            at++;
        if (at == results->columns.count)
            return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                           "has no column \"%s\", since an older redist wrote it: it can be read, "
                           "and merged into a new file",
                           all.column[i]->name);
    }
    return true;
}

/* Are there just our tables, as we make them? A view or a trigger of the same name would have
 * whoever made it speak. */
static bool check_schema(struct rd_results *results, struct rd_error *reterr)
{
    char table[SQL_SIZE];
    int64_t others;
    const char *head, *run_table;
    if (!rd_sql_integer(results,
                        "SELECT count(*) FROM sqlite_master WHERE name NOT IN ('head', 'run', "
                        "'sqlite_autoindex_head_1')",
                        &others, reterr) ||
        !rd_sql_text(results, "SELECT sql FROM sqlite_master WHERE name = 'head'", &head, reterr) ||
        !rd_sql_text(results, "SELECT sql FROM sqlite_master WHERE name = 'run'", &run_table,
                     reterr))
        return false;
    write_table(&results->columns, table);
    return (others == 0 && head && strcmp(head, HEAD_TABLE) == 0 && run_table &&
            strcmp(run_table, table) == 0) ||
           rd_sql_fail(results, SQLITE_NOTADB, reterr);
}

/* Is this ours, and of this format? */
static bool check_file(struct rd_results *results, struct rd_error *reterr)
{
    int64_t application, format;
    if (!rd_sql_integer(results, "PRAGMA application_id", &application, reterr) ||
        !rd_sql_integer(results, "PRAGMA user_version", &format, reterr))
        return false;
    if (application != APPLICATION)
        return rd_sql_fail(results, SQLITE_NOTADB, reterr);
    if (format != FORMAT)
        return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                       "is a results file of format %lld: %d is accepted", (long long)format,
                       FORMAT);
    return read_columns(results, reterr) && check_schema(results, reterr);
}

/* Is it whole, so that rows can be added? Who reads only is told by their checks and their sum. */
static bool check_whole(struct rd_results *results, struct rd_error *reterr)
{
    const char *verdict;
    return rd_sql_text(results, "PRAGMA integrity_check(1)", &verdict, reterr) &&
           ((verdict && strcmp(verdict, "ok") == 0) ||
            rd_results_damaged(results, verdict ? verdict : "no answer", reterr));
}

/* What the head says of the rows, in a text: how many, and a check of itself and of them all. */
static const char *tally_text(const struct rd_results *results, const struct rd_results_head *head,
                              struct rd_results_tally tally)
{
    const char *const said[] = {head->scenario, head->scenario_hash, head->redist_version,
                                head->simgrid_version};
    unsigned char digest[RD_SHA256_BYTES];
    struct rd_sha256 sha256;
    uint64_t check;
    rd_sha256_begin(&sha256);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        rd_sha256_add_text(&sha256, said[i]);
    rd_sha256_end(&sha256, digest);
    memcpy(&check, digest, sizeof check);
    return rd_arena_print(results->arena, "%" PRId64 " %016" PRIx64, tally.count,
                          check + tally.sum);
}

/* In: ret_tally: what the head says of the rows. */
static bool read_head(struct rd_results *results, const char **ret_tally, struct rd_error *reterr)
{
    struct rd_results_head *head = &results->head;
    const char **member[] = {&head->scenario, &head->scenario_hash, &head->redist_version,
                             &head->simgrid_version, ret_tally};
    static const char *const name[] = {"scenario", "scenario_hash", "redist_version",
                                       "simgrid_version", "rows"};
    int64_t count;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const char *sql =
            rd_arena_print(results->arena, "SELECT value FROM head WHERE name = '%s'", name[i]);
        if (!rd_sql_text(results, sql, member[i], reterr))
            return false;
        if (!*member[i])
            return rd_sql_fail(results, SQLITE_NOTADB, reterr);
    }
    return rd_sql_integer(results, "SELECT count(*) FROM head", &count, reterr) &&
           (count == sizeof name / sizeof *name || rd_sql_fail(results, SQLITE_NOTADB, reterr));
}

/* A file of no bytes becomes a results file, all at once. */
static bool make_tables(struct rd_results *results, const struct rd_results_head *head,
                        struct rd_error *reterr)
{
    char begin[SQL_SIZE], table[SQL_SIZE];
    results->columns = rd_columns_shown(RD_STORED);
    write_table(&results->columns, table);
    snprintf(begin, sizeof begin,
             "BEGIN IMMEDIATE; PRAGMA application_id = %d; PRAGMA user_version = %d;" HEAD_TABLE,
             APPLICATION, FORMAT);
    char *fill = sqlite3_mprintf(
        "INSERT INTO head VALUES ('scenario', %Q), ('scenario_hash', %Q), ('redist_version', %Q), "
        "('simgrid_version', %Q), ('rows', %Q); COMMIT",
        head->scenario, head->scenario_hash, head->redist_version, head->simgrid_version,
        tally_text(results, head, (struct rd_results_tally){0}));
    if (!fill)
        return rd_sql_fail(results, SQLITE_NOMEM, reterr);
    bool made = rd_sql_run(results, begin, reterr) && rd_sql_run(results, table, reterr) &&
                rd_sql_run(results, fill, reterr);
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
        return rd_fail(reterr, RD_ERROR_INPUT, results->path, 0,
                       "holds results of redist %s with SimGrid %s, and this is %s with %s: "
                       "results of different versions need a file each",
                       there->redist_version, there->simgrid_version, head->redist_version,
                       head->simgrid_version);
    return true;
}

static bool prepare_insert(struct rd_results *results, struct rd_error *reterr)
{
    char sql[SQL_SIZE] = "INSERT INTO run VALUES (";
    size_t used = strlen(sql);
    for (size_t i = 0; i < results->columns.count; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, "?,");
    snprintf(sql + used, sizeof sql - used, "?) ON CONFLICT DO NOTHING");
    return rd_sql_prepare(results, sql, &results->insert, reterr);
}

/* Reads the head and all rows, which have to be what the head says. In: as rd_sql_rows. */
static bool read_whole(struct rd_results *results, struct rd_arena *arena,
                       struct rd_packed_rows *rows, struct rd_error *reterr)
{
    const char *said;
    if (!rd_sql_run(results, "BEGIN", reterr))
        return false;
    bool good = read_head(results, &said, reterr) &&
                rd_sql_rows(results, arena, rows, &results->tally, reterr) &&
                (strcmp(tally_text(results, &results->head, results->tally), said) == 0 ||
                 rd_results_damaged(results, "its runs are not those that were written", reterr));
    sqlite3_exec(results->database, "ROLLBACK", NULL, NULL, NULL);
    results->committed = results->tally;
    return good;
}

/* Is a file that is to be written of this scenario, and as it was written? */
static bool check_rows(struct rd_results *results, const struct rd_results_head *head,
                       struct rd_error *reterr)
{
    const char *said;
    if (!read_head(results, &said, reterr) || !same_head(results, head, reterr))
        return false;
    rd_arena_own(scratch);
    return read_whole(results, &scratch, NULL, reterr);
}

static struct rd_results *new_results(const char *path, struct rd_arena *arena)
{
    struct rd_results *results = rd_take(arena, 1, struct rd_results);
    *results = (struct rd_results){.path = rd_arena_text(arena, path), .lock = -1, .arena = arena};
    return results;
}

static bool open_to_write(struct rd_results *results, const struct rd_results_head *head,
                          struct rd_error *reterr)
{
    struct stat found;
    if (!take_lock(results, reterr))
        return false;
    bool empty = fstat(results->lock, &found) == 0 && found.st_size == 0;
    if (!open_database(results, reterr) ||
        !rd_sql_run(results, "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536", reterr))
        return false;
    if (empty && !make_tables(results, head, reterr))
        return false;
    return check_file(results, reterr) && check_whole(results, reterr) &&
           check_all_columns(results, reterr) && check_rows(results, head, reterr) &&
           /* Where nothing can be written, say so before hours of work. */
           rd_sql_run(results, "BEGIN IMMEDIATE; UPDATE head SET value = value; COMMIT", reterr) &&
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
    struct stat found;
    const char *said;
    if (access(path, R_OK) != 0 || stat(path, &found) != 0)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be read: %s", strerror(errno));
    if (!S_ISREG(found.st_mode))
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, NO_FILE);
    /* To be written, if the system lets us: a group that a killed process left by half is undone
     * by whoever reads next. */
    if (open_database(results, reterr) && check_file(results, reterr) &&
        read_head(results, &said, reterr)) {
        *ret_results = results;
        return true;
    }
    rd_results_close(results);
    return false;
}

bool rd_results_hold(const char *path, int64_t count, struct rd_error *reterr)
{
    struct rd_results *results;
    rd_arena_own(arena);
    if (!rd_results_open(path, &arena, &results, reterr))
        return false;
    bool hold = read_whole(results, &arena, NULL, reterr) &&
                (results->tally.count == count ||
                 rd_results_damaged(results, "its runs are not those that were written", reterr));
    rd_results_close(results);
    return hold;
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

/* Undoes the group under way. */
static void roll_back(struct rd_results *results)
{
    sqlite3_exec(results->database, "ROLLBACK", NULL, NULL, NULL);
    results->in_group = false;
    results->tally = results->committed;
}

bool rd_results_add(struct rd_results *results, const struct rd_result_row *row,
                    struct rd_error *reterr)
{
    if (!results->in_group && !rd_sql_run(results, "BEGIN IMMEDIATE", reterr))
        return false;
    results->in_group = true;
    uint64_t check;
    int answer = rd_sql_bind_row(results->insert, &results->columns, row, results->arena, &check);
    if (answer == SQLITE_OK)
        answer = sqlite3_step(results->insert);
    bool added = answer == SQLITE_DONE || rd_sql_fail(results, answer, reterr);
    sqlite3_reset(results->insert);
    if (!added) {
        roll_back(results); /* SQLite may have done so, and the next change would stand alone */
    } else if (sqlite3_changes(results->database) == 1) {
        results->tally.count++;
        results->tally.sum += check;
    }
    return added;
}

bool rd_results_forget_failed(struct rd_results *results, struct rd_error *reterr)
{
    if (!rd_sql_run(results,
                    "BEGIN IMMEDIATE; DELETE FROM run WHERE point IN "
                    "(SELECT point FROM run WHERE status = 'failed')",
                    reterr))
        return false;
    results->in_group = true;
    rd_arena_own(scratch);
    bool counted = rd_sql_rows(results, &scratch, NULL, &results->tally, reterr);
    if (counted)
        return rd_results_commit(results, reterr);
    roll_back(results);
    return false;
}

bool rd_results_commit(struct rd_results *results, struct rd_error *reterr)
{
    if (!results->in_group)
        return true;
    rd_arena_borrow(results->arena);
    const char *sql =
        rd_arena_print(results->arena, "UPDATE head SET value = '%s' WHERE name = 'rows'; COMMIT",
                       tally_text(results, &results->head, results->tally));
    bool committed = rd_sql_run(results, sql, reterr);
    if (committed) {
        results->in_group = false;
        results->committed = results->tally;
    } else {
        roll_back(results);
    }
    return committed;
}

/* --- reading ---------------------------------------------------------------------------------- */

bool rd_results_points(struct rd_results *results, struct rd_arena *arena,
                       const char *const **ret_point, size_t *ret_count, struct rd_error *reterr)
{
    rd_sql_own(statement);
    const char **point = NULL;
    size_t count = 0, capacity = 0;
    int answer;
    if (!rd_sql_prepare(results, "SELECT DISTINCT point FROM run ORDER BY point", &statement,
                        reterr))
        return false;
    while ((answer = sqlite3_step(statement)) == SQLITE_ROW) {
        point = rd_arena_room(arena, point, count, &capacity, sizeof *point);
        point[count] = rd_sql_text_at(statement, 0, arena);
        if (!point[count++])
            return rd_sql_fail(results, SQLITE_CORRUPT, reterr);
    }
    if (answer != SQLITE_DONE)
        return rd_sql_fail(results, answer, reterr);
    *ret_point = point;
    *ret_count = count;
    return true;
}

bool rd_results_rows(struct rd_results *results, const struct rd_columns *columns,
                     struct rd_arena *arena, struct rd_packed_rows *ret_rows,
                     struct rd_error *reterr)
{
    rd_arena_own(scratch);
    rd_packed_rows_open(ret_rows, columns, arena);
    return read_whole(results, &scratch, ret_rows, reterr);
}

bool rd_results_count(struct rd_results *results, int64_t *ret_count, struct rd_error *reterr)
{
    return rd_sql_integer(results, "SELECT count(*) FROM run", ret_count, reterr);
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Is this run there already, and did it come to the same? */
static bool agrees(struct rd_results *results, sqlite3_stmt *find, const struct rd_result_row *row,
                   const char *from_path, struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_result_row there;
    uint64_t check;
    sqlite3_bind_text(find, 1, row->key, -1, SQLITE_STATIC);
    int answer = sqlite3_step(find);
    bool good =
        answer == SQLITE_ROW || answer == SQLITE_DONE || rd_sql_fail(results, answer, reterr);
    if (answer == SQLITE_ROW)
        good = rd_sql_row(results, find, arena, &there, &check, reterr);
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
    struct rd_packed_rows rows;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    rd_sql_own(find);
    if (!rd_results_rows(from, &all, arena, &rows, reterr) ||
        !rd_sql_prepare(results, "SELECT * FROM run WHERE key = ?", &find, reterr))
        return false;
    for (size_t i = 0; i < rows.count; i++) {
        const struct rd_result_row row = rd_packed_row(&rows, i);
        if (!agrees(results, find, &row, from->path, arena, reterr) ||
            !rd_results_add(results, &row, reterr))
            return false;
    }
    return true;
}

bool rd_results_merge(struct rd_results *results, struct rd_results *from, struct rd_error *reterr)
{
    if (!same_head(results, &from->head, reterr))
        return false;
    rd_arena_own(arena);
    bool added = add_rows(results, from, &arena, reterr);
    if (!added && results->in_group)
        roll_back(results);
    return added && rd_results_commit(results, reterr);
}
