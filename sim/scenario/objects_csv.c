/* Objects from a file:
 *
 *     name,bytes,from,to,drop,frees
 *     o1,4096,h0 h1,h3,h0,
 *
 * or, of those that are to be placed:
 *
 *     name,bytes,at,group
 *     o1,4096,h0,g1 */
#include "load_rows.h"
#include "object_rows.h"

#include "sim/csv/csv_text.h"

enum column { NAME, BYTES, FROM, TO, DROP, FREES, COLUMN_COUNT, AT = FROM, GROUP, PLACED_COUNT };
static const char *const column_name[] = {"name", "bytes", "from", "to", "drop", "frees"};
static const char *const placed_name[] = {"name", "bytes", "at", "group"};

/* The bytes of a record that has as many fields as the header. */
static bool read_bytes(struct rd_reader *reader, const struct rd_csv *csv,
                       const struct rd_csv_columns *columns, int64_t *ret_bytes)
{
    struct rd_error error;
    if (rd_csv_check_count(csv, columns, &error) &&
        rd_csv_integer(csv, "bytes", &csv->field[columns->at[BYTES]], 0, RD_OBJECT_BYTES_LIMIT,
                       ret_bytes, &error))
        return true;
    rd_error_list_add_error(reader->errors, &error);
    return false;
}

static void read_placed(struct rd_reader *reader, const struct rd_csv *csv,
                        const struct rd_csv_columns *columns, struct rd_placed_rows *rows)
{
    struct rd_placed_text text = {.place = {csv->path, csv->line}};
    if (read_bytes(reader, csv, columns, &text.bytes) &&
        rd_listed_text(reader, csv, columns, NAME, &text.name) &&
        rd_listed_text(reader, csv, columns, AT, &text.at) &&
        rd_listed_text(reader, csv, columns, GROUP, &text.group))
        rd_placed_rows_add(reader, rows, &text);
}

static void read_record(struct rd_reader *reader, const struct rd_csv *csv,
                        const struct rd_csv_columns *columns, struct rd_object_rows *rows)
{
    struct rd_object_text text = {.place = {csv->path, csv->line}};
    if (read_bytes(reader, csv, columns, &text.bytes) &&
        rd_listed_text(reader, csv, columns, NAME, &text.name) &&
        rd_listed_text(reader, csv, columns, FROM, &text.from) &&
        rd_listed_text(reader, csv, columns, TO, &text.to) &&
        rd_listed_text(reader, csv, columns, DROP, &text.drop) &&
        rd_listed_text(reader, csv, columns, FREES, &text.frees))
        rd_object_rows_add(reader, rows, &text);
}

/* Has the header a column `at`? */
static bool lists_placed(struct rd_csv csv)
{
    struct rd_error error;
    enum rd_csv_line line;
    while ((line = rd_csv_read(&csv, &error)) == RD_CSV_COMMENT)
        continue;
    for (size_t i = 0; line == RD_CSV_RECORD && i < csv.field_count; i++)
        if (rd_csv_field_is(&csv.field[i], placed_name[AT]))
            return true;
    return false;
}

void rd_object_rows_read_csv(struct rd_reader *reader, const char *path, const char *text,
                             size_t size, struct rd_object_rows *rows,
                             struct rd_placed_rows *placed)
{
    struct rd_csv csv;
    struct rd_csv_columns columns = {.name = column_name, .count = COLUMN_COUNT, .needed = DROP};
    struct rd_error error;
    enum rd_csv_line line;
    rd_csv_open(&csv, path, text, size);
    bool is_placed = lists_placed(csv);
    if (is_placed)
        columns =
            (struct rd_csv_columns){.name = placed_name, .count = PLACED_COUNT, .needed = GROUP};
    while ((line = rd_csv_next(&csv, &columns, &error)) == RD_CSV_RECORD) {
        if (is_placed)
            read_placed(reader, &csv, &columns, placed);
        else
            read_record(reader, &csv, &columns, rows);
    }
    if (line == RD_CSV_WRONG)
        rd_error_list_add_error(reader->errors, &error);
}
