#include "fixed_charge_ports.h"

#include "sim/base/groups.h"
#include "sim/base/integers.h"
#include "sim/model/certificates/charge.h"

/* The undirected graph of a network's links, searched in depth, from a root in each of its parts;
 * and what the sets of its hosts have too much. Labels are [host_count * commodity_count]. */
struct tree {
    uint32_t *order;       /* [host_count] as they were found */
    uint32_t *parent;      /* [host_count]; RD_NO_HOST of a root */
    uint32_t *root;        /* [host_count] */
    uint32_t *number;      /* [host_count] in the order, from 1; 0: not found */
    uint32_t *low;         /* [host_count] the least number beside a host and those below it */
    uint32_t *child_first; /* [host_count + 1] */
    uint32_t *child;       /* in the order */
    int64_t *surplus;      /* labels: of a host and all below it */
    uint32_t count;
};

struct search {
    const struct rd_port_lp *problem;
    struct rd_arena *scratch;
    struct rd_charged_network network;
    struct tree tree;
    int64_t *forced;       /* labels: on a one-way ring what a host has to send; else NULL */
    uint32_t *group;       /* labels, RD_NO_HOST between uses */
    int64_t *group_items;  /* [set * commodity_count + commodity] of the port at hand */
    const uint32_t *every; /* [link_count]: 0, 1, .. */
    struct rd_fixed_charge_ports best;
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

/* Finds all hosts that are joined to a root. In: next [host_count], zeros. */
static void search_in_depth(const struct rd_network *network, uint32_t root, uint32_t *next,
                            struct tree *tree)
{
    uint32_t host = root;
    tree->parent[root] = RD_NO_HOST;
    while (host != RD_NO_HOST) {
        if (tree->number[host] == 0) {
            tree->order[tree->count++] = host;
            tree->number[host] = tree->low[host] = tree->count;
            tree->root[host] = root;
        }
        uint32_t other = neighbour(network, host, next[host]++);
        if (other == RD_NO_HOST) {
            host = tree->parent[host];
        } else if (tree->number[other] == 0) {
            tree->parent[other] = host;
            host = other;
        } else if (tree->number[other] < tree->low[host] && other != tree->parent[host]) {
            tree->low[host] = tree->number[other];
        }
    }
}

/* Lists children, and adds up from the last that was found. */
static void add_up(const struct rd_port_lp *problem, struct tree *tree, struct rd_arena *scratch)
{
    uint32_t n = problem->network->host_count, kinds = problem->commodity_count;
    uint32_t *parent_of = rd_take(scratch, n, uint32_t);
    for (size_t i = 0; i < (size_t)n * kinds; i++)
        tree->surplus[i] = problem->load[i] - problem->target[i];
    for (uint32_t i = n; i-- > 0;) {
        uint32_t host = tree->order[i], parent = tree->parent[host];
        if (parent == RD_NO_HOST)
            continue;
        tree->low[parent] =
            tree->low[host] < tree->low[parent] ? tree->low[host] : tree->low[parent];
        for (uint32_t kind = 0; kind < kinds; kind++)
            tree->surplus[(size_t)parent * kinds + kind] +=
                tree->surplus[(size_t)host * kinds + kind];
    }
    /* By parent, in the order; roots, of RD_NO_HOST, are in no group. */
    for (uint32_t i = 0; i < n; i++)
        parent_of[i] = tree->parent[tree->order[i]];
    struct rd_groups by_parent = rd_group(parent_of, n, n, scratch);
    for (uint32_t i = 0; i < by_parent.first[n]; i++)
        by_parent.member[i] = tree->order[by_parent.member[i]];
    tree->child_first = by_parent.first;
    tree->child = by_parent.member;
}

static struct tree read_tree(const struct rd_port_lp *problem, struct rd_arena *scratch)
{
    uint32_t n = problem->network->host_count;
    uint32_t *next = rd_take(scratch, n, uint32_t);
    struct tree tree = {
        .order = rd_take(scratch, n, uint32_t),
        .parent = rd_take(scratch, n, uint32_t),
        .root = rd_take(scratch, n, uint32_t),
        .number = rd_take(scratch, n, uint32_t),
        .low = rd_take(scratch, n, uint32_t),
        .surplus = rd_take(scratch, (size_t)n * problem->commodity_count, int64_t),
    };
    for (uint32_t host = 0; host < n; host++)
        if (tree.number[host] == 0)
            search_in_depth(problem->network, host, next, &tree);
    add_up(problem, &tree, scratch);
    return tree;
}

/* Does what is below a child fall apart from the rest without its parent? */
static bool is_apart(const struct tree *tree, uint32_t child)
{
    return tree->low[child] >= tree->number[tree->parent[child]];
}

/* The child of a host that another host is below, or that is it; RD_NO_HOST if it is below none. */
static uint32_t child_above(const struct tree *tree, uint32_t host, uint32_t other)
{
    uint32_t low = tree->child_first[host], high = tree->child_first[host + 1], first = low;
    if (tree->number[other] < tree->number[host])
        return RD_NO_HOST;
    RD_FIND_FIRST(low, high, i, tree->number[tree->child[i]] > tree->number[other]);
    return low > first ? tree->child[low - 1] : RD_NO_HOST;
}

/* The set of a host that a neighbour is in: named for the child above it, or for the host. */
static uint32_t set_of(const struct tree *tree, uint32_t host, uint32_t other)
{
    uint32_t child = child_above(tree, host, other);
    return child != RD_NO_HOST && is_apart(tree, child) ? child : host;
}

/* What the parts apart from a host have too much. */
static void add_sets(struct search *search, uint32_t host, uint32_t kind, int64_t sign)
{
    const struct tree *tree = &search->tree;
    const struct rd_port_lp *problem = search->problem;
    size_t kinds = problem->commodity_count, own = host * kinds + kind;
    int64_t rest = tree->surplus[tree->root[host] * kinds + kind] -
                   (problem->load[own] - problem->target[own]);
    for (uint32_t i = tree->child_first[host]; i < tree->child_first[host + 1]; i++) {
        uint32_t child = tree->child[i];
        if (!is_apart(tree, child))
            continue;
        search->group_items[child * kinds + kind] = sign * tree->surplus[child * kinds + kind];
        rest -= tree->surplus[child * kinds + kind];
    }
    search->group_items[own] = sign * rest;
}

static uint32_t before_on_ring(const struct rd_network *network, uint32_t host)
{
    return network->from[network->in_link[network->in_first[host]]];
}

static uint32_t next_on_ring(const struct rd_network *network, uint32_t host)
{
    return network->to[network->out_first[host]];
}

/* Sets, or forgets, the sets of a host: those of its neighbours. */
static void label_neighbours(struct search *search, const struct rd_charged_port *port, bool forget)
{
    const struct rd_network *network = search->problem->network;
    const uint32_t *end = port->receives ? network->from : network->to;
    size_t kinds = search->problem->commodity_count;
    for (uint32_t i = 0; i < port->link_count; i++) {
        uint32_t other = end[port->link[i]];
        uint32_t set = forget           ? RD_NO_HOST
                       : search->forced ? port->host
                                        : set_of(&search->tree, port->host, other);
        for (size_t kind = 0; kind < kinds; kind++)
            search->group[other * kinds + kind] = set;
    }
    for (uint32_t kind = 0; !forget && kind < kinds; kind++) {
        uint32_t sender = port->receives ? end[port->link[0]] : port->host;
        if (search->forced)
            search->group_items[port->host * kinds + kind] = search->forced[sender * kinds + kind];
        else
            add_sets(search, port->host, kind, port->receives ? 1 : -1);
    }
}

static struct rd_charged_port port_of(const struct search *search, uint32_t host, bool receives)
{
    const struct rd_network *network = search->problem->network;
    const uint32_t *out = search->every + network->out_first[host];
    const uint32_t *in = network->in_link + network->in_first[host];
    uint32_t outs = network->out_first[host + 1] - network->out_first[host];
    uint32_t ins = network->in_first[host + 1] - network->in_first[host];
    return (struct rd_charged_port){.network = &search->network,
                                    .host = host,
                                    .receives = receives,
                                    .link = receives ? in : out,
                                    .back = receives ? out : in,
                                    .link_count = receives ? ins : outs,
                                    .back_count = receives ? outs : ins,
                                    .group = search->group,
                                    .group_items = search->group_items};
}

static bool is_counted(const struct rd_port_lp *problem, rd_wide ticks)
{
    return ticks / problem->scale < RD_FAR;
}

static void charge_port(struct search *search, uint32_t host, bool receives)
{
    struct rd_charged_port port = port_of(search, host, receives);
    if (port.link_count == 0 || search->network.ports[host] == UINT32_MAX)
        return;
    label_neighbours(search, &port, false);
    for (uint32_t kind = 0; kind < search->network.commodity_count; kind++)
        for (int reason = 0; rd_charged_reason_has_port(reason); reason++) {
            if (reason == RD_CHARGED_LINKS && kind > 0)
                continue;
            rd_wide ticks = rd_port_charge_ticks(&port, reason, kind, search->scratch);
            if (ticks > search->best.ticks && is_counted(search->problem, ticks))
                search->best =
                    (struct rd_fixed_charge_ports){ticks,
                                                   0,
                                                   reason,
                                                   host,
                                                   receives,
                                                   kind,
                                                   rd_passing_items(&port, kind, search->scratch)};
        }
    label_neighbours(search, &port, true);
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

/* On a directed cycle what crosses links differs by surpluses, and some link carries nothing at the
 * least. */
static int64_t *force_round(const struct rd_port_lp *problem, struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, kinds = problem->commodity_count;
    int64_t *forced = rd_take(scratch, (size_t)n * kinds, int64_t);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        int64_t sum = 0, least = INT64_MAX;
        for (uint32_t i = 0, host = 0; i < n; i++, host = next_on_ring(network, host)) {
            size_t label = (size_t)host * kinds + kind;
            sum += problem->load[label] - problem->target[label];
            forced[label] = sum;
            least = sum < least ? sum : least;
        }
        for (uint32_t host = 0; host < n; host++)
            forced[(size_t)host * kinds + kind] -= least;
    }
    return forced;
}

struct rd_charged_network rd_charged_network_of(const struct rd_port_lp *problem)
{
    const struct rd_network *network = problem->network;
    return (struct rd_charged_network){
        .host_count = network->host_count,
        .commodity_count = problem->commodity_count,
        .link_count = network->link_count,
        .from = network->from,
        .to = network->to,
        .latency = problem->latency,
        .item = problem->item,
        .ports = network->ports,
        .load = problem->load,
        .target = problem->target,
        .earliest = problem->earliest,
        .rest = problem->rest,
        .is_bus = network->instance->topology.shape == RD_BUS,
    };
}

/* Arrays are from scratch. */
static struct search open_search(const struct rd_port_lp *problem, struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    size_t labels = (size_t)network->host_count * problem->commodity_count;
    uint32_t *every = rd_take(scratch, network->link_count, uint32_t);
    rd_assert(problem->target);
    for (uint32_t link = 0; link < network->link_count; link++)
        every[link] = link;
    struct search search = {
        .problem = problem,
        .scratch = scratch,
        .network = rd_charged_network_of(problem),
        .group = rd_take(scratch, labels, uint32_t),
        .group_items = rd_take(scratch, labels, int64_t),
        .every = every,
        .best.host = RD_NO_HOST,
    };
    for (size_t i = 0; i < labels; i++)
        search.group[i] = RD_NO_HOST;
    rd_charge_turns(&search.network, scratch);
    if (is_directed_cycle(network))
        search.forced = force_round(problem, scratch);
    else
        search.tree = read_tree(problem, scratch);
    return search;
}

/* Does RD_CHARGED_SINGLE show of a host that no schedule ends by a date? */
static bool is_shown_by_messages(struct search *search, uint32_t host, int64_t date,
                                 uint32_t *steps)
{
    return rd_single_charge_shows(&search->network, host, (rd_wide)date * search->problem->grid,
                                  steps, search->scratch);
}

/* Raises the bound while RD_CHARGED_SINGLE shows of a host that no schedule ends by it. Where dates
 * are many ticks, so many items move that no host sends them in one message. */
static void chase_messages(struct search *search)
{
    uint32_t n = search->network.host_count, steps = RD_SINGLE_STEPS;
    int64_t grid = search->problem->grid;
    if (search->problem->scale > 1 || n > RD_SINGLE_HOSTS)
        return;
    int64_t date = (int64_t)((search->best.ticks + grid - 1) / grid);
    for (uint32_t host = 0; host < n && steps > 0; host++) {
        int64_t low = date, high, step = 1;
        if (!is_shown_by_messages(search, host, low, &steps))
            continue;
        for (; is_shown_by_messages(search, host, low + step, &steps); step *= 2)
            low += step;
        high = low + step;
        low++;
        RD_FIND_FIRST(low, high, number, !is_shown_by_messages(search, host, number, &steps));
        date = high;
        search->best = (struct rd_fixed_charge_ports){
            .ticks = (rd_wide)date * grid, .reason = RD_CHARGED_SINGLE, .host = host};
    }
}

struct rd_fixed_charge_ports rd_fixed_charge_ports_find(const struct rd_port_lp *problem,
                                                        struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct search search = open_search(problem, scratch);
    for (uint32_t host = 0; host < search.network.host_count; host++)
        for (int side = 0; side < 2; side++)
            charge_port(&search, host, side == 1);
    rd_wide spread = rd_spread_charge_ticks(&search.network, scratch);
    if (spread > search.best.ticks && is_counted(problem, spread))
        search.best = (struct rd_fixed_charge_ports){
            .ticks = spread, .reason = RD_CHARGED_SPREAD, .host = RD_NO_HOST};
    chase_messages(&search);
    /* Every schedule ends at a multiple of the grid; where that is later than can be claimed, the
     * latest date that can be is. */
    int64_t dates = (int64_t)(search.best.ticks / problem->scale);
    dates = (dates + problem->grid - 1) / problem->grid * problem->grid;
    search.best.date = dates < RD_PRICE_LIMIT ? dates : RD_PRICE_LIMIT;
    return search.best;
}

/* The parts that fall apart without a host: what is not below it takes over its parent's set. */
static void label_parts(const struct search *search, uint32_t host, uint32_t *group)
{
    const struct tree *tree = &search->tree;
    size_t kinds = search->problem->commodity_count;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t other = tree->order[i], parent = tree->parent[other];
        uint32_t set = RD_NO_HOST;
        if (other != host && parent == RD_NO_HOST)
            set = tree->root[host] == other ? host : RD_NO_HOST;
        else if (other != host)
            set = parent == host ? set_of(tree, host, other) : group[parent * kinds];
        for (size_t kind = 0; kind < kinds; kind++)
            group[other * kinds + kind] = set;
    }
}

