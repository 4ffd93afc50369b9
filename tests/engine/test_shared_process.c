/* Runs that follow each other in one process, and what becomes of them if that process ends, hangs
 * or is worn out: each is what it would be in a process of its own. */
#include "platform_text.h"

#include "sim/engine/process/processors.h"
#include "sim/engine/requests.h"
#include "tests/support/arenas.h"
#include "tests/support/cmocka.h"

#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A line h0 > h1 > h2 of a one-way ring: an item takes c s on every link, 1/3 s more on the second.
 */
struct line {
    struct test_instance test;
    struct rd_plan plan;
    struct rd_engine *engine;
};

static const struct rd_engine_settings shares = {
    .model = RD_EXACT_MODEL, .steady = true, .shares_process = true};

static void set_costs(struct test_instance *test, double c)
{
    for (uint32_t link = 0; link < 3; link++)
        test->cost[link] = (struct rd_link_cost){link == 1 ? 1.0 / 3 : 0, 1 / c};
    test->instance.link_cost = test->cost;
    test->instance.costs_equal = false;
}

static struct line open_line(const struct rd_engine_settings *settings, double c)
{
    struct line line = {.test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 1)};
    line.test.load[0] = 7;
    set_costs(&line.test, c);
    line.engine = test_open_engine(test_full_platform(&line.test.instance, &test_arena), settings,
                                   &line.test, &test_arena);
    rd_plan_add(&line.plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 7});
    rd_plan_add(&line.plan, &test_arena, (struct rd_transfer){0, 1, 2, 0, 1, 7});
    return line;
}

/* By hand: 7 items follow each other at c + 1/3 s on the second link, the first after c s. */
static double expected_s(double c)
{
    return c + 7 * (c + 1.0 / 3);
}

static double play(struct line *line)
{
    struct rd_simulation simulation;
    struct rd_error error = {0};
    if (!rd_engine_simulate(line->engine, &line->test.instance, &line->plan, true, &test_arena,
                            &simulation, &error))
        fail_msg("%s", error.message);
    assert_int_equal(simulation.message_count, 14);
    assert_true(simulation.trace.transfer[0].start_s == 0);
    return simulation.makespan_s;
}

static bool adopt(struct line *line, double c)
{
    struct rd_platform_costs costs;
    struct rd_error error = {0};
    set_costs(&line->test, c);
    struct rd_platform_source platform = test_full_platform(&line->test.instance, &test_arena);
    if (!rd_engine_adopt(line->engine, &platform, &shares, &test_arena))
        return false;
    if (!rd_engine_read_costs(line->engine, line->test.instance.host_name,
                              &line->test.instance.topology, 1, &test_arena, &costs, &error))
        fail_msg("%s", error.message);
    for (uint32_t link = 0; link < 3; link++)
        assert_true(costs.link_cost[link].latency_s == line->test.cost[link].latency_s &&
                    costs.link_cost[link].bandwidth_bytes_per_s == 1 / c);
    return true;
}

/* As many runs as wear out two processes, on links that change: the last of each cost is the first
 * to the last bit. */
static void is_the_same_for_ever(void **state)
{
    (void)state;
    static const double cost[] = {1, 0.7, 13};
    struct line line = open_line(&shares, 1);
    double first_s[3];
    int processes = 1;
    pid_t process = line.engine->child.pid;
    for (int i = 0; i < 13200; i++) {
        if (i % 100 == 0)
            assert_true(adopt(&line, cost[i / 100 % 3]));
        double makespan_s = play(&line);
        if (i < 300 && i % 100 == 0) {
            first_s[i / 100] = makespan_s;
            assert_float_equal(makespan_s, expected_s(cost[i / 100]), 1e-12);
        }
        assert_true(makespan_s == first_s[i / 100 % 3]);
        processes += line.engine->child.pid != process;
        process = line.engine->child.pid;
    }
    assert_in_range(processes, 3, 5);
    struct line alone = open_line(NULL, 0.7);
    assert_true(play(&alone) == first_s[1]);
    rd_engine_close(alone.engine);
    rd_engine_close(line.engine);
}

/* The process is gone, or does not answer: the run is played all the same, on the costs that were
 * set last. */
static void outlives_its_process(void **state)
{
    (void)state;
    struct rd_engine_settings settings = shares;
    settings.time_limit_s = 2; /* what is played takes far less, on a busy machine too */
    static const int signals[] = {SIGKILL, SIGSTOP, SIGSEGV};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct line line = open_line(&settings, 1);
        assert_true(adopt(&line, 0.7));
        double before_s = play(&line);
        pid_t process = line.engine->child.pid;
        assert_int_equal(kill(process, signals[i]), 0);
        assert_true(play(&line) == before_s);
        assert_int_not_equal(line.engine->child.pid, process);
        process = line.engine->child.pid;
        assert_true(play(&line) == before_s);
        assert_int_equal(line.engine->child.pid, process);
        rd_engine_close(line.engine);
    }
}

/* So is what reads costs. */
static void reads_costs_when_its_process_is_gone(void **state)
{
    (void)state;
    struct line line = open_line(&shares, 1);
    kill(line.engine->child.pid, SIGKILL);
    assert_true(adopt(&line, 3));
    assert_float_equal(play(&line), expected_s(3), 1e-12);
    rd_engine_close(line.engine);
}

static cpu_set_t processors_of(pid_t pid)
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(pid, sizeof set, &set), 0);
    return set;
}

/* The process runs where the one that waits for it stays, while its runs are played there; what is
 * played alone undoes that for both. */
