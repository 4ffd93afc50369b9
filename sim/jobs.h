/* From <run> elements to algorithms. */
#ifndef REDIST_JOBS_H
#define REDIST_JOBS_H

#include "session.h"

/* What rd_scenario_read checks of each <run>: a name that is no algorithm's (with the nearest), and
 * options that the algorithm does not take. In: context, the session. */
void rd_check_run(void *context, const struct rd_scenario_run *run, struct rd_error_list *errors);

/* Fills the session's jobs: each <run> by its name, or "all" as every algorithm that fits the
 * shape; with settings.algorithm, only those of that name.
 * In: a scenario whose runs rd_check_run let pass.
 * Errors, added to the list: "all" where nothing fits, or with options that one of them does not
 * take; a settings.algorithm that no run names. */
void rd_find_jobs(struct rd_session *session, struct rd_error_list *errors);

/* Is it here only because "all" names every algorithm of the shape, and refuses since it is made
 * for another goal or other ports? In: a session that is loaded. */
bool rd_job_is_misfit(const struct rd_session *session, const struct rd_job *job);

/* The options of a job, as its algorithm takes them. */
struct rd_options rd_job_options(const struct rd_job *job);

#endif
