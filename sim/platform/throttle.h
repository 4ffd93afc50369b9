/* Limits of what hosts move, as links of their platform: all that a host sends and all that it
 * receives crosses one link of its own. */
#pragma once

#include "platform_check.h"

/* In bytes/s, of what each host sends and receives together. */
struct rd_throttles {
    const struct rd_names *host;
    const double *bytes_per_s; /* [host->count]; 0: no limit */
};

/* Puts the limits into a checked platform. A host's link is "h0_throttle", without latency, the
 * first of each route from it and the last of each to it. Of a <cluster> it is what SimGrid calls
 * the limiter. A zone of routing Cluster becomes one of shortest paths through the router in its
 * middle; in other zones of shortest paths a router stands in front of each such host, so that what
 * only passes by is not limited.
 * In: path, for messages; what rd_platform_check returned, or a generated platform.
 * Returns: the platform in its new form.
 * Errors: RD_ERROR_INPUT, of `path`: a limit of a <peer>, of a host in a <cabinet> or in a zone
 *     that has a backbone or several routers besides hosts' links, or of a host of routing Full,
 *     None or Vivaldi that is the gateway of its zone; different limits within one <cluster>; a
 *     name that the platform has already. Cost: O(bytes + hosts). */
bool rd_platform_throttle(const char *path, const struct rd_throttles *throttles,
                          struct rd_arena *arena, struct rd_platform_properties *properties,
                          struct rd_error_list *errors);

/* Is a link, as SimGrid calls it, such a limit, or one that the platform's author gave the hosts of
 * a cluster? */
bool rd_is_throttle(const char *link);
