/* When does moving items before a stencil pay? A ring that lies in unequal runs, some items astray:
 * total time of equal blocks and of the local search over that of keeping everything, against the
 * number of iterations and against the price of communication. Where equal blocks begin to pay is
 * found exactly, and both sides of it are played on SimGrid, every iteration. */
#include "figure.h"
#include "figure_simulator.h"
#include "sim/base/mean.h"
#include "planning.h"

#include "algorithms/stencil/blocks.h"
#include "algorithms/stencil/bounds.h"
#include "algorithms/stencil/local_search.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { HOSTS = 8, ITEMS = 96, SEEDS = 20, FULL_SEEDS = 100, PLAYED_SEEDS = 3, METRICS = 2 };
enum { ITERATION_POINTS = 12, RATIO_POINTS = 11 };
enum { MOVES = 3000000 }; /* that a search looks at */

static const int64_t iterations[ITERATION_POINTS] = {1,  2,  3,   5,   10,  20,
                                                     30, 50, 100, 200, 500, 1000};
static const double ratios[RATIO_POINTS] = {0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000};

/* What stays where the other is varied: t_comm / t_calc, and K. */
static const double fixed_ratio = 10;
enum { FIXED_ITERATIONS = 3 };

static const char *const metric_names[METRICS] = {"volume", "steps"};

/* Items in runs, host after host, cut at random; one in twenty on a host drawn at random. */
static void draw_ring(uint64_t seed, uint32_t home[ITEMS])
{
    struct rd_rng rng = rd_rng_seeded(seed, 1);
    uint32_t cut[HOSTS - 1];
    for (uint32_t i = 0; i + 1 < HOSTS; i++)
        cut[i] = (uint32_t)rd_rng_below(&rng, ITEMS + 1);
    for (uint32_t item = 0; item < ITEMS; item++) {
        home[item] = 0;
        for (uint32_t i = 0; i + 1 < HOSTS; i++)
            home[item] += cut[i] <= item;
        if (rd_rng_below(&rng, 20) == 0)
            home[item] = (uint32_t)rd_rng_below(&rng, HOSTS);
    }
}

static struct rd_stencil stencil_of(int metric, int64_t k, double ratio, const uint32_t *home)
{
    return (struct rd_stencil){.host_count = HOSTS,
                               .item_count = ITEMS,
                               .metric = (enum rd_stencil_metric)metric,
                               .iterations = k,
                               .item_s = ratio,
                               .compute_s = 1,
                               .home = home};
}

/* The targets of keeping all and of equal blocks, and what they cost. */
struct extremes {
    struct rd_stencil_target keep, block;
};

static struct extremes extremes_of(const struct rd_stencil *stencil, struct rd_figure_data *work)
{
    uint32_t *owner = rd_take(&work->plans, ITEMS, uint32_t);
    rd_stencil_blocks(stencil, HOSTS, 0, owner);
    rd_stencil_map(stencil, owner, owner, &work->scratch);
    return (struct extremes){rd_stencil_target_make(stencil, stencil->home, &work->plans),
                             rd_stencil_target_make(stencil, owner, &work->plans)};
}

static double total_s(const struct rd_stencil_target *target)
{
    return rd_stencil_s(target->stencil, rd_stencil_cost_of(target));
}

/* One point of a panel, over all rings. */
struct point {
    struct rd_mean block, search; /* total over that of keeping */
    struct rd_mean gain;          /* the search's total, under the better of the two, as a share */
    struct rd_mean hosts;         /* that the search's target uses */
};

/* What holds at every point of every ring, and how often it did. */
struct laws {
    int64_t points;
    int64_t search_is_no_worse; /* than either extreme */
    int64_t bound_holds;
};

