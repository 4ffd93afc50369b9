#include "tree_search.h"

#include "tree_schedule.h"

#include "sim/base/guard.h"
#include "sim/base/integers.h"

#include <math.h>
#include <string.h>

enum { PASSES = 3, MOST_CHANGED = 3, MOST_SCHEDULES = 3000 };

/* About how many links are looked at for the cheapest trees. */
enum { LOOKS = 50000000 };

struct search {
    const struct rd_rows *rows;
    const struct rd_copy_effort *effort;
    struct rd_trees trees;
    bool more;               /* with turns, shortest ways and cheapest trees */
    double beaten_s;         /* trees of a start that is no shorter are not changed */
    bool by_turns;           /* items of a piece are started one after the other */
    uint32_t cheapest_items; /* that get a cheapest tree together; 0: none does */
    struct rd_copy_schedule best;
    struct rd_rng rng;
    int64_t left, schedules;
    struct rd_arena *arena, *scratch;
};

/* Schedules the trees as they are. In: by_s, no later than the best ends. Returns: does it end by
 * then? Then it is the best. */
static bool try_trees(struct search *search, double by_s)
{
    rd_arena_own(own);
    struct rd_copy_schedule made =
        rd_schedule_trees(&search->trees, PASSES, search->by_turns, &own, search->scratch);
    search->schedules++;
    search->left -= (int64_t)made.count * 2 + 1;
    if (made.end_s > by_s * (1 + 1e-12))
        return false;
    if (made.count > search->best.count || isinf(search->best.end_s))
        search->best.message = rd_take(search->arena, made.count, struct rd_copy_message);
    memcpy(search->best.message, made.message, made.count * sizeof *made.message);
    search->best.end_s = made.end_s;
    search->best.count = made.count;
    return true;
}

static bool is_at_bound(const struct search *search)
{
    return search->best.end_s <= search->effort->bound_s * (1 + 1e-9);
}

static bool is_done(const struct search *search)
{
    return search->left <= 0 || rd_time_is_up() || search->schedules >= MOST_SCHEDULES ||
           is_at_bound(search);
}

/* The bundle that begins with an item. */
static uint32_t bundle_at(const struct rd_trees *trees, uint32_t item)
{
    uint32_t low = 0, high = trees->bundle_count - 1;
    RD_FIND_FIRST(low, high, bundle, trees->bundle[bundle].item >= item);
    return low;
}

/* A bundle: any, or one that ends last. */
static uint32_t choose_bundle(struct search *search)
{
    const struct rd_copy_schedule *best = &search->best;
    if (rd_rng_below(&search->rng, 2) == 0)
        return (uint32_t)rd_rng_below(&search->rng, search->trees.bundle_count);
    uint32_t chosen = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < best->count; i++)
        if (best->message[i].end_s >= best->end_s * (1 - 1e-9) &&
            rd_rng_below(&search->rng, ++seen) == 0)
            chosen = best->message[i].item;
    return bundle_at(&search->trees, chosen);
}

/* Routes some bundles again; puts their trees back if the schedule is worse. */
static void change(struct search *search)
{
    rd_arena_borrow(search->scratch);
    static const double alphas[] = {0, 0.3, 1};
    uint32_t n = search->rows->multicast->network.host_count;
    uint32_t links = search->rows->multicast->network.link_count;
    uint32_t changed = 1 + (uint32_t)rd_rng_below(&search->rng, MOST_CHANGED);
    uint32_t *bundle = rd_take(search->scratch, changed, uint32_t);
    uint32_t *before = rd_take(search->scratch, (size_t)changed * n, uint32_t);
    double *factor = rd_take(search->scratch, links, double);
    for (uint32_t link = 0; link < links; link++)
        factor[link] = exp(6 * rd_rng_unit(&search->rng) - 3);
    for (uint32_t i = 0; i < changed; i++) {
        bundle[i] = choose_bundle(search);
        memcpy(before + (size_t)i * n, search->trees.link_into + (uint64_t)bundle[i] * n,
               n * sizeof *before);
        rd_trees_route_again(&search->trees, bundle[i],
                             rd_rng_below(&search->rng, 4) == 0 ? NULL : factor,
                             alphas[rd_rng_below(&search->rng, 3)]);
    }
    if (try_trees(search, search->best.end_s))
        return;
    while (changed-- > 0)
        rd_trees_put(&search->trees, bundle[changed], before + (size_t)changed * n);
}

/* Does a way lead from a host of a tree to another? */
static bool is_below(const struct search *search, const uint32_t *link_into, uint32_t host,
                     uint32_t at)
{
    while (at != host && link_into[at] != RD_NO_TREE)
        at = search->rows->multicast->network.from[link_into[at]];
    return at == host;
}

