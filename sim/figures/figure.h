/* A figure or table of a paper: data, a picture, and a verdict on every value that can be judged.
 * Most are data, in scenarios/figures: a sweep, a table of verdicts, a gnuplot file; figures.c
 * names them. The others are a file each, and a gnuplot file. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/report/checks.h"

/* What the command line asks for. */
struct rd_figure_settings {
    bool full;                           /* the paper's sizes; else sizes for a minute or so */
    void (*progress)(const char *doing); /* NULL: nobody watches */
    const char *folder;                  /* where its files are written */
    int worker_count;                    /* of a sweep, and of a figure in parts */
    bool goes_on;                        /* parts that are kept are not made again */
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
    struct rd_checks checks;
    const char *played; /* what SimGrid played of it; NULL: nothing */
};

struct rd_figure {
    const char *name; /* "lau-table-1" */
    const char *summary;
    const char *source;
    const char *plot;     /* stem of the gnuplot file in scenarios/figures; NULL for a table */
    const char *scenario; /* stem of a scenario there, an instance of it */
    bool timed;           /* the data has times of this machine, which differ in each run */
    bool in_parts;        /* made by rd_figure_parts_make */
    const char *verdicts; /* stem of the table that judges the scenario's sweep; then no make */
    int64_t full_repeat_count; /* of the sweep at the paper's size; 0: as it says */
    bool (*make)(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr);
};

/* What became of one figure. */
struct rd_figure_outcome {
    bool made;
    struct rd_error error; /* if it was not */
    struct rd_checks_summary summary;
    size_t not_met;
    double elapsed_s, processor_s; /* the latter of all its processes */
};

/* Every figure, in the order of the list; ends with NULL. */
extern const struct rd_figure *const rd_figures[];

/* Makes a figure: in C; or its scenario's sweep, whose results stay in FOLDER/NAME.db, measured and
 * judged by its table of verdicts, the numbers in FOLDER/NAME.csv.
 * Errors: the figure's own; RD_ERROR_RUN: the sweep has failed runs, which it has printed. */
bool rd_figure_make(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                    struct rd_figure_data *data, struct rd_error *reterr);

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
