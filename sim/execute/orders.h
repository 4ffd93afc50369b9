/* What redist-mpi reads: who holds what, and who sends what to whom, as text. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* Bytes of all items together: they are in memory, twice while they move. */
#define RD_EXECUTED_BYTES (UINT64_C(1) << 32)

/* Messages of a plan. */
enum { RD_EXECUTED_MESSAGES = 10000000 };

/* Can a plan be executed? Self-timed plans, and lock-step ones, whose rounds then follow each other
 * without a barrier: such a plan ends no later.
 * In: where links are shared, a plan none of whose messages waits for room there: words tell the
 * order (algorithms/kernels/order_words.h).
 * Errors: RD_ERROR_REFUSED for objects and copies as rd_object_orders_check and
 * rd_copy_orders_check say; for messages that keep their
 * bytes to shared links, computations, packets, free order, transfers as held, protocols, a bus,
 * messages of 2^31 bytes or more, and above the two limits. O(transfers). */
bool rd_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                     struct rd_arena *scratch, struct rd_error *reterr);

/* What a program without a plan sends: each host what it holds too much of a kind, in the order of
 * hosts to those that lack it, in one message to each.
 * In: final, [host_count * kind_count], as many items of each kind as there are.
 * Returns: a plan in the arena. O(hosts * kinds). */
void rd_orders_direct(const struct rd_instance *instance, const int64_t *final,
                      struct rd_arena *arena, struct rd_plan *ret_plan);

/* The orders of a plan that was checked, from the arena.
 * In: padding_bytes, of each message besides its items.
 * O(transfers + hosts * kinds), and of pieces and their holders. */
const char *rd_orders_text(const struct rd_instance *instance, const struct rd_plan *plan,
                           uint64_t padding_bytes, struct rd_arena *arena);
