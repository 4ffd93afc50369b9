/* Measured constants of every algorithm on the reference instances, against theory: half-full
 * Hamming balls in 1 to 10 dimensions, majority fields of 1 to 6 bits of groups. A row holds the
 * least and the greatest of a quantity over the dimensions, or fields, that it was measured for. */
#include "cubes.h"
#include "figure.h"

#include "algorithms/hypercube/bounds.h"
#include "algorithms/hypercube/fringe.h"

#include <inttypes.h>
#include <math.h>

/* What an algorithm did with one instance. */
struct measured {
    double d, m, steps, token_steps, bound, lemma;
};

/* Quantities of a measurement. */
static double steps_per_phase(const struct measured *at)
{
    return (at->steps - at->d) / (at->d * at->m);
}

static double shuffle_steps_per_phase(const struct measured *at)
{
    return (at->steps - 2 * at->d) / (at->d * at->m);
}

static double elective_share(const struct measured *at)
{
    return at->steps / (4 * at->m + 5 * at->d - 4);
}

static double strict_share(const struct measured *at)
{
    return at->steps / (5 * at->m + 13 * at->d);
}

static double tokens_per_dimension(const struct measured *at)
{
    return at->token_steps / (at->d * at->m / 2);
}

static double tokens_over_root(const struct measured *at)
{
    return at->token_steps / (at->m * sqrt(at->d));
}

static double tokens_over_lemma(const struct measured *at)
{
    return at->token_steps / at->lemma;
}

static double tokens_over_bound(const struct measured *at)
{
    return at->token_steps / at->bound;
}

static double total_over_root(const struct measured *at)
{
    return at->steps / (at->m * sqrt(at->d) + at->d * at->d);
}

/* A line of the table. */
struct constant {
    const char *algorithm, *quantity;
    double (*of)(const struct measured *at);
    enum rd_shape shape;
    enum rd_port_model ports;
    bool sweeps;          /* to an error of d; else to the least */
    int64_t most;         /* m of the half-full ball; 0: majority field of n/p = max(4g, 32) */
    uint32_t first, last; /* dimensions; fields of a majority field */
    double low, high;     /* what the least and the greatest may be */
    const char *why;
    bool seen; /* low and high are of an earlier run: no law gives them */
};

static const struct constant constants[] = {
    {"cube-leighton", "(steps - d) / dm", steps_per_phase, RD_HYPERCUBE, RD_ONE_PORT, false, 64, 1,
     10, 2, 2, "d + 2dm steps exactly", false},
    {"shuffle-leighton", "(steps - 2d) / dm", shuffle_steps_per_phase, RD_SHUFFLE_EXCHANGE,
     RD_ONE_PORT, false, 64, 1, 8, 5, 5, "2d + 5dm steps exactly", false},
    {"cube-leighton-pipelined-elective", "steps / (4m + 5d - 4)", elective_share, RD_HYPERCUBE,
     RD_PIPELINED_PORTS, false, 64, 1, 8, 0.5, 1, "at most 4m + 5d - 4 steps", false},
    {"cube-leighton-pipelined-strict", "steps / (5m + 13d)", strict_share, RD_HYPERCUBE,
     RD_PIPELINED_PORTS, false, 64, 3, 8, 0.5, 1.05, "about 5m + 13d steps", true},
    {"cube-dimension-order", "token steps / (dm/2)", tokens_per_dimension, RD_HYPERCUBE,
     RD_ONE_PORT, true, 64, 1, 10, 0, 1, "at most floor(m/2) a dimension", false},
    {"cube-balance", "token steps / (m sqrt d)", tokens_over_root, RD_HYPERCUBE, RD_ONE_PORT, true,
     64, 1, 10, 0.345, 0.665, "0.35 to 0.66 seen before; sqrt(2/pi) = 0.80 in theory", true},
    {"cube-balance", "token steps / Lemma 2.1", tokens_over_lemma, RD_HYPERCUBE, RD_ONE_PORT, true,
     64, 1, 10, 1, 1.935, "1.0 to 1.93 seen before", true},
    {"cube-balance-minimum-error", "steps / (m sqrt d + d^2), m = 64", total_over_root,
     RD_HYPERCUBE, RD_ONE_PORT, false, 64, 1, 10, 0.445, 1.215, "0.45 to 1.21 seen before", true},
    {"cube-balance-minimum-error", "steps / (m sqrt d + d^2), m = 1024", total_over_root,
     RD_HYPERCUBE, RD_ONE_PORT, false, 1024, 1, 10, 0.355, 0.695, "0.36 to 0.69 seen before", true},
    {"cube-optimum-flow", "steps / (m sqrt d)", tokens_over_root, RD_HYPERCUBE, RD_ONE_PORT, false,
     64, 2, 9, 0.315, 0.395, "0.32 to 0.39 for d >= 2 seen before", true},
    {"shuffle-dimension-order", "token steps / bound of the least error", tokens_over_bound,
     RD_SHUFFLE_EXCHANGE, RD_ONE_PORT, true, 64, 2, 8, 1, INFINITY,
     "at least 1 where the sweep leaves the least error, as here", false},
    {"cube-multibalance", "token steps / bound of the least error", tokens_over_bound, RD_HYPERCUBE,
     RD_ONE_PORT, true, 0, 1, 6, 0.995, 1.555, "majority fields: 1.00 to 1.55 seen before", true},
    {"cube-multibalance-ascending", "token steps / bound of the least error", tokens_over_bound,
     RD_HYPERCUBE, RD_ONE_PORT, true, 0, 1, 6, 1, INFINITY,
     "at least 1 where the sweep leaves the least error, as here", false},
    {"shuffle-multibalance", "token steps / bound of the least error", tokens_over_bound,
     RD_SHUFFLE_EXCHANGE, RD_ONE_PORT, true, 0, 1, 6, 1, INFINITY,
     "at least 1 where the sweep leaves the least error, as here", false},
};

