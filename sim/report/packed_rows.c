#include "packed_rows.h"

#include "sim/base/error.h"

#include <string.h>

enum { LEAST_CAPACITY = 64, WORD_BYTES = sizeof(uint64_t) };

void rd_packed_rows_open(struct rd_packed_rows *rows, const struct rd_columns *columns,
                         struct rd_arena *arena)
{
    *rows = (struct rd_packed_rows){.column_count = columns->count, .arena = arena};
    arena->is_read_anywhere = true; /* each text is looked up */
    for (size_t i = 0; i < columns->count; i++)
        rows->column[i].column = columns->column[i];
}

/* --- words: no value is 0, a small number a small word ---------------------------------------- */

/* Integers near 0 of both signs: 0, -1, 1, -2, .. are 1, 2, 3, 4, ..; RD_NO_INTEGER is 0. */
static uint64_t word_of_integer(int64_t value)
{
    uint64_t sign = value < 0 ? UINT64_MAX : 0;
    return (((uint64_t)value << 1) ^ sign) + 1;
}

static int64_t integer_of_word(uint64_t word)
{
    word--;
    return (int64_t)(word >> 1 ^ (word & 1 ? UINT64_MAX : 0));
}

static uint64_t word_at(const struct rd_packed_column *column, size_t index)
{
    switch (column->width) {
    case 0: return column->first;
    case 1: return ((const uint8_t *)column->word)[index];
    case 2: return ((const uint16_t *)column->word)[index];
    case 4: return ((const uint32_t *)column->word)[index];
    default: return ((const uint64_t *)column->word)[index];
    }
}

static void put_word(void *at, unsigned width, size_t index, uint64_t word)
{
    switch (width) {
    case 1: ((uint8_t *)at)[index] = (uint8_t)word; return;
    case 2: ((uint16_t *)at)[index] = (uint16_t)word; return;
    case 4: ((uint32_t *)at)[index] = (uint32_t)word; return;
    default: ((uint64_t *)at)[index] = word;
    }
}

/* The number of a text, and 1: the previous row's, where it is the same. */
static uint64_t word_of_text(struct rd_packed_rows *rows, struct rd_packed_column *column,
                             const char *text)
{
    uint32_t number;
    if (!text)
        return 0;
    uint64_t previous = rows->count > 0 ? word_at(column, rows->count - 1) : 0;
    if (previous > 0 && strcmp(column->text.name[previous - 1], text) == 0)
        return previous;
    if (rd_names_add(&column->text, rows->arena, text, &number))
        column->text.name[number] = rd_arena_text(rows->arena, text);
    return (uint64_t)number + 1;
}

static uint64_t word_of(struct rd_packed_rows *rows, struct rd_packed_column *column,
                        const struct rd_result_row *row)
{
    uint64_t word;
    double number;
    switch (column->column->kind) {
    case RD_COLUMN_TEXT: return word_of_text(rows, column, rd_result_row_text(row, column->column));
    case RD_COLUMN_NUMBER:
        number = rd_result_row_number(row, column->column);
        memcpy(&word, &number, sizeof word);
        return word;
    case RD_COLUMN_INTEGER:
    case RD_COLUMN_TRUTH:
    case RD_COLUMN_VALUE: break;
    }
    return word_of_integer(rd_result_row_integer(row, column->column));
}

/* --- rows ------------------------------------------------------------------------------------- */

static unsigned width_of(uint64_t word)
{
    return word <= UINT8_MAX ? 1 : word <= UINT16_MAX ? 2 : word <= UINT32_MAX ? 4 : WORD_BYTES;
}

/* Gives a column words of another width, for as many rows as there is to be room for. */
static void set_room(const struct rd_packed_rows *rows, struct rd_packed_column *column,
                     unsigned width, size_t capacity)
{
    void *wider = rd_arena_take(rows->arena, capacity, width);
    for (size_t i = 0; i < rows->count; i++)
        put_word(wider, width, i, word_at(column, i));
    rd_arena_forget(column->word, rows->capacity * column->width);
    column->word = wider;
    column->width = width;
}

static void make_room(struct rd_packed_rows *rows)
{
    if (rows->count < rows->capacity)
        return;
    size_t capacity = rows->capacity > 0 ? 2 * rows->capacity : LEAST_CAPACITY;
    for (size_t i = 0; i < rows->column_count; i++)
        if (rows->column[i].width > 0)
            set_room(rows, &rows->column[i], rows->column[i].width, capacity);
    rows->capacity = capacity;
}

static void add_word(struct rd_packed_rows *rows, struct rd_packed_column *column, uint64_t word)
{
    if (rows->count == 0)
        column->first = word;
    if (column->width == 0 && word == column->first)
        return;
    unsigned width = width_of(word > column->first ? word : column->first);
    if (width > column->width)
        set_room(rows, column, width, rows->capacity);
    put_word(column->word, column->width, rows->count, word);
}

void rd_packed_rows_add(struct rd_packed_rows *rows, const struct rd_result_row *row)
{
    make_room(rows);
    for (size_t i = 0; i < rows->column_count; i++)
        add_word(rows, &rows->column[i], word_of(rows, &rows->column[i], row));
    rows->count++;
}

void rd_packed_rows_keep(struct rd_packed_rows *rows, const uint32_t *number, size_t count)
{
    rd_assert(count <= rows->count);
    rd_arena_own(scratch);
    uint64_t *word = rd_take(&scratch, count, uint64_t);
    for (size_t i = 0; i < rows->column_count; i++) {
        struct rd_packed_column *column = &rows->column[i];
        if (column->width == 0)
            continue;
        for (size_t j = 0; j < count; j++)
            word[j] = word_at(column, number[j]);
        for (size_t j = 0; j < count; j++)
            put_word(column->word, column->width, j, word[j]);
    }
    rows->count = count;
}

const char *rd_packed_text(const struct rd_packed_column *column, size_t index)
{
    uint64_t word = word_at(column, index);
    return word > 0 ? column->text.name[word - 1] : NULL;
}

double rd_packed_number(const struct rd_packed_column *column, size_t index)
{
    uint64_t word = word_at(column, index);
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

int64_t rd_packed_integer(const struct rd_packed_column *column, size_t index)
{
    return integer_of_word(word_at(column, index));
}

struct rd_result_row rd_packed_row(const struct rd_packed_rows *rows, size_t index)
{
    struct rd_result_row row = rd_result_row_none;
    rd_assert(index < rows->count);
    for (size_t i = 0; i < rows->column_count; i++) {
        const struct rd_packed_column *column = &rows->column[i];
        void *at = rd_result_row_at(&row, column->column);
        if (column->column->kind == RD_COLUMN_TEXT)
            *(const char **)at = rd_packed_text(column, index);
        else if (column->column->kind == RD_COLUMN_NUMBER)
            *(double *)at = rd_packed_number(column, index);
        else
            *(int64_t *)at = rd_packed_integer(column, index);
    }
    return row;
}

const struct rd_packed_column *rd_packed_column(const struct rd_packed_rows *rows, const char *name)
{
    size_t i = 0;
    while (i < rows->column_count && strcmp(rows->column[i].column->name, name) != 0)
        i++;
    rd_assert(i < rows->column_count);
    return &rows->column[i];
}

uint32_t rd_packed_text_number(const struct rd_packed_column *column, size_t index)
{
    uint64_t word = word_at(column, index);
    return word > 0 ? (uint32_t)(word - 1) : RD_NO_NAME;
}
