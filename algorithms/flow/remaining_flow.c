#include "remaining_flow.h"

#include "augmenting_paths.h"

#include "sim/base/guard.h"
#include "sim/base/heap.h"

#include <math.h>
#include <stdlib.h>

struct reached {
    double cost;
    uint32_t host;
};

/* What an amount more on a link does to a price, known from before as a rule. */
struct growth {
    double seconds, scale_s, value;
};

/* What is found from one end of a way. */
struct ball {
    bool backward;     /* from its last host */
    double *cost;      /* [hosts] between the end and a host.. */
    uint32_t *link;    /* [hosts] ..where the next link towards the end.. */
    bool *undoes;      /* [hosts] ..is taken back */
    uint64_t *seen;    /* [hosts] by the search of this number */
    uint64_t *settled; /* [hosts] */
    struct reached *heap;
    size_t heap_count;
};

struct rd_rest_search {
    double now_s, most_s, scale_s; /* loads are measured from the most, in the scale */
    double *price;                 /* [ports] exp((load - most) / scale) */
    struct growth *growth;         /* [links] */
    struct ball ball[2];           /* from the first host of a way, and from its last */
    uint64_t *passed;              /* [hosts] by the way of this number */
    uint64_t number;
    double least_cost; /* of a way */
    uint32_t meeting;  /* where its two parts meet */
    int64_t tries_left;
    uint64_t rebalancing; /* its number */
    uint64_t *in_vain;    /* [links * kinds] the rebalancing that tried to move items in vain */
};

static bool is_nearer(const struct ball *ball, struct reached a, struct reached b)
{
    (void)ball;
    return a.cost < b.cost || (a.cost == b.cost && a.host < b.host);
}

RD_DEFINE_HEAP(struct ball, struct reached, heap, heap_count, is_nearer, RD_HEAP_PUT)

static uint32_t port_count(const struct rd_network *network)
{
    return 2 * network->host_count + network->link_count;
}

static struct ball open_ball(bool backward, size_t n, size_t links, struct rd_arena *arena)
{
    return (struct ball){.backward = backward,
                         .cost = rd_take(arena, n, double),
                         .link = rd_take(arena, n, uint32_t),
                         .undoes = rd_take(arena, n, bool),
                         .seen = rd_take(arena, n, uint64_t),
                         .settled = rd_take(arena, n, uint64_t),
                         .heap = rd_take(arena, 2 * links + 1, struct reached)};
}

struct rd_rest rd_rest_open(struct rd_network_flow *flow, struct rd_arena *arena)
{
    const struct rd_network *network = flow->network;
    size_t ports = port_count(network), n = network->host_count, links = network->link_count;
    struct rd_rest rest = {
        .flow = flow,
        .end_s = rd_take(arena, ports, double),
        .running = rd_take(arena, ports, uint32_t),
        .links_are_rows = !rd_has_one_port(network->instance),
    };
    for (size_t i = 0; i < network->size_count * links; i++)
        rest.longest_item_s = fmax(rest.longest_item_s, network->item_s[i]);
    rest.search =
        rd_make(arena, struct rd_rest_search, .price = rd_take(arena, ports, double),
                .growth = rd_take(arena, links, struct growth),
                .ball = {open_ball(false, n, links, arena), open_ball(true, n, links, arena)},
                .passed = rd_take(arena, n, uint64_t),
                .in_vain = rd_take(arena, links * network->kind_count, uint64_t));
    return rest;
}

static void count_running(struct rd_rest *rest, uint32_t link, double end_s, uint32_t more)
{
    const struct rd_network *network = rest->flow->network;
    uint32_t n = network->host_count;
    const uint32_t ports[] = {network->from[link], n + network->to[link], 2 * n + link};
    for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
        rest->end_s[ports[i]] += end_s;
        rest->running[ports[i]] += more;
        if (rest->running[ports[i]] == 0)
            rest->end_s[ports[i]] = 0; /* what arithmetic left over */
    }
}

void rd_rest_start(struct rd_rest *rest, uint32_t link, uint32_t kind, int64_t items, double end_s)
{
    rd_path_send(rest->flow, link, kind, -items);
    count_running(rest, link, end_s, 1);
}

void rd_rest_end(struct rd_rest *rest, uint32_t link, double end_s)
{
    count_running(rest, link, -end_s, UINT32_MAX);
}

/* How many messages at a time: 0 if nothing limits them. */
static uint32_t servers_of(const struct rd_rest *rest, uint32_t port)
{
    const struct rd_network *network = rest->flow->network;
    uint32_t n = network->host_count;
    if (port >= 2 * n)
        return rest->links_are_rows;
    uint32_t ports = network->ports[port < n ? port : port - n];
    return ports == UINT32_MAX ? 0 : ports;
}

