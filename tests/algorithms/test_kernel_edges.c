/* Shared kernels at their edges: the smallest problems, and results that prove nothing, which the
 * checks of proofs have to refuse. */
#include "algorithms/hypercube/vertex_isoperimetry.h"
#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/bipartite_matching.h"
#include "algorithms/kernels/bottleneck.h"
#include "algorithms/kernels/bucket_queue.h"
#include "algorithms/kernels/list_schedule.h"
#include "algorithms/kernels/maximum_weight_matching.h"
#include "tests/support/arenas.h"
#include "tests/support/cmocka.h"

#include <math.h>

/* Costs 1 5 | 5 2: the diagonal is best, costs 3 in all and 2 at the most expensive. */
static const int64_t cost[4] = {1, 5, 5, 2};

static void assignments_prove_themselves_or_not(void **state)
{
    (void)state;
    uint32_t column[2] = {0, 1};
    int64_t row_dual[2] = {1, 2}, column_dual[2] = {0, 0};
    struct rd_assignment assignment = {column, row_dual, column_dual, 3};
    assert_true(rd_assignment_is_proved(2, cost, &assignment, &test_scratch));
    assignment.cost = 4; /* not what it costs */
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &test_scratch));
    assignment.cost = 3;
    row_dual[1] = 1; /* duals that allow less */
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &test_scratch));
    row_dual[1] = 3; /* duals above a cost */
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &test_scratch));
    row_dual[1] = 2;
    column[1] = 0; /* a column taken twice */
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &test_scratch));
    column[1] = 2; /* a column that is none */
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &test_scratch));
}

/* By edges below 2, row 1 reaches nothing. */
static void bottlenecks_prove_themselves_or_not(void **state)
{
    (void)state;
    uint32_t column[2] = {0, 1}, hall_row[2] = {1, 0};
    struct rd_bottleneck_assignment bottleneck = {column, 2, hall_row, 1};
    assert_true(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &test_scratch));
    bottleneck.value = 5; /* not the most expensive on it */
    assert_false(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &test_scratch));
    bottleneck.value = 2;
    bottleneck.hall_row_count = 0; /* no rows that reach too little */
    assert_false(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &test_scratch));
    bottleneck.hall_row_count = 1;
    hall_row[0] = 0; /* row 0 reaches column 0 for 1 */
    assert_false(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &test_scratch));
    hall_row[0] = 1;
    column[1] = 0;
    assert_false(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &test_scratch));
    column[1] = 2;
    assert_false(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &test_scratch));
}

static void perfect_matchings_break_no_condition(void **state)
{
    (void)state;
    struct rd_bipartite graph = rd_bipartite_make(2, &test_arena);
    uint32_t column[2] = {RD_UNMATCHED, RD_UNMATCHED}, row[2];
    rd_bipartite_join(&graph, 0, 0);
    rd_bipartite_join(&graph, 1, 0);
    assert_int_equal(rd_bipartite_match(&graph, column, &test_scratch), 1);
    assert_int_equal(rd_bipartite_hall_rows(&graph, column, row, &test_scratch), 2);
    rd_bipartite_join(&graph, 1, 1);
    assert_int_equal(rd_bipartite_match(&graph, column, &test_scratch), 2);
    assert_int_equal(rd_bipartite_hall_rows(&graph, column, row, &test_scratch), 0);
}

static void a_graph_without_edges_ends_at_once(void **state)
{
    (void)state;
    struct rd_multigraph graph = {3, 0, NULL};
    struct rd_weighted_matching matching = rd_weighted_matching_open(&graph, &test_arena);
    rd_weighted_matching_cover(&matching);
    assert_false(rd_weighted_matching_advance(&matching));
    assert_int_equal(matching.time, 0);
}

static struct rd_list_priority any(void *context, size_t link, int64_t left, const int64_t held[2])
{
    (void)held;
    (void)context;
    (void)link;
    return (struct rd_list_priority){(double)left, 0};
}

