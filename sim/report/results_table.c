#include "results_table.h"

#include "json.h"
#include "result_values.h"

#include "sim/base/integers.h"
#include "sim/base/names.h"
#include "sim/base/number_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What some rows say of their parameters, in the same words. */
struct setting {
    struct rd_option *given; /* [given_count], as the text has them */
    size_t given_count;
    const char **value; /* [parameter_count] of the table */
    size_t parameter_count;
    uint32_t rank; /* among all settings, by their values; those of the same have the same */
};

/* A row, of all rows by key, with what it is sorted by. */
struct entry {
    int64_t repetition;
    const char *algorithm, *options;
    uint32_t rank; /* of its setting */
    uint32_t index;
};

/* The number that digits begin, with its point, at the start of a text; its length is 0 for none.
 */
static size_t number_at(const char *text, double *ret_value)
{
    static const char digits[] = "0123456789";
    size_t length = strspn(text, digits);
    size_t fraction = text[length] == '.' ? strspn(text + length + 1, digits) : 0;
    if (length > 0 && fraction > 0)
        length += 1 + fraction;
    return length > 0 && rd_number_parse(text, length, ret_value) ? length : 0;
}

/* Words by their letters, and numbers in them by size: "list 2" before "list 10". */
static int compare_words(const char *one, const char *other)
{
    while (*one && *other) {
        double a, b;
        size_t length = number_at(one, &a), beside = number_at(other, &b);
        if (length == 0 || beside == 0) {
            if (*one != *other)
                break;
            length = beside = 1;
        } else if (a != b) {
            return a < b ? -1 : 1;
        }
        one += length;
        other += beside;
    }
    return strcmp(one, other);
}

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
    int order = compare_words(one, other);
    return order ? order : strcmp(one, other);
}

static int by_values(const void *one, const void *other)
{
    const struct setting *a = *(const struct setting *const *)one;
    const struct setting *b = *(const struct setting *const *)other;
    int order = 0;
    for (size_t i = 0; order == 0 && i < a->parameter_count; i++)
        order = rd_compare_values(a->value[i], b->value[i]);
    return order;
}

/* Most rows have texts of others. */
static int compare_texts(const char *one, const char *other)
{
    return one == other ? 0 : strcmp(one, other);
}

static int by_content(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    int order = rd_order(a->rank, b->rank);
    order = order ? order : rd_order(a->repetition, b->repetition);
    order = order ? order : compare_texts(a->algorithm, b->algorithm);
    order = order ? order : compare_texts(a->options, b->options);
    return order ? order : rd_order(a->index, b->index);
}

static int by_text(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* All names that any setting gives, sorted, each once. */
static const char **gather_names(const struct setting *setting, size_t count,
                                 struct rd_arena *arena, size_t *ret_count)
{
    enum { NAME_LIMIT = 256 }; /* the reader knows fewer */
    const char **name = rd_take(arena, NAME_LIMIT, const char *);
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < setting[i].given_count; j++) {
            bool there = false;
            for (size_t k = 0; k < known && !there; k++)
                there = strcmp(name[k], setting[i].given[j].name) == 0;
            if (!there && known < NAME_LIMIT)
                name[known++] = setting[i].given[j].name;
        }
    qsort(name, known, sizeof *name, by_text);
    *ret_count = known;
    return name;
}

/* In: value: [name_count], of a setting. */
static void place_values(struct setting *setting, const char *const *name, size_t name_count,
                         const char **value)
{
    setting->value = value;
    setting->parameter_count = name_count;
    for (size_t i = 0; i < name_count; i++)
        for (size_t j = 0; j < setting->given_count; j++)
            if (strcmp(name[i], setting->given[j].name) == 0)
                value[i] = setting->given[j].value;
}

static void rank_settings(struct setting *setting, size_t count, struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    struct setting **sorted = rd_take(arena, count, struct setting *);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &setting[i];
    qsort(sorted, count, sizeof *sorted, by_values);
    for (size_t i = 1; i < count; i++)
        sorted[i]->rank =
            sorted[i - 1]->rank + (by_values(&sorted[i - 1], &sorted[i]) != 0 ? 1 : 0);
}

/* Reads what rows say of their parameters: each text once. Returns: the settings, by the numbers of
 * their texts; NULL if one cannot be read. */
static struct setting *read_settings(const struct rd_names *text, struct rd_arena *arena,
                                     struct rd_error *reterr)
{
    struct setting *setting = rd_take(arena, text->count, struct setting);
    for (uint32_t i = 0; i < text->count; i++)
        if (!rd_parameters_parse(text->name[i], arena, &setting[i].given,
                                 &setting[i].given_count)) {
            rd_wrong(reterr, "a run has parameters that cannot be read: %.80s", text->name[i]);
            return NULL;
        }
    return setting;
}

