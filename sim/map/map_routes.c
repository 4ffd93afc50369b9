#include "map_routes.h"

/* The links that all messages of a line cross, of those that were looked at. */
struct common {
    bool any; /* was one looked at? */
    uint32_t count, link[RD_SHARED_USES_OF_A_LINK];
};

static bool crosses(const struct rd_shared_links *routes, uint64_t link, uint32_t wanted)
{
    for (uint32_t i = routes->first[link]; i < routes->first[link + 1]; i++)
        if (routes->use[i].shared == wanted)
            return true;
    return false;
}

static void add_route(const struct rd_shared_links *routes, uint64_t link, struct common *common)
{
    uint32_t kept = 0;
    for (uint32_t i = routes->first[link]; i < routes->first[link + 1] && !common->any; i++)
        common->link[kept++] = routes->use[i].shared;
    for (uint32_t i = 0; i < common->count; i++)
        if (crosses(routes, link, common->link[i]))
            common->link[kept++] = common->link[i];
    common->count = kept;
    common->any = true;
}

/* A message's lines: one between places; or, with hubs, from its sender's place and to its
 * receiver's. */
static void find_lines(const struct rd_map *map, const struct rd_link *link, uint32_t line[2])
{
    uint32_t from = map->place_of[link->from], to = map->place_of[link->to];
    line[0] = map->hubs    ? map->hubs->ports[from].out
              : from == to ? RD_MAP_NONE
                           : rd_map_line_between(map, from, to);
    line[1] = map->hubs ? map->hubs->ports[to].in : RD_MAP_NONE;
}

static const char *words_of(const struct rd_shared_links *routes, const struct common *common,
                            struct rd_arena *arena)
{
    const char *words = "";
    for (uint32_t i = 0; i < common->count; i++)
        words = rd_arena_print(arena, "%s%s%s", words, i == 0 ? "" : ", ",
                               routes->name[common->link[i]]);
    return words;
}

void rd_map_name_routes(struct rd_map *map, const struct rd_shared_links *routes,
                        struct rd_arena *arena)
{
    rd_arena_own(own);
    struct common *common = rd_take(&own, map->line_count, struct common);
    rd_each_link (link, &map->instance->topology) {
        uint32_t line[2];
        find_lines(map, &link, line);
        for (int i = 0; i < 2; i++)
            if (line[i] != RD_MAP_NONE && !map->line[line[i]].is_shared)
                add_route(routes, link.number, &common[line[i]]);
    }
    for (uint32_t i = 0; i < map->line_count; i++)
        map->line[i].over = words_of(routes, &common[i], arena);
}
