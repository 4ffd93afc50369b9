#include "flow.h"

#include "augmenting_paths.h"

#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

/* Sends the whole part of each fraction. */
static void send_fractions(struct rd_network_flow *flow, const double *fractions)
{
    static const double almost_whole = 1e-6;
    const struct rd_network *network = flow->network;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < network->kind_count; kind++) {
            double items = fractions[(size_t)link * network->kind_count + kind];
            int64_t whole = (int64_t)(items + almost_whole);
            if (whole > 0)
                rd_path_send(flow, link, kind, whole);
        }
}

/* What hosts have by loads and flow, and by the fractions alone. */
static void count_holdings(const struct rd_network_flow *flow, const double *fractions,
                           int64_t *held, double *fraction_held)
{
    const struct rd_network *network = flow->network;
    uint32_t kinds = network->kind_count;
    for (size_t i = 0; i < (size_t)network->host_count * kinds; i++) {
        held[i] = network->instance->load[i];
        fraction_held[i] = (double)held[i];
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < kinds; kind++) {
            size_t entry = (size_t)link * kinds + kind;
            size_t from = (size_t)network->from[link] * kinds + kind;
            size_t to = (size_t)network->to[link] * kinds + kind;
            held[from] -= flow->items[entry];
            held[to] += flow->items[entry];
            fraction_held[from] -= fractions ? fractions[entry] : 0;
            fraction_held[to] += fractions ? fractions[entry] : 0;
        }
}

/* Lets hosts keep what they have, as far as they may; for the goal finish as far as the fractions
 * say. The rest is unplaced. */
static void place_holdings(struct rd_network_flow *flow, const double *fractions,
                           struct rd_arena *scratch)
{
    const struct rd_network *network = flow->network;
    uint32_t kinds = network->kind_count;
    size_t entries = (size_t)network->host_count * kinds;
    int64_t *held = rd_take(scratch, entries, int64_t);
    double *fraction_held = rd_take(scratch, entries, double);
    count_holdings(flow, fractions, held, fraction_held);
    for (size_t i = 0; i < entries; i++) {
        int64_t most = flow->goal->most[i];
        if (flow->goal->computes && (double)most > fraction_held[i])
            most = fractions ? (int64_t)fmax(0, floor(fraction_held[i] + 1e-6)) : 0;
        int64_t final = held[i] < most ? held[i] : most;
        rd_path_end(flow, (uint32_t)(i / kinds), (uint32_t)(i % kinds), final);
        flow->unplaced[i] = held[i] - final;
    }
}

struct rd_network_flow rd_network_flow_open(const struct rd_network *network,
                                            const struct rd_network_goal *goal,
                                            const double *fractions, enum rd_path_cost cost,
                                            double time_s, struct rd_arena *arena)
{
    rd_assert(time_s > 0);
    size_t entries = (size_t)network->host_count * network->kind_count;
    struct rd_network_flow flow = {
        .network = network,
        .goal = goal,
        .cost = cost,
        .time_s = time_s,
        .items = rd_take(arena, (size_t)network->link_count * network->kind_count, int64_t),
        .final = rd_take(arena, entries, int64_t),
        .unplaced = rd_take(arena, entries, int64_t),
        .out_s = rd_take(arena, network->host_count, double),
        .in_s = rd_take(arena, network->host_count, double),
        .compute_s = rd_take(arena, network->host_count, double),
        .link_s = rd_take(arena, network->link_count, double),
        .shared_s = rd_take(arena, network->shared_count, double),
        .banned = UINT32_MAX,
        .search = rd_path_search_open(network, arena),
    };
    if (fractions)
        send_fractions(&flow, fractions);
    place_holdings(&flow, fractions, arena);
    return flow;
}

/* How many items of a kind hosts are short of. */
static int64_t deficit(const struct rd_network_flow *flow, uint32_t kind)
{
    int64_t items = 0;
    for (uint32_t host = 0; host < flow->network->host_count; host++) {
        size_t entry = (size_t)host * flow->network->kind_count + kind;
        int64_t short_by = flow->goal->least[entry] - flow->final[entry];
        items += short_by > 0 ? short_by : 0;
    }
    return items;
}

/* A third of what is left at a time, so that costs are those of the loads that there are. */
static int64_t share(int64_t left)
{
    return (left + 2) / 3;
}

