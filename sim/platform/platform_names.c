#include "platform_names.h"

#include "sim/base/number_text.h"
#include "sim/model/topology.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool rd_platform_declare_name(struct rd_platform_walk *walk, struct rd_declared *declared,
                              const xmlNode *element, const char *what, const char *name)
{
    uint32_t number;
    if (!rd_names_add(&declared->names, walk->arena, name, &number))
        return rd_platform_fail(walk, element,
                                "a second %s \"%.200s\" (the first is on line %d): one is accepted",
                                what, name, declared->line[number]);
    declared->line = rd_arena_extend(walk->arena, declared->line, number, sizeof *declared->line);
    declared->line[number] = rd_xml_line(element);
    declared->element =
        rd_arena_extend(walk->arena, declared->element, number, sizeof *declared->element);
    declared->element[number] = element;
    return true;
}

/* Declares a host, a router or a zone: SimGrid finds all of them by name in one table. In: the
 * table of what it is, and that of what it is not. */
static bool declare_node(struct rd_platform_walk *walk, struct rd_declared *declared,
                         const struct rd_declared *others, const xmlNode *element, const char *what,
                         const char *name)
{
    uint32_t other = rd_names_find(&others->names, name);
    if (other != RD_NO_NAME)
        return rd_platform_fail(walk, element,
                                "%s \"%.200s\": <%s> of line %d has that name: hosts, routers and "
                                "zones need names of their own",
                                what, name, rd_xml_name(others->element[other]),
                                others->line[other]);
    return rd_platform_declare_name(walk, declared, element, what, name);
}

static bool declare_point(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    return declare_node(walk, &walk->points, &walk->zones, element, "host or router", name);
}

static bool declare_zone(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    return declare_node(walk, &walk->zones, &walk->points, element, "zone", name);
}

/* Declares a host. Returns: false if that is one too many, or a second one of its name. */
static bool declare_host(struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    uint32_t number;
    if (!declare_point(walk, element, name))
        return false;
    if (walk->hosts->count == RD_HOST_LIMIT)
        return rd_platform_fail(walk, element, "more than %d hosts: at most %d are supported",
                                RD_HOST_LIMIT, RD_HOST_LIMIT);
    rd_names_add(walk->hosts, walk->arena, name, &number);
    /* A <host> stands in its zone; a cluster is one. */
    const xmlNode *zone = rd_xml_is(element, "host") ? element->parent : element;
    rd_arena_add(walk->arena, walk->host_zone, walk->zoned_count,
                 rd_platform_text(walk, zone, "id"));
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
    const char *topology;
    double of[PART_LIMIT][RADIX_LIMIT];
    size_t count[PART_LIMIT];
};

