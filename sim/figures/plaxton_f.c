/* Random loads, MultiBalance in ascending order: every dimension averages two processors, which
 * halves the variance of what they hold of a group; so the token steps of dimension j fall as
 * 2^(-j/2), until odd tokens are all that is left. */
#include "cubes.h"
#include "sim/base/mean.h"
#include "planning.h"

#include <inttypes.h>
#include <math.h>

enum { DIMENSIONS = 10, INSTANCES = 20, FULL_INSTANCES = 100 };

/* The law is looked for where it asks for at least so many steps; below, odd tokens decide. */
static const double least_steps = 4;

/* One family: how the steps of its dimensions fall. */
struct family {
    int64_t items, groups;
    struct rd_mean steps[DIMENSIONS];
};

static bool measure(struct family *family, int instances, struct rd_figure_data *data,
                    struct rd_error *reterr)
{
    for (int i = 0; i < instances; i++) {
        struct rd_option attributes[] = {
            rd_figure_attribute(&data->plans, "groups", family->groups),
            rd_figure_attribute(&data->plans, "mean", family->items),
        };
        struct rd_instance instance;
        struct rd_plan plan;
        struct rd_verdict verdict;
        if (!rd_figure_cube(RD_HYPERCUBE, DIMENSIONS, DIMENSIONS, "random-multi", attributes, 2,
                            (uint64_t)i, &data->plans, &instance, reterr) ||
            !rd_figure_plan("cube-multibalance-ascending", &instance, &data->plans, &data->scratch,
                            &plan, &verdict, reterr))
            return false;
        const int64_t *steps =
            rd_figure_pass_steps(&plan, DIMENSIONS, instance.kind_count, &data->plans);
        for (int j = 0; j < DIMENSIONS; j++)
            rd_mean_add(&family->steps[j], (double)steps[j]);
        rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    }
    return true;
}

static void add_rows(struct rd_figure_data *data, const struct family *family)
{
    for (int j = 0; j < DIMENSIONS; j++)
        rd_figure_row(data, "%" PRId64 "\t%" PRId64 "\t%d\t%.4f\t%.4f\t%" PRId64, family->items,
                      family->groups, j, family->steps[j].mean,
                      rd_mean_half_width(&family->steps[j]), family->steps[j].count);
}

/* The slope of log2 of the steps against the dimension, by least squares over the dimensions where
 * the law asks for at least least_steps. Returns: false if they are fewer than 3. */
static bool fit(const struct family *family, double *ret_slope)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int j = 0; j < DIMENSIONS; j++) {
        if (family->steps[0].mean * exp2(-j / 2.0) < least_steps)
            break;
        double log_steps = log2(family->steps[j].mean);
        n++;
        x += j;
        y += log_steps;
        xx += (double)j * j;
        xy += j * log_steps;
    }
    if (n < 3)
        return false;
    *ret_slope = (n * xy - x * y) / (n * xx - x * x);
    return true;
}

static void judge(struct rd_figure_data *data, const struct family *family)
{
    double slope;
    if (!fit(family, &slope))
        return;
    struct rd_check check = {
        .what = rd_arena_print(data->arena,
                               "%" PRId64 " items, %" PRId64 " groups, slope of log2 steps",
                               family->items, family->groups),
        .published = NAN,
        .measured = slope,
        .low = -0.65,
        .high = -0.4,
        .regression = true,
        .why = "-1/2 in the limit; halves are rounded down, which matters where steps are few",
    };
    rd_figure_judge(data, check, false);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"items_per_processor", "groups",        "dimension",
                                          "token_steps",         "half_width_95", "instances"};
    static const int64_t items[] = {16, 64, 256}, groups[] = {2, 4, 16};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < 9; i++) {
        struct family family = {.items = items[i / 3], .groups = groups[i % 3]};
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "%" PRId64 " items, %" PRId64 " groups",
                                              family.items, family.groups));
        if (!measure(&family, settings->full ? FULL_INSTANCES : INSTANCES, data, reterr))
            return false;
        add_rows(data, &family);
        judge(data, &family);
    }
    return true;
}

const struct rd_figure plaxton_f = {
    .name = "plaxton-f",
    .summary = "random groups, ascending: the token steps of dimension j fall as 2^(-j/2)",
    .source = "[plaxton1989], 3.3",
    .plot = "plaxton_f",
    .scenario = "plaxton_f",
    .make = make,
};
