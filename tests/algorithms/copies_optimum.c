#include "copies_optimum.h"

#include <math.h>
#include <string.h>

void copies_case_link(struct copies_case *of, uint32_t from, uint32_t to, uint32_t item_s)
{
    rd_assert(of->link_count < COPY_LINKS);
    of->edge[of->link_count] = (struct rd_edge){from, to};
    of->item_s[of->link_count++] = item_s;
}

void copies_case_links(struct copies_case *of, uint32_t a, uint32_t b, uint32_t item_s)
{
    copies_case_link(of, a, b, item_s);
    copies_case_link(of, b, a, item_s);
}

void copies_case_switch(struct copies_case *of, uint32_t hosts)
{
    of->host_count = hosts;
    for (uint32_t a = 0; a < hosts; a++)
        for (uint32_t b = a + 1; b < hosts; b++)
            copies_case_links(of, a, b, 1);
}

void copies_case_ring(struct copies_case *of, uint32_t hosts, bool both_ways)
{
    of->host_count = hosts;
    for (uint32_t host = 0; host < hosts; host++) {
        copies_case_link(of, host, (host + 1) % hosts, 1);
        if (both_ways)
            copies_case_link(of, (host + 1) % hosts, host, 1);
    }
}

void copies_case_add(struct copies_case *of, int64_t items, uint32_t held, uint32_t wanted)
{
    uint32_t piece = of->piece_count++;
    rd_assert(piece < COPY_PIECES && of->item_count + items <= COPY_ITEMS);
    of->items[piece] = items;
    of->item_count += (uint32_t)items;
    of->piece[piece + 1] = piece + 1;
    of->held_first[piece + 1] = of->held_first[piece];
    of->wanted_first[piece + 1] = of->wanted_first[piece];
    for (uint32_t host = 0; host < of->host_count; host++) {
        if (held >> host & 1)
            of->held[of->held_first[piece + 1]++] = host;
        if (wanted >> host & 1)
            of->wanted[of->wanted_first[piece + 1]++] = host;
    }
}

static void draw_links(struct copies_case *of, struct rd_rng *rng)
{
    uint64_t shape = rd_rng_below(rng, 4);
    uint32_t most_s = (uint32_t)rd_rng_between(rng, 1, 3);
    of->host_count = (uint32_t)rd_rng_between(rng, 3, 4);
    if (shape == 0)
        copies_case_switch(of, of->host_count);
    else if (shape <= 2)
        copies_case_ring(of, of->host_count, shape == 2);
    else
        for (uint32_t host = 1; host < of->host_count; host++)
            copies_case_links(of, (uint32_t)rd_rng_below(rng, host), host, 1);
    for (uint32_t link = 0; link < of->link_count; link++)
        of->item_s[link] = (uint32_t)rd_rng_between(rng, 1, most_s);
}

void copies_case_draw(struct copies_case *of, struct rd_rng *rng)
{
    *of = (struct copies_case){.port_count = (uint32_t)rd_rng_below(rng, 3)};
    draw_links(of, rng);
    uint32_t all = (1U << of->host_count) - 1;
    for (int64_t left = rd_rng_between(rng, 2, 4); left > 0;) {
        int64_t items = rd_rng_between(rng, 1, left < 3 ? left : 3);
        uint32_t held = 1U << rd_rng_below(rng, of->host_count);
        if (rd_rng_below(rng, 4) == 0)
            held |= 1U << rd_rng_below(rng, of->host_count);
        uint32_t wanted = (uint32_t)rd_rng_between(rng, 1, all);
        copies_case_add(of, items, held, rd_rng_below(rng, 3) == 0 ? all : wanted);
        left -= items;
    }
}

