/* Figures made one beside the other, each in a process of its own. */
#pragma once

#include "sim/base/error.h"
#include "figure.h"

enum { RD_FIGURE_LIMIT = 256, RD_FIGURE_JOBS_LIMIT = 64 };

/* Makes a figure, publishes it, writes its own manifest, and removes what was kept of its parts.
 * Returns: the outcome, but for its times; the data, whose verdicts may be printed, stay open. */
void rd_figure_complete(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                        struct rd_figure_data *data, struct rd_figure_outcome *outcome);

/* Makes and publishes the figures of a list, prints all verdicts in its order, and after them a
 * table with a line a figure. Each has a manifest of its own. A figure that fails leaves the others
 * alone. What ends is told on standard error, with its times. In: figure [count], at most
 * RD_FIGURE_LIMIT; job_count processes at a time. Returns: an outcome for each figure, from the
 * arena. Errors: RD_ERROR_INTERRUPTED if no process or memory can be had. */
bool rd_figure_jobs_run(const struct rd_figure *const *figure, size_t count,
                        const struct rd_figure_settings *settings, unsigned job_count,
                        struct rd_arena *arena, const struct rd_figure_outcome **ret_outcome,
                        struct rd_error *reterr);
