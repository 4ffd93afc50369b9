/* The table, JSON and CSV of results made by hand: the words, and every field. */
#include "sim/report/tables.h"
#include "sim/report/sheet.h"
#include "sim/report/utf8.h"

#include "sim/base/arena.h"
#include "sim/model/options.h"
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rd_option caterpillar = {"schedule", "caterpillar"};
static const int64_t final_loads[] = {1, 2, 2};

/* A run that meets its bound. */
static struct rd_result good(void)
{
    return (struct rd_result){
        .scenario = "three",
        .algorithm = "ring-two-way-light",
        .host_count = 3,
        .status = RD_STATUS_OK,
        .message = "",
        .goal_reached = true,
        .bound_known = true,
        .bound = {.seconds = 2, .name = "Lemma 9", .why = "Hosts 0 to 0 must let 2 items out."},
        .planned_s = 2,
        .simulated_s = 2,
        .ratio = 1,
        .optimal = RD_OPTIMAL_PROVED,
        .proved_by = RD_PROOF_CERTIFICATE,
        .proof = "Lemma 9",
        .items_moved = 2,
        .transfers = 2,
        .steps = RD_NO_INTEGER,
        .final = final_loads,
        .kind_count = 1,
        .plan_ms = 0.25,
        .simulate_ms = 1.5,
        .model = "exact",
        .ports = "one",
        .run_seed = INT64_MAX,
        .simgrid_version = "3.32",
    };
}

static struct rd_result refused(void)
{
    struct rd_result result = good();
    result.algorithm = "ring-one-way";
    result.status = RD_STATUS_REFUSED;
    result.message = "the ring is two-way: one-way is accepted";
    result.goal_reached = false;
    result.bound_known = false;
    result.proved_by = RD_PROOF_NONE;
    result.proof = NULL;
    result.planned_s = result.simulated_s = result.ratio = result.simulate_ms = NAN;
    result.optimal = RD_OPTIMAL_UNKNOWN;
    result.items_moved = result.transfers = RD_NO_INTEGER;
    result.final = NULL;
    return result;
}

/* Writes results into memory; the caller frees. */
static char *styled(struct rd_results_style style, const struct rd_result *result, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(rd_results_write(out, style, result, count));
    fclose(out);
    return text;
}

static char *written(enum rd_format format, const struct rd_result *result, size_t count)
{
    return styled((struct rd_results_style){.format = format, .verbose = true}, result, count);
}

