/* What hosts may end with, by the instance's goal, and the least time that one host alone needs. */
#pragma once

#include "network.h"

/* Of each host and kind, the least and the most items that it may end with. For the goal finish it
 * is what the host computes. A plan that ends within them reaches the goal. */
struct rd_network_goal {
    const int64_t *least; /* [host_count * kind_count], host-major */
    const int64_t *most;
    bool computes; /* the goal is finish, and computing takes time */
};

/* The ranges of an instance: after, just the wanted loads; balance, a window as wide as the error
 * lets it, there where the busiest host has least to do; finish, anything, but nothing on a star's
 * master.
 * In: an instance with one of these goals. Cost: O(hosts * kinds log items). */
struct rd_network_goal rd_network_goal_of(const struct rd_network *network, struct rd_arena *arena);

/* The same with the balance's windows moved by `shift`, as far as there are windows. */
struct rd_network_goal rd_network_goal_shifted(const struct rd_network *network, int64_t shift,
                                               struct rd_arena *arena);

/* What an item more takes at the least at each host's ports, shared by all of them:
 * [size_count][host_count] each, 0 where a host has no link. O(links * sizes). */
void rd_network_least_costs(const struct rd_network *network, double *ret_out_s, double *ret_in_s);

/* The time of the busiest host, if it moves what its range asks for over its cheapest links, and of
 * the processors, if they share all items. It is a lower bound where the ranges leave no choice,
 * and a measure of time elsewhere. Cost: O(links + hosts * kinds). */
double rd_network_host_s(const struct rd_network *network, const struct rd_network_goal *goal,
                         struct rd_arena *scratch);
