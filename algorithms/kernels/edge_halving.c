#include "edge_halving.h"

#include "sim/base/error.h"

/* Edges of a graph on the way: 12 bytes. */
struct entry {
    uint32_t edge;
    uint32_t count;
    uint16_t row;
    uint16_t column;
};

/* The entries that an entry is paired with, at its row and at its column. */
struct pairing {
    uint32_t at[RD_SIDES];
};

enum half { NEITHER, LEFT, RIGHT };

struct graph {
    struct entry *entry;
    size_t count;
};

struct colouring {
    uint32_t n;
    uint32_t none; /* stands for no entry; it has a place behind the last one, in the LEFT half */
    struct rd_unit_colouring result;
    uint32_t class_count; /* colours given so far */
    struct entry *stack;  /* graphs on the way, each behind those that it came from */
    size_t stack_capacity;
    struct pairing *pairing;  /* [entries + 1] */
    uint8_t *half;            /* [entries + 1] */
    uint32_t *open[RD_SIDES]; /* [n] the entry that waits for another one at a vertex, or none */
    uint32_t *count;          /* [edges] zero but while colours are taken out */
    struct rd_arena *scratch;
};

static void emit(struct colouring *colouring, uint32_t edge)
{
    colouring->result.edge[colouring->result.first[colouring->class_count + 1]++] = edge;
}

/* The next edge is the first of a new colour. */
static void end_colour(struct colouring *colouring)
{
    size_t end = colouring->result.first[++colouring->class_count];
    if (colouring->class_count < colouring->result.colour_count)
        colouring->result.first[colouring->class_count + 1] = end;
}

/* Without a branch, since whether another entry waits is as good as random. */
static void pair_at(struct colouring *colouring, int side, uint32_t vertex, uint32_t entry)
{
    uint32_t none = colouring->none, waiting = colouring->open[side][vertex];
    colouring->pairing[entry].at[side] = waiting;
    colouring->pairing[waiting].at[side] = entry;
    colouring->open[side][vertex] = waiting == none ? entry : none;
}

/* From an entry of the left half along its pairs, from this side first: right, left, right, .. */
static void walk(struct colouring *colouring, uint32_t entry, int side)
{
    const struct pairing *pairing = colouring->pairing;
    uint8_t *half = colouring->half;
    for (;;) {
        uint32_t next = pairing[entry].at[side];
        if (half[next] != NEITHER)
            return;
        half[next] = RIGHT;
        entry = pairing[next].at[RD_COLUMNS - side];
        if (half[entry] != NEITHER)
            return;
        half[entry] = LEFT;
    }
}

/* Pairs the entries that count odd, at their rows and at their columns, and gives one of each pair
 * to either half. Pairs form paths and cycles that change sides at each step, so cycles are even.
 */
static void halve(struct colouring *colouring, struct graph graph)
{
    for (size_t i = 0; i < graph.count; i++) {
        colouring->half[i] = NEITHER;
        if (graph.entry[i].count % 2 == 0)
            continue;
        pair_at(colouring, RD_ROWS, graph.entry[i].row, (uint32_t)i);
        pair_at(colouring, RD_COLUMNS, graph.entry[i].column, (uint32_t)i);
    }
    for (size_t i = 0; i < graph.count; i++) {
        colouring->open[RD_ROWS][graph.entry[i].row] = colouring->none;
        colouring->open[RD_COLUMNS][graph.entry[i].column] = colouring->none;
        if (graph.entry[i].count % 2 == 0 || colouring->half[i] != NEITHER)
            continue;
        colouring->half[i] = LEFT;
        walk(colouring, (uint32_t)i, RD_ROWS);
        walk(colouring, (uint32_t)i, RD_COLUMNS);
    }
}

/* A half of a graph that has just been halved, behind `top`. */
static struct graph take_half(struct colouring *colouring, struct graph graph, enum half side,
                              size_t *top)
{
    struct graph half = {.entry = colouring->stack + *top};
    rd_assert(colouring->stack_capacity - *top >= graph.count);
    for (size_t i = 0; i < graph.count; i++) {
        half.entry[half.count] = graph.entry[i];
        uint32_t count = graph.entry[i].count / 2 + (colouring->half[i] == side);
        half.entry[half.count].count = count;
        half.count += count > 0;
    }
    *top += half.count;
    return half;
}

/* Colours a graph whose degree is at most a power of two with so many colours, or with the first of
 * them until there are `end` in all. Recursion: as deep as its logarithm. In: the graph ends at
 * `top` or before. */
static void colour_power(struct colouring *colouring, struct graph graph, uint32_t degree,
                         size_t top, uint32_t end)
{
    if (degree == 1) {
        for (size_t i = 0; i < graph.count; i++)
            emit(colouring, graph.entry[i].edge);
        end_colour(colouring);
        return;
    }
    halve(colouring, graph);
    bool both = end - colouring->class_count > degree / 2;
    struct graph left = take_half(colouring, graph, LEFT, &top), right = {0};
    if (both)
        right = take_half(colouring, graph, RIGHT, &top);
    colour_power(colouring, left, degree / 2, top, end);
    if (both)
        colour_power(colouring, right, degree / 2, top, end);
}

