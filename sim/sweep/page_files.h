/* What a page takes from folders: traces and figures. */
#pragma once

#include "sim/report/page.h"

enum { RD_PAGE_FILE_LIMIT = 1000 };

/* A chart of each trace, *.csv, in a folder, by name; or of one file.
 * Returns: how many in *ret_gantt (arena). Errors: RD_ERROR_FILE, RD_ERROR_INPUT: a file that is no
 * trace, a folder without one or with more than RD_PAGE_FILE_LIMIT files. */
bool rd_page_read_traces(const char *path, struct rd_arena *arena, struct rd_page_gantt **ret_gantt,
                         size_t *ret_count, struct rd_error *reterr);

/* The figures in a folder, by name: NAME.svg, or NAME.png where there is no such; with the verdicts
 * of NAME.verdicts.csv. Errors: likewise. */
bool rd_page_read_figures(const char *folder, struct rd_arena *arena,
                          struct rd_page_figure **ret_figure, size_t *ret_count,
                          struct rd_error *reterr);
