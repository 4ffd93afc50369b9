#include "survey.h"

#include "acceptance.h"
#include "execute.h"

#include "sim/base/clock.h"
#include "sim/engine/process/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- one plan --------------------------------------------------------------------------------- */

/* What the child is given. */
struct trial_job {
    struct rd_run_context *context;
    const struct rd_algorithm *algorithm;
    int report_fd; /* where it writes its struct rd_trial */
};

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

static void plan_in_child(void *context)
{
    const struct trial_job *job = context;
    static const struct rd_execute_settings settings = {.simulate = false};
    struct rd_outcome outcome;
    struct rd_error error;
    struct rd_trial trial = {
        .end = RD_TRIAL_FAILED, .planned_s = NAN, .searched_s = NAN, .bound_s = NAN};
    if (plan_with(job->context, job->algorithm, &settings, &outcome, &error))
        take_outcome(&outcome, &trial);
    else
        snprintf(trial.message, sizeof trial.message, "%s", error.message);
    /* A report is shorter than what a pipe takes whole. */
    if (write(job->report_fd, &trial, sizeof trial) < 0)
        dprintf(STDERR_FILENO, "the report of a plan: %s", strerror(errno));
}

/* A plan that a child makes. */
struct started_trial {
    const struct rd_algorithm *algorithm;
    struct rd_child child; /* pid -1: none any more, or there was no time for one */
    int report_fd;
    struct rd_trial trial; /* what came of it */
};

static const struct rd_trial stopped_trial = {
    .end = RD_TRIAL_STOPPED, .planned_s = NAN, .searched_s = NAN, .bound_s = NAN};

/* In: started: its algorithm. */
static bool start_trial(struct rd_run_context *context, struct started_trial *started,
                        struct rd_error *reterr)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no pipe for a plan: %s",
                       strerror(errno));
    struct trial_job job = {context, started->algorithm, report[1]};
    started->report_fd = report[0];
    bool is_started = rd_child_start(&started->child, plan_in_child, &job, &report[1], 1, reterr);
    close(report[1]);
    if (!is_started)
        close(report[0]);
    return is_started;
}

/* Ends the child, and keeps what it has reported. In: event: what was last heard of it. */
static void end_trial(struct started_trial *started, enum rd_child_event event)
{
    struct rd_trial *trial = &started->trial;
    bool reported = event == RD_CHILD_OTHER_READY &&
                    read(started->report_fd, trial, sizeof *trial) == (ssize_t)sizeof *trial;
    int status = rd_child_end(&started->child);
    close(started->report_fd);
    if (reported)
        return;
    *trial = stopped_trial;
    if (event == RD_CHILD_TIMED_OUT)
        return;
    struct rd_error error;
    trial->end = RD_TRIAL_FAILED;
    rd_fail_of_child(&error, RD_ERROR_RUN, NULL, started->algorithm->name, status, 0,
                     &started->child.words);
    snprintf(trial->message, sizeof trial->message, "%s", error.message);
}

bool rd_trial_run(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  double limit_s, struct rd_trial *ret_trial, struct rd_error *reterr)
{
    struct started_trial started = {.algorithm = algorithm};
    if (!start_trial(context, &started, reterr))
        return false;
    end_trial(&started, rd_child_listen(&started.child, started.report_fd, limit_s));
    *ret_trial = started.trial;
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

/* Plans in the order in which they are taken, whichever ends first: so what is found does not
 * depend on how many are made at a time. */
struct trials {
    struct rd_survey *survey;
    const struct rd_survey_question *question;
    int turn;
    size_t asked_count;          /* of the algorithms, whether their turn is this one */
    struct started_trial *trial; /* [started_count] */
    size_t started_count;
    struct started_trial *running[RD_SURVEY_JOBS_LIMIT]; /* [running_count] of them */
    size_t running_count;
};

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

/* Begins with as many as may run, while there is time. */
static bool start_more(struct trials *trials, struct rd_error *reterr)
{
    const struct rd_survey_question *question = trials->question;
    const struct rd_algorithm *algorithm;
    size_t jobs = question->job_count > 0 ? question->job_count : 1;
    while (trials->running_count < jobs && (algorithm = next_candidate(trials))) {
        struct started_trial *next = &trials->trial[trials->started_count];
        *next = (struct started_trial){algorithm, {.pid = -1}, -1, stopped_trial};
        if (question->watch)
            question->watch(algorithm->name, trials->survey->made_count);
        if (rd_now_s() < trials->survey->end_s) {
            if (!start_trial(trials->survey->context, next, reterr))
                return false;
            trials->running[trials->running_count++] = next;
        }
        trials->started_count++;
    }
    return true;
}

/* Waits until one of those that run says something, or time is up, and listens to all. */
static void hear_all(struct trials *trials)
{
    struct pollfd fds[2 * RD_SURVEY_JOBS_LIMIT];
    size_t still = 0;
    for (size_t i = 0; i < trials->running_count; i++) {
        fds[2 * i] = (struct pollfd){.fd = trials->running[i]->child.words_fd, .events = POLLIN};
        fds[2 * i + 1] = (struct pollfd){.fd = trials->running[i]->report_fd, .events = POLLIN};
    }
    double left_ms = fmin(fmax(trials->survey->end_s - rd_now_s(), 0) * 1000 + 1, 1e6);
    poll(fds, 2 * trials->running_count, (int)left_ms);
    bool is_late = rd_now_s() >= trials->survey->end_s;
    for (size_t i = 0; i < trials->running_count; i++) {
        static const double no_longer_s = 1e-9;
        struct started_trial *started = trials->running[i];
        enum rd_child_event event =
            rd_child_listen(&started->child, started->report_fd, no_longer_s);
        if (event != RD_CHILD_TIMED_OUT || is_late)
            end_trial(started, event);
        else
            trials->running[still++] = started;
    }
    trials->running_count = still;
}

static bool has_ended(const struct trials *trials, size_t number)
{
    return number < trials->started_count && trials->trial[number].child.pid < 0;
}

/* Plans until the next one has ended, with others beside it. When it has, none is begun: it may be
 * the last that is asked for. */
static bool plan_next(struct trials *trials, size_t next, struct rd_error *reterr)
{
    while (!has_ended(trials, next)) {
        if (!start_more(trials, reterr))
            return false;
        if (next == trials->started_count) /* there is none */
            return true;
        if (!has_ended(trials, next))
            hear_all(trials);
    }
    return true;
}

static bool plan_with_all(struct rd_survey *survey, const struct rd_survey_question *question,
                          struct rd_error *reterr)
{
    rd_arena_own(own);
    struct trials trials = {.survey = survey, .question = question};
    trials.trial = rd_take(&own, rd_algorithm_count, struct started_trial);
    bool goes_on = true;
    for (size_t i = 0; goes_on && !is_settled(survey); i++) {
        goes_on = plan_next(&trials, i, reterr);
        if (!goes_on || i == trials.started_count)
            break;
        take_trial(survey, trials.trial[i].algorithm, &trials.trial[i].trial);
    }
    for (size_t i = 0; i < trials.running_count; i++) /* nobody asks any more */
        end_trial(trials.running[i], RD_CHILD_TIMED_OUT);
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