static bool read_radices(const char *text, struct radices *radices)
{
    for (size_t part = 0; part < PART_LIMIT;) {
        size_t length = strcspn(text, ",;"), *count = &radices->count[part];
        int64_t number;
        if (*count == RADIX_LIMIT || !rd_integer_parse(text, length, 1, RD_HOST_LIMIT, &number))
            return false;
        radices->of[part][(*count)++] = (double)number;
        text += length;
        if (!*text)
            return true;
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
static bool have_shape(const struct radices *radices)
{
    const size_t *count = radices->count;
    if (strcmp(radices->topology, "FAT_TREE") == 0)
        return count[0] == 1 && radices->of[0][0] == (double)count[1] && count[2] == count[1] &&
               count[3] == count[1];
    if (strcmp(radices->topology, "DRAGONFLY") == 0)
        return count[0] == 2 && count[1] == 2 && count[2] == 2 && count[3] == 1;
    return count[1] == 0;
}

/* How many hosts SimGrid makes. In: radices of its shape. */
static double count_made_hosts(const struct radices *radices)
{
    if (strcmp(radices->topology, "FAT_TREE") == 0)
        return product(radices->of[1], radices->count[1]);
    if (strcmp(radices->topology, "DRAGONFLY") == 0)
        return radices->of[0][0] * radices->of[1][0] * radices->of[2][0] * radices->of[3][0];
    return product(radices->of[0], radices->count[0]);
}

/* How many links SimGrid makes, or somewhat more. In: radices of its shape. */
static double count_links(const struct radices *radices)
{
    const double *down = radices->of[1], *up = radices->of[2], *cables = radices->of[3];
    double links = 0;
    if (strcmp(radices->topology, "TORUS") == 0)
        return (double)radices->count[0] * product(radices->of[0], radices->count[0]);
    if (strcmp(radices->topology, "FAT_TREE") == 0) {
        for (size_t level = 0; level < radices->count[1]; level++)
            links += product(up, level + 1) * product(down + level, radices->count[1] - level) *
                     fmax(cables[level], 1);
        return links;
    }
    double groups = radices->of[0][0], chassis = down[0], routers = up[0], nodes = cables[0];
    return groups * chassis * routers * (chassis + routers + nodes) + groups * groups;
}

/* Its topology; NULL where a cluster has none, or the numbers of it cannot be read. */
static struct radices radices_of(struct rd_platform_walk *walk, const xmlNode *cluster)
{
    struct radices radices = {.topology = rd_platform_text(walk, cluster, "topology")};
    bool read = rd_platform_has_topology(cluster, walk->arena) &&
                read_radices(rd_platform_text(walk, cluster, "topo_parameters"), &radices) &&
                have_shape(&radices);
    return read ? radices : (struct radices){.topology = NULL};
}

/* In: a cluster of a topology; how many hosts it has names for. SimGrid makes as many as its
 * topology has. */
static void check_topology(struct rd_platform_walk *walk, const xmlNode *element,
                           const struct radices *radices, size_t host_count)
{
    const char *parameters = rd_platform_text(walk, element, "topo_parameters");
    if (!radices->topology || count_links(radices) > TOPOLOGY_LINK_LIMIT) {
        rd_platform_fail(walk, element,
                         "topo_parameters=\"%.100s\" of <%s>: numbers from 1 to %d, as in \"3,4\" "
                         "of a TORUS, \"2;4,4;1,2;1,2\" of a FAT_TREE or \"2,1;2,1;2,1;2\" of a "
                         "DRAGONFLY, and at most %.0f links in all, are accepted",
                         parameters, rd_xml_name(element), RD_HOST_LIMIT, TOPOLOGY_LINK_LIMIT);
        return;
    }
    double groups = radices->of[0][0], routers = radices->of[1][0] * radices->of[2][0];
    if (strcmp(radices->topology, "DRAGONFLY") == 0 && groups > 1 && groups > routers) {
        rd_platform_fail(walk, element,
                         "topo_parameters=\"%.100s\" of <%s>: %.0f groups of %.0f routers: SimGrid "
                         "joins router n of each group to group n, so at least as many routers are "
                         "needed",
                         parameters, rd_xml_name(element), groups, routers);
        return;
    }
    double needed = count_made_hosts(radices);
    if (host_count < needed)
        rd_platform_fail(
            walk, element,
            "radical=\"%.100s\" of <%s>: %zu hosts, and %s of topo_parameters=\"%.100s\" "
            "has %.0f: as many numbers are needed",
            rd_platform_text(walk, element, "radical"), rd_xml_name(element), host_count,
            radices->topology, parameters, needed);
}

/* Declares the first of a cluster's numbers as hosts, as many as SimGrid makes. */
static void declare_numbered(struct rd_platform_walk *walk, const xmlNode *element, double left)
{
    const char *prefix = rd_platform_text(walk, element, "prefix");
    const char *suffix = rd_platform_text(walk, element, "suffix");
    const char *radical = rd_platform_text(walk, element, "radical");
    for (const char *text = radical; text;) {
        size_t length = strcspn(text, ",");
        uint32_t low, high;
        if (!read_radical(text, length, &low, &high) || high - low >= RD_HOST_LIMIT) {
            radical_fail(walk, element, radical);
            return;
        }
        for (uint32_t number = low; number <= high && left > 0; number++, left--)
            if (!declare_host(
                    walk, element,
                    rd_arena_print(walk->arena, "%s%" PRIu32 "%s", prefix, number, suffix)))
                return;
        text = text[length] ? text + length + 1 : NULL;
    }
}

/* A cluster that is no topology has a router, by which others reach it. */
static void declare_router(struct rd_platform_walk *walk, const xmlNode *cluster)
{
    const char *router = rd_platform_text(walk, cluster, "router_id");
    if (!*router)
        router = rd_arena_print(
            walk->arena, "%s%s_router%s", rd_platform_text(walk, cluster, "prefix"),
            rd_platform_text(walk, cluster, "id"), rd_platform_text(walk, cluster, "suffix"));
    declare_point(walk, cluster, router);
}

static void declare_cluster(struct rd_platform_walk *walk, const xmlNode *element, const char *id)
{
    uint32_t hosts_before = walk->hosts->count;
    size_t errors_before = walk->errors->count;
    bool has_topology = rd_platform_has_topology(element, walk->arena);
    struct radices radices = radices_of(walk, element);
    bool declared = declare_zone(walk, element, id);
    if (declared)
        declare_numbered(walk, element, radices.topology ? count_made_hosts(&radices) : INFINITY);
    if (has_topology && walk->errors->count == errors_before)
        check_topology(walk, element, &radices, walk->hosts->count - hosts_before);
    if (declared && (!has_topology || walk->errors->count > errors_before))
        declare_router(walk, element);
}

static void declare_link(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *name = rd_platform_text(walk, element, "id");
    if (!rd_platform_is_duplex(element, walk->arena)) {
        rd_platform_declare_name(walk, &walk->links, element, "link", name);
        return;
    }
    if (rd_platform_declare_name(walk, &walk->duplexes, element, "link", name) &&
        rd_platform_declare_name(walk, &walk->links, element, "link",
                                 rd_arena_print(walk->arena, "%s_UP", name)))
        rd_platform_declare_name(walk, &walk->links, element, "link",
                                 rd_arena_print(walk->arena, "%s_DOWN", name));
}

/* A host's speed or state follows a profile. */
static void declare_followed(struct rd_platform_walk *walk, const xmlNode *element,
                             const char *what, const char *host)
{
    rd_platform_declare_name(walk, &walk->followed, element, "profile",
                             rd_arena_print(walk->arena, "%s of %s", what, host));
}

/* What SimGrid reads as a profile, and which host follows it. */
static void declare_profiles(struct rd_platform_walk *walk, const xmlNode *element,
                             const char *name, const char *id)
{
    const struct rd_platform_element *form = rd_platform_element_named(name);
    bool trace = strcmp(name, "trace") == 0, host = strcmp(name, "link") != 0 && !trace;
    const char *what = NULL;
    for (const struct rd_platform_attribute *may = form->attributes; may->name; may++) {
        const char *file =
            may->value == RD_VALUE_FILE ? rd_platform_text(walk, element, may->name) : "";
        const char *before = what;
        if (!*file)
            continue;
        rd_platform_declare_name(walk, &walk->profiles, element, "use of profile", file);
        what = strcmp(may->name, "state_file") == 0 ? "state" : "speed";
        /* A host's availability is its speed's; SimGrid takes one of the two. */
        if (host && (!before || strcmp(what, before) != 0))
            declare_followed(walk, element, what, id);
    }
    if (trace && !what && *id)
        rd_platform_declare_name(walk, &walk->profiles, element, "use of profile", id);
    if (strcmp(name, "trace_connect") == 0)
        declare_followed(walk, element,
                         strcmp(rd_platform_text(walk, element, "kind"), "SPEED") == 0 ? "speed"
                                                                                       : "state",
                         rd_platform_text(walk, element, "element"));
}

void rd_platform_declare(struct rd_platform_walk *walk, const xmlNode *element)
{
    const char *name = rd_xml_name(element);
    const char *id = rd_platform_text(walk, element, "id");
    declare_profiles(walk, element, name, id);
    if (!*id)
        return;
    if (strcmp(name, "host") == 0) {
        declare_host(walk, element, id);
    } else if (strcmp(name, "peer") == 0) {
        if (!rd_platform_has_routing(element->parent, "Vivaldi", walk->arena))
            rd_platform_fail(walk, element, "<peer> is accepted in a zone of routing=\"Vivaldi\"");
        declare_host(walk, element, id);
    } else if (strcmp(name, "router") == 0) {
        declare_point(walk, element, id);
    } else if (rd_platform_role_of(element) == RD_ROLE_ZONE) {
        declare_zone(walk, element, id);
    } else if (strcmp(name, "cluster") == 0) {
        declare_cluster(walk, element, id);
    } else if (strcmp(name, "cabinet") == 0) {
        declare_numbered(walk, element, INFINITY);
    } else if (strcmp(name, "link") == 0 || strcmp(name, "backbone") == 0) {
        declare_link(walk, element);
    }
}
