#include "cube_optimum.h"

#include "sim/base/arena.h"
#include "sim/base/error.h"

#include <stdbool.h>

enum { TABLE_BITS = 20 };

/* States are loads of 4 bits, host by host; those that were reached, in the order of reaching. */
struct states {
    const struct rd_instance *instance;
    uint32_t table[1 << TABLE_BITS]; /* a state and one, by hash */
    uint32_t queue[1 << (TABLE_BITS - 1)];
    uint32_t tail;
};

static void reach(struct states *states, uint32_t state)
{
    uint32_t place = state * UINT32_C(2654435769) >> (32 - TABLE_BITS);
    while (states->table[place] != 0) {
        if (states->table[place] == state + 1)
            return;
        place = (place + 1) % (1 << TABLE_BITS);
    }
    rd_assert(states->tail < 1 << (TABLE_BITS - 1));
    states->table[place] = state + 1;
    states->queue[states->tail++] = state;
}

/* Lets the hosts from `host` on choose what they send, and to whom; at most 8 deep. */
static void move(struct states *states, uint32_t host, uint32_t before, uint32_t after,
                 uint32_t receivers)
{
    const struct rd_topology *topology = &states->instance->topology;
    uint32_t kinds = states->instance->kind_count;
    if (host == topology->host_count) {
        reach(states, after);
        return;
    }
    move(states, host + 1, before, after, receivers);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t from = 4 * (host * kinds + kind);
        if ((before >> from & 15) == 0)
            continue;
        for (uint32_t to = 0; to < topology->host_count; to++)
            if (!(receivers >> to & 1) && rd_link_between(topology, host, to) != RD_NO_LINK)
                move(states, host + 1, before,
                     after - (1U << from) + (1U << 4 * (to * kinds + kind)), receivers | 1U << to);
    }
}

static bool is_balanced(const struct rd_instance *instance, uint32_t state, uint32_t kind)
{
    uint32_t hosts = instance->topology.host_count, most = 0, least = 15, sum = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        uint32_t load = state >> 4 * (host * instance->kind_count + kind) & 15;
        most = load > most ? load : most;
        least = load < least ? load : least;
        sum += load;
    }
    int64_t error = sum % hosts != 0;
    if (instance->balance_error > error)
        error = instance->balance_error;
    return most - least <= error;
}

static bool is_goal(const struct rd_instance *instance, uint32_t state)
{
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        if (!is_balanced(instance, state, kind))
            return false;
    return true;
}

int cube_optimum(const struct rd_instance *instance)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct states *states = rd_take(&arena, 1, struct states);
    states->instance = instance;
    uint32_t start = 0, loads = instance->topology.host_count * instance->kind_count;
    rd_assert(loads <= CUBE_OPTIMUM_LOADS);
    for (uint32_t i = 0; i < loads; i++) {
        rd_assert(instance->load[i] <= CUBE_OPTIMUM_ITEMS);
        start |= (uint32_t)instance->load[i] << 4 * i;
    }
    reach(states, start);
    int steps = 0, found = -1;
    for (uint32_t head = 0; found < 0; steps++) {
        uint32_t last = states->tail;
        rd_assert(head < last);
        for (; head < last && found < 0; head++) {
            if (is_goal(instance, states->queue[head]))
                found = steps;
            else
                move(states, 0, states->queue[head], states->queue[head], 0);
        }
    }
    rd_arena_close(&arena);
    return found;
}
