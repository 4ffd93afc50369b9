/* Networks in which many pairs of hosts reach each other over the same links: hosts are grouped
 * about hubs, and what is shared is drawn once. */
#pragma once

#include "map.h"

/* A shared link that all messages from or to one host use, and no others. */
struct rd_map_own_link {
    uint32_t host; /* RD_MAP_NONE: it is no such link */
    bool leaves, enters;
};

/* Hosts that share nothing among each other but links of their own. */
struct rd_map_hub_groups {
    uint32_t *group_of; /* [hosts], numbered by their first hosts */
    uint32_t group_count;
    struct rd_map_own_link *own; /* [shared links], or NULL */
};

/* The groups of a network with hubs: a switch, a bus, and a graph in which hosts reach at least
 * three quarters of all, or of whose links three pairs share one. Returns: NULL for another one,
 * whose links are drawn one by one. Cost: O(links + uses). */
struct rd_map_hub_groups *rd_map_find_hub_groups(const struct rd_instance *instance,
                                                 struct rd_arena *arena);

/* Adds hubs and buses to a map of places, and the lines. Cost: O(links + uses + groups^2). */
void rd_map_add_hubs(struct rd_map *map, const struct rd_map_hub_groups *groups,
                     struct rd_arena *arena);
