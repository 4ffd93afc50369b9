#include "platform_made_links.h"

#include <string.h>

static bool gives(const struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    return *rd_platform_text(walk, element, name);
}

/* The element that declares a name. In: name [length]. Returns: NULL if none does. */
static const xmlNode *declared_by(const struct rd_platform_walk *walk,
                                  const struct rd_declared *declared, const char *name,
                                  size_t length)
{
    uint32_t number =
        rd_names_find(&declared->names, rd_arena_print(walk->arena, "%.*s", (int)length, name));
    return number == RD_NO_NAME ? NULL : declared->element[number];
}

/* Has the cluster a host of this number? */
static bool has_host(const struct rd_platform_walk *walk, const xmlNode *cluster,
                     const char *number, size_t length)
{
    const char *host =
        rd_arena_print(walk->arena, "%s%.*s%s", rd_platform_text(walk, cluster, "prefix"),
                       (int)length, number, rd_platform_text(walk, cluster, "suffix"));
    return length > 0 && declared_by(walk, &walk->points, host, strlen(host)) == cluster;
}

static bool ends_as_half(const char *end)
{
    return strcmp(end, "_UP") == 0 || strcmp(end, "_DOWN") == 0;
}

/* Is it a name of a link of a flat cluster, without the cluster's own name in front? */
static bool is_of_cluster(const struct rd_platform_walk *walk, const xmlNode *cluster,
                          const char *rest, bool *ret_duplex)
{
    static const char link[] = "_link_";
    bool split =
        !gives(walk, cluster, "sharing_policy") || rd_platform_is_duplex(cluster, walk->arena);
    if (rd_platform_has_topology(cluster, walk->arena))
        return false;
    if (strcmp(rest, "_backbone") == 0)
        return gives(walk, cluster, "bb_bw");
    const char *number = rest + sizeof link - 1;
    size_t length = strspn(number, "0123456789");
    const char *end = number + length;
    if (!has_host(walk, cluster, number, length))
        return false;
    *ret_duplex = !*end && split;
    return !*end || (split && ends_as_half(end)) ||
           (strcmp(end, "_loopback") == 0 && gives(walk, cluster, "loopback_bw")) ||
           (strcmp(end, "_limiter") == 0 && gives(walk, cluster, "limiter_link"));
}

/* Peers and the hosts of cabinets have a link each way. In: element, NULL: after all. */
static bool is_of_host(const struct rd_platform_walk *walk, const xmlNode *element,
                       const char *name)
{
    static const char link[] = "link_";
    const char *host = name + sizeof link - 1, *end = strrchr(name, '_');
    if (strncmp(name, link, sizeof link - 1) != 0 || end <= host || !ends_as_half(end))
        return false;
    const xmlNode *made = declared_by(walk, &walk->points, host, (size_t)(end - host));
    /* What a cabinet is made of is there at the end of its zone only. */
    return made && (rd_xml_is(made, "peer") || (rd_xml_is(made, "cabinet") &&
                                                !(element && rd_xml_holds(made->parent, element))));
}

/* The next place in a name where a cluster's own name may end, and what SimGrid adds may begin.
 * Returns: NULL if there is none. */
static const char *next_part(const char *text)
{
    const char *link = strstr(text, "_link_"), *backbone = strstr(text, "_backbone");
    return link && (!backbone || link < backbone) ? link : backbone;
}

bool rd_platform_makes_link(const struct rd_platform_walk *walk, const xmlNode *element,
                            const char *name, bool *ret_duplex)
{
    *ret_duplex = false;
    for (const char *part = next_part(name); part; part = next_part(part + 1)) {
        const xmlNode *zone = declared_by(walk, &walk->zones, name, (size_t)(part - name));
        if (zone && rd_xml_is(zone, "cluster") && is_of_cluster(walk, zone, part, ret_duplex))
            return true;
    }
    return is_of_host(walk, element, name);
}

/* Is a name of the form? In: form, with '#' for a number. SimGrid may add _UP and _DOWN. */
static bool has_form(const char *name, const char *form)
{
    for (; *form; form++) {
        size_t length = *form == '#' ? strspn(name, "0123456789") : *name == *form;
        if (length == 0)
            return false;
        name += length;
    }
    return !*name || ends_as_half(name);
}

/* Does SimGrid give such names to links of a topology of the file? */
static bool is_of_topology(const struct rd_platform_walk *walk, const char *name)
{
    static const struct {
        const char *topology, *form;
    } whole[] = {
        {"FAT_TREE", "link_from_#_#_#"},
        {"DRAGONFLY", "local_link_from_router_#_to_node_#_#"},
        {"DRAGONFLY", "green_link_in_chassis_#_between_routers_#_and_#_#"},
        {"DRAGONFLY", "black_link_in_group_#_between_chassis_#_and_#_blade_#_#"},
        {"DRAGONFLY", "blue_link_between_group_#_and_#_routers_#_and_#_#"},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        for (uint32_t zone = 0; has_form(name, whole[i].form) && zone < walk->zones.names.count;
             zone++)
            if (strcmp(rd_platform_text(walk, walk->zones.element[zone], "topology"),
                       whole[i].topology) == 0)
                return true;
    for (const char *part = next_part(name); part; part = next_part(part + 1)) {
        const xmlNode *zone = declared_by(walk, &walk->zones, name, (size_t)(part - name));
        if (zone && rd_platform_has_topology(zone, walk->arena) &&
            (has_form(part, "_link_from_#_to_#") ||
             (has_form(part, "_link_#_loopback") && gives(walk, zone, "loopback_bw")) ||
             (has_form(part, "_link_#_limiter") && gives(walk, zone, "limiter_link"))))
            return true;
    }
    return false;
}

void rd_platform_check_link_names(struct rd_platform_walk *walk)
{
    bool duplex;
    for (uint32_t i = 0; i < walk->links.names.count; i++) {
        const char *name = walk->links.names.name[i];
        /* Half of a SPLITDUPLEX link that SimGrid makes has the name of the whole one as well. */
        bool made = rd_platform_makes_link(walk, NULL, name, &duplex) && !duplex;
        if (made || is_of_topology(walk, name))
            rd_platform_fail(walk, walk->links.element[i],
                             "link \"%.200s\": SimGrid makes one of that name itself, for a "
                             "<cluster>, <cabinet> or <peer>: another id is accepted",
                             name);
    }
}
