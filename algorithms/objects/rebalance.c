#include "rebalance.h"

#include "rebalance_search.h"

#include "sim/base/integers.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *name_of(const struct rd_placed_objects *placed, uint32_t object,
                           char label[RD_OBJECT_LABEL_SIZE])
{
    const struct rd_objects named = {.name = placed->name};
    return rd_object_label(&named, object, label);
}

#define NAME(placed, object) name_of((placed), (object), (char[RD_OBJECT_LABEL_SIZE]){0})

/* --- what is given ---------------------------------------------------------------------------- */

static bool check_hosts(const struct rd_placed_objects *placed, struct rd_error *reterr)
{
    int64_t weights = 0;
    for (uint32_t host = 0; host < placed->host_count; host++) {
        int64_t weight = placed->weight[host];
        int64_t space = placed->space_bytes ? placed->space_bytes[host] : RD_NO_SPACE_LIMIT;
        if (weight < 0 || weight > RD_HOST_WEIGHT_LIMIT)
            return rd_wrong(reterr, "a host weighs %" PRId64 ": 0 to 1e6 are accepted", weight);
        if (space != RD_NO_SPACE_LIMIT && (space < 0 || space > RD_SPACE_LIMIT))
            return rd_wrong(reterr, "space of %" PRId64 " bytes: 0 to 2^61 are accepted", space);
        if (placed->rack[host] != RD_ALONE && placed->rack[host] >= placed->rack_count)
            return rd_wrong(reterr, "racks are 0 to %" PRIu32, placed->rack_count - 1);
        weights += weight;
    }
    return weights > 0 || rd_wrong(reterr, "all hosts weigh 0: one must weigh more");
}

static bool check_objects(const struct rd_placed_objects *placed, struct rd_error *reterr)
{
    int64_t total = 0;
    for (uint32_t object = 0; object < placed->count; object++) {
        int64_t bytes = placed->bytes[object];
        if (bytes < 0 || bytes > RD_OBJECT_BYTES_LIMIT)
            return rd_wrong(reterr, "%s has %" PRId64 " bytes: 0 to 1e15 are accepted",
                            NAME(placed, object), bytes);
        if (placed->at[object] >= placed->host_count)
            return rd_wrong(reterr, "%s: hosts are 0 to %" PRIu32, NAME(placed, object),
                            placed->host_count - 1);
        if (placed->group[object] != RD_ALONE && placed->group[object] >= placed->group_count)
            return rd_wrong(reterr, "%s: groups are 0 to %" PRIu32, NAME(placed, object),
                            placed->group_count - 1);
        total += bytes;
        if (total > RD_SPACE_LIMIT)
            return rd_wrong(reterr, "more than 2^61 bytes in all: at most 2^61 are supported");
    }
    return true;
}

/* Places that differ for a group: racks, and hosts that are in none. */
static uint32_t count_racks(const struct rd_placed_objects *placed, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t count = 0;
    bool *seen = rd_take(scratch, placed->rack_count, bool);
    for (uint32_t host = 0; host < placed->host_count; host++) {
        uint32_t rack = placed->rack[host];
        count += rack == RD_ALONE || !seen[rack];
        if (rack != RD_ALONE)
            seen[rack] = true;
    }
    return count;
}

bool rd_placed_check(const struct rd_placed_objects *placed, struct rd_arena *scratch,
                     struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    if (placed->count < 1 || placed->count > RD_OBJECT_LIMIT || placed->host_count < 1)
        return rd_wrong(reterr, "%" PRIu32 " objects: 1 to %d are supported", placed->count,
                        RD_OBJECT_LIMIT);
    if (!check_hosts(placed, reterr) || !check_objects(placed, reterr))
        return false;
    uint32_t racks = count_racks(placed, scratch);
    uint32_t *members = rd_take(scratch, placed->group_count, uint32_t);
    for (uint32_t object = 0; object < placed->count; object++)
        if (placed->group[object] != RD_ALONE && ++members[placed->group[object]] > racks)
            return rd_wrong(reterr,
                            "%s is one of more than %" PRIu32 " objects of its group, and there "
                            "are %" PRIu32 " racks: no more than these are accepted",
                            NAME(placed, object), racks, racks);
    return true;
}

/* --- what is found ---------------------------------------------------------------------------- */

