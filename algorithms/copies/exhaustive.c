#include "exhaustive.h"

#include "occupancy.h"

#include "algorithms/kernels/dated_states.h"
#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

/* What is under way on a link. */
struct lane {
    double left_s;  /* 0: nothing is */
    uint64_t items; /* a bit each */
};

struct world {
    uint64_t held; /* a bit a host and item */
    struct lane lane[RD_COPY_SEARCH_LINKS];
};

/* A message: items that follow each other in a kind. */
struct run {
    uint8_t first, count; /* 0: none */
};

struct item {
    uint32_t kind, piece, length; /* of the instance; piece of its copies */
    int64_t number;               /* within its kind */
};

struct search {
    const struct rd_multicast *multicast;
    const struct rd_network *network;
    uint32_t item_count;
    struct item item[RD_COPY_SEARCH_ITEMS];
    uint64_t wanted;      /* a bit a host and item */
    double *out_s, *in_s; /* [hosts] an item of size 1 on its quickest link */
    struct rd_occupancy occupancy;

    struct rd_dated_states states; /* of struct world; struct run [links] are started */
    double best_s;
    uint32_t best;      /* the state that reaches the goal then; RD_NO_STATE if none does */
    uint64_t set_count; /* of what starts together */
};

static uint64_t bit_of(const struct search *search, uint32_t host, uint32_t item)
{
    return UINT64_C(1) << (host * search->item_count + item);
}

static bool holds(const struct search *search, uint64_t bits, uint32_t host, uint32_t item)
{
    return (bits & bit_of(search, host, item)) != 0;
}

static uint64_t mask_of(struct run run)
{
    return ((UINT64_C(1) << run.count) - 1) << run.first;
}

/* The items, what is held at first, and what is wanted. Returns: what is held. */
static uint64_t read_items(struct search *search)
{
    const struct rd_copies *copies = search->network->instance->copies;
    uint64_t held = 0;
    for (uint32_t named = 0; named < copies->count; named++)
        search->item_count += (uint32_t)rd_copy_items(copies, copies->first_kind + named);
    rd_assert(search->item_count <= RD_COPY_SEARCH_ITEMS &&
              search->item_count * search->network->host_count <= RD_COPY_SEARCH_ENTRIES);
    uint32_t item = 0;
    for (uint32_t named = 0; named < copies->count; named++)
        for (uint32_t piece = copies->piece[named]; piece < copies->piece[named + 1]; piece++)
            for (int64_t i = 0; i < copies->items[piece]; i++, item++) {
                search->item[item] = (struct item){copies->first_kind + named, piece,
                                                   rd_multicast_length(search->multicast, named),
                                                   copies->first_item[piece] + i};
                for (uint32_t j = copies->held_first[piece]; j < copies->held_first[piece + 1]; j++)
                    held |= bit_of(search, copies->held[j], item);
                for (uint32_t j = copies->wanted_first[piece]; j < copies->wanted_first[piece + 1];
                     j++)
                    search->wanted |= bit_of(search, copies->wanted[j], item);
            }
    search->wanted &= ~held;
    return held;
}

static void read_ports(struct search *search, struct rd_arena *scratch)
{
    const struct rd_network *network = search->network;
    search->out_s = rd_take(scratch, network->host_count, double);
    search->in_s = rd_take(scratch, network->host_count, double);
    for (uint32_t host = 0; host < network->host_count; host++)
        search->out_s[host] = search->in_s[host] = INFINITY;
    for (uint32_t link = 0; link < network->link_count; link++) {
        double *out_s = &search->out_s[network->from[link]],
               *in_s = &search->in_s[network->to[link]];
        *out_s = fmin(*out_s, network->item_s[link]);
        *in_s = fmin(*in_s, network->item_s[link]);
    }
}

