#include "survey.h"

#include "acceptance.h"
#include "execute.h"
#include "job_queue.h"

#include "sim/base/clock.h"

#include <math.h>
#include <stdio.h>

/* --- one plan --------------------------------------------------------------------------------- */

static void take_outcome(const struct rd_outcome *outcome, struct rd_trial *trial)
{
    const struct rd_result *result = &outcome->result;
    trial->end = result->status == RD_STATUS_OK        ? RD_TRIAL_PLANNED
                 : result->status == RD_STATUS_REFUSED ? RD_TRIAL_REFUSED
                                                       : RD_TRIAL_FAILED;
    snprintf(trial->message, sizeof trial->message, "%s", result->message);
    trial->planned_s = result->planned_s;
    trial->items_moved = result->items_moved;
    trial->messages = result->transfers;
    trial->plan_ms = result->plan_ms;
    trial->is_timed = outcome->is_timed;
    trial->searched_s = result->schedule_class ? NAN : outcome->searched_s;
    if (!outcome->bound_holds)
        return;
    trial->bound_s = result->bound.seconds;
    trial->bound_certified = rd_bound_has_certificate(&result->bound);
    snprintf(trial->bound_name, sizeof trial->bound_name, "%s", result->bound.name);
}

/* With the default options. */
static bool plan_with(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                      const struct rd_execute_settings *settings, struct rd_outcome *ret_outcome,
                      struct rd_error *reterr)
{
    const struct rd_scenario_run run = {.algorithm = algorithm->name, .seed = 1};
    const struct rd_run_entry entry = {&run, algorithm};
    return rd_execute(context, &entry, settings, ret_outcome, reterr);
}

bool rd_trial_plan(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                   struct rd_outcome *ret_outcome, struct rd_error *reterr)
{
    static const struct rd_execute_settings settings = {.want_plan = true};
    return plan_with(context, algorithm, &settings, ret_outcome, reterr);
}

/* Plans to be made, each in a process. */
struct trials {
    struct rd_survey *survey; /* NULL: only the first is asked for */
    const struct rd_survey_question *question;
    struct rd_run_context *context;
    const struct rd_algorithm **algorithm; /* [rd_algorithm_count] as they begin */
    int turn;
    size_t asked_count; /* of the algorithms, whether their turn is this one */
};

static const struct rd_trial stopped_trial = {
    .end = RD_TRIAL_STOPPED, .planned_s = NAN, .searched_s = NAN, .bound_s = NAN};

static void work(void *context, size_t number, void *report)
{
    static const struct rd_execute_settings settings = {.simulate = false};
    const struct trials *trials = context;
    struct rd_trial *trial = report;
    struct rd_outcome outcome;
    struct rd_error error;
    *trial = stopped_trial;
    trial->end = RD_TRIAL_FAILED;
    if (plan_with(trials->context, trials->algorithm[number], &settings, &outcome, &error))
        take_outcome(&outcome, trial);
    else
        snprintf(trial->message, sizeof trial->message, "%s", error.message);
}

/* What came of a job. */
static struct rd_trial trial_of(const struct rd_job *job)
{
    struct rd_trial trial = stopped_trial;
    if (job->end == RD_JOB_DONE)
        trial = *(const struct rd_trial *)job->report;
    if (job->end == RD_JOB_BROKEN) {
        trial.end = RD_TRIAL_FAILED;
        snprintf(trial.message, sizeof trial.message, "%s", job->error.message);
    }
    return trial;
}

static const char *begin_only(void *context, size_t number)
{
    const struct trials *trials = context;
    return number == 0 ? trials->algorithm[0]->name : NULL;
}

