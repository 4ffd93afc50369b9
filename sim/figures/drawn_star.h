/* A small star that a figure draws: its costs in whole seconds, and the instance of them. */
#ifndef REDIST_FIGURES_DRAWN_STAR_H
#define REDIST_FIGURES_DRAWN_STAR_H

#include "figure.h"

#include "sim/model/instance.h"
#include "sim/base/rng.h"

enum { RD_DRAWN_WORKERS = 64 };

struct rd_drawn_star {
    uint32_t worker_count;
    int64_t c[RD_DRAWN_WORKERS]; /* seconds an item takes over a link, both ways */
    int64_t w[RD_DRAWN_WORKERS]; /* and to be computed */
    int64_t load[RD_DRAWN_WORKERS + 1];
    int64_t item_count;
    struct rd_link_cost link[2 * RD_DRAWN_WORKERS];
    double speed[RD_DRAWN_WORKERS + 1];
    struct rd_instance instance; /* points to the arrays above */
};

/* Draws c and w, whole and uniform on low..high, all alike where they are to be. */
struct rd_star_costs {
    int64_t c_low, c_high, w_low, w_high;
    bool equal_links, equal_workers;
};
void rd_drawn_star_draw_costs(struct rd_rng *rng, const struct rd_star_costs *costs,
                              struct rd_drawn_star *star);

/* Drops items on workers 0..among-1 at random. */
void rd_drawn_star_drop(struct rd_rng *rng, int64_t items, uint32_t among,
                        struct rd_drawn_star *star);

/* Makes the instance of worker_count, c, w and load. */
void rd_drawn_star_finish(struct rd_drawn_star *star);

/* What one algorithm does with it; seconds is NAN if it refuses. */
struct rd_star_result {
    double seconds;
    int64_t moved_items;
};

/* Plans with each of the algorithms, and judges the plans; on_simgrid: plays them too, and their
 * times must be the same.
 * In: name [count]. Returns in ret_result [count]. Rewinds the figure's two arenas.
 * Errors: RD_ERROR_RUN for an illegal plan, or clocks that differ. */
bool rd_drawn_star_measure(const struct rd_drawn_star *star, const char *const *name, size_t count,
                           bool on_simgrid, struct rd_figure_data *data,
                           struct rd_star_result *ret_result, struct rd_error *reterr);

/* The lower bound of the star algorithms, in seconds, and the fluid one alone. Rewinds the figure's
 * scratch. */
struct rd_drawn_star_bounds {
    double fluid_s, bound_s;
};
struct rd_drawn_star_bounds rd_drawn_star_bound(const struct rd_drawn_star *star,
                                                struct rd_figure_data *data);

/* The check that SimGrid confirmed the plans that it should. */
void rd_star_judge_played(struct rd_figure_data *data, int64_t played, int64_t due,
                          const char *why);

#endif
