/* What the algorithms of the hypercube and the shuffle-exchange share: a hypothesis, the length of
 * a step, and what dimensions cost. */
#pragma once

#include "algorithms/algorithm.h"

/* What the algorithms that balance a one-port cube in lock-step are. */
#define RD_CUBE_FAMILY                                                                             \
    .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_BALANCE), .schedules = RD_ITEM_BY_ITEM
#define RD_CUBE_BALANCER .shape = RD_HYPERCUBE, .guarantee = RD_HEURISTIC, RD_CUBE_FAMILY
#define RD_SHUFFLE_BALANCER .shape = RD_SHUFFLE_EXCHANGE, .guarantee = RD_HEURISTIC, RD_CUBE_FAMILY

/* What `accepts` asks (algorithm.h): one kind only. Errors: RD_ERROR_REFUSED. O(1). */
bool rd_cube_accepts_one_kind(RD_ACCEPTS_PARAMETERS);

/* The least time of a step: the longer of a message of one item and a control word, on the link
 * where that is least. Where links are equal, all steps last so long; else a step lasts as long as
 * its longest message, and an idle one this long. Latency 1 s and no size cost make a step 1 s.
 * O(1) where links are equal, else O(links). */
double rd_cube_step_s(const struct rd_instance *instance);

/* What an item costs across each dimension of a hypercube, the mean of its links; 1 everywhere if
 * items cost nothing. Returns: [d], from the arena. O(links). */
double *rd_cube_dimension_costs(const struct rd_instance *instance, struct rd_arena *arena);

/* The largest load of one host: the paper's m. O(hosts). */
int64_t rd_cube_largest_load(const struct rd_instance *instance, uint32_t kind);
