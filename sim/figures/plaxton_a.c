/* The half-full Hamming ball, the worst loads that are known: m tokens each on the half of the
 * processors around one, so that all must leave over the fewest edges. Steps against d, beside the
 * least possible and beside what theory says. */
#include "cubes.h"
#include "planning.h"

#include "algorithms/hypercube/cube_flow.h"
#include "algorithms/hypercube/fringe.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_DIMENSIONS = 10, SMALL_M = 64, LARGE_M = 1024, ARC_LIMIT = 1 << 24 };

/* What one size and m takes; -1: not asked. */
struct steps {
    int64_t leighton, order_tokens, balance_tokens, balance, minimum_error, optimum, lemma_2_1;
};

static bool run(const char *algorithm, const struct rd_instance *instance,
                struct rd_figure_data *data, int64_t *ret_all, int64_t *ret_tokens,
                struct rd_error *reterr)
{
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    bool planned =
        rd_figure_plan(algorithm, instance, &data->plans, &data->scratch, &plan, &verdict, reterr);
    if (planned) {
        *ret_all = plan.round_count;
        *ret_tokens = rd_figure_token_steps(&plan);
    }
    rd_arena_rewind(&data->plans, mark);
    return planned;
}

static bool measure(uint32_t d, int64_t m, struct rd_figure_data *data, struct steps *ret_steps,
                    struct rd_error *reterr)
{
    struct rd_option ball[] = {rd_figure_attribute(&data->plans, "most", m),
                               rd_figure_attribute(&data->plans, "mean", m / 2)};
    struct steps steps = {.leighton = -1, .optimum = -1};
    struct rd_instance instance;
    int64_t ignored;
    if (!rd_figure_cube(RD_HYPERCUBE, d, d, "hamming-ball", ball, 2, 1, &data->plans, &instance,
                        reterr) ||
        !run("cube-dimension-order", &instance, data, &ignored, &steps.order_tokens, reterr) ||
        !run("cube-balance", &instance, data, &steps.balance, &steps.balance_tokens, reterr))
        return false;
    instance.balance_error = 0;
    if (!run("cube-balance-minimum-error", &instance, data, &steps.minimum_error, &ignored, reterr))
        return false;
    int64_t n = m / 2 << d;
    steps.lemma_2_1 = rd_lemma_2_1(d, n, m);
    if (m == SMALL_M) {
        struct rd_cube_goal goal = rd_cube_goal_of(&instance, &data->scratch);
        if (!run("cube-leighton", &instance, data, &steps.leighton, &ignored, reterr))
            return false;
        struct rd_cube_flow flow;
        bool found = rd_cube_least_flow(&goal, 0, steps.lemma_2_1, ARC_LIMIT, &flow, &data->scratch,
                                        &data->scratch);
        rd_assert(found);
        steps.optimum = flow.steps;
    }
    *ret_steps = steps;
    return true;
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
                  d, m, number(data->arena, steps->leighton), steps->order_tokens,
                  steps->balance_tokens, steps->balance, steps->minimum_error,
                  number(data->arena, steps->optimum), steps->lemma_2_1);
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
    struct rd_figure_check check = {
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
    take_in(&ranges->balance, (double)steps->balance_tokens / scale);
    take_in(&ranges->over_lemma, (double)steps->balance_tokens / (double)steps->lemma_2_1);
    take_in(&ranges->total[m == LARGE_M], (double)steps->minimum_error / (scale + (double)d * d));
    if (d >= 2 && m == SMALL_M)
        take_in(&ranges->optimum, (double)steps->optimum / scale);
}

static void judge_small(struct rd_figure_data *data, uint32_t d, const struct steps *steps)
{
    double exactly = (double)d + 2.0 * d * SMALL_M;
    rd_figure_judge_dimensions(data, d, "steps of Leighton's algorithm", (double)steps->leighton,
                               exactly, exactly, "d + 2dm");
    rd_figure_judge_dimensions(data, d, "optimum", (double)steps->optimum, (double)steps->lemma_2_1,
                               (double)steps->balance_tokens,
                               "at least Lemma 2.1, at most the token steps of Balance");
}

static bool make_one(uint32_t d, int64_t m, struct rd_figure_data *data, struct ranges *ranges,
                     struct rd_error *reterr)
{
    struct steps steps;
    bool measured = measure(d, m, data, &steps, reterr);
    rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
    if (!measured)
        return false;
    add_row(data, d, m, &steps);
    take_in_all(ranges, d, m, &steps);
    if (m == SMALL_M)
        judge_small(data, d, &steps);
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
    for (int64_t m = SMALL_M; m <= LARGE_M; m *= LARGE_M / SMALL_M)
        for (uint32_t d = 1; d <= MOST_DIMENSIONS; d++) {
            if (settings->progress)
                settings->progress(rd_arena_print(data->arena, "m=%" PRId64 ", d=%" PRIu32, m, d));
            if (!make_one(d, m, data, &ranges, reterr))
                return false;
        }
    judge_range(data, "token steps of Balance / (m sqrt d)", &ranges.balance, 0.35, 0.66);
    judge_range(data, "token steps of Balance / Lemma 2.1", &ranges.over_lemma, 1, 1.93);
    judge_range(data, "optimum / (m sqrt d), d >= 2", &ranges.optimum, 0.32, 0.39);
    judge_range(data, "minimum error / (m sqrt d + d^2), m=64", &ranges.total[0], 0.45, 1.21);
    judge_range(data, "minimum error / (m sqrt d + d^2), m=1024", &ranges.total[1], 0.36, 0.69);
    return true;
}

const struct rd_figure plaxton_a = {
    .name = "plaxton-a",
    .summary = "the half-full Hamming ball: steps of four algorithms and the optimum against d",
    .source = "beyond the hypercube load balancing paper: Theorems 2.2 and 2.4",
    .plot = "plaxton_a",
    .make = make,
};
