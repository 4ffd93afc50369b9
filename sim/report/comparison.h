/* Who is better where: the algorithms of a sweep, by the values of a parameter. */
#pragma once

#include "compared_rows.h"

#include "sim/base/mean.h"

#include <stdio.h>

enum rd_measure {
    RD_MEASURE_BEST,  /* time / shortest time of any algorithm at the same point */
    RD_MEASURE_RATIO, /* time / bound of the problem */
    RD_MEASURE_TIME   /* seconds */
};

enum { RD_MEASURE_COUNT = 3 };

/* "best", "ratio", "time"; ends with NULL. What each is, in words. */
extern const char *const rd_measure_names[];
extern const char *const rd_measure_words[];

enum { RD_QUANTILE_COUNT = 5, RD_BY_LIMIT = 4 };

/* What one algorithm did at all points where the parameters have one value each. */
struct rd_comparison_cell {
    struct rd_mean mean;                /* of the measure, over runs that ended well */
    double low, high;                   /* 95 % interval of the mean; NAN below two runs */
    double quantile[RD_QUANTILE_COUNT]; /* least, 25 %, 50 %, 75 %, greatest; NAN without runs */
    int64_t wins; /* runs of the shortest time of their point, to 1e-9; ties win both */
    int64_t refused, failed;
    struct rd_mean difference; /* of the measure from `against`, where both ended well */
    double *sample;            /* [mean.count] the measures, sorted */
};

/* Where the means of two algorithms change places, over points at which both ended well. */
struct rd_crossover {
    size_t before, after;        /* values, the last and the first at which they differ */
    size_t overtaken, overtaker; /* contestants: better before, better after */
    bool sure;   /* on both sides the 95 % interval of their difference excludes 0 */
    bool single; /* on one side both ended well at a single point, which has no interval */
};

/* What is compared, and how. */
struct rd_comparison_settings {
    struct rd_compared_rows *rows; /* of the table; NULL: each comparison sorts them anew */
    size_t cell_limit;             /* a comparison of more cells has its values only; 0: none has */
    const char *by[RD_BY_LIMIT];   /* [by_count] parameters of the table; 0: all points together */
    size_t by_count;
    enum rd_measure measure;
    bool common;          /* only points where every algorithm ended well */
    const char *against;  /* the label or name of an algorithm: differences from it; or NULL */
    bool shows_quantiles; /* in tables, too */
};

struct rd_comparison {
    struct rd_comparison_settings settings;
    const char *parameter;       /* "a", or "a, b"; NULL: all points together */
    const char *const *value;    /* [value_count], in order; NULL for rows without it */
    const char *const *by_value; /* [value_count * settings.by_count], of each parameter */
    size_t value_count;
    const struct rd_compared_algorithm *algorithm; /* [contestant_count], by name */
    size_t algorithm_count;
    const struct rd_comparison_cell *cell; /* [value_count * contestant_count], by value; NULL
                                              where they are too many */
    struct rd_crossover *crossover;        /* [crossover_count] */
    size_t crossover_count;
    size_t left_out;     /* points, because not every algorithm ended well there */
    const char *nowhere; /* "a, b": algorithms that ended well at no point; NULL: none */
};

/* Are crossovers looked for? Along one parameter; ratios to bounds that differ do not tell who is
 * ahead. */
bool rd_comparison_ranks(const struct rd_comparison_settings *settings);

/* Compares by parameters of the table. The interval of a mean is Student's for times; for ratios,
 * which are 1 at the least and skew, it is from the 2.5 % to the 97.5 % quantile of the means of
 * samples drawn from the runs with replacement, so that it ends nowhere beyond them.
 * Where a value has more than 10,000 runs of an algorithm it is Student's within their range.
 * Cost: O(rows log rows + points * algorithms^2), and for ratios O(1000 rows).
 * Source: B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7,
 * 1979. */
void rd_compare(const struct rd_results_table *table, const struct rd_comparison_settings *settings,
                struct rd_arena *arena, struct rd_comparison *ret_comparison);

/* The values of a parameter in order, "(none)" where rows have none.
 * Returns: how many, in *ret_value. Cost: O(rows + values log values) where rows are sorted. */
size_t rd_parameter_values(const struct rd_results_table *table, size_t parameter,
                           struct rd_arena *arena, const char *const **ret_value);

/* Compares by each parameter that takes several values, or all points together if none does.
 * In: settings, whose `by` is not read. Returns: how many comparisons there are in
 * *ret_comparison. */
size_t rd_compare_by_each(const struct rd_results_table *table,
                          const struct rd_comparison_settings *settings, struct rd_arena *arena,
                          struct rd_comparison **ret_comparison);

/* What an algorithm did at a value. */
const struct rd_comparison_cell *rd_compared_cell(const struct rd_comparison *comparison,
                                                  size_t value, size_t algorithm);

/* The value of a comparison, which may be of rows without it: "(none)". */
const char *rd_compared_value(const struct rd_comparison *comparison, size_t value);

/* A comparison as a table: a line for each value and algorithm. */
struct rd_sheet rd_comparison_sheet(const struct rd_comparison *comparison, struct rd_arena *arena);

/* "hosts 6 to 12: a overtakes b". */
const char *rd_crossover_text(const struct rd_comparison *comparison, size_t crossover,
                              struct rd_arena *arena);

/* Writes comparisons one after the other; CSV has the cells, JSON and tables the crossovers too.
 * Returns: false if writing failed (errno says why). */
bool rd_comparisons_write(FILE *out, enum rd_format format, const struct rd_comparison *comparison,
                          size_t count);
