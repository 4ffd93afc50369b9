/* Balancing across a dimension (Plaxton 1989): pairs of neighbours exchange counts, and the one
 * with more sends half of the difference. All algorithms of the Balance family consist of this
 * step. */
#pragma once

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

/* The same across a dimension of the hypercube, or edge 0 of the shuffle-exchange. */
uint32_t rd_balance_across_dimension(struct rd_lockstep_network *network, uint32_t dimension,
                                     uint32_t reserved_steps, struct rd_arena *scratch);

/* Everybody sends what it owes to one neighbour, a token a step, kind by kind.
 * In: to [hosts]; owed [hosts * kinds], changed. Returns: the steps.
 * Cost: O(hosts * kinds + tokens). */
uint32_t rd_deliver_owed(struct rd_lockstep_network *network, const uint32_t *to, int64_t *owed,
                         struct rd_arena *scratch);
