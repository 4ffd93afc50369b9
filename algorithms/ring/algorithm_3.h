/* The steps of Algorithm 3 of Renard, Robert, Vivien (2004), as printed.
 *
 *     k-1 <--- [ k .. l ] ---> l+1       in each step a slice with most to give sends one item out
 *     k-1 ---> [ k .. l ] <--- l+1       at both ends, one with most to get takes one at both ends
 *
 * delta_max is Lemma 6 in steps for the unbalance that is left. Each step makes it fall by one:
 * slices whose half unbalance is delta_max act as drawn; hosts with that unbalance of their own and
 * nothing to do yet send, or receive, forward; in the last step hosts with none pass on. */
#ifndef REDIST_ALGORITHMS_RING_ALGORITHM_3_H
#define REDIST_ALGORITHMS_RING_ALGORITHM_3_H

#include "ring.h"

struct rd_algorithm_3 {
    struct rd_ring ring; /* what is left to give */
    int64_t delta_max;   /* steps left */
    int64_t *delta;      /* [host_count] of the ring */
    int64_t *sum;        /* [host_count] of the ring */
    bool *forward;       /* [host_count] does an item cross edge x from x to x+1 in this step? */
    bool *backward;      /* [host_count] from x+1 to x? */
};

/* Opens the steps of an instance that rd_ring_two_way_equal_accepts; arrays from the arena.
 * Errors: RD_ERROR_REFUSED where there are too many steps to plan them one by one. Cost: O(n). */
bool rd_algorithm_3_open(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_algorithm_3 *ret_steps, struct rd_error *reterr);

/* Decides who sends in the next step, and counts it off what is left to give.
 * Returns: false if nothing is left. Cost: O(n). Source: lines 2-30. */
bool rd_algorithm_3_step(struct rd_algorithm_3 *steps);

#endif
