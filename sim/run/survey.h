/* Plans of all algorithms that accept a scenario, within a time, and the best of them: what `redist
 * recommend` says. */
#pragma once

#include "result.h"
#include "run_context.h"

#include "sim/model/proof.h"

/* One plan, made in a process of its own that can be ended. */
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
 * wall clock at the most. Planners that draw have seed 1. Cost: a fork, and the plan's. */
bool rd_trial_run(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  double limit_s, struct rd_trial *ret_trial, struct rd_error *reterr);

/* A plan that was made. */
struct rd_surveyed {
    const struct rd_algorithm *algorithm;
    double planned_s;
    int64_t items_moved;
    bool is_timed; /* as in struct rd_trial */
};

/* What is asked. */
struct rd_survey_question {
    double within_s;  /* of wall clock */
    double by_s;      /* can all be done by then? NAN: not asked */
    size_t job_count; /* plans that are made at a time, at most RD_JOBS_LIMIT; 0: one */
    /* Is told whose turn it is, and how many plans there are so far; NULL: nobody watches. */
    void (*watch)(const char *algorithm, size_t made_count);
};

/* What was found out. */
struct rd_survey {
    struct rd_run_context *context;
    double end_s;                             /* of the clock: when planning has to end */
    double by_s;                              /* of the question */
    double spent_s;                           /* of wall clock, all together */
    const struct rd_algorithm *best, *second; /* NULL: none */
    struct rd_trial best_trial, second_trial;
    struct rd_trial bound;    /* the one with the greatest bound */
    struct rd_proofs proofs;  /* that no legal schedule is shorter */
    struct rd_surveyed *made; /* [made_count] */
    size_t made_count;
    const char *unfinished; /* names, or "" */
};

/* Plans with all algorithms that take the scenario, but those of a statement known to be wrong:
 * those made for the shape first, then those for any network, then searches. Ends where the
 * question is answered: by a plan that is proved to be the shortest; or, if by_s is given, by one
 * that ends by then, or a proof that none does. What is found, and where it ends, is the same for
 * any number of jobs that have time for all. In: a run context that is loaded, for as long as
 * the survey. Errors: RD_ERROR_INTERRUPTED if no process can be had. Cost: the plans'. */
bool rd_survey_run(struct rd_run_context *context, const struct rd_survey_question *question,
                   struct rd_survey *ret_survey, struct rd_error *reterr);

/* Makes the plan of a trial once more, in this process, and keeps it. Errors: as rd_execute. Cost:
 * the plan's. */
bool rd_trial_plan(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                   struct rd_outcome *ret_outcome, struct rd_error *reterr);

/* Is the best plan known to be the shortest? O(1). */
bool rd_survey_is_optimal(const struct rd_survey *survey);

/* Is some plan as short as the question asks, or is it known that no schedule is? O(1). */
bool rd_survey_is_early(const struct rd_survey *survey);
bool rd_survey_is_too_early(const struct rd_survey *survey);

/* The plan that moves the fewest items, the shortest of several. In: factor, how many times as long
 * as the best it may be. Those whose messages slow each other down, so that nobody knows their
 * time, are left out unless it is INFINITY. Returns: NULL if there is none. O(plans). */
const struct rd_surveyed *rd_survey_least_moving(const struct rd_survey *survey, double factor);

/* A plan that is hardly longer than the best (1 %), and moves less; NULL: there is none. O(plans).
 */
const struct rd_surveyed *rd_survey_rival(const struct rd_survey *survey);
