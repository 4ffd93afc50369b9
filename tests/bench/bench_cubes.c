/* Time and memory of every algorithm on hypercubes and shuffle-exchanges of 4 to 12 dimensions,
 * half of the hosts full, a Hamming ball of m = 64 items each: to bound, to plan and to judge, in a
 * process of its own, whose greatest resident size is its memory. An algorithm whose plan took
 * above 20 s is not run on more dimensions. Those that took below 1 s are, up to 16; above 12 plans
 * are judged while they are made, so that planning has it all. In: the most dimensions, and then
 * none above. "quality": how near plans of random hypercubes are to bounds with certificates,
 * instead. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "algorithms/hypercube/price_bound.h"
#include "sim/base/rng.h"
#include "sim/generators/load_generators.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct rd_algorithm cube_halving, cube_rotated_halving, cube_squares;

enum { FEWEST_DIMENSIONS = 4, KEPT_DIMENSIONS = 12, MOST_DIMENSIONS = 16 };
enum { PATIENCE_MS = 20000, CHEAP_MS = 1000 };

/* How a run ended, as an exit status. */
enum ending { CHEAP, DEAR, NO_FURTHER };

static struct rd_instance ball_for(const struct rd_algorithm *algorithm, uint32_t d,
                                   struct rd_arena *arena)
{
    struct test_instance test =
        test_instance_make(arena, algorithm->shape, RD_NO_DIRECTION, UINT32_C(1) << d, 1);
    const struct rd_load_generator *ball = rd_load_generator_named("hamming-ball");
    struct rd_options options = {.spec = ball->attributes, .seed = 1};
    int64_t *load, *target;
    struct rd_error error;
    if (!rd_loads_generate(ball, &test.instance.topology, UINT32_C(1) << d, &options, arena,
                           &test.instance.kind_count, &load, &target, &error))
        abort();
    test.instance.load = load;
    bool one_port = rd_algorithm_takes_ports(algorithm, RD_ONE_PORT);
    bool all_ports = rd_algorithm_takes_ports(algorithm, RD_ALL_PORTS);
    test.instance.port_model = one_port    ? RD_ONE_PORT
                               : all_ports ? RD_ALL_PORTS
                                           : RD_PIPELINED_PORTS;
    test.instance.port_count = one_port ? 1 : UINT32_MAX;
    bool sweeps = strcmp(algorithm->name, "cube-balance") == 0;
    test.instance.balance_error = sweeps ? d : 0;
    return test.instance;
}

static bool accepts(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                    const struct rd_options *options, bool kept, struct rd_error *reterr)
{
    return kept ? rd_algorithm_accepts(algorithm, instance, options, reterr)
                : rd_algorithm_accepts_unkept(algorithm, instance, options, reterr);
}

/* Bounds, plans and judges; prints all but the memory, without an end of line. */
static enum ending run(const struct rd_algorithm *algorithm, uint32_t d)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct rd_instance instance = ball_for(algorithm, d, &arena);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error = {0};
    struct rd_bound bound = {0};
    struct rd_plan plan = {0};
    struct rd_streaming_referee audit;
    struct rd_verdict verdict;
    bool kept = d <= KEPT_DIMENSIONS;
    double start = bench_cpu_ms();
    bool bounded = algorithm->bound(&instance, &arena, &scratch, &bound, &error);
    double bound_ms = bench_cpu_ms() - start;
    start = bench_cpu_ms();
    if (!kept)
        rd_streaming_referee_open(&audit, &instance, &arena, &plan);
    if (!bounded || !accepts(algorithm, &instance, &options, kept, &error) ||
        !algorithm->plan(algorithm, &instance, &options, &arena, &scratch, &plan, &error)) {
        printf("%-32s %2" PRIu32 "  %s", algorithm->name, d, error.message);
        return NO_FURTHER;
    }
    double plan_ms = bench_cpu_ms() - start;
    start = bench_cpu_ms();
    if (kept)
        rd_referee_plan(&instance, &plan, &arena, &scratch, NULL, &verdict);
    else
        rd_streaming_referee_close(&audit, &plan, &scratch, &verdict);
    double judge_ms = bench_cpu_ms() - start;
    printf("%-32s %2" PRIu32 " %7.0f %7" PRId64 " %10zu %10.1f %10.1f %10.1f", algorithm->name, d,
           bound.seconds, verdict.steps, plan.first_transfer + plan.transfer_count, bound_ms,
           plan_ms, judge_ms);
    if (verdict.violation != RD_LEGAL || plan_ms > PATIENCE_MS)
        return NO_FURTHER;
    return plan_ms < CHEAP_MS ? CHEAP : DEAR;
}