struct rd_instance copies_case_instance(struct copies_case *of, struct rd_arena *arena)
{
    struct rd_instance instance = {
        .port_model = of->port_count == 0   ? RD_ALL_PORTS
                      : of->port_count == 1 ? RD_ONE_PORT
                                            : RD_K_PORTS,
        .port_count = of->port_count == 0 ? UINT32_MAX : of->port_count,
        .item_bytes = 1,
        .kind_count = of->piece_count,
        .goal = RD_COPIES,
    };
    struct rd_error error;
    struct rd_link_cost *cost = rd_take(arena, of->link_count, struct rd_link_cost);
    if (!rd_topology_make_graph(of->host_count, of->edge, of->link_count, arena, &instance.topology,
                                &error))
        rd_assert(false);
    for (uint32_t link = 0; link < of->link_count; link++) {
        const struct rd_edge *edge = &of->edge[link];
        cost[rd_link_between(&instance.topology, edge->from, edge->to)] =
            (struct rd_link_cost){0, 1.0 / of->item_s[link]};
    }
    of->copies = (struct rd_copies){
        .count = of->piece_count,
        .piece_count = of->piece_count,
        .piece = of->piece,
        .first_item = of->first_item,
        .items = of->items,
        .held_first = of->held_first,
        .held = of->held,
        .wanted_first = of->wanted_first,
        .wanted = of->wanted,
    };
    instance.load = rd_take(arena, of->host_count * of->piece_count, int64_t);
    instance.target = rd_take(arena, of->host_count * of->piece_count, int64_t);
    instance.link_cost = cost;
    instance.copies = &of->copies;
    return instance;
}

/* What hosts hold, a bit a host and item, and what is under way on each link. */
struct state {
    uint64_t held[2];
    uint8_t left_s[COPY_LINKS], item[COPY_LINKS];
};

/* All states after some seconds. */
struct layer {
    size_t count;
    struct state *state;
};

enum { MOST_STATES = 30000, TABLE = 65537 };

struct search {
    const struct copies_case *of;
    uint64_t wanted[2];
    uint32_t distance_s[COPY_HOSTS][COPY_HOSTS];
    uint32_t left_s; /* after the layer that is made */
    struct layer next;
    uint32_t *table; /* [TABLE] states of the layer by hash, their numbers plus 1 */
    bool too_many;
};

static uint32_t place_of(const struct search *search, uint32_t host, uint32_t item)
{
    return host * search->of->item_count + item;
}

static bool has(const uint64_t *bits, uint32_t place)
{
    return bits[place / 64] >> place % 64 & 1;
}

static void add(uint64_t *bits, uint32_t place)
{
    bits[place / 64] |= UINT64_C(1) << place % 64;
}

/* Could an item come to a host in time, if nothing were in its way? */
static bool can_come(const struct search *search, const struct state *state, uint32_t item,
                     uint32_t to)
{
    const struct copies_case *of = search->of;
    for (uint32_t host = 0; host < of->host_count; host++)
        if (has(state->held, place_of(search, host, item)) &&
            search->distance_s[host][to] <= search->left_s)
            return true;
    for (uint32_t link = 0; link < of->link_count; link++)
        if (state->left_s[link] > 0 && state->item[link] == item &&
            state->left_s[link] + search->distance_s[of->edge[link].to][to] <= search->left_s)
            return true;
    return false;
}

/* A second passes. */
static void pass(struct search *search, struct state state)
{
    const struct copies_case *of = search->of;
    for (uint32_t link = 0; link < of->link_count; link++)
        if (state.left_s[link] > 0 && --state.left_s[link] == 0) {
            add(state.held, place_of(search, of->edge[link].to, state.item[link]));
            state.item[link] = 0;
        }
    for (uint32_t host = 0; host < of->host_count; host++)
        for (uint32_t item = 0; item < of->item_count; item++)
            if (has(search->wanted, place_of(search, host, item)) &&
                !can_come(search, &state, item, host))
                return;
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < sizeof state; i++)
        hash = (hash ^ ((const uint8_t *)&state)[i]) * 1099511628211U;
    uint32_t place = (uint32_t)(hash % TABLE);
    for (; search->table[place] != 0; place = (place + 1) % TABLE)
        if (memcmp(&search->next.state[search->table[place] - 1], &state, sizeof state) == 0)
            return;
    if (search->next.count == MOST_STATES) {
        search->too_many = true;
        return;
    }
    search->next.state[search->next.count++] = state;
    search->table[place] = (uint32_t)search->next.count;
}

