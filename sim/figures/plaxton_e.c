/* The majority field: processors full of the group that a majority of bits says, field by field,
 * which makes every group as hard to leave as a Hamming ball. Token steps of MultiBalance beside
 * the bound. The bound is for the least error, and MultiBalance may leave a little more. */
#include "cubes.h"

#include "algorithms/hypercube/bounds.h"
#include "algorithms/hypercube/fringe.h"

#include <inttypes.h>
#include <math.h>

enum { LEAST_DIMENSIONS = 6, MOST_DIMENSIONS = 10, MOST_FIELDS = 6 };

/* What one instance takes. */
struct steps {
    int64_t items;
    struct rd_cube_steps adaptive, ascending;
    double bound;
};

static bool measure(uint32_t d, int64_t fields, struct rd_figure_data *data,
                    struct steps *ret_steps, struct rd_error *reterr)
{
    struct steps steps = {.items = 4 << fields < 32 ? 32 : 4 << fields};
    struct rd_option majority[] = {rd_figure_attribute(&data->plans, "fields", fields),
                                   rd_figure_attribute(&data->plans, "mean", steps.items)};
    struct rd_instance instance;
    struct rd_bound bound;
    if (!rd_figure_cube(RD_HYPERCUBE, d, d, "majority-field", majority, 2, 1, &data->plans,
                        &instance, reterr) ||
        !rd_figure_cube_steps("cube-multibalance-ascending", &instance, NULL, data,
                              &steps.ascending, reterr) ||
        !rd_figure_cube_steps("cube-multibalance", &instance, NULL, data, &steps.adaptive, reterr))
        return false;
    instance.balance_error = 0;
    if (!rd_cube_bound(&instance, &data->plans, &data->scratch, &bound, reterr))
        return false;
    steps.bound = bound.seconds;
    *ret_steps = steps;
    return true;
}

/* A^M / (2p): every step takes at most 2p off the discrepancies of all groups and dimensions, and
 * A^M = n r ceil(q/2) C(q, floor(q/2)) / 2^(q-1), q the odd one of floor(d/r) and one less. */
static double closed_form(uint32_t d, int64_t fields, int64_t items)
{
    uint32_t q = d / (uint32_t)fields;
    q -= q % 2 == 0;
    return (double)(items * fields * ((q + 1) / 2) * rd_binomial(q, q / 2)) / exp2(q);
}

static void add_row(struct rd_figure_data *data, uint32_t d, int64_t fields,
                    const struct steps *steps)
{
    double closed = closed_form(d, fields, steps->items);
    double asymptote = (double)steps->items * sqrt((double)fields * d / (2 * acos(-1)));
    rd_figure_row(data,
                  "%" PRIu32 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64
                  "\t%.10g\t%.4f\t%.4f",
                  d, fields, steps->items, steps->adaptive.token, steps->adaptive.error,
                  steps->ascending.token, steps->bound, closed, asymptote);
    rd_figure_judge_dimensions(data, d, rd_arena_print(data->arena, "r=%" PRId64 ", bound", fields),
                               steps->bound, ceil(closed), ceil(closed),
                               "ceil(A^M / (2p)), A^M in closed form");
    rd_figure_judge_dimensions(
        data, d, rd_arena_print(data->arena, "r=%" PRId64 ", token steps / bound", fields),
        (double)steps->adaptive.token / steps->bound, 1, 1.55,
        "an independent run of the experiment: 1.00 to 1.55");
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"dimensions",
                                          "fields",
                                          "items_per_processor",
                                          "multibalance_token_steps",
                                          "multibalance_error",
                                          "ascending_token_steps",
                                          "bound",
                                          "bound_closed_form",
                                          "bound_asymptote"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (uint32_t d = LEAST_DIMENSIONS; d <= MOST_DIMENSIONS; d++)
        for (int64_t fields = 1; fields <= MOST_FIELDS; fields++) {
            if (settings->progress)
                settings->progress(
                    rd_arena_print(data->arena, "d=%" PRIu32 ", r=%" PRId64, d, fields));
            struct steps steps;
            bool measured = measure(d, fields, data, &steps, reterr);
            rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
            rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
            if (!measured)
                return false;
            add_row(data, d, fields, &steps);
        }
    return true;
}

const struct rd_figure plaxton_e = {
    .name = "plaxton-e",
    .summary = "the majority field: token steps of MultiBalance and the bound by groups",
    .source = "[plaxton1989], 3.2, Theorem 3.2",
    .plot = "plaxton_e",
    .scenario = "plaxton_e",
    .make = make,
};
