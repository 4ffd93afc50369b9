/* The lower bound of two-way rings with any costs. */
#ifndef REDIST_ALGORITHMS_RING_TWO_WAY_BOUND_H
#define REDIST_ALGORITHMS_RING_TWO_WAY_BOUND_H

#include "sim/model/bound.h"
#include "sim/model/instance.h"

/* System 6, which is at least Lemma 12 and at most twice that: the name is "Lemma 12" where the two
 * are equal. `why` says, with this instance's numbers, the slice or host of Lemma 12, or the one or
 * two ports that rule out every flow of less time.
 * reached: some optimal flow is light (Lemma 9); it is false where no theorem tells, also if some
 * schedule does take just that.
 * In: a two-way ring with goal RD_REACH; hosts may hold or want nothing.
 * Errors: as rd_net_flow_accepts.
 * Source: System 6, Lemmas 9 and 12; docs/ring_two_way.md. Cost: O(n log(items)). */
bool rd_ring_two_way_bound(const struct rd_instance *instance, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_bound *ret_bound,
                           struct rd_error *reterr);

#endif
