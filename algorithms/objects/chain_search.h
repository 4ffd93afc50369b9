/* Shorter plans near a plan of objects that are relayed: other ways, and other orders. */
#pragma once

#include "algorithms/multicast/multicast.h"
#include "sim/model/plan.h"

/* How long to look. */
struct rd_chain_effort {
    double bound_s;   /* no plan ends before it */
    int64_t messages; /* of all plans that are tried, links that are looked at included */
    uint64_t seed;
};

/* Tries plans near the best one so far, and keeps those that are as short: an object goes another
 * way, the shortest where links take times changed by chance; or all its messages, its first or its
 * last are listed earlier or later. Half of the objects are those that end last. Messages are
 * listed by the dates that the referee gives, and so ports may be combined, and many go a pair.
 * In: the objects as copies (sim/model/object_copies.h), read; plan, a legal one of the objects
 * that reaches the goal, and plan_s, its time. It is replaced by a shorter one, from the arena. */
void rd_search_chains(const struct rd_instance *instance, const struct rd_multicast *multicast,
                      const struct rd_chain_effort *effort, double plan_s, struct rd_arena *arena,
                      struct rd_arena *scratch, struct rd_plan *plan);
