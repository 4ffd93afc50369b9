#include "groups.h"

#include "sim/base/groups.h"

#include <string.h>

/* --- copies from nearby ----------------------------------------------------------------------- */

/* Its parts in the group of one of them, and who gives them. */
static struct rd_placed_item item_near(const struct rd_placed_item *item,
                                       const uint32_t *host_of_part,
                                       const struct rd_host_groups *groups, uint32_t group,
                                       struct rd_arena *arena)
{
    struct rd_placed_item near = *item;
    uint32_t *part = rd_take(arena, item->part_count, uint32_t);
    uint32_t *holder = rd_take(arena, item->holder_count, uint32_t), sources = 0, others = 0;
    near.part_count = 0;
    for (uint32_t p = 0; p < item->part_count; p++)
        if (groups->of_host[host_of_part[item->part[p]]] == group)
            part[near.part_count++] = item->part[p];
    for (uint32_t h = 0; h < item->source_count; h++)
        if (groups->of_host[item->holder[h]] == group)
            holder[sources++] = item->holder[h];
    near.part = part;
    if (sources == 0)
        return near;
    for (uint32_t h = 0; h < item->holder_count; h++)
        if (h >= item->source_count || groups->of_host[item->holder[h]] != group)
            holder[sources + others++] = item->holder[h];
    near.holder = holder;
    near.source_count = sources;
    return near;
}

struct rd_placement rd_placement_near(const struct rd_placement *placement,
                                      const uint32_t *host_of_part,
                                      const struct rd_host_groups *groups, struct rd_arena *arena)
{
    struct rd_placement near = *placement;
    struct rd_placed_item *list = NULL;
    size_t count = 0, *seen = rd_take(arena, groups->count, size_t);
    for (size_t i = 0; i < placement->item_count; i++)
        for (uint32_t p = 0; p < placement->item[i].part_count; p++) {
            const struct rd_placed_item *item = &placement->item[i];
            uint32_t group = groups->of_host[host_of_part[item->part[p]]];
            if (seen[group] == i + 1)
                continue;
            seen[group] = i + 1;
            rd_arena_add(arena, list, count, item_near(item, host_of_part, groups, group, arena));
        }
    near.item = list;
    near.item_count = count;
    return near;
}

void rd_groups_count_nearby(const struct rd_placement *placement,
                            const struct rd_host_groups *groups, int64_t *nearby,
                            struct rd_arena *scratch)
{
    uint32_t n = placement->host_count;
    rd_arena_borrow(scratch);
    struct rd_groups hosts = rd_group(groups->of_host, n, groups->count, scratch);
    size_t *seen = rd_take(scratch, groups->count, size_t);
    for (size_t i = 0; i < placement->item_count; i++) {
        const struct rd_placed_item *item = &placement->item[i];
        for (uint32_t s = 0; s < item->source_count; s++) {
            uint32_t group = groups->of_host[item->holder[s]];
            if (seen[group] == i + 1)
                continue;
            seen[group] = i + 1;
            for (uint32_t h = hosts.first[group]; h < hosts.first[group + 1]; h++)
                for (uint32_t p = 0; !rd_item_is_on(item, hosts.member[h]) && p < item->part_count;
                     p++)
                    nearby[(size_t)hosts.member[h] * n + item->part[p]] += item->size;
        }
    }
}

/* --- replicas in one group -------------------------------------------------------------------- */

struct rd_crowded rd_groups_crowded(const struct rd_placement *placement,
                                    const uint32_t *host_of_part,
                                    const struct rd_host_groups *groups, struct rd_arena *scratch)
{
    struct rd_crowded crowded = {0};
    rd_arena_borrow(scratch);
    size_t *seen = rd_take(scratch, groups->count, size_t);
    for (size_t i = 0; i < placement->item_count; i++) {
        const struct rd_placed_item *item = &placement->item[i];
        uint32_t count = host_of_part ? item->part_count : item->holder_count;
        bool twice = false;
        for (uint32_t r = 0; r < count; r++) {
            uint32_t host = host_of_part ? host_of_part[item->part[r]] : item->holder[r];
            twice = twice || seen[groups->of_host[host]] == i + 1;
            seen[groups->of_host[host]] = i + 1;
        }
        crowded.count += twice;
        if (twice && !crowded.first)
            crowded.first = item->name;
    }
    return crowded;
}
