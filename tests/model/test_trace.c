/* Traces: the written order of rows, blocks that stay with theirs, and the plan of a trace. */
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"
#include "sim/model/trace.h"

#include <math.h>
#include <string.h>

/* Rows 0..7 as they must stand: by start, end, from, to, kind, items; RD_NO_HOST is the greatest
 * `to`, a control word the least kind. */
static const struct rd_timed_transfer in_order[] = {
    {0, 1, 5, 0, 0, 9}, {0, 2, 0, 1, 0, 1}, {0, 2, 1, 0, 0, 1},          {0, 2, 1, 2, -1, 0},
    {0, 2, 1, 2, 0, 1}, {0, 2, 1, 2, 0, 3}, {0, 2, 1, RD_NO_HOST, 0, 1}, {0.5, 0.75, 0, 0, 0, 1},
};
enum { ROWS = sizeof in_order / sizeof *in_order };

static void check_in_order(const struct rd_trace *trace)
{
    assert_int_equal(trace->transfer_count, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i], *expected = &in_order[i];
        assert_true(row->start_s == expected->start_s && row->end_s == expected->end_s);
        assert_int_equal(row->from, expected->from);
        assert_int_equal(row->to, expected->to);
        assert_int_equal(row->kind, expected->kind);
        assert_int_equal(row->items, expected->items);
    }
}

static void shuffle(struct rd_rng *rng, size_t place[ROWS])
{
    for (size_t i = 0; i < ROWS; i++)
        place[i] = i;
    for (size_t i = ROWS - 1; i > 0; i--) {
        size_t j = rd_rng_below(rng, i + 1), other = place[j];
        place[j] = place[i];
        place[i] = other;
    }
}

static void sorts_rows(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int times = 0; times < 100; times++) {
        size_t place[ROWS];
        shuffle(&rng, place);
        struct rd_trace trace = {0};
        for (size_t i = 0; i < ROWS; i++)
            rd_trace_add(&trace, &arena, in_order[place[i]]);
        rd_trace_sort(&trace, &arena);
        check_in_order(&trace);
        assert_null(trace.block);
    }
    struct rd_trace empty = {0};
    rd_trace_sort(&empty, &arena);
    assert_int_equal(empty.transfer_count, 0);
    rd_arena_close(&arena);
}

/* The block of a packet goes where its row goes; equal rows are sorted by block. */
static void sorts_blocks_along(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(2, 0);
    for (int times = 0; times < 100; times++) {
        size_t place[ROWS];
        shuffle(&rng, place);
        struct rd_trace trace = {0};
        for (size_t i = 0; i < ROWS; i++)
            rd_trace_add_packet(
                &trace, &arena, in_order[place[i]],
                (struct rd_dimension_range){(uint8_t)place[i], (uint8_t)(100 - place[i])});
        rd_trace_sort(&trace, &arena);
        check_in_order(&trace);
        for (size_t i = 0; i < ROWS; i++) {
            assert_int_equal(trace.block[i].first, i);
            assert_int_equal(trace.block[i].last, 100 - i);
        }
    }
    static const struct rd_dimension_range unsorted[] = {{2, 0}, {0, 2}, {0, 1}},
                                           sorted[] = {{0, 1}, {0, 2}, {2, 0}};
    struct rd_trace equal = {0};
    for (int i = 0; i < 3; i++)
        rd_trace_add_packet(&equal, &arena, in_order[0], unsorted[i]);
    rd_trace_sort(&equal, &arena);
    assert_memory_equal(equal.block, sorted, sizeof sorted);
    rd_arena_close(&arena);
}

/* More rows than the first capacity, with blocks: none is lost when the arrays move. */
static void grows(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_trace trace = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        rd_arena_take(&arena, 1, 1);
        rd_trace_add_packet(&trace, &arena, (struct rd_timed_transfer){.start_s = i, .from = i},
                            (struct rd_dimension_range){(uint8_t)(i % 20), (uint8_t)(i % 7)});
    }
    assert_int_equal(trace.transfer_count, 1000);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(trace.transfer[i].from, i);
        assert_int_equal(trace.block[i].first, i % 20);
        assert_int_equal(trace.block[i].last, i % 7);
    }
    rd_arena_close(&arena);
}

