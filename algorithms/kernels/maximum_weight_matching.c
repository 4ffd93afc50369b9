#include "maximum_weight_matching.h"

#include "sim/base/error.h"
#include "sim/base/groups.h"
#include "sim/base/heap.h"
#include "sim/base/large_pages.h"

#include <string.h>

int64_t rd_multigraph_size(const struct rd_multigraph *graph)
{
    int64_t size = 0;
    for (size_t i = 0; i < graph->edge_count; i++)
        size += graph->edge[i].count;
    return size;
}

int64_t rd_multigraph_degrees(const struct rd_multigraph *graph, int64_t *degree)
{
    int64_t greatest = 0;
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct rd_multi_edge *edge = &graph->edge[i];
        int64_t of_row = degree[edge->row] += edge->count;
        int64_t of_column = degree[graph->n + edge->column] += edge->count;
        greatest = of_row > greatest ? of_row : greatest;
        greatest = of_column > greatest ? of_column : greatest;
    }
    return greatest;
}

int64_t rd_multigraph_degree(const struct rd_multigraph *graph, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    return rd_multigraph_degrees(graph, rd_take(scratch, (size_t)2 * graph->n, int64_t));
}

/* Lists the edges of each vertex of a side. */
static void list_side(struct rd_weighted_matching *matching, size_t edge_count, int side,
                      struct rd_arena *arena)
{
    uint32_t n = matching->n;
    uint32_t *vertex_of = rd_take(arena, edge_count, uint32_t);
    for (size_t i = 0; i < edge_count; i++)
        vertex_of[i] = matching->edge[i].count > 0 ? matching->edge[i].end[side] : RD_NO_GROUP;
    struct rd_groups by_vertex = rd_group(vertex_of, edge_count, n, arena);
    matching->first[side] = by_vertex.first;
    matching->length[side] = rd_take(arena, n, uint32_t);
    matching->list[side] = rd_take(arena, edge_count, struct rd_weighted_incidence);
    for (uint32_t vertex = 0, at = 0; vertex < n; vertex++)
        for (; at < by_vertex.first[vertex + 1]; at++) {
            struct rd_weighted_edge *edge = &matching->edge[by_vertex.member[at]];
            edge->place[side] = matching->length[side][vertex]++;
            matching->list[side][at] =
                (struct rd_weighted_incidence){by_vertex.member[at], edge->end[RD_COLUMNS - side]};
        }
}

/* Lists the edges of each pair, a bit each. Returns: false if a pair is listed twice, or if pairs
 * or edges are so few that lists are as good. */
static bool open_dense(struct rd_weighted_matching *matching, const struct rd_multigraph *graph,
                       struct rd_arena *arena)
{
    enum { MANY_ROWS = 256, PAIRS_AN_EDGE = 16 };
    struct rd_dense_edges *dense = &matching->dense;
    uint32_t n = graph->n, words = n / 64 + 1;
    size_t pairs = (size_t)n * n;
    if (n < MANY_ROWS || graph->edge_count < pairs / PAIRS_AN_EDGE)
        return false;
    struct rd_arena_mark mark = rd_arena_mark(arena);
    *dense = (struct rd_dense_edges){.words = words, .number = rd_take(arena, pairs, uint32_t)};
    rd_large_pages_for(dense->number, pairs * sizeof *dense->number);
    for (int side = 0; side < RD_SIDES; side++) {
        dense->left[side] = rd_take(arena, (size_t)n * words, uint64_t);
        matching->free[side] = rd_take(arena, words, uint64_t);
        for (uint32_t vertex = 0; vertex < n; vertex++)
            matching->free[side][vertex / 64] |= rd_dense_bit(vertex);
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        uint32_t row = graph->edge[i].row, column = graph->edge[i].column;
        uint32_t *number = &dense->number[(size_t)row * n + column];
        if (*number > 0) {
            rd_arena_rewind(arena, mark);
            return false;
        }
        *number = (uint32_t)i + 1;
        if (graph->edge[i].count > 0)
            rd_dense_toggle(dense, row, column);
    }
    matching->unseen = rd_take(arena, words, uint64_t);
    return true;
}

