#include "map_network.h"

#include "map_hubs.h"
#include "map_lattice.h"

#include "sim/base/names.h"
#include "sim/model/certificates/price_certificate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* --- places ----------------------------------------------------------------------------------- */

/* How many hosts with neighbouring numbers make a place, so that they are few enough: the first
 * dimensions of a lattice, or else a power of 2. */
static uint32_t block_size(const struct rd_instance *instance)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t host_count = topology->host_count;
    struct rd_map_lattice lattice;
    uint32_t size = 1;
    if (rd_map_lattice_of_network(topology, &lattice))
        for (uint32_t i = 0; i + 1 < lattice.dimension_count; i++) {
            if (host_count / size <= RD_MAP_PLACE_LIMIT)
                return size;
            size *= lattice.length[i];
        }
    if (size > 1 && host_count / size <= RD_MAP_PLACE_LIMIT)
        return size;
    for (size = 1; (host_count - 1) / size + 1 > RD_MAP_PLACE_LIMIT;)
        size *= 2;
    return size;
}

static const char *place_name(const struct rd_instance *instance, uint32_t first, uint32_t last,
                              uint32_t count, struct rd_arena *arena)
{
    const char *name = rd_arena_text(arena, rd_label(instance, first));
    if (count == 1)
        return name;
    return rd_arena_print(arena, "%s \xe2\x80\xa6 %s (%" PRIu32 ")", name, rd_label(instance, last),
                          count);
}

/* Makes a place of each group of hosts. In: place_of, numbered by their first hosts. */
static void add_places(struct rd_map *map, uint32_t place_count, struct rd_arena *arena)
{
    uint32_t host_count = map->instance->topology.host_count;
    uint32_t *first = rd_take(arena, place_count, uint32_t);
    uint32_t *last = rd_take(arena, place_count, uint32_t);
    uint32_t *count = rd_take(arena, place_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++) {
        uint32_t place = map->place_of[host];
        if (count[place]++ == 0)
            first[place] = host;
        last[place] = host;
    }
    for (uint32_t place = 0; place < place_count; place++)
        rd_map_add_node(map, arena,
                        (struct rd_map_node){.name = place_name(map->instance, first[place],
                                                                last[place], count[place], arena),
                                             .kind = count[place] == 1 ? RD_MAP_HOST : RD_MAP_GROUP,
                                             .host_count = count[place]});
    map->place_count = place_count;
}

/* Makes a place of each zone, numbered by first hosts. Returns: how many; 0, and nothing, if there
 * is but one, there are too many, or a zone has hosts of several hubs. */
static uint32_t place_by_zone(struct rd_map *map, const char *const *zone,
                              const struct rd_map_hub_groups *groups, struct rd_arena *arena)
{
    struct rd_names zones = {0};
    uint32_t *group = NULL;
    size_t group_count = 0;
    for (uint32_t host = 0; host < map->instance->topology.host_count; host++) {
        uint32_t number, of = groups ? groups->group_of[host] : 0;
        if (!zone[host])
            return 0;
        rd_names_add(&zones, arena, zone[host], &number);
        if (number == group_count)
            rd_arena_add(arena, group, group_count, of);
        if (group[number] != of || zones.count > RD_MAP_PLACE_LIMIT)
            return 0;
        map->place_of[host] = number;
    }
    return zones.count > 1 ? zones.count : 0;
}

/* Each host by itself; zones; or blocks of hosts; a star's master is always by itself. */
static void choose_places(struct rd_map *map, const struct rd_map_hub_groups *groups,
                          const char *const *zone, struct rd_arena *arena)
{
    const struct rd_instance *instance = map->instance;
    uint32_t host_count = instance->topology.host_count, place_count = host_count;
    map->place_of = rd_take(arena, host_count, uint32_t);
    uint32_t zone_count =
        host_count > RD_MAP_PLACE_LIMIT && zone ? place_by_zone(map, zone, groups, arena) : 0;
    if (zone_count > 0) {
        add_places(map, zone_count, arena);
        for (uint32_t host = 0; host < host_count; host++) {
            struct rd_map_node *node = &map->node[map->place_of[host]];
            node->name = rd_arena_print(arena, "%s (%" PRIu32 ")", zone[host], node->host_count);
        }
        return;
    }
    bool by_group = host_count > RD_MAP_PLACE_LIMIT && groups && groups->group_count > 1 &&
                    groups->group_count <= RD_MAP_PLACE_LIMIT;
    if (by_group) {
        for (uint32_t host = 0; host < host_count; host++)
            map->place_of[host] = groups->group_of[host];
        place_count = groups->group_count;
    } else {
        uint32_t relay = rd_relay_host(&instance->topology);
        uint32_t many = relay == RD_NO_HOST ? host_count : host_count - 1;
        uint32_t size = host_count > RD_MAP_PLACE_LIMIT ? block_size(instance) : 1;
        for (uint32_t host = 0; host < many; host++)
            map->place_of[host] = host / size;
        place_count = (many - 1) / size + 1;
        if (relay != RD_NO_HOST)
            map->place_of[relay] = place_count++;
    }
    add_places(map, place_count, arena);
}

