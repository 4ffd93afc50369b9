/* The half-full Hamming ball: m tokens each on the half of the processors around one, so that all
 * must leave over the fewest edges, and steps grow with m sqrt d. In few dimensions one pile of m
 * tokens takes longer: 60 steps with d = 4, m = 64, and the ball 43. Steps against d, beside the
 * least possible and beside what theory says. */
#include "cubes.h"

#include "algorithms/hypercube/cube_flow.h"
#include "algorithms/hypercube/fringe.h"

#include <inttypes.h>
#include <math.h>

enum {
    MOST_DIMENSIONS = 10,
    SMALL_M = 64,
    LARGE_M = 1024,
    ARC_LIMIT = 1 << 24,
    PLAYED_DIMENSIONS = 6
};

/* What one size and m takes. */
struct steps {
    struct rd_cube_steps leighton, order, balance, minimum_error; /* leighton: for the smaller m */
    int64_t optimum;                                              /* the same; else -1 */
    int64_t lemma_2_1;
    int64_t played; /* plans, on SimGrid */
};

/* The exact optimum, and Leighton's algorithm: both take time that grows with m. */
static bool measure_small(const struct rd_instance *instance, struct rd_figure_simulator *simulator,
                          struct rd_figure_data *data, struct steps *steps, struct rd_error *reterr)
{
    struct rd_cube_goal goal = rd_cube_goal_of(instance, &data->scratch);
    struct rd_time_flow flow;
    bool found = rd_cube_least_flow(&goal, 0, steps->lemma_2_1, ARC_LIMIT, &flow, &data->scratch,
                                    &data->scratch);
    rd_assert(found);
    steps->optimum = flow.steps;
    return rd_figure_cube_steps("cube-leighton", instance, simulator, data, &steps->leighton,
                                reterr);
}

static bool measure(uint32_t d, int64_t m, struct rd_figure_simulator *simulator,
                    struct rd_figure_data *data, struct steps *ret_steps, struct rd_error *reterr)
{
    struct rd_option ball[] = {rd_figure_attribute(&data->plans, "most", m),
                               rd_figure_attribute(&data->plans, "mean", m / 2)};
    struct steps steps = {.optimum = -1, .lemma_2_1 = rd_lemma_2_1(d, m / 2 << d, m)};
    struct rd_instance instance;
    if (!rd_figure_cube(RD_HYPERCUBE, d, d, "hamming-ball", ball, 2, 1, &data->plans, &instance,
                        reterr) ||
        !rd_figure_cube_steps("cube-dimension-order", &instance, simulator, data, &steps.order,
                              reterr) ||
        !rd_figure_cube_steps("cube-balance", &instance, simulator, data, &steps.balance, reterr))
        return false;
    instance.balance_error = 0;
    if (!rd_figure_cube_steps("cube-balance-minimum-error", &instance, simulator, data,
                              &steps.minimum_error, reterr) ||
        (m == SMALL_M && !measure_small(&instance, simulator, data, &steps, reterr)))
        return false;
    *ret_steps = steps;
    return true;
}

/* Measures, and plays smaller cubes on SimGrid. */
static bool measure_and_play(uint32_t d, int64_t m, struct rd_figure_data *data,
                             struct steps *ret_steps, struct rd_error *reterr)
{
    if (m != SMALL_M || d > PLAYED_DIMENSIONS)
        return measure(d, m, NULL, data, ret_steps, reterr);
    struct rd_figure_simulator simulator;
    if (!rd_figure_cube_simulator(d, &data->plans, &simulator, reterr))
        return false;
    bool measured = measure(d, m, &simulator, data, ret_steps, reterr);
    if (measured)
        ret_steps->played = simulator.played;
    rd_figure_simulator_close(&simulator);
    return measured;
}

static const char *number(struct rd_arena *arena, int64_t steps)
{
    return steps < 0 ? "" : rd_arena_print(arena, "%" PRId64, steps);
}

static void add_row(struct rd_figure_data *data, uint32_t d, int64_t m, const struct steps *steps)
{
    rd_figure_row(data,
                  "%" PRIu32 "\t%" PRId64 "\t%s\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64
                  "\t%s\t%" PRId64,
                  d, m, number(data->arena, m == SMALL_M ? steps->leighton.all : -1),
                  steps->order.token, steps->balance.token, steps->balance.all,
                  steps->minimum_error.all, number(data->arena, steps->optimum), steps->lemma_2_1);
}

/* The least and the most of a quotient over the dimensions. */
struct range {
    double least, most;
};

static void take_in(struct range *range, double value)
{
    range->least = value < range->least ? value : range->least;
    range->most = value > range->most ? value : range->most;
}

