#include "heavy_matching.h"

#include "sim/core/error.h"

#include <stdbool.h>

int64_t rd_multigraph_size(const struct rd_multigraph *graph)
{
    int64_t size = 0;
    for (size_t i = 0; i < graph->edge_count; i++)
        size += graph->edge[i].count;
    return size;
}

static inline uint32_t end_of(const struct rd_multi_edge *edge, int side)
{
    return side == RD_ROWS ? edge->row : edge->column;
}

int64_t rd_multigraph_degree(const struct rd_multigraph *graph, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t *degree = rd_take(scratch, (size_t)RD_SIDES * graph->n, int64_t);
    int64_t greatest = 0;
    for (size_t i = 0; i < graph->edge_count; i++)
        for (int side = 0; side < RD_SIDES; side++) {
            int64_t *of = &degree[(size_t)side * graph->n + end_of(&graph->edge[i], side)];
            *of += graph->edge[i].count;
            greatest = *of > greatest ? *of : greatest;
        }
    rd_arena_rewind(scratch, mark);
    return greatest;
}

/* Lists the edges of each vertex of a side: counting sort. */
static void index_side(struct rd_heavy_matching *matching, size_t edge_count, int side,
                       struct rd_arena *arena)
{
    uint32_t n = matching->n;
    size_t *first = matching->first[side] = rd_take(arena, n, size_t);
    uint32_t *length = matching->length[side] = rd_take(arena, n, uint32_t);
    matching->list[side] = rd_take(arena, edge_count, uint32_t);
    for (size_t i = 0; i < edge_count; i++)
        length[end_of(&matching->edge[i], side)]++;
    for (uint32_t vertex = 1; vertex < n; vertex++)
        first[vertex] = first[vertex - 1] + length[vertex - 1];
    for (uint32_t vertex = 0; vertex < n; vertex++)
        length[vertex] = 0;
    for (size_t i = 0; i < edge_count; i++) {
        uint32_t vertex = end_of(&matching->edge[i], side);
        matching->list[side][first[vertex] + length[vertex]++] = (uint32_t)i;
    }
}

struct rd_heavy_matching rd_heavy_matching_open(const struct rd_multigraph *graph,
                                                struct rd_arena *arena)
{
    uint32_t n = graph->n;
    rd_assert(graph->edge_count < RD_NO_EDGE);
    struct rd_heavy_matching matching = {.n = n};
    matching.edge = rd_take(arena, graph->edge_count, struct rd_multi_edge);
    for (size_t i = 0; i < graph->edge_count; i++)
        matching.edge[i] = graph->edge[i];
    for (int side = 0; side < RD_SIDES; side++) {
        matching.degree[side] = rd_take(arena, n, int64_t);
        matching.mate[side] = rd_take(arena, n, uint32_t);
        for (uint32_t vertex = 0; vertex < n; vertex++)
            matching.mate[side][vertex] = RD_NO_EDGE;
        for (size_t i = 0; i < graph->edge_count; i++)
            matching.degree[side][end_of(&graph->edge[i], side)] += graph->edge[i].count;
        for (uint32_t vertex = 0; vertex < n; vertex++)
            if (matching.degree[side][vertex] > matching.greatest)
                matching.greatest = matching.degree[side][vertex];
        index_side(&matching, graph->edge_count, side, arena);
    }
    matching.seen = rd_take(arena, n, uint32_t);
    matching.via = rd_take(arena, n, uint32_t);
    matching.queue = rd_take(arena, n, uint32_t);
    return matching;
}

/* The edge at a place of a vertex's list; used-up ones are dropped on the way. RD_NO_EDGE behind
 * the last. */
static uint32_t edge_at(struct rd_heavy_matching *matching, int side, uint32_t vertex,
                        uint32_t place)
{
    uint32_t *list = &matching->list[side][matching->first[side][vertex]];
    uint32_t *length = &matching->length[side][vertex];
    while (place < *length && matching->edge[list[place]].count == 0)
        list[place] = list[--*length];
    return place < *length ? list[place] : RD_NO_EDGE;
}

/* Exchanges matched and other edges along the path that ends at a far vertex. */
static void flip(struct rd_heavy_matching *matching, int side, uint32_t start, uint32_t far)
{
    int other = RD_COLUMNS - side;
    uint32_t old = matching->mate[other][far];
    if (old != RD_NO_EDGE)
        matching->mate[side][end_of(&matching->edge[old], side)] = RD_NO_EDGE;
    for (;;) {
        uint32_t edge = matching->via[far];
        uint32_t near = end_of(&matching->edge[edge], side);
        uint32_t before = matching->mate[side][near];
        matching->mate[side][near] = edge;
        matching->mate[other][far] = edge;
        if (near == start)
            return;
        far = end_of(&matching->edge[before], other);
    }
}

/* Breadth first from a heavy vertex that is not covered. */
static void cover_vertex(struct rd_heavy_matching *matching, int side, uint32_t start)
{
    int other = RD_COLUMNS - side;
    size_t count = 0;
    matching->search++;
    matching->queue[count++] = start;
    for (size_t at = 0; at < count; at++) {
        uint32_t near = matching->queue[at], edge;
        for (uint32_t i = 0; (edge = edge_at(matching, side, near, i)) != RD_NO_EDGE; i++) {
            uint32_t far = end_of(&matching->edge[edge], other);
            if (matching->seen[far] == matching->search)
                continue;
            matching->seen[far] = matching->search;
            matching->via[far] = edge;
            uint32_t mate = matching->mate[other][far];
            uint32_t partner = mate == RD_NO_EDGE ? 0 : end_of(&matching->edge[mate], side);
            if (mate == RD_NO_EDGE || matching->degree[side][partner] < matching->greatest) {
                flip(matching, side, start, far);
                return;
            }
            matching->queue[count++] = partner;
        }
    }
    rd_assert(!"heavy vertices reach enough others");
}

void rd_heavy_matching_cover(struct rd_heavy_matching *matching)
{
    for (int side = 0; side < RD_SIDES; side++)
        for (uint32_t vertex = 0; vertex < matching->n; vertex++)
            if (matching->degree[side][vertex] == matching->greatest && matching->greatest > 0 &&
                matching->mate[side][vertex] == RD_NO_EDGE)
                cover_vertex(matching, side, vertex);
}

void rd_heavy_matching_use(struct rd_heavy_matching *matching, uint32_t edge, int64_t count)
{
    struct rd_multi_edge *used = &matching->edge[edge];
    rd_assert(used->count >= count);
    used->count -= count;
    matching->degree[RD_ROWS][used->row] -= count;
    matching->degree[RD_COLUMNS][used->column] -= count;
}

void rd_heavy_matching_join(struct rd_heavy_matching *matching, uint32_t edge)
{
    matching->mate[RD_ROWS][matching->edge[edge].row] = edge;
    matching->mate[RD_COLUMNS][matching->edge[edge].column] = edge;
}

void rd_heavy_matching_part(struct rd_heavy_matching *matching, uint32_t edge)
{
    matching->mate[RD_ROWS][matching->edge[edge].row] = RD_NO_EDGE;
    matching->mate[RD_COLUMNS][matching->edge[edge].column] = RD_NO_EDGE;
}

uint32_t rd_heavy_matching_free_edge(struct rd_heavy_matching *matching, int side, uint32_t vertex)
{
    int other = RD_COLUMNS - side;
    uint32_t edge;
    for (uint32_t i = 0; (edge = edge_at(matching, side, vertex, i)) != RD_NO_EDGE; i++)
        if (matching->mate[other][end_of(&matching->edge[edge], other)] == RD_NO_EDGE)
            break;
    return edge;
}
