#include "results_table.h"

#include "json.h"
#include "parameters_text.h"

#include "sim/csv/csv_text.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row with its parameters. */
struct entry {
    const struct rd_result_row *row;
    struct rd_option *given; /* [given_count], as its text has them */
    size_t given_count;
    const char **value; /* [parameter_count] of the table */
    size_t parameter_count;
};

int rd_compare_values(const char *one, const char *other)
{
    double a, b;
    if (!one || !other)
        return (one != NULL) - (other != NULL);
    bool number = rd_number_parse(one, strlen(one), &a);
    bool beside = rd_number_parse(other, strlen(other), &b);
    if (number != beside)
        return number ? -1 : 1;
    if (number && a != b)
        return a < b ? -1 : 1;
    return strcmp(one, other);
}

static int compare_integers(int64_t one, int64_t other)
{
    return (one > other) - (one < other);
}

static int by_content(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    int order = 0;
    for (size_t i = 0; order == 0 && i < a->parameter_count; i++)
        order = rd_compare_values(a->value[i], b->value[i]);
    if (order == 0)
        order = compare_integers(a->row->repetition, b->row->repetition);
    if (order == 0)
        order = strcmp(a->row->algorithm, b->row->algorithm);
    if (order == 0)
        order = strcmp(a->row->options, b->row->options);
    return order ? order : strcmp(a->row->key, b->row->key);
}

static int by_text(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* All names that any row gives, sorted, each once. */
static const char **gather_names(const struct entry *entry, size_t count, struct rd_arena *arena,
                                 size_t *ret_count)
{
    enum { NAME_LIMIT = 256 }; /* the reader knows fewer */
    const char **name = rd_take(arena, NAME_LIMIT, const char *);
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < entry[i].given_count; j++) {
            bool there = false;
            for (size_t k = 0; k < known && !there; k++)
                there = strcmp(name[k], entry[i].given[j].name) == 0;
            if (!there && known < NAME_LIMIT)
                name[known++] = entry[i].given[j].name;
        }
    qsort(name, known, sizeof *name, by_text);
    *ret_count = known;
    return name;
}

static void place_values(struct entry *entry, const char *const *name, size_t name_count,
                         struct rd_arena *arena)
{
    entry->value = rd_take(arena, name_count, const char *);
    entry->parameter_count = name_count;
    for (size_t i = 0; i < name_count; i++)
        for (size_t j = 0; j < entry->given_count; j++)
            if (strcmp(name[i], entry->given[j].name) == 0)
                entry->value[i] = entry->given[j].value;
}

/* Reads what rows say of their parameters. */
static bool read_parameters(const struct rd_result_row *row, size_t count, struct rd_arena *arena,
                            struct entry *entry, struct rd_error *reterr)
{
    for (size_t i = 0; i < count; i++) {
        entry[i].row = &row[i];
        if (!row[i].parameters || !row[i].algorithm || !row[i].options || !row[i].status ||
            !rd_parameters_parse(row[i].parameters, arena, &entry[i].given, &entry[i].given_count))
            return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                           "run %.16s has no parameters that can be read", row[i].key);
    }
    return true;
}

