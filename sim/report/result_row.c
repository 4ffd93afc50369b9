#include "result_row.h"

#include "result_values.h"

#include "sim/base/error.h"
#include "sim/digest/sha256.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROW_COLUMN(kind, name, heading, unit, shown, sentence)                                     \
    {#name, RD_COLUMN_##kind, offsetof(struct rd_result_row, name), heading, unit, shown, sentence},
#define READ_COLUMN(kind, name, value, ...) ROW_COLUMN(kind, name, __VA_ARGS__)
#define VALUE_COLUMN(name, ...) {#name, RD_COLUMN_VALUE, 0, __VA_ARGS__},

const struct rd_column rd_result_columns[] = {
    RD_RESULT_COLUMNS(ROW_COLUMN, READ_COLUMN, ROW_COLUMN, VALUE_COLUMN)};
const size_t rd_result_column_count = sizeof rd_result_columns / sizeof *rd_result_columns;
_Static_assert(sizeof rd_result_columns / sizeof *rd_result_columns <= RD_COLUMN_LIMIT,
               "struct rd_columns holds all of them");

const struct rd_result_row rd_result_row_none = {
    RD_RESULT_COLUMNS(RD_COLUMN_NONE, RD_COLUMN_NONE, RD_COLUMN_NONE, RD_NO_COLUMN)};

#define READ_OWN(kind, name, ...) row->name = result->name;
#define READ_EXPRESSION(kind, name, value, ...) row->name = value;

void rd_result_row_read(const struct rd_result *result, struct rd_arena *arena,
                        struct rd_result_row *row)
{
    RD_RESULT_COLUMNS(READ_OWN, READ_EXPRESSION, RD_NO_COLUMN, RD_NO_COLUMN)
}

struct rd_columns rd_columns_shown(unsigned where)
{
    struct rd_columns columns = {.count = 0};
    for (unsigned at_end = 0; at_end <= RD_AT_END; at_end += RD_AT_END)
        for (size_t i = 0; i < rd_result_column_count; i++) {
            const struct rd_column *column = &rd_result_columns[i];
            bool of_run = where & (RD_RUN_DATA | RD_RUN_TABLE);
            if ((column->shown & where) && (of_run ? column->shown & RD_AT_END : 0) == at_end)
                columns.column[columns.count++] = column;
        }
    return columns;
}

void rd_columns_add(struct rd_columns *columns, const struct rd_column *column)
{
    size_t i = 0;
    while (i < columns->count && columns->column[i] != column)
        i++;
    rd_assert(i < RD_COLUMN_LIMIT);
    columns->column[i] = column;
    columns->count += i == columns->count;
}

const struct rd_column *rd_stored_column(const char *name)
{
    for (size_t i = 0; i < rd_result_column_count; i++)
        if ((rd_result_columns[i].shown & RD_STORED) &&
            strcmp(rd_result_columns[i].name, name) == 0)
            return &rd_result_columns[i];
    return NULL;
}

const char *rd_column_kind_name(enum rd_column_kind kind)
{
    static const char *const names[] = {[RD_COLUMN_TEXT] = "text",
                                        [RD_COLUMN_NUMBER] = "number",
                                        [RD_COLUMN_INTEGER] = "integer",
                                        [RD_COLUMN_TRUTH] = "truth",
                                        [RD_COLUMN_VALUE] = "value"};
    return names[kind];
}

const char *rd_column_heading(const struct rd_column *column, struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s%s%s", column->heading, *column->unit ? ", " : "",
                          column->unit);
}

void *rd_result_row_at(struct rd_result_row *row, const struct rd_column *column)
{
    return (char *)row + column->offset;
}

const char *rd_result_row_text(const struct rd_result_row *row, const struct rd_column *column)
{
    return *(const char *const *)((const char *)row + column->offset);
}

double rd_result_row_number(const struct rd_result_row *row, const struct rd_column *column)
{
    return *(const double *)((const char *)row + column->offset);
}

int64_t rd_result_row_integer(const struct rd_result_row *row, const struct rd_column *column)
{
    return *(const int64_t *)((const char *)row + column->offset);
}

