/* The elements of a SimGrid 4.1 platform file, as SimGrid 3.32 reads them: what each may hold, and
 * what its attributes look like. */
#pragma once

#include "sim/input/xml.h"

enum rd_platform_value {
    RD_VALUE_TEXT, /* anything */
    RD_VALUE_NAME, /* anything but nothing */
    RD_VALUE_SPEED,
    RD_VALUE_SPEEDS, /* with commas between */
    RD_VALUE_BANDWIDTH,
    RD_VALUE_BANDWIDTHS, /* with commas between, on WIFI links */
    RD_VALUE_LATENCY,
    RD_VALUE_COUNT,       /* an integer from 1 */
    RD_VALUE_NUMBER,      /* 0 or more */
    RD_VALUE_FILE,        /* a file that is there, within the allowed folders */
    RD_VALUE_COORDINATES, /* three numbers, or nothing */
    RD_VALUE_ROUTING,
    RD_VALUE_SHARING,
    RD_VALUE_BACKBONE_SHARING,
    RD_VALUE_TOPOLOGY,
    RD_VALUE_YES_NO,
    RD_VALUE_DIRECTION,
    RD_VALUE_CONNECTION
};

struct rd_platform_attribute {
    const char *name;
    enum rd_platform_value value;
    bool needed;
};

/* What an element is to the zone that holds it. */
enum rd_platform_role {
    RD_ROLE_PROPERTY, /* first */
    RD_ROLE_ANYWHERE,
    RD_ROLE_ZONE,  /* as RD_ROLE_INNER; it holds all of these itself */
    RD_ROLE_INNER, /* not beside RD_ROLE_LEAF */
    RD_ROLE_LEAF,
    RD_ROLE_EITHER,
    RD_ROLE_INNER_ROUTE, /* behind all else, beside RD_ROLE_INNER or RD_ROLE_EITHER */
    RD_ROLE_INNER_BYPASS,
    RD_ROLE_LEAF_ROUTE,
    RD_ROLE_LEAF_BYPASS
};

struct rd_platform_element {
    const char *name;
    const struct rd_platform_attribute *attributes; /* ends with a NULL name */
    const char *const *children;                    /* ends with NULL */
    enum rd_platform_role role;
};

/* The element of a name, or NULL. */
const struct rd_platform_element *rd_platform_element_named(const char *name);

/* What a node is by its name; RD_ROLE_ANYWHERE if no element of a platform file has that. */
enum rd_platform_role rd_platform_role_of(const xmlNode *node);

/* Is it a route between hosts, or between zones, and no bypass? */
bool rd_platform_is_route(const xmlNode *node);

/* Does a route go both ways? */
bool rd_platform_goes_back(const xmlNode *route, struct rd_arena *arena);

/* Is it so in SimGrid, which compares without case? In: what a zone's attribute may be. */
bool rd_platform_has_routing(const xmlNode *zone, const char *routing, struct rd_arena *arena);

/* Is a cluster a fat tree, a torus or a dragonfly, without a router and links by known names? */
bool rd_platform_has_topology(const xmlNode *cluster, struct rd_arena *arena);

/* Is a link SPLITDUPLEX, which SimGrid makes two links of, by either of its names? */
bool rd_platform_is_duplex(const xmlNode *link, struct rd_arena *arena);

/* The words that a value of a kind may be, ended by NULL; NULL if it is none of a few words. */
const char *const *rd_platform_words(enum rd_platform_value value);
