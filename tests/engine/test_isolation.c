/* What happens to a child becomes an error with words, and the next request is served. */
#include "platform_text.h"

#include "sim/engine/process/child_process.h"
#include "tests/support/arenas.h"
#include "tests/support/cmocka.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TWO_HOSTS                                                                                  \
    "<zone id='all' routing='Full'><host id='h0' speed='1f'/><host id='h1' speed='1f'/>"

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
        .test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 1),
    };
    for (uint32_t host = 0; host < 3; host++)
        trip->test.load[host] = 1;
    trip->engine = test_open_engine(test_full_platform(&trip->test.instance, &test_arena), settings,
                                    &trip->test, &test_arena);
    rd_plan_add(&trip->legal, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
}

static void expect_legal_run(struct round_trip *trip)
{
    struct rd_simulation simulation;
    struct rd_error error = {0};
    if (!rd_engine_simulate(trip->engine, &trip->test.instance, &trip->legal, false, &test_arena,
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
        "<zone id='all' routing='Full'>\n<host id='h0' speed='fast'/>\n</zone>\n", &test_arena);
    platform.path = "some/platform.xml";
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine = NULL;
    struct rd_error error = {0};
    assert_false(rd_engine_open(&platform, &settings, &test_arena, &engine, &error));
    assert_null(engine);
    assert_string_equal(error.path, "some/platform.xml");
    assert_int_equal(error.line, 5);
    expect_part(&error, RD_ERROR_INPUT, "SimGrid does not load the platform: ");
    expect_part(&error, RD_ERROR_INPUT, "fast");
}

/* A child that ended while it loaded the platform: only what SimGrid throws, or says on its way
 * out, blames the input. */
static void blames_the_input_for_what_it_says_only(void **state)
{
    (void)state;
    enum { EXIT_2 = 2 << 8 };
    static const struct {
        int status;
        const char *words;
        enum rd_error_code code;
    } end[] = {
        {SIGABRT, "std::invalid_argument: no speed", RD_ERROR_INPUT},
        {EXIT_2, "Parse error at line 3", RD_ERROR_INPUT},
        {SIGABRT, "redist: dtd.c:6392: int f(): Assertion `b' failed.", RD_ERROR_RUN},
        {SIGABRT, "Unexpected error.", RD_ERROR_RUN},
        {SIGSEGV, "Segmentation fault.", RD_ERROR_RUN},
        {SIGKILL, "", RD_ERROR_INTERRUPTED},
        {SIGABRT, "std::bad_alloc: std::bad_alloc", RD_ERROR_INTERRUPTED},
        {127 << 8, "cannot allocate memory for thread-local data: ABORT", RD_ERROR_INTERRUPTED},
        {SIGABRT, "memory allocation error (strdup returned NULL)", RD_ERROR_INTERRUPTED},
        {EXIT_2, "out of dynamic memory in yy_create_buffer()", RD_ERROR_INTERRUPTED},
    };
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        struct rd_child_output words = {.length = strlen(end[i].words)};
        memcpy(words.text, end[i].words, words.length + 1);
        struct rd_error error = {0};
        assert_false(rd_fail_of_child(&error, RD_ERROR_INPUT, "p.xml", "loading the platform",
                                      end[i].status, 0, &words));
        expect_part(&error, end[i].code, end[i].words);
        expect_part(&error, end[i].code, "loading the platform ");
    }
}

static void names_a_missing_file(void **state)
{
    (void)state;
    struct rd_platform_source platform = {.path = "no/such/platform.xml"};
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine = NULL;
    struct rd_error error = {0};
    assert_false(rd_engine_open(&platform, &settings, &test_arena, &engine, &error));
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
    assert_false(rd_engine_read_costs(trip.engine, name, &trip.test.instance.topology, 1,
                                      &test_arena, &costs, &error));
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
    assert_false(rd_engine_read_costs(trip.engine, trip.test.instance.host_name, &topology, 1,
                                      &test_arena, &costs, &error));
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
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, host, (host + 1) % 3, 0, 10, 1});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(rd_engine_simulate(trip.engine, &trip.test.instance, &plan, false, &test_arena,
                                    &simulation, &error));
    expect_error(
        &error, RD_ERROR_RUN,
        "deadlock: h0>h1 waits for items at h0 -> h2>h0 waits for items at h2 -> h1>h2 waits for "
        "items at h1");
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