/* The least tolerance that the loads keep to; -1: none. */
static int64_t tolerance_of(const struct rd_placed_objects *placed, const int64_t *load)
{
    rd_wide total = 0, weights = 0;
    int64_t reached = 0;
    for (uint32_t host = 0; host < placed->host_count; host++) {
        total += load[host];
        weights += placed->weight[host];
    }
    for (uint32_t host = 0; host < placed->host_count; host++) {
        rd_wide share = placed->weight[host] * total, away = load[host] * weights - share;
        away = away < 0 ? -away : away;
        if (away > 0 && share == 0)
            return -1;
        if (away > 0)
            reached =
                rd_greatest(reached, (int64_t)((away * RD_TOLERANCE_WHOLE + share - 1) / share));
    }
    return reached;
}

/* Two of a group in one rack at the start: another placement than that is needed. */
static bool fail_apart(const struct rd_placed_objects *placed, uint32_t object,
                       struct rd_error *reterr)
{
    return rd_refuse(reterr,
                     "%s shares a rack with another object of its group, and no host was found "
                     "that may take it: one with space, in another rack, that a link leads to",
                     NAME(placed, object));
}

static bool find_placement(struct rd_placement *placement, const struct rd_rebalance_bound *bound,
                           struct rd_arena *scratch, bool *ret_all, struct rd_error *reterr)
{
    uint32_t object = 0;
    bool apart = true;
    *ret_all = rd_rebalance_all(placement, &apart, scratch);
    if (*ret_all && !apart)
        return rd_refuse(reterr, "no placement keeps the objects of each group in racks of their "
                                 "own: all were tried");
    return *ret_all || rd_rebalance_search(placement, bound->bytes, scratch, &object) ||
           fail_apart(placement->rules->placed, object, reterr);
}

bool rd_rebalance_find(const struct rd_rebalance_case *of, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_rebalance *ret_found,
                       struct rd_error *reterr)
{
    const struct rd_placed_objects *placed = of->placed;
    rd_assert(arena != scratch);
    struct rd_placement_rules rules = rd_placement_rules_of(of, arena);
    struct rd_placement placement = rd_placement_open(&rules, arena);
    struct rd_rebalance_bound bound = rd_rebalance_bound_find(&rules, arena, scratch);
    bool all;
    if (!find_placement(&placement, &bound, scratch, &all, reterr))
        return false;
    *ret_found = (struct rd_rebalance){.to = placement.host,
                                       .load = placement.load,
                                       .low = rules.low,
                                       .high = rules.high,
                                       .moved_bytes = placement.moved_bytes,
                                       .outside_bytes = placement.outside_bytes,
                                       .reached = tolerance_of(placed, placement.load),
                                       .searched_all = all,
                                       .bound = bound};
    for (uint32_t object = 0; object < placed->count; object++)
        ret_found->moved_count += placement.host[object] != placed->at[object];
    return true;
}

/* --- the check -------------------------------------------------------------------------------- */

static bool check_bound(const struct rd_placement_rules *rules, const int64_t *start,
                        const struct rd_rebalance *found, struct rd_error *reterr)
{
    const struct rd_rebalance_bound *bound = &found->bound;
    int64_t sum = 0;
    for (uint32_t group = 0; bound->reason == RD_MUST_PART && group < rules->placed->group_count;
         group++)
        sum += rd_bytes_to_part(rules, group);
    for (uint32_t host = 0; bound->reason != RD_MUST_PART && host < rules->placed->host_count;
         host++) {
        int64_t need = bound->reason == RD_MUST_LEAVE ? start[host] - rules->high[host]
                                                      : rules->low[host] - start[host];
        if (bound->need[host] != rd_greatest(need, 0) || bound->least[host] < bound->need[host])
            return rd_failed(reterr,
                             "host %" PRIu32 " needs %" PRId64 " bytes to move, not %" PRId64, host,
                             rd_greatest(need, 0), bound->need[host]);
        sum += bound->least[host];
    }
    if (sum != bound->bytes)
        return rd_failed(reterr, "the bound sums to %" PRId64 " bytes, not %" PRId64, sum,
                         bound->bytes);
    return found->outside_bytes > 0 || found->moved_bytes >= bound->bytes ||
           rd_failed(reterr, "%" PRId64 " bytes move, below the bound of %" PRId64,
                     found->moved_bytes, bound->bytes);
}

