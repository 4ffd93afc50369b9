/* Pieces of named kinds from a file:
 *
 *     kind,items,held,wanted
 *     weights,10,h0 h1,h2 h3 */
#include "copy_rows.h"
#include "load_rows.h"

#include "sim/csv/csv_text.h"

enum column { KIND, ITEMS, HELD, WANTED, COLUMN_COUNT };
static const char *const column_name[COLUMN_COUNT] = {"kind", "items", "held", "wanted"};

static void read_record(struct rd_reader *reader, const struct rd_csv *csv,
                        const struct rd_csv_columns *columns, struct rd_copy_rows *rows)
{
    struct rd_error error;
    struct rd_copy_text text = {.place = {csv->path, csv->line}};
    if (!rd_csv_check_count(csv, columns, &error) ||
        !rd_csv_integer(csv, "items", &csv->field[columns->at[ITEMS]], 1, RD_ITEM_LIMIT,
                        &text.items, &error)) {
        rd_error_list_add_error(reader->errors, &error);
        return;
    }
    bool read = rd_listed_text(reader, csv, columns, KIND, &text.kind);
    read = rd_listed_text(reader, csv, columns, HELD, &text.held) && read;
    read = rd_listed_text(reader, csv, columns, WANTED, &text.wanted) && read;
    if (read)
        rd_copy_rows_add(reader, rows, &text);
}

void rd_copy_rows_read_csv(struct rd_reader *reader, const char *path, const char *text,
                           size_t size, struct rd_copy_rows *rows)
{
    struct rd_csv csv;
    struct rd_csv_columns columns = {
        .name = column_name, .count = COLUMN_COUNT, .needed = COLUMN_COUNT};
    struct rd_error error;
    enum rd_csv_line line;
    rd_csv_open(&csv, path, text, size);
    while ((line = rd_csv_next(&csv, &columns, &error)) == RD_CSV_RECORD)
        read_record(reader, &csv, &columns, rows);
    if (line == RD_CSV_WRONG)
        rd_error_list_add_error(reader->errors, &error);
}
