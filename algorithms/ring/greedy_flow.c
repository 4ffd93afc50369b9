#include "greedy_flow.h"

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