static void add_ring(const struct rd_stencil *stencil, struct rd_figure_data *work,
                     struct point *point, struct laws *laws)
{
    struct rd_arena_mark mark = rd_arena_mark(&work->plans);
    struct extremes extremes = extremes_of(stencil, work);
    uint32_t *owner = rd_take(&work->plans, ITEMS, uint32_t);
    double search_s =
        rd_stencil_s(stencil, rd_stencil_search(stencil, MOVES, owner, &work->scratch));
    double keep_s = total_s(&extremes.keep), block_s = total_s(&extremes.block);
    struct rd_stencil_target found = rd_stencil_target_make(stencil, owner, &work->plans);
    int hosts = 0;
    for (int host = 0; host < HOSTS; host++)
        hosts += found.load[host] > 0;
    struct rd_stencil_shape shape;
    rd_mean_add(&point->block, block_s / keep_s);
    rd_mean_add(&point->search, search_s / keep_s);
    rd_mean_add(&point->gain, 1 - search_s / fmin(keep_s, block_s));
    rd_mean_add(&point->hosts, hosts);
    laws->points++;
    laws->search_is_no_worse += search_s <= keep_s && search_s <= block_s;
    laws->bound_holds += rd_stencil_counting_bound(stencil, &work->plans, &shape) <= search_s;
    rd_arena_rewind(&work->plans, mark);
}

/* The least K for which equal blocks beat keeping all; 0 if none does. Totals are straight lines in
 * K: from the lines themselves, and by trying one K after the other from there. */
static int64_t first_block_s(int metric, const uint32_t *home, struct rd_figure_data *work,
                             int64_t *ret_by_formula)
{
    struct rd_arena_mark mark = rd_arena_mark(&work->plans);
    struct rd_stencil stencil = stencil_of(metric, 1, fixed_ratio, home);
    struct extremes extremes = extremes_of(&stencil, work);
    double moving_s = (double)rd_stencil_redistribution(&extremes.block) * fixed_ratio;
    double gain_s = rd_stencil_s(&stencil, rd_stencil_iteration(&extremes.keep)) -
                    rd_stencil_s(&stencil, rd_stencil_iteration(&extremes.block));
    int64_t found = 0;
    *ret_by_formula = gain_s > 0 ? (int64_t)floor(moving_s / gain_s) + 1 : 0;
    for (int64_t k = 1; k <= 100000 && found == 0; k++) {
        stencil.iterations = k;
        if (total_s(&extremes.block) < total_s(&extremes.keep))
            found = k;
    }
    rd_arena_rewind(&work->plans, mark);
    return found;
}

/* Keeping all, equal blocks and the search, planned and played; `seconds` in this order. */
static bool play(struct rd_figure_simulator *simulator, int metric, int64_t k, const uint32_t *home,
                 struct rd_figure_data *work, double seconds[3], struct rd_error *reterr)
{
    static const char *const names[] = {"stencil-keep", "stencil-full-block", "stencil-search"};
    struct rd_arena_mark mark = rd_arena_mark(&work->plans);
    int64_t *load = rd_take(&work->plans, HOSTS * ITEMS, int64_t);
    for (uint32_t item = 0; item < ITEMS; item++)
        load[home[item] * ITEMS + item] = 1;
    struct rd_instance instance = {.topology = simulator->topology,
                                   .port_model = RD_ONE_PORT,
                                   .port_count = 1,
                                   .link_cost = simulator->costs.link_cost,
                                   .costs_equal = simulator->costs.costs_equal,
                                   .item_bytes = 1,
                                   .word_bytes = 1,
                                   .flops_per_item = 1,
                                   .speed_flops_per_s = simulator->costs.speed_flops_per_s,
                                   .kind_count = ITEMS,
                                   .load = load,
                                   .goal = RD_STENCIL,
                                   .stencil_metric = (enum rd_stencil_metric)metric,
                                   .stencil_iterations = k};
    bool played = true;
    for (int i = 0; i < 3 && played; i++) {
        struct rd_plan plan;
        struct rd_verdict verdict;
        played = rd_figure_plan(names[i], &instance, &work->plans, &work->scratch, &plan, &verdict,
                                reterr) &&
                 rd_figure_simulator_play(simulator, &instance, &plan, verdict.makespan_s, false,
                                          &work->plans, reterr);
        if (played)
            seconds[i] = verdict.makespan_s;
    }
    rd_arena_rewind(&work->plans, mark);
    return played;
}

