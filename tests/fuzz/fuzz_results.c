/* Any bytes as a results file of a sweep: refused with a message, or rows that, brought into
 * another file, are the same, and that can be exported, compared and shown. */
#include "scratch_file.h"

#include "sim/report/comparison.h"
#include "sim/report/results_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const struct rd_error *error)
{
    rd_assert(error->message[0] && error->path[0]);
    rd_assert(error->code == RD_ERROR_INPUT || error->code == RD_ERROR_FILE);
}

static void check_written(const struct rd_results_table *table, struct rd_arena *arena)
{
    struct rd_comparison *comparison;
    char *text = NULL;
    size_t size = 0, count = rd_compare_by_each(table, &(struct rd_comparison_settings){0}, arena,
                                                &comparison);
    FILE *out = open_memstream(&text, &size);
    rd_assert(out && rd_results_table_write(out, RD_FORMAT_JSON, table) &&
              rd_results_table_write(out, RD_FORMAT_CSV, table) &&
              rd_comparisons_write(out, RD_FORMAT_TABLE, comparison, count));
    fclose(out);
    free(text);
}

/* Brings all rows into a fresh file. In: columns: all. */
static void check_merged(struct rd_results *results, const struct rd_packed_rows *rows,
                         const struct rd_columns *columns, struct rd_arena *arena)
{
    struct rd_results *merged;
    struct rd_packed_rows again;
    struct rd_error error = {0};
    if (!rd_results_create(scratch_file("merged.db", NULL, 0), rd_results_head(results), arena,
                           &merged, &error)) {
        check_error(&error);
        return;
    }
    if (rd_results_merge(merged, results, &error)) {
        rd_assert(rd_results_rows(merged, columns, arena, &again, &error));
        rd_assert(again.count == rows->count);
        for (size_t i = 0; i < rows->count; i++) {
            const struct rd_result_row one = rd_packed_row(rows, i),
                                       twin = rd_packed_row(&again, i);
            rd_assert(strcmp(twin.key, one.key) == 0 && !rd_result_row_difference(&twin, &one));
        }
    } else {
        check_error(&error);
    }
    rd_results_close(merged);
}

static void read_all(struct rd_results *results, struct rd_arena *arena)
{
    struct rd_error error = {0};
    const char *const *point;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_packed_rows rows;
    struct rd_results_table table;
    size_t point_count;
    if (!rd_results_points(results, arena, &point, &point_count, &error))
        check_error(&error);
    if (!rd_results_rows(results, &all, arena, &rows, &error)) {
        check_error(&error);
        return;
    }
    const char *previous = "";
    for (size_t i = 0; i < rows.count; i++) {
        const char *key = rd_packed_row(&rows, i).key;
        rd_assert(key && (i == 0 || strcmp(previous, key) < 0));
        previous = key;
    }
    check_merged(results, &rows, &all, arena);
    if (rd_results_table_read(results, &all, arena, &table, &error))
        check_written(&table, arena);
    else
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_arena arena;
    struct rd_results *results;
    struct rd_error error = {0};
    const char *path = scratch_file("results.db", data, size);
    rd_arena_open(&arena, 0);
    if (rd_results_open(path, &arena, &results, &error)) {
        const struct rd_results_head *head = rd_results_head(results);
        rd_assert(head->scenario && head->scenario_hash && head->redist_version);
        read_all(results, &arena);
        rd_results_close(results);
    } else {
        check_error(&error);
    }
    rd_arena_close(&arena);
    return 0;
}
