/* What an instance is where links of its platform are slower: costs, and whether messages then slow
 * each other down. */
#pragma once

#include "worst_case.h"

#include "sim/model/shared_links.h"

/* The same instance with some links slow. In: an instance whose links cost what its platform says;
 * share [slower->count], from 0, not slow, to 1, as slow as it may get. Returns: the instance, with
 * costs from the arena. Cost: O(links on routes). */
struct rd_instance rd_slow_instance(const struct rd_instance *instance,
                                    const struct rd_slower_links *slower, const double *share,
                                    struct rd_arena *arena);

/* May messages of an instance slow each other down on a link of the platform that is slower? Idea:
 * of one port each host has at most one message on it out, and one in, each as fast as its route.
 * Where neither all senders nor all receivers fit, they may. It does not matter which others are
 * slow: that takes no more of the link. In: routes, of nominal bandwidths; slower
 * [routes->count], how many times as slow each is. Returns: true also where a link that does not
 * share its bandwidth (FATPIPE) would be asked for more. Scratch is rewound. Cost: O(links on
 * routes) for each slower link. */
bool rd_slow_links_share(const struct rd_instance *instance, const struct rd_shared_links *routes,
                         const double *slower, struct rd_arena *scratch);

/* The same of all that may be slower, each as slow as it may get. */
bool rd_slower_links_share(const struct rd_instance *instance, const struct rd_slower_links *slower,
                           struct rd_arena *scratch);

/* They as resources of a plan's network: [slower->count], from the arena. */
struct rd_slow_link *rd_slow_resources(const struct rd_slower_links *slower,
                                       struct rd_arena *arena);