/* Places items that are unplaced at a host, first where too few end. In: *missing, how many are
 * missing there, which is kept. Returns: how many were placed; 0 if there is no way. */
static int64_t place(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want,
                     int64_t *missing)
{
    int64_t moved = *missing > 0 ? rd_path_push(flow, host, kind, want, true) : 0;
    *missing -= moved;
    return moved > 0 ? moved : rd_path_push(flow, host, kind, want, false);
}

/* Is it enough, or no time left at all? */
static bool is_stopped(const struct rd_network_flow *flow)
{
    rd_guard_look();
    return flow->may_stop && rd_time_is_up();
}

/* One share of each host's unplaced items, until all are placed. */
static bool place_all(struct rd_network_flow *flow, uint32_t kind)
{
    uint32_t kinds = flow->network->kind_count;
    int64_t missing = deficit(flow, kind);
    for (bool left = true; left;) {
        left = false;
        for (uint32_t host = 0; host < flow->network->host_count; host++) {
            int64_t *unplaced = &flow->unplaced[(size_t)host * kinds + kind];
            if (*unplaced <= 0)
                continue;
            if (is_stopped(flow))
                return false;
            int64_t moved = place(flow, host, kind, share(*unplaced), &missing);
            if (moved == 0)
                return false;
            *unplaced -= moved;
            left |= *unplaced > 0;
        }
    }
    return true;
}

static bool fill_all(struct rd_network_flow *flow, uint32_t kind)
{
    uint32_t kinds = flow->network->kind_count;
    for (bool left = true; left;) {
        left = false;
        for (uint32_t host = 0; host < flow->network->host_count; host++) {
            size_t entry = (size_t)host * kinds + kind;
            int64_t missing = flow->goal->least[entry] - flow->final[entry];
            if (missing <= 0)
                continue;
            if (is_stopped(flow))
                return false;
            int64_t moved = rd_path_pull(flow, host, kind, share(missing));
            if (moved == 0)
                return false;
            rd_path_end(flow, host, kind, moved);
            left |= moved < missing;
        }
    }
    return true;
}

bool rd_network_flow_complete(struct rd_network_flow *flow)
{
    for (uint32_t kind = 0; kind < flow->network->kind_count; kind++)
        if (!place_all(flow, kind) || !fill_all(flow, kind))
            return false;
    return true;
}

/* Are a kind's unplaced items more than are worth a search each? */
static bool are_many(const struct rd_network_flow *flow, uint32_t kind)
{
    enum { FEW = 64 };
    int64_t items = 0;
    for (uint32_t host = 0; host < flow->network->host_count && items <= FEW; host++)
        items += flow->unplaced[(size_t)host * flow->network->kind_count + kind];
    return items > FEW;
}

void rd_network_flow_place_together(struct rd_network_flow *flow)
{
    for (uint32_t kind = 0; kind < flow->network->kind_count; kind++)
        for (int64_t missing = deficit(flow, kind), moved = 1;
             moved > 0 && are_many(flow, kind) && !is_stopped(flow);) {
            moved = missing > 0 ? rd_path_push_all(flow, kind, true) : 0;
            missing -= moved;
            if (moved == 0)
                moved = rd_path_push_all(flow, kind, false);
        }
}

void rd_network_flow_withdraw(struct rd_network_flow *flow, uint32_t link, uint32_t kind,
                              int64_t items)
{
    const struct rd_network *network = flow->network;
    rd_path_send(flow, link, kind, -items);
    rd_path_end(flow, network->to[link], kind, -items);
    flow->unplaced[(size_t)network->from[link] * network->kind_count + kind] += items;
}

void rd_network_flow_withdraw_end(struct rd_network_flow *flow, uint32_t host, uint32_t kind,
                                  int64_t items)
{
    rd_path_end(flow, host, kind, -items);
    flow->unplaced[(size_t)host * flow->network->kind_count + kind] += items;
}

/* A search for cycles of one kind: a path of links that are used, from a host on. */
struct cycles {
    struct rd_network_flow *flow;
    uint32_t kind;
    uint32_t *next;  /* [host_count] the link to follow next */
    uint32_t *place; /* [host_count] on the path, from 1; 0: not on it, UINT32_MAX: done */
    uint32_t *path;  /* [host_count] links */
    uint32_t length;
};

/* The path's last link leads back to one of its hosts: takes away what flows round. Returns: the
 * host from which to go on, behind whose link the path is cut. */
