#include "flow_rounding.h"

#include "algorithms/graph/balls.h"
#include "sim/base/groups.h"

#include <math.h>
#include <string.h>

/* Hosts, in balls; links, and behind them one edge from each host to a node of its ball, to which
 * flows what the host ends with. Cycles stay within a ball; in the end all hosts are one. */
struct rounding {
    const struct rd_network *network;
    const struct rd_network_goal *goal;
    double time_s;
    uint32_t kind;
    double *items;        /* [link_count * kind_count] */
    double *final;        /* [host_count] of this kind */
    double *out_s, *in_s; /* [host_count] all kinds */
    double *link_s;       /* [link_count] all kinds */
    struct rd_groups at;  /* edges at each node; done ones are dropped as they are met.. */
    uint32_t *count;      /* [2 * host_count] ..and so many are left */
    struct rd_balls balls;
    bool *is_later;  /* [link_count + host_count] on no cycle of its ball */
    uint32_t *place; /* [2 * host_count] on the path, from 1; 0: not on it */
    uint32_t *path;  /* [2 * host_count] edges of the path */
    uint32_t *node;  /* [2 * host_count + 1] its nodes */
    uint32_t length;
};

static const double almost = 1e-6;
#define NO_EDGE UINT32_MAX

static double *amount(const struct rounding *rounding, uint32_t edge)
{
    const struct rd_network *network = rounding->network;
    return edge < network->link_count
               ? &rounding->items[(size_t)edge * network->kind_count + rounding->kind]
               : &rounding->final[edge - network->link_count];
}

static bool is_whole(const struct rounding *rounding, uint32_t edge)
{
    double items = *amount(rounding, edge);
    return fabs(items - nearbyint(items)) <= almost;
}

static uint32_t tail_of(const struct rounding *rounding, uint32_t edge)
{
    const struct rd_network *network = rounding->network;
    return edge < network->link_count ? network->from[edge] : edge - network->link_count;
}

static uint32_t head_of(const struct rounding *rounding, uint32_t edge)
{
    const struct rd_network *network = rounding->network;
    return edge < network->link_count
               ? network->to[edge]
               : network->host_count + rounding->balls.ball[edge - network->link_count];
}

/* (load / time)^32: cheaper than the slope of network-planner's Phi, and as steep near the time. */
static double price(double load_s, double time_s)
{
    double power = load_s / time_s;
    for (int i = 0; i < 5; i++)
        power *= power;
    return power;
}

/* What an item more costs that a host ends with: all that leads to what the goal asks for pays. */
static double end_price(const struct rounding *rounding, uint32_t host)
{
    static const double much = 1e100;
    size_t entry = (size_t)host * rounding->network->kind_count + rounding->kind;
    double items = rounding->final[host];
    if (items > (double)rounding->goal->most[entry] + almost)
        return much;
    return items < (double)rounding->goal->least[entry] - almost ? -much : 0;
}

/* What an item more on an edge costs. */
static double edge_price(const struct rounding *rounding, uint32_t edge)
{
    const struct rd_network *network = rounding->network;
    if (edge >= network->link_count)
        return end_price(rounding, edge - network->link_count);
    uint32_t from = network->from[edge], to = network->to[edge];
    double sum = 1e-3 + price(rounding->link_s[edge], rounding->time_s);
    if (network->ports[from] != UINT32_MAX)
        sum += price(rounding->out_s[from] / network->ports[from], rounding->time_s) /
               network->ports[from];
    if (network->ports[to] != UINT32_MAX)
        sum +=
            price(rounding->in_s[to] / network->ports[to], rounding->time_s) / network->ports[to];
    return sum * rd_network_item_s(network, edge, rounding->kind);
}

static void change(struct rounding *rounding, uint32_t edge, double items)
{
    const struct rd_network *network = rounding->network;
    double *of = amount(rounding, edge);
    *of += items;
    if (is_whole(rounding, edge))
        *of = nearbyint(*of);
    if (edge >= network->link_count)
        return;
    double seconds = items * rd_network_item_s(network, edge, rounding->kind);
    rounding->out_s[network->from[edge]] += seconds;
    rounding->in_s[network->to[edge]] += seconds;
    rounding->link_s[edge] += seconds;
}

