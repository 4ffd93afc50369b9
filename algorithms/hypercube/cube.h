/* What the algorithms of the hypercube and the shuffle-exchange share: their hypotheses and the
 * length of a step. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_CUBE_H
#define REDIST_ALGORITHMS_HYPERCUBE_CUBE_H

#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"

#include <stdbool.h>
#include <stdint.h>

/* What `accepts` asks (algorithm.h): links of equal cost, without which steps are not equally long.
 * Errors: RD_ERROR_REFUSED, naming two links. O(links). */
bool rd_cube_accepts(const struct rd_instance *instance, const struct rd_options *options,
                     struct rd_error *reterr);

/* The same, and one kind only. Errors: RD_ERROR_REFUSED. O(links). */
bool rd_cube_accepts_one_kind(const struct rd_instance *instance, const struct rd_options *options,
                              struct rd_error *reterr);

/* How long a step lasts on links of equal cost: the longer of a message of one item and a control
 * word. Latency 1 s and no size cost make a step 1 s. O(1). */
double rd_cube_step_s(const struct rd_instance *instance);

/* The largest load of one host, and all of one kind: the paper's m and n. O(hosts). */
int64_t rd_cube_largest_load(const struct rd_instance *instance, uint32_t kind);
int64_t rd_cube_item_count(const struct rd_instance *instance, uint32_t kind);

#endif