static uint32_t cancel_cycle(struct cycles *cycles, uint32_t first)
{
    struct rd_network_flow *flow = cycles->flow;
    const struct rd_network *network = flow->network;
    int64_t least = INT64_MAX;
    for (uint32_t i = first; i < cycles->length; i++) {
        int64_t items = flow->items[(size_t)cycles->path[i] * network->kind_count + cycles->kind];
        least = items < least ? items : least;
    }
    uint32_t cut = cycles->length;
    for (uint32_t i = cycles->length; i-- > first;) {
        uint32_t link = cycles->path[i];
        rd_path_send(flow, link, cycles->kind, -least);
        if (flow->items[(size_t)link * network->kind_count + cycles->kind] == 0)
            cut = i;
    }
    for (uint32_t i = cut + 1; i < cycles->length; i++)
        cycles->place[network->from[cycles->path[i]]] = 0;
    cycles->length = cut;
    return network->from[cycles->path[cut]];
}

static void cancel_from(struct cycles *cycles, uint32_t start)
{
    const struct rd_network *network = cycles->flow->network;
    uint32_t host = start;
    cycles->length = 0;
    cycles->place[host] = 1;
    for (;;) {
        uint32_t *link = &cycles->next[host];
        while (*link < network->out_first[host + 1] &&
               cycles->flow->items[(size_t)*link * network->kind_count + cycles->kind] == 0)
            ++*link;
        if (*link == network->out_first[host + 1]) {
            cycles->place[host] = UINT32_MAX;
            if (cycles->length == 0)
                return;
            host = network->from[cycles->path[--cycles->length]];
            ++cycles->next[host];
            continue;
        }
        uint32_t to = network->to[*link], place = cycles->place[to];
        if (place == UINT32_MAX) {
            ++*link;
            continue;
        }
        cycles->path[cycles->length++] = *link;
        if (place > 0) {
            host = cancel_cycle(cycles, place - 1);
        } else {
            cycles->place[to] = cycles->length + 1;
            host = to;
        }
    }
}

void rd_network_flow_cancel_cycles(struct rd_network_flow *flow, struct rd_arena *scratch)
{
    const struct rd_network *network = flow->network;
    uint32_t n = network->host_count;
    rd_arena_borrow(scratch);
    struct cycles cycles = {.flow = flow,
                            .next = rd_take(scratch, n, uint32_t),
                            .place = rd_take(scratch, n, uint32_t),
                            .path = rd_take(scratch, (size_t)n + 1, uint32_t)};
    for (cycles.kind = 0; cycles.kind < network->kind_count; cycles.kind++) {
        memcpy(cycles.next, network->out_first, n * sizeof *cycles.next);
        memset(cycles.place, 0, n * sizeof *cycles.place);
        for (uint32_t host = 0; host < n; host++)
            if (cycles.place[host] == 0)
                cancel_from(&cycles, host);
    }
}

double rd_network_flow_load_s(const struct rd_network_flow *flow)
{
    const struct rd_network *network = flow->network;
    double most_s = flow->bus_s;
    for (uint32_t host = 0; host < network->host_count; host++) {
        most_s = fmax(most_s, flow->compute_s[host]);
        if (network->ports[host] != UINT32_MAX)
            most_s = fmax(most_s, fmax(flow->out_s[host], flow->in_s[host]) / network->ports[host]);
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        most_s = fmax(most_s, flow->link_s[link]);
    for (uint32_t shared = 0; shared < network->shared_count; shared++)
        most_s = fmax(most_s, flow->shared_s[shared]);
    return most_s;
}

/* The hosts in an order in which everybody comes before those he sends to. Returns: how many; fewer
 * than all if a kind flows round a cycle. */
static uint32_t sort_hosts(const struct rd_network_flow *flow, uint32_t kind, uint32_t *order,
                           uint32_t *suppliers)
{
    const struct rd_network *network = flow->network;
    uint32_t n = network->host_count, count = 0;
    memset(suppliers, 0, n * sizeof *suppliers);
    for (uint32_t link = 0; link < network->link_count; link++)
        suppliers[network->to[link]] += flow->items[(size_t)link * network->kind_count + kind] > 0;
    for (uint32_t host = 0; host < n; host++)
        if (suppliers[host] == 0)
            order[count++] = host;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t link = network->out_first[order[i]]; link < network->out_first[order[i] + 1];
             link++)
            if (flow->items[(size_t)link * network->kind_count + kind] > 0 &&
                --suppliers[network->to[link]] == 0)
                order[count++] = network->to[link];
    return count;
}

