/* The contract's instances, executed by SMPI: every registered algorithm's plan takes as long as
 * the referee says, to 1e-9 of it; in lock-step, which is played without barriers, not longer.
 * Every item comes whole, and what was recorded is legal as a trace. Plans are refused where they
 * should be, by the name of what cannot be executed, and nowhere else.
 *
 *   test_contract_executed PROGRAM PLANS SHARDS [SHARD]
 *
 * PLANS: of each generator so many random plans. SHARDS: the plans of its small instances are dealt
 * out at random into so many shards, of which SHARD (0) is executed; SHARDS 0: none is. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "executed.h"
#include "sim/execute/orders.h"
#include "tests/algorithms/contract/instances.h"
#include "tests/support/instance_text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HOSTS = 16, MOST_DRAWS = 20000, SEED = 23 };

static const char *program;
static uint64_t plan_count, shard_count, shard;
static struct rd_arena arena, scratch;
static struct rd_rng rng;
static uint64_t executed, in_lock_step, refused, to_be_executed;

/* Families with plans that cannot be executed, and why. */
static const struct refusals {
    const char *family, *reason, *other_reason;
    bool all; /* of its plans */
} refusals[] = {
    {"star that computes", "the plan computes", NULL, true},
    {"pipelined hypercube to balance", "the plan is of packets", NULL, true},
    {"bus with kinds to gather", "on a bus no process sees the others' messages", NULL, true},
    {"ring of items for a stencil", "the plan computes",
     "on a bus no process sees the others' messages", false},
    {"switch with loads to reach", "on a bus no process sees the others' messages", NULL, false},
};
static const struct refusals *expected; /* of this family; NULL: none */

static bool starts_with(const char *text, const char *reason)
{
    return reason && strncmp(text, reason, strlen(reason)) == 0;
}

/* Returns: whether the plan is one to execute. */
static bool check_orders(const struct rd_algorithm *algorithm, const struct rd_instance *real,
                         const struct rd_plan *plan)
{
    struct rd_error error = {0};
    bool is_accepted = rd_orders_check(real, plan, &scratch, &error);
    bool is_expected = expected && (starts_with(error.message, expected->reason) ||
                                    starts_with(error.message, expected->other_reason));
    if (is_accepted ? expected && expected->all : !is_expected) {
        test_instance_print(stderr, real);
        fail_msg("%s: %s", algorithm->name,
                 is_accepted ? "accepted, and should be refused" : error.message);
    }
    refused += !is_accepted;
    return is_accepted;
}

static void plan_and_execute(const struct rd_algorithm *algorithm,
                             const struct rd_instance *instance, const struct rd_instance *real)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    if (executed >= to_be_executed || algorithm->guarantee == RD_REFUTED ||
        !rd_algorithm_accepts(algorithm, instance, &options, NULL) ||
        !algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, NULL))
        return;
    rd_plan_compute_rest(&plan, real, &arena, &scratch);
    if (plan.transfer_count == 0 || !check_orders(algorithm, real, &plan))
        return;
    test_execute(program, algorithm->name, instance, real, &plan, &arena, &scratch);
    executed++;
    in_lock_step += plan.timing == RD_LOCK_STEP;
}

/* In the place of the contract's laws. */
void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    bool random = !laws;
    if (instance->topology.host_count > MOST_HOSTS || instance->item_bytes < 1)
        return;
    struct rd_arena_mark mark = rd_arena_mark(&arena);
    struct rd_instance real = test_with_envelopes(instance, &arena);
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

static const struct refusals *refusals_of(const char *family)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strcmp(refusals[i].family, family) == 0)
            return &refusals[i];
    return NULL;
}

/* Executes so many plans of random instances of a family, or has as many refused. */
static void execute_random(const struct instance_generator *family, struct rd_rng *draws)
{
    struct rd_arena own;
    uint64_t executed_before = executed, refused_before = refused;
    const uint64_t *done = expected && expected->all ? &refused : &executed;
    uint64_t to_be_done = *done + plan_count;
    to_be_executed = executed + plan_count;
    rd_arena_open(&own, 0);
    for (int k = 0; k < MOST_DRAWS && *done < to_be_done; k++) {
        family->draw(NULL, &own, draws);
        rd_arena_rewind(&own, (struct rd_arena_mark){0});
    }
    rd_arena_close(&own);
    to_be_executed = UINT64_MAX;
    print_message("%s: %llu plans, %llu refused\n", family->name,
                  (unsigned long long)(executed - executed_before),
                  (unsigned long long)(refused - refused_before));
    assert_true(*done >= to_be_done);
}

static void plans_take_as_long_as_planned(void **state)
{
    (void)state;
    struct rd_arena own;
    struct laws small = {0};
    size_t families_refused = 0;
    rd_arena_open(&own, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rng = rd_rng_seeded(SEED, 0);
    for (size_t i = 0; instance_generators[i]; i++) {
        struct rd_rng draws = rd_rng_seeded(SEED, i + 1);
        expected = refusals_of(instance_generators[i]->name);
        families_refused += expected != NULL;
        execute_random(instance_generators[i], &draws);
        if (shard_count > 0)
            instance_generators[i]->exhaust(&small, &own, &draws);
    }
    print_message("%llu plans executed, %llu of them in lock-step\n", (unsigned long long)executed,
                  (unsigned long long)in_lock_step);
    assert_int_equal(families_refused, sizeof refusals / sizeof *refusals);
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