static bool is_free(const struct search *search, const struct state *state, uint32_t link)
{
    const struct copies_case *of = search->of;
    uint32_t sent = 0, received = 0;
    for (uint32_t other = 0; other < of->link_count; other++)
        if (state->left_s[other] > 0) {
            sent += of->edge[other].from == of->edge[link].from;
            received += of->edge[other].to == of->edge[link].to;
        }
    return state->left_s[link] == 0 &&
           (of->port_count == 0 || (sent < of->port_count && received < of->port_count));
}

/* Tries all that links from this one on can start. */
static void start(struct search *search, struct state *state, uint32_t link)
{
    const struct copies_case *of = search->of;
    if (link == of->link_count) {
        pass(search, *state);
        return;
    }
    start(search, state, link + 1);
    if (!is_free(search, state, link))
        return;
    for (uint32_t item = 0; item < of->item_count && !search->too_many; item++)
        if (has(state->held, place_of(search, of->edge[link].from, item)) &&
            !has(state->held, place_of(search, of->edge[link].to, item))) {
            state->left_s[link] = (uint8_t)of->item_s[link];
            state->item[link] = (uint8_t)item;
            start(search, state, link + 1);
            state->left_s[link] = state->item[link] = 0;
        }
}

static struct state begin(struct search *search)
{
    const struct copies_case *of = search->of;
    struct state state = {0};
    uint32_t item = 0, n = of->host_count;
    for (uint32_t piece = 0; piece < of->piece_count; piece++)
        for (int64_t i = 0; i < of->items[piece]; i++, item++) {
            for (uint32_t j = of->held_first[piece]; j < of->held_first[piece + 1]; j++)
                add(state.held, place_of(search, of->held[j], item));
            for (uint32_t j = of->wanted_first[piece]; j < of->wanted_first[piece + 1]; j++)
                add(search->wanted, place_of(search, of->wanted[j], item));
        }
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            search->distance_s[a][b] = a == b ? 0 : 1000;
    for (uint32_t link = 0; link < of->link_count; link++)
        search->distance_s[of->edge[link].from][of->edge[link].to] = of->item_s[link];
    for (uint32_t over = 0; over < n; over++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++) {
                uint32_t way_s = search->distance_s[a][over] + search->distance_s[over][b];
                if (way_s < search->distance_s[a][b])
                    search->distance_s[a][b] = way_s;
            }
    return state;
}

enum copies_answer copies_end_within(const struct copies_case *of, uint32_t seconds,
                                     struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct search search = {.of = of, .table = rd_take(scratch, TABLE, uint32_t)};
    struct layer layer = {1, rd_take(scratch, MOST_STATES, struct state)};
    search.next.state = rd_take(scratch, MOST_STATES, struct state);
    layer.state[0] = begin(&search);
    for (uint32_t second = 0; layer.count > 0; second++) {
        for (size_t i = 0; i < layer.count; i++)
            if ((search.wanted[0] & ~layer.state[i].held[0]) == 0 &&
                (search.wanted[1] & ~layer.state[i].held[1]) == 0)
                return COPIES_YES;
        if (second == seconds)
            return COPIES_NO;
        search.left_s = seconds - second - 1;
        search.next.count = 0;
        memset(search.table, 0, TABLE * sizeof *search.table);
        for (size_t i = 0; i < layer.count && !search.too_many; i++)
            start(&search, &layer.state[i], 0);
        if (search.too_many)
            return COPIES_TOO_LARGE;
        struct layer made = search.next;
        search.next = layer;
        layer = made;
    }
    return COPIES_NO;
}

