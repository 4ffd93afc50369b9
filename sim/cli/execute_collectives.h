/* redist execute --baseline collective: copies by MPI's own collective operations, beside plans and
 * beside what is possible on the routes. */
#pragma once

#include "sim/execute/execution.h"
#include "sim/report/sheet.h"
#include "sim/run/run_context.h"

struct rd_execute_collectives {
    const struct rd_execution_settings *execution;
    const char *only; /* names with commas between, of SMPI's algorithms; NULL: all that it has */
    enum rd_format format;
    double within_s; /* of planning and bounds; 0: no limit */
};

/* Plans, simulates, bounds what any program can do, calls the operation by each algorithm, and
 * writes a table. Returns: the exit status: 0 where some algorithm brought every byte. */
int rd_execute_collectives(struct rd_run_context *context,
                           const struct rd_execute_collectives *settings);
