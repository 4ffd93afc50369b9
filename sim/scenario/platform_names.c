#include "platform_names.h"

#include "sim/base/number_text.h"
#include "sim/model/topology.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *text_of(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    const char *text = rd_xml_attribute(element, name, walk->arena);
    return text ? text : "";
}

/* Returns: false, with a message, if the name is declared already. */
static bool declare(struct rd_platform_walk *walk, struct rd_declared *declared,
                    const xmlNode *element, const char *what, const char *name)
{
    uint32_t number;
    if (!rd_names_add(&declared->names, walk->arena, name, &number))
        return rd_platform_fail(walk, element,
                                "a second %s \"%.200s\" (the first is on line %d): one is accepted",
                                what, name, declared->line[number]);
    declared->line = rd_arena_extend(walk->arena, declared->line, number, sizeof *declared->line);
    declared->line[number] = rd_xml_line(element);
    return true;
}

/* Declares a host. Returns: false if that is one too many, or a second one of its name. */
static bool declare_host(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    uint32_t number;
    if (!declare(walk, &walk->points, element, "host or router", name))
        return false;
    if (walk->hosts->count == RD_HOST_LIMIT)
        return rd_platform_fail(walk, element, "more than %d hosts: at most %d are supported",
                                RD_HOST_LIMIT, RD_HOST_LIMIT);
    rd_names_add(walk->hosts, walk->arena, name, &number);
    return true;
}

static bool radical_fail(struct rd_platform_walk *walk, const xmlNode *element, const char *radical)
{
    return rd_platform_fail(
        walk, element,
        "radical=\"%.100s\" of <%s>%s: numbers and ranges from low to high such "
        "as 0-15,20, and at most %d hosts in all, are accepted",
        radical, rd_xml_name(element), rd_minus_remark(radical), RD_HOST_LIMIT);
}

/* Reads "3" or "0-15", as SimGrid does, which drops zeros in front. */
static bool read_radical(const char *text, size_t length, uint32_t *ret_low, uint32_t *ret_high)
{
    const char *dash = memchr(text, '-', length);
    const char *last = dash ? dash + 1 : text, *end = text + length;
    size_t low_length = dash ? (size_t)(dash - text) : length;
    int64_t low, high;
    if (!rd_integer_parse(text, low_length, 0, INT32_MAX, &low) ||
        !rd_integer_parse(last, (size_t)(end - last), low, INT32_MAX, &high))
        return false;
    *ret_low = (uint32_t)low;
    *ret_high = (uint32_t)high;
    return true;
}

/* The numbers of a topology: up to four parts with ';' between, each of up to so many with ','. */
enum { PART_LIMIT = 4, RADIX_LIMIT = 16 };
#define TOPOLOGY_LINK_LIMIT 1048576. /* four times as many need over 4 GiB */

struct radices {
    double of[PART_LIMIT][RADIX_LIMIT];
    size_t count[PART_LIMIT];
};

static bool read_radices(const char *text, struct radices *ret_radices)
{
    struct radices radices = {0};
    for (size_t part = 0; part < PART_LIMIT;) {
        size_t length = strcspn(text, ",;"), *count = &radices.count[part];
        int64_t number;
        if (*count == RADIX_LIMIT || !rd_integer_parse(text, length, 1, RD_HOST_LIMIT, &number))
            return false;
        radices.of[part][(*count)++] = (double)number;
        text += length;
        if (!*text) {
            *ret_radices = radices;
            return true;
        }
        part += *text++ == ';';
    }
    return false;
}

static double product(const double *radix, size_t count)
{
    double all = 1;
    for (size_t i = 0; i < count; i++)
        all *= radix[i];
    return all;
}

/* Has a topology the parts and numbers that SimGrid reads? */
static bool has_shape(const char *topology, const struct radices *radices)
{
    const size_t *count = radices->count;
    if (strcmp(topology, "FAT_TREE") == 0)
        return count[0] == 1 && radices->of[0][0] == (double)count[1] && count[2] == count[1] &&
               count[3] == count[1];
    if (strcmp(topology, "DRAGONFLY") == 0)
        return count[0] == 2 && count[1] == 2 && count[2] == 2 && count[3] == 1;
    return count[1] == 0;
}

/* How many hosts SimGrid makes. In: radices of its shape. */
static double count_made_hosts(const char *topology, const struct radices *radices)
{
    if (strcmp(topology, "FAT_TREE") == 0)
        return product(radices->of[1], radices->count[1]);
    if (strcmp(topology, "DRAGONFLY") == 0)
        return radices->of[0][0] * radices->of[1][0] * radices->of[2][0] * radices->of[3][0];
    return product(radices->of[0], radices->count[0]);
}