/* When an item comes to a host by what is under way, from now; INFINITY: it does not. */
static double comes_s(const struct search *search, const struct world *world, uint32_t item,
                      uint32_t to)
{
    double first_s = INFINITY;
    for (uint32_t i = search->network->in_first[to]; i < search->network->in_first[to + 1]; i++) {
        const struct lane *lane = &world->lane[search->network->in_link[i]];
        if (lane->items >> item & 1)
            first_s = fmin(first_s, lane->left_s);
    }
    return first_s;
}

/* How long an item takes to a host at the least, if nothing is in its way. */
static double way_s(const struct search *search, const struct world *world, uint32_t item,
                    uint32_t to)
{
    double least_s = INFINITY;
    for (uint32_t host = 0; host < search->network->host_count; host++) {
        double from_s =
            holds(search, world->held, host, item) ? 0 : comes_s(search, world, item, host);
        double rest_s =
            rd_multicast_distance_s(search->multicast, search->item[item].length, host, to);
        least_s = fmin(least_s, from_s + rest_s);
    }
    return least_s;
}

/* What ports have to carry. */
struct load {
    double in_s, out_s;
};

/* Adds what an item that hosts lack means for their ports; for that of the only host that has it.
 */
static void add_loads(const struct search *search, const struct world *world, uint32_t item,
                      struct load *load)
{
    uint32_t hosts = search->network->host_count, owner = hosts, owners = 0;
    bool lacks = false;
    double size = search->multicast->size[search->item[item].length];
    for (uint32_t host = 0; host < hosts; host++) {
        bool comes = isfinite(comes_s(search, world, item, host));
        if (holds(search, world->held, host, item) || comes) {
            owners += comes ? 2 : 1;
            owner = host;
        } else if (holds(search, search->wanted, host, item)) {
            load[host].in_s += size * search->in_s[host];
            lacks = true;
        }
    }
    if (lacks && owners == 1)
        load[owner].out_s += size * search->out_s[owner];
}

/* How much longer it lasts at the least. */
static double least_left_s(const struct search *search, const struct world *world)
{
    const struct rd_network *network = search->network;
    struct load load[RD_COPY_SEARCH_ENTRIES] = {0};
    double left_s = 0;
    for (uint32_t link = 0; link < network->link_count; link++) {
        left_s = fmax(left_s, world->lane[link].left_s);
        load[network->from[link]].out_s += world->lane[link].left_s;
        load[network->to[link]].in_s += world->lane[link].left_s;
    }
    for (uint32_t item = 0; item < search->item_count; item++) {
        add_loads(search, world, item, load);
        for (uint32_t host = 0; host < network->host_count; host++)
            if (holds(search, search->wanted & ~world->held, host, item))
                left_s = fmax(left_s, way_s(search, world, item, host));
    }
    for (uint32_t host = 0; host < network->host_count; host++) {
        if (load[host].in_s > 0)
            left_s =
                fmax(left_s, load[host].in_s / rd_multicast_ports(search->multicast, host, true));
        if (load[host].out_s > 0)
            left_s =
                fmax(left_s, load[host].out_s / rd_multicast_ports(search->multicast, host, false));
    }
    return left_s;
}

/* Is the goal reached, and nothing under way? */
static bool is_done(const struct search *search, const struct world *world)
{
    for (uint32_t link = 0; link < search->network->link_count; link++)
        if (world->lane[link].left_s > 0)
            return false;
    return (search->wanted & ~world->held) == 0;
}

/* Time passes until the next end, at which items arrive. Returns: how long that is; INFINITY:
 * nothing is under way. */
static double pass(const struct search *search, struct world *world)
{
    const struct rd_network *network = search->network;
    double step_s = INFINITY;
    for (uint32_t link = 0; link < network->link_count; link++)
        if (world->lane[link].left_s > 0)
            step_s = fmin(step_s, world->lane[link].left_s);
    for (uint32_t link = 0; link < network->link_count; link++) {
        struct lane *lane = &world->lane[link];
        if (lane->left_s == 0)
            continue;
        /* Ends that differ by their rounding are one. */
        double left_s = lane->left_s - step_s;
        if (left_s > 1e-12 * lane->left_s) {
            lane->left_s = left_s;
            continue;
        }
        world->held |= lane->items << (network->to[link] * search->item_count);
        *lane = (struct lane){0};
    }
    return step_s;
}

