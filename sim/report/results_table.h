/* All rows of a results file in an order of their own: by what the runs are, not by when or by whom
 * they were run. */
#pragma once

#include "results_file.h"
#include "tables.h"

#include <stdio.h>

struct rd_results_table {
    const char *const *parameter; /* [parameter_count]: of any row, sorted */
    size_t parameter_count;
    struct rd_packed_rows *rows;               /* in the order of the table */
    const struct rd_packed_column *parameters; /* of these rows */
    const char *const *value; /* by the number of a row's text of parameters, and parameter */
};

/* The columns that a table goes by, parameters, repetition, algorithm, options and status, and
 * others. */
struct rd_columns rd_results_table_columns(const struct rd_columns *others);

/* Reads a file, and keeps some columns beside those that a table goes by. Rows are sorted by the
 * values of the parameters (numbers by size, before words), then repetition, algorithm, options and
 * key. Errors: as rd_results_rows. Cost: O(n log n) comparisons. */
bool rd_results_table_read(struct rd_results *results, const struct rd_columns *columns,
                           struct rd_arena *arena, struct rd_results_table *ret_table,
                           struct rd_error *reterr);

/* The table of rows that are there, with the columns that it goes by: sorts them. They come in the
 * order of their keys.
 * Errors: RD_ERROR_INPUT, without a place: parameters that cannot be read, a row without what the
 * table goes by. In: rows that live as long as the table. */
bool rd_results_table_of(struct rd_packed_rows *rows, struct rd_arena *arena,
                         struct rd_results_table *ret_table, struct rd_error *reterr);

/* The value of a row's parameter; NULL where it has none. Rows of the same parameters have the same
 * pointer. O(1). */
const char *rd_results_table_value(const struct rd_results_table *table, size_t row,
                                   size_t parameter);

/* The number of a parameter; parameter_count if no row has it. */
size_t rd_results_table_parameter(const struct rd_results_table *table, const char *name);

/* Writes all rows in CSV or JSON, without wall clocks: the same runs give the same bytes. CSV has a
 * column for each parameter (but for those that a column of the row shows anyhow), JSON an object
 * `parameters`. Returns: false if writing failed (errno says why). */
bool rd_results_table_write(FILE *out, enum rd_format format, const struct rd_results_table *table);

/* Writes CSV with a line for each number that is known of each run: the parameters, scenario,
 * repetition, algorithm, options, hosts, status, `quantity` and `value`. Returns: likewise. */
bool rd_results_table_write_tidy(FILE *out, const struct rd_results_table *table);

/* Marks the rows whose parameter, or algorithm if the name is "algorithm", has one of the values:
 * "8" or "8,16". In: marked: [table->rows->count]; other rows stay as they are. Returns: false if
 * no row has a parameter of this name; in *ret_unknown the first of the values that no row has
 * (arena), or NULL. Cost: O(rows * values). */
bool rd_results_table_mark(const struct rd_results_table *table, const char *name,
                           const char *values, struct rd_arena *arena, bool *marked,
                           const char **ret_unknown);

/* Keeps the rows that are marked: those after one that goes have other numbers from then on.
 * In: marked: [table->rows->count]. Cost: O(rows * columns). */
void rd_results_table_keep(struct rd_results_table *table, const bool *marked);

/* Orders two values of a parameter: none, then numbers by size, then words, in which numbers count
 * by size too ("list 2 1" before "list 10 1"). As strcmp. */
int rd_compare_values(const char *one, const char *other);

struct rd_worst_run {
    size_t row;       /* of the table */
    const char *name; /* the algorithm, with its options if it has some */
};

/* The runs of each algorithm that are furthest from their bound, at most count_each of one, by
 * algorithm and then from the furthest on; equal ones in the order of the table. Only runs that
 * ended well and can be drawn: with a bound above 0, and at most transfer_limit transfers.
 * Returns: how many, in *ret_run (arena). Cost: O(rows log rows). */
size_t rd_worst_runs(const struct rd_results_table *table, size_t count_each,
                     int64_t transfer_limit, struct rd_arena *arena, struct rd_worst_run **ret_run);
