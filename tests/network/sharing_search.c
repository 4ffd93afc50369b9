#include "sharing_search.h"

#include <math.h>
#include <string.h>

/* A way is a link, or the processor of a host: one message or computation at a time. */
enum { WAYS = SMALL_LINKS + SMALL_HOSTS };

/* Dates that differ by less are one. */
static const double one_date_s = 1e-9;

struct state {
    double time_s, least_s; /* so far, and at least in the end */
    int8_t held[SMALL_HOSTS][SMALL_KINDS];
    int8_t kind[WAYS], items[WAYS]; /* under way; 0 items: nothing is */
    double wait_s[WAYS];            /* of its latency is left */
    double left[WAYS];              /* items, with those of the header, that have not crossed */
};

/* What each host holds in the end of each kind, at least and at most. */
struct range {
    int least, most;
};

struct search {
    const struct shared_network *shared;
    const struct small_network *network;
    int way_count;
    int from[WAYS], to[WAYS]; /* to -1: a computation */
    double item_s[WAYS];
    struct range wanted[SMALL_HOSTS][SMALL_KINDS];
    double rest_s[SMALL_HOSTS][SMALL_KINDS];  /* of an item that is at the host, at least */
    double leave_s[SMALL_HOSTS][SMALL_KINDS]; /* of one that must not stay there */

    uint32_t *heap; /* [state_limit] states, by least_s, then by the greatest time_s */
    size_t heap_count, table_size;
    uint32_t *table; /* [table_size] state + 1, by key; table_size is a power of two */
    struct rd_arena *arena;
    struct state *state; /* [state_capacity], last in the arena */
    size_t state_count, state_capacity, state_limit;
};

static bool computes(const struct small_network *network, int host)
{
    return network->goal == RD_FINISH && host != network->relay;
}

static struct range wanted(const struct small_network *network, int host, int kind)
{
    int keepers = network->host_count - (network->relay != NO_RELAY);
    int items = small_network_items(network, kind), error = small_network_error(network, kind);
    int shift = (keepers - 1) * error;
    switch (network->goal) {
    case RD_REACH: return (struct range){network->target[host][kind], network->target[host][kind]};
    case RD_BALANCE:
        if (host == network->relay)
            return (struct range){0, 0};
        return (struct range){items > shift ? (items - shift + keepers - 1) / keepers : 0,
                              (items + shift) / keepers};
    default: return (struct range){0, 0};
    }
}

static void find_ways(struct search *search)
{
    const struct small_network *network = search->network;
    for (int link = 0; link < network->link_count; link++) {
        search->from[link] = network->from[link];
        search->to[link] = network->to[link];
        search->item_s[link] = network->cost_s[link];
    }
    search->way_count = network->link_count;
    for (int host = 0; host < network->host_count; host++)
        if (computes(network, host)) {
            search->from[search->way_count] = host;
            search->to[search->way_count] = -1;
            search->item_s[search->way_count++] = network->compute_s[host];
        }
}

static double alone_s(const struct search *search, int way)
{
    if (search->to[way] < 0)
        return search->item_s[way];
    return search->shared->latency_s[way] +
           (1 + search->shared->header_items) * search->item_s[way];
}

static void find_rests(struct search *search)
{
    const struct small_network *network = search->network;
    for (int kind = 0; kind < network->kind_count; kind++) {
        for (int host = 0; host < network->host_count; host++)
            search->rest_s[host][kind] = search->wanted[host][kind].most > 0 ? 0 : INFINITY;
        for (int round = 0; round < network->host_count + 1; round++)
            for (int way = 0; way < search->way_count; way++) {
                double *rest = &search->rest_s[search->from[way]][kind];
                double behind = search->to[way] < 0 ? 0 : search->rest_s[search->to[way]][kind];
                *rest = fmin(*rest, alone_s(search, way) + behind);
            }
        for (int host = 0; host < network->host_count; host++)
            search->leave_s[host][kind] = INFINITY;
        for (int way = 0; way < search->way_count; way++) {
            double *leave = &search->leave_s[search->from[way]][kind];
            double behind = search->to[way] < 0 ? 0 : search->rest_s[search->to[way]][kind];
            *leave = fmin(*leave, alone_s(search, way) + behind);
        }
    }
}

