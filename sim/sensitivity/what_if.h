/* A scenario with faster links: as if its platform said so, without reading it again. */
#pragma once

#include "shortest_plan.h"

/* A run context of its own, but for the engine and the scenario, which are the other's. */
struct rd_what_if {
    struct rd_run_context context;
    struct rd_platform_costs costs;
    struct rd_bound bound; /* of all schedules; seconds NAN: none is known */
};

/* Reads what links cost that are faster. In: a run context that is loaded and outlives it.
 * Errors: as rd_engine_read_faster_costs; then there is nothing to close. */
bool rd_what_if_open(struct rd_run_context *of, const struct rd_faster_links *faster,
                     struct rd_what_if *what_if, struct rd_error *reterr);

/* Gives its memory back. */
void rd_what_if_close(struct rd_what_if *what_if);

/* Computes the greatest bound, dear ones included, with a certificate if one can be found. O(1) the
 * second time. Cost: the bounds'. */
void rd_what_if_bound(struct rd_what_if *what_if);

/* The shortest plan that one of the algorithms makes; the first of equal ones. Ends where the bound
 * is reached. In: limit_s of wall clock for each. Errors: RD_ERROR_INTERRUPTED. */
bool rd_what_if_plan(struct rd_what_if *what_if, const struct rd_algorithm *const *algorithm,
                     size_t algorithm_count, double limit_s, struct rd_best_plan *plan,
                     struct rd_error *reterr);

/* How long a plan of the same scenario takes here; NAN where only a simulation would tell. */
double rd_what_if_time_s(struct rd_what_if *what_if, const struct rd_plan *plan);