static void the_table_says_in_words_what_was_proved(void **state)
{
    (void)state;
    struct rd_result result[7];
    for (size_t i = 0; i < 7; i++)
        result[i] = good();
    result[1] = refused();
    result[2].algorithm = "ring-shorter-way";
    result[2].planned_s = result[2].simulated_s = 7.0 / 3;
    result[2].ratio = 7.0 / 6;
    result[2].optimal = RD_OPTIMAL_NO;
    result[2].items_moved = 12345;
    result[3].algorithm = "ring-two-way-exact";
    result[3].planned_s = 3;
    result[3].simulated_s = NAN;
    result[3].ratio = 1.5;
    result[3].proved_by = RD_PROOF_SEARCH;
    result[3].proof = "ring-two-way-rounded";
    result[4].status = RD_STATUS_FAILED;
    result[4].message = "planned 2 s and simulated 3 s: they must be equal";
    result[4].simulated_s = 3;
    result[4].optimal = RD_OPTIMAL_UNKNOWN;
    result[4].expectation = "time: 2 s is expected and 3 s was found";
    result[5].option = &caterpillar;
    result[5].option_count = 1;
    result[5].bound_known = false;
    result[5].ratio = NAN;
    result[5].optimal = RD_OPTIMAL_UNKNOWN;
    result[5].message = "arrivals at nearly the same date";
    result[3].class_bound_known = true;
    result[3].class_bound =
        (struct rd_bound){.seconds = 3, .name = "Lemma 1", .schedule_class = "single-send"};
    result[3].optimal = RD_OPTIMAL_IN_CLASS;
    result[6].bound.seconds = 0;
    result[6].ratio = NAN;
    result[6].optimal = RD_OPTIMAL_UNKNOWN;
    char *text = written(RD_FORMAT_TABLE, result, 7);
    assert_string_equal(
        text,
        "three: 3 hosts, exact model, one-port\n"
        "\n"
        "ALGORITHM                                STATUS   BOUND        PLANNED      SIMULATED"
        "   RATIO  OPTIMAL  ITEMS  TRANSFERS\n"
        "ring-two-way-light                       ok         2 s            2 s            2 s"
        "       1  proved       2          2\n"
        "ring-one-way                             refused      -              -              -"
        "       -  -            -          -\n"
        "ring-shorter-way                         ok         2 s  2.333333333 s  2.333333333 s"
        "  1.1667  no       12345          2\n"
        "ring-two-way-exact                       ok         2 s            3 s              -"
        "     1.5  proved*      2          2\n"
        "ring-two-way-light                       failed     2 s            2 s            3 s"
        "       1  unknown      2          2\n"
        "ring-two-way-light schedule=caterpillar  ok           -            2 s            2 s"
        "       -  unknown      2          2\n"
        "ring-two-way-light                       ok         0 s            2 s            2 s"
        "       -  unknown      2          2\n"
        "\n"
        "proved*: no schedule of the same class is shorter; a legal schedule outside the class may "
        "be\n"
        "\n"
        "ring-two-way-light: simulated 2 s = bound 2 s (Lemma 9): optimal, proved by certificate\n"
        "ring-one-way: refused: the ring is two-way: one-way is accepted\n"
        "ring-shorter-way: simulated 2.333333333 s, 1.1667 times the bound 2 s (Lemma 9): not "
        "optimal, a shorter schedule exists\n"
        "ring-two-way-exact: planned 3 s, 1.5 times the bound 2 s (Lemma 9), equal to the bound 3 "
        "s "
        "of single-send schedules (Lemma 1): optimal among single-send schedules only, proved by "
        "search (ring-two-way-rounded)\n"
        "ring-two-way-light: failed: planned 2 s and simulated 3 s: they must be equal\n"
        "ring-two-way-light: expectation not met: time: 2 s is expected and 3 s was found\n"
        "ring-two-way-light schedule=caterpillar: simulated 2 s, no bound known: "
        "optimality open; arrivals at nearly the same date\n"
        "ring-two-way-light: simulated 2 s, above the bound 0 s (Lemma 9): optimality open\n");
    free(text);
}

/* 2 s are the shortest, by two; 3 and 7 s are 1.5 and 3.5 times as long. What failed, was refused
 * or has a message keeps its line. */
static void in_short_the_shortest_and_what_needs_a_look(void **state)
{
    (void)state;
    struct rd_result result[6];
    for (size_t i = 0; i < 6; i++)
        result[i] = good();
    result[0].simulated_s = 7;
    result[0].optimal = RD_OPTIMAL_NO;
    result[1].optimal = RD_OPTIMAL_UNKNOWN;
    result[1].algorithm = "ring-two-way-list";
    result[3] = refused();
    result[4].message = "arrivals at nearly the same date";
    result[5].simulated_s = 3;
    char *text = styled((struct rd_results_style){.format = RD_FORMAT_TABLE}, result, 6);
    assert_string_equal(
        strstr(text, "\n\n") + 2 + strcspn(strstr(text, "\n\n") + 2, "\n") + 1,
        "ring-two-way-light  ok         2 s      2 s        7 s      1  no           2          2\n"
        "ring-two-way-list   ok         2 s      2 s        2 s      1  unknown      2          2\n"
        "ring-two-way-light  ok         2 s      2 s        2 s      1  proved       2          2\n"
        "ring-one-way        refused      -        -          -      -  -            -          -\n"
        "ring-two-way-light  ok         2 s      2 s        2 s      1  proved       2          2\n"
        "ring-two-way-light  ok         2 s      2 s        3 s      1  proved       2          2\n"
        "\n"
        "shortest: ring-two-way-list, ring-two-way-light, ring-two-way-light: simulated 2 s = "
        "bound 2 s (Lemma 9): "
        "optimal, proved by certificate\n"
        "2 others: up to 3.5 times as long (--verbose compares each with its bound)\n"
        "ring-one-way: refused: the ring is two-way: one-way is accepted\n"
        "ring-two-way-light: simulated 2 s = bound 2 s (Lemma 9): optimal, proved by certificate; "
        "arrivals at nearly the same date\n");
    free(text);
    text = styled((struct rd_results_style){.format = RD_FORMAT_TABLE}, &result[2], 1);
    assert_string_equal(
        strrchr(strchr(text, ':') + 1, '-') - strlen("ring-two-way"),
        "ring-two-way-light: simulated 2 s = bound 2 s (Lemma 9): optimal, proved by "
        "certificate\n");
    free(text);
}