/* How long a port, by its servers, or a link is still busy. */
static double load_s(const struct rd_rest *rest, uint32_t port, double now_s)
{
    uint32_t n = rest->flow->network->host_count, servers = servers_of(rest, port);
    if (servers == 0)
        return 0;
    const struct rd_network_flow *flow = rest->flow;
    double left_s = port < n       ? flow->out_s[port]
                    : port < 2 * n ? flow->in_s[port - n]
                                   : flow->link_s[port - 2 * n];
    return (left_s + rest->end_s[port] - rest->running[port] * now_s) / servers;
}

double rd_rest_load_s(const struct rd_rest *rest, double now_s)
{
    double most_s = 0;
    for (uint32_t port = 0; port < port_count(rest->flow->network); port++)
        most_s = fmax(most_s, load_s(rest, port, now_s));
    return most_s;
}

static void find_price(struct rd_rest *rest, uint32_t port)
{
    static const double most_exponent = 300; /* stays finite */
    struct rd_rest_search *search = rest->search;
    double over_s = load_s(rest, port, search->now_s) - search->most_s;
    search->price[port] = exp(fmin(over_s / search->scale_s, most_exponent));
}

static void send(struct rd_rest *rest, uint32_t link, uint32_t kind, int64_t items)
{
    const struct rd_network *network = rest->flow->network;
    rd_path_send(rest->flow, link, kind, items);
    find_price(rest, network->from[link]);
    find_price(rest, network->host_count + network->to[link]);
    if (rest->links_are_rows)
        find_price(rest, 2 * network->host_count + link);
}

/* What some seconds more at a port cost. */
static double rise(struct rd_rest *rest, uint32_t port, uint32_t link, double seconds)
{
    struct rd_rest_search *search = rest->search;
    uint32_t servers = servers_of(rest, port);
    if (servers == 0)
        return 0;
    if (servers > 1)
        return search->price[port] * expm1(seconds / servers / search->scale_s);
    struct growth *growth = &search->growth[link];
    if (growth->seconds != seconds || growth->scale_s != search->scale_s)
        *growth = (struct growth){seconds, search->scale_s, expm1(seconds / search->scale_s)};
    return search->price[port] * growth->value;
}

/* What is moved: items of a kind, off a link. */
struct move {
    uint32_t link, kind;
    int64_t items;
};

/* How long its items take on a link. */
static double move_s(const struct rd_rest *rest, const struct move *move, uint32_t link)
{
    return (double)move->items * rd_network_item_s(rest->flow->network, link, move->kind);
}

/* The marginal cost of sending a move's items over a link. */
static double use_cost(struct rd_rest *rest, const struct move *move, uint32_t link)
{
    const struct rd_network *network = rest->flow->network;
    uint32_t n = network->host_count;
    double seconds = move_s(rest, move, link);
    double cost = 1e-4 * seconds / rest->search->most_s;
    cost += rise(rest, network->from[link], link, seconds);
    cost += rise(rest, n + network->to[link], link, seconds);
    return rest->links_are_rows ? cost + rise(rest, 2 * n + link, link, seconds) : cost;
}

/* The marginal cost of a link, or of taking it back where as many items still go over it. What that
 * saves is not counted, so that no cost is below 0. INFINITY if neither may be. */
static double follow_cost(struct rd_rest *rest, const struct move *move, uint32_t link, bool undoes)
{
    const struct rd_network *network = rest->flow->network;
    int64_t there = rest->flow->items[(size_t)link * network->kind_count + move->kind];
    if (link == move->link || (undoes && there < move->items))
        return INFINITY;
    return undoes ? 1e-6 * move_s(rest, move, link) / rest->search->most_s
                  : use_cost(rest, move, link);
}

static void reach(struct rd_rest_search *search, struct ball *ball, struct reached reached,
                  uint32_t link, bool undoes)
{
    uint32_t host = reached.host;
    if (ball->seen[host] == search->number && ball->cost[host] <= reached.cost)
        return;
    ball->seen[host] = search->number;
    ball->cost[host] = reached.cost;
    ball->link[host] = link;
    ball->undoes[host] = undoes;
    rd_heap_rise(ball, ball->heap_count++, reached);
    const struct ball *other = &search->ball[!ball->backward];
    if (other->seen[host] == search->number &&
        reached.cost + other->cost[host] < search->least_cost) {
        search->least_cost = reached.cost + other->cost[host];
        search->meeting = host;
    }
}

/* Follows a host's links, forward or backward. In: other_cost, that of the nearest host that the
 * other ball has not settled. Returns: how many links it has. */
