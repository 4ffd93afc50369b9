/* A sweep that is killed at random, again and again, and comes to the same results.
 * Arguments: how many repetitions of the four points, and how many kills. */
#include "program.h"

#include "sim/base/rng.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long repeat_count = 50, kill_count = 8;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void pause_s(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds,
                            .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&time, NULL);
}

static const char *exported(struct test_place *place, const char *results)
{
    struct test_run run = test_redist(place, "export", results, NULL);
    test_status(&run, 0);
    return run.out;
}

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* Every row that is there is a row of the whole. */
static void all_lines_are_among(const char *text, const char *whole)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n") + 1;
        const char *found = whole;
        while (found && strncmp(found, line, length) != 0) {
            found = strchr(found, '\n');
            found = found && found[1] ? found + 1 : NULL;
        }
        if (!found)
            fail_msg("%.*s is no row of the whole", (int)length, line);
        line += length;
    }
}

static void comes_to_the_same(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(
        place, "killed.xml",
        rd_arena_print(&place->arena,
                       "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" "
                       "hosts=\"4\"/>\n<topology shape=\"ring\"/>\n"
                       "<loads generator=\"uniform\" low=\"1\" high=\"9\" after=\"uniform\"/>\n"
                       "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                       "<sweep>\n<vary parameter=\"hosts\" values=\"3 4\"/>\n"
                       "<vary parameter=\"bandwidth-spread\" values=\"1 4\"/>\n"
                       "<repeat count=\"%ld\"/>\n</sweep>\n</scenario>\n",
                       repeat_count));
    const char *undisturbed = test_path(place, "undisturbed.db");
    double start_s = now_s();
    struct test_run run = test_redist(place, "sweep", scenario, "--results", undisturbed, NULL);
    double whole_s = now_s() - start_s;
    test_status(&run, 0);
    const char *expected = exported(place, undisturbed);
    assert_int_equal(count_lines(expected), 1 + 4 * repeat_count);

    const char *killed = test_path(place, "killed.db");
    const char *argument[] = {"sweep", scenario, "--results", killed, NULL};
    struct rd_rng rng = rd_rng_seeded(1, 0);
    size_t lines_before = 0;
    for (long i = 0; i < kill_count; i++) {
        struct test_process process = test_redist_start(NULL, argument);
        pause_s(whole_s * 3 / (double)kill_count * rd_rng_unit(&rng));
        kill(process.pid, SIGKILL);
        run = test_redist_end(place, process);
        if (run.status != 0)
            test_status(&run, 128 + SIGKILL);
        if (i % 5 > 0 || !test_read(place, killed))
            continue;
        /* What a killed sweep leaves is readable, and no row of it is wrong or goes away. */
        struct test_run look = test_redist(place, "export", killed, NULL);
        if (look.status == 3) { /* killed before there was anything */
            test_contains(look.err, "is no results file");
            assert_int_equal(lines_before, 0);
            continue;
        }
        test_status(&look, 0);
        if (count_lines(look.out) > 1) /* without rows, no parameter has a column */
            all_lines_are_among(look.out, expected);
        assert_true(count_lines(look.out) >= lines_before);
        lines_before = count_lines(look.out);
    }
    /* Something was kept of what was killed, or nothing was tested. */
    assert_true(count_lines(exported(place, killed)) > 1);
    run = test_redist(place, "sweep", scenario, "--results", killed, NULL);
    test_status(&run, 0);
    assert_string_equal(exported(place, killed), expected);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        repeat_count = strtol(argv[1], NULL, 10);
        kill_count = strtol(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_to_the_same)};
    return cmocka_run_group_tests(tests, test_open, test_close);
}
