#include "bottleneck.h"

#include "bipartite_matching.h"

#include "sim/base/error.h"
#include "sim/base/integers.h"

#include <string.h>

/* No value is less: every row and every column needs one of its edges. */
static int64_t least_threshold(uint32_t n, const int64_t *cost, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    int64_t *column_least = rd_take(scratch, n, int64_t);
    for (uint32_t column = 0; column < n; column++)
        column_least[column] = INT64_MAX;
    int64_t least = INT64_MIN;
    for (uint32_t row = 0; row < n; row++) {
        int64_t row_least = INT64_MAX;
        for (uint32_t column = 0; column < n; column++) {
            int64_t edge = cost[(uint64_t)row * n + column];
            row_least = rd_least(row_least, edge);
            column_least[column] = rd_least(column_least[column], edge);
        }
        least = rd_greatest(least, row_least);
    }
    for (uint32_t column = 0; column < n; column++)
        least = rd_greatest(least, column_least[column]);
    return least;
}

/* The graph of the edges up to a threshold. */
static void cut(struct rd_bipartite *graph, const int64_t *cost, int64_t threshold)
{
    uint32_t n = graph->n;
    for (uint32_t row = 0; row < n; row++) {
        const int64_t *edge = &cost[(uint64_t)row * n];
        uint64_t *word = &graph->word[(uint64_t)row * graph->words_per_row];
        for (uint32_t w = 0; w < graph->words_per_row; w++) {
            uint32_t first = 64 * w, end = first + 64 < n ? first + 64 : n;
            uint64_t bits = 0;
            for (uint32_t column = first; column < end; column++)
                bits |= (uint64_t)(edge[column] <= threshold) << (column - first);
            word[w] = bits;
        }
    }
}

struct search {
    struct rd_bipartite graph;
    const int64_t *cost;
    uint32_t *column_of_row;
    struct rd_arena *scratch;
};

/* Is there a perfect matching up to a threshold? Starts from what is left of a matching, and keeps
 * the result in it. */
static bool matches(void *context, int64_t threshold)
{
    struct search *search = context;
    cut(&search->graph, search->cost, threshold);
    for (uint32_t row = 0; row < search->graph.n; row++) {
        uint32_t *column = &search->column_of_row[row];
        if (*column != RD_UNMATCHED && !rd_bipartite_joined(&search->graph, row, *column))
            *column = RD_UNMATCHED;
    }
    return rd_bipartite_match(&search->graph, search->column_of_row, search->scratch) ==
           search->graph.n;
}

int64_t rd_least_threshold(int64_t *value, size_t count, rd_threshold_matches *suffices,
                           void *context)
{
    size_t distinct = 0;
    rd_sort_rising(value, count);
    for (size_t i = 0; i < count; i++)
        if (distinct == 0 || value[i] != value[distinct - 1])
            value[distinct++] = value[i];
    size_t low = 0, high = distinct - 1;
    RD_FIND_FIRST(low, high, i, suffices(context, value[i]));
    bool perfect = suffices(context, value[low]);
    rd_assert(perfect);
    return value[low];
}

struct rd_bottleneck_assignment rd_bottleneck_assign(uint32_t n, const int64_t *cost,
                                                     struct rd_arena *arena,
                                                     struct rd_arena *scratch)
{
    rd_assert(n >= 1);
    struct rd_bottleneck_assignment result = {.column_of_row = rd_take(arena, n, uint32_t),
                                              .hall_row = rd_take(arena, n, uint32_t)};
    rd_arena_borrow(scratch);
    struct search search = {rd_bipartite_make(n, scratch), cost, result.column_of_row, scratch};
    for (uint32_t row = 0; row < n; row++)
        result.column_of_row[row] = RD_UNMATCHED;
    result.value = least_threshold(n, cost, scratch);
    if (!matches(&search, result.value)) {
        size_t count = 0, taken = 0;
        for (uint64_t edge = 0; edge < (uint64_t)n * n; edge++)
            count += cost[edge] > result.value;
        int64_t *above = rd_take(scratch, count, int64_t);
        for (uint64_t edge = 0; edge < (uint64_t)n * n; edge++)
            if (cost[edge] > result.value)
                above[taken++] = cost[edge];
        result.value = rd_least_threshold(above, count, matches, &search);
    }
    /* One less is too little: whom it leaves unmatched shows why. */
    search.column_of_row =
        rd_arena_copy(scratch, result.column_of_row, n, sizeof *search.column_of_row);
    bool perfect = matches(&search, result.value - 1);
    rd_assert(!perfect);
    result.hall_row_count =
        rd_bipartite_hall_rows(&search.graph, search.column_of_row, result.hall_row, scratch);
    return result;
}

/* How many columns the given rows reach by edges cheaper than `value`. */
static uint32_t reached(uint32_t n, const int64_t *cost, const uint32_t *row, uint32_t row_count,
                        int64_t value, struct rd_arena *scratch)
{
    bool *joined = rd_take(scratch, n, bool);
    uint32_t count = 0;
    for (uint32_t k = 0; k < row_count; k++) {
        for (uint32_t column = 0; column < n; column++) {
            if (cost[(uint64_t)row[k] * n + column] < value && !joined[column]) {
                joined[column] = true;
                count++;
            }
        }
    }
    return count;
}

bool rd_bottleneck_assignment_is_proved(uint32_t n, const int64_t *cost,
                                        const struct rd_bottleneck_assignment *bottleneck,
                                        struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    bool *taken = rd_take(scratch, n, bool);
    int64_t greatest = INT64_MIN;
    bool proved = true;
    for (uint32_t row = 0; row < n && proved; row++) {
        uint32_t column = bottleneck->column_of_row[row];
        proved = column < n && !taken[column];
        if (!proved)
            break;
        taken[column] = true;
        greatest = rd_greatest(greatest, cost[(uint64_t)row * n + column]);
    }
    /* Without any cheaper edge a single row proves it, as much as rows that reach too little. */
    proved = proved && greatest == bottleneck->value && bottleneck->hall_row_count > 0 &&
             reached(n, cost, bottleneck->hall_row, bottleneck->hall_row_count, bottleneck->value,
                     scratch) < bottleneck->hall_row_count;
    return proved;
}
