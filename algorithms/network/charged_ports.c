#include "charged_ports.h"

#include <math.h>
#include <stdlib.h>

/* The undirected graph of a network's links, searched in depth. */
struct tree {
    uint32_t *order;  /* [host_count] as they were found */
    uint32_t *parent; /* [host_count]; RD_NO_HOST of the first */
    uint32_t *number; /* [host_count] in the order, from 1; 0: not found */
    uint32_t count;
};

/* A bound under way. */
struct search {
    const struct rd_port_problem *problem;
    struct rd_arena *scratch;
    int64_t *forced; /* [link_count * commodity_count] items that must cross a link */
    /* [host_count * commodity_count] ticks: when the first item comes to a host, and how long
     * before the end the last one leaves it, at the least */
    const int64_t *arrival, *departure;
    double most; /* ticks */
    struct rd_charged_ports best;
};

/* The i-th neighbour of a host, receivers first. Returns: RD_NO_HOST behind the last. */
static uint32_t neighbour(const struct rd_network *network, uint32_t host, uint32_t i)
{
    struct rd_port_links out = rd_port_links_of(network, host, false);
    struct rd_port_links in = rd_port_links_of(network, host, true);
    if (i < out.count)
        return rd_port_neighbour(network, &out, i);
    return i - out.count < in.count ? rd_port_neighbour(network, &in, i - out.count) : RD_NO_HOST;
}

/* From host 0; hosts that are not joined to it are left out. */
static struct tree search_in_depth(const struct rd_network *network, struct rd_arena *scratch)
{
    uint32_t n = network->host_count, host = 0;
    struct tree tree = {rd_take(scratch, n, uint32_t), rd_take(scratch, n, uint32_t),
                        rd_take(scratch, n, uint32_t), 0};
    uint32_t *next = rd_take(scratch, n, uint32_t);
    tree.parent[0] = RD_NO_HOST;
    while (host != RD_NO_HOST) {
        if (tree.number[host] == 0) {
            tree.order[tree.count++] = host;
            tree.number[host] = tree.count;
        }
        uint32_t other = neighbour(network, host, next[host]++);
        if (other == RD_NO_HOST) {
            host = tree.parent[host];
        } else if (tree.number[other] == 0) {
            tree.parent[other] = host;
            host = other;
        }
    }
    return tree;
}

/* Counts the items that have to cross the link from one host to another. */
static void force(struct search *search, uint32_t from, uint32_t to, uint32_t commodity,
                  int64_t items)
{
    const struct rd_network *network = search->problem->network;
    size_t kinds = search->problem->commodity_count;
    for (uint32_t link = network->out_first[from]; link < network->out_first[from + 1]; link++)
        if (network->to[link] == to)
            search->forced[link * kinds + commodity] = items;
}

/* On a directed cycle what crosses links differs by surpluses, and some link carries nothing at the
 * least. */
static void force_round(struct search *search)
{
    const struct rd_port_problem *problem = search->problem;
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, kinds = problem->commodity_count;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        int64_t sum = 0, least = INT64_MAX;
        uint32_t link = 0;
        for (uint32_t i = 0; i < n; i++, link = network->out_first[network->to[link]]) {
            size_t label = (size_t)network->from[link] * kinds + kind;
            sum += problem->load[label] - problem->target[label];
            search->forced[(size_t)link * kinds + kind] = sum;
            least = sum < least ? sum : least;
        }
        for (uint32_t i = 0; i < n; i++)
            search->forced[(size_t)i * kinds + kind] -= least;
    }
}

/* Is every host reached, and left, over one link, all on one cycle? */
static bool is_directed_cycle(const struct rd_network *network)
{
    uint32_t n = network->host_count, steps = 0, host = 0;
    if (network->link_count != n || n < 3)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (network->out_first[i] != i || network->in_first[i] != i)
            return false;
    do {
        host = network->to[host];
        steps++;
    } while (host != 0 && steps < n);
    return host == 0 && steps == n;
}

/* Edges that nothing leads round: no link leads from below them to what was found before. */
static void find_forced(struct search *search)
{
    const struct rd_port_problem *problem = search->problem;
    const struct rd_network *network = problem->network;
    struct rd_arena *scratch = search->scratch;
    uint32_t n = network->host_count, kinds = problem->commodity_count;
    struct tree tree = search_in_depth(network, scratch);
    uint32_t *low = rd_take(scratch, n, uint32_t);
    int64_t *surplus = rd_take(scratch, (size_t)n * kinds, int64_t); /* of all below a host */
    for (size_t i = 0; i < (size_t)n * kinds; i++)
        surplus[i] = problem->load[i] - problem->target[i];
    for (uint32_t i = 0; i < n; i++)
        low[i] = UINT32_MAX;
    for (uint32_t i = tree.count; i-- > 1;) {
        uint32_t host = tree.order[i], parent = tree.parent[host];
        uint32_t other;
        for (uint32_t k = 0; (other = neighbour(network, host, k)) != RD_NO_HOST; k++)
            if (other != parent && tree.number[other] < low[host])
                low[host] = tree.number[other];
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t items = surplus[(size_t)host * kinds + kind];
            surplus[(size_t)parent * kinds + kind] += items;
            if (low[host] > tree.number[parent] && items > 0)
                force(search, host, parent, kind, items);
            else if (low[host] > tree.number[parent] && items < 0)
                force(search, parent, host, kind, -items);
        }
        low[parent] = low[host] < low[parent] ? low[host] : low[parent];
    }
}

