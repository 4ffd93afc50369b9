#include "network_optimum.h"

/* A job is a message of one item over a link, or the computation of one: jobs of a link, or of a
 * processor, are under way one at a time, so that they are numbered by it, links first. */
enum { JOBS = 16, JOB_BITS = 4, HELD_BITS = 4, TIMES = SMALL_COST_S + 1 };

struct state {
    int8_t held[SMALL_HOSTS][SMALL_KINDS];
    int8_t left_s[JOBS]; /* of the job under way; 0 if there is none */
    int8_t kind[JOBS];   /* of its item; 0 if there is none */
};

struct key {
    uint64_t held;
    uint64_t jobs;
};

/* A state to visit at some time: one list for each time. */
struct entry {
    struct key key;
    uint32_t next; /* 0 ends a list */
};

struct search {
    const struct small_network *network;
    enum starts starts;
    struct rd_arena *arena;
    int job_count;
    int from[JOBS], to[JOBS]; /* to -1: a computation */
    int cost_s[JOBS];

    int time_s;
    uint32_t first[TIMES]; /* entries, by time modulo TIMES */
    uint32_t unused;       /* entries that were visited, to be used again */
    struct entry *entry;   /* [entry_capacity]; entry 0 is none */
    uint32_t entry_count;
    uint32_t waiting; /* entries in the lists */
    size_t entry_capacity;

    struct key *visited; /* [visited_capacity] with jobs + 1 where taken, a power of two */
    bool *taken;         /* [visited_capacity] */
    size_t visited_count;
    size_t visited_capacity;
};

static struct key key_of(const struct search *search, const struct state *state)
{
    struct key key = {0};
    for (int host = 0; host < search->network->host_count; host++)
        for (int kind = 0; kind < search->network->kind_count; kind++)
            key.held = key.held << HELD_BITS | (uint64_t)state->held[host][kind];
    for (int job = 0; job < search->job_count; job++)
        key.jobs = key.jobs << JOB_BITS | (uint64_t)(2 * state->left_s[job] + state->kind[job]);
    return key;
}

static struct state state_of(const struct search *search, struct key key)
{
    struct state state = {0};
    for (int job = search->job_count; job-- > 0; key.jobs >>= JOB_BITS) {
        int code = (int)(key.jobs & ((1 << JOB_BITS) - 1));
        state.left_s[job] = (int8_t)(code / 2);
        state.kind[job] = (int8_t)(code % 2);
    }
    for (int host = search->network->host_count; host-- > 0;)
        for (int kind = search->network->kind_count; kind-- > 0; key.held >>= HELD_BITS)
            state.held[host][kind] = (int8_t)(key.held & ((1 << HELD_BITS) - 1));
    return state;
}

static void push(struct search *search, struct key key, int time_s)
{
    uint32_t index = search->unused;
    if (index != 0) {
        search->unused = search->entry[index].next;
    } else {
        if (search->entry_count == search->entry_capacity) {
            search->entry = rd_arena_grow(search->arena, search->entry, search->entry_capacity,
                                          2 * search->entry_capacity, sizeof *search->entry);
            search->entry_capacity *= 2;
        }
        index = search->entry_count++;
    }
    uint32_t *first = &search->first[time_s % TIMES];
    search->entry[index] = (struct entry){key, *first};
    *first = index;
    search->waiting++;
}

/* The next entry of this second. Returns: false if there is none. */
static bool pop(struct search *search, struct key *ret_key)
{
    uint32_t *first = &search->first[search->time_s % TIMES], index = *first;
    if (index == 0)
        return false;
    *ret_key = search->entry[index].key;
    *first = search->entry[index].next;
    search->entry[index].next = search->unused;
    search->unused = index;
    search->waiting--;
    return true;
}

static bool insert(struct key *table, bool *taken, size_t capacity, struct key key)
{
    uint64_t mixed = (key.held * UINT64_C(0x9e3779b97f4a7c15)) ^ key.jobs;
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    size_t slot = (size_t)(mixed ^ mixed >> 32) & (capacity - 1);
    while (taken[slot]) {
        if (table[slot].held == key.held && table[slot].jobs == key.jobs)
            return false;
        slot = (slot + 1) & (capacity - 1);
    }
    taken[slot] = true;
    table[slot] = key;
    return true;
}

/* Returns: false if the state was visited before. */
static bool visit(struct search *search, struct key key)
{
    if (2 * search->visited_count >= search->visited_capacity) {
        size_t capacity = 4 * search->visited_capacity;
        struct key *table = rd_take(search->arena, capacity, struct key);
        bool *taken = rd_take(search->arena, capacity, bool);
        for (size_t i = 0; i < search->visited_capacity; i++)
            if (search->taken[i])
                insert(table, taken, capacity, search->visited[i]);
        search->visited = table;
        search->taken = taken;
        search->visited_capacity = capacity;
    }
    bool is_new = insert(search->visited, search->taken, search->visited_capacity, key);
    search->visited_count += is_new;
    return is_new;
}

