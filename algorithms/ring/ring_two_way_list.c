/* Any two-way ring, flow by flow: each net flow by growing g(z), as long as g(z) is less than the
 * best plan so far.
 *
 * Where no optimal flow is light, some host waits for the items that it passes on, and which item
 * starts first matters.
 *
 * ring-two-way-list: list scheduling, item by item.
 *
 *     i-2 <== i-1 <== i ==> i+1 ==> i+2      of what may start now: the link with the longest
 *      :       :                     :        pipeline behind it, then the one at the busier port
 *
 * One greedy pass with these priorities, then passes with the priorities disturbed at random. What
 * a plain plan of the flow takes (forward before backward; Lemma 9's for the best light flow) is to
 * be beaten first, and is the answer where items are too many to go through one by one.
 * Hypotheses: one kind of item. A schedule that never idles takes less than twice the time of the
 * busiest port of its flow, whatever its priorities (docs/ring_two_way.md, C), where every host
 * holds an item before and after; 1.006 times the optimum on average was seen on small rings.
 *
 * ring-two-way-blocks: each flow in blocks, at most 5/4 of System 6.
 *
 *     ==> ==> ==> | <== | ==> ==>      a pipeline, a direct run, a pipeline: the direct run sends
 *      pipeline    direct  pipeline    its items in one block, early or late in its ports
 *
 * A pipeline must start early at its source and may end late at its sink, so a direct run next to a
 * source goes late and one next to a sink early. Of a chain of direct runs between two pipelines
 * one end does not fit, and its block goes into the pipeline, where it delays least; both choices
 * of that end are tried, and one greedy pass. Where no such chain is, System 6 is met. The first
 * flow is one of System 6.
 * Hypotheses: every host holds at least one item before and after; every link takes some time. */
#include "block_schedule.h"
#include "bounds.h"
#include "edge_transfers.h"
#include "light.h"

#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The most items over links that are gone through one by one in all: some seconds of work. */
#define ITEM_LIMIT INT64_C(4000000)

/* What is tried with each flow. */
struct settings {
    bool skip_plain;    /* no plain plan */
    bool blocks;        /* block schedules; every host holds an item before and after, costs > 0 */
    int64_t pass_count; /* greedy passes, the first with its priorities, the others disturbed */
    uint64_t seed;
};

/* Sums of costs that should be equal differ by their rounding. */
#define ROUNDING 1e-12

/* What blocks promise of an optimal flow. */
#define BLOCK_RATIO 1.25

