/* Packets on their way through a pipelined hypercube: which links and which acceptances they have
 * booked, and who is accepted when. Part of the lock-step network (network.h). */
#pragma once

#include "lockstep_network.h"

/* One packet. */
struct rd_packet_in_flight {
    struct rd_message message;
    uint32_t to;
    struct rd_dimension_range block;
    uint32_t next; /* accepted in the same round, + 1; 0: none */
};

struct rd_packets_in_flight;

/* Nothing on its way. Cost: O(hosts + links). */
struct rd_packets_in_flight *rd_packets_in_flight_open(const struct rd_topology *topology,
                                                       struct rd_arena *arena);

/* What is in the way of a packet. */
struct rd_packet_conflict {
    uint32_t round;
    uint32_t host; /* who would accept twice, or send two packets over a link */
    uint32_t to;   /* the link's other end; RD_NO_HOST: an acceptance */
};

/* Books the links of a packet that is originated in this round, and its acceptance.
 * In: a block that holds all dimensions in which its two hosts differ. Returns: false, and what is
 * in the way, if something is; nothing is booked then. Cost: O(length of the block). */
bool rd_packets_in_flight_book(struct rd_packets_in_flight *flights, uint32_t round,
                               const struct rd_packet_in_flight *flight,
                               struct rd_packet_conflict *ret_obstacle);

/* Those accepted at the end of a round, each once, the last booked first; NULL when there are no
 * more. Rounds must be asked for in turn, and each to its end. O(length of the block). */
const struct rd_packet_in_flight *
rd_packets_in_flight_next_accepted(struct rd_packets_in_flight *flights, uint32_t round);
