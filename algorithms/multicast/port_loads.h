/* What each port has to send, or to receive, of copies and of counted kinds beside them. */
#pragma once

#include "multicast.h"

#include "sim/model/certificates/multicast_certificate.h"

struct rd_port_loads {
    double seconds;
    uint32_t host; /* whose port it is; RD_NO_HOST: the bus, or nobody's */
    bool receives;
    double copied, moved; /* items that have to pass it */
};

/* Items of counted kinds that a host is to have and has not come to it, and those that it has and
 * is not to have leave it; so do those of named kinds that it wants, or that it alone holds and
 * another one wants, which leave it once. They pass its ports a few at a time, over the quickest
 * link at the best. In: copies of an instance that may have counted kinds. O(hosts kinds + links
 * + pieces sinks). */
struct rd_port_loads rd_port_loads_find(const struct rd_multicast *multicast,
                                        struct rd_arena *scratch);

/* Why no schedule ends sooner: the prices of that port, of its links where it has no fewer places,
 * or of the bus, with a cut for each piece and a potential for each counted kind that has to pass
 * it. It may show more, since it knows when first items can come.
 * In: what was found. Returns: NULL where items take no time on a link of the port, or there are
 * more than 2^24 pieces, or links, times hosts. From the arena. Cost: a few checks of it. */
const struct rd_multicast_certificate *rd_port_loads_certify(const struct rd_multicast *multicast,
                                                             const struct rd_port_loads *loads,
                                                             struct rd_arena *arena,
                                                             struct rd_arena *scratch,
                                                             struct rd_price_verdict *ret_verdict);
