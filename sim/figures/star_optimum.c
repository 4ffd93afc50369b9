/* Small stars: every heuristic against the optimum, how often the search finds it, and how often
 * the bound is it. */
#include "drawn_star.h"
#include "figure.h"
#include "sim/base/mean.h"

#include <inttypes.h>
#include <math.h>

enum { FAMILIES = 5, INSTANCES = 8000, FULL_INSTANCES = 50000, PLAYED_EVERY = 800 };

static const struct family {
    const char *name;
    int64_t least_workers, most_workers, least_items, most_items;
    struct rd_star_costs costs;
} families[FAMILIES] = {
    {"m 3-5, n 5-14, c and w 1-10", 3, 5, 5, 14, {1, 10, 1, 10, false, false}},
    {"m 3-5, n 5-14, c 1-5, w 1-20", 3, 5, 5, 14, {1, 5, 1, 20, false, false}},
    {"m 3-5, n 5-14, c 1-10, equal w", 3, 5, 5, 14, {1, 10, 1, 10, false, true}},
    {"m 5-8, n 20-40, c 1-5, w 1-20", 5, 8, 20, 40, {1, 5, 1, 20, false, false}},
    {"m 5-8, n 20-40, c and w 1-10", 5, 8, 20, 40, {1, 10, 1, 10, false, false}},
};

enum { EXACT, NO_EXCHANGE, LOCAL_SEARCH, FIRST_JUDGED, ALGORITHMS = FIRST_JUDGED + 8 };

static const char *const name[ALGORITHMS] = {
    "star-exact", "star-exact-no-exchange", "star-local-search",  "star-nothing",
    "star-bba",   "star-mba-printed",       "star-mba-simulated", "star-mba-reordered",
    "star-rbsa",  "star-lp-guided",         "star-portfolio",
};

/* The mean ratios to the optimum that were seen before on such families, the least and the
 * greatest. How loads were drawn there is known in outline only: so a quarter more or less of what
 * is above 1 is accepted. */
static const struct {
    double low, high;
} seen[ALGORITHMS - FIRST_JUDGED] = {
    {1.5, 3.4},       {1.006, 1.040}, {1.017, 1.08},  {1.002, 1.0035},
    {1.0006, 1.0022}, {1.005, 1.015}, {1.006, 1.018}, {1.0002, 1.0007},
};

static void draw(struct rd_rng *rng, const struct family *family, struct rd_drawn_star *star)
{
    *star = (struct rd_drawn_star){0};
    star->worker_count = (uint32_t)rd_rng_between(rng, family->least_workers, family->most_workers);
    rd_drawn_star_draw_costs(rng, &family->costs, star);
    int64_t items = rd_rng_between(rng, family->least_items, family->most_items);
    int64_t pile = (int64_t)(rd_rng_unit(rng) * (double)items + 0.5);
    star->load[rd_rng_below(rng, star->worker_count)] = pile;
    rd_drawn_star_drop(rng, items - pile, star->worker_count, star);
    rd_drawn_star_finish(star);
}

/* What is measured of one family. */
struct measured {
    struct rd_mean solved;            /* share of stars whose optimum the search finds */
    struct rd_mean tight;             /* share of those whose bound is the optimum */
    struct rd_mean fluid;             /* the fluid bound over the optimum */
    struct rd_mean ratio[ALGORITHMS]; /* to the optimum */
    struct rd_mean optimal[ALGORITHMS];
    int64_t broken; /* plans or bounds on the wrong side of the optimum */
};

static void add(struct measured *measured, const struct rd_star_result *result,
                const struct rd_drawn_star_bounds *bounds, struct rd_mean *found)
{
    double optimum_s = result[EXACT].seconds;
    rd_mean_add(&measured->solved, !isnan(optimum_s));
    if (isnan(optimum_s))
        return;
    rd_mean_add(&measured->fluid, bounds->fluid_s / optimum_s);
    rd_mean_add(&measured->tight, bounds->bound_s >= optimum_s * (1 - 1e-9));
    measured->broken += bounds->bound_s > optimum_s * (1 + 1e-9);
    for (int a = 0; a < ALGORITHMS; a++) {
        if (isnan(result[a].seconds))
            continue;
        double ratio = result[a].seconds / optimum_s;
        rd_mean_add(&measured->ratio[a], ratio);
        rd_mean_add(&measured->optimal[a], ratio < 1 + 1e-9);
        measured->broken += ratio < 1 - 1e-9;
    }
    if (!isnan(result[LOCAL_SEARCH].seconds))
        rd_mean_add(found, result[LOCAL_SEARCH].seconds < optimum_s * (1 + 1e-9));
}

