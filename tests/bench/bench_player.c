/* The player beside a bare SimGrid program that makes the same transfers: the ratio of their
 * processor times, without loading the platform, as the median of interleaved pairs. And a ring of
 * 10^5 hosts, with its memory. */
#include "bare.h"
#include "bench.h"

#include "sim/engine/engine.h"
#include "tests/engine/platform_text.h"

#include <stdio.h>
#include <sys/resource.h>

enum { PAIRS = 9 };

/* Hosts on a one-way ring; the first sender_count of them send `messages` single items to the next.
 * If waiting, every host but the first starts with one item, so that each of its messages but one
 * needs what the host before it sends; else every host holds what it sends. In lock-step each round
 * carries a message of every host. */
struct line {
    const char *name;
    uint32_t host_count, sender_count, messages;
    bool waiting;
    enum rd_timing timing;
};

struct played {
    struct rd_arena arena;
    struct test_instance test;
    struct rd_plan plan;
    struct rd_platform_source platform;
};

static void open_line(const struct line *line, struct played *played)
{
    struct rd_arena *arena = &played->arena;
    rd_arena_open(arena, 0);
    played->test = test_instance_make(arena, RD_RING, RD_ONE_WAY, line->host_count, 1);
    struct test_instance *test = &played->test;
    test->instance.costs_equal = true;
    test->instance.host_name = test_host_names(arena, line->host_count);
    played->plan = (struct rd_plan){.timing = line->timing, .step_s = 1};
    bool rounds = line->timing == RD_LOCK_STEP;
    for (uint32_t host = 0; host < line->sender_count; host++)
        test->load[host] = line->waiting && host > 0 ? 1 : line->messages;
    for (uint32_t round = 0; round < (rounds ? line->messages : 1); round++)
        for (uint32_t host = 0; host < line->sender_count; host++)
            rd_plan_add(&played->plan, arena,
                        (struct rd_transfer){round, host, (host + 1) % line->host_count, 0, 1,
                                             rounds ? 1 : line->messages});
    played->platform = test_cluster_platform(line->host_count, 0, 1, arena);
}

/* A pipelined hypercube on which a packet of every host crosses all dimensions, and the next one
 * follows a round later. */
static void open_cube(uint32_t dimensions, uint32_t packets, struct played *played)
{
    struct rd_arena *arena = &played->arena;
    uint32_t host_count = UINT32_C(1) << dimensions;
    rd_arena_open(arena, 0);
    played->test = test_instance_make(arena, RD_HYPERCUBE, RD_NO_DIRECTION, host_count, 1);
    struct test_instance *test = &played->test;
    test->instance.port_model = RD_PIPELINED_PORTS;
    test->instance.port_count = UINT32_MAX;
    test->instance.host_name = test_host_names(arena, host_count);
    for (uint64_t link = 0; link < rd_link_count(&test->instance.topology); link++)
        test->cost[link] = (struct rd_link_cost){0, 1};
    played->plan = (struct rd_plan){.timing = RD_LOCK_STEP, .step_s = 1};
    for (uint32_t host = 0; host < host_count; host++)
        test->load[host] = packets;
    for (uint32_t round = 0; round < packets; round++)
        for (uint32_t host = 0; host < host_count; host++)
            rd_plan_add_packet(&played->plan, arena,
                               (struct rd_transfer){round, host, host_count - 1 - host, 0, 1, 1},
                               (struct rd_dimension_range){0, dimensions - 1});
    played->plan.round_count = packets + dimensions - 1;
    played->platform = test_full_platform(&test->instance, arena);
}

enum play { LOAD_ONLY, PLAIN, TRACED };

/* Returns: the processor time of the child that loads the platform and of what it starts, in ms. */
static double play_ms(const struct played *played, enum play play)
{
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL, .steady = true};
    struct rd_engine *engine;
    struct rd_simulation simulation;
    struct rd_error error;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    double start_s = bench_children_s();
    if (!rd_engine_open(&played->platform, &settings, &arena, &engine, &error) ||
        (play != LOAD_ONLY && !rd_engine_simulate(engine, &played->test.instance, &played->plan,
                                                  play == TRACED, &arena, &simulation, &error)))
        bench_stop(error.message);
    rd_engine_close(engine);
    rd_arena_close(&arena);
    return 1e3 * (bench_children_s() - start_s);
}

/* What is played beside a bare program that makes the same transfers. */
static void compare(const struct played *played, const struct bare_work *work, const char *name)
{
    double plain[PAIRS], traced[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        double bare_ms = bare_run_ms(played->platform, work);
        double load_ms = play_ms(played, LOAD_ONLY);
        plain[i] = (play_ms(played, PLAIN) - load_ms) / bare_ms;
        traced[i] = (play_ms(played, TRACED) - load_ms) / bare_ms;
    }
    bench_line(bench_median(plain, PAIRS), 1, "player / bare: %s", name);
    bench_line(bench_median(traced, PAIRS), 1, "player / bare: %s, traced", name);
}

static void compare_line(const struct line *line)
{
    struct played played;
    struct bare_work work = {line->host_count, line->sender_count, line->messages, 1, 0};
    open_line(line, &played);
    compare(&played, &work, line->name);
    rd_arena_close(&played.arena);
}

/* 10^5 hops of packets. */
static void compare_cube(uint32_t dimensions, const char *name)
{
    struct played played;
    uint32_t host_count = UINT32_C(1) << dimensions, packets = 100000 / (dimensions * host_count);
    struct bare_work work = {host_count, host_count, packets, 1, dimensions};
    open_cube(dimensions, packets, &played);
    compare(&played, &work, name);
    rd_arena_close(&played.arena);
}

/* 10^5 hosts of a one-way ring, two messages each: how long, and how much memory a host. */
static void play_large_ring(void)
{
    static const struct line ring = {"", 100000, 100000, 2, false, RD_SELF_TIMED};
    struct played played;
    open_line(&ring, &played);
    double run_ms = play_ms(&played, PLAIN);
    rd_arena_close(&played.arena);
    /* The largest of all processes that have ended is the one that played it. */
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    bench_line(run_ms, 0, "player: ms for 10^5 hosts on a ring, 2 messages each, and loading");
    bench_line((double)usage.ru_maxrss / ring.host_count, 25, "player: kB a host of them");
}

int main(void)
{
    static const struct line lines[] = {
        {"10^5 transfers of 1,000 hosts", 1000, 1000, 100, false, RD_SELF_TIMED},
        {"the same, all wait for items", 1000, 999, 100, true, RD_SELF_TIMED},
        {"the same in lock-step", 1000, 1000, 100, false, RD_LOCK_STEP},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        compare_line(&lines[i]);
    compare_cube(6, "10^5 hops on a hypercube of 64 hosts, pipelined");
    compare_cube(10, "the same of 1,024 hosts, pipelined");
    play_large_ring();
    return 0;
}
