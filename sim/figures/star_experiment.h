/* The experiment with heuristics for stars: cells of random stars, and what every heuristic makes
 * of each. */
#ifndef REDIST_FIGURES_STAR_EXPERIMENT_H
#define REDIST_FIGURES_STAR_EXPERIMENT_H

#include "drawn_star.h"

enum rd_star_kind {
    RD_HOMOGENEOUS,
    RD_EQUAL_LINKS,
    RD_EQUAL_WORKERS,
    RD_HETEROGENEOUS,
    RD_STAR_KINDS
};

/* Links and workers alike: c, w on 1..10; fast links: w on 10..100; slow links: c on 10..100. */
enum rd_star_range { RD_ALIKE, RD_FAST_LINKS, RD_SLOW_LINKS, RD_STAR_RANGES };

struct rd_star_cell {
    enum rd_star_kind kind;
    enum rd_star_range range;
    bool piled; /* all items at random on 20 % of the workers; else L_i uniform on 0..2a */
    uint32_t worker_count;
    int64_t average; /* a: items a worker */
};

/* What is compared, in the order of rd_star_heuristic_name. */
enum rd_star_heuristic {
    RD_STAR_NOTHING,
    RD_STAR_BBA,
    RD_STAR_MBA_PRINTED,
    RD_STAR_MBA_SIMULATED,
    RD_STAR_MBA_REORDERED,
    RD_STAR_RBSA,
    RD_STAR_LP_GUIDED,
    RD_STAR_PORTFOLIO,
    RD_STAR_HEURISTICS
};

extern const char *const rd_star_heuristic_name[RD_STAR_HEURISTICS];
extern const char *const rd_star_kind_name[RD_STAR_KINDS];
extern const char *const rd_star_range_name[RD_STAR_RANGES];

/* "equal links, fast links, piled, m=10". */
const char *rd_star_cell_words(const struct rd_star_cell *cell, struct rd_arena *arena);

/* What came out of one star. */
struct rd_star_outcome {
    int64_t item_count;
    double bound_s;
    double best_s; /* of all heuristics */
    struct rd_star_result of[RD_STAR_HEURISTICS];
};

/* How much longer than the best one of the heuristics takes, in %. O(1). */
double rd_star_off_percent(const struct rd_star_outcome *outcome, int heuristic);

/* Is told of every star, and of the end of every cell (outcome NULL). */
typedef void rd_star_watcher(void *context, const struct rd_star_cell *cell,
                             const struct rd_star_outcome *outcome);

/* Draws `instances` stars in each of the 48 cells: 4 kinds, 3 ranges, spread and piled, m = 10
 * with a = 20 and m = 20 with a = 10. The first star of each cell is played on SimGrid with every
 * plan.
 * Returns in ret_played: how many plans were. Errors: as rd_drawn_star_measure; RD_ERROR_RUN for a
 * plan that ends before the bound. */
bool rd_star_experiment(const struct rd_figure_settings *settings, int instances,
                        rd_star_watcher *watcher, void *context, struct rd_figure_data *data,
                        int64_t *ret_played, struct rd_error *reterr);

enum { RD_STAR_CELLS = 48 };

#endif
