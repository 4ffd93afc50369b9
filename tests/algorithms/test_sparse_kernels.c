/* The sparse matching kernels against the dense ones, which test_matching_kernels.c holds against
 * every permutation. The argument multiplies the random problems. */
#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/bottleneck.h"
#include "algorithms/kernels/sparse_assignment.h"
#include "algorithms/kernels/sparse_bottleneck.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"

enum { MOST = 70, TRIALS = 3000 };

static uint64_t times = 1;

/* What a random problem has: the edges that are listed, and all of them as a matrix. */
struct problem {
    uint32_t n;
    uint64_t row_start[MOST + 1];
    uint32_t column[MOST * MOST];
    int64_t value[MOST * MOST];
    int64_t row_cost[MOST], column_cost[MOST];
    bool row_needs[MOST], column_needs[MOST];
    int64_t matrix[MOST * MOST];
};

static struct rd_sparse listed_of(const struct problem *problem)
{
    return (struct rd_sparse){problem->n, problem->row_start, problem->column, problem->value};
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* One of the rows or columns costs something, or nothing can be had but what is listed. */
static int64_t draw_own_cost(struct rd_rng *rng, int64_t most, uint64_t none_in)
{
    return none_in && rd_rng_below(rng, none_in) == 0 ? RD_NO_EDGE : rd_rng_between(rng, 0, most);
}

enum { DENSE_NO_EDGE = 1000000 };

/* Listed edges are at most as dear as they would be unlisted; a listed permutation makes sure that
 * some matching is perfect. */
static void draw_costs(struct rd_rng *rng, struct problem *problem, uint64_t none_in)
{
    uint32_t n = problem->n = (uint32_t)rd_rng_between(rng, 1, rd_rng_below(rng, 4) ? 8 : MOST);
    int64_t most = rd_rng_between(rng, 0, 30);
    uint64_t density = 1 + rd_rng_below(rng, 10), count = 0;
    uint32_t shift = (uint32_t)rd_rng_below(rng, n);
    for (uint32_t i = 0; i < n; i++) {
        problem->row_cost[i] = draw_own_cost(rng, most, none_in);
        problem->column_cost[i] = draw_own_cost(rng, most, none_in);
    }
    for (uint32_t row = 0; row < n; row++) {
        problem->row_start[row] = count;
        for (uint32_t column = 0; column < n; column++) {
            int64_t unlisted = greater(problem->row_cost[row], problem->column_cost[column]);
            int64_t *entry = &problem->matrix[row * n + column];
            *entry = unlisted == RD_NO_EDGE ? DENSE_NO_EDGE : unlisted;
            bool diagonal = none_in && column == (row + shift) % n;
            if (!diagonal && rd_rng_below(rng, density) > 0)
                continue;
            *entry = rd_rng_between(rng, -2, unlisted == RD_NO_EDGE ? most : unlisted);
            problem->column[count] = column;
            problem->value[count++] = *entry;
        }
    }
    problem->row_start[n] = count;
}

static void test_bottleneck_equals_the_dense_one(void **state)
{
    (void)state;
    static struct problem problem;
    struct rd_rng rng = rd_rng_seeded(61, 1);
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        draw_costs(&rng, &problem, trial % 2 ? 4 : 0);
        struct rd_sparse listed = listed_of(&problem);
        struct rd_bottleneck_assignment sparse = rd_sparse_bottleneck_assign(
            &listed, problem.row_cost, problem.column_cost, &test_arena, &test_scratch);
        struct rd_bottleneck_assignment dense =
            rd_bottleneck_assign(problem.n, problem.matrix, &test_arena, &test_scratch);
        assert_int_equal(sparse.value, dense.value);
        assert_true(
            rd_bottleneck_assignment_is_proved(problem.n, problem.matrix, &sparse, &test_scratch));
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("sparse bottleneck assignment", TRIALS * times);
}

/* Gains where something is listed; those in need have no other edges. */
static void draw_gains(struct rd_rng *rng, struct problem *problem, bool needs)
{
    uint32_t n = problem->n = (uint32_t)rd_rng_between(rng, 1, rd_rng_below(rng, 4) ? 8 : MOST);
    int64_t most = rd_rng_below(rng, 3) ? 4 : 1000;
    uint64_t density = 1 + rd_rng_below(rng, 10), count = 0;
    uint32_t shift = (uint32_t)rd_rng_below(rng, n);
    for (uint32_t i = 0; i < n; i++) {
        problem->row_needs[i] = needs && rd_rng_below(rng, 3) == 0;
        problem->column_needs[i] = needs && rd_rng_below(rng, 3) == 0;
    }
    for (uint32_t row = 0; row < n; row++) {
        problem->row_start[row] = count;
        for (uint32_t column = 0; column < n; column++) {
            bool open = !problem->row_needs[row] && !problem->column_needs[column];
            int64_t *entry = &problem->matrix[row * n + column];
            *entry = open ? 0 : DENSE_NO_EDGE;
            if (!(needs && column == (row + shift) % n) && rd_rng_below(rng, density) > 0)
                continue;
            problem->column[count] = column;
            problem->value[count] = rd_rng_between(rng, 0, most);
            *entry = -problem->value[count++];
        }
    }
    problem->row_start[n] = count;
}

static void test_assignment_equals_the_dense_one(void **state)
{
    (void)state;
    static struct problem problem;
    struct rd_rng rng = rd_rng_seeded(61, 2);
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        draw_gains(&rng, &problem, trial % 2);
        struct rd_sparse listed = listed_of(&problem);
        struct rd_sparse_assignment sparse =
            rd_sparse_assign(&listed, trial % 2 ? problem.row_needs : NULL,
                             trial % 2 ? problem.column_needs : NULL, &test_arena, &test_scratch);
        struct rd_assignment dense =
            rd_assign(problem.n, problem.matrix, &test_arena, &test_scratch);
        assert_int_equal(sparse.gain, -dense.cost);
        /* What it says must prove itself as a result of the dense kernel. */
        struct rd_assignment negated = {sparse.column_of_row, sparse.row_dual, sparse.column_dual,
                                        -sparse.gain};
        for (uint32_t i = 0; i < problem.n; i++) {
            assert_true(problem.row_needs[i] || sparse.row_dual[i] >= 0);
            assert_true(problem.column_needs[i] || sparse.column_dual[i] >= 0);
            negated.row_dual[i] = -sparse.row_dual[i];
            negated.column_dual[i] = -sparse.column_dual[i];
        }
        assert_true(rd_assignment_is_proved(problem.n, problem.matrix, &negated, &test_scratch));
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("sparse assignment", TRIALS * times);
}

/* By hand: rows 0 and 1 need a partner and share column 2; row 2 and columns 0 and 1 need none. */
static void test_rows_that_cannot_be_covered(void **state)
{
    (void)state;
    struct rd_sparse graph = {3, (uint64_t[]){0, 1, 2, 4}, (uint32_t[]){2, 2, 0, 2}, NULL};
    uint32_t column_of_row[3], hall_row[3], count = 0;
    bool rows[] = {true, true, false}, nobody[3] = {false}, columns[] = {true, true, false};
    assert_false(
        rd_sparse_cover(&graph, rows, nobody, column_of_row, hall_row, &count, &test_scratch));
    assert_int_equal(count, 2);
    assert_int_equal(hall_row[0], 0);
    assert_int_equal(hall_row[1], 1);
    /* Column 1 has no edge: every row is one of those that do not reach it. */
    assert_false(
        rd_sparse_cover(&graph, nobody, columns, column_of_row, hall_row, &count, &test_scratch));
    assert_int_equal(count, 3);
    /* One of them is covered; whoever is left over is matched in order. */
    rows[1] = false;
    assert_true(
        rd_sparse_cover(&graph, rows, nobody, column_of_row, hall_row, &count, &test_scratch));
    assert_int_equal(column_of_row[0], 2);
    assert_int_equal(column_of_row[1], 0);
    assert_int_equal(column_of_row[2], 1);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(test_bottleneck_equals_the_dense_one),
        ARENAS_TEST(test_assignment_equals_the_dense_one),
        ARENAS_TEST(test_rows_that_cannot_be_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
