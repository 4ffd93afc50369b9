/* What every target of a stencil needs, by counting. */
#pragma once

#include "stencil.h"

/* What some target could have at the best. */
struct rd_stencil_shape {
    uint32_t hosts_in_use;
    int64_t greatest_load;
    int64_t redistribution;      /* items moved, or the most that a host sends or receives */
    int64_t words_per_iteration; /* in all, or the most that a host sends or receives */
};

/* A bound for rings of any size.
 * Idea: say that a target uses k hosts and loads none with more than L. Host i keeps at most
 * min(l_i, L), k hosts keep anything, and what moves goes to k hosts. If k > 1, a host in use
 * sends a word at least, and two if it has two items: its items are arcs of the ring, and an arc of
 * two has two ends. And an item that moves changes the words in all by 4 at most: its own, up to 2,
 * and one for each neighbour. So if it takes H words to iterate in place, x moves leave H - 4x, and
 * with x received by each of k hosts one sends at least H/k - 4x. The least over k, L and x.
 * Returns: its seconds. Cost: O(hosts items). */
double rd_stencil_counting_bound(const struct rd_stencil *stencil, struct rd_arena *scratch,
                                 struct rd_stencil_shape *ret_shape);

/* a / b, rounded up. In: a >= 0, b > 0. */
int64_t rd_stencil_quotient_up(int64_t a, int64_t b);