/* Of the one tree that there is, the host that has the item last, or one on its way. */
static uint32_t choose_late(struct search *search, const uint32_t *link_into)
{
    const struct rd_network *network = &search->rows->multicast->network;
    const struct rd_copy_schedule *best = &search->best;
    uint32_t last = 0, chosen;
    uint64_t seen = 0;
    for (size_t i = 0; i < best->count; i++)
        if (best->message[i].end_s >= best->end_s * (1 - 1e-9) &&
            rd_rng_below(&search->rng, ++seen) == 0)
            last = network->to[best->message[i].link];
    chosen = last;
    seen = 0;
    for (uint32_t at = last; link_into[at] != RD_NO_TREE; at = network->from[link_into[at]])
        if (rd_rng_below(&search->rng, ++seen) == 0)
            chosen = at;
    return chosen;
}

/* Hangs such a host, with all below it, below another one; back if the schedule is worse. */
static void hang(struct search *search)
{
    const struct rd_network *network = &search->rows->multicast->network;
    uint32_t *link_into = search->trees.link_into;
    uint32_t host = choose_late(search, link_into), before = link_into[host], chosen = before;
    uint64_t seen = 0;
    for (uint32_t i = network->in_first[host]; i < network->in_first[host + 1]; i++) {
        uint32_t link = network->in_link[i];
        if (link != before && !is_below(search, link_into, host, network->from[link]) &&
            rd_rng_below(&search->rng, ++seen) == 0)
            chosen = link;
    }
    link_into[host] = chosen;
    if (!try_trees(search, search->best.end_s))
        link_into[host] = before;
}

/* One item to all hosts: hangs parts of its tree elsewhere. */
static void search_hanging(struct search *search)
{
    enum { MOST_HANGING = 500000 }; /* messages */
    const struct rd_multicast *multicast = search->rows->multicast;
    if (multicast->item_count > 1 ||
        multicast->deliveries + multicast->piece[0].holder_count < multicast->network.host_count)
        return;
    search->by_turns = false;
    search->left = MOST_HANGING;
    while (!is_done(search))
        hang(search);
}

/* How trees are routed first. */
enum lead { CUBE, NEAREST, SHORTEST, CHEAPEST };

struct start {
    uint32_t most_items;
    bool counts_latency;
    enum lead lead;
    double number; /* alpha of NEAREST, eta of CHEAPEST */
    bool by_turns;
};

/* How many items get cheapest trees together, so that there are few of these; 0: even so they take
 * too long to find, or each item has one sink. */
static uint32_t items_of_cheapest(const struct rd_rows *rows, struct rd_arena *scratch)
{
    enum { LEAST_TREES = 8, MOST_TREES = 128 };
    const struct rd_multicast *multicast = rows->multicast;
    if (multicast->sink_count == multicast->piece_count || multicast->piece_count > MOST_TREES)
        return 0;
    int64_t trees = rd_least(MOST_TREES, rd_cheapest_trees(rows, LOOKS, scratch));
    if (trees < LEAST_TREES || trees < multicast->piece_count)
        return 0;
    return (uint32_t)((multicast->item_count + (uint64_t)trees - 1) / (uint64_t)trees);
}

/* Finds cheapest trees for many items each; bundles of a piece have these by turns. Returns: false
 * if they take too long. */
static bool lead_cheapest(struct search *search, double eta)
{
    struct rd_trees *trees = &search->trees;
    rd_arena_own(own);
    uint32_t n = search->rows->multicast->network.host_count;
    struct rd_trees large =
        rd_trees_open(search->rows, search->cheapest_items, trees->counts_latency, &own);
    if (!rd_trees_route_cheapest(&large, eta, 2 * LOOKS, search->scratch))
        return false;
    uint32_t first = 0, end = 0, turn = 0;
    for (uint32_t bundle = 0; bundle < trees->bundle_count; bundle++, turn++) {
        uint32_t piece = trees->bundle[bundle].piece;
        if (end == 0 || large.bundle[first].piece != piece) {
            for (first = end; end < large.bundle_count && large.bundle[end].piece == piece;)
                end++;
            turn = 0;
        }
        rd_trees_put(trees, bundle, large.link_into + (uint64_t)(first + turn % (end - first)) * n);
    }
    rd_trees_settle(trees);
    return true;
}

