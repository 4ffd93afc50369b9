/* One run of a sweep, as results files keep it: a table of columns says once what there is, and
 * everything else (database, exports, pipes between processes) goes by it. */
#ifndef REDIST_REPORT_RESULT_ROW_H
#define REDIST_REPORT_RESULT_ROW_H

#include "sim/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RD_NO_INTEGER INT64_MIN

struct rd_result_row {
    const char *key;        /* names the run by its content: scenario, point, seed, algorithm */
    const char *point;      /* names the point with its repetition, likewise */
    const char *parameters; /* a JSON object of texts: the parameters set and varied, sorted */
    int64_t repetition;     /* from 1; RD_NO_INTEGER where nothing is repeated */
    int64_t seed;           /* drawn for the repetition, or varied; else RD_NO_INTEGER */
    const char *scenario;
    const char *scenario_hash;
    const char *platform_hash; /* NULL if the platform could not be made */
    const char *algorithm;
    const char *options; /* "name=value;name=value" */
    int64_t hosts;
    const char *status; /* "ok", "refused", "failed" */
    const char *message;
    int64_t goal_reached; /* 0, 1 */
    double bound_s;       /* NAN for what is not known, here and below */
    const char *bound_name;
    const char *bound_among; /* of the bound of a class: which; NULL: there is none */
    double class_bound_s;
    const char *class_bound_name;
    double planned_s;
    double simulated_s;
    double ratio;
    const char *optimal;
    const char *proved_by; /* NULL unless it is proved */
    int64_t items_moved;
    int64_t transfers;
    int64_t steps;
    int64_t token_steps;
    int64_t error_left;   /* the most less the least that hosts end with of a kind; of all kinds */
    const char *counters; /* a JSON object of numbers: the planner's own; "{}" */
    const char *model;
    const char *ports;
    int64_t run_seed;
    const char *redist_version;
    const char *simgrid_version;
    double plan_ms; /* wall clock */
    double simulate_ms;
};

enum rd_column_kind { RD_COLUMN_TEXT, RD_COLUMN_NUMBER, RD_COLUMN_INTEGER, RD_COLUMN_TRUTH };

struct rd_column {
    const char *name;
    enum rd_column_kind kind;
    size_t offset; /* in struct rd_result_row */
    bool internal; /* not in exports: keys, and what exports show in another form */
    bool measured; /* wall clock: another run of the same may differ */
};

/* All columns, in the order of the struct; ends with a NULL name. */
extern const struct rd_column rd_result_columns[];

enum { RD_SWEEP_COLUMN_COUNT = 37 };

/* Returns: NULL if there is none. */
const struct rd_column *rd_result_column_named(const char *name);

/* The value of a column: a text (or NULL), a number, an integer. */
const char *rd_result_row_text(const struct rd_result_row *row, const struct rd_column *column);
double rd_result_row_number(const struct rd_result_row *row, const struct rd_column *column);
int64_t rd_result_row_integer(const struct rd_result_row *row, const struct rd_column *column);

/* Where a row has the value of a column: a const char *, a double or an int64_t. */
void *rd_result_row_at(struct rd_result_row *row, const struct rd_column *column);

/* A row as bytes, from the arena. Returns: them; *ret_size how many. */
unsigned char *rd_result_row_pack(const struct rd_result_row *row, struct rd_arena *arena,
                                  size_t *ret_size);

/* The row of such bytes; its texts lie among them. Returns: false if they are none. */
bool rd_result_row_unpack(const unsigned char *bytes, size_t size, struct rd_result_row *ret_row);

/* Do two rows say the same, wall clocks left out? Returns: NULL, or the first column that
 * differs. */
const struct rd_column *rd_result_row_difference(const struct rd_result_row *row,
                                                 const struct rd_result_row *other);

/* What a row's bytes come to: it guards a stored row against change. Values that SQLite does not
 * keep apart (zeros of both signs, numbers that are none) come to the same. */
uint64_t rd_result_row_check(const struct rd_result_row *row, struct rd_arena *arena);

#endif
