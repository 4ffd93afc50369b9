/* The player beside a bare SimGrid program that makes the same transfers: the ratio of their wall
 * clocks in one run of this program, as the median of interleaved pairs. And a ring of 10^5 hosts,
 * with its memory. */
#include "bare.h"

#include "sim/engine/engine.h"
#include "tests/engine/platform_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { PAIRS = 5 };

static int compare(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, compare);
    return value[count / 2];
}

static void stop_on(const struct rd_error *error)
{
    rd_error_print(stderr, error);
    exit(1);
}

/* Hosts on a one-way ring; the first sender_count of them send `messages` single items to the next.
 * If waiting, every host but the first starts with one item, so that each of its messages but one
 * needs what the host before it sends; else every host holds what it sends. */
struct line {
    const char *name;
    uint32_t host_count, sender_count, messages;
    bool waiting;
    double aim;
};

static void set_line(const struct line *line, struct test_instance *test, struct rd_plan *plan,
                     struct rd_arena *arena)
{
    *test = test_instance_make(arena, RD_RING, RD_ONE_WAY, line->host_count, 1);
    test->instance.costs_equal = true;
    test->instance.host_name = test_host_names(arena, line->host_count);
    *plan = (struct rd_plan){.timing = RD_SELF_TIMED};
    for (uint32_t host = 0; host < line->sender_count; host++) {
        test->load[host] = line->waiting && host > 0 ? 1 : line->messages;
        rd_plan_add(
            plan, arena,
            (struct rd_transfer){0, host, (host + 1) % line->host_count, 0, 1, line->messages});
    }
}

static double player_run_ms(struct rd_engine *engine, const struct test_instance *test,
                            const struct rd_plan *plan, bool want_trace)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_simulation simulation;
    struct rd_error error;
    if (!rd_engine_simulate(engine, &test->instance, plan, want_trace, &arena, &simulation, &error))
        stop_on(&error);
    rd_arena_close(&arena);
    return simulation.wall_ms;
}

static void compare_line(const struct line *line)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test;
    struct rd_plan plan;
    set_line(line, &test, &plan, &arena);
    struct rd_platform_source platform = test_cluster_platform(line->host_count, 0, 1, &arena);
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine;
    struct rd_error error;
    if (!rd_engine_open(&platform, &settings, &arena, &engine, &error))
        stop_on(&error);
    double plain[PAIRS], traced[PAIRS], bare[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        bare[i] = bare_run_ms(platform, line->host_count, line->sender_count, line->messages);
        plain[i] = player_run_ms(engine, &test, &plan, false) / bare[i];
        traced[i] = player_run_ms(engine, &test, &plan, true) / bare[i];
    }
    printf("%-58s %5.2f   %5.2f   %5.2f   %8.0f ms\n", line->name, median(plain, PAIRS),
           median(traced, PAIRS), line->aim, median(bare, PAIRS));
    rd_engine_close(engine);
    rd_arena_close(&arena);
}

/* 10^5 hosts of a one-way ring, two messages each: how long, and how much memory a host. */
static void play_large_ring(void)
{
    static const struct line ring = {"", 100000, 100000, 2, false, 0};
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test;
    struct rd_plan plan;
    set_line(&ring, &test, &plan, &arena);
    struct rd_platform_source platform = test_cluster_platform(ring.host_count, 0, 1, &arena);
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine;
    struct rd_error error;
    if (!rd_engine_open(&platform, &settings, &arena, &engine, &error))
        stop_on(&error);
    double run_ms = player_run_ms(engine, &test, &plan, false);
    rd_engine_close(engine);
    rd_arena_close(&arena);
    /* The largest of all processes that have ended is the one that played it. */
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("\n%u hosts on a one-way ring, %u messages each: %.0f ms, %.1f kB a host\n",
           ring.host_count, ring.messages, run_ms,
           (double)usage.ru_maxrss / (double)ring.host_count);
}

int main(void)
{
    static const struct line lines[] = {
        {"10^6 transfers of 1,000 hosts, nobody waits", 1000, 1000, 1000, false, 1.10},
        {"10^6 transfers of 1,000 hosts, all wait for items", 1000, 999, 1000, true, 1.20},
    };
    printf("%-58s %5s   %5s   %5s   %11s\n", "player / bare SimGrid", "plain", "trace", "aim",
           "bare");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        compare_line(&lines[i]);
    play_large_ring();
    return 0;
}
