#include "platform_routes.h"

#include "sim/model/reach.h"

#include <string.h>

/* Does some route of the zone lead from one to the other? */
static bool has_route(const xmlNode *zone, const char *from, const char *to, struct rd_arena *arena)
{
    for (const xmlNode *node = zone->children; node; node = node->next) {
        if (!rd_platform_is_route(node))
            continue;
        const char *src = rd_xml_text(node, "src", arena), *dst = rd_xml_text(node, "dst", arena);
        if ((strcmp(src, from) == 0 && strcmp(dst, to) == 0) ||
            (strcmp(src, to) == 0 && strcmp(dst, from) == 0 && rd_platform_goes_back(node, arena)))
            return true;
    }
    return false;
}

/* What is in a zone, and what of it can be reached over its routes from the first that was named,
 * or, backward, reaches it: RD_NO_HOST for others. In: *names may hold some already, one at the
 * least, and gets the rest. Returns: [names->count]; NULL if a route is there twice. */
static const uint32_t *find_reached(const xmlNode *zone, bool backward, struct rd_names *names,
                                    struct rd_arena *arena)
{
    struct rd_edge *edge = NULL;
    size_t count = 0;
    for (const xmlNode *node = zone->children; node; node = node->next) {
        uint32_t from, to;
        if (!rd_platform_is_route(node))
            continue;
        rd_names_add(names, arena, rd_xml_text(node, backward ? "dst" : "src", arena), &from);
        rd_names_add(names, arena, rd_xml_text(node, backward ? "src" : "dst", arena), &to);
        if (from == to)
            continue;
        rd_arena_add(arena, edge, count, ((struct rd_edge){from, to}));
        if (rd_platform_goes_back(node, arena))
            rd_arena_add(arena, edge, count, ((struct rd_edge){to, from}));
    }
    struct rd_adjacency links;
    return rd_adjacency_make(names->count, edge, count, arena, &links, NULL)
               ? rd_next_hops(&links, names->count, 0, arena)
               : NULL;
}

/* Hosts and zones, between which SimGrid is asked for routes. */
static bool is_end(const xmlNode *node)
{
    return rd_xml_is(node, "host") || rd_xml_is(node, "cluster") ||
           rd_platform_role_of(node) == RD_ROLE_ZONE;
}

void rd_platform_check_paths(struct rd_platform_walk *walk, const xmlNode *zone)
{
    if (!rd_platform_has_routing(zone, "Dijkstra", walk->arena) &&
        !rd_platform_has_routing(zone, "DijkstraCache", walk->arena))
        return;
    struct rd_names names = {0};
    uint32_t number;
    for (const xmlNode *node = zone->children; node; node = node->next)
        if (is_end(node))
            rd_names_add(&names, walk->arena, rd_xml_text(node, "id", walk->arena), &number);
    uint32_t ends = names.count;
    for (int backward = 0; ends > 1 && backward < 2; backward++) {
        const uint32_t *reached = find_reached(zone, backward, &names, walk->arena);
        for (uint32_t end = 1; reached && end < ends; end++) {
            if (reached[end] != RD_NO_HOST)
                continue;
            rd_platform_fail(walk, zone,
                             "zone \"%.100s\" with routing=\"%s\" has no path from \"%.100s\" to "
                             "\"%.100s\", and SimGrid looks for one for ever: paths between all "
                             "of it, or routing=\"Floyd\", are accepted",
                             rd_xml_text(zone, "id", walk->arena),
                             rd_xml_text(zone, "routing", walk->arena),
                             names.name[backward ? end : 0], names.name[backward ? 0 : end]);
            return;
        }
    }
}

/* Is it the element that declares a host? In: the line of that element. */
static bool declares(const xmlNode *element, const char *host, int line, struct rd_arena *arena)
{
    if (rd_xml_line(element) != line)
        return false;
    if (rd_xml_is(element, "host") || rd_xml_is(element, "peer"))
        return strcmp(rd_xml_text(element, "id", arena), host) == 0;
    const char *prefix = rd_xml_text(element, "prefix", arena);
    return (rd_xml_is(element, "cluster") || rd_xml_is(element, "cabinet")) &&
           strncmp(host, prefix, strlen(prefix)) == 0;
}

static const xmlNode *find_host(const xmlNode *element, const char *host, int line,
                                struct rd_arena *arena)
{
    for (const xmlNode *node = element->children; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        const xmlNode *found =
            declares(node, host, line, arena) ? node : find_host(node, host, line, arena);
        if (found)
            return found;
    }
    return NULL;
}

/* In: what is directly in the zone, and is or holds the two hosts. */
static const char *say_why(const xmlNode *zone, const xmlNode *from, const xmlNode *to,
                           struct rd_arena *arena)
{
    const char *name = rd_xml_text(zone, "id", arena),
               *routing = rd_xml_text(zone, "routing", arena);
    const char *from_name = rd_xml_text(from, "id", arena), *to_name = rd_xml_text(to, "id", arena);
    const char *what = rd_platform_role_of(from) == RD_ROLE_ZONE || rd_xml_is(from, "cluster")
                           ? "zoneRoute"
                           : "route";
    if (strcasecmp(routing, "None") == 0)
        return rd_arena_print(arena, "zone \"%s\" has routing=\"None\"", name);
    if (strcasecmp(routing, "Vivaldi") == 0) {
        const xmlNode *lost = *rd_xml_text(from, "coordinates", arena) ? to : from;
        if (rd_platform_role_of(lost) == RD_ROLE_ZONE || *rd_xml_text(lost, "coordinates", arena))
            return NULL;
        return rd_arena_print(arena,
                              "\"%s\" has no coordinates, which routes of the Vivaldi zone \"%s\" "
                              "are made of",
                              rd_xml_text(lost, "id", arena), name);
    }
    if (strcasecmp(routing, "Full") == 0 && !has_route(zone, from_name, to_name, arena))
        return rd_arena_print(arena, "zone \"%s\" has no <%s> from \"%s\" to \"%s\"", name, what,
                              from_name, to_name);
    if (strcasecmp(routing, "Floyd") == 0) {
        struct rd_names names = {0};
        uint32_t number;
        rd_names_add(&names, arena, from_name, &number);
        rd_names_add(&names, arena, to_name, &number);
        const uint32_t *reached = find_reached(zone, false, &names, arena);
        if (reached && reached[number] == RD_NO_HOST)
            return rd_arena_print(arena,
                                  "no path of <%s>s of zone \"%s\" leads from \"%s\" to "
                                  "\"%s\"",
                                  what, name, from_name, to_name);
    }
    return NULL;
}

static const char *explain(const xmlNode *root, const xmlNode *from, const xmlNode *to,
                           struct rd_arena *arena)
{
    const xmlNode *zone = from;
    while (zone != root && (rd_platform_role_of(zone) != RD_ROLE_ZONE || !rd_xml_holds(zone, to)))
        zone = zone->parent;
    if (zone == root || from == to)
        return NULL;
    while (from->parent != zone)
        from = from->parent;
    while (to->parent != zone)
        to = to->parent;
    return say_why(zone, from, to, arena);
}

const char *rd_platform_explain_route(const xmlNode *root, const char *from, int from_line,
                                      const char *to, int to_line, struct rd_arena *arena)
{
    const xmlNode *from_node = find_host(root, from, from_line, arena);
    const xmlNode *to_node = find_host(root, to, to_line, arena);
    return from_node && to_node ? explain(root, from_node, to_node, arena) : NULL;
}