static void tables_of_other_scenarios_stand_apart(void **state)
{
    (void)state;
    struct rd_result result[3] = {good(), good(), good()};
    result[0].host_count = 1;
    result[0].ports = "pipelined";
    result[0].steps = 12;
    result[1].scenario = "vier \xc3\xa4ste";
    result[1].ports = "3";
    result[1].model = "tcp";
    result[1].simulated_s = 1.5;
    result[1].ratio = 0.75;
    result[2] = result[1];
    result[2].planned_s = result[2].simulated_s = NAN;
    char *text = written(RD_FORMAT_TABLE, result, 3);
    assert_string_equal(
        text,
        "three: 1 host, exact model, pipelined ports\n"
        "\n"
        "ALGORITHM           STATUS  BOUND  PLANNED  SIMULATED  RATIO  OPTIMAL  ITEMS  "
        "TRANSFERS  STEPS\n"
        "ring-two-way-light  ok        2 s      2 s        2 s      1  proved       2  "
        "        2     12\n"
        "\n"
        "ring-two-way-light: simulated 2 s = bound 2 s (Lemma 9): optimal, proved by certificate\n"
        "\n"
        "vier \xc3\xa4ste: 3 hosts, tcp model, 3-port\n"
        "\n"
        "ALGORITHM           STATUS  BOUND  PLANNED  SIMULATED  RATIO  OPTIMAL  ITEMS  "
        "TRANSFERS\n"
        "ring-two-way-light  ok        2 s      2 s      1.5 s   0.75  proved       2  "
        "        2\n"
        "ring-two-way-light  ok        2 s        -          -   0.75  proved       2  "
        "        2\n"
        "\n"
        "ring-two-way-light: simulated 1.5 s, below the bound 2 s (Lemma 9), which "
        "holds for the exact model\n"
        "ring-two-way-light: no time without a simulation\n");
    free(text);
}

static void nothing_gives_nothing(void **state)
{
    (void)state;
    char *table = written(RD_FORMAT_TABLE, NULL, 0), *json = written(RD_FORMAT_JSON, NULL, 0);
    assert_string_equal(table, "");
    assert_string_equal(json, "[]\n");
    free(table);
    free(json);
}

