#include "result_row.h"

#include "sim/base/error.h"
#include "sim/digest/sha256.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMN(member, kind, internal, measured)                                                   \
    {#member, kind, offsetof(struct rd_result_row, member), internal, measured},
#define HIDDEN(member) COLUMN(member, RD_COLUMN_TEXT, true, false)
#define TEXT(member) COLUMN(member, RD_COLUMN_TEXT, false, false)
#define NUMBER(member) COLUMN(member, RD_COLUMN_NUMBER, false, false)
#define CLOCK(member) COLUMN(member, RD_COLUMN_NUMBER, true, true)
#define INTEGER(member) COLUMN(member, RD_COLUMN_INTEGER, false, false)
#define TRUTH(member) COLUMN(member, RD_COLUMN_TRUTH, false, false)

const struct rd_column rd_result_columns[] = {
    RD_RESULT_COLUMNS(HIDDEN, TEXT, NUMBER, CLOCK, INTEGER, TRUTH){0},
};
_Static_assert(sizeof rd_result_columns / sizeof *rd_result_columns == RD_SWEEP_COLUMN_COUNT + 1,
               "RD_SWEEP_COLUMN_COUNT counts the columns");

const struct rd_column *rd_result_column_named(const char *name)
{
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        if (strcmp(column->name, name) == 0)
            return column;
    return NULL;
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
static size_t packed_bytes(const struct rd_result_row *row)
{
    size_t size = 0;
    for (const struct rd_column *column = rd_result_columns; column->name; column++) {
        const char *text = column->kind == RD_COLUMN_TEXT ? rd_result_row_text(row, column) : NULL;
        size += sizeof(uint64_t) + (text ? strlen(text) + 1 : 0);
    }
    return size;
}

unsigned char *rd_result_row_pack(const struct rd_result_row *row, struct rd_arena *arena,
                                  size_t *ret_size)
{
    size_t size = packed_bytes(row), used = 0;
    unsigned char *bytes = rd_arena_take(arena, size, 1);
    for (const struct rd_column *column = rd_result_columns; column->name; column++) {
        uint64_t word;
        if (column->kind != RD_COLUMN_TEXT) {
            memcpy(bytes + used, (const char *)row + column->offset, sizeof word);
            used += sizeof word;
            continue;
        }
        const char *text = rd_result_row_text(row, column);
        word = text ? strlen(text) + 1 : 0;
        memcpy(bytes + used, &word, sizeof word);
        used += sizeof word;
        if (text)
            memcpy(bytes + used, text, word);
        used += word;
    }
    rd_assert(used == size);
    *ret_size = size;
    return bytes;
}

bool rd_result_row_unpack(const unsigned char *bytes, size_t size, struct rd_result_row *ret_row)
{
    size_t used = 0;
    for (const struct rd_column *column = rd_result_columns; column->name; column++) {
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
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        if (!column->measured && !same_value(row, other, column))
            return column;
    return NULL;
}

uint64_t rd_result_row_check(const struct rd_result_row *row, struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    struct rd_result_row plain = *row;
    struct rd_sha256 sha256;
    unsigned char digest[RD_SHA256_BYTES];
    uint64_t check;
    size_t size;
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        if (column->kind == RD_COLUMN_NUMBER) {
            double value = rd_result_row_number(row, column);
            *(double *)rd_result_row_at(&plain, column) = isnan(value) ? NAN : value + 0.;
        }
    rd_sha256_begin(&sha256);
    const unsigned char *bytes = rd_result_row_pack(&plain, arena, &size);
    rd_sha256_add(&sha256, bytes, size);
    rd_sha256_end(&sha256, digest);
    memcpy(&check, digest, sizeof check);
    return check;
}