static void names_items_that_nobody_brings(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 1, 2, 0, 2, 1});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(rd_engine_simulate(trip.engine, &trip.test.instance, &plan, false, &test_arena,
                                    &simulation, &error));
    expect_error(&error, RD_ERROR_RUN,
                 "deadlock: h1>h2 waits for items at h1, which no transfer brings");
    rd_engine_close(trip.engine);
}

/* Plays a plan that cannot end well. */
static struct rd_error failed_run(struct round_trip *trip, const struct rd_plan *plan)
{
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(rd_engine_simulate(trip->engine, &trip->test.instance, plan, true, &test_arena,
                                    &simulation, &error));
    return error;
}

/* Loads of 10^7 at host 0, all of which go on to host 1, one by one: many seconds of play. */
static struct rd_plan long_plan(struct round_trip *trip)
{
    trip->test.load[0] = 10000000;
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 10000000});
    return plan;
}

static void stops_what_takes_too_long(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, &(struct rd_engine_settings){.steady = true, .time_limit_s = 1});
    struct rd_plan plan = long_plan(&trip);
    struct rd_error error = failed_run(&trip, &plan);
    expect_error(&error, RD_ERROR_RUN,
                 "the simulation was stopped after 1 s, the time limit for one run");
    trip.test.load[0] = 1;
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

static void refuses_more_messages_than_the_limit(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, &(struct rd_engine_settings){.steady = true, .message_limit = 3});
    trip.test.load[0] = 4;
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 4});
    struct rd_error error = failed_run(&trip, &plan);
    expect_error(&error, RD_ERROR_REFUSED,
                 "more than 3 messages: such a plan is judged, not simulated");
    trip.test.load[0] = 1;
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

/* How many messages an as-held row makes is known only when it is played: here one an item. */
static void stops_at_the_limit_of_messages(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, &(struct rd_engine_settings){.steady = true, .message_limit = 7});
    trip.test.load[0] = 5;
    trip.test.load[1] = 0;
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 5});
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 1, 2, 0, 5, 0});
    struct rd_error error = failed_run(&trip, &plan);
    expect_error(&error, RD_ERROR_REFUSED,
                 "more than 7 messages: such a plan is judged, not simulated");
    rd_engine_close(trip.engine);
}

/* Each on a clock of its own, although it is one clock; one that fails costs the process. */
static void runs_may_share_a_process(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, &(struct rd_engine_settings){.steady = true, .shares_process = true});
    struct rd_plan stuck = {0};
    rd_plan_add(&stuck, &test_arena, (struct rd_transfer){0, 1, 2, 0, 2, 1});
    for (int i = 0; i < 3; i++) {
        struct rd_simulation simulation;
        struct rd_error error = {0};
        expect_legal_run(&trip);
        assert_true(rd_engine_simulate(trip.engine, &trip.test.instance, &trip.legal, true,
                                       &test_arena, &simulation, &error));
        assert_true(simulation.trace.transfer[0].start_s == 0 &&
                    simulation.trace.transfer[0].end_s == 1);
        error = failed_run(&trip, &stuck);
        expect_error(&error, RD_ERROR_RUN,
                     "deadlock: h1>h2 waits for items at h1, which no transfer brings");
    }
    rd_engine_close(trip.engine);
}

/* SimGrid has one limit of transfers for all links. */
static void refuses_free_order_where_ports_differ(void **state)
{
    (void)state;
    static const uint32_t ports[] = {2, 1, 3};
    struct rd_simulation simulation;
    struct rd_error error = {0};
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    struct rd_plan plan = {.timing = RD_FREE_ORDER};
    test_instance_set_ports(&test, 3);
    test.instance.host_port_count = ports;
    test.load[0] = 1;
    struct rd_engine *engine =
        test_open_engine(test_full_platform(&test.instance, &test_arena), NULL, &test, &test_arena);
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
    assert_false(
        rd_engine_simulate(engine, &test.instance, &plan, false, &test_arena, &simulation, &error));
    expect_error(
        &error, RD_ERROR_REFUSED,
        "ports that differ, 1-to-3, in free order: SimGrid has one limit for all hosts, so the "
        "same number at every host is needed");
    rd_engine_close(engine);
}

