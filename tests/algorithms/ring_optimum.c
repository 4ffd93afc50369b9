#include "ring_optimum.h"

#include <string.h>

enum { HOSTS = 6, LINKS = 2 * HOSTS, HELD_BITS = 4, LEFT_BITS = 3, TIMES = 1024 };

/* Holdings in the low bits of a key, times left above them. */
struct state {
    int8_t held[HOSTS];
    int8_t left_s[LINKS]; /* of the transfer under way; 0 if there is none */
};

/* A state to visit at some time: one list for each time. */
struct entry {
    uint64_t key;
    uint32_t next; /* 0 ends a list */
};

struct search {
    struct rd_arena *arena;
    uint32_t host_count;
    uint32_t link_count;
    uint32_t from[LINKS], to[LINKS];
    int8_t cost_s[LINKS];
    uint64_t goal;

    uint32_t first[TIMES]; /* entries by time */
    struct entry *entry;   /* [entry_capacity]; entry 0 is none */
    uint32_t entry_count;
    size_t entry_capacity;

    uint64_t *visited; /* [visited_capacity] keys + 1, a power of two; 0 is free */
    size_t visited_count;
    size_t visited_capacity;
};

static uint64_t key_of(const struct search *search, const struct state *state)
{
    uint64_t key = 0;
    for (uint32_t host = 0; host < search->host_count; host++)
        key = key << HELD_BITS | (uint64_t)state->held[host];
    for (uint32_t link = 0; link < search->link_count; link++)
        key = key << LEFT_BITS | (uint64_t)state->left_s[link];
    return key;
}

static struct state state_of(const struct search *search, uint64_t key)
{
    struct state state = {0};
    for (uint32_t link = search->link_count; link-- > 0; key >>= LEFT_BITS)
        state.left_s[link] = (int8_t)(key & ((1 << LEFT_BITS) - 1));
    for (uint32_t host = search->host_count; host-- > 0; key >>= HELD_BITS)
        state.held[host] = (int8_t)(key & ((1 << HELD_BITS) - 1));
    return state;
}

static void push(struct search *search, uint64_t key, int64_t time_s)
{
    rd_assert(time_s < TIMES);
    if (search->entry_count == search->entry_capacity) {
        search->entry = rd_arena_grow(search->arena, search->entry, search->entry_capacity,
                                      2 * search->entry_capacity, sizeof *search->entry);
        search->entry_capacity *= 2;
    }
    search->entry[search->entry_count] = (struct entry){key, search->first[time_s]};
    search->first[time_s] = search->entry_count++;
}

static bool insert(uint64_t *table, size_t capacity, uint64_t key)
{
    size_t slot = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (capacity - 1);
    while (table[slot] != 0) {
        if (table[slot] == key + 1)
            return false;
        slot = (slot + 1) & (capacity - 1);
    }
    table[slot] = key + 1;
    return true;
}

/* Returns: false if the state was visited before. */
static bool visit(struct search *search, uint64_t key)
{
    if (2 * search->visited_count >= search->visited_capacity) {
        size_t capacity = 2 * search->visited_capacity;
        uint64_t *table = rd_take(search->arena, capacity, uint64_t);
        for (size_t i = 0; i < search->visited_capacity; i++)
            if (search->visited[i] != 0)
                insert(table, capacity, search->visited[i] - 1);
        search->visited = table;
        search->visited_capacity = capacity;
    }
    bool is_new = insert(search->visited, search->visited_capacity, key);
    search->visited_count += is_new;
    return is_new;
}

/* Lets time pass until the next transfer ends; nothing comes of waiting for nothing. */
static void pass_time(struct search *search, struct state state, int64_t time_s)
{
    int8_t step_s = 0;
    for (uint32_t link = 0; link < search->link_count; link++)
        if (state.left_s[link] > 0 && (step_s == 0 || state.left_s[link] < step_s))
            step_s = state.left_s[link];
    if (step_s == 0)
        return;
    for (uint32_t link = 0; link < search->link_count; link++) {
        if (state.left_s[link] == 0)
            continue;
        state.left_s[link] = (int8_t)(state.left_s[link] - step_s);
        if (state.left_s[link] == 0)
            state.held[search->to[link]]++;
    }
    push(search, key_of(search, &state), time_s + step_s);
}

static bool may_start(const struct search *search, const struct state *state, uint32_t link)
{
    if (state->held[search->from[link]] == 0)
        return false;
    for (uint32_t other = 0; other < search->link_count; other++)
        if (state->left_s[other] > 0 &&
            (search->from[other] == search->from[link] || search->to[other] == search->to[link]))
            return false;
    return true;
}

/* Tries every set of the links from `link` on: each may start or not. */
static void choose(struct search *search, struct state state, uint32_t link, int64_t time_s)
{
    while (link < search->link_count && !may_start(search, &state, link))
        link++;
    if (link == search->link_count) {
        pass_time(search, state, time_s);
        return;
    }
    choose(search, state, link + 1, time_s);
    state.held[search->from[link]]--;
    state.left_s[link] = search->cost_s[link];
    choose(search, state, link + 1, time_s);
}

static void open_search(struct search *search, const struct rd_instance *instance,
                        struct rd_arena *arena)
{
    const struct rd_topology *topology = &instance->topology;
    *search = (struct search){.arena = arena, .host_count = topology->host_count};
    rd_assert(topology->shape == RD_RING && topology->host_count <= HOSTS);
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        uint32_t from, to, index = search->link_count;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        double cost_s = rd_item_s(instance, from, to);
        rd_assert(cost_s >= 1 && cost_s < 1 << LEFT_BITS && cost_s == (int8_t)cost_s);
        search->from[index] = from;
        search->to[index] = to;
        search->cost_s[index] = (int8_t)cost_s;
        search->link_count++;
    }
    struct state goal = {0}, start = {0};
    int64_t items = 0;
    for (uint32_t host = 0; host < search->host_count; host++) {
        items += rd_load(instance, host, 0);
        start.held[host] = (int8_t)rd_load(instance, host, 0);
        goal.held[host] = (int8_t)rd_target(instance, host, 0);
    }
    rd_assert(items < 1 << HELD_BITS);
    search->goal = key_of(search, &goal);
    search->entry_capacity = 256;
    search->entry = rd_take(arena, search->entry_capacity, struct entry);
    search->entry_count = 1;
    search->visited_capacity = 256;
    search->visited = rd_take(arena, search->visited_capacity, uint64_t);
    push(search, key_of(search, &start), 0);
}

int64_t ring_optimum_s(const struct rd_instance *instance, struct rd_arena *scratch)
{
    struct search search;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    open_search(&search, instance, scratch);
    for (int64_t time_s = 0; time_s < TIMES; time_s++) {
        while (search.first[time_s] != 0) {
            struct entry entry = search.entry[search.first[time_s]];
            search.first[time_s] = entry.next;
            if (entry.key == search.goal) {
                rd_arena_rewind(scratch, mark);
                return time_s;
            }
            if (visit(&search, entry.key))
                choose(&search, state_of(&search, entry.key), 0, time_s);
        }
    }
    rd_assert(!"a ring that cannot reach its goal");
    return -1;
}