/* In a child, so that its memory is its own. */
static enum ending measure(const struct rd_algorithm *algorithm, uint32_t d)
{
    int status = 0;
    struct rusage usage = {0};
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        enum ending ending = run(algorithm, d);
        fflush(stdout);
        _exit((int)ending);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return NO_FURTHER;
    printf(" %8.1f\n", (double)usage.ru_maxrss / 1024);
    return WIFEXITED(status) ? (enum ending)WEXITSTATUS(status) : NO_FURTHER;
}

/* Random hypercubes of a kind, and what came of plans for them. */
struct world {
    uint32_t d, ports; /* ports 0: all */
    enum rd_goal goal;
    bool by_dimension; /* one cost a dimension, else one a link.. */
    int64_t most_cost; /* ..of 1 to this many s an item */
};

struct quality {
    double sum, worst, seconds;
    uint32_t count, reached;
};

/* 0 to 20 items a host, final loads a permutation of them. */
static struct rd_instance draw(const struct world *world, struct rd_rng *rng,
                               struct rd_arena *arena)
{
    uint32_t p = UINT32_C(1) << world->d;
    struct test_instance test = test_instance_make(arena, RD_HYPERCUBE, RD_NO_DIRECTION, p, 1);
    test_instance_set_ports(&test, world->ports);
    double cost_s[32];
    for (uint32_t i = 0; i < world->d; i++)
        cost_s[i] = (double)rd_rng_between(rng, 1, world->most_cost);
    for (uint64_t link = 0; link < (uint64_t)p * world->d; link++) {
        double own_s = (double)rd_rng_between(rng, 1, world->most_cost);
        test.cost[link].bandwidth_bytes_per_s =
            1 / (world->by_dimension ? cost_s[link % world->d] : own_s);
    }
    for (uint32_t host = 0; host < p; host++)
        test.load[host] = test.target[host] = rd_rng_between(rng, 0, 20);
    bench_permute(rng, test.target, p);
    test.instance.goal = world->goal;
    test.instance.target = world->goal == RD_REACH ? test.target : NULL;
    return test.instance;
}

static void add_plan(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                     double bound_s, struct rd_arena *arena, struct rd_arena *scratch,
                     struct quality *quality)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    double start = bench_cpu_ms();
    if (!rd_algorithm_accepts(algorithm, instance, &options, NULL) ||
        !algorithm->plan(algorithm, instance, &options, arena, scratch, &plan, NULL))
        return;
    quality->seconds += 1e-3 * (bench_cpu_ms() - start);
    double ratio = rd_referee_makespan_s(instance, &plan, arena, scratch) / bound_s;
    quality->reached += rd_times_agree(ratio, 1, 1);
    quality->sum += ratio;
    quality->worst = fmax(quality->worst, ratio);
    quality->count++;
}

/* Above 64 hosts, only what plans 1000 and more in seconds. */
static bool is_asked(const struct rd_algorithm *algorithm, const struct rd_topology *topology)
{
    uint32_t d = topology->dimension_count;
    const char *name = algorithm->name;
    if (strcmp(name, "network-planner") == 0)
        return d <= 14;
    return rd_algorithm_fits(algorithm, topology) && strcmp(name, "network-exact") != 0 &&
           (d <= 6 || algorithm == &cube_halving || algorithm == &cube_rotated_halving ||
            algorithm == &cube_squares);
}

