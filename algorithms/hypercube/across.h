/* Balancing across a dimension (Plaxton 1989): pairs of neighbours exchange counts, and the one
 * with more sends half of the difference. All algorithms of the Balance family consist of this
 * step. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_ACROSS_H
#define REDIST_ALGORITHMS_HYPERCUBE_ACROSS_H

#include "sim/lockstep/lockstep_network.h"

/* Every processor balances all its kinds with its partner. First they send each other their counts,
 * one step a kind; then of each kind the one that holds more sends half of the difference, rounded
 * down, and so keeps the odd token. Both directions run at once: a pair takes as many steps as the
 * one of the two that sends more takes.
 * In: partner [hosts], a pairing of neighbours. Token steps continue until no processor has
 * anything left to send, and for at least `reserved_steps`, which must be enough if it is not 0.
 * Returns: the token steps. Cost: O(hosts * kinds + tokens sent). Source: Plaxton (1989), 2.3. */
uint32_t rd_balance_across(struct rd_lockstep_network *network, const uint32_t *partner,
                           uint32_t reserved_steps, struct rd_arena *scratch);

/* What one processor still has to send, and to whom. */
struct rd_delivery {
    uint32_t from;
    uint32_t to;
    uint32_t kind; /* the lowest of which something is left */
    int64_t *owed; /* [kinds] */
};

/* Runs errands to their end, a token a step each, kind by kind.
 * In: errand [count], by `from`, one each; changed. Returns: the steps.
 * Cost: O(count * kinds + tokens). */
uint32_t rd_deliver(struct rd_lockstep_network *network, struct rd_delivery *delivery,
                    uint32_t count);

#endif
