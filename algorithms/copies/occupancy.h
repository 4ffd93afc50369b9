/* Which ports, links and shared links messages occupy at a date, while schedules are made. */
#pragma once

#include "algorithms/multicast/multicast.h"

struct rd_occupancy {
    const struct rd_multicast *multicast;
    uint32_t *sending, *receiving; /* [hosts] messages under way */
    bool *busy;                    /* [links] */
    int64_t *room;                 /* [shared links] that is left */
    uint32_t under_way;            /* messages in all */
};

/* Nothing is under way. O(hosts + links), from the arena. */
struct rd_occupancy rd_occupancy_open(const struct rd_multicast *multicast, struct rd_arena *arena);

/* Is everything free that a message on a link needs? O(shared links on its way). */
bool rd_occupancy_is_free(const struct rd_occupancy *occupancy, uint32_t link);

/* A message starts, or ends. The same cost. */
void rd_occupancy_start(struct rd_occupancy *occupancy, uint32_t link);
void rd_occupancy_end(struct rd_occupancy *occupancy, uint32_t link);
