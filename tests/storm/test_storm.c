/* A storm: whole scenarios drawn at random, each run by the program as a user runs it, and what it
 * prints held against laws and against what other verbs, other formats and the same scenario in
 * other words say. The arguments are how many scenarios, and the first one's seed. A scenario that
 * breaks a law is printed, and the storm goes on. */
#include "laws.h"
#include "world.h"

#include "tests/faults/orders.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t scenario_count = 24, first_seed = 1;

/* Are libraries loaded once, and runs copies of one that stopped at its main? It is four times as
 * fast. */
static bool copies;

struct storm {
    struct test_place *place;
    struct world world;
    const char *path;
    json_t *rows;
    struct breach breach;
    uint64_t runs, ok, proved, refused, failed, breaches;
};

/* Runs it, and has it end with 0, or with 1 if every row is refused; and never with a word about
 * the program itself. */
static struct test_run run_it(struct storm *storm, const char *const *argument)
{
    struct counter ignored;
    struct test_run run = copies ? order(storm->place, argument, "alloc 0 once", &ignored)
                                 : test_redist_to(storm->place, NULL, argument);
    storm->runs++;
    if (run.status != 0 && run.status != 1)
        breach_say(&storm->breach, "%s ends with status %d: %.200s", argument[0], run.status,
                   run.err ? run.err : "");
    if (run.err && (strstr(run.err, "broken") || strstr(run.err, "runtime error")))
        breach_say(&storm->breach, "%s: %.300s", argument[0], run.err);
    return run;
}

#define RUN(storm, ...) run_it(storm, (const char *const[]){__VA_ARGS__, NULL})

static json_t *rows_of(struct storm *storm, const struct test_run *run)
{
    json_error_t error;
    json_t *rows = run->out ? json_loads(run->out, JSON_REJECT_DUPLICATES, &error) : NULL;
    if (!rows)
        breach_say(&storm->breach, "no JSON: status %d: %.200s", run->status,
                   run->err ? run->err : "");
    return rows;
}

/* Do bounds speak of simulated times? */
static bool is_theory(const struct world *world)
{
    return strcmp(world->model, "exact") == 0 && world->profile[0] == 0;
}

/* The status is 1 just where all rows are refused, or one failed. */
static void hold_status(struct storm *storm, const struct test_run *run)
{
    size_t i, refused = 0, failed = 0;
    const json_t *row;
    json_array_foreach(storm->rows, i, row)
    {
        refused += strcmp(test_text_of(row, "status"), "refused") == 0;
        failed += strcmp(test_text_of(row, "status"), "failed") == 0;
        storm->ok += strcmp(test_text_of(row, "status"), "ok") == 0;
        storm->proved += strcmp(test_text_of(row, "optimal"), "proved") == 0;
    }
    storm->refused += refused;
    storm->failed += failed;
    bool wrong = failed > 0 || refused == json_array_size(storm->rows);
    if (run->status != wrong)
        breach_say(&storm->breach, "status %d, %zu of %zu rows refused and %zu failed", run->status,
                   refused, json_array_size(storm->rows), failed);
    if (run->err && run->err[0])
        breach_say(&storm->breach, "said beside the rows: %.200s", run->err);
}

static void look_at_csv(struct storm *storm)
{
    struct test_run run = RUN(storm, "run", storm->path, "--format", "csv");
    laws_same_csv(storm->rows, run.out ? run.out : "", &storm->breach);
}

static void look_at_table(struct storm *storm)
{
    struct test_run run = RUN(storm, "run", storm->path);
    laws_shown(storm->rows, run.out ? run.out : "", &storm->breach);
}

static void look_at_plan(struct storm *storm)
{
    struct test_run run = RUN(storm, "plan", storm->path, "--format", "json");
    json_t *rows = rows_of(storm, &run);
    if (rows)
        laws_same_plans(storm->rows, rows, &storm->breach);
    if (rows && is_theory(&storm->world))
        laws_hold_between(rows, storm->rows, 1, &storm->breach);
    json_decref(rows);
}