/* A majority field of r bits of groups is looked at in 9 dimensions. */
enum { FIELD_DIMENSIONS = 9 };

static bool instance_of(const struct constant *constant, uint32_t size, struct rd_figure_data *data,
                        struct rd_instance *ret_instance, struct rd_error *reterr)
{
    bool ball = constant->most > 0;
    int64_t mean = INT64_C(4) << size;
    struct rd_option of_ball[] = {
        rd_figure_attribute(&data->plans, "most", constant->most),
        rd_figure_attribute(&data->plans, "mean", constant->most / 2),
    };
    struct rd_option of_fields[] = {
        rd_figure_attribute(&data->plans, "fields", size),
        rd_figure_attribute(&data->plans, "mean", mean < 32 ? 32 : mean),
    };
    uint32_t d = ball ? size : FIELD_DIMENSIONS;
    if (!rd_figure_cube(constant->shape, d, constant->sweeps ? d : 0,
                        ball ? "hamming-ball" : "majority-field", ball ? of_ball : of_fields, 2, 1,
                        &data->plans, ret_instance, reterr))
        return false;
    ret_instance->port_model = constant->ports;
    ret_instance->port_count = constant->ports == RD_ONE_PORT ? 1 : UINT32_MAX;
    return true;
}

/* One dimension, or number of fields. */
static bool measure(const struct constant *constant, uint32_t size, struct rd_figure_data *data,
                    double *ret_value, struct rd_error *reterr)
{
    struct rd_instance instance;
    struct rd_cube_steps steps;
    if (!instance_of(constant, size, data, &instance, reterr) ||
        !rd_figure_cube_steps(constant->algorithm, &instance, data, &steps, reterr))
        return false;
    uint32_t d = instance.topology.dimension_count;
    instance.balance_error = 0; /* what the bound of the least error says */
    struct rd_cube_goal goal = rd_cube_goal_of(&instance, &data->plans);
    struct measured at = {
        .d = d,
        .m = (double)constant->most,
        .steps = (double)steps.all,
        .token_steps = (double)steps.token,
        .bound = (double)rd_cube_best_cut(&goal, &data->scratch).steps,
        .lemma = (double)rd_lemma_2_1(d, goal.total[0], constant->most),
    };
    *ret_value = constant->of(&at);
    rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
    rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    return true;
}

static void judge(struct rd_figure_data *data, const struct constant *constant, const char *which,
                  double value)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "%s, %s: %s", constant->algorithm,
                                               constant->quantity, which),
                        .published = NAN,
                        .measured = value,
                        .low = constant->low,
                        .high = constant->high,
                        .why = constant->why,
                        .regression = constant->seen,
                    },
                    false);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"algorithm",    "quantity",  "loads", "m",
                                          "first_size",   "last_size", "least", "greatest",
                                          "at_last_size", "theory"};
    (void)settings;
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        const struct constant *constant = &constants[i];
        double least = INFINITY, greatest = -INFINITY, value = NAN;
        for (uint32_t size = constant->first; size <= constant->last; size++) {
            if (!measure(constant, size, data, &value, reterr))
                return false;
            least = fmin(least, value);
            greatest = fmax(greatest, value);
        }
        rd_figure_row(data,
                      "%s\t%s\t%s\t%" PRId64 "\t%" PRIu32 "\t%" PRIu32 "\t%.4f\t%.4f\t%.4f\t%s",
                      constant->algorithm, constant->quantity,
                      constant->most > 0 ? "half-full ball" : "majority fields", constant->most,
                      constant->first, constant->last, least, greatest, value, constant->why);
        judge(data, constant, "least", least);
        judge(data, constant, "greatest", greatest);
    }
    return true;
}

const struct rd_figure plaxton_constants = {
    .name = "plaxton-constants",
    .summary = "measured constants of every hypercube and shuffle-exchange algorithm",
    .source = "beyond [plaxton1989]: the constants in its O()",
    .plot = NULL,
    .scenario = "plaxton_constants",
    .make = make,
};
