/* Plans: appending, rounds, packets, and the computing that no row mentions. */
#include "tests/support/cmocka.h"

#include "sim/model/plan.h"
#include "tests/support/build.h"

static void appends_rows(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_plan plan = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        rd_arena_take(&arena, 1, 1); /* so that growing must move it */
        rd_plan_add(&plan, &arena,
                    (struct rd_transfer){i / 3, i, i + 1, 0, (int64_t)i * 2, (int64_t)i * 3});
    }
    assert_int_equal(plan.transfer_count, 1000);
    assert_int_equal(plan.round_count, 334);
    assert_null(plan.block);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(plan.transfer[i].round, i / 3);
        assert_int_equal(plan.transfer[i].from, i);
        assert_int_equal(plan.transfer[i].to, i + 1);
        assert_int_equal(plan.transfer[i].items, i * 2);
        assert_int_equal(plan.transfer[i].messages, i * 3);
    }
    rd_arena_close(&arena);
}

static void keeps_more_rounds_than_rows_need(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .round_count = 5};
    rd_plan_add(&plan, &arena, (struct rd_transfer){.round = 2, .messages = 1});
    assert_int_equal(plan.round_count, 5);
    rd_plan_add(&plan, &arena, (struct rd_transfer){.round = 7, .messages = 1});
    assert_int_equal(plan.round_count, 8);
    rd_arena_close(&arena);
}

static void reserves_so_that_nothing_moves(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &arena, (struct rd_transfer){.from = 9});
    rd_plan_reserve(&plan, &arena, 500);
    const struct rd_transfer *row = plan.transfer;
    for (uint32_t i = 0; i < 500; i++)
        rd_plan_add(&plan, &arena, (struct rd_transfer){.from = i});
    assert_ptr_equal(plan.transfer, row);
    assert_int_equal(plan.transfer[0].from, 9);
    assert_int_equal(plan.transfer[500].from, 499);
    rd_arena_close(&arena);
}

/* A packet is on its way for as many rounds as its block has dimensions. */
static void appends_packets(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_plan plan = {.timing = RD_LOCK_STEP};
    rd_plan_reserve(&plan, &arena, 3);
    for (uint32_t i = 0; i < 100; i++)
        rd_plan_add_packet(&plan, &arena,
                           (struct rd_transfer){.round = i, .from = i, .messages = 1},
                           (struct rd_dimension_range){(uint8_t)i, 0});
    assert_int_equal(plan.transfer_count, 100);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(plan.transfer[i].from, i);
        assert_int_equal(plan.block[i].first, i);
    }
    /* Row 99 leaves in round 99 and crosses 100 dimensions, in rounds 99 to 198. */
    assert_int_equal(plan.round_count, 199);
    struct rd_plan ascending = {.timing = RD_LOCK_STEP};
    rd_plan_add_packet(&ascending, &arena, (struct rd_transfer){.round = 2, .messages = 1},
                       (struct rd_dimension_range){1, 3});
    assert_int_equal(ascending.round_count, 5);
    rd_arena_close(&arena);
}

struct finish {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_plan plan;
};

/* Three hosts on a two-way ring that compute, two kinds; loads 3, 0, 1 and 0, 2, 0. */
static void open_finish(struct finish *finish)
{
    *finish = (struct finish){0};
    rd_arena_open(&finish->arena, 0);
    rd_arena_open(&finish->scratch, 0);
    finish->test = test_instance_make(&finish->arena, RD_RING, RD_TWO_WAY, 3, 2);
    finish->test.instance.goal = RD_FINISH;
    finish->test.instance.flops_per_item = 1;
    static const int64_t load[] = {3, 0, 0, 2, 1, 0};
    for (int i = 0; i < 6; i++)
        finish->test.load[i] = load[i];
}

static void close_finish(struct finish *finish)
{
    rd_arena_close(&finish->arena);
    rd_arena_close(&finish->scratch);
}

static void add(struct finish *finish, uint32_t round, uint32_t from, uint32_t to, int32_t kind,
                int64_t items, int64_t messages)
{
    rd_plan_add(&finish->plan, &finish->arena,
                (struct rd_transfer){round, from, to, kind, items, messages});
}