bool rd_network_flow_tails(const struct rd_network_flow *flow, double *ret_tail_s,
                           struct rd_arena *scratch)
{
    const struct rd_network *network = flow->network;
    uint32_t n = network->host_count, kinds = network->kind_count;
    rd_arena_borrow(scratch);
    uint32_t *order = rd_take(scratch, n, uint32_t), *suppliers = rd_take(scratch, n, uint32_t);
    bool acyclic = true;
    for (uint32_t kind = 0; kind < kinds && acyclic; kind++) {
        acyclic = sort_hosts(flow, kind, order, suppliers) == n;
        for (uint32_t i = n; acyclic && i-- > 0;) {
            size_t entry = (size_t)order[i] * kinds + kind;
            bool computes = flow->goal->computes && flow->final[entry] > 0;
            double tail_s = computes ? network->compute_item_s[order[i]] : 0;
            for (uint32_t link = network->out_first[order[i]];
                 link < network->out_first[order[i] + 1]; link++)
                if (flow->items[(size_t)link * kinds + kind] > 0)
                    tail_s = fmax(tail_s, network->latency_s[link] +
                                              rd_network_item_s(network, link, kind) +
                                              ret_tail_s[(size_t)network->to[link] * kinds + kind]);
            ret_tail_s[entry] = tail_s;
        }
    }
    return acyclic;
}

/* Of one kind. In: order, hosts before those they send to; reached [host_count] scratch. */
static void find_mean_tails(const struct rd_network_flow *flow, uint32_t kind,
                            const uint32_t *order, const double *reached, double *tail_s)
{
    const struct rd_network *network = flow->network;
    uint32_t kinds = network->kind_count;
    for (uint32_t i = network->host_count; i-- > 0;) {
        uint32_t host = order[i];
        double seconds = 0;
        for (uint32_t link = network->out_first[host]; link < network->out_first[host + 1]; link++)
            seconds += (double)flow->items[(size_t)link * kinds + kind] *
                       (rd_network_item_s(network, link, kind) +
                        tail_s[(size_t)network->to[link] * kinds + kind]);
        tail_s[(size_t)host * kinds + kind] = reached[host] > 0 ? seconds / reached[host] : 0;
    }
}

void rd_network_flow_mean_tails(const struct rd_network_flow *flow, const int64_t *held,
                                double *ret_tail_s, struct rd_arena *scratch)
{
    const struct rd_network *network = flow->network;
    uint32_t n = network->host_count, kinds = network->kind_count;
    rd_arena_borrow(scratch);
    uint32_t *order = rd_take(scratch, n, uint32_t), *suppliers = rd_take(scratch, n, uint32_t);
    double *reached = rd_take(scratch, n, double);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        bool acyclic = sort_hosts(flow, kind, order, suppliers) == n;
        rd_assert(acyclic);
        for (uint32_t host = 0; host < n; host++)
            reached[host] = (double)held[(size_t)host * kinds + kind];
        for (uint32_t link = 0; link < network->link_count; link++)
            reached[network->to[link]] += (double)flow->items[(size_t)link * kinds + kind];
        find_mean_tails(flow, kind, order, reached, ret_tail_s);
    }
}

void rd_network_flow_copy(struct rd_network_flow *to, const struct rd_network_flow *from)
{
    size_t links = from->network->link_count, hosts = from->network->host_count;
    size_t kinds = from->network->kind_count;
    rd_assert(to->network == from->network);
    to->goal = from->goal;
    memcpy(to->items, from->items, links * kinds * sizeof *to->items);
    memcpy(to->final, from->final, hosts * kinds * sizeof *to->final);
    memcpy(to->unplaced, from->unplaced, hosts * kinds * sizeof *to->unplaced);
    memcpy(to->out_s, from->out_s, hosts * sizeof *to->out_s);
    memcpy(to->in_s, from->in_s, hosts * sizeof *to->in_s);
    memcpy(to->compute_s, from->compute_s, hosts * sizeof *to->compute_s);
    to->bus_s = from->bus_s;
    memcpy(to->link_s, from->link_s, links * sizeof *to->link_s);
    memcpy(to->shared_s, from->shared_s, from->network->shared_count * sizeof *to->shared_s);
}
