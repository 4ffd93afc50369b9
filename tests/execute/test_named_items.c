/* Stretches of numbered items against item by item: the first range in the list that has an item
 * has it. */
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"
#include "sim/execute/mpi_named_items.h"

enum { MOST_ITEMS = 40, MOST_RANGES = 12, TRIALS = 2000 };

static void stretches_are_dealt_out_in_order(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    for (int trial = 0; trial < TRIALS; trial++) {
        int64_t all = rd_rng_between(&rng, 1, MOST_ITEMS);
        size_t count = rd_rng_below(&rng, MOST_RANGES + 1), cuts = 0;
        size_t has[MOST_ITEMS], before = RD_NO_RANGE;
        struct rd_item_range range[MOST_RANGES];
        struct rd_stretches stretches;
        for (int64_t item = 0; item < all; item++)
            has[item] = RD_NO_RANGE;
        for (size_t i = 0; i < count; i++) {
            range[i].first = rd_rng_between(&rng, 0, all - 1);
            range[i].end = rd_rng_between(&rng, range[i].first, all);
            for (int64_t item = range[i].first; item < range[i].end; item++)
                has[item] = has[item] == RD_NO_RANGE ? i : has[item];
        }
        assert_true(rd_stretches_find(range, count, all, &stretches));
        assert_int_equal(stretches.from[0], 0);
        assert_int_equal(stretches.from[stretches.count], all);
        for (int64_t item = 0; item < all; item++) {
            size_t at = rd_stretch_of(&stretches, item);
            assert_true(stretches.from[at] <= item && item < stretches.from[at + 1]);
            assert_true(stretches.range[at] == has[item]);
            cuts += item == 0 || has[item] != before;
            before = has[item];
        }
        assert_true(stretches.count >= cuts);
        rd_stretches_free(&stretches);
    }
}

/* Kind 0 has items 0-2, kind 1 items 3-9 in two pieces; ranks 1 and 2 hold some. */
static void pieces_are_numbered(void **state)
{
    (void)state;
    struct rd_problem problem = {.goal = RD_GOAL_COPIES,
                                 .piece_count = 3,
                                 .piece_kind = (const uint32_t[]){0, 1, 1},
                                 .piece_items = (const int64_t[]){3, 2, 5},
                                 .piece_held_first = (const size_t[]){0, 1, 3, 4},
                                 .piece_held = (const uint32_t[]){1, 1, 2, 2}};
    int64_t first[3];
    struct rd_item_range range[3];
    assert_int_equal(rd_named_kinds(&problem), 2);
    rd_number_items(&problem, first);
    assert_int_equal(first[0], 0);
    assert_int_equal(first[1], 3);
    assert_int_equal(first[2], 10);
    assert_int_equal(rd_held_ranges(&problem, 0, range), 0);
    assert_int_equal(rd_held_ranges(&problem, 1, range), 2);
    assert_int_equal(range[1].first, 3);
    assert_int_equal(range[1].end, 5);
    assert_int_equal(rd_held_ranges(&problem, 2, range), 2);
    assert_int_equal(range[1].first, 5);
    assert_int_equal(range[1].end, 10);
    problem.piece_kind = NULL; /* all of one kind */
    assert_int_equal(rd_named_kinds(&problem), 1);
    rd_number_items(&problem, first);
    assert_int_equal(first[0], 0);
    assert_int_equal(first[1], 10);
    problem.goal = RD_GOAL_AFTER;
    assert_int_equal(rd_named_kinds(&problem), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_are_dealt_out_in_order),
        cmocka_unit_test(pieces_are_numbered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
