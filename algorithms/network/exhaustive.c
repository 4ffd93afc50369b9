#include "exhaustive.h"

#include "algorithms/graph/goal.h"
#include "algorithms/kernels/dated_states.h"
#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

struct search {
    const struct rd_network *network;
    uint32_t kinds, entries, lanes;
    bool computes;
    double lane_s[RD_EXHAUSTIVE_LANES][RD_EXHAUSTIVE_ENTRIES]; /* what an item of a kind takes */

    /* What hosts may end with at the most and at least, whatever the others do; and by how much
     * they may differ (balance). */
    int64_t least[RD_EXHAUSTIVE_ENTRIES], most[RD_EXHAUSTIVE_ENTRIES];
    int64_t error[RD_EXHAUSTIVE_ENTRIES];                             /* [kinds] */
    double out_s[RD_EXHAUSTIVE_ENTRIES], in_s[RD_EXHAUSTIVE_ENTRIES]; /* an item, at least */
    double items_a_second;                                            /* of all processors */

    struct rd_dated_states states; /* of struct rd_search_state; what is started, as in choice */
    double best_s;
    uint32_t best;      /* the state that reaches the goal then; RD_NO_STATE if none does */
    uint64_t set_count; /* of what starts together */
    const struct rd_search_log *log; /* or NULL */
    int64_t *room; /* [shared links] of the choice under way: parts that are free */
};

static bool is_link(const struct search *search, uint32_t lane)
{
    return lane < search->network->link_count;
}

static uint32_t entry_of(const struct search *search, uint32_t host, uint32_t kind)
{
    return host * search->kinds + kind;
}

/* What each host may end with, over all windows of a balance. */
static void find_ends(struct search *search)
{
    const struct rd_network *network = search->network;
    for (uint32_t kind = 0; kind < search->kinds; kind++) {
        int64_t low = 0, windows = 1;
        if (network->instance->goal == RD_BALANCE)
            windows = rd_network_balance_windows(network, kind, &low, &search->error[kind]);
        for (uint32_t host = 0; host < network->host_count; host++) {
            uint32_t entry = entry_of(search, host, kind);
            bool relay = host == network->relay;
            if (network->instance->goal == RD_REACH) {
                search->least[entry] = search->most[entry] =
                    rd_target(network->instance, host, kind);
            } else if (network->instance->goal == RD_BALANCE) {
                search->least[entry] = relay ? 0 : low;
                search->most[entry] = relay ? 0 : low + windows - 1 + search->error[kind];
            } else {
                search->most[entry] = relay && search->computes ? 0 : RD_EXHAUSTIVE_ITEMS;
            }
        }
    }
}

static void open_search(struct search *search, struct rd_arena *scratch)
{
    const struct rd_network *network = search->network;
    search->kinds = network->kind_count;
    search->entries = network->host_count * search->kinds;
    search->computes =
        network->instance->goal == RD_FINISH && network->instance->flops_per_item > 0;
    search->lanes = network->link_count + (search->computes ? network->host_count : 0);
    rd_assert(search->lanes <= RD_EXHAUSTIVE_LANES && search->entries <= RD_EXHAUSTIVE_ENTRIES);
    for (uint32_t lane = 0; lane < search->lanes; lane++)
        for (uint32_t kind = 0; kind < search->kinds; kind++)
            search->lane_s[lane][kind] = is_link(search, lane)
                                             ? rd_network_item_s(network, lane, kind)
                                             : network->compute_item_s[lane - network->link_count];
    size_t costs = (size_t)network->size_count * network->host_count;
    double *out_s = rd_take(scratch, costs, double), *in_s = rd_take(scratch, costs, double);
    rd_network_least_costs(network, out_s, in_s);
    for (uint32_t entry = 0; entry < search->entries; entry++) {
        size_t at =
            (size_t)rd_network_size_of(network, entry % search->kinds) * network->host_count +
            entry / search->kinds;
        search->out_s[entry] = out_s[at];
        search->in_s[entry] = in_s[at];
    }
    for (uint32_t host = 0; search->computes && host < network->host_count; host++)
        if (host != network->relay)
            search->items_a_second += 1 / network->compute_item_s[host];
    find_ends(search);
    search->best = RD_NO_STATE;
}

/* What hosts hold once everything under way has arrived. */
static void settle(const struct search *search, const struct rd_search_state *world, int64_t *held)
{
    for (uint32_t i = 0; i < search->entries; i++)
        held[i] = world->held[i];
    for (uint32_t lane = 0; lane < search->network->link_count; lane++)
        if (world->lane[lane].left_s > 0)
            held[entry_of(search, search->network->to[lane], world->lane[lane].kind)]++;
}

