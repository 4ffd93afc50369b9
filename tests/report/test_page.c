/* The page of a sweep: text stays text, the same rows give the same bytes, nothing is fetched. What
 * it does in a browser is tested in tests/browser. */
#include "sim/report/gantt/gantt.h"
#include "sim/report/page_parts.h"
#include "sim/report/page.h"
#include "sim/report/result_values.h"
#include "sim/report/results_table.h"
#include "sim/report/svg.h"

#include "sim/base/arena.h"
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NASTY_LETTERS "a<b> & \"c\" 'd' </script><!--\x1f"
#define NASTY NASTY_LETTERS "\xff" /* a byte that is no letter */

static const struct rd_results_head head = {"sweep", "0123456789abcdef0123", "1.0", "3.32"};

/* A run that ended well. */
static struct rd_result_row run(const char *algorithm, const char *point, double bound_s,
                                double time_s)
{
    return (struct rd_result_row){.key = "key",
                                  .point = point,
                                  .repetition = 1,
                                  .seed = 1,
                                  .algorithm = algorithm,
                                  .options = "",
                                  .hosts = 4,
                                  .status = "ok",
                                  .message = "",
                                  .goal_reached = 1,
                                  .bound_s = bound_s,
                                  .bound_name = "Lemma 1",
                                  .planned_s = time_s,
                                  .simulated_s = time_s,
                                  .ratio = time_s / bound_s,
                                  .optimal = time_s == bound_s ? "proved" : "unknown",
                                  .transfers = 5};
}

/* The table of rows, with some columns, beside those that it goes by. */
static struct rd_results_table table_with(const struct rd_result_row *row, size_t count,
                                          const struct rd_columns *columns, struct rd_arena *arena)
{
    struct rd_packed_rows *rows = rd_take(arena, 1, struct rd_packed_rows);
    const struct rd_columns kept = rd_results_table_columns(columns);
    struct rd_results_table table;
    struct rd_error error = {0};
    rd_packed_rows_open(rows, &kept, arena);
    for (size_t i = 0; i < count; i++)
        rd_packed_rows_add(rows, &row[i]);
    if (!rd_results_table_of(rows, arena, &table, &error))
        fail_msg("%s", error.message);
    return table;
}

static struct rd_results_table table_of(const struct rd_result_row *row, size_t count,
                                        struct rd_arena *arena)
{
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    return table_with(row, count, &all, arena);
}

/* Two algorithms on 4, 8 and 64 hosts. */
struct sweep {
    struct rd_result_row run[6];
    struct rd_results_table table;
    struct rd_page page;
};

static struct rd_arena memory = RD_ARENA_OPEN; /* of all sweeps */

static void fill(struct sweep *sweep)
{
    static const char *const hosts[] = {"4", "8", "64"};
    *sweep = (struct sweep){0};
    for (size_t i = 0; i < 6; i++) {
        const char *value = hosts[i / 2];
        double time_s = i % 2 == 0 ? 3 + (double)(i / 2) : 4;
        sweep->run[i] = run(i % 2 == 0 ? "grows" : "stays", value, 2, time_s);
        sweep->run[i].parameters = rd_arena_print(&memory, "{\"hosts\":\"%s\"}", value);
    }
    sweep->table = table_of(sweep->run, 6, &memory);
    sweep->page = (struct rd_page){.head = &head, .table = &sweep->table};
}

