/* What moves between hosts once every kind has a host of its own. */
#pragma once

#include "algorithms/kernels/maximum_weight_matching.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

struct rd_transfers {
    const struct rd_instance *instance;
    uint32_t *kind_of_host; /* [host_count], a permutation; kinds beyond kind_count are empty;
                               NULL: all that moves is of kind 0 */
    size_t count;
    struct rd_multi_edge
        *edge; /* [count] by sender, then by kind: transfer sends, column receives */
};

/* Reads what moves. In: host_of_kind [host_count], a permutation; kinds from host_count on, if
 * there are any, are empty. O(hosts^2). */
struct rd_transfers rd_transfers_read(const struct rd_instance *instance,
                                      const uint32_t *host_of_kind, struct rd_arena *arena);

/* How many messages each host sends, or receives, at a time: [hosts] from the arena. O(hosts). */
uint32_t *rd_switch_widths(const struct rd_instance *instance, struct rd_arena *arena);

/* Items that a host sends to another one, or keeps. O(1). */
int64_t rd_transfers_items(const struct rd_transfers *transfers, uint32_t from, uint32_t to);

/* Appends a transfer of `messages` equal messages. Nothing if they are to hold no items. */
void rd_transfers_add(const struct rd_transfers *transfers, struct rd_arena *arena,
                      struct rd_plan *plan, struct rd_transfer transfer);

/* Appends all that a host sends another one in one message of a round. */
void rd_transfers_add_message(const struct rd_transfers *transfers, uint32_t round, uint32_t from,
                              uint32_t to, struct rd_arena *arena, struct rd_plan *plan);

/* --- greedy order of whole messages behind a switch whose links cost unlike --- */

/* Links that may be looked at while a list is scheduled: some seconds of work. */
#define RD_SWITCH_LOOK_LIMIT INT64_C(10000000000)

/* One message for each pair; whenever a port comes free, of the pairs that could start now the one
 * with the busiest port left to serve (by what it may do at a time), then the one whose other port
 * is busiest. The last message waits only while all places of one of its two ports are taken, so
 * the end is at most its own time and what its ports have besides, by their places: below twice
 * the busiest port's time with one port.
 * Errors: RD_ERROR_REFUSED above RD_SWITCH_LOOK_LIMIT.
 * Cost: O(pairs * hosts) at the worst.
 * Source: Racsmany, in Barany and Fiala (1982), for open shops: below twice the largest load. */
bool rd_switch_list(const struct rd_transfers *transfers, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *plan, struct rd_error *reterr);

/* --- schedules that give every host a partner in every iteration, whatever the amounts: what
 * libraries do. One message for each pair that has something to send. --- */

/* ScaLAPACK's caterpillar in lock-step: in iteration t = 0..P-1 host r exchanges with host
 * (P-1-r-t) mod P, and an iteration lasts as long as its largest transfer. Iterations without two
 * different hosts are left out: P rounds, 1 for two hosts, none for one.
 * In: something moves. O(P^2).
 * Source: Prylli and Tourancheau, "Fast runtime block cyclic data redistribution on
 * multiprocessors", J. Parallel Distrib. Comput. 45 (1997) 63-72. */
void rd_exchange_caterpillar(const struct rd_transfers *transfers, struct rd_arena *arena,
                             struct rd_plan *plan);

/* The same iterations as ScaLAPACK's code plays them: of a pair the host of smaller number sends
 * first, and the other one when it has received. An iteration lasts as long as the largest sum of
 * both directions. A round ends where some pair turns round, so that lock-step can say it: other
 * messages are cut there.
 * In: something moves. Cost: O(P^2) and the transfers, at most P / 2 times as many rounds. */
void rd_exchange_caterpillar_serial(const struct rd_transfers *transfers, struct rd_arena *arena,
                                    struct rd_arena *scratch, struct rd_plan *plan);

/* Pairwise exchange, self-timed: P-1 rounds (P if P is odd) in which every two hosts meet once. A
 * host goes on to its next partner when it has received from the last one and its port is free.
 * Round t of a power of two: r with r xor (t + 1); otherwise a round-robin tournament: of P' = P or
 * P + 1 players, r < P' - 1 with (t - r) mod (P' - 1), or with player P' - 1 (nobody, if P is odd)
 * where that is r itself. O(P^2). */
void rd_exchange_pairwise(const struct rd_transfers *transfers, struct rd_arena *arena,
                          struct rd_plan *plan);

/* The other way round of a permutation, from hosts to kinds or from kinds to hosts: [n] from the
 * arena. O(n). */
uint32_t *rd_switch_invert(uint32_t n, const uint32_t *permutation, struct rd_arena *arena);
