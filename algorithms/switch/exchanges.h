/* Schedules that give every host a partner in every iteration, whatever the amounts: what libraries
 * do. One message for each pair that has something to send. */
#ifndef REDIST_ALGORITHMS_SWITCH_EXCHANGES_H
#define REDIST_ALGORITHMS_SWITCH_EXCHANGES_H

#include "transfers.h"

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

#endif