/* Plays one iteration less than the crossover of a ring, and the crossover. Counts the sides on
 * which SimGrid says what it should. */
static bool play_crossover(struct rd_figure_simulator *simulator, int metric, uint64_t seed,
                           struct rd_figure_data *work, int64_t *sides, struct rd_error *reterr)
{
    uint32_t home[ITEMS];
    int64_t formula;
    draw_ring(seed, home);
    int64_t k = first_block_s(metric, home, work, &formula);
    for (int64_t side = k - 1; side <= k; side++) {
        double seconds[3];
        if (!play(simulator, metric, side, home, work, seconds, reterr))
            return false;
        bool block_pays = seconds[1] < seconds[0];
        *sides += block_pays == (side == k) && seconds[2] <= fmin(seconds[0], seconds[1]);
    }
    return true;
}

/* A bus for the volume, a switch for the steps. */
static bool play_sample(int metric, struct rd_figure_data *data, int64_t *sides,
                        struct rd_error *reterr)
{
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    struct rd_figure_simulator simulator;
    struct rd_platform_request request = {.shape = metric == RD_VOLUME_METRIC ? RD_BUS : RD_SWITCH,
                                          .host_count = HOSTS,
                                          .cost = rd_arena_print(&data->plans, "%g", fixed_ratio),
                                          .latency = "0",
                                          .compute = "1",
                                          .symmetric = true};
    if (!rd_figure_simulator_open(&request, &data->plans, &simulator, reterr))
        return false;
    bool played = true;
    for (uint64_t seed = 1; seed <= PLAYED_SEEDS && played; seed++)
        played = play_crossover(&simulator, metric, seed, data, sides, reterr);
    rd_figure_simulator_close(&simulator);
    rd_arena_rewind(&data->plans, mark);
    return played;
}

static void add_row(struct rd_figure_data *data, int metric, const char *sweep, int64_t k,
                    double ratio, const struct point *point)
{
    rd_figure_row(data, "%s\t%s\t%" PRId64 "\t%g\t%.5f\t%.5f\t%.5f\t%.5f\t%.5f\t%.2f\t%" PRId64,
                  metric_names[metric], sweep, k, ratio, point->block.mean,
                  rd_mean_half_width(&point->block), point->search.mean,
                  rd_mean_half_width(&point->search), point->gain.mean, point->hosts.mean,
                  point->block.count);
}

static void judge(struct rd_figure_data *data, const char *what, double measured, double low,
                  double high, const char *why)
{
    rd_figure_judge(data,
                    (struct rd_check){.what = what,
                                      .published = NAN,
                                      .measured = measured,
                                      .low = low,
                                      .high = high,
                                      .why = why},
                    false);
}

static int rising(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* Every ring's crossover, found by trying and by the lines. */
static void judge_crossovers(int metric, int seeds, struct rd_figure_data *data)
{
    int64_t crossover[FULL_SEEDS], formula, agree = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        uint32_t home[ITEMS];
        draw_ring((uint64_t)seed, home);
        crossover[seed - 1] = first_block_s(metric, home, data, &formula);
        agree += crossover[seed - 1] == formula;
    }
    qsort(crossover, (size_t)seeds, sizeof *crossover, rising);
    struct point median = {0};
    rd_mean_add(&median.block, 1);
    rd_mean_add(&median.search, 1);
    add_row(data, metric, "median crossover", crossover[seeds / 2], fixed_ratio, &median);
    judge(data,
          rd_arena_print(data->arena,
                         "%s: rings whose first K at which blocks pay is floor(M t / G)"
                         " + 1",
                         metric_names[metric]),
          (double)agree, seeds, seeds, "M t_comm to move, G gained an iteration: two lines in K");
}