/* How many items a second cross each way, of those that are under way behind their latency. */
static void find_rates(const struct search *search, const struct state *state, double rate[WAYS])
{
    const struct shared_network *shared = search->shared;
    bool rises[WAYS] = {0};
    double room[SMALL_SHARED];
    int rising = 0;
    for (int way = 0; way < search->way_count; way++) {
        rate[way] = 0;
        bool is_moving = state->items[way] > 0 && state->wait_s[way] == 0;
        if (is_moving && search->to[way] < 0)
            rate[way] = 1 / search->item_s[way];
        else if (is_moving)
            rises[way] = ++rising > 0;
    }
    for (int wire = 0; wire < shared->shared_count; wire++)
        room[wire] = 1;
    while (rising > 0) {
        double step = INFINITY, weight[WAYS], use[SMALL_SHARED] = {0};
        for (int way = 0; way < search->network->link_count; way++) {
            if (!rises[way])
                continue;
            weight[way] = shared->latency_s[way] == 0 ? 1 : 1.0 / shared->latency_s[way];
            step = fmin(step, (1 / search->item_s[way] - rate[way]) / weight[way]);
            for (int wire = 0; wire < shared->shared_count; wire++)
                use[wire] +=
                    weight[way] * shared->crossings[wire][way] * shared->shared_item_s[wire];
        }
        for (int wire = 0; wire < shared->shared_count; wire++)
            if (use[wire] > 0)
                step = fmin(step, room[wire] / use[wire]);
        for (int wire = 0; wire < shared->shared_count; wire++)
            room[wire] -= step * use[wire];
        for (int way = 0; way < search->network->link_count; way++) {
            if (!rises[way])
                continue;
            rate[way] += step * weight[way];
            bool stops = rate[way] >= (1 - 1e-12) / search->item_s[way];
            for (int wire = 0; wire < shared->shared_count; wire++)
                stops |= shared->crossings[wire][way] > 0 && room[wire] < 1e-12;
            if (stops) {
                rises[way] = false;
                rising--;
            }
        }
    }
}

/* Goes on to the next end of a message or computation. Returns: false if nothing is under way. */
static bool go_on(const struct search *search, struct state *state)
{
    bool ended = false;
    while (!ended) {
        double rate[WAYS], step_s = INFINITY;
        find_rates(search, state, rate);
        for (int way = 0; way < search->way_count; way++)
            if (state->items[way] > 0)
                step_s = fmin(step_s, state->wait_s[way] > 0 ? state->wait_s[way]
                                                             : state->left[way] / rate[way]);
        if (isinf(step_s))
            return false;
        state->time_s += step_s;
        for (int way = 0; way < search->way_count; way++) {
            if (state->items[way] == 0)
                continue;
            if (state->wait_s[way] > 0) {
                double left_s = state->wait_s[way] - step_s;
                state->wait_s[way] = left_s < one_date_s ? 0 : left_s;
                continue;
            }
            state->left[way] -= step_s * rate[way];
            if (state->left[way] > one_date_s)
                continue;
            if (search->to[way] >= 0)
                state->held[search->to[way]][state->kind[way]] += state->items[way];
            state->items[way] = state->kind[way] = 0;
            state->left[way] = 0;
            ended = true;
        }
    }
    return true;
}

/* One port of a host has so many items to carry besides what is under way; none without links. */
static double port_s(const struct search *search, const struct state *state, int host,
                     bool receives, int items)
{
    int ports = search->network->ports[host], links = 0;
    double item_s = INFINITY, under_way_s = 0;
    for (int way = 0; way < search->network->link_count; way++) {
        if ((receives ? search->to : search->from)[way] != host)
            continue;
        links++;
        item_s = fmin(item_s, search->item_s[way]);
        if (state->items[way] > 0)
            under_way_s += state->wait_s[way] + state->left[way] * search->item_s[way];
    }
    if (items == 0 || links == 0)
        return 0;
    int carry = ports == 0 || ports > links ? links : ports;
    return (items * item_s + under_way_s) / carry;
}

