/* Lower bounds on every schedule of a star that computes. */
#pragma once

#include "algorithms/algorithm.h"

#include "star.h"

/* What the algorithms for one-port stars that compute are. */
#define RD_STAR_FINISH                                                                             \
    .shape = RD_STAR, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_FINISH),                    \
    .bound = rd_star_bound

/* The best of: computation (no links at all), fluid (items that divide), and the deadline
 * relaxation (each item alone, with the date by which it must arrive).
 * Where a link takes longer one way than the other, each way counts for itself (proof:
 * docs/star.md); costs without a common unit are rounded down: less can only take less time.
 * Errors: RD_ERROR_REFUSED for several kinds, a master that holds items, costs too far apart.
 * Cost: O(log T) times O(m + jobs log jobs) for the jobs of the relaxation, which is left out where
 * they are more than 200,000. Source: docs/star.md, "Bounds". */
bool rd_star_bound(RD_BOUND_PARAMETERS);

/* What it comes from, in units of a star. */
struct rd_star_bounds {
    int64_t computation;
    int64_t fluid;    /* at least the one before */
    int64_t deadline; /* at least the one before */
};
struct rd_star_bounds rd_star_bounds_of(const struct rd_star *star, struct rd_arena *scratch);

/* The same in units of a star: a date before which not all can end. */
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

/* The least date by which the workers could compute all, were links free. O(m log T). */
int64_t rd_star_computation_bound(const struct rd_star *star);
