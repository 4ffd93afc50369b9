#include "map.h"

uint32_t rd_map_add_node(struct rd_map *map, struct rd_arena *arena, struct rd_map_node node)
{
    rd_arena_add(arena, map->node, map->node_count, node);
    return map->node_count - 1;
}

uint32_t rd_map_add_line(struct rd_map *map, struct rd_arena *arena, struct rd_map_line line)
{
    rd_arena_add(arena, map->line, map->line_count, line);
    return map->line_count - 1;
}

/* Appends a node unless it is the last one already. */
static uint32_t step(uint32_t node[RD_MAP_WAY_LIMIT], uint32_t count, uint32_t next)
{
    if (count == 0 || node[count - 1] != next)
        node[count++] = next;
    return count;
}

uint32_t rd_map_way(const struct rd_map *map, const struct rd_timed_transfer *row,
                    const struct rd_dimension_range *block, uint32_t node[RD_MAP_WAY_LIMIT])
{
    uint32_t from = map->place_of[row->from];
    uint32_t count = step(node, 0, from);
    if (row->to == RD_NO_HOST)
        return count;
    uint32_t to = map->place_of[row->to];
    for (uint32_t host = row->from, k = 0; block && k < rd_dimension_range_length(*block); k++) {
        uint32_t bit = UINT32_C(1) << rd_dimension_range_at(*block, k);
        host ^= (host ^ row->to) & bit;
        count = step(node, count, map->place_of[host]);
    }
    const struct rd_map_hubs *hubs = map->hubs;
    if (hubs && from != to) {
        uint32_t leaves = hubs->ports[from].group, enters = hubs->ports[to].group;
        count = step(node, count, hubs->end[leaves]);
        if (leaves != enters && !hubs->has_trunk[leaves * hubs->group_count + enters])
            count = step(node, count, hubs->middle);
        count = step(node, count, hubs->end[enters]);
    }
    return step(node, count, to);
}

uint32_t rd_map_line_between(const struct rd_map *map, uint32_t from, uint32_t to)
{
    uint32_t low = 0, high = map->line_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct rd_map_line *line = &map->line[middle];
        if (line->from < from || (line->from == from && line->to < to))
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < map->line_count && map->line[low].from == from && map->line[low].to == to;
    return found ? low : RD_MAP_NONE;
}
