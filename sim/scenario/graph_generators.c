#include "graph_generators.h"

#include "random_regular.h"

#include "sim/base/number_text.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <string.h>

/* Of the seed, apart from those of costs and the like (platform_generator.c). */
enum { GRAPH_STREAM = 6 };

bool rd_dimensions_read(const char *text, struct rd_graph_request *request,
                        uint32_t *ret_host_count, struct rd_error *reterr)
{
    uint64_t product = 1;
    uint32_t count = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, "x");
        int64_t radix;
        if (count == RD_DIMENSION_LIMIT || !rd_integer_parse(at, length, 1, RD_HOST_LIMIT, &radix))
            return rd_wrong(reterr,
                            "dimensions \"%.100s\": up to %d numbers from 1 to %d, such as 8x8 or "
                            "4x4x2, are accepted",
                            text, RD_DIMENSION_LIMIT, RD_HOST_LIMIT);
        request->radix[count++] = (uint32_t)radix;
        product *= (uint64_t)radix;
        if (product > RD_HOST_LIMIT)
            return rd_wrong(
                reterr,
                "dimensions \"%.100s\": more than %d hosts: at most that many are supported", text,
                RD_HOST_LIMIT);
        at += length;
        if (!*at)
            break;
    }
    request->dimension_count = count;
    *ret_host_count = (uint32_t)product;
    return true;
}

bool rd_arity_read(const char *text, struct rd_graph_request *request, struct rd_error *reterr)
{
    int64_t arity = 0;
    if (strcmp(text, "random") != 0 &&
        !rd_integer_parse(text, strlen(text), 1, RD_HOST_LIMIT, &arity))
        return rd_wrong(reterr, "arity \"%.100s\": a number from 1 to %d, or random, is accepted",
                        text, RD_HOST_LIMIT);
    request->arity = (uint32_t)arity;
    return true;
}

/* A graph that grows by links. */
struct links {
    struct rd_edge *edge; /* [count], room for all that are added */
    size_t count;
};

static void join(struct links *links, uint32_t from, uint32_t to, bool both)
{
    links->edge[links->count++] = (struct rd_edge){from, to};
    if (both)
        links->edge[links->count++] = (struct rd_edge){to, from};
}

/* Joins each host to the next one in one dimension: `stride` hosts on, or at the end, if it closes,
 * back at its beginning. Two hosts are joined once. */
static void join_dimension(struct links *links, uint32_t host_count, uint32_t stride,
                           uint32_t radix, bool closes, bool both)
{
    for (uint32_t host = 0; host < host_count && radix > 1; host++) {
        uint32_t place = host / stride % radix;
        if (place + 1 < radix)
            join(links, host, host + stride, both);
        else if (closes && (radix > 2 || !both))
            join(links, host, host - place * stride, both);
    }
}

static bool make_grid(const struct rd_graph_request *request, uint32_t host_count, bool closes,
                      struct rd_arena *arena, struct rd_topology *ret_topology,
                      struct rd_error *reterr)
{
    size_t most = 2 * (size_t)host_count * request->dimension_count;
    struct links links = {.edge = rd_take(arena, most, struct rd_edge)};
    uint32_t stride = 1;
    for (uint32_t i = 0; i < request->dimension_count; i++) {
        join_dimension(&links, host_count, stride, request->radix[i], closes, !request->one_way);
        stride *= request->radix[i];
    }
    return rd_topology_make_graph(host_count, links.edge, links.count, arena, ret_topology, reterr);
}

static bool make_tree(const struct rd_graph_request *request, uint32_t host_count,
                      struct rd_rng *rng, struct rd_arena *arena, struct rd_topology *ret_topology,
                      struct rd_error *reterr)
{
    struct links links = {.edge = rd_take(arena, 2 * (size_t)host_count, struct rd_edge)};
    for (uint32_t host = 1; host < host_count; host++) {
        uint32_t parent =
            request->arity ? (host - 1) / request->arity : (uint32_t)rd_rng_below(rng, host);
        join(&links, parent, host, true);
    }
    return rd_topology_make_graph(host_count, links.edge, links.count, arena, ret_topology, reterr);
}

static bool make_regular(const struct rd_graph_request *request, uint32_t host_count,
                         struct rd_rng *rng, struct rd_arena *arena,
                         struct rd_topology *ret_topology, struct rd_error *reterr)
{
    uint64_t degree = request->degree, links = degree * host_count;
    bool exists =
        degree < host_count && links % 2 == 0 && (degree >= 2 || host_count == degree + 1);
    if (!exists)
        return rd_wrong(reterr,
                        "degree %" PRIu64 " of %" PRIu32
                        " hosts: from 2 to hosts - 1 is accepted, and it must be even if the "
                        "number of hosts is odd",
                        degree, host_count);
    if (links > RD_GRAPH_LINK_LIMIT)
        return rd_wrong(reterr, "%" PRIu64 " links of a graph: at most %d are supported", links,
                        RD_GRAPH_LINK_LIMIT);
    const struct rd_edge *edge = rd_random_regular(host_count, request->degree, rng, arena);
    return rd_topology_make_graph(host_count, edge, links, arena, ret_topology, reterr);
}

bool rd_graph_generate(const struct rd_graph_request *request, uint32_t host_count, uint64_t seed,
                       struct rd_arena *arena, struct rd_topology *ret_topology,
                       struct rd_error *reterr)
{
    struct rd_rng rng = rd_rng_seeded(seed, GRAPH_STREAM);
    switch (request->kind) {
    case RD_TORUS: return make_grid(request, host_count, true, arena, ret_topology, reterr);
    case RD_MESH: return make_grid(request, host_count, false, arena, ret_topology, reterr);
    case RD_TREE: return make_tree(request, host_count, &rng, arena, ret_topology, reterr);
    case RD_RANDOM_REGULAR:
        return make_regular(request, host_count, &rng, arena, ret_topology, reterr);
    case RD_LISTED_GRAPH: break;
    }
    return rd_edge_list_graph(request->list, host_count, arena, ret_topology, reterr);
}
