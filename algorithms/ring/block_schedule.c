#include "block_schedule.h"

#include <math.h>

static uint32_t place_of(const struct rd_greedy *greedy, uint32_t edge, bool backward)
{
    uint32_t n = greedy->flow->ring.host_count;
    uint32_t first = greedy->first_edge[backward];
    uint32_t from = backward ? edge : first, to = backward ? first : edge;
    return to >= from ? to - from : to + n - from;
}

static double edge_item_s(const struct rd_greedy *greedy, uint32_t edge, bool backward)
{
    return backward ? greedy->flow->backward_s[edge] : greedy->flow->forward_s[edge];
}

/* Time that the items not started yet need over an edge in one direction. */
static double time_left(const struct rd_greedy *greedy, uint32_t edge, bool backward)
{
    int64_t left = backward ? -greedy->left[edge] : greedy->left[edge];
    return left > 0 ? (double)left * edge_item_s(greedy, edge, backward) : 0;
}

static struct rd_list_priority priority(void *context, size_t link, RD_UNUSED int64_t left,
                                        const int64_t held[2])
{
    (void)held;
    struct rd_greedy *greedy = context;
    uint32_t n = greedy->flow->ring.host_count;
    uint32_t edge = greedy->edge[link];
    bool backward = greedy->left[edge] < 0;
    double pipeline_s = rd_pipeline_at(&greedy->line[backward], place_of(greedy, edge, backward));
    /* The sender also sends over its other edge, the other way; the receiver likewise receives. */
    uint32_t before = rd_ring_previous(n, edge), after = rd_ring_next(n, edge);
    uint32_t send_edge = backward ? after : before;
    uint32_t receive_edge = backward ? before : after;
    double link_s = time_left(greedy, edge, backward);
    double send_s = link_s + time_left(greedy, send_edge, !backward);
    double receive_s = link_s + time_left(greedy, receive_edge, !backward);
    double port_s = send_s > receive_s ? send_s : receive_s;
    if (greedy->noise == 0)
        return (struct rd_list_priority){pipeline_s, port_s};
    double factor = 1 + greedy->noise * rd_rng_unit(&greedy->rng);
    return (struct rd_list_priority){(1000 * pipeline_s + port_s) * factor, 0};
}

static void set_left(struct rd_greedy *greedy, uint32_t edge, bool backward, int64_t left)
{
    greedy->left[edge] = backward ? -left : left;
    rd_pipeline_set(&greedy->line[backward], place_of(greedy, edge, backward),
                    edge_item_s(greedy, edge, backward), left);
}

static void started(void *context, size_t link, int64_t left)
{
    struct rd_greedy *greedy = context;
    uint32_t edge = greedy->edge[link];
    set_left(greedy, edge, greedy->link[link].from != edge, left);
}

void rd_greedy_open(struct rd_greedy *greedy, const struct rd_net_flow *flow,
                    struct rd_arena *arena)
{
    uint32_t n = flow->ring.host_count;
    *greedy = (struct rd_greedy){.flow = flow};
    greedy->link = rd_take(arena, n, struct rd_list_link);
    greedy->edge = rd_take(arena, n, uint32_t);
    greedy->left = rd_take(arena, n, int64_t);
    for (int backward = 0; backward < 2; backward++)
        greedy->line[backward] = rd_pipeline_make(n, arena);
    greedy->problem = (struct rd_list_problem){
        .host_count = n,
        .port_count = 1,
        .inventory = flow->ring.load,
        .link = greedy->link,
        .priority = priority,
        .started = started,
        .context = greedy,
    };
}

static void add_link(struct rd_greedy *greedy, uint32_t edge, bool backward, int64_t items)
{
    uint32_t next = rd_ring_next(greedy->flow->ring.host_count, edge);
    size_t link = greedy->problem.link_count++;
    greedy->edge[link] = edge;
    greedy->link[link] = (struct rd_list_link){
        .from = backward ? next : edge,
        .to = backward ? edge : next,
        .item_s = edge_item_s(greedy, edge, backward),
        .items = items,
    };
}

void rd_greedy_set_flow(struct rd_greedy *greedy, int64_t z)
{
    const struct rd_ring *ring = &greedy->flow->ring;
    uint32_t n = ring->host_count;
    greedy->problem.link_count = 0;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t before = rd_ring_previous(n, host);
        if (ring->sum[before] < z)
            add_link(greedy, before, true, z - ring->sum[before]);
        if (ring->sum[host] > z)
            add_link(greedy, host, false, ring->sum[host] - z);
        /* A line starts behind an edge that does not carry its way, so that no chain of links
         * goes on from its end to its start. */
        if (ring->sum[host] <= z)
            greedy->first_edge[0] = rd_ring_next(n, host);
        if (ring->sum[host] >= z)
            greedy->first_edge[1] = rd_ring_previous(n, host);
    }
}

