#include "trees.h"

#include "sim/base/error.h"
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

/* What a bundle asks of a row on a link. */
static double load_of(const struct rd_trees *trees, const struct rd_bundle *bundle, uint32_t link,
                      const struct rd_row_use *use)
{
    const struct rd_rows *rows = trees->rows;
    uint32_t length = rows->multicast->piece[bundle->piece].length;
    double load = (double)bundle->items * (double)use->item[length];
    return trees->counts_latency && use->row < rows->first_shared
               ? load + (double)rows->latency[link]
               : load;
}

/* The most that any bundle asks of a row. */
static double longest_load(const struct rd_trees *trees, struct rd_arena *arena)
{
    const struct rd_rows *rows = trees->rows;
    const struct rd_multicast *multicast = rows->multicast;
    const struct rd_bundle **largest =
        rd_take(arena, multicast->length_count, const struct rd_bundle *);
    double most = 0;
    for (uint32_t i = 0; i < trees->bundle_count; i++) {
        const struct rd_bundle *bundle = &trees->bundle[i];
        uint32_t length = multicast->piece[bundle->piece].length;
        if (!largest[length] || bundle->items > largest[length]->items)
            largest[length] = bundle;
    }
    for (uint32_t link = 0; link < multicast->network.link_count; link++)
        for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++)
            for (uint32_t length = 0; length < multicast->length_count; length++)
                if (largest[length])
                    most = fmax(most, load_of(trees, largest[length], link, &rows->use[i]));
    return most;
}

/* How many bundles a piece is cut into. */
static int64_t bundles_of(const struct rd_multicast_piece *piece, uint32_t most_items)
{
    return (piece->items - 1) / most_items + 1;
}

/* Cuts the pieces. */
static void cut(struct rd_trees *trees, uint32_t most_items, struct rd_arena *arena)
{
    const struct rd_multicast *multicast = trees->rows->multicast;
    size_t count = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        count += (size_t)bundles_of(&multicast->piece[i], most_items);
    trees->bundle = rd_take(arena, count, struct rd_bundle);
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        uint32_t item = (uint32_t)piece->first;
        for (int64_t left = bundles_of(piece, most_items), items = piece->items; left > 0; left--) {
            uint32_t size = (uint32_t)((items - 1) / left + 1);
            trees->bundle[trees->bundle_count++] = (struct rd_bundle){i, item, size};
            item += size;
            items -= size;
        }
    }
}

struct rd_trees rd_trees_open(const struct rd_rows *rows, uint32_t most_items, bool counts_latency,
                              struct rd_arena *arena)
{
    const struct rd_network *network = &rows->multicast->network;
    uint64_t n = network->host_count, uses = rows->use_first[network->link_count];
    struct rd_trees trees = {
        .rows = rows,
        .counts_latency = counts_latency,
        .load = rd_take(arena, rows->row_count, double),
        .before = rd_take(arena, rows->row_count, double),
        .priced = rd_take(arena, rows->row_count, uint64_t),
        .more = rd_take(arena, uses, double),
        .asked = rd_take(arena, uses, uint64_t),
        .distance = rd_take(arena, n, double),
        .cost = rd_take(arena, n, double),
        .way = rd_take(arena, n, uint32_t),
        .heap = rd_take(arena, n, uint32_t),
        .place = rd_take(arena, n, uint32_t),
        .inside = rd_take(arena, n, bool),
        .sink = rd_take(arena, n, bool),
    };
    cut(&trees, most_items, arena);
    trees.longest = longest_load(&trees, arena);
    uint64_t entries = trees.bundle_count * n;
    trees.link_into = rd_take(arena, entries, uint32_t);
    for (uint64_t i = 0; i < entries; i++)
        trees.link_into[i] = RD_NO_TREE;
    return trees;
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
        trees->priced[row]++;
    }
}

static void add_load(struct rd_trees *trees, const struct rd_bundle *bundle, uint32_t link,
                     double sign)
{
    const double MOST_RISE = 1.25; /* beyond it prices would not fit doubles */
    const struct rd_rows *rows = trees->rows;
    for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++) {
        uint32_t row = rows->use[i].row;
        double load = load_of(trees, bundle, link, &rows->use[i]);
        trees->load[row] = fmax(0, trees->load[row] + sign * load);
        trees->is_stale |= trees->load[row] / rows->row[row].servers > MOST_RISE * trees->time;
        trees->before[row] = price(trees, row, trees->load[row]);
        trees->priced[row]++;
    }
}

