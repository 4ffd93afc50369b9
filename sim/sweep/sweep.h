/* redist sweep: every point that a results file lacks, run and added to it. */
#pragma once

#include "sim/run/run_context.h"

struct rd_sweep_settings {
    struct rd_run_context_settings context; /* the scenario; what is set holds for all points */
    const char *results_path;
    int worker_count;
    int64_t repeat_count;       /* instead of the scenario's; 0: as it says */
    bool quiet;                 /* says nothing if all went well */
    bool retry_failed;          /* points with a failed run count as missing */
    int64_t shard, shard_count; /* the points with number % shard_count == shard - 1 */
    double time_limit_s;        /* of one run */
};

/* Runs a sweep to the exit status; what is wrong has been printed on standard error, what came of
 * it on standard output: 0; 1 if a run failed, now or earlier, or all of them were refused; 4 if it
 * was interrupted; else that of the error. */
int rd_sweep_run(const struct rd_sweep_settings *settings);