/* How much longer it lasts at the least. */
static double least_left_s(const struct search *search, const struct rd_search_state *world)
{
    const struct rd_network *network = search->network;
    int64_t held[RD_EXHAUSTIVE_ENTRIES], items = 0;
    double left_s = 0, working_s = 0;
    settle(search, world, held);
    for (uint32_t lane = 0; lane < search->lanes; lane++)
        left_s = fmax(left_s, world->lane[lane].left_s);
    for (uint32_t host = 0; host < network->host_count; host++) {
        double out_s = 0, in_s = 0;
        for (uint32_t kind = 0; kind < search->kinds; kind++) {
            uint32_t entry = entry_of(search, host, kind);
            items += held[entry];
            if (held[entry] > search->most[entry])
                out_s += (double)(held[entry] - search->most[entry]) * search->out_s[entry];
            if (world->held[entry] < search->least[entry] && held[entry] < search->least[entry])
                in_s += (double)(search->least[entry] - held[entry]) * search->in_s[entry];
        }
        left_s = fmax(left_s, fmax(out_s, in_s));
        if (search->computes && host != network->relay)
            working_s +=
                world->lane[network->link_count + host].left_s / network->compute_item_s[host];
    }
    if (search->computes)
        left_s = fmax(left_s, ((double)items + working_s) / search->items_a_second);
    return left_s;
}

/* Is the goal reached, and nothing under way? */
static bool is_done(const struct search *search, const struct rd_search_state *world)
{
    for (uint32_t lane = 0; lane < search->lanes; lane++)
        if (world->lane[lane].left_s > 0)
            return false;
    for (uint32_t kind = 0; kind < search->kinds; kind++) {
        int64_t low = INT64_MAX, high = 0;
        for (uint32_t host = 0; host < search->network->host_count; host++) {
            uint32_t entry = entry_of(search, host, kind);
            int64_t held = world->held[entry];
            if (search->computes && held > 0)
                return false;
            if (held < search->least[entry] || held > search->most[entry])
                return false;
            if (host == search->network->relay)
                continue;
            low = held < low ? held : low;
            high = held > high ? held : high;
        }
        if (search->network->instance->goal == RD_BALANCE && high - low > search->error[kind])
            return false;
    }
    return true;
}

static void set_lane(struct rd_search_state *world, uint32_t lane, double left_s, uint32_t kind)
{
    world->lane[lane].left_s = left_s;
    world->lane[lane].kind = kind;
}

/* Goes on from a world in which something has just been started, to the next end. */
static void go_on(struct search *search, uint32_t before, const uint8_t *started,
                  const struct rd_search_state *now)
{
    struct rd_search_state world = *now;
    double step_s = INFINITY, date_s = search->states.date_s[before];
    for (uint32_t lane = 0; lane < search->lanes; lane++)
        if (world.lane[lane].left_s > 0)
            step_s = fmin(step_s, world.lane[lane].left_s);
    if (isinf(step_s))
        return;
    for (uint32_t lane = 0; lane < search->lanes; lane++) {
        if (world.lane[lane].left_s == 0)
            continue;
        /* Ends that differ by their rounding are one. */
        double left_s = world.lane[lane].left_s - step_s;
        if (left_s > 1e-12 * world.lane[lane].left_s) {
            world.lane[lane].left_s = left_s;
            continue;
        }
        if (is_link(search, lane))
            world.held[entry_of(search, search->network->to[lane], world.lane[lane].kind)]++;
        set_lane(&world, lane, 0, 0);
    }
    date_s += step_s;
    if (date_s + least_left_s(search, &world) < search->best_s * (1 - 1e-12))
        rd_dated_states_reach(&search->states, &world, date_s, before, started);
}

/* A choice under way: which lanes start something. */
struct choice {
    struct search *search;
    uint32_t before;
    struct rd_search_state world;
    uint8_t started[RD_EXHAUSTIVE_LANES];
    uint32_t sends[RD_EXHAUSTIVE_ENTRIES], receives[RD_EXHAUSTIVE_ENTRIES]; /* [hosts] under way */
    uint32_t on_bus;
};

static void count_ports(struct choice *choice, uint32_t lane, int change)
{
    const struct rd_network *network = choice->search->network;
    choice->sends[network->from[lane]] += (uint32_t)change;
    choice->receives[network->to[lane]] += (uint32_t)change;
    choice->on_bus += (uint32_t)change;
    for (uint32_t i = network->share_first[lane]; i < network->share_first[lane + 1]; i++)
        choice->search->room[network->share[i].shared] -= change * network->share[i].part;
}

/* Is there room on a lane for something to start? */
static bool has_room(const struct choice *choice, uint32_t lane)
{
    const struct rd_network *network = choice->search->network;
    if (choice->world.lane[lane].left_s > 0 || choice->search->states.full)
        return false;
    if (!is_link(choice->search, lane))
        return lane - network->link_count != network->relay;
    for (uint32_t i = network->share_first[lane]; i < network->share_first[lane + 1]; i++)
        if (network->share[i].part > choice->search->room[network->share[i].shared])
            return false;
    bool bus = network->instance->topology.shape == RD_BUS;
    return choice->sends[network->from[lane]] < network->ports[network->from[lane]] &&
           choice->receives[network->to[lane]] < network->ports[network->to[lane]] &&
           !(bus && choice->on_bus > 0);
}

