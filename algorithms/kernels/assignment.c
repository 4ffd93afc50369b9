#include "assignment.h"

#include "sim/base/error.h"

#define NONE UINT32_MAX

/* The state of a search: who is matched, and the column duals ("prices"). Row duals follow from
 * them at the end. */
struct search {
    uint32_t n;
    const int64_t *cost;
    uint32_t *column_of_row; /* NONE: free */
    uint32_t *row_of_column;
    int64_t *price;
};

static const int64_t *row_of_costs(const struct search *search, uint32_t row)
{
    return &search->cost[(uint64_t)row * search->n];
}

/* Each column's price is its least cost; the first row that has it takes the column if both are
 * free. One pass row by row, so that memory is read in order. */
static void reduce_columns(struct search *search, uint32_t *cheapest)
{
    uint32_t n = search->n;
    for (uint32_t column = 0; column < n; column++)
        search->price[column] = INT64_MAX;
    for (uint32_t row = 0; row < n; row++) {
        const int64_t *cost = row_of_costs(search, row);
        for (uint32_t column = 0; column < n; column++) {
            if (cost[column] < search->price[column]) {
                search->price[column] = cost[column];
                cheapest[column] = row;
            }
        }
    }
    for (uint32_t column = 0; column < n; column++) {
        uint32_t row = cheapest[column];
        if (search->column_of_row[row] != NONE)
            continue;
        search->column_of_row[row] = column;
        search->row_of_column[column] = row;
    }
}

/* A row's two cheapest columns after prices. */
struct offers {
    uint32_t best, second;
    int64_t best_cost, second_cost;
};

static struct offers offers_of(const struct search *search, uint32_t row)
{
    const int64_t *cost = row_of_costs(search, row);
    struct offers offers = {NONE, NONE, INT64_MAX, INT64_MAX};
    for (uint32_t column = 0; column < search->n; column++) {
        int64_t reduced = cost[column] - search->price[column];
        if (reduced >= offers.second_cost)
            continue;
        if (reduced < offers.best_cost) {
            offers.second = offers.best;
            offers.second_cost = offers.best_cost;
            offers.best = column;
            offers.best_cost = reduced;
        } else {
            offers.second = column;
            offers.second_cost = reduced;
        }
    }
    return offers;
}

/* Free rows bid for their cheapest column, lowering its price by how much more expensive the next
 * one is; whom they throw out bids next. What is still free after the pass is kept in `free_row`.
 * The work of a pass is bounded, because with equal prices rows may throw each other out for long.
 * Returns: how many rows are left free. */
static uint32_t bid(struct search *search, uint32_t *free_row, uint32_t free_count)
{
    uint32_t left = 0, at = 0;
    uint64_t bids_left = 4 * (uint64_t)search->n;
    while (at < free_count) {
        uint32_t row = free_row[at++];
        rd_assert(search->n > 1); /* the one column has been given away */
        if (bids_left == 0) {
            free_row[left++] = row;
            continue;
        }
        bids_left--;
        struct offers offers = offers_of(search, row);
        uint32_t column = offers.best, loser = search->row_of_column[column];
        bool dearer = offers.best_cost < offers.second_cost;
        if (dearer) {
            search->price[column] -= offers.second_cost - offers.best_cost;
        } else if (loser != NONE && search->row_of_column[offers.second] == NONE) {
            /* As cheap and free: throw nobody out. */
            column = offers.second;
            loser = NONE;
        }
        if (loser != NONE && !dearer) {
            /* To take it would only move the problem to the loser. */
            free_row[left++] = row;
            continue;
        }
        search->column_of_row[row] = column;
        search->row_of_column[column] = row;
        if (loser != NONE) {
            search->column_of_row[loser] = NONE;
            free_row[--at] = loser;
        }
    }
    return left;
}

/* Scratch of the shortest paths, one entry a column. */
struct paths {
    int64_t *distance;
    uint32_t *from_row; /* the row before the column on its path */
    uint32_t *column;   /* all columns: done | at the least distance | to do */
};

/* Moves the columns of least distance behind those that are done.
 * Returns: the end of them. */
static uint32_t gather_least(struct paths *paths, uint32_t done, uint32_t n)
{
    uint32_t end = done + 1;
    int64_t least = paths->distance[paths->column[done]];
    for (uint32_t k = end; k < n; k++) {
        uint32_t column = paths->column[k];
        if (paths->distance[column] > least)
            continue;
        if (paths->distance[column] < least) {
            least = paths->distance[column];
            end = done;
        }
        paths->column[k] = paths->column[end];
        paths->column[end++] = column;
    }
    return end;
}

