/* Workers that share the points of a sweep, and what becomes of those that die. */
#pragma once

#include "points.h"

#include "sim/report/result_row.h"
#include "sim/run/run_context.h"

struct rd_pool {
    const struct rd_points *points;
    const struct rd_run_context
        *base; /* read with the parameters of a point that is good: its jobs */
    struct rd_run_context_settings settings; /* of each point, without its parameters */
    double time_limit_s;                     /* of a run: of wall clock */
    int worker_count;
    int64_t point_count; /* that `next` has */
    int interrupt_fd;    /* readable when the user wants an end; -1: never */

    /* The number of the next point to do. Returns: false if there is none. */
    bool (*next)(void *context, int64_t *ret_number);
    /* Takes the rows of a point that is done. */
    bool (*take)(void *context, int64_t number, const struct rd_result_row *const *row,
                 size_t count, struct rd_error *reterr);
    /* Called a few times a second. */
    bool (*tick)(void *context, struct rd_error *reterr);
    void *context;
};

/* Has every point done.
 * Errors: what `take` and `tick` find; RD_ERROR_INTERRUPTED: the user's wish, or no process can be
 *     had. The points that were taken are done, the others are not. */
bool rd_pool_run(const struct rd_pool *pool, struct rd_error *reterr);
