/* Ctrl-C and time limits: children end with the program, and nothing half-written stays. */
#include "program.h"

#include <signal.h>
#include <stdio.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_on_control_c),
        cmocka_unit_test(ends_when_told_to),
        cmocka_unit_test(keeps_to_a_time_limit),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
