/* Ctrl-C and time limits: children end with the program, and nothing half-written stays. */
#include "program.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* 10^7 messages, one after the other: many seconds of simulation. */
static const char *write_long_scenario(struct test_place *place)
{
    return test_write(
        place, "long.xml",
        "<scenario name=\"long\">\n"
        "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" cost=\"1\"/>\n"
        "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
        "<loads>\n<load host=\"h0\" items=\"10000001\" after=\"1\"/>\n"
        "<load host=\"h1\" items=\"1\" after=\"10000001\"/>\n</loads>\n"
        "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
}

static void pause_ms(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* Has a process a child yet? */
static bool has_child(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    int child;
    bool found = fscanf(file, "%d", &child) == 1;
    fclose(file);
    return found;
}

static void ends_on(struct test_place *place, int number)
{
    const char *folder = test_path(place, "traces");
    const char *pictures = test_path(place, "pictures");
    const char *argument[] = {
        "run", write_long_scenario(place), "--trace", folder, "--gantt", pictures, NULL};
    struct test_process process = test_redist_start(NULL, argument);
    while (!has_child(process.pid))
        pause_ms(5);
    pause_ms(200);
    assert_int_equal(kill(process.pid, number), 0);
    /* The outputs end when the last process that holds them does: the children, too, are gone. */
    struct test_run run = test_redist_end(place, process);
    test_status(&run, 4);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err, "redist: interrupted\n");
    assert_int_not_equal(access(folder, F_OK), 0);
    assert_int_not_equal(access(pictures, F_OK), 0);
}

static void ends_on_control_c(void **state)
{
    ends_on(*state, SIGINT);
}

static void ends_when_told_to(void **state)
{
    ends_on(*state, SIGTERM);
}

static void wait_until_full(int pipe)
{
    int held = 0, room = fcntl(pipe, F_GETPIPE_SZ);
    assert_true(room > 0);
    while (ioctl(pipe, FIONREAD, &held) == 0 && held < room)
        pause_ms(5);
    assert_int_equal(held, room);
}

/* A chart that a pipe does not hold whole, drawn into a pipe. In: is the pipe open at its other
 * end, where nobody reads? If not, the program waits for somebody to open it. */
static void ends_at_a_pipe(struct test_place *place, bool is_open)
{
    enum { ROWS = 5000 };
    const char *pipe = test_path(place, is_open ? "read" : "unread");
    const char *trace = test_path(place, "trace.csv");
    FILE *out = fopen(trace, "w");
    assert_non_null(out);
    fputs("start_s,end_s,from,to,kind,items\n", out);
    for (int i = 0; i < ROWS; i++)
        fprintf(out, "%d,%d,h%d,h%d,0,1\n", i, i + 1, i % 9, (i + 1) % 9);
    fclose(out);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    int reader = is_open ? open(pipe, O_RDWR | O_CLOEXEC) : -1;
    assert_true(!is_open || reader >= 0);
    const char *argument[] = {"draw", trace, "--out", pipe, NULL};
    struct test_process process = test_redist_start(NULL, argument);
    if (is_open)
        wait_until_full(reader);
    else
        pause_ms(1500);
    assert_int_equal(kill(process.pid, SIGTERM), 0);
    struct test_run run = test_redist_end(place, process);
    test_status(&run, 4);
    assert_string_equal(run.err, "redist: interrupted\n");
    if (is_open)
        close(reader);
}

static void ends_before_a_pipe_opens(void **state)
{
    ends_at_a_pipe(*state, false);
}

static void ends_while_a_pipe_is_full(void **state)
{
    ends_at_a_pipe(*state, true);
}

static bool is_empty(const char *path)
{
    int entries = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder))
        entries++;
    closedir(folder);
    return entries == 2; /* . and .. */
}

/* Starts it, ends it some time after it has a folder in $TMPDIR, and finds nothing left there. */
static void leaves_no_folder(struct test_place *place, const char *const *argument, long wait_ms)
{
    const char *folder = test_path(place, "tmp");
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    struct test_process process = test_redist_start(NULL, argument);
    unsetenv("TMPDIR");
    while (is_empty(folder))
        pause_ms(5);
    pause_ms(wait_ms);
    assert_int_equal(kill(process.pid, SIGTERM), 0);
    struct test_run run = test_redist_end(place, process);
    test_status(&run, 4);
    assert_int_equal(rmdir(folder), 0);
}

/* A launcher that does not end is waited for, with files for its processes in a folder. */
static void removes_what_processes_read(void **state)
{
    const char *argument[] = {"execute",    "scenarios/switch_relabelling.xml",
                              "--launcher", "yes",
                              "--program",  "/bin/true",
                              NULL};
    leaves_no_folder(*state, argument, 300);
}