/* The hosts behind, or before, one on a one-way ring, until the first link that carries nothing. */
static void label_round(const struct search *search, uint32_t host, bool receives, uint32_t *group)
{
    const struct rd_network *network = search->problem->network;
    size_t kinds = search->problem->commodity_count;
    for (size_t i = 0; i < network->host_count * kinds; i++)
        group[i] = RD_NO_HOST;
    for (size_t kind = 0; kind < kinds; kind++) {
        uint32_t sender = receives ? before_on_ring(network, host) : host;
        while (search->forced[sender * kinds + kind] > 0) {
            uint32_t other = receives ? sender : next_on_ring(network, sender);
            group[other * kinds + kind] = host;
            sender = receives ? before_on_ring(network, sender) : other;
        }
    }
}

struct rd_price_certificate *
rd_fixed_charge_ports_certificate(const struct rd_port_lp *problem,
                                  const struct rd_fixed_charge_ports *found, struct rd_arena *arena,
                                  struct rd_arena *scratch)
{
    struct rd_port_charge *charge = rd_take(arena, 1, struct rd_port_charge);
    struct rd_price_certificate *certificate = rd_take(arena, 1, struct rd_price_certificate);
    size_t labels = (size_t)problem->network->host_count * problem->commodity_count;
    *charge = (struct rd_port_charge){.reason = found->reason, .host = found->host};
    if (rd_charged_reason_has_port(found->reason)) {
        uint32_t *group = rd_take(arena, labels, uint32_t);
        rd_arena_borrow(scratch);
        struct search search = open_search(problem, scratch);
        if (search.forced)
            label_round(&search, found->host, found->receives, group);
        else
            label_parts(&search, found->host, group);
        *charge = (struct rd_port_charge){.reason = found->reason,
                                          .host = found->host,
                                          .receives = found->receives,
                                          .commodity = found->commodity,
                                          .group = group};
    }
    *certificate = (struct rd_price_certificate){
        .tick_s = problem->tick_s,
        .ticks = found->date,
        .scale = problem->scale,
        .commodity_count = problem->commodity_count,
        .earliest = problem->earliest,
        .rest = problem->rest,
        .charge = charge,
    };
    return certificate;
}
