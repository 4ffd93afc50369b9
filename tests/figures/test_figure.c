/* What every figure shares: means, verdicts, files. */
#include "tests/support/cmocka.h"

#include "sim/figures/figure.h"
#include "sim/base/mean.h"
#include "sim/figures/figure_manifest.h"
#include "sim/figures/plots.h"
#include "sim/figures/publish.h"
#include "sim/figures/ring_application.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct rd_arena arena;

/* 2 4 4 4 5 5 7 9: mean 5, squares of deviations 9 1 1 1 0 0 4 16, sum 32; variance 32 / 7,
 * standard error sqrt(32 / 7 / 8) = sqrt(4 / 7); with 7 degrees of freedom Student's quantile
 * is 2.365. */
static void test_mean(void **state)
{
    (void)state;
    const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct rd_mean mean = {0};
    for (size_t i = 0; i < 8; i++)
        rd_mean_add(&mean, values[i]);
    assert_int_equal(mean.count, 8);
    assert_true(fabs(mean.mean - 5) < 1e-12);
    assert_true(fabs(rd_mean_error(&mean) - sqrt(4.0 / 7)) < 1e-12);
    assert_true(fabs(rd_mean_half_width(&mean) - 2.365 * sqrt(4.0 / 7)) < 1e-12);
}

/* The half width of n values, -1 and 1 in turn for an even n: variance n / (n - 1), so the error of
 * the mean is sqrt(1 / (n - 1)). */
static double half_width_of(int n)
{
    struct rd_mean mean = {0};
    for (int i = 0; i < n; i++)
        rd_mean_add(&mean, i % 2 ? 1 : -1);
    return rd_mean_half_width(&mean);
}

/* One value says nothing of its error. Published 97.5 % quantiles of Student's distribution: 31
 * degrees of freedom 2.0395, 59 2.0010, 119 1.9801, 1999 1.9612. */
static void test_mean_of_few_and_of_many(void **state)
{
    (void)state;
    struct rd_mean mean = {0};
    rd_mean_add(&mean, 3);
    assert_true(rd_mean_half_width(&mean) == 0);
    assert_true(fabs(half_width_of(32) * sqrt(31) - 2.0395) < 1e-4);
    assert_true(fabs(half_width_of(60) * sqrt(59) - 2.0010) < 1e-4);
    assert_true(fabs(half_width_of(120) * sqrt(119) - 1.9801) < 1e-4);
    assert_true(fabs(half_width_of(2000) * sqrt(1999) - 1.9612) < 1e-4);
}

/* Four numbers: a quarter lies 3/4 of the way from the first to the second, the median between the
 * middle ones. */
static void test_quantiles(void **state)
{
    (void)state;
    double four[] = {8, 1, 4, 2}, three[] = {5, 1, 3};
    rd_sort_numbers(four, 4);
    rd_sort_numbers(three, 3);
    assert_true(rd_quantile(four, 4, 0) == 1 && rd_quantile(four, 4, 1) == 8);
    assert_true(rd_quantile(four, 4, 0.25) == 1.75 && rd_quantile(four, 4, 0.5) == 3);
    assert_true(rd_quantile(three, 3, 0.5) == 3 && rd_quantile(three, 1, 0.5) == 1);
}

static struct rd_check check(double measured, double half_width, double low, double high)
{
    return (struct rd_check){.what = "a value",
                             .published = NAN,
                             .measured = measured,
                             .half_width = half_width,
                             .low = low,
                             .high = high,
                             .why = "by hand"};
}

static struct rd_checks judged(struct rd_check one)
{
    struct rd_checks checks = {.arena = &arena};
    rd_checks_add(&checks, one);
    return checks;
}

/* A law holds for the whole interval, an earlier run for the value. */
static void test_verdicts(void **state)
{
    (void)state;
    struct rd_check wide = check(5.5, 1, 4, 6);
    assert_true(judged(check(5, 0, 4, 6)).check->met);
    assert_true(judged(check(5, 1, 4, 6)).check->met);
    assert_true(judged(check(4, 0, 4, 4)).check->met);
    assert_false(judged(check(7, 0, 4, 6)).check->met);
    assert_false(judged(check(3.9, 0, 4, 6)).check->met);
    assert_false(judged(wide).check->met); /* up to 6.5 */
    wide.by = RD_BY_EARLIER_RUN;
    assert_true(judged(wide).check->met);
    wide.low = wide.high = 5.46; /* printed of 5.455 to 5.465 */
    assert_false(judged(wide).check->met);
    wide.measured = 5.464;
    assert_true(judged(wide).check->met);
    assert_false(judged(check(NAN, 0, 4, 6)).check->met); /* no number is no answer */
    assert_int_equal(judged(check(7, 0, 4, 6)).not_met, 1);
}