/* Each algorithm is named, and said to accept just if its row is not refused; but planning alone
 * can tell with some. */
static void look_at_check(struct storm *storm)
{
    struct test_run run = RUN(storm, "check", storm->path);
    size_t i;
    const json_t *row;
    if (run.status != 0)
        breach_say(&storm->breach, "check ends with status %d", run.status);
    json_array_foreach(storm->rows, i,
                       row) if (!run.out || !strstr(run.out, test_text_of(row, "algorithm")))
        breach_say(&storm->breach, "check is silent on %s", test_text_of(row, "algorithm"));
}

static void look_at_explanation(struct storm *storm)
{
    struct test_run run = RUN(storm, "explain", storm->path, "--full");
    size_t i;
    const json_t *row;
    json_array_foreach(storm->rows, i,
                       row) if (strcmp(test_text_of(row, "status"), "ok") == 0 &&
                                (!run.out || !strstr(run.out, test_text_of(row, "algorithm"))))
        breach_say(&storm->breach, "explain is silent on %s", test_text_of(row, "algorithm"));
}

/* Runs another world, which has to be as good, and compares. */
static void compare_worlds(struct storm *storm, const struct world *other, double scale, bool same)
{
    world_write(other, storm->place->folder, "other", "");
    struct test_run run =
        RUN(storm, "run", test_path(storm->place, "other.xml"), "--format", "json");
    json_t *rows = rows_of(storm, &run);
    if (rows && laws_hold_of_rows(other, rows, &storm->breach) && is_theory(other)) {
        laws_hold_between(storm->rows, rows, scale, &storm->breach);
        laws_hold_between(rows, storm->rows, 1 / scale, &storm->breach);
    }
    if (rows && same)
        laws_same_rows(storm->rows, rows, scale, strcmp(other->model, "exact") == 0,
                       &storm->breach);
    json_decref(rows);
}

static void double_costs(struct storm *storm)
{
    static struct world other;
    other = storm->world;
    world_double(&other);
    compare_worlds(storm, &other, 2, true);
}

static void relabel_hosts(struct storm *storm)
{
    static struct world other;
    struct rd_rng rng = rd_rng_seeded(storm->world.seed, 78);
    other = storm->world;
    if (world_relabel(&other, &rng))
        compare_worlds(storm, &other, 1, false);
}

/* A sweep of one point, its export, comparison and page. */
static void sweep(struct storm *storm)
{
    char element[100];
    snprintf(element, sizeof element,
             "  <sweep><vary parameter=\"model\" values=\"%s\"/></sweep>\n", storm->world.model);
    world_write(&storm->world, storm->place->folder, "sweep", element);
    const char *results = test_path(storm->place, "results.db");
    remove(results);
    RUN(storm, "sweep", test_path(storm->place, "sweep.xml"), "--results", results, "--jobs", "1");
    struct test_run run = RUN(storm, "export", results, "--format", "json");
    json_t *rows = rows_of(storm, &run);
    if (rows && json_array_size(rows) == json_array_size(storm->rows)) {
        /* They come in the order of names: each is held against all. */
        size_t i, j;
        const json_t *row, *other;
        json_array_foreach(storm->rows, i, row) json_array_foreach(rows, j, other)
        {
            if (strcmp(test_text_of(row, "algorithm"), test_text_of(other, "algorithm")) != 0)
                continue;
            json_t *a = json_pack("[O]", row), *b = json_pack("[O]", other);
            laws_same_rows(a, b, 1, true, &storm->breach);
            json_decref(a);
            json_decref(b);
        }
    } else if (rows) {
        breach_say(&storm->breach, "%zu rows exported", json_array_size(rows));
    }
    json_decref(rows);
    RUN(storm, "compare", results);
    RUN(storm, "report", results, "--out", test_path(storm->place, "page.html"));
}

