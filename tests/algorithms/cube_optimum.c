#include "cube_optimum.h"

#include "sim/core/arena.h"
#include "sim/core/error.h"

#include <stdbool.h>

enum { TABLE_BITS = 20 };

/* States are loads of 4 bits a host; those that were reached, in the order of reaching. */
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

/* Lets the hosts from `host` on choose whom they send to; at most 8 deep. */
static void move(struct states *states, uint32_t host, uint32_t before, uint32_t after,
                 uint32_t receivers)
{
    const struct rd_topology *topology = &states->instance->topology;
    if (host == topology->host_count) {
        reach(states, after);
        return;
    }
    move(states, host + 1, before, after, receivers);
    if ((before >> 4 * host & 15) == 0)
        return;
    for (uint32_t to = 0; to < topology->host_count; to++)
        if (!(receivers >> to & 1) && rd_link_between(topology, host, to) != RD_NO_LINK)
            move(states, host + 1, before, after - (1U << 4 * host) + (1U << 4 * to),
                 receivers | 1U << to);
}

static bool is_balanced(const struct rd_instance *instance, uint32_t state)
{
    uint32_t hosts = instance->topology.host_count, most = 0, least = 15, sum = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        uint32_t load = state >> 4 * host & 15;
        most = load > most ? load : most;
        least = load < least ? load : least;
        sum += load;
    }
    int64_t error = sum % hosts != 0;
    if (instance->balance_error > error)
        error = instance->balance_error;
    return most - least <= error;
}

int cube_optimum(const struct rd_instance *instance)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct states *states = rd_take(&arena, 1, struct states);
    states->instance = instance;
    uint32_t start = 0;
    rd_assert(instance->topology.host_count <= CUBE_OPTIMUM_HOSTS);
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        start |= (uint32_t)instance->load[host] << 4 * host;
    reach(states, start);
    int steps = 0, found = -1;
    for (uint32_t head = 0; found < 0; steps++) {
        uint32_t last = states->tail;
        rd_assert(head < last);
        for (; head < last && found < 0; head++) {
            if (is_balanced(instance, states->queue[head]))
                found = steps;
            else
                move(states, 0, states->queue[head], states->queue[head], 0);
        }
    }
    rd_arena_close(&arena);
    return found;
}