/* Starts something on this lane and those behind it, in every way. */
static void choose(struct choice *choice, uint32_t lane)
{
    struct search *search = choice->search;
    if (lane == search->lanes) {
        search->states.full |=
            ++search->set_count > RD_EXHAUSTIVE_SETS * (uint64_t)search->states.limit ||
            rd_time_is_up();
        go_on(search, choice->before, choice->started, &choice->world);
        return;
    }
    choose(choice, lane + 1);
    if (!has_room(choice, lane))
        return;
    uint32_t host =
        is_link(search, lane) ? search->network->from[lane] : lane - search->network->link_count;
    for (uint32_t kind = 0; kind < search->kinds; kind++) {
        uint8_t *held = &choice->world.held[entry_of(search, host, kind)];
        if (*held == 0)
            continue;
        --*held;
        set_lane(&choice->world, lane, search->lane_s[lane][kind], kind);
        choice->started[lane] = (uint8_t)(kind + 1);
        if (is_link(search, lane))
            count_ports(choice, lane, 1);
        choose(choice, lane + 1);
        if (is_link(search, lane))
            count_ports(choice, lane, -1);
        choice->started[lane] = 0;
        set_lane(&choice->world, lane, 0, 0);
        ++*held;
    }
}

/* Looks at a state for the first and last time. */
static void close_state(struct search *search, uint32_t number)
{
    const struct rd_search_state *world = rd_dated_states_world(&search->states, number);
    double date_s = search->states.date_s[number];
    if (is_done(search, world)) {
        search->best_s = date_s;
        search->best = number;
        return;
    }
    if (search->log)
        search->log->write(search->log->context, date_s, world);
    struct choice choice = {.search = search, .before = number, .world = *world};
    for (uint32_t shared = 0; shared < search->network->shared_count; shared++)
        search->room[shared] = RD_SHARED_ROOM;
    for (uint32_t lane = 0; lane < search->network->link_count; lane++)
        if (choice.world.lane[lane].left_s > 0)
            count_ports(&choice, lane, 1);
    choose(&choice, 0);
}

/* Writes what was started on the way to a state, from the first on. */
static void write_rows(const struct search *search, uint32_t last, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_network *network = search->network;
    size_t length;
    const uint32_t *way = rd_dated_states_way(&search->states, last, scratch, &length);
    plan->keeps_shared = network->shared_count > 0;
    for (size_t i = 0; i < length; i++)
        for (uint32_t lane = 0; lane < search->lanes; lane++) {
            const uint8_t *started = rd_dated_states_move(&search->states, way[i]);
            int kind = started[lane] - 1;
            if (kind < 0)
                continue;
            bool link = is_link(search, lane);
            rd_plan_add(plan, arena,
                        (struct rd_transfer){
                            .from = link ? network->from[lane] : lane - network->link_count,
                            .to = link ? network->to[lane] : RD_NO_HOST,
                            .kind = kind,
                            .items = 1,
                            .messages = 1,
                        });
        }
}

struct rd_exhaustive rd_exhaustive_search(const struct rd_network *network, double best_s,
                                          size_t state_limit, const struct rd_search_log *log,
                                          struct rd_arena *arena, struct rd_arena *scratch,
                                          struct rd_plan *plan)
{
    rd_arena_borrow(scratch);
    struct search search = {
        .network = network,
        .states = rd_dated_states_open(sizeof(struct rd_search_state), RD_EXHAUSTIVE_LANES,
                                       state_limit, scratch),
        .best_s = best_s,
        .log = log,
    };
    struct rd_exhaustive found = {0};
    open_search(&search, scratch);
    search.room = rd_take(scratch, network->shared_count, int64_t);
    struct rd_search_state first = {0};
    for (uint32_t i = 0; i < search.entries; i++) {
        rd_assert(network->instance->load[i] <= RD_EXHAUSTIVE_ITEMS);
        first.held[i] = (uint8_t)network->instance->load[i];
    }
    if (least_left_s(&search, &first) < best_s * (1 - 1e-12))
        rd_dated_states_reach(&search.states, &first, 0, RD_NO_STATE, NULL);
    for (uint32_t state; search.best == RD_NO_STATE && !search.states.full &&
                         (state = rd_dated_states_next(&search.states)) != RD_NO_STATE;
         found.closed++)
        close_state(&search, state);
    if (search.best != RD_NO_STATE)
        write_rows(&search, search.best, arena, scratch, plan);
    found.complete = !search.states.full;
    found.shortest_s = search.best_s;
    return found;
}
