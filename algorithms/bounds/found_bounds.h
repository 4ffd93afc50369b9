/* What is known of the least time of one instance: every bound of the table that is about it, each
 * computed once, when it is asked for. */
#pragma once

#include "problem_bound.h"

struct rd_time_limit;

/* How far to look for the best bound. */
enum rd_bound_effort {
    /* Until a theorem says that a schedule reaches what was found, or the time at hand does. Dear
     * bounds only where nothing else is known of all schedules. */
    RD_BOUNDS_IN_PASSING,
    RD_BOUNDS_WITH_DEAR, /* the same with dear ones, until what is reached has a certificate */
    RD_BOUNDS_ALL,
    RD_BOUNDS_KNOWN /* nothing more is computed */
};

struct rd_found_bound {
    const struct rd_problem_bound *of;
    enum { RD_BOUND_UNASKED, RD_BOUND_FOUND, RD_BOUND_REFUSED } state;
    struct rd_bound bound;
    double below_s;      /* it is no greater than this for sure; INFINITY: nobody knows */
    const char *refusal; /* why it could not be computed */
    /* Certificates are checked, and looked for, once. */
    bool checked, solver_asked;
    const char *wrong; /* what is wrong with its certificate; NULL: nothing */
};

struct rd_found_bounds {
    const struct rd_instance *instance;
    struct rd_arena *arena, *scratch;
    const struct rd_time_limit *limit; /* of all of them; NULL: none */
    size_t count;
    struct rd_found_bound *found; /* [count]: those about the instance, in the order of the table,
                                     and none that is only claimed */
};

/* Those about an instance, none of them computed yet. In: only, the one that counts alone; NULL:
 * all of them. Both must outlive the result, and so must the arenas. O(table). */
struct rd_found_bounds rd_found_bounds_open(const struct rd_instance *instance,
                                            const struct rd_problem_bound *only,
                                            struct rd_arena *arena, struct rd_arena *scratch);

/* The greatest bound that holds for all schedules; or, with a class, the greatest of those that
 * hold for it, or a wider class, and not for all. Of equal ones the first in the table, with the
 * certificate of another if it has none.
 * In: time_s, what some schedule of them takes, or NAN. Returns: NULL if none is known. */
struct rd_found_bound *rd_found_bounds_best(struct rd_found_bounds *bounds,
                                            const char *schedule_class, enum rd_bound_effort effort,
                                            double time_s);

/* Why nothing is known: what the last one refused that was asked; NULL: none is about it. */
const char *rd_found_bounds_refusal(const struct rd_found_bounds *bounds);

/* Checks the certificate of a bound. True if there is none. O(1) the second time. */
bool rd_found_bound_check(const struct rd_found_bounds *bounds, struct rd_found_bound *found);

/* Looks for a certificate of a bound that has none, by a solver (rd_network_certify). Its time may
 * become less by rounding. O(1) the second time. */
void rd_found_bound_certify(const struct rd_found_bounds *bounds, struct rd_found_bound *found);

/* The greatest bound of the schedules of a class, also of those that hold for all; NULL: of all.
 * Errors: RD_ERROR_REFUSED if none is known, with the reason of the last one. */
bool rd_found_bounds_greatest(struct rd_found_bounds *bounds, const char *schedule_class,
                              enum rd_bound_effort effort, struct rd_bound *ret_bound,
                              struct rd_error *reterr);

/* The same of an instance with dear ones, for whoever asks once. */
bool rd_best_bound(const struct rd_instance *instance, const char *schedule_class,
                   struct rd_arena *arena, struct rd_arena *scratch, struct rd_bound *ret_bound,
                   struct rd_error *reterr);
