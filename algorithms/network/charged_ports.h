/* What ports take where links have latency and messages may have any number of items: a fixed
 * charge for each link that must be used, for all schedules. Goal after only.
 *
 * Forced items. If an edge is the only one between two parts of a network (each edge of a star, a
 * line or a tree is), what one part has too much crosses it; on a one-way ring each link carries
 * what the sums of surpluses are above the least. A host sends at least its surplus and
 * what it is forced to receive. f items over links with costs l + c f, some of them over given
 * links, take a port no less than if all others take one link: the cost is concave.
 *
 * Head and tail. No item leaves a host before it can be there, over the shortest way by l + c from
 * one that holds some at the start; E items more than the host holds leave after the first one
 * came. Time reversed, the same holds of ways to hosts that may keep items.
 *
 * Neighbours. What a host gets comes from what its neighbours hold at the start, and then from as
 * many of them as hold so much together, a latency each; or some neighbour gets items first, and
 * then sends. Time reversed the same.
 *
 * Hubs. What N items take through a host that holds none at the start and keeps none, all links as
 * quick as its quickest: the least over r of (r + 1) l + c (N + ceil(N / r)).
 *
 * Spreading. In less time than the quickest message takes, m, each host's port can receive k
 * messages. So the hosts that hold something are at most k + 1 times those that do so m later, or
 * may keep items: from p hosts to q takes m times the logarithm of p / q at least, rounded up; and
 * from q to p, time reversed. */
#ifndef REDIST_ALGORITHMS_NETWORK_CHARGED_PORTS_H
#define REDIST_ALGORITHMS_NETWORK_CHARGED_PORTS_H

#include "port_problem.h"

enum rd_charged_reason {
    RD_CHARGED_LINKS,
    RD_CHARGED_EXCESS,
    RD_CHARGED_NEIGHBOURS,
    RD_CHARGED_HUB,
    RD_CHARGED_SPREAD
};

struct rd_charged_ports {
    int64_t ticks; /* no schedule ends before; 0 if nothing shows more */
    enum rd_charged_reason reason;
    uint32_t host; /* whose port it is; not of RD_CHARGED_SPREAD */
    bool receives;
    int64_t items; /* that have to pass the port; of RD_CHARGED_SPREAD 0 */
};

/* In: a problem whose goal is after. Scratch is rewound.
 * Cost: O((links log links + hosts) kinds), and O(sqrt(items)) a hub. */
struct rd_charged_ports rd_charged_ports_find(const struct rd_port_problem *problem,
                                              struct rd_arena *scratch);

#endif
