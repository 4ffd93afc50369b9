/* The fewest bytes that a rebalancing within the tolerance moves at least. */
#pragma once

#include "placement.h"

/* What a bound of the bytes that move is shown by. */
enum rd_rebalance_reason {
    RD_MUST_LEAVE,  /* of each host that holds too much, the least sum of objects that will do */
    RD_MUST_ARRIVE, /* at each host that holds too little, likewise of all others' objects */
    RD_MUST_PART    /* of each group, all but the largest in each rack */
};

/* No placement within the tolerance, with its groups apart, moves fewer bytes. */
struct rd_rebalance_bound {
    int64_t bytes;
    enum rd_rebalance_reason reason;
    int64_t *need;  /* [host_count] bytes that must leave or arrive; NULL for RD_MUST_PART */
    int64_t *least; /* [host_count] bytes of whole objects that it takes at least; likewise */
};

/* An object moves once, so what leaves a host are objects of its own, and what arrives are others'.
 * Of each host that holds too much, whole objects leave that sum to the excess at least: the least
 * such sum; likewise of those that arrive where too little is. The sum over hosts of either is a
 * bound; so is what must leave a rack that holds several of one group. The greatest counts.
 * Least sums are exact up to 2e6 times the greatest common divisor of the objects, and as long as
 * the work of all hosts lasts; beyond that the excess itself, up to a multiple of the divisor.
 * Arrays from the arena. Cost: O(objects + hosts), up to 1e9 steps on words of sums.
 * Source: our own. */
struct rd_rebalance_bound rd_rebalance_bound_find(const struct rd_placement_rules *rules,
                                                  struct rd_arena *arena, struct rd_arena *scratch);

/* The bytes of a group that must leave racks: all but its largest object in each. O(members^2). */
int64_t rd_bytes_to_part(const struct rd_placement_rules *rules, uint32_t group);