/* What was simulated, judged once more from its file. */
static void judge_traces(struct storm *storm)
{
    const char *folder = test_path(storm->place, "traces");
    RUN(storm, "run", storm->path, "--format", "json", "--trace", folder, "--gantt", folder);
    size_t i;
    const json_t *row;
    json_array_foreach(storm->rows, i, row)
    {
        const char *path =
            rd_arena_print(&storm->place->arena, "%s/storm-%" PRIu64 ".%s.csv", folder,
                           storm->world.seed, test_text_of(row, "algorithm"));
        if (strcmp(test_text_of(row, "status"), "ok") != 0 || access(path, R_OK) != 0 ||
            !is_theory(&storm->world))
            continue;
        struct test_run run = RUN(storm, "judge", storm->path, path);
        if (run.status != 0)
            breach_say(&storm->breach, "judge on the trace of %s: %.200s%.100s",
                       test_text_of(row, "algorithm"), run.out ? run.out : "",
                       run.err ? run.err : "");
        remove(path);
        break; /* one of them will do */
    }
}

static void (*const look[])(struct storm *) = {
    look_at_csv,         look_at_table, look_at_plan, look_at_check,
    look_at_explanation, double_costs,  double_costs, relabel_hosts,
    relabel_hosts,       relabel_hosts, sweep,        judge_traces};
enum { LOOKS = sizeof look / sizeof *look };

/* The scenario, and what it was compared with. (cmocka's own messages hold less.) */
static void print_breach(struct storm *storm)
{
    static const char *const name[] = {"storm.xml", "storm.platform.xml", "other.xml",
                                       "other.platform.xml"};
    fprintf(stderr, "seed %" PRIu64 ": %s\n", storm->world.seed, storm->breach.words);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const char *text = test_read(storm->place, test_path(storm->place, name[i]));
        if (text)
            fprintf(stderr, "%s:\n%s", name[i], text);
    }
    storm->breaches++;
}

static void pass(struct storm *storm, uint64_t seed)
{
    struct rd_rng rng = rd_rng_seeded(seed, 79);
    storm->breach.words[0] = '\0';
    world_draw(&storm->world, seed);
    world_write(&storm->world, storm->place->folder, "storm", "");
    storm->path = test_path(storm->place, "storm.xml");
    struct test_run run = RUN(storm, "run", storm->path, "--format", "json");
    storm->rows = rows_of(storm, &run);
    if (storm->rows) {
        hold_status(storm, &run);
        laws_hold_of_rows(&storm->world, storm->rows, &storm->breach);
        if (is_theory(&storm->world))
            laws_hold_between(storm->rows, storm->rows, 1, &storm->breach);
        look[rd_rng_below(&rng, LOOKS)](storm);
    }
    if (storm->breach.words[0])
        print_breach(storm);
    remove(test_path(storm->place, "other.xml"));
    remove(test_path(storm->place, "other.platform.xml"));
    remove(test_path(storm->place, "storm.platform.xml"));
    json_decref(storm->rows);
    rd_arena_close(&storm->place->arena);
}

static void test_storm(void **state)
{
    static struct storm storm;
    storm.place = *state;
    if (copies)
        orders_open(storm.place);
    for (uint64_t i = 0; i < scenario_count; i++)
        pass(&storm, first_seed + i);
    printf("%" PRIu64 " scenarios, %" PRIu64 " runs of the program: %" PRIu64 " rows well, %" PRIu64
           " of them proved, %" PRIu64 " refused, %" PRIu64
           " that SimGrid's tcp does not play; %" PRIu64 " scenarios break a law\n",
           scenario_count, storm.runs, storm.ok, storm.proved, storm.refused, storm.failed,
           storm.breaches);
    if (copies)
        orders_close();
    assert_int_equal(storm.breaches, 0);
}

int main(int argument_count, char **argument)
{
    if (argument_count > 1)
        scenario_count = strtoull(argument[1], NULL, 10);
    if (argument_count > 2)
        first_seed = strtoull(argument[2], NULL, 10);
    copies = getenv("REDIST_FAULTS_SHIM");
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_storm)};
    return cmocka_run_group_tests(tests, test_open, test_close);
}