/* What a bundle more would cost on a link. */
static double link_cost(struct rd_trees *trees, const struct rd_bundle *bundle, uint32_t link)
{
    enum {
        LENGTH_SHARE = 10
    }; /* a little for the time itself, so that ways are not long in vain */
    const struct rd_rows *rows = trees->rows;
    bool is_known = !trees->counts_latency && rows->multicast->piece[bundle->piece].length == 0;
    double cost = (double)(rows->latency[link] + bundle->items * rows->item[link][0]) /
                  trees->time / LENGTH_SHARE * exp(-trees->eta / 2);
    for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++) {
        uint32_t row = rows->use[i].row;
        if (!is_known) {
            double load = trees->load[row] + load_of(trees, bundle, link, &rows->use[i]);
            cost += price(trees, row, load) - trees->before[row];
            continue;
        }
        if (trees->asked[i] != trees->priced[row])
            trees->more[i] = price(trees, row, trees->load[row] + (double)rows->use[i].item[0]) -
                             trees->before[row];
        trees->asked[i] = trees->priced[row];
        cost += trees->more[i];
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

/* Adds the way to a sink to the bundle's tree; its hosts begin ways from then on. Returns: how many
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

/* A cost, nearly: if many links cost the same one host sends to all. */
static double different(struct rd_rng *rng, double cost)
{
    const double LITTLE = 0.01;
    return cost * (1 + LITTLE * rd_rng_unit(rng));
}

/* Finds the cheapest tree of a bundle. */
static void find_cheapest(struct rd_trees *trees, const struct rd_bundle *bundle,
                          uint32_t *link_into)
{
    const struct rd_network *network = &trees->rows->multicast->network;
    struct rd_steiner *steiner = trees->cheapest;
    const double TOP = 1e15; /* of which whole numbers are parts */
    double most = 0;
    for (uint32_t link = 0; link < network->link_count; link++)
        most = fmax(most, link_cost(trees, bundle, link));
    for (uint32_t link = 0; link < network->link_count; link++)
        steiner->left[link] =
            (int64_t)(TOP *
                      different(&trees->rng, most > 0 ? link_cost(trees, bundle, link) / most : 0));
    rd_steiner_ascend(steiner, &trees->rows->multicast->piece[bundle->piece]);
    rd_steiner_find_tree(steiner, &trees->rows->multicast->piece[bundle->piece], trees->scratch,
                         link_into);
}

/* Finds a tree of a bundle, one sink after the other by the nearest way. */
static void find_nearest(struct rd_trees *trees, const struct rd_bundle *bundle, double alpha,
                         uint32_t *link_into)
{
    const struct rd_multicast_piece *piece = &trees->rows->multicast->piece[bundle->piece];
    const struct rd_network *network = &trees->rows->multicast->network;
    uint32_t n = network->host_count, left = piece->sink_count;
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
                      trees->distance[host] + link_cost(trees, bundle, link), link);
    }
    trees->count = 0;
}

/* Routes a bundle that has no tree. */
static void route(struct rd_trees *trees, uint32_t number, double alpha)
{
    const struct rd_bundle *bundle = &trees->bundle[number];
    uint32_t n = trees->rows->multicast->network.host_count;
    uint32_t *link_into = trees->link_into + (uint64_t)number * n;
    if (trees->is_stale)
        reprice(trees);
    if (trees->cheapest)
        find_cheapest(trees, bundle, link_into);
    else
        find_nearest(trees, bundle, alpha, link_into);
    for (uint32_t host = 0; host < n; host++)
        if (link_into[host] != RD_NO_TREE)
            add_load(trees, bundle, link_into[host], 1);
}

static void take_out(struct rd_trees *trees, uint32_t number)
{
    uint32_t n = trees->rows->multicast->network.host_count;
    uint32_t *link_into = trees->link_into + (uint64_t)number * n;
    for (uint32_t host = 0; host < n; host++)
        if (link_into[host] != RD_NO_TREE) {
            add_load(trees, &trees->bundle[number], link_into[host], -1);
            link_into[host] = RD_NO_TREE;
        }
}

void rd_trees_put(struct rd_trees *trees, uint32_t bundle, const uint32_t *link_into)
{
    uint32_t n = trees->rows->multicast->network.host_count;
    take_out(trees, bundle);
    memcpy(trees->link_into + (uint64_t)bundle * n, link_into, n * sizeof *link_into);
    for (uint32_t host = 0; host < n; host++)
        if (link_into[host] != RD_NO_TREE)
            add_load(trees, &trees->bundle[bundle], link_into[host], 1);
}

void rd_trees_route_again(struct rd_trees *trees, uint32_t bundle, const double *factor,
                          double alpha)
{
    trees->factor = factor;
    take_out(trees, bundle);
    route(trees, bundle, alpha);
    trees->factor = NULL;
}