/* How many links SimGrid makes, or somewhat more. In: radices of its shape. */
static double count_links(const char *topology, const struct radices *radices)
{
    const double *down = radices->of[1], *up = radices->of[2], *cables = radices->of[3];
    double links = 0;
    if (strcmp(topology, "TORUS") == 0)
        return (double)radices->count[0] * product(radices->of[0], radices->count[0]);
    if (strcmp(topology, "FAT_TREE") == 0) {
        for (size_t level = 0; level < radices->count[1]; level++)
            links += product(up, level + 1) * product(down + level, radices->count[1] - level) *
                     fmax(cables[level], 1);
        return links;
    }
    double groups = radices->of[0][0], chassis = down[0], routers = up[0], nodes = cables[0];
    return groups * chassis * routers * (chassis + routers + nodes) + groups * groups;
}

/* In: how many hosts the cluster has names for. SimGrid makes as many as its topology has. */
static void check_topology(struct rd_platform_walk *walk, const xmlNode *element, size_t host_count)
{
    const char *topology = text_of(walk, element, "topology");
    const char *parameters = text_of(walk, element, "topo_parameters");
    struct radices radices;
    if (!rd_name_is_listed(topology, RD_NAMES("TORUS", "FAT_TREE", "DRAGONFLY")))
        return;
    if (!read_radices(parameters, &radices) || !has_shape(topology, &radices) ||
        count_links(topology, &radices) > TOPOLOGY_LINK_LIMIT) {
        rd_platform_fail(walk, element,
                         "topo_parameters=\"%.100s\" of <%s>: numbers from 1 to %d, as in \"3,4\" "
                         "of a TORUS, \"2;4,4;1,2;1,2\" of a FAT_TREE or \"2,1;2,1;2,1;2\" of a "
                         "DRAGONFLY, and at most %.0f links in all, are accepted",
                         parameters, rd_xml_name(element), RD_HOST_LIMIT, TOPOLOGY_LINK_LIMIT);
        return;
    }
    double needed = count_made_hosts(topology, &radices);
    if (host_count < needed)
        rd_platform_fail(
            walk, element,
            "radical=\"%.100s\" of <%s>: %zu hosts, and %s of topo_parameters=\"%.100s\" "
            "has %.0f: as many numbers are needed",
            text_of(walk, element, "radical"), rd_xml_name(element), host_count, topology,
            parameters, needed);
}

static void declare_cluster(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *prefix = text_of(walk, element, "prefix");
    const char *suffix = text_of(walk, element, "suffix");
    const char *radical = text_of(walk, element, "radical");
    walk->made_names = true;
    for (const char *text = radical; text;) {
        size_t length = strcspn(text, ",");
        uint32_t low, high;
        if (!read_radical(text, length, &low, &high) || high - low >= RD_HOST_LIMIT) {
            radical_fail(walk, element, radical);
            return;
        }
        for (uint32_t number = low; number <= high; number++)
            if (!declare_host(
                    walk, element,
                    rd_arena_print(walk->arena, "%s%" PRIu32 "%s", prefix, number, suffix)))
                return;
        text = text[length] ? text + length + 1 : NULL;
    }
}

static void declare_link(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *name = text_of(walk, element, "id");
    const char *sharing = text_of(walk, element, "sharing_policy");
    if (strcmp(sharing, "SPLITDUPLEX") != 0 && strcmp(sharing, "FULLDUPLEX") != 0) {
        declare(walk, &walk->links, element, "link", name);
        return;
    }
    if (declare(walk, &walk->duplexes, element, "link", name) &&
        declare(walk, &walk->links, element, "link", rd_arena_print(walk->arena, "%s_UP", name)))
        declare(walk, &walk->links, element, "link", rd_arena_print(walk->arena, "%s_DOWN", name));
}

/* A host's speed or state follows a profile. */
static void declare_followed(struct rd_platform_walk *walk, const xmlNode *element,
                             const char *what, const char *host)
{
    declare(walk, &walk->followed, element, "profile",
            rd_arena_print(walk->arena, "%s of %s", what, host));
}

