/* Stars that figures draw: a known one on SimGrid too, and the cells of the experiment. */
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include "sim/figures/star_experiment.h"

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

/* What a watcher has seen. */
struct watched {
    int stars, cells;
    int of_kind[RD_STAR_KINDS], of_range[RD_STAR_RANGES], piled, large;
};

static void watch(void *context, const struct rd_star_cell *cell,
                  const struct rd_star_outcome *outcome)
{
    struct watched *watched = context;
    if (!outcome) {
        watched->cells++;
        return;
    }
    watched->stars++;
    watched->of_kind[cell->kind]++;
    watched->of_range[cell->range]++;
    watched->piled += cell->piled;
    watched->large += cell->worker_count == 20;
    assert_int_equal(cell->worker_count * cell->average, 200);
    if (cell->piled)
        assert_int_equal(outcome->item_count, 200);
    assert_true(outcome->bound_s <= outcome->best_s * (1 + 1e-9));
    for (int h = 0; h < RD_STAR_HEURISTICS; h++)
        assert_true(rd_star_off_percent(outcome, h) >= 0);
}

/* 4 kinds, 3 ranges, spread and piled, two sizes: 48 cells, one star of each on SimGrid with eight
 * plans. */
static void every_cell_is_visited(void **state)
{
    struct rd_figure_data data;
    rd_figure_open(&data, *state);
    struct rd_figure_settings settings = {0};
    struct watched watched = {0};
    struct rd_error error;
    int64_t played;
    if (!rd_star_experiment(&settings, 2, watch, &watched, &data, &played, &error))
        fail_msg("%s", error.message);
    assert_int_equal(watched.cells, 48);
    assert_int_equal(watched.stars, 96);
    assert_int_equal(played, 48 * 8);
    for (int kind = 0; kind < RD_STAR_KINDS; kind++)
        assert_int_equal(watched.of_kind[kind], 24);
    for (int range = 0; range < RD_STAR_RANGES; range++)
        assert_int_equal(watched.of_range[range], 32);
    assert_int_equal(watched.piled, 48);
    assert_int_equal(watched.large, 48);
    rd_figure_close(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_1_is_measured_and_played),
        cmocka_unit_test(items_drop_among_the_first_workers),
        cmocka_unit_test(every_cell_is_visited),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