struct search {
    const struct rd_two_way *ring;
    struct rd_greedy greedy;
    const struct rd_instance *instance;
    const struct settings *settings;
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
    return rd_sum_of_products_value(&value.busy);
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
    rd_arena_borrow(search->scratch);
    rd_arena_borrow(search->arena);
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

/* The best plan found. What a plain plan takes (forward before backward; Lemma 9's for the best
 * light flow) is to be beaten first, and is the answer where items are too many.
 * In: an instance on which something has to move. Errors: RD_ERROR_REFUSED where items are too many
 * and the plain plan cannot be timed, or with blocks takes more than 5/4 of System 6. */
static bool search_flows(const struct rd_instance *instance, const struct rd_two_way *ring,
                         const struct settings *settings, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *ret_plan,
                         struct rd_error *reterr)
{
    struct search search = {
        .ring = ring,
        .instance = instance,
        .settings = settings,
        .arena = arena,
        .scratch = scratch,
        .items_left = ITEM_LIMIT,
        .best_s = INFINITY,
    };
    rd_greedy_open(&search.greedy, &ring->flow, scratch);
    struct rd_verdict verdict;
    snprintf(verdict.message, sizeof verdict.message, "the plain plan is not wanted");
    if (!settings->skip_plain)
        try_plain(&search, &verdict);
    try_flows(&search);
    if (isinf(search.best_s))
        return rd_refuse(reterr,
                         "no optimal flow is light, and too many items wait for others: %s; list "
                         "scheduling takes up to %" PRId64 " items times links one by one",
                         verdict.message, ITEM_LIMIT);
    if (settings->blocks &&
        search.best_s > BLOCK_RATIO * (1 + ROUNDING) * busiest_s(&search, first_z(ring)))
        return rd_refuse(reterr,
                         "no optimal flow is light, and each moves more than %" PRId64
                         " items over links, which blocks order one by one: ring-two-way-list "
                         "takes such a ring, and promises nothing",
                         ITEM_LIMIT);
    if (search.best_is_plain) {
        rd_ring_plan_net_flow(&ring->flow.ring, search.best_z, arena, ret_plan);
        return true;
    }
    rd_greedy_set_flow(&search.greedy, search.best_z);
    rd_list_plan(&search.greedy.problem, search.best_order, search.best_count, arena, scratch,
                 ret_plan);
    return true;
}

static bool accepts_list(RD_ACCEPTS_PARAMETERS)
{
    return rd_net_flow_accepts(instance, "list scheduling", reterr);
}

static bool accepts_blocks(RD_ACCEPTS_PARAMETERS)
{
    return rd_net_flow_accepts(instance, "a block schedule", reterr) &&
           rd_ring_accepts_waiting(instance, "Theorem B", reterr);
}

/* Theorem C's hypotheses, final loads that are given, and that a pass over the first flow is made.
 */
static bool promises(const struct rd_instance *instance)
{
    if (instance->goal != RD_REACH || !rd_ring_accepts_waiting(instance, "list scheduling", NULL))
        return false;
    rd_arena_own(work);
    struct rd_ring ring = rd_ring_read(instance, &work);
    return ring.greatest_sum - ring.least_sum <= ITEM_LIMIT / ring.host_count;
}

/* Where something has to move. */
static bool plan_by(const struct rd_instance *instance, const struct settings *settings,
                    struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                    struct rd_error *reterr)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    return ring.flow.ring.least_sum == ring.flow.ring.greatest_sum ||
           search_flows(instance, &ring, settings, arena, scratch, ret_plan, reterr);
}

static bool plan_list(RD_PLAN_PARAMETERS)
{
    struct settings settings = {.skip_plain = strcmp(rd_option_text(options, "plain"), "no") == 0,
                                .pass_count = rd_option_integer(options, "passes"),
                                .seed = options->seed};
    return plan_by(instance, &settings, arena, scratch, ret_plan, reterr);
}

static bool plan_blocks(RD_PLAN_PARAMETERS)
{
    struct settings settings = {.blocks = true, .pass_count = 1, .seed = options->seed};
    return plan_by(instance, &settings, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec option_specs[] = {
    {"passes", "integer 1 1000", "20", "greedy passes over each flow, all but one disturbed"},
    {"plain", "yes|no", "yes", "compare with the plain plan, forward before backward"},
    {NULL, NULL, NULL, NULL},
};

/* Its plan is the first to be beaten. */
static const struct rd_baseline baselines[] = {{"ring-two-way-system8", NULL}, {NULL, NULL}};

const struct rd_algorithm ring_two_way_list = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-list",
    .summary = "any two-way ring: greedy list scheduling of the flows with the least busy ports",
    .source = "none: a heuristic for section 6.2.2 of [renard2006]",
    .guarantee = RD_RATIO,
    .ratio = 2,
    .promises = promises,
    .options = option_specs,
    .baselines = baselines,
    .accepts = accepts_list,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_list,
};

const struct rd_algorithm ring_two_way_blocks = {
    .name = "ring-two-way-blocks",
    .summary = "any two-way ring: flows in blocks and one greedy pass, at most 5/4 of System 6",
    .source = "docs/ring_two_way.md, Theorem B, for section 6.2.2 of [renard2006]",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_RATIO,
    .ratio = 1.25,
    .accepts = accepts_blocks,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_blocks,
};
