#include "exact_search.h"

#include "sim/base/error.h"
#include "sim/base/guard.h"
#include "sim/base/integers.h"

#include <string.h>

enum {
    DEPTH_LIMIT = 3000, /* dates on one path: the program's stack ends too */
    FIRST_SLOTS = 256,
};

/* Later than any schedule. */
#define NEVER INT64_MAX

/* Everything that decides what can still happen. */
struct state {
    int64_t rest[RD_EXACT_HOSTS]; /* of the item that a host sends: > 0 up, < 0 down, 0 none */
    uint8_t held[RD_EXACT_HOSTS];
};

/* What is known of a state: no schedule from it takes less than `least`; 0: an empty slot. */
struct slot {
    struct state state;
    int64_t least;
};

struct search {
    const struct rd_exact_ring *ring;
    struct rd_arena *scratch;
    struct slot *slot; /* [slot_count], a power of two */
    size_t slot_count, used_count;
    struct rd_exact_start *start; /* of the path looked at */
    size_t start_count, start_capacity;
    int64_t state_count, state_limit;
    uint64_t depth;
    bool gave_up;
};

/* A date at which items may start. */
struct date {
    int64_t allowed;              /* until the end */
    int64_t least;                /* the least of what its ways on cannot do better than */
    uint8_t wish[RD_EXACT_HOSTS]; /* ways that the best flow wants, as bits UP and DOWN */
};

enum { UP = 1, DOWN = 2 };

static uint64_t beside(const struct search *search, uint64_t host, int way)
{
    uint64_t n = search->ring->host_count;
    if (way == UP)
        return host + 1 == n ? 0 : host + 1;
    return host == 0 ? n - 1 : host - 1;
}

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Where a host's item goes. */
static int way_of(int64_t rest)
{
    return rest > 0 ? UP : DOWN;
}

/* The state as a problem of its own: net surplus round the ring, and what keeps ports busy. */
struct rest_problem {
    int64_t sum[RD_EXACT_HOSTS]; /* partial sums of the surplus */
    int64_t least_sum, greatest_sum;
    int64_t sending[RD_EXACT_HOSTS];
    int64_t receiving[RD_EXACT_HOSTS];
};

static struct rest_problem rest_of(const struct search *search, const struct state *state)
{
    uint64_t n = search->ring->host_count;
    struct rest_problem rest = {.least_sum = INT64_MAX, .greatest_sum = INT64_MIN};
    int64_t surplus[RD_EXACT_HOSTS];
    for (uint64_t host = 0; host < n; host++)
        surplus[host] = state->held[host] - search->ring->target[host];
    for (uint64_t host = 0; host < n; host++) {
        if (state->rest[host] == 0)
            continue;
        uint64_t to = beside(search, host, way_of(state->rest[host]));
        surplus[to]++;
        rest.sending[host] = rest.receiving[to] = magnitude(state->rest[host]);
    }
    int64_t sum = 0;
    for (uint64_t host = 0; host < n; host++) {
        sum += surplus[host];
        rest.sum[host] = sum;
        rest.least_sum = rd_least(rest.least_sum, sum);
        rest.greatest_sum = rd_greatest(rest.greatest_sum, sum);
    }
    return rest;
}

/* The busiest port under the flow sum - z, with what keeps it busy now. */
static int64_t busiest(const struct search *search, const struct rest_problem *rest, int64_t z)
{
    const struct rd_exact_ring *ring = search->ring;
    uint64_t n = ring->host_count;
    int64_t most = 0;
    for (uint64_t host = 0; host < n; host++) {
        uint64_t before = beside(search, host, DOWN), after = beside(search, host, UP);
        int64_t ahead = rest->sum[host] - z, behind = rest->sum[before] - z;
        int64_t sends = rest->sending[host] + (ahead > 0 ? ahead * ring->up[host] : 0) -
                        (behind < 0 ? behind * ring->down[host] : 0);
        int64_t receives = rest->receiving[host] + (behind > 0 ? behind * ring->up[before] : 0) -
                           (ahead < 0 ? ahead * ring->down[after] : 0);
        most = rd_greatest(most, rd_greatest(sends, receives));
    }
    return most;
}

