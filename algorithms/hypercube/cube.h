/* What the algorithms of the hypercube and the shuffle-exchange share: a hypothesis, the length of
 * a step, and what dimensions cost. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_CUBE_H
#define REDIST_ALGORITHMS_HYPERCUBE_CUBE_H

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"

#include <stdbool.h>
#include <stdint.h>

/* What `accepts` asks (algorithm.h): one kind only. Errors: RD_ERROR_REFUSED. O(1). */
bool rd_cube_accepts_one_kind(const struct rd_instance *instance, const struct rd_options *options,
                              struct rd_error *reterr);

/* The least time of a step: the longer of a message of one item and a control word, on the link
 * where that is least. Where links are equal, all steps last so long; else a step lasts as long as
 * its longest message, and an idle one this long. Latency 1 s and no size cost make a step 1 s.
 * O(1) where links are equal, else O(links). */
double rd_cube_step_s(const struct rd_instance *instance);

/* What an item costs across each dimension of a hypercube, the mean of its links; 1 everywhere if
 * items cost nothing. Returns: [d], from the arena. O(links). */
double *rd_cube_dimension_costs(const struct rd_instance *instance, struct rd_arena *arena);

/* The largest load of one host, and all of one kind: the paper's m and n. O(hosts). */
int64_t rd_cube_largest_load(const struct rd_instance *instance, uint32_t kind);
int64_t rd_cube_item_count(const struct rd_instance *instance, uint32_t kind);

#endif
