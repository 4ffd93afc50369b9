/* A page that shows a sweep, in one HTML file: it asks no network for anything, and the same
 * results give the same bytes. Whatever names hold, it is text. */
#pragma once

#include "sim/report/gantt/gantt_chart.h"
#include "page_parts.h"

#include <stdio.h>

/* A chart to look into. */
struct rd_page_gantt {
    const char *heading;
    const char *facts; /* which run it is, and what it came to */
    const char *why;   /* the bound in words; NULL: nothing is known of it */
    struct rd_gantt gantt;
    const char *map; /* an SVG element: the network, and what is busy; NULL: none */
};

struct rd_page {
    const struct rd_results_head *head;
    const struct rd_results_table *table;
    const struct rd_page_gantt *gantt; /* [gantt_count] */
    size_t gantt_count;
    const struct rd_page_figure *figure; /* [figure_count] */
    size_t figure_count;
};

/* What a page shows of a row, beside what a table goes by; who makes charts of runs needs all. */
struct rd_columns rd_page_columns(void);

/* Writes the page: what was swept, curves and comparisons by each parameter and measure, charts,
 * figures, and every run with its bound and verdict, or, of more than RD_PAGE_RUN_LIMIT, a sample.
 * Errors: RD_ERROR_INPUT for a chart that is too large; RD_ERROR_FILE if writing fails. */
bool rd_page_write(FILE *out, const struct rd_page *page, struct rd_error *reterr);
