/* Price bounds of random networks, climbed as high as random steps lead. */
#ifndef REDIST_TESTS_NETWORK_PRICE_CLIMB_H
#define REDIST_TESTS_NETWORK_PRICE_CLIMB_H

#include "price_bound.h"

#include "sim/base/arena.h"
#include "sim/base/rng.h"

/* Draws any network, with ports by host or alike; in half of the cases all its costs are even.
 * Returns: has anything to be done? */
bool price_draw(struct rd_rng *rng, struct rd_arena *scratch, struct small_network *network,
                int *ret_optimum_s);

/* Climbs from the prices for some steps: each change is kept unless the bound falls.
 * In: proved_s: idle times of ports count where they are at most that; -1 for none. */
struct price_bound price_climb(struct rd_rng *rng, const struct small_network *network,
                               enum price_rule rule, int proved_s, struct prices *prices);

/* num / tot, rounded up to a multiple of the grid, and at least 0. */
long rounded_up_s(struct price_bound bound, int grid);

#endif
