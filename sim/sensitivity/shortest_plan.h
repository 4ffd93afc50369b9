/* The shortest plan of a scenario that is found, and who made it. */
#pragma once

#include "sim/run/survey.h"

/* A plan that is known by its time. */
struct rd_best_plan {
    double planned_s; /* NAN: there is none */
    const char *algorithm;
};

enum { RD_SHORTEST_PLANNERS = 2 };

struct rd_shortest_plan {
    struct rd_best_plan known;
    /* With all its transfers, until the run context executes another; NULL: there is none that has
     * a time of its own. */
    const struct rd_plan *plan;
    /* [planner_count] that make the shortest plans, the shortest first. */
    const struct rd_algorithm *planner[RD_SHORTEST_PLANNERS];
    size_t planner_count;
};

/* Plans as `redist recommend` does, or with the algorithms that the run context is asked for alone,
 * and keeps the shortest plan that has a time of its own. In: within_s of wall clock.
 * Errors: as rd_survey_run. Cost: the plans', and the shortest a second time. */
bool rd_shortest_plan_find(struct rd_run_context *context, double within_s,
                           struct rd_shortest_plan *ret_shortest, struct rd_error *reterr);