static void follows_to_a_processor(void **state)
{
    (void)state;
    cpu_set_t all = processors_of(0);
    for (int way = 0; way < 2; way++) {
        struct line line = open_line(&shares, 1);
        rd_processor_stay();
        cpu_set_t one = processors_of(0);
        assert_int_equal(CPU_COUNT(&one), 1);
        assert_true(CPU_ISSET((size_t)rd_processor_kept(), &one));
        double before_s = play(&line);
        cpu_set_t child = processors_of(line.engine->child.pid);
        assert_true(CPU_EQUAL(&child, &one));
        if (way == 0)
            rd_processor_roam();
        else
            line.engine->settings.shares_process = false;
        assert_true(play(&line) == before_s);
        assert_int_equal(rd_processor_kept(), RD_ANY_PROCESSOR);
        cpu_set_t own = processors_of(0);
        child = processors_of(line.engine->child.pid);
        assert_true(CPU_EQUAL(&own, &all));
        assert_true(CPU_EQUAL(&child, &all));
        rd_engine_close(line.engine);
    }
}

/* Other hosts, links, speeds or settings are another platform. */
static void adopts_costs_only(void **state)
{
    (void)state;
    struct line line = open_line(&shares, 1);
    struct rd_platform_source same = test_full_platform(&line.test.instance, &test_arena);
    struct rd_engine_settings tcp = shares;
    tcp.model = RD_TCP_MODEL;
    assert_true(rd_engine_adopt(line.engine, &same, &shares, &test_arena));
    assert_false(rd_engine_adopt(line.engine, &same, &tcp, &test_arena));
    assert_false(rd_engine_adopt(line.engine, &same, &(struct rd_engine_settings){0}, &test_arena));
    static const struct {
        const char *was, *is;
    } change[] = {{"speed=\"1f\"", "speed=\"2f\""},
                  {"\"l0_1\"", "\"l0_x\""},
                  {"symmetrical=\"NO\"", ""},
                  {"bandwidth=\"1Bps\"", "bandwidth=\"0Bps\""},
                  {"latency=\"0s\"", "latency=\"-1s\""},
                  {"bandwidth=\"1Bps\"", "bandwidth=\"1kBps\""},
                  {"bandwidth=\"1Bps\"", "bandwidth=\"nanBps\""}};
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        const char *text = rd_arena_print(&test_arena, "%.*s", (int)same.text_size, same.text);
        const char *at = strstr(text, change[i].was);
        assert_non_null(at);
        const char *changed = rd_arena_print(&test_arena, "%.*s%s%s", (int)(at - text), text,
                                             change[i].is, at + strlen(change[i].was));
        struct rd_platform_source other = {.text = changed, .text_size = strlen(changed)};
        if (rd_engine_adopt(line.engine, &other, &shares, &test_arena))
            fail_msg("%s adopted", change[i].is);
    }
    assert_float_equal(play(&line), expected_s(1), 1e-12);
    rd_engine_close(line.engine);
}

/* A one-way ring of four, in which h0 > h1 and h2 > h3 cross one link of so many bytes a second. */
static struct rd_platform_source cross(double middle)
{
    static const char form[] =
        "<zone id=\"z\" routing=\"Full\">\n"
        "<host id=\"h0\" speed=\"1f\"/><host id=\"h1\" speed=\"1f\"/>\n"
        "<host id=\"h2\" speed=\"1f\"/><host id=\"h3\" speed=\"1f\"/>\n"
        "<link id=\"own\" bandwidth=\"8Bps\" latency=\"0s\" sharing_policy=\"FATPIPE\"/>\n"
        "<link id=\"middle\" bandwidth=\"%gBps\" latency=\"0s\"/>\n"
        "<route src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn id=\"middle\"/></route>\n"
        "<route src=\"h1\" dst=\"h2\" symmetrical=\"NO\"><link_ctn id=\"own\"/></route>\n"
        "<route src=\"h2\" dst=\"h3\" symmetrical=\"NO\"><link_ctn id=\"middle\"/></route>\n"
        "<route src=\"h3\" dst=\"h0\" symmetrical=\"NO\"><link_ctn id=\"own\"/></route>\n"
        "</zone>\n";
    return test_platform(rd_arena_print(&test_arena, form, middle), &test_arena);
}

/* Both messages ask for all of the link, so for twice what it has, whatever that is; each time that
 * is found anew. */
static void finds_shared_links_each_time(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 4, 1);
    struct rd_platform_source platform = cross(1);
    struct rd_error error = {0};
    struct rd_engine *engine;
    if (!rd_engine_open(&platform, &shares, &test_arena, &engine, &error))
        fail_msg("%s", error.message);
    pid_t process = engine->child.pid;
    for (int i = 1; i <= 5; i++) {
        struct rd_platform_costs costs;
        platform = cross(i);
        assert_true(rd_engine_adopt(engine, &platform, &shares, &test_arena));
        if (!rd_engine_read_costs(engine, test_host_names(&test_arena, 4), &test.instance.topology,
                                  1, &test_arena, &costs, &error))
            fail_msg("%s", error.message);
        assert_non_null(costs.shared);
        assert_string_equal(costs.shared, "h0 > h1 and h2 > h3 share the link 'middle'");
        assert_float_equal(costs.overload, 2, 1e-12);
        assert_int_equal(costs.shared_links->count, 1);
        assert_true(costs.shared_links->bandwidth_bytes_per_s[0] == i);
        assert_true(costs.link_cost[0].bandwidth_bytes_per_s == i);
    }
    assert_int_equal(engine->child.pid, process);
    rd_engine_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(is_the_same_for_ever),
        ARENAS_TEST(outlives_its_process),
        ARENAS_TEST(reads_costs_when_its_process_is_gone),
        ARENAS_TEST(follows_to_a_processor),
        ARENAS_TEST(adopts_costs_only),
        ARENAS_TEST(finds_shared_links_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
