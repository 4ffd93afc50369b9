/* Columns that move round a ring keep their order, or the check says where they do not. */
#include "sim/figures/ring_order.h"
#include "tests/support/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct rd_arena arena;

static struct test_instance ring(const int64_t load[3])
{
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 3, 1);
    for (int host = 0; host < 3; host++)
        test.load[host] = load[host];
    return test;
}

static struct rd_trace trace_of(const struct rd_timed_transfer *row, size_t count)
{
    struct rd_trace trace = {0};
    for (size_t i = 0; i < count; i++)
        rd_trace_add(&trace, &arena, row[i]);
    return trace;
}

/* Columns 0 1 | 2 | 3. Host 0 sends column 1 on; host 1 sends 2 at once and keeps 1; host 2 sends 3
 * to host 0: 3 0 | 1 | 2, a rotation of the same order. */
static void test_forward_keeps_the_order(void **state)
{
    (void)state;
    struct test_instance test = ring((int64_t[]){2, 1, 1});
    const struct rd_timed_transfer rows[] = {
        {0, 1, 0, 1, 0, 1}, {0, 1, 1, 2, 0, 1}, {0, 1, 2, 0, 0, 1}};
    struct rd_trace trace = trace_of(rows, 3);
    uint32_t host = 9;
    assert_true(rd_ring_order_is_kept(&test.instance, &trace, &arena, &host));
    assert_int_equal(host, 9);
}

/* Two columns in one message keep their order: 0 1 2 | 3 | 4. Host 0 sends 2 and 1, in this order
 * from its end; they arrive before 3 as 1 2. */
static void test_messages_of_several_columns(void **state)
{
    (void)state;
    struct test_instance test = ring((int64_t[]){3, 1, 1});
    const struct rd_timed_transfer rows[] = {{0, 2, 0, 1, 0, 2}, {2, 3, 1, 2, 0, 1}};
    struct rd_trace trace = trace_of(rows, 2);
    uint32_t host;
    assert_true(rd_ring_order_is_kept(&test.instance, &trace, &arena, &host));
}

/* An edge that carries columns both ways at once exchanges them: 0 | 1 | 2, hosts 0 and 1 swap. */
static void test_both_ways_over_an_edge(void **state)
{
    (void)state;
    struct test_instance test = ring((int64_t[]){1, 1, 1});
    const struct rd_timed_transfer rows[] = {{0, 1, 0, 1, 0, 1}, {0, 1, 1, 0, 0, 1}};
    struct rd_trace trace = trace_of(rows, 2);
    uint32_t host = 9;
    assert_false(rd_ring_order_is_kept(&test.instance, &trace, &arena, &host));
    assert_int_equal(host, 1);
}

/* There and back: 0 1 | 2 | 3. */
static void test_there_and_back(void **state)
{
    (void)state;
    struct test_instance test = ring((int64_t[]){2, 1, 1});
    /* Host 0 sends backward its first column, 0, which host 2 puts behind 3: in order. Then host 2
     * sends forward its last, the same column, back to the front of host 0: still in order. */
    const struct rd_timed_transfer fine[] = {{0, 1, 0, 2, 0, 1}, {1, 2, 2, 0, 0, 1}};
    struct rd_trace trace = trace_of(fine, 2);
    uint32_t host = 9;
    assert_true(rd_ring_order_is_kept(&test.instance, &trace, &arena, &host));
}

int main(void)
{
    rd_arena_open(&arena, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward_keeps_the_order),
        cmocka_unit_test(test_messages_of_several_columns),
        cmocka_unit_test(test_both_ways_over_an_edge),
        cmocka_unit_test(test_there_and_back),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
