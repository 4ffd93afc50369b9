/* Lemma 2.1 against the load: tokens packed on a Hamming ball of p / 2^e processors of m = 2^e n/p
 * each, k = d/e. Steps over m sqrt k, which Theorem 2.1 calls Theta: the lemma, the bound of the
 * instance, the optimum where its flow is small enough, and Balance. Below it, why: the volume of a
 * ball over its last sphere, over sqrt k, in up to 800 dimensions. */
#include "cubes.h"
#include "figure.h"

#include "algorithms/hypercube/bounds.h"
#include "algorithms/hypercube/fringe.h"

#include <inttypes.h>
#include <math.h>

enum { DIMENSIONS = 10, MEAN_ITEMS = 32, FLOWS = 2, FULL_FLOWS = 4 };

static const uint32_t ball_dimensions[] = {10, 100, 800};

/* Steps over m sqrt k as text. */
static const char *over(struct rd_figure_data *data, int64_t steps, double m_root)
{
    return rd_arena_print(data->arena, "%.4f", (double)steps / m_root);
}

static void judge(struct rd_figure_data *data, uint32_t e, int64_t lemma, int64_t bound,
                  double ratio)
{
    const char *of = rd_arena_print(data->arena, "m = 2^%" PRIu32 " n/p: ", e);
    double low = e == DIMENSIONS ? 0.995 : 0.315;
    rd_figure_judge(
        data,
        (struct rd_check){.what = rd_arena_print(data->arena, "%sLemma 2.1 / (m sqrt k)", of),
                          .published = NAN,
                          .measured = ratio,
                          .low = low,
                          .high = e == 1 ? 0.33 : 1,
                          .regression = true,
                          .why = "from 0.32 (k = d) to 1.0 (k = 1) seen, and whole steps"},
        false);
    rd_figure_judge(
        data,
        (struct rd_check){.what = rd_arena_print(data->arena, "%sbound of the packed instance", of),
                          .published = NAN,
                          .measured = (double)bound,
                          .low = (double)lemma,
                          .high = INFINITY,
                          .why = "the set of the lemma is one of its cuts"},
        false);
}

static bool make_load(uint32_t e, bool flows, struct rd_figure_data *data, struct rd_error *reterr)
{
    int64_t p = INT64_C(1) << DIMENSIONS, m = (int64_t)MEAN_ITEMS << e;
    struct rd_option attributes[] = {
        rd_figure_attribute(&data->plans, "most", m),
        rd_figure_attribute(&data->plans, "mean", MEAN_ITEMS),
    };
    struct rd_instance instance;
    if (!rd_figure_cube(RD_HYPERCUBE, DIMENSIONS, DIMENSIONS, "hamming-ball", attributes, 2, 1,
                        &data->plans, &instance, reterr))
        return false;
    struct rd_cube_steps balance, optimum = {0};
    if (!rd_figure_cube_steps("cube-balance", &instance, data, &balance, reterr))
        return false;
    instance.balance_error = 0;
    if (flows && !rd_figure_cube_steps("cube-optimum-flow", &instance, data, &optimum, reterr))
        return false;
    struct rd_cube_goal goal = rd_cube_goal_of(&instance, &data->plans);
    int64_t bound = rd_cube_best_cut(&goal, &data->scratch).steps;
    int64_t lemma = rd_lemma_2_1(DIMENSIONS, MEAN_ITEMS * p, m);
    double k = (double)DIMENSIONS / e, m_root = (double)m * sqrt(k);
    rd_figure_row(data, "load\t%d\t%" PRIu32 "\t%.4f\t%" PRId64 "\t%" PRId64 "\t%s\t%s\t%s\t%s\t",
                  DIMENSIONS, e, k, m, lemma, over(data, lemma, m_root), over(data, bound, m_root),
                  flows ? over(data, optimum.all, m_root) : "", over(data, balance.token, m_root));
    judge(data, e, lemma, bound, (double)lemma / m_root);
    return true;
}

static double log2_binomial(uint32_t n, uint32_t k)
{
    return (lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)) / log(2);
}

/* Balls of radius 0 to d/2: V nodes, S of them on the last sphere, k by V = 2^(d (1 - 1/k)). */
static void make_balls(uint32_t d, struct rd_figure_data *data)
{
    double least = INFINITY, greatest = 0, volume = 0; /* over the sphere C(d, r) */
    for (uint32_t r = 0; r <= d / 2; r++) {
        double sphere = log2_binomial(d, r);
        volume = 1 + (r == 0 ? 0 : volume * exp2(log2_binomial(d, r - 1) - sphere));
        double k = d / (d - log2(volume) - sphere);
        double ratio = volume / sqrt(k);
        least = fmin(least, ratio);
        greatest = fmax(greatest, ratio);
        if (r % (d / 10) == 0 || r == d / 2)
            rd_figure_row(data, "ball\t%" PRIu32 "\t%" PRIu32 "\t%.4f\t\t\t\t\t\t\t%.4f", d, r, k,
                          ratio);
    }
    struct rd_check check = {.published = NAN,
                             .low = 0.515,
                             .high = 1,
                             .regression = true,
                             .why = "computed before: within [0.52, 1] for d <= 800"};
    check.what = rd_arena_print(data->arena, "d = %" PRIu32 ": least (V/S) / sqrt k", d);
    check.measured = least;
    rd_figure_judge(data, check, false);
    check.what = rd_arena_print(data->arena, "d = %" PRIu32 ": greatest (V/S) / sqrt k", d);
    check.measured = greatest;
    rd_figure_judge(data, check, false);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"of",
                                          "dimensions",
                                          "exponent_or_radius",
                                          "k",
                                          "m",
                                          "lemma_2_1_steps",
                                          "lemma_2_1_over_m_sqrt_k",
                                          "bound_over_m_sqrt_k",
                                          "optimum_over_m_sqrt_k",
                                          "balance_token_steps_over_m_sqrt_k",
                                          "volume_over_sphere_over_sqrt_k"};
    uint32_t flows = settings->full ? FULL_FLOWS : FLOWS;
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (uint32_t e = 1; e <= DIMENSIONS; e++) {
        if (!make_load(e, e <= flows, data, reterr))
            return false;
        rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
        rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
    }
    for (size_t i = 0; i < sizeof ball_dimensions / sizeof *ball_dimensions; i++)
        make_balls(ball_dimensions[i], data);
    return true;
}

const struct rd_figure plaxton_c = {
    .name = "plaxton-c",
    .summary = "Lemma 2.1, the optimum and Balance over m sqrt k, m = 2^(d/k) n/p",
    .source = "beyond [plaxton1989]: the constants of Theorems 2.1 and 2.4",
    .plot = "plaxton_c",
    .scenario = "plaxton_c",
    .make = make,
};