double rd_greedy_schedule(struct rd_greedy *greedy, double noise, struct rd_rng rng,
                          double give_up_s, uint32_t *ret_order, struct rd_arena *scratch)
{
    greedy->noise = noise;
    greedy->rng = rng;
    for (int backward = 0; backward < 2; backward++)
        rd_pipeline_clear(&greedy->line[backward]);
    for (uint32_t edge = 0; edge < greedy->flow->ring.host_count; edge++)
        greedy->left[edge] = 0;
    for (size_t link = 0; link < greedy->problem.link_count; link++)
        started(greedy, link, greedy->link[link].items);
    return rd_list_schedule(&greedy->problem, give_up_s, ret_order, scratch);
}

/* A flow by edges. */
struct flow {
    const struct rd_net_flow *net;
    int64_t z;
    double busiest_s; /* g(z) */
    uint32_t *link;   /* [host_count] of greedy's problem, of edges that carry items */
    bool
        *goes_forward; /* [host_count] of a direct edge and its chain: do forward items go first? */
};

static int64_t items_over(const struct flow *flow, uint32_t edge)
{
    return flow->net->ring.sum[edge] - flow->z;
}

static int64_t count_over(const struct flow *flow, uint32_t edge)
{
    int64_t items = items_over(flow, edge);
    return items < 0 ? -items : items;
}

static double seconds_over(const struct flow *flow, uint32_t edge)
{
    int64_t items = items_over(flow, edge);
    return (double)count_over(flow, edge) *
           (items > 0 ? flow->net->forward_s[edge] : flow->net->backward_s[edge]);
}

/* Do two edges carry items the same way? */
static bool is_run(const struct flow *flow, uint32_t edge, uint32_t other)
{
    int64_t items = items_over(flow, edge), other_items = items_over(flow, other);
    return (items > 0 && other_items > 0) || (items < 0 && other_items < 0);
}

static bool is_direct(const struct flow *flow, uint32_t edge)
{
    uint32_t n = flow->net->ring.host_count;
    return items_over(flow, edge) != 0 && !is_run(flow, edge, rd_ring_next(n, edge)) &&
           !is_run(flow, edge, rd_ring_previous(n, edge));
}

static bool is_pipeline(const struct flow *flow, uint32_t edge)
{
    return items_over(flow, edge) != 0 && !is_direct(flow, edge);
}

/* Which way goes first in each chain of direct edges. Backward first suits a pipeline at its first
 * end, be that a source or a sink, and forward first one at its last end. */
static void choose_ways(struct flow *flow, bool last_is_bad)
{
    uint32_t n = flow->net->ring.host_count, start = 0;
    while (start < n && is_direct(flow, start))
        start++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t edge = start == n ? i : (start + i) % n, before = rd_ring_previous(n, edge);
        if (start == n) /* all are direct: one chain without ends */
            flow->goes_forward[edge] = true;
        if (start == n || !is_direct(flow, edge))
            continue;
        if (is_direct(flow, before)) {
            flow->goes_forward[edge] = flow->goes_forward[before];
            continue;
        }
        uint32_t after = rd_ring_next(n, edge);
        while (is_direct(flow, after))
            after = rd_ring_next(n, after);
        bool at_first = is_pipeline(flow, before), at_last = is_pipeline(flow, after);
        flow->goes_forward[edge] = at_last ? !(at_first && last_is_bad) : !at_first;
    }
}

/* Does a direct edge send its items before its neighbours do? */
static bool is_early(const struct flow *flow, uint32_t edge)
{
    return flow->goes_forward[edge] == (items_over(flow, edge) > 0);
}

/* How many items of a pipeline go before a block that comes too early for them, at a source; after
 * a block that comes too late, at a sink. They delay the block by f a / F, and the block delays the
 * rest of the pipeline by b (1 - (f + 1) / F), in shares of g(z): a falling line and a rising one.
 */
