/* The elements of a SimGrid 4.1 platform file, as SimGrid 3.32 reads them: what each may hold, and
 * what its attributes look like. */
#pragma once

#include <stdbool.h>

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
    RD_ROLE_INNER, /* not beside RD_ROLE_LEAF */
    RD_ROLE_LEAF,
    RD_ROLE_EITHER,
    RD_ROLE_INNER_ROUTE, /* behind all else, beside RD_ROLE_INNER or RD_ROLE_EITHER */
    RD_ROLE_LEAF_ROUTE
};

struct rd_platform_element {
    const char *name;
    const struct rd_platform_attribute *attributes; /* ends with a NULL name */
    const char *const *children;                    /* ends with NULL */
    enum rd_platform_role role;
};

/* The element of a name, or NULL. */
const struct rd_platform_element *rd_platform_element_named(const char *name);

/* The words that a value of a kind may be, ended by NULL; NULL if it is none of a few words. */
const char *const *rd_platform_words(enum rd_platform_value value);
