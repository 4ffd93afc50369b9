/* Rows of results, column by column: each text of a column once, and numbers in as few bytes as the
 * greatest of a column needs. A row of a sweep takes some 70 bytes, a tenth of its struct and
 * texts. */
#pragma once

#include "result_row.h"

#include "sim/base/names.h"

struct rd_packed_column {
    const struct rd_column *column;
    struct rd_names text; /* of a text: all that there are, numbered as they came */
    uint64_t first;       /* the word of all rows where width is 0; else of a first one once */
    unsigned width;       /* of a word, in bytes: 0, 1, 2, 4 or 8 */
    void *word;           /* [capacity], of an unsigned type of this width */
};

struct rd_packed_rows {
    struct rd_packed_column column[RD_COLUMN_LIMIT]; /* [column_count] */
    size_t column_count;
    size_t count, capacity;
    struct rd_arena *arena;
};

/* No rows yet. In: the columns that are kept; an arena that lives as long as the rows, and asks for
 * large pages from now on. */
void rd_packed_rows_open(struct rd_packed_rows *rows, const struct rd_columns *columns,
                         struct rd_arena *arena);

/* Adds a row, whose texts are copied. Cost: O(columns + letters), amortised. */
void rd_packed_rows_add(struct rd_packed_rows *rows, const struct rd_result_row *row);

/* Keeps these rows, in this order. In: number: [count], at most rows->count, of rows as they were.
 * Takes 8 bytes a row for a while. Cost: O(columns * count). */
void rd_packed_rows_keep(struct rd_packed_rows *rows, const uint32_t *number, size_t count);

/* A row: columns that are not kept have no value. Equal texts of a column are the same pointer,
 * which lives as long as the rows. Cost: O(columns). */
struct rd_result_row rd_packed_row(const struct rd_packed_rows *rows, size_t index);

/* A kept column by its name. O(columns). */
const struct rd_packed_column *rd_packed_column(const struct rd_packed_rows *rows,
                                                const char *name);

/* A row's value of a column of this kind, as rd_result_row_text and others give it. For who reads a
 * few columns of all rows: a whole row may take a microsecond. O(1). */
const char *rd_packed_text(const struct rd_packed_column *column, size_t index);
double rd_packed_number(const struct rd_packed_column *column, size_t index);
int64_t rd_packed_integer(const struct rd_packed_column *column, size_t index);

/* The number of a row's text among those of its column; RD_NO_NAME: it has none. O(1). */
uint32_t rd_packed_text_number(const struct rd_packed_column *column, size_t index);