int64_t copies_optimum(const struct copies_case *of, uint32_t seconds, struct rd_arena *scratch)
{
    while (seconds > 0) {
        enum copies_answer answer = copies_end_within(of, seconds - 1, scratch);
        if (answer == COPIES_TOO_LARGE)
            return -1;
        if (answer == COPIES_NO)
            return seconds;
        seconds--;
    }
    return 0;
}

/* The greatest but `below` of the ends of messages at a port that were listed before: when the next
 * may start. In: ends [count]; below at least 1. */
static double free_s(const double *end_s, size_t count, uint32_t below)
{
    double limit_s = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t later = 0;
        for (size_t j = 0; j < count; j++)
            later += end_s[j] > end_s[i] || (end_s[j] == end_s[i] && j > i);
        if (later == below - 1)
            limit_s = end_s[i];
    }
    return limit_s;
}

/* A message that was listed, and the messages before it at a port or on a link. */
enum { MOST_MESSAGES = 1024 };

struct listed {
    size_t count;
    uint32_t from[MOST_MESSAGES], to[MOST_MESSAGES];
    double end_s[MOST_MESSAGES];
};

enum place { SENDER, RECEIVER, LINK };

static double place_free_s(const struct listed *listed, uint32_t from, uint32_t to,
                           enum place place, uint32_t at_a_time)
{
    double end_s[MOST_MESSAGES];
    size_t count = 0;
    for (size_t i = 0; i < listed->count; i++)
        if ((place == RECEIVER || listed->from[i] == from) &&
            (place == SENDER || listed->to[i] == to))
            end_s[count++] = listed->end_s[i];
    return free_s(end_s, count, at_a_time);
}

double copies_plan_s(const struct copies_case *of, const struct rd_instance *instance,
                     const struct rd_plan *plan)
{
    double arrival_s[COPY_HOSTS][COPY_ITEMS], last_s = 0;
    static struct listed listed;
    uint32_t ports = of->port_count == 0 ? COPY_LINKS : of->port_count, base[COPY_PIECES], item = 0;
    listed.count = 0;
    for (uint32_t host = 0; host < COPY_HOSTS; host++)
        for (uint32_t i = 0; i < COPY_ITEMS; i++)
            arrival_s[host][i] = INFINITY;
    for (uint32_t piece = 0; piece < of->piece_count; piece++) {
        base[piece] = item;
        for (int64_t i = 0; i < of->items[piece]; i++, item++)
            for (uint32_t j = of->held_first[piece]; j < of->held_first[piece + 1]; j++)
                arrival_s[of->held[j]][item] = 0;
    }
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        uint32_t first = base[transfer->kind] + (uint32_t)plan->first_item[i];
        for (int64_t j = 0; j < transfer->messages; j++, first += (uint32_t)transfer->items) {
            double start_s =
                fmax(place_free_s(&listed, transfer->from, transfer->to, LINK, 1),
                     fmax(place_free_s(&listed, transfer->from, transfer->to, SENDER, ports),
                          place_free_s(&listed, transfer->from, transfer->to, RECEIVER, ports)));
            for (uint32_t k = first; k < first + transfer->items; k++)
                start_s = fmax(start_s, arrival_s[transfer->from][k]);
            double end_s = start_s + (double)transfer->items *
                                         rd_item_s(instance, transfer->from, transfer->to);
            for (uint32_t k = first; k < first + transfer->items; k++)
                if (isinf(arrival_s[transfer->to][k]))
                    arrival_s[transfer->to][k] = end_s;
            if (isinf(end_s) || listed.count == MOST_MESSAGES)
                return -1;
            listed.from[listed.count] = transfer->from;
            listed.to[listed.count] = transfer->to;
            listed.end_s[listed.count++] = end_s;
            last_s = fmax(last_s, end_s);
        }
    }
    for (uint32_t piece = 0; piece < of->piece_count; piece++)
        for (uint32_t j = of->wanted_first[piece]; j < of->wanted_first[piece + 1]; j++)
            for (uint32_t i = 0; i < of->items[piece]; i++)
                if (isinf(arrival_s[of->wanted[j]][base[piece] + i]))
                    return -1;
    return last_s;
}
