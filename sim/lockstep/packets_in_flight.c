#include "packets_in_flight.h"

/* Rounds are booked modulo this: a packet books less than 20 rounds ahead and is forgotten when it
 * is accepted, so that no two rounds in sight share a bit. */
enum { WINDOW = 64 };

struct rd_packets_in_flight {
    const struct rd_topology *topology;
    struct rd_arena *arena;
    uint64_t *in;                       /* [host_count] rounds in which something is accepted */
    uint64_t *link;                     /* [links] rounds in which something crosses */
    struct rd_packet_in_flight *flight; /* [count] */
    uint32_t count;
    uint32_t free;             /* the first place that is free again, + 1 */
    uint32_t accepted[WINDOW]; /* the first that is accepted in a round, + 1 */
};

struct rd_packets_in_flight *rd_packets_in_flight_open(const struct rd_topology *topology,
                                                       struct rd_arena *arena)
{
    struct rd_packets_in_flight *flights = rd_take(arena, 1, struct rd_packets_in_flight);
    flights->topology = topology;
    flights->arena = arena;
    flights->in = rd_take(arena, topology->host_count, uint64_t);
    flights->link = rd_take(arena, rd_link_count(topology), uint64_t);
    return flights;
}

static uint64_t bit_of(uint32_t round)
{
    return UINT64_C(1) << (round % WINDOW);
}

/* Marks or unmarks the links that a packet crosses.
 * Returns: false at a link that is marked already, where it stops. */
static bool walk(struct rd_packets_in_flight *flights, uint32_t round,
                 const struct rd_packet_in_flight *flight, bool mark,
                 struct rd_packet_conflict *ret_obstacle)
{
    uint32_t at = flight->message.from, length = rd_dimension_range_length(flight->block);
    for (uint32_t k = 0; k < length; k++) {
        uint32_t next = at ^ (UINT32_C(1) << rd_dimension_range_at(flight->block, k));
        if (((at ^ next) & (flight->message.from ^ flight->to)) == 0)
            continue;
        uint64_t *link = &flights->link[rd_link_between(flights->topology, at, next)];
        if (mark && (*link & bit_of(round + k))) {
            *ret_obstacle = (struct rd_packet_conflict){round + k, at, next};
            return false;
        }
        *link ^= bit_of(round + k);
        at = next;
    }
    return true;
}

/* Unmarks the links of a packet as far as a host on its way. */
static void walk_back(struct rd_packets_in_flight *flights, uint32_t round,
                      const struct rd_packet_in_flight *flight, uint32_t host)
{
    struct rd_packet_in_flight part = *flight;
    part.to = host;
    walk(flights, round, &part, false, NULL);
}

/* A place for a packet, + 1. */
static uint32_t place(struct rd_packets_in_flight *flights)
{
    uint32_t free = flights->free;
    if (free) {
        flights->free = flights->flight[free - 1].next;
        return free;
    }
    flights->flight =
        rd_arena_extend(flights->arena, flights->flight, flights->count, sizeof *flights->flight);
    return ++flights->count;
}

bool rd_packets_in_flight_book(struct rd_packets_in_flight *flights, uint32_t round,
                               const struct rd_packet_in_flight *flight,
                               struct rd_packet_conflict *ret_obstacle)
{
    uint32_t last = round + rd_dimension_range_length(flight->block) - 1;
    if (!walk(flights, round, flight, true, ret_obstacle)) {
        walk_back(flights, round, flight, ret_obstacle->host);
        return false;
    }
    if (flights->in[flight->to] & bit_of(last)) {
        walk_back(flights, round, flight, flight->to);
        *ret_obstacle = (struct rd_packet_conflict){last, flight->to, RD_NO_HOST};
        return false;
    }
    flights->in[flight->to] |= bit_of(last);
    uint32_t index = place(flights);
    flights->flight[index - 1] = *flight;
    flights->flight[index - 1].next = flights->accepted[last % WINDOW];
    flights->accepted[last % WINDOW] = index;
    return true;
}

const struct rd_packet_in_flight *
rd_packets_in_flight_next_accepted(struct rd_packets_in_flight *flights, uint32_t round)
{
    uint32_t index = flights->accepted[round % WINDOW];
    if (index == 0)
        return NULL;
    struct rd_packet_in_flight *flight = &flights->flight[index - 1];
    flights->accepted[round % WINDOW] = flight->next;
    flights->in[flight->to] &= ~bit_of(round);
    walk(flights, round + 1 - rd_dimension_range_length(flight->block), flight, false, NULL);
    flight->next = flights->free;
    flights->free = index;
    return flight;
}
