#include "platform_forms.h"

#include <string.h>

#define ATTRIBUTES(...)                                                                            \
    (const struct rd_platform_attribute[])                                                         \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }
#define NEEDED(name, value)                                                                        \
    {                                                                                              \
        name, RD_VALUE_##value, true                                                               \
    }
#define MAY(name, value)                                                                           \
    {                                                                                              \
        name, RD_VALUE_##value, false                                                              \
    }

/* What several elements have. */
#define ZONE_ATTRIBUTES ATTRIBUTES(NEEDED("id", NAME), NEEDED("routing", ROUTING))
#define ZONE_ROUTE_ATTRIBUTES                                                                      \
    ATTRIBUTES(NEEDED("src", NAME), NEEDED("dst", NAME), NEEDED("gw_src", NAME),                   \
               NEEDED("gw_dst", NAME), MAY("symmetrical", YES_NO))
#define ZONE_BYPASS_ATTRIBUTES                                                                     \
    ATTRIBUTES(NEEDED("src", NAME), NEEDED("dst", NAME), NEEDED("gw_src", NAME),                   \
               NEEDED("gw_dst", NAME))
#define ZONE_CHILDREN                                                                              \
    RD_NAMES("prop", "zone", "AS", "host", "router", "link", "backbone", "host_link", "cluster",   \
             "cabinet", "peer", "route", "zoneRoute", "ASroute", "bypassRoute", "bypassZoneRoute", \
             "bypassASroute", "trace", "trace_connect")

static const struct rd_platform_element elements[] = {
    {"platform", ATTRIBUTES(NEEDED("version", NAME)),
     RD_NAMES("config", "zone", "AS", "cluster", "cabinet", "peer", "trace", "trace_connect"),
     RD_ROLE_ANYWHERE},
    {"config", ATTRIBUTES(MAY("id", TEXT)), RD_NAMES("prop"), RD_ROLE_ANYWHERE},
    {"prop", ATTRIBUTES(NEEDED("id", NAME), NEEDED("value", TEXT)), NULL, RD_ROLE_PROPERTY},
    {"zone", ZONE_ATTRIBUTES, ZONE_CHILDREN, RD_ROLE_ZONE},
    {"AS", ZONE_ATTRIBUTES, ZONE_CHILDREN, RD_ROLE_ZONE},
    {"host",
     ATTRIBUTES(NEEDED("id", NAME), NEEDED("speed", SPEEDS), MAY("core", COUNT),
                MAY("speed_file", FILE), MAY("availability_file", FILE), MAY("state_file", FILE),
                MAY("coordinates", COORDINATES), MAY("pstate", NUMBER)),
     RD_NAMES("disk", "prop"), RD_ROLE_LEAF},
    {"disk",
     ATTRIBUTES(MAY("id", NAME), NEEDED("read_bw", BANDWIDTH), NEEDED("write_bw", BANDWIDTH)),
     RD_NAMES("prop"), RD_ROLE_ANYWHERE},
    {"router", ATTRIBUTES(NEEDED("id", NAME), MAY("coordinates", COORDINATES)), NULL, RD_ROLE_LEAF},
    /* SimGrid 3.32 has a default latency in its DTD and stumbles over it. */
    {"link",
     ATTRIBUTES(NEEDED("id", NAME), NEEDED("bandwidth", BANDWIDTHS), NEEDED("latency", LATENCY),
                MAY("bandwidth_file", FILE), MAY("latency_file", FILE), MAY("state_file", FILE),
                MAY("sharing_policy", SHARING)),
     RD_NAMES("prop"), RD_ROLE_EITHER},
    {"backbone",
     ATTRIBUTES(NEEDED("id", NAME), NEEDED("bandwidth", BANDWIDTH), NEEDED("latency", LATENCY)),
     NULL, RD_ROLE_EITHER},
    {"host_link", ATTRIBUTES(NEEDED("id", NAME), NEEDED("up", NAME), NEEDED("down", NAME)), NULL,
     RD_ROLE_LEAF},
    {"cluster",
     ATTRIBUTES(NEEDED("id", NAME), NEEDED("prefix", TEXT), NEEDED("suffix", TEXT),
                NEEDED("radical", NAME), NEEDED("speed", SPEEDS), NEEDED("bw", BANDWIDTH),
                NEEDED("lat", LATENCY), MAY("core", COUNT), MAY("sharing_policy", SHARING),
                MAY("topology", TOPOLOGY), MAY("topo_parameters", TEXT), MAY("bb_bw", BANDWIDTH),
                MAY("bb_lat", LATENCY), MAY("bb_sharing_policy", BACKBONE_SHARING),
                MAY("router_id", TEXT), MAY("limiter_link", BANDWIDTH),
                MAY("loopback_bw", BANDWIDTH), MAY("loopback_lat", LATENCY)),
     RD_NAMES("prop"), RD_ROLE_INNER},
    {"cabinet",
     ATTRIBUTES(NEEDED("id", NAME), NEEDED("prefix", TEXT), NEEDED("suffix", TEXT),
                NEEDED("radical", NAME), NEEDED("speed", SPEED), NEEDED("bw", BANDWIDTH),
                NEEDED("lat", LATENCY)),
     NULL, RD_ROLE_LEAF},
    {"peer",
     ATTRIBUTES(NEEDED("id", NAME), NEEDED("speed", SPEED), NEEDED("bw_in", BANDWIDTH),
                NEEDED("bw_out", BANDWIDTH), MAY("lat", LATENCY), MAY("coordinates", COORDINATES),
                MAY("speed_file", FILE), MAY("availability_file", FILE), MAY("state_file", FILE)),
     NULL, RD_ROLE_INNER},
    {"route", ATTRIBUTES(NEEDED("src", NAME), NEEDED("dst", NAME), MAY("symmetrical", YES_NO)),
     RD_NAMES("link_ctn"), RD_ROLE_LEAF_ROUTE},
    {"bypassRoute", ATTRIBUTES(NEEDED("src", NAME), NEEDED("dst", NAME)), RD_NAMES("link_ctn"),
     RD_ROLE_LEAF_BYPASS},
    {"zoneRoute", ZONE_ROUTE_ATTRIBUTES, RD_NAMES("link_ctn"), RD_ROLE_INNER_ROUTE},
    {"ASroute", ZONE_ROUTE_ATTRIBUTES, RD_NAMES("link_ctn"), RD_ROLE_INNER_ROUTE},
    {"bypassZoneRoute", ZONE_BYPASS_ATTRIBUTES, RD_NAMES("link_ctn"), RD_ROLE_INNER_BYPASS},
    {"bypassASroute", ZONE_BYPASS_ATTRIBUTES, RD_NAMES("link_ctn"), RD_ROLE_INNER_BYPASS},
    {"link_ctn", ATTRIBUTES(NEEDED("id", NAME), MAY("direction", DIRECTION)), NULL,
     RD_ROLE_ANYWHERE},
    {"trace", ATTRIBUTES(NEEDED("id", NAME), MAY("file", FILE), NEEDED("periodicity", NUMBER)),
     NULL, RD_ROLE_ANYWHERE},
    {"trace_connect",
     ATTRIBUTES(MAY("kind", CONNECTION), NEEDED("trace", NAME), NEEDED("element", NAME)), NULL,
     RD_ROLE_ANYWHERE},
};

