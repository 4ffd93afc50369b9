#include "platform_kinds.h"

#include "sim/input/xml.h"

#include <stdio.h>
#include <string.h>

/* What only some kinds take. */
static const char *const special[] = {"hosts",  "direction", "dimensions", "arity",
                                      "degree", "edges",     "trunk",      NULL};

/* One line per kind: name, shape, kind of graph, whether each pair of a
 * switch has a link of its own, and which of the `special` attributes it takes. */
#define KINDS(KIND)                                                                                \
    KIND("ring", RD_RING, 0, false, "hosts", "direction")                                          \
    KIND("star", RD_STAR, 0, false, "hosts")                                                       \
    KIND("hypercube", RD_HYPERCUBE, 0, false, "hosts")                                             \
    KIND("shuffle-exchange", RD_SHUFFLE_EXCHANGE, 0, false, "hosts")                               \
    KIND("switch", RD_SWITCH, 0, false, "hosts")                                                   \
    KIND("complete", RD_SWITCH, 0, true, "hosts", "trunk")                                         \
    KIND("bus", RD_BUS, 0, false, "hosts")                                                         \
    KIND("torus", RD_GRAPH, RD_TORUS, false, "dimensions", "direction")                            \
    KIND("mesh", RD_GRAPH, RD_MESH, false, "dimensions")                                           \
    KIND("tree", RD_GRAPH, RD_TREE, false, "hosts", "arity")                                       \
    KIND("random-regular", RD_GRAPH, RD_RANDOM_REGULAR, false, "hosts", "degree")                  \
    KIND("graph", RD_GRAPH, RD_LISTED_GRAPH, false, "hosts", "edges", "direction")

#define DESCRIBE(name, shape, graph, links, ...) {name, shape, graph, links, RD_NAMES(__VA_ARGS__)},
#define NAME(name, ...) name,

const struct rd_platform_kind rd_platform_kinds[] = {
    KINDS(DESCRIBE){NULL, RD_SHAPE_COUNT, 0, false, NULL}};

const char *const rd_generator_names[] = {KINDS(NAME) NULL};

const struct rd_platform_kind *rd_platform_kind_named(const char *name)
{
    for (const struct rd_platform_kind *kind = rd_platform_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

bool rd_platform_kind_takes(const struct rd_platform_kind *kind, const char *attribute)
{
    return !rd_name_is_listed(attribute, special) || rd_name_is_listed(attribute, kind->takes);
}

const char *rd_platform_takers(const char *attribute, char takers[RD_TAKERS_SIZE])
{
    size_t length = 0;
    takers[0] = '\0';
    for (const struct rd_platform_kind *kind = rd_platform_kinds; kind->name; kind++)
        if (rd_platform_kind_takes(kind, attribute))
            length += (size_t)snprintf(takers + length, RD_TAKERS_SIZE - length, "%s%s",
                                       length ? ", " : "", kind->name);
    rd_assert(length < RD_TAKERS_SIZE);
    return takers;
}