/* A choice under way: which links start something. */
struct choice {
    struct search *search;
    uint32_t before;
    double date_s;
    struct world world;
    struct run started[RD_COPY_SEARCH_LINKS];
};

/* Goes on from a world in which something has just been started, to the next end. */
static void go_on(const struct choice *choice)
{
    struct search *search = choice->search;
    struct world world = choice->world;
    double date_s = choice->date_s + pass(search, &world);
    if (isfinite(date_s) && date_s + least_left_s(search, &world) < search->best_s * (1 - 1e-12))
        rd_dated_states_reach(&search->states, &world, date_s, choice->before, choice->started);
}

/* Is an item neither at a host nor on its way there? Nor is it where it comes later than after so
 * many seconds, between others of a message, which cannot do without it. */
static bool is_lacking(const struct choice *choice, uint32_t item, uint32_t to, double after_s)
{
    const struct search *search = choice->search;
    const struct rd_network *network = search->network;
    if (holds(search, choice->world.held, to, item))
        return false;
    for (uint32_t i = network->in_first[to]; i < network->in_first[to + 1]; i++) {
        const struct lane *lane = &choice->world.lane[network->in_link[i]];
        bool is_inner = item > 0 && (lane->items >> (item - 1) & 5) == 5;
        if ((lane->items >> item & 1) && (!is_inner || lane->left_s <= after_s))
            return false;
    }
    return true;
}

/* Would an item that comes to a host after so many seconds help to end sooner? */
static bool is_useful(const struct choice *choice, uint32_t item, uint32_t to, double after_s)
{
    const struct search *search = choice->search;
    uint32_t length = search->item[item].length;
    if (!is_lacking(choice, item, to, after_s))
        return false;
    for (uint32_t host = 0; host < search->network->host_count; host++)
        if (holds(search, search->wanted & ~choice->world.held, host, item) &&
            choice->date_s + after_s +
                    rd_multicast_distance_s(search->multicast, length, to, host) <
                search->best_s * (1 - 1e-12))
            return true;
    return false;
}

/* Is there an item before this one which is like it in all that is still to come? */
static bool has_double(const struct choice *choice, uint32_t item)
{
    const struct search *search = choice->search;
    uint32_t hosts = search->network->host_count;
    uint64_t moving = 0;
    for (uint32_t link = 0; link < search->network->link_count; link++)
        moving |= choice->world.lane[link].items;
    for (uint32_t other = item;
         other-- > 0 && search->item[other].piece == search->item[item].piece;) {
        bool alike = (moving >> item & 1) == 0 && (moving >> other & 1) == 0;
        for (uint32_t host = 0; alike && host < hosts; host++)
            alike = holds(search, choice->world.held, host, item) ==
                    holds(search, choice->world.held, host, other);
        if (alike)
            return true;
    }
    return false;
}

static void choose(struct choice *choice, uint32_t link);

/* Starts a message, if it is of use, and then what others may. */
static void start(struct choice *choice, uint32_t link, struct run run)
{
    struct search *search = choice->search;
    uint32_t to = search->network->to[link];
    double lasts_s =
        rd_multicast_message_s(search->multicast, search->item[run.first].length, link, run.count);
    if (!is_useful(choice, run.first, to, lasts_s) ||
        !is_useful(choice, run.first + run.count - 1U, to, lasts_s))
        return;
    choice->world.lane[link] = (struct lane){lasts_s, mask_of(run)};
    choice->started[link] = run;
    rd_occupancy_start(&search->occupancy, link);
    choose(choice, link + 1);
    rd_occupancy_end(&search->occupancy, link);
    choice->started[link] = (struct run){0};
    choice->world.lane[link] = (struct lane){0};
}