/* Puts rows in the order of a table. Returns: false if a row lacks what it goes by. */
static bool sort_rows(struct rd_packed_rows *rows, const struct rd_packed_column *parameters,
                      const struct setting *setting, struct rd_error *reterr)
{
    const struct rd_packed_column *repetition = rd_packed_column(rows, "repetition"),
                                  *algorithm = rd_packed_column(rows, "algorithm"),
                                  *options = rd_packed_column(rows, "options"),
                                  *status = rd_packed_column(rows, "status");
    rd_arena_own(scratch);
    uint32_t *sorted = rd_take(&scratch, rows->count, uint32_t);
    struct entry *entry = rd_take(&scratch, rows->count, struct entry);
    for (size_t i = 0; i < rows->count; i++) {
        entry[i] = (struct entry){.repetition = rd_packed_integer(repetition, i),
                                  .algorithm = rd_packed_text(algorithm, i),
                                  .options = rd_packed_text(options, i),
                                  .index = (uint32_t)i};
        uint32_t said = rd_packed_text_number(parameters, i);
        if (said == RD_NO_NAME || !entry[i].algorithm || !entry[i].options ||
            !rd_packed_text(status, i)) {
            rd_wrong(reterr,
                     "run %zu in the order of keys has no parameters, algorithm, options or status",
                     i + 1);
            return false;
        }
        entry[i].rank = setting[said].rank;
    }
    qsort(entry, rows->count, sizeof *entry, by_content);
    for (size_t i = 0; i < rows->count; i++)
        sorted[i] = entry[i].index;
    rd_packed_rows_keep(rows, sorted, rows->count);
    return true;
}

bool rd_results_table_of(struct rd_packed_rows *rows, struct rd_arena *arena,
                         struct rd_results_table *ret_table, struct rd_error *reterr)
{
    struct rd_results_table table = {.rows = rows,
                                     .parameters = rd_packed_column(rows, "parameters")};
    const struct rd_names *text = &table.parameters->text;
    struct setting *setting = read_settings(text, arena, reterr);
    if (!setting)
        return false;
    table.parameter = gather_names(setting, text->count, arena, &table.parameter_count);
    const char **value = rd_take(arena, text->count * table.parameter_count, const char *);
    for (size_t i = 0; i < text->count; i++)
        place_values(&setting[i], table.parameter, table.parameter_count,
                     value + i * table.parameter_count);
    rank_settings(setting, text->count, arena);
    table.value = value;
    *ret_table = table;
    return sort_rows(rows, table.parameters, setting, reterr);
}

struct rd_columns rd_results_table_columns(const struct rd_columns *others)
{
    static const char *const own[] = {"parameters", "repetition", "algorithm", "options", "status"};
    struct rd_columns columns = *others;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        rd_columns_add(&columns, rd_stored_column(own[i]));
    return columns;
}

bool rd_results_table_read(struct rd_results *results, const struct rd_columns *columns,
                           struct rd_arena *arena, struct rd_results_table *ret_table,
                           struct rd_error *reterr)
{
    struct rd_packed_rows *rows = rd_take(arena, 1, struct rd_packed_rows);
    const struct rd_columns kept = rd_results_table_columns(columns);
    return rd_results_rows(results, &kept, arena, rows, reterr) &&
           rd_results_table_of(rows, arena, ret_table, reterr);
}

const char *rd_results_table_value(const struct rd_results_table *table, size_t row,
                                   size_t parameter)
{
    uint32_t setting = rd_packed_text_number(table->parameters, row);
    return table->value[setting * table->parameter_count + parameter];
}

size_t rd_results_table_parameter(const struct rd_results_table *table, const char *name)
{
    size_t i = 0;
    while (i < table->parameter_count && strcmp(table->parameter[i], name) != 0)
        i++;
    return i;
}

/* The same word, or the same number? */
static bool is_equal(const char *one, const char *other)
{
    double a, b;
    return strcmp(one, other) == 0 || (rd_number_parse(one, strlen(one), &a) &&
                                       rd_number_parse(other, strlen(other), &b) && a == b);
}

/* Marks the rows whose parameter, or algorithm, is a word. Returns: whether there is one. */
static bool mark_rows(const struct rd_results_table *table, size_t parameter, const char *word,
                      bool *marked)
{
    const struct rd_packed_column *algorithm = rd_packed_column(table->rows, "algorithm");
    bool any = false;
    for (size_t i = 0; i < table->rows->count; i++) {
        const char *value = parameter < table->parameter_count
                                ? rd_results_table_value(table, i, parameter)
                                : rd_packed_text(algorithm, i);
        if (!value || !is_equal(word, value))
            continue;
        any = marked[i] = true;
    }
    return any;
}

