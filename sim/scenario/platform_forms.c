#include "platform_forms.h"

#include <stddef.h>
#include <string.h>

static const struct rd_platform_attribute platform_attributes[] = {{"version", RD_VALUE_NAME, true},
                                                                   {0}};
static const struct rd_platform_attribute config_attributes[] = {{"id", RD_VALUE_TEXT, false}, {0}};
static const struct rd_platform_attribute prop_attributes[] = {
    {"id", RD_VALUE_NAME, true}, {"value", RD_VALUE_TEXT, true}, {0}};
static const struct rd_platform_attribute zone_attributes[] = {
    {"id", RD_VALUE_NAME, true}, {"routing", RD_VALUE_ROUTING, true}, {0}};
static const struct rd_platform_attribute host_attributes[] = {
    {"id", RD_VALUE_NAME, true},
    {"speed", RD_VALUE_SPEEDS, true},
    {"core", RD_VALUE_COUNT, false},
    {"speed_file", RD_VALUE_FILE, false},
    {"availability_file", RD_VALUE_FILE, false},
    {"state_file", RD_VALUE_FILE, false},
    {"coordinates", RD_VALUE_TEXT, false},
    {"pstate", RD_VALUE_NUMBER, false},
    {0}};
static const struct rd_platform_attribute disk_attributes[] = {
    {"id", RD_VALUE_NAME, false},
    {"read_bw", RD_VALUE_BANDWIDTH, true},
    {"write_bw", RD_VALUE_BANDWIDTH, true},
    {0}};
static const struct rd_platform_attribute router_attributes[] = {
    {"id", RD_VALUE_NAME, true}, {"coordinates", RD_VALUE_TEXT, false}, {0}};
/* SimGrid 3.32 has a default latency in its DTD and stumbles over it. */
static const struct rd_platform_attribute link_attributes[] = {
    {"id", RD_VALUE_NAME, true},
    {"bandwidth", RD_VALUE_BANDWIDTHS, true},
    {"latency", RD_VALUE_LATENCY, true},
    {"bandwidth_file", RD_VALUE_FILE, false},
    {"latency_file", RD_VALUE_FILE, false},
    {"state_file", RD_VALUE_FILE, false},
    {"sharing_policy", RD_VALUE_SHARING, false},
    {0}};
static const struct rd_platform_attribute backbone_attributes[] = {
    {"id", RD_VALUE_NAME, true},
    {"bandwidth", RD_VALUE_BANDWIDTH, true},
    {"latency", RD_VALUE_LATENCY, true},
    {0}};
static const struct rd_platform_attribute host_link_attributes[] = {
    {"id", RD_VALUE_NAME, true}, {"up", RD_VALUE_NAME, true}, {"down", RD_VALUE_NAME, true}, {0}};
static const struct rd_platform_attribute cluster_attributes[] = {
    {"id", RD_VALUE_NAME, true},
    {"prefix", RD_VALUE_TEXT, true},
    {"suffix", RD_VALUE_TEXT, true},
    {"radical", RD_VALUE_NAME, true},
    {"speed", RD_VALUE_SPEEDS, true},
    {"bw", RD_VALUE_BANDWIDTH, true},
    {"lat", RD_VALUE_LATENCY, true},
    {"core", RD_VALUE_COUNT, false},
    {"sharing_policy", RD_VALUE_SHARING, false},
    {"topology", RD_VALUE_TOPOLOGY, false},
    {"topo_parameters", RD_VALUE_TEXT, false},
    {"bb_bw", RD_VALUE_BANDWIDTH, false},
    {"bb_lat", RD_VALUE_LATENCY, false},
    {"bb_sharing_policy", RD_VALUE_BACKBONE_SHARING, false},
    {"router_id", RD_VALUE_TEXT, false},
    {"limiter_link", RD_VALUE_BANDWIDTH, false},
    {"loopback_bw", RD_VALUE_BANDWIDTH, false},
    {"loopback_lat", RD_VALUE_LATENCY, false},
    {0}};
static const struct rd_platform_attribute cabinet_attributes[] = {
    {"id", RD_VALUE_NAME, true},     {"prefix", RD_VALUE_TEXT, true},
    {"suffix", RD_VALUE_TEXT, true}, {"radical", RD_VALUE_NAME, true},
    {"speed", RD_VALUE_SPEED, true}, {"bw", RD_VALUE_BANDWIDTH, true},
    {"lat", RD_VALUE_LATENCY, true}, {0}};
static const struct rd_platform_attribute peer_attributes[] = {
    {"id", RD_VALUE_NAME, true},          {"speed", RD_VALUE_SPEED, true},
    {"bw_in", RD_VALUE_BANDWIDTH, true},  {"bw_out", RD_VALUE_BANDWIDTH, true},
    {"lat", RD_VALUE_LATENCY, false},     {"coordinates", RD_VALUE_TEXT, false},
    {"speed_file", RD_VALUE_FILE, false}, {"availability_file", RD_VALUE_FILE, false},
    {"state_file", RD_VALUE_FILE, false}, {0}};
