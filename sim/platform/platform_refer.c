#include "platform_refer.h"

#include "platform_made_links.h"
#include "platform_names.h"

#include <string.h>

/* Reports a name that no element before declared. */
static bool refer(struct rd_platform_walk *walk, const xmlNode *element, const char *attribute,
                  const struct rd_declared *declared, const char *what)
{
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    const char *name = rd_platform_text(walk, element, attribute);
    if (rd_names_find(&declared->names, name) != RD_NO_NAME)
        return true;
    return rd_platform_fail(walk, element, "%s=\"%.100s\" of <%s> is no %s declared before: %s",
                            attribute, name, rd_xml_name(element), what,
                            walk->errors->count < RD_ERROR_LIST_LIMIT
                                ? rd_names_accepted(&declared->names, name, accepted)
                                : "");
}

/* Is it a link, or half of one, that is there when SimGrid reads the element? */
static bool is_link(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    bool duplex;
    uint32_t number = rd_names_find(&walk->links.names, name);
    if (number == RD_NO_NAME)
        return rd_platform_makes_link(walk, element, name, &duplex) && !duplex;
    const xmlNode *link = walk->links.element[number];
    /* A backbone is there at the end of its zone. */
    return !rd_xml_is(link, "backbone") || !rd_xml_holds(link->parent, element);
}

static void refer_link(struct rd_platform_walk *walk, const xmlNode *element, const char *attribute)
{
    if (!is_link(walk, element, rd_platform_text(walk, element, attribute)))
        refer(walk, element, attribute, &walk->links, "link");
}

/* A SPLITDUPLEX link by its own name, which a link of another kind may have, too. */
static bool is_duplex(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    bool duplex = rd_names_find(&walk->duplexes.names, name) != RD_NO_NAME;
    return duplex || (rd_platform_makes_link(walk, element, name, &duplex) && duplex);
}

static void refer_link_ctn(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *id = rd_platform_text(walk, element, "id");
    const char *direction = rd_platform_text(walk, element, "direction");
    bool directed = *direction && strcmp(direction, "NONE") != 0;
    if (directed ? is_duplex(walk, element, id) : is_link(walk, element, id))
        return;
    if (directed)
        rd_platform_fail(walk, element,
                         "direction=\"%s\" of <link_ctn>: accepted with SPLITDUPLEX links only, "
                         "and \"%.100s\" is none",
                         direction, id);
    else if (is_duplex(walk, element, id))
        rd_platform_fail(walk, element,
                         "<link_ctn> of the SPLITDUPLEX link \"%.100s\" without direction: UP or "
                         "DOWN is needed",
                         id);
    else
        refer(walk, element, "id", &walk->links, "link");
}

/* A bypass may be given once. SimGrid takes it in its direction only. */
static void note_bypass(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *from = rd_platform_text(walk, element, "src"),
               *to = rd_platform_text(walk, element, "dst");
    const char *zone = rd_platform_text(walk, element->parent, "id");
    rd_platform_declare_name(walk, &walk->bypasses, element, rd_xml_name(element),
                             rd_arena_print(walk->arena, "%s > %s in zone %s", from, to, zone));
}

/* A route may be given once; both ways, unless it says otherwise. */
static void note_route(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *from = rd_platform_text(walk, element, "src"),
               *to = rd_platform_text(walk, element, "dst");
    const char *zone = rd_platform_text(walk, element->parent, "id");
    const char *there = rd_arena_print(walk->arena, "%s\n%s\n%s", zone, from, to);
    const char *back = rd_arena_print(walk->arena, "%s\n%s\n%s", zone, to, from);
    bool both = rd_platform_goes_back(element, walk->arena) && strcmp(from, to) != 0;
    uint32_t twin = rd_names_find(&walk->routes.names, there);
    if (twin == RD_NO_NAME && both)
        twin = rd_names_find(&walk->routes.names, back);
    if (twin != RD_NO_NAME) {
        rd_platform_fail(walk, element,
                         "a second route between \"%.100s\" and \"%.100s\" (the first is on line "
                         "%d; routes go both ways unless symmetrical=\"NO\"): one is accepted",
                         from, to, walk->routes.line[twin]);
        return;
    }
    rd_platform_declare_name(walk, &walk->routes, element, "route", there);
    if (both)
        rd_platform_declare_name(walk, &walk->routes, element, "route", back);
}

/* Routes between zones are of zones within the one where they stand, not of that or of one around
 * it. */
