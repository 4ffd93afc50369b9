/* The best plan of a problem, of one algorithm or of all that accept it, and what proves it. */
#pragma once

#include "algorithms/algorithm.h"
#include "problem.h"
#include "sim/model/proof.h"
#include "sim/referee/referee.h"

/* The greatest bound of all schedules of a problem. */
struct rd_known_bound {
    bool known;
    struct rd_bound bound;   /* of 0 s if none is known */
    struct rd_proofs proofs; /* what it shows; that nothing takes less than no time */
    const struct rd_instance *instance; /* the view that it is of */
};

/* A plan that the referee has found legal, and to reach the goal. */
struct rd_best_plan {
    const struct rd_algorithm *algorithm;
    const struct rd_instance *instance; /* the view that it is for */
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_proofs proofs; /* that no schedule of the problem is shorter */
};

/* The greatest bound, in the call's problem arena, of all views. Bounds that hold among schedules
 * of a class only are left out.
 * Errors: RD_ERROR_RUN if it carries a certificate that does not show it. */
bool rd_known_bound_find(const struct rd_problem_views *views, struct rd_call *call,
                         struct rd_known_bound *ret_known);

/* Is a schedule as short as a lower bound? */
bool rd_reaches(double makespan_s, double lower_s);

/* Finds the best plan, in one of the call's trial arenas, and stops where it is proved to be.
 * In: the algorithm to ask, or NULL for every one that accepts a view; its options; what
 *     rd_known_bound_find found.
 * Errors: RD_ERROR_REFUSED with every reason of every algorithm that is made for such networks, as
 * far as there is room; RD_ERROR_RUN for a plan that breaks the rules. */
bool rd_best_plan_find(const struct rd_problem_views *views, const struct rd_algorithm *algorithm,
                       const struct rd_options *options, const struct rd_known_bound *known,
                       struct rd_call *call, struct rd_best_plan *ret_best);
