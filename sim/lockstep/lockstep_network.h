/* The network in lock-step: what a planner of a synchronous algorithm talks to. It delivers the
 * words that it is given, checks neighbours and ports, and records the transfers of the plan; a
 * planner that reads only inboxes cannot use what no message brought. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/plan.h"

struct rd_message {
    uint32_t from;
    int32_t kind;  /* RD_CONTROL: a control word */
    int64_t items; /* 0 for a control word */
    int64_t word;  /* what a control word says, or the header of a token */
};

struct rd_lockstep_network {
    const struct rd_instance *instance;
    struct rd_arena *arena;
    struct rd_plan *plan;
    uint32_t round;
    bool broken; /* a send was refused: the plan is worthless */
    /* this round's and the last round's deliveries; see network.c */
    struct rd_lockstep_network_state *state;
};

/* A network over an instance, which records into *plan: in lock-step, step_s as given, of packets
 * where ports are pipelined.
 * In: an empty plan, of zeros or with a reader.
 * Cost: O(hosts * kinds), and O(links) with several ports. */
void rd_lockstep_open(struct rd_lockstep_network *network, const struct rd_instance *instance,
                      double step_s, struct rd_arena *arena, struct rd_plan *plan);

/* Sends, in this round, `items` items of a kind and a word. It is in the receiver's inbox from the
 * next round on. With pipelined ports it is a packet whose block is the one dimension.
 * Errors: RD_ERROR_RUN, by round and host, worded like the referee's, for a port or link that is
 * taken in this round, a host that is no neighbour, an item that is not held. Cost: O(1),
 * amortised. */
bool rd_lockstep_send(struct rd_lockstep_network *network, uint32_t from, uint32_t to, int32_t kind,
                      int64_t items, int64_t word, struct rd_error *reterr);

/* Sends a packet, pipelined ports only: it is accepted, and in the receiver's inbox, after as many
 * rounds as its block has dimensions.
 * In: another host, and a block that holds every dimension in which the two differ.
 * Errors: RD_ERROR_RUN, for a host that originates twice in this round, a packet that would meet
 * another on a link or at its acceptance, an item that is not held. Cost: O(length of the block).
 */
bool rd_lockstep_send_packet(struct rd_lockstep_network *network, uint32_t from, uint32_t to,
                             struct rd_dimension_range block, int32_t kind, int64_t items,
                             int64_t word, struct rd_error *reterr);

/* Ends the round, idle or not, and delivers. */
void rd_lockstep_end_round(struct rd_lockstep_network *network);

/* What a host received in the round that ended last, in the order of sending: at most one message
 * on one-port and with pipelined ports. Returns: [*ret_count] until the next end of round, NULL if
 * there is none. */
const struct rd_message *rd_lockstep_inbox(const struct rd_lockstep_network *network, uint32_t host,
                                           uint32_t *ret_count);

/* What a host holds of a kind at the start of this round, minus what it sent in it. */
int64_t rd_lockstep_held(const struct rd_lockstep_network *network, uint32_t host, uint32_t kind);