/* Dimensions 0 and 1 of a square, then 0 of the one behind: both leave host 0, or come to 3. */
static void refuses_packets_that_meet(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    test.instance.port_model = RD_PIPELINED_PORTS;
    test.instance.port_count = UINT32_MAX;
    test.load[0] = test.load[1] = 2;
    struct round_trip trip = {.test = test};
    trip.engine = test_open_engine(test_full_platform(&test.instance, &test_arena), NULL,
                                   &trip.test, &test_arena);
    static const struct {
        struct rd_transfer row[2];
        struct rd_dimension_range block[2];
        const char *message;
    } cases[] = {
        {{{0, 0, 3, 0, 1, 1}, {0, 0, 2, 0, 1, 1}},
         {{0, 1}, {1, 1}},
         "round 0: h0 originates twice"},
        {{{0, 0, 3, 0, 1, 1}, {1, 1, 3, 0, 1, 1}}, {{1, 0}, {1, 1}}, "round 1: h3 accepts twice"},
        {{{1, 0, 3, 0, 1, 1}, {0, 1, 3, 0, 1, 1}},
         {{0, 1}, {1, 1}},
         "transfer 1: a round out of order: transfers come by round"},
        {{{0, 0, 3, 0, 1, 1}, {1, 1, 1, 0, 1, 1}},
         {{0, 1}, {1, 1}},
         "transfer 1: no packet of this hypercube: hosts, dimensions or amount"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
        for (int j = 0; j < 2; j++) {
            struct rd_transfer row = cases[i].row[j];
            row.round = 0;
            rd_plan_add_packet(&plan, &test_arena, row, cases[i].block[j]);
        }
        for (int j = 0; j < 2; j++)
            plan.transfer[j].round = cases[i].row[j].round; /* also out of order */
        plan.round_count = 4;
        struct rd_error error = failed_run(&trip, &plan);
        expect_error(&error, RD_ERROR_RUN, cases[i].message);
    }
    rd_engine_close(trip.engine);
}

/* Hosts 0 and 1 exchange a hop after each has received one, in the same round. */
static void refuses_packets_of_other_ports(void **state)
{
    (void)state;
    static const struct rd_transfer row[] = {
        {0, 2, 4, 0, 1, 1}, {0, 3, 5, 0, 1, 1}, {1, 0, 1, 0, 1, 1}, {1, 1, 0, 0, 1, 1}};
    static const struct rd_dimension_range block[] = {{1, 2}, {1, 2}, {0, 0}, {0, 0}};
    struct round_trip trip = {
        .test = test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1)};
    struct test_instance *test = &trip.test;
    test_instance_set_ports(test, 3);
    for (int host = 0; host < 4; host++)
        test->load[host] = 1;
    trip.engine =
        test_open_engine(test_full_platform(&test->instance, &test_arena), NULL, test, &test_arena);
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    for (int i = 0; i < 4; i++)
        rd_plan_add_packet(&plan, &test_arena, row[i], block[i]);
    plan.round_count = 2;
    struct rd_error error = failed_run(&trip, &plan);
    expect_error(&error, RD_ERROR_RUN, "transfer 0: a packet: pipelined ports are needed");
    rd_engine_close(trip.engine);
}

static void refuses_to_compute_in_free_order(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    struct rd_plan plan = {.timing = RD_FREE_ORDER};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, RD_NO_HOST, RD_CONTROL, 1, 1});
    struct rd_error error = failed_run(&trip, &plan);
    expect_error(
        &error, RD_ERROR_REFUSED,
        "transfer 0: a computation in free order: SimGrid's limit of transfers a link delays "
        "it");
    rd_engine_close(trip.engine);
}

static void refuses_a_master_that_computes(void **state)
{
    (void)state;
    struct round_trip trip = {
        .test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1),
    };
    trip.engine = test_open_engine(test_full_platform(&trip.test.instance, &test_arena), NULL,
                                   &trip.test, &test_arena);
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 2, RD_NO_HOST, RD_CONTROL, 1, 1});
    struct rd_error error = failed_run(&trip, &plan);
    expect_error(&error, RD_ERROR_RUN,
                 "transfer 0: a computation on the master: a star's master only relays");
    rd_engine_close(trip.engine);
}

/* The only child of a process; 0 if it has none. */
static pid_t child_of(pid_t parent)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int child = 0;
    if (fscanf(file, "%d", &child) != 1)
        child = 0;
    fclose(file);
    return child;
}

/* In a process of its own: kills the simulation that the holder of the platform will start. */
static pid_t start_killer(pid_t holder)
{
    pid_t killer = fork();
    if (killer != 0)
        return killer;
    pid_t simulation;
    while ((simulation = child_of(holder)) == 0)
        usleep(1000);
    kill(simulation, SIGKILL);
    _exit(0);
}