/* What SimGrid reads as a profile, and which host follows it. */
static void declare_profiles(struct rd_platform_walk *walk, const xmlNode *element,
                             const char *name, const char *id)
{
    static const char *const files[] = {"bandwidth_file",    "latency_file", "speed_file",
                                        "availability_file", "state_file",   "file"};
    bool trace = strcmp(name, "trace") == 0, host = strcmp(name, "link") != 0 && !trace;
    const char *what = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *file = text_of(walk, element, files[i]);
        const char *before = what;
        if (!*file)
            continue;
        declare(walk, &walk->profiles, element, "use of profile", file);
        what = strcmp(files[i], "state_file") == 0 ? "state" : "speed";
        /* A host's availability is its speed's; SimGrid takes one of the two. */
        if (host && (!before || strcmp(what, before) != 0))
            declare_followed(walk, element, what, id);
    }
    if (trace && !what && *id)
        declare(walk, &walk->profiles, element, "use of profile", id);
    if (strcmp(name, "trace_connect") == 0)
        declare_followed(walk, element,
                         strcmp(text_of(walk, element, "kind"), "SPEED") == 0 ? "speed" : "state",
                         text_of(walk, element, "element"));
}

void rd_platform_declare(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *name = rd_xml_name(element);
    const char *id = text_of(walk, element, "id");
    declare_profiles(walk, element, name, id);
    if (!*id)
        return;
    if (strcmp(name, "host") == 0) {
        declare_host(walk, element, id);
    } else if (strcmp(name, "peer") == 0) {
        walk->made_names = true;
        if (strcasecmp(text_of(walk, element->parent, "routing"), "Vivaldi") != 0)
            rd_platform_fail(walk, element, "<peer> is accepted in a zone of routing=\"Vivaldi\"");
        declare_host(walk, element, id);
    } else if (strcmp(name, "router") == 0) {
        declare(walk, &walk->points, element, "host or router", id);
    } else if (strcmp(name, "zone") == 0 || strcmp(name, "AS") == 0) {
        declare(walk, &walk->zones, element, "zone", id);
    } else if (strcmp(name, "cluster") == 0) {
        uint32_t hosts_before = walk->hosts->count;
        size_t errors_before = walk->errors->count;
        if (declare(walk, &walk->zones, element, "zone", id))
            declare_cluster(walk, element);
        if (walk->errors->count == errors_before)
            check_topology(walk, element, walk->hosts->count - hosts_before);
    } else if (strcmp(name, "cabinet") == 0) {
        declare_cluster(walk, element);
    } else if (strcmp(name, "link") == 0 || strcmp(name, "backbone") == 0) {
        declare_link(walk, element);
    }
}

/* Reports a name that no element before declared. */
static bool refer(struct rd_platform_walk *walk, const xmlNode *element, const char *attribute,
                  const struct rd_declared *declared, const char *what)
{
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    const char *name = text_of(walk, element, attribute);
    if (rd_names_find(&declared->names, name) != RD_NO_NAME)
        return true;
    return rd_platform_fail(walk, element, "%s=\"%.100s\" of <%s> is no %s declared before: %s",
                            attribute, name, rd_xml_name(element), what,
                            walk->errors->count < RD_ERROR_LIST_LIMIT
                                ? rd_names_accepted(&declared->names, name, accepted)
                                : "");
}

static void refer_link_ctn(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *id = text_of(walk, element, "id");
    const char *direction = text_of(walk, element, "direction");
    bool duplex = rd_names_find(&walk->duplexes.names, id) != RD_NO_NAME;
    bool directed = *direction && strcmp(direction, "NONE") != 0;
    if (duplex && !directed)
        rd_platform_fail(walk, element,
                         "<link_ctn> of the SPLITDUPLEX link \"%.100s\" without direction: UP or "
                         "DOWN is needed",
                         id);
    else if (!duplex && directed && !walk->made_names)
        rd_platform_fail(walk, element,
                         "direction=\"%s\" of <link_ctn>: accepted with SPLITDUPLEX links only, "
                         "and \"%.100s\" is none",
                         direction, id);
    else if (!duplex && !walk->made_names)
        refer(walk, element, "id", &walk->links, "link");
}

/* A bypass may be given once. SimGrid takes it in its direction only. */
static void note_bypass(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *from = text_of(walk, element, "src"), *to = text_of(walk, element, "dst");
    const char *zone = text_of(walk, element->parent, "id");
    declare(walk, &walk->bypasses, element, rd_xml_name(element),
            rd_arena_print(walk->arena, "%s > %s in zone %s", from, to, zone));
}

