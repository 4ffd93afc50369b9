/* The parts of a page (page.h), each written where it stands. That writing failed, the stream
 * keeps in mind. */
#pragma once

#include "page.h"
#include "svg.h"

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
