/* A plan that is judged while it is made: the same verdict as of the whole, whatever the algorithm,
 * in little memory. What is illegal is caught in the same words; agree.c sees to that for every
 * random plan and mutant. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/lockstep/lockstep_network.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include <inttypes.h>

/* A hypercube or shuffle-exchange with random loads, made for an algorithm. */
static struct test_instance draw(const struct rd_algorithm *algorithm, uint32_t d, uint32_t kinds,
                                 int64_t most, struct rd_rng *rng)
{
    uint32_t hosts = UINT32_C(1) << d;
    struct test_instance test =
        test_instance_make(&test_arena, algorithm->shape, RD_NO_DIRECTION, hosts, kinds);
    for (uint32_t i = 0; i < hosts * kinds; i++)
        test.load[i] = (int64_t)rd_rng_below(rng, (uint64_t)most + 1);
    bool one_port = rd_algorithm_takes_ports(algorithm, RD_ONE_PORT);
    test.instance.port_model = one_port ? RD_ONE_PORT : RD_PIPELINED_PORTS;
    test.instance.port_count = one_port ? 1 : UINT32_MAX;
    test.instance.balance_error = rd_rng_below(rng, 2) ? d : 0;
    return test;
}

static bool make(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                 struct rd_plan *plan)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    struct rd_arena_mark mark = rd_arena_mark(&test_scratch);
    bool made =
        rd_algorithm_accepts(algorithm, instance, &options, &error) &&
        algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, plan, &error);
    rd_arena_rewind(&test_scratch, mark);
    return made;
}

static void assert_alike(const struct rd_instance *instance, const struct rd_verdict *whole,
                         const struct rd_verdict *audited)
{
    assert_int_equal(audited->violation, whole->violation);
    assert_int_equal(audited->transfer, whole->transfer);
    assert_int_equal(audited->host, whole->host);
    assert_string_equal(audited->message, whole->message);
    if (whole->violation != RD_LEGAL)
        return;
    assert_true(audited->makespan_s == whole->makespan_s);
    assert_int_equal(audited->goal_reached, whole->goal_reached);
    assert_string_equal(audited->goal_message, whole->goal_message);
    assert_int_equal(audited->items_moved, whole->items_moved);
    assert_int_equal(audited->transfers, whole->transfers);
    assert_int_equal(audited->steps, whole->steps);
    assert_null(whole->computed);
    assert_null(audited->computed);
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    assert_memory_equal(audited->final, whole->final, entries * sizeof *whole->final);
}

/* Plans twice, with all rows and with at least `part` at a time. Returns: was it planned? */
static bool audit(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                  size_t part, struct rd_verdict *ret_verdict)
{
    struct rd_plan kept = {0}, plan = {0};
    struct rd_verdict whole;
    struct rd_streaming_referee audit;
    if (!make(algorithm, instance, &kept))
        return false;
    assert_int_equal(kept.first_transfer, 0);
    rd_referee_plan(instance, &kept, &test_arena, &test_scratch, NULL, &whole);
    rd_streaming_referee_open(&audit, instance, &test_arena, &plan);
    audit.reader.transfer_count = part;
    assert_true(make(algorithm, instance, &plan));
    assert_int_equal(plan.first_transfer + plan.transfer_count, kept.transfer_count);
    if (kept.timing == RD_LOCK_STEP) { /* of another timing, all rows are kept */
        assert_true(plan.transfer_count <= 2 * part);
        assert_true(kept.transfer_count <= 2 * part || plan.first_transfer > 0);
    }
    rd_streaming_referee_close(&audit, &plan, &test_scratch, ret_verdict);
    assert_alike(instance, &whole, ret_verdict);
    return true;
}

static void every_cube_algorithm_is_judged_as_if_its_rows_were_kept(void **state)
{
    (void)state;
    enum { MOST_DIMENSIONS = 8, TIMES = 12 };
    static const size_t parts[] = {1, 8, 64, 1024};
    size_t planned = 0, illegal = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if ((algorithm->shape != RD_HYPERCUBE && algorithm->shape != RD_SHUFFLE_EXCHANGE) ||
            algorithm->protocol || /* whose plan is a record, and kept whole */
            !(algorithm->ports & (RD_BIT(RD_ONE_PORT) | RD_BIT(RD_PIPELINED_PORTS))))
            continue;
        struct rd_rng rng = rd_rng_seeded(2026, i);
        size_t before = planned;
        for (uint32_t d = 0; d <= MOST_DIMENSIONS; d++)
            for (uint32_t time = 0; time < (d < 6 ? TIMES : 2); time++) {
                struct rd_arena_mark mark = rd_arena_mark(&test_arena);
                uint32_t kinds = 1 + (uint32_t)rd_rng_below(&rng, 2);
                int64_t most = d < 6 ? 6 : 3;
                struct test_instance test = draw(algorithm, d, kinds, most, &rng);
                struct rd_verdict verdict;
                if (audit(algorithm, &test.instance, parts[time % 4], &verdict)) {
                    planned++;
                    illegal += verdict.violation != RD_LEGAL;
                }
                rd_arena_rewind(&test_arena, mark);
            }
        if (planned == before)
            fail_msg("%s planned nothing", algorithm->name);
    }
    print_message("%zu plans, %zu of them illegal\n", planned, illegal);
    assert_true(illegal > 0); /* the pipelined one as printed */
}

