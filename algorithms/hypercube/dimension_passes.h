/* The sweeps of the Balance family: balance across every dimension once, in an order that differs
 * from algorithm to algorithm. Each kind ends with at most d between the most and the least that a
 * processor holds (Lemma 2.3). All run as lock-step programs: what a processor does follows from
 * its own load and its inboxes. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_DIMENSION_PASSES_H
#define REDIST_ALGORITHMS_HYPERCUBE_DIMENSION_PASSES_H

#include "sim/lockstep/lockstep_network.h"

/* When does a level end, so that all go on together? */
enum rd_termination {
    RD_TERMINATION_IDEAL,   /* with its last token, as if a bell rang */
    RD_TERMINATION_RESERVED /* after as many steps as the largest load m can need, which an
                               all-reduce tells everybody first (d steps). One kind only */
};

/* Dimension order: across dimension 0, then 1, .., d - 1.
 * Cost: d steps a kind for the counts; across dimension i the token steps of the worst pair, at
 * most floor(m/2) of one kind. Hypercube. */
void rd_cube_pass_ascending(struct rd_lockstep_network *network, enum rd_termination termination,
                            struct rd_arena *scratch);

/* Balance, and MultiBalance with several kinds. Down: every subcube of dimension l = d, .., 1 finds
 * its dimension of least discrepancy and splits across it. Up: every subcube of dimension
 * l = 1, .., d balances across the dimension that it chose.
 * Discrepancy across a dimension: the tokens on its 1 side less those on its 0 side, in absolute
 * value, summed over the kinds, of the loads at the start of the sweep, times what an item costs
 * across it (rd_cube_dimension_costs); the lowest dimension on ties.
 * Cost: sum over l of min(l w, 2 H(l, w)) steps for discrepancies, w = l * kinds; d steps a kind
 * for counts; at level l, for one kind, at most floor(m C(l-1, floor((l-1)/2)) / 2^l + l - 1) token
 * steps. Hypercube. Source: Algorithms Balance and MultiBalance. */
void rd_cube_pass_adaptive(struct rd_lockstep_network *network, enum rd_termination termination,
                           struct rd_arena *scratch);

/* Dimension order on the shuffle-exchange: across the exchange edge d times, with a simulated
 * unshuffle between. An unshuffle moves no more than it must: u passes on to Unshuffle(u) what it
 * holds above the least of its cycle, so that Unshuffle(u) then holds as many of each kind as u
 * did. What virtual processor v would hold ends at Shuffle(v).
 * Cost: d steps a kind for counts; (d-1)^2 steps a kind to find the least of the cycles; the token
 * steps. Shuffle-exchange. Source: 3.3, whose words leave the constant of the cycle open. */
void rd_shuffle_pass(struct rd_lockstep_network *network, struct rd_arena *scratch);

#endif