static uint32_t settle(struct rd_rest *rest, const struct move *move, struct ball *ball,
                       struct reached now, double other_cost)
{
    const struct rd_network *network = rest->flow->network;
    struct rd_rest_search *search = rest->search;
    const struct ball *other = &search->ball[!ball->backward];
    uint32_t count = 0;
    for (int receives = 0; receives < 2; receives++) {
        struct rd_port_links port = rd_port_links_of(network, now.host, receives);
        count += port.count;
        bool undoes = receives != ball->backward;
        for (uint32_t i = 0; i < port.count; i++) {
            uint32_t link = rd_port_link(&port, i), next = rd_port_neighbour(network, &port, i);
            if (ball->seen[next] == search->number && ball->cost[next] <= now.cost)
                continue;
            double cost = now.cost + follow_cost(rest, move, link, undoes);
            bool is_settled = other->settled[next] == search->number;
            if (cost + (is_settled ? other->cost[next] : other_cost) < search->least_cost)
                reach(search, ball, (struct reached){cost, next}, link, undoes);
        }
    }
    return count;
}

/* What the nearest of a ball's hosts costs that is not settled. INFINITY if there is none. */
static double nearest_cost(struct rd_rest_search *search, struct ball *ball)
{
    while (ball->heap_count > 0 && ball->settled[ball->heap[0].host] == search->number)
        rd_heap_pop(ball);
    return ball->heap_count > 0 ? ball->heap[0].cost : INFINITY;
}

/* Finds a way round the link that costs less than `most`, from both of its ends. */
static bool find_way(struct rd_rest *rest, const struct move *move, double most)
{
    enum { MOST_LINKS = 3200 };
    const struct rd_network *network = rest->flow->network;
    struct rd_rest_search *search = rest->search;
    const uint32_t end[] = {network->from[move->link], network->to[move->link]};
    search->number++;
    search->least_cost = most;
    search->meeting = RD_NO_HOST;
    for (int i = 0; i < 2; i++) {
        search->ball[i].heap_count = 0;
        reach(search, &search->ball[i], (struct reached){0, end[i]}, UINT32_MAX, false);
    }
    for (uint32_t links = 0; links < MOST_LINKS;) {
        const double cost[] = {nearest_cost(search, &search->ball[0]),
                               nearest_cost(search, &search->ball[1])};
        if (cost[0] + cost[1] >= search->least_cost)
            break;
        bool backward = cost[1] < cost[0];
        struct ball *ball = &search->ball[backward];
        struct reached now = rd_heap_pop(ball);
        ball->settled[now.host] = search->number;
        links += settle(rest, move, ball, now, cost[!backward]);
    }
    return search->meeting != RD_NO_HOST;
}

/* The host that is next to another, towards the end of its ball. */
static uint32_t next_to_end(const struct rd_rest *rest, const struct ball *ball, uint32_t host)
{
    const struct rd_network *network = rest->flow->network;
    uint32_t link = ball->link[host];
    return ball->undoes[host] == ball->backward ? network->from[link] : network->to[link];
}

/* Where costs are so large that small ones are lost, both parts of a way may pass a host: then they
 * meet there. */
static uint32_t first_meeting(const struct rd_rest *rest)
{
    struct rd_rest_search *search = rest->search;
    const struct ball *to_first = &search->ball[0], *to_last = &search->ball[1];
    uint32_t meeting = search->meeting;
    for (uint32_t host = meeting;; host = next_to_end(rest, to_first, host)) {
        search->passed[host] = search->number;
        if (to_first->link[host] == UINT32_MAX)
            break;
    }
    for (uint32_t host = meeting; to_last->link[host] != UINT32_MAX;) {
        host = next_to_end(rest, to_last, host);
        if (search->passed[host] == search->number)
            meeting = host;
    }
    return meeting;
}

/* Sends items another way, if there is a cheaper one. */
static bool try_move(struct rd_rest *rest, struct move move)
{
    rest->search->tries_left--;
    send(rest, move.link, move.kind, -move.items);
    if (!find_way(rest, &move, use_cost(rest, &move, move.link))) {
        send(rest, move.link, move.kind, move.items);
        return false;
    }
    uint32_t meeting = first_meeting(rest);
    for (int i = 0; i < 2; i++) {
        const struct ball *ball = &rest->search->ball[i];
        for (uint32_t host = meeting; ball->link[host] != UINT32_MAX;
             host = next_to_end(rest, ball, host))
            send(rest, ball->link[host], move.kind, ball->undoes[host] ? -move.items : move.items);
    }
    return true;
}

