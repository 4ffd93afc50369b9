/* Objects of which nobody says where they are to go: that is to be found
 * (algorithms/objects/rebalance.h). */
#pragma once

#include "objects.h"

/* A group, or a rack, of its own. */
#define RD_ALONE UINT32_MAX

/* The most that a host may weigh. */
#define RD_HOST_WEIGHT_LIMIT INT64_C(1000000)

struct rd_placed_objects {
    uint32_t count, host_count;
    const char *const *name; /* [count], no two alike; NULL: they are numbered */
    const int64_t *bytes;    /* [count] */
    const uint32_t *at;      /* [count] the host that holds it */
    const uint32_t *group;   /* [count] below group_count: no two of one group in one rack; or
                                RD_ALONE */
    uint32_t group_count;
    const int64_t *weight; /* [host_count] each host's share of all bytes; not all are 0 */
    const uint32_t *rack;  /* [host_count] below rack_count, or RD_ALONE */
    uint32_t rack_count;
    const int64_t *space_bytes; /* as in struct rd_objects */
};
