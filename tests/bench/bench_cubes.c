/* Time and memory of every algorithm on hypercubes and shuffle-exchanges of 4 to 12 dimensions,
 * half of the hosts full, a Hamming ball of m = 64 items each: to bound, to plan and to judge, in a
 * process of its own, whose greatest resident size is its memory. An algorithm whose plan took
 * above 20 s is not run on more dimensions. Those that took below 1 s are, up to 16; above 12 plans
 * are judged while they are made, so that planning has it all. Arguments: the most dimensions, and
 * then none above, but for cube-optimum-flow on 12, which has a goal; the algorithms' names. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "sim/generators/load_generators.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"
#include "tests/support/bound.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FEWEST_DIMENSIONS = 4, KEPT_DIMENSIONS = 12, MOST_DIMENSIONS = 16 };
enum { PATIENCE_MS = 20000, CHEAP_MS = 1000 };

/* A tenth of what 12 dimensions took at first. */
static const char FLOW[] = "cube-optimum-flow";
static const double FLOW_GOAL_S = 5.5;

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
    bool bounded = test_quick_bound(algorithm, &instance, &arena, &scratch, &bound);
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
    if (d == KEPT_DIMENSIONS && strcmp(algorithm->name, FLOW) == 0)
        bench_line(1e-3 * plan_ms, FLOW_GOAL_S, "%s: s to plan %" PRIu32 " dimensions", FLOW, d);
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

int main(int argc, char **argv)
{
    uint32_t asked = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    uint32_t most = asked ? asked : MOST_DIMENSIONS;
    printf("%-32s %2s %7s %7s %10s %10s %10s %10s %8s\n", "algorithm", "d", "bound", "steps",
           "rows", "bound ms", "plan ms", "judge ms", "MB");
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        bool cube = algorithm->shape == RD_HYPERCUBE || algorithm->shape == RD_SHUFFLE_EXCHANGE;
        bool named = argc <= 2;
        for (int a = 2; a < argc; a++)
            named |= strcmp(algorithm->name, argv[a]) == 0;
        if (!cube || !named || algorithm->guarantee == RD_REFUTED)
            continue;
        enum ending before = CHEAP;
        for (uint32_t d = FEWEST_DIMENSIONS; d <= most; d++) {
            bool wanted = asked || d <= KEPT_DIMENSIONS || before == CHEAP;
            before = wanted ? measure(algorithm, d) : NO_FURTHER;
            if (before == NO_FURTHER)
                break;
        }
    }
    if (argc == 2 && most < KEPT_DIMENSIONS)
        measure(rd_algorithm_named(FLOW), KEPT_DIMENSIONS);
    return 0;
}
