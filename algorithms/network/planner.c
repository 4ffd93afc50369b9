#include "planner.h"

#include "network_search.h"

#include "algorithms/flow/large_flow.h"
#include "algorithms/kernels/spare_relays.h"
#include "algorithms/latency/message_counts.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/guard.h"
#include "sim/base/time_shares.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>

bool rd_network_is_large(const struct rd_instance *instance)
{
    return rd_link_count(&instance->topology) * instance->kind_count > RD_NETWORK_SMALL_LIMIT;
}

bool rd_network_planner_accepts(RD_ACCEPTS_PARAMETERS)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t links = rd_link_count(topology), kinds = instance->kind_count;
    if (links > RD_NETWORK_PLAN_LIMIT / kinds ||
        topology->host_count > RD_NETWORK_PLAN_LIMIT / kinds)
        return rd_refuse(reterr,
                         "%" PRIu64 " links and %" PRIu32 " hosts, %" PRIu64
                         " kinds: planners for any network take at most %d links times kinds, and "
                         "hosts times kinds",
                         links, topology->host_count, kinds, RD_NETWORK_PLAN_LIMIT);
    return true;
}

/* Schedules the flow that is made from fractions (NULL: from nothing), if there is one. Returns:
 * its load; INFINITY if there is none. */
static double try_flow(struct rd_network_search *search, const double *fractions,
                       enum rd_path_cost cost, double time_s, struct rd_arena *scratch)
{
    if (isfinite(search->best_s) && search->work_items <= 0 && !search->rooms)
        return INFINITY; /* it would not be scheduled */
    rd_arena_borrow(scratch);
    struct rd_network_flow flow =
        rd_network_flow_open(search->network, search->goal, fractions, cost, time_s, scratch);
    double load_s = INFINITY;
    flow.may_stop = search->best_s < INFINITY;
    if (search->places_together)
        rd_network_flow_place_together(&flow);
    if (rd_network_flow_complete(&flow)) {
        load_s = rd_network_flow_load_s(&flow);
        if (search->bundles)
            rd_network_search_bundles(search, &flow, scratch);
        else
            rd_network_search_flow(search, &flow, scratch);
        if (search->rooms)
            rd_room_search_flow(search->rooms, &flow, scratch);
    }
    return load_s;
}

/* The network as if a message had as many items as crossed each link before, or as a link carries
 * that carries any, so that its latency is paid by the item. Links out of hosts that passed items
 * on may cost more. From the arena. */
static struct rd_network slope_scaled(const struct rd_network *network, const int64_t *items,
                                      double typical_items, double passing_factor,
                                      struct rd_arena *arena)
{
    struct rd_network scaled = *network;
    size_t kinds = network->kind_count;
    size_t links = network->link_count;
    double *item_s = rd_take(arena, network->size_count * links, double);
    double *left = rd_take(arena, network->host_count, double);
    for (size_t i = 0; i < network->host_count * kinds; i++)
        left[i / kinds] += (double)network->instance->load[i];
    for (size_t i = 0; items && i < network->link_count * kinds; i++)
        left[network->from[i / kinds]] -= (double)items[i];
    for (uint32_t link = 0; link < network->link_count; link++) {
        double crossing = 0;
        for (size_t kind = 0; items && kind < kinds; kind++)
            crossing += (double)items[link * kinds + kind];
        crossing = crossing > 0 ? crossing : typical_items;
        for (size_t i = link; i < network->size_count * links; i += links) {
            item_s[i] = network->item_s[i] + network->latency_s[link] / crossing;
            item_s[i] *= left[network->from[link]] < 0 ? passing_factor : 1;
        }
    }
    scaled.item_s = item_s;
    scaled.latency_s = rd_take(arena, network->link_count, double);
    scaled.has_latency = false;
    return scaled;
}

/* The network on which messages of one item take as long without a latency. From the arena. */
static struct rd_network of_single_items(const struct rd_network *network, struct rd_arena *arena)
{
    return slope_scaled(network, NULL, 1, 1, arena);
}

/* Schedules flows for which latencies are shared among the items that crossed a link in the flow
 * before; in every other one it is dear to pass items on. */
