#include "edge_paths.h"

#include "sim/base/error.h"

enum { MOST_ENTRIES = 4, MOST_STEPS = 2 }; /* an edge */

struct table {
    const struct rd_multigraph *graph;
    size_t degree;
    size_t words;             /* of bits for so many colours */
    uint32_t *edge[RD_SIDES]; /* [n * degree] counted from 1; 0: none */
    uint64_t *free[RD_SIDES]; /* [n * words] the same colours as bits */
    int64_t steps_left;       /* of paths */
};

static struct table open_table(const struct rd_multigraph *graph, int64_t size, size_t degree,
                               struct rd_arena *arena)
{
    struct table table = {.graph = graph,
                          .degree = degree,
                          .words = (degree + 63) / 64,
                          .steps_left = MOST_STEPS * size};
    for (int side = 0; side < RD_SIDES; side++) {
        table.edge[side] = rd_take(arena, graph->n * degree, uint32_t);
        table.free[side] = rd_take(arena, graph->n * table.words, uint64_t);
        for (size_t word = 0; word < graph->n * table.words; word++)
            table.free[side][word] = (word + 1) % table.words == 0
                                         ? UINT64_MAX >> (64 * table.words - degree)
                                         : UINT64_MAX;
    }
    return table;
}

static void turn(struct table *table, int side, uint32_t vertex, size_t colour)
{
    table->free[side][vertex * table->words + colour / 64] ^= UINT64_C(1) << colour % 64;
}

/* The first colour of two sets. Returns: degree or more if there is none. */
static size_t first_common(const struct table *table, const uint64_t *a, const uint64_t *b)
{
    size_t word = 0;
    while (word < table->words && (a[word] & b[word]) == 0)
        word++;
    return word == table->words ? 64 * word
                                : 64 * word + (size_t)__builtin_ctzll(a[word] & b[word]);
}

/* Exchanges a colour with a free one along the path that leaves a column by it. */
static void exchange(struct table *table, uint32_t column, size_t leave, size_t other)
{
    int side = RD_COLUMNS;
    uint32_t vertex = column;
    turn(table, side, vertex, leave);
    turn(table, side, vertex, other);
    for (;;) {
        uint32_t *edge = table->edge[side] + vertex * table->degree, left_by = edge[leave];
        edge[leave] = edge[other];
        edge[other] = left_by;
        if (left_by == 0)
            break;
        const struct rd_multi_edge *ends = &table->graph->edge[left_by - 1];
        side = RD_COLUMNS - side;
        vertex = side == RD_ROWS ? ends->row : ends->column;
        size_t back = leave;
        leave = other;
        other = back;
        table->steps_left--;
    }
    turn(table, side, vertex, leave);
    turn(table, side, vertex, other);
}

static void colour_edge(struct table *table, uint32_t number)
{
    const struct rd_multi_edge *ends = &table->graph->edge[number];
    const uint64_t *of_row = table->free[RD_ROWS] + ends->row * table->words;
    const uint64_t *of_column = table->free[RD_COLUMNS] + ends->column * table->words;
    size_t colour = first_common(table, of_row, of_column);
    if (colour >= table->degree) {
        colour = first_common(table, of_row, of_row);
        exchange(table, ends->column, colour, first_common(table, of_column, of_column));
    }
    table->edge[RD_ROWS][ends->row * table->degree + colour] = number + 1;
    table->edge[RD_COLUMNS][ends->column * table->degree + colour] = number + 1;
    turn(table, RD_ROWS, ends->row, colour);
    turn(table, RD_COLUMNS, ends->column, colour);
}

/* The table by colour. */
static struct rd_unit_colouring list_colours(const struct table *table, int64_t size,
                                             struct rd_arena *arena)
{
    struct rd_unit_colouring result = {.colour_count = (uint32_t)table->degree,
                                       .first = rd_take(arena, table->degree + 2, size_t),
                                       .edge = rd_take(arena, (size_t)size, uint32_t)};
    const uint32_t *end = table->edge[RD_ROWS] + table->graph->n * table->degree;
    for (const uint32_t *row = table->edge[RD_ROWS]; row < end; row += table->degree)
        for (size_t colour = 0; colour < table->degree; colour++)
            result.first[colour + 2] += row[colour] != 0;
    for (size_t colour = 2; colour <= table->degree; colour++)
        result.first[colour] += result.first[colour - 1];
    for (const uint32_t *row = table->edge[RD_ROWS]; row < end; row += table->degree)
        for (size_t colour = 0; colour < table->degree; colour++)
            if (row[colour] != 0)
                result.edge[result.first[colour + 1]++] = row[colour] - 1;
    return result;
}

/* Whether the edges' ends have 0.95 Delta edges in the mean, or more. In: degree [2n]. */
static bool is_tight(const struct rd_multigraph *graph, int64_t size, int64_t greatest,
                     const int64_t *degree)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < 2 * graph->n; i++)
        sum += degree[i] * degree[i];
    return 20 * sum >= 19 * 2 * size * greatest;
}

bool rd_edge_paths(const struct rd_multigraph *graph, struct rd_arena *arena,
                   struct rd_arena *scratch, struct rd_unit_colouring *ret_colouring)
{
    rd_arena_borrow(scratch);
    int64_t *degrees = rd_take(scratch, (size_t)2 * graph->n, int64_t);
    int64_t size = rd_multigraph_size(graph), degree = rd_multigraph_degrees(graph, degrees);
    rd_assert(size <= RD_HALVING_LIMIT && graph->n <= RD_MULTIGRAPH_ROW_LIMIT);
    if (degree * graph->n > MOST_ENTRIES * size || is_tight(graph, size, degree, degrees))
        return false;
    struct table table = open_table(graph, size, (size_t)degree, scratch);
    for (size_t i = 0; i < graph->edge_count && table.steps_left >= 0; i++)
        for (int64_t copy = 0; copy < graph->edge[i].count; copy++)
            colour_edge(&table, (uint32_t)i);
    if (table.steps_left < 0)
        return false;
    *ret_colouring = list_colours(&table, size, arena);
    return true;
}