/* How often all are routed, and how steep the price is at first, and in the next sweep. */
enum { SWEEPS = 8, FIRST = 8 };

#define STEEPER 1.5

void rd_trees_settle(struct rd_trees *trees)
{
    trees->eta = FIRST * pow(STEEPER, SWEEPS);
    reprice(trees);
}

/* Routes all, SWEEPS times. In: eta of the first sweep, and its growth from one to the next.
 * Returns: false if trees are the cheapest, and more links than the most were looked at. */
static bool sweep(struct rd_trees *trees, double alpha, double eta, double steeper,
                  uint64_t most_looks)
{
    trees->eta = eta;
    for (int i = 0; i < SWEEPS; i++, trees->eta *= steeper) {
        reprice(trees);
        for (uint32_t bundle = 0; bundle < trees->bundle_count; bundle++) {
            rd_guard_look();
            take_out(trees, bundle);
            route(trees, bundle, alpha);
            if (trees->cheapest && trees->cheapest->looks > most_looks)
                return false;
        }
    }
    reprice(trees);
    return true;
}

void rd_trees_route(struct rd_trees *trees, double alpha)
{
    sweep(trees, alpha, FIRST, STEEPER, 0);
}

void rd_trees_route_shortest(struct rd_trees *trees)
{
    trees->eta = 0;
    reprice(trees);
    for (uint32_t bundle = 0; bundle < trees->bundle_count; bundle++)
        route(trees, bundle, 1);
    rd_trees_settle(trees);
}

uint32_t rd_cheapest_trees(const struct rd_rows *rows, uint64_t looks, struct rd_arena *scratch)
{
    const double SCALE = 1e6;
    rd_arena_borrow(scratch);
    struct rd_steiner steiner = rd_steiner_open(rows, scratch);
    struct rd_rng rng = rd_rng_seeded(0, 0);
    const struct rd_multicast_piece *piece = rows->multicast->piece;
    for (uint32_t link = 0; link < rows->multicast->network.link_count; link++)
        steiner.left[link] =
            (int64_t)different(&rng, SCALE * (double)rows->item[link][piece->length]);
    rd_steiner_ascend(&steiner, piece);
    return (uint32_t)(looks / SWEEPS / (steiner.looks + 1));
}

bool rd_trees_route_cheapest(struct rd_trees *trees, double eta, uint64_t most_looks,
                             struct rd_arena *scratch)
{
    const double LAST = 128;
    rd_arena_borrow(scratch);
    struct rd_steiner steiner = rd_steiner_open(trees->rows, scratch);
    trees->cheapest = &steiner;
    trees->scratch = scratch;
    trees->rng = rd_rng_seeded(0, 0);
    bool routed = sweep(trees, 0, eta, pow(LAST / eta, 1.0 / (SWEEPS - 1)), most_looks);
    trees->cheapest = NULL;
    return routed;
}

bool rd_suits_cube_trees(const struct rd_multicast *multicast)
{
    const struct rd_network *network = &multicast->network;
    if (network->instance->topology.shape != RD_HYPERCUBE || !network->all_ports)
        return false;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        if (multicast->piece[i].holder_count != 1 ||
            multicast->piece[i].holder[0] != multicast->piece[0].holder[0] ||
            multicast->piece[i].sink_count != network->host_count - 1)
            return false;
    return multicast->piece_count > 0;
}

/* Who gives a host its items, both counted from the root. */
static uint32_t parent_of(uint32_t host, uint32_t tree, uint32_t dimension)
{
    if (!(host >> tree & 1) || host == 1U << tree)
        return host ^ 1U << tree;
    uint32_t bit = tree;
    do
        bit = (bit + dimension - 1) % dimension;
    while (!(host >> bit & 1));
    return host ^ 1U << bit;
}

void rd_cube_trees_put(struct rd_trees *trees, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_multicast *multicast = trees->rows->multicast;
    const struct rd_network *network = &multicast->network;
    uint32_t n = network->host_count, root = multicast->piece[0].holder[0], dimension = 0;
    while (1U << dimension < n)
        dimension++;
    uint32_t *link_into = rd_take(scratch, n, uint32_t);
    for (uint32_t bundle = 0; bundle < trees->bundle_count; bundle++) {
        for (uint32_t host = 0; host < n; host++) {
            uint32_t parent = parent_of(host, bundle % dimension, dimension);
            link_into[host ^ root] =
                host == 0 ? RD_NO_TREE
                          : rd_network_link_between(network, parent ^ root, host ^ root);
        }
        rd_trees_put(trees, bundle, link_into);
    }
    rd_trees_settle(trees);
}
