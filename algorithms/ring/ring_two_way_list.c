/* Any two-way ring, any loads: net flows of least g, list-scheduled item by item.
 *
 * Where no optimal flow is light, some host waits for the items that it passes on, and which item
 * starts first matters:
 *
 *     i-2 <== i-1 <== i ==> i+1 ==> i+2      of what may start now: the link with the longest
 *      :       :                     :        pipeline behind it, then the one at the busier port
 *
 * For each z by growing g(z), until g(z) is no less than the best schedule so far: one greedy pass
 * with these priorities, then passes with the priorities disturbed at random. What a plain plan of
 * the flow takes (forward before backward; Lemma 9's for the best light flow) is to be beaten
 * first, and is the answer where items are too many to go through one by one.
 * Hypotheses: one kind of item. Nothing is promised; 1.006 times the optimum on average was seen on
 * small rings, 1.25 times at worst. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "edge_transfers.h"
#include "greedy_flow.h"
#include "light.h"

#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>

/* The most items that passes start in all: some seconds of work. */
#define ITEM_LIMIT INT64_C(4000000)

/* Sums of costs that should be equal differ by their rounding. */
#define ROUNDING 1e-12

struct search {
    const struct rd_two_way *ring;
    struct rd_greedy greedy;
    struct rd_arena *scratch;
    uint64_t seed;
    int64_t pass_count;
    int64_t items_left; /* to start before the search ends */

    double best_s;
    int64_t best_z;
    bool best_is_plain;
    uint32_t *best_order, *order; /* [order_capacity] */
    size_t best_count, order_capacity;
};

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_net_flow_accepts(instance, "list scheduling", reterr);
}

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
static void try_plain(struct search *search, const struct rd_instance *instance,
                      struct rd_arena *arena, struct rd_verdict *verdict)
{
    const struct rd_two_way *ring = search->ring;
    if (!rd_interval_is_empty(ring->light.z)) {
        int64_t z = rd_net_flow_fewest_hops(&ring->flow, rd_light_best(ring));
        keep_plain(search, z, busiest_s(search, z));
    }
    int64_t z = first_z(ring);
    struct rd_plan plan = {0};
    rd_ring_plan_net_flow(&ring->flow.ring, z, search->scratch, &plan);
    rd_referee_plan(instance, &plan, search->scratch, arena, NULL, verdict);
    rd_assert(verdict->violation == RD_LEGAL || verdict->violation == RD_VIOLATION_SIZE);
    if (verdict->violation == RD_LEGAL)
        keep_plain(search, z, verdict->makespan_s);
}

/* Passes over one flow. Returns: false when the search is to end. */
static bool try_flow(struct search *search, int64_t z)
{
    rd_greedy_set_flow(&search->greedy, z);
    double least_s = busiest_s(search, z);
    int64_t items = rd_list_item_count(&search->greedy.problem);
    for (int64_t pass = 0; pass < search->pass_count; pass++) {
        if (search->best_s <= least_s * (1 + ROUNDING))
            return true;
        if (items > search->items_left)
            return false;
        search->items_left -= items;
        if ((size_t)items > search->order_capacity) {
            search->order_capacity = (size_t)items;
            uint32_t *longer = rd_take(search->scratch, search->order_capacity, uint32_t);
            for (size_t i = 0; i < search->best_count; i++)
                longer[i] = search->best_order[i];
            search->best_order = longer;
            search->order = rd_take(search->scratch, search->order_capacity, uint32_t);
        }
        double noise = pass == 0 ? 0 : pass % 2 == 1 ? 0.3 : 1.5;
        double seconds =
            rd_greedy_schedule(&search->greedy, noise, rd_rng_seeded(search->seed, (uint64_t)pass),
                               search->best_s * (1 - ROUNDING), search->order, search->scratch);
        if (isinf(seconds))
            continue;
        uint32_t *better = search->order;
        search->order = search->best_order;
        search->best_order = better;
        search->best_count = (size_t)items;
        search->best_s = seconds;
        search->best_z = z;
        search->best_is_plain = false;
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

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (ring.flow.ring.least_sum == ring.flow.ring.greatest_sum)
        return true;
    struct search search = {
        .ring = &ring,
        .scratch = scratch,
        .seed = options->seed,
        .pass_count = rd_option_integer(options, "passes"),
        .items_left = ITEM_LIMIT,
        .best_s = INFINITY,
    };
    rd_greedy_open(&search.greedy, &ring.flow, scratch);
    struct rd_verdict verdict;
    try_plain(&search, instance, arena, &verdict);
    try_flows(&search);
    if (isinf(search.best_s))
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "no optimal flow is light, and too many items wait for others: %s; list "
                       "scheduling takes up to %" PRId64 " items times links one by one",
                       verdict.message, ITEM_LIMIT);
    if (search.best_is_plain) {
        rd_ring_plan_net_flow(&ring.flow.ring, search.best_z, arena, ret_plan);
        return true;
    }
    rd_greedy_set_flow(&search.greedy, search.best_z);
    rd_list_plan(&search.greedy.problem, search.best_order, search.best_count, arena, scratch,
                 ret_plan);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"passes", "integer 1 1000", "20", "greedy passes over each flow, all but one disturbed"},
    {NULL, NULL, NULL, NULL},
};

/* Its plan is the first to be beaten. */
static const struct rd_baseline baselines[] = {{"ring-two-way-system8", NULL}, {NULL, NULL}};

const struct rd_algorithm ring_two_way_list = {
    .name = "ring-two-way-list",
    .summary = "any two-way ring: greedy list scheduling of the flows with the least busy ports",
    .source = "none: a heuristic for section 6.2.2 of Renard, Robert, Vivien (2004)",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .baselines = baselines,
    .accepts = accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
