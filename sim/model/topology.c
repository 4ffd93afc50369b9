#include "topology.h"

const char *const rd_shape_names[RD_SHAPE_COUNT + 1] = {
    [RD_RING] = "ring",           [RD_STAR] = "star",
    [RD_HYPERCUBE] = "hypercube", [RD_SHUFFLE_EXCHANGE] = "shuffle-exchange",
    [RD_SWITCH] = "switch",       [RD_BUS] = "bus",
    [RD_GRAPH] = "graph",
};

const char *rd_shape_name(enum rd_shape shape)
{
    rd_assert(shape < RD_SHAPE_COUNT);
    return rd_shape_names[shape];
}

static bool needs_power_of_two(enum rd_shape shape)
{
    return shape == RD_HYPERCUBE || shape == RD_SHUFFLE_EXCHANGE;
}

bool rd_topology_make(enum rd_shape shape, enum rd_direction direction, uint32_t host_count,
                      struct rd_topology *ret_topology, struct rd_error *reterr)
{
    rd_assert((shape == RD_RING) == (direction != RD_NO_DIRECTION));
    rd_assert(shape != RD_GRAPH);
    uint32_t least = shape == RD_STAR ? 2 : 1;
    uint32_t limit = shape == RD_SWITCH || shape == RD_BUS ? RD_PAIR_HOST_LIMIT : RD_HOST_LIMIT;
    if (host_count < least || host_count > limit)
        return rd_wrong(reterr, "%u hosts on a %s: %u to %u are supported", host_count,
                        rd_shape_name(shape), least, limit);
    uint32_t dimension_count = 0;
    if (needs_power_of_two(shape)) {
        if (host_count & (host_count - 1))
            return rd_wrong(reterr, "%u hosts on a %s: a power of two is needed", host_count,
                            rd_shape_name(shape));
        dimension_count = (uint32_t)__builtin_ctz(host_count);
    }
    *ret_topology = (struct rd_topology){shape, direction, host_count, dimension_count, NULL};
    return true;
}

bool rd_topology_make_graph(uint32_t host_count, const struct rd_edge *edge, size_t edge_count,
                            struct rd_arena *arena, struct rd_topology *ret_topology,
                            struct rd_error *reterr)
{
    if (host_count < 1 || host_count > RD_HOST_LIMIT)
        return rd_wrong(reterr, "%u hosts on a graph: 1 to %d are supported", host_count,
                        RD_HOST_LIMIT);
    struct rd_adjacency *adjacency = rd_take(arena, 1, struct rd_adjacency);
    if (!rd_adjacency_make(host_count, edge, edge_count, arena, adjacency, reterr))
        return false;
    *ret_topology =
        (struct rd_topology){.shape = RD_GRAPH, .host_count = host_count, .adjacency = adjacency};
    return true;
}

uint32_t rd_relay_host(const struct rd_topology *topology)
{
    return topology->shape == RD_STAR ? topology->host_count - 1 : RD_NO_HOST;
}

uint32_t rd_computing_host_count(const struct rd_topology *topology)
{
    return topology->host_count - (topology->shape == RD_STAR);
}

uint64_t rd_link_count(const struct rd_topology *topology)
{
    uint64_t hosts = topology->host_count;
    switch (topology->shape) {
    case RD_RING: return topology->direction == RD_TWO_WAY ? 2 * hosts : hosts;
    case RD_STAR: return 2 * (hosts - 1);
    case RD_HYPERCUBE: return hosts * topology->dimension_count;
    case RD_SHUFFLE_EXCHANGE: return 3 * hosts;
    case RD_SWITCH:
    case RD_BUS: return hosts * hosts;
    case RD_GRAPH: return topology->adjacency->link_count;
    case RD_SHAPE_COUNT: break;
    }
    rd_assert(!"a shape without links");
    return 0;
}

uint32_t rd_shuffled(const struct rd_topology *topology, uint32_t host)
{
    uint32_t d = topology->dimension_count;
    if (d == 0)
        return host;
    return ((host << 1) | (host >> (d - 1))) & (topology->host_count - 1);
}

uint32_t rd_unshuffled(const struct rd_topology *topology, uint32_t host)
{
    uint32_t d = topology->dimension_count;
    return d == 0 ? host : (host >> 1) | ((host & 1) << (d - 1));
}

