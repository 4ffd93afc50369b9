/* A sweep that is killed at random, again and again, and comes to the same results.
 * Arguments: the least number of repetitions of the four points, and how many kills. */
#include "program.h"

#include "sim/base/rng.h"
#include "sim/report/results_file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A sweep keeps its rows in groups of 0.2 s: kills at random fall before, into and behind one. */
static const double LONGEST_PAUSE_S = 0.4, SHORTEST_SWEEP_S = 1;

static long repeat_count = 200, kill_count = 5;

static void pause_s(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds,
                            .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&time, NULL);
}

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* How many rows survive if the sweep is killed now. Returns: false, with the reason, while there is
 * no results file to read. */
static bool rows_kept(const char *results, int64_t *ret_count, struct rd_error *reterr)
{
    struct rd_arena arena;
    struct rd_results *open = NULL;
    struct rd_packed_rows rows;
    const struct rd_columns none = {.count = 0};
    rd_arena_open(&arena, 0);
    bool read = rd_results_open(results, &arena, &open, reterr) &&
                rd_results_rows(open, &none, &arena, &rows, reterr);
    if (read)
        *ret_count = (int64_t)rows.count;
    rd_results_close(open);
    rd_arena_close(&arena);
    return read;
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT), 0);
    return info.si_pid == pid;
}

/* Waits until more rows are kept than `before`, or the sweep has ended. */
static void wait_for_a_row(pid_t pid, const char *results, int64_t before)
{
    int64_t kept = 0;
    struct rd_error error;
    while ((!rows_kept(results, &kept, &error) || kept <= before) && !has_ended(pid))
        pause_s(0.001);
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

/* Four points of a small ring, each repeated `count` times. */
static const char *write_sweep(struct test_place *place, long count)
{
    return test_write(
        place, "killed.xml",
        rd_arena_print(&place->arena,
                       "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" "
                       "hosts=\"4\"/>\n<topology shape=\"ring\"/>\n"
                       "<loads generator=\"uniform\" low=\"1\" high=\"9\" after=\"uniform\"/>\n"
                       "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                       "<sweep>\n<vary parameter=\"hosts\" values=\"3 4\"/>\n"
                       "<vary parameter=\"bandwidth-spread\" values=\"1 4\"/>\n"
                       "<repeat count=\"%ld\"/>\n</sweep>\n</scenario>\n",
                       count));
}

/* The rows of the sweep that nothing disturbs. It has twice as many repetitions as long as it ends
 * before SHORTEST_SWEEP_S, so that on any machine it lasts for several groups of rows. */
static const char *rows_of_undisturbed(struct test_place *place, const char **ret_scenario)
{
    const char *results = test_path(place, "undisturbed.db");
    for (;; repeat_count *= 2) {
        const char *scenario = write_sweep(place, repeat_count);
        double start = now_s();
        struct test_run run =
            test_redist(place, "sweep", scenario, "--results", results, "--jobs", "2", NULL);
        double seconds = now_s() - start;
        test_status(&run, 0);
        if (seconds >= SHORTEST_SWEEP_S) {
            *ret_scenario = scenario;
            return exported(place, results);
        }
        assert_int_equal(unlink(results), 0);
    }
}

static void comes_to_the_same(void **state)
{
    struct test_place *place = *state;
    const char *scenario = NULL;
    const char *expected = rows_of_undisturbed(place, &scenario);
    assert_int_equal(count_lines(expected), 1 + 4 * repeat_count);

    const char *killed = test_path(place, "killed.db");
    const char *argument[] = {"sweep", scenario, "--results", killed, "--jobs", "2", NULL};
    struct test_run run;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    int64_t kept = 0, all = 4 * repeat_count;
    /* Something has to be kept of what was killed, or nothing was tested: a sweep that has ended
     * before it was killed begins anew. */
    long left_a_part = 0;
    for (long i = 0; i < kill_count || left_a_part == 0; i++) {
        if (left_a_part == 0 && kept == all) {
            killed = test_path(place, rd_arena_print(&place->arena, "killed-%ld.db", i));
            argument[3] = killed;
            kept = 0;
        }
        struct test_process process = test_redist_start(NULL, argument);
        /* Every other one as soon as it has kept a row more, the others at any moment. */
        if (i % 2 == 0)
            wait_for_a_row(process.pid, killed, kept);
        else
            pause_s(LONGEST_PAUSE_S * rd_rng_unit(&rng));
        kill(process.pid, SIGKILL);
        run = test_redist_end(place, process);
        if (run.status != 0)
            test_status(&run, 128 + SIGKILL);
        /* What a killed sweep leaves is readable, and no row of it goes away. */
        int64_t before = kept;
        struct rd_error error;
        if (test_read(place, killed) && !rows_kept(killed, &kept, &error)) {
            test_contains(error.message, "is not a results file"); /* killed while it was made */
            assert_int_equal(before, 0);
        }
        assert_true(kept >= before);
        left_a_part += run.status != 0 && kept > 0 && kept < all;
        if (i % 5 == 0 && kept > 0) /* and none is wrong */
            all_lines_are_among(exported(place, killed), expected);
    }
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
