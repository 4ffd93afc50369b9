/* Linear equations in the weighted Laplacian of a network: sums, over a host's links, of weights
 * times differences of potentials. Solved directly where the network is long and narrow, which is
 * where methods that look at one link at a time are slow. */
#pragma once

#include "network.h"

/* Cholesky factors in an envelope. */
struct rd_laplacian;

/* Factorises the Laplacian whose weights are above 0, one for each link, and to whose diagonal some
 * numbers from 0 on are added, one for each host. Where a part of the network has none of these, a
 * potential of it is held at about 0. All memory is from the arena.
 * In: most_width: entries of the factors for each host, in the mean.
 * Returns: NULL where more were needed, in the order of Cuthill and McKee.
 * Cost: O(links log hosts + hosts width^2). */
struct rd_laplacian *rd_laplacian_factorise(const struct rd_network *network, const double *weight,
                                            const double *diagonal, uint32_t most_width,
                                            struct rd_arena *arena);

/* Solves for the potentials of hosts.
 * In: right and ret_potential [host_count * stride], of which every stride-th is looked at from the
 *     first on; they may be the same. Cost: O(hosts width). */
void rd_laplacian_solve(const struct rd_laplacian *laplacian, const double *right, size_t stride,
                        double *ret_potential);
