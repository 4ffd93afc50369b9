/* Rows of a sweep made of arbitrary bytes: stored, merged into another file and packed, they are
 * the same rows; and whatever they hold is exported, compared and shown on a page. */
#include "bytes.h"
#include "scratch_file.h"

#include "sim/report/comparison.h"
#include "sim/report/page.h"
#include "sim/report/result_values.h"
#include "sim/report/results_file.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ROWS = 6, MOST_LETTERS = 24 };

static const struct rd_results_head head = {"fuzz", "hash", "1", "2"};

static double some_number(struct bytes *bytes)
{
    static const double numbers[] = {NAN, 0, 1, 1, 2, 0.1, 1e308, 5e-324, -1, 3, 1e9, 1.0 / 3};
    uint8_t byte = bytes_take(bytes);
    return byte < 128 ? byte / 4.0 : numbers[byte % (sizeof numbers / sizeof *numbers)];
}

static int64_t some_integer(struct bytes *bytes)
{
    static const int64_t integers[] = {RD_NO_INTEGER, INT64_MAX, INT64_MIN + 1, -1, 0, 1};
    uint8_t byte = bytes_take(bytes);
    return byte < 200 ? byte : integers[byte % (sizeof integers / sizeof *integers)];
}

/* A text of UTF-8, or what once was: redist checks names before they come so far. */
static const char *some_text(struct bytes *bytes, struct rd_arena *arena)
{
    static const char *const texts[] = {"hosts", "1", "10", "\xc3\xa9", "</script>", "a,\"b\"\n"};
    uint8_t byte = bytes_take(bytes);
    if (byte >= 128)
        return texts[byte % (sizeof texts / sizeof *texts)];
    char *text = rd_take(arena, MOST_LETTERS + 1, char);
    for (int i = 0; i < byte % MOST_LETTERS; i++) {
        uint8_t letter = bytes_take(bytes) & 0x7f;
        text[i] = (char)(letter < ' ' || letter == 0x7f ? '0' + letter % 10 : letter);
    }
    return text;
}

static const char *some_parameters(struct bytes *bytes, struct rd_arena *arena)
{
    static const char *const names[] = {"bandwidth-scale", "hosts", "latency", "seed"};
    struct rd_option option[4], *again;
    size_t count = 0, count_again;
    uint8_t which = bytes_take(bytes);
    for (size_t i = 0; i < 4; i++)
        if (which >> i & 1)
            option[count++] = (struct rd_option){names[i], some_text(bytes, arena)};
    const char *text = rd_parameters_text(option, count, arena);
    rd_assert(rd_parameters_parse(text, arena, &again, &count_again) && count_again == count);
    for (size_t i = 0; i < count; i++)
        rd_assert(strcmp(again[i].name, option[i].name) == 0 &&
                  strcmp(again[i].value, option[i].value) == 0);
    return text;
}

static struct rd_result_row some_row(struct bytes *bytes, struct rd_arena *arena)
{
    static const char *const states[] = {"ok", "ok", "ok", "refused", "failed"};
    struct rd_result_row row = rd_result_row_none;
    const struct rd_columns columns = rd_columns_shown(RD_STORED);
    for (size_t i = 0; i < columns.count; i++) {
        const struct rd_column *column = columns.column[i];
        uint8_t left_out = column->kind == RD_COLUMN_TEXT ? bytes_take(bytes) : 0;
        void *at = rd_result_row_at(&row, column);
        switch (column->kind) {
        case RD_COLUMN_TEXT:
            *(const char **)at = left_out == 255 ? "" : some_text(bytes, arena);
            break;
        case RD_COLUMN_NUMBER: *(double *)at = some_number(bytes); break;
        case RD_COLUMN_INTEGER: *(int64_t *)at = some_integer(bytes); break;
        case RD_COLUMN_TRUTH: *(int64_t *)at = bytes_take(bytes) % 2; break;
        case RD_COLUMN_VALUE: break;
        }
    }
    row.parameters = some_parameters(bytes, arena);
    row.status = states[bytes_take(bytes) % 5];
    row.hosts = bytes_take(bytes);
    row.key = rd_arena_print(arena, "k%s", row.key);
    row.scenario = head.scenario;
    row.scenario_hash = head.scenario_hash;
    row.redist_version = head.redist_version;
    row.simgrid_version = head.simgrid_version;
    return row;
}