/* Moves items round the path's cycle, which begins at place `begin`, until an edge is whole.
 * Returns: the place of the first such edge. */
static uint32_t cancel(struct rounding *rounding, uint32_t begin)
{
    double slope = 0, room[2] = {1, 1};
    for (uint32_t i = begin; i < rounding->length; i++) {
        uint32_t edge = rounding->path[i];
        bool along = tail_of(rounding, edge) == rounding->node[i];
        double items = *amount(rounding, edge), part = items - floor(items);
        slope += along ? edge_price(rounding, edge) : -edge_price(rounding, edge);
        room[along] = fmin(room[along], 1 - part);
        room[!along] = fmin(room[!along], part);
    }
    /* room[1] is what may go the path's way, where all its edges run along, and room[0] back. */
    double items = slope <= 0 ? room[1] : -room[0];
    uint32_t cut = rounding->length;
    for (uint32_t i = rounding->length; i-- > begin;) {
        uint32_t edge = rounding->path[i];
        bool along = tail_of(rounding, edge) == rounding->node[i];
        change(rounding, edge, along ? items : -items);
        if (is_whole(rounding, edge))
            cut = i;
    }
    return cut;
}

static void take_edge(struct rounding *rounding, uint32_t node, uint32_t at)
{
    uint32_t *edge = &rounding->at.member[rounding->at.first[node]];
    edge[at] = edge[--rounding->count[node]];
}

/* An edge at a node that is on no cycle yet, other than `not`. Returns: NO_EDGE if there is none.
 */
static uint32_t next_edge(struct rounding *rounding, uint32_t node, uint32_t not )
{
    const uint32_t *edge = &rounding->at.member[rounding->at.first[node]];
    for (uint32_t at = rounding->count[node]; at-- > 0;)
        if (rounding->is_later[edge[at]] || is_whole(rounding, edge[at]))
            take_edge(rounding, node, at);
        else if (edge[at] != not )
            return edge[at];
    return NO_EDGE;
}

/* An edge that leads to no cycle: in the end only what arithmetic left over does. */
static void leave_edge(struct rounding *rounding, uint32_t edge)
{
    if (rounding->balls.count == 1)
        change(rounding, edge, nearbyint(*amount(rounding, edge)) - *amount(rounding, edge));
    rounding->is_later[edge] = true;
}

/* Follows edges with fractions from a node until there are none at it. */
static void clear_node(struct rounding *rounding, uint32_t start)
{
    uint32_t node = start;
    rounding->length = 0;
    for (;;) {
        rounding->node[rounding->length] = node;
        rounding->place[node] = rounding->length + 1;
        uint32_t last = rounding->length > 0 ? rounding->path[rounding->length - 1] : NO_EDGE;
        uint32_t edge = next_edge(rounding, node, last);
        if (edge == NO_EDGE) {
            rounding->place[node] = 0;
            if (rounding->length == 0)
                return;
            leave_edge(rounding, last);
            node = rounding->node[--rounding->length];
            continue;
        }
        rounding->path[rounding->length++] = edge;
        bool along = tail_of(rounding, edge) == node;
        node = along ? head_of(rounding, edge) : tail_of(rounding, edge);
        if (rounding->place[node] == 0)
            continue;
        uint32_t cut = cancel(rounding, rounding->place[node] - 1);
        for (uint32_t i = cut + 1; i < rounding->length; i++)
            rounding->place[rounding->node[i]] = 0;
        rounding->length = cut;
        node = rounding->node[cut];
    }
}

/* Lists at each node the edges of this kind that are not whole, and lead out of no ball. Arrays are
 * from scratch. */
