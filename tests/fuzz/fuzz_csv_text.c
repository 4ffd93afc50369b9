/* Any bytes as comma-separated text: refused with a line and a message, or fields that, written
 * again, read the same, but for what would command a terminal. */
#include "sim/csv/csv_text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What would command a terminal, line ends apart, becomes '?'. */
static void clean(char *text)
{
    char *end = text;
    for (const char *c = text; *c; c++) {
        size_t command = *c == '\n' || *c == '\r' ? 0 : rd_command_length(c);
        *end++ = command > 0 ? '?' : *c;
        c += command > 0 ? command - 1 : 0;
    }
    *end = '\0';
}

/* What a field says, the quotes inside it no longer doubled. */
static char *said(const struct rd_csv_field *field)
{
    char *text = calloc(field->length + 1, 1);
    size_t used = 0;
    rd_assert(text);
    for (size_t i = 0; i < field->length; i++) {
        text[used++] = field->text[i];
        if (field->quoted && field->text[i] == '"')
            i++; /* its twin */
    }
    return text;
}

static void check_field(const struct rd_csv *csv, size_t i, const char *first, const char *end)
{
    const struct rd_csv_field *field = &csv->field[i];
    char shown[RD_CSV_SHOWN_SIZE];
    rd_assert(field->length == 0 || (field->text >= first && field->text + field->length <= end));
    rd_csv_show(field, shown);
    for (const char *c = shown; *c; c++)
        rd_assert((unsigned char)*c >= ' ');
    for (size_t j = 0; field->quoted && j < field->length; j++)
        if (field->text[j] == '"') {
            rd_assert(j + 1 < field->length && field->text[j + 1] == '"');
            j++;
        }
}

/* Writes a record and reads it again. */
static void check_record(const struct rd_csv *csv)
{
    char *text = NULL, *field[RD_CSV_FIELD_LIMIT];
    size_t size = 0;
    bool has_zero = false;
    for (size_t i = 0; i < csv->field_count; i++) {
        field[i] = said(&csv->field[i]);
        has_zero = has_zero || memchr(csv->field[i].text, '\0', csv->field[i].length);
    }
    FILE *out = open_memstream(&text, &size);
    rd_assert(out && fputs("header\n", out) >= 0); /* a byte order mark may stand before it */
    for (size_t i = 0; i < csv->field_count; i++)
        rd_assert((i == 0 || putc(',', out) == ',') && rd_csv_write_foreign(out, field[i]));
    putc('\n', out);
    fclose(out);
    bool is_empty = csv->field_count == 1 && !*field[0]; /* a line that is skipped */
    struct rd_csv again;
    struct rd_error error;
    rd_csv_open(&again, "again.csv", text, size);
    rd_assert(rd_csv_read(&again, &error) == RD_CSV_RECORD);
    if (!has_zero && !is_empty) {
        rd_assert(rd_csv_read(&again, &error) == RD_CSV_RECORD);
        rd_assert(again.field_count == csv->field_count);
        for (size_t i = 0; i < csv->field_count; i++) {
            struct rd_csv_field unmarked = rd_csv_unmarked(&again.field[i]);
            char *beside = said(&unmarked);
            clean(field[i]);
            rd_assert(strcmp(beside, field[i]) == 0 && rd_csv_field_is(&unmarked, field[i]));
            free(beside);
        }
        rd_assert(rd_csv_read(&again, &error) == RD_CSV_END);
    }
    for (size_t i = 0; i < csv->field_count; i++)
        free(field[i]);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = text + size;
    struct rd_csv csv;
    struct rd_error error = {0};
    enum rd_csv_line line;
    int before = 0;
    rd_csv_open(&csv, "fuzz.csv", text, size);
    while ((line = rd_csv_read(&csv, &error)) == RD_CSV_COMMENT || line == RD_CSV_RECORD) {
        rd_assert(csv.line > before && csv.field_count > 0 &&
                  csv.field_count <= RD_CSV_FIELD_LIMIT);
        before = csv.line;
        for (size_t i = 0; i < (line == RD_CSV_COMMENT ? 1 : csv.field_count); i++)
            check_field(&csv, i, text, end);
        if (line == RD_CSV_RECORD)
            check_record(&csv);
    }
    if (line == RD_CSV_WRONG)
        rd_assert(error.code == RD_ERROR_INPUT && error.line > 0 && error.message[0] &&
                  strcmp(error.path, "fuzz.csv") == 0);
    return 0;
}
