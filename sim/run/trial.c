#include "trial.h"

#include "sim/engine/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

static void plan_in_child(void *context)
{
    const struct trial_job *job = context;
    static const struct rd_execute_settings settings = {.simulate = false};
    const struct rd_scenario_run run = {.algorithm = job->algorithm->name, .seed = 1};
    const struct rd_run_entry entry = {&run, job->algorithm};
    struct rd_outcome outcome;
    struct rd_error error;
    struct rd_trial trial = {
        .end = RD_TRIAL_FAILED, .planned_s = NAN, .searched_s = NAN, .bound_s = NAN};
    if (rd_execute(job->context, &entry, &settings, &outcome, &error))
        take_outcome(&outcome, &trial);
    else
        snprintf(trial.message, sizeof trial.message, "%s", error.message);
    /* A report is shorter than what a pipe takes whole. */
    if (write(job->report_fd, &trial, sizeof trial) < 0)
        dprintf(STDERR_FILENO, "the report of a plan: %s", strerror(errno));
}

/* Waits for a child's report. */
static void hear_report(struct rd_child *child, const char *name, int report_fd, double limit_s,
                        struct rd_trial *trial)
{
    enum rd_child_event event = rd_child_listen(child, report_fd, limit_s);
    bool reported = event == RD_CHILD_OTHER_READY &&
                    read(report_fd, trial, sizeof *trial) == (ssize_t)sizeof *trial;
    int status = rd_child_end(child);
    if (reported)
        return;
    *trial = (struct rd_trial){
        .end = RD_TRIAL_STOPPED, .planned_s = NAN, .searched_s = NAN, .bound_s = NAN};
    if (event == RD_CHILD_TIMED_OUT)
        return;
    struct rd_error error;
    trial->end = RD_TRIAL_FAILED;
    rd_fail_of_child(&error, RD_ERROR_RUN, NULL, name, status, 0, &child->words);
    snprintf(trial->message, sizeof trial->message, "%s", error.message);
}

bool rd_trial_run(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  double limit_s, struct rd_trial *ret_trial, struct rd_error *reterr)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no pipe for a plan: %s",
                       strerror(errno));
    struct trial_job job = {context, algorithm, report[1]};
    struct rd_child child;
    bool started = rd_child_start(&child, plan_in_child, &job, &report[1], 1, reterr);
    close(report[1]);
    if (started)
        hear_report(&child, algorithm->name, report[0], limit_s, ret_trial);
    close(report[0]);
    return started;
}
