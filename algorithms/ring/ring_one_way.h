/* What the one-way algorithms share: Algorithm 1 is Algorithm 2 on equal links, and Theorem 2 as
 * printed claims something of Algorithm 2's plan. */
#ifndef REDIST_ALGORITHMS_RING_RING_ONE_WAY_H
#define REDIST_ALGORITHMS_RING_RING_ONE_WAY_H

#include "algorithms/algorithm.h"

/* Algorithm 2's plan; see ring_one_way.c. In: a ring with goal RD_REACH and one kind.
 * Returns: true, always. Cost: O(n). */
bool rd_ring_one_way_plan(const struct rd_instance *instance, const struct rd_options *options,
                          struct rd_arena *arena, struct rd_arena *scratch,
                          struct rd_plan *ret_plan, struct rd_error *reterr);

/* Theorem 2's hypotheses. Errors: RD_ERROR_REFUSED. Cost: O(n). */
bool rd_ring_one_way_accepts(const struct rd_instance *instance, const struct rd_options *options,
                             struct rd_error *reterr);

#endif
