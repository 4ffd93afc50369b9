/* The rows of a table by their points: what all comparisons of it begin with. */
#pragma once

#include "results_table.h"

/* An algorithm with its options. */
struct rd_compared_algorithm {
    const char *algorithm, *options;
    const char *label; /* "name", or "name (options)" */
};

/* A row under comparison. */
struct rd_compared_row {
    double time_s;  /* NAN unless it ended well */
    double ratio;   /* to the bound */
    double measure; /* NAN unless it ended well */
    uint32_t point; /* its number */
    uint32_t index; /* in the table */
    uint32_t algorithm;
    enum rd_status status;
};

struct rd_compared_rows {
    const struct rd_compared_algorithm *algorithm; /* [algorithm_count], by name */
    size_t algorithm_count;
    struct rd_compared_row *row; /* [rows of the table], those of a point together */
};

/* What comparisons read of a row, beside what a table goes by. */
struct rd_columns rd_compared_columns(void);

/* For the settings of several comparisons, which write to them one after the other. Cost: O(rows
 * log rows). */
struct rd_compared_rows *rd_compared_rows(const struct rd_results_table *table,
                                          struct rd_arena *arena);

/* Is this the label of an algorithm, or its name? */
bool rd_is_named(const struct rd_compared_algorithm *algorithm, const char *name);

/* Is it among the algorithms of a table, by its name or its label? Cost: O(rows). */
bool rd_is_compared(const struct rd_results_table *table, const char *algorithm);
