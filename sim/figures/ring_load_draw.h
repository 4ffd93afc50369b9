/* Random instances of ring load distribution, as the paper's experiments draw them. */
#ifndef REDIST_FIGURES_RING_LOAD_DRAW_H
#define REDIST_FIGURES_RING_LOAD_DRAW_H

#include "algorithms/ring_load_distribution/schedule.h"
#include "sim/base/rng.h"

/* Loads uniform on 0..most, drawn again as a whole until the hosts divide them.
 * In: load and linear [n], filled. Cost: O(n^2) expected. */
struct rd_ring_loads rd_draw_ring_loads(struct rd_rng *rng, uint32_t n, int64_t most, int64_t *load,
                                        int64_t *linear);

/* Why published values are not ours. */
extern const char *const rd_ring_load_differs;

#endif
