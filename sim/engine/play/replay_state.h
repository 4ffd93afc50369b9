/* What the actors of one run have in common. One actor runs at a time, and only gives way inside a
 * call of SimGrid: what lies between two such calls needs no lock. */
#pragma once

#include "sim/base/arena.h"
#include "sim/engine/process/request.h"
#include "sim/engine/simgrid/library.h"

struct rd_actor;
struct rd_copy_replay;
struct rd_object_replay;
struct rd_shared_queue;

/* Transfers that are played one after the other, in the order of the plan: those of a host's port,
 * of a directed link, or of a processor. As many actors as the port is wide draw from one queue. */
struct rd_port_queue {
    uint32_t *transfer; /* [transfer_count] numbers of transfers */
    uint32_t transfer_count;
    uint32_t next;  /* the transfer to draw from */
    int64_t drawn;  /* of its messages */
    uint32_t host;  /* where its actors live */
    uint32_t width; /* how many they are */
    /* k ports: the last transfer drawn is cut as held, and how many messages it will be is not
     * known yet. Until then nothing behind it may start. */
    bool closed;
    struct rd_actor *waiting; /* to draw, while it is closed */
};

/* Queues, each with the number of a host or of a used link. */
struct rd_port_queues {
    uint32_t count;
    struct rd_port_queue *queue; /* [count] */
};

/* What a message carries: a receiver looks whether it is the one that it expects. It lives in its
 * sender, because SimGrid passes the pointer only. */
struct rd_payload {
    uint32_t transfer;
    int64_t items;
    double posted_s;
    bool taken; /* by its receiver */
};

struct rd_actor {
    struct rd_replay_state *replay;
    struct rd_port_queue *queue; /* NULL: the barrier's coordinator */
    uint32_t host;
    void (*play)(struct rd_actor *actor); /* its code */
    uint32_t transfer;                    /* drawn, and not ended unless `idle` */
    bool idle;                            /* nothing drawn yet, or nothing left */
    bool asleep;
    int64_t message;         /* of the transfer, from 0 */
    int64_t needed_items;    /* what its host must have held before it may take */
    struct rd_actor *waiter; /* the next in a list of those who wait */
    sg_sem_t semaphore;      /* NULL until it first has to sleep */
    sg_comm_t comm;          /* of a pair: sent, or expected, and not ended yet; or NULL */
    void *received;          /* a struct rd_payload; NULL until what is expected has ended */
    double ready_s;          /* since when it is expected */
    /* Two, because a sender may post its next message before the receiver has read this one; never
     * the one after next, because that needs the receiver. */
    struct rd_payload payload[2];
    unsigned parity;
};

/* A directed link that some transfer uses. */
struct rd_active_link {
    uint64_t link; /* its number in the topology */
    /* One for a receiver would not do: SimGrid pairs in the order of posting, which need not be
     * that of the plan. */
    sg_mailbox_t mailbox;
    struct rd_actor *receiver;     /* who expects a message, or was the last to do so; or NULL */
    struct rd_actor *waiting;      /* k ports: senders in the order of the plan */
    uint32_t receiver_reached;     /* one more than the last transfer that a receiver has drawn */
    bool busy;                     /* k ports: a message is under way, or about to be */
    struct rd_actor *expecting;    /* rehearsal: receivers in the order of the plan */
    const struct rd_payload *sent; /* the last message posted, unless it was taken; or NULL */
    double start_s;                /* of it: INFINITY until somebody expects it */
    uint32_t expected;             /* messages that are, and were not taken */
    struct rd_active_link *next_into; /* of `into` */
};

/* How much of a round a host still has to receive and to compute. */
struct rd_round_dependency {
    uint32_t round;
    uint32_t transfers_left;
};

/* Where those who send or compute in a round of lock-step wait until it starts. */
struct rd_gate {
    sg_bar_t barrier; /* NULL until somebody is there */
    uint32_t transfer_count;
    bool open; /* the round started before anybody was there */
};

/* A plan of packets is played as one of their hops. */
struct rd_packet_replay {
    const struct rd_plan *plan; /* as requested */
    uint32_t *accepted; /* [transfer_count] transfers in the order in which they are accepted */
    double *start_s;    /* [transfer_count] of the round in which each leaves */
};

/* When ports and links were last left, in free order. */
struct rd_free_order {
    double *out_s, *in_s; /* [host_count * ports], or NULL where ports make nothing wait */
    uint32_t ports;
    double *link_s;    /* [active_link_count] */
    uint32_t unposted; /* receivers that have not posted all that they expect */
};

