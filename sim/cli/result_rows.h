/* All runs of a run context, to the exit status. */
#pragma once

#include "sim/run/execute.h"

#include "sim/report/tables.h"

struct rd_result_rows_settings {
    struct rd_execute_settings execute; /* its limit is made here */
    double within_s; /* of wall clock, for reading the scenario, planning and bounds of all jobs; 0:
                        no limit */
    int64_t job_count; /* how many are done at a time; 0: one */
    /* Called after each job, while its plan and its trace are there; NULL: nothing is to be done.
     */
    bool (*each)(void *context, size_t entry, const struct rd_outcome *outcome,
                 struct rd_error *reterr);
    void *context;
    bool write_results; /* on standard output, in this style */
    struct rd_results_style style;
};

/* Executes, settles, writes: the same for any number of jobs that have time.
 * Returns: the exit status: 1 if an expectation is not met, if a run failed that was not expected
 *     to, or if every run was refused and not all of them were expected to be; that of the error
 *     if `each` or rd_execute gave up; 5 if the results cannot be written; else 0. What is wrong
 *     has been printed on standard error. */
int rd_result_rows_run(struct rd_run_context *context,
                       const struct rd_result_rows_settings *settings);