/* The members in their order, and the text of the whole. */
static void json_is_as_the_contract_lists_it(void **state)
{
    (void)state;
    struct rd_result result = good();
    result.option = &caterpillar;
    result.option_count = 1;
    result.bound.seconds = 0.1;
    result.class_bound_known = true;
    result.class_bound = (struct rd_bound){.seconds = 2,
                                           .name = "Lemma 1",
                                           .why = "Each sends once.",
                                           .schedule_class = "single-send"};
    result.bound_witness = "host 0";
    result.steps = 4;
    char *text = written(RD_FORMAT_JSON, &result, 1);
    assert_string_equal(text, "[\n"
                              "  {\n"
                              "    \"scenario\": \"three\",\n"
                              "    \"algorithm\": \"ring-two-way-light\",\n"
                              "    \"options\": {\"schedule\": \"caterpillar\"},\n"
                              "    \"hosts\": 3,\n"
                              "    \"status\": \"ok\",\n"
                              "    \"message\": \"\",\n"
                              "    \"goal_reached\": true,\n"
                              "    \"bound_s\": 0.1,\n"
                              "    \"bound_name\": \"Lemma 9\",\n"
                              "    \"planned_s\": 2,\n"
                              "    \"simulated_s\": 2,\n"
                              "    \"ratio\": 1,\n"
                              "    \"optimal\": \"proved\",\n"
                              "    \"proved_by\": \"certificate\",\n"
                              "    \"proof\": \"Lemma 9\",\n"
                              "    \"items_moved\": 2,\n"
                              "    \"transfers\": 2,\n"
                              "    \"useless_items\": 0,\n"
                              "    \"most_held_items\": 0,\n"
                              "    \"steps\": 4,\n"
                              "    \"counters\": {},\n"
                              "    \"final\": [[1], [2], [2]],\n"
                              "    \"plan_ms\": 0.25,\n"
                              "    \"simulate_ms\": 1.5,\n"
                              "    \"model\": \"exact\",\n"
                              "    \"ports\": \"one\",\n"
                              "    \"seed\": 9223372036854775807,\n"
                              "    \"redist_version\": \"" REDIST_VERSION "\",\n"
                              "    \"simgrid_version\": \"3.32\",\n"
                              "    \"bound_why\": \"Hosts 0 to 0 must let 2 items out.\",\n"
                              "    \"bound_among\": \"single-send\",\n"
                              "    \"class_bound_s\": 2,\n"
                              "    \"class_bound_name\": \"Lemma 1\",\n"
                              "    \"class_bound_why\": \"Each sends once.\",\n"
                              "    \"bound_witness\": \"host 0\",\n"
                              "    \"expectation\": null\n"
                              "  }\n"
                              "]\n");
    free(text);
}

/* Parses the JSON of results; the caller gives it back. */
static json_t *parsed(const struct rd_result *result, size_t count)
{
    char *text = written(RD_FORMAT_JSON, result, count);
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(root);
    free(text);
    return root;
}

static void json_reads_back(void **state)
{
    (void)state;
    struct rd_result result[3] = {good(), refused(), good()};
    static const int64_t kinds[] = {5, 0, INT64_C(1) << 53, 1, 2, 3};
    /* A quote, a line end, and half a letter: what a message that was cut may hold. */
    result[0].run_seed = 7;
    result[0].message = "a \"b\"\n\xc3";
    result[1].run_seed = 7;
    result[2].run_seed = 7;
    result[2].planned_s = 1.0 / 3;
    result[2].simulated_s = 1e300;
    result[2].final = kinds;
    result[2].kind_count = 2;
    json_t *root = parsed(result, 3);
    assert_int_equal(json_array_size(root), 3);

    json_t *row = json_array_get(root, 0);
    assert_string_equal(json_string_value(json_object_get(row, "message")),
                        "a \"b\"\n\xef\xbf\xbd");
    assert_int_equal(json_object_size(json_object_get(row, "options")), 0);
    assert_true(json_is_true(json_object_get(row, "goal_reached")));

    row = json_array_get(root, 1);
    assert_string_equal(json_string_value(json_object_get(row, "status")), "refused");
    assert_true(json_is_false(json_object_get(row, "goal_reached")));
    static const char *const null[] = {"bound_s",         "bound_name",    "planned_s",
                                       "simulated_s",     "ratio",         "steps",
                                       "final",           "simulate_ms",   "bound_why",
                                       "bound_among",     "class_bound_s", "class_bound_name",
                                       "class_bound_why", "bound_witness", "expectation"};
    for (size_t i = 0; i < sizeof null / sizeof *null; i++)
        assert_true(json_is_null(json_object_get(row, null[i])));

    row = json_array_get(root, 2);
    assert_true(json_real_value(json_object_get(row, "planned_s")) == 1.0 / 3);
    assert_true(json_real_value(json_object_get(row, "simulated_s")) == 1e300);
    json_t *final = json_object_get(row, "final");
    assert_int_equal(json_array_size(final), 3);
    for (size_t host = 0; host < 3; host++)
        for (size_t kind = 0; kind < 2; kind++)
            assert_int_equal(json_integer_value(json_array_get(json_array_get(final, host), kind)),
                             kinds[host * 2 + kind]);
    json_decref(root);
}