/* 0 holds nothing: what it sends has not arrived. Behind it a row that means nothing is worse. */
static void a_forgotten_row_is_named(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    test.load[1] = 2;
    for (int nonsense = 0; nonsense < 2; nonsense++) {
        struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
        struct rd_streaming_referee audit;
        struct rd_verdict verdict;
        rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
        audit.reader.transfer_count = 1;
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 1, 0, 0, 1, 1});
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 2, 0, 1, 1});
        for (uint32_t round = 1; round < 9; round++)
            rd_plan_add(&plan, &test_arena, (struct rd_transfer){round, 0, 2, RD_CONTROL, 0, 1});
        if (nonsense)
            rd_plan_add(&plan, &test_arena, (struct rd_transfer){9, 0, 3, RD_CONTROL, 0, 1});
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){10, 0, 1, RD_CONTROL, 0, 1});
        assert_int_equal(plan.transfer_count, 1);
        rd_streaming_referee_close(&audit, &plan, &test_scratch, &verdict);
        assert_string_equal(verdict.message,
                            nonsense ? "transfer 10: host 0 sends to host 3: no link joins them"
                                     : "round 0: host 0 sends 1 items and holds 0");
        assert_int_equal(verdict.transfer, nonsense ? 10 : 1);
        assert_int_equal(verdict.violation,
                         nonsense ? RD_VIOLATION_NEIGHBOUR : RD_VIOLATION_NOT_HELD);
    }
}

static void a_plan_that_ends_before_its_rows_is_illegal(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    struct rd_streaming_referee audit;
    struct rd_verdict verdict;
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    audit.reader.transfer_count = 1;
    for (uint32_t round = 0; round < 3; round++)
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){round, 0, 2, RD_CONTROL, 0, 1});
    plan.round_count = 1;
    rd_streaming_referee_close(&audit, &plan, &test_scratch, &verdict);
    assert_string_equal(verdict.message,
                        "transfer 2: round 2 of a plan of 1 rounds: rounds are counted from 0");

    /* The first packet is on its way in rounds 0 to 2, and forgotten. */
    test.instance.port_model = RD_PIPELINED_PORTS;
    test.instance.port_count = UINT32_MAX;
    plan = (struct rd_plan){.timing = RD_LOCK_STEP, .step_s = 1};
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    audit.reader.transfer_count = 1;
    rd_plan_add_packet(&plan, &test_arena, (struct rd_transfer){0, 0, 7, RD_CONTROL, 0, 1},
                       (struct rd_dimension_range){0, 2});
    rd_plan_add_packet(&plan, &test_arena, (struct rd_transfer){1, 3, 2, RD_CONTROL, 0, 1},
                       (struct rd_dimension_range){0, 0});
    plan.round_count = 2;
    rd_streaming_referee_close(&audit, &plan, &test_scratch, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_TRANSFER);
    assert_string_equal(verdict.message, "a packet is accepted in round 2 of a plan of 2 rounds");
}

/* It speaks of rows that nobody can look at any more. */
static void no_certificate_of_forgotten_rows(void **state)
{
    (void)state;
    static const struct rd_certificate certificate;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 2, 1);
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1, .certificate = &certificate};
    struct rd_streaming_referee audit;
    struct rd_verdict verdict;
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    audit.reader.transfer_count = 1;
    for (uint32_t round = 0; round < 3; round++)
        rd_plan_add(&plan, &test_arena, (struct rd_transfer){round, 0, 1, RD_CONTROL, 0, 1});
    assert_true(plan.first_transfer > 0);
    rd_streaming_referee_close(&audit, &plan, &test_scratch, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_CERTIFICATE);
    assert_string_equal(
        verdict.message,
        "a certificate of a plan whose transfers were not stored: they are needed to check it");
}

/* Self-timed rows wait for each other across the whole plan; two goals look at rows again. */
static void other_plans_are_kept(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    struct rd_streaming_referee audit;
    struct rd_verdict verdict;
    struct rd_plan plan = {0};
    test.load[0] = 3;
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    audit.reader.transfer_count = 1;
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 2, 0, 1, 1});
    assert_int_equal(plan.transfer_count, 2);
    rd_streaming_referee_close(&audit, &plan, &test_scratch, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached && verdict.makespan_s == 2);
    test.instance.goal = RD_FINISH;
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    assert_null(plan.reader);
    test.instance.goal = RD_STENCIL;
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    assert_null(plan.reader);
}

/* 2^13 hosts tell each other a word, 13 dimensions over, 100 times: 10.6 million rows, 341 MB if
 * they were kept. */
static void memory_does_not_grow_with_the_rounds(void **state)
{
    (void)state;
    enum { DIMENSIONS = 13, HOSTS = 1 << DIMENSIONS, ROUNDS = 100 * DIMENSIONS };
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, HOSTS, 1);
    struct rd_plan plan = {0};
    struct rd_lockstep_network network;
    struct rd_streaming_referee audit;
    struct rd_verdict verdict;
    size_t before = test_arena.taken_bytes;
    rd_streaming_referee_open(&audit, &test.instance, &test_arena, &plan);
    rd_lockstep_open(&network, &test.instance, 1, &test_arena, &plan);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t host = 0; host < HOSTS; host++)
            assert_true(rd_lockstep_send(&network, host, host ^ (1u << round % DIMENSIONS),
                                         RD_CONTROL, 0, 0, NULL));
        rd_lockstep_end_round(&network);
    }
    rd_streaming_referee_close(&audit, &plan, &test_scratch, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_int_equal(verdict.transfers, (int64_t)ROUNDS * HOSTS);
    assert_true(verdict.makespan_s == ROUNDS && verdict.steps == ROUNDS);
    assert_true(test_arena.taken_bytes - before < (size_t)8 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(every_cube_algorithm_is_judged_as_if_its_rows_were_kept),
        ARENAS_TEST(a_forgotten_row_is_named),
        ARENAS_TEST(a_plan_that_ends_before_its_rows_is_illegal),
        ARENAS_TEST(no_certificate_of_forgotten_rows),
        ARENAS_TEST(other_plans_are_kept),
        ARENAS_TEST(memory_does_not_grow_with_the_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
