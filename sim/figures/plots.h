/* The gnuplot files, tables of verdicts and scenarios of scenarios/figures, built into the program
 * (see meson.build). */
#pragma once

#include <stddef.h>

struct rd_plot {
    const char *stem; /* the file's name without .gp or .xml */
    const char
        *script; /* a scenario's text; or draws `data`, a CSV file, on the terminal that is set */
};

extern const struct rd_plot rd_plots[];
extern const size_t rd_plot_count;

extern const struct rd_plot rd_figure_scenarios[];
extern const size_t rd_figure_scenario_count;

extern const struct rd_plot rd_figure_verdict_tables[];
extern const size_t rd_figure_verdict_table_count;

/* The gnuplot file, the table of verdicts and the scenario of a stem, which has to be there. */
const char *rd_figure_plot(const char *stem);
const char *rd_figure_verdicts(const char *stem);
const char *rd_figure_scenario(const char *stem);
