#include "trees.h"

#include "sim/base/heap.h"

#include <math.h>
#include <string.h>

static bool is_nearer(const struct rd_trees *trees, uint32_t a, uint32_t b)
{
    return trees->distance[a] < trees->distance[b];
}

static void put(struct rd_trees *trees, size_t place, uint32_t host)
{
    trees->heap[place] = host;
    trees->place[host] = (uint32_t)place;
}

RD_DEFINE_HEAP(struct rd_trees, uint32_t, heap, count, is_nearer, put)

/* The most that one item asks of a row. */
static double longest_item(const struct rd_rows *rows)
{
    const struct rd_network *network = &rows->multicast->network;
    double most = 0;
    for (uint64_t i = 0; i < rows->use_first[network->link_count]; i++)
        for (uint32_t length = 0; length < rows->multicast->length_count; length++)
            most = fmax(most, (double)rows->use[i].item[length]);
    return most;
}

struct rd_trees rd_trees_open(const struct rd_rows *rows, struct rd_arena *arena)
{
    const struct rd_multicast *multicast = rows->multicast;
    uint64_t n = multicast->network.host_count, items = multicast->item_count;
    struct rd_trees trees = {
        .rows = rows,
        .longest = longest_item(rows),
        .link_into = rd_take(arena, items * n, uint32_t),
        .piece_of = rd_take(arena, items, uint32_t),
        .load = rd_take(arena, rows->row_count, double),
        .before = rd_take(arena, rows->row_count, double),
        .more = rd_take(arena, rows->row_count, double),
        .distance = rd_take(arena, n, double),
        .cost = rd_take(arena, n, double),
        .way = rd_take(arena, n, uint32_t),
        .heap = rd_take(arena, n, uint32_t),
        .place = rd_take(arena, n, uint32_t),
        .inside = rd_take(arena, n, bool),
        .sink = rd_take(arena, n, bool),
    };
    for (uint64_t i = 0; i < items * n; i++)
        trees.link_into[i] = RD_NO_TREE;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        for (int64_t j = 0; j < multicast->piece[i].items; j++)
            trees.piece_of[multicast->piece[i].first + (uint64_t)j] = i;
    return trees;
}

static const struct rd_multicast_piece *piece_of(const struct rd_trees *trees, uint32_t item)
{
    return &trees->rows->multicast->piece[trees->piece_of[item]];
}

/* The price of a load of a row. */
static double price(const struct rd_trees *trees, uint32_t row, double load)
{
    return exp(trees->eta * (load / trees->rows->row[row].servers / trees->time - 1));
}

double rd_trees_load(const struct rd_trees *trees)
{
    double most = 0;
    for (uint32_t row = 0; row < trees->rows->row_count; row++)
        most = fmax(most, trees->load[row] / trees->rows->row[row].servers);
    return most;
}

/* Prices anew, of the load as it is; or for a longer time, where a price of one item would not fit
 * doubles. */
static void reprice(struct rd_trees *trees)
{
    const double MOST_POWER = 600;
    trees->time = fmax(rd_trees_load(trees), (double)trees->rows->grid);
    trees->time = fmax(trees->time, trees->longest * trees->eta / MOST_POWER);
    trees->is_stale = false;
    for (uint32_t row = 0; row < trees->rows->row_count; row++) {
        trees->before[row] = price(trees, row, trees->load[row]);
        trees->more[row] = -1;
    }
}

static void add_load(struct rd_trees *trees, uint32_t link, uint32_t length, double sign)
{
    const double MOST_RISE = 1.25; /* beyond it prices would not fit doubles */
    const struct rd_rows *rows = trees->rows;
    for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++) {
        uint32_t row = rows->use[i].row;
        double item = (double)rows->use[i].item[length];
        trees->load[row] = fmax(0, trees->load[row] + sign * item);
        trees->is_stale |= trees->load[row] / rows->row[row].servers > MOST_RISE * trees->time;
        trees->before[row] = price(trees, row, trees->load[row]);
        trees->more[row] = -1;
    }
}

/* What an item more would cost on a link. */
static double link_cost(struct rd_trees *trees, uint32_t link, uint32_t length)
{
    enum {
        LENGTH_SHARE = 10
    }; /* a little for the time itself, so that ways are not long in vain */
    const struct rd_rows *rows = trees->rows;
    double cost = (double)(rows->latency[link] + rows->item[link][0]) / trees->time / LENGTH_SHARE *
                  exp(-trees->eta / 2);
    for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++) {
        uint32_t row = rows->use[i].row;
        if (length > 0) {
            double load = trees->load[row] + (double)rows->use[i].item[length];
            cost += price(trees, row, load) - trees->before[row];
            continue;
        }
        if (trees->more[row] < 0)
            trees->more[row] = price(trees, row, trees->load[row] + (double)rows->use[i].item[0]) -
                               trees->before[row];
        cost += trees->more[row];
    }
    return trees->factor ? cost * trees->factor[link] : cost;
}