/* System 6 of what is left to do, and which ways its flow goes. */
static int64_t least_rest(const struct search *search, const struct state *state,
                          uint8_t wish[RD_EXACT_HOSTS])
{
    struct rest_problem rest = rest_of(search, state);
    int64_t least = NEVER, best_z = 0;
    for (int64_t z = rest.least_sum; z <= rest.greatest_sum; z++) {
        int64_t most = busiest(search, &rest, z);
        if (most > least)
            break; /* convex in z */
        if (most < least) {
            least = most;
            best_z = z;
        }
    }
    for (uint64_t host = 0; host < search->ring->host_count; host++)
        wish[host] = (uint8_t)((rest.sum[host] > best_z ? UP : 0) |
                               (rest.sum[beside(search, host, DOWN)] < best_z ? DOWN : 0));
    return least;
}

static size_t hash(const struct state *state)
{
    uint64_t mixed = 0;
    for (uint64_t host = 0; host < RD_EXACT_HOSTS; host++) {
        mixed += (uint64_t)(uint64_t)state->rest[host] << 8 | state->held[host];
        mixed *= UINT64_C(0x9e3779b97f4a7c15);
        mixed ^= mixed >> 29;
    }
    return (size_t)mixed;
}

/* The slot of a state, or the empty one where it belongs. */
static struct slot *find(const struct search *search, const struct state *state)
{
    size_t at = hash(state) & (search->slot_count - 1);
    while (search->slot[at].least > 0 && memcmp(&search->slot[at].state, state, sizeof *state) != 0)
        at = (at + 1) & (search->slot_count - 1);
    return &search->slot[at];
}

static void remember(struct search *search, const struct state *state, int64_t least)
{
    struct slot *slot = find(search, state);
    search->used_count += slot->least == 0;
    *slot = (struct slot){*state, least};
    if (2 * search->used_count <= search->slot_count)
        return;
    struct slot *old = search->slot;
    size_t old_count = search->slot_count;
    search->slot_count *= 2;
    search->slot = rd_take(search->scratch, search->slot_count, struct slot);
    for (size_t i = 0; i < old_count; i++)
        if (old[i].least > 0)
            *find(search, &old[i].state) = old[i];
}

static bool reaches_end(struct search *search, const struct state *state, int64_t allowed,
                        int64_t *ret_least);

/* Lets time pass until the next item arrives. */
static bool go_on(struct search *search, struct date *date, const struct state *state)
{
    uint64_t n = search->ring->host_count;
    int64_t pause = NEVER;
    for (uint64_t host = 0; host < n; host++)
        if (state->rest[host] != 0 && magnitude(state->rest[host]) < pause)
            pause = magnitude(state->rest[host]);
    if (pause == NEVER)
        return false; /* nothing is under way, and nothing would be */
    struct state next = *state;
    for (uint64_t host = 0; host < n; host++) {
        if (state->rest[host] == 0)
            continue;
        int way = way_of(state->rest[host]);
        next.rest[host] -= way == UP ? pause : -pause;
        if (next.rest[host] == 0)
            next.held[beside(search, host, way)]++;
    }
    int64_t least;
    if (reaches_end(search, &next, date->allowed - pause, &least))
        return true;
    rd_assert(least < NEVER); /* whatever is left can be sent from where it is */
    date->least = rd_least(date->least, least + pause);
    return false;
}

