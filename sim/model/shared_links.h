/* Links of a platform that routes share and that messages can ask for more than they carry. A
 * directed link of the topology is a route, and uses some of them. Where messages that are under
 * way at a time take no more of any shared link than there is, none slows another one down: each
 * has the bandwidth that its route has alone. */
#pragma once

#include <stdint.h>

/* One route on one shared link. */
struct rd_shared_use {
    uint32_t shared; /* which */
    uint32_t times;  /* how often the route crosses it: SimGrid charges a message as often */
};

struct rd_shared_links {
    uint32_t count;
    const double *bandwidth_bytes_per_s; /* [count] */
    const char *const *name;             /* [count], or NULL: only for messages */
    const uint32_t *first; /* [rd_link_count + 1]: link a uses use[first[a]] .. [first[a + 1]] */
    const struct rd_shared_use *use;
};

/* What a message of a link takes of one shared link while it is under way. */
struct rd_link_share {
    uint32_t shared;
    int64_t part; /* of RD_SHARED_ROOM */
};

/* The most shared links that are known, links of a topology and uses in all, and uses of a link on
 * average: beyond, plans and bounds are made as if there were none. 2^14, 2^22 and 2^6. */
enum {
    RD_SHARED_LIMIT = 1 << 14,
    RD_SHARED_USE_LIMIT = 1 << 22,
    RD_SHARED_USES_OF_A_LINK = 1 << 6
};

/* All of a shared link, in whole parts: 2^50. */
#define RD_SHARED_ROOM (INT64_C(1) << 50)

/* What a message takes of a shared link while it is under way, in parts, rounded down: messages
 * that fill a link exactly fit, and the parts that are lost make the sum of a thousand messages
 * less than 1e-12 too small.
 * In: the bandwidth of the route, and of the shared link. O(1). */
static inline int64_t rd_shared_part(double route_bytes_per_s, uint32_t times,
                                     double shared_bytes_per_s)
{
    double part = route_bytes_per_s * times / shared_bytes_per_s * (double)RD_SHARED_ROOM;
    return part < (double)RD_SHARED_ROOM ? (int64_t)part : RD_SHARED_ROOM;
}

/* --- links that may be slower ----------------------------------------------------------------- */

/* No such link. */
#define RD_NOT_SLOWER UINT32_MAX

/* Links of a platform that may be slower than it says, each by its own factor at most. A directed
 * link of the topology is a route over some of them; its messages move as fast as the slowest. */
struct rd_slower_links {
    uint32_t count;
    const char *const *name; /* [count] "trunk", as the platform calls it */
    const double *factor;    /* [count] above 1: at most so many times as long bytes take on it */
    /* All links that routes cross, of nominal bandwidths: [routes->count] of them are a way of a
     * link that may be slower, or RD_NOT_SLOWER. */
    const struct rd_shared_links *routes;
    const uint32_t *way_of;
};