/* A host is as near as this, over a link. */
static void reach(struct rd_trees *trees, uint32_t host, double distance, uint32_t link)
{
    bool is_new = trees->place[host] == RD_NO_TREE;
    if (!(distance < trees->distance[host]))
        return;
    trees->distance[host] = distance;
    trees->way[host] = link;
    rd_heap_rise(trees, is_new ? trees->count++ : trees->place[host], host);
}

/* Adds the way to a sink to the item's tree; its hosts begin ways from then on. Returns: how many
 * sinks are on it. */
static uint32_t add_way(struct rd_trees *trees, uint32_t *link_into, uint32_t sink, double alpha)
{
    const struct rd_network *network = &trees->rows->multicast->network;
    uint32_t root = sink, sinks = 0;
    while (!trees->inside[root])
        root = network->from[trees->way[root]];
    double base = trees->cost[root] * (1 - alpha);
    for (uint32_t at = sink; at != root; at = network->from[link_into[at]]) {
        link_into[at] = trees->way[at];
        trees->inside[at] = true;
        trees->cost[at] = base + trees->distance[at];
        sinks += trees->sink[at];
        trees->sink[at] = false;
    }
    for (uint32_t at = sink; at != root; at = network->from[link_into[at]]) {
        bool is_out = trees->place[at] == RD_NO_TREE;
        trees->distance[at] = alpha * trees->cost[at];
        rd_heap_rise(trees, is_out ? trees->count++ : trees->place[at], at);
    }
    return sinks;
}

/* Routes an item that has no tree. */
static void route(struct rd_trees *trees, uint32_t item, double alpha)
{
    const struct rd_multicast_piece *piece = piece_of(trees, item);
    const struct rd_network *network = &trees->rows->multicast->network;
    uint32_t n = network->host_count, left = piece->sink_count;
    uint32_t *link_into = trees->link_into + (uint64_t)item * n;
    if (trees->is_stale)
        reprice(trees);
    for (uint32_t host = 0; host < n; host++) {
        trees->distance[host] = INFINITY;
        trees->place[host] = RD_NO_TREE;
        trees->inside[host] = trees->sink[host] = false;
    }
    for (uint32_t i = 0; i < piece->sink_count; i++)
        trees->sink[piece->sink[i]] = true;
    for (uint32_t i = 0; i < piece->holder_count; i++) {
        trees->inside[piece->holder[i]] = true;
        trees->cost[piece->holder[i]] = 0;
        reach(trees, piece->holder[i], 0, RD_NO_TREE);
    }
    while (left > 0) {
        uint32_t host = rd_heap_pop(trees);
        trees->place[host] = RD_NO_TREE;
        if (trees->sink[host]) {
            left -= add_way(trees, link_into, host, alpha);
            continue;
        }
        for (uint32_t link = network->out_first[host]; link < network->out_first[host + 1]; link++)
            if (!trees->inside[network->to[link]])
                reach(trees, network->to[link],
                      trees->distance[host] + link_cost(trees, link, piece->length), link);
    }
    trees->count = 0;
    for (uint32_t host = 0; host < n; host++)
        if (link_into[host] != RD_NO_TREE)
            add_load(trees, link_into[host], piece->length, 1);
}

static void take_out(struct rd_trees *trees, uint32_t item)
{
    uint32_t n = trees->rows->multicast->network.host_count;
    uint32_t *link_into = trees->link_into + (uint64_t)item * n;
    for (uint32_t host = 0; host < n; host++)
        if (link_into[host] != RD_NO_TREE) {
            add_load(trees, link_into[host], piece_of(trees, item)->length, -1);
            link_into[host] = RD_NO_TREE;
        }
}

void rd_trees_put(struct rd_trees *trees, uint32_t item, const uint32_t *link_into)
{
    uint32_t n = trees->rows->multicast->network.host_count;
    take_out(trees, item);
    memcpy(trees->link_into + (uint64_t)item * n, link_into, n * sizeof *link_into);
    for (uint32_t host = 0; host < n; host++)
        if (link_into[host] != RD_NO_TREE)
            add_load(trees, link_into[host], piece_of(trees, item)->length, 1);
}

void rd_trees_route_again(struct rd_trees *trees, uint32_t item, const double *factor, double alpha)
{
    trees->factor = factor;
    take_out(trees, item);
    route(trees, item, alpha);
    trees->factor = NULL;
}

void rd_trees_route(struct rd_trees *trees, double alpha)
{
    enum { SWEEPS = 8, FIRST = 8 };
    uint32_t items = (uint32_t)trees->rows->multicast->item_count;
    trees->eta = FIRST;
    for (int sweep = 0; sweep < SWEEPS; sweep++, trees->eta *= 1.5) {
        reprice(trees);
        for (uint32_t item = 0; item < items; item++) {
            take_out(trees, item);
            route(trees, item, alpha);
        }
    }
    reprice(trees);
}
