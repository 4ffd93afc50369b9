/* The contract's instances without computations, executed by SMPI: every registered algorithm's
 * plan takes as long as the referee says, to 1e-9 of it; in lock-step, which is played without
 * barriers, not longer. Every item comes whole, and what was recorded is legal as a trace.
 *
 *   test_contract_executed PROGRAM PLANS SHARDS [SHARD]
 *
 * PLANS: of each generator so many random plans. SHARDS: the plans of its small instances are dealt
 * out at random into so many shards, of which SHARD (0) is executed; SHARDS 0: none is. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/execute/execution.h"
#include "sim/execute/orders.h"
#include "sim/referee/referee.h"
#include "tests/algorithms/contract/instances.h"
#include "tests/engine/platform_text.h"
#include "tests/support/instance_text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HOSTS = 16, MOST_DRAWS = 20000, SEED = 23 };

static const char *program;
static uint64_t plan_count, shard_count, shard;
static struct rd_arena arena, scratch;
static struct rd_rng rng;
static uint64_t executed, in_lock_step, to_be_executed;

/* The same network with the bytes that SMPI adds to every message. */
static struct rd_instance with_envelopes(const struct rd_instance *instance)
{
    struct rd_instance real = *instance;
    uint64_t links = rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(&arena, links + 1, struct rd_link_cost);
    for (uint64_t link = 0; link < links; link++) {
        cost[link] = rd_link_cost(instance, link);
        cost[link].latency_s += RD_SMPI_BYTES / cost[link].bandwidth_bytes_per_s;
    }
    real.message_bytes += RD_SMPI_BYTES;
    real.costs_equal = false;
    real.link_cost = cost;
    real.host_name = test_host_names(&arena, real.topology.host_count);
    return real;
}

static void execute(const struct rd_algorithm *algorithm, const struct rd_instance *platform,
                    const struct rd_instance *real, const struct rd_plan *plan)
{
    struct rd_execution_settings settings = {
        .program = program,
        .platform_text = test_full_platform(platform, &arena).text,
        .time_limit_s = 600,
    };
    struct rd_verdict planned, recorded;
    struct rd_reports reports;
    struct rd_error error = {0};
    rd_referee_plan(real, plan, &arena, &scratch, NULL, &planned);
    assert_int_equal(planned.violation, RD_LEGAL);
    bool done = rd_execution_run(&settings, real, plan, planned.final, NULL, &arena, &scratch,
                                 &reports, &error);
    bool in_time =
        done && (rd_times_agree(reports.executed_s, planned.makespan_s, planned.makespan_s) ||
                 (plan->timing == RD_LOCK_STEP && reports.executed_s < planned.makespan_s));
    if (done)
        rd_referee_trace(real, &reports.trace, true, &arena, &scratch, &recorded);
    if (!in_time || recorded.violation != RD_LEGAL) {
        test_instance_print(stderr, real);
        fail_msg("%s: planned %.17g s, executed %.17g s: %s%s", algorithm->name, planned.makespan_s,
                 done ? reports.executed_s : 0, error.message, done ? recorded.message : "");
    }
    executed++;
    in_lock_step += plan->timing == RD_LOCK_STEP;
}

static void plan_and_execute(const struct rd_algorithm *algorithm,
                             const struct rd_instance *instance, const struct rd_instance *real)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    if (executed < to_be_executed && rd_algorithm_accepts(algorithm, instance, &options, NULL) &&
        algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, NULL) &&
        plan.transfer_count > 0 && algorithm->guarantee != RD_REFUTED &&
        rd_orders_check(real, &plan, NULL))
        execute(algorithm, instance, real, &plan);
}

/* In the place of the contract's laws. */
void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    bool random = !laws;
    if (instance->topology.host_count > MOST_HOSTS || instance->flops_per_item > 0 ||
        instance->goal == RD_FINISH || instance->goal == RD_STENCIL || instance->item_bytes < 1)
        return;
    struct rd_arena_mark mark = rd_arena_mark(&arena);
    struct rd_instance real = with_envelopes(instance);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_arena_mark own = rd_arena_mark(&arena);
        /* Of random instances one plan in four, so that there are more instances. */
        if (rd_algorithm_takes_topology(algorithm, &instance->topology) &&
            rd_algorithm_suits(algorithm, instance) && !algorithm->protocol &&
            rd_rng_below(&rng, random ? 4 : shard_count) == (random ? 0 : shard))
            plan_and_execute(algorithm, instance, &real);
        rd_arena_rewind(&scratch, (struct rd_arena_mark){0});
        rd_arena_rewind(&arena, own);
    }
    rd_arena_rewind(&arena, mark);
}

static void plans_take_as_long_as_planned(void **state)
{
    (void)state;
    struct rd_arena own;
    struct laws small = {0};
    rd_arena_open(&own, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rng = rd_rng_seeded(SEED, 0);
    for (size_t i = 0; instance_generators[i]; i++) {
        struct rd_rng draws = rd_rng_seeded(SEED, i + 1);
        uint64_t before = executed;
        to_be_executed = executed + plan_count;
        for (int k = 0; k < MOST_DRAWS && executed < to_be_executed; k++) {
            struct rd_arena_mark mark = rd_arena_mark(&own);
            instance_generators[i]->draw(NULL, &own, &draws);
            rd_arena_rewind(&own, mark);
        }
        to_be_executed = UINT64_MAX;
        if (shard_count > 0)
            instance_generators[i]->exhaust(&small, &own, &draws);
        print_message("%s: %llu plans\n", instance_generators[i]->name,
                      (unsigned long long)(executed - before));
    }
    print_message("%llu plans executed, %llu of them in lock-step\n", (unsigned long long)executed,
                  (unsigned long long)in_lock_step);
    assert_true(executed >= 5 * plan_count);
    assert_true(in_lock_step > 0 && in_lock_step < executed);
    rd_arena_close(&own);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans_take_as_long_as_planned)};
    if (argument_count != 4 && argument_count != 5)
        return 2;
    program = argument[1];
    plan_count = strtoull(argument[2], NULL, 10);
    shard_count = strtoull(argument[3], NULL, 10);
    shard = argument_count > 4 ? strtoull(argument[4], NULL, 10) : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
