#include "worst_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row under consideration. */
struct candidate {
    const struct rd_result_row *row;
    size_t index;
};

static int by_algorithm(const struct candidate *a, const struct candidate *b)
{
    int order = strcmp(a->row->algorithm, b->row->algorithm);
    return order ? order : strcmp(a->row->options, b->row->options);
}

static int furthest_first(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    int order = by_algorithm(a, b);
    if (order)
        return order;
    if (a->row->ratio != b->row->ratio)
        return a->row->ratio > b->row->ratio ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

size_t rd_worst_runs(const struct rd_results_table *table, size_t count_each,
                     int64_t transfer_limit, struct rd_arena *arena, struct rd_worst_run **ret_run)
{
    struct candidate *candidate = rd_take(arena, table->row_count, struct candidate);
    size_t candidate_count = 0, count = 0, alike = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct rd_result_row *row = table->row[i];
        if (strcmp(row->status, "ok") == 0 && isfinite(row->ratio) &&
            row->transfers <= transfer_limit)
            candidate[candidate_count++] = (struct candidate){row, i};
    }
    qsort(candidate, candidate_count, sizeof *candidate, furthest_first);
    *ret_run = rd_take(arena, candidate_count, struct rd_worst_run);
    for (size_t i = 0; i < candidate_count; i++) {
        const struct rd_result_row *row = candidate[i].row;
        alike = i > 0 && by_algorithm(&candidate[i - 1], &candidate[i]) == 0 ? alike + 1 : 0;
        if (alike < count_each)
            (*ret_run)[count++] = (struct rd_worst_run){
                candidate[i].index,
                *row->options ? rd_arena_print(arena, "%s (%s)", row->algorithm, row->options)
                              : row->algorithm};
    }
    return count;
}