static bool happens_before(RD_UNUSED const struct rd_weighted_matching *matching,
                           struct rd_weighted_event a, struct rd_weighted_event b)
{
    if (a.time != b.time)
        return a.time < b.time;
    return a.side != b.side ? a.side > b.side : a.vertex < b.vertex;
}

RD_DEFINE_HEAP(struct rd_weighted_matching, struct rd_weighted_event, heap, heap_count,
               happens_before, RD_HEAP_PUT)

static void push_event(struct rd_weighted_matching *matching, int64_t time, int side,
                       uint32_t vertex)
{
    if (side == RD_SIDES && time - matching->time < RD_BUCKETS) {
        rd_bucket_put(&matching->soon, time, vertex);
        return;
    }
    matching->heap = rd_arena_room(matching->arena, matching->heap, matching->heap_count,
                                   &matching->heap_capacity, sizeof *matching->heap);
    rd_heap_rise(matching, matching->heap_count++,
                 (struct rd_weighted_event){time, vertex, (uint32_t)side});
}

struct rd_weighted_matching rd_weighted_matching_open(const struct rd_multigraph *graph,
                                                      struct rd_arena *arena)
{
    uint32_t n = graph->n;
    rd_assert(graph->edge_count < RD_NO_MATE && n <= RD_MULTIGRAPH_ROW_LIMIT);
    struct rd_weighted_matching matching = {.n = n, .arena = arena};
    matching.edge = rd_take(arena, graph->edge_count, struct rd_weighted_edge);
    rd_large_pages_for(matching.edge, graph->edge_count * sizeof *matching.edge);
    for (size_t i = 0; i < graph->edge_count; i++)
        matching.edge[i] = (struct rd_weighted_edge){
            .end = {graph->edge[i].row, graph->edge[i].column}, .count = graph->edge[i].count};
    int64_t *degree = rd_take(arena, (size_t)RD_SIDES * n, int64_t);
    matching.end = rd_multigraph_degrees(graph, degree);
    matching.used_up = rd_take(arena, n, int64_t);
    matching.soon = rd_bucket_queue_open(n, arena);
    matching.is_dense = open_dense(&matching, graph, arena);
    for (int side = 0; side < RD_SIDES; side++) {
        if (!matching.is_dense)
            list_side(&matching, graph->edge_count, side, arena);
        matching.mate[side] = rd_take(arena, n, uint32_t);
        matching.slack[side] = degree + (size_t)side * n;
        for (uint32_t vertex = 0; vertex < n; vertex++) {
            matching.mate[side][vertex] = RD_NO_MATE;
            matching.slack[side][vertex] = matching.end - matching.slack[side][vertex];
        }
    }
    matching.freed = rd_take(arena, n, uint32_t);
    matching.seen = rd_take(arena, n, uint32_t);
    matching.via = rd_take(arena, n, uint32_t);
    matching.queue = rd_take(arena, n, uint32_t);
    return matching;
}

/* A vertex has come free, or is not any more. */
static void toggle_free(struct rd_weighted_matching *matching, int side, uint32_t vertex)
{
    if (matching->is_dense)
        matching->free[side][vertex / 64] ^= rd_dense_bit(vertex);
}

/* Covers two free vertices. By which edge, name_edge() says, and settle() does the rest. */
static void join(struct rd_weighted_matching *matching, int side, uint32_t near, uint32_t far)
{
    matching->slack[side][near] -= matching->time;
    matching->slack[RD_COLUMNS - side][far] -= matching->time;
    toggle_free(matching, side, near);
    toggle_free(matching, RD_COLUMNS - side, far);
}

/* Says by which edge two vertices are covered. The edge itself is only fetched: it lies somewhere
 * in memory, and others can be named until it is there. */
static void name_edge(struct rd_weighted_matching *matching, uint32_t edge, int side, uint32_t near,
                      uint32_t far)
{
    __builtin_prefetch(&matching->edge[edge]);
    matching->mate[side][near] = matching->mate[RD_COLUMNS - side][far] = edge;
}

/* Notes when an edge that has joined will be used up. */
static void settle(struct rd_weighted_matching *matching, uint32_t number)
{
    const struct rd_weighted_edge *edge = &matching->edge[number];
    uint32_t row = edge->end[RD_ROWS];
    matching->used_up[row] = matching->time + edge->count;
    push_event(matching, matching->used_up[row], RD_SIDES, row);
    if (matching->joins)
        matching->joins(matching->context, number);
}