/* How far the rounds have come. */
struct rd_rounds {
    uint32_t round; /* that is open, or opens next */
    double start_s;
    const struct rd_gate *gate; /* its; NULL if it has no transfers */
    size_t transfers_left;      /* of it */
    size_t played;              /* the first transfer of a later round */
    size_t left, accepted;      /* of packets: the first of a later round, by start and by end */
};

struct rd_replay_state {
    const struct rd_instance *instance;
    const struct rd_plan *plan; /* what is played */
    struct rd_simulate_request *request;
    struct rd_arena arena;
    sg_host_t *host;    /* [host_count] */
    bool bus;           /* one message at a time in the whole network */
    double precision_s; /* SimGrid's: what lies closer together is one date */
    bool lock_step;
    bool in_pairs;    /* one actor of SimGrid sends and receives, for a port or for two links */
    bool combined;    /* what a host sends and what it receives is one queue: `receiving` */
    bool locks_links; /* several actors send from one port: a link carries one message at a time */

    struct rd_port_queues sending, receiving, computing;
    struct rd_active_link *active_link; /* [active_link_count] by first use */
    uint32_t *active_link_number; /* [transfer_count]: of the link crossed; UINT32_MAX: none */
    uint32_t active_link_count;
    struct rd_active_link **into; /* [host_count]: links that lead there, where it must be known
                                     when a message is to end; or NULL */

    struct rd_object_replay *objects; /* in place of accounts; NULL: items move */

    struct rd_copy_replay *copies; /* NULL: no kind is named */

    /* Accounts, [host_count * kind_count]; of a named kind what is held are different items, which
     * nobody parts with. */
    int64_t *held;   /* the load and what has arrived */
    int64_t *parted; /* what was sent and computed */

    int64_t *reserved; /* [transfer_count]: what earlier transfers of this host and kind take */
    struct rd_actor **waiting; /* [host_count]: who waits there for items, knowledge or a turn */

    /* Self-timed plans of several rounds: what a host must know before it goes on, by round. */
    struct rd_round_dependency *round_dependency; /* NULL if there is one round */
    uint32_t *round_dependency_end;               /* [host_count] of each host's part of it */
    uint32_t *unknown;                            /* [host_count]: its first that is not complete */

    struct rd_shared_queue *shared_queue; /* [shared links]; NULL: nobody keeps to them */
    uint32_t *lacks_room; /* [transfer_count]: shared links where it waits for room; or NULL */
    bool *has_left;       /* [transfer_count]: it has ended; or NULL */
    struct rd_actor **room_waiter; /* [transfer_count]: who rehearses it and waits for room; or NULL
                                    */

    uint32_t bus_turn; /* the first transfer with a message that has not ended */

    struct rd_packet_replay *packets; /* NULL: transfers are messages */
    struct rd_free_order *free_order; /* NULL: ports keep the order of the plan */

    /* Lock-step. */
    struct rd_gate *gate;        /* of each round that has transfers */
    const uint32_t *gate_number; /* [transfer_count] */
    struct rd_rounds rounds;
    struct rd_actor *coordinator; /* of the barrier between rounds */

    struct rd_actor *actor; /* [actor_count] */
    uint32_t actor_count;
    int64_t message_count;
    double end_s; /* when the latest actor ended */
};

/* Names and accounts. */
static inline size_t rd_holding_index(const struct rd_replay_state *replay, uint32_t host,
                                      int32_t kind)
{
    return (size_t)host * replay->instance->kind_count + (uint32_t)kind;
}

/* The round in which a packet is accepted. */
static inline uint32_t rd_last_round(const struct rd_plan *packets, size_t index)
{
    return packets->transfer[index].round + rd_dimension_range_length(packets->block[index]) - 1;
}

/* In: transfer: the number of one that is no computation. */
static inline struct rd_active_link *rd_active_link_of(const struct rd_replay_state *replay,
                                                       size_t transfer)
{
    return &replay->active_link[replay->active_link_number[transfer]];
}

/* Is a transfer's amount cut into messages by what is there? In lock-step it is one message. */
bool rd_is_split(const struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* Sleeps until woken. What is waited for must be looked at again afterwards. */
void rd_actor_sleep(struct rd_actor *actor);

/* Wakes an actor that sleeps; else does nothing. */
void rd_actor_wake(struct rd_actor *actor);

/* The size of a message. */
long rd_message_bytes(const struct rd_replay_state *replay, const struct rd_transfer *transfer,
                      int64_t items);

/* Stops the whole run: the words are found afterwards. */
_Noreturn void rd_replay_break(struct rd_replay_state *replay, struct rd_failure failure);

/* Stops the run because the network dropped a message of a transfer. */
_Noreturn void rd_replay_break_at_transfer(struct rd_replay_state *replay,
                                           const struct rd_transfer *transfer);
