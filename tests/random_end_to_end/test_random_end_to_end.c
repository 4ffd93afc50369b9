/* Whole scenarios drawn at random, each run by the program as a user runs it, and what it
 * prints held against laws and against what other verbs, other formats and the same scenario in
 * other words say. The arguments are how many scenarios, and the first one's seed. A scenario that
 * breaks a law is printed, and the campaign goes on. */
#include "laws.h"
#include "world.h"

#include "tests/faults/orders.h"
#include "tests/support/campaign.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t scenario_count = USUAL_TRIALS(24), first_seed = 1;

/* Are libraries loaded once, and runs copies of one that stopped at its main? It is four times as
 * fast. */
static bool copies;

struct campaign {
    struct test_place *place;
    struct world world;
    const char *path;
    json_t *rows;
    struct breach breach;
    uint64_t runs, ok, proved, refused, failed, breaches;
};

/* Is a chart refused for its size? */
static bool lacks_chart(const struct test_run *run)
{
    return run->status == 3 && run->err && strstr(run->err, "redist: a chart of ");
}

/* Runs it, and has it end with 0, or with 1 if every row is refused; and never with a word about
 * the program itself. */
static struct test_run run_it(struct campaign *campaign, const char *const *argument)
{
    struct counter ignored;
    struct test_run run = copies ? order(campaign->place, argument, "alloc 0 once", &ignored)
                                 : test_redist_to(campaign->place, NULL, argument);
    campaign->runs++;
    if (run.status != 0 && run.status != 1 && !lacks_chart(&run))
        breach_say(&campaign->breach, "%s ends with status %d: %.200s", argument[0], run.status,
                   run.err ? run.err : "");
    if (run.err && (strstr(run.err, "broken") || strstr(run.err, "runtime error")))
        breach_say(&campaign->breach, "%s: %.300s", argument[0], run.err);
    return run;
}

#define RUN(campaign, ...) run_it(campaign, (const char *const[]){__VA_ARGS__, NULL})

static json_t *rows_of(struct campaign *campaign, const struct test_run *run)
{
    json_error_t error;
    json_t *rows = run->out ? json_loads(run->out, JSON_REJECT_DUPLICATES, &error) : NULL;
    if (!rows)
        breach_say(&campaign->breach, "no JSON: status %d: %.200s", run->status,
                   run->err ? run->err : "");
    return rows;
}

/* Do bounds speak of simulated times? */
static bool is_theory(const struct world *world)
{
    return strcmp(world->model, "exact") == 0 && world->profile[0] == 0;
}

/* The status is 1 just where all rows are refused, or one failed. */
static void hold_status(struct campaign *campaign, const struct test_run *run)
{
    size_t i, refused = 0, failed = 0;
    const json_t *row;
    json_array_foreach(campaign->rows, i, row)
    {
        refused += strcmp(test_text_of(row, "status"), "refused") == 0;
        failed += strcmp(test_text_of(row, "status"), "failed") == 0;
        campaign->ok += strcmp(test_text_of(row, "status"), "ok") == 0;
        campaign->proved += strcmp(test_text_of(row, "optimal"), "proved") == 0;
    }
    campaign->refused += refused;
    campaign->failed += failed;
    bool wrong = failed > 0 || refused == json_array_size(campaign->rows);
    if (run->status != wrong)
        breach_say(&campaign->breach, "status %d, %zu of %zu rows refused and %zu failed",
                   run->status, refused, json_array_size(campaign->rows), failed);
    if (run->err && run->err[0])
        breach_say(&campaign->breach, "said beside the rows: %.200s", run->err);
}

static void look_at_csv(struct campaign *campaign)
{
    struct test_run run = RUN(campaign, "run", campaign->path, "--format", "csv");
    laws_same_csv(campaign->rows, run.out ? run.out : "", &campaign->breach);
}

static void look_at_table(struct campaign *campaign)
{
    struct test_run run = RUN(campaign, "run", campaign->path, "--verbose");
    laws_shown(campaign->rows, run.out ? run.out : "", &campaign->breach);
}

static void look_at_plan(struct campaign *campaign)
{
    struct test_run run = RUN(campaign, "plan", campaign->path, "--format", "json");
    json_t *rows = rows_of(campaign, &run);
    if (rows)
        laws_same_plans(campaign->rows, rows, &campaign->breach);
    if (rows && is_theory(&campaign->world))
        laws_hold_between(rows, campaign->rows, 1, &campaign->breach);
    json_decref(rows);
}

/* Each algorithm is named, and said to accept just if its row is not refused; but planning alone
 * can tell with some. */
