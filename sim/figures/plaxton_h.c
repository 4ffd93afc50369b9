/* What a sweep leaves: the most less the least that processors hold in the end, against d; loads
 * popcount(v), which attain Lemma 2.3, and random ones. */
#include "cubes.h"
#include "figure.h"
#include "sim/base/mean.h"

#include <inttypes.h>

enum { MOST_DIMENSIONS = 10, INSTANCES = 20, FULL_INSTANCES = 200 };

/* The error that an algorithm leaves on loads of a generator. */
static bool error_of(const char *algorithm, uint32_t d, const char *generator,
                     const struct rd_option *attribute, size_t attribute_count, uint64_t seed,
                     struct rd_figure_data *data, int64_t *ret_error, struct rd_error *reterr)
{
    struct rd_instance instance;
    struct rd_cube_steps steps;
    bool made = rd_figure_cube(RD_HYPERCUBE, d, d, generator, attribute, attribute_count, seed,
                               &data->plans, &instance, reterr) &&
                rd_figure_cube_steps(algorithm, &instance, NULL, data, &steps, reterr);
    if (made)
        *ret_error = steps.error;
    rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    return made;
}

/* Errors of one algorithm over random instances. */
struct errors {
    struct rd_mean mean;
    int64_t most;
};

static bool random_errors(const char *algorithm, uint32_t d, int instances,
                          struct rd_figure_data *data, struct errors *ret_errors,
                          struct rd_error *reterr)
{
    struct errors errors = {{0}, 0};
    for (int instance = 0; instance < instances; instance++) {
        const struct rd_option bounds[] = {{"low", "0"}, {"high", "100"}};
        int64_t error;
        if (!error_of(algorithm, d, "uniform", bounds, 2, (uint64_t)instance, data, &error, reterr))
            return false;
        rd_mean_add(&errors.mean, (double)error);
        errors.most = error > errors.most ? error : errors.most;
    }
    *ret_errors = errors;
    return true;
}

static bool make_one(uint32_t d, int instances, struct rd_figure_data *data,
                     struct rd_error *reterr)
{
    static const char *const why_random = "seen before: at most 3";
    int64_t order_popcount, balance_popcount;
    struct errors order, balance;
    if (!error_of("cube-dimension-order", d, "popcount", NULL, 0, 1, data, &order_popcount,
                  reterr) ||
        !error_of("cube-balance", d, "popcount", NULL, 0, 1, data, &balance_popcount, reterr) ||
        !random_errors("cube-dimension-order", d, instances, data, &order, reterr) ||
        !random_errors("cube-balance", d, instances, data, &balance, reterr))
        return false;
    rd_figure_row(data,
                  "%" PRIu32 "\t%" PRId64 "\t%" PRId64 "\t%.4f\t%.4f\t%" PRId64
                  "\t%.4f\t%.4f\t%" PRId64 "\t%d",
                  d, order_popcount, balance_popcount, order.mean.mean,
                  rd_mean_half_width(&order.mean), order.most, balance.mean.mean,
                  rd_mean_half_width(&balance.mean), balance.most, instances);
    rd_figure_judge_dimensions(data, d, "popcount, dimension order", (double)order_popcount, d, d,
                               "a fixed point");
    rd_figure_judge_dimensions(data, d, "popcount, Balance", (double)balance_popcount, d, d,
                               "a fixed point");
    rd_figure_judge_dimensions(data, d, "random, dimension order, most", (double)order.most, 0, 3,
                               why_random);
    rd_figure_judge_dimensions(data, d, "random, Balance, most", (double)balance.most, 0, 3,
                               why_random);
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"dimensions",
                                          "popcount_dimension_order",
                                          "popcount_balance",
                                          "random_dimension_order_mean",
                                          "dimension_order_half_width_95",
                                          "random_dimension_order_most",
                                          "random_balance_mean",
                                          "balance_half_width_95",
                                          "random_balance_most",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (uint32_t d = 1; d <= MOST_DIMENSIONS; d++) {
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "%" PRIu32 " dimensions", d));
        if (!make_one(d, settings->full ? FULL_INSTANCES : INSTANCES, data, reterr))
            return false;
    }
    return true;
}

const struct rd_figure plaxton_h = {
    .name = "plaxton-h",
    .summary = "the error that Balance and dimension order leave, at the worst and at random",
    .source = "beyond [plaxton1989]: Lemma 2.3",
    .plot = "plaxton_h",
    .scenario = "plaxton_h",
    .make = make,
};
