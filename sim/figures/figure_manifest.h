/* What a folder of figures was made with, and what is in it. */
#pragma once

#include "figure_jobs.h"

/* Writes FOLDER/NAME: versions, settings, and of each figure that was made its values, its files
 * and its inputs by their SHA-256. The same figures give the same bytes. Of a figure that measures
 * times, files that hold them have no hash.
 * In: figure and outcome [count]. Errors: RD_ERROR_FILE. */
bool rd_figure_manifest_write(const char *folder, const char *name, bool full,
                              const struct rd_figure *const *figure,
                              const struct rd_figure_outcome *outcome, size_t count,
                              struct rd_arena *arena, struct rd_error *reterr);
