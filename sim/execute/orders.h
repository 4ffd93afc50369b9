/* What redist-mpi reads: who holds what, and who sends what to whom, as text. */
#ifndef REDIST_EXECUTE_ORDERS_H
#define REDIST_EXECUTE_ORDERS_H

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
 * Errors: RD_ERROR_REFUSED for computations, packets, free order, transfers as held, protocols,
 * shared links that are kept to, a bus, messages of 2^31 bytes or more, and above the two limits.
 * O(transfers). */
bool rd_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                     struct rd_error *reterr);

/* The orders of a plan that was checked, from the arena.
 * In: padding_bytes, of each message besides its items.
 * O(transfers + hosts * kinds). */
const char *rd_orders_text(const struct rd_instance *instance, const struct rd_plan *plan,
                           uint64_t padding_bytes, struct rd_arena *arena);

#endif