/* Nobody gave a value to any column: each is null but for what is never without one, and never 0.
 */
static void what_has_no_value_is_null(void **state)
{
    (void)state;
    static const char *const always[] = {"options", "status", "optimal", "counters",
                                         "redist_version"};
    json_t *root = parsed(&rd_result_none, 1);
    json_t *row = json_array_get(root, 0), *value;
    const char *name;
    size_t with_value = 0;
    json_object_foreach(row, name, value)
    {
        size_t i = 0;
        while (i < 5 && strcmp(always[i], name) != 0)
            i++;
        if (i < 5)
            with_value++;
        else if (!json_is_null(value))
            fail_msg("%s has a value, and nobody gave it one", name);
    }
    assert_int_equal(with_value, 5);
    assert_string_equal(json_string_value(json_object_get(row, "status")), "failed");
    assert_string_equal(json_string_value(json_object_get(row, "optimal")), "unknown");
    /* Certificates and what is said of named kinds are left out; all else is there. */
    assert_int_equal(json_object_size(row), rd_columns_shown(RD_RUN_JSON).count - 5);
    json_decref(root);

    struct rd_result_row stored = rd_result_row_none;
    struct rd_columns columns = rd_columns_shown(RD_STORED);
    for (size_t i = 0; i < columns.count; i++) {
        const struct rd_column *column = columns.column[i];
        if (column->kind == RD_COLUMN_TEXT)
            assert_null(rd_result_row_text(&stored, column));
        else if (column->kind == RD_COLUMN_NUMBER)
            assert_true(isnan(rd_result_row_number(&stored, column)));
        else
            assert_true(rd_result_row_integer(&stored, column) == RD_NO_INTEGER);
    }
}

static void large_final_loads_are_left_out(void **state)
{
    (void)state;
    int64_t *many = calloc(RD_FINAL_LIMIT + 1, sizeof *many);
    assert_non_null(many);
    struct rd_result result = good();
    result.run_seed = 7;
    result.final = many;
    result.host_count = RD_FINAL_LIMIT;
    json_t *root = parsed(&result, 1);
    assert_int_equal(json_array_size(json_object_get(json_array_get(root, 0), "final")),
                     RD_FINAL_LIMIT);
    json_decref(root);
    result.host_count++;
    root = parsed(&result, 1);
    assert_null(json_object_get(json_array_get(root, 0), "final"));
    json_decref(root);
    free(many);
}

static void csv_has_a_line_a_row(void **state)
{
    (void)state;
    struct rd_result result[2] = {good(), refused()};
    result[0].scenario = "three, \"again\"";
    result[0].option = &caterpillar;
    result[0].option_count = 1;
    result[0].steps = 4;
    result[0].class_bound_known = true;
    result[0].class_bound =
        (struct rd_bound){.seconds = 4, .name = "Lemma 1", .schedule_class = "item-by-item"};
    result[1].run_seed = 1;
    char *text = written(RD_FORMAT_CSV, result, 2);
    assert_string_equal(
        text,
        "scenario,algorithm,options,hosts,status,message,goal_reached,bound_s,bound_name,"
        "planned_s,simulated_s,ratio,optimal,proved_by,proof,items_moved,transfers,steps,"
        "model,ports,seed,"
        "redist_version,simgrid_version,bound_among,class_bound_s,class_bound_name\n"
        "\"three, \"\"again\"\"\",ring-two-way-light,schedule=caterpillar,3,ok,,true,2,"
        "Lemma 9,2,2,1,proved,certificate,Lemma "
        "9,2,2,4,exact,one,9223372036854775807," REDIST_VERSION ",3.32,item-by-item,4,Lemma 1\n"
        "three,ring-one-way,,3,refused,the ring is two-way: one-way is accepted,false,,,,,,"
        "unknown,,,,,,exact,one,1," REDIST_VERSION ",3.32,,,\n");
    free(text);
}

