/* One run, as results files keep it and outputs show it: a value for each column of
 * sim/run/result_columns.h, and what a column is. */
#pragma once

#include "sim/base/arena.h"
#include "sim/run/result.h"

struct rd_result_row {
    RD_RESULT_COLUMNS(RD_COLUMN_MEMBER, RD_COLUMN_MEMBER, RD_COLUMN_MEMBER, RD_NO_COLUMN)
};

enum rd_column_kind {
    RD_COLUMN_TEXT,
    RD_COLUMN_NUMBER,
    RD_COLUMN_INTEGER,
    RD_COLUMN_TRUTH,
    RD_COLUMN_VALUE /* JSON; a row has no member for it */
};

struct rd_column {
    const char *name;
    enum rd_column_kind kind;
    size_t offset;       /* in struct rd_result_row */
    const char *heading; /* for people; "" */
    const char *unit;    /* "s", "ms", "" */
    unsigned shown;      /* where, and how: RD_STORED, .. */
    const char *sentence;
};

/* All of them, in this order. */
enum { RD_COLUMN_LIMIT = 64 };
extern const struct rd_column rd_result_columns[];
extern const size_t rd_result_column_count;

/* Some of them. */
struct rd_columns {
    const struct rd_column *column[RD_COLUMN_LIMIT]; /* [count] */
    size_t count;
};

/* Those that are shown at a place, or at one of several: those last that redist run has at its end.
 * In: RD_STORED, .. O(columns). */
struct rd_columns rd_columns_shown(unsigned where);

/* Adds a column to some, unless it is there. O(columns). */
void rd_columns_add(struct rd_columns *columns, const struct rd_column *column);

/* Returns: NULL if there is none of a file's columns by this name. */
const struct rd_column *rd_stored_column(const char *name);

/* "text", "number", "integer", "truth", "value". */
const char *rd_column_kind_name(enum rd_column_kind kind);

/* What a column is headed for people: "planned, s". From the arena. */
const char *rd_column_heading(const struct rd_column *column, struct rd_arena *arena);

/* A row without a value. */
extern const struct rd_result_row rd_result_row_none;

/* Fills the columns that a result says: all but those of the point of a sweep. Texts are the
 * result's, or from the arena. */
void rd_result_row_read(const struct rd_result *result, struct rd_arena *arena,
                        struct rd_result_row *row);

/* The value of a column: a text (or NULL), a number (or NAN), an integer (or RD_NO_INTEGER). */
const char *rd_result_row_text(const struct rd_result_row *row, const struct rd_column *column);
double rd_result_row_number(const struct rd_result_row *row, const struct rd_column *column);
int64_t rd_result_row_integer(const struct rd_result_row *row, const struct rd_column *column);

/* Where a row has the value of a column: a const char *, a double or an int64_t. */
void *rd_result_row_at(struct rd_result_row *row, const struct rd_column *column);

/* A row's stored columns as bytes, from the arena. Returns: them; *ret_size how many. */
unsigned char *rd_result_row_pack(const struct rd_result_row *row, struct rd_arena *arena,
                                  size_t *ret_size);

/* The row of such bytes; its texts lie among them. Returns: false if they are none. */
bool rd_result_row_unpack(const unsigned char *bytes, size_t size, struct rd_result_row *ret_row);

/* Do two rows say the same, wall clocks left out? Returns: NULL, or the first stored column that
 * differs. */
const struct rd_column *rd_result_row_difference(const struct rd_result_row *row,
                                                 const struct rd_result_row *other);

/* What came of a run, for people: "ok, optimal by certificate", "refused". In: a row with a status.
 * From the arena. */
const char *rd_result_row_verdict(const struct rd_result_row *row, struct rd_arena *arena);

/* What a row's values of some columns come to: it guards a stored row against change. Values that
 * SQLite does not keep apart (zeros of both signs, numbers that are none) come to the same. */
uint64_t rd_result_row_check(const struct rd_result_row *row, const struct rd_columns *columns,
                             struct rd_arena *arena);

/* What all rows of a results file have in common. */
struct rd_results_head {
    const char *scenario;      /* its name */
    const char *scenario_hash; /* of all that makes its runs: see sim/sweep/points.h */
    const char *redist_version;
    const char *simgrid_version;
};
