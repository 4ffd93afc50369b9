/* The gnuplot files of scenarios/figures, built into the program (see meson.build). */
#ifndef REDIST_FIGURES_PLOTS_H
#define REDIST_FIGURES_PLOTS_H

#include <stddef.h>

struct rd_plot {
    const char *stem;   /* the file's name without .gp */
    const char *script; /* draws `data`, a CSV file, on the terminal that is set */
};

extern const struct rd_plot rd_plots[];
extern const size_t rd_plot_count;

#endif
