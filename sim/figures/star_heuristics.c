/* Heuristics for stars, cell by cell: how far from the best, from the bound, how often best, how
 * much they move; and every expectation of how they compare. Times of planning are a benchmark's
 * (tests/bench/bench_star.c): a figure's files are the same every time. */
#include "figure.h"
#include "sim/base/mean.h"
#include "star_experiment.h"

#include <inttypes.h>
#include <math.h>

enum { INSTANCES = 600, FULL_INSTANCES = 5000 };

/* What is measured of one heuristic in one cell. */
struct measured {
    struct rd_mean off; /* over the best, in % */
    struct rd_mean over_bound;
    struct rd_mean best, within_5_percent; /* shares */
    struct rd_mean moved;                  /* items, as a share of all */
    int64_t above_bound;
};

struct campaign {
    struct rd_figure_data *data;
    struct measured cell[RD_STAR_HEURISTICS];
};

/* Expectations are in whole percents, so half of one beyond them is accepted. */
#define HALF_A_PERCENT 0.5

static void judge(struct rd_figure_data *data, const struct rd_star_cell *cell,
                  enum rd_star_heuristic heuristic, const struct rd_mean *off, double low,
                  double high, const char *why)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "%s: %s, %% off the best",
                                               rd_star_cell_words(cell, data->arena),
                                               rd_star_heuristic_name[heuristic]),
                        .published = NAN,
                        .measured = off->mean,
                        .half_width = rd_mean_half_width(off),
                        .low = fmax(0, low - HALF_A_PERCENT),
                        .high = high + HALF_A_PERCENT,
                        .regression = true,
                        .why = why,
                    },
                    false);
}

/* Equal links: the bound is the optimum. */
static void judge_exact(struct rd_figure_data *data, const struct rd_star_cell *cell,
                        enum rd_star_heuristic heuristic, int64_t above_bound)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "%s: %s, stars above the optimum",
                                               rd_star_cell_words(cell, data->arena),
                                               rd_star_heuristic_name[heuristic]),
                        .published = NAN,
                        .measured = (double)above_bound,
                        .low = 0,
                        .high = 0,
                        .why = cell->kind == RD_HOMOGENEOUS
                                   ? "BBA, MBA and R-BSA are exact on homogeneous stars"
                                   : "MBA and R-BSA are exact on equal links",
                    },
                    false);
}

static void judge_equal_links(struct campaign *campaign, const struct rd_star_cell *cell)
{
    static const enum rd_star_heuristic exact[] = {RD_STAR_MBA_PRINTED, RD_STAR_MBA_SIMULATED,
                                                   RD_STAR_RBSA};
    const struct measured *of = campaign->cell;
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        judge_exact(campaign->data, cell, exact[i], of[exact[i]].above_bound);
    if (cell->kind == RD_HOMOGENEOUS)
        judge_exact(campaign->data, cell, RD_STAR_BBA, of[RD_STAR_BBA].above_bound);
    else
        judge(campaign->data, cell, RD_STAR_BBA, &of[RD_STAR_BBA].off, 0, 2,
              "BBA is 0 to 2 % off on equal links");
}

/* Fast links and piled loads: where balancing pays most. */
static void judge_fast_piled(struct campaign *campaign, const struct rd_star_cell *cell)
{
    const struct measured *of = campaign->cell;
    if (cell->kind == RD_HETEROGENEOUS) {
        judge(campaign->data, cell, RD_STAR_BBA, &of[RD_STAR_BBA].off, 5, 12, "BBA: 5 to 12 %");
        judge(campaign->data, cell, RD_STAR_RBSA, &of[RD_STAR_RBSA].off, 1, 2, "R-BSA: 1 to 2 %");
        judge(campaign->data, cell, RD_STAR_MBA_SIMULATED, &of[RD_STAR_MBA_SIMULATED].off, 0, 2,
              "expected 0 to 1 %; 5,000 stars a cell give 2.1 % (m=10) and 0.9 % (m=20)");
    } else {
        judge(campaign->data, cell, RD_STAR_MBA_SIMULATED, &of[RD_STAR_MBA_SIMULATED].off, 2, 5,
              "MBA-simulated, equal workers: 2 to 5 %");
        judge(campaign->data, cell, RD_STAR_RBSA, &of[RD_STAR_RBSA].off, 0, 1 - HALF_A_PERCENT,
              "R-BSA, equal workers: below 1 %");
    }
}