/* 33.07 is printed for 33.065 to 33.075; 79 for 78.5 to 79.5. An interval of which a part alone
 * lies there decides nothing, however wide it is. */
static void test_agreement(void **state)
{
    (void)state;
    struct rd_check one = check(33.0749, 0, 0, 100);
    assert_int_equal(judged(one).check->agreement, RD_NOT_PUBLISHED);
    one.published = 33.07;
    assert_int_equal(judged(one).check->agreement, RD_AGREES);
    one.measured = 33.076;
    assert_int_equal(judged(one).check->agreement, RD_DIFFERS);
    assert_true(judged(one).check->met); /* the other question */
    one.half_width = 0.002;              /* 33.074 to 33.078 */
    assert_int_equal(judged(one).check->agreement, RD_UNDECIDED);
    one.half_width = 100;
    assert_int_equal(judged(one).check->agreement, RD_UNDECIDED);
    one.measured = 33.071;
    one.half_width = 0.005; /* 33.066 to 33.076 */
    assert_int_equal(judged(one).check->agreement, RD_UNDECIDED);
    one.half_width = 0.003;
    assert_int_equal(judged(one).check->agreement, RD_AGREES);
    one.measured = 33.08;
    assert_int_equal(judged(one).check->agreement, RD_DIFFERS); /* from 33.077 on */
    one.published = 79;
    one.measured = 78.4;
    one.half_width = 0;
    assert_int_equal(judged(one).check->agreement, RD_DIFFERS);
    one.impossible = true;
    assert_int_equal(judged(one).check->agreement, RD_IMPOSSIBLE);
    one.half_width = 0.2;
    assert_int_equal(judged(one).check->agreement, RD_UNDECIDED);
    one.half_width = 0;
    one.measured = 78.6;
    assert_int_equal(judged(one).check->agreement, RD_AGREES);
    one.published = 3.3e-11;
    one.measured = 3.34e-11;
    assert_int_equal(judged(one).check->agreement, RD_AGREES);
    one.measured = 3.36e-11;
    assert_int_equal(judged(one).check->agreement, RD_IMPOSSIBLE);
}

static const char *file_text(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there", path);
    char *text = rd_take(&arena, 4096, char);
    size_t size = fread(text, 1, 4095, file);
    text[size] = '\0';
    fclose(file);
    unlink(path);
    return text;
}

/* Cells with commas and quotes are quoted; the verdicts say where the interval comes from. */
static void test_files(void **state)
{
    (void)state;
    static const char *const columns[] = {"ring", "time_s"};
    const struct rd_figure figure = {.name = "small", .summary = "a figure", .source = "by hand"};
    struct rd_figure_data data = {.arena = &arena, .checks.arena = &arena};
    rd_figure_columns(&data, columns, 2);
    rd_figure_row(&data, "%s\t%g", "one-way, equal", 1.5);
    rd_figure_row(&data, "%s\t%s", "said \"two-way\"", "");
    rd_checks_add(&data.checks, check(1.5, 0, 1, 2));
    char folder[] = "/tmp/redist-figure-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct rd_error error;
    assert_true(rd_figure_publish(&figure, &data, folder, &error));
    assert_string_equal(file_text(folder, "small.csv"), "ring,time_s\n"
                                                        "\"one-way, equal\",1.5\n"
                                                        "\"said \"\"two-way\"\"\",\n");
    assert_string_equal(file_text(folder, "small.verdicts.csv"),
                        "what,published,measured,agrees,accepted,by,verdict,why,ci_low,ci_high,"
                        "accepted_low,accepted_high\n"
                        "a value,-,1.5,-,1 to 2,law,met,by hand,1.5,1.5,1,2\n");
    assert_int_equal(rmdir(folder), 0);
    assert_false(rd_figure_publish(&figure, &data, folder, &error));
    assert_int_equal(error.code, RD_ERROR_FILE);
}

static bool make_nothing(RD_UNUSED const struct rd_figure_settings *settings,
                         RD_UNUSED struct rd_figure_data *data, RD_UNUSED struct rd_error *reterr)
{
    return true;
}

static bool is_made(const char *folder, const struct rd_figure *figure)
{
    struct rd_figure_outcome outcome;
    struct rd_error error;
    assert_true(rd_figure_is_made(folder, false, figure, &arena, &outcome, &error));
    return outcome.made;
}

/* Data that hold times are those of the figure's own manifest, or it is not made; that of several
 * figures does not change with them. */
