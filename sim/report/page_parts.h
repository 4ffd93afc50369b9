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

/* The comparisons by each measure and parameter, with their curves. */
void rd_page_comparisons(FILE *out, const struct rd_results_table *table, struct rd_arena *arena);

/* All runs, as data for the page's program, which shows them a hundred at a time. */
void rd_page_runs(FILE *out, const struct rd_results_table *table, struct rd_arena *arena);

/* A picture, within the page. */
void rd_page_figure(FILE *out, const struct rd_page_figure *figure);
