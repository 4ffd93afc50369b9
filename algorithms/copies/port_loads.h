/* What each port has to send, or to receive, of copies and of counted kinds beside them. */
#pragma once

#include "multicast.h"

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
