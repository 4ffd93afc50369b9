/* What a terminal shows while redist works, which files do not get. */
#include "program.h"

#include <stdio.h>
#include <string.h>

static const char clears_line[] = "\r\033[K";

/* Does a text end with another? */
static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static struct test_run watched(struct test_place *place, const char *const *argument)
{
    return test_redist_end(place, test_redist_start_on_terminal(argument));
}

/* A sweep of so many points, on a terminal. */
static struct test_run watched_sweep(struct test_place *place, int points)
{
    const char *path = test_write(
        place, "s.xml",
        rd_arena_print(&place->arena,
                       "<scenario name=\"watched\">\n"
                       "<platform generator=\"ring\" direction=\"two-way\" hosts=\"4\"/>\n"
                       "<topology shape=\"ring\"/>\n"
                       "<loads generator=\"uniform\" low=\"1\" high=\"20\" after=\"uniform\"/>\n"
                       "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                       "<sweep><repeat count=\"%d\"/></sweep>\n</scenario>\n",
                       points));
    const char *results = rd_arena_print(&place->arena, "%s.%d", test_path(place, "r"), points);
    return watched(place,
                   (const char *[]){"sweep", path, "--results", results, "--jobs", "1", NULL});
}

/* The line is written after a quarter of a second, which 2,000 points take on many machines, and
 * more points on any. */
static void sweeps_show_how_far_they_are(void **state)
{
    struct test_place *place = *state;
    int points = 2000;
    struct test_run run = watched_sweep(place, points);
    while (!strstr(run.err, " points done: ") && points < 100000)
        run = watched_sweep(place, points *= 4);
    test_status(&run, 0);
    test_contains(run.err, rd_arena_print(&place->arena, " of %d points done: ", points));
    test_contains(run.err, " a second, 0 failed; ");
    test_contains(run.err, " left");
    assert_true(ends_with(run.err, clears_line));
    test_contains(run.out,
                  rd_arena_print(&place->arena, "%d runs of %d points in ", points, points));
}

static void figures_show_what_they_do(void **state)
{
    struct test_place *place = *state;
    struct test_run run = watched(
        place, (const char *[]){"figure", "plaxton-h", "--out", test_path(place, "f"), NULL});
    test_status(&run, 0);
    test_contains(run.err, clears_line);
    assert_true(ends_with(run.err, clears_line));
    test_contains(run.err, " points done: ");
}

/* The left half of a torus feeds the right: no plan is found that reaches the bound, so the search
 * lasts until it is stopped, and the line comes after half a second. */
static void plans_show_how_far_they_are(void **state)
{
    enum { SIDE = 10 };
    struct test_place *place = *state;
    struct rd_text text = {.arena = &place->arena};
    rd_text_print(&text,
                  "<scenario name=\"planned\">\n"
                  "<platform generator=\"torus\" dimensions=\"10x10\" cost=\"uniform 1 9\"/>\n"
                  "<topology shape=\"graph\"/>\n<goal reach=\"after\"/>\n<loads>\n");
    for (int host = 0; host < SIDE * SIDE; host++) {
        bool holds = host % SIDE < SIDE / 2;
        rd_text_print(&text, "<load host=\"h%d\" items=\"%d\" after=\"%d\"/>\n", host,
                      holds ? 40 : 0, holds ? 0 : 40);
    }
    rd_text_print(&text, "</loads>\n<run algorithm=\"network-planner\">"
                         "<option name=\"search\" value=\"1000000\"/></run>\n</scenario>\n");
    const char *path = test_write(place, "p.xml", text.text);
    struct test_run run = watched(place, (const char *[]){"plan", path, "--within", "1.5", NULL});
    test_status(&run, 0);
    test_contains(run.err, "\r\033[Knetwork-planner: ");
    test_contains(run.err, " s of 1.5 s, shortest plan so far ");
    assert_true(ends_with(run.err, clears_line));
    test_contains(run.out, "stopped after");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_show_how_far_they_are),
        cmocka_unit_test(figures_show_what_they_do),
        cmocka_unit_test(plans_show_how_far_they_are),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