static int64_t split_pipeline(const struct flow *flow, uint32_t pipeline, uint32_t direct)
{
    int64_t count = count_over(flow, pipeline), best = 0;
    double items = (double)count;
    double a = seconds_over(flow, pipeline) / flow->busiest_s;
    double b = seconds_over(flow, direct) / flow->busiest_s;
    int64_t crossing = (int64_t)floor(b * (items - 1) / (a + b));
    double best_delay = INFINITY;
    for (int64_t f = crossing; f <= crossing + 1 && f <= count; f++) {
        double delay = fmax((double)f * a / items, b * (1 - (double)(f + 1) / items));
        if (delay >= best_delay)
            continue;
        best_delay = delay;
        best = f;
    }
    return best;
}

/* A port with two edges that carry items. */
struct port {
    uint32_t host;
    bool receives;
};

static void add(struct rd_port_orders *orders, const struct flow *flow, struct port port,
                uint32_t edge, int64_t items)
{
    rd_port_orders_add(orders, port.host, port.receives, flow->link[edge], items);
}

static void add_direct_and_pipeline(struct rd_port_orders *orders, const struct flow *flow,
                                    struct port port, uint32_t direct, uint32_t pipeline)
{
    int64_t count = count_over(flow, pipeline), first = port.receives ? 0 : count;
    if (is_early(flow, direct) != port.receives) {
        int64_t split = split_pipeline(flow, pipeline, direct);
        first = port.receives ? count - split : split;
    }
    add(orders, flow, port, pipeline, first);
    add(orders, flow, port, direct, count_over(flow, direct));
    add(orders, flow, port, pipeline, count - first);
}

/* Two pipelines: each item by its deadline j / F at a source, by its release (j - 1) / F at a sink,
 * j from 1 to F. */
static void merge_pipelines(struct rd_port_orders *orders, const struct flow *flow,
                            struct port port, uint32_t one, uint32_t other)
{
    int64_t count[2] = {count_over(flow, one), count_over(flow, other)}, sent[2] = {0, 0};
    int64_t ahead = port.receives ? 0 : 1;
    while (sent[0] < count[0] || sent[1] < count[1]) {
        bool is_other =
            sent[0] == count[0] ||
            (sent[1] < count[1] && (sent[1] + ahead) * count[0] < (sent[0] + ahead) * count[1]);
        add(orders, flow, port, is_other ? other : one, 1);
        sent[is_other]++;
    }
}

static void add_port(struct rd_port_orders *orders, const struct flow *flow, struct port port)
{
    uint32_t ahead = port.host, behind = rd_ring_previous(flow->net->ring.host_count, port.host);
    bool uses_ahead = port.receives ? items_over(flow, ahead) < 0 : items_over(flow, ahead) > 0;
    bool uses_behind = port.receives ? items_over(flow, behind) > 0 : items_over(flow, behind) < 0;
    if (!uses_ahead || !uses_behind) {
        if (uses_ahead)
            add(orders, flow, port, ahead, count_over(flow, ahead));
        if (uses_behind)
            add(orders, flow, port, behind, count_over(flow, behind));
    } else if (is_direct(flow, ahead) && is_direct(flow, behind)) {
        uint32_t early = is_early(flow, ahead) ? ahead : behind;
        uint32_t late = early == ahead ? behind : ahead;
        add(orders, flow, port, early, count_over(flow, early));
        add(orders, flow, port, late, count_over(flow, late));
    } else if (is_direct(flow, ahead)) {
        add_direct_and_pipeline(orders, flow, port, ahead, behind);
    } else if (is_direct(flow, behind)) {
        add_direct_and_pipeline(orders, flow, port, behind, ahead);
    } else {
        merge_pipelines(orders, flow, port, ahead, behind);
    }
}

struct rd_port_orders rd_block_orders(const struct rd_greedy *greedy, int64_t z, bool last_is_bad,
                                      struct rd_arena *arena)
{
    uint32_t n = greedy->flow->ring.host_count;
    struct rd_flow_value value = rd_net_flow_value(greedy->flow, z);
    struct flow flow = {
        .net = greedy->flow,
        .z = z,
        .busiest_s = rd_sum_of_products_value(&value.busy),
        .link = rd_take(arena, n, uint32_t),
        .goes_forward = rd_take(arena, n, bool),
    };
    for (size_t link = 0; link < greedy->problem.link_count; link++)
        flow.link[greedy->edge[link]] = (uint32_t)link;
    choose_ways(&flow, last_is_bad);
    struct rd_port_orders orders = rd_port_orders_open(&greedy->problem, arena);
    for (uint32_t host = 0; host < n; host++) {
        add_port(&orders, &flow, (struct port){host, false});
        add_port(&orders, &flow, (struct port){host, true});
    }
    return orders;
}
