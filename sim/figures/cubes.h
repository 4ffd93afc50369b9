/* Hypercubes and shuffle-exchanges of figures: generated loads, steps of 1 s, and how the steps of
 * a plan divide. */
#ifndef REDIST_FIGURES_CUBES_H
#define REDIST_FIGURES_CUBES_H

#include "figure.h"

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"
#include "sim/model/plan.h"

/* An instance whose loads come from a generator of <loads>, to balance within an error; every
 * message takes 1 s, so that seconds are steps.
 * In: one-port; attribute [attribute_count], the rest at their defaults; the arena keeps all.
 * Errors: RD_ERROR_INPUT, as for a scenario. */
bool rd_figure_cube(enum rd_shape shape, uint32_t dimension_count, int64_t error,
                    const char *generator, const struct rd_option *attribute,
                    size_t attribute_count, uint64_t seed, struct rd_arena *arena,
                    struct rd_instance *ret_instance, struct rd_error *reterr);

/* "most=64": an attribute whose value is a number. */
struct rd_option rd_figure_attribute(struct rd_arena *arena, const char *name, int64_t value);

/* How a plan's steps divide, and what it leaves. */
struct rd_cube_steps {
    int64_t all;
    int64_t token; /* rounds that carry tokens */
    int64_t error; /* the most less the least that hosts end with of a kind, the largest of all */
};

/* Plans with an algorithm, judges, and counts. What is taken from data's arenas is rewound.
 * Errors: as rd_figure_plan. */
bool rd_figure_cube_steps(const char *algorithm, const struct rd_instance *instance,
                          struct rd_figure_data *data, struct rd_cube_steps *ret_steps,
                          struct rd_error *reterr);

/* The token steps of each dimension of an ascending sweep: the rounds with tokens behind each
 * `kind_count` rounds of counts.
 * In: a plan that is nothing else. Returns: [dimension_count], from the arena. O(rows). */
int64_t *rd_figure_pass_steps(const struct rd_plan *plan, uint32_t dimension_count,
                              uint32_t kind_count, struct rd_arena *arena);

/* A check of a value at d dimensions that no paper states. */
void rd_figure_judge_dimensions(struct rd_figure_data *data, uint32_t dimension_count,
                                const char *what, double measured, double low, double high,
                                const char *why);

#endif
