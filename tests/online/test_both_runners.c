/* Protocols on both runners: registered ones, and one that does everything at random. The event
 * queue and SimGrid must give the same trace, message by message, to 1e-9; the referee must find it
 * legal; and a registered protocol, with options drawn, must reach its goal. The argument is how
 * many times more instances. */
#include "tests/support/cmocka.h"

#include "draw.h"

#include "algorithms/algorithm.h"
#include "sim/online/event_queue.h"
#include "sim/referee/referee.h"
#include "tests/engine/platform_text.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

#include <inttypes.h>

enum { INSTANCES = 100 };

static uint64_t times = 1;

struct trial {
    const char *name;
    struct test_instance test;
    struct rd_engine *engine;
    uint64_t messages;
};

static void blame(const struct trial *trial, const char *what)
{
    test_instance_print(stderr, &trial->test.instance);
    fail_msg("%s: %s", trial->name, what);
}

/* Judges what was planned, and runs it in SimGrid. */
static void check(struct trial *trial, const struct rd_plan *plan, bool must_reach)
{
    const struct rd_instance *instance = &trial->test.instance;
    struct rd_verdict verdict;
    struct rd_simulation simulation;
    struct rd_error error;
    const struct rd_timed_transfer *one, *other;
    rd_referee_plan(instance, plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL)
        blame(trial, verdict.message);
    if (must_reach && !verdict.goal_reached)
        blame(trial, verdict.goal_message);
    if (!rd_engine_simulate(trial->engine, instance, plan, true, &test_arena, &simulation, &error))
        blame(trial, error.message);
    if (!rd_traces_agree(plan->record, &simulation.trace, &test_scratch, &one, &other)) {
        print_error("%zu and %zu messages; from %g s and from %g s\n", plan->record->transfer_count,
                    simulation.trace.transfer_count, one ? one->start_s : -1,
                    other ? other->start_s : -1);
        blame(trial, "another trace in SimGrid");
    }
    for (size_t i = 0; i < (size_t)instance->topology.host_count * instance->kind_count; i++)
        if (simulation.final[i] != verdict.final[i])
            blame(trial, "other loads in SimGrid");
    trial->messages += plan->record->transfer_count;
}

static void run_registered(struct trial *trial, const struct rd_algorithm *algorithm,
                           struct rd_rng *rng, uint64_t *runs)
{
    const struct rd_instance *instance = &trial->test.instance;
    struct rd_options options = draw_options(rng, algorithm->options, &test_arena);
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    trial->name = algorithm->name;
    assert_true(rd_options_check(&options, &error));
    if (!algorithm->protocol || !rd_algorithm_accepts(algorithm, instance, &options, NULL))
        return;
    if (!algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        blame(trial, error.message);
    check(trial, &plan, true);
    (*runs)++;
}

static void run_chaos(struct trial *trial, uint64_t seed)
{
    struct rd_protocol_run run = {.protocol = &chaos, .seed = seed};
    struct rd_plan plan = {0};
    struct rd_error error;
    trial->name = "chaos";
    if (!rd_protocol_plan(&trial->test.instance, &run, &test_arena, &test_scratch, &plan, &error))
        blame(trial, error.message);
    check(trial, &plan, false);
}

static void both_runners_agree(void **state)
{
    (void)state;
    uint64_t *runs = rd_take(&test_scratch, rd_algorithm_count, uint64_t), messages = 0;
    for (uint64_t draw = 0; draw < INSTANCES * times; draw++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_rng rng = rd_rng_seeded(draw, 0);
        struct trial trial = {.test = draw_instance(&rng, &test_arena)};
        trial.engine = test_open_engine(test_full_platform(&trial.test.instance, &test_arena), NULL,
                                        &trial.test, &test_arena);
        run_chaos(&trial, draw);
        for (size_t i = 0; i < rd_algorithm_count; i++)
            run_registered(&trial, rd_algorithms[i], &rng, &runs[i]);
        rd_engine_close(trial.engine);
        messages += trial.messages;
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%" PRIu64 " instances, %" PRIu64 " messages and computations\n",
                  INSTANCES * times, messages);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        if (!rd_algorithms[i]->protocol)
            continue;
        print_message("%s: %" PRIu64 " instances\n", rd_algorithms[i]->name, runs[i]);
        assert_true(runs[i] > 0);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(both_runners_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
