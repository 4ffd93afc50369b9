#include "placement.h"

#include "sim/base/integers.h"

#include <string.h>

/* What hosts are to hold: weight_v x total / sum of weights, less and more the tolerance, inwards
 * to whole bytes. Products stay below 2^121. */
static void set_limits(const struct rd_rebalance_case *of, struct rd_placement_rules *rules)
{
    const struct rd_placed_objects *placed = of->placed;
    rd_wide total = 0, weights = 0;
    for (uint32_t object = 0; object < placed->count; object++) {
        total += placed->bytes[object];
        rules->room[placed->at[object]] += placed->bytes[object];
    }
    for (uint32_t host = 0; host < placed->host_count; host++)
        weights += placed->weight[host];
    rd_wide whole = weights * RD_TOLERANCE_WHOLE;
    for (uint32_t host = 0; host < placed->host_count; host++) {
        rd_wide share = placed->weight[host] * total;
        int64_t space = placed->space_bytes ? placed->space_bytes[host] : RD_NO_SPACE_LIMIT;
        rules->low[host] =
            (int64_t)((share * (RD_TOLERANCE_WHOLE - of->tolerance) + whole - 1) / whole);
        rules->high[host] = (int64_t)(share * (RD_TOLERANCE_WHOLE + of->tolerance) / whole);
        rules->room[host] = space == RD_NO_SPACE_LIMIT ? INT64_MAX : rules->room[host] + space;
        rules->high[host] = rd_least(rules->high[host], rules->room[host]);
    }
}

static void sort_members(const struct rd_placed_objects *placed, struct rd_placement_rules *rules)
{
    for (uint32_t object = 0; object < placed->count; object++)
        if (placed->group[object] != RD_ALONE)
            rules->first[placed->group[object] + 1]++;
    for (uint32_t group = 0; group < placed->group_count; group++)
        rules->first[group + 1] += rules->first[group];
    for (uint32_t object = 0; object < placed->count; object++)
        if (placed->group[object] != RD_ALONE)
            rules->member[rules->first[placed->group[object]]++] = object;
    /* Each begin was counted up to its end, where the next one begins. */
    memmove(rules->first + 1, rules->first, placed->group_count * sizeof *rules->first);
    rules->first[0] = 0;
}

struct rd_placement_rules rd_placement_rules_of(const struct rd_rebalance_case *of,
                                                struct rd_arena *arena)
{
    const struct rd_placed_objects *placed = of->placed;
    struct rd_placement_rules rules = {
        .placed = placed,
        .links = of->links,
        .low = rd_take(arena, placed->host_count, int64_t),
        .high = rd_take(arena, placed->host_count, int64_t),
        .room = rd_take(arena, placed->host_count, int64_t),
        .first = rd_take(arena, placed->group_count + 1, uint32_t),
        .member = rd_take(arena, placed->count, uint32_t),
    };
    set_limits(of, &rules);
    sort_members(placed, &rules);
    return rules;
}

struct rd_placement rd_placement_open(const struct rd_placement_rules *rules,
                                      struct rd_arena *arena)
{
    struct rd_placement placement = {
        .rules = rules,
        .host = rd_take(arena, rules->placed->count, uint32_t),
        .load = rd_take(arena, rules->placed->host_count, int64_t),
    };
    rd_placement_reset(&placement);
    return placement;
}

void rd_placement_reset(struct rd_placement *placement)
{
    const struct rd_placed_objects *placed = placement->rules->placed;
    memcpy(placement->host, placed->at, placed->count * sizeof *placed->at);
    memset(placement->load, 0, placed->host_count * sizeof *placement->load);
    placement->outside_bytes = placement->moved_bytes = 0;
    for (uint32_t object = 0; object < placed->count; object++)
        placement->load[placed->at[object]] += placed->bytes[object];
    for (uint32_t host = 0; host < placed->host_count; host++)
        placement->outside_bytes += rd_bytes_outside(placement->rules, host, placement->load[host]);
}

void rd_placement_copy(struct rd_placement *to, const struct rd_placement *from)
{
    const struct rd_placed_objects *placed = from->rules->placed;
    memcpy(to->host, from->host, placed->count * sizeof *to->host);
    memcpy(to->load, from->load, placed->host_count * sizeof *to->load);
    to->outside_bytes = from->outside_bytes;
    to->moved_bytes = from->moved_bytes;
}

bool rd_same_rack(const struct rd_placed_objects *placed, uint32_t a, uint32_t b)
{
    return a == b || (placed->rack[a] != RD_ALONE && placed->rack[a] == placed->rack[b]);
}

bool rd_placement_allows(const struct rd_placement *placement, uint32_t object, uint32_t host,
                         uint32_t apart)
{
    const struct rd_placement_rules *rules = placement->rules;
    const struct rd_placed_objects *placed = rules->placed;
    uint32_t group = placed->group[object], at = placed->at[object];
    if (rules->links && host != at && rd_link_between(rules->links, at, host) == RD_NO_LINK)
        return false;
    if (group == RD_ALONE)
        return true;
    for (uint32_t i = rules->first[group]; i < rules->first[group + 1]; i++) {
        uint32_t other = rules->member[i];
        if (other != object && other != apart && rd_same_rack(placed, host, placement->host[other]))
            return false;
    }
    return true;
}

static void change_load(struct rd_placement *placement, uint32_t host, int64_t bytes)
{
    int64_t *load = &placement->load[host];
    placement->outside_bytes -= rd_bytes_outside(placement->rules, host, *load);
    *load += bytes;
    placement->outside_bytes += rd_bytes_outside(placement->rules, host, *load);
}

void rd_placement_move(struct rd_placement *placement, uint32_t object, uint32_t host)
{
    const struct rd_placed_objects *placed = placement->rules->placed;
    int64_t bytes = placed->bytes[object];
    uint32_t from = placement->host[object], at = placed->at[object];
    placement->moved_bytes += bytes * ((host != at) - (from != at));
    change_load(placement, from, -bytes);
    change_load(placement, host, bytes);
    placement->host[object] = host;
}

bool rd_placement_is_better(const struct rd_placement *a, const struct rd_placement *b)
{
    return a->outside_bytes != b->outside_bytes ? a->outside_bytes < b->outside_bytes
                                                : a->moved_bytes < b->moved_bytes;
}
