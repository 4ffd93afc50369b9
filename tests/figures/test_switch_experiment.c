/* The experiment of the switch's figures, where its outcome is known by hand. */
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include "sim/figures/switch_experiment.h"

#include <math.h>

static void deviations_are_of_the_sample(void **state)
{
    (void)state;
    struct rd_mean mean = {0};
    rd_mean_add(&mean, 1);
    assert_true(rd_mean_deviation(&mean) == 0);
    for (int value = 2; value <= 4; value++)
        rd_mean_add(&mean, value);
    /* 2.25 + 0.25 + 0.25 + 2.25 over 3 */
    assert_true(fabs(rd_mean_deviation(&mean) - sqrt(5.0 / 3)) < 1e-15);
}

/* alpha = 1: component j lies whole on host j + 1. */
static void a_shift_needs_no_move(void **state)
{
    struct rd_figure_data data;
    rd_figure_open(&data, *state);
    struct rd_switch_cell cell = {6, 5, "1"};
    struct rd_instance instance;
    struct rd_relabelled found[RD_SWITCH_SERIES];
    assert_true(rd_switch_draw(&cell, 1, &data.plans, &instance, NULL));
    assert_int_equal(rd_load(&instance, 0, 5), 5);
    assert_true(rd_switch_relabel_all(&instance, &data, found, NULL));
    assert_int_equal(found[RD_CANONICAL_SERIES].volume, 30);
    assert_int_equal(found[RD_CANONICAL_SERIES].steps, 5);
    assert_int_equal(found[RD_VOLUME_SERIES].volume, 0);
    assert_int_equal(found[RD_STEPS_SERIES].steps, 0);
    /* 0-1, 2-3 and 4-5 swap: every second host keeps what it holds. */
    assert_int_equal(found[RD_GREEDY_SERIES].volume, 15);
    assert_int_equal(found[RD_GREEDY_SERIES].steps, 5);
    rd_figure_close(&data);
}

static void samples_are_ratios(void **state)
{
    struct rd_figure_data data;
    rd_figure_open(&data, *state);
    struct rd_switch_cell cell = {6, 5, "1"};
    struct rd_switch_sample sample;
    assert_true(rd_switch_sample(&cell, 4, &data, &sample, NULL));
    assert_int_equal(sample.volume[RD_GREEDY_SERIES].count, 4);
    assert_true(sample.volume[RD_GREEDY_SERIES].mean == 0.5);
    assert_true(sample.steps[RD_GREEDY_SERIES].mean == 1);
    assert_true(sample.volume[RD_VOLUME_SERIES].mean == 0);
    assert_true(sample.volume[RD_CANONICAL_SERIES].mean == 1);
    assert_int_equal(sample.full, 4);
    assert_int_equal(sample.beaten, 0);
    /* One item on each of two hosts: in place, or swapped. */
    cell = (struct rd_switch_cell){2, 1, "0"};
    assert_true(rd_switch_sample(&cell, 200, &data, &sample, NULL));
    assert_true(sample.full > 70 && sample.full < 130);
    assert_true(sample.volume[RD_GREEDY_SERIES].mean == 0);
    rd_figure_close(&data);
}

static void simgrid_confirms_steps(void **state)
{
    struct rd_figure_data data;
    rd_figure_open(&data, *state);
    struct rd_switch_cell cell[] = {{5, 4, "0"}, {5, 7, "0.5"}, {5, 3, "1"}};
    int64_t played;
    struct rd_error error;
    if (!rd_switch_play(cell, 3, &data, &played, &error))
        fail_msg("%s", error.message);
    assert_int_equal(played, 3 * RD_SWITCH_SERIES);
    rd_figure_close(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deviations_are_of_the_sample),
        cmocka_unit_test(a_shift_needs_no_move),
        cmocka_unit_test(samples_are_ratios),
        cmocka_unit_test(simgrid_confirms_steps),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