/* Lets time pass: a second, or until something ends. Nothing comes of waiting for nothing. */
static void pass_time(struct search *search, struct state state)
{
    int step_s = 0;
    for (int job = 0; job < search->job_count; job++)
        if (state.left_s[job] > 0 && (step_s == 0 || state.left_s[job] < step_s))
            step_s = state.left_s[job];
    if (step_s == 0)
        return;
    if (search->starts == STARTS_EVERY_SECOND)
        step_s = 1;
    for (int job = 0; job < search->job_count; job++) {
        if (state.left_s[job] == 0)
            continue;
        state.left_s[job] = (int8_t)(state.left_s[job] - step_s);
        if (state.left_s[job] > 0)
            continue;
        if (search->to[job] >= 0)
            state.held[search->to[job]][state.kind[job]]++;
        state.kind[job] = 0;
    }
    push(search, key_of(search, &state), search->time_s + step_s);
}

/* Is there room for one more, behind the ports that a message needs? */
static bool has_ports(const struct search *search, const struct state *state, int job)
{
    int sends = 0, receptions = 0, messages = 0;
    if (search->to[job] < 0)
        return true;
    for (int other = 0; other < search->network->link_count; other++) {
        messages += state->left_s[other] > 0;
        sends += state->left_s[other] > 0 && search->from[other] == search->from[job];
        receptions += state->left_s[other] > 0 && search->to[other] == search->to[job];
    }
    if (search->network->is_bus && messages > 0)
        return false;
    int out_ports = search->network->ports[search->from[job]];
    int in_ports = search->network->ports[search->to[job]];
    return (out_ports == 0 || sends < out_ports) && (in_ports == 0 || receptions < in_ports);
}

/* Tries every choice for the jobs from `job` on: each may start with an item of any kind, or
 * wait. */
static void choose(struct search *search, struct state state, int job)
{
    while (job < search->job_count && (state.left_s[job] > 0 || !has_ports(search, &state, job)))
        job++;
    if (job == search->job_count) {
        pass_time(search, state);
        return;
    }
    choose(search, state, job + 1);
    for (int kind = 0; kind < search->network->kind_count; kind++) {
        if (state.held[search->from[job]][kind] == 0)
            continue;
        struct state next = state;
        next.held[search->from[job]][kind]--;
        int size = search->to[job] < 0 ? 0 : search->network->size[kind];
        next.left_s[job] = (int8_t)(search->cost_s[job] * (size > 0 ? size : 1));
        next.kind[job] = (int8_t)kind;
        choose(search, next, job + 1);
    }
}

static void add_job(struct search *search, int from, int to, int cost_s)
{
    rd_assert(search->job_count < JOBS && cost_s >= 1 && cost_s <= SMALL_COST_S);
    search->from[search->job_count] = from;
    search->to[search->job_count] = to;
    search->cost_s[search->job_count++] = cost_s;
}

static void open_search(struct search *search, const struct small_network *network,
                        enum starts starts, struct rd_arena *arena)
{
    struct state start = {0};
    *search = (struct search){.network = network, .starts = starts, .arena = arena};
    for (int link = 0; link < network->link_count; link++)
        add_job(search, network->from[link], network->to[link], network->cost_s[link]);
    for (int host = 0; network->goal == RD_FINISH && host < network->host_count; host++)
        if (host != network->relay)
            add_job(search, host, -1, network->compute_s[host]);
    for (int kind = 0; kind < network->kind_count; kind++) {
        rd_assert(small_network_items(network, kind) <= SMALL_ITEMS);
        for (int host = 0; host < network->host_count; host++)
            start.held[host][kind] = (int8_t)network->load[host][kind];
    }
    search->entry_capacity = 256;
    search->entry = rd_take(arena, search->entry_capacity, struct entry);
    search->entry_count = 1;
    search->visited_capacity = 1024;
    search->visited = rd_take(arena, search->visited_capacity, struct key);
    search->taken = rd_take(arena, search->visited_capacity, bool);
    push(search, key_of(search, &start), 0);
}

static bool is_end(const struct search *search, struct key key)
{
    if (key.jobs != 0)
        return false;
    if (search->network->goal == RD_FINISH)
        return key.held == 0;
    struct state state = state_of(search, key);
    int held[SMALL_HOSTS][SMALL_KINDS];
    for (int host = 0; host < SMALL_HOSTS; host++)
        for (int kind = 0; kind < SMALL_KINDS; kind++)
            held[host][kind] = state.held[host][kind];
    return small_network_is_reached(search->network, held);
}

bool network_optimum_s(const struct small_network *network, enum starts starts, size_t state_limit,
                       struct rd_arena *scratch, int *ret_optimum_s)
{
    struct search search;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    bool found = false;
    rd_assert(network->kind_count <= 2); /* a job's code has one bit for its kind */
    open_search(&search, network, starts, scratch);
    for (; !found && search.visited_count <= state_limit; search.time_s++) {
        struct key key;
        rd_assert(search.waiting > 0); /* else the goal cannot be reached at all */
        while (!found && pop(&search, &key)) {
            if (is_end(&search, key)) {
                *ret_optimum_s = search.time_s;
                found = true;
            } else if (visit(&search, key)) {
                choose(&search, state_of(&search, key), 0);
            }
        }
    }
    rd_arena_rewind(scratch, mark);
    return found;
}