static void try_slopes(struct rd_network_search *search, double time_s, struct rd_arena *scratch)
{
    enum { ROUNDS = 8 };
    static const double theta[] = {1, 1.2, 1.5, 2};
    const struct rd_network *network = search->network;
    rd_arena_borrow(scratch);
    size_t entries = (size_t)network->link_count * network->kind_count;
    int64_t *items = rd_take(scratch, entries, int64_t);
    double *sent = rd_take(scratch, entries, double), moving = 0;
    for (size_t i = 0; i < (size_t)network->host_count * network->kind_count; i++)
        moving += fmax((double)(network->instance->load[i] - search->goal->most[i]), 0);
    double typical_items = fmax(moving / network->host_count, 1);
    for (int round = 0; round < 2 * ROUNDS && search->work_items > 0 && !rd_time_is_up(); round++) {
        rd_arena_borrow(scratch);
        struct rd_network scaled = slope_scaled(network, round < 2 ? NULL : items, typical_items,
                                                round % 2 == 0 ? 1 : 4, scratch);
        struct rd_network_flow flow = rd_network_flow_open(
            &scaled, search->goal, NULL, RD_PATH_PORTS, time_s * theta[round / 2 % 4], scratch);
        if (rd_network_flow_complete(&flow)) {
            rd_network_flow_cancel_cycles(&flow, scratch);
            for (size_t i = 0; i < entries; i++) {
                items[i] = flow.items[i];
                sent[i] = (double)items[i];
            }
            try_flow(search, sent, RD_PATH_PORTS, time_s, scratch);
        }
    }
}

/* Schedules flows of whole numbers of messages: the quickest in which no host has to wait for what
 * it sends, and the quickest of all, as far as they are found soon. */
static void try_counts(struct rd_network_search *search, double time_s, struct rd_arena *scratch)
{
    static const double little = 2e-4; /* to gain: not worth the time */
    const struct rd_network *network = search->network;
    struct rd_port_lp problem;
    rd_arena_borrow(scratch);
    if (search->goal->computes || network->size_count > 1 ||
        search->best_s <= time_s * (1 + little) ||
        !rd_port_lp_read(network, time_s, search->arena, scratch, &problem, NULL) ||
        problem.commodity_count != network->kind_count)
        return;
    bool is_least = false;
    for (int any = 0; any < 2 && !is_least; any++) {
        const double *flow =
            rd_message_counts_flow(&problem, any == 0, time_s, search->arena, scratch, &is_least);
        if (flow)
            try_flow(search, flow, RD_PATH_PORTS, time_s, scratch);
    }
}

/* What loads of flows are measured by: the bound, else what a host needs. */
static double time_of_flows(const struct rd_network_search *search, double bound_s,
                            struct rd_arena *scratch)
{
    double time_s =
        bound_s > 0 ? bound_s : rd_network_host_s(search->network, search->goal, scratch);
    return time_s > 0 ? time_s : 1;
}

/* How many steps make a flow of a large network. */
static uint32_t steps_of_large_flow(const struct rd_network *network)
{
    enum { WORK = 200000000, LEAST_STEPS = 100, MOST_STEPS = 1000 };
    uint64_t steps = WORK / ((uint64_t)network->link_count * network->kind_count);
    return (uint32_t)(steps < LEAST_STEPS ? LEAST_STEPS : steps > MOST_STEPS ? MOST_STEPS : steps);
}

/* Schedules one flow, of those that are made in a time near-linear in the links. Returns: is there
 * one? */
static bool try_large_flow(struct rd_network_search *search, bool at_once, struct rd_arena *scratch)
{
    const struct rd_network *network = search->network;
    uint32_t steps = steps_of_large_flow(network);
    double time_s = time_of_flows(search, 0, scratch), end_s = rd_time_lend(RD_SHARE_OF_FLOW);
    const double *items =
        at_once ? rd_network_flow_at_once(network, search->goal, steps, search->arena, scratch)
                : NULL;
    if (!items)
        items =
            rd_network_large_flow(network, search->goal, steps, &time_s, search->arena, scratch);
    rd_time_return(end_s);
    if (items)
        try_flow(search, items, RD_PATH_PORTS, time_s, scratch);
    return items;
}