/* Both ends of a range as the verified experiment has them, rounded outwards to two digits. */
static void judge_range(struct rd_figure_data *data, const char *what, const struct range *range,
                        double least, double most)
{
    static const char *const why = "an independent run of the experiment, rounded outwards";
    const double digit = 0.01;
    struct rd_check check = {
        .what = rd_arena_print(data->arena, "%s, least over d", what),
        .published = NAN,
        .measured = range->least,
        .low = least,
        .high = least + digit,
        .why = why,
    };
    rd_figure_judge(data, check, false);
    check.what = rd_arena_print(data->arena, "%s, most over d", what);
    check.measured = range->most;
    check.low = most - digit;
    check.high = most;
    rd_figure_judge(data, check, false);
}

/* The quotients that are judged; the last by m. */
struct ranges {
    struct range balance, over_lemma, optimum, total[2];
};

static void take_in_all(struct ranges *ranges, uint32_t d, int64_t m, const struct steps *steps)
{
    double scale = (double)m * sqrt(d);
    take_in(&ranges->balance, (double)steps->balance.token / scale);
    take_in(&ranges->over_lemma, (double)steps->balance.token / (double)steps->lemma_2_1);
    take_in(&ranges->total[m == LARGE_M],
            (double)steps->minimum_error.all / (scale + (double)d * d));
    if (d >= 2 && m == SMALL_M)
        take_in(&ranges->optimum, (double)steps->optimum / scale);
}

static void judge_small(struct rd_figure_data *data, uint32_t d, const struct steps *steps)
{
    double exactly = (double)d + 2.0 * d * SMALL_M;
    rd_figure_judge_dimensions(data, d, "steps of Leighton's algorithm",
                               (double)steps->leighton.all, exactly, exactly, "d + 2dm");
    rd_figure_judge_dimensions(data, d, "optimum", (double)steps->optimum, (double)steps->lemma_2_1,
                               (double)steps->balance.token,
                               "at least Lemma 2.1, at most the token steps of Balance");
}

static bool make_one(uint32_t d, int64_t m, struct rd_figure_data *data, struct ranges *ranges,
                     int64_t *played, struct rd_error *reterr)
{
    struct steps steps;
    bool measured = measure_and_play(d, m, data, &steps, reterr);
    rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
    if (!measured)
        return false;
    add_row(data, d, m, &steps);
    take_in_all(ranges, d, m, &steps);
    if (m == SMALL_M)
        judge_small(data, d, &steps);
    *played += steps.played;
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"dimensions",
                                          "m",
                                          "leighton_steps",
                                          "dimension_order_token_steps",
                                          "balance_token_steps",
                                          "balance_steps",
                                          "minimum_error_steps",
                                          "optimum",
                                          "lemma_2_1"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct range none = {INFINITY, 0};
    struct ranges ranges = {none, none, none, {none, none}};
    int64_t played = 0;
    for (int64_t m = SMALL_M; m <= LARGE_M; m *= LARGE_M / SMALL_M)
        for (uint32_t d = 1; d <= MOST_DIMENSIONS; d++) {
            if (settings->progress)
                settings->progress(rd_arena_print(data->arena, "m=%" PRId64 ", d=%" PRIu32, m, d));
            if (!make_one(d, m, data, &ranges, &played, reterr))
                return false;
        }
    judge_range(data, "token steps of Balance / (m sqrt d)", &ranges.balance, 0.35, 0.66);
    judge_range(data, "token steps of Balance / Lemma 2.1", &ranges.over_lemma, 1, 1.93);
    judge_range(data, "optimum / (m sqrt d), d >= 2", &ranges.optimum, 0.32, 0.39);
    judge_range(data, "minimum error / (m sqrt d + d^2), m=64", &ranges.total[0], 0.45, 1.21);
    judge_range(data, "minimum error / (m sqrt d + d^2), m=1024", &ranges.total[1], 0.36, 0.69);
    struct rd_check check = {
        .what = "plans whose steps SimGrid confirms, d <= 6",
        .published = NAN,
        .measured = (double)played,
        .low = 4 * PLAYED_DIMENSIONS,
        .high = 4 * PLAYED_DIMENSIONS,
        .why = "all four algorithms",
    };
    rd_figure_judge(data, check, false);
    return true;
}

const struct rd_figure plaxton_a = {
    .name = "plaxton-a",
    .summary = "the half-full Hamming ball: steps of four algorithms and the optimum against d",
    .source = "beyond [plaxton1989]: Theorems 2.2 and 2.4",
    .plot = "plaxton_a",
    .scenario = "plaxton_a",
    .make = make,
};
