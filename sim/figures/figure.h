/* A figure or table of a paper: data, a picture, and a verdict on every value that can be judged.
 * One file makes one figure (or the tables of one experiment); one line of figures.c lists it; a
 * gnuplot file in scenarios/figures draws it. */
#ifndef REDIST_FIGURES_FIGURE_H
#define REDIST_FIGURES_FIGURE_H

#include "sim/base/arena.h"
#include "sim/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the command line asks for. */
struct rd_figure_settings {
    bool full;                           /* the paper's sizes; else sizes for a minute or so */
    void (*progress)(const char *doing); /* NULL: nobody watches */
};

enum rd_judgement {
    RD_JUDGED_MET,
    RD_JUDGED_NOT_MET,
    RD_JUDGED_IMPOSSIBLE /* the published value contradicts another published value */
};

/* One value that is judged. */
struct rd_figure_check {
    const char *what; /* "n=50, Linear optimal, %" */
    double published; /* NAN: the paper states none */
    double measured;
    double half_width; /* of the 95 % confidence interval of measured; 0 if exact */
    double low, high;  /* what is accepted */
    const char *why;   /* where low and high come from */
    enum rd_judgement judgement;
};

/* The data: a table of texts and numbers, column by column in a CSV file; and room to work in. */
struct rd_figure_data {
    struct rd_arena *arena; /* for what is kept until the files are written */
    struct rd_arena plans;  /* opened for the figure; what it takes from these two it may rewind */
    struct rd_arena scratch;
    size_t column_count;
    const char *const *column; /* [column_count] */
    size_t row_count, row_capacity;
    const char **cell; /* [row_count * column_count] */
    size_t check_count, check_capacity;
    struct rd_figure_check *check; /* [check_count] */
};

struct rd_figure {
    const char *name; /* "lau-table-1" */
    const char *summary;
    const char *source;
    const char *plot;     /* stem of the gnuplot file in scenarios/figures; NULL for a table */
    const char *scenario; /* stem of a scenario there, an instance of it */
    bool timed;           /* the data has times of this machine, which differ in each run */
    bool (*make)(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr);
};

/* Every figure, in the order of the list; ends with NULL. */
extern const struct rd_figure *const rd_figures[];

/* The figure of a name, or NULL. */
const struct rd_figure *rd_figure_named(const char *name);

/* An empty figure, and the end of one. */
void rd_figure_open(struct rd_figure_data *data, struct rd_arena *arena);
void rd_figure_close(struct rd_figure_data *data);

/* Names the columns. In: [count] names that live as long as the arena. */
void rd_figure_columns(struct rd_figure_data *data, const char *const *column, size_t count);

/* Appends a row of printed cells, separated by tabs in the format: as many as there are columns. */
void rd_figure_row(struct rd_figure_data *data, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a check and judges it: met if [measured - half_width, measured + half_width] meets [low,
 * high]; `impossible` says that the published value cannot be right, whatever is measured. */
void rd_figure_judge(struct rd_figure_data *data, struct rd_figure_check check, bool impossible);

#endif