static void survives_the_death_of_a_simulation(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    struct rd_plan plan = long_plan(&trip);
    pid_t killer = start_killer(child_of(getpid()));
    struct rd_error error = failed_run(&trip, &plan);
    waitpid(killer, NULL, 0);
    expect_error(&error, RD_ERROR_RUN,
                 "the simulation was killed, as the system does when memory runs out");
    trip.test.load[0] = 1;
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

static void survives_the_death_of_the_platforms_holder(void **state)
{
    (void)state;
    struct round_trip trip;
    open_round_trip(&trip, NULL);
    kill(child_of(getpid()), SIGKILL);
    struct rd_error error = failed_run(&trip, &trip.legal);
    expect_part(&error, RD_ERROR_RUN, "the process that holds the platform was killed");
    expect_legal_run(&trip);
    rd_engine_close(trip.engine);
}

/* 20,000 hosts: their actors need more than 100 MB. */
static void says_when_memory_runs_out(void **state)
{
    (void)state;
#if defined(RD_ADDRESS_SANITIZER)
    skip(); /* its shadow is larger than any limit */
#endif
    enum { HOSTS = 20000 };
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, HOSTS, 1);
    struct rd_engine_settings settings = {.memory_limit_bytes = (size_t)100 << 20};
    struct rd_engine *engine = test_open_engine(test_cluster_platform(HOSTS, 0, 1, &test_arena),
                                                &settings, &test, &test_arena);
    struct rd_plan plan = {0}, small = {0};
    for (uint32_t host = 0; host < HOSTS; host++) {
        test.load[host] = 1;
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, host, (host + 1) % HOSTS, 0, 1, 1});
    }
    rd_plan_add(&small, &test_arena, plan.transfer[0]);
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(
        rd_engine_simulate(engine, &test.instance, &plan, false, &test_arena, &simulation, &error));
    expect_part(&error, RD_ERROR_RUN,
                "the simulation ran out of memory: it may take 104857600 bytes");
    assert_true(rd_engine_simulate(engine, &test.instance, &small, false, &test_arena, &simulation,
                                   &error));
    assert_true(simulation.makespan_s == 1);
    rd_engine_close(engine);
}

/* A folder for a platform and the profile, "folder/profile", that its link or host follows. */
static char *make_folder(const char *profile)
{
    const char *parent = getenv("TMPDIR");
    char *folder = rd_arena_print(&test_arena, "%s/redist_XXXXXX", parent ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    FILE *file = fopen(rd_arena_print(&test_arena, "%s/profile", folder), "w");
    assert_non_null(file);
    fputs(profile, file);
    assert_int_equal(fclose(file), 0);
    return folder;
}

static void remove_folder(const char *folder)
{
    unlink(rd_arena_print(&test_arena, "%s/profile", folder));
    rmdir(folder);
}

/* Two hosts, whose link or first host follows a profile. */
static struct rd_platform_source profiled_platform(const char *folder, const char *host_profile,
                                                   const char *link_profile)
{
    const char *body = rd_arena_print(
        &test_arena,
        "<zone id='all' routing='Full'>\n<host id='h0' speed='1f' %s/>\n<host id='h1' "
        "speed='1f'/>\n<link id='l' bandwidth='1Bps' latency='0s' %s/>\n"
        "<link id='back' bandwidth='1Bps' latency='0s'/>\n"
        "<route src='h0' dst='h1' symmetrical='NO'><link_ctn id='l'/></route>\n"
        "<route src='h1' dst='h0' symmetrical='NO'><link_ctn id='back'/></route>\n</zone>\n",
        host_profile, link_profile);
    struct rd_platform_source platform = test_platform(body, &test_arena);
    platform.path = rd_arena_print(&test_arena, "%s/platform.xml", folder);
    return platform;
}

/* Loads of 5 and 0 on it. */
static void open_with_profile(struct round_trip *trip, const char *folder, const char *host_profile,
                              const char *link_profile)
{
    *trip = (struct round_trip){
        .test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 2, 1),
    };
    trip->test.load[0] = 5;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    trip->engine = test_open_engine(profiled_platform(folder, host_profile, link_profile),
                                    &settings, &trip->test, &test_arena);
    rd_plan_add(&trip->legal, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 5});
}

