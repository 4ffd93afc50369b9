/* Behind a switch: the shared link that all messages out of a host cross, its uplink, and the one
 * that all messages into it cross, its downlink. With several ports a host may have several
 * messages under way; its uplink carries no more for that. */
#pragma once

#include "instance.h"

struct rd_uplink {
    uint32_t shared;
    double item_s; /* how long an item's bytes keep it busy at the least, whatever their link */
    bool is_full; /* does each message fill it alone, from its start to its end? Where messages have
                     latencies, those of several pass at a time */
};

/* Finds a host's uplink; if it receives, its downlink. Of several the one that is busy longest.
 * In: a switch or a bus. Returns: false if there is none. O(hosts * shared links of a route). */
bool rd_find_uplink(const struct rd_instance *instance, uint32_t host, bool receives,
                    struct rd_uplink *ret_uplink);

/* k_i: how many messages a host sends, and receives, at a time: its ports, or the other hosts if
 * they are fewer, since a link carries one message at a time; 1 on a bus, and where a message fills
 * its uplink and its downlink. No schedule moves more than k_i items out of a host, or into it,
 * while one crosses a link; not even if messages slow each other down.
 * In: a switch or a bus. O(1), with shared links as rd_find_uplink. */
uint32_t rd_switch_width(const struct rd_instance *instance, uint32_t host);

/* Have all links that cross a shared link one sender, or one receiver? Then messages of different
 * hosts to different hosts are not in each other's way. True where no link is shared.
 * O(links * shared links of a route). */
bool rd_shares_at_ends_only(const struct rd_instance *instance);