static bool check_ends(struct rd_platform_walk *walk, const xmlNode *element)
{
    static const char *const ends[] = {"src", "dst"};
    bool good = true;
    for (const xmlNode *zone = element->parent; zone && zone->type == XML_ELEMENT_NODE;
         zone = zone->parent)
        for (size_t i = 0; i < 2; i++)
            if (!rd_xml_is(zone, "platform") && strcmp(rd_platform_text(walk, element, ends[i]),
                                                       rd_platform_text(walk, zone, "id")) == 0)
                good = rd_platform_fail(
                    walk, element,
                    "%s=\"%.100s\" of <%s> is a zone around it: zones within it "
                    "are accepted",
                    ends[i], rd_platform_text(walk, zone, "id"), rd_xml_name(element));
    return good;
}

/* SimGrid keeps routes in zones of some kinds only. */
static bool check_routing(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *routing = rd_platform_text(walk, element->parent, "routing");
    bool own = strcasecmp(routing, "None") == 0 || strcasecmp(routing, "Vivaldi") == 0 ||
               strcasecmp(routing, "Cluster") == 0;
    return !own || rd_platform_fail(walk, element,
                                    "<%s> in a zone of routing=\"%.20s\", which takes none: Full, "
                                    "Floyd, Dijkstra and DijkstraCache do",
                                    rd_xml_name(element), routing);
}

/* The zone that what is declared stands in: a cluster's hosts and router in the cluster. */
static const xmlNode *zone_of(const xmlNode *declaration)
{
    return rd_xml_is(declaration, "cluster") ? declaration : declaration->parent;
}

static bool misplaced(struct rd_platform_walk *walk, const xmlNode *element, const char *attribute,
                      const xmlNode *declaration, const char *accepted, const xmlNode *zone)
{
    return rd_platform_fail(walk, element,
                            "%s=\"%.100s\" of <%s> is in \"%.100s\", where line %d declares it: %s "
                            "\"%.100s\" is accepted",
                            attribute, rd_platform_text(walk, element, attribute),
                            rd_xml_name(element),
                            rd_platform_text(walk, zone_of(declaration), "id"),
                            rd_xml_line(declaration), accepted, rd_platform_text(walk, zone, "id"));
}

/* An end of a route between hosts and routers: they are in the zone of the route itself. */
static bool refer_point(struct rd_platform_walk *walk, const xmlNode *element,
                        const char *attribute, const char *what)
{
    if (!refer(walk, element, attribute, &walk->points, what))
        return false;
    const xmlNode *point = walk->points.element[rd_names_find(
        &walk->points.names, rd_platform_text(walk, element, attribute))];
    return zone_of(point) == element->parent ||
           misplaced(walk, element, attribute, point,
                     rd_arena_print(walk->arena, "a %s directly in", what), element->parent);
}

/* An end of a route between zones, and the gateway within it. */
static bool refer_zone(struct rd_platform_walk *walk, const xmlNode *element, const char *end,
                       const char *gateway, bool bypass)
{
    bool good = refer(walk, element, end, &walk->zones, "zone or cluster");
    if (!refer(walk, element, gateway, &walk->points, "host or router") || !good)
        return false;
    const xmlNode *zone =
        walk->zones
            .element[rd_names_find(&walk->zones.names, rd_platform_text(walk, element, end))];
    const xmlNode *point =
        walk->points
            .element[rd_names_find(&walk->points.names, rd_platform_text(walk, element, gateway))];
    if (rd_xml_holds(zone, element))
        return true; /* reported as such */
    if (bypass ? !rd_xml_holds(element->parent, zone) : zone->parent != element->parent)
        return misplaced(walk, element, end, zone, bypass ? "a zone within" : "a zone directly in",
                         element->parent);
    return rd_xml_holds(zone, zone_of(point)) ||
           misplaced(walk, element, gateway, point, "a host or router within", zone);
}

/* Where paths are made of routes, SimGrid takes a route to where it starts one way only. */
static bool check_self(struct rd_platform_walk *walk, const xmlNode *element, bool leaf)
{
    const char *from = rd_platform_text(walk, element, "src");
    if (strcmp(from, rd_platform_text(walk, element, "dst")) != 0)
        return true;
    if (!leaf)
        return rd_platform_fail(walk, element,
                                "<%s> from \"%.100s\" to itself: two zones are accepted",
                                rd_xml_name(element), from);
    return !rd_platform_goes_back(element, walk->arena) ||
           rd_platform_has_routing(element->parent, "Full", walk->arena) ||
           rd_platform_fail(walk, element,
                            "<%s> from \"%.100s\" to itself goes both ways, which only a zone of "
                            "routing=\"Full\" takes: symmetrical=\"NO\" is accepted",
                            rd_xml_name(element), from);
}