/* Everybody computes what he holds. */
static void try_staying(struct rd_network_search *search, double time_s, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_network *network = search->network;
    double *nothing = rd_take(scratch, (size_t)network->link_count * network->kind_count, double);
    try_flow(search, nothing, RD_PATH_PORTS, time_s, scratch);
}

/* Is time the budget? Under a date that ends the search one in messages may be less than one
 * schedule of a large network. */
static bool is_dated(const struct rd_network_search *search)
{
    return search->work_items > 0 && rd_time_left_s() < INFINITY;
}

/* Where time is the budget, other flows and the search would leave none for what gains most; but
 * there is to be some to write it. */
static void try_soft_in_time(struct rd_network_search *search, struct rd_arena *scratch)
{
    if (!is_dated(search))
        return;
    double end_s = rd_time_lend(RD_SHARE_OF_SOFT);
    rd_network_search_soft(search, scratch);
    rd_time_return(end_s);
}

/* Flows that give way to loads the less, the last not at all: all goes by the cheapest ways. Where
 * one ends as soon it moves less. */
static void try_straight(struct rd_network_search *search, const struct rd_port_bound *bound,
                         struct rd_arena *scratch)
{
    static const double theta[] = {1000, 4, 2, 1.4};
    double time_s = time_of_flows(search, bound->seconds, scratch);
    for (size_t i = 0; i < sizeof theta / sizeof *theta && isfinite(search->best_s) &&
                       search->work_items > 0 && !rd_time_is_up();
         i++)
        try_flow(search, NULL, RD_PATH_PORTS, theta[i] * time_s, scratch);
}

/* The flows that are worth a schedule: that of the bound, rounded; without it one of which loads
 * are measured by what a host needs, then by what came of that; and, where only links limit a host,
 * the cheapest that fits into the bound; and where hosts
 * compute, none. */
static void try_flows(struct rd_network_search *search, const struct rd_port_bound *bound,
                      struct rd_arena *scratch)
{
    double time_s = time_of_flows(search, bound->seconds, scratch);
    bool usable = bound->flow && bound->commodity_count == search->network->kind_count;
    double load_s = try_flow(search, usable ? bound->flow : NULL, RD_PATH_PORTS, time_s, scratch);
    try_soft_in_time(search, scratch);
    if (!usable && load_s > 1.02 * time_s)
        try_flow(search, NULL, RD_PATH_PORTS, load_s, scratch);
    if (usable)
        try_flow(search, NULL, RD_PATH_PORTS, time_s, scratch);
    if (search->network->all_ports)
        try_flow(search, NULL, RD_PATH_LINKS, time_s, scratch);
    if (search->goal->computes)
        try_staying(search, time_s, scratch);
    if (search->bundles) {
        static const double theta[] = {1.2, 1.5, 2, 4};
        for (size_t i = 0; i < sizeof theta / sizeof *theta; i++)
            try_flow(search, NULL, RD_PATH_PORTS, time_s * theta[i], scratch);
        try_counts(search, time_s, scratch);
        try_slopes(search, time_s, scratch);
    }
}

/* Has a balance several windows, of some kind? */
static bool has_windows(const struct rd_network *network)
{
    int64_t low, error, windows = 1;
    for (uint32_t kind = 0; kind < network->kind_count && windows == 1; kind++)
        windows = rd_network_balance_windows(network, kind, &low, &error);
    return windows > 1;
}

/* Other windows of a balance, as far as the work lasts. */
static void try_windows(struct rd_network_search *search, const struct rd_port_bound *bound,
                        struct rd_arena *arena, struct rd_arena *scratch)
{
    static const int64_t shifts[] = {-1, 1, -2, 2, -4, 4};
    if (!has_windows(search->network))
        return;
    for (size_t i = 0;
         i < sizeof shifts / sizeof *shifts && search->work_items > 0 && !rd_time_is_up(); i++) {
        struct rd_network_goal *goal = rd_take(arena, 1, struct rd_network_goal);
        *goal = rd_network_goal_shifted(search->network, shifts[i], arena);
        search->goal = goal;
        try_flows(search, bound, scratch);
    }
    search->goal = search->best_flow.goal;
}

