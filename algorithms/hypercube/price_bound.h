/* Lower bounds on hypercubes whose links, ports or goals are not those of the paper: by prices. */
#pragma once

#include "algorithms/algorithm.h"

/* The port bound with its certificate (rd_network_bound), where the network is small enough for it;
 * above, prices that need no search, on hypercubes: with c_i the least cost of a link of dimension
 * i, e_i the items that must leave one of its halves and k_v the ports of host v, T is at least
 *   sum of c_i e_i over i, over the sum of k_v: a crossing keeps a send port busy for c_i or more;
 *   c_i ceil(e_i / (p/2)): as many links join the halves;
 *   ceil(e_v / k_v) times the least cost of host v's links, where e_v must leave or enter v.
 * e_i = ceil(max(0, delta_i - slack) / 2) for the goal balance, by what halves may hold in the end.
 * For struct rd_algorithm; goals after and balance; one, several or all ports. It holds for every
 * schedule: latencies are left out above that size. Errors: as rd_network_bound on other shapes.
 * Cost: that of the port bound, or O(p d kinds). */
bool rd_cube_price_bound(RD_BOUND_PARAMETERS);
