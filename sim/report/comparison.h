/* Who is better where: the algorithms of a sweep, by the values of a parameter. */
#ifndef REDIST_REPORT_COMPARISON_H
#define REDIST_REPORT_COMPARISON_H

#include "results_table.h"
#include "text_table.h"

#include "sim/base/mean.h"

#include <stdio.h>

enum rd_measure {
    RD_MEASURE_BEST,  /* time / shortest time of any algorithm at the same point */
    RD_MEASURE_RATIO, /* time / own bound */
    RD_MEASURE_TIME   /* seconds */
};

enum { RD_MEASURE_COUNT = 3 };

/* "best", "ratio", "time"; ends with NULL. What each is, in words. */
extern const char *const rd_measure_names[];
extern const char *const rd_measure_words[];

/* An algorithm with its options. */
struct rd_compared_algorithm {
    const char *algorithm, *options;
    const char *label; /* "name", or "name (options)" */
};

/* What one algorithm did at all points where the parameter has one value. */
struct rd_comparison_cell {
    struct rd_mean mean; /* of the measure, over runs that ended well */
    int64_t wins;        /* runs of the shortest time of their point, to 1e-9; ties win both */
    int64_t refused, failed;
};

/* Where the means of two algorithms change places, over points at which both ended well. */
struct rd_crossover {
    size_t before, after;        /* values, the last and the first at which they differ */
    size_t overtaken, overtaker; /* contestants: better before, better after */
    bool sure; /* on both sides the 95 % interval of their difference excludes 0 */
};

struct rd_comparison {
    const char *parameter;    /* NULL: all points together */
    const char *const *value; /* [value_count], in order; NULL for rows without it */
    size_t value_count;
    const struct rd_compared_algorithm *algorithm; /* [contestant_count], by name */
    size_t algorithm_count;
    const struct rd_comparison_cell *cell; /* [value_count * contestant_count], by value */
    const struct rd_crossover *crossover;  /* [crossover_count] */
    size_t crossover_count;
    enum rd_measure measure;
};

/* Compares by a parameter of the table, or all points together (parameter NULL).
 * Cost: O(rows log rows + points * contestants^2). */
void rd_compare(const struct rd_results_table *table, const char *parameter,
                enum rd_measure measure, struct rd_arena *arena,
                struct rd_comparison *ret_comparison);

/* Compares by each parameter that takes several values, or all points together if none does.
 * Returns: how many comparisons there are in *ret_comparison. */
size_t rd_compare_by_each(const struct rd_results_table *table, enum rd_measure measure,
                          struct rd_arena *arena, struct rd_comparison **ret_comparison);

/* The value of a comparison, which may be of rows without it: "(none)". */
const char *rd_compared_value(const struct rd_comparison *comparison, size_t value);

/* A comparison as people read it: a line for each value and algorithm. */
struct rd_text_table rd_comparison_table(const struct rd_comparison *comparison,
                                         struct rd_arena *arena);

/* "hosts 6 to 12: a overtakes b". */
const char *rd_crossover_text(const struct rd_comparison *comparison, size_t crossover,
                              struct rd_arena *arena);

/* Writes comparisons one after the other; CSV has the cells, JSON and tables the crossovers too.
 * Returns: false if writing failed (errno says why). */
bool rd_comparisons_write(FILE *out, enum rd_format format, const struct rd_comparison *comparison,
                          size_t count);

#endif
