/* The ladder: loads on which dimension order moves the same tokens in every dimension, while
 * Balance looks for a better order. Token steps over m against d. */
#include "cubes.h"
#include "figure.h"

#include <inttypes.h>

enum { MOST_ITEMS = 96, MOST_DIMENSIONS = 12 };

static bool make_one(uint32_t d, struct rd_figure_data *data, struct rd_error *reterr)
{
    struct rd_option most = rd_figure_attribute(&data->plans, "most", MOST_ITEMS);
    struct rd_instance instance;
    struct rd_cube_steps order, balance;
    if (!rd_figure_cube(RD_HYPERCUBE, d, d, "ladder", &most, 1, 1, &data->plans, &instance,
                        reterr) ||
        !rd_figure_cube_steps("cube-dimension-order", &instance, NULL, data, &order, reterr) ||
        !rd_figure_cube_steps("cube-balance", &instance, NULL, data, &balance, reterr))
        return false;
    /* Who holds m tokens keeps m/3 of them; from d = 2 on somebody does. */
    int64_t least = d == 1 ? MOST_ITEMS / 3 : 2 * MOST_ITEMS / 3;
    rd_figure_row(data, "%" PRIu32 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64,
                  d, order.token, order.all, balance.token, balance.all, least);
    rd_figure_judge_dimensions(data, d, "token steps of dimension order", order.token,
                               MOST_ITEMS * (int64_t)d / 3, MOST_ITEMS * (int64_t)d / 3,
                               "exactly m d / 3");
    rd_figure_judge_dimensions(data, d, "token steps of Balance", balance.token, least, MOST_ITEMS,
                               "at most m; one processor alone needs m - m/3");
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"dimensions",
                                          "dimension_order_token_steps",
                                          "dimension_order_steps",
                                          "balance_token_steps",
                                          "balance_steps",
                                          "least_token_steps"};
    (void)settings;
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (uint32_t d = 1; d <= MOST_DIMENSIONS; d++) {
        if (!make_one(d, data, reterr))
            return false;
        rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    }
    return true;
}

const struct rd_figure plaxton_b = {
    .name = "plaxton-b",
    .summary = "the ladder, on which the order of dimensions decides: steps against d",
    .source = "beyond [plaxton1989]: its example of a bad order",
    .plot = "plaxton_b",
    .scenario = "plaxton_b",
    .make = make,
};
