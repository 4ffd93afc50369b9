#include "graph_generators.h"

#include "sim/base/number_text.h"
#include "sim/base/rng.h"
#include "sim/model/adjacency.h"

#include <inttypes.h>
#include <string.h>

/* Graphs in which every host has the same number of neighbours, drawn at random. */

/* Joined hosts: a set of pairs, hashed, with open addressing. */
struct pairs {
    uint64_t *slot; /* [mask + 1], a pair + 1; 0: free */
    uint64_t mask;
};

static uint64_t key_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* Where a pair stands, or would. */
static uint64_t *find_slot(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t key = key_of(a, b), place = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    while (pairs->slot[place & pairs->mask] && pairs->slot[place & pairs->mask] != key + 1)
        place++;
    return &pairs->slot[place & pairs->mask];
}

/* A graph that is being drawn. */
struct drawing {
    uint32_t host_count, degree;
    struct rd_rng *rng;
    uint32_t *free_end; /* [free_count], a host for each of its ends that is not joined */
    size_t free_count;
    struct pairs joined;
    struct rd_edge *edge; /* [edge_count], one direction of each */
    size_t edge_count;
};

static struct drawing open_drawing(uint32_t host_count, uint32_t degree, struct rd_rng *rng,
                                   struct rd_arena *arena)
{
    size_t ends = (size_t)host_count * degree, slots = 16;
    while (slots < 2 * ends)
        slots *= 2;
    return (struct drawing){.host_count = host_count,
                            .degree = degree,
                            .rng = rng,
                            .free_end = rd_take(arena, ends, uint32_t),
                            .joined = {rd_take(arena, slots, uint64_t), slots - 1},
                            .edge = rd_take(arena, ends / 2, struct rd_edge)};
}

static void begin(struct drawing *drawing)
{
    drawing->edge_count = drawing->free_count = 0;
    for (uint64_t i = 0; i <= drawing->joined.mask; i++)
        drawing->joined.slot[i] = 0;
    for (uint32_t host = 0; host < drawing->host_count; host++)
        for (uint32_t i = 0; i < drawing->degree; i++)
            drawing->free_end[drawing->free_count++] = host;
}

static bool may_join(const struct drawing *drawing, size_t i, size_t j)
{
    uint32_t a = drawing->free_end[i], b = drawing->free_end[j];
    return a != b && !*find_slot(&drawing->joined, a, b);
}

static void take_end(struct drawing *drawing, size_t i)
{
    drawing->free_end[i] = drawing->free_end[--drawing->free_count];
}

static void join_ends(struct drawing *drawing, size_t i, size_t j)
{
    uint32_t a = drawing->free_end[i], b = drawing->free_end[j];
    *find_slot(&drawing->joined, a, b) = key_of(a, b) + 1;
    drawing->edge[drawing->edge_count++] = (struct rd_edge){a, b};
    take_end(drawing, i > j ? i : j);
    take_end(drawing, i > j ? j : i);
}

/* Is there no pair of ends that may be joined? */
static bool is_stuck(const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->free_count; i++)
        for (size_t j = i + 1; j < drawing->free_count; j++)
            if (may_join(drawing, i, j))
                return false;
    return true;
}

/* Returns: false where ends are left that may not be joined. */
static bool draw(struct drawing *drawing)
{
    begin(drawing);
    for (size_t failed = 0; drawing->free_count > 0;) {
        size_t i = rd_rng_below(drawing->rng, drawing->free_count);
        size_t j = rd_rng_below(drawing->rng, drawing->free_count);
        if (may_join(drawing, i, j)) {
            join_ends(drawing, i, j);
            failed = 0;
        } else if (++failed > drawing->free_count) {
            if (is_stuck(drawing))
                return false;
            failed = 0;
        }
    }
    return true;
}

static uint32_t root_of(uint32_t *parent, uint32_t host)
{
    while (parent[host] != host)
        host = parent[host] = parent[parent[host]];
    return host;
}

static bool is_connected(const struct drawing *drawing, struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    uint32_t *parent = rd_take(arena, drawing->host_count, uint32_t);
    uint32_t parts = drawing->host_count;
    for (uint32_t host = 0; host < drawing->host_count; host++)
        parent[host] = host;
    for (size_t i = 0; i < drawing->edge_count; i++) {
        uint32_t a = root_of(parent, drawing->edge[i].from);
        uint32_t b = root_of(parent, drawing->edge[i].to);
        parts -= a != b;
        parent[a] = b;
    }
    return parts == 1;
}

/* A ring of all hosts. In: at least three. */
static void draw_ring(uint32_t host_count, struct rd_rng *rng, struct rd_arena *arena,
                      struct rd_edge *edge)
{
    const uint32_t *order = rd_rng_order(rng, host_count, arena);
    for (uint32_t i = 0; i < host_count; i++) {
        uint32_t next = order[i + 1 < host_count ? i + 1 : 0];
        *edge++ = (struct rd_edge){order[i], next};
        *edge++ = (struct rd_edge){next, order[i]};
    }
}

/* All pairs that are not joined. */
static void list_others(const struct drawing *drawing, struct rd_edge *edge)
{
    for (uint32_t from = 0; from < drawing->host_count; from++)
        for (uint32_t to = 0; to < drawing->host_count; to++)
            if (from != to && !*find_slot(&drawing->joined, from, to))
                *edge++ = (struct rd_edge){from, to};
}

static void list_joined(const struct drawing *drawing, struct rd_edge *edge)
{
    for (size_t i = 0; i < drawing->edge_count; i++) {
        *edge++ = drawing->edge[i];
        *edge++ = (struct rd_edge){drawing->edge[i].to, drawing->edge[i].from};
    }
}

/* Draws a connected graph: links in both directions. A degree of two is a ring of all hosts in an
 * order drawn uniformly. Others are drawn by joining free ends two by two, any two that may be
 * joined as likely as any others, until none are left; what gets stuck, or is not connected, is
 * drawn again. So graphs are nearly uniform while the degree is small beside the hosts.
 * In: host_count * degree even; degree below host_count, at least 2 unless host_count <= 2.
 * Returns: [host_count * degree] links from the arena.
 * Cost: O(host_count * degree^2) expected while the degree is small beside the hosts.
 * Source: Steger and Wormald, Generating random regular graphs quickly, 1999. */
static const struct rd_edge *random_regular(uint32_t host_count, uint32_t degree,
                                            struct rd_rng *rng, struct rd_arena *arena)
{
    struct rd_edge *edge = rd_take(arena, (size_t)host_count * degree, struct rd_edge);
    rd_arena_borrow(arena);
    if (degree == 2) {
        draw_ring(host_count, rng, arena, edge);
    } else if (2 * (uint64_t)degree >= host_count) {
        /* What is left out is drawn. Two hosts that are not joined have a neighbour in common. */
        struct drawing others = open_drawing(host_count, host_count - 1 - degree, rng, arena);
        while (!draw(&others))
            continue;
        list_others(&others, edge);
    } else if (degree > 0) {
        struct drawing drawing = open_drawing(host_count, degree, rng, arena);
        while (!draw(&drawing) || !is_connected(&drawing, arena))
            continue;
        list_joined(&drawing, edge);
    }
    return edge;
}

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
    const struct rd_edge *edge = random_regular(host_count, request->degree, rng, arena);
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
