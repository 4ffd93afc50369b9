#include "bundle_optimum.h"

#include <stdint.h>
#include <string.h>

enum { TABLE = 1 << 17, SECONDS = 1000 };

struct state {
    uint8_t held[BUNDLE_HOSTS];
    uint8_t left_s[BUNDLE_LINKS]; /* of the message under way; 0: there is none */
    uint8_t items[BUNDLE_LINKS];  /* that it carries */
};

struct search {
    const struct bundle_case *network;
    int give_up_s;
    struct state *state; /* [BUNDLE_STATES] in the order in which they were found */
    int32_t *next;       /* [BUNDLE_STATES] of the same date; -1: none */
    int count;
    int32_t at[SECONDS]; /* the first state of each date */
    int32_t *table;      /* [TABLE]: a state and its date, -1: free */
    uint16_t *date;      /* [BUNDLE_STATES] the least so far */
    bool full;
};

/* Where a state is in the table, or would be. */
static size_t place_of(const struct search *search, const struct state *state)
{
    uint64_t hash = 1469598103934665603U;
    const uint8_t *byte = (const uint8_t *)state;
    for (size_t i = 0; i < sizeof *state; i++)
        hash = (hash ^ byte[i]) * 1099511628211U;
    size_t place = (hash ^ hash >> 32) % TABLE;
    while (search->table[place] >= 0 &&
           memcmp(&search->state[search->table[place]], state, sizeof *state) != 0)
        place = (place + 1) % TABLE;
    return place;
}

/* A state is listed again where it is reached earlier. */
static void add(struct search *search, const struct state *state, int date_s)
{
    size_t place = place_of(search, state);
    int32_t known = search->table[place];
    if (date_s >= search->give_up_s || (known >= 0 && search->date[known] <= date_s))
        return;
    if (search->count == BUNDLE_STATES) {
        search->full = true;
        return;
    }
    int32_t number = search->count++;
    search->state[number] = *state;
    search->date[number] = (uint16_t)date_s;
    search->table[place] = number;
    search->next[number] = search->at[date_s];
    search->at[date_s] = number;
}

/* Lets time go on to the next end. */
static void advance(struct search *search, struct state state, int date_s)
{
    int step_s = SECONDS;
    for (int link = 0; link < search->network->link_count; link++)
        if (state.left_s[link] > 0 && state.left_s[link] < step_s)
            step_s = state.left_s[link];
    if (step_s == SECONDS)
        return;
    for (int link = 0; link < search->network->link_count; link++) {
        if (state.left_s[link] == 0)
            continue;
        state.left_s[link] = (uint8_t)(state.left_s[link] - step_s);
        if (state.left_s[link] > 0)
            continue;
        state.held[search->network->to[link]] =
            (uint8_t)(state.held[search->network->to[link]] + state.items[link]);
        state.items[link] = 0;
    }
    add(search, &state, date_s + step_s);
}

/* Has a host's port, of its links whose end it is, no room for one more? */
static bool is_full(const struct search *search, const struct state *state, const int *end,
                    int host)
{
    int busy = 0;
    for (int link = 0; link < search->network->link_count; link++)
        busy += state->left_s[link] > 0 && end[link] == host;
    return search->network->ports > 0 && busy >= search->network->ports;
}

/* Starts each set of messages on links `first` and later. */
static void start(struct search *search, struct state state, int first, int date_s)
{
    const struct bundle_case *network = search->network;
    if (first == network->link_count) {
        advance(search, state, date_s);
        return;
    }
    start(search, state, first + 1, date_s);
    int from = network->from[first];
    if (state.left_s[first] > 0 || is_full(search, &state, network->from, from) ||
        is_full(search, &state, network->to, network->to[first]))
        return;
    for (int items = 1; items <= state.held[from]; items++) {
        struct state with = state;
        with.held[from] = (uint8_t)(with.held[from] - items);
        with.items[first] = (uint8_t)items;
        with.left_s[first] = (uint8_t)(network->latency_s[first] + items * network->cost_s[first]);
        start(search, with, first + 1, date_s);
    }
}

static bool is_reached(const struct bundle_case *network, const struct state *state)
{
    for (int host = 0; host < network->host_count; host++)
        if (state->held[host] != network->target[host])
            return false;
    return true;
}

int bundle_optimum_s(const struct bundle_case *network, int give_up_s, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct search search = {.network = network,
                            .give_up_s = give_up_s < SECONDS ? give_up_s : SECONDS};
    search.state = rd_take(scratch, BUNDLE_STATES, struct state);
    search.next = rd_take(scratch, BUNDLE_STATES, int32_t);
    search.date = rd_take(scratch, BUNDLE_STATES, uint16_t);
    search.table = rd_take(scratch, TABLE, int32_t);
    memset(search.table, -1, TABLE * sizeof *search.table);
    memset(search.at, -1, sizeof search.at);
    struct state first = {{0}, {0}, {0}};
    for (int host = 0; host < network->host_count; host++)
        first.held[host] = (uint8_t)network->load[host];
    add(&search, &first, 0);
    int found_s = give_up_s;
    for (int date_s = 0; date_s < search.give_up_s && found_s == give_up_s; date_s++)
        for (int32_t i = search.at[date_s]; i >= 0 && found_s == give_up_s; i = search.next[i]) {
            struct state state = search.state[i];
            if (search.date[search.table[place_of(&search, &state)]] < date_s)
                continue;
            if (is_reached(network, &state))
                found_s = date_s;
            start(&search, state, 0, date_s);
        }
    rd_arena_rewind(scratch, mark);
    return search.full ? -1 : found_s;
}
