/* Stars that figures draw: a known one on SimGrid too. */
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include "sim/figures/drawn_star.h"

#include <math.h>
#include <string.h>

/* The paper's Table 1: 12 s, 13 s if nothing moves; MBA refuses unequal links. */
static void table_1_is_measured_and_played(void **state)
{
    struct rd_figure_data data;
    rd_figure_open(&data, *state);
    struct rd_drawn_star star = {
        .worker_count = 4, .c = {1, 8, 1, 1}, .w = {1, 1, 9, 10}, .load = {13, 13, 0, 0}};
    rd_drawn_star_finish(&star);
    assert_int_equal(star.item_count, 26);
    static const char *const name[] = {"star-exact", "star-nothing", "star-mba"};
    struct rd_star_result result[3];
    struct rd_error error;
    if (!rd_drawn_star_measure(&star, name, 3, true, &data, result, &error))
        fail_msg("%s", error.message);
    assert_true(fabs(result[0].seconds - 12) < 1e-9 && result[0].moved_items == 3);
    assert_true(fabs(result[1].seconds - 13) < 1e-9 && result[1].moved_items == 0);
    assert_true(isnan(result[2].seconds));
    assert_true(fabs(rd_drawn_star_bound(&star, &data).bound_s - 12) < 1e-9);
    rd_figure_close(&data);
}

static void items_drop_among_the_first_workers(void **state)
{
    (void)state;
    struct rd_drawn_star star = {.worker_count = 5};
    struct rd_rng rng = rd_rng_seeded(1, 0);
    rd_drawn_star_drop(&rng, 1000, 2, &star);
    assert_int_equal(star.load[0] + star.load[1], 1000);
    assert_true(star.load[0] > 400 && star.load[1] > 400);
    struct rd_star_costs costs = {3, 5, 7, 7, true, false};
    rd_drawn_star_draw_costs(&rng, &costs, &star);
    for (uint32_t worker = 0; worker < 5; worker++)
        assert_true(star.c[worker] == star.c[0] && star.w[worker] == 7);
    assert_true(star.c[0] >= 3 && star.c[0] <= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_1_is_measured_and_played),
        cmocka_unit_test(items_drop_among_the_first_workers),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