static void list_edges(struct rounding *rounding, struct rd_arena *scratch)
{
    const struct rd_network *network = rounding->network;
    uint32_t n = network->host_count, edges = network->link_count + n;
    uint32_t nodes = n + rounding->balls.count;
    uint32_t *end = rd_take(scratch, 2 * (size_t)edges, uint32_t);
    for (uint32_t edge = 0; edge < edges; edge++) {
        uint32_t tail = tail_of(rounding, edge), head = head_of(rounding, edge);
        bool leads_out =
            edge < network->link_count && rounding->balls.ball[tail] != rounding->balls.ball[head];
        bool listed = !leads_out && !is_whole(rounding, edge);
        end[2 * (size_t)edge] = listed ? tail : RD_NO_GROUP;
        end[2 * (size_t)edge + 1] = listed ? head : RD_NO_GROUP;
        rounding->is_later[edge] = false;
    }
    rounding->at = rd_group(end, 2 * (size_t)edges, nodes, scratch);
    for (uint32_t i = 0; i < rounding->at.first[nodes]; i++)
        rounding->at.member[i] /= 2;
    for (uint32_t node = 0; node < nodes; node++)
        rounding->count[node] = rounding->at.first[node + 1] - rounding->at.first[node];
}

/* What ports and links carry, and what hosts end with of the kind, by the flow. */
static void count_loads(struct rounding *rounding)
{
    const struct rd_network *network = rounding->network;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < network->kind_count; kind++) {
            double seconds = rounding->items[(size_t)link * network->kind_count + kind] *
                             rd_network_item_s(network, link, kind);
            rounding->link_s[link] += seconds;
            rounding->out_s[network->from[link]] += seconds;
            rounding->in_s[network->to[link]] += seconds;
        }
}

static void count_finals(struct rounding *rounding)
{
    const struct rd_network *network = rounding->network;
    for (uint32_t host = 0; host < network->host_count; host++)
        rounding->final[host] = (double)rd_load(network->instance, host, rounding->kind);
    for (uint32_t link = 0; link < network->link_count; link++) {
        double items = *amount(rounding, link);
        rounding->final[network->from[link]] -= items;
        rounding->final[network->to[link]] += items;
    }
}

static void put_into_one_ball(struct rounding *rounding)
{
    memset(rounding->balls.ball, 0, rounding->network->host_count * sizeof *rounding->balls.ball);
    rounding->balls.count = 1;
}

/* Cancels cycles of edges with fractions, as far as they stay within a ball. */
static void clear_nodes(struct rounding *rounding, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    list_edges(rounding, scratch);
    for (uint32_t node = 0; node < rounding->network->host_count + rounding->balls.count; node++)
        clear_node(rounding, node);
}

void rd_flow_round(const struct rd_network *network, const struct rd_network_goal *goal,
                   double time_s, double *items, struct rd_arena *scratch)
{
    enum { LEAST_RADIUS = 2, GROWTH = 4 };
    rd_arena_borrow(scratch);
    size_t n = network->host_count, links = network->link_count;
    struct rounding rounding = {
        .network = network,
        .goal = goal,
        .time_s = time_s,
        .items = items,
        .final = rd_take(scratch, n, double),
        .out_s = rd_take(scratch, n, double),
        .in_s = rd_take(scratch, n, double),
        .link_s = rd_take(scratch, links, double),
        .count = rd_take(scratch, 2 * n, uint32_t),
        .balls = rd_balls_take(network->host_count, scratch),
        .is_later = rd_take(scratch, links + n, bool),
        .place = rd_take(scratch, 2 * n, uint32_t),
        .path = rd_take(scratch, 2 * n, uint32_t),
        .node = rd_take(scratch, 2 * n + 1, uint32_t),
    };
    count_loads(&rounding);
    for (; rounding.kind < network->kind_count; rounding.kind++) {
        count_finals(&rounding);
        for (uint32_t radius = LEAST_RADIUS; radius < n; radius *= GROWTH) {
            rd_balls_find(&rounding.balls, network->host_count, network->out_first, network->to,
                          radius);
            if (rounding.balls.count > 1)
                clear_nodes(&rounding, scratch);
        }
        put_into_one_ball(&rounding);
        clear_nodes(&rounding, scratch);
    }
}
