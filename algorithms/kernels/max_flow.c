#include "max_flow.h"

#include "sim/base/error.h"

#include <string.h>

/* The arcs of the node so far behind in the queue are fetched. */
enum { AHEAD = 8 };

struct rd_flow rd_flow_make(uint32_t node_count, uint32_t arc_limit, struct rd_arena *arena)
{
    rd_assert(arc_limit < UINT32_C(1) << 30);
    return (struct rd_flow){
        .node_count = node_count,
        .arc_limit = 2 * arc_limit,
        .to = rd_take(arena, 2 * (size_t)arc_limit, uint32_t),
        .left = rd_take(arena, 2 * (size_t)arc_limit, int64_t),
        .level = rd_take(arena, node_count, int32_t),
    };
}

static void add_half(struct rd_flow *flow, uint32_t to, int64_t capacity)
{
    flow->to[flow->arc_count] = to;
    flow->left[flow->arc_count++] = capacity;
}

uint32_t rd_flow_add(struct rd_flow *flow, uint32_t from, uint32_t to, int64_t capacity)
{
    rd_assert(flow->arc_count + 2 <= flow->arc_limit && capacity >= 0);
    add_half(flow, to, capacity);
    add_half(flow, from, 0);
    return flow->arc_count - 2;
}

/* Where an arc leads. */
struct end {
    uint32_t to : 31;
    uint32_t comes : 1; /* can the reverse arc carry more? */
};

/* What a search works on. */
struct search {
    struct rd_flow *flow;
    uint32_t source, sink;
    /* [arc_count] the arcs that leave node 0, node 1, .., so that levels are found in small pieces
     * of memory that lie together. */
    struct end *end;
    int64_t *left;
    uint32_t *reverse; /* where the reverse arc is here */
    uint32_t *place;   /* where each arc of the flow is here */
    uint32_t *first;   /* [node_count + 1] the arcs of a node, the one added last first */
    uint32_t *queue;   /* [node_count] */
    uint32_t *current; /* [node_count]: arcs before it are of no use in this phase */
    uint32_t *path;    /* [node_count]: arcs from the source */
};

static void lay_out(struct search *search)
{
    const struct rd_flow *flow = search->flow;
    for (uint32_t arc = 0; arc < flow->arc_count; arc++)
        search->first[flow->to[arc] + 1]++; /* as many come as leave */
    for (uint32_t node = 0; node < flow->node_count; node++) {
        search->first[node + 1] += search->first[node];
        search->current[node] = search->first[node];
    }
    for (uint32_t arc = flow->arc_count; arc-- > 0;)
        search->place[arc] = search->current[flow->to[arc ^ 1]]++;
    for (uint32_t arc = 0; arc < flow->arc_count; arc++) {
        uint32_t at = search->place[arc];
        search->end[at] = (struct end){flow->to[arc], flow->left[arc ^ 1] > 0};
        search->left[at] = flow->left[arc];
        search->reverse[at] = search->place[arc ^ 1];
    }
}

/* The node that an arc leaves. */
static uint32_t from(const struct search *search, uint32_t arc)
{
    return search->end[search->reverse[arc]].to;
}

/* Numbers the nodes by their distance to the sink, up to the source's: from that end, a path that
 * follows the numbers down never ends before the sink but for arcs that this phase has filled.
 * Returns: is the source among them? */
static bool find_levels(struct search *search)
{
    int32_t *level = search->flow->level;
    uint32_t head = 0, tail = 0;
    memset(level, 0xff, search->flow->node_count * sizeof *level);
    level[search->sink] = 0;
    search->queue[tail++] = search->sink;
    while (head < tail && search->queue[head] != search->source) {
        uint32_t node = search->queue[head++];
        if (head + AHEAD < tail)
            __builtin_prefetch(&search->end[search->first[search->queue[head + AHEAD]]]);
        for (uint32_t arc = search->first[node]; arc < search->first[node + 1]; arc++) {
            struct end end = search->end[arc];
            if (!end.comes || level[end.to] >= 0)
                continue;
            level[end.to] = level[node] + 1;
            search->queue[tail++] = end.to;
        }
    }
    return level[search->source] >= 0;
}

/* Fills a path. Returns: how many of its arcs come before the first that is now full. */
static uint32_t push(struct search *search, uint32_t length, int64_t *pushed)
{
    int64_t least = RD_FLOW_UNBOUNDED;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < length; k++)
        if (search->left[search->path[k]] < least) {
            least = search->left[search->path[k]];
            kept = k;
        }
    rd_assert(least < RD_FLOW_UNBOUNDED);
    for (uint32_t k = 0; k < length; k++) {
        uint32_t arc = search->path[k], reverse = search->reverse[arc];
        search->left[arc] -= least;
        search->left[reverse] += least;
        search->end[arc].comes = true;
        search->end[reverse].comes = search->left[arc] > 0;
    }
    *pushed += least;
    return kept;
}

/* Fills shortest paths until none is left. Returns: how much they carry. */
static int64_t fill_levels(struct search *search)
{
    const int32_t *level = search->flow->level;
    int64_t pushed = 0;
    uint32_t length = 0, node = search->source;
    memcpy(search->current, search->first, search->flow->node_count * sizeof *search->first);
    for (;;) {
        if (node == search->sink) {
            length = push(search, length, &pushed);
            node = from(search, search->path[length]);
            continue;
        }
        uint32_t arc = search->current[node];
        while (arc < search->first[node + 1] &&
               (search->left[arc] == 0 || level[search->end[arc].to] != level[node] - 1))
            arc++;
        search->current[node] = arc;
        if (arc < search->first[node + 1]) {
            search->path[length++] = arc;
            node = search->end[arc].to;
        } else if (length == 0) {
            return pushed;
        } else {
            length--;
            node = from(search, search->path[length]);
            search->current[node]++;
        }
    }
}

/* Do the arcs from nodes that no longer reach the sink hold just what flows? */
static void check_cut(const struct rd_flow *flow, int64_t value)
{
    int64_t capacity = 0;
    for (uint32_t arc = 0; arc < flow->arc_count; arc += 2) {
        bool near_from = rd_flow_is_near(flow, flow->to[arc ^ 1]);
        bool near_to = rd_flow_is_near(flow, flow->to[arc]);
        if (near_from && !near_to)
            capacity += flow->left[arc] + flow->left[arc ^ 1];
    }
    rd_assert(capacity == value);
}

int64_t rd_flow_maximize(struct rd_flow *flow, uint32_t source, uint32_t sink,
                         struct rd_arena *scratch)
{
    rd_assert(source != sink);
    rd_arena_borrow(scratch);
    struct search search = {
        .flow = flow,
        .source = source,
        .sink = sink,
        .end = rd_take(scratch, flow->arc_count, struct end),
        .left = rd_take(scratch, flow->arc_count, int64_t),
        .reverse = rd_take(scratch, flow->arc_count, uint32_t),
        .place = rd_take(scratch, flow->arc_count, uint32_t),
        .first = rd_take(scratch, (size_t)flow->node_count + 1, uint32_t),
        .queue = rd_take(scratch, flow->node_count, uint32_t),
        .current = rd_take(scratch, flow->node_count, uint32_t),
        .path = rd_take(scratch, flow->node_count, uint32_t),
    };
    int64_t value = 0;
    lay_out(&search);
    while (find_levels(&search))
        value += fill_levels(&search);
    for (uint32_t arc = 0; arc < flow->arc_count; arc++)
        flow->left[arc] = search.left[search.place[arc]];
    check_cut(flow, value);
    return value;
}
