/* Instances for the contract test, one generator per shape and way of using it: one line of the
 * table in instances.c is one generator. */
#ifndef REDIST_TESTS_ALGORITHMS_CONTRACT_INSTANCES_H
#define REDIST_TESTS_ALGORITHMS_CONTRACT_INSTANCES_H

#include "laws.h"

#include "sim/base/rng.h"

struct instance_generator {
    const char *name;
    law_turn *turn; /* NULL if the shape has no map onto itself */

    /* Checks the laws on every instance of up to 5 hosts and a few items. The generator is for what
     * is not enumerated, such as costs. */
    void (*exhaust)(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng);

    /* Checks the laws on one random instance of up to 256 hosts. */
    void (*draw)(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng);
};

extern const struct instance_generator *const instance_generators[]; /* ends with NULL */

/* Counts on: digits [count], each from 0 to `most`, the last one fastest. Returns: false once all
 * combinations have been through and the digits are 0 again. */
bool next_digits(int64_t *digits, uint32_t count, int64_t most);

int64_t digit_sum(const int64_t *digits, uint32_t count);

/* Adds `items` in random shares to the amounts 0, stride, 2 * stride, .. [count]. */
void scatter(struct rd_rng *rng, int64_t *amounts, uint32_t count, uint32_t stride, int64_t items);

/* Costs of all links: equal, whole seconds an item, with latency, or real numbers, by `pattern`
 * modulo COST_PATTERNS; 0 is equal links of 1 s an item. */
enum { COST_PATTERNS = 4 };
void draw_costs(struct rd_rng *rng, const struct rd_topology *topology, uint64_t pattern,
                struct rd_link_cost *cost);

#endif
