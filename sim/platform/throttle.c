#include "throttle.h"

#include "platform_forms.h"
#include "platform_units.h"
#include "platform_write.h"

#include "sim/base/number_text.h"

#include <string.h>

static const char throttle_suffix[] = "_throttle", limiter_suffix[] = "_limiter";

struct throttling {
    const char *path;
    const struct rd_throttles *throttles;
    const char *const *zone; /* [throttles->host->count] that declares each host */
    struct rd_arena *arena;
    struct rd_error_list *errors;
    struct rd_names names; /* of all that the platform declares */
    struct rd_names gates; /* hosts behind a router of their own */
};

static const char *text_of(const struct throttling *throttling, const xmlNode *element,
                           const char *name)
{
    return rd_xml_text(element, name, throttling->arena);
}

#define throttle_fail(throttling, element, ...)                                                    \
    rd_error_list_add((throttling)->errors, RD_ERROR_INPUT, (throttling)->path,                    \
                      rd_xml_line(element), __VA_ARGS__)

/* Are routes found here as shortest paths, which may lead through hosts? */
static bool finds_paths(const struct throttling *throttling, const xmlNode *zone)
{
    return rd_platform_has_routing(zone, "Floyd", throttling->arena) ||
           rd_platform_has_routing(zone, "Dijkstra", throttling->arena) ||
           rd_platform_has_routing(zone, "DijkstraCache", throttling->arena);
}

/* Of a host by its name; 0: none. */
static double limit_of(const struct throttling *throttling, const char *host)
{
    uint32_t number = rd_names_find(throttling->throttles->host, host);
    return number == RD_NO_NAME ? 0 : throttling->throttles->bytes_per_s[number];
}

static const char *link_of(const struct throttling *throttling, const char *host)
{
    return rd_arena_print(throttling->arena, "%s%s", host, throttle_suffix);
}

static const char *gate_of(const struct throttling *throttling, const char *host)
{
    return rd_arena_print(throttling->arena, "%s_gate", host);
}