static const struct rd_platform_attribute route_attributes[] = {
    {"src", RD_VALUE_NAME, true},
    {"dst", RD_VALUE_NAME, true},
    {"symmetrical", RD_VALUE_YES_NO, false},
    {0}};
static const struct rd_platform_attribute bypass_attributes[] = {
    {"src", RD_VALUE_NAME, true}, {"dst", RD_VALUE_NAME, true}, {0}};
static const struct rd_platform_attribute zone_route_attributes[] = {
    {"src", RD_VALUE_NAME, true},
    {"dst", RD_VALUE_NAME, true},
    {"gw_src", RD_VALUE_NAME, true},
    {"gw_dst", RD_VALUE_NAME, true},
    {"symmetrical", RD_VALUE_YES_NO, false},
    {0}};
static const struct rd_platform_attribute zone_bypass_attributes[] = {
    {"src", RD_VALUE_NAME, true},
    {"dst", RD_VALUE_NAME, true},
    {"gw_src", RD_VALUE_NAME, true},
    {"gw_dst", RD_VALUE_NAME, true},
    {0}};
static const struct rd_platform_attribute link_ctn_attributes[] = {
    {"id", RD_VALUE_NAME, true}, {"direction", RD_VALUE_DIRECTION, false}, {0}};
static const struct rd_platform_attribute trace_attributes[] = {
    {"id", RD_VALUE_NAME, true},
    {"file", RD_VALUE_FILE, false},
    {"periodicity", RD_VALUE_NUMBER, true},
    {0}};
static const struct rd_platform_attribute trace_connect_attributes[] = {
    {"kind", RD_VALUE_CONNECTION, false},
    {"trace", RD_VALUE_NAME, true},
    {"element", RD_VALUE_NAME, true},
    {0}};

static const char *const nothing[] = {NULL};
static const char *const props[] = {"prop", NULL};
static const char *const host_children[] = {"disk", "prop", NULL};
static const char *const links[] = {"link_ctn", NULL};
static const char *const platform_children[] = {
    "config", "zone", "AS", "cluster", "cabinet", "peer", "trace", "trace_connect", NULL};
static const char *const zone_children[] = {"prop",
                                            "zone",
                                            "AS",
                                            "host",
                                            "router",
                                            "link",
                                            "backbone",
                                            "host_link",
                                            "cluster",
                                            "cabinet",
                                            "peer",
                                            "route",
                                            "zoneRoute",
                                            "ASroute",
                                            "bypassRoute",
                                            "bypassZoneRoute",
                                            "bypassASroute",
                                            "trace",
                                            "trace_connect",
                                            NULL};

static const struct rd_platform_element elements[] = {
    {"platform", platform_attributes, platform_children, RD_ROLE_ANYWHERE},
    {"config", config_attributes, props, RD_ROLE_ANYWHERE},
    {"prop", prop_attributes, nothing, RD_ROLE_PROPERTY},
    {"zone", zone_attributes, zone_children, RD_ROLE_INNER},
    {"AS", zone_attributes, zone_children, RD_ROLE_INNER},
    {"host", host_attributes, host_children, RD_ROLE_LEAF},
    {"disk", disk_attributes, props, RD_ROLE_ANYWHERE},
    {"router", router_attributes, nothing, RD_ROLE_LEAF},
    {"link", link_attributes, props, RD_ROLE_EITHER},
    {"backbone", backbone_attributes, nothing, RD_ROLE_EITHER},
    {"host_link", host_link_attributes, nothing, RD_ROLE_LEAF},
    {"cluster", cluster_attributes, props, RD_ROLE_INNER},
    {"cabinet", cabinet_attributes, nothing, RD_ROLE_LEAF},
    {"peer", peer_attributes, nothing, RD_ROLE_INNER},
    {"route", route_attributes, links, RD_ROLE_LEAF_ROUTE},
    {"bypassRoute", bypass_attributes, links, RD_ROLE_LEAF_ROUTE},
    {"zoneRoute", zone_route_attributes, links, RD_ROLE_INNER_ROUTE},
    {"ASroute", zone_route_attributes, links, RD_ROLE_INNER_ROUTE},
    {"bypassZoneRoute", zone_bypass_attributes, links, RD_ROLE_INNER_ROUTE},
    {"bypassASroute", zone_bypass_attributes, links, RD_ROLE_INNER_ROUTE},
    {"link_ctn", link_ctn_attributes, nothing, RD_ROLE_ANYWHERE},
    {"trace", trace_attributes, nothing, RD_ROLE_ANYWHERE},
    {"trace_connect", trace_connect_attributes, nothing, RD_ROLE_ANYWHERE},
};

const struct rd_platform_element *rd_platform_element_named(const char *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strcmp(elements[i].name, name) == 0)
            return &elements[i];
    return NULL;
}

/* SimGrid takes them in upper and lower case. */
static const char *const routings[] = {"Full", "Cluster", "Floyd", "Dijkstra", "DijkstraCache",
                                       "None", "Vivaldi", "Wifi",  NULL};
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