static double least_s(const struct search *search, const struct state *state)
{
    const struct small_network *network = search->network;
    double least = 0;
    int arriving[SMALL_HOSTS][SMALL_KINDS] = {0};
    for (int way = 0; way < search->way_count; way++) {
        if (state->items[way] == 0)
            continue;
        double end_s = state->wait_s[way] + state->left[way] * search->item_s[way];
        if (search->to[way] >= 0) {
            arriving[search->to[way]][state->kind[way]] += state->items[way];
            end_s += search->rest_s[search->to[way]][state->kind[way]];
        }
        least = fmax(least, end_s);
    }
    double work = 0, speed = 0;
    for (int host = 0; host < network->host_count; host++) {
        int leaving = 0, missing = 0;
        for (int kind = 0; kind < network->kind_count; kind++) {
            struct range end = search->wanted[host][kind];
            int more = state->held[host][kind] - end.most;
            int less = end.least - state->held[host][kind] - arriving[host][kind];
            if (more > 0)
                least = fmax(least, search->leave_s[host][kind]);
            leaving += more > 0 ? more : 0;
            missing += less > 0 ? less : 0;
            work += state->held[host][kind] + arriving[host][kind];
        }
        if (computes(network, host))
            speed += 1.0 / network->compute_s[host];
        else
            least = fmax(least, port_s(search, state, host, false, leaving));
        least = fmax(least, port_s(search, state, host, true, missing));
    }
    return state->time_s + (network->goal == RD_FINISH ? fmax(least, work / speed) : least);
}

static int64_t whole(double value)
{
    return llround(value * 1e7);
}

