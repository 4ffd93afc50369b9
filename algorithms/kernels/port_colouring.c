#include "port_colouring.h"

#include "sim/base/error.h"
#include "sim/base/groups.h"
#include "sim/base/integers.h"

#define NEVER INT64_MAX
#define NO_EDGE UINT32_MAX

/* Edges that one pair has left. */
struct bundle {
    uint32_t end[RD_SIDES]; /* vertices: rows, then columns */
    bool flows;
    /* If it flows, the colour at which it is used up; else the one at which it can wait no longer;
     * NEVER, if it is used up. */
    int64_t event;
    size_t run; /* counted from 1 */
};

struct colouring {
    uint32_t n, vertex_count; /* rows, then columns */
    uint32_t edge_count;
    struct bundle *edge;
    const uint32_t *ports; /* [n] */
    int64_t now, end;      /* colours so far, and in all */

    uint32_t *first;  /* [vertex_count + 1] into list */
    uint32_t *list;   /* [2 edges] by vertex */
    uint32_t *freed;  /* [edges] that have just been used up */
    uint32_t *used;   /* [vertex_count] edges that flow */
    int64_t *slack;   /* [vertex_count] ports times colours left, less its edges, at `since` */
    int64_t *since;   /* [vertex_count] */
    int64_t *next_of; /* [n] the first event of a row's edges */

    uint32_t *via;   /* [vertex_count + 1] the edge by which a search came; NO_EDGE: the gate */
    uint32_t *from;  /* [vertex_count + 1] and the vertex before */
    uint32_t *seen;  /* [vertex_count + 1] the search */
    uint32_t *queue; /* [vertex_count + 1] */
    uint32_t search;

    struct rd_edge_colouring result;
    struct rd_arena *arena;
};

static uint32_t ports_of(const struct colouring *of, uint32_t vertex)
{
    return of->ports[vertex < of->n ? vertex : vertex - of->n];
}

/* Brings the slack up to date: what is not used of the ports is lost. */
static void settle(struct colouring *of, uint32_t vertex)
{
    of->slack[vertex] -=
        (int64_t)(ports_of(of, vertex) - of->used[vertex]) * (of->now - of->since[vertex]);
    of->since[vertex] = of->now;
}

/* Must one more edge of a vertex flow now? Or all that do? */
static bool has_too_few(struct colouring *of, uint32_t vertex)
{
    settle(of, vertex);
    return of->slack[vertex] < (int64_t)(ports_of(of, vertex) - of->used[vertex]);
}

static bool can_lose(struct colouring *of, uint32_t vertex)
{
    settle(of, vertex);
    return of->used[vertex] > 0 &&
           of->slack[vertex] > (int64_t)(ports_of(of, vertex) - of->used[vertex]);
}

/* When it will have too few. */
static int64_t event_of(const struct colouring *of, uint32_t vertex)
{
    uint32_t idle = ports_of(of, vertex) - of->used[vertex];
    return idle == 0 ? NEVER : of->since[vertex] + of->slack[vertex] / idle;
}

static void find_next_of_row(struct colouring *of, uint32_t row)
{
    of->next_of[row] = NEVER;
    for (size_t i = of->first[row]; i < of->first[row + 1]; i++)
        of->next_of[row] = rd_least(of->next_of[row], of->edge[of->list[i]].event);
}

/* An edge joins the flow or leaves it. */
static void turn(struct colouring *of, uint32_t number)
{
    struct bundle *edge = &of->edge[number];
    for (int side = 0; side < RD_SIDES; side++) {
        settle(of, edge->end[side]);
        of->used[edge->end[side]] += edge->flows ? -1U : 1U;
    }
    if (edge->flows) {
        struct rd_colour_run *run = &of->result.run[edge->run - 1];
        run->count = of->now - run->first;
        edge->event = edge->event == of->now ? NEVER : of->end - (edge->event - of->now);
    } else {
        rd_colour_run_begin(&of->result, number, of->now, &edge->run, of->arena);
        edge->event = of->now + (of->end - edge->event);
    }
    edge->flows = !edge->flows;
    find_next_of_row(of, edge->end[RD_ROWS]);
}