/* Puts the last edge of a vertex in the place of one that is used up. */
static void unlist(struct rd_weighted_matching *matching, int side,
                   const struct rd_weighted_edge *edge)
{
    uint32_t vertex = edge->end[side], last = --matching->length[side][vertex];
    struct rd_weighted_incidence *list = &matching->list[side][matching->first[side][vertex]];
    list[edge->place[side]] = list[last];
    matching->edge[list[last].edge].place[side] = edge->place[side];
}

/* Takes an edge out of the matching. When an end becomes heavy without it is the caller's matter:
 * others may cover it at once. */
static void leave(struct rd_weighted_matching *matching, uint32_t number)
{
    struct rd_weighted_edge *edge = &matching->edge[number];
    edge->count = matching->used_up[edge->end[RD_ROWS]] - matching->time;
    for (int side = 0; side < RD_SIDES; side++) {
        matching->mate[side][edge->end[side]] = RD_NO_MATE;
        matching->slack[side][edge->end[side]] += matching->time;
        toggle_free(matching, side, edge->end[side]);
        if (edge->count == 0 && !matching->is_dense)
            unlist(matching, side, edge);
    }
    if (edge->count == 0 && matching->is_dense)
        rd_dense_toggle(&matching->dense, edge->end[RD_ROWS], edge->end[RD_COLUMNS]);
    if (matching->leaves)
        matching->leaves(matching->context, number);
}

/* Exchanges matched and other edges along the path that ends at a far vertex. */
static void flip(struct rd_weighted_matching *matching, int side, uint32_t start, uint32_t far)
{
    int other = RD_COLUMNS - side;
    uint32_t old = matching->mate[other][far];
    if (old != RD_NO_MATE) {
        uint32_t left_out = matching->edge[old].end[side];
        leave(matching, old);
        push_event(matching, matching->slack[side][left_out], side, left_out);
    }
    for (;;) {
        uint32_t edge = matching->via[far], near = matching->edge[edge].end[side];
        uint32_t before = matching->mate[side][near];
        if (before != RD_NO_MATE)
            leave(matching, before);
        join(matching, side, near, far);
        name_edge(matching, edge, side, near, far);
        settle(matching, edge);
        if (near == start)
            return;
        far = matching->edge[before].end[other];
    }
}

/* Reaches a far vertex by an edge. Returns: does the path end there? Else its partner is queued. */
static bool reach(struct rd_weighted_matching *matching, int side, uint32_t far, uint32_t edge,
                  size_t *count)
{
    uint32_t mate = matching->mate[RD_COLUMNS - side][far];
    matching->via[far] = edge;
    if (mate == RD_NO_MATE)
        return true;
    uint32_t partner = matching->edge[mate].end[side];
    if (matching->slack[side][partner] > 0)
        return true;
    matching->queue[(*count)++] = partner;
    return false;
}

/* Reaches what is beside a vertex. Returns: the far vertex where the path ends, or RD_NO_MATE. */
static uint32_t reach_listed(struct rd_weighted_matching *matching, int side, uint32_t near,
                             size_t *count)
{
    const struct rd_weighted_incidence *list = &matching->list[side][matching->first[side][near]];
    for (uint32_t i = 0; i < matching->length[side][near]; i++) {
        uint32_t far = list[i].far;
        if (matching->seen[far] == matching->search)
            continue;
        matching->seen[far] = matching->search;
        if (reach(matching, side, far, list[i].edge, count))
            return far;
    }
    return RD_NO_MATE;
}

/* Where the edge of a pair has its number, counted from 1. */
static const uint32_t *dense_number(const struct rd_weighted_matching *matching, int side,
                                    uint32_t near, uint32_t far)
{
    size_t row = side == RD_ROWS ? near : far, column = side == RD_ROWS ? far : near;
    return &matching->dense.number[row * matching->n + column];
}

static uint32_t reach_dense(struct rd_weighted_matching *matching, int side, uint32_t near,
                            size_t *count)
{
    uint32_t words = matching->dense.words;
    const uint64_t *left = &matching->dense.left[side][(uint64_t)near * words];
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t new; (new = left[word] & matching->unseen[word]) != 0;) {
            uint32_t far = 64 * word + (uint32_t)__builtin_ctzll(new);
            matching->unseen[word] ^= rd_dense_bit(far);
            if (reach(matching, side, far, *dense_number(matching, side, near, far) - 1, count))
                return far;
        }
    return RD_NO_MATE;
}