static const char *bandwidth_text(const struct throttling *throttling, double bytes_per_s)
{
    char number[RD_NUMBER_SIZE];
    return rd_arena_print(throttling->arena, "%sBps", rd_number_shortest(bytes_per_s, number));
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void note_names(struct throttling *throttling, const xmlNode *element)
{
    uint32_t number;
    const char *id = text_of(throttling, element, "id");
    if (*id)
        rd_names_add(&throttling->names, throttling->arena, id, &number);
    for (const xmlNode *node = element->children; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE)
            note_names(throttling, node);
}

static bool claim_name(struct throttling *throttling, const xmlNode *host, const char *name)
{
    uint32_t number;
    return rd_names_add(&throttling->names, throttling->arena, name, &number) ||
           throttle_fail(throttling, host,
                         "the throttle of host \"%.200s\" is called \"%.200s\" on the platform, "
                         "which has that name: other names are accepted",
                         text_of(throttling, host, "id"), name);
}

/* Puts an element with an id behind another one. */
static xmlNode *put_behind(xmlNode *node, const char *name, const char *id)
{
    xmlNode *made = xmlNewNode(NULL, (const xmlChar *)name);
    rd_assert(made);
    rd_xml_set(made, "id", id);
    return xmlAddNextSibling(node, made);
}

static xmlNode *add_route(xmlNode *zone, const char *from, const char *to, bool both_ways)
{
    xmlNode *route = rd_xml_add_child(zone, "route");
    rd_xml_set(route, "src", from);
    rd_xml_set(route, "dst", to);
    rd_xml_set(route, "symmetrical", both_ways ? "YES" : "NO");
    return route;
}

static void cross_last(xmlNode *route, const char *link)
{
    rd_xml_set(rd_xml_add_child(route, "link_ctn"), "id", link);
}

static void cross_first(xmlNode *route, const char *link)
{
    xmlNode *first = xmlFirstElementChild(route);
    cross_last(route, link);
    if (first)
        xmlAddPrevSibling(first, route->last);
}

/* --- routes ----------------------------------------------------------------------------------- */

static void add_link(struct throttling *throttling, xmlNode *host)
{
    const char *id = text_of(throttling, host, "id"), *name = link_of(throttling, id);
    double limit = limit_of(throttling, id);
    if (limit == 0 || !claim_name(throttling, host, name))
        return;
    xmlNode *link = put_behind(host, "link", name);
    rd_xml_set(link, "bandwidth", bandwidth_text(throttling, limit));
    rd_xml_set(link, "latency", "0s");
}

/* A route from host to host crosses the limits of both. */
static void limit_route(struct throttling *throttling, xmlNode *route)
{
    const char *from = text_of(throttling, route, "src"), *to = text_of(throttling, route, "dst");
    if (strcmp(from, to) == 0)
        return;
    if (limit_of(throttling, from) > 0)
        cross_first(route, link_of(throttling, from));
    if (limit_of(throttling, to) > 0)
        cross_last(route, link_of(throttling, to));
}

/* Puts a router in front of a host, and its limit between. */
static void add_gate(struct throttling *throttling, xmlNode *zone, xmlNode *host)
{
    uint32_t number;
    const char *id = text_of(throttling, host, "id"), *gate = gate_of(throttling, id);
    if (limit_of(throttling, id) == 0 || !claim_name(throttling, host, gate))
        return;
    rd_names_add(&throttling->gates, throttling->arena, id, &number);
    put_behind(host, "router", gate);
    cross_last(add_route(zone, id, gate, true), link_of(throttling, id));
}

/* What led to a host leads to the router in front of it. */
static void lead_to_gate(struct throttling *throttling, xmlNode *route, const char *end)
{
    const char *id = text_of(throttling, route, end);
    if (rd_names_find(&throttling->gates, id) != RD_NO_NAME)
        rd_xml_set(route, end, gate_of(throttling, id));
}

static void limit_paths(struct throttling *throttling, xmlNode *zone)
{
    xmlNode *last = xmlLastElementChild(zone);
    rd_xml_each (host, zone->children, "host")
        add_gate(throttling, zone, host);
    for (xmlNode *node = zone->children; node; node = node == last ? NULL : node->next) {
        if (!rd_xml_is(node, "route") ||
            strcmp(text_of(throttling, node, "src"), text_of(throttling, node, "dst")) == 0)
            continue;
        lead_to_gate(throttling, node, "src");
        lead_to_gate(throttling, node, "dst");
    }
}

/* Who enters a zone at a host behind a router enters at the router. */
static void limit_gateways(struct throttling *throttling, xmlNode *route)
{
    for (int i = 0; i < 2; i++) {
        const char *end = i == 0 ? "gw_src" : "gw_dst", *id = text_of(throttling, route, end);
        lead_to_gate(throttling, route, end);
        if (limit_of(throttling, id) > 0 && rd_names_find(&throttling->gates, id) == RD_NO_NAME)
            throttle_fail(
                throttling, route,
                "host \"%.200s\" has a throttle and is a gateway, %s of <%s>: a router as "
                "gateway, or routing=\"Floyd\" of its zone, is accepted",
                id, end, rd_xml_name(route));
    }
}

/* --- Cluster zones ---------------------------------------------------------------------------- */

static bool refuse_zone(struct throttling *throttling, const xmlNode *element)
{
    return throttle_fail(
        throttling, element,
        "<%s> in a zone with routing=\"Cluster\" whose hosts have throttles: hosts "
        "with their links, and at most one router, are accepted",
        rd_xml_name(element));
}

/* The router in the middle; NULL, reported, if the zone has more than hosts around it. */
static const char *middle_of(struct throttling *throttling, xmlNode *zone)
{
    const char *middle = NULL;
    xmlNode *first_host = rd_xml_named(zone->children, "host");
    for (const xmlNode *node = zone->children; node; node = node->next) {
        bool router = rd_xml_is(node, "router");
        if (rd_xml_is(node, "backbone") || rd_xml_is(node, "cabinet") || (router && middle)) {
            refuse_zone(throttling, node);
            return NULL;
        }
        if (router)
            middle = text_of(throttling, node, "id");
    }
    if (middle)
        return middle;
    middle = rd_arena_print(throttling->arena, "%s_middle", text_of(throttling, zone, "id"));
    if (!claim_name(throttling, first_host, middle))
        return NULL;
    put_behind(first_host, "router", middle);
    return middle;
}

/* A star has no place for a second link of a host: its hosts' links become routes to and from its
 * middle, in which there is. SimGrid looks each step of Dijkstra's paths up among all links of the
 * middle; Floyd's table has them all. */
static void limit_star(struct throttling *throttling, xmlNode *zone)
{
    bool any = false;
    rd_xml_each (host, zone->children, "host")
        any = any || limit_of(throttling, text_of(throttling, host, "id")) > 0;
    const char *middle = any ? middle_of(throttling, zone) : NULL;
    if (!middle)
        return;
    rd_xml_set(zone, "routing", "Floyd");
    for (xmlNode *node = rd_xml_named(zone->children, "host_link"), *next; node; node = next) {
        next = rd_xml_named(node->next, "host_link");
        const char *id = text_of(throttling, node, "id");
        xmlNode *out = add_route(zone, id, middle, false), *in = add_route(zone, middle, id, false);
        cross_last(out, text_of(throttling, node, "up"));
        cross_last(in, text_of(throttling, node, "down"));
        limit_route(throttling, out);
        limit_route(throttling, in);
        rd_xml_drop(node);
    }
}

/* --- clusters --------------------------------------------------------------------------------- */

/* What SimGrid calls a limiter is one link for all that a host of a cluster sends and receives. */
static void limit_cluster(struct throttling *throttling, xmlNode *cluster)
{
    const struct rd_throttles *throttles = throttling->throttles;
    const char *id = text_of(throttling, cluster, "id");
    const char *given = text_of(throttling, cluster, "limiter_link");
    double limit = 0, own = 0;
    bool any = false;
    for (uint32_t host = 0; host < throttles->host->count; host++) {
        if (!throttling->zone[host] || strcmp(throttling->zone[host], id) != 0)
            continue;
        if (any && throttles->bytes_per_s[host] != limit) {
            throttle_fail(
                throttling, cluster,
                "throttles of hosts of cluster \"%.200s\" that differ: the same of all of "
                "them is accepted",
                id);
            return;
        }
        any = true;
        limit = throttles->bytes_per_s[host];
    }
    if (limit > 0 && (!*given || !rd_quantity_read(RD_BANDWIDTH, given, &own) || limit < own))
        rd_xml_set(cluster, "limiter_link", bandwidth_text(throttling, limit));
}

/* --- all of it -------------------------------------------------------------------------------- */

static void refuse_others(struct throttling *throttling, const xmlNode *element)
{
    const char *id = text_of(throttling, element, "id");
    for (uint32_t host = 0; host < throttling->throttles->host->count; host++) {
        const char *zone = throttling->zone[host];
        if (throttling->throttles->bytes_per_s[host] == 0 || !zone || strcmp(zone, id) != 0)
            continue;
        throttle_fail(throttling, element,
                      "host \"%.200s\" of <%s> has a throttle: accepted for those of <host> and "
                      "<cluster>",
                      throttling->throttles->host->name[host], rd_xml_name(element));
        return;
    }
}

static void limit_zone(struct throttling *throttling, xmlNode *zone)
{
    for (xmlNode *node = zone->children; node; node = node->next) {
        if (rd_platform_role_of(node) == RD_ROLE_ZONE)
            limit_zone(throttling, node);
        else if (rd_xml_is(node, "cluster"))
            limit_cluster(throttling, node);
        else if (rd_xml_is(node, "host"))
            add_link(throttling, node);
        else if (rd_xml_is(node, "cabinet") || rd_xml_is(node, "peer"))
            refuse_others(throttling, node);
    }
    bool paths = finds_paths(throttling, zone);
    for (xmlNode *node = zone->children; node; node = node->next) {
        if (rd_xml_is(node, "bypassRoute") || (rd_xml_is(node, "route") && !paths))
            limit_route(throttling, node);
        else if (rd_xml_is(node, "zoneRoute") || rd_xml_is(node, "ASroute") ||
                 rd_xml_is(node, "bypassZoneRoute") || rd_xml_is(node, "bypassASroute"))
            limit_gateways(throttling, node);
    }
    if (paths)
        limit_paths(throttling, zone);
    else if (rd_platform_has_routing(zone, "Cluster", throttling->arena))
        limit_star(throttling, zone);
}

bool rd_platform_throttle(const char *path, const struct rd_throttles *throttles,
                          struct rd_arena *arena, struct rd_platform_properties *properties,
                          struct rd_error_list *errors)
{
    struct throttling throttling = {
        .path = path,
        .throttles = throttles,
        .zone = rd_platform_host_zones(properties->text, properties->size, throttles->host->name,
                                       throttles->host->count, arena),
        .arena = arena,
        .errors = errors};
    size_t errors_before = errors->count;
    xmlDoc *doc = rd_xml_parse(path, properties->text, properties->size, "platform", errors);
    if (!doc)
        return false;
    xmlNode *root = xmlDocGetRootElement(doc);
    note_names(&throttling, root);
    limit_zone(&throttling, root);
    bool good = errors->count == errors_before;
    if (good) {
        properties->text = rd_platform_write(root, properties->file, arena, &properties->size);
        properties->host_links = false;
    }
    xmlFreeDoc(doc);
    return good;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), of_end = strlen(end);
    return length > of_end && strcmp(text + length - of_end, end) == 0;
}

bool rd_is_throttle(const char *link)
{
    return ends_with(link, throttle_suffix) || ends_with(link, limiter_suffix);
}
