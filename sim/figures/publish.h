/* A figure's files: data, pictures, verdicts. */
#pragma once

#include "figure.h"

#include <stdio.h>

/* Writes FOLDER/<name>.csv (if the data has columns), FOLDER/<name>.verdicts.csv and, where the
 * figure has a plot, FOLDER/<name>.gp, a gnuplot file that draws the data, and what it draws:
 * <name>.svg, .png and .pdf. The folder must be there. Each file is whole or not there.
 * Errors: RD_ERROR_FILE: a file that cannot be written, gnuplot missing or failing. */
bool rd_figure_publish(const struct rd_figure *figure, const struct rd_figure_data *data,
                       const char *folder, struct rd_error *reterr);

/* Prints the verdicts as a table with a summary. Returns: false if writing failed. */
bool rd_figure_print_verdicts(FILE *out, const struct rd_figure *figure,
                              const struct rd_figure_data *data);