static void reach(struct colouring *of, uint32_t vertex, uint32_t from, uint32_t edge,
                  size_t *count)
{
    if (of->seen[vertex] == of->search)
        return;
    of->seen[vertex] = of->search;
    of->from[vertex] = from;
    of->via[vertex] = edge;
    of->queue[(*count)++] = vertex;
}

/* Where one more edge can flow: what comes to a row goes on by another edge, what comes to a column
 * takes the place of an edge that came there; the gate, behind the last vertex, is where flows
 * begin and end. */
static void reach_from(struct colouring *of, uint32_t vertex, size_t *count)
{
    uint32_t gate = of->vertex_count;
    bool is_row = vertex < of->n;
    if (vertex == gate) {
        for (uint32_t to = 0; to < gate; to++)
            if (to < of->n ? of->used[to] < ports_of(of, to) : can_lose(of, to))
                reach(of, to, gate, NO_EDGE, count);
        return;
    }
    if (is_row ? can_lose(of, vertex) : of->used[vertex] < ports_of(of, vertex))
        reach(of, gate, vertex, NO_EDGE, count);
    for (size_t i = of->first[vertex]; i < of->first[vertex + 1]; i++) {
        const struct bundle *edge = &of->edge[of->list[i]];
        bool is_free =
            is_row ? !edge->flows && edge->event != NEVER : edge->flows && edge->event != of->end;
        if (is_free)
            reach(of, edge->end[is_row ? RD_COLUMNS : RD_ROWS], vertex, of->list[i], count);
    }
}

/* Turns the edges of a shortest path. One exists: see the header. */
static void mend(struct colouring *of, uint32_t start, uint32_t goal)
{
    size_t count = 0;
    of->search++;
    reach(of, start, start, NO_EDGE, &count);
    for (size_t at = 0; of->seen[goal] != of->search; at++) {
        rd_assert(at < count);
        reach_from(of, of->queue[at], &count);
    }
    for (uint32_t vertex = goal; vertex != start; vertex = of->from[vertex])
        if (of->via[vertex] != NO_EDGE)
            turn(of, of->via[vertex]);
}

/* Lets edges join that have a free port at both ends. */
static void fill(struct colouring *of, uint32_t vertex)
{
    int far = vertex < of->n ? RD_COLUMNS : RD_ROWS;
    for (size_t i = of->first[vertex];
         i < of->first[vertex + 1] && of->used[vertex] < ports_of(of, vertex); i++) {
        const struct bundle *edge = &of->edge[of->list[i]];
        if (!edge->flows && edge->event != NEVER &&
            of->used[edge->end[far]] < ports_of(of, edge->end[far]))
            turn(of, of->list[i]);
    }
}

/* Takes out what is used up, and lets others join in its place. */
static void use_up(struct colouring *of)
{
    size_t freed = 0;
    for (uint32_t row = 0; row < of->n; row++)
        for (size_t i = of->first[row]; of->next_of[row] == of->now && i < of->first[row + 1]; i++)
            if (of->edge[of->list[i]].flows && of->edge[of->list[i]].event == of->now) {
                turn(of, of->list[i]);
                of->freed[freed++] = of->list[i];
            }
    for (size_t i = 0; i < freed; i++)
        for (int side = 0; side < RD_SIDES; side++)
            fill(of, of->edge[of->freed[i]].end[side]);
}

/* Makes everything flow that can wait no longer. */
static void mend_all(struct colouring *of)
{
    uint32_t gate = of->vertex_count;
    for (uint32_t row = 0; row < of->n; row++)
        for (size_t i = of->first[row]; of->next_of[row] == of->now && i < of->first[row + 1]; i++)
            if (!of->edge[of->list[i]].flows && of->edge[of->list[i]].event == of->now) {
                mend(of, of->edge[of->list[i]].end[RD_COLUMNS], row);
                turn(of, of->list[i]);
            }
    for (uint32_t vertex = 0; vertex < gate; vertex++)
        while (has_too_few(of, vertex))
            mend(of, vertex < of->n ? vertex : gate, vertex < of->n ? gate : vertex);
}