static void test_data_of_times(void **state)
{
    (void)state;
    static const char *const columns[] = {"seconds"};
    const struct rd_figure timed = {.name = "timed",
                                    .source = "by hand",
                                    .scenario = "plaxton_g",
                                    .timed = true,
                                    .make = make_nothing};
    const struct rd_figure *all = &timed;
    const struct rd_figure_outcome outcome = {.made = true};
    struct rd_figure_data data = {.arena = &arena, .checks.arena = &arena};
    struct rd_error error;
    char folder[] = "/tmp/redist-figure-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *path = rd_arena_print(&arena, "%s/timed.csv", folder);
    rd_figure_columns(&data, columns, 1);
    rd_figure_row(&data, "%g", 1.5);
    assert_true(rd_figure_publish(&timed, &data, folder, &error));
    assert_true(rd_figure_own_manifest_write(folder, false, &timed, &outcome, &arena, &error));
    assert_true(rd_figure_manifest_write(folder, "manifest.json", false, &all, &outcome, 1, &arena,
                                         &error));
    assert_true(is_made(folder, &timed));
    assert_int_equal(truncate(path, (off_t)strlen("seconds\n")), 0);
    assert_false(is_made(folder, &timed));
    assert_null(strstr(file_text(folder, "timed.manifest.json"), "null"));
    assert_non_null(strstr(file_text(folder, "manifest.json"), "null"));
    file_text(folder, "timed.csv");
    file_text(folder, "timed.verdicts.csv");
    assert_int_equal(rmdir(folder), 0);
}

/* Every figure has a name of its own. */
static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; rd_figures[i]; i++)
        assert_ptr_equal(rd_figure_named(rd_figures[i]->name), rd_figures[i]);
    assert_null(rd_figure_named("no-such-figure"));
}

/* Shares of 1,600 columns, at least one each, that no move of one column improves. */
static void test_balance_of_the_application(void **state)
{
    (void)state;
    struct rd_ring_application *application = rd_take(&arena, 1, struct rd_ring_application);
    rd_ring_application_draw(7, application);
    for (int t = 0; t < RD_APPLICATION_ITERATIONS; t++) {
        const int64_t *columns = application->balanced[t];
        double slowest = rd_iteration_s(application, t, columns);
        int64_t total = 0;
        for (int host = 0; host < RD_APPLICATION_HOSTS; host++) {
            double column_s = application->column_s[t][host];
            assert_true(columns[host] >= 1);
            assert_true(column_s >= 1 && column_s <= 12);
            total += columns[host];
            /* Who could take one column more would be as slow as the slowest, or slower. */
            assert_true((double)(columns[host] + 1) * column_s >= slowest * (1 - 1e-12));
        }
        assert_int_equal(total, RD_APPLICATION_COLUMNS);
    }
}

/* Every figure has a scenario that says what it is to the figure, and every scenario a figure. */
static void test_every_figure_has_a_scenario(void **state)
{
    (void)state;
    for (size_t i = 0; rd_figures[i]; i++)
        assert_non_null(strstr(rd_figure_scenario(rd_figures[i]->scenario), rd_figures[i]->name));
    for (size_t k = 0; k < rd_figure_scenario_count; k++) {
        size_t i = 0;
        while (rd_figures[i] && strcmp(rd_figures[i]->scenario, rd_figure_scenarios[k].stem) != 0)
            i++;
        assert_non_null(rd_figures[i]);
    }
}

/* In: after NULL: loads without a goal of their own. */
static void assert_has_loads(const char *stem, uint32_t n, const int64_t *load,
                             const int64_t *after)
{
    const char *text = rd_figure_scenario(stem), *at = text;
    for (uint32_t host = 0; host < n; host++) {
        const char *wanted =
            after ? rd_arena_print(&arena, " after=\"%" PRId64 "\"", after[host]) : "";
        at = strstr(at, rd_arena_print(&arena, "<load host=\"h%u\" items=\"%" PRId64 "\"%s/>", host,
                                       load[host], wanted));
        if (!at)
            fail_msg("%s: host %u", stem, host);
    }
    assert_null(strstr(text, rd_arena_print(&arena, "\"h%u\"", n)));
}

/* Scenarios that say that they are a figure's first draw are. */
static void test_scenarios_are_first_draws(void **state)
{
    (void)state;
    static struct rd_ring_application application;
    rd_ring_application_draw(1, &application);
    assert_has_loads("renard_redistribution_pays", RD_APPLICATION_HOSTS, application.balanced[0],
                     application.balanced[20]);
}

int main(void)
{
    rd_arena_open(&arena, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_figure_has_a_scenario),
        cmocka_unit_test(test_scenarios_are_first_draws),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_mean_of_few_and_of_many),
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_data_of_times),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_balance_of_the_application),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
