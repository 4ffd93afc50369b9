#include "listing.h"

#include "json.h"
#include "text_table.h"

#include "sim/csv/csv_text.h"

#include <ctype.h>

static const char *cell_at(const struct rd_listing *listing, size_t row, size_t column)
{
    return listing->cell[row * listing->column_count + column];
}

static const char *in_capitals(const char *key, struct rd_arena *arena)
{
    char *heading = rd_arena_print(arena, "%s", key);
    for (char *c = heading; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return heading;
}

static bool write_table(FILE *out, const struct rd_listing *listing, struct rd_arena *arena)
{
    struct rd_text_column *column = rd_take(arena, listing->column_count, struct rd_text_column);
    const char **cell = rd_take(arena, listing->row_count * listing->column_count, const char *);
    size_t shown = 0, filled = 0;
    for (size_t i = 0; i < listing->column_count; i++)
        if (listing->column[i].in_table)
            column[shown++].heading = in_capitals(listing->column[i].key, arena);
    for (size_t row = 0; row < listing->row_count; row++)
        for (size_t i = 0; i < listing->column_count; i++)
            if (listing->column[i].in_table)
                cell[filled++] = cell_at(listing, row, i);
    return rd_text_table_write(out, &(struct rd_text_table){.column = column,
                                                            .column_count = shown,
                                                            .cell = cell,
                                                            .row_count = listing->row_count});
}

static bool write_json(FILE *out, const struct rd_listing *listing, struct rd_arena *arena)
{
    struct rd_json json;
    rd_json_begin(&json, out, arena);
    for (size_t row = 0; row < listing->row_count; row++) {
        rd_json_object(&json);
        for (size_t i = 0; i < listing->column_count; i++)
            rd_json_text(&json, listing->column[i].key, cell_at(listing, row, i));
    }
    return rd_json_end(&json);
}

static bool write_csv(FILE *out, const struct rd_listing *listing)
{
    for (size_t i = 0; i < listing->column_count; i++)
        if ((i > 0 && putc(',', out) < 0) || !rd_csv_write_field(out, listing->column[i].key))
            return false;
    for (size_t row = 0; row < listing->row_count; row++)
        for (size_t i = 0; i < listing->column_count; i++)
            if (putc(i > 0 ? ',' : '\n', out) < 0 ||
                !rd_csv_write_field(out, cell_at(listing, row, i)))
                return false;
    return putc('\n', out) >= 0;
}

bool rd_listing_write(FILE *out, enum rd_format format, const struct rd_listing *listing)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    bool written = false;
    switch (format) {
    case RD_FORMAT_TABLE: written = write_table(out, listing, &arena); break;
    case RD_FORMAT_JSON: written = write_json(out, listing, &arena); break;
    case RD_FORMAT_CSV: written = write_csv(out, listing); break;
    }
    rd_arena_close(&arena);
    return written;
}
