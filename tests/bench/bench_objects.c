/* Lists of objects: plans over the bound, and processor time. Random pairs of hosts, a second a
 * byte; sizes, moves at a time and slack of space as the generator "moves" has them. The argument:
 * the most objects; else 100000. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"
#include "sim/generators/load_generators.h"
#include "sim/model/objects.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct yardstick {
    uint32_t objects, hosts, ports;
    const char *sizes, *slack; /* slack 1: no limit of space */
    uint64_t seeds;
};

/* What one list came to. */
struct measured {
    double critical, search; /* over the bound */
    double bound_cpu_s, critical_cpu_s, search_cpu_s;
};

static double greatest_bound_s(const struct rd_instance *instance, struct rd_arena *arena,
                               struct rd_arena *scratch)
{
    double greatest_s = 0;
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        struct rd_bound bound;
        struct rd_error error;
        if (!rd_problem_bounds[i]->dear && rd_problem_bound_suits(rd_problem_bounds[i], instance) &&
            rd_problem_bound_compute(rd_problem_bounds[i], instance, arena, scratch, &bound,
                                     &error))
            greatest_s = fmax(greatest_s, bound.seconds);
    }
    return greatest_s;
}

static double plan_s(const struct rd_instance *instance, const char *name, double *ret_cpu_s,
                     struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_algorithm *planner = rd_algorithm_named(name);
    struct rd_options options = {.spec = planner->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error;
    double start_s = bench_cpu_s();
    if (!planner->plan(planner, instance, &options, arena, scratch, &plan, &error))
        bench_stop(error.message);
    *ret_cpu_s = bench_cpu_s() - start_s;
    return rd_referee_makespan_s(instance, &plan, arena, scratch);
}

static struct measured measure(const struct yardstick *yardstick, uint64_t seed)
{
    rd_arena_own(arena);
    rd_arena_own(scratch);
    const struct rd_load_generator *generator = rd_load_generator_named("moves");
    const struct rd_option given[] = {
        {"items", rd_arena_print(&arena, "%" PRIu32, yardstick->objects)},
        {"sizes", yardstick->sizes},
        {"slack", yardstick->slack}};
    struct rd_options options = {
        .spec = generator->attributes, .given = given, .given_count = 3, .seed = seed};
    static const struct rd_link_cost cost = {0, 1};
    struct rd_instance instance = {
        .topology = {.shape = RD_SWITCH, .host_count = yardstick->hosts},
        .port_model = yardstick->ports > 1 ? RD_K_PORTS : RD_ONE_PORT,
        .port_count = yardstick->ports,
        .link_cost = &cost,
        .costs_equal = true,
        .item_bytes = 1,
        .word_bytes = 1,
        .goal = RD_PLACE,
        .kind_count = yardstick->objects,
        .objects = rd_objects_generate(generator, yardstick->hosts, &options, &arena, NULL)};
    struct measured measured;
    double start_s = bench_cpu_s(), bound_s = greatest_bound_s(&instance, &arena, &scratch);
    measured.bound_cpu_s = bench_cpu_s() - start_s;
    measured.critical =
        plan_s(&instance, "objects-critical-port", &measured.critical_cpu_s, &arena, &scratch) /
        bound_s;
    measured.search =
        plan_s(&instance, "objects-search", &measured.search_cpu_s, &arena, &scratch) / bound_s;
    return measured;
}

static void measure_all(const struct yardstick *yardstick)
{
    struct measured sum = {0}, worst = {0};
    for (uint64_t seed = 1; seed <= yardstick->seeds; seed++) {
        struct measured one = measure(yardstick, seed);
        double *to = (double *)&sum, *most = (double *)&worst, *from = (double *)&one;
        for (size_t i = 0; i < sizeof one / sizeof *from; i++) {
            to[i] += from[i] / (double)yardstick->seeds;
            most[i] = fmax(most[i], from[i]);
        }
    }
    printf("%7" PRIu32 " %5" PRIu32 " %2" PRIu32
           " %-10s %5s  %7.4f %7.4f  %7.4f %7.4f  %6.2f %6.2f "
           "%6.2f\n",
           yardstick->objects, yardstick->hosts, yardstick->ports, yardstick->sizes,
           yardstick->slack, sum.critical, worst.critical, sum.search, worst.search,
           sum.bound_cpu_s, sum.critical_cpu_s, sum.search_cpu_s);
    fflush(stdout);
    if (yardstick->objects == 100000 && yardstick->hosts == 1000 && yardstick->slack[0] == '1') {
        bench_line(sum.critical_cpu_s, 4, "10^5 objects, 10^3 hosts, %" PRIu32 " at a time: CPU s",
                   yardstick->ports);
        bench_line(100 * (sum.search - 1), 0.05,
                   "10^5 objects, 10^3 hosts, %" PRIu32 " at a time: above the bound, %%",
                   yardstick->ports);
    }
}

int main(int argument_count, char **argument)
{
    static const struct yardstick yardsticks[] = {
        {100, 10, 1, "equal", "1", 10},          {100, 10, 1, "log-normal", "1", 10},
        {100, 10, 2, "equal", "1", 10},          {100, 10, 2, "log-normal", "1", 10},
        {100, 10, 8, "equal", "1", 10},          {100, 10, 8, "log-normal", "1", 10},
        {1000, 10, 1, "log-normal", "1", 10},    {1000, 10, 2, "log-normal", "1", 10},
        {1000, 10, 8, "log-normal", "1", 10},    {1000, 100, 1, "log-normal", "1", 10},
        {1000, 100, 2, "log-normal", "1", 10},   {1000, 100, 8, "log-normal", "1", 10},
        {10000, 100, 1, "equal", "1", 2},        {10000, 100, 1, "log-normal", "1", 2},
        {10000, 100, 2, "log-normal", "1", 2},   {10000, 100, 8, "log-normal", "1", 2},
        {10000, 100, 1, "one-huge", "1", 2},     {100000, 10, 1, "log-normal", "1", 1},
        {100000, 1000, 1, "log-normal", "1", 1}, {100000, 1000, 8, "log-normal", "1", 1},
        {100, 10, 1, "log-normal", "0", 10},     {100, 10, 1, "log-normal", "0.05", 10},
        {100, 10, 1, "log-normal", "0.1", 10},   {100, 10, 1, "log-normal", "0.2", 10},
        {100, 10, 2, "log-normal", "0", 10},     {100, 10, 2, "log-normal", "0.05", 10},
        {100, 10, 2, "log-normal", "0.1", 10},   {100, 10, 2, "log-normal", "0.2", 10},
        {1000, 100, 1, "log-normal", "0", 10},   {1000, 100, 1, "log-normal", "0.05", 10},
        {1000, 100, 1, "log-normal", "0.1", 10}, {1000, 100, 1, "log-normal", "0.2", 10},
        {1000, 100, 2, "log-normal", "0.1", 10}, {10000, 100, 1, "log-normal", "0.05", 1},
        {10000, 100, 1, "log-normal", "0.1", 1}, {100000, 1000, 1, "log-normal", "0.1", 1},
    };
    uint32_t most = argument_count > 1 ? (uint32_t)strtoul(argument[1], NULL, 10) : 100000;
    printf("%7s %5s %2s %-10s %5s  %15s  %15s  %s\n", "objects", "hosts", "k", "sizes", "slack",
           "critical, worst", "search, worst", "CPU s: bound, critical, search");
    for (size_t i = 0; i < sizeof yardsticks / sizeof *yardsticks; i++)
        if (yardsticks[i].objects <= most)
            measure_all(&yardsticks[i]);
}
