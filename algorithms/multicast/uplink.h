/* How much can leave a host over links that its routes share, and how fast an item's holders then
 * become more: a host may send any number of copies at a time, and yet no more than these links
 * carry. docs/development/proofs.md, "First copy", says what follows. */
#pragma once

#include "multicast.h"

struct rd_uplinks {
    const double *leaves; /* [hosts] items of size 1 a second that can leave a host, at most */
    double latency_s;     /* the least */
    const double *date_s; /* [lengths], of holders */
};

/* Returns: false where items take no time. Cost: O(uses of a host's routes) for each shared link of
 * them, and O(hosts^2) for each size. */
bool rd_uplinks_find(const struct rd_multicast *multicast, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_uplinks *ret_uplinks);

/* How long it takes at least, from the end of an item's first copy, until it has so many holders,
 * its one old holder having begun no other copy before. In: which of the lengths the item has.
 * O(1). */
double rd_uplinks_rest_s(const struct rd_uplinks *uplinks, uint32_t length, uint32_t holders);
