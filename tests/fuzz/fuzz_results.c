/* Any bytes as a results file of a sweep: refused with a message, or rows whose checks agree. */
#include "scratch_file.h"

#include "sim/report/results.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const struct rd_error *error)
{
    rd_assert(error->message[0] && error->path[0]);
    rd_assert(error->code == RD_ERROR_INPUT || error->code == RD_ERROR_FILE);
}

static void read_all(struct rd_results *results, struct rd_arena *arena)
{
    struct rd_error error = {0};
    const char *const *point;
    struct rd_sweep_row *row;
    size_t point_count, row_count;
    if (!rd_results_points(results, arena, &point, &point_count, &error))
        check_error(&error);
    if (!rd_results_rows(results, arena, &row, &row_count, &error)) {
        check_error(&error);
        return;
    }
    for (size_t i = 0; i < row_count; i++)
        rd_assert(row[i].key);
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
