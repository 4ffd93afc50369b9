#include "platform_kinds.h"

#include <stdio.h>
#include <string.h>

/* What only some kinds take. */
static const char *const special[] = {"hosts",  "direction", "dimensions", "arity",
                                      "degree", "edges",     NULL};

#define TAKES(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

const struct rd_platform_kind rd_platform_kinds[] = {
    {"ring", RD_RING, 0, TAKES("hosts", "direction")},
    {"star", RD_STAR, 0, TAKES("hosts")},
    {"hypercube", RD_HYPERCUBE, 0, TAKES("hosts")},
    {"shuffle-exchange", RD_SHUFFLE_EXCHANGE, 0, TAKES("hosts")},
    {"switch", RD_SWITCH, 0, TAKES("hosts")},
    {"bus", RD_BUS, 0, TAKES("hosts")},
    {"torus", RD_GRAPH, RD_TORUS, TAKES("dimensions", "direction")},
    {"mesh", RD_GRAPH, RD_MESH, TAKES("dimensions")},
    {"tree", RD_GRAPH, RD_TREE, TAKES("hosts", "arity")},
    {"random-regular", RD_GRAPH, RD_RANDOM_REGULAR, TAKES("hosts", "degree")},
    {"graph", RD_GRAPH, RD_LISTED_GRAPH, TAKES("hosts", "edges", "direction")},
    {NULL, RD_SHAPE_COUNT, 0, NULL},
};

const char *const rd_generator_names[] = {
    "ring",  "star", "hypercube", "shuffle-exchange", "switch", "bus",
    "torus", "mesh", "tree",      "random-regular",   "graph",  NULL};

const struct rd_platform_kind *rd_platform_kind_named(const char *name)
{
    for (const struct rd_platform_kind *kind = rd_platform_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

static bool lists(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

bool rd_platform_kind_takes(const struct rd_platform_kind *kind, const char *attribute)
{
    return !lists(special, attribute) || lists(kind->takes, attribute);
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
