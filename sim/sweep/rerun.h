/* A run of a sweep once more, to be looked at. */
#pragma once

#include "sim/report/page.h"

struct rd_rerun {
    const char *scenario_path;
    const char *allowed_folder;    /* or NULL */
    struct rd_rerun_context *last; /* of the runs that charts show; NULL: none yet */
};

/* Runs a row of results again, from its scenario, parameters and seed, and makes a chart of it,
 * with the bound and the critical path. The chart lives until rd_rerun_close. Errors:
 * RD_ERROR_INPUT: the scenario is wrong, or is not the one that was swept, because the run comes to
 * something else; RD_ERROR_FILE, RD_ERROR_INTERRUPTED. */
bool rd_rerun_row(struct rd_rerun *replay, const struct rd_results_table *table, size_t row,
                  struct rd_arena *arena, struct rd_page_gantt *ret_gantt, struct rd_error *reterr);

/* Gives the memory of all charts back: before that of the arena that they were made with. */
void rd_rerun_close(struct rd_rerun *replay);