/* Breadth first from a heavy vertex that is not covered. */
static void cover_vertex(struct rd_weighted_matching *matching, int side, uint32_t start)
{
    size_t count = 0;
    matching->search++;
    if (matching->is_dense)
        memset(matching->unseen, -1, matching->dense.words * sizeof *matching->unseen);
    matching->queue[count++] = start;
    for (size_t at = 0;; at++) {
        rd_assert(at < count); /* heavy vertices reach enough others */
        uint32_t near = matching->queue[at];
        uint32_t far = matching->is_dense ? reach_dense(matching, side, near, &count)
                                          : reach_listed(matching, side, near, &count);
        if (far != RD_NO_MATE) {
            flip(matching, side, start, far);
            return;
        }
    }
}

static void cover_if_heavy(struct rd_weighted_matching *matching, int side, uint32_t vertex)
{
    if (matching->mate[side][vertex] != RD_NO_MATE || matching->time == matching->end)
        return;
    if (matching->slack[side][vertex] == matching->time)
        cover_vertex(matching, side, vertex);
    else
        push_event(matching, matching->slack[side][vertex], side, vertex);
}

void rd_weighted_matching_cover(struct rd_weighted_matching *matching)
{
    for (int side = 0; side < RD_SIDES; side++)
        for (uint32_t vertex = 0; vertex < matching->n; vertex++)
            cover_if_heavy(matching, side, vertex);
}

/* The free vertex that an edge leads to, or RD_NO_MATE. Out: that edge. */
static uint32_t listed_free(const struct rd_weighted_matching *matching, int side, uint32_t vertex,
                            uint32_t *ret_edge)
{
    const uint32_t *mate = matching->mate[RD_COLUMNS - side];
    const struct rd_weighted_incidence *list = &matching->list[side][matching->first[side][vertex]];
    uint32_t length = matching->length[side][vertex];
    for (uint32_t i = 0; i < length; i++)
        if (mate[list[i].far] == RD_NO_MATE) {
            *ret_edge = list[i].edge;
            return list[i].far;
        }
    return RD_NO_MATE;
}

static uint32_t dense_free(const struct rd_weighted_matching *matching, int side, uint32_t vertex)
{
    uint32_t words = matching->dense.words;
    const uint64_t *left = &matching->dense.left[side][(uint64_t)vertex * words];
    const uint64_t *free = matching->free[RD_COLUMNS - side];
    for (uint32_t word = 0; word < words; word++)
        if (left[word] & free[word])
            return 64 * word + (uint32_t)__builtin_ctzll(left[word] & free[word]);
    return RD_NO_MATE;
}

/* Joins a vertex to another one that is free, too, if they have an edge. Where the graph is dense
 * the number of that edge is only fetched: until settle_all() names it, `mate` has the vertices.
 * Returns: the number of edges that have joined, in `queue`: themselves, or their rows. */
static uint32_t pair_vertex(struct rd_weighted_matching *matching, int side, uint32_t vertex,
                            uint32_t joined)
{
    if (matching->mate[side][vertex] != RD_NO_MATE)
        return joined;
    uint32_t edge = RD_NO_MATE;
    uint32_t far = matching->is_dense ? dense_free(matching, side, vertex)
                                      : listed_free(matching, side, vertex, &edge);
    if (far == RD_NO_MATE)
        return joined;
    join(matching, side, vertex, far);
    if (matching->is_dense) {
        __builtin_prefetch(dense_number(matching, side, vertex, far));
        matching->mate[side][vertex] = far;
        matching->mate[RD_COLUMNS - side][far] = vertex;
        matching->queue[joined] = side == RD_ROWS ? vertex : far;
    } else {
        name_edge(matching, edge, side, vertex, far);
        matching->queue[joined] = edge;
    }
    return joined + 1;
}

