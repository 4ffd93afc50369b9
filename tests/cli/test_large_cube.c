/* Cubes above 2^12 hosts: planned and judged, never simulated, and their plans are not kept. */
#include "program.h"

#include "sim/engine/process/child_process.h"

#include <stdio.h>
#include <sys/resource.h>

#if defined(RD_ADDRESS_SANITIZER)
enum { SHADOWED = 1 }; /* memory is what it is without checks */
#else
enum { SHADOWED = 0 };
#endif

/* A scenario of steps of 1 s. In: `network` and `loads`, as attributes. */
static const char *write_scenario(struct test_place *place, const char *shape, unsigned hosts,
                                  const char *network, const char *loads, const char *algorithm)
{
    char text[1024];
    int length = snprintf(text, sizeof text,
                          "<scenario name=\"large\">\n"
                          "  <platform generator=\"%s\" hosts=\"%u\" cost=\"0\" latency=\"1\"/>\n"
                          "  <topology shape=\"%s\"/>\n"
                          "  <network %s/>\n"
                          "  <items bytes=\"0\"/>\n"
                          "  <loads %s/>\n"
                          "  <goal reach=\"balance\" error=\"0\"/>\n"
                          "  <run algorithm=\"%s\"/>\n"
                          "</scenario>\n",
                          shape, hosts, shape, network, loads, algorithm);
    assert_in_range(length, 1, sizeof text - 1);
    return test_write(place, "large.xml", text);
}

/* Runs it, which takes just so many steps, and none of SimGrid. Returns: the row, to be given back
 * with its array. */
static json_t *run(struct test_place *place, const char *scenario, long steps)
{
    json_t *rows = test_redist_json(place, 0, "run", scenario, "--format", "json", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "status"), "ok");
    test_contains(test_text_of(row, "message"), "planned and judged, not simulated: SimGrid is ");
    assert_true(json_is_null(json_object_get(row, "simulated_s")));
    assert_true(json_is_null(json_object_get(row, "simulate_ms")));
    assert_true(json_is_true(json_object_get(row, "goal_reached")));
    assert_true(test_number_of(row, "steps") == (double)steps);
    assert_true(test_number_of(row, "planned_s") == (double)steps);
    assert_true(test_number_of(row, "class_bound_s") <= (double)steps);
    return rows;
}

/* Half of the hosts hold 2 items, a Hamming ball, n = p: all end with one. */
static void assert_all_hold_one(json_t *rows, size_t hosts)
{
    const json_t *final = json_object_get(json_array_get(rows, 0), "final");
    assert_int_equal(json_array_size(final), hosts);
    for (size_t host = 0; host < hosts; host++)
        assert_int_equal(json_integer_value(json_array_get(json_array_get(final, host), 0)), 1);
    json_decref(rows);
}

#define HALF_FULL "generator=\"hamming-ball\" most=\"2\" mean=\"1\""

/* d + 2dm, 2d + 5dm; pipelined d + 3H(d, m) + m - 1 + d, and H(13, 2) = 13. */
static void counts_the_steps_of_leightons_algorithm(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        write_scenario(place, "hypercube", 8192, "ports=\"one\"", HALF_FULL, "cube-leighton");
    assert_all_hold_one(run(place, scenario, 13 + 2 * 13 * 2), 8192);
    scenario = write_scenario(place, "shuffle-exchange", 8192, "ports=\"one\"", HALF_FULL,
                              "shuffle-leighton");
    assert_all_hold_one(run(place, scenario, 2 * 13 + 5 * 13 * 2), 8192);
    scenario = write_scenario(place, "hypercube", 8192, "ports=\"pipelined\"", HALF_FULL,
                              "cube-leighton-pipelined-elective");
    assert_all_hold_one(run(place, scenario, 13 + 3 * 13 + 2 - 1 + 13), 8192);
}

/* Rows are kept for who asks for them: the plan's file, and the trace's. */
static void keeps_rows_that_are_asked_for(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        write_scenario(place, "hypercube", 8192, "ports=\"one\"", HALF_FULL, "cube-leighton");
    const char *plan = test_path(place, "plan.csv");
    struct test_run ran = test_redist(place, "plan", scenario, "--out", plan, NULL);
    test_status(&ran, 0);
    ran = test_redist(place, "judge", scenario, plan, NULL);
    test_status(&ran, 0);
    test_contains(ran.out, "time       65 s");
    ran = test_redist(place, "run", scenario, "--trace", test_path(place, "."), NULL);
    test_status(&ran, 0);
    assert_non_null(test_read(place, test_path(place, "large.cube-leighton.csv")));
}

/* The most memory that any program started so far had, in KiB. */
static long peak_kib(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_maxrss;
}

/* 2^16 hosts: d p (1 + m) words and some d n / 2 hops of tokens, 320 bytes of state a host. Rows
 * would take 32 bytes each: 110 MB here, 530 MB with 2^18 hosts. */
static void needs_memory_for_hosts_and_not_for_rows(void **state)
{
    struct test_place *place = *state;
    if (SHADOWED)
        skip();
    const char *scenario =
        write_scenario(place, "hypercube", 65536, "ports=\"one\"", HALF_FULL, "cube-leighton");
    assert_all_hold_one(run(place, scenario, 16 + 2 * 16 * 2), 65536);
    assert_in_range(peak_kib(), 1, 96 * 1024);
    scenario =
        write_scenario(place, "hypercube", 262144, "ports=\"one\"", HALF_FULL, "cube-leighton");
    assert_all_hold_one(run(place, scenario, 18 + 2 * 18 * 2), 262144);
    assert_in_range(peak_kib(), 1, 224 * 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First, since memory is that of the largest program so far. */
        cmocka_unit_test(needs_memory_for_hosts_and_not_for_rows),
        cmocka_unit_test(counts_the_steps_of_leightons_algorithm),
        cmocka_unit_test(keeps_rows_that_are_asked_for),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