static void refer_route(struct rd_platform_walk *walk, xmlNode *element, bool leaf)
{
    bool bypass = !rd_platform_is_route(element);
    bool good = bypass || check_routing(walk, element);
    if (!rd_xml_named(element->children, "link_ctn"))
        good = rd_platform_fail(walk, element, "<%s> without <link_ctn>: at least one is needed",
                                rd_xml_name(element));
    if (leaf) {
        good = refer_point(walk, element, "src", "host or router") && good;
        good = refer_point(walk, element, "dst", "host or router") && good;
    } else {
        good = refer_zone(walk, element, "src", "gw_src", bypass) && good;
        good = refer_zone(walk, element, "dst", "gw_dst", bypass) && good;
        good = check_ends(walk, element) && good;
    }
    if (!bypass)
        good = good && check_self(walk, element, leaf);
    if (good)
        (bypass ? note_bypass : note_route)(walk, element);
}

/* In a Cluster zone every host hangs on a link out and a link in; SimGrid aborts where one asks for
 * the route of a host that does not. */
static void check_cluster_zone(struct rd_platform_walk *walk, xmlNode *zone)
{
    struct rd_names linked = {0};
    uint32_t number;
    if (!rd_platform_has_routing(zone, "Cluster", walk->arena))
        return;
    rd_xml_each (node, zone->children, "host_link")
        rd_names_add(&linked, walk->arena, rd_platform_text(walk, node, "id"), &number);
    rd_xml_each (node, zone->children, "host")
        if (rd_names_find(&linked, rd_platform_text(walk, node, "id")) == RD_NO_NAME)
            rd_platform_fail(walk, node,
                             "host \"%.100s\" of a Cluster zone without <host_link>: one is needed",
                             rd_platform_text(walk, node, "id"));
}

/* SimGrid keeps a backbone, cabinets and links of hosts for the next Cluster zone that ends,
 * wherever they stand. */
static void check_part_of_cluster(struct rd_platform_walk *walk, const xmlNode *element)
{
    const xmlNode *before = element->prev;
    if (!rd_platform_has_routing(element->parent, "Cluster", walk->arena)) {
        rd_platform_fail(walk, element, "<%s> is accepted in a zone of routing=\"Cluster\"",
                         rd_xml_name(element));
        return;
    }
    if (!rd_xml_is(element, "backbone"))
        return;
    while (before && !rd_xml_is(before, "backbone"))
        before = before->prev;
    if (before)
        rd_platform_fail(walk, element,
                         "a second <backbone> (the first is on line %d): one is accepted",
                         rd_xml_line(before));
}

static void refer_host_link(struct rd_platform_walk *walk, const xmlNode *element)
{
    const struct rd_declared hosts = {.names = *walk->hosts};
    uint32_t point = rd_names_find(&walk->points.names, rd_platform_text(walk, element, "id"));
    if (point == RD_NO_NAME)
        refer(walk, element, "id", &hosts, "host");
    else if (rd_xml_is(walk->points.element[point], "router"))
        rd_platform_fail(walk, element,
                         "id=\"%.100s\" of <host_link> is a router: a host is accepted",
                         rd_platform_text(walk, element, "id"));
    else
        refer_point(walk, element, "id", "host");
    refer_link(walk, element, "up");
    refer_link(walk, element, "down");
}

void rd_platform_refer(struct rd_platform_walk *walk, xmlNode *element)
{
    const char *name = rd_xml_name(element);
    if (rd_name_is_listed(name, RD_NAMES("host_link", "cabinet", "backbone")))
        check_part_of_cluster(walk, element);
    if (strcmp(name, "host_link") == 0)
        refer_host_link(walk, element);
    else if (strcmp(name, "link_ctn") == 0)
        refer_link_ctn(walk, element);
    enum rd_platform_role role = rd_platform_role_of(element);
    if (role == RD_ROLE_LEAF_ROUTE || role == RD_ROLE_LEAF_BYPASS)
        refer_route(walk, element, true);
    else if (role == RD_ROLE_INNER_ROUTE || role == RD_ROLE_INNER_BYPASS)
        refer_route(walk, element, false);
    else if (role == RD_ROLE_ZONE)
        check_cluster_zone(walk, element);
}