static void settle_all(struct rd_weighted_matching *matching, uint32_t joined)
{
    for (uint32_t i = 0; i < joined && matching->is_dense; i++) {
        uint32_t row = matching->queue[i], column = matching->mate[RD_ROWS][row];
        matching->queue[i] = *dense_number(matching, RD_ROWS, row, column) - 1;
        name_edge(matching, matching->queue[i], RD_ROWS, row, column);
    }
    for (uint32_t i = 0; i < joined; i++)
        settle(matching, matching->queue[i]);
}

void rd_weighted_matching_fill(struct rd_weighted_matching *matching)
{
    uint32_t joined = 0;
    for (uint32_t row = 0; row < matching->n; row++)
        joined = pair_vertex(matching, RD_ROWS, row, joined);
    settle_all(matching, joined);
}

/* Takes out events of vertices that are covered now, or become heavy later. */
static void drop_out_of_date(struct rd_weighted_matching *matching)
{
    while (matching->heap_count > 0) {
        struct rd_weighted_event event = matching->heap[0];
        if (event.side == RD_SIDES ||
            (event.time < matching->end && matching->mate[event.side][event.vertex] == RD_NO_MATE &&
             matching->slack[event.side][event.vertex] == event.time))
            return;
        rd_heap_pop(matching);
    }
}

/* Which edges of the matching are used up at a date, in the order of their rows. Returns: how many,
 * in `freed`. */
static uint32_t take_used_up(struct rd_weighted_matching *matching, int64_t date)
{
    while (matching->heap_count > 0 && matching->heap[0].side == RD_SIDES &&
           matching->heap[0].time == date)
        rd_bucket_put(&matching->soon, date, rd_heap_pop(matching).vertex);
    uint32_t rows = rd_bucket_take(&matching->soon, date, matching->freed), count = 0;
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t row = matching->freed[i], edge = matching->mate[RD_ROWS][row];
        /* A row may have another edge since, or none. */
        if (edge == RD_NO_MATE || matching->used_up[row] != date)
            continue;
        __builtin_prefetch(&matching->edge[edge]);
        matching->freed[count++] = edge;
    }
    return count;
}

/* Fetches the edges that take the places of those just used up. */
static void fetch_last(const struct rd_weighted_matching *matching, uint32_t number)
{
    for (int side = 0; side < RD_SIDES; side++) {
        uint32_t vertex = matching->edge[number].end[side];
        size_t last = matching->first[side][vertex] + matching->length[side][vertex] - 1;
        __builtin_prefetch(&matching->edge[matching->list[side][last].edge]);
    }
}

/* Takes what is used up out of the matching. Those that take the places of others in lists are
 * fetched first, all of them. */
static void use_up(struct rd_weighted_matching *matching, uint32_t count)
{
    for (uint32_t i = 0; i < count && !matching->is_dense; i++)
        fetch_last(matching, matching->freed[i]);
    for (uint32_t i = 0; i < count; i++)
        leave(matching, matching->freed[i]);
}

bool rd_weighted_matching_advance(struct rd_weighted_matching *matching)
{
    uint32_t freed, joined = 0;
    int64_t date;
    drop_out_of_date(matching);
    do { /* some dates have only events that are out of date */
        date = rd_bucket_first(&matching->soon, matching->time);
        if (matching->heap_count > 0 && matching->heap[0].time < date)
            date = matching->heap[0].time;
        if (date == INT64_MAX)
            return false;
        freed = take_used_up(matching, date);
        drop_out_of_date(matching);
    } while (freed == 0 && (matching->heap_count == 0 || matching->heap[0].time > date));
    matching->time = date;
    use_up(matching, freed);
    for (uint32_t i = 0; i < freed; i++)
        for (int side = 0; side < RD_SIDES; side++)
            joined =
                pair_vertex(matching, side, matching->edge[matching->freed[i]].end[side], joined);
    settle_all(matching, joined);
    for (uint32_t i = 0; i < freed; i++)
        for (int side = 0; side < RD_SIDES; side++)
            cover_if_heavy(matching, side, matching->edge[matching->freed[i]].end[side]);
    for (;;) {
        drop_out_of_date(matching);
        if (matching->heap_count == 0 || matching->heap[0].time > date)
            break;
        struct rd_weighted_event event = rd_heap_pop(matching);
        rd_assert(event.side < RD_SIDES); /* edges that joined now are used up later */
        cover_vertex(matching, (int)event.side, event.vertex);
    }
    return matching->time < matching->end;
}
