/* One plan, made in a process of its own that can be ended: for whoever has only so much time. */
#pragma once

#include "execute.h"

enum rd_trial_end {
    RD_TRIAL_PLANNED,
    RD_TRIAL_REFUSED, /* the algorithm does not take the instance, or does not reach its goal */
    RD_TRIAL_FAILED,  /* a plan that is not legal, or a process that ended before it was done */
    RD_TRIAL_STOPPED  /* at the end of its time */
};

struct rd_trial {
    enum rd_trial_end end;
    char message[RD_MESSAGE_SIZE]; /* why there is no plan */
    double planned_s;              /* the makespan; NAN: only a simulation would tell */
    int64_t items_moved, messages; /* of the plan; items times links crossed */
    double plan_ms;                /* wall clock of planning */
    bool is_timed;                 /* a simulation takes as long */
    double searched_s;             /* below which the planner found none of all schedules; NAN */
    double bound_s;                /* which no legal schedule beats; NAN if none is known */
    bool bound_certified;
    char bound_name[128];
};

/* Plans with an algorithm and its default options, without a simulation, for limit_s seconds of
 * wall clock at the most. In: a run context that is loaded. Planners that draw have seed 1.
 * Errors: RD_ERROR_INTERRUPTED if no process can be had. Cost: a fork, and the plan's. */
bool rd_trial_run(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  double limit_s, struct rd_trial *ret_trial, struct rd_error *reterr);