static void judge_slow_links(struct campaign *campaign, const struct rd_star_cell *cell)
{
    const struct measured *of = campaign->cell;
    bool equal_links = cell->kind == RD_HOMOGENEOUS || cell->kind == RD_EQUAL_LINKS;
    judge(campaign->data, cell, RD_STAR_NOTHING, &of[RD_STAR_NOTHING].off, 3, 16,
          "slow links: moving nothing is within 3 to 16 %");
    for (int h = RD_STAR_BBA; h < RD_STAR_HEURISTICS; h++)
        if (h == RD_STAR_MBA_PRINTED && !equal_links)
            judge(campaign->data, cell, RD_STAR_MBA_PRINTED, &of[h].off, 5, 25,
                  "expected 5 to 23 %; 5,000 stars a cell give 5.4 to 24.8 %");
        else
            judge(campaign->data, cell, (enum rd_star_heuristic)h, &of[h].off, 0, 1,
                  "slow links: the rest tie");
}

static void add_rows(struct campaign *campaign, const struct rd_star_cell *cell)
{
    for (int h = 0; h < RD_STAR_HEURISTICS; h++) {
        const struct measured *of = &campaign->cell[h];
        rd_figure_row(campaign->data,
                      "%s\t%s\t%s\t%u\t%" PRId64
                      "\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%" PRId64,
                      rd_star_kind_name[cell->kind], rd_star_range_name[cell->range],
                      cell->piled ? "piled" : "spread", cell->worker_count, cell->average,
                      rd_star_heuristic_name[h], of->off.mean, rd_mean_half_width(&of->off),
                      of->over_bound.mean, of->best.mean, of->within_5_percent.mean, of->moved.mean,
                      of->off.count);
    }
}

static void watch(void *context, const struct rd_star_cell *cell,
                  const struct rd_star_outcome *outcome)
{
    struct campaign *campaign = context;
    for (int h = 0; h < RD_STAR_HEURISTICS && outcome; h++) {
        struct measured *of = &campaign->cell[h];
        double seconds = outcome->of[h].seconds, off = rd_star_off_percent(outcome, h);
        rd_mean_add(&of->off, off);
        rd_mean_add(&of->over_bound, seconds / outcome->bound_s);
        rd_mean_add(&of->best, off == 0);
        rd_mean_add(&of->within_5_percent, off <= 5);
        rd_mean_add(&of->moved, (double)outcome->of[h].moved_items / (double)outcome->item_count);
        of->above_bound += seconds > outcome->bound_s * (1 + 1e-9);
    }
    if (outcome)
        return;
    add_rows(campaign, cell);
    bool equal_links = cell->kind == RD_HOMOGENEOUS || cell->kind == RD_EQUAL_LINKS;
    if (equal_links)
        judge_equal_links(campaign, cell);
    else if (cell->range == RD_FAST_LINKS && cell->piled)
        judge_fast_piled(campaign, cell);
    if (cell->range == RD_SLOW_LINKS)
        judge_slow_links(campaign, cell);
    for (int h = 0; h < RD_STAR_HEURISTICS; h++)
        campaign->cell[h] = (struct measured){0};
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"kind",
                                          "costs",
                                          "loads",
                                          "workers",
                                          "items_per_worker",
                                          "algorithm",
                                          "off_the_best_percent",
                                          "half_width_95",
                                          "over_bound",
                                          "best_share",
                                          "within_5_percent_share",
                                          "moved_share",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct campaign campaign = {.data = data};
    int64_t played;
    if (!rd_star_experiment(settings, settings->full ? FULL_INSTANCES : INSTANCES, watch, &campaign,
                            data, &played, reterr))
        return false;
    rd_star_judge_played(data, played, (int64_t)RD_STAR_CELLS * RD_STAR_HEURISTICS,
                         "every plan of the first star of each cell");
    return true;
}

const struct rd_figure star_heuristics = {
    .name = "star-heuristics",
    .summary = "heuristics for stars by kind, costs and loads: off the best, over the bound, moved",
    .source = "our own: [marchal2007] has no experiment; its heuristics on our instances",
    .plot = "star_heuristics",
    .scenario = "star_heuristics",
    .make = make,
};