/* Starts something on this link and those behind it, in every way. */
static void choose(struct choice *choice, uint32_t link)
{
    struct search *search = choice->search;
    const struct rd_network *network = search->network;
    if (link == network->link_count) {
        search->states.full |=
            ++search->set_count > RD_COPY_SEARCH_SETS * (uint64_t)search->states.limit ||
            rd_time_is_up();
        go_on(choice);
        return;
    }
    choose(choice, link + 1);
    if (!rd_occupancy_is_free(&search->occupancy, link))
        return;
    uint32_t from = network->from[link];
    for (uint32_t first = 0; first < search->item_count && !search->states.full; first++) {
        struct run run = {(uint8_t)first, 1};
        if (!network->has_latency && has_double(choice, first))
            continue;
        for (uint32_t item = first;
             item < search->item_count && search->item[item].kind == search->item[first].kind &&
             holds(search, choice->world.held, from, item);
             item++, run.count++) {
            start(choice, link, run);
            if (network->latency_s[link] == 0)
                break;
        }
    }
}

/* Looks at a state for the first and last time. */
static void close_state(struct search *search, uint32_t number)
{
    const struct world *world = rd_dated_states_world(&search->states, number);
    double date_s = search->states.date_s[number];
    if (is_done(search, world)) {
        search->best_s = date_s;
        search->best = number;
        return;
    }
    struct choice choice = {.search = search, .before = number, .date_s = date_s, .world = *world};
    for (uint32_t link = 0; link < search->network->link_count; link++)
        if (choice.world.lane[link].left_s > 0)
            rd_occupancy_start(&search->occupancy, link);
    choose(&choice, 0);
    for (uint32_t link = 0; link < search->network->link_count; link++)
        if (choice.world.lane[link].left_s > 0)
            rd_occupancy_end(&search->occupancy, link);
}

static void write_started(const struct search *search, const struct run *started,
                          struct rd_arena *arena, struct rd_plan *plan)
{
    for (uint32_t link = 0; link < search->network->link_count; link++) {
        struct run run = started[link];
        const struct item *first = &search->item[run.first];
        if (run.count == 0)
            continue;
        struct rd_transfer transfer = {.from = search->network->from[link],
                                       .to = search->network->to[link],
                                       .kind = (int32_t)first->kind,
                                       .items = run.count,
                                       .messages = 1};
        rd_plan_add_copies(plan, arena, transfer, first->number);
    }
}

/* Writes what was started on the way to a state, from the first on. */
static void write_rows(const struct search *search, uint32_t last, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_plan *plan)
{
    size_t length;
    const uint32_t *way = rd_dated_states_way(&search->states, last, scratch, &length);
    plan->timing = RD_SELF_TIMED;
    plan->keeps_shared = true;
    for (size_t i = 0; i < length; i++)
        write_started(search, rd_dated_states_move(&search->states, way[i]), arena, plan);
}

struct rd_copy_search rd_copies_exhaust(const struct rd_multicast *multicast, double best_s,
                                        size_t state_limit, struct rd_arena *arena,
                                        struct rd_arena *scratch, struct rd_plan *plan)
{
    rd_arena_borrow(scratch);
    struct search search = {.multicast = multicast,
                            .network = &multicast->network,
                            .states = rd_dated_states_open(sizeof(struct world),
                                                           sizeof(struct run[RD_COPY_SEARCH_LINKS]),
                                                           state_limit, scratch),
                            .best = RD_NO_STATE,
                            .best_s = best_s,
                            .occupancy = rd_occupancy_open(multicast, scratch)};
    struct rd_copy_search found = {0};
    rd_assert(multicast->network.link_count <= RD_COPY_SEARCH_LINKS);
    struct world first = {.held = read_items(&search)};
    read_ports(&search, scratch);
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
