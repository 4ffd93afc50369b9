/* What a bound says it rests on, held against the instance. */
#ifndef REDIST_TESTS_ALGORITHMS_CONTRACT_BOUND_BOTTLENECK_H
#define REDIST_TESTS_ALGORITHMS_CONTRACT_BOUND_BOTTLENECK_H

#include "sim/model/bound.h"

/* What the bound's witness has to do at least, counted from the instance alone:
 *   ring, ports        the busiest of them, under the best net flow
 *   ring, slice        its surplus, through its end or split best between its two ends
 *   cube, port         what its host holds above what any final state lets it keep, or lacks
 *   switch, port       all but what its host keeps, or all that it lacks, of the best kind
 * Returns: NAN where nothing is counted: other witnesses, links with latency, other shapes, rings
 * round which more than 10,000 net flows are possible. Cost: O(hosts + flows). */
double witness_load_s(const struct rd_instance *instance, const struct rd_bound *bound);

#endif
