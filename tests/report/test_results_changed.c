/* Results files that were changed, by a disk or by hand: refused, or they say what they said. And
 * files whose names mean something else to SQLite. */
#include "sim/base/rng.h"
#include "sim/report/results_file.h"

#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS = 120, FILE_SIZE = 1 << 18, PAGE = 4096 };

static const struct rd_results_head head = {"s", "0123456789abcdef", "0.1", "3.32"};
static const struct rd_results_head stranger = {"t", "fedcba9876543210", "0.1", "3.32"};

static long changes = 1000;

struct place {
    char folder[64];
    char path[2][128]; /* a whole file, and the one that is changed */
    struct rd_arena arena;
    unsigned char bytes[FILE_SIZE];
    size_t size;
    struct rd_result_row row[ROWS]; /* in the order of their keys */
    size_t refused, same;
};

static struct rd_result_row row_of(struct place *place, const struct rd_results_head *of, int i)
{
    struct rd_arena *arena = &place->arena;
    return (struct rd_result_row){
        .key = rd_arena_print(arena, "key %04d of %s", i, of->scenario),
        .point = rd_arena_print(arena, "point %04d", i / 2),
        .parameters = "{\"x\":\"1\"}",
        .repetition = 1,
        .seed = i,
        .scenario = of->scenario,
        .scenario_hash = of->scenario_hash,
        .algorithm = i % 2 ? "one" : "other",
        .options = "",
        .hosts = 3,
        .status = "ok",
        .message = rd_arena_print(arena, "%*d", 1 + i * 7 % 200, i),
        .goal_reached = 1,
        .bound_s = 0.1 * i,
        .class_bound_s = -0., /* SQLite keeps no sign of a zero */
        .planned_s = -NAN,    /* nor one of what is no number */
        .simulated_s = 1. / (i + 1),
        .optimal = "unknown",
        .steps = RD_NO_INTEGER,
        .redist_version = of->redist_version,
        .simgrid_version = of->simgrid_version,
    };
}

