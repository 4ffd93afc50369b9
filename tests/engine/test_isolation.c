/* What happens to a child becomes an error with words, and the next request is served. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TWO_HOSTS                                                                                  \
    "<zone id='all' routing='Full'><host id='h0' speed='1f'/><host id='h1' speed='1f'/>"

static struct rd_arena arena;

static int open_arena(void **state)
{
    (void)state;
    rd_arena_open(&arena, 0);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    rd_arena_close(&arena);
    return 0;
}

static void expect_error(const struct rd_error *error, enum rd_error_code code, const char *message)
{
    if (error->code != code || strcmp(error->message, message) != 0)
        fail_msg("code %d: '%s' instead of code %d: '%s'", error->code, error->message, code,
                 message);
}

static void expect_part(const struct rd_error *error, enum rd_error_code code, const char *part)
{
    if (error->code != code || !strstr(error->message, part))
        fail_msg("code %d: '%s' instead of code %d: '...%s...'", error->code, error->message, code,
                 part);
}

/* A ring h0 > h1 > h2 > h0 of loads 1, on which one item goes from 0 to 1 in 1 s. */
struct round_trip {
    struct test_instance test;
    struct rd_plan legal;
    struct rd_engine *engine;
};

static void open_round_trip(struct round_trip *trip, const struct rd_engine_settings *settings)
{
    *trip = (struct round_trip){
        .test = test_instance_make(&arena, RD_RING, RD_ONE_WAY, 3, 1),
    };
    for (uint32_t host = 0; host < 3; host++)
        trip->test.load[host] = 1;
    trip->engine = test_open_engine(test_full_platform(&trip->test.instance, &arena), settings,
                                    &trip->test, &arena);
    rd_plan_add(&trip->legal, &arena, (struct rd_row){0, 0, 1, 0, 1, 1});
}

static void expect_legal_run(struct round_trip *trip)
{
    struct rd_simulation simulation;
    struct rd_error error = {0};
    if (!rd_engine_simulate(trip->engine, &trip->test.instance, &trip->legal, false, &arena,
                            &simulation, &error))
        fail_msg("%s", error.message);
    assert_true(simulation.makespan_s == 1);
    assert_int_equal(simulation.final[0], 0);
    assert_int_equal(simulation.final[1], 2);
}

static void refuses_a_bad_platform(void **state)
{
    (void)state;
    struct rd_platform_source platform = test_platform(
        "<zone id='all' routing='Full'>\n<host id='h0' speed='fast'/>\n</zone>\n", &arena);
    platform.path = "some/platform.xml";
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine = NULL;
    struct rd_error error = {0};
    assert_false(rd_engine_open(&platform, &settings, &arena, &engine, &error));
    assert_null(engine);
    assert_string_equal(error.path, "some/platform.xml");
    assert_int_equal(error.line, 5);
    expect_part(&error, RD_ERROR_INPUT, "SimGrid does not load the platform: ");
    expect_part(&error, RD_ERROR_INPUT, "fast");
}

static void names_a_missing_file(void **state)
{
    (void)state;
    struct rd_platform_source platform = {.path = "no/such/platform.xml"};
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine = NULL;
    struct rd_error error = {0};
    assert_false(rd_engine_open(&platform, &settings, &arena, &engine, &error));
    assert_string_equal(error.path, "no/such/platform.xml");
    expect_part(&error, RD_ERROR_INPUT, "Unable to open 'no/such/platform.xml'");
}

static void names_a_missing_host(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    const char *const name[] = {"h0", "h1", "h-2"};
    struct rd_platform_costs costs;
    struct rd_error error = {0};
    assert_false(rd_engine_read_costs(trip.engine, name, &trip.test.instance.topology, &arena,
                                      &costs, &error));
    expect_error(&error, RD_ERROR_INPUT, "no host 'h-2' on the platform: did you mean 'h2'?");
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

static void names_a_missing_route(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    struct rd_topology topology;
    struct rd_platform_costs costs;
    struct rd_error error = {0};
    assert_true(rd_topology_make(RD_RING, RD_TWO_WAY, 3, &topology, &error));
    assert_false(rd_engine_read_costs(trip.engine, trip.test.instance.host_name, &topology, &arena,
                                      &costs, &error));
    expect_error(&error, RD_ERROR_INPUT, "no route from host 'h0' to host 'h2' on the platform");
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

/* The example of the definition: 10 units round a ring of loads 1. */
static void names_who_waits_for_whom(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    struct rd_plan plan = {0};
    for (uint32_t host = 0; host < 3; host++)
        rd_plan_add(&plan, &arena, (struct rd_row){0, host, (host + 1) % 3, 0, 10, 1});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(rd_engine_simulate(trip.engine, &trip.test.instance, &plan, false, &arena,
                                    &simulation, &error));
    expect_error(&error, RD_ERROR_RUN,
                 "deadlock: 0>1 waits for items at 0 -> 2>0 waits for items at 2 -> 1>2 waits for "
                 "items at 1");
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

static void names_items_that_nobody_brings(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &arena, (struct rd_row){0, 1, 2, 0, 2, 1});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(rd_engine_simulate(trip.engine, &trip.test.instance, &plan, false, &arena,
                                    &simulation, &error));
    expect_error(&error, RD_ERROR_RUN,
                 "deadlock: 1>2 waits for items at 1, and nobody brings them");
    rd_engine_close(trip.engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_a_bad_platform),
        cmocka_unit_test(names_a_missing_file),
        cmocka_unit_test(names_a_missing_host),
        cmocka_unit_test(names_a_missing_route),
        cmocka_unit_test(names_who_waits_for_whom),
        cmocka_unit_test(names_items_that_nobody_brings),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