static void names_a_link_that_fails(void **state)
{
    (void)state;
    struct round_trip trip;
    const char *folder = make_folder("2.5 0\n100 1\n");
    open_with_profile(&trip, folder, "", "state_file='profile'");
    struct rd_error error = failed_run(&trip, &trip.legal);
    expect_error(&error, RD_ERROR_RUN, "the link from h0 to h1 failed at 2.5 s");
    /* The way back is well. */
    struct rd_plan back = {0};
    trip.test.load[1] = 1;
    rd_plan_add(&back, &test_arena, (struct rd_transfer){0, 1, 0, 0, 1, 1});
    struct rd_simulation simulation;
    assert_true(rd_engine_simulate(trip.engine, &trip.test.instance, &back, true, &test_arena,
                                   &simulation, &error));
    assert_true(simulation.makespan_s == 1);
    rd_engine_close(trip.engine);
    remove_folder(folder);
}

static void names_a_host_that_fails(void **state)
{
    (void)state;
    struct round_trip trip;
    const char *folder = make_folder("2.5 0\n100 1\n");
    open_with_profile(&trip, folder, "state_file='profile'", "");
    struct rd_error error = failed_run(&trip, &trip.legal);
    expect_error(&error, RD_ERROR_RUN, "h0 failed at 2.5 s");
    rd_engine_close(trip.engine);
    remove_folder(folder);
}

/* A host, or the links, are off until 100 s: costs are not read. In: what <host> and <link> say of
 * `profile`. */
static void refuses_what_is_off(const char *host_says, const char *link_says, const char *message)
{
    const char *folder = make_folder("0 0\n100 1\n");
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 2, 1);
    struct rd_platform_source platform = profiled_platform(folder, host_says, link_says);
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine;
    struct rd_platform_costs costs;
    struct rd_error error;
    assert_true(rd_engine_open(&platform, &settings, &test_arena, &engine, &error));
    assert_false(rd_engine_read_costs(engine, test_host_names(&test_arena, 2),
                                      &test.instance.topology, 1, &test_arena, &costs, &error));
    expect_error(&error, RD_ERROR_INPUT, message);
    assert_int_equal(costs.failed_from, 0);
    assert_int_equal(costs.missing_to, RD_NO_HOST);
    rd_engine_close(engine);
    remove_folder(folder);
}

/* SimGrid starts nobody there. One that fails later is no error before it does. */
static void refuses_a_host_that_is_off(void **state)
{
    (void)state;
    refuses_what_is_off(
        "state_file='profile'", "",
        "host 'h0' is off at date 0, as its state_file says: a host that is on is needed");
}

/* Nor would a message over it ever end. One that fails later is on. */
static void refuses_a_link_that_is_off(void **state)
{
    (void)state;
    refuses_what_is_off(
        "", "state_file='profile'",
        "a link 'l' that is off at date 0, as its state_file says, from host 'h0' to host 'h1' on "
        "the platform");
}

