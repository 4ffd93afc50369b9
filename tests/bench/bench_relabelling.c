/* Relabelling P hosts: the dense kernels beside the sparse ones, with 20 items on each host and
 * of each kind at random; and the whole of planning, which reads the loads, relabels, words the
 * certificate and schedules. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "algorithms/switch/relabelling.h"
#include "sim/generators/load_generators.h"
#include "tests/support/bound.h"

#include <stdio.h>

/* D items of each kind and D on each host, at random. */
static struct rd_instance draw_exact(uint32_t n, struct rd_arena *arena)
{
    static const struct rd_link_cost cost = {0, 1};
    const struct rd_load_generator *components = rd_load_generator_named("components");
    struct rd_options options = {.spec = components->attributes, .seed = n}; /* 20 items */
    struct rd_instance instance = {
        .topology = {.shape = RD_SWITCH, .host_count = n},
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = &cost,
        .costs_equal = true,
        .item_bytes = 1,
        .word_bytes = 1,
        .goal = RD_GATHER,
    };
    int64_t *load, *target;
    bool drawn = rd_loads_generate(components, &instance.topology, n, &options, arena,
                                   &instance.kind_count, &load, &target, NULL);
    rd_assert(drawn);
    instance.load = load;
    return instance;
}

static double time_kernels(const struct rd_switch *of, enum rd_claim claim, bool sparse)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    double start = bench_cpu_ms();
    rd_switch_relabel_with(of, claim, sparse, &arena, &scratch);
    double took = bench_cpu_ms() - start;
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return took;
}

static void time_planning(const struct rd_instance *instance, const char *name)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options};
    struct rd_arena arena, scratch;
    struct rd_plan plan = {0};
    struct rd_bound bound;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    double start = bench_cpu_ms();
    bool planned = algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, NULL);
    double planned_ms = bench_cpu_ms() - start;
    bool bounded = test_quick_bound(algorithm, instance, &arena, &scratch, &bound);
    double bound_ms = bench_cpu_ms() - start - planned_ms;
    if (!planned || !bounded)
        fprintf(stderr, "%s failed\n", name);
    printf("  %-28s %9.2f ms planned, %9.2f ms bounded: %s\n", name, planned_ms, bound_ms,
           plan.note);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
}

int main(void)
{
    static const struct {
        enum rd_claim claim;
        const char *name;
    } claims[] = {{RD_LEAST_VOLUME, "volume"},
                  {RD_FEWEST_STEPS, "steps"},
                  {RD_LEAST_VOLUME_THEN_FEWEST_STEPS, "volume, then steps"},
                  {RD_FEWEST_STEPS_THEN_LEAST_VOLUME, "steps, then volume"}};
    for (uint32_t n = 256; n <= 4096; n *= 4) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        struct rd_instance instance = draw_exact(n, &arena);
        struct rd_switch of = rd_switch_read(&instance, &arena);
        printf("%u hosts, 20 items each\n", n);
        for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
            double sparse_ms = time_kernels(&of, claims[i].claim, true);
            double dense_ms = time_kernels(&of, claims[i].claim, false);
            printf("  %-28s %9.2f ms dense, %9.2f ms sparse: %.0f times\n", claims[i].name,
                   dense_ms, sparse_ms, dense_ms / sparse_ms);
        }
        time_planning(&instance, "switch-volume");
        time_planning(&instance, "switch-steps");
        time_planning(&instance, "switch-greedy-swaps");
        rd_arena_close(&arena);
    }
    return 0;
}
