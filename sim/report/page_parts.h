/* The parts of a page (page.h), each written where it stands. That writing failed, the stream
 * keeps in mind. */
#pragma once

#include "comparison.h"
#include "results_table.h"
#include "svg.h"

#include <stdio.h>

/* Writes the means of a comparison with their 95 % intervals, a curve for each algorithm, as an SVG
 * element with this id, or as a file of its own where it is NULL. Values that are numbers stand
 * where they are on the axis (a logarithmic one if they are above 0 and differ by a factor of 8),
 * others side by side.
 * Returns: false if writing failed (errno says why). Cost: O(values * algorithms). */
bool rd_curves_write(FILE *out, const char *id, const struct rd_comparison *comparison,
                     struct rd_arena *arena);

/* A picture from elsewhere. */
struct rd_page_figure {
    const char *name;
    const char *media_type; /* "image/svg+xml", "image/png" */
    const char *bytes;      /* [size] */
    size_t size;
    const struct rd_sheet *verdicts; /* or NULL */
};

/* The lines of the style sheet and of the program of a page (page.css, page.js); end with NULL. */
extern const char *const rd_page_style[];
extern const char *const rd_page_script[];

/* An element that holds text and nothing else, with a class or without (NULL). */
void rd_page_text(FILE *out, const char *element, const char *class, const char *text);

/* A page of more runs shows some of them one by one, and comparisons of as many cells as it has
 * room for: a few megabytes. */
enum { RD_PAGE_RUN_LIMIT = 200000, RD_PAGE_SAMPLE = 10000, RD_PAGE_CELL_LIMIT = 2000 };

/* The runs that a page shows one by one: those of one point in so many, drawn. */
struct rd_page_sample {
    size_t every; /* 1: all runs */
    size_t runs;
};

/* The same points of the same results. O(rows). */
struct rd_page_sample rd_page_sample(const struct rd_results_table *table);

/* How many cells a comparison of the page may have: 0: any number, as where all runs are shown. */
size_t rd_page_cell_limit(const struct rd_results_table *table);

/* The comparisons by each measure and parameter, with their curves. */
void rd_page_comparisons(FILE *out, const struct rd_results_table *table, struct rd_arena *arena);

/* The runs of the sample, as data for the page's program, which shows them a hundred at a time. */
void rd_page_runs(FILE *out, const struct rd_results_table *table, struct rd_arena *arena);

/* A picture, within the page. */
void rd_page_figure(FILE *out, const struct rd_page_figure *figure);
