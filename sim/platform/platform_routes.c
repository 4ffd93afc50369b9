#include "platform_routes.h"

#include "sim/model/reach.h"

#include <string.h>

static const char *text_of(const xmlNode *element, const char *name, struct rd_arena *arena)
{
    const char *text = rd_xml_attribute(element, name, arena);
    return text ? text : "";
}

static bool has_routing(const xmlNode *zone, const char *routing, struct rd_arena *arena)
{
    return strcasecmp(text_of(zone, "routing", arena), routing) == 0;
}

static bool is_zone(const xmlNode *element)
{
    return rd_xml_is(element, "zone") || rd_xml_is(element, "AS");
}

/* Between hosts, or between zones. */
static bool is_route(const xmlNode *element)
{
    return rd_xml_is(element, "route") || rd_xml_is(element, "zoneRoute") ||
           rd_xml_is(element, "ASroute");
}

static bool goes_back(const xmlNode *route, struct rd_arena *arena)
{
    return strcasecmp(text_of(route, "symmetrical", arena), "no") != 0;
}

/* Does some route of the zone lead from one to the other? */
static bool has_route(const xmlNode *zone, const char *from, const char *to, struct rd_arena *arena)
{
    for (const xmlNode *node = zone->children; node; node = node->next) {
        if (!is_route(node))
            continue;
        const char *src = text_of(node, "src", arena), *dst = text_of(node, "dst", arena);
        if ((strcmp(src, from) == 0 && strcmp(dst, to) == 0) ||
            (strcmp(src, to) == 0 && strcmp(dst, from) == 0 && goes_back(node, arena)))
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
        if (!is_route(node))
            continue;
        rd_names_add(names, arena, text_of(node, backward ? "dst" : "src", arena), &from);
        rd_names_add(names, arena, text_of(node, backward ? "src" : "dst", arena), &to);
        if (from == to)
            continue;
        rd_arena_add(arena, edge, count, ((struct rd_edge){from, to}));
        if (goes_back(node, arena))
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
    return rd_xml_is(node, "host") || rd_xml_is(node, "cluster") || is_zone(node);
}

void rd_platform_check_paths(struct rd_platform_walk *walk, const xmlNode *zone)
{
    if (!has_routing(zone, "Dijkstra", walk->arena) &&
        !has_routing(zone, "DijkstraCache", walk->arena))
        return;
    struct rd_names names = {0};
    uint32_t number;
    for (const xmlNode *node = zone->children; node; node = node->next)
        if (is_end(node))
            rd_names_add(&names, walk->arena, text_of(node, "id", walk->arena), &number);
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
                             text_of(zone, "id", walk->arena),
                             text_of(zone, "routing", walk->arena), names.name[backward ? end : 0],
                             names.name[backward ? 0 : end]);
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
        return strcmp(text_of(element, "id", arena), host) == 0;
    const char *prefix = text_of(element, "prefix", arena);
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

static bool holds(const xmlNode *zone, const xmlNode *node)
{
    while (node && node != zone)
        node = node->parent;
    return node;
}

/* In: what is directly in the zone, and is or holds the two hosts. */
static const char *say_why(const xmlNode *zone, const xmlNode *from, const xmlNode *to,
                           struct rd_arena *arena)
{
    const char *name = text_of(zone, "id", arena), *routing = text_of(zone, "routing", arena);
    const char *from_name = text_of(from, "id", arena), *to_name = text_of(to, "id", arena);
    const char *what = is_zone(from) || rd_xml_is(from, "cluster") ? "zoneRoute" : "route";
    if (strcasecmp(routing, "None") == 0)
        return rd_arena_print(arena, "zone \"%s\" has routing=\"None\"", name);
    if (strcasecmp(routing, "Vivaldi") == 0) {
        const xmlNode *lost = *text_of(from, "coordinates", arena) ? to : from;
        if (is_zone(lost) || *text_of(lost, "coordinates", arena))
            return NULL;
        return rd_arena_print(arena,
                              "\"%s\" has no coordinates, which routes of the Vivaldi zone \"%s\" "
                              "are made of",
                              text_of(lost, "id", arena), name);
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
    while (zone != root && (!is_zone(zone) || !holds(zone, to)))
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
