/* Any ring: what a user would write without the paper. Every surplus goes the shorter way.
 *
 *     surplus          wanted
 *        i ----->  ...  d        the nearest host ahead that still wants items
 *   b ... <------- i             or the nearest behind, if the way there costs less
 *
 * Hosts 0, 1, .. in turn give their surplus away, each item to the nearest host that still wants
 * one: nearest by seconds an item over all links of the way (by hops where links are equal), ahead
 * if both are as far; on a one-way ring, ahead. Then only how much crosses each edge in each
 * direction counts, since items are alike: if something crosses every edge in one direction, what
 * crosses all of them only goes round and is left out. Every host sends as soon as it can, first
 * what goes forward, then what goes backward.
 * Hypotheses: one kind of item. Nothing is promised but that it arrives. */
#include "algorithms/algorithm.h"

#include "sim/base/integers.h"

#include "bounds.h"
#include "edge_transfers.h"

/* Hosts that still want items, as a circular list in host order. Entry `count` is its head. */
struct wanting {
    uint32_t count;
    uint32_t *host;   /* [count] */
    int64_t *items;   /* [count] still wanted */
    uint32_t *next;   /* [count + 1] */
    uint32_t *before; /* [count + 1] */
    uint32_t ahead;   /* the first entry left beyond the host whose turn it is, or the head */
};

/* The flow that grows, forward and backward: differences from edge to edge, and what the ways cost.
 */
struct ways {
    int64_t *level[2]; /* [n] */
    double *sum_s[2];  /* [n + 1] edges 0..x-1; backward NULL on a one-way ring */
};

static struct wanting list_wanting(const struct rd_ring *ring, struct rd_arena *arena)
{
    struct wanting wanting = {0};
    for (uint32_t host = 0; host < ring->host_count; host++)
        wanting.count += ring->delta[host] < 0;
    wanting.host = rd_take(arena, wanting.count, uint32_t);
    wanting.items = rd_take(arena, wanting.count, int64_t);
    wanting.next = rd_take(arena, (size_t)wanting.count + 1, uint32_t);
    wanting.before = rd_take(arena, (size_t)wanting.count + 1, uint32_t);
    uint32_t entry = 0;
    for (uint32_t host = 0; host < ring->host_count; host++) {
        if (ring->delta[host] >= 0)
            continue;
        wanting.host[entry] = host;
        wanting.items[entry] = -ring->delta[host];
        entry++;
    }
    for (uint32_t i = 0; i <= wanting.count; i++) {
        wanting.next[i] = i == wanting.count ? 0 : i + 1;
        wanting.before[i] = i == 0 ? wanting.count : i - 1;
    }
    return wanting;
}

static void strike_out(struct wanting *wanting, uint32_t entry)
{
    uint32_t next = wanting->next[entry], before = wanting->before[entry];
    wanting->next[before] = next;
    wanting->before[next] = before;
    if (wanting->ahead == entry)
        wanting->ahead = next;
}

static struct ways open_ways(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    bool two_way = instance->topology.direction == RD_TWO_WAY;
    bool equal = rd_ring_links_are_equal(instance); /* count hops: sums of costs would round */
    struct ways ways = {{NULL, NULL}, {NULL, NULL}};
    for (int way = 0; way < 2; way++) {
        ways.level[way] = rd_take(arena, n, int64_t);
        if (way == 1 && !two_way)
            break;
        ways.sum_s[way] = rd_take(arena, (size_t)n + 1, double);
        for (uint32_t edge = 0; edge < n; edge++) {
            double item_s = equal ? 1
                            : way ? rd_ring_backward_s(instance, edge)
                                  : rd_ring_forward_s(instance, edge);
            ways.sum_s[way][edge + 1] = ways.sum_s[way][edge] + item_s;
        }
    }
    return ways;
}

/* The cost of the way that starts with edge `first` and ends before edge `end`, going up. */
static double way_s(const double *sum_s, uint32_t n, uint32_t first, uint32_t end)
{
    double way = sum_s[end] - sum_s[first];
    return end < first ? way + sum_s[n] : way;
}

/* Host `from` gives its surplus away. */
static void give(const struct rd_ring *ring, uint32_t from, struct wanting *wanting,
                 struct ways *ways)
{
    uint32_t n = ring->host_count, head = wanting->count;
    while (wanting->ahead != head && wanting->host[wanting->ahead] < from)
        wanting->ahead = wanting->next[wanting->ahead];
    for (int64_t left = ring->delta[from]; left > 0;) {
        uint32_t entry = wanting->ahead != head ? wanting->ahead : wanting->next[head];
        uint32_t behind = wanting->before[wanting->ahead];
        if (behind == head)
            behind = wanting->before[head];
        rd_assert(entry != head && behind != head);
        bool backward = ways->sum_s[1] && way_s(ways->sum_s[1], n, wanting->host[behind], from) <
                                              way_s(ways->sum_s[0], n, from, wanting->host[entry]);
        entry = backward ? behind : entry;
        int64_t items = left < wanting->items[entry] ? left : wanting->items[entry];
        ways->level[backward][backward ? wanting->host[entry] : from] += items;
        ways->level[backward][backward ? from : wanting->host[entry]] -= items;
        left -= items;
        wanting->items[entry] -= items;
        if (wanting->items[entry] == 0)
            strike_out(wanting, entry);
    }
}

/* Turns differences into what crosses each edge, up to a constant: a way that passes host 0 misses
 * it on all edges. Returns: the least of it, which only goes round, or would. */
static int64_t add_up(int64_t *level, uint32_t n)
{
    int64_t least = level[0];
    for (uint32_t edge = 1; edge < n; edge++) {
        level[edge] += level[edge - 1];
        least = rd_least(least, level[edge]);
    }
    return least;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_ring_accepts_one_kind(instance, "ring-shorter-way", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    uint32_t n = instance->topology.host_count;
    struct rd_ring ring = rd_ring_read(instance, scratch);
    if (ring.least_sum == ring.greatest_sum)
        return true;
    struct wanting wanting = list_wanting(&ring, scratch);
    struct ways ways = open_ways(instance, scratch);
    for (uint32_t host = 0; host < n; host++)
        give(&ring, host, &wanting, &ways);
    int64_t idle_forward = add_up(ways.level[0], n), idle_backward = add_up(ways.level[1], n);
    for (uint32_t edge = 0; edge < n; edge++)
        ways.level[1][edge] = -ways.level[1][edge];
    struct rd_edge_flow flow = {ways.level[0], idle_forward, ways.level[1], -idle_backward};
    rd_ring_plan_edges(n, &flow, arena, ret_plan);
    return true;
}

/* One way there is no choice, and nothing is left that goes all round: the flow of least sum,
 * listed in the same order. */
static const struct rd_baseline baselines[] = {
    {"ring-one-way-equal", NULL}, {"ring-one-way", NULL}, {NULL, NULL}};

const struct rd_algorithm ring_shorter_way = {
    RD_ONE_PORT_RING(RD_ONE_WAY | RD_TWO_WAY),
    .name = "ring-shorter-way",
    .summary = "any ring: every surplus item to the nearest host that wants one, a baseline",
    .source = "none: what one writes without the paper",
    .is_baseline = true,
    .guarantee = RD_HEURISTIC,
    .baselines = baselines,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};
