/* Plans where some links may be slower than the platform says, a few at a time. */
#pragma once

#include "algorithms/robust/plan_network.h"
#include "sim/run/slow_set.h"
#include "what_if.h"
#include "algorithms/robust/worst_case.h"

/* Reads the <slower> elements of the scenario, or, in their place, a CSV with the columns link and
 * factor. Names are those of the platform's links; a cluster's id stands for each link of its
 * hosts. In: path: NULL: the scenario's. Errors: RD_ERROR_FILE; RD_ERROR_INPUT with the line: a
 * name that is none, or there twice, a factor that is not above 1, a CSV of none; RD_ERROR_USAGE:
 * there is neither. */
bool rd_slow_set_read(struct rd_run_context *context, const char *path,
                      const struct rd_upgrades *upgrades, struct rd_slow_set *ret_set,
                      struct rd_error *reterr);

/* The scenario with some of them slow: share [set->count], from 0, not slow, to 1, as slow as it
 * may get. Errors: as rd_what_if_open. */
bool rd_slow_what_if_open(struct rd_run_context *context, const struct rd_slow_set *set,
                          const double *share, struct rd_what_if *what_if, struct rd_error *reterr);

/* How late a plan ends if some of them are slow. */
struct rd_robust_case {
    double end_s;     /* with these links slow; where it is not exact, from below */
    double at_most_s; /* no choice makes it end later; INFINITY: not known */
    bool exact;
    const char *links;  /* "trunk, h0>h1"; "" for none */
    const double *slow; /* the same: [set->count] of 1 and 0 */
};

/* The worst case of a plan with up to `most` links slow. Exact where the order of the plan is fixed
 * and the search ends (worst_case.h). Of other plans choices are tried, each link at its factor:
 * all choices where they are few, else link by link, the worst first; and all that is said from
 * above is the sum of what its messages take with all links slow, since a plan that keeps to shared
 * links never waits while nothing is under way. In: a plan that is legal and reaches the goal, with
 * all its transfers. The texts are from the context's arena. Errors: RD_ERROR_REFUSED where it has
 * no time of its own; as rd_what_if_open. */
bool rd_robust_case_find(struct rd_run_context *context, const struct rd_plan *plan,
                         const struct rd_upgrades *upgrades, const struct rd_slow_set *set,
                         size_t most, struct rd_robust_case *ret_case, struct rd_error *reterr);

/* What no plan is better than in its worst case: the greatest bound, over the choices that are
 * tried, of all schedules that know which links are slow. */
struct rd_robust_bound {
    double bound_s;
    const char *links, *name;
    bool certified;
};

/* Tries no slow link, each one, and the worst so far with each other, up to `most`. Errors: as
 * rd_what_if_open. Cost: a bound for each. */
bool rd_robust_bound_find(struct rd_run_context *context, const struct rd_slow_set *set,
                          size_t most, struct rd_robust_bound *ret_bound, struct rd_error *reterr);

/* A plan of least worst case, of those that were made. */
struct rd_robust_plan {
    struct rd_robust_case worst;
    struct rd_robust_case ordinary_worst; /* of the shortest plan */
    double ordinary_planned_s;
    const char *ordinary;
    double planned_s; /* with no link slow */
    const char *algorithm;
    int64_t round;     /* in which it was made; 0: for no link slow */
    size_t plan_count; /* that were compared */
    struct rd_plan plan;
};

/* Looks for the plan whose worst case ends the soonest; of equal ones the one that is sooner with
 * no link slow, then the first. Idea: planner and adversary play in turns (fictitious play). The
 * planner plans for links that are as slow as they were in the worst cases of all plans so far, on
 * average; the adversary finds the worst case of that plan. Planners are those of the shortest
 * plans for the links as they are, and two for any network. In: within_s of wall clock for the
 * first. Source: G. W. Brown, "Iterative solution of games by fictitious play", 1951. Errors:
 * RD_ERROR_REFUSED: no plan has a time of its own; as rd_survey_run. */
bool rd_robust_plan_find(struct rd_run_context *context, const struct rd_upgrades *upgrades,
                         const struct rd_slow_set *set, size_t most, double within_s,
                         struct rd_robust_plan *ret_plan, struct rd_error *reterr);
