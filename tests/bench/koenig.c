#include "koenig.h"

#include "sim/base/error.h"

/* Who is at the other end of the edge of a colour: [RD_SIDES][n * Delta], counted from 1. */
struct table {
    uint32_t *far[RD_SIDES];
    uint32_t *least[RD_SIDES]; /* [n] no colour below it is free */
    size_t degree;
};

static uint32_t *cell(struct table *table, int side, uint32_t vertex, uint32_t colour)
{
    return &table->far[side][(size_t)vertex * table->degree + colour];
}

static uint32_t free_colour(struct table *table, int side, uint32_t vertex)
{
    uint32_t colour = table->least[side][vertex];
    while (*cell(table, side, vertex, colour) != 0)
        colour++;
    return table->least[side][vertex] = colour;
}

/* Exchanges colours a and b along the path that leaves a column by a. In: path [2 n]. */
static void exchange(struct table *table, uint32_t column, uint32_t a, uint32_t b, uint32_t *path)
{
    uint32_t length = 0;
    path[0] = column;
    for (uint32_t far;
         (far = *cell(table, (length + 1) % 2, path[length], length % 2 == 0 ? a : b)) != 0;)
        path[++length] = far - 1;
    for (uint32_t i = 0; i <= length; i++)
        *cell(table, (i + 1) % 2, path[i], a) = *cell(table, (i + 1) % 2, path[i], b) = 0;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t colour = i % 2 == 0 ? b : a;
        *cell(table, (i + 1) % 2, path[i], colour) = path[i + 1] + 1;
        *cell(table, i % 2, path[i + 1], colour) = path[i] + 1;
    }
    uint32_t *least = &table->least[(length + 1) % 2][path[length]];
    uint32_t freed = length % 2 == 0 ? b : a;
    *least = freed < *least ? freed : *least;
}

int64_t koenig_colours(const struct rd_multigraph *graph, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct table table = {.degree = (size_t)rd_multigraph_degree(graph, scratch)};
    for (int side = 0; side < RD_SIDES; side++) {
        table.far[side] = rd_take(scratch, graph->n * table.degree, uint32_t);
        table.least[side] = rd_take(scratch, graph->n, uint32_t);
    }
    uint32_t *path = rd_take(scratch, (size_t)2 * graph->n, uint32_t), most = 0;
    for (size_t i = 0; i < graph->edge_count; i++)
        for (int64_t copy = 0; copy < graph->edge[i].count; copy++) {
            uint32_t row = graph->edge[i].row, column = graph->edge[i].column;
            uint32_t a = free_colour(&table, RD_ROWS, row);
            uint32_t b = free_colour(&table, RD_COLUMNS, column);
            if (*cell(&table, RD_COLUMNS, column, a) != 0) {
                exchange(&table, column, a, b, path);
                most = b >= most ? b + 1 : most;
            }
            rd_assert(*cell(&table, RD_COLUMNS, column, a) == 0);
            *cell(&table, RD_ROWS, row, a) = column + 1;
            *cell(&table, RD_COLUMNS, column, a) = row + 1;
            most = a >= most ? a + 1 : most;
        }
    rd_arena_rewind(scratch, mark);
    return most;
}