/* Makes a matching that covers the heavy vertices a colour of its own. */
static void take_matching(struct colouring *colouring, struct graph *graph, uint32_t degree)
{
    rd_arena_borrow(colouring->scratch);
    struct rd_multi_edge *edge = rd_take(colouring->scratch, graph->count, struct rd_multi_edge);
    for (size_t i = 0; i < graph->count; i++)
        edge[i] = (struct rd_multi_edge){graph->entry[i].row, graph->entry[i].column,
                                         graph->entry[i].count};
    struct rd_multigraph multigraph = {colouring->n, graph->count, edge};
    struct rd_weighted_matching matching =
        rd_weighted_matching_open(&multigraph, colouring->scratch);
    rd_assert(matching.end == degree);
    rd_weighted_matching_cover(&matching);
    for (uint32_t row = 0; row < colouring->n; row++) {
        uint32_t entry = matching.mate[RD_ROWS][row];
        if (entry == RD_NO_MATE)
            continue;
        emit(colouring, graph->entry[entry].edge);
        graph->entry[entry].count--;
    }
    end_colour(colouring);
    size_t left = 0;
    for (size_t i = 0; i < graph->count; i++)
        if (graph->entry[i].count > 0)
            graph->entry[left++] = graph->entry[i];
    graph->count = left;
}

/* Takes the edges of the colours from `first` on out of a graph. */
static void take_coloured(struct colouring *colouring, uint32_t first, struct graph *graph)
{
    const struct rd_unit_colouring *result = &colouring->result;
    uint32_t *count = colouring->count;
    for (size_t i = result->first[first]; i < result->first[colouring->class_count]; i++)
        count[result->edge[i]]++;
    size_t left = 0;
    for (size_t i = 0; i < graph->count; i++) {
        struct entry entry = graph->entry[i];
        entry.count -= count[entry.edge];
        count[entry.edge] = 0;
        if (entry.count > 0)
            graph->entry[left++] = entry;
    }
    graph->count = left;
}

/* Colours a graph of just this degree, until there are `end` colours in all. Recursion: as deep as
 * its logarithm. */
static void colour(struct colouring *colouring, struct graph graph, uint32_t degree, size_t top,
                   uint32_t end)
{
    uint32_t power = 1, first;
    if (degree % 2 == 1 && degree > 1) {
        take_matching(colouring, &graph, degree);
        degree--;
    }
    while (2 * power <= degree)
        power *= 2;
    first = colouring->class_count;
    if (degree > power && first < end) {
        size_t behind = top;
        halve(colouring, graph);
        struct graph half = take_half(colouring, graph, LEFT, &behind);
        uint32_t enough = first + degree - power;
        colour(colouring, half, degree / 2, behind, enough < end ? enough : end);
        take_coloured(colouring, first, &graph);
    }
    if (colouring->class_count < end)
        colour_power(colouring, graph, power, top, end);
}

/* Entries that graphs on the way may have in all. At depth l the halves of a graph of size / 2^l
 * edges, and up to n more because paths may be odd. */
static size_t stack_capacity(const struct rd_multigraph *graph, int64_t size)
{
    size_t capacity = 3 * graph->edge_count;
    for (; size > 0; size /= 2) {
        size_t level = (size_t)size + 2 * (size_t)graph->n;
        capacity += level < 2 * graph->edge_count ? level : 2 * graph->edge_count;
    }
    return capacity;
}

static struct colouring open_colouring(const struct rd_multigraph *graph, int64_t size,
                                       int64_t degree, struct rd_arena *arena,
                                       struct rd_arena *scratch)
{
    struct colouring colouring = {.n = graph->n, .scratch = scratch};
    colouring.result.colour_count = (uint32_t)degree;
    colouring.result.first = rd_take(arena, (size_t)degree + 1, size_t);
    colouring.result.edge = rd_take(arena, (size_t)size, uint32_t);
    colouring.stack_capacity = stack_capacity(graph, size);
    colouring.stack = rd_take(scratch, colouring.stack_capacity, struct entry);
    colouring.none = (uint32_t)graph->edge_count;
    colouring.pairing = rd_take(scratch, graph->edge_count + 1, struct pairing);
    colouring.half = rd_take(scratch, graph->edge_count + 1, uint8_t);
    colouring.half[colouring.none] = LEFT;
    colouring.count = rd_take(scratch, graph->edge_count, uint32_t);
    for (int side = 0; side < RD_SIDES; side++) {
        colouring.open[side] = rd_take(scratch, graph->n, uint32_t);
        for (uint32_t vertex = 0; vertex < graph->n; vertex++)
            colouring.open[side][vertex] = colouring.none;
    }
    return colouring;
}

struct rd_unit_colouring rd_edge_halving(const struct rd_multigraph *graph, struct rd_arena *arena,
                                         struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    int64_t size = rd_multigraph_size(graph), degree = rd_multigraph_degree(graph, scratch);
    rd_assert(size <= RD_HALVING_LIMIT && graph->n <= RD_MULTIGRAPH_ROW_LIMIT);
    struct colouring colouring = open_colouring(graph, size, degree, arena, scratch);
    struct graph whole = {.entry = colouring.stack};
    for (size_t i = 0; i < graph->edge_count; i++)
        if (graph->edge[i].count > 0)
            whole.entry[whole.count++] =
                (struct entry){(uint32_t)i, (uint32_t)graph->edge[i].count,
                               (uint16_t)graph->edge[i].row, (uint16_t)graph->edge[i].column};
    if (degree > 0)
        colour(&colouring, whole, (uint32_t)degree, whole.count, (uint32_t)degree);
    rd_assert(colouring.class_count == degree);
    return colouring.result;
}