/* Two links from host 0 to host 1, 2 s an item: 2 items over the first and 1 over the second take
 * host 0's port for 6 s. What two links carry is not one row. */
static void links_side_by_side(void **state)
{
    (void)state;
    struct rd_list_link link[2] = {{.from = 0, .to = 1, .item_s = 2, .items = 2},
                                   {.from = 0, .to = 1, .item_s = 2, .items = 1}};
    struct rd_list_problem problem = {
        .host_count = 2, .port_count = 1, .link_count = 2, .link = link, .priority = any};
    uint32_t order[3];
    assert_true(rd_list_schedule(&problem, INFINITY, order, &test_scratch) == 6);
    uint32_t in_turn[3] = {0, 0, 1};
    struct rd_plan plan = {0};
    rd_list_plan(&problem, in_turn, 3, &test_arena, &test_scratch, &plan);
    assert_int_equal(plan.transfer_count, 2);
    assert_int_equal(plan.transfer[0].messages, 2);
    assert_int_equal(plan.transfer[1].messages, 1);
    link[0].items = link[1].items = INT64_MAX / 2 + 1;
    assert_true(rd_list_item_count(&problem) == INT64_MAX);
}

/* 59 of 60 elements can be taken in 60 ways. */
static void binomials_at_their_limits(void **state)
{
    (void)state;
    assert_int_equal(rd_binomial(3, 4), 0);
    assert_int_equal(rd_binomial(60, 60), 1);
    assert_int_equal(rd_least_shadow(1, 60), 60);
    assert_int_equal(rd_least_shadow(0, 60), 0);
}

/* Vertices beside the limits of words, at dates beside those of a turn of the buckets: they come
 * date by date in ascending order, each once, and a date that is over can be used again. */
static void buckets_are_taken_in_order(void **state)
{
    (void)state;
    enum { N = 5000 };
    static const uint32_t vertex[] = {4999, 0, 4096, 63, 4095, 64};
    static const uint32_t ascending[] = {0, 63, 64, 4095, 4096, 4999};
    enum { COUNT = sizeof vertex / sizeof vertex[0] };
    uint32_t taken[N];
    for (int64_t now = 0; now < 3 * RD_BUCKETS; now += 31) {
        struct rd_bucket_queue queue = rd_bucket_queue_open(N, &test_scratch);
        assert_true(rd_bucket_first(&queue, now) == INT64_MAX);
        for (uint32_t turn = 0; turn < 2; turn++, now += RD_BUCKETS - 1) {
            rd_bucket_put(&queue, now + RD_BUCKETS - 1, 7);
            for (uint32_t i = 0; i < 2 * COUNT; i++)
                rd_bucket_put(&queue, now + 5, vertex[i % COUNT]);
            assert_true(rd_bucket_first(&queue, now) == now + 5);
            assert_int_equal(rd_bucket_take(&queue, now + 5, taken), COUNT);
            assert_memory_equal(taken, ascending, sizeof ascending);
            assert_int_equal(rd_bucket_take(&queue, now + 5, taken), 0);
            assert_true(rd_bucket_first(&queue, now + 5) == now + RD_BUCKETS - 1);
            assert_int_equal(rd_bucket_take(&queue, now + RD_BUCKETS - 1, taken), 1);
            assert_int_equal(taken[0], 7);
            assert_true(rd_bucket_first(&queue, now + RD_BUCKETS - 1) == INT64_MAX);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(assignments_prove_themselves_or_not),
        ARENAS_TEST(bottlenecks_prove_themselves_or_not),
        ARENAS_TEST(perfect_matchings_break_no_condition),
        ARENAS_TEST(a_graph_without_edges_ends_at_once),
        ARENAS_TEST(links_side_by_side),
        ARENAS_TEST(buckets_are_taken_in_order),
        ARENAS_TEST(binomials_at_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
