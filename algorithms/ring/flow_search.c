#include "flow_search.h"

#include "block_schedule.h"
#include "edge_transfers.h"

#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Sums of costs that should be equal differ by their rounding. */
#define ROUNDING 1e-12

/* What blocks promise of an optimal flow. */
#define BLOCK_RATIO 1.25

struct search {
    const struct rd_two_way *ring;
    struct rd_greedy greedy;
    const struct rd_instance *instance;
    const struct rd_flow_search_settings *settings;
    struct rd_arena *arena, *scratch;
    int64_t items_left; /* to start before the search ends */

    double best_s;
    int64_t best_z;
    bool best_is_plain;
    uint32_t *best_order, *order; /* [order_capacity] */
    size_t best_count, order_capacity;
};

static double busiest_s(const struct search *search, int64_t z)
{
    struct rd_flow_value value = rd_net_flow_value(&search->ring->flow, z);
    return rd_two_products_value(&value.busy);
}

/* The optimal z nearest to the middle of the light ones: where hosts lack fewest items. */
static int64_t first_z(const struct rd_two_way *ring)
{
    struct rd_interval light = ring->light.z, optimal = ring->optimum.z;
    int64_t middle = light.first / 2 + light.last / 2;
    return middle < optimal.first ? optimal.first : middle > optimal.last ? optimal.last : middle;
}

static void keep_plain(struct search *search, int64_t z, double seconds)
{
    if (seconds >= search->best_s)
        return;
    search->best_s = seconds;
    search->best_z = z;
    search->best_is_plain = true;
}

/* Plain plans: no search. In: verdict, to say why one could not be timed. */
static void try_plain(struct search *search, struct rd_verdict *verdict)
{
    const struct rd_two_way *ring = search->ring;
    if (!rd_interval_is_empty(ring->light.z)) {
        int64_t z = rd_net_flow_fewest_hops(&ring->flow, rd_light_best(ring));
        keep_plain(search, z, busiest_s(search, z));
    }
    int64_t z = first_z(ring);
    struct rd_plan plan = {0};
    rd_ring_plan_net_flow(&ring->flow.ring, z, search->scratch, &plan);
    rd_referee_plan(search->instance, &plan, search->scratch, search->arena, NULL, verdict);
    rd_assert(verdict->violation == RD_LEGAL || verdict->violation == RD_VIOLATION_SIZE);
    if (verdict->violation == RD_LEGAL)
        keep_plain(search, z, verdict->makespan_s);
}

/* Makes room for orders of so many messages. */
static void make_room(struct search *search, size_t count)
{
    if (count <= search->order_capacity)
        return;
    search->order_capacity = count;
    uint32_t *longer = rd_take(search->scratch, count, uint32_t);
    for (size_t i = 0; i < search->best_count; i++)
        longer[i] = search->best_order[i];
    search->best_order = longer;
    search->order = rd_take(search->scratch, count, uint32_t);
}

/* Keeps the order just made, unless it is no better. */
static void keep_order(struct search *search, int64_t z, size_t count, double seconds)
{
    if (seconds >= search->best_s * (1 - ROUNDING))
        return;
    uint32_t *better = search->order;
    search->order = search->best_order;
    search->best_order = better;
    search->best_count = count;
    search->best_s = seconds;
    search->best_z = z;
    search->best_is_plain = false;
}

/* Orders the flow that was set in blocks. Returns: the time it takes. */
static double try_blocks(struct search *search, int64_t z, bool last_is_bad, size_t count)
{
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    struct rd_arena_mark arena_mark = rd_arena_mark(search->arena);
    struct rd_port_orders orders =
        rd_block_orders(&search->greedy, z, last_is_bad, search->scratch);
    size_t listed = rd_port_orders_list(&orders, search->order, search->scratch);
    rd_assert(listed == count); /* the dates of the proof are such a list */
    struct rd_plan plan = {0};
    rd_list_plan(&search->greedy.problem, search->order, count, search->scratch, search->arena,
                 &plan);
    struct rd_verdict verdict;
    rd_referee_plan(search->instance, &plan, search->scratch, search->arena, NULL, &verdict);
    rd_assert(verdict.violation == RD_LEGAL);
    rd_arena_rewind(search->arena, arena_mark);
    rd_arena_rewind(search->scratch, mark);
    return verdict.makespan_s;
}

