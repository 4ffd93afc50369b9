/* What a ring's edges can carry by a date, and the net flow that needs the earliest one, where the
 * final loads may be open.
 *
 * F_x items cross edge x forward, net (backward if below 0). Let messages over edge x take p_x and
 * carry up to B items each, let L be the loads. Of j items that cross edge e, those of hosts
 * a+1 .. e are L(a+1..e) at the most; so k = ceil((j - L(a+1..e)) / B) messages cross all edges
 * a .. e, one behind the other, and the slowest of these edges is busy for k of them:
 *
 *     no earlier than   p_a + .. + p_e  +  (k - 1) max(p_a, .., p_e)     for each a with k > 0
 *
 * So a date limits the flow over each edge, each way, whatever the schedule; hosts limit it to what
 * their final loads permit: F_x - F_{x-1} = load - final load. Whether some flow keeps to all
 * limits is a question of intervals, answered edge by edge. On all-port rings the latest of these
 * dates is also reached, if each host sends what it holds and owes at once, where B is 1, or where
 * messages cost nothing by size and all edges take as long. Proof: docs/development/proofs.md. */
#pragma once

#include "net_flow.h"

/* No limit; more than there are items. */
#define RD_RING_UNLIMITED (INT64_C(1) << 54)

struct rd_ring_rates {
    uint32_t host_count;
    const int64_t *load;
    const double *forward_s;  /* [host_count] a message over edge x; INFINITY: there is no link */
    const double *backward_s; /* [host_count] */
    /* [host_count] an item keeps a host's send, or receive, port busy for so long at the least;
     * NULL where ports limit nobody */
    const double *send_s, *receive_s;
    int64_t message_items; /* B; RD_RING_UNLIMITED: any number */
    const int64_t *target; /* [host_count]; NULL: balance */
    /* Balance: all final loads are in low + i .. low + i + error, for one i below window_count. */
    int64_t low, error, window_count;
};

/* The flow that needs least time. */
struct rd_ring_choice {
    double seconds;       /* no flow needs less; with waiting, if that was looked at */
    double links_s;       /* the same without */
    const int64_t *final; /* [host_count] the final loads that it leads to */
    struct rd_ring ring;  /* with these */
    int64_t z;            /* of these flows, the one that moves the fewest items over the fewest
                             links; from least_sum to greatest_sum */
    /* The slice of hosts that has more items too many than could leave it sooner: these over its
     * last host's edge and these over the one before its first. Nothing if nothing moves, or if a
     * host's ports are what takes long. */
    uint32_t first, last;
    int64_t forward, backward;
};

/* Above so many hosts, unless messages are unlimited, waiting is looked at for 64 edges in a row
 * only: the least time may then be more than what is found. */
enum { RD_RING_CHAIN_HOSTS = 2048 };

/* The rates of an instance: of its ports, goal and items; where items cost nothing by size,
 * messages are unlimited, unless `single_items`. In: a ring of one kind with goal RD_REACH or
 * RD_BALANCE. Cost: O(n), arrays from the arena. */
struct rd_ring_rates rd_ring_rates_read(const struct rd_instance *instance, bool single_items,
                                        struct rd_arena *arena);

/* The least date whose limits some flow keeps to.
 * In: waits: whether hosts that wait for items count; scratch is rewound, arrays from the arena.
 * Idea: halving, from each date that is too early to the next one at which some limit grows, and
 * from one that is late enough to what its flow needs.
 * Cost: O(n) a date, with waiting and limited messages O(n min(n, RD_RING_CHAIN_HOSTS)); some 60
 * dates. */
struct rd_ring_choice rd_ring_choose(const struct rd_ring_rates *rates, bool waits,
                                     struct rd_arena *arena, struct rd_arena *scratch);