const struct rd_platform_element *rd_platform_element_named(const char *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strcmp(elements[i].name, name) == 0)
            return &elements[i];
    return NULL;
}

enum rd_platform_role rd_platform_role_of(const xmlNode *node)
{
    const struct rd_platform_element *form =
        node->type == XML_ELEMENT_NODE ? rd_platform_element_named(rd_xml_name(node)) : NULL;
    return form ? form->role : RD_ROLE_ANYWHERE;
}

bool rd_platform_is_route(const xmlNode *node)
{
    enum rd_platform_role role = rd_platform_role_of(node);
    return role == RD_ROLE_INNER_ROUTE || role == RD_ROLE_LEAF_ROUTE;
}

bool rd_platform_goes_back(const xmlNode *route, struct rd_arena *arena)
{
    return strcasecmp(rd_xml_text(route, "symmetrical", arena), "no") != 0;
}

bool rd_platform_has_routing(const xmlNode *zone, const char *routing, struct rd_arena *arena)
{
    return strcasecmp(rd_xml_text(zone, "routing", arena), routing) == 0;
}

bool rd_platform_has_topology(const xmlNode *cluster, struct rd_arena *arena)
{
    const char *topology = rd_xml_text(cluster, "topology", arena);
    return rd_name_is_listed(topology, rd_platform_words(RD_VALUE_TOPOLOGY)) &&
           strcmp(topology, "FLAT") != 0;
}

bool rd_platform_is_duplex(const xmlNode *link, struct rd_arena *arena)
{
    return rd_name_is_listed(rd_xml_text(link, "sharing_policy", arena),
                             RD_NAMES("SPLITDUPLEX", "FULLDUPLEX"));
}

/* SimGrid takes them in upper and lower case. */
static const char *const routings[] = {"Full",          "Cluster", "Floyd",   "Dijkstra",
                                       "DijkstraCache", "None",    "Vivaldi", NULL};
static const char *const sharings[] = {"SHARED", "SPLITDUPLEX", "FULLDUPLEX", "FATPIPE", NULL};
static const char *const backbone_sharings[] = {"SHARED", "FATPIPE", NULL};
static const char *const topologies[] = {"FLAT", "TORUS", "FAT_TREE", "DRAGONFLY", NULL};
static const char *const yes_no[] = {"YES", "NO", "yes", "no", NULL};
static const char *const directions[] = {"UP", "DOWN", "NONE", NULL};
/* Links have attributes for it (bandwidth_file, latency_file, state_file); connecting them aborts.
 */
static const char *const connections[] = {"HOST_AVAIL", "SPEED", NULL};

const char *const *rd_platform_words(enum rd_platform_value value)
{
    static const char *const *const words[] = {
        [RD_VALUE_ROUTING] = routings,
        [RD_VALUE_SHARING] = sharings,
        [RD_VALUE_BACKBONE_SHARING] = backbone_sharings,
        [RD_VALUE_TOPOLOGY] = topologies,
        [RD_VALUE_YES_NO] = yes_no,
        [RD_VALUE_DIRECTION] = directions,
        [RD_VALUE_CONNECTION] = connections,
    };
    return words[value];
}
