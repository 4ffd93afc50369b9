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

/* 2,000 points take longer than the quarter of a second after which the line is written. */
static void sweeps_show_how_far_they_are(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "s.xml",
                   "<scenario name=\"watched\">\n"
                   "<platform generator=\"ring\" direction=\"two-way\" hosts=\"4\"/>\n"
                   "<topology shape=\"ring\"/>\n"
                   "<loads generator=\"uniform\" low=\"1\" high=\"20\" after=\"uniform\"/>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                   "<sweep><repeat count=\"2000\"/></sweep>\n</scenario>\n");
    struct test_run run =
        watched(place, (const char *[]){"sweep", path, "--results", test_path(place, "r.db"),
                                        "--jobs", "1", NULL});
    test_status(&run, 0);
    test_contains(run.err, " of 2000 points done: ");
    test_contains(run.err, " a second, 0 failed; ");
    test_contains(run.err, " left");
    assert_true(ends_with(run.err, clears_line));
    test_contains(run.out, "2000 runs of 2000 points in ");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_show_how_far_they_are),
        cmocka_unit_test(figures_show_what_they_do),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