/* A route may be given once; both ways, unless it says otherwise. */
static void note_route(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *symmetrical = text_of(walk, element, "symmetrical");
    const char *from = text_of(walk, element, "src"), *to = text_of(walk, element, "dst");
    const char *zone = text_of(walk, element->parent, "id");
    const char *there = rd_arena_print(walk->arena, "%s\n%s\n%s", zone, from, to);
    const char *back = rd_arena_print(walk->arena, "%s\n%s\n%s", zone, to, from);
    bool both = strcasecmp(symmetrical, "no") != 0 && strcmp(from, to) != 0;
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
    declare(walk, &walk->routes, element, "route", there);
    if (both)
        declare(walk, &walk->routes, element, "route", back);
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
            if (!rd_xml_is(zone, "platform") &&
                strcmp(text_of(walk, element, ends[i]), text_of(walk, zone, "id")) == 0)
                good =
                    rd_platform_fail(walk, element,
                                     "%s=\"%.100s\" of <%s> is a zone around it: zones within it "
                                     "are accepted",
                                     ends[i], text_of(walk, zone, "id"), rd_xml_name(element));
    return good;
}

/* SimGrid keeps routes in zones of some kinds only. */
static bool check_routing(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *routing = text_of(walk, element->parent, "routing");
    bool own = strcasecmp(routing, "None") == 0 || strcasecmp(routing, "Vivaldi") == 0 ||
               strcasecmp(routing, "Cluster") == 0;
    return !own || rd_platform_fail(walk, element,
                                    "<%s> in a zone of routing=\"%.20s\", which takes none: Full, "
                                    "Floyd, Dijkstra and DijkstraCache do",
                                    rd_xml_name(element), routing);
}

static void refer_route(struct rd_platform_walk *walk, xmlNode *element, bool leaf)
{
    bool bypass = strncmp(rd_xml_name(element), "bypass", 6) == 0;
    bool good = bypass || check_routing(walk, element);
    if (!rd_xml_named(element->children, "link_ctn"))
        good = rd_platform_fail(walk, element, "<%s> without <link_ctn>: at least one is needed",
                                rd_xml_name(element));
    if (leaf && !walk->made_names) {
        good = refer(walk, element, "src", &walk->points, "host or router") && good;
        good = refer(walk, element, "dst", &walk->points, "host or router") && good;
    } else if (!leaf) {
        good = refer(walk, element, "src", &walk->zones, "zone or cluster") && good;
        good = refer(walk, element, "dst", &walk->zones, "zone or cluster") && good;
        good = check_ends(walk, element) && good;
        if (!walk->made_names) {
            good = refer(walk, element, "gw_src", &walk->points, "host or router") && good;
            good = refer(walk, element, "gw_dst", &walk->points, "host or router") && good;
        }
    }
    if (good)
        (bypass ? note_bypass : note_route)(walk, element);
}

/* In a Cluster zone every host hangs on a link out and a link in; SimGrid aborts where one asks for
 * the route of a host that does not. */
static void check_cluster_zone(struct rd_platform_walk *walk, xmlNode *zone)
{
    struct rd_names linked = {0};
    uint32_t number;
    if (strcasecmp(text_of(walk, zone, "routing"), "Cluster") != 0)
        return;
    rd_xml_each (node, zone->children, "host_link")
        rd_names_add(&linked, walk->arena, text_of(walk, node, "id"), &number);
    rd_xml_each (node, zone->children, "host")
        if (rd_names_find(&linked, text_of(walk, node, "id")) == RD_NO_NAME)
            rd_platform_fail(walk, node,
                             "host \"%.100s\" of a Cluster zone without <host_link>: one is needed",
                             text_of(walk, node, "id"));
}

void rd_platform_refer(struct rd_platform_walk *walk, xmlNode *element)
{
    const char *name = rd_xml_name(element);
    if (strcmp(name, "host_link") == 0) {
        refer(walk, element, "id", &walk->points, "host");
        if (!walk->made_names) {
            refer(walk, element, "up", &walk->links, "link");
            refer(walk, element, "down", &walk->links, "link");
        }
    } else if (strcmp(name, "link_ctn") == 0) {
        refer_link_ctn(walk, element);
    } else if (strcmp(name, "route") == 0 || strcmp(name, "bypassRoute") == 0) {
        refer_route(walk, element, true);
    } else if (strcmp(name, "zoneRoute") == 0 || strcmp(name, "ASroute") == 0 ||
               strcmp(name, "bypassZoneRoute") == 0 || strcmp(name, "bypassASroute") == 0) {
        refer_route(walk, element, false);
    } else if (strcmp(name, "zone") == 0 || strcmp(name, "AS") == 0) {
        check_cluster_zone(walk, element);
    }
}