bool rd_rebalance_check(const struct rd_rebalance_case *of, const struct rd_rebalance *found,
                        struct rd_arena *scratch, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    const struct rd_placed_objects *placed = of->placed;
    struct rd_placement_rules rules = rd_placement_rules_of(of, scratch);
    struct rd_placement end = rd_placement_open(&rules, scratch);
    int64_t *start = rd_arena_copy(scratch, end.load, placed->host_count, sizeof *start);
    int64_t moved = 0, outside = 0;
    for (uint32_t object = 0; object < placed->count; object++) {
        if (found->to[object] >= placed->host_count)
            return rd_failed(reterr, "%s is nowhere", NAME(placed, object));
        moved += found->to[object] != placed->at[object] ? placed->bytes[object] : 0;
        rd_placement_move(&end, object, found->to[object]);
    }
    for (uint32_t object = 0; object < placed->count; object++)
        if (!rd_placement_allows(&end, object, found->to[object], object))
            return rd_failed(reterr, "%s may not be on host %" PRIu32, NAME(placed, object),
                             found->to[object]);
    for (uint32_t host = 0; host < placed->host_count; host++) {
        outside += rd_bytes_outside(&rules, host, end.load[host]);
        if (end.load[host] != found->load[host] || end.load[host] > rules.room[host])
            return rd_failed(reterr, "host %" PRIu32 " holds %" PRId64 " bytes", host,
                             end.load[host]);
    }
    if (moved != found->moved_bytes || outside != found->outside_bytes)
        return rd_failed(reterr, "%" PRId64 " bytes move and %" PRId64 " are outside", moved,
                         outside);
    return check_bound(&rules, start, found, reterr);
}

bool rd_rebalance_is_fewest(const struct rd_rebalance *found)
{
    return found->searched_all ||
           (found->outside_bytes == 0 && found->moved_bytes <= found->bound.bytes);
}

/* --- from places to moves --------------------------------------------------------------------- */

const struct rd_objects *rd_rebalance_moves(const struct rd_placed_objects *placed,
                                            const struct rd_rebalance *found,
                                            const struct rd_objects *rules, struct rd_arena *arena,
                                            const uint32_t **ret_moved)
{
    uint32_t count = found->moved_count, at = 0;
    uint32_t *moved = rd_take(arena, count, uint32_t);
    const char **name = rd_take(arena, count, const char *);
    int64_t *bytes = rd_take(arena, count, int64_t);
    uint32_t *first = rd_take(arena, count + 1, uint32_t);
    uint32_t *source = rd_take(arena, count, uint32_t);
    uint32_t *to = rd_take(arena, count, uint32_t);
    uint32_t *drop = rd_take(arena, count, uint32_t);
    for (uint32_t object = 0; object < placed->count; object++) {
        if (found->to[object] == placed->at[object])
            continue;
        moved[at] = object;
        name[at] = placed->name[object];
        bytes[at] = placed->bytes[object];
        source[at] = placed->at[object];
        to[at] = found->to[object];
        drop[at] = RD_DROP_SOURCE;
        at++;
        first[at] = at;
    }
    struct rd_objects *objects = rd_arena_copy(arena, rules, 1, sizeof *objects);
    objects->count = count;
    objects->name = name;
    objects->bytes = bytes;
    objects->first = first;
    objects->source = source;
    objects->to = to;
    objects->drop = drop;
    *ret_moved = moved;
    return objects;
}

struct started {
    double start_s;
    size_t at; /* in the trace */
    int32_t kind;
};

RD_ORDERED_BY(compare_started, struct started, start_s, at)

const uint32_t *rd_rebalance_order(const uint32_t *moved, uint32_t count,
                                   const struct rd_trace *trace, struct rd_arena *arena,
                                   struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t *order = rd_take(arena, count, uint32_t), done = 0;
    bool *listed = rd_take(scratch, count, bool);
    struct started *started = rd_take(scratch, trace->transfer_count, struct started);
    for (size_t i = 0; i < trace->transfer_count; i++)
        started[i] = (struct started){trace->transfer[i].start_s, i, trace->transfer[i].kind};
    qsort(started, trace->transfer_count, sizeof *started, compare_started);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        int32_t kind = started[i].kind;
        if (kind < 0 || listed[kind]) /* the second way of a relayed one */
            continue;
        listed[kind] = true;
        order[done++] = moved[kind];
    }
    rd_assert(done == count);
    return order;
}

const struct rd_algorithm *rd_rebalance_planner(const struct rd_objects *moves)
{
    return rd_algorithm_named(moves->relays    ? "objects-relayed"
                              : moves->staging ? "objects-staged"
                                               : "objects-search");
}