/* May a host start an item that way, given what is under way? */
static bool may_start(const struct search *search, const struct state *state, uint64_t host,
                      int way)
{
    uint64_t to = beside(search, host, way);
    if (state->rest[host] != 0 || state->held[host] == 0)
        return false;
    /* The receiver's port: its other neighbour sends to it; and nothing comes the other way. */
    uint64_t other = beside(search, to, way);
    bool port_is_busy =
        other != host && state->rest[other] != 0 && way_of(state->rest[other]) != way;
    bool crosses = state->rest[to] != 0 && beside(search, to, way_of(state->rest[to])) == host;
    return !port_is_busy && !crosses;
}

/* Tries every way for the items of hosts host..n-1 to start now, those the best flow wants first,
 * starting nothing before starting the others. */
static bool choose(struct search *search, struct date *date, struct state *state, uint64_t host)
{
    if (host == search->ring->host_count)
        return go_on(search, date, state);
    const struct rd_exact_ring *ring = search->ring;
    int ways = ring->host_count == 2 ? UP : UP | DOWN; /* two hosts have one link each way */
    int wanted = ring->host_count == 2 && date->wish[host] ? UP : date->wish[host];
    const int order[] = {wanted & UP, wanted & DOWN, 0, UP & ~wanted, DOWN & ~wanted};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        int way = order[i] & ways;
        if (way == 0 && i != 2)
            continue;
        if (way == 0) {
            if (choose(search, date, state, host + 1))
                return true;
            continue;
        }
        if (!may_start(search, state, host, way))
            continue;
        state->rest[host] = way == UP ? ring->up[host] : -ring->down[host];
        state->held[host]--;
        rd_assert(search->start_count < search->start_capacity);
        search->start[search->start_count++] = (struct rd_exact_start){(uint8_t)host, way == DOWN};
        if (choose(search, date, state, host + 1))
            return true;
        search->start_count--;
        state->rest[host] = 0;
        state->held[host]++;
        if (search->gave_up)
            return false;
    }
    return false;
}

/* Can a state end within `allowed`? If not, *ret_least is more than that, and no schedule from here
 * takes less. */
static bool reaches_end(struct search *search, const struct state *state, int64_t allowed,
                        int64_t *ret_least)
{
    struct date date = {.allowed = allowed, .least = NEVER};
    *ret_least = least_rest(search, state, date.wish);
    if (*ret_least > allowed)
        return false;
    if (*ret_least == 0)
        return true;
    const struct slot *known = find(search, state);
    if (known->least > allowed) {
        *ret_least = known->least;
        return false;
    }
    if (search->state_count == search->state_limit || search->depth == DEPTH_LIMIT ||
        rd_time_is_up()) {
        search->gave_up = true;
        return false;
    }
    search->state_count++;
    search->depth++;
    struct state now = *state;
    bool reached = choose(search, &date, &now, 0);
    search->depth--;
    if (reached || search->gave_up)
        return reached;
    rd_assert(date.least > allowed);
    remember(search, state, date.least);
    *ret_least = date.least;
    return false;
}

struct rd_exact_answer rd_exact_search(const struct rd_exact_ring *ring, int64_t state_limit,
                                       struct rd_arena *scratch)
{
    struct search search = {
        .ring = ring,
        .scratch = scratch,
        .slot = rd_take(scratch, FIRST_SLOTS, struct slot),
        .slot_count = FIRST_SLOTS,
        .start_capacity = (size_t)RD_EXACT_HOSTS * (DEPTH_LIMIT + 1),
        .state_limit = state_limit,
    };
    search.start = rd_take(scratch, search.start_capacity, struct rd_exact_start);
    struct state first = {{0}, {0}};
    memcpy(first.held, ring->load, sizeof first.held);
    uint8_t wish[RD_EXACT_HOSTS];
    int64_t allowed = least_rest(&search, &first, wish), least = 0;
    while (!reaches_end(&search, &first, allowed, &least) && !search.gave_up)
        allowed = least;
    return (struct rd_exact_answer){
        .found = !search.gave_up,
        .makespan = allowed,
        .start = search.start,
        .start_count = search.start_count,
        .state_count = search.state_count,
    };
}