static void compute_rest(struct finish *finish)
{
    rd_plan_compute_rest(&finish->plan, &finish->test.instance, &finish->arena, &finish->scratch);
}

static void check_computation(const struct finish *finish, size_t row, uint32_t round,
                              uint32_t host, int32_t kind, int64_t count)
{
    assert_true(row < finish->plan.transfer_count);
    assert_int_equal(finish->plan.transfer[row].round, round);
    assert_int_equal(finish->plan.transfer[row].from, host);
    assert_int_equal(finish->plan.transfer[row].to, RD_NO_HOST);
    assert_int_equal(finish->plan.transfer[row].kind, kind);
    assert_int_equal(finish->plan.transfer[row].items, 1);
    assert_int_equal(finish->plan.transfer[row].messages, count);
}

static void computes_what_is_left(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    add(&finish, 0, 0, 1, 0, 1, 2);           /* kind 0: loads 1, 2, 1 */
    add(&finish, 0, 1, 2, -1, 0, 7);          /* words hold nothing */
    add(&finish, 0, 2, RD_NO_HOST, -1, 9, 1); /* plain work consumes nothing */
    add(&finish, 1, 1, 2, 1, 2, 0);           /* as held, 2 in all: kind 1: 0, 0, 2 */
    add(&finish, 1, 2, RD_NO_HOST, 0, 1, 1);  /* kind 0: 1, 2, 0 */
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 8);
    check_computation(&finish, 5, 1, 0, 0, 1);
    check_computation(&finish, 6, 1, 1, 0, 2);
    check_computation(&finish, 7, 1, 2, 1, 2);
    assert_int_equal(finish.plan.round_count, 2);
    compute_rest(&finish); /* nothing is left */
    assert_int_equal(finish.plan.transfer_count, 8);
    close_finish(&finish);
}

static void computes_an_empty_plan(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 3);
    assert_int_equal(finish.plan.round_count, 1);
    check_computation(&finish, 0, 0, 0, 0, 3);
    check_computation(&finish, 1, 0, 2, 0, 1);
    check_computation(&finish, 2, 0, 1, 1, 2);
    close_finish(&finish);
}

/* A star's master only relays: what is left with it is a goal missed, not a computation. */
static void leaves_the_master_alone(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    finish.test = test_instance_make(&finish.arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    finish.test.instance.goal = RD_FINISH;
    finish.test.instance.flops_per_item = 1;
    finish.test.load[0] = 2;
    add(&finish, 0, 0, 2, 0, 1, 1);
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 2);
    check_computation(&finish, 1, 0, 0, 0, 1);
    close_finish(&finish);
}

static void leaves_other_goals_alone(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    finish.test.instance.goal = RD_BALANCE;
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 0);
    close_finish(&finish);
}

/* In lock-step what arrives in a round is held from the next round on, and a processor takes one
 * row a round: the rest needs rounds of its own, one for each kind that a host has left. */
static void computes_the_rest_of_a_lock_step_plan_in_rounds_of_its_own(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    finish.plan.timing = RD_LOCK_STEP;
    add(&finish, 0, 0, 1, 0, 1, 1); /* host 1 ends with 1 of kind 0 and 2 of kind 1 */
    finish.plan.round_count = 3;
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 5);
    check_computation(&finish, 1, 3, 0, 0, 2);
    check_computation(&finish, 2, 3, 1, 0, 1);
    check_computation(&finish, 3, 3, 2, 0, 1);
    check_computation(&finish, 4, 4, 1, 1, 2);
    assert_int_equal(finish.plan.round_count, 5);
    close_finish(&finish);
}