bool rd_results_table_read(struct rd_results *results, struct rd_arena *arena,
                           struct rd_results_table *ret_table, struct rd_error *reterr)
{
    struct rd_result_row *row;
    struct rd_results_table table = {0};
    if (!rd_results_rows(results, arena, &row, &table.row_count, reterr))
        return false;
    struct entry *entry = rd_take(arena, table.row_count, struct entry);
    if (!read_parameters(row, table.row_count, arena, entry, reterr))
        return false;
    table.parameter = gather_names(entry, table.row_count, arena, &table.parameter_count);
    for (size_t i = 0; i < table.row_count; i++)
        place_values(&entry[i], table.parameter, table.parameter_count, arena);
    qsort(entry, table.row_count, sizeof *entry, by_content);
    const struct rd_result_row **sorted =
        rd_take(arena, table.row_count, const struct rd_result_row *);
    const char **value = rd_take(arena, table.row_count * table.parameter_count, const char *);
    for (size_t i = 0; i < table.row_count; i++) {
        sorted[i] = entry[i].row;
        for (size_t j = 0; j < table.parameter_count; j++)
            value[i * table.parameter_count + j] = entry[i].value[j];
    }
    table.row = sorted;
    table.value = value;
    *ret_table = table;
    return true;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Does a column of the row show a parameter anyhow? */
static bool is_shown(const char *parameter)
{
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        if (!column->internal && strcmp(column->name, parameter) == 0)
            return true;
    return false;
}

static bool write_header(FILE *out, const struct rd_results_table *table)
{
    const char *separator = "";
    for (size_t i = 0; i < table->parameter_count; i++)
        if (!is_shown(table->parameter[i])) {
            if (fputs(separator, out) < 0 || !rd_csv_write_field(out, table->parameter[i]))
                return false;
            separator = ",";
        }
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        if (!column->internal) {
            if (fprintf(out, "%s%s", separator, column->name) < 0)
                return false;
            separator = ",";
        }
    return putc('\n', out) >= 0;
}

static bool write_field(FILE *out, const struct rd_result_row *row, const struct rd_column *column)
{
    char digits[RD_NUMBER_SIZE];
    switch (column->kind) {
    case RD_COLUMN_TEXT: {
        const char *text = rd_result_row_text(row, column);
        return !text || rd_csv_write_field(out, text);
    }
    case RD_COLUMN_NUMBER: {
        double number = rd_result_row_number(row, column);
        return !isfinite(number) || fputs(rd_number_shortest(number, digits), out) >= 0;
    }
    case RD_COLUMN_INTEGER: {
        int64_t integer = rd_result_row_integer(row, column);
        return integer == RD_NO_INTEGER || fprintf(out, "%" PRId64, integer) >= 0;
    }
    case RD_COLUMN_TRUTH:
        return fputs(rd_result_row_integer(row, column) ? "true" : "false", out) >= 0;
    }
    rd_assert(!"a kind of column that nobody knows");
    return false;
}

static bool write_line(FILE *out, const struct rd_results_table *table, size_t row)
{
    const char *separator = "";
    const char *const *value = table->value + row * table->parameter_count;
    for (size_t i = 0; i < table->parameter_count; i++)
        if (!is_shown(table->parameter[i])) {
            if (fputs(separator, out) < 0 || (value[i] && !rd_csv_write_field(out, value[i])))
                return false;
            separator = ",";
        }
    for (const struct rd_column *column = rd_result_columns; column->name; column++)
        if (!column->internal) {
            if (fputs(separator, out) < 0 || !write_field(out, table->row[row], column))
                return false;
            separator = ",";
        }
    return putc('\n', out) >= 0;
}

static void write_member(struct rd_json *json, const struct rd_result_row *row,
                         const struct rd_column *column)
{
    switch (column->kind) {
    case RD_COLUMN_TEXT: rd_json_text(json, column->name, rd_result_row_text(row, column)); return;
    case RD_COLUMN_NUMBER:
        rd_json_number(json, column->name, rd_result_row_number(row, column));
        return;
    case RD_COLUMN_TRUTH:
        rd_json_member(json, column->name, json_boolean(rd_result_row_integer(row, column)));
        return;
    case RD_COLUMN_INTEGER: break;
    }
    int64_t integer = rd_result_row_integer(row, column);
    rd_json_member(json, column->name,
                   integer == RD_NO_INTEGER ? json_null() : json_integer(integer));
}

static bool write_json(FILE *out, const struct rd_results_table *table)
{
    struct rd_arena arena;
    struct rd_json json;
    rd_arena_open(&arena, 0);
    rd_json_begin(&json, out, &arena);
    for (size_t i = 0; i < table->row_count; i++) {
        const struct rd_result_row *row = table->row[i];
        rd_json_object(&json);
        rd_json_member(&json, "parameters", json_loads(row->parameters, 0, NULL));
        for (const struct rd_column *column = rd_result_columns; column->name; column++)
            if (!column->internal)
                write_member(&json, row, column);
    }
    bool written = rd_json_end(&json);
    rd_arena_close(&arena);
    return written;
}

bool rd_results_table_write(FILE *out, enum rd_format format, const struct rd_results_table *table)
{
    if (format == RD_FORMAT_JSON)
        return write_json(out, table);
    bool written = write_header(out, table);
    for (size_t i = 0; written && i < table->row_count; i++)
        written = write_line(out, table, i);
    return written;
}