static uint64_t ring_link(const struct rd_topology *topology, uint32_t from, uint32_t to)
{
    uint32_t n = topology->host_count;
    if (to == (from + 1 == n ? 0 : from + 1))
        return from;
    if (topology->direction == RD_TWO_WAY && from == (to + 1 == n ? 0 : to + 1))
        return (uint64_t)n + from;
    return RD_NO_LINK;
}

static uint64_t star_link(const struct rd_topology *topology, uint32_t from, uint32_t to)
{
    uint32_t master = topology->host_count - 1;
    if (to == master)
        return from;
    return from == master ? (uint64_t)master + to : RD_NO_LINK;
}

static uint64_t shuffle_exchange_link(const struct rd_topology *topology, uint32_t from,
                                      uint32_t to)
{
    if (to == (from ^ 1))
        return 3 * (uint64_t)from;
    if (to == rd_shuffled(topology, from))
        return 3 * (uint64_t)from + 1;
    return to == rd_unshuffled(topology, from) ? 3 * (uint64_t)from + 2 : RD_NO_LINK;
}

static uint64_t graph_link(const struct rd_topology *topology, uint32_t from, uint32_t to)
{
    uint32_t link = rd_adjacency_find(topology->adjacency, from, to);
    return link == topology->adjacency->link_count ? RD_NO_LINK : link;
}

uint64_t rd_sparse_link_between(const struct rd_topology *topology, uint32_t from, uint32_t to)
{
    switch (topology->shape) {
    case RD_RING: return ring_link(topology, from, to);
    case RD_STAR: return star_link(topology, from, to);
    case RD_HYPERCUBE: {
        uint32_t difference = from ^ to;
        if (difference & (difference - 1))
            return RD_NO_LINK;
        return (uint64_t)from * topology->dimension_count + (uint64_t)__builtin_ctz(difference);
    }
    case RD_SHUFFLE_EXCHANGE: return shuffle_exchange_link(topology, from, to);
    case RD_GRAPH: return graph_link(topology, from, to);
    case RD_SWITCH:
    case RD_BUS:
    case RD_SHAPE_COUNT: break;
    }
    return RD_NO_LINK;
}

/* The ends that a link number would have by its place alone. */
static void nominal_ends(const struct rd_topology *topology, uint64_t link, uint32_t *ret_from,
                         uint32_t *ret_to)
{
    uint32_t n = topology->host_count;
    uint32_t from = 0, to = 0;
    switch (topology->shape) {
    case RD_RING:
        from = (uint32_t)(link % n);
        to = link < n ? (from + 1) % n : (from + n - 1) % n;
        break;
    case RD_STAR:
        from = link < n - 1 ? (uint32_t)link : n - 1;
        to = link < n - 1 ? n - 1 : (uint32_t)(link - (n - 1));
        break;
    case RD_HYPERCUBE:
        from = (uint32_t)(link / topology->dimension_count);
        to = from ^ (UINT32_C(1) << (link % topology->dimension_count));
        break;
    case RD_SHUFFLE_EXCHANGE:
        from = (uint32_t)(link / 3);
        to = link % 3 == 0   ? from ^ 1
             : link % 3 == 1 ? rd_shuffled(topology, from)
                             : rd_unshuffled(topology, from);
        break;
    case RD_SWITCH:
    case RD_BUS:
        from = (uint32_t)(link / n);
        to = (uint32_t)(link % n);
        break;
    case RD_GRAPH: break; /* whose numbers all stand for a link */
    case RD_SHAPE_COUNT: break;
    }
    *ret_from = from;
    *ret_to = to;
}

bool rd_link_ends(const struct rd_topology *topology, uint64_t link, uint32_t *ret_from,
                  uint32_t *ret_to)
{
    if (link >= rd_link_count(topology))
        return false;
    if (topology->shape == RD_GRAPH) {
        *ret_from = topology->adjacency->from[link];
        *ret_to = topology->adjacency->to[link];
        return true;
    }
    uint32_t from, to;
    nominal_ends(topology, link, &from, &to);
    /* A place that another number already stands for, or a self-loop, is no link. */
    if (rd_link_between(topology, from, to) != link)
        return false;
    *ret_from = from;
    *ret_to = to;
    return true;
}

bool rd_next_link(const struct rd_topology *topology, struct rd_link *link)
{
    uint64_t number_count = rd_link_count(topology);
    while (link->number < number_count &&
           !rd_link_ends(topology, link->number, &link->from, &link->to))
        link->number++;
    return link->number < number_count;
}
