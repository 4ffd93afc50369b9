/* Small worlds made of arbitrary bytes for every algorithm that fits them: refused with what is
 * accepted, or a plan that the referee finds legal, that reaches the goal and is not below any
 * bound, but for algorithms known to be wrong. */
#include "bytes.h"

#include "algorithms/algorithm.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ITEMS = 300, MOST_OPTIONS = 4 };

static jmp_buf out_of_memory;

static void leave(void *context, size_t wanted_bytes)
{
    (void)context;
    (void)wanted_bytes;
    longjmp(out_of_memory, 1);
}

/* Makes the world one that the algorithm is meant for, as far as it can be made. */
static void suit(struct test_instance *test, const struct rd_algorithm *algorithm, bool is_plain)
{
    struct rd_instance *instance = &test->instance;
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    for (size_t i = 0; i < entries; i++) {
        test->load[i] %= MOST_ITEMS;
        test->target[i] = test->load[i];
    }
    if (!rd_algorithm_takes_goal(algorithm, instance->goal))
        instance->goal = (enum rd_goal)__builtin_ctz(algorithm->goals);
    instance->target = NULL;
    bool counts_steps = instance->topology.dimension_count > 0;
    for (uint64_t i = 0; is_plain && i < rd_link_count(&instance->topology); i++)
        test->cost[i] = (struct rd_link_cost){counts_steps, 1};
    if (is_plain && counts_steps)
        instance->item_bytes = 0;
    if (instance->goal == RD_REACH) { /* one host further round, kind by kind */
        for (size_t i = 0; i < entries; i++)
            test->target[(i + instance->kind_count) % entries] = test->load[i];
        instance->target = test->target;
    }
    if (instance->goal == RD_STENCIL)
        instance->stencil_iterations = 1 + test->load[0] % 3;
    if (instance->goal == RD_FINISH && instance->flops_per_item == 0)
        instance->flops_per_item = 1;
    if (!rd_algorithm_takes_ports(algorithm, instance->port_model))
        instance->port_model = (enum rd_port_model)__builtin_ctz(algorithm->ports);
    instance->port_count = instance->port_model == RD_ONE_PORT  ? 1
                           : instance->port_model == RD_K_PORTS ? 2
                                                                : UINT32_MAX;
    if (instance->topology.shape == RD_RING && instance->port_model == RD_ALL_PORTS)
        instance->sends = strstr(algorithm->name, "multi") ? RD_MULTI_SEND : RD_SINGLE_SEND;
}

static void stop(const struct rd_algorithm *algorithm, const char *law, const char *words)
{
    fprintf(stderr, "%s: %s: %s\n", algorithm->name, law, words);
    abort();
}

static void check_bound(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                        double planned_s, struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_bound bound;
    struct rd_error error = {0};
    if (algorithm->guarantee == RD_REFUTED)
        return;
    if (!test_bound(algorithm, instance, arena, scratch, &bound, &error)) {
        if (error.code != RD_ERROR_REFUSED || !error.message[0])
            stop(algorithm, "a bound refused without a word", error.message);
        return;
    }
    if (!(bound.seconds >= 0) || isinf(bound.seconds))
        stop(algorithm, "a bound that is no time", bound.why);
    if (planned_s < bound.seconds && !rd_times_agree(planned_s, bound.seconds, bound.seconds))
        stop(algorithm, "planned below the bound", bound.why);
}

/* A value that an option takes: one of its words, or a number so small that no search is long. */
static const char *some_value(const char *accepted, struct bytes *bytes, struct rd_arena *arena)
{
    uint8_t byte = bytes_take(bytes);
    int64_t least, most;
    if (sscanf(accepted, "integer %" SCNd64 " %" SCNd64, &least, &most) == 2) {
        int64_t number = 4 * (int64_t)(int8_t)byte;
        number = number < least ? least : number > most ? most : number;
        return rd_arena_print(arena, "%" PRId64, number);
    }
    double lowest, highest;
    if (sscanf(accepted, "number %lf %lf", &lowest, &highest) == 2)
        return rd_arena_print(arena, "%.17g", fmin(fmax(1 + byte, lowest), highest));
    size_t words = 1;
    for (const char *mark = accepted; (mark = strchr(mark, '|')); mark++)
        words++;
    for (size_t skipped = byte % words; skipped > 0; skipped--)
        accepted = strchr(accepted, '|') + 1;
    return rd_arena_print(arena, "%.*s", (int)strcspn(accepted, "|"), accepted);
}

static struct rd_options some_options(const struct rd_algorithm *algorithm, struct bytes *bytes,
                                      struct rd_arena *arena)
{
    struct rd_option *given = rd_take(arena, MOST_OPTIONS, struct rd_option);
    size_t count = 0;
    for (const struct rd_option_spec *spec = algorithm->options; spec && spec->name; spec++) {
        rd_assert(count < MOST_OPTIONS);
        given[count++] = (struct rd_option){spec->name, some_value(spec->accepted, bytes, arena)};
    }
    return (struct rd_options){
        .spec = algorithm->options, .given = given, .given_count = count, .seed = 7};
}

static void run(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                const struct rd_options *options, struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    struct rd_verdict verdict;
    if (!rd_instance_check(instance, &error))
        return;
    if (!rd_options_check(options, &error))
        stop(algorithm, "an option refused", error.message);
    if (!rd_algorithm_accepts(algorithm, instance, options, &error) ||
        !algorithm->plan(algorithm, instance, options, arena, scratch, &plan, &error)) {
        if (error.code != RD_ERROR_REFUSED || !strstr(error.message, ": "))
            stop(algorithm, "a refusal that does not say what is accepted", error.message);
        return;
    }
    rd_plan_compute_rest(&plan, instance, arena, scratch);
    rd_referee_plan(instance, &plan, arena, scratch, NULL, &verdict);
    if (algorithm->guarantee != RD_REFUTED && verdict.violation != RD_LEGAL)
        stop(algorithm, "the referee refuses the plan", verdict.message);
    /* A protocol may end before its goal is reached: its row has failed then. */
    if (algorithm->guarantee != RD_REFUTED && !algorithm->protocol && !verdict.goal_reached)
        stop(algorithm, "the goal is missed", verdict.goal_message);
    if (verdict.violation == RD_LEGAL && plan.timing != RD_FREE_ORDER)
        check_bound(algorithm, instance, verdict.makespan_s, arena, scratch);
}

/* One of those that are made for a topology, by number; NULL if there are none. */
static const struct rd_algorithm *choose(const struct rd_topology *topology, size_t number)
{
    const struct rd_algorithm *fitting[256];
    size_t count = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (rd_algorithm_takes_topology(rd_algorithms[i], topology))
            fitting[count++] = rd_algorithms[i];
    return count > 0 ? fitting[number % count] : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rd_arena arena, scratch; /* static: they outlive the jump */
    struct bytes bytes = {data, data + size};
    rd_arena_open(&arena, (size_t)256 << 20);
    rd_arena_open(&scratch, (size_t)256 << 20);
    arena.refuse = scratch.refuse = leave;
    if (setjmp(out_of_memory) == 0) {
        size_t number = bytes_take(&bytes);
        bool is_plain = bytes_take(&bytes) % 2;
        struct test_instance test = bytes_instance(&bytes, &arena);
        const struct rd_algorithm *algorithm = choose(&test.instance.topology, number);
        if (algorithm) {
            suit(&test, algorithm, is_plain);
            struct rd_options options = some_options(algorithm, &bytes, &arena);
            run(algorithm, &test.instance, &options, &arena, &scratch);
        }
    }
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return 0;
}
