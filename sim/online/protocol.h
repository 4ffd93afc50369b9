/* The contract of a protocol: an algorithm that decides while it runs. Every host runs the same
 * handlers on a state of its own, and knows what it was told at the start and what messages brought
 * it. One file holds one `const struct rd_protocol` and the `const struct rd_algorithm` by which it
 * is registered. Two runners call the handlers: an event queue in the exact model (event_queue.h)
 * and SimGrid (sim/engine/play/conductor.h). docs/online.md is the definition. */
#pragma once

#include "sim/base/rng.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* What a control word says. */
struct rd_word {
    int64_t a, b, c;
};

/* A message, or a computation (to == RD_NO_HOST). */
struct rd_act {
    uint32_t from;
    uint32_t to;
    int32_t kind;  /* RD_CONTROL: a control word */
    int64_t items; /* 0 of a control word */
    struct rd_word word;
    double lasts_s; /* measured, once it has ended; from dates as in rd_host */
};

/* A host that messages can be sent to. */
struct rd_neighbour {
    uint32_t host;
    struct rd_link_cost cost; /* nominal */
};

/* What a protocol needs to know of the whole network; otherwise it is not told. */
enum { RD_KNOWS_HOST_COUNT = 1, RD_KNOWS_WAYS = 2, RD_KNOWS_NETWORK = 4 };

struct rd_online;

/* A host, as its handlers see it. */
struct rd_host {
    uint32_t number;
    uint32_t neighbour_count;
    const struct rd_neighbour *neighbour; /* [neighbour_count], by number */
    uint32_t kind_count;
    const int64_t *held; /* [kind_count]: its load and arrivals, less what it sent and computed */
    const int64_t
        *target; /* [kind_count]: what it shall hold at the end; NULL without such a goal */
    double item_bytes;
    double compute_item_s;   /* 0 if nothing computes, or where it only relays */
    double now_s;            /* the date, to 40 binary digits (1e-12) */
    const double *parameter; /* [RD_PARAMETER_LIMIT]: of the run, the same for all hosts */
    struct rd_rng rng;       /* its own */
    void *state;             /* the protocol's, zeroed at the start */
    void *neighbour_state;   /* [neighbour_count] of the protocol's, zeroed */
    void *worked_out;    /* the run's, zeroed: what each host would find from what it knows, so that
                            one finds it for all. Nobody learns by it what he was not told */
    uint32_t host_count; /* 0 unless RD_KNOWS_HOST_COUNT */
    const struct rd_instance *instance; /* but its loads; NULL unless RD_KNOWS_NETWORK */
    struct rd_online *online;           /* the runner's */
};

/* Handlers may be NULL. None waits; each returns after what it does. What ends at one date is told
 * after its items have been counted as held, a host's in the order in which it was asked for. */
struct rd_protocol {
    size_t state_bytes;     /* of a host */
    size_t neighbour_bytes; /* of a host, for each neighbour */
    size_t worked_out_bytes;
    unsigned knows;     /* RD_KNOWS_... */
    size_t stack_bytes; /* that handlers use, above 16 KiB */
    void (*start)(struct rd_host *host);
    void (*received)(struct rd_host *host, const struct rd_act *message);
    /* A message of its own has arrived, so that a port is free. */
    void (*sent)(struct rd_host *host, const struct rd_act *message);
    void (*computed)(struct rd_host *host, const struct rd_act *computation);
    void (*timer)(struct rd_host *host, int64_t tag);
    /* Asked when nothing can happen any more: the neighbour whose message the host still waits for,
     * which makes it a deadlock, or RD_NO_HOST. */
    uint32_t (*waits_for)(const struct rd_host *host);
};

/* What a handler can do. Items leave the host's account at once. Messages go to their ports in the
 * order in which they are asked for: see docs/online.md. A neighbour that there is none of, items
 * that are not held, a delay below 0: the run ends there and says so. */
void rd_send_items(struct rd_host *host, uint32_t to, int32_t kind, int64_t items);
void rd_send_word(struct rd_host *host, uint32_t to, struct rd_word word);
void rd_compute(struct rd_host *host, int32_t kind, int64_t items);
void rd_set_timer(struct rd_host *host, double delay_s, int64_t tag);

/* Where a host takes memory that it keeps until the end of the run. */
struct rd_arena *rd_host_arena(const struct rd_host *host);

/* The place of a host in host->neighbour; neighbour_count if it is none. O(log neighbours). */
uint32_t rd_neighbour_index(const struct rd_host *host, uint32_t number);

/* The next host on a way of least hops to another one: itself if it is a neighbour, else the first
 * neighbour that such a way leads through; RD_NO_HOST if none does. In: RD_KNOWS_WAYS; not the host
 * itself. Cost: O(links) at the first call of a host, then O(log neighbours). */
uint32_t rd_next_hop(const struct rd_host *host, uint32_t to);
