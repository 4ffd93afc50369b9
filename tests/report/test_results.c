/* Results files: what is written is read again, in one order, or not at all; and who is better. */
#include "sim/report/comparison.h"
#include "sim/report/results_file.h"
#include "sim/report/results_table.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
    char folder[64];
    struct rd_arena arena;
};

static int open_place(void **state)
{
    static struct place place;
    place = (struct place){.folder = "/tmp/redist_results_XXXXXX"};
    rd_arena_open(&place.arena, 0);
    *state = &place;
    return mkdtemp(place.folder) ? 0 : -1;
}

static int close_place(void **state)
{
    struct place *place = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", place->folder);
    rd_arena_close(&place->arena);
    return system(command);
}

static const char *path_of(struct place *place, const char *name)
{
    return rd_arena_print(&place->arena, "%s/%s", place->folder, name);
}

static const struct rd_results_head head = {"s", "0123456789abcdef", "0.1", "3.32"};

/* A run that took so long; its key is the point and the algorithm. */
static struct rd_result_row row_of(struct place *place, const char *point, const char *x,
                                   const char *algorithm, double time_s)
{
    struct rd_arena *arena = &place->arena;
    return (struct rd_result_row){
        .key = rd_arena_print(arena, "%s-%s", point, algorithm),
        .point = point,
        .parameters = rd_arena_print(arena, "{\"x\":\"%s\"}", x),
        .repetition = 1,
        .seed = RD_NO_INTEGER,
        .scenario = "s",
        .scenario_hash = head.scenario_hash,
        .algorithm = algorithm,
        .options = "",
        .hosts = 3,
        .status = isnan(time_s) ? "refused" : "ok",
        .message = "",
        .goal_reached = !isnan(time_s),
        .bound_s = 0.1,
        .class_bound_s = NAN,
        .bound_name = "Lemma, 1",
        .planned_s = time_s,
        .simulated_s = time_s,
        .ratio = time_s / 0.1,
        .optimal = "unknown",
        .items_moved = 4,
        .transfers = 2,
        .steps = RD_NO_INTEGER,
        .model = "exact",
        .ports = "one",
        .run_seed = 7,
        .redist_version = "0.1",
        .simgrid_version = "3.32",
        .plan_ms = 0.5,
        .simulate_ms = NAN,
    };
}

static struct rd_results *create(struct place *place, const char *name)
{
    struct rd_results *results = NULL;
    struct rd_error error;
    if (!rd_results_create(path_of(place, name), &head, &place->arena, &results, &error))
        fail_msg("%s", error.message);
    return results;
}

static void add(struct rd_results *results, const struct rd_result_row *row)
{
    struct rd_error error;
    if (!rd_results_add(results, row, &error))
        fail_msg("%s", error.message);
}

static struct rd_results_table read_table(struct place *place, const char *name)
{
    struct rd_results *results = NULL;
    struct rd_results_table table = {0};
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_error error;
    if (!rd_results_open(path_of(place, name), &place->arena, &results, &error) ||
        !rd_results_table_read(results, &all, &place->arena, &table, &error))
        fail_msg("%s", error.message);
    rd_results_close(results);
    return table;
}

static const char *written(struct place *place, enum rd_format format,
                           const struct rd_results_table *table)
{
    char *text = rd_take(&place->arena, 100000, char);
    FILE *out = fmemopen(text, 100000, "w");
    assert_true(rd_results_table_write(out, format, table));
    fclose(out);
    return text;
}

static void keeps_what_was_committed(void **state)
{
    struct place *place = *state;
    struct rd_error error;
    int64_t count;
    struct rd_result_row first = row_of(place, "p1", "1", "a", 1), second = first;
    struct rd_result_row changed = first;
    second.key = "p1-b";
    second.algorithm = "b";
    changed.message = "another";
    struct rd_results *results = create(place, "kept.db");
    add(results, &first);
    add(results, &changed); /* the same run: what is there stays */
    assert_true(rd_results_commit(results, &error));
    add(results, &second);
    rd_results_close(results); /* not committed */
    results = create(place, "kept.db");
    assert_true(rd_results_count(results, &count, &error));
    assert_int_equal(count, 1);
    const char *const *point;
    size_t point_count;
    assert_true(rd_results_points(results, &place->arena, &point, &point_count, &error));
    assert_int_equal(point_count, 1);
    assert_string_equal(point[0], "p1");
    rd_results_close(results);
    struct rd_results_table table = read_table(place, "kept.db");
    assert_int_equal(table.rows->count, 1);
    const struct rd_result_row kept = rd_packed_row(table.rows, 0);
    assert_null(rd_result_row_difference(&kept, &first));
    assert_true(kept.plan_ms == 0.5 && isnan(kept.simulate_ms));
}

