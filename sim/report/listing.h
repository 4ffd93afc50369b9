/* What `redist list` shows: named things and what there is to say of each. */
#ifndef REDIST_REPORT_LISTING_H
#define REDIST_REPORT_LISTING_H

#include "tables.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct rd_listing_column {
    const char *key; /* "name": the JSON member; in capitals, the table's heading */
    bool in_table;   /* JSON and CSV have every column */
};

struct rd_listing {
    const struct rd_listing_column *column; /* [column_count] */
    size_t column_count;
    const char *const *cell; /* [row_count * column_count], by row */
    size_t row_count;
};

/* Writes a listing. Returns: false if writing failed (errno says why). */
bool rd_listing_write(FILE *out, enum rd_format format, const struct rd_listing *listing);

#endif