/* Five items of 1 s each; from 2 s on the link has half its bandwidth. */
static void follows_a_bandwidth_that_varies(void **state)
{
    (void)state;
    struct round_trip trip;
    const char *folder = make_folder("2 0.5\n");
    open_with_profile(&trip, folder, "", "bandwidth_file='profile'");
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_true(rd_engine_simulate(trip.engine, &trip.test.instance, &trip.legal, true, &test_arena,
                                   &simulation, &error));
    const double end_s[] = {1, 2, 4, 6, 8};
    assert_int_equal(simulation.trace.transfer_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_true(simulation.trace.transfer[i].end_s == end_s[i]);
    rd_engine_close(trip.engine);
    remove_folder(folder);
}

/* A file of the profile's name in the current folder is another one. */
static void reads_the_profile_beside_the_platform(void **state)
{
    (void)state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    struct round_trip trip;
    const char *folder = make_folder("2 0.5\n"), *elsewhere = make_folder("1 0.125\n");
    assert_int_equal(chdir(elsewhere), 0);
    open_with_profile(&trip, folder, "", "bandwidth_file='profile'");
    assert_int_equal(chdir(before), 0);
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_true(rd_engine_simulate(trip.engine, &trip.test.instance, &trip.legal, true, &test_arena,
                                   &simulation, &error));
    assert_true(simulation.makespan_s == 8);
    rd_engine_close(trip.engine);
    remove_folder(folder);
    remove_folder(elsewhere);
}

/* Who asks has read it: something else is wrong than the platform. */
static void does_not_blame_the_platform_for_a_profile_that_cannot_be_opened(void **state)
{
    (void)state;
    const char *folder = make_folder("2 0.5\n");
    struct rd_platform_source platform = profiled_platform(folder, "", "bandwidth_file='gone'");
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine = NULL;
    struct rd_error error = {0};
    assert_false(rd_engine_open(&platform, &settings, &test_arena, &engine, &error));
    expect_error(&error, RD_ERROR_INTERRUPTED,
                 "loading the platform: SimGrid cannot open a file that is there, as when too many "
                 "files are open or memory ran out");
    remove_folder(folder);
}

/* SimGrid reads a profile into a stream, which without memory ends early and says nothing: the rest
 * is then taken for a bad profile, or for none. */
static void does_not_cut_a_profile_short_for_want_of_memory(void **state)
{
    (void)state;
#if defined(RD_ADDRESS_SANITIZER)
    skip(); /* its shadow is larger than any limit */
#endif
    enum { BYTES = 32 << 20 };
    char *text = rd_arena_take(&test_arena, BYTES + sizeof "\n2 0.5\n", 1);
    memset(text, '#', BYTES);
    memcpy(text + BYTES, "\n2 0.5\n", sizeof "\n2 0.5\n");
    const char *folder = make_folder(text);
    struct rd_platform_source platform = profiled_platform(folder, "", "bandwidth_file='profile'");
    struct rd_engine_settings settings = {.memory_limit_bytes = BYTES};
    struct rd_engine *engine = NULL;
    struct rd_error error = {0};
    assert_false(rd_engine_open(&platform, &settings, &test_arena, &engine, &error));
    expect_part(&error, RD_ERROR_RUN,
                "loading the platform ran out of memory: it may take 33554432 bytes: SimGrid is "
                "out of memory");
    remove_folder(folder);
}

/* A link of bandwidth 0 is more than SimGrid can bear. */
static void says_what_simgrid_said_before_it_gave_up(void **state)
{
    (void)state;
    struct round_trip trip;
    const char *folder = make_folder("2 0\n");
    open_with_profile(&trip, folder, "", "bandwidth_file='profile'");
    struct rd_error error = failed_run(&trip, &trip.legal);
    expect_error(&error, RD_ERROR_RUN,
                 "the simulation was ended by signal 6 (Aborted): The Impossible Did Happen (yet "
                 "again)");
    rd_engine_close(trip.engine);
    remove_folder(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_a_bad_platform),
        cmocka_unit_test(blames_the_input_for_what_it_says_only),
        cmocka_unit_test(names_a_missing_file),
        cmocka_unit_test(names_a_missing_host),
        cmocka_unit_test(names_a_missing_route),
        cmocka_unit_test(names_who_waits_for_whom),
        cmocka_unit_test(names_items_that_nobody_brings),
        cmocka_unit_test(stops_what_takes_too_long),
        cmocka_unit_test(refuses_more_messages_than_the_limit),
        cmocka_unit_test(stops_at_the_limit_of_messages),
        cmocka_unit_test(runs_may_share_a_process),
        cmocka_unit_test(refuses_packets_that_meet),
        cmocka_unit_test(refuses_packets_of_other_ports),
        cmocka_unit_test(refuses_free_order_where_ports_differ),
        cmocka_unit_test(refuses_a_master_that_computes),
        cmocka_unit_test(refuses_to_compute_in_free_order),
        cmocka_unit_test(survives_the_death_of_a_simulation),
        cmocka_unit_test(survives_the_death_of_the_platforms_holder),
        cmocka_unit_test(says_when_memory_runs_out),
        cmocka_unit_test(names_a_link_that_fails),
        cmocka_unit_test(names_a_host_that_fails),
        cmocka_unit_test(refuses_a_host_that_is_off),
        cmocka_unit_test(refuses_a_link_that_is_off),
        cmocka_unit_test(follows_a_bandwidth_that_varies),
        cmocka_unit_test(reads_the_profile_beside_the_platform),
        cmocka_unit_test(does_not_blame_the_platform_for_a_profile_that_cannot_be_opened),
        cmocka_unit_test(does_not_cut_a_profile_short_for_want_of_memory),
        cmocka_unit_test(says_what_simgrid_said_before_it_gave_up),
    };
    return cmocka_run_group_tests(tests, test_arenas_open, test_arenas_close);
}
