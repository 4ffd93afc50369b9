#include "large_flow.h"

#include "algorithms/graph/goal.h"
#include "algorithms/port_lp/electrical_flow.h"
#include "algorithms/port_lp/flow_repair.h"
#include "algorithms/port_lp/pdhg.h"
#include "sim/base/groups.h"

#include <math.h>
#include <string.h>

/* A flow of fractions of items, made nearly one of whole items. */

/* Hosts, and one node more, to which what a host ends with flows; links, and behind them one edge
 * from each host to that node. */
struct rounding {
    const struct rd_network *network;
    const struct rd_network_goal *goal;
    double time_s;
    uint32_t kind;
    double *items;        /* [link_count * kind_count] */
    double *final;        /* [host_count] of this kind */
    double *out_s, *in_s; /* [host_count] all kinds */
    double *link_s;       /* [link_count] all kinds */
    struct rd_groups at;  /* edges at each node; whole ones are dropped as they are met.. */
    uint32_t *count;      /* [host_count + 1] ..and so many are left */
    uint32_t *place;      /* [host_count + 1] on the path, from 1; 0: not on it */
    uint32_t *path;       /* [host_count + 1] edges of the path */
    uint32_t *node;       /* [host_count + 2] its nodes */
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
    return edge < network->link_count ? network->to[edge] : network->host_count;
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
    return sum * network->item_s[edge];
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
    double seconds = items * network->item_s[edge];
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

/* An edge at a node that is not whole, other than `not`. Returns: NO_EDGE if there is none. */
static uint32_t next_edge(struct rounding *rounding, uint32_t node, uint32_t not )
{
    const uint32_t *edge = &rounding->at.member[rounding->at.first[node]];
    for (uint32_t at = rounding->count[node]; at-- > 0;)
        if (is_whole(rounding, edge[at]))
            take_edge(rounding, node, at);
        else if (edge[at] != not )
            return edge[at];
    return NO_EDGE;
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
        if (edge == NO_EDGE) { /* only what arithmetic left over leads here */
            rounding->place[node] = 0;
            if (rounding->length == 0)
                return;
            change(rounding, last, nearbyint(*amount(rounding, last)) - *amount(rounding, last));
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

/* Lists at each node the edges of this kind that are not whole. Arrays are from scratch. */
static void list_edges(struct rounding *rounding, struct rd_arena *scratch)
{
    uint32_t n = rounding->network->host_count, edges = rounding->network->link_count + n;
    uint32_t *end = rd_take(scratch, 2 * (size_t)edges, uint32_t);
    for (uint32_t edge = 0; edge < edges; edge++) {
        bool whole = is_whole(rounding, edge);
        end[2 * (size_t)edge] = whole ? RD_NO_GROUP : tail_of(rounding, edge);
        end[2 * (size_t)edge + 1] = whole ? RD_NO_GROUP : head_of(rounding, edge);
    }
    rounding->at = rd_group(end, 2 * (size_t)edges, (size_t)n + 1, scratch);
    for (uint32_t i = 0; i < rounding->at.first[n + 1]; i++)
        rounding->at.member[i] /= 2;
    for (uint32_t node = 0; node <= n; node++)
        rounding->count[node] = rounding->at.first[node + 1] - rounding->at.first[node];
}

/* What ports and links carry, and what hosts end with of the kind, by the flow. */
static void count_loads(struct rounding *rounding)
{
    const struct rd_network *network = rounding->network;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < network->kind_count; kind++) {
            double seconds =
                rounding->items[(size_t)link * network->kind_count + kind] * network->item_s[link];
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

/* Rounds every link's items up or down, and what every host ends with, where the goal leaves a
 * choice. While links with fractions form a cycle (directions aside), items are moved round it,
 * where that is cheaper at prices that rise exponentially with the load of ports and links, until
 * one of them is whole. What arithmetic leaves over is within 1e-6 of a whole number, or for the
 * caller to place.
 * In: items [link_count * kind_count], a flow that reaches the goal, nearly; changed. time_s above
 *     0, which loads are measured by. Scratch is rewound. Cost: O(links * kinds * length of
 * cycles). Source: D. Kang and J. Payor, "Flow rounding", 2015, without its trees. */
static void flow_round(const struct rd_network *network, const struct rd_network_goal *goal,
                       double time_s, double *items, struct rd_arena *scratch)
{
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
        .count = rd_take(scratch, n + 1, uint32_t),
        .place = rd_take(scratch, n + 1, uint32_t),
        .path = rd_take(scratch, n + 1, uint32_t),
        .node = rd_take(scratch, n + 2, uint32_t),
    };
    count_loads(&rounding);
    for (; rounding.kind < network->kind_count; rounding.kind++) {
        count_finals(&rounding);
        rd_arena_borrow(scratch);
        list_edges(&rounding, scratch);
        for (uint32_t node = 0; node <= network->host_count; node++)
            clear_node(&rounding, node);
    }
}

/* What each host still has to give of a kind, or (below 0) to take; all together nothing: what
 * some have to give in all, others share who may take it. */
static void find_lacks(const struct rd_network *network, const struct rd_network_goal *goal,
                       uint32_t kind, const double *items, double *lack)
{
    uint32_t n = network->host_count, kinds = network->kind_count;
    double sum = 0, room = 0;
    for (uint32_t host = 0; host < n; host++)
        lack[host] = (double)rd_load(network->instance, host, kind);
    for (uint32_t link = 0; link < network->link_count; link++) {
        lack[network->from[link]] -= items[(size_t)link * kinds + kind];
        lack[network->to[link]] += items[(size_t)link * kinds + kind];
    }
    for (int round = 0; round < 2; round++)
        for (uint32_t host = 0; host < n; host++) {
            double held = lack[host], least = (double)goal->least[(size_t)host * kinds + kind];
            double most = (double)goal->most[(size_t)host * kinds + kind];
            if (round == 0) { /* only to know how much all lack, and could take */
                double of = held > most ? held - most : held < least ? held - least : 0;
                sum += of;
                room += of != 0 ? 0 : 1;
            } else {
                lack[host] = held > most    ? held - most
                             : held < least ? held - least
                             : room > 0     ? -sum / room
                                            : 0;
            }
        }
}

/* Sends what hosts lack of a kind as a current, which spreads over all ways. */
static void send_lacks(const struct rd_network *network, const struct rd_network_goal *goal,
                       uint32_t kind, uint32_t steps, double *items, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    double *lack = rd_take(scratch, network->host_count, double);
    find_lacks(network, goal, kind, items, lack);
    rd_network_send_current(network, lack, steps, items + kind, network->kind_count, scratch);
}

/* Takes off two links between the same hosts what they send each other of a kind. O(links log). */
static void cancel_exchanges(const struct rd_network *network, uint32_t kind, double *items)
{
    size_t kinds = network->kind_count;
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        for (uint32_t back = network->out_first[to]; back < network->out_first[to + 1]; back++) {
            if (network->to[back] != from || back < link)
                continue;
            double *there = &items[link * kinds + kind], *here = &items[back * kinds + kind];
            double both = fmin(*there, *here);
            *there -= both;
            *here -= both;
        }
    }
}

/* Sends all items as a current. It may run against a link: each has plenty to take off, both ways
 * alike, and what is left of that is cancelled. */
static void send_all(const struct rd_network *network, const struct rd_network_goal *goal,
                     uint32_t steps, double *items, struct rd_arena *scratch)
{
    size_t kinds = network->kind_count;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        double plenty = 0;
        for (uint32_t host = 0; host < network->host_count; host++)
            plenty += (double)rd_load(network->instance, host, kind);
        for (uint32_t link = 0; link < network->link_count; link++)
            items[link * kinds + kind] = plenty;
        send_lacks(network, goal, kind, steps, items, scratch);
        cancel_exchanges(network, kind, items);
    }
}

const double *rd_network_large_flow(const struct rd_network *network,
                                    const struct rd_network_goal *goal, uint32_t steps,
                                    bool at_once, double *ret_time_s, struct rd_arena *arena,
                                    struct rd_arena *scratch)
{
    size_t kinds = network->kind_count, columns = network->link_count * kinds;
    double *items = rd_take(arena, columns, double);
    rd_arena_borrow(scratch);
    rd_arena_borrow(arena);
    struct rd_network same = *network; /* with latencies counted as part of an item */
    rd_network_send_single_items(&same, scratch);
    struct rd_port_lp problem;
    double host_s = rd_network_host_s(&same, goal, scratch);
    if (host_s <= 0 || !rd_port_lp_read(&same, host_s, arena, scratch, &problem, NULL) ||
        problem.commodity_count != kinds)
        return NULL;
    double *final = rd_take(scratch, network->host_count * kinds, double);
    bool one_port = !network->all_ports && network->instance->port_model == RD_ONE_PORT;
    double size = host_s / problem.tick_s;
    const double *start = rd_electrical_flow(&problem, &size, scratch);
    struct rd_port_stage stage = rd_port_stage_plain(&problem, size, scratch);
    struct rd_pdhg *descent = rd_pdhg_open(&problem, &stage, !one_port, scratch);
    if (start)
        rd_pdhg_start_flow(descent, start);
    if (at_once && start) {
        send_all(&same, goal, steps, items, scratch);
    } else {
        rd_pdhg_run(descent, steps);
        rd_pdhg_flow(descent, items, final);
    }
    double load = rd_port_load(&problem, &stage, items, final, scratch);
    if (load <= 0)
        return NULL;
    *ret_time_s = load * size * problem.tick_s;
    /* A current goes where no way leads, too. */
    if (!network->all_reach && !rd_flow_repair(&problem, scratch, items, final))
        return NULL;
    for (uint32_t kind = 0; network->all_reach && !at_once && kind < kinds; kind++)
        send_lacks(&same, goal, kind, steps, items, scratch);
    flow_round(&same, goal, *ret_time_s, items, scratch);
    return items;
}
