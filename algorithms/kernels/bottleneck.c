#include "bottleneck.h"

#include "bipartite_matching.h"

#include "sim/base/error.h"
#include "sim/base/integers.h"

#include <string.h>

struct search {
    struct rd_bipartite graph; /* the edges up to a threshold */
    struct rd_bipartite below; /* those below it */
    const int64_t *cost;
    uint32_t *column_of_row;
    struct rd_arena *scratch;
};

/* The edges of a row up to a threshold, and those below it. Is there one? */
static bool cut_row(struct search *search, uint32_t row, int64_t threshold)
{
    uint32_t n = search->graph.n, words = search->graph.words_per_row;
    const int64_t *edge = &search->cost[(uint64_t)row * n];
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++) {
        uint32_t first = 64 * w, end = first + 64 < n ? first + 64 : n;
        uint64_t upto = 0, below = 0;
        for (uint32_t column = first; column < end; column++) {
            upto |= (uint64_t)(edge[column] <= threshold) << (column - first);
            below |= (uint64_t)(edge[column] < threshold) << (column - first);
        }
        search->graph.word[(uint64_t)row * words + w] = upto;
        search->below.word[(uint64_t)row * words + w] = below;
        any |= upto;
    }
    return any != 0;
}

static void cut(struct search *search, int64_t threshold)
{
    for (uint32_t row = 0; row < search->graph.n; row++)
        cut_row(search, row, threshold);
}

/* Cuts at the least threshold at which each row has an edge: rows are cut at the greatest that the
 * rows before them ask for, and those that were cut too low once more. */
static int64_t cut_where_rows_allow(struct search *search)
{
    uint32_t n = search->graph.n, low = 0;
    int64_t threshold = INT64_MIN;
    for (uint32_t row = 0; row < n; row++) {
        if (cut_row(search, row, threshold))
            continue;
        threshold = INT64_MAX;
        for (uint32_t column = 0; column < n; column++)
            threshold = rd_least(threshold, search->cost[(uint64_t)row * n + column]);
        cut_row(search, row, threshold);
        low = row;
    }
    for (uint32_t row = 0; row < low; row++)
        cut_row(search, row, threshold);
    return threshold;
}

/* The least threshold at which each column has an edge. */
static int64_t column_threshold(const struct search *search)
{
    uint32_t n = search->graph.n;
    rd_arena_borrow(search->scratch);
    int64_t *least = rd_arena_copy(search->scratch, search->cost, n, sizeof *least);
    for (uint32_t row = 1; row < n; row++)
        for (uint32_t column = 0; column < n; column++)
            least[column] = rd_least(least[column], search->cost[(uint64_t)row * n + column]);
    int64_t threshold = INT64_MIN;
    for (uint32_t column = 0; column < n; column++)
        threshold = rd_greatest(threshold, least[column]);
    return threshold;
}

/* Is every column beside a row? */
static bool columns_are_reached(const struct search *search)
{
    uint32_t n = search->graph.n, words = search->graph.words_per_row, reached = 0;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t column = 0;
        for (uint32_t row = 0; row < n; row++)
            column |= search->graph.word[(uint64_t)row * words + w];
        reached += (uint32_t)__builtin_popcountll(column);
    }
    return reached == n;
}

/* Matches by the edges of a graph, from what is left of a matching. Is it perfect? */
static bool match(struct search *search, const struct rd_bipartite *graph)
{
    for (uint32_t row = 0; row < graph->n; row++) {
        uint32_t *column = &search->column_of_row[row];
        if (*column != RD_UNMATCHED && !rd_bipartite_joined(graph, row, *column))
            *column = RD_UNMATCHED;
    }
    return rd_bipartite_match(graph, search->column_of_row, search->scratch) == graph->n;
}

static bool matches(void *context, int64_t threshold)
{
    struct search *search = context;
    cut(search, threshold);
    return match(search, &search->graph);
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
    struct search search = {rd_bipartite_make(n, scratch), rd_bipartite_make(n, scratch), cost,
                            result.column_of_row, scratch};
    for (uint32_t row = 0; row < n; row++)
        result.column_of_row[row] = RD_UNMATCHED;
    /* No value is less: every row and every column needs one of its edges. */
    result.value = cut_where_rows_allow(&search);
    if (!columns_are_reached(&search)) {
        result.value = column_threshold(&search);
        cut(&search, result.value);
    }
    if (!match(&search, &search.graph)) {
        size_t count = 0, taken = 0;
        for (uint64_t edge = 0; edge < (uint64_t)n * n; edge++)
            count += cost[edge] > result.value;
        int64_t *above = rd_take(scratch, count, int64_t);
        for (uint64_t edge = 0; edge < (uint64_t)n * n; edge++)
            if (cost[edge] > result.value)
                above[taken++] = cost[edge];
        result.value = rd_least_threshold(above, count, matches, &search);
    }
    /* Cheaper edges are too few, as the graph below the last threshold shows. */
    search.column_of_row =
        rd_arena_copy(scratch, result.column_of_row, n, sizeof *search.column_of_row);
    bool perfect = match(&search, &search.below);
    rd_assert(!perfect);
    result.hall_row_count =
        rd_bipartite_hall_rows(&search.below, search.column_of_row, result.hall_row, scratch);
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