/* The next colour at which something changes. */
static int64_t next_event(const struct colouring *of)
{
    int64_t next = of->end;
    for (uint32_t row = 0; row < of->n; row++)
        next = of->next_of[row] < next ? of->next_of[row] : next;
    for (uint32_t vertex = 0; vertex < of->vertex_count; vertex++) {
        int64_t event = event_of(of, vertex);
        next = event < next ? event : next;
    }
    return next;
}

/* Lists the edges of each vertex, and counts its degree into `slack`. Returns: the colours. */
static int64_t list_edges(struct colouring *of, const struct rd_multigraph *graph,
                          struct rd_arena *scratch)
{
    int64_t colours = 0;
    uint32_t *end = rd_take(scratch, RD_SIDES * (size_t)of->edge_count, uint32_t);
    for (uint32_t i = 0; i < of->edge_count; i++) {
        const struct rd_multi_edge *edge = &graph->edge[i];
        of->edge[i] = (struct bundle){.end = {edge->row, of->n + edge->column}};
        colours = edge->count > colours ? edge->count : colours;
        for (int side = 0; side < RD_SIDES; side++) {
            of->slack[of->edge[i].end[side]] += edge->count;
            end[RD_SIDES * i + (uint32_t)side] = of->edge[i].end[side];
        }
    }
    for (uint32_t vertex = 0; vertex < of->vertex_count; vertex++) {
        int64_t ports = ports_of(of, vertex), least = (of->slack[vertex] + ports - 1) / ports;
        colours = least > colours ? least : colours;
    }
    struct rd_groups by_vertex =
        rd_group(end, RD_SIDES * (size_t)of->edge_count, of->vertex_count, scratch);
    for (size_t i = 0; i < RD_SIDES * (size_t)of->edge_count; i++)
        by_vertex.member[i] /= RD_SIDES;
    of->first = by_vertex.first;
    of->list = by_vertex.member;
    return colours;
}

static struct colouring open_colouring(const struct rd_multigraph *graph, const uint32_t *ports,
                                       struct rd_arena *arena, struct rd_arena *scratch)
{
    uint32_t vertices = 2 * graph->n;
    rd_assert(graph->edge_count < NO_EDGE / RD_SIDES && graph->n < NO_EDGE / 2);
    struct colouring of = {
        .n = graph->n,
        .vertex_count = vertices,
        .edge_count = (uint32_t)graph->edge_count,
        .edge = rd_take(scratch, graph->edge_count, struct bundle),
        .ports = ports,
        .freed = rd_take(scratch, graph->edge_count, uint32_t),
        .used = rd_take(scratch, vertices, uint32_t),
        .slack = rd_take(scratch, vertices, int64_t),
        .since = rd_take(scratch, vertices, int64_t),
        .next_of = rd_take(scratch, graph->n, int64_t),
        .via = rd_take(scratch, (size_t)vertices + 1, uint32_t),
        .from = rd_take(scratch, (size_t)vertices + 1, uint32_t),
        .seen = rd_take(scratch, (size_t)vertices + 1, uint32_t),
        .queue = rd_take(scratch, (size_t)vertices + 1, uint32_t),
        .arena = arena,
    };
    of.end = of.result.colour_count = list_edges(&of, graph, scratch);
    for (uint32_t i = 0; i < of.edge_count; i++)
        of.edge[i].event = graph->edge[i].count == 0 ? NEVER : of.end - graph->edge[i].count;
    for (uint32_t vertex = 0; vertex < vertices; vertex++)
        of.slack[vertex] = ports_of(&of, vertex) * of.end - of.slack[vertex];
    for (uint32_t row = 0; row < of.n; row++)
        find_next_of_row(&of, row);
    return of;
}

struct rd_edge_colouring rd_port_colour(const struct rd_multigraph *graph, const uint32_t *ports,
                                        struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct colouring of = open_colouring(graph, ports, arena, scratch);
    for (uint32_t row = 0; row < of.n && of.end > 0; row++)
        fill(&of, row);
    while (of.now < of.end) {
        mend_all(&of);
        of.result.matching_count++;
        of.now = next_event(&of);
        use_up(&of);
    }
    rd_colour_runs_drop_empty(&of.result);
    return of.result;
}