/* All points of one panel. */
static void sweep(int metric, bool over_iterations, const struct rd_figure_settings *settings,
                  struct rd_figure_data *data, struct laws *laws)
{
    int seeds = settings->full ? FULL_SEEDS : SEEDS;
    for (int i = 0; i < (over_iterations ? ITERATION_POINTS : RATIO_POINTS); i++) {
        int64_t k = over_iterations ? iterations[i] : FIXED_ITERATIONS;
        double ratio = over_iterations ? fixed_ratio : ratios[i];
        struct point point = {0};
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "%s, %" PRId64 " iterations, ratio %g",
                                              metric_names[metric], k, ratio));
        for (int seed = 1; seed <= seeds; seed++) {
            uint32_t home[ITEMS];
            draw_ring((uint64_t)seed, home);
            struct rd_stencil stencil = stencil_of(metric, k, ratio, home);
            add_ring(&stencil, data, &point, laws);
        }
        add_row(data, metric, over_iterations ? "iterations" : "ratio", k, ratio, &point);
    }
}

/* Where words are dear and iterations many, everything is gathered: on two hosts or more, an
 * iteration takes 2 words at least, and all in all more than moving all items once. */
static void judge_gathering(int metric, struct rd_figure_data *data, struct laws *laws)
{
    struct point point = {0};
    uint32_t home[ITEMS];
    draw_ring(1, home);
    struct rd_stencil stencil = stencil_of(metric, 1000, 1000, home);
    add_ring(&stencil, data, &point, laws);
    judge(data,
          rd_arena_print(data->arena, "%s: hosts in use after 1000 iterations at ratio 1000",
                         metric_names[metric]),
          point.hosts.mean, 1, 1, "2 K t_comm are more than N t_comm + K N t_calc");
}

static bool make_metric(int metric, const struct rd_figure_settings *settings,
                        struct rd_figure_data *data, struct laws *laws, int64_t *sides,
                        struct rd_error *reterr)
{
    sweep(metric, true, settings, data, laws);
    sweep(metric, false, settings, data, laws);
    judge_gathering(metric, data, laws);
    judge_crossovers(metric, settings->full ? FULL_SEEDS : SEEDS, data);
    return play_sample(metric, data, sides, reterr);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"metric",
                                          "sweep",
                                          "iterations",
                                          "communication_over_computation",
                                          "block_over_keep",
                                          "block_half_width_95",
                                          "search_over_keep",
                                          "search_half_width_95",
                                          "search_gain",
                                          "search_hosts",
                                          "seeds"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct laws laws = {0};
    int64_t sides = 0;
    for (int metric = 0; metric < METRICS; metric++)
        if (!make_metric(metric, settings, data, &laws, &sides, reterr))
            return false;
    judge(data, "points where the search is no worse than either", (double)laws.search_is_no_worse,
          (double)laws.points, (double)laws.points, "it starts from both");
    judge(data, "points at which the bound holds", (double)laws.bound_holds, (double)laws.points,
          (double)laws.points, "loads, moves and words");
    judge(data, "sides of crossovers on SimGrid: blocks pay from there on, not before",
          (double)sides, METRICS * PLAYED_SEEDS * 2, METRICS * PLAYED_SEEDS * 2,
          "three rings a metric, each one iteration before its crossover and at it");
    return true;
}

const struct rd_figure herrmann_stencil_crossover = {
    .name = "herrmann-stencil-crossover",
    .summary = "when does moving items before a stencil pay?",
    .source = "[herrmann2014], the stencil; the question is ours",
    .plot = "herrmann_stencil_crossover",
    .scenario = "herrmann_stencil_crossover",
    .make = make,
};
