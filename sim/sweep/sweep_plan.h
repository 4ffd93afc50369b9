/* A sweep before it runs: its scenario read and held against every value that it is to take. */
#pragma once

#include "points.h"

#include "sim/run/run_context.h"

struct rd_sweep_plan {
    struct rd_points points;
    struct rd_run_context as_written; /* read, not loaded; what `points` speaks of */
    struct rd_run_context base;       /* of the first point: read, not loaded */
    struct rd_run_context_settings
        settings; /* of all points: the scenario's text, and nothing set */
};

/* Reads a scenario as it is written and with every value of its sweep, each beside the first values
 * of the others.
 * In: settings, where the text is read from the path if it is NULL; repeat_count, 0: as written.
 * Returns: 0, or the exit status of what is wrong, all of which has been printed.
 * rd_sweep_plan_close is due in both cases. */
int rd_sweep_plan_make(const struct rd_run_context_settings *settings, int64_t repeat_count,
                       struct rd_arena *arena, struct rd_sweep_plan *ret_plan);

/* Gives the sessions' memory back. */
void rd_sweep_plan_close(struct rd_sweep_plan *plan);
