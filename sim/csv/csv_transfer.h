/* The columns that the rows of plans and of traces have in common: from, to, kind, items, the first
 * item of a named kind, and the block of a packet. */
#pragma once

#include "csv_hosts.h"
#include "csv_text.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdio.h>

/* A text whose records are rows. */
struct rd_csv_rows {
    struct rd_csv csv;
    struct rd_csv_columns columns;
    struct rd_csv_hosts hosts;
    struct rd_names
        kinds; /* the names of objects, or of named kinds; empty where kinds are numbers */
    uint32_t first_named; /* the kind of the first name: those before it are numbers */
    const struct rd_instance *instance; /* NULL: any host, any kind */
    size_t from;  /* the column; to, kind and items come behind it, and the block is the last */
    size_t first; /* that of first items */
};

struct rd_csv_transfer {
    uint32_t from;
    uint32_t to;
    int32_t kind;
    int64_t items;
    int64_t first_item; /* RD_NO_ITEM: none is written */
    bool is_packet;     /* there is a column of blocks */
    struct rd_dimension_range block;
};

/* A cursor before the first line. In: column_name [column_count], `needed` of them first; that of
 * first items is the first that is not needed, and the block's is the last. */
struct rd_csv_rows rd_csv_rows_open(const char *path, const char *text, size_t size,
                                    const char *const *column_name, size_t column_count,
                                    size_t needed, size_t from, const struct rd_instance *instance,
                                    struct rd_arena *arena);

/* At least as many rows as the text has, so that an array of them is taken once. O(bytes). */
size_t rd_csv_most_rows(const struct rd_csv_rows *rows);

/* A field of the record just read. */
static inline const struct rd_csv_field *rd_csv_field_at(const struct rd_csv_rows *rows,
                                                         size_t column)
{
    return &rows->csv.field[rows->columns.at[column]];
}

/* Reads what is common of the record. Errors: RD_ERROR_INPUT, named for the column. */
bool rd_csv_read_transfer(struct rd_csv_rows *rows, struct rd_csv_transfer *ret_transfer,
                          struct rd_error *reterr);

/* Writes `from,to,kind,items`, or `from,to,kind,first,items` where a first item is given.
 * Returns: false if writing failed. */
bool rd_csv_write_transfer(FILE *out, const struct rd_instance *instance, uint32_t from,
                           uint32_t to, int32_t kind, const int64_t *first_item, int64_t items);

/* Writes `,0-3` where there is a block, and ends the line. Returns: false if writing failed. */
bool rd_csv_write_row_end(FILE *out, const struct rd_dimension_range *block);
