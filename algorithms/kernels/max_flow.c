#include "max_flow.h"

#include "sim/base/error.h"

#include <string.h>

#define NO_ARC UINT32_MAX

struct rd_flow rd_flow_make(uint32_t node_count, uint32_t arc_limit, struct rd_arena *arena)
{
    rd_assert(arc_limit < UINT32_C(1) << 30);
    struct rd_flow flow = {
        .node_count = node_count,
        .arc_limit = 2 * arc_limit,
        .first = rd_take(arena, node_count, uint32_t),
        .next = rd_take(arena, 2 * (size_t)arc_limit, uint32_t),
        .to = rd_take(arena, 2 * (size_t)arc_limit, uint32_t),
        .left = rd_take(arena, 2 * (size_t)arc_limit, int64_t),
        .level = rd_take(arena, node_count, int32_t),
    };
    for (uint32_t node = 0; node < node_count; node++)
        flow.first[node] = NO_ARC;
    return flow;
}

static void link_arc(struct rd_flow *flow, uint32_t from, uint32_t to, int64_t capacity)
{
    uint32_t arc = flow->arc_count++;
    flow->to[arc] = to;
    flow->left[arc] = capacity;
    flow->next[arc] = flow->first[from];
    flow->first[from] = arc;
}

uint32_t rd_flow_add(struct rd_flow *flow, uint32_t from, uint32_t to, int64_t capacity)
{
    rd_assert(flow->arc_count + 2 <= flow->arc_limit && capacity >= 0);
    link_arc(flow, from, to, capacity);
    link_arc(flow, to, from, 0);
    return flow->arc_count - 2;
}

/* What a search works on. */
struct search {
    struct rd_flow *flow;
    uint32_t source, sink;
    uint32_t *queue;   /* [node_count] */
    uint32_t *current; /* [node_count]: arcs before it are of no use in this phase */
    uint32_t *path;    /* [node_count]: arcs from the source */
};

/* Numbers the nodes by their distance to the sink, up to the source's: from that end, a path that
 * follows the numbers down never ends before the sink but for arcs that this phase has filled.
 * Returns: is the source among them? */
static bool find_levels(struct search *search)
{
    struct rd_flow *flow = search->flow;
    uint32_t head = 0, tail = 0;
    memset(flow->level, 0xff, flow->node_count * sizeof *flow->level);
    flow->level[search->sink] = 0;
    search->queue[tail++] = search->sink;
    while (head < tail && search->queue[head] != search->source) {
        uint32_t node = search->queue[head++];
        for (uint32_t arc = flow->first[node]; arc != NO_ARC; arc = flow->next[arc]) {
            uint32_t from = flow->to[arc];
            if (flow->level[from] >= 0 || flow->left[arc ^ 1] == 0)
                continue;
            flow->level[from] = flow->level[node] + 1;
            search->queue[tail++] = from;
        }
    }
    return flow->level[search->source] >= 0;
}

/* Fills a path. Returns: how many of its arcs come before the first that is now full. */
static uint32_t push(struct search *search, uint32_t length, int64_t *pushed)
{
    struct rd_flow *flow = search->flow;
    int64_t least = RD_FLOW_UNBOUNDED;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < length; k++)
        if (flow->left[search->path[k]] < least) {
            least = flow->left[search->path[k]];
            kept = k;
        }
    rd_assert(least < RD_FLOW_UNBOUNDED);
    for (uint32_t k = 0; k < length; k++) {
        flow->left[search->path[k]] -= least;
        flow->left[search->path[k] ^ 1] += least;
    }
    *pushed += least;
    return kept;
}

/* Fills shortest paths until none is left. Returns: how much they carry. */
static int64_t fill_levels(struct search *search)
{
    struct rd_flow *flow = search->flow;
    int64_t pushed = 0;
    uint32_t length = 0, node = search->source;
    memcpy(search->current, flow->first, flow->node_count * sizeof *flow->first);
    for (;;) {
        if (node == search->sink) {
            length = push(search, length, &pushed);
            node = flow->to[search->path[length] ^ 1];
            continue;
        }
        uint32_t arc = search->current[node];
        while (arc != NO_ARC &&
               (flow->left[arc] == 0 || flow->level[flow->to[arc]] != flow->level[node] - 1))
            arc = flow->next[arc];
        search->current[node] = arc;
        if (arc != NO_ARC) {
            search->path[length++] = arc;
            node = flow->to[arc];
        } else if (length == 0) {
            return pushed;
        } else {
            length--;
            node = flow->to[search->path[length] ^ 1];
            search->current[node] = flow->next[search->current[node]];
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
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct search search = {
        .flow = flow,
        .source = source,
        .sink = sink,
        .queue = rd_take(scratch, flow->node_count, uint32_t),
        .current = rd_take(scratch, flow->node_count, uint32_t),
        .path = rd_take(scratch, flow->node_count, uint32_t),
    };
    int64_t value = 0;
    while (find_levels(&search))
        value += fill_levels(&search);
    check_cut(flow, value);
    rd_arena_rewind(scratch, mark);
    return value;
}