static void listings_in_every_format(void **state)
{
    static const struct rd_sheet_column column[] = {
        {"name", RD_IN_ALL}, {"summary", RD_IN_ALL}, {"source", RD_IN_DATA}};
    const char *cell[] = {"ring-one-way", "moves, one way", "Algorithm 2",
                          "b\xc3\xa9ta",  "second",         ""};
    struct rd_sheet listing = {
        .column = column, .column_count = 3, .cell = cell, .cell_count = 6, .arena = *state};
    static const char *const expected[] = {
        [RD_FORMAT_TABLE] = "NAME          SUMMARY\n"
                            "ring-one-way  moves, one way\n"
                            "b\xc3\xa9ta          second\n",
        [RD_FORMAT_JSON] = "[\n"
                           "  {\n"
                           "    \"name\": \"ring-one-way\",\n"
                           "    \"summary\": \"moves, one way\",\n"
                           "    \"source\": \"Algorithm 2\"\n"
                           "  },\n"
                           "  {\n"
                           "    \"name\": \"b\xc3\xa9ta\",\n"
                           "    \"summary\": \"second\",\n"
                           "    \"source\": \"\"\n"
                           "  }\n"
                           "]\n",
        [RD_FORMAT_CSV] = "name,summary,source\n"
                          "ring-one-way,\"moves, one way\",Algorithm 2\n"
                          "b\xc3\xa9ta,second,\n",
        [RD_FORMAT_MARKDOWN] = "| name | summary |\n"
                               "|---|---|\n"
                               "| ring-one-way | moves, one way |\n"
                               "| b\xc3\xa9ta | second |\n",
        [RD_FORMAT_LATEX] = "\\begin{tabular}{ll}\n"
                            "\\toprule\n"
                            "name & summary \\\\\n"
                            "\\midrule\n"
                            "ring-one-way & moves, one way \\\\\n"
                            "b\xc3\xa9ta & second \\\\\n"
                            "\\bottomrule\n"
                            "\\end{tabular}\n",
    };
    for (int format = 0; format < RD_FORMAT_COUNT; format++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_true(rd_sheet_write(out, (enum rd_format)format, &listing));
        fclose(out);
        assert_string_equal(text, expected[format]);
        free(text);
    }
}

static void columns_align_whatever_the_letters(void **state)
{
    static const struct rd_sheet_column column[] = {
        {"a", RD_IN_TABLE}, {"b", RD_IN_TABLE | RD_RIGHT}, {"c", RD_IN_TABLE}};
    /* Wide letters, a combining accent, an empty cell at the end, a line end inside a cell. */
    const char *cell[] = {
        "\xe6\xb1\x89\xe5\xad\x97", "1", "x", "e\xcc\x81", "23", "", "", "456", "a\nb"};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct rd_sheet sheet = {
        .column = column, .column_count = 3, .cell = cell, .cell_count = 9, .arena = *state};
    assert_true(rd_sheet_write(out, RD_FORMAT_TABLE, &sheet));
    fclose(out);
    assert_string_equal(text, "A       B  C\n"
                              "\xe6\xb1\x89\xe5\xad\x97    1  x\n"
                              "e\xcc\x81      23\n"
                              "      456  a?b\n");
    free(text);
}

