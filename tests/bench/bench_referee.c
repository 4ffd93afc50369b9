/* The referee's speed: rows a second of plans of one-message rows, and messages a second of long
 * rows, and how many times as long as a plan of one port takes one of several. One core, best of
 * three; the numbers of one run are comparable with each other, not across machines. */
#include "bench.h"

#include "sim/referee/referee.h"
#include "sim/base/rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct rd_arena arena, scratch;

/* Hosts that hold `load` items each; links of 1/7 s, all equal or from a table. */
static struct rd_instance instance_of(enum rd_shape shape, uint32_t hosts, uint32_t ports,
                                      int64_t load, bool equal)
{
    struct rd_instance instance = {.item_bytes = 1, .word_bytes = 1, .kind_count = 1};
    struct rd_error error;
    bool made = rd_topology_make(shape, shape == RD_RING ? RD_ONE_WAY : RD_NO_DIRECTION, hosts,
                                 &instance.topology, &error);
    rd_assert(made);
    size_t links = equal ? 1 : rd_link_count(&instance.topology);
    struct rd_link_cost *cost = rd_take(&arena, links, struct rd_link_cost);
    for (size_t i = 0; i < links; i++)
        cost[i].bandwidth_bytes_per_s = 7 + (double)(i % 3);
    int64_t *loads = rd_take(&arena, hosts, int64_t);
    for (uint32_t i = 0; i < hosts; i++)
        loads[i] = load;
    instance.port_model = ports == 1 ? RD_ONE_PORT : ports ? RD_K_PORTS : RD_ALL_PORTS;
    instance.port_count = ports ? ports : UINT32_MAX;
    instance.link_cost = cost;
    instance.costs_equal = equal;
    instance.load = loads;
    instance.goal = RD_BALANCE;
    instance.balance_error = RD_ITEM_LIMIT;
    return instance;
}

/* Rows of one item between random neighbours, each from a host that holds one. */
static struct rd_plan random_rows(const struct rd_instance *instance, size_t count)
{
    uint32_t hosts = instance->topology.host_count;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    int64_t *held = rd_take(&scratch, hosts, int64_t);
    memcpy(held, instance->load, hosts * sizeof *held);
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    rd_plan_reserve(&plan, &arena, count);
    while (plan.transfer_count < count) {
        uint32_t from = (uint32_t)rd_rng_below(&rng, hosts);
        uint32_t to = (uint32_t)rd_rng_below(&rng, hosts);
        if (instance->topology.shape == RD_RING)
            to = (from + 1) % hosts;
        if (held[from] == 0 || from == to)
            continue;
        held[from]--;
        held[to]++;
        rd_plan_add(&plan, &arena, (struct rd_transfer){0, from, to, 0, 1, 1});
    }
    return plan;
}

/* Rounds in which every host sends one item. */
static struct rd_plan lock_step_rows(const struct rd_instance *instance, size_t count)
{
    uint32_t hosts = instance->topology.host_count;
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    rd_plan_reserve(&plan, &arena, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t round = (uint32_t)(i / hosts), from = (uint32_t)(i % hosts);
        uint32_t shift = instance->topology.shape == RD_RING ? 1 : 1 + round % (hosts - 1);
        rd_plan_add(&plan, &arena,
                    (struct rd_transfer){round, from, (from + shift) % hosts, 0, 1, 1});
    }
    return plan;
}

/* A line of hosts along which `messages` items pass, from the first to the last. */
static struct rd_plan line(const struct rd_instance *instance, int64_t messages)
{
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    for (uint32_t from = 0; from + 1 < instance->topology.host_count; from++)
        rd_plan_add(&plan, &arena, (struct rd_transfer){0, from, from + 1, 0, 1, messages});
    return plan;
}