bool rd_trial_run(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  double limit_s, struct rd_trial *ret_trial, struct rd_error *reterr)
{
    rd_arena_own(own);
    struct trials trials = {.context = context, .algorithm = &algorithm};
    const struct rd_jobs jobs = {.end_s = rd_now_s() + limit_s,
                                 .report_bytes = sizeof(struct rd_trial),
                                 .begin = begin_only,
                                 .work = work,
                                 .context = &trials};
    struct rd_job_queue queue = {.jobs = &jobs, .arena = &own};
    const struct rd_job *job;
    if (!rd_job_queue_take(&queue, &job, reterr))
        return false;
    *ret_trial = trial_of(job);
    return true;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Algorithms made for the shape, those for any network, searches: 0, 1, 2. */
static int turn_of(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    if (rd_algorithm_guarantee(algorithm, instance) == RD_EXACT)
        return 2;
    return algorithm->shape == RD_ANY_SHAPE;
}

static bool is_candidate(const struct rd_survey *survey, const struct rd_algorithm *algorithm,
                         int turn)
{
    const struct rd_instance *instance = &survey->context->instance;
    struct rd_options defaults = {.spec = algorithm->options, .seed = 1};
    return algorithm->guarantee != RD_REFUTED && turn_of(algorithm, instance) == turn &&
           rd_algorithm_takes_shape(algorithm, instance->topology.shape) &&
           !rd_algorithm_is_superseded(algorithm, instance) &&
           rd_runs_accept(survey->context, algorithm, &defaults, NULL);
}

bool rd_survey_is_optimal(const struct rd_survey *survey)
{
    return survey->best && survey->best_trial.is_timed &&
           rd_proof_of(&survey->proofs, survey->best_trial.planned_s);
}

static struct rd_plan_cost cost_of(const struct rd_trial *trial)
{
    return (struct rd_plan_cost){trial->planned_s, trial->items_moved, trial->messages};
}

/* How long a plan takes whose messages slow each other down only a simulation can tell.
 * In: other: NULL if there is none. */
static bool is_better(const struct rd_trial *trial, const struct rd_trial *other)
{
    if (!other || trial->is_timed != other->is_timed)
        return !other || trial->is_timed;
    struct rd_plan_cost cost = cost_of(trial), of_other = cost_of(other);
    /* Of equal plans the one of a search, which knows that it is the shortest. */
    return rd_plan_cost_is_less(&cost, &of_other) ||
           (!isnan(trial->searched_s) && !rd_plan_cost_is_less(&of_other, &cost));
}

bool rd_survey_is_early(const struct rd_survey *survey)
{
    return survey->best && survey->best_trial.is_timed &&
           (survey->best_trial.planned_s <= survey->by_s ||
            rd_times_agree(survey->best_trial.planned_s, survey->by_s, survey->by_s));
}

bool rd_survey_is_too_early(const struct rd_survey *survey)
{
    if (rd_survey_is_early(survey))
        return false;
    return (survey->bound.bound_s > survey->by_s &&
            !rd_times_agree(survey->bound.bound_s, survey->by_s, survey->by_s)) ||
           (!isnan(survey->by_s) && rd_survey_is_optimal(survey));
}

static bool is_settled(const struct rd_survey *survey)
{
    return isnan(survey->by_s) ? rd_survey_is_optimal(survey)
                               : rd_survey_is_early(survey) || rd_survey_is_too_early(survey);
}

/* What a plan's run says of all schedules. */
static void take_proofs(struct rd_survey *survey, const struct rd_algorithm *algorithm,
                        const struct rd_trial *trial)
{
    if (!isnan(trial->searched_s))
        rd_proofs_add(&survey->proofs, RD_PROOF_SEARCH, trial->searched_s, algorithm->name);
    if (isnan(trial->bound_s))
        return;
    if (!(trial->bound_s <= survey->bound.bound_s))
        survey->bound = *trial;
    rd_proofs_add(&survey->proofs, trial->bound_certified ? RD_PROOF_CERTIFICATE : RD_PROOF_THEOREM,
                  trial->bound_s, rd_arena_text(&survey->context->arena, trial->bound_name));
}

static void take_trial(struct rd_survey *survey, const struct rd_algorithm *algorithm,
                       const struct rd_trial *trial)
{
    take_proofs(survey, algorithm, trial);
    if (trial->end == RD_TRIAL_STOPPED || trial->end == RD_TRIAL_FAILED)
        survey->unfinished =
            rd_arena_print(&survey->context->arena, "%s%s%s (%s)", survey->unfinished,
                           *survey->unfinished ? ", " : "", algorithm->name,
                           trial->end == RD_TRIAL_STOPPED ? "no time left" : trial->message);
    if (trial->end != RD_TRIAL_PLANNED || isnan(trial->planned_s))
        return;
    rd_arena_add(
        &survey->context->arena, survey->made, survey->made_count,
        (struct rd_surveyed){algorithm, trial->planned_s, trial->items_moved, trial->is_timed});
    if (is_better(trial, survey->best ? &survey->best_trial : NULL)) {
        survey->second = survey->best;
        survey->second_trial = survey->best_trial;
        survey->best = algorithm;
        survey->best_trial = *trial;
    } else if (is_better(trial, survey->second ? &survey->second_trial : NULL)) {
        survey->second = algorithm;
        survey->second_trial = *trial;
    }
}

/* Returns: NULL if there is none. */
static const struct rd_algorithm *next_candidate(struct trials *trials)
{
    enum { TURNS = 3 };
    for (; trials->turn < TURNS; trials->turn++, trials->asked_count = 0)
        while (trials->asked_count < rd_algorithm_count) {
            const struct rd_algorithm *algorithm = rd_algorithms[trials->asked_count++];
            if (is_candidate(trials->survey, algorithm, trials->turn))
                return algorithm;
        }
    return NULL;
}

static const char *begin_next(void *context, size_t number)
{
    struct trials *trials = context;
    const struct rd_survey_question *question = trials->question;
    const struct rd_algorithm *algorithm = next_candidate(trials);
    if (!algorithm)
        return NULL;
    trials->algorithm[number] = algorithm;
    if (question->watch)
        question->watch(algorithm->name, trials->survey->made_count);
    return algorithm->name;
}

static bool plan_with_all(struct rd_survey *survey, const struct rd_survey_question *question,
                          struct rd_error *reterr)
{
    rd_arena_own(own);
    struct trials trials = {.survey = survey,
                            .question = question,
                            .context = survey->context,
                            .algorithm =
                                rd_take(&own, rd_algorithm_count, const struct rd_algorithm *)};
    const struct rd_jobs jobs = {.at_a_time = question->job_count,
                                 .end_s = survey->end_s,
                                 .report_bytes = sizeof(struct rd_trial),
                                 .begin = begin_next,
                                 .work = work,
                                 .context = &trials};
    struct rd_job_queue queue = {.jobs = &jobs, .arena = &own};
    bool goes_on = true;
    for (size_t i = 0; goes_on && !is_settled(survey); i++) {
        const struct rd_job *job;
        goes_on = rd_job_queue_take(&queue, &job, reterr);
        if (!job)
            break;
        struct rd_trial trial = trial_of(job);
        take_trial(survey, trials.algorithm[i], &trial);
    }
    rd_job_queue_close(&queue);
    return goes_on;
}

const struct rd_surveyed *rd_survey_least_moving(const struct rd_survey *survey, double factor)
{
    const struct rd_surveyed *least = NULL;
    double limit_s = survey->best_trial.planned_s * factor;
    for (const struct rd_surveyed *made = survey->made; made < survey->made + survey->made_count;
         made++) {
        bool is_known = made->is_timed && survey->best_trial.is_timed;
        if (isfinite(factor) && !(is_known && made->planned_s <= limit_s))
            continue;
        if (!least || made->items_moved < least->items_moved ||
            (made->items_moved == least->items_moved && made->planned_s < least->planned_s))
            least = made;
    }
    return least;
}

const struct rd_surveyed *rd_survey_rival(const struct rd_survey *survey)
{
    static const double hardly = 1.01;
    const struct rd_surveyed *rival = rd_survey_least_moving(survey, hardly);
    return rival && rival->items_moved < survey->best_trial.items_moved ? rival : NULL;
}

bool rd_survey_run(struct rd_run_context *context, const struct rd_survey_question *question,
                   struct rd_survey *ret_survey, struct rd_error *reterr)
{
    double start_s = rd_now_s();
    *ret_survey = (struct rd_survey){.context = context,
                                     .end_s = start_s + question->within_s,
                                     .by_s = question->by_s,
                                     .bound = {.bound_s = NAN},
                                     .unfinished = ""};
    bool done = plan_with_all(ret_survey, question, reterr);
    ret_survey->spent_s = rd_now_s() - start_s;
    return done;
}