/* Moves items of a kind off a link of a port while that is too busy. Returns: was one moved? */
static bool relieve_link(struct rd_rest *rest, uint32_t port, uint32_t link, uint32_t kind,
                         double limit_s)
{
    enum { MOST_MOVES = 4 };
    const struct rd_network *network = rest->flow->network;
    struct rd_rest_search *search = rest->search;
    const int64_t *left = &rest->flow->items[(size_t)link * network->kind_count + kind];
    bool moved = false;
    uint64_t *in_vain = &search->in_vain[(size_t)link * network->kind_count + kind];
    if (*in_vain == search->rebalancing)
        return false;
    for (int i = 0; i < MOST_MOVES && search->tries_left > 0 && *left > 0; i++) {
        double over_s = load_s(rest, port, search->now_s) - limit_s;
        if (over_s <= 0)
            break;
        double most =
            over_s * servers_of(rest, port) / (4 * rd_network_item_s(network, link, kind));
        int64_t items = most < 1 ? 1 : most < (double)*left ? (int64_t)most : *left;
        if (!try_move(rest, (struct move){link, kind, items}) &&
            (items == 1 || !try_move(rest, (struct move){link, kind, 1}))) {
            *in_vain = search->rebalancing;
            break;
        }
        moved = true;
    }
    return moved;
}

static bool relieve(struct rd_rest *rest, uint32_t port, double limit_s)
{
    const struct rd_network *network = rest->flow->network;
    uint32_t n = network->host_count;
    struct rd_port_links links = {port - 2 * n, 1, NULL};
    if (port < 2 * n)
        links = rd_port_links_of(network, port < n ? port : port - n, port >= n);
    bool moved = false;
    for (uint32_t i = 0; i < links.count; i++)
        for (uint32_t kind = 0; kind < network->kind_count; kind++)
            if (rd_network_item_s(network, rd_port_link(&links, i), kind) > 0)
                moved |= relieve_link(rest, port, rd_port_link(&links, i), kind, limit_s);
    return moved;
}

/* A port that is to be relieved. */
struct busy {
    double load_s;
    uint32_t port;
};

static int by_falling_load(const void *a, const void *b)
{
    const struct busy *one = a, *other = b;
    if (one->load_s != other->load_s)
        return one->load_s > other->load_s ? -1 : 1;
    return one->port < other->port ? -1 : one->port > other->port;
}

/* One round of moves, away from ports that are busier than the limit. Returns: was there one? */
static bool move_round(struct rd_rest *rest, double limit_s, struct busy *busy)
{
    uint32_t ports = port_count(rest->flow->network), count = 0;
    struct rd_rest_search *search = rest->search;
    for (uint32_t port = 0; port < ports; port++) {
        double of_s = load_s(rest, port, search->now_s);
        find_price(rest, port);
        if (of_s > limit_s)
            busy[count++] = (struct busy){of_s, port};
    }
    if (count > 0)
        qsort(busy, count, sizeof *busy, by_falling_load);
    bool moved = false;
    for (uint32_t i = 0; i < count && search->tries_left > 0 && !rd_time_is_up(); i++)
        moved |= relieve(rest, busy[i].port, limit_s);
    return moved;
}

/* The longest way that an item has still to go. */
static double longest_way_s(const struct rd_rest *rest, struct rd_arena *scratch)
{
    const struct rd_network *network = rest->flow->network;
    size_t entries = (size_t)network->host_count * network->kind_count;
    rd_arena_borrow(scratch);
    double *tail_s = rd_take(scratch, entries, double), longest_s = 0;
    bool acyclic = rd_network_flow_tails(rest->flow, tail_s, scratch);
    rd_assert(acyclic);
    for (size_t i = 0; i < entries; i++)
        longest_s = fmax(longest_s, tail_s[i]);
    return longest_s;
}

static int64_t used_entries(const struct rd_network_flow *flow)
{
    int64_t count = 0;
    for (size_t i = 0; i < (size_t)flow->network->link_count * flow->network->kind_count; i++)
        count += flow->items[i] > 0;
    return count;
}

double rd_rest_rebalance(struct rd_rest *rest, double now_s, struct rd_arena *scratch)
{
    enum { ROUNDS = 30, MORE_TRIES = 200 };
    struct rd_rest_search *search = rest->search;
    double most_s = rd_rest_load_s(rest, now_s), item_s = rest->longest_item_s;
    if (most_s <= longest_way_s(rest, scratch))
        return most_s;
    rd_arena_borrow(scratch);
    struct busy *busy = rd_take(scratch, port_count(rest->flow->network), struct busy);
    search->now_s = now_s;
    search->rebalancing++;
    search->tries_left = used_entries(rest->flow) + MORE_TRIES;
    for (int round = 0; round < ROUNDS && search->tries_left > 0; round++) {
        search->most_s = most_s;
        search->scale_s = fmax(item_s / 4, most_s / 1000);
        if (!move_round(rest, most_s - fmax(2 * item_s, 0.02 * most_s), busy))
            break;
        most_s = rd_rest_load_s(rest, now_s);
    }
    rd_network_flow_cancel_cycles(rest->flow, scratch);
    return rd_rest_load_s(rest, now_s);
}
