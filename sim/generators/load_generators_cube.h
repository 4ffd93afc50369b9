/* The instances of the hypercube paper, for hypercubes and shuffle-exchanges of p = 2^d hosts: the
 * lines that they add to the table of registry.c. */
#pragma once

#include "load_generators.h"

/* One kind: a Hamming ball that is full, the worst for ascending dimensions, a fixed point of
 * balancing pairs, and two cuts with few edges. Several kinds: one that a hypercube can hardly
 * sort, and one at random. */
extern const struct rd_load_generator rd_hamming_ball_loads;
extern const struct rd_load_generator rd_subcube_loads;
extern const struct rd_load_generator rd_ladder_loads;
extern const struct rd_load_generator rd_popcount_loads;
extern const struct rd_load_generator rd_half_plane_loads;
extern const struct rd_load_generator rd_weight_cut_loads;
extern const struct rd_load_generator rd_majority_field_loads;
extern const struct rd_load_generator rd_random_multi_loads;

/* Is Im sum_k v_k e^{2 pi i k/d} above 0, v_k the bits of the host? Shuffling turns the sum by 1/d
 * of a circle, so that few shuffles cross the line. O(d). */
bool rd_in_half_plane(uint32_t host, uint32_t dimension_count);
