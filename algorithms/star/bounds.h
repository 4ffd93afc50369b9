/* Dates before which no schedule of a star that computes ends. */
#pragma once

#include "algorithms/algorithm.h"

#include "star.h"

/* What the algorithms for one-port stars that compute are. */
#define RD_STAR_FINISH                                                                             \
    .shape = RD_STAR, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_FINISH),                    \
    .schedules = RD_ITEM_BY_ITEM

/* Dates before which not all can end, in units of a star (algorithms/bounds/star_deadlines.c). */
struct rd_star_bounds {
    int64_t computation;
    int64_t fluid;    /* at least the one before: items that divide */
    int64_t deadline; /* at least the one before: each item with the date by which it must arrive */
};
struct rd_star_bounds rd_star_bounds_of(const struct rd_star *star, struct rd_arena *scratch);

/* The last of them. */
int64_t rd_star_bound_units(const struct rd_star *star, struct rd_arena *scratch);

/* The least date that passes the relaxation. In: the part of a star that matters from `date` on,
 * which is a bound, to `rest`, which passes. Cost: O(log) times rd_star_relaxation_passes. */
int64_t rd_star_least_date(const struct rd_star *part, int64_t date, int64_t rest,
                           struct rd_arena *scratch);

/* A date before which nobody can end all: the in-port would not bring to the master by then what
 * must be sent; over links that all cost the same, the slower port would not pass it on.
 * Returns: the least such date, 0 if there is nothing; in *ret_worker [*ret_count], from the arena,
 * the workers that at rest do not end before it. In: one_link only where links cost the same.
 * Cost: O(m log T), and O(m) where few workers must send. */
int64_t rd_star_port_bound(const struct rd_star *star, uint32_t **ret_worker, uint32_t *ret_count,
                           struct rd_arena *arena);

/* Names both ports of the master, which everything passes, as what a bound rests on. O(1). */
void rd_star_add_master_bottleneck(uint32_t worker_count, struct rd_bound *bound);
