#include "text_table.h"

#include "utf8.h"

#include "sim/base/error.h"

enum { COLUMN_LIMIT = 32, GAP = 2 };

static const char *cell_at(const struct rd_text_table *table, size_t row, size_t column)
{
    return table->cell[row * table->column_count + column];
}

static bool write_spaces(FILE *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (putc(' ', out) < 0)
            return false;
    return true;
}

static bool write_cell(FILE *out, const char *text)
{
    return rd_print_shown(out, text);
}

/* Writes one line: the headings for row SIZE_MAX, else that row. */
static bool write_line(FILE *out, const struct rd_text_table *table, size_t row,
                       const size_t width[COLUMN_LIMIT])
{
    size_t owed = 0; /* spaces to write if anything follows them */
    for (size_t i = 0; i < table->column_count; i++) {
        const char *text = row == SIZE_MAX ? table->column[i].heading : cell_at(table, row, i);
        size_t padding = width[i] - rd_utf8_width(text);
        if (table->column[i].right)
            owed += padding;
        if (*text) {
            if (!write_spaces(out, owed) || !write_cell(out, text))
                return false;
            owed = 0;
        }
        if (!table->column[i].right)
            owed += padding;
        owed += GAP;
    }
    return putc('\n', out) >= 0;
}

bool rd_text_table_write(FILE *out, const struct rd_text_table *table)
{
    rd_assert(table->column_count <= COLUMN_LIMIT);
    size_t width[COLUMN_LIMIT];
    for (size_t i = 0; i < table->column_count; i++) {
        width[i] = rd_utf8_width(table->column[i].heading);
        for (size_t row = 0; row < table->row_count; row++) {
            size_t cell_width = rd_utf8_width(cell_at(table, row, i));
            if (width[i] < cell_width)
                width[i] = cell_width;
        }
    }
    if (!write_line(out, table, SIZE_MAX, width))
        return false;
    for (size_t row = 0; row < table->row_count; row++)
        if (!write_line(out, table, row, width))
            return false;
    return true;
}