static void sorts_and_writes_by_content(void **state)
{
    struct place *place = *state;
    struct rd_error error;
    static const char *const values[] = {"10", "9", "slow", "9.5"};
    struct rd_results *results = create(place, "sorted.db");
    for (size_t i = 0; i < 4; i++) {
        struct rd_result_row row = row_of(place, values[i], values[i], "a", (double)i);
        add(results, &row);
    }
    assert_true(rd_results_commit(results, &error));
    rd_results_close(results);
    struct rd_results_table table = read_table(place, "sorted.db");
    static const char *const sorted[] = {"9", "9.5", "10", "slow"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(rd_results_table_value(&table, i, 0), sorted[i]);
    const char *csv = written(place, RD_FORMAT_CSV, &table);
    static const char expected[] =
        "x,repetition,seed,scenario,scenario_hash,platform_hash,algorithm,options,hosts,status,"
        "message,goal_reached,bound_s,bound_name,bound_among,class_bound_s,class_bound_name,"
        "planned_s,simulated_s,ratio,optimal,"
        "proved_by,items_moved,transfers,steps,token_steps,error_left,counters,model,ports,"
        "run_seed,redist_"
        "version,simgrid_"
        "version\n"
        "9,1,,s,0123456789abcdef,,a,,3,ok,,true,0.1,\"Lemma, "
        "1\",,,,1,1,10,unknown,,4,2,,0,0,,exact,one,7,"
        "0.1,3.32\n";
    if (strncmp(csv, expected, strlen(expected)) != 0)
        fail_msg("%s", csv);
    const char *json = written(place, RD_FORMAT_JSON, &table);
    assert_non_null(strstr(json, "\"parameters\": {\"x\": \"9\"}"));
    assert_non_null(strstr(json, "\"bound_among\": null"));
    assert_null(strstr(json, "plan_ms"));
}

/* Refused with these words. */
static void refuses(struct place *place, const char *name, enum rd_error_code code,
                    const char *words)
{
    struct rd_results *results;
    struct rd_results_table table;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_error error = {0};
    bool read = rd_results_open(path_of(place, name), &place->arena, &results, &error);
    if (read) {
        assert_false(rd_results_table_read(results, &all, &place->arena, &table, &error));
        rd_results_close(results);
    }
    assert_int_equal(error.code, code);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" is expected in \"%s\"", words, error.message);
}