/* Before a text stands its length with the zero that ends it; 0 for NULL. Numbers stand alone. */
static unsigned char *pack(const struct rd_result_row *row, const struct rd_columns *columns,
                           struct rd_arena *arena, size_t *ret_size)
{
    size_t text_bytes[RD_COLUMN_LIMIT], size = 0, used = 0;
    for (size_t i = 0; i < columns->count; i++) {
        const struct rd_column *column = columns->column[i];
        const char *text = column->kind == RD_COLUMN_TEXT ? rd_result_row_text(row, column) : NULL;
        text_bytes[i] = text ? strlen(text) + 1 : 0;
        size += sizeof(uint64_t) + text_bytes[i];
    }
    unsigned char *bytes = rd_arena_take(arena, size, 1);
    for (size_t i = 0; i < columns->count; i++) {
        const struct rd_column *column = columns->column[i];
        uint64_t word = text_bytes[i];
        if (column->kind != RD_COLUMN_TEXT)
            memcpy(&word, (const char *)row + column->offset, sizeof word);
        memcpy(bytes + used, &word, sizeof word);
        used += sizeof word;
        if (text_bytes[i] > 0)
            memcpy(bytes + used, rd_result_row_text(row, column), text_bytes[i]);
        used += text_bytes[i];
    }
    rd_assert(used == size);
    *ret_size = size;
    return bytes;
}

unsigned char *rd_result_row_pack(const struct rd_result_row *row, struct rd_arena *arena,
                                  size_t *ret_size)
{
    struct rd_columns columns = rd_columns_shown(RD_STORED);
    return pack(row, &columns, arena, ret_size);
}

bool rd_result_row_unpack(const unsigned char *bytes, size_t size, struct rd_result_row *ret_row)
{
    struct rd_columns columns = rd_columns_shown(RD_STORED);
    size_t used = 0;
    *ret_row = rd_result_row_none;
    for (size_t i = 0; i < columns.count; i++) {
        const struct rd_column *column = columns.column[i];
        uint64_t word;
        if (size - used < sizeof word)
            return false;
        memcpy(&word, bytes + used, sizeof word);
        used += sizeof word;
        if (column->kind != RD_COLUMN_TEXT) {
            memcpy(rd_result_row_at(ret_row, column), &word, sizeof word);
            continue;
        }
        if (word > size - used || (word > 0 && bytes[used + word - 1] != '\0'))
            return false;
        *(const char **)rd_result_row_at(ret_row, column) =
            word > 0 ? (const char *)bytes + used : NULL;
        used += word;
    }
    return used == size;
}

static bool same_value(const struct rd_result_row *row, const struct rd_result_row *other,
                       const struct rd_column *column)
{
    if (column->kind == RD_COLUMN_NUMBER) {
        double value = rd_result_row_number(row, column),
               beside = rd_result_row_number(other, column);
        return value == beside || (isnan(value) && isnan(beside));
    }
    if (column->kind != RD_COLUMN_TEXT)
        return rd_result_row_integer(row, column) == rd_result_row_integer(other, column);
    const char *text = rd_result_row_text(row, column), *beside = rd_result_row_text(other, column);
    return text == beside || (text && beside && strcmp(text, beside) == 0);
}

const struct rd_column *rd_result_row_difference(const struct rd_result_row *row,
                                                 const struct rd_result_row *other)
{
    struct rd_columns columns = rd_columns_shown(RD_STORED);
    for (size_t i = 0; i < columns.count; i++)
        if (!(columns.column[i]->shown & RD_WALL_CLOCK) &&
            !same_value(row, other, columns.column[i]))
            return columns.column[i];
    return NULL;
}

const char *rd_result_row_verdict(const struct rd_result_row *row, struct rd_arena *arena)
{
    const char *optimal = row->optimal ? row->optimal : ""; /* none in a file without the column */
    if (strcmp(row->status, "ok") != 0)
        return row->status;
    if (strcmp(optimal, "proved") == 0)
        return row->proved_by ? rd_arena_print(arena, "ok, optimal by %s", row->proved_by)
                              : "ok, optimal";
    if (strcmp(optimal, "proved*") == 0 && row->bound_among)
        return rd_arena_print(arena, "ok, optimal among %s schedules", row->bound_among);
    return strcmp(optimal, "no") == 0 ? "ok, not optimal" : "ok";
}

uint64_t rd_result_row_check(const struct rd_result_row *row, const struct rd_columns *columns,
                             struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    struct rd_result_row plain = *row;
    struct rd_sha256 sha256;
    unsigned char digest[RD_SHA256_BYTES];
    uint64_t check;
    size_t size;
    for (size_t i = 0; i < columns->count; i++)
        if (columns->column[i]->kind == RD_COLUMN_NUMBER) {
            double value = rd_result_row_number(row, columns->column[i]);
            *(double *)rd_result_row_at(&plain, columns->column[i]) =
                isnan(value) ? NAN : value + 0.;
        }
    rd_sha256_begin(&sha256);
    const unsigned char *bytes = pack(&plain, columns, arena, &size);
    rd_sha256_add(&sha256, bytes, size);
    rd_sha256_end(&sha256, digest);
    memcpy(&check, digest, sizeof check);
    return check;
}
