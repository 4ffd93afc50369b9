#include "sparse_matching.h"

#include "sim/base/error.h"

#include <string.h>

void rd_match_remaining(uint32_t n, uint32_t *column_of_row, const uint32_t *row_of_column)
{
    uint32_t column = 0;
    for (uint32_t row = 0; row < n; row++) {
        if (column_of_row[row] != RD_UNMATCHED)
            continue;
        while (row_of_column[column] != RD_UNMATCHED)
            column++;
        column_of_row[row] = column++;
    }
}

/* Rows, or columns. */
struct side {
    const bool *needs;
    const uint64_t *start;
    const uint32_t *neighbour; /* on the other side */
    uint32_t *mate;            /* RD_UNMATCHED: free */
    uint64_t *next;            /* of each in this pass: neighbours before it are exhausted */
    uint64_t *next_end;        /* of each for good: no path ends at a neighbour before it */
};

struct search {
    uint32_t n;
    struct side near, far; /* paths start on the near side */
    bool *visited;         /* [n] of the far side, in this pass */
    uint32_t *path_near, *path_far;
    uint32_t depth;
};

/* A path may end at a neighbour that is free, or whose mate needs nobody. Once it is taken by one
 * in need it stays taken by one, so what was passed over is never looked at again. */
static uint32_t end_beside(struct search *search, uint32_t vertex)
{
    const struct side *near = &search->near;
    for (uint64_t *at = &near->next_end[vertex]; *at < near->start[vertex + 1]; (*at)++) {
        uint32_t mate = search->far.mate[near->neighbour[*at]];
        if (mate == RD_UNMATCHED || !near->needs[mate])
            return near->neighbour[*at];
    }
    return RD_UNMATCHED;
}

static uint32_t unvisited_beside(struct search *search, uint32_t vertex)
{
    const struct side *near = &search->near;
    for (uint64_t *at = &near->next[vertex]; *at < near->start[vertex + 1]; (*at)++)
        if (!search->visited[near->neighbour[*at]])
            return near->neighbour[*at];
    return RD_UNMATCHED;
}

/* Gives each on the path the next one's partner. */
static void turn_path(struct search *search)
{
    uint32_t loser = search->far.mate[search->path_far[search->depth]];
    if (loser != RD_UNMATCHED)
        search->near.mate[loser] = RD_UNMATCHED;
    for (uint32_t k = 0; k <= search->depth; k++) {
        search->near.mate[search->path_near[k]] = search->path_far[k];
        search->far.mate[search->path_far[k]] = search->path_near[k];
    }
}

/* Searches depth first from a free vertex in need. */
static bool augment(struct search *search, uint32_t root)
{
    search->depth = 0;
    search->path_near[0] = root;
    for (;;) {
        uint32_t vertex = search->path_near[search->depth];
        uint32_t end = end_beside(search, vertex);
        if (end != RD_UNMATCHED) {
            search->visited[end] = true;
            search->path_far[search->depth] = end;
            turn_path(search);
            return true;
        }
        uint32_t through = unvisited_beside(search, vertex);
        if (through != RD_UNMATCHED) {
            search->visited[through] = true;
            search->path_far[search->depth++] = through;
            search->path_near[search->depth] = search->far.mate[through];
        } else if (search->depth == 0) {
            return false;
        } else {
            search->depth--;
        }
    }
}

static void start_pass(struct search *search)
{
    memset(search->visited, 0, search->n * sizeof *search->visited);
    memcpy(search->near.next, search->near.start, search->n * sizeof *search->near.next);
}

/* Covers the near side. Returns: RD_UNMATCHED, or one that cannot be covered; then whatever its
 * paths reach has been visited. */
static uint32_t cover(struct search *search)
{
    memcpy(search->near.next_end, search->near.start, search->n * sizeof *search->near.next_end);
    uint32_t left, found;
    do {
        left = RD_UNMATCHED;
        found = 0;
        start_pass(search);
        for (uint32_t vertex = 0; vertex < search->n; vertex++) {
            if (!search->near.needs[vertex] || search->near.mate[vertex] != RD_UNMATCHED)
                continue;
            if (augment(search, vertex))
                found++;
            else if (left == RD_UNMATCHED)
                left = vertex;
        }
    } while (left != RD_UNMATCHED && found > 0);
    if (left != RD_UNMATCHED) {
        start_pass(search);
        bool covered = augment(search, left);
        rd_assert(!covered);
    }
    return left;
}

/* The edges of each column. */
static void transpose(const struct rd_sparse *graph, struct rd_arena *scratch, struct side *columns)
{
    uint32_t n = graph->n;
    uint64_t *start = rd_take(scratch, (size_t)n + 2, uint64_t);
    uint32_t *row_of = rd_take(scratch, graph->row_start[n], uint32_t);
    for (uint64_t edge = 0; edge < graph->row_start[n]; edge++)
        start[graph->column[edge] + 2]++;
    /* start[c + 1] is where column c's next row goes, and ends as where its rows end. */
    for (uint32_t column = 0; column < n; column++)
        start[column + 2] += start[column + 1];
    for (uint32_t row = 0; row < n; row++)
        for (uint64_t edge = graph->row_start[row]; edge < graph->row_start[row + 1]; edge++)
            row_of[start[graph->column[edge] + 1]++] = row;
    columns->start = start;
    columns->neighbour = row_of;
}

/* Rows that show why a row, or a column, cannot be covered: those that a row's paths reach, or
 * those that a column's paths do not. */
static uint32_t collect_rows(const struct search *search, uint32_t row_left,
                             const uint32_t *column_of_row, uint32_t *row)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < search->n; r++) {
        bool reached = row_left == RD_UNMATCHED           ? !search->visited[r]
                       : column_of_row[r] != RD_UNMATCHED ? search->visited[column_of_row[r]]
                                                          : r == row_left;
        if (reached)
            row[count++] = r;
    }
    return count;
}

bool rd_sparse_cover(const struct rd_sparse *graph, const bool *row_needs, const bool *column_needs,
                     uint32_t *column_of_row, uint32_t *hall_row, uint32_t *ret_hall_row_count,
                     struct rd_arena *scratch)
{
    uint32_t n = graph->n;
    rd_arena_borrow(scratch);
    uint32_t *row_of_column = rd_take(scratch, n, uint32_t);
    struct side rows = {row_needs,
                        graph->row_start,
                        graph->column,
                        column_of_row,
                        rd_take(scratch, n, uint64_t),
                        rd_take(scratch, n, uint64_t)};
    struct side columns = {
        .needs = column_needs, .mate = row_of_column, .next = rows.next, .next_end = rows.next_end};
    transpose(graph, scratch, &columns);
    for (uint32_t i = 0; i < n; i++)
        column_of_row[i] = row_of_column[i] = RD_UNMATCHED;
    struct search search = {
        .n = n,
        .near = rows,
        .far = columns,
        .visited = rd_take(scratch, n, bool),
        .path_near = rd_take(scratch, (size_t)n + 1, uint32_t),
        .path_far = rd_take(scratch, (size_t)n + 1, uint32_t),
    };
    uint32_t row_left = cover(&search), column_left = RD_UNMATCHED;
    if (row_left == RD_UNMATCHED) {
        search.near = columns;
        search.far = rows;
        column_left = cover(&search);
    }
    bool covered = row_left == RD_UNMATCHED && column_left == RD_UNMATCHED;
    if (covered)
        rd_match_remaining(n, column_of_row, row_of_column);
    else
        *ret_hall_row_count = collect_rows(&search, row_left, column_of_row, hall_row);
    return covered;
}