static bool route_first(struct search *search, const struct start *start)
{
    if (start->lead == CUBE)
        rd_cube_trees_put(&search->trees, search->scratch);
    else if (start->lead == SHORTEST)
        rd_trees_route_shortest(&search->trees);
    else if (start->lead == CHEAPEST)
        return lead_cheapest(search, start->number);
    else
        rd_trees_route(&search->trees, start->number);
    return true;
}

/* Routes trees in a way, and schedules them: those with the longest way below first, and by turns.
 * Returns: is one of these the best so far? */
static bool try_start(struct search *search, struct start *start)
{
    rd_arena_own(own);
    double before_s = search->best.end_s;
    search->trees = rd_trees_open(search->rows, start->most_items, start->counts_latency, &own);
    if (!route_first(search, start))
        return false;
    search->by_turns = false;
    if (!search->more || start->lead == SHORTEST || start->lead == CHEAPEST)
        try_trees(search, before_s);
    if (search->more && !is_at_bound(search)) {
        search->by_turns = true;
        start->by_turns = try_trees(search, search->best.end_s * (1 - 1e-9));
    }
    return search->best.end_s < before_s;
}

/* Is a start tried? */
static bool is_tried(const struct search *search, const struct start *start)
{
    const struct rd_multicast *multicast = search->rows->multicast;
    enum lead lead = start->lead;
    return lead == CUBE       ? !search->more && rd_suits_cube_trees(multicast)
           : lead == SHORTEST ? search->more && multicast->network.all_ports
           : lead == CHEAPEST ? search->more && search->cheapest_items > 0
                              : !search->more || start->number == 0;
}

/* Tries starts with bundles of most_items, half as many, .., one; then changes the trees of the
 * best. */
static void search_from(struct search *search, uint32_t most_items, bool counts_latency)
{
    static const struct {
        enum lead lead;
        double number;
    } ways[] = {{CUBE, 0},     {NEAREST, 0},  {NEAREST, 0.3}, {NEAREST, 1},
                {SHORTEST, 1}, {CHEAPEST, 8}, {CHEAPEST, 1}};
    struct start best = {most_items, counts_latency, NEAREST, 0, false};
    int64_t left = search->left;
    rd_arena_borrow(search->scratch);
    for (uint32_t items = most_items; items > 0; items /= 2)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            struct start start = {items, counts_latency, ways[i].lead, ways[i].number, false};
            if (!is_tried(search, &start))
                continue;
            if (try_start(search, &start))
                best = start;
            search->left = search->more ? left : search->left;
            if (is_done(search))
                return;
        }
    if (search->best.end_s >= search->beaten_s * (1 - 1e-9))
        return;
    search->trees =
        rd_trees_open(search->rows, best.most_items, best.counts_latency, search->scratch);
    route_first(search, &best);
    search->by_turns = best.by_turns;
    while (!is_done(search))
        change(search);
    search_hanging(search);
}

/* The items of the largest piece, rounded up to a power of two. */
static uint32_t largest_bundle(const struct rd_multicast *multicast)
{
    uint32_t items = 1;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        while (items < multicast->piece[i].items)
            items *= 2;
    return items;
}

struct rd_copy_schedule rd_tree_search(const struct rd_rows *rows,
                                       const struct rd_copy_effort *effort, struct rd_arena *arena,
                                       struct rd_arena *scratch, int64_t *ret_schedules)
{
    const struct rd_multicast *multicast = rows->multicast;
    *ret_schedules = 0;
    if (multicast->item_count > RD_TREES_LIMIT / multicast->network.host_count)
        return RD_NO_SCHEDULE;
    struct rd_copy_schedule best = RD_NO_SCHEDULE;
    uint32_t cheapest_items = items_of_cheapest(rows, scratch);
    uint32_t largest = multicast->network.has_latency ? largest_bundle(multicast) : 1;
    for (int i = 0; i < (largest > 1 ? 4 : 2); i++) {
        int way = i / 2;
        struct search search = {
            .rows = rows,
            .effort = effort,
            .more = i % 2 == 1,
            .beaten_s = i % 2 == 1 ? best.end_s : INFINITY,
            .cheapest_items = cheapest_items,
            .best = RD_NO_SCHEDULE,
            .rng = rd_rng_seeded(effort->seed, (uint64_t)way + 1),
            .left = effort->messages,
            .arena = arena,
            .scratch = scratch,
        };
        search_from(&search, way == 0 ? 1 : largest, way == 1);
        *ret_schedules += search.schedules;
        if (search.best.end_s < best.end_s)
            best = search.best;
        if (best.end_s <= effort->bound_s * (1 + 1e-9) || rd_time_is_up())
            break;
    }
    return best;
}