/* Blocks, then passes, over one flow. Returns: false when the search is to end. */
static bool try_flow(struct search *search, int64_t z)
{
    rd_greedy_set_flow(&search->greedy, z);
    double least_s = busiest_s(search, z);
    int64_t items = rd_list_item_count(&search->greedy.problem);
    int64_t block_count = search->settings->blocks ? 2 : 0;
    for (int64_t i = 0; i < block_count + search->settings->pass_count; i++) {
        if (search->best_s <= least_s * (1 + ROUNDING))
            return true;
        if (items > search->items_left)
            return false;
        search->items_left -= items;
        make_room(search, (size_t)items);
        int64_t pass = i - block_count;
        double noise = pass == 0 ? 0 : pass % 2 == 1 ? 0.3 : 1.5;
        double seconds =
            pass < 0 ? try_blocks(search, z, i == 0, (size_t)items)
                     : rd_greedy_schedule(&search->greedy, noise,
                                          rd_rng_seeded(search->settings->seed, (uint64_t)pass),
                                          search->best_s * (1 - ROUNDING), search->order,
                                          search->scratch);
        keep_order(search, z, (size_t)items, seconds);
    }
    return true;
}

/* Every z by growing g(z): from first_z outward, on the side where g is less, below if equal. */
static void try_flows(struct search *search)
{
    const struct rd_ring *ring = &search->ring->flow.ring;
    int64_t below = first_z(search->ring), above = below + 1;
    double below_s = busiest_s(search, below), above_s = INFINITY;
    if (above <= ring->greatest_sum)
        above_s = busiest_s(search, above);
    while (fmin(below_s, above_s) * (1 + ROUNDING) < search->best_s) {
        bool goes_below = below_s <= above_s;
        if (!try_flow(search, goes_below ? below : above))
            return;
        if (goes_below)
            below_s = --below >= ring->least_sum ? busiest_s(search, below) : INFINITY;
        else
            above_s = ++above <= ring->greatest_sum ? busiest_s(search, above) : INFINITY;
    }
}

bool rd_flow_search_has_theorem(const struct rd_instance *instance, const char *theorem,
                                struct rd_error *reterr)
{
    if (!rd_ring_accepts(instance, theorem, reterr))
        return false;
    uint32_t n = instance->topology.host_count;
    for (uint32_t edge = 0; n > 1 && edge < n; edge++) {
        bool forward = !(rd_ring_forward_s(instance, edge) > 0);
        if (!forward && rd_ring_backward_s(instance, edge) > 0)
            continue;
        uint32_t next = rd_ring_next(n, edge);
        char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "an item takes no time from %s to %s: more than 0 s is needed (%s)",
                       rd_host_label(instance, forward ? edge : next, from),
                       rd_host_label(instance, forward ? next : edge, to), theorem);
    }
    return true;
}

bool rd_flow_search_is_short(const struct rd_instance *instance)
{
    int64_t sum = 0, least = 0, greatest = 0;
    uint32_t n = instance->topology.host_count;
    for (uint32_t host = 0; host < n; host++) {
        sum += rd_load(instance, host, 0) - rd_target(instance, host, 0);
        least = sum < least ? sum : least;
        greatest = sum > greatest ? sum : greatest;
    }
    return greatest - least <= RD_FLOW_SEARCH_ITEMS / n;
}

bool rd_flow_search(const struct rd_instance *instance, const struct rd_two_way *ring,
                    const struct rd_flow_search_settings *settings, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    struct search search = {
        .ring = ring,
        .instance = instance,
        .settings = settings,
        .arena = arena,
        .scratch = scratch,
        .items_left = RD_FLOW_SEARCH_ITEMS,
        .best_s = INFINITY,
    };
    rd_greedy_open(&search.greedy, &ring->flow, scratch);
    struct rd_verdict verdict;
    snprintf(verdict.message, sizeof verdict.message, "the plain plan is not wanted");
    if (!settings->skip_plain)
        try_plain(&search, &verdict);
    try_flows(&search);
    if (isinf(search.best_s))
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "no optimal flow is light, and too many items wait for others: %s; list "
                       "scheduling takes up to %" PRId64 " items times links one by one",
                       verdict.message, RD_FLOW_SEARCH_ITEMS);
    if (settings->blocks &&
        search.best_s > BLOCK_RATIO * (1 + ROUNDING) * busiest_s(&search, first_z(ring)))
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "no optimal flow is light, and each moves more than %" PRId64
                       " items over links, which blocks order one by one: ring-two-way-list "
                       "takes such a ring, and promises nothing",
                       RD_FLOW_SEARCH_ITEMS);
    if (search.best_is_plain) {
        rd_ring_plan_net_flow(&ring->flow.ring, search.best_z, arena, ret_plan);
        return true;
    }
    rd_greedy_set_flow(&search.greedy, search.best_z);
    rd_list_plan(&search.greedy.problem, search.best_order, search.best_count, arena, scratch,
                 ret_plan);
    return true;
}
