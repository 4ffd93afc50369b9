/* Loads from a file:
 *
 *     host,kind,items,after
 *     h0,0,12,4 */
#include "attributes.h"
#include "load_rows.h"

#include "sim/csv/csv_hosts.h"

#include <string.h>

enum column { COLUMN_HOST, COLUMN_ITEMS, COLUMN_KIND, COLUMN_AFTER, COLUMN_COUNT };
static const char *const column_names[] = {"host", "items", "kind", "after"};

struct csv_reader {
    struct rd_reader *reader;
    struct rd_csv csv;
    struct rd_csv_columns columns;
    int64_t kind_most;
};

/* A whole number of a column that may be missing. */
static bool read_count(struct csv_reader *csv, enum column column, int64_t high, int64_t *ret_value)
{
    struct rd_error error;
    size_t at = csv->columns.at[column];
    if (at == SIZE_MAX || rd_csv_integer(&csv->csv, column_names[column], &csv->csv.field[at], 0,
                                         high, ret_value, &error))
        return true;
    rd_error_list_add_error(csv->reader->errors, &error);
    return false;
}

/* The host of a record, its name without the quotes round it. */
static bool read_host(struct csv_reader *csv, uint32_t *ret_host)
{
    const struct rd_csv_field unmarked =
        rd_csv_unmarked(&csv->csv.field[csv->columns.at[COLUMN_HOST]]);
    const struct rd_csv_field *field = &unmarked;
    struct rd_error error;
    if (memchr(field->text, '\0', field->length)) {
        rd_csv_fail_field(&csv->csv, "host", field, &error, "the name of a host is needed");
        rd_error_list_add_error(csv->reader->errors, &error);
        return false;
    }
    struct rd_load_place place = {csv->csv.path, csv->csv.line};
    *ret_host = rd_load_host(csv->reader, place, rd_csv_field_text(field, csv->reader->arena));
    return *ret_host != RD_NO_NAME;
}

static void read_record(struct csv_reader *csv, struct rd_load_rows *rows)
{
    struct rd_load_row row = {.line = csv->csv.line, .after = RD_NO_AFTER};
    struct rd_error error;
    int64_t kind = 0;
    if (!rd_csv_check_count(&csv->csv, &csv->columns, &error)) {
        rd_error_list_add_error(csv->reader->errors, &error);
        return;
    }
    bool good = read_host(csv, &row.host);
    good = read_count(csv, COLUMN_KIND, csv->kind_most, &kind) && good;
    good = read_count(csv, COLUMN_ITEMS, RD_ITEM_LIMIT, &row.items) && good;
    good = read_count(csv, COLUMN_AFTER, RD_ITEM_LIMIT, &row.after) && good;
    row.kind = (uint32_t)kind;
    if (good)
        rd_arena_add(csv->reader->arena, rows->row, rows->count, row);
}

bool rd_listed_text(struct rd_reader *reader, const struct rd_csv *csv,
                    const struct rd_csv_columns *columns, size_t column, const char **ret_text)
{
    struct rd_error error;
    *ret_text = NULL;
    if (columns->at[column] == SIZE_MAX)
        return true;
    const struct rd_csv_field field = rd_csv_unmarked(&csv->field[columns->at[column]]);
    bool needed = column < columns->needed;
    if ((needed && field.length == 0) || memchr(field.text, '\0', field.length)) {
        rd_csv_fail_field(csv, columns->name[column], &field, &error, "a name is needed");
        rd_error_list_add_error(reader->errors, &error);
        return false;
    }
    if (field.length > 0)
        *ret_text = rd_csv_field_text(&field, reader->arena);
    return true;
}

void rd_load_rows_read_csv(struct rd_reader *reader, const char *path, const char *text,
                           size_t size, struct rd_load_rows *rows)
{
    struct csv_reader csv = {.reader = reader,
                             .columns = {.name = column_names, .count = COLUMN_COUNT, .needed = 2},
                             .kind_most = rd_attribute_of("load", "kind")->high};
    struct rd_error error;
    enum rd_csv_line line;
    rows->path = path;
    rd_csv_open(&csv.csv, path, text, size);
    while ((line = rd_csv_next(&csv.csv, &csv.columns, &error)) == RD_CSV_RECORD)
        read_record(&csv, rows);
    if (line == RD_CSV_WRONG)
        rd_error_list_add_error(reader->errors, &error);
}