static void copy_with(struct place *place, const char *from, const char *to, size_t keep,
                      const char *word, char changed)
{
    static char bytes[1 << 20];
    FILE *in = fopen(path_of(place, from), "rb"), *out = fopen(path_of(place, to), "wb");
    size_t size = fread(bytes, 1, sizeof bytes, in);
    char *found = word ? memmem(bytes, size, word, strlen(word)) : NULL;
    assert_true(!word || found);
    if (found)
        *found = changed;
    size = keep < size ? keep : size;
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

static void refuses_what_is_damaged(void **state)
{
    struct place *place = *state;
    struct rd_error error;
    struct rd_results *results = create(place, "whole.db");
    for (int i = 0; i < 100; i++) {
        struct rd_result_row row =
            row_of(place, rd_arena_print(&place->arena, "point %d", i), "1", "unmistakable", i);
        add(results, &row);
    }
    assert_true(rd_results_commit(results, &error));
    rd_results_close(results);
    copy_with(place, "whole.db", "flipped.db", SIZE_MAX, "unmistakable", 'U');
    refuses(place, "flipped.db", RD_ERROR_INPUT, "was changed since it was written");
    copy_with(place, "whole.db", "cut.db", 9000, NULL, 0);
    refuses(place, "cut.db", RD_ERROR_INPUT, "is damaged");
    copy_with(place, "whole.db", "short.db", 50, NULL, 0);
    refuses(place, "short.db", RD_ERROR_INPUT, "is not a results file");
    FILE *text = fopen(path_of(place, "text.db"), "w");
    fputs("x,y\n1,2\n", text);
    fclose(text);
    refuses(place, "text.db", RD_ERROR_INPUT, "is not a results file");
    refuses(place, "none.db", RD_ERROR_FILE, "cannot be read: No such file");
    /* Nothing of it is overwritten either. */
    assert_false(
        rd_results_create(path_of(place, "text.db"), &head, &place->arena, &results, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_int_equal(access(path_of(place, "text.db"), F_OK), 0);
}

/* Its writer may still have the pages in memory. */
static void notices_a_file_that_was_cut(void **state)
{
    struct place *place = *state;
    struct rd_error error;
    struct rd_results *results = create(place, "shortened.db");
    struct rd_result_row row = row_of(place, "p1", "1", "a", 1);
    add(results, &row);
    assert_true(rd_results_commit(results, &error));
    assert_true(rd_results_hold(path_of(place, "shortened.db"), 1, &error));
    assert_false(rd_results_hold(path_of(place, "shortened.db"), 2, &error));
    assert_int_equal(truncate(path_of(place, "shortened.db"), 4096), 0);
    assert_false(rd_results_hold(path_of(place, "shortened.db"), 1, &error));
    assert_non_null(strstr(error.message, "is damaged"));
    rd_results_close(results);
}

static void merges_only_what_agrees(void **state)
{
    struct place *place = *state;
    struct rd_error error;
    struct rd_result_row row = row_of(place, "p", "1", "a", 1), slower = row;
    struct rd_results *all = create(place, "all.db"), *same = create(place, "same.db"),
                      *other = create(place, "other.db");
    row.plan_ms = 99; /* a wall clock is no disagreement */
    add(all, &slower);
    add(same, &row);
    slower.simulated_s = 2;
    add(other, &slower);
    assert_true(rd_results_commit(all, &error) && rd_results_commit(same, &error) &&
                rd_results_commit(other, &error));
    assert_true(rd_results_merge(all, same, &error));
    assert_false(rd_results_merge(all, other, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_non_null(strstr(error.message, "has run p-a (a) with another simulated_s than"));
    rd_results_close(all);
    rd_results_close(same);
    rd_results_close(other);
    struct rd_results_head newer = head;
    newer.simgrid_version = "3.33";
    assert_false(rd_results_create(path_of(place, "all.db"), &newer, &place->arena, &all, &error));
    assert_non_null(strstr(error.message, "of redist 0.1 with SimGrid 3.32, and this is 0.1 with "
                                          "3.33"));
}

static bool is_near(double value, double expected)
{
    return fabs(value - expected) < 1e-12;
}

/* Marks rows, and keeps them. */
static bool keep(struct rd_results_table *table, const char *name, const char *values,
                 struct rd_arena *arena, const char **ret_unknown)
{
    bool *marked = rd_take(arena, table->rows->count, bool);
    bool is_there = rd_results_table_mark(table, name, values, arena, marked, ret_unknown);
    if (is_there)
        rd_results_table_keep(table, marked);
    return is_there;
}

/* Of the runs below. a over the best at x = 2: 4/3 and 2. Two draws of them have the mean 4/3, 5/3
 * or 2, with probabilities 1/4, 1/2 and 1/4, so that the interval is from 4/3 to 2, where Student's
 * goes below 1; quartiles lie at quarters of the way. Its differences from b are 1 and 1/3. At x =
 * 3 a was refused. */
static void asks_more(struct rd_results_table *table, struct rd_arena *arena)
{
    struct rd_comparison comparison;
    struct rd_comparison_settings settings = {
        .by = {"x", "x"}, .by_count = 2, .common = true, .against = "b"};
    rd_compare(table, &settings, arena, &comparison);
    const struct rd_comparison_cell *cell = &comparison.cell[2];
    assert_string_equal(comparison.parameter, "x, x");
    assert_string_equal(comparison.value[1], "2, 2");
    assert_true(comparison.left_out == 1 && comparison.crossover_count == 0);
    assert_true(is_near(cell->low, 4. / 3) && is_near(cell->high, 2));
    static const double quantile[] = {4. / 3, 1.5, 5. / 3, 11. / 6, 2};
    for (size_t i = 0; i < RD_QUANTILE_COUNT; i++)
        assert_true(is_near(cell->quantile[i], quantile[i]));
    assert_true(cell->difference.count == 2 && is_near(cell->difference.mean, 2. / 3));
    assert_true(comparison.cell[5].mean.count == 0); /* b at x = 3, where a did not end well */
    assert_true(rd_is_compared(table, "b") && !rd_is_compared(table, "c"));
    const char *unknown;
    assert_false(keep(table, "y", "1", arena, &unknown));
    assert_true(keep(table, "x", "2.0,7", arena, &unknown));
    assert_string_equal(unknown, "7");
    assert_int_equal(table->rows->count, 4);
    assert_true(keep(table, "algorithm", "a", arena, &unknown));
    assert_null(unknown);
    assert_int_equal(table->rows->count, 2);
}

/* At x = 1, a takes 1 and 1, b 2 and 2; at x = 2, a takes 4 and 8, b 2 and 6; at x = 3 a is
 * refused. Over the best, a: 1 1, 2 4/3, -; b: 2 2, 1 1, 1. The differences a - b are -1 -1, then 1
 * 1/3, with mean 2/3, standard error 1/3, and 12.7 times that on each side. */
static void compares_by_hand(void **state)
{
    struct place *place = *state;
    struct rd_error error;
    static const struct {
        const char *point, *x;
        double a_s, b_s;
    } point[] = {{"p1", "1", 1, 2},
                 {"p2", "1", 1, 2},
                 {"p3", "2", 4, 2},
                 {"p4", "2", 8, 6},
                 {"p5", "3", NAN, 5}};
    struct rd_results *results = create(place, "compared.db");
    for (size_t i = 0; i < sizeof point / sizeof *point; i++) {
        struct rd_result_row a = row_of(place, point[i].point, point[i].x, "a", point[i].a_s);
        struct rd_result_row b = row_of(place, point[i].point, point[i].x, "b", point[i].b_s);
        add(results, &a);
        add(results, &b);
    }
    assert_true(rd_results_commit(results, &error));
    rd_results_close(results);
    struct rd_results_table table = read_table(place, "compared.db");
    struct rd_comparison comparison;
    rd_compare(&table, &(struct rd_comparison_settings){.by = {"x"}, .by_count = 1}, &place->arena,
               &comparison);
    assert_int_equal(comparison.value_count, 3);
    assert_int_equal(comparison.algorithm_count, 2);
    const struct rd_comparison_cell *cell = comparison.cell; /* a1 b1 a2 b2 a3 b3 */
    assert_true(cell[0].mean.mean == 1 && cell[0].wins == 2);
    assert_true(cell[1].mean.mean == 2 && cell[1].wins == 0);
    assert_true(fabs(cell[2].mean.mean - 5. / 3) < 1e-12 && cell[2].wins == 0);
    assert_true(cell[3].mean.mean == 1 && cell[3].wins == 2);
    assert_true(cell[4].mean.count == 0 && cell[4].refused == 1);
    assert_true(cell[5].mean.count == 1 && cell[5].wins == 1);
    assert_int_equal(comparison.crossover_count, 1);
    assert_int_equal(comparison.crossover[0].before, 0);
    assert_int_equal(comparison.crossover[0].after, 1);
    assert_int_equal(comparison.crossover[0].overtaken, 0);
    assert_int_equal(comparison.crossover[0].overtaker, 1);
    assert_false(comparison.crossover[0].sure);
    rd_compare(&table, &(struct rd_comparison_settings){.measure = RD_MEASURE_TIME}, &place->arena,
               &comparison);
    assert_int_equal(comparison.value_count, 1);
    assert_true(comparison.cell[0].mean.mean == 3.5 && comparison.cell[0].mean.count == 4);
    asks_more(&table, &place->arena);
}

/* None, numbers by size, words; numbers in words by size too. Each is below all that follow. */
static void values_have_an_order(void **state)
{
    (void)state;
    static const char *const value[] = {NULL,      "-1",        "2",           "1e3",
                                        "10Gbps",  "a",         "a1",          "a1.5",
                                        "a2",      "a2.10",     "list 2 10",   "list 10 2",
                                        "slow-10", "slow.xml1", "slow_9.xml ", "slow_10.xml"};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++)
        for (size_t j = 0; j < sizeof value / sizeof *value; j++) {
            int order = rd_compare_values(value[i], value[j]);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    assert_true(rd_compare_values("a1", "a1.0") != 0); /* other words are never equal */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_was_committed), cmocka_unit_test(sorts_and_writes_by_content),
        cmocka_unit_test(refuses_what_is_damaged),  cmocka_unit_test(notices_a_file_that_was_cut),
        cmocka_unit_test(merges_only_what_agrees),  cmocka_unit_test(compares_by_hand),
        cmocka_unit_test(values_have_an_order),
    };
    return cmocka_run_group_tests(tests, open_place, close_place);
}
