/* The kinds of platforms that can be generated: one for each shape, a second one of a switch, and
 * graphs of several. */
#pragma once

#include "graph_generators.h"

#include "sim/model/topology.h"

struct rd_platform_kind {
    const char *name; /* "ring", "torus" */
    enum rd_shape shape;
    enum rd_graph_kind graph; /* RD_GRAPH */
    bool pair_links; /* RD_SWITCH: each pair has a link of its own each way, and no host has any */
    /* Of the attributes that not every kind takes, those that this one does. Ends with NULL. */
    const char *const *takes;
};

/* Ends with a NULL name. */
extern const struct rd_platform_kind rd_platform_kinds[];

/* Their names, in the same order; ends with NULL. */
extern const char *const rd_generator_names[];

/* The kind of a name, or NULL. */
const struct rd_platform_kind *rd_platform_kind_named(const char *name);

/* Does it take an attribute of <platform>? */
bool rd_platform_kind_takes(const struct rd_platform_kind *kind, const char *attribute);

/* "ring, torus, graph": the kinds that take an attribute. */
enum { RD_TAKERS_SIZE = 160 };
const char *rd_platform_takers(const char *attribute, char takers[RD_TAKERS_SIZE]);
