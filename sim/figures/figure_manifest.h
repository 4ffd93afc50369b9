/* What a folder of figures was made with, and what is in it. */
#pragma once

#include "figure.h"

/* Writes FOLDER/NAME: versions, settings, and of each figure that was made its values, its files
 * and its inputs by their SHA-256. The same figures give the same bytes. Of a figure that measures
 * times, files that hold them have no hash.
 * In: figure and outcome [count]. Errors: RD_ERROR_FILE. */
bool rd_figure_manifest_write(const char *folder, const char *name, bool full,
                              const struct rd_figure *const *figure,
                              const struct rd_figure_outcome *outcome, size_t count,
                              struct rd_arena *arena, struct rd_error *reterr);

/* The same of one figure, to FOLDER/<name>.manifest.json; its data have a hash in any case. */
bool rd_figure_own_manifest_write(const char *folder, bool full, const struct rd_figure *figure,
                                  const struct rd_figure_outcome *outcome, struct rd_arena *arena,
                                  struct rd_error *reterr);

/* Are a figure's files in a folder, with a manifest of its own that says: these data, by these
 * versions, these settings and these inputs, and all values met? Returns: in *ret_outcome, whether
 * it is `made`, and then what its manifest counts. Errors: RD_ERROR_INTERRUPTED where gnuplot does
 * not tell its version. */
bool rd_figure_is_made(const char *folder, bool full, const struct rd_figure *figure,
                       struct rd_arena *arena, struct rd_figure_outcome *ret_outcome,
                       struct rd_error *reterr);
