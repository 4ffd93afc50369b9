#include "sparse_assignment.h"

#include "sim/base/heap.h"
#include "sim/base/integers.h"

/* Columns by the loss at which a row's tree reaches them. Equal ones stay in the order in which
 * they come to lie: to order them, too, would look at three times as many. */
struct heap {
    uint32_t count;
    uint32_t *column;
    uint32_t *place; /* of a column in the heap; RD_UNMATCHED: not in it */
    int64_t *loss;   /* of a column */
};

static bool before(const struct heap *heap, uint32_t a, uint32_t b)
{
    return heap->loss[a] < heap->loss[b];
}

static void put(struct heap *heap, size_t place, uint32_t column)
{
    heap->column[place] = column;
    heap->place[column] = (uint32_t)place;
}

RD_DEFINE_HEAP(struct heap, uint32_t, column, count, before, put)

/* Puts a column in, or further up if its loss has become less. */
static void push(struct heap *heap, uint32_t column)
{
    uint32_t place = heap->place[column];
    rd_heap_rise(heap, place == RD_UNMATCHED ? heap->count++ : place, column);
}

static uint32_t pop(struct heap *heap)
{
    uint32_t first = rd_heap_pop(heap);
    heap->place[first] = RD_UNMATCHED;
    return first;
}

struct search {
    const struct rd_sparse *listed;
    const bool *row_needs, *column_needs;
    int64_t need; /* what it gains to match one in need */
    uint32_t *column_of_row, *row_of_column;
    int64_t *row_dual, *column_dual;
    struct heap heap;
    uint32_t *from_row; /* the row before the column on its path */
    uint32_t *seen;     /* columns that have a loss, the popped ones first */
    uint32_t *done;     /* columns that were popped */
    uint32_t seen_count, done_count;
    int64_t least;                /* the least loss of an end: */
    uint32_t end_column, end_row; /* one of the two */
};

static int64_t gain_of(const struct search *search, uint32_t row, uint64_t edge)
{
    uint32_t column = search->listed->column[edge];
    return search->listed->value[edge] +
           (search->row_needs && search->row_needs[row] ? search->need : 0) +
           (search->column_needs && search->column_needs[column] ? search->need : 0);
}

/* Every row asks for its most expensive gain, and takes the first free column that gives it. */
static void start(struct search *search)
{
    const struct rd_sparse *listed = search->listed;
    for (uint32_t row = 0; row < listed->n; row++) {
        uint64_t first = listed->row_start[row], end = listed->row_start[row + 1];
        for (uint64_t edge = first; edge < end; edge++)
            search->row_dual[row] = rd_greatest(search->row_dual[row], gain_of(search, row, edge));
        for (uint64_t edge = first; edge < end && search->row_dual[row] > 0; edge++) {
            uint32_t column = listed->column[edge];
            if (gain_of(search, row, edge) < search->row_dual[row] ||
                search->row_of_column[column] != RD_UNMATCHED)
                continue;
            search->column_of_row[row] = column;
            search->row_of_column[column] = row;
            break;
        }
    }
}

/* Reaches what is beside a row that the tree reaches at a loss. */
static void reach(struct search *search, uint32_t row, int64_t row_loss)
{
    const struct rd_sparse *listed = search->listed;
    struct heap *heap = &search->heap;
    if (row_loss + search->row_dual[row] < search->least) {
        search->least = row_loss + search->row_dual[row];
        search->end_row = row;
    }
    for (uint64_t edge = listed->row_start[row]; edge < listed->row_start[row + 1]; edge++) {
        uint32_t column = listed->column[edge];
        int64_t loss = row_loss + search->row_dual[row] + search->column_dual[column] -
                       gain_of(search, row, edge);
        if (loss >= search->least || loss >= heap->loss[column])
            continue;
        if (heap->loss[column] == INT64_MAX)
            search->seen[search->seen_count++] = column;
        heap->loss[column] = loss;
        search->from_row[column] = row;
        if (search->row_of_column[column] == RD_UNMATCHED) {
            search->least = loss;
            search->end_column = column;
            search->end_row = RD_UNMATCHED;
        } else {
            push(heap, column);
        }
    }
}

