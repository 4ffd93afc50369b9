#include "star_experiment.h"

#include "sim/referee/referee.h"

#include <math.h>

const char *const rd_star_heuristic_name[RD_STAR_HEURISTICS] = {
    [RD_STAR_NOTHING] = "star-nothing",
    [RD_STAR_BBA] = "star-bba",
    [RD_STAR_MBA_PRINTED] = "star-mba-printed",
    [RD_STAR_MBA_SIMULATED] = "star-mba-simulated",
    [RD_STAR_MBA_REORDERED] = "star-mba-reordered",
    [RD_STAR_RBSA] = "star-rbsa",
    [RD_STAR_LP_GUIDED] = "star-lp-guided",
    [RD_STAR_PORTFOLIO] = "star-portfolio",
};

const char *const rd_star_kind_name[RD_STAR_KINDS] = {
    [RD_HOMOGENEOUS] = "homogeneous",
    [RD_EQUAL_LINKS] = "equal links",
    [RD_EQUAL_WORKERS] = "equal workers",
    [RD_HETEROGENEOUS] = "fully heterogeneous",
};

const char *const rd_star_range_name[RD_STAR_RANGES] = {
    [RD_ALIKE] = "links as workers",
    [RD_FAST_LINKS] = "fast links",
    [RD_SLOW_LINKS] = "slow links",
};

static const struct rd_star_costs ranges[RD_STAR_RANGES] = {
    [RD_ALIKE] = {1, 10, 1, 10, false, false},
    [RD_FAST_LINKS] = {1, 10, 10, 100, false, false},
    [RD_SLOW_LINKS] = {10, 100, 1, 10, false, false},
};

const char *rd_star_cell_words(const struct rd_star_cell *cell, struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s, %s, %s, m=%u", rd_star_kind_name[cell->kind],
                          rd_star_range_name[cell->range], cell->piled ? "piled" : "spread",
                          cell->worker_count);
}

static struct rd_star_cell cell_of(int number)
{
    static const struct {
        uint32_t worker_count;
        int64_t average;
    } size[2] = {{10, 20}, {20, 10}};
    int which = number / 2 % 2;
    return (struct rd_star_cell){
        .kind = (enum rd_star_kind)(number / 4 / RD_STAR_RANGES),
        .range = (enum rd_star_range)(number / 4 % RD_STAR_RANGES),
        .piled = number % 2 == 1,
        .worker_count = size[which].worker_count,
        .average = size[which].average,
    };
}

static void draw(struct rd_rng *rng, const struct rd_star_cell *cell, struct rd_drawn_star *star)
{
    uint32_t m = cell->worker_count;
    struct rd_star_costs costs = ranges[cell->range];
    costs.equal_links = cell->kind == RD_HOMOGENEOUS || cell->kind == RD_EQUAL_LINKS;
    costs.equal_workers = cell->kind == RD_HOMOGENEOUS || cell->kind == RD_EQUAL_WORKERS;
    *star = (struct rd_drawn_star){.worker_count = m};
    rd_drawn_star_draw_costs(rng, &costs, star);
    if (cell->piled)
        rd_drawn_star_drop(rng, cell->average * m, m / 5, star);
    else
        for (uint32_t worker = 0; worker < m; worker++)
            star->load[worker] = rd_rng_between(rng, 0, 2 * cell->average);
    rd_drawn_star_finish(star);
}

double rd_star_off_percent(const struct rd_star_outcome *outcome, int heuristic)
{
    double percent = 100 * (outcome->of[heuristic].seconds / outcome->best_s - 1);
    return percent < 1e-7 ? 0 : percent; /* equal but for rounding */
}

static bool measure(const struct rd_drawn_star *star, bool on_simgrid, struct rd_figure_data *data,
                    struct rd_star_outcome *ret_outcome, struct rd_error *reterr)
{
    struct rd_star_outcome outcome = {.item_count = star->item_count, .best_s = INFINITY};
    if (!rd_drawn_star_measure(star, rd_star_heuristic_name, RD_STAR_HEURISTICS, on_simgrid, data,
                               outcome.of, reterr))
        return false;
    outcome.bound_s = rd_drawn_star_bound(star, data).bound_s;
    for (int h = 0; h < RD_STAR_HEURISTICS; h++) {
        double seconds = outcome.of[h].seconds;
        if (isnan(seconds) || seconds < outcome.bound_s * (1 - RD_TIME_TOLERANCE))
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                           "%s takes %.17g s, and the bound is %.17g s", rd_star_heuristic_name[h],
                           seconds, outcome.bound_s);
        outcome.best_s = fmin(outcome.best_s, seconds);
    }
    *ret_outcome = outcome;
    return true;
}

bool rd_star_experiment(const struct rd_figure_settings *settings, int instances,
                        rd_star_watcher *watcher, void *context, struct rd_figure_data *data,
                        int64_t *ret_played, struct rd_error *reterr)
{
    *ret_played = 0;
    for (int number = 0; number < RD_STAR_CELLS; number++) {
        struct rd_star_cell cell = cell_of(number);
        if (settings->progress)
            settings->progress(rd_star_cell_words(&cell, data->arena));
        struct rd_rng rng = rd_rng_seeded(5, (uint64_t)number);
        for (int i = 0; i < instances; i++) {
            struct rd_drawn_star star;
            struct rd_star_outcome outcome;
            draw(&rng, &cell, &star);
            if (!measure(&star, i == 0, data, &outcome, reterr))
                return false;
            *ret_played += i == 0 ? RD_STAR_HEURISTICS : 0;
            watcher(context, &cell, &outcome);
        }
        watcher(context, &cell, NULL);
    }
    return true;
}
