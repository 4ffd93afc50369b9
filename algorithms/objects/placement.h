/* Where objects are while a rebalancing is looked for, and what that makes of hosts. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/placed_objects.h"
#include "sim/model/topology.h"

/* Tolerances are whole numbers of millionths, so that limits of bytes are exact. */
#define RD_TOLERANCE_WHOLE INT64_C(1000000)

/* A host v is to hold weight_v / (sum of weights) of all bytes, up to the tolerance, and no two
 * objects of a group lie in one rack. */
struct rd_rebalance_case {
    const struct rd_placed_objects *placed;
    const struct rd_topology *links; /* an object moves over one link; NULL: between any two */
    int64_t tolerance;               /* in millionths of what a host is to hold: 0 to 1e6 */
};

/* What does not change. */
struct rd_placement_rules {
    const struct rd_placed_objects *placed;
    const struct rd_topology *links; /* or NULL */
    int64_t *low, *high;             /* [host_count] */
    int64_t *room;                   /* [host_count] the most that a host ever holds */
    uint32_t *first, *member;        /* members of group g: member[first[g]..first[g + 1]] */
};

struct rd_placement {
    const struct rd_placement_rules *rules;
    uint32_t *host; /* [count] */
    int64_t *load;  /* [host_count] */
    int64_t outside_bytes, moved_bytes;
};

/* From the arena. O(objects + hosts). */
struct rd_placement_rules rd_placement_rules_of(const struct rd_rebalance_case *of,
                                                struct rd_arena *arena);

/* All objects where they are at the start. O(objects + hosts). */
struct rd_placement rd_placement_open(const struct rd_placement_rules *rules,
                                      struct rd_arena *arena);
void rd_placement_reset(struct rd_placement *placement);

/* Copies one placement into another of the same rules. O(objects + hosts). */
void rd_placement_copy(struct rd_placement *to, const struct rd_placement *from);

/* How many bytes a host with such a load is outside of the tolerance. O(1). */
static inline int64_t rd_bytes_outside(const struct rd_placement_rules *rules, uint32_t host,
                                       int64_t load)
{
    return (load > rules->high[host] ? load - rules->high[host] : 0) +
           (load < rules->low[host] ? rules->low[host] - load : 0);
}

/* Lies no other of its group, but for `apart`, in the rack of a host, and does a link lead there
 * from where the object was at the start? O(members of its group). */
bool rd_placement_allows(const struct rd_placement *placement, uint32_t object, uint32_t host,
                         uint32_t apart);

/* Do two hosts lie in one rack, or are they the same? O(1). */
bool rd_same_rack(const struct rd_placed_objects *placed, uint32_t a, uint32_t b);

/* Moves an object. O(1). */
void rd_placement_move(struct rd_placement *placement, uint32_t object, uint32_t host);

/* Fewer bytes outside, or as few and fewer moved? */
bool rd_placement_is_better(const struct rd_placement *a, const struct rd_placement *b);