/* A bound with a certificate, where the network is not too large for one. */
static double find_bound_s(const struct rd_instance *instance, struct rd_arena *arena,
                           struct rd_arena *scratch)
{
    struct rd_bound bound;
    struct rd_error error;
    bool small = instance->topology.dimension_count <= 6;
    bool found = small ? rd_algorithms_best_bound(instance, arena, scratch, &bound)
                       : rd_cube_price_bound(instance, arena, scratch, &bound, &error);
    if (!found || !(bound.seconds > 0) || (small && !bound.certificate))
        abort();
    return bound.seconds;
}

static void measure_quality(const struct world *world, int instances)
{
    enum { MOST_ALGORITHMS = 128 };
    struct quality quality[MOST_ALGORITHMS] = {0};
    struct rd_rng rng = rd_rng_seeded(21, world->d * 8 + world->ports);
    for (int i = 0; i < instances; i++) {
        struct rd_arena arena, scratch;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct rd_instance instance = draw(world, &rng, &arena);
        double bound_s = find_bound_s(&instance, &arena, &scratch);
        for (size_t a = 0; a < rd_algorithm_count; a++)
            if (is_asked(rd_algorithms[a], &instance.topology))
                add_plan(rd_algorithms[a], &instance, bound_s, &arena, &scratch, &quality[a]);
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
    for (size_t a = 0; a < rd_algorithm_count; a++)
        if (quality[a].count > 0)
            printf("%2" PRIu32 " %5" PRIu32 " %-8s %-10s %-28s %4" PRIu32 " %6.0f %% %8.3f %8.3f "
                   "%9.4f\n",
                   world->d, world->ports, rd_goal_name(world->goal),
                   world->most_cost == 1 ? "equal"
                   : world->by_dimension ? "dimension"
                                         : "link",
                   rd_algorithms[a]->name, quality[a].count,
                   100.0 * quality[a].reached / quality[a].count, quality[a].sum / quality[a].count,
                   quality[a].worst, quality[a].seconds / quality[a].count);
    fflush(stdout);
}

static void measure_qualities(void)
{
    static const uint32_t ports[] = {1, 0};
    printf("%2s %5s %-8s %-10s %-28s %4s %8s %8s %8s %9s\n", "d", "ports", "goal", "costs",
           "algorithm", "of", "reach it", "mean", "worst", "plan s");
    for (uint32_t d = 3; d <= 6; d += 3)
        for (int i = 0; i < 2; i++)
            for (int goal = 0; goal < 2; goal++)
                for (int costs = 0; costs < 3; costs++)
                    measure_quality(&(struct world){d, ports[i], goal ? RD_BALANCE : RD_REACH,
                                                    costs == 1, costs == 0 ? 1 : 16},
                                    20);
    static const uint32_t large[] = {10, 14, 16, 17, 20};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        measure_quality(&(struct world){large[i], 1, RD_REACH, true, 16}, 1);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "quality") == 0) {
        measure_qualities();
        return 0;
    }
    uint32_t asked = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    uint32_t most = asked ? asked : MOST_DIMENSIONS;
    printf("%-32s %2s %7s %7s %10s %10s %10s %10s %8s\n", "algorithm", "d", "bound", "steps",
           "rows", "bound ms", "plan ms", "judge ms", "MB");
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        bool cube = algorithm->shape == RD_HYPERCUBE || algorithm->shape == RD_SHUFFLE_EXCHANGE;
        if (!cube || algorithm->guarantee == RD_REFUTED)
            continue;
        enum ending before = CHEAP;
        for (uint32_t d = FEWEST_DIMENSIONS; d <= most; d++) {
            bool wanted = asked || d <= KEPT_DIMENSIONS || before == CHEAP;
            before = wanted ? measure(algorithm, d) : NO_FURTHER;
            if (before == NO_FURTHER)
                break;
        }
    }
    return 0;
}