/* The page as text, to be freed. */
static char *text_of(const struct rd_page *page)
{
    char *text;
    size_t size;
    struct rd_error error = {0};
    FILE *out = open_memstream(&text, &size);
    assert_true(rd_page_write(out, page, &error));
    fclose(out);
    assert_int_equal(strlen(text), size);
    return text;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void has_all_parts(void **state)
{
    (void)state;
    struct sweep sweep;
    fill(&sweep);
    char *text = text_of(&sweep.page);
    assert_int_equal(count_of(text, "<section "), 3);
    assert_non_null(strstr(text, "<dd>6: 6 ok, 0 refused, 0 failed</dd>"));
    assert_non_null(strstr(text, "<dd>4, 8, 64</dd>"));
    /* For each measure a table of all points, and a curve and a table by the parameter. */
    assert_int_equal(count_of(text, "<svg id=\"curve-"), 3);
    assert_int_equal(count_of(text, "<table class=\"sortable\">"), 3 * 2);
    assert_int_equal(count_of(text, "<th scope=\"col\""), 3 * 2 * 8);
    assert_int_equal(count_of(text, "<h3>All points together</h3>"), 3);
    /* 3 against 4 at 4 hosts, 5 against 4 at 64, alike between: one overtakes, by the best and by
     * the time; ratios are to bounds of one's own. */
    assert_int_equal(count_of(text, "<li>hosts 4 to 64: stays overtakes grows"), 2);
    char *again = text_of(&sweep.page);
    assert_string_equal(text, again);
    free(again);
    free(text);
}

static void nothing_is_fetched(void **state)
{
    (void)state;
    struct sweep sweep;
    fill(&sweep);
    char *text = text_of(&sweep.page);
    assert_non_null(strstr(text, "default-src 'none'"));
    assert_int_equal(count_of(text, "://"), count_of(text, "\"http://www.w3.org/2000/svg\""));
    assert_int_equal(count_of(text, "src="), 0);
    free(text);
}

/* The part of a page between two texts, to be freed. */
static char *part_of(const char *text, const char *from, const char *to)
{
    const char *first = strstr(text, from);
    assert_non_null(first);
    first += strlen(from);
    const char *last = strstr(first, to);
    assert_non_null(last);
    return strndup(first, (size_t)(last - first));
}

static void text_stays_text(void **state)
{
    (void)state;
    struct sweep sweep;
    fill(&sweep);
    const struct rd_option hosts = {"hosts", NASTY_LETTERS};
    const char *parameters = rd_parameters_text(&hosts, 1, &memory);
    for (size_t i = 0; i < 6; i++) {
        sweep.run[i].message = NASTY;
        sweep.run[i].bound_name = NASTY;
        sweep.run[i].parameters = parameters;
    }
    sweep.run[1].algorithm = NASTY;
    sweep.run[1].options = NASTY;
    sweep.table = table_of(sweep.run, 6, &memory);
    const char *cells[] = {NASTY};
    static const struct rd_sheet_column column = {NASTY, RD_IN_TABLE | RD_AS_IT_IS};
    struct rd_sheet verdicts = {
        .column = &column, .column_count = 1, .cell = cells, .cell_count = 1};
    struct rd_page_figure figure = {NASTY, "image/png", "\x89PNG", 4, &verdicts};
    struct rd_trace trace = {0};
    struct rd_page_gantt gantt = {
        NASTY, NASTY, NASTY, {.title = NASTY, .kind_count = 1, .trace = &trace}, NULL};
    struct rd_results_head nasty = {NASTY, "0123456789abcdef", NASTY, NASTY};
    sweep.page.head = &nasty;
    sweep.page.figure = &figure;
    sweep.page.figure_count = 1;
    sweep.page.gantt = &gantt;
    sweep.page.gantt_count = 1;
    char *text = text_of(&sweep.page);
    assert_int_equal(count_of(text, "<script"), 2);
    assert_int_equal(count_of(text, "</script>"), 2);
    assert_int_equal(count_of(text, "<!"), 1);
    assert_int_equal(count_of(text, "<b>"), 0);
    assert_int_equal(count_of(text, "\x1f"), 0);
    assert_int_equal(count_of(text, "\xff"), 0);
    assert_int_equal(count_of(text, "<img "), 1);
    assert_non_null(strstr(text, "base64,iVBORw==\""));

    /* Whoever reads the data gets what was there, but for the byte that is no letter. */
    char *data = part_of(text, "id=\"runs-data\">", "</script>");
    json_t *runs = json_loads(data, 0, NULL);
    assert_non_null(runs);
    json_t *row = json_array_get(json_object_get(runs, "rows"), 0);
    assert_int_equal(json_array_size(json_object_get(runs, "rows")), 6);
    const char *last = json_string_value(json_array_get(row, json_array_size(row) - 1));
    assert_string_equal(last, "a<b> & \"c\" 'd' </script><!--\x1f\xef\xbf\xbd");
    json_decref(runs);
    free(data);
    free(text);
}

/* The curves of a table by a parameter, to be freed. */
static xmlDocPtr curves_of(const struct rd_results_table *table, const char *parameter,
                           struct rd_arena *arena)
{
    struct rd_comparison comparison;
    rd_compare(table,
               &(struct rd_comparison_settings){
                   .by = {parameter}, .by_count = 1, .measure = RD_MEASURE_RATIO},
               arena, &comparison);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(rd_curves_write(out, "curve", &comparison, arena));
    fclose(out);
    xmlDocPtr document = xmlReadMemory(text, (int)size, "curve.svg", NULL, XML_PARSE_NONET);
    assert_non_null(document);
    free(text);
    return document;
}

/* Everything of a curve that is drawn can be found: it is well-formed, and each mean is there. */
static void curves_have_points_and_intervals(void **state)
{
    struct rd_arena *arena = *state;
    struct sweep sweep;
    fill(&sweep);
    xmlDocPtr document = curves_of(&sweep.table, "hosts", arena);
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathRegisterNs(context, (const xmlChar *)"s",
                       (const xmlChar *)"http://www.w3.org/2000/svg");
    static const struct {
        const char *path;
        double expected;
    } numbers[] = {
        {"count(//s:circle)", 6},
        {"count(//s:polyline)", 2 + 2},
        {"count(//s:text[.='hosts (logarithmic)'])", 1},
        {"count(//s:title[.='grows, hosts 64: 2.5 (2.5 .. 2.5), 1 run'])", 1},
        /* Higher is more. */
        {"number(//s:circle[starts-with(s:title,'grows, hosts 64')]/@cy <"
         " //s:circle[starts-with(s:title,'stays, hosts 64')]/@cy)",
         1},
        /* 4, 8, 64: a third of the way to the right. */
        {"round(2 * (//s:circle[starts-with(s:title,'stays, hosts 64')]/@cx -"
         " //s:circle[starts-with(s:title,'stays, hosts 8:')]/@cx) -"
         " 6 * (//s:circle[starts-with(s:title,'stays, hosts 8:')]/@cx -"
         " //s:circle[starts-with(s:title,'stays, hosts 4')]/@cx))",
         0},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        xmlXPathObjectPtr found = xmlXPathEval((const xmlChar *)numbers[i].path, context);
        assert_non_null(found);
        assert_true(xmlXPathCastToNumber(found) == numbers[i].expected);
        xmlXPathFreeObject(found);
    }
    xmlXPathFreeContext(context);
    xmlFreeDoc(document);
}

/* Long values of a parameter stay within the picture, the first and the last. */
static void long_values_are_drawn_whole(void **state)
{
    static const char *const value[] = {"constant 0.25 0.5", "sine 1000 0.1", "steps 20 0.1 1.9"};
    struct rd_arena *arena = *state;
    struct sweep sweep;
    fill(&sweep);
    for (size_t i = 0; i < 6; i++)
        sweep.run[i].parameters = rd_arena_print(arena, "{\"profile\":\"%s\"}", value[i / 2]);
    sweep.table = table_of(sweep.run, 6, arena);
    xmlDocPtr document = curves_of(&sweep.table, "profile", arena);
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathRegisterNs(context, (const xmlChar *)"s",
                       (const xmlChar *)"http://www.w3.org/2000/svg");
    for (size_t i = 0; i < 3; i++) {
        double half = rd_label_width(value[i], 12) / 2;
        const char *within = rd_arena_print(
            arena, "count(//s:text[.='%s'][@x >= %.3f and @x <= /s:svg/@width - %.3f])", value[i],
            half, half);
        xmlXPathObjectPtr found = xmlXPathEval((const xmlChar *)within, context);
        assert_non_null(found);
        assert_true(xmlXPathCastToNumber(found) == 1);
        xmlXPathFreeObject(found);
    }
    xmlXPathFreeContext(context);
    xmlFreeDoc(document);
}

static void runs_that_tell_are_the_furthest(void **state)
{
    struct rd_arena *arena = *state;
    struct sweep sweep;
    struct rd_worst_run *found;
    fill(&sweep);
    assert_int_equal(rd_worst_runs(&sweep.table, 1, 100, arena, &found), 2);
    assert_int_equal(found[0].row, 4); /* 5 s against 2 */
    assert_string_equal(found[0].name, "grows");
    assert_int_equal(found[1].row, 1); /* the first of three alike */
    /* Not what failed, has no bound, or is too large to look into. */
    sweep.run[4].status = "failed";
    sweep.run[2].ratio = NAN;
    sweep.run[1].transfers = 101;
    sweep.run[3].options = "o=1";
    sweep.table = table_of(sweep.run, 6, &memory);
    assert_int_equal(rd_worst_runs(&sweep.table, 2, 100, arena, &found), 3);
    assert_int_equal(found[0].row, 0);
    assert_int_equal(found[1].row, 5);
    assert_int_equal(found[2].row, 3);
    assert_string_equal(found[2].name, "stays (o=1)");
    assert_int_equal(rd_worst_runs(&sweep.table, 0, 100, arena, &found), 0);
}

/* With all that a row has of every kind of verdict: what a page asks for is what it shows. */
static void few_columns_make_the_same_page(void **state)
{
    (void)state;
    struct sweep sweep;
    static const char *const optimal[] = {"proved", "proved*", "no", "unknown", "proved", "no"};
    const struct rd_columns shown = rd_page_columns();
    fill(&sweep);
    for (size_t i = 0; i < 6; i++) {
        sweep.run[i].optimal = optimal[i];
        sweep.run[i].proved_by = i == 0 ? "theorem" : NULL;
        sweep.run[i].bound_among = i == 1 ? "item-by-item" : NULL;
        sweep.run[i].message = i == 5 ? "why not" : "";
    }
    sweep.run[5].status = "refused";
    sweep.table = table_of(sweep.run, 6, &memory);
    char *all = text_of(&sweep.page);
    sweep.table = table_with(sweep.run, 6, &shown, &memory);
    char *few = text_of(&sweep.page);
    assert_non_null(strstr(all, "ok, optimal by theorem"));
    assert_non_null(strstr(all, "ok, optimal among item-by-item schedules"));
    assert_non_null(strstr(all, "why not"));
    assert_string_equal(few, all);
    free(all);
    free(few);
}

/* Also where a file lacks the column, or says what proves it nowhere. */
static void verdicts_are_words(void **state)
{
    (void)state;
    static const struct {
        const char *status, *optimal, *proved_by, *bound_among, *words;
    } said[] = {
        {"refused", "proved", NULL, NULL, "refused"},
        {"failed", NULL, NULL, NULL, "failed"},
        {"ok", NULL, NULL, NULL, "ok"},
        {"ok", "", NULL, NULL, "ok"},
        {"ok", "unknown", "theorem", NULL, "ok"},
        {"ok", "proved", "certificate", NULL, "ok, optimal by certificate"},
        {"ok", "proved", NULL, NULL, "ok, optimal"},
        {"ok", "proved*", NULL, "light", "ok, optimal among light schedules"},
        {"ok", "proved*", NULL, NULL, "ok"},
        {"ok", "no", NULL, NULL, "ok, not optimal"},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct rd_result_row row = rd_result_row_none;
        row.status = said[i].status;
        row.optimal = said[i].optimal;
        row.proved_by = said[i].proved_by;
        row.bound_among = said[i].bound_among;
        assert_string_equal(rd_result_row_verdict(&row, &memory), said[i].words);
    }
}

static void limits_and_failures_are_told(void **state)
{
    (void)state;
    struct sweep sweep;
    struct rd_error error = {0};
    fill(&sweep);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(rd_page_write(full, &sweep.page, &error));
    fclose(full);
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_string_equal(error.message, "the report cannot be written: No space left on device");

    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    static const struct rd_trace none;
    struct rd_gantt large = {
        .title = "large", .trace = &none, .host_count = RD_GANTT_HOST_LIMIT + 1};
    struct rd_page_gantt gantt = {"large", "", NULL, large, NULL};
    sweep.page.gantt = &gantt;
    sweep.page.gantt_count = 1;
    assert_false(rd_page_write(out, &sweep.page, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    fclose(out);
    free(text);
}

/* Of more runs than a page holds, points are drawn, with all their runs; comparisons count all
 * runs, and those of very many values are told of. */
static void many_runs_are_a_sample(void **state)
{
    (void)state;
    enum { POINTS = 100001, RUNS = 2 * POINTS, WELL = 2000 };
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_result_row *own = rd_take(&arena, RUNS, struct rd_result_row);
    for (size_t i = 0; i < RUNS; i++) {
        own[i] = run(i % 2 == 0 ? "grows" : "stays", rd_arena_print(&arena, "%zu", i / 2), 2, 3);
        own[i].key = rd_arena_print(&arena, "%zu", i);
        own[i].status = i < WELL ? "ok" : "refused"; /* which are quick to compare */
        own[i].parameters = i % 200 == 0
                                ? rd_arena_print(&arena, "{\"hosts\":\"%s\",\"seed\":\"%zu\"}",
                                                 i < RUNS / 2 ? "4" : "8", i / 200)
                                : own[i - 1].parameters;
    }
    struct rd_results_table table = table_of(own, RUNS, &arena);
    struct rd_page page = {.head = &head, .table = &table};
    struct rd_page_sample sample = rd_page_sample(&table);
    /* 200,002 / 10,000, rounded up: 4,762 points are expected, give or take 69. */
    assert_int_equal(sample.every, 21);
    assert_in_range(sample.runs, 2 * (4762 - 5 * 69), 2 * (4762 + 5 * 69));
    char *text = text_of(&page);
    assert_non_null(strstr(text, "<dd>200002: 2000 ok, 198002 refused, 0 failed</dd>"));
    assert_int_equal(count_of(text, "of about one point in 21, drawn"), 2);
    assert_int_equal(count_of(text, "<p class=\"quiet\">1001 values: redist compare shows them."),
                     3);
    assert_int_equal(count_of(text, "\"grows\""), sample.runs / 2);
    assert_int_equal(count_of(text, "\"stays\""), sample.runs / 2);
    assert_true(strlen(text) < 5000000);
    free(text);
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_all_parts),
        cmocka_unit_test(few_columns_make_the_same_page),
        cmocka_unit_test(verdicts_are_words),
        cmocka_unit_test(nothing_is_fetched),
        cmocka_unit_test(text_stays_text),
        cmocka_unit_test(curves_have_points_and_intervals),
        cmocka_unit_test(long_values_are_drawn_whole),
        cmocka_unit_test(runs_that_tell_are_the_furthest),
        cmocka_unit_test(limits_and_failures_are_told),
        cmocka_unit_test(many_runs_are_a_sample),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
