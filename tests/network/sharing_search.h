/* The time of a short schedule of a small network, in which messages may be under way side by side
 * on links that they share, each at its part of them. It knows what a plan means and nothing else:
 * no bound, no flow, no price. */
#ifndef REDIST_TESTS_NETWORK_SHARING_SEARCH_H
#define REDIST_TESTS_NETWORK_SHARING_SEARCH_H

#include "shared_network.h"

/* How far the search came. */
struct sharing_search {
    bool found;     /* a schedule of seconds; else the states ran out */
    double seconds; /* of all schedules that are looked at none takes less, to 1e-9 s */
};

/* Looks at all schedules that start messages, of any number of items, and computations at date 0
 * and when a message or a computation ends, in order of the least time that they can take.
 * Rates: a message moves nothing in its latency. Then all rates rise together, each by its weight
 * (1 / latency; 1 without one), until it is its link's own, or something that is shared is full.
 * What is found is a legal time, and where nothing is shared the optimum. With shared links there
 * may be a shorter schedule that starts something at another date.
 * In: at most state_limit states. */
struct sharing_search sharing_search(const struct shared_network *network, size_t state_limit,
                                     struct rd_arena *scratch);

#endif