/* What the referee will refuse must not stop the program before it is judged. */
static void leaves_nonsense_to_the_referee(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    struct rd_transfer nonsense[] = {
        {0, 7, 1, 0, 1, 1},         {0, 0, 9, 0, 1, 1},
        {5, 0, 1, 3, 1, 1},         {5, 0, 1, -7, 1, 1},
        {3, 0, 1, 0, INT64_MIN, 1}, {4, 0, 1, 0, INT64_MAX, INT64_MAX},
        {4, 0, 1, 0, INT64_MAX, 1}, {4, 0, 1, 0, INT64_MAX, 1},
        {4, 0, 1, 0, 1, INT64_MIN}, {UINT32_MAX - 1, 0, 1, 0, 1, 1},
        {2, 0, 1, 0, 1, 1},
    };
    finish.plan.transfer = nonsense;
    finish.plan.round_count = 1;
    for (size_t count = 0; count <= sizeof nonsense / sizeof *nonsense; count++) {
        finish.plan.transfer_count = finish.plan.transfer_capacity = count;
        struct rd_plan plan = finish.plan;
        compute_rest(&finish);
        assert_true(finish.plan.transfer_count >= count);
        finish.plan = plan;
    }
    nonsense[0].round = UINT32_MAX;
    finish.plan.transfer_count = finish.plan.transfer_capacity = 1;
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 1);
    close_finish(&finish);
}

/* Packets are messages; a plan of packets says nothing of computing. */
static void adds_no_computation_to_packets(void **state)
{
    (void)state;
    struct finish finish;
    open_finish(&finish);
    finish.plan.timing = RD_LOCK_STEP;
    rd_plan_add_packet(&finish.plan, &finish.arena, (struct rd_transfer){0, 0, 1, 0, 1, 1},
                       (struct rd_dimension_range){0, 0});
    compute_rest(&finish);
    assert_int_equal(finish.plan.transfer_count, 1);
    close_finish(&finish);
}

/* Links of 1 s an item, the second with 1 s more to start. Only what costs nothing is cut. */
static void splits_items(void **state)
{
    (void)state;
    static const struct rd_link_cost cost[] = {{0, 1}, {1, 1}, {0, 1}};
    static const struct rd_transfer rows[] = {{0, 0, 1, 0, 5, 3},  {0, 1, 2, 0, 5, 3},
                                              {0, 2, 0, 0, 1, 4},  {0, 2, 0, 0, 6, 0},
                                              {0, 2, 0, -1, 0, 2}, {0, 2, RD_NO_HOST, 0, 7, 1},
                                              {0, 2, 99, 0, 7, 1}, {0, 2, 0, 0, INT64_MAX, 2}};
    struct rd_arena arena;
    struct rd_plan plan = {0};
    struct rd_instance instance = {.link_cost = cost};
    struct rd_error error;
    assert_true(rd_topology_make(RD_RING, RD_ONE_WAY, 3, &instance.topology, &error));
    rd_arena_open(&arena, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        rd_plan_add(&plan, &arena, rows[i]);
    plan.timing = RD_LOCK_STEP;
    rd_plan_split_items(&plan, &instance);
    assert_int_equal(plan.transfer[0].items, 5);
    plan.timing = RD_SELF_TIMED;
    instance.sends = RD_SINGLE_SEND;
    rd_plan_split_items(&plan, &instance);
    assert_int_equal(plan.transfer[0].items, 5);
    instance.sends = RD_SENDS_UNSET;
    rd_plan_split_items(&plan, &instance);
    assert_int_equal(plan.transfer[0].items, 1);
    assert_int_equal(plan.transfer[0].messages, 15);
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(plan.transfer[i].items, rows[i].items);
        assert_int_equal(plan.transfer[i].messages, rows[i].messages);
    }
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_rows),
        cmocka_unit_test(keeps_more_rounds_than_rows_need),
        cmocka_unit_test(reserves_so_that_nothing_moves),
        cmocka_unit_test(appends_packets),
        cmocka_unit_test(computes_what_is_left),
        cmocka_unit_test(computes_an_empty_plan),
        cmocka_unit_test(leaves_other_goals_alone),
        cmocka_unit_test(leaves_the_master_alone),
        cmocka_unit_test(computes_the_rest_of_a_lock_step_plan_in_rounds_of_its_own),
        cmocka_unit_test(leaves_nonsense_to_the_referee),
        cmocka_unit_test(adds_no_computation_to_packets),
        cmocka_unit_test(splits_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