/* Returns: rows a second, or messages. */
static double measure(const char *name, const struct rd_instance *instance,
                      const struct rd_plan *plan, bool by_rows)
{
    double best_s = 1e300;
    struct rd_verdict verdict = {0};
    for (int repeat = 0; repeat < 3; repeat++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        double start_s = bench_cpu_s();
        rd_referee_plan(instance, plan, &arena, &scratch, NULL, &verdict);
        best_s = fmin(best_s, bench_cpu_s() - start_s);
        rd_arena_rewind(&arena, mark);
    }
    rd_assert(verdict.violation == RD_LEGAL);
    double speed = (double)(by_rows ? plan->transfer_count : (size_t)verdict.transfers) / best_s;
    printf("%-34s %6u hosts %9.3g %s/s\n", name, instance->topology.host_count, speed,
           by_rows ? "rows" : "messages");
    return speed;
}

static double measure_rows(const char *name, enum rd_shape shape, uint32_t hosts, uint32_t ports,
                           int64_t load, bool equal, bool lock_step)
{
    size_t count = 4000000;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct rd_instance instance = instance_of(shape, hosts, ports, load, equal);
    struct rd_plan plan =
        lock_step ? lock_step_rows(&instance, count) : random_rows(&instance, count);
    double speed = measure(name, &instance, &plan, true);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return speed;
}

static void measure_line(const char *name, uint32_t hosts, uint32_t ports, int64_t messages)
{
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct rd_instance instance = instance_of(RD_RING, hosts, ports, 0, false);
    int64_t *load = rd_take(&arena, hosts, int64_t);
    load[0] = messages;
    instance.load = load;
    struct rd_plan plan = line(&instance, messages);
    measure(name, &instance, &plan, false);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

static double measure_plain(uint32_t hosts)
{
    return measure_rows("plain, equal costs", RD_SWITCH, hosts, 1, 1 << 20, true, false);
}

/* Several ports and one in turn, lest a slow moment of the machine is told of one of them. */
static void compare_with_plain(const char *name, uint32_t hosts, uint32_t ports, int64_t load)
{
    enum { PAIRS = 3 };
    double times[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        double speed = measure_rows(name, RD_SWITCH, hosts, ports, load, true, false);
        times[i] = measure_plain(hosts) / speed;
    }
    bench_line(bench_median(times, PAIRS), 3, "referee: %s, %u hosts, times plain", name, hosts);
}

int main(void)
{
    static const uint32_t sizes[] = {64, 2048, 8192};
    measure_plain(sizes[2]);
    measure_rows("plain, equal costs", RD_RING, 65536, 1, 1 << 20, true, false);
    measure_rows("plain, a table of costs", RD_SWITCH, 64, 1, 1 << 20, false, false);
    measure_rows("plain, a table of costs", RD_RING, 65536, 1, 1 << 20, false, false);
    for (size_t i = 0; i < 3; i++) {
        double speed =
            measure_rows("every host passes items on", RD_SWITCH, sizes[i], 1, 1, true, false);
        bench_line(4e7 / speed, 1, "referee: 4 x 10^7 / rows a second, forwarding, %u hosts",
                   sizes[i]);
    }
    for (size_t i = 0; i < 3; i++)
        measure_rows("lock-step", RD_SWITCH, sizes[i], 1, 1 << 20, true, true);
    measure_rows("lock-step", RD_RING, 65536, 1, 1 << 20, true, true);
    for (size_t i = 0; i < 2; i++) {
        compare_with_plain("four ports", sizes[i], 4, 1 << 20);
        compare_with_plain("all ports", sizes[i], 0, 1 << 20);
        compare_with_plain("all ports, pooled", sizes[i], 0, 1);
        compare_with_plain("four ports, pooled", sizes[i], 4, 1);
    }
    measure_line("a line, runs of 10^4", 1000, 1, 10000);
    measure_line("a line, runs of 10^9", 1000, 1, 1000000000);
    measure_line("a line, all ports, runs of 10^9", 1000, 0, 1000000000);
    return 0;
}