static void look_at_check(struct campaign *campaign)
{
    struct test_run run = RUN(campaign, "check", campaign->path);
    size_t i;
    const json_t *row;
    if (run.status != 0)
        breach_say(&campaign->breach, "check ends with status %d", run.status);
    json_array_foreach(campaign->rows, i, row)
    {
        const char *name = test_text_of(row, "algorithm");
        if (!run.out || !strstr(run.out, name))
            breach_say(&campaign->breach, "check is silent on %s", name);
    }
}

/* What the rows' certificates claim, shown by a script that shares nothing with the program. */
static void look_at_certificates(struct campaign *campaign)
{
    char command[1024];
    const char *rows = test_path(campaign->place, "rows.json");
    snprintf(command, sizeof command,
             "python3 '%s/tests/certificates/check_certificate.py' '%s' >'%s.said'",
             test_given("REDIST_SOURCE"), rows, rows);
    rd_assert(json_dump_file(campaign->rows, rows, JSON_REAL_PRECISION(17)) == 0);
    if (system(command) != 0)
        breach_say(
            &campaign->breach, "a certificate shows nothing: %.300s",
            test_read(campaign->place, rd_arena_print(&campaign->place->arena, "%s.said", rows)));
}

static void look_at_explanation(struct campaign *campaign)
{
    struct test_run run = RUN(campaign, "explain", campaign->path, "--full");
    size_t i;
    const json_t *row;
    json_array_foreach(campaign->rows, i,
                       row) if (strcmp(test_text_of(row, "status"), "ok") == 0 &&
                                (!run.out || !strstr(run.out, test_text_of(row, "algorithm"))))
        breach_say(&campaign->breach, "explain is silent on %s", test_text_of(row, "algorithm"));
}

/* Runs another world, which has to be as good, and compares. */
static void compare_worlds(struct campaign *campaign, const struct world *other, double scale,
                           bool same)
{
    world_write(other, campaign->place->folder, "other", "");
    struct test_run run =
        RUN(campaign, "run", test_path(campaign->place, "other.xml"), "--format", "json");
    json_t *rows = rows_of(campaign, &run);
    if (rows && laws_hold_of_rows(other, rows, &campaign->breach) && is_theory(other)) {
        laws_hold_between(campaign->rows, rows, scale, &campaign->breach);
        laws_hold_between(rows, campaign->rows, 1 / scale, &campaign->breach);
    }
    if (rows && same)
        laws_same_rows(campaign->rows, rows, scale, strcmp(other->model, "exact") == 0,
                       &campaign->breach);
    json_decref(rows);
}

static void double_costs(struct campaign *campaign)
{
    static struct world other;
    other = campaign->world;
    world_double(&other);
    compare_worlds(campaign, &other, 2, true);
}

/* What is said by link-scale, said by costs. */
static void spell_out_scale(struct campaign *campaign)
{
    static struct world other;
    other = campaign->world;
    world_spell_out(&other);
    compare_worlds(campaign, &other, 1, true);
}

static void relabel_hosts(struct campaign *campaign)
{
    static struct world other;
    struct rd_rng rng = rd_rng_seeded(campaign->world.seed, 78);
    other = campaign->world;
    if (world_relabel(&other, &rng))
        compare_worlds(campaign, &other, 1, false);
}

/* A sweep of one point, its export, comparison and page. */
static void sweep(struct campaign *campaign)
{
    char element[100];
    snprintf(element, sizeof element,
             "  <sweep><vary parameter=\"model\" values=\"%s\"/></sweep>\n", campaign->world.model);
    world_write(&campaign->world, campaign->place->folder, "sweep", element);
    const char *results = test_path(campaign->place, "results.db");
    remove(results);
    RUN(campaign, "sweep", test_path(campaign->place, "sweep.xml"), "--results", results, "--jobs",
        "1");
    struct test_run run = RUN(campaign, "export", results, "--format", "json");
    json_t *rows = rows_of(campaign, &run);
    if (rows && json_array_size(rows) == json_array_size(campaign->rows)) {
        /* They come in the order of names: each is held against all. */
        size_t i, j;
        const json_t *row, *other;
        json_array_foreach(campaign->rows, i, row) json_array_foreach(rows, j, other)
        {
            if (strcmp(test_text_of(row, "algorithm"), test_text_of(other, "algorithm")) != 0)
                continue;
            json_t *a = json_pack("[O]", row), *b = json_pack("[O]", other);
            laws_same_rows(a, b, 1, true, &campaign->breach);
            json_decref(a);
            json_decref(b);
        }
    } else if (rows) {
        breach_say(&campaign->breach, "%zu rows exported", json_array_size(rows));
    }
    json_decref(rows);
    RUN(campaign, "compare", results);
    RUN(campaign, "report", results, "--out", test_path(campaign->place, "page.html"));
}

