#include "jobs.h"

#include <string.h>

struct rd_options rd_job_options(const struct rd_job *job)
{
    return (struct rd_options){.spec = job->algorithm->options,
                               .given = job->run->option,
                               .given_count = job->run->option_count,
                               .seed = job->run->seed};
}

/* Checks options one by one, so that each error names its own line. */
static void check_options(const char *path, const struct rd_job *job, struct rd_error_list *errors)
{
    const struct rd_scenario_run *run = job->run;
    struct rd_options options = rd_job_options(job);
    struct rd_error error;
    for (size_t i = 0; i < run->option_count; i++) {
        options.given = &run->option[i];
        options.given_count = 1;
        if (!rd_options_check(&options, &error))
            rd_error_list_add(errors, RD_ERROR_INPUT, path, run->option_line[i], "%s: %s",
                              job->algorithm->name, error.message);
    }
}

/* Every algorithm that fits the shape, rather than one by its name. */
static bool is_all(const struct rd_scenario_run *run)
{
    return strcmp(run->algorithm, "all") == 0;
}

bool rd_job_is_misfit(const struct rd_session *session, const struct rd_job *job)
{
    return is_all(job->run) && !rd_algorithm_suits(job->algorithm, &session->instance);
}

void rd_check_run(void *context, const struct rd_scenario_run *run, struct rd_error_list *errors)
{
    const struct rd_session *session = context;
    const char *path = session->settings.scenario_path;
    if (is_all(run))
        return;
    struct rd_job job = {.run = run, .algorithm = rd_algorithm_named(run->algorithm)};
    if (job.algorithm) {
        check_options(path, &job, errors);
        return;
    }
    const struct rd_algorithm *nearest = rd_algorithm_nearest(run->algorithm);
    rd_error_list_add(
        errors, RD_ERROR_INPUT, path, run->line,
        "algorithm \"%.100s\": what `redist list` names is accepted, or \"all\"%s%s%s",
        run->algorithm, nearest ? " (did you mean \"" : "", nearest ? nearest->name : "",
        nearest ? "\"?)" : "");
}

static void add_job(struct rd_session *session, const struct rd_scenario_run *run,
                    const struct rd_algorithm *algorithm)
{
    if (session->settings.algorithm && strcmp(session->settings.algorithm, algorithm->name) != 0)
        return;
    session->job = rd_arena_grow(&session->arena, session->job, session->job_count,
                                 session->job_count + 1, sizeof *session->job);
    session->job[session->job_count++] = (struct rd_job){.run = run, .algorithm = algorithm};
}

static void add_all(struct rd_session *session, const struct rd_scenario_run *run,
                    struct rd_error_list *errors)
{
    bool found = false;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        struct rd_job job = {.run = run, .algorithm = rd_algorithms[i]};
        if (!rd_algorithm_fits(job.algorithm, &session->scenario.topology))
            continue;
        check_options(session->scenario.path, &job, errors);
        add_job(session, run, job.algorithm);
        found = true;
    }
    if (!found && !session->settings.runs_optional)
        rd_error_list_add(errors, RD_ERROR_INPUT, session->scenario.path, run->line,
                          "algorithm \"all\": there is none yet for a %s",
                          rd_shape_name(session->scenario.topology.shape));
}

void rd_find_jobs(struct rd_session *session, struct rd_error_list *errors)
{
    for (size_t i = 0; i < session->scenario.run_count; i++) {
        const struct rd_scenario_run *run = &session->scenario.run[i];
        if (is_all(run))
            add_all(session, run, errors);
        else
            add_job(session, run, rd_algorithm_named(run->algorithm));
    }
    if (session->settings.algorithm && session->job_count == 0 && errors->count == 0)
        rd_error_list_add(errors, RD_ERROR_USAGE, NULL, 0,
                          "--algorithm %s: no <run> of %s names it", session->settings.algorithm,
                          session->scenario.path);
}
