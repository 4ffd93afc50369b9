/* What Algorithm 3 as printed and repaired share: the hypotheses. */
#ifndef REDIST_ALGORITHMS_RING_RING_TWO_WAY_EQUAL_H
#define REDIST_ALGORITHMS_RING_RING_TWO_WAY_EQUAL_H

#include "algorithms/algorithm.h"

/* Equal links, one kind, at least one item everywhere before and after.
 * Errors: RD_ERROR_REFUSED. Cost: O(n). Source: Theorem 3. */
bool rd_ring_two_way_equal_accepts(const struct rd_instance *instance,
                                   const struct rd_options *options, struct rd_error *reterr);

#endif