/* As many steps as bring the flow near the bound on any network (a cut off descent makes a flow,
 * and so a plan, of several times the bound); and where steps are cheap, more work in all. */
static struct rd_port_settings settings_of_bound(const struct rd_instance *instance)
{
    enum { STEPS = 4000, LEAST_WORK = 20000000 };
    uint64_t columns = rd_link_count(&instance->topology) + instance->topology.host_count;
    uint64_t work = STEPS * columns * instance->kind_count;
    return (struct rd_port_settings){.gap = 1e-4,
                                     .small_gap = 1e-4,
                                     .work = work > LEAST_WORK ? work : LEAST_WORK,
                                     .steps = STEPS};
}

/* Other orders, other flows, and other numbers of messages than those of the best schedule. */
static void improve(struct rd_network_search *search, bool stays_lean, struct rd_arena *scratch)
{
    rd_network_search_passes(search, scratch);
    rd_network_search_flows(search, stays_lean, scratch);
    if (search->bundles)
        rd_network_search_counts(search, scratch);
    rd_network_search_passes(search, scratch);
}

/* Another search that starts where one is. */
static struct rd_network_search start_of(const struct rd_network_search *search)
{
    struct rd_network_search start = *search;
    start.best = (struct rd_dispatched){0};
    start.best_flow =
        rd_network_flow_open(search->network, search->goal, NULL, RD_PATH_PORTS, 1, search->arena);
    rd_network_search_keep(&start, search);
    return start;
}

/* Improves a start with the work that is left, where the bound is not met. */
static void improve_start(struct rd_network_search *search, struct rd_network_search *start,
                          struct rd_arena *scratch)
{
    if (search->work_items <= 0 || rd_time_meets(search->best_s, search->enough_s))
        return;
    start->work_items = search->work_items;
    improve(start, false, scratch);
    search->work_items = start->work_items;
    if (start->best_s < search->best_s * (1 - 1e-12))
        rd_network_search_keep(search, start);
}

/* Walks from a start, by the lots of a seed. */
static void improve_from(struct rd_network_search *search, const struct rd_network_search *from,
                         uint64_t seed, struct rd_arena *scratch)
{
    struct rd_network_search start = start_of(from);
    start.seed = seed;
    improve_start(search, &start, scratch);
}

/* Improves a schedule of few messages several times. Half of the work is for walks among lean
 * flows; these find the shortest schedule from few starts, so that the rest is for others, first
 * from what there was without straight flows: one that ends sooner may be no start for the
 * shortest.
 * In: without_straight: the best before straight flows were tried. */
static void improve_short(struct rd_network_search *search,
                          const struct rd_network_search *without_straight,
                          struct rd_arena *scratch)
{
    struct rd_network_search best = start_of(search);
    best.draws_sizes = true;
    int64_t rest = search->work_items / 2;
    search->work_items -= rest;
    improve(search, true, scratch);
    search->work_items += rest;
    improve_from(search, without_straight, search->seed, scratch);
    improve_start(search, &best, scratch);
}

/* Is there work for so many schedules like the best that several walks end before it does? Not
 * where links are shared: messages cost more there, and lists that share are searched besides. */
static bool is_short(const struct rd_network_search *search)
{
    enum { TRIES = 256 };
    return !is_dated(search) && !search->rooms && isfinite(search->best_s) &&
           (int64_t)search->best.record.count <= search->work_items / TRIES;
}

/* The least that an item takes over any link. O(links * kinds). */
static double least_item_s(const struct rd_network *network)
{
    double least_s = INFINITY;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < network->kind_count; kind++)
            least_s = fmin(least_s, rd_network_item_s(network, link, kind));
    return least_s;
}

/* Is the schedule within a tenth of the bound, or no more than two items above it, where one that
 * meets it is often found? */
static bool is_near(const struct rd_network_search *search)
{
    double enough_s = search->enough_s;
    double near_s = fmax(1.1 * enough_s, enough_s + 2 * least_item_s(search->network));
    return rd_time_meets(search->best_s, near_s) && !rd_time_meets(search->best_s, enough_s) &&
           !rd_time_is_up();
}

