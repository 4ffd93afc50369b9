#include "sparse_bottleneck.h"

#include "sim/base/error.h"
#include "sim/base/integers.h"

struct search {
    const struct rd_sparse *listed;
    const int64_t *row_cost, *column_cost;
    uint64_t *row_start; /* of the edges up to a threshold */
    uint32_t *column;
    bool *row_needs, *column_needs;
    struct rd_bottleneck_assignment *result;
    struct rd_arena *scratch;
};

/* Is there a perfect matching up to a threshold? Keeps it in the result, or what shows that there
 * is none. */
static bool matches(void *context, int64_t threshold)
{
    struct search *search = context;
    const struct rd_sparse *listed = search->listed;
    uint32_t n = listed->n;
    uint64_t count = 0;
    for (uint32_t row = 0; row < n; row++) {
        search->row_start[row] = count;
        for (uint64_t edge = listed->row_start[row]; edge < listed->row_start[row + 1]; edge++)
            if (listed->value[edge] <= threshold)
                search->column[count++] = listed->column[edge];
        search->row_needs[row] = search->row_cost[row] > threshold;
        search->column_needs[row] = search->column_cost[row] > threshold;
    }
    search->row_start[n] = count;
    struct rd_sparse graph = {n, search->row_start, search->column, NULL};
    return rd_sparse_cover(&graph, search->row_needs, search->column_needs,
                           search->result->column_of_row, search->result->hall_row,
                           &search->result->hall_row_count, search->scratch);
}

static int64_t least_of(const int64_t *value, uint64_t count)
{
    int64_t least = INT64_MAX;
    for (uint64_t i = 0; i < count; i++)
        least = rd_least(least, value[i]);
    return least;
}

/* No value is less: every row and every column needs one of its edges. */
static int64_t least_threshold(const struct search *search)
{
    const struct rd_sparse *listed = search->listed;
    uint32_t n = listed->n;
    int64_t least_row = least_of(search->row_cost, n);
    int64_t least_column = least_of(search->column_cost, n);
    int64_t *column_least = rd_take(search->scratch, n, int64_t);
    for (uint32_t column = 0; column < n; column++)
        column_least[column] = rd_greatest(search->column_cost[column], least_row);
    int64_t threshold = INT64_MIN;
    for (uint32_t row = 0; row < n; row++) {
        int64_t least = rd_greatest(search->row_cost[row], least_column);
        for (uint64_t edge = listed->row_start[row]; edge < listed->row_start[row + 1]; edge++) {
            int64_t cost = listed->value[edge], *of_column = &column_least[listed->column[edge]];
            least = cost < least ? cost : least;
            *of_column = cost < *of_column ? cost : *of_column;
        }
        threshold = rd_greatest(threshold, least);
    }
    for (uint32_t column = 0; column < n; column++)
        threshold = rd_greatest(threshold, column_least[column]);
    return threshold;
}

/* What a value above the threshold may be. Returns: how many. */
static size_t values_above(const struct search *search, int64_t threshold, int64_t *value)
{
    const struct rd_sparse *listed = search->listed;
    size_t count = 0;
    for (uint64_t edge = 0; edge < listed->row_start[listed->n]; edge++)
        if (listed->value[edge] > threshold)
            value[count++] = listed->value[edge];
    for (uint32_t i = 0; i < listed->n; i++) {
        if (search->row_cost[i] > threshold && search->row_cost[i] != RD_NO_EDGE)
            value[count++] = search->row_cost[i];
        if (search->column_cost[i] > threshold && search->column_cost[i] != RD_NO_EDGE)
            value[count++] = search->column_cost[i];
    }
    return count;
}

struct rd_bottleneck_assignment rd_sparse_bottleneck_assign(const struct rd_sparse *listed,
                                                            const int64_t *row_cost,
                                                            const int64_t *column_cost,
                                                            struct rd_arena *arena,
                                                            struct rd_arena *scratch)
{
    uint32_t n = listed->n;
    rd_assert(n >= 1);
    struct rd_bottleneck_assignment result = {.hall_row = rd_take(arena, n, uint32_t)};
    uint32_t *column_of_row = rd_take(arena, n, uint32_t);
    rd_arena_borrow(scratch);
    struct search search = {
        .listed = listed,
        .row_cost = row_cost,
        .column_cost = column_cost,
        .row_start = rd_take(scratch, (size_t)n + 1, uint64_t),
        .column = rd_take(scratch, listed->row_start[n], uint32_t),
        .row_needs = rd_take(scratch, n, bool),
        .column_needs = rd_take(scratch, n, bool),
        .result = &result,
        .scratch = scratch,
    };
    result.column_of_row = column_of_row;
    result.value = least_threshold(&search);
    if (!matches(&search, result.value)) {
        int64_t *value = rd_take(scratch, listed->row_start[n] + 2 * (size_t)n, int64_t);
        size_t count = values_above(&search, result.value, value);
        result.value = rd_least_threshold(value, count, matches, &search);
    }
    /* One less is too little: what cannot be covered then shows why. */
    result.column_of_row = rd_take(scratch, n, uint32_t);
    bool perfect = matches(&search, result.value - 1);
    rd_assert(!perfect);
    result.column_of_row = column_of_row;
    return result;
}