/* Nor do workers of a sweep, which are killed while SimGrid loads profiles from their folders. */
static void removes_what_workers_load(void **state)
{
    struct test_place *place = *state;
    const char *results = test_path(place, "loading.db");
    const char *argument[] = {
        "sweep", "scenarios/sweep_profile.xml", "--repeat", "1000", "--results", results, NULL};
    for (long wait_ms = 0; wait_ms < 250; wait_ms += 50) {
        leaves_no_folder(place, argument, wait_ms);
        unlink(results);
    }
}

/* Nor do parts of a figure that is made beside another. */
static void removes_what_figures_load(void **state)
{
    const char *out = test_path(*state, "figures");
    const char *argument[] = {"figure", "plaxton-g", "collectives", "--jobs",
                              "2",      "--out",     out,           NULL};
    leaves_no_folder(*state, argument, 300);
}

/* A run that takes too long is a failed row, not the end of the program. */
static void keeps_to_a_time_limit(void **state)
{
    struct test_place *place = *state;
    json_t *rows = test_redist_json(place, 1, "run", write_long_scenario(place), "--format", "json",
                                    "--time-limit", "0.2", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "status"), "failed");
    test_contains(test_text_of(row, "message"), "0.2 s");
    assert_true(json_is_null(json_object_get(row, "simulated_s")));
    assert_true(test_number_of(row, "planned_s") == 1e7);
    json_decref(rows);
}

/* Interrupts all children of a process again and again, as they begin and later. */
static void interrupt_children(pid_t pid, long for_ms)
{
    char path[64];
    struct timespec begun, now;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do {
        int child;
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fscanf(file, "%d", &child) == 1)
            kill(child, SIGINT);
        fclose(file);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000 < for_ms);
}

#define SEARCH                                                                                     \
    "<run algorithm=\"star-local-search\"><option name=\"tries\" value=\"10000000\"/></run>\n"

/* Searches that last for minutes, so many at a time: Ctrl-C ends them with the plans that they
 * have; a terminal sends it to their processes, too, which leave it to the program. In: until that
 * is certain the wait grows, since the program may not yet plan. */
static void ends_searches(struct test_place *place, const char *jobs)
{
    const char *scenario = test_write(
        place, "search.xml",
        "<scenario name=\"search\">\n"
        "<platform generator=\"star\" hosts=\"8\" cost=\"uniform 1 9\" compute=\"uniform 1 9\"/>\n"
        "<topology shape=\"star\" master=\"m\" hosts=\"h[0-7]\"/>\n"
        "<items bytes=\"1\" flops=\"1\"/>\n"
        "<loads generator=\"uniform\" low=\"0\" high=\"60\"/>\n"
        "<goal reach=\"finish\"/>\n" SEARCH SEARCH SEARCH "</scenario>\n");
    const char *argument[] = {"plan", scenario, "--format", "csv", "--jobs", jobs, NULL};
    bool softened = false;
    for (long wait_ms = 100; !softened && wait_ms < 60000; wait_ms *= 2) {
        struct test_process process = test_redist_start(NULL, argument);
        interrupt_children(process.pid, wait_ms);
        assert_int_equal(kill(process.pid, SIGINT), 0);
        struct test_run run = test_redist_end(place, process);
        softened = run.status == 0;
        if (!softened) {
            assert_true(run.status == 4 || run.status == 128 + SIGINT);
            continue;
        }
        test_contains(run.err, "interrupt again");
        const char *rest = run.out;
        for (int row = 0; row < 3; row++) {
            rest = strstr(rest, ",ok,");
            assert_non_null(rest);
            rest = strstr(rest, "stopped after");
            assert_non_null(rest);
        }
    }
    assert_true(softened);
}

static void gives_the_best_so_far(void **state)
{
    ends_searches(*state, "1");
}

/* The third has not begun when two are interrupted. */
static void gives_the_best_of_each_job(void **state)
{
    ends_searches(*state, "2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_on_control_c),           cmocka_unit_test(ends_when_told_to),
        cmocka_unit_test(ends_before_a_pipe_opens),    cmocka_unit_test(ends_while_a_pipe_is_full),
        cmocka_unit_test(removes_what_processes_read), cmocka_unit_test(removes_what_workers_load),
        cmocka_unit_test(removes_what_figures_load),   cmocka_unit_test(keeps_to_a_time_limit),
        cmocka_unit_test(gives_the_best_so_far),       cmocka_unit_test(gives_the_best_of_each_job),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
