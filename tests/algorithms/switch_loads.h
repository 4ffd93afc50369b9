/* Random loads for redistribution behind a switch: a kind a host. */
#ifndef REDIST_TESTS_ALGORITHMS_SWITCH_LOADS_H
#define REDIST_TESTS_ALGORITHMS_SWITCH_LOADS_H

#include "sim/base/rng.h"

/* Few or many items, few or many pairs that hold any, hosts and kinds that are empty, kinds that
 * nearly lie somewhere. In: load [hosts * hosts] to fill. */
void draw_switch_loads(struct rd_rng *rng, uint32_t hosts, int64_t *load);

#endif