/* One port, or the other, of a host. */
struct port {
    uint32_t host, servers;
    bool receives;
    struct rd_port_links links;
};

static struct port port_of(const struct rd_network *network, uint32_t host, bool receives)
{
    return (struct port){host, network->ports[host], receives,
                         rd_port_links_of(network, host, receives)};
}

static uint32_t link_at(const struct port *port, uint32_t i)
{
    return rd_port_link(&port->links, i);
}

/* What ports have to carry of a kind. */
static int64_t forced_items(const struct search *search, const struct port *port, uint32_t kind)
{
    int64_t items = 0;
    for (uint32_t i = 0; i < port->links.count; i++)
        items += search->forced[(size_t)link_at(port, i) * search->problem->commodity_count + kind];
    return items;
}

/* The items of a kind that pass a port: what is forced; or a surplus (a lack) and what is forced on
 * the other side. */
static int64_t passing_items(const struct search *search, const struct port *port, uint32_t kind)
{
    const struct rd_port_problem *problem = search->problem;
    size_t label = (size_t)port->host * problem->commodity_count + kind;
    struct port opposite = port_of(problem->network, port->host, !port->receives);
    int64_t surplus = problem->load[label] - problem->target[label];
    int64_t forced = forced_items(search, port, kind);
    int64_t needed = (port->receives ? -surplus : surplus) + forced_items(search, &opposite, kind);
    return needed > forced ? needed : forced;
}

/* The least of what an item of a kind has behind it when it starts on a link of a port; or before
 * it when it has crossed one. */
static double least_way(const struct search *search, const struct port *port, uint32_t kind,
                        bool before)
{
    const struct rd_port_problem *problem = search->problem;
    const uint32_t *end = before ? problem->network->to : problem->network->from;
    const int64_t *way = before ? problem->rest : problem->earliest;
    int64_t least = RD_FAR;
    for (uint32_t i = 0; i < port->links.count; i++) {
        int64_t of = way[(size_t)end[link_at(port, i)] * problem->commodity_count + kind];
        least = of < least ? of : least;
    }
    return (double)least;
}

/* What the port's cheapest message of so many items takes. In: forced_free, whether links that are
 * forced to carry items of the kind have paid their latencies. */
static double least_message(const struct search *search, const struct port *port, uint32_t kind,
                            double items, bool forced_free)
{
    const struct rd_port_problem *problem = search->problem;
    double least = INFINITY;
    for (uint32_t i = 0; i < port->links.count; i++) {
        uint32_t link = link_at(port, i);
        bool paid =
            forced_free && search->forced[(size_t)link * problem->commodity_count + kind] > 0;
        least = fmin(least, (paid ? 0 : (double)problem->latency[link]) +
                                items * (double)problem->item[link]);
    }
    return least;
}

static void keep(struct search *search, double ticks, enum rd_charged_reason reason,
                 const struct port *port, int64_t items)
{
    if (!(ticks > search->most) || ticks > (double)RD_FAR)
        return;
    search->most = ticks;
    search->best = (struct rd_charged_ports){.reason = reason,
                                             .host = port ? port->host : RD_NO_HOST,
                                             .receives = port && port->receives,
                                             .items = items};
}

/* Everything that passes a port, and the way before and behind. */
static void charge_port(struct search *search, const struct port *port)
{
    const struct rd_port_problem *problem = search->problem;
    double busy = 0, head = (double)RD_FAR, tail = (double)RD_FAR;
    int64_t all = 0;
    for (uint32_t kind = 0; kind < problem->commodity_count; kind++) {
        int64_t items = passing_items(search, port, kind);
        if (items == 0)
            continue;
        int64_t more = items - forced_items(search, port, kind);
        for (uint32_t i = 0; i < port->links.count; i++) {
            uint32_t link = link_at(port, i);
            int64_t crossing = search->forced[(size_t)link * problem->commodity_count + kind];
            if (crossing > 0)
                busy +=
                    (double)problem->latency[link] + (double)problem->item[link] * (double)crossing;
        }
        if (more > 0)
            busy += least_message(search, port, kind, (double)more, true);
        head = fmin(head, least_way(search, port, kind, false));
        tail = fmin(tail, least_way(search, port, kind, true));
        all += items;
    }
    if (all > 0)
        keep(search, head + busy / port->servers + tail, RD_CHARGED_LINKS, port, all);
}

