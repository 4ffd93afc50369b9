#include "platform_made_links.h"

#include <string.h>

bool rd_platform_holds(const xmlNode *outer, const xmlNode *element)
{
    while (element && element != outer)
        element = element->parent;
    return element;
}

static bool gives(const struct rd_platform_walk *walk, const xmlNode *element, const char *name)
{
    return *rd_platform_text(walk, element, name);
}

/* Has the cluster a host of this number? */
static bool has_host(const struct rd_platform_walk *walk, const xmlNode *cluster,
                     const char *number, size_t length)
{
    const char *host =
        rd_arena_print(walk->arena, "%s%.*s%s", rd_platform_text(walk, cluster, "prefix"),
                       (int)length, number, rd_platform_text(walk, cluster, "suffix"));
    uint32_t point = length > 0 ? rd_names_find(&walk->points.names, host) : RD_NO_NAME;
    return point != RD_NO_NAME && walk->points.element[point] == cluster;
}

/* Is it a name of a link of a flat cluster, without the cluster's own name in front? */
static bool is_of_cluster(const struct rd_platform_walk *walk, const xmlNode *cluster,
                          const char *rest, bool *ret_duplex)
{
    static const char link[] = "_link_";
    const char *sharing = rd_platform_text(walk, cluster, "sharing_policy");
    bool split =
        !*sharing || strcmp(sharing, "SPLITDUPLEX") == 0 || strcmp(sharing, "FULLDUPLEX") == 0;
    if (rd_platform_has_topology(walk, cluster))
        return false;
    if (strcmp(rest, "_backbone") == 0)
        return gives(walk, cluster, "bb_bw");
    if (strncmp(rest, link, sizeof link - 1) != 0)
        return false;
    const char *number = rest + sizeof link - 1;
    size_t length = strspn(number, "0123456789");
    const char *end = number + length;
    if (!has_host(walk, cluster, number, length))
        return false;
    *ret_duplex = !*end && split;
    return !*end || (split && (strcmp(end, "_UP") == 0 || strcmp(end, "_DOWN") == 0)) ||
           (strcmp(end, "_loopback") == 0 && gives(walk, cluster, "loopback_bw")) ||
           (strcmp(end, "_limiter") == 0 && gives(walk, cluster, "limiter_link"));
}

/* Peers and the hosts of cabinets have a link each way. */
static bool is_of_host(const struct rd_platform_walk *walk, const xmlNode *element,
                       const char *name)
{
    static const char link[] = "link_";
    const char *end = strrchr(name, '_');
    if (strncmp(name, link, sizeof link - 1) != 0 || end < name + sizeof link ||
        (strcmp(end, "_UP") != 0 && strcmp(end, "_DOWN") != 0))
        return false;
    const char *host = rd_arena_print(walk->arena, "%.*s", (int)(end - name - (sizeof link - 1)),
                                      name + sizeof link - 1);
    uint32_t point = rd_names_find(&walk->points.names, host);
    const xmlNode *made = point == RD_NO_NAME ? NULL : walk->points.element[point];
    /* What a cabinet is made of is there at the end of its zone only. */
    return made && (rd_xml_is(made, "peer") ||
                    (rd_xml_is(made, "cabinet") && !rd_platform_holds(made->parent, element)));
}

bool rd_platform_makes_link(const struct rd_platform_walk *walk, const xmlNode *element,
                            const char *name, bool *ret_duplex)
{
    *ret_duplex = false;
    for (uint32_t i = 0; i < walk->zones.names.count; i++) {
        const xmlNode *zone = walk->zones.element[i];
        size_t length = strlen(walk->zones.names.name[i]);
        if (rd_xml_is(zone, "cluster") && strncmp(name, walk->zones.names.name[i], length) == 0 &&
            is_of_cluster(walk, zone, name + length, ret_duplex))
            return true;
    }
    return is_of_host(walk, element, name);
}