bool rd_results_table_mark(const struct rd_results_table *table, const char *name,
                           const char *values, struct rd_arena *arena, bool *marked,
                           const char **ret_unknown)
{
    size_t parameter = rd_results_table_parameter(table, name);
    if (parameter == table->parameter_count && strcmp(name, "algorithm") != 0)
        return false;
    char *rest = rd_arena_text(arena, values);
    *ret_unknown = NULL;
    for (char *word; (word = strsep(&rest, ","));)
        if (!mark_rows(table, parameter, word, marked) && !*ret_unknown)
            *ret_unknown = word;
    return true;
}

void rd_results_table_keep(struct rd_results_table *table, const bool *marked)
{
    rd_arena_own(scratch);
    uint32_t *row = rd_take(&scratch, table->rows->count, uint32_t);
    size_t count = 0;
    for (size_t i = 0; i < table->rows->count; i++)
        if (marked[i])
            row[count++] = (uint32_t)i;
    rd_packed_rows_keep(table->rows, row, count);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Does a column of the row show a parameter anyhow? */
static bool is_shown(const char *parameter)
{
    const struct rd_column *column = rd_stored_column(parameter);
    return column && (column->shown & RD_EXPORTED);
}

/* A column for each parameter of the table that no other shows, or all of them as one JSON value;
 * then those of the row. */
static struct rd_sheet open_sheet(const struct rd_results_table *table,
                                  const struct rd_columns *exported, struct rd_arena *arena)
{
    size_t count = 0;
    struct rd_sheet_column *column =
        rd_take(arena, table->parameter_count + 1 + exported->count, struct rd_sheet_column);
    for (size_t i = 0; i < table->parameter_count; i++)
        if (!is_shown(table->parameter[i]))
            column[count++] = (struct rd_sheet_column){table->parameter[i], RD_IN_CSV};
    column[count++] = (struct rd_sheet_column){"parameters", RD_IN_JSON | RD_RAW};
    for (size_t i = 0; i < exported->count; i++)
        column[count++] = (struct rd_sheet_column){
            exported->column[i]->name,
            exported->column[i]->kind == RD_COLUMN_TEXT ? RD_IN_DATA : RD_IN_DATA | RD_RAW};
    return rd_sheet_open(column, count, arena);
}

/* Of those that the sheet begins with. */
static void add_parameters(struct rd_sheet *sheet, const struct rd_results_table *table, size_t row)
{
    const struct rd_sheet_column *column = sheet->column;
    for (size_t i = 0; i < table->parameter_count; i++)
        if (column->key == table->parameter[i]) {
            rd_sheet_text(sheet, rd_results_table_value(table, row, i));
            column++;
        }
}

/* What says which run it is, and not what came of it. */
static const char *const run_names[] = {"scenario", "repetition", "algorithm",
                                        "options",  "hosts",      "status"};

enum { RUN_NAME_COUNT = sizeof run_names / sizeof *run_names };

/* Is it a number that a run came to? One that was refused came to none but whether it reached its
 * goal, also in files that say 0. */
static bool is_quantity(const struct rd_column *column, const struct rd_result_row *row)
{
    if (!(column->shown & RD_EXPORTED) || (column->shown & RD_AN_ADDRESS))
        return false;
    switch (column->kind) {
    case RD_COLUMN_NUMBER: return isfinite(rd_result_row_number(row, column));
    case RD_COLUMN_TRUTH: return rd_result_row_integer(row, column) != RD_NO_INTEGER;
    case RD_COLUMN_INTEGER:
        return strcmp(row->status, "refused") != 0 &&
               rd_result_row_integer(row, column) != RD_NO_INTEGER;
    case RD_COLUMN_TEXT:
    case RD_COLUMN_VALUE: break;
    }
    return false;
}

/* Lines of tidy CSV. */
struct tidy {
    const struct rd_results_table *table;
    struct rd_sheet sheet;
    struct rd_sheet_stream stream;
};

static void write_quantity(struct tidy *tidy, size_t row, const struct rd_result_row *of,
                           const char *quantity, double value)
{
    rd_arena_borrow(tidy->sheet.arena);
    add_parameters(&tidy->sheet, tidy->table, row);
    for (size_t i = 0; i < RUN_NAME_COUNT; i++)
        rd_sheet_result(&tidy->sheet, of, rd_stored_column(run_names[i]));
    rd_sheet_text(&tidy->sheet, quantity);
    rd_sheet_number(&tidy->sheet, value);
    rd_sheet_flush(&tidy->stream, &tidy->sheet);
}

/* The columns of a run, then what its planner counted. */
static void write_quantities(struct tidy *tidy, size_t row)
{
    const struct rd_result_row of = rd_packed_row(tidy->table->rows, row);
    const char *name;
    json_t *value;
    json_auto_t *counters = json_loads(of.counters, 0, NULL);
    for (size_t i = 0; i < rd_result_column_count; i++) {
        const struct rd_column *column = &rd_result_columns[i];
        if (is_quantity(column, &of))
            write_quantity(tidy, row, &of, column->name,
                           column->kind == RD_COLUMN_NUMBER
                               ? rd_result_row_number(&of, column)
                               : (double)rd_result_row_integer(&of, column));
    }
    json_object_foreach(counters, name, value)
        write_quantity(tidy, row, &of, name, json_number_value(value));
}

bool rd_results_table_write_tidy(FILE *out, const struct rd_results_table *table)
{
    rd_json_use_own_memory();
    rd_arena_own(arena);
    size_t count = 0;
    struct rd_sheet_column *column =
        rd_take(&arena, table->parameter_count + RUN_NAME_COUNT + 2, struct rd_sheet_column);
    for (size_t i = 0; i < table->parameter_count; i++)
        if (!is_shown(table->parameter[i]))
            column[count++] = (struct rd_sheet_column){table->parameter[i], RD_IN_CSV};
    for (size_t i = 0; i < RUN_NAME_COUNT; i++)
        column[count++] = (struct rd_sheet_column){run_names[i], RD_IN_CSV};
    column[count++] = (struct rd_sheet_column){"quantity", RD_IN_CSV};
    column[count++] = (struct rd_sheet_column){"value", RD_IN_CSV};
    struct tidy tidy = {.table = table, .sheet = rd_sheet_open(column, count, &arena)};
    rd_sheet_begin(&tidy.stream, out, RD_FORMAT_CSV, &tidy.sheet);
    for (size_t i = 0; i < table->rows->count; i++)
        write_quantities(&tidy, i);
    return rd_sheet_end(&tidy.stream);
}

/* The parameters as JSON with blanks, as it is written elsewhere. */
static const char *spaced(const char *parameters, struct rd_arena *arena)
{
    json_auto_t *value = json_loads(parameters, 0, NULL);
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    const char *copy = rd_arena_text(arena, text);
    free(text);
    return copy;
}

bool rd_results_table_write(FILE *out, enum rd_format format, const struct rd_results_table *table)
{
    struct rd_sheet_stream stream;
    rd_arena_own(arena);
    const struct rd_columns exported = rd_columns_shown(RD_EXPORTED);
    struct rd_sheet sheet = open_sheet(table, &exported, &arena);
    rd_sheet_begin(&stream, out, format, &sheet);
    for (size_t i = 0; i < table->rows->count; i++) {
        const struct rd_result_row row = rd_packed_row(table->rows, i);
        rd_arena_borrow(&arena);
        add_parameters(&sheet, table, i);
        rd_sheet_text(&sheet, format == RD_FORMAT_JSON ? spaced(row.parameters, &arena) : NULL);
        for (size_t j = 0; j < exported.count; j++)
            rd_sheet_result(&sheet, &row, exported.column[j]);
        rd_sheet_flush(&stream, &sheet);
    }
    return rd_sheet_end(&stream);
}

/* --- runs that are worth a look ------------------------------------------------------------ */

/* A row under consideration. */
struct candidate {
    const char *algorithm, *options;
    double ratio;
    size_t index;
};

static int by_algorithm(const struct candidate *a, const struct candidate *b)
{
    int order = compare_texts(a->algorithm, b->algorithm);
    return order ? order : compare_texts(a->options, b->options);
}

static int furthest_first(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    int order = by_algorithm(a, b);
    if (order)
        return order;
    if (a->ratio != b->ratio)
        return a->ratio > b->ratio ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

size_t rd_worst_runs(const struct rd_results_table *table, size_t count_each,
                     int64_t transfer_limit, struct rd_arena *arena, struct rd_worst_run **ret_run)
{
    struct candidate *candidate = rd_take(arena, table->rows->count, struct candidate);
    size_t candidate_count = 0, count = 0, alike = 0;
    for (size_t i = 0; i < table->rows->count; i++) {
        const struct rd_result_row row = rd_packed_row(table->rows, i);
        if (strcmp(row.status, "ok") == 0 && isfinite(row.ratio) && row.transfers <= transfer_limit)
            candidate[candidate_count++] =
                (struct candidate){row.algorithm, row.options, row.ratio, i};
    }
    qsort(candidate, candidate_count, sizeof *candidate, furthest_first);
    *ret_run = rd_take(arena, candidate_count, struct rd_worst_run);
    for (size_t i = 0; i < candidate_count; i++) {
        const struct candidate *of = &candidate[i];
        alike = i > 0 && by_algorithm(&candidate[i - 1], of) == 0 ? alike + 1 : 0;
        if (alike < count_each)
            (*ret_run)[count++] = (struct rd_worst_run){
                of->index, *of->options
                               ? rd_arena_print(arena, "%s (%s)", of->algorithm, of->options)
                               : of->algorithm};
    }
    return count;
}