/* Tries straight flows, and improves; while the schedule is near the bound with as much work again,
 * by other lots, up to twice: of one of many messages not among lean flows, from where it began. */
static void try_straight_and_improve(struct rd_network_search *search,
                                     const struct rd_port_bound *bound, int64_t work_items,
                                     struct rd_arena *scratch)
{
    enum { AGAIN = 2 };
    bool is_of_few = is_short(search), dated = is_dated(search);
    struct rd_network_search without_straight = start_of(search);
    try_straight(search, bound, scratch);
    if (is_of_few)
        improve_short(search, &without_straight, scratch);
    else
        improve(search, true, scratch);
    uint64_t seed = search->seed;
    struct rd_rng other_lots = rd_rng_seeded(seed, 1);
    for (int again = 0; again < AGAIN && !dated && !search->rooms && is_near(search); again++) {
        search->work_items = work_items;
        if (is_of_few) {
            search->seed = rd_rng_next(&other_lots);
            improve_short(search, &without_straight, scratch);
        } else {
            improve_from(search, &without_straight, again == 0 ? seed : rd_rng_next(&other_lots),
                         scratch);
        }
    }
    search->seed = seed;
}

bool rd_network_planner(const struct rd_instance *instance,
                        const struct rd_planner_settings *settings, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    const struct rd_port_settings bound_settings = settings_of_bound(instance);
    struct rd_network network;
    struct rd_port_bound bound = {0};
    bool large = rd_network_is_large(instance);
    if (settings->item_by_item && instance->sends == RD_SINGLE_SEND)
        return rd_refuse(reterr, "single-send: what crosses a link is one message, and "
                                 "item-by-item=no is accepted");
    if (!rd_network_read(instance, arena, scratch, &network, reterr))
        return false;
    if (settings->item_by_item)
        network = of_single_items(&network, arena);
    /* Without a bound plans are made all the same. */
    double end_s = rd_time_lend(RD_SHARE_OF_FLOW);
    if (large || settings->at_once ||
        !rd_port_bound_find(&network, &bound_settings, arena, scratch, &bound, NULL))
        bound = (struct rd_port_bound){0};
    rd_time_return(end_s);
    struct rd_network_goal goal = rd_network_goal_of(&network, arena);
    struct rd_network_search search =
        rd_network_search_open(&network, &goal, bound.seconds, settings->seed, arena);
    search.work_items = settings->work_items;
    bool dated = is_dated(&search);
    if (dated)
        search.work_items = INT64_MAX / 4;
    if (settings->at_once)
        search.message_limit = rd_network_message_limit(settings->at_once_s);
    search.bundles = settings->bundles && network.has_latency;
    search.places_together = large || settings->at_once;
    struct rd_room_settings room_settings = {.enough_s = bound.seconds,
                                             .work_items = search.work_items,
                                             .seed = settings->seed,
                                             .single_items = settings->item_by_item,
                                             .executable = settings->executable};
    struct rd_room_search rooms = rd_room_search_open(&network, &room_settings, arena);
    search.rooms = network.shared_count > 0 ? &rooms : NULL;
    if (!search.places_together || !try_large_flow(&search, settings->at_once, scratch))
        try_flows(&search, &bound, scratch);
    else
        try_soft_in_time(&search, scratch);
    if (instance->goal == RD_BALANCE && !search.places_together)
        try_windows(&search, &bound, arena, scratch);
    if (search.places_together || !isfinite(search.best_s))
        improve(&search, true, scratch);
    else
        try_straight_and_improve(&search, &bound, settings->work_items, scratch);
    if (settings->work_items > 0 && !dated)
        rd_network_search_soft(&search, scratch);
    if (settings->item_by_item && search.best_size.items > 1)
        return rd_refuse(reterr, "more items cross links than are planned in messages of their "
                                 "own: item-by-item=no takes them");
    rd_network_search_write(&search, arena, scratch, ret_plan);
    /* Where words are to tell the order, fewer messages may need more words. */
    if (!settings->at_once && !(settings->executable && instance->shared))
        rd_spare_relays(instance, arena, scratch, ret_plan);
    return true;
}