static bool same(const struct search *search, const struct state *one, const struct state *other)
{
    if (memcmp(one->held, other->held, sizeof one->held) != 0 ||
        memcmp(one->items, other->items, sizeof one->items) != 0 ||
        memcmp(one->kind, other->kind, sizeof one->kind) != 0)
        return false;
    for (int way = 0; way < search->way_count; way++)
        if (whole(one->wait_s[way]) != whole(other->wait_s[way]) ||
            whole(one->left[way]) != whole(other->left[way]))
            return false;
    return true;
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static size_t place_of(const struct search *search, const struct state *state)
{
    uint64_t hash = 0;
    for (int host = 0; host < search->network->host_count; host++)
        for (int kind = 0; kind < search->network->kind_count; kind++)
            hash = mixed(hash, (uint64_t)state->held[host][kind]);
    for (int way = 0; way < search->way_count; way++)
        if (state->items[way] > 0) {
            hash = mixed(hash, (uint64_t)(64 * way + 8 * state->kind[way] + state->items[way]));
            hash = mixed(hash, (uint64_t)whole(state->wait_s[way]));
            hash = mixed(hash, (uint64_t)whole(state->left[way]));
        }
    return (size_t)hash & (search->table_size - 1);
}

static bool comes_first(const struct search *search, uint32_t one, uint32_t other)
{
    const struct state *a = &search->state[one], *b = &search->state[other];
    return a->least_s < b->least_s || (a->least_s == b->least_s && a->time_s > b->time_s);
}

static void push(struct search *search, uint32_t index)
{
    size_t place = search->heap_count++;
    for (; place > 0 && comes_first(search, index, search->heap[(place - 1) / 2]);
         place = (place - 1) / 2)
        search->heap[place] = search->heap[(place - 1) / 2];
    search->heap[place] = index;
}

static uint32_t pop(struct search *search)
{
    uint32_t top = search->heap[0], last = search->heap[--search->heap_count];
    size_t place = 0;
    for (;;) {
        size_t child = 2 * place + 1;
        if (child + 1 < search->heap_count &&
            comes_first(search, search->heap[child + 1], search->heap[child]))
            child++;
        if (child >= search->heap_count || !comes_first(search, search->heap[child], last))
            break;
        search->heap[place] = search->heap[child];
        place = child;
    }
    search->heap[place] = last;
    return top;
}

/* Keeps a state that was not there, or was there only later. */
static void keep(struct search *search, const struct state *state)
{
    if (isinf(state->least_s) || search->state_count == search->state_limit)
        return;
    size_t place = place_of(search, state);
    for (; search->table[place] != 0; place = (place + 1) & (search->table_size - 1)) {
        const struct state *there = &search->state[search->table[place] - 1];
        if (!same(search, there, state))
            continue;
        if (there->time_s <= state->time_s + one_date_s)
            return;
        break;
    }
    search->state = rd_arena_room(search->arena, search->state, search->state_count,
                                  &search->state_capacity, sizeof *search->state);
    uint32_t index = (uint32_t)search->state_count++;
    search->state[index] = *state;
    search->table[place] = index + 1;
    push(search, index);
}

/* May something more start on a way, by what is under way? */
static bool is_free(const struct search *search, const struct state *state, int way)
{
    const struct small_network *network = search->network;
    if (state->items[way] > 0)
        return false;
    if (search->to[way] < 0)
        return true;
    int sends = 0, receptions = 0, messages = 0;
    for (int other = 0; other < network->link_count; other++)
        if (state->items[other] > 0) {
            sends += search->from[other] == search->from[way];
            receptions += search->to[other] == search->to[way];
            messages++;
        }
    int out = network->ports[search->from[way]], in = network->ports[search->to[way]];
    return !(network->is_bus && messages > 0) && (out == 0 || sends < out) &&
           (in == 0 || receptions < in);
}

/* Every set of starts on this way and those behind it; then on to the next end. */
static void start(struct search *search, const struct state *before, int way)
{
    if (way == search->way_count) {
        struct state state = *before;
        if (!go_on(search, &state))
            return;
        state.least_s = least_s(search, &state);
        keep(search, &state);
        return;
    }
    start(search, before, way + 1);
    if (!is_free(search, before, way))
        return;
    const struct shared_network *shared = search->shared;
    bool is_link = search->to[way] >= 0;
    /* Without latency and header a message of many items is as many messages of one. */
    bool many = is_link && (shared->latency_s[way] > 0 || shared->header_items > 0);
    for (int kind = 0; kind < search->network->kind_count; kind++) {
        int held = before->held[search->from[way]][kind];
        for (int items = 1; items <= (many ? held : held > 0); items++) {
            struct state state = *before;
            state.held[search->from[way]][kind] -= (int8_t)items;
            state.kind[way] = (int8_t)kind;
            state.items[way] = (int8_t)items;
            state.wait_s[way] = is_link ? shared->latency_s[way] : 0;
            state.left[way] = items + (is_link ? shared->header_items : 0);
            start(search, &state, way + 1);
        }
    }
}

static bool is_end(const struct search *search, const struct state *state)
{
    int held[SMALL_HOSTS][SMALL_KINDS] = {0}, items = 0;
    for (int way = 0; way < search->way_count; way++)
        if (state->items[way] > 0)
            return false;
    for (int host = 0; host < search->network->host_count; host++)
        for (int kind = 0; kind < search->network->kind_count; kind++)
            items += held[host][kind] = state->held[host][kind];
    return search->network->goal == RD_FINISH ? items == 0
                                              : small_network_is_reached(search->network, held);
}

struct sharing_search sharing_search(const struct shared_network *network, size_t state_limit,
                                     struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct search search = {.shared = network,
                            .network = &network->network,
                            .arena = scratch,
                            .state_limit = state_limit,
                            .table_size = 1};
    while (search.table_size < 2 * state_limit)
        search.table_size *= 2;
    search.heap = rd_take(scratch, state_limit, uint32_t);
    search.table = rd_take(scratch, search.table_size, uint32_t);
    struct state first = {0};
    for (int host = 0; host < search.network->host_count; host++)
        for (int kind = 0; kind < search.network->kind_count; kind++) {
            first.held[host][kind] = (int8_t)search.network->load[host][kind];
            search.wanted[host][kind] = wanted(search.network, host, kind);
        }
    find_ways(&search);
    find_rests(&search);
    first.least_s = least_s(&search, &first);
    keep(&search, &first);
    struct sharing_search result = {0};
    while (search.heap_count > 0 && !result.found) {
        struct state state = search.state[pop(&search)];
        result = (struct sharing_search){is_end(&search, &state), state.least_s * network->unit_s};
        if (!result.found)
            start(&search, &state, 0);
        if (search.state_count == state_limit)
            break;
    }
    rd_arena_rewind(scratch, mark);
    return result;
}
