/* Results for people and for programs. */
#pragma once

#include "result_row.h"
#include "sheet.h"

#include <stdio.h>

/* How results are written. */
struct rd_results_style {
    enum rd_format format;
    bool verbose; /* the text table: words on every run, not on the shortest alone */
};

/* Writes all rows: in CSV and JSON the columns that docs/commands.md lists; the text table says in
 * words what was proved, too: of the shortest runs, of what was refused or failed, and of all where
 * it is asked for.
 * Returns: false if writing failed (errno says why). */
bool rd_results_write(FILE *out, struct rd_results_style style, const struct rd_result *result,
                      size_t result_count);

/* Adds the value of a column as CSV and JSON show it. */
void rd_sheet_result(struct rd_sheet *sheet, const struct rd_result_row *row,
                     const struct rd_column *column);

/* A time as people read it: up to 10 significant digits, "-" for NAN. */
const char *rd_time_text(double seconds, char text[32]);