static void judge(struct rd_figure_data *data, const char *family, const char *what,
                  const struct rd_mean *mean, double low, double high, const char *why)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "%s: %s", family, what),
                        .published = NAN,
                        .measured = mean->mean,
                        .half_width = rd_mean_half_width(mean),
                        .low = low,
                        .high = high,
                        .regression = low < high, /* the laws are exact */
                        .why = why,
                    },
                    false);
}

static void end_family(struct rd_figure_data *data, const char *family,
                       const struct measured *measured)
{
    for (int a = 0; a < ALGORITHMS; a++)
        rd_figure_row(data, "%s\t%s\t%.6f\t%.6f\t%.5f\t%.5f\t%.5f\t%.5f\t%" PRId64, family, name[a],
                      measured->ratio[a].mean, rd_mean_half_width(&measured->ratio[a]),
                      measured->optimal[a].mean, measured->solved.mean, measured->tight.mean,
                      measured->fluid.mean, measured->ratio[a].count);
    for (int a = FIRST_JUDGED; a < ALGORITHMS; a++)
        judge(data, family, rd_arena_print(data->arena, "%s over the optimum, mean", name[a]),
              &measured->ratio[a], 1 + 0.75 * (seen[a - FIRST_JUDGED].low - 1),
              1 + 1.25 * (seen[a - FIRST_JUDGED].high - 1),
              rd_arena_print(data->arena, "%g to %g seen on such stars, a quarter more or less",
                             seen[a - FIRST_JUDGED].low, seen[a - FIRST_JUDGED].high));
    judge(data, family, "stars that the exact search solves, share", &measured->solved, 0.999, 1,
          "all but a few within its million states");
    judge(data, family, "bound = optimum, share", &measured->tight, 0.945, 0.995,
          "the deadline relaxation is tight on 95 to 99 % of stars with unequal links");
    judge(data, family, "fluid bound over the optimum, mean", &measured->fluid, 0.8, 0.93,
          "0.80 to 0.93 on average on unequal links");
    struct rd_mean broken = {.count = 1, .mean = (double)measured->broken};
    judge(data, family, "values on the wrong side of the optimum", &broken, 0, 0,
          "bound <= optimum <= planned");
}

static bool measure_family(const struct rd_figure_settings *settings, int number,
                           struct rd_figure_data *data, struct measured *measured,
                           struct rd_mean *found, int64_t *played, struct rd_error *reterr)
{
    struct rd_rng rng = rd_rng_seeded(6, (uint64_t)number);
    int instances = settings->full ? FULL_INSTANCES : INSTANCES;
    for (int i = 0; i < instances; i++) {
        struct rd_drawn_star star;
        struct rd_star_result result[ALGORITHMS];
        draw(&rng, &families[number], &star);
        bool on_simgrid = i % PLAYED_EVERY == 0;
        if (!rd_drawn_star_measure(&star, name, ALGORITHMS, on_simgrid, data, result, reterr))
            return false;
        *played += on_simgrid ? ALGORITHMS : 0;
        struct rd_drawn_star_bounds bounds = rd_drawn_star_bound(&star, data);
        add(measured, result, &bounds, found);
    }
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {
        "stars",        "algorithm",         "over_optimum_mean",  "half_width_95", "optimal_share",
        "solved_share", "bound_tight_share", "fluid_over_optimum", "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct rd_mean found = {0}; /* optima, by local search */
    int64_t played = 0;
    for (int number = 0; number < FAMILIES; number++) {
        const char *family = families[number].name;
        if (settings->progress)
            settings->progress(family);
        struct measured measured = {0};
        if (!measure_family(settings, number, data, &measured, &found, &played, reterr))
            return false;
        end_family(data, family, &measured);
    }
    judge(data, "all families", "star-local-search optimal, share", &found, 0.995, 1,
          "optimal on 99.5 % of such stars");
    int instances = settings->full ? FULL_INSTANCES : INSTANCES;
    rd_star_judge_played(data, played,
                         (int64_t)FAMILIES * ((instances + PLAYED_EVERY - 1) / PLAYED_EVERY) *
                             ALGORITHMS,
                         "every plan of every eight-hundredth star");
    return true;
}

const struct rd_figure star_optimum = {
    .name = "star-optimum",
    .summary = "small stars: heuristics against the optimum, and what the search solves",
    .source = "our own: [marchal2007] has no experiment; its heuristics against our exact search",
    .plot = "star_optimum",
    .scenario = "star_optimum",
    .make = make,
};