/* What was simulated, judged once more from its file; and drawn, if a chart holds it. */
static void judge_traces(struct campaign *campaign)
{
    const char *folder = test_path(campaign->place, "traces");
    size_t i;
    const json_t *row;
    RUN(campaign, "run", campaign->path, "--format", "json", "--trace", folder, "--gantt", folder);
    json_array_foreach(campaign->rows, i, row)
    {
        const char *path =
            rd_arena_print(&campaign->place->arena, "%s/campaign-%" PRIu64 ".%s.csv", folder,
                           campaign->world.seed, test_text_of(row, "algorithm"));
        if (strcmp(test_text_of(row, "status"), "ok") != 0 || access(path, R_OK) != 0 ||
            !is_theory(&campaign->world))
            continue;
        struct test_run run = RUN(campaign, "judge", campaign->path, path);
        if (run.status != 0)
            breach_say(&campaign->breach, "judge on the trace of %s: %.200s%.100s",
                       test_text_of(row, "algorithm"), run.out ? run.out : "",
                       run.err ? run.err : "");
        remove(path);
        break; /* one of them will do */
    }
}

/* Written as a scenario that generates nothing, it has the same rows to the last byte. */
static void stand_alone(struct campaign *campaign)
{
    const char *alone = test_path(campaign->place, "alone.xml");
    RUN(campaign, "instance", campaign->path, "--format", "xml", "--out", alone);
    struct test_run run = RUN(campaign, "run", campaign->path, "--format", "csv");
    struct test_run other = RUN(campaign, "run", alone, "--format", "csv");
    if (!run.out || !other.out || strcmp(run.out, other.out) != 0)
        breach_say(&campaign->breach, "what stands alone has other rows: %.300s",
                   other.out && *other.out ? other.out : other.err);
    remove(alone);
}

static void (*const look[])(struct campaign *) = {
    look_at_csv,  look_at_table, look_at_plan,         look_at_check,        look_at_explanation,
    double_costs, double_costs,  relabel_hosts,        relabel_hosts,        relabel_hosts,
    sweep,        judge_traces,  look_at_certificates, look_at_certificates, stand_alone};
enum { LOOKS = sizeof look / sizeof *look };

/* The scenario, and what it was compared with. (cmocka's own messages hold less.) */
static void print_breach(struct campaign *campaign)
{
    static const char *const name[] = {"campaign.xml",       "campaign.platform.xml",
                                       "other.xml",          "other.platform.xml",
                                       "campaign.links.txt", "other.links.txt"};
    fprintf(stderr, "seed %" PRIu64 ": %s\n", campaign->world.seed, campaign->breach.words);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const char *text = test_read(campaign->place, test_path(campaign->place, name[i]));
        if (text)
            fprintf(stderr, "%s:\n%s", name[i], text);
    }
    campaign->breaches++;
}

static void pass(struct campaign *campaign, uint64_t seed)
{
    struct rd_rng rng = rd_rng_seeded(seed, 79);
    campaign->breach.words[0] = '\0';
    world_draw(&campaign->world, seed, &campaign->place->arena);
    world_write(&campaign->world, campaign->place->folder, "campaign", "");
    campaign->path = test_path(campaign->place, "campaign.xml");
    struct test_run run = RUN(campaign, "run", campaign->path, "--format", "json");
    campaign->rows = rows_of(campaign, &run);
    if (campaign->rows) {
        hold_status(campaign, &run);
        laws_hold_of_rows(&campaign->world, campaign->rows, &campaign->breach);
        if (is_theory(&campaign->world))
            laws_hold_between(campaign->rows, campaign->rows, 1, &campaign->breach);
        look[rd_rng_below(&rng, LOOKS)](campaign);
        if (campaign->world.link_scale != 1)
            spell_out_scale(campaign);
    }
    if (campaign->breach.words[0])
        print_breach(campaign);
    remove(test_path(campaign->place, "other.xml"));
    remove(test_path(campaign->place, "other.platform.xml"));
    remove(test_path(campaign->place, "campaign.platform.xml"));
    remove(test_path(campaign->place, "campaign.links.txt"));
    remove(test_path(campaign->place, "other.links.txt"));
    json_decref(campaign->rows);
    rd_arena_close(&campaign->place->arena);
}

static void test_storm(void **state)
{
    static struct campaign campaign;
    campaign.place = *state;
    if (copies)
        orders_open(campaign.place);
    for (uint64_t i = 0; i < scenario_count; i++)
        pass(&campaign, first_seed + i);
    printf("%" PRIu64 " scenarios, %" PRIu64 " runs of the program: %" PRIu64 " rows well, %" PRIu64
           " of them proved, %" PRIu64 " refused, %" PRIu64
           " that SimGrid's tcp does not play; %" PRIu64 " scenarios break a law\n",
           scenario_count, campaign.runs, campaign.ok, campaign.proved, campaign.refused,
           campaign.failed, campaign.breaches);
    if (copies)
        orders_close();
    assert_int_equal(campaign.breaches, 0);
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