static void write_rows(struct place *place, const char *path, const struct rd_results_head *of)
{
    struct rd_results *results;
    struct rd_error error;
    if (!rd_results_create(path, of, &place->arena, &results, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < ROWS; i++) {
        struct rd_result_row row = row_of(place, of, i);
        if (of == &head)
            place->row[i] = row;
        assert_true(rd_results_add(results, &row, &error));
    }
    assert_true(rd_results_commit(results, &error));
    rd_results_close(results);
}

static int open_place(void **state)
{
    static struct place place;
    snprintf(place.folder, sizeof place.folder, "%s/redist_changed_XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    rd_arena_open(&place.arena, 0);
    if (!mkdtemp(place.folder))
        return -1;
    snprintf(place.path[0], sizeof place.path[0], "%s/whole.db", place.folder);
    snprintf(place.path[1], sizeof place.path[1], "%s/changed.db", place.folder);
    write_rows(&place, place.path[0], &head);
    FILE *in = fopen(place.path[0], "rb");
    place.size = fread(place.bytes, 1, sizeof place.bytes, in);
    fclose(in);
    assert_true(place.size > 8 * PAGE && place.size < FILE_SIZE);
    *state = &place;
    return 0;
}

static int close_place(void **state)
{
    struct place *place = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", place->folder);
    rd_arena_close(&place->arena);
    return system(command);
}

/* Reads the changed file and opens it to be written: each is refused in words, or it holds just
 * the rows that were written. Returns: was it refused? */
static bool is_refused(struct place *place, const char *what)
{
    struct rd_results *results;
    struct rd_packed_rows rows;
    struct rd_error error = {0};
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_arena_mark mark = rd_arena_mark(&place->arena);
    bool whole = rd_results_open(place->path[1], &place->arena, &results, &error);
    if (whole) {
        whole = rd_results_rows(results, &all, &place->arena, &rows, &error);
        if (whole && rows.count != ROWS)
            fail_msg("%s: %zu rows were read", what, rows.count);
        for (size_t i = 0; whole && i < rows.count; i++) {
            const struct rd_result_row row = rd_packed_row(&rows, i);
            if (strcmp(row.key, place->row[i].key) != 0 ||
                rd_result_row_difference(&row, &place->row[i]))
                fail_msg("%s: row %zu was read with another content", what, i);
        }
        rd_results_close(results);
    }
    assert_true(whole || (error.code == RD_ERROR_INPUT && error.message[0]));
    bool open = rd_results_create(place->path[1], &head, &place->arena, &results, &error);
    if (open)
        rd_results_close(results);
    if (open && !whole)
        fail_msg("%s: a sweep would go on with what cannot be read", what);
    rd_arena_rewind(&place->arena, mark);
    place->refused += !whole;
    place->same += whole;
    return !whole;
}

static void write_changed(struct place *place, const unsigned char *bytes, size_t size)
{
    FILE *out = fopen(place->path[1], "wb");
    assert_true(out && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
}

/* A bit, a byte, a page over another one or exchanged with it, a page that is gone or twice, the
 * end cut off. Returns: what was done. */
static const char *change_bytes(struct place *place, struct rd_rng *rng)
{
    static unsigned char changed[FILE_SIZE + PAGE], kept[PAGE];
    static char what[128];
    size_t size = place->size, pages = size / PAGE;
    size_t at = rd_rng_below(rng, size), bit = rd_rng_below(rng, 8);
    size_t one = rd_rng_below(rng, pages) * PAGE, other = rd_rng_below(rng, pages) * PAGE;
    unsigned way = (unsigned)rd_rng_below(rng, 6);
    memcpy(changed, place->bytes, size);
    switch (way) {
    case 0: changed[at] ^= (unsigned char)(1u << bit); break;
    case 1: changed[at] = (unsigned char)rd_rng_below(rng, 256); break;
    case 2: memcpy(changed + one, place->bytes + other, PAGE); break;
    case 3:
        memcpy(kept, changed + one, PAGE);
        memcpy(changed + one, changed + other, PAGE);
        memcpy(changed + other, kept, PAGE);
        break;
    case 4:
        memmove(changed + one, changed + one + PAGE, size - one - PAGE);
        size -= PAGE;
        break;
    default: memmove(changed + one + PAGE, changed + one, size - one); size += PAGE;
    }
    snprintf(what, sizeof what, "way %u, byte %zu, bit %zu, pages at %zu and %zu", way, at, bit,
             one, other);
    write_changed(place, changed, size);
    return what;
}

static void notices_changed_bytes(void **state)
{
    struct place *place = *state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    place->refused = place->same = 0;
    for (long i = changes; i > 0; i--)
        is_refused(place, change_bytes(place, &rng));
    print_message("%zu files refused, %zu that say what they said\n", place->refused, place->same);
    assert_true(place->refused > place->same);
}

/* Pages that do not add up, and yet give each row as it was: who reads goes by the rows, but nobody
 * writes on. SQLite counts in byte 7 of a page what is free between its rows. */
static void writes_to_whole_pages_only(void **state)
{
    enum { LEAF = 0x0a, FREE_BYTES = 7 };
    struct place *place = *state;
    struct rd_results *results;
    struct rd_packed_rows rows;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_error error = {0};
    size_t changed = 0;
    unsigned char *bytes = rd_arena_copy(&place->arena, place->bytes, place->size, 1);
    for (size_t page = PAGE; page < place->size; page += PAGE)
        if (bytes[page] == LEAF) {
            bytes[page + FREE_BYTES]++;
            changed++;
        }
    assert_true(changed > 0);
    write_changed(place, bytes, place->size);
    assert_true(rd_results_open(place->path[1], &place->arena, &results, &error));
    assert_true(rd_results_rows(results, &all, &place->arena, &rows, &error));
    assert_int_equal(rows.count, ROWS);
    rd_results_close(results);
    assert_false(rd_results_create(place->path[1], &head, &place->arena, &results, &error));
    assert_non_null(strstr(error.message, "is damaged"));
}

/* Changes rows with SQLite itself, so that the file is whole to it. */
static void change_rows(struct place *place, const char *format, int one, int other)
{
    sqlite3 *database;
    char sql[512], *message = NULL;
    struct rd_arena_mark mark = rd_arena_mark(&place->arena);
    write_changed(place, place->bytes, place->size);
    assert_int_equal(sqlite3_open(place->path[1], &database), SQLITE_OK);
    snprintf(sql, sizeof sql, format, place->row[one].key, place->row[other].key, place->folder);
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    assert_true(sqlite3_total_changes(database) > 0);
    sqlite3_close(database);
    rd_arena_rewind(&place->arena, mark);
    if (!is_refused(place, sql))
        fail_msg("%s: is taken", sql);
}

static void notices_changed_rows(void **state)
{
    struct place *place = *state;
    static const char *const ways[] = {
        "DELETE FROM run WHERE key = '%s' AND '%s' <> '%s'",
        "DELETE FROM run WHERE key <= '%s' AND '%s' <> '%s'",
        "DELETE FROM run WHERE '%s' || '%s' <> '%s'",
        /* A row twice, under a key of its own; a row in the place of another one. */
        "CREATE TEMP TABLE t AS SELECT * FROM run WHERE key = '%s'; UPDATE t SET key = key || '%s';"
        "INSERT INTO run SELECT * FROM t; SELECT '%s'",
        "CREATE TEMP TABLE t AS SELECT * FROM run WHERE key = '%s'; UPDATE t SET key = '%s';"
        "REPLACE INTO run SELECT * FROM t; UPDATE head SET value = value; SELECT '%s'",
        "UPDATE run SET simulated_s = 2 WHERE key = '%s' AND '%s' <> '%s'",
        "UPDATE run SET row_check = '0' WHERE key = '%s' AND '%s' <> '%s'",
        "UPDATE head SET value = 'x' WHERE name = 'scenario' AND '%s' <> '%s' || '%s'",
        "UPDATE head SET value = '4' WHERE name = 'redist_version' AND '%s' <> '%s' || '%s'",
        "DELETE FROM head WHERE name = 'scenario' AND '%s' <> '%s' || '%s'",
        "INSERT INTO head VALUES ('x', '%s'), ('y', '%s'), ('z', '%s')",
    };
    struct rd_rng rng = rd_rng_seeded(2, 0);
    for (int i = 0; i < 200; i++) {
        int one = (int)rd_rng_below(&rng, ROWS);
        int other = (one + 1 + (int)rd_rng_below(&rng, ROWS - 1)) % ROWS;
        change_rows(place, ways[(size_t)i % (sizeof ways / sizeof *ways)], one, other);
    }
}

/* Rows of another scenario, each as redist wrote it. */
static void notices_rows_of_others(void **state)
{
    struct place *place = *state;
    char other[160];
    snprintf(other, sizeof other, "%s/other.db", place->folder);
    write_rows(place, other, &stranger);
    change_rows(place,
                "SELECT '%s%s'; ATTACH '%s/other.db' AS other; INSERT INTO run SELECT * FROM "
                "other.run",
                0, 1);
    change_rows(place,
                "SELECT '%s%s'; ATTACH '%s/other.db' AS other; INSERT INTO run SELECT * FROM "
                "other.run LIMIT 1; DELETE FROM run WHERE key = (SELECT min(key) FROM run)",
                0, 1);
}

static void run_sql(sqlite3 *database, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

/* The columns of a redist that did not know one of them, and had another one last. */
static struct rd_columns older_columns(const char *unknown, const char *last)
{
    struct rd_columns now = rd_columns_shown(RD_STORED), older = {.count = 0};
    for (size_t i = 0; i < now.count; i++)
        if (strcmp(now.column[i]->name, unknown) != 0 && strcmp(now.column[i]->name, last) != 0)
            older.column[older.count++] = now.column[i];
    older.column[older.count++] = rd_stored_column(last);
    return older;
}

/* Makes the changed file one as such a redist wrote it: fewer columns, in another order, and the
 * checks of just those. */
static void write_older(struct place *place, const struct rd_columns *columns)
{
    static const char *const type[] = {"TEXT", "REAL", "INTEGER", "INTEGER"};
    struct rd_arena *arena = &place->arena;
    const struct rd_columns now = rd_columns_shown(RD_STORED);
    const char *make = "", *names = "";
    sqlite3 *database;
    uint64_t difference = 0;
    for (size_t i = 0; i < columns->count; i++) {
        const struct rd_column *column = columns->column[i];
        make = rd_arena_print(arena, "%s%s %s%s, ", make, column->name, type[column->kind],
                              i == 0 ? " PRIMARY KEY" : "");
        names = rd_arena_print(arena, "%s%s, ", names, column->name);
    }
    write_changed(place, place->bytes, place->size);
    assert_int_equal(sqlite3_open(place->path[1], &database), SQLITE_OK);
    run_sql(database, rd_arena_print(arena,
                                     "BEGIN; ALTER TABLE run RENAME TO now; CREATE TABLE run "
                                     "(%srow_check TEXT NOT NULL) WITHOUT ROWID; INSERT INTO run "
                                     "SELECT %srow_check FROM now; DROP TABLE now",
                                     make, names));
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t check = rd_result_row_check(&place->row[i], columns, arena);
        difference += check - rd_result_row_check(&place->row[i], &now, arena);
        run_sql(database, rd_arena_print(
                              arena, "UPDATE run SET row_check = '%016" PRIx64 "' WHERE key = '%s'",
                              check, place->row[i].key));
    }
    sqlite3_stmt *said;
    uint64_t sum;
    int count;
    sqlite3_prepare_v2(database, "SELECT value FROM head WHERE name = 'rows'", -1, &said, NULL);
    assert_int_equal(sqlite3_step(said), SQLITE_ROW);
    assert_int_equal(
        sscanf((const char *)sqlite3_column_text(said, 0), "%d %" SCNx64, &count, &sum), 2);
    sqlite3_finalize(said);
    run_sql(database, rd_arena_print(arena,
                                     "UPDATE head SET value = '%d %016" PRIx64
                                     "' WHERE name = 'rows'; COMMIT",
                                     count, sum + difference));
    sqlite3_close(database);
}

/* What an older file lacks is null, whatever it holds is read; it is not added to, but it is merged
 * into a new one. */
static void older_files_lack_columns(void **state)
{
    struct place *place = *state;
    struct rd_arena *arena = &place->arena;
    struct rd_results *results, *merged;
    struct rd_packed_rows rows;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_error error = {0};
    static const char *const unknown[] = {"error_left", "planned_s", "proved_by", "goal_reached"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        struct rd_columns older = older_columns(unknown[i], "plan_ms");
        write_older(place, &older);
        assert_true(rd_results_open(place->path[1], arena, &results, &error));
        assert_true(rd_results_rows(results, &all, arena, &rows, &error));
        assert_int_equal(rows.count, ROWS);
        for (size_t j = 0; j < rows.count; j++) {
            struct rd_result_row row = rd_packed_row(&rows, j), expected = place->row[j];
            const struct rd_column *column = rd_stored_column(unknown[i]);
            memcpy(rd_result_row_at(&expected, column),
                   (const char *)&rd_result_row_none + column->offset, sizeof(uint64_t));
            assert_null(rd_result_row_difference(&row, &expected));
        }
        const char *path = rd_arena_print(arena, "%s/merged%zu.db", place->folder, i);
        assert_true(rd_results_create(path, &head, arena, &merged, &error));
        assert_true(rd_results_merge(merged, results, &error));
        rd_results_close(merged);
        rd_results_close(results);
        assert_true(rd_results_hold(path, ROWS, &error));
        assert_false(rd_results_create(place->path[1], &head, arena, &results, &error));
        assert_non_null(
            strstr(error.message, rd_arena_print(arena, "has no column \"%s\"", unknown[i])));
    }
    /* Other order alone is no reason. */
    struct rd_columns reordered = older_columns("", "plan_ms");
    write_older(place, &reordered);
    assert_true(rd_results_create(place->path[1], &head, arena, &results, &error));
    rd_results_close(results);
    /* Nor is a column of a newer redist taken for anything else. */
    sqlite3 *database;
    assert_int_equal(sqlite3_open(place->path[1], &database), SQLITE_OK);
    run_sql(database, "ALTER TABLE run ADD COLUMN newer TEXT");
    sqlite3_close(database);
    assert_false(rd_results_open(place->path[1], arena, &results, &error));
    assert_non_null(strstr(error.message, "has a column \"newer\""));
}

/* A name is one of a file, whatever SQLite takes it for; what is no file is refused. */
static void names_are_of_files(void **state)
{
    struct place *place = *state;
    static const char *const names[] = {":memory:", "file:x.db?mode=memory", "file:y.db",
                                        "a?b#%20c"};
    struct rd_results *results;
    struct rd_packed_rows rows;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_error error = {0};
    struct stat found;
    assert_int_equal(chdir(place->folder), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_rows(place, names[i], &head);
        if (stat(names[i], &found) != 0 || found.st_size < PAGE)
            fail_msg("%s is no file with rows", names[i]);
        assert_true(rd_results_open(names[i], &place->arena, &results, &error));
        assert_true(rd_results_rows(results, &all, &place->arena, &rows, &error));
        assert_int_equal(rows.count, ROWS);
        rd_results_close(results);
    }
    assert_int_equal(mkfifo("fifo", 0600), 0);
    static const char *const others[] = {"fifo", "/dev/null", ".", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(rd_results_create(others[i], &head, &place->arena, &results, &error));
        assert_int_equal(error.code, RD_ERROR_FILE);
        assert_false(rd_results_open(others[i], &place->arena, &results, &error));
        assert_int_equal(error.code, RD_ERROR_FILE);
    }
    assert_int_equal(chdir("/"), 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        changes = strtol(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notices_changed_bytes),    cmocka_unit_test(writes_to_whole_pages_only),
        cmocka_unit_test(notices_changed_rows),     cmocka_unit_test(notices_rows_of_others),
        cmocka_unit_test(older_files_lack_columns), cmocka_unit_test(names_are_of_files),
    };
    return cmocka_run_group_tests(tests, open_place, close_place);
}
