/* Runs as data: a JSON text inside the page, from which its program shows a part at a time. */
#include "page.h"

#include "json.h"
#include "tables.h"
#include "utf8.h"

#include "sim/base/names.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

/* What is said of a run in words, behind its columns. */
static const char *const words[] = {"verdict", "why"};
enum { WORD_COUNT = sizeof words / sizeof *words };

struct rd_columns rd_page_columns(void)
{
    static const char *const said[] = {"status", "optimal", "proved_by", "bound_among", "message"};
    struct rd_columns columns = rd_columns_shown(RD_ON_PAGE);
    const struct rd_columns compared = rd_compared_columns();
    for (size_t i = 0; i < compared.count; i++)
        rd_columns_add(&columns, compared.column[i]);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        rd_columns_add(&columns, rd_stored_column(said[i]));
    return columns;
}

/* The algorithm with its options: "switch-steps (schedule=caterpillar)". */
static const char *label(const struct rd_result_row *row, struct rd_arena *arena)
{
    return *row->options ? rd_arena_print(arena, "%s (%s)", row->algorithm, row->options)
                         : row->algorithm;
}

/* What the page shows in a column; "" where there is no value. */
static const char *cell_of(const struct rd_result_row *row, const struct rd_column *column,
                           struct rd_arena *arena)
{
    char text[RD_NUMBER_SIZE];
    if (strcmp(column->name, "algorithm") == 0)
        return label(row, arena);
    if (column->kind == RD_COLUMN_TEXT) {
        const char *word = rd_result_row_text(row, column);
        return word ? word : "";
    }
    if (column->kind != RD_COLUMN_NUMBER) {
        int64_t count = rd_result_row_integer(row, column);
        return count == RD_NO_INTEGER ? "" : rd_arena_print(arena, "%" PRId64, count);
    }
    double value = rd_result_row_number(row, column);
    return !isfinite(value) ? ""
           : *column->unit  ? rd_arena_text(arena, rd_time_text(value, text))
                            : rd_arena_text(arena, rd_factor_text(value, 6, text));
}

/* Adds a text to an array, made well-formed. */
static void add(json_t *array, const char *text, struct rd_arena *arena)
{
    json_array_append_new(array, json_string(rd_utf8_clean(text ? text : "", arena)));
}

/* Writes JSON in which nothing can end the element that it stands in. */
static int write_safely(const char *text, size_t size, void *out)
{
    for (const char *at = text; at < text + size; at++)
        if (strchr("<>&", *at))
            fprintf(out, "\\u%04x", (unsigned)*at);
        else
            putc(*at, out);
    return 0;
}

/* Writes a value, which is given away. */
static void put(FILE *out, json_t *value)
{
    json_dump_callback(value, write_safely, out, JSON_ENCODE_ANY | JSON_COMPACT);
    json_decref(value);
}

/* Parameters come first, then the columns of results, and what is said of a run in words. Programs
 * find a column by its name, people by its heading. */
static void put_columns(FILE *out, const struct rd_results_table *table,
                        const struct rd_columns *shown, struct rd_arena *arena)
{
    json_t *names = json_array(), *headings = json_array();
    for (size_t i = 0; i < table->parameter_count; i++) {
        add(names, table->parameter[i], arena);
        add(headings, table->parameter[i], arena);
    }
    for (size_t i = 0; i < shown->count; i++) {
        add(names, shown->column[i]->name, arena);
        add(headings, rd_column_heading(shown->column[i], arena), arena);
    }
    for (size_t i = 0; i < WORD_COUNT; i++) {
        add(names, words[i], arena);
        add(headings, words[i], arena);
    }
    fprintf(out, "{\"parameters\":%zu,\"names\":", table->parameter_count);
    put(out, names);
    fputs(",\"columns\":", out);
    put(out, headings);
}

static void put_row(FILE *out, const struct rd_results_table *table, size_t row,
                    const struct rd_columns *shown, struct rd_arena *arena)
{
    const struct rd_result_row of = rd_packed_row(table->rows, row);
    json_t *cells = json_array();
    for (size_t i = 0; i < table->parameter_count; i++)
        add(cells, rd_results_table_value(table, row, i), arena);
    for (size_t i = 0; i < shown->count; i++)
        add(cells, cell_of(&of, shown->column[i], arena), arena);
    add(cells, rd_result_row_verdict(&of, arena), arena);
    add(cells, of.message, arena);
    put(out, cells);
}

/* Is a row of a point that was drawn? By the point's name, so that neither the order of points nor
 * how many there are of each kind has a say. */
static bool is_drawn(const struct rd_packed_column *point, size_t row, size_t every)
{
    return every == 1 || rd_name_hash(rd_packed_text(point, row)) % every == 0;
}

struct rd_page_sample rd_page_sample(const struct rd_results_table *table)
{
    struct rd_page_sample sample = {1, table->rows->count};
    if (table->rows->count <= RD_PAGE_RUN_LIMIT)
        return sample;
    const struct rd_packed_column *point = rd_packed_column(table->rows, "point");
    sample.every = (table->rows->count + RD_PAGE_SAMPLE - 1) / RD_PAGE_SAMPLE;
    sample.runs = 0;
    for (size_t i = 0; i < table->rows->count; i++)
        sample.runs += is_drawn(point, i, sample.every);
    return sample;
}

void rd_page_runs(FILE *out, const struct rd_results_table *table, struct rd_arena *arena)
{
    const struct rd_columns shown = rd_columns_shown(RD_ON_PAGE);
    const struct rd_page_sample sample = rd_page_sample(table);
    const struct rd_packed_column *point = rd_packed_column(table->rows, "point");
    const char *between = "";
    rd_json_use_own_memory();
    fputs("\n<script type=\"application/json\" id=\"runs-data\">", out);
    put_columns(out, table, &shown, arena);
    fputs(",\"rows\":[\n", out);
    for (size_t i = 0; i < table->rows->count && !ferror(out); i++) {
        rd_arena_borrow(arena);
        if (!is_drawn(point, i, sample.every))
            continue;
        fputs(between, out);
        between = ",\n";
        put_row(out, table, i, &shown, arena);
    }
    fputs("\n]}</script>", out);
}