/* Items that leave a host behind the first one that comes; or, mirrored, that come before the last
 * one that leaves. */
static void charge_excess(struct search *search, const struct port *port, uint32_t kind)
{
    const struct rd_port_problem *problem = search->problem;
    size_t label = (size_t)port->host * problem->commodity_count + kind;
    int64_t at_hand = port->receives ? problem->target[label] : problem->load[label];
    int64_t excess = passing_items(search, port, kind) - at_hand;
    if (excess <= 0)
        return;
    double turn = (double)(port->receives ? search->departure : search->arrival)[label];
    double share = ceil((double)excess / port->servers);
    double end = least_way(search, port, kind, !port->receives);
    keep(search, turn + least_message(search, port, kind, share, false) + end, RD_CHARGED_EXCESS,
         port, excess);
}

/* When a message over one of a port's links ends at the earliest, or how long before the end it
 * starts at the latest, if it is of items that were not at hand. */
static double least_relayed(const struct search *search, const struct port *port, uint32_t kind)
{
    const struct rd_port_problem *problem = search->problem;
    double least = INFINITY;
    for (uint32_t i = 0; i < port->links.count; i++) {
        uint32_t link = link_at(port, i);
        uint32_t other = rd_port_neighbour(problem->network, &port->links, i);
        size_t label = (size_t)other * problem->commodity_count + kind;
        least = fmin(least, (double)(port->receives ? search->arrival : search->departure)[label] +
                                (double)(problem->latency[link] + problem->item[link]));
    }
    return least;
}