/* --- lines between places --------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const struct rd_map_line *one = a, *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return one->to < other->to ? -1 : one->to > other->to;
}

/* Makes one line of those with equal ends. */
static void merge_lines(struct rd_map *map)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->line_count; i++) {
        const struct rd_map_line *next = &map->line[i];
        struct rd_map_line *last = count > 0 ? &map->line[count - 1] : NULL;
        if (!last || by_ends(last, next) != 0) {
            map->line[count++] = *next;
            continue;
        }
        last->link_count += next->link_count;
        last->bandwidth_bytes_per_s += next->bandwidth_bytes_per_s;
        last->latency_s = fmin(last->latency_s, next->latency_s);
        last->is_priced = last->is_priced || next->is_priced;
    }
    map->line_count = count;
}

static bool has_price(const struct rd_bound *bound, uint64_t link)
{
    return bound && bound->bottleneck == RD_BOTTLENECK_PRICES &&
           bound->certificate->link_price[link] > 0;
}

static void add_links(struct rd_map *map, struct rd_arena *arena)
{
    const struct rd_instance *instance = map->instance;
    rd_each_link (link, &instance->topology) {
        struct rd_link_cost cost = rd_link_cost(instance, link.number);
        struct rd_map_line line = {.from = map->place_of[link.from],
                                   .to = map->place_of[link.to],
                                   .link_count = 1,
                                   .bandwidth_bytes_per_s = cost.bandwidth_bytes_per_s,
                                   .latency_s = cost.latency_s,
                                   .busy = NAN,
                                   .is_priced = has_price(map->bound, link.number)};
        if (line.from != line.to)
            rd_map_add_line(map, arena, line);
    }
    if (map->line_count > 0)
        qsort(map->line, map->line_count, sizeof *map->line, by_ends);
    merge_lines(map);
    for (uint32_t i = 0; i < map->line_count; i++)
        map->line[i].name =
            rd_arena_print(arena, "%s \xe2\x86\x92 %s", map->node[map->line[i].from].name,
                           map->node[map->line[i].to].name);
}

/* --- the bottleneck --------------------------------------------------------------------------- */

static void mark_places(struct rd_map *map)
{
    const struct rd_bound *bound = map->bound;
    for (uint32_t host = 0; host < map->instance->topology.host_count; host++) {
        struct rd_map_node *node = &map->node[map->place_of[host]];
        if (rd_bound_bottleneck_has_host(bound, host) ||
            bound->bottleneck == RD_BOTTLENECK_PROCESSORS ||
            (bound->bottleneck == RD_BOTTLENECK_PRICES &&
             bound->certificate->processor_price[host] > 0))
            node->is_priced = true;
        node->sends_priced = node->sends_priced || rd_bound_bottleneck_has_port(bound, host, false);
        node->receives_priced =
            node->receives_priced || rd_bound_bottleneck_has_port(bound, host, true);
    }
}

/* --- routes ----------------------------------------------------------------------------------- */

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

/* Says of each line which links of the platform all its messages cross (`over`), but for shared
 * ones, which have their names. In: a map with its lines. Cost: O(links on routes, times those of a
 * route). */
static void name_routes(struct rd_map *map, const struct rd_shared_links *routes,
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

void rd_map_take_network(struct rd_map *map, const char *const *zone,
                         const struct rd_shared_links *routes, struct rd_arena *arena)
{
    struct rd_map_hub_groups *groups = rd_map_find_hub_groups(map->instance, arena);
    choose_places(map, groups, zone, arena);
    if (groups)
        rd_map_add_hubs(map, groups, arena);
    else
        add_links(map, arena);
    if (map->bound)
        mark_places(map);
    if (routes)
        name_routes(map, routes, arena);
}
