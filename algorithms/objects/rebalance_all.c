/* Every placement of a few objects, the largest first, but for those that cannot be better. */
#include "rebalance_search.h"

#include <stdlib.h>

enum { OBJECT_LIMIT = 8 };
#define PLACEMENT_LIMIT UINT64_C(20000000)

struct all {
    struct rd_placement *placement, *best;
    const struct rd_placed_objects *placed;
    uint32_t order[OBJECT_LIMIT];
    int64_t rest[OBJECT_LIMIT + 1]; /* bytes of those that follow */
    bool found;
};

/* What is outside at least, whatever becomes of the bytes that are still to be placed: they fill
 * what lacks, and take nothing away from what is over. */
static int64_t least_outside(const struct all *all, uint32_t depth)
{
    const struct rd_placement_rules *rules = all->placement->rules;
    int64_t over = 0, lacks = 0;
    for (uint32_t host = 0; host < all->placed->host_count; host++) {
        int64_t load = all->placement->load[host];
        over += load > rules->high[host] ? load - rules->high[host] : 0;
        lacks += load < rules->low[host] ? rules->low[host] - load : 0;
    }
    return over + (lacks > all->rest[depth] ? lacks - all->rest[depth] : 0);
}

/* May an object be on a host, beside those of its group that are placed? */
static bool may_be(const struct all *all, uint32_t depth, uint32_t host)
{
    const struct rd_placement *placement = all->placement;
    const struct rd_placed_objects *placed = all->placed;
    uint32_t object = all->order[depth], at = placed->at[object];
    if (placement->load[host] + placed->bytes[object] > placement->rules->room[host] ||
        (placement->rules->links && host != at &&
         rd_link_between(placement->rules->links, at, host) == RD_NO_LINK))
        return false;
    for (uint32_t i = 0; i < depth && placed->group[object] != RD_ALONE; i++)
        if (placed->group[all->order[i]] == placed->group[object] &&
            rd_same_rack(placed, host, placement->host[all->order[i]]))
            return false;
    return true;
}

static void place_rest(struct all *all, uint32_t depth)
{
    struct rd_placement *placement = all->placement;
    int64_t outside = least_outside(all, depth), best = all->best->outside_bytes;
    if (all->found &&
        (outside > best || (outside == best && placement->moved_bytes >= all->best->moved_bytes)))
        return;
    if (depth == all->placed->count) {
        placement->outside_bytes = outside;
        rd_placement_copy(all->best, placement);
        all->found = true;
        return;
    }
    uint32_t object = all->order[depth], at = all->placed->at[object];
    int64_t bytes = all->placed->bytes[object];
    for (uint32_t i = 0; i < all->placed->host_count; i++) {
        uint32_t host = i == 0 ? at : i <= at ? i - 1 : i; /* where it is comes first */
        if (!may_be(all, depth, host))
            continue;
        placement->host[object] = host;
        placement->load[host] += bytes;
        placement->moved_bytes += host != at ? bytes : 0;
        place_rest(all, depth + 1);
        placement->moved_bytes -= host != at ? bytes : 0;
        placement->load[host] -= bytes;
    }
}

static void order_objects(struct all *all)
{
    const int64_t *bytes = all->placed->bytes;
    for (uint32_t i = 0; i < all->placed->count; i++) {
        uint32_t at = i;
        for (; at > 0 && bytes[all->order[at - 1]] < bytes[i]; at--)
            all->order[at] = all->order[at - 1];
        all->order[at] = i;
    }
    for (uint32_t i = all->placed->count; i-- > 0;)
        all->rest[i] = all->rest[i + 1] + bytes[all->order[i]];
}

bool rd_rebalance_all(struct rd_placement *placement, bool *ret_apart, struct rd_arena *scratch)
{
    const struct rd_placed_objects *placed = placement->rules->placed;
    uint64_t placements = 1;
    if (placed->count > OBJECT_LIMIT)
        return false;
    for (uint32_t i = 0; i < placed->count; i++) {
        placements *= placed->host_count;
        if (placements > PLACEMENT_LIMIT)
            return false;
    }
    rd_arena_borrow(scratch);
    struct rd_placement tried = rd_placement_open(placement->rules, scratch);
    struct rd_placement best = rd_placement_open(placement->rules, scratch);
    struct all all = {.placement = &tried, .best = &best, .placed = placed};
    order_objects(&all);
    for (uint32_t host = 0; host < placed->host_count; host++)
        tried.load[host] = 0;
    place_rest(&all, 0);
    *ret_apart = all.found;
    if (all.found)
        rd_placement_copy(placement, &best);
    return true;
}