/* Shifts the duals by how much sooner than the end each was reached, and forgets the tree. */
static void settle(struct search *search, uint32_t root)
{
    struct heap *heap = &search->heap;
    search->row_dual[root] -= search->least;
    for (uint32_t k = 0; k < search->done_count; k++) {
        uint32_t column = search->done[k];
        int64_t sooner = search->least - heap->loss[column];
        search->column_dual[column] += sooner;
        search->row_dual[search->row_of_column[column]] -= sooner;
    }
    for (uint32_t k = 0; k < search->seen_count; k++) {
        heap->loss[search->seen[k]] = INT64_MAX;
        heap->place[search->seen[k]] = RD_UNMATCHED;
    }
    heap->count = 0;
}

/* Turns the path round that leads from the root to its end. */
static void turn_path(struct search *search, uint32_t root)
{
    uint32_t column = search->end_column;
    if (search->end_row == root)
        return;
    if (search->end_row != RD_UNMATCHED) {
        column = search->column_of_row[search->end_row];
        search->column_of_row[search->end_row] = RD_UNMATCHED;
    }
    uint32_t row;
    do {
        row = search->from_row[column];
        uint32_t next = search->column_of_row[row];
        search->column_of_row[row] = column;
        search->row_of_column[column] = row;
        column = next;
    } while (row != root);
}

/* Grows the tree of a free row to its nearest end. */
static void grow(struct search *search, uint32_t root)
{
    struct heap *heap = &search->heap;
    search->seen_count = search->done_count = 0;
    search->least = INT64_MAX;
    reach(search, root, 0);
    while (heap->count > 0 && heap->loss[heap->column[0]] < search->least) {
        uint32_t column = pop(heap);
        search->done[search->done_count++] = column;
        reach(search, search->row_of_column[column], heap->loss[column]);
    }
    settle(search, root);
    turn_path(search, root);
}

/* More than all gains together. */
static int64_t more_than_all(const struct rd_sparse *listed)
{
    int64_t sum = 1;
    for (uint32_t row = 0; row < listed->n; row++) {
        int64_t most = 0;
        for (uint64_t edge = listed->row_start[row]; edge < listed->row_start[row + 1]; edge++)
            most = rd_greatest(most, listed->value[edge]);
        sum += most;
    }
    return sum;
}

/* What one in need counted for more goes out of the duals, and the gains are summed. */
static int64_t finish(struct search *search)
{
    const struct rd_sparse *listed = search->listed;
    int64_t gain = 0;
    for (uint32_t i = 0; i < listed->n; i++) {
        search->row_dual[i] -= search->row_needs && search->row_needs[i] ? search->need : 0;
        search->column_dual[i] -=
            search->column_needs && search->column_needs[i] ? search->need : 0;
        gain += search->row_dual[i] + search->column_dual[i];
    }
    return gain;
}

struct rd_sparse_assignment rd_sparse_assign(const struct rd_sparse *listed, const bool *row_needs,
                                             const bool *column_needs, struct rd_arena *arena,
                                             struct rd_arena *scratch)
{
    uint32_t n = listed->n;
    struct rd_sparse_assignment result = {rd_take(arena, n, uint32_t), rd_take(arena, n, int64_t),
                                          rd_take(arena, n, int64_t), 0};
    rd_arena_borrow(scratch);
    struct search search = {
        .listed = listed,
        .row_needs = row_needs,
        .column_needs = column_needs,
        .need = more_than_all(listed),
        .column_of_row = result.column_of_row,
        .row_of_column = rd_take(scratch, n, uint32_t),
        .row_dual = result.row_dual,
        .column_dual = result.column_dual,
        .heap = {0, rd_take(scratch, n, uint32_t), rd_take(scratch, n, uint32_t),
                 rd_take(scratch, n, int64_t)},
        .from_row = rd_take(scratch, n, uint32_t),
        .seen = rd_take(scratch, n, uint32_t),
        .done = rd_take(scratch, n, uint32_t),
    };
    for (uint32_t i = 0; i < n; i++) {
        search.column_of_row[i] = search.row_of_column[i] = search.heap.place[i] = RD_UNMATCHED;
        search.heap.loss[i] = INT64_MAX;
    }
    start(&search);
    for (uint32_t row = 0; row < n; row++)
        if (search.column_of_row[row] == RD_UNMATCHED && search.row_dual[row] > 0)
            grow(&search, row);
    rd_match_remaining(n, search.column_of_row, search.row_of_column);
    result.gain = finish(&search);
    return result;
}
