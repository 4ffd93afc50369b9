/* The best relabellings, and what proves them. */
#pragma once

#include "switch.h"

/* The best relabelling of a claim, with its certificate but for the words.
 * Idea: the volume is a sum over pairs of a host and a kind, so its least value is an assignment;
 * the steps are a maximum, so their fewest is a bottleneck assignment. Of the relabellings of least
 * volume exactly those are perfect matchings of the pairs that the duals make tight, and a
 * bottleneck assignment among these has the fewest steps. Of the relabellings of fewest steps T
 * those are perfect matchings of the pairs of at most T, and an assignment among them has the least
 * volume. Ties are broken by the kernels' written order.
 * Where few pairs hold anything the sparse kernels are taken, else the dense ones: the values are
 * the same.
 * In: an instance that rd_switch_accepts took. Arrays of the result from the arena.
 * Cost: that of the kernels: dense O(n^3) at the worst and a few passes over n^2 as a rule.
 * Source: Herrmann et al., Algorithms 1 and 2. */
struct rd_certificate rd_switch_relabel(const struct rd_switch *of, enum rd_claim claim,
                                        struct rd_arena *arena, struct rd_arena *scratch);

/* The same by the kernels that the caller names: sparse ones only where hosts have equally many
 * ports, so that steps of hosts and of kinds can be compared. */
struct rd_certificate rd_switch_relabel_with(const struct rd_switch *of, enum rd_claim claim,
                                             bool sparse, struct rd_arena *arena,
                                             struct rd_arena *scratch);

/* The canonical relabelling after greedy swaps.
 * Idea: of all pairs i < j with a gain q_ij + q_ji - q_ii - q_jj above 0, by falling gain and then
 * by (i, j), a pair swaps its kinds if neither host has swapped.
 * Returns: [n] the host of each kind, from the arena.
 * Cost: O(E log E) for E pairs of a host and a kind that it holds.
 * Source: the idea of COSTA's relabelling, with ties in a written order. */
uint32_t *rd_switch_greedy_swaps(const struct rd_switch *of, struct rd_arena *arena,
                                 struct rd_arena *scratch);

/* Plans a relabelling that is the best of its claim, with its certificate.
 * Errors: as rd_switch_schedule. */
bool rd_switch_plan_best(const struct rd_instance *instance, enum rd_claim claim,
                         const struct rd_options *options, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *ret_plan,
                         struct rd_error *reterr);

/* Plans any relabelling. In: host_of_kind [n]. Errors: as rd_switch_schedule. */
bool rd_switch_plan_any(const struct rd_switch *of, const uint32_t *host_of_kind,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan,
                        struct rd_error *reterr);