static void becomes_a_plan_listed_by_start(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_trace trace = {0};
    for (size_t i = ROWS; i-- > 0;)
        rd_trace_add(&trace, &arena, in_order[i]);
    struct rd_plan plan;
    rd_plan_of_trace(&trace, &arena, &plan);
    assert_int_equal(plan.timing, RD_SELF_TIMED);
    assert_int_equal(plan.round_count, 1);
    assert_int_equal(plan.transfer_count, ROWS);
    assert_null(plan.block);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(plan.transfer[i].round, 0);
        assert_int_equal(plan.transfer[i].from, in_order[i].from);
        assert_int_equal(plan.transfer[i].to, in_order[i].to);
        assert_int_equal(plan.transfer[i].kind, in_order[i].kind);
        assert_int_equal(plan.transfer[i].items, in_order[i].items);
        assert_int_equal(plan.transfer[i].messages, 1);
    }
    /* The trace is as it was. */
    assert_int_equal(trace.transfer[0].from, in_order[ROWS - 1].from);
    assert_int_equal(trace.transfer_count, ROWS);
    rd_arena_close(&arena);
}

/* Times that are not numbers have a place too: an order without one may lead a sort astray. */
static void sorts_what_is_not_a_number(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_trace trace = {0};
    static const double starts[] = {3, NAN, 1, INFINITY, NAN, 2, -INFINITY};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        rd_trace_add(&trace, &arena, (struct rd_timed_transfer){.start_s = starts[i]});
    rd_trace_sort(&trace, &arena);
    static const double sorted[] = {-INFINITY, 1, 2, 3, INFINITY};
    for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++)
        assert_true(trace.transfer[i].start_s == sorted[i]);
    assert_true(isnan(trace.transfer[5].start_s) && isnan(trace.transfer[6].start_s));
    rd_arena_close(&arena);
}

/* Two traces in which h0 sends to h1 in [0, 1] and [1, 2], h1 to h0 in [0, 3], and h2 computes in
 * [0, 1]; and one change of the second. In: the row of each that parts, -1 for none. */
static void expect_parting(struct rd_trace *changed, int of_one, int of_other)
{
    static const struct rd_timed_transfer rows[] = {
        {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 2}, {0, 3, 1, 0, 1, 1}, {0, 1, 2, RD_NO_HOST, 0, 1}};
    struct rd_arena arena, scratch;
    struct rd_trace one = {0}, other = {0};
    const struct rd_timed_transfer *x = NULL, *y = NULL;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        rd_trace_add(&one, &arena, rows[i]);
    for (size_t i = 0; i < changed->transfer_count; i++)
        rd_trace_add(&other, &arena, changed->transfer[i]);
    bool agree = rd_traces_agree(&one, &other, &scratch, &x, &y);
    assert_int_equal(agree, of_one < 0 && of_other < 0);
    assert_ptr_equal(x, of_one < 0 ? NULL : &one.transfer[of_one]);
    assert_ptr_equal(y, of_other < 0 ? NULL : &other.transfer[of_other]);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
}

#define PARTS(of_one, of_other, ...)                                                               \
    do {                                                                                           \
        struct rd_timed_transfer rows[] = {__VA_ARGS__};                                           \
        struct rd_trace trace = {.transfer_count = sizeof rows / sizeof *rows, .transfer = rows};  \
        expect_parting(&trace, of_one, of_other);                                                  \
    } while (0)

/* The earliest, not that of the first two hosts; and what one has alone is not held against what
 * comes behind it. */
static void names_where_traces_part(void **state)
{
    (void)state;
    PARTS(-1, -1, {0, 3, 1, 0, 1, 1}, {0, 1, 2, RD_NO_HOST, 0, 1}, {1, 2 + 1e-9, 0, 1, 0, 2},
          {0, 1, 0, 1, 0, 1});
    PARTS(2, 2, {0, 1, 0, 1, 0, 1}, {1, 2.5, 0, 1, 0, 2}, {0, 3.5, 1, 0, 1, 1},
          {0, 1, 2, RD_NO_HOST, 0, 1});
    PARTS(1, 1, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 1}, {0, 3, 1, 0, 1, 1},
          {0, 1, 2, RD_NO_HOST, 0, 1});
    PARTS(1, 1, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 1, 2}, {0, 3, 1, 0, 1, 1},
          {0, 1, 2, RD_NO_HOST, 0, 1});
    PARTS(2, -1, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 2}, {0, 1, 2, RD_NO_HOST, 0, 1});
    PARTS(-1, 2, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 2}, {2, 3, 0, 2, 0, 2}, {0, 3, 1, 0, 1, 1},
          {0, 1, 2, RD_NO_HOST, 0, 1});
    PARTS(3, 3, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 2}, {0, 3, 1, 0, 1, 1},
          {0, 2, 2, RD_NO_HOST, 0, 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_rows),
        cmocka_unit_test(sorts_blocks_along),
        cmocka_unit_test(grows),
        cmocka_unit_test(becomes_a_plan_listed_by_start),
        cmocka_unit_test(sorts_what_is_not_a_number),
        cmocka_unit_test(names_where_traces_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
