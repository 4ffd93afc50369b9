/* Plans of a two-way ring, flow by flow: each net flow by growing g(z), as long as g(z) is less
 * than the best plan so far. */
#ifndef REDIST_ALGORITHMS_RING_FLOW_SEARCH_H
#define REDIST_ALGORITHMS_RING_FLOW_SEARCH_H

#include "light.h"

#include "sim/model/plan.h"

/* The most items over links that are gone through one by one in all: some seconds of work. */
#define RD_FLOW_SEARCH_ITEMS INT64_C(4000000)

/* What is tried with each flow. */
struct rd_flow_search_settings {
    bool skip_plain;    /* no plain plan */
    bool blocks;        /* block schedules; every host holds an item before and after, costs > 0 */
    int64_t pass_count; /* greedy passes, the first with its priorities, the others disturbed */
    uint64_t seed;
};

/* The hypotheses of the theorems on schedules that wait: every host holds an item before and after,
 * and each link takes some time.
 * Errors: RD_ERROR_REFUSED, naming a host or a link. Cost: O(n). Source: docs/ring_theorems.md. */
bool rd_flow_search_has_theorem(const struct rd_instance *instance, const char *theorem,
                                struct rd_error *reterr);

/* Is every flow short enough to be gone through once? O(n). */
bool rd_flow_search_is_short(const struct rd_instance *instance);

/* The best plan found. What a plain plan takes (forward before backward; Lemma 9's for the best
 * light flow) is to be beaten first, and is the answer where items are too many.
 * In: an instance on which something has to move. Errors: RD_ERROR_REFUSED where items are too many
 * and the plain plan cannot be timed, or with blocks takes more than 5/4 of System 6. Cost:
 * O(RD_FLOW_SEARCH_ITEMS log n). */
bool rd_flow_search(const struct rd_instance *instance, const struct rd_two_way *ring,
                    const struct rd_flow_search_settings *settings, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr);

#endif