/* Grows the shortest paths from a free row until one ends at a free column; raises the prices.
 * Returns: that column. */
static uint32_t grow(struct search *search, uint32_t free_row, struct paths *paths)
{
    uint32_t n = search->n;
    const int64_t *cost = row_of_costs(search, free_row);
    for (uint32_t column = 0; column < n; column++) {
        paths->distance[column] = cost[column] - search->price[column];
        paths->from_row[column] = free_row;
        paths->column[column] = column;
    }
    uint32_t done = 0, least_end = 0, priced = 0, end = NONE;
    int64_t least = 0;
    while (end == NONE) {
        if (done == least_end) {
            priced = done;
            least_end = gather_least(paths, done, n);
            least = paths->distance[paths->column[done]];
            for (uint32_t k = done; k < least_end && end == NONE; k++)
                if (search->row_of_column[paths->column[k]] == NONE)
                    end = paths->column[k];
            if (end != NONE)
                break;
        }
        uint32_t through = paths->column[done++];
        uint32_t row = search->row_of_column[through];
        cost = row_of_costs(search, row);
        int64_t offset = cost[through] - search->price[through] - least;
        for (uint32_t k = least_end; k < n && end == NONE; k++) {
            uint32_t column = paths->column[k];
            int64_t distance = cost[column] - search->price[column] - offset;
            if (distance >= paths->distance[column])
                continue;
            paths->distance[column] = distance;
            paths->from_row[column] = row;
            if (distance > least)
                continue;
            if (search->row_of_column[column] == NONE)
                end = column;
            paths->column[k] = paths->column[least_end];
            paths->column[least_end++] = column;
        }
    }
    for (uint32_t k = 0; k < priced; k++) {
        uint32_t column = paths->column[k];
        search->price[column] += paths->distance[column] - least;
    }
    return end;
}

/* Turns the path that ends at a free column round. */
static void augment(struct search *search, uint32_t free_row, uint32_t end,
                    const struct paths *paths)
{
    uint32_t column = end, row;
    do {
        row = paths->from_row[column];
        search->row_of_column[column] = row;
        uint32_t next = search->column_of_row[row];
        search->column_of_row[row] = column;
        column = next;
    } while (row != free_row);
}

struct rd_assignment rd_assign(uint32_t n, const int64_t *cost, struct rd_arena *arena,
                               struct rd_arena *scratch)
{
    struct rd_assignment result = {rd_take(arena, n, uint32_t), rd_take(arena, n, int64_t),
                                   rd_take(arena, n, int64_t), 0};
    rd_arena_borrow(scratch);
    struct search search = {n, cost, result.column_of_row, rd_take(scratch, n, uint32_t),
                            result.column_dual};
    uint32_t *free_row = rd_take(scratch, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        search.column_of_row[i] = search.row_of_column[i] = NONE;
    reduce_columns(&search, free_row);
    uint32_t free_count = 0;
    for (uint32_t row = 0; row < n; row++)
        if (search.column_of_row[row] == NONE)
            free_row[free_count++] = row;
    for (int pass = 0; pass < 2; pass++)
        free_count = bid(&search, free_row, free_count);
    struct paths paths = {rd_take(scratch, n, int64_t), rd_take(scratch, n, uint32_t),
                          rd_take(scratch, n, uint32_t)};
    for (uint32_t k = 0; k < free_count; k++)
        augment(&search, free_row[k], grow(&search, free_row[k], &paths), &paths);
    for (uint32_t row = 0; row < n; row++) {
        uint32_t column = result.column_of_row[row];
        int64_t matched = row_of_costs(&search, row)[column];
        result.row_dual[row] = matched - result.column_dual[column];
        result.cost += matched;
    }
    return result;
}

bool rd_assignment_is_proved(uint32_t n, const int64_t *cost,
                             const struct rd_assignment *assignment, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    bool *taken = rd_take(scratch, n, bool);
    int64_t matched = 0, duals = 0;
    bool proved = true;
    for (uint32_t row = 0; row < n && proved; row++) {
        uint32_t column = assignment->column_of_row[row];
        proved = column < n && !taken[column];
        if (!proved)
            break;
        taken[column] = true;
        matched += cost[(uint64_t)row * n + column];
        duals += assignment->row_dual[row] + assignment->column_dual[row];
        for (uint32_t other = 0; other < n; other++)
            proved &= assignment->row_dual[row] + assignment->column_dual[other] <=
                      cost[(uint64_t)row * n + other];
    }
    return proved && matched == duals && matched == assignment->cost;
}
