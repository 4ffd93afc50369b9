/* Tables of text that align on a terminal, whatever letters are in them. */
#ifndef REDIST_REPORT_TEXT_TABLE_H
#define REDIST_REPORT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct rd_text_column {
    const char *heading;
    bool right; /* aligned to the right, as numbers are */
};

struct rd_text_table {
    const struct rd_text_column *column; /* [column_count] */
    size_t column_count;
    const char *const *cell; /* [row_count * column_count], by row */
    size_t row_count;
};

/* Writes headings and rows, two spaces between columns, no space at the end of a line; what would
 * break a line is shown as '?'. Returns: false if writing failed. Cost: O(bytes of all cells). */
bool rd_text_table_write(FILE *out, const struct rd_text_table *table);

#endif