/* What commands LaTeX or parts a table of Markdown is text there. */
static void markup_is_escaped(void **state)
{
    static const struct rd_sheet_column column[] = {{"a_b", RD_IN_TABLE | RD_RIGHT}};
    const char *cell[] = {"50 % & #1 {x}~y^2 \\z | <1", NULL};
    struct rd_sheet sheet = {
        .column = column, .column_count = 1, .cell = cell, .cell_count = 2, .arena = *state};
    static const char *const expected[] = {
        [RD_FORMAT_MARKDOWN] = "| a_b |\n|---:|\n| 50 % & #1 {x}~y^2 \\z \\| <1 |\n| - |\n",
        [RD_FORMAT_LATEX] = "\\begin{tabular}{r}\n\\toprule\na\\_b \\\\\n\\midrule\n"
                            "50 \\% \\& \\#1 \\{x\\}\\~{}y\\^{}2 \\textbackslash{}z $|$ $<$1 "
                            "\\\\\n- \\\\\n\\bottomrule\n\\end{tabular}\n"};
    for (int format = RD_FORMAT_MARKDOWN; format <= RD_FORMAT_LATEX; format++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_true(rd_sheet_write(out, (enum rd_format)format, &sheet));
        fclose(out);
        assert_string_equal(text, expected[format]);
        free(text);
    }
}

static void utf8_is_read_strictly(void **state)
{
    struct rd_arena *arena = *state;
    static const struct {
        const char *wrong, *clean;
    } text[] = {
        {"plain", "plain"},
        {"\xef\xbf\xbd \xf0\x9f\x98\x80", "\xef\xbf\xbd \xf0\x9f\x98\x80"},
        {"\xc3", "\xef\xbf\xbd"},
        {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},                 /* an overlong zero */
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* half a surrogate pair */
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"a\x80z\xe2\x82", "a\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        assert_string_equal(rd_utf8_clean(text[i].wrong, arena), text[i].clean);
    assert_int_equal(rd_utf8_width("\xf0\x9f\x98\x80"), 2);
    assert_int_equal(rd_utf8_width("h\xc3\xa9"), 2);
}

static void formats_and_times_have_names(void **state)
{
    (void)state;
    assert_string_equal(rd_format_names[RD_FORMAT_CSV], "csv");
    assert_string_equal(rd_format_names[RD_FORMAT_LATEX], "latex");
    assert_null(rd_format_names[RD_FORMAT_LATEX + 1]);
    char text[32];
    assert_string_equal(rd_time_text(12, text), "12");
    assert_string_equal(rd_time_text(1.0 / 3, text), "0.3333333333");
    assert_string_equal(rd_time_text(NAN, text), "-");
    assert_string_equal(rd_time_text(INFINITY, text), "infinite");
}

/* A full disk is no success, in any format. */
static void failing_to_write_is_told(void **state)
{
    (void)state;
    struct rd_result result = good();
    for (int format = RD_FORMAT_TABLE; format <= RD_FORMAT_CSV; format++) {
        FILE *full = fopen("/dev/full", "w");
        assert_non_null(full);
        setvbuf(full, NULL, _IONBF, 0);
        assert_false(rd_results_write(
            full, (struct rd_results_style){.format = (enum rd_format)format}, &result, 1));
        fclose(full);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_says_in_words_what_was_proved),
        cmocka_unit_test(in_short_the_shortest_and_what_needs_a_look),
        cmocka_unit_test(tables_of_other_scenarios_stand_apart),
        cmocka_unit_test(nothing_gives_nothing),
        cmocka_unit_test(json_is_as_the_contract_lists_it),
        cmocka_unit_test(json_reads_back),
        cmocka_unit_test(what_has_no_value_is_null),
        cmocka_unit_test(large_final_loads_are_left_out),
        cmocka_unit_test(csv_has_a_line_a_row),
        cmocka_unit_test(listings_in_every_format),
        cmocka_unit_test(columns_align_whatever_the_letters),
        cmocka_unit_test(markup_is_escaped),
        cmocka_unit_test(utf8_is_read_strictly),
        cmocka_unit_test(formats_and_times_have_names),
        cmocka_unit_test(failing_to_write_is_told),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