static int by_decreasing(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* The fewest of a port's neighbours that have enough at hand together, and what so many messages
 * take at least; INFINITY if all together have too little. */
static double least_at_hand(const struct search *search, const struct port *port, uint32_t kind,
                            int64_t items)
{
    const struct rd_port_problem *problem = search->problem;
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    int64_t *at_hand = rd_take(search->scratch, port->links.count, int64_t);
    int64_t *latency = rd_take(search->scratch, port->links.count, int64_t);
    int64_t item = INT64_MAX, left = items;
    for (uint32_t i = 0; i < port->links.count; i++) {
        uint32_t link = link_at(port, i);
        uint32_t other = rd_port_neighbour(problem->network, &port->links, i);
        at_hand[i] =
            (port->receives ? problem->load
                            : problem->target)[(size_t)other * problem->commodity_count + kind];
        latency[i] = problem->latency[link];
        item = problem->item[link] < item ? problem->item[link] : item;
    }
    qsort(at_hand, port->links.count, sizeof *at_hand, by_decreasing);
    qsort(latency, port->links.count, sizeof *latency, by_decreasing);
    double ticks = (double)item * (double)items;
    for (uint32_t i = 0; i < port->links.count && left > 0; i++) {
        left -= at_hand[i];
        ticks += (double)latency[port->links.count - 1 - i];
    }
    rd_arena_rewind(search->scratch, mark);
    return left > 0 ? INFINITY : ticks;
}

static void charge_neighbours(struct search *search, const struct port *port, uint32_t kind)
{
    int64_t items = passing_items(search, port, kind);
    if (items == 0 || port->servers != 1)
        return;
    keep(search, fmin(least_at_hand(search, port, kind, items), least_relayed(search, port, kind)),
         RD_CHARGED_NEIGHBOURS, port, items);
}

/* The least over r of (r + 1) l + c (items + ceil(items / r)). */
static double least_through(double latency, double item, int64_t items)
{
    enum { FEW = 100000 };
    double least = INFINITY, count = (double)items;
    if (items > FEW) { /* without rounding up it is convex */
        double r = latency > 0 ? fmin(fmax(sqrt(item * count / latency), 1), count) : count;
        return (r + 1) * latency + item * (count + count / r) - 1 - 1e-9 * item * count;
    }
    for (int64_t r = 1; r <= items;) {
        int64_t largest = (items - 1) / r + 1;
        least = fmin(least, (double)(r + 1) * latency + item * (double)(items + largest));
        if (largest == 1)
            break;
        r = (items - 1) / (largest - 1) + 1; /* the first with smaller ones */
    }
    return least;
}

/* A host of one port that items of a kind only pass. */
static void charge_hub(struct search *search, const struct port *port, uint32_t kind)
{
    const struct rd_port_problem *problem = search->problem;
    size_t label = (size_t)port->host * problem->commodity_count + kind;
    int64_t items = passing_items(search, port, kind);
    if (port->receives || port->servers != 1 || items == 0 || problem->load[label] > 0 ||
        problem->target[label] > 0)
        return;
    struct port in = port_of(problem->network, port->host, true);
    double latency = fmin(least_message(search, port, kind, 0, false),
                          least_message(search, &in, kind, 0, false));
    double item = INFINITY;
    for (uint32_t i = 0; i < port->links.count; i++)
        item = fmin(item, (double)problem->item[link_at(port, i)]);
    for (uint32_t i = 0; i < in.links.count; i++)
        item = fmin(item, (double)problem->item[link_at(&in, i)]);
    keep(search,
         least_way(search, &in, kind, false) + least_through(latency, item, items) +
             least_way(search, port, kind, true),
         RD_CHARGED_HUB, port, items);
}

/* How often a number of hosts has to be multiplied by a factor to reach another. */
static int times_spread(uint64_t from, uint64_t to, uint64_t factor)
{
    int times = 0;
    for (; from < to; from *= factor)
        times++;
    return times;
}

static void charge_spreading(struct search *search)
{
    const struct rd_port_problem *problem = search->problem;
    const struct rd_network *network = problem->network;
    double quickest = INFINITY;
    uint64_t factor = 2;
    for (uint32_t link = 0; link < network->link_count; link++)
        quickest = fmin(quickest, (double)(problem->latency[link] + problem->item[link]));
    for (uint32_t host = 0; host < network->host_count; host++)
        for (int side = 0; side < 2; side++) {
            struct port port = port_of(network, host, side);
            uint64_t messages = port.servers < port.links.count ? port.servers : port.links.count;
            factor = messages + 1 > factor ? messages + 1 : factor;
        }
    for (uint32_t kind = 0; kind < problem->commodity_count; kind++) {
        uint64_t sources = 0, sinks = 0, all = 0;
        for (uint32_t host = 0; host < network->host_count; host++) {
            size_t label = (size_t)host * problem->commodity_count + kind;
            sources += problem->load[label] > 0;
            sinks += problem->target[label] > 0;
            all += problem->load[label] > 0 || problem->target[label] > 0;
        }
        uint64_t fewest = sources < sinks ? sources : sinks;
        if (fewest > 0)
            keep(search, quickest * times_spread(fewest, all, factor), RD_CHARGED_SPREAD, NULL, 0);
    }
}

static void find_turns(struct search *search)
{
    const struct rd_port_problem *problem = search->problem;
    const struct rd_network *network = problem->network;
    size_t kinds = problem->commodity_count, labels = network->host_count * kinds;
    int64_t *arrival = rd_take(search->scratch, labels, int64_t);
    int64_t *departure = rd_take(search->scratch, labels, int64_t);
    for (size_t i = 0; i < labels; i++)
        arrival[i] = departure[i] = 2 * RD_FAR;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (size_t kind = 0; kind < kinds; kind++) {
            size_t from = network->from[link] * kinds + kind, to = network->to[link] * kinds + kind;
            int64_t message = problem->latency[link] + problem->item[link];
            int64_t comes = problem->earliest[from] + message, goes = problem->rest[to] + message;
            arrival[to] = comes < arrival[to] ? comes : arrival[to];
            departure[from] = goes < departure[from] ? goes : departure[from];
        }
    search->arrival = arrival;
    search->departure = departure;
}

struct rd_charged_ports rd_charged_ports_find(const struct rd_port_problem *problem,
                                              struct rd_arena *scratch)
{
    static const double exact = 0x1p53, rounding = 1e-12;
    const struct rd_network *network = problem->network;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct search search = {.problem = problem, .scratch = scratch};
    rd_assert(problem->target);
    search.forced =
        rd_take(scratch, (size_t)network->link_count * problem->commodity_count, int64_t);
    if (is_directed_cycle(network))
        force_round(&search);
    else
        find_forced(&search);
    find_turns(&search);
    for (uint32_t host = 0; host < network->host_count; host++)
        for (int side = 0; side < 2; side++) {
            struct port port = port_of(network, host, side == 1);
            if (port.servers == UINT32_MAX)
                continue;
            charge_port(&search, &port);
            for (uint32_t kind = 0; kind < problem->commodity_count; kind++) {
                charge_excess(&search, &port, kind);
                charge_neighbours(&search, &port, kind);
                charge_hub(&search, &port, kind);
            }
        }
    charge_spreading(&search);
    /* Every schedule ends at a multiple of the grid. */
    double grid = (double)problem->grid;
    double ticks = search.most < exact ? search.most : search.most * (1 - rounding);
    search.best.ticks = (int64_t)(ceil(ticks / grid * (1 - rounding)) * grid);
    rd_arena_rewind(scratch, mark);
    return search.best;
}