static void check_packed(const struct rd_result_row *row, struct rd_arena *arena)
{
    size_t size;
    struct rd_result_row again = {0};
    unsigned char *packed = rd_result_row_pack(row, arena, &size);
    rd_assert(rd_result_row_unpack(packed, size, &again) && !rd_result_row_difference(row, &again));
    rd_assert(!rd_result_row_unpack(packed, size - 1, &again));
}

static struct rd_results *create(const char *name, struct rd_arena *arena)
{
    struct rd_results *results;
    struct rd_error error = {0};
    const char *path = scratch_file(name, NULL, 0);
    if (!rd_results_create(path, &head, arena, &results, &error)) {
        fprintf(stderr, "%s\n", error.message);
        rd_assert(!"no results file");
    }
    return results;
}

/* Writes what a table comes to into memory, twice: the same rows give the same bytes. */
static void check_written(const struct rd_results_table *table, const struct rd_results_table *twin,
                          struct rd_arena *arena)
{
    const struct rd_results_table *both[] = {table, twin};
    for (int format = RD_FORMAT_TABLE; format <= RD_FORMAT_CSV; format++) {
        char *text[2] = {NULL, NULL};
        size_t size[2] = {0, 0};
        for (int i = 0; i < 2; i++) {
            FILE *out = open_memstream(&text[i], &size[i]);
            rd_assert(out);
            struct rd_comparison *comparison;
            if (format != RD_FORMAT_TABLE)
                rd_assert(rd_results_table_write(out, (enum rd_format)format, both[i]));
            long exported = ftell(out);
            for (int measure = 0; measure < RD_MEASURE_COUNT; measure++) {
                size_t count = rd_compare_by_each(
                    both[i], &(struct rd_comparison_settings){.measure = (enum rd_measure)measure},
                    arena, &comparison);
                rd_assert(rd_comparisons_write(out, (enum rd_format)format, comparison, count));
            }
            fclose(out);
            if (format == RD_FORMAT_JSON) {
                json_t *json = json_loadb(text[i], (size_t)exported, 0, NULL);
                rd_assert(json && json_array_size(json) == both[i]->rows->count);
                json_decref(json);
            }
        }
        rd_assert(size[0] == size[1] && memcmp(text[0], text[1], size[0]) == 0);
        free(text[0]);
        free(text[1]);
    }
    struct rd_error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const struct rd_page page = {.head = &head, .table = table};
    rd_assert(out && rd_page_write(out, &page, &error));
    fclose(out);
    rd_assert(strstr(text, "</html>"));
    free(text);
}

static void check_rows(const struct rd_result_row *row, size_t count, struct rd_arena *arena)
{
    struct rd_results *results = create("rows.db", arena), *other = create("merged.db", arena);
    struct rd_results_table table, twin;
    struct rd_error error = {0};
    struct rd_packed_rows stored;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    for (size_t i = 0; i < count; i++)
        rd_assert(rd_results_add(results, &row[i], &error));
    rd_assert(rd_results_commit(results, &error));
    rd_assert(rd_results_merge(other, results, &error));
    if (!rd_results_rows(results, &all, arena, &stored, &error)) {
        fprintf(stderr, "%s\n", error.message);
        rd_assert(!"what was stored cannot be read");
    }
    for (size_t i = 0; i < stored.count; i++) {
        const struct rd_result_row again = rd_packed_row(&stored, i);
        size_t first = 0;
        while (first < count && strcmp(row[first].key, again.key) != 0)
            first++;
        rd_assert(first < count && !rd_result_row_difference(&again, &row[first]));
    }
    if (rd_results_table_read(results, &all, arena, &table, &error)) {
        rd_assert(rd_results_table_read(other, &all, arena, &twin, &error));
        rd_assert(table.rows->count == stored.count && twin.rows->count == stored.count);
        check_written(&table, &twin, arena);
    } else {
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
    }
    rd_results_close(results);
    rd_results_close(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes bytes = {data, data + size};
    struct rd_arena arena;
    struct rd_result_row row[MOST_ROWS];
    size_t count = 0;
    rd_arena_open(&arena, 0);
    while (bytes.next < bytes.end && count < MOST_ROWS) {
        row[count] = some_row(&bytes, &arena);
        check_packed(&row[count], &arena);
        count++;
    }
    check_rows(row, count, &arena);
    rd_arena_close(&arena);
    return 0;
}
