/* What relabelling is worth on scattered components: the experiment of the switch's figures. D
 * items lie on each host and belong to each component; a share alpha of component j starts on host
 * j + 1 and the others anywhere. */
#ifndef REDIST_FIGURES_SWITCH_EXPERIMENT_H
#define REDIST_FIGURES_SWITCH_EXPERIMENT_H

#include "figure.h"
#include "sim/base/mean.h"

#include "sim/model/instance.h"

/* The relabellings that are compared. */
enum {
    RD_CANONICAL_SERIES,
    RD_VOLUME_SERIES, /* Algorithm 1 */
    RD_STEPS_SERIES,  /* Algorithm 2 */
    RD_GREEDY_SERIES, /* swaps of pairs */
    RD_SWITCH_SERIES
};

/* A point of a figure. */
struct rd_switch_cell {
    uint32_t host_count;
    int64_t items;     /* D */
    const char *alpha; /* as a user writes it */
};

/* What a relabelling of an instance costs. */
struct rd_relabelled {
    int64_t volume, steps;
};

/* Ratios to the canonical relabelling, over the draws of a cell. */
struct rd_switch_sample {
    struct rd_mean volume[RD_SWITCH_SERIES], steps[RD_SWITCH_SERIES];
    int64_t beaten; /* draws in which somebody moves less than Algorithm 1, or ends before 2 */
    int64_t full;   /* draws whose canonical relabelling takes D steps */
};

/* Draws an instance behind a switch of unit costs; its loads from the arena. */
bool rd_switch_draw(const struct rd_switch_cell *cell, uint64_t seed, struct rd_arena *arena,
                    struct rd_instance *ret_instance, struct rd_error *reterr);

/* Relabels, and checks the certificates of the optimal ones.
 * Errors: RD_ERROR_RUN if a certificate is false. */
bool rd_switch_relabel_all(const struct rd_instance *instance, struct rd_figure_data *data,
                           struct rd_relabelled ret_relabelled[RD_SWITCH_SERIES],
                           struct rd_error *reterr);

/* Relabels draws 1, .., draw_count of a cell. Errors: as rd_switch_relabel_all. */
bool rd_switch_sample(const struct rd_switch_cell *cell, int64_t draw_count,
                      struct rd_figure_data *data, struct rd_switch_sample *ret_sample,
                      struct rd_error *reterr);

/* Plays the plans of the first draw of each cell on SimGrid, items coloured one by one: each must
 * take as many seconds as its relabelling has steps, and move as many items as it has volume.
 * In: cells of one host count.
 * Errors: RD_ERROR_RUN if one does not, or as rd_figure_simulator_play. */
bool rd_switch_play(const struct rd_switch_cell *cell, size_t cell_count,
                    struct rd_figure_data *data, int64_t *ret_played, struct rd_error *reterr);

/* Names the columns of a sample, and appends its row: hosts, D, alpha, draws, then mean and
 * deviation of the volume of Algorithm 1, the steps of Algorithm 2, volume and steps of swaps. */
void rd_switch_columns(struct rd_figure_data *data);
void rd_switch_row(struct rd_figure_data *data, const struct rd_switch_cell *cell,
                   const struct rd_switch_sample *sample);

/* Judges a mean against the mean of an independent run over 50 draws with this deviation.
 * In: rounding: half of the last digit that the other is known to. */
void rd_switch_judge_mean(struct rd_figure_data *data, const char *what,
                          const struct rd_mean *measured, double expected, double deviation,
                          double rounding);

/* Judges a number that is not an estimate, or a mean whose expectation is known. */
void rd_switch_judge(struct rd_figure_data *data, const char *what, const struct rd_mean *measured,
                     double low, double high, const char *why);
void rd_switch_judge_law(struct rd_figure_data *data, const char *what, double measured,
                         double expected, double tolerance, const char *why);

#endif
