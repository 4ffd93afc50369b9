#include "matrix_instances.h"

#include "sim/platform/graph_generators.h"

/* What the bits of a variant choose. */
enum {
    LARGER = 1,       /* 8 hosts, else 4 */
    ONE_WAY = 2,      /* rings; else two-way */
    STEPS = 4,        /* items of 0 bytes on links of latency, else bytes on links without */
    MULTI_SEND = 8,   /* all-port rings; else single */
    PILED = 16,       /* all on one host, else something everywhere */
    WAYS_DIFFER = 32, /* unequal costs; else the same both ways */
};

/* Behind the shapes that are no graphs. */
static const struct {
    const char *name;
    enum rd_graph_kind kind;
} graphs[] = {
    {"torus", RD_TORUS}, {"mesh", RD_MESH}, {"tree", RD_TREE}, {"graph", RD_RANDOM_REGULAR}};

const uint32_t rd_matrix_network_count = RD_GRAPH + sizeof graphs / sizeof *graphs;

const char *rd_matrix_network(uint32_t network)
{
    return network < RD_GRAPH ? rd_shape_names[network] : graphs[network - RD_GRAPH].name;
}

static enum rd_shape shape_of(const struct rd_matrix_cell *cell)
{
    return cell->network < RD_GRAPH ? (enum rd_shape)cell->network : RD_GRAPH;
}

/* 2 x 2 or 4 x 2 hosts; trees of two children; a random graph of degree 3. */
static void make_graph(uint32_t network, uint32_t hosts, struct rd_arena *arena,
                       struct rd_topology *ret_topology)
{
    struct rd_graph_request request = {.kind = graphs[network - RD_GRAPH].kind,
                                       .radix = {hosts / 2, 2},
                                       .dimension_count = 2,
                                       .arity = 2,
                                       .degree = 3};
    bool made = rd_graph_generate(&request, hosts, 1, arena, ret_topology, NULL);
    rd_assert(made);
}

static struct rd_topology make_topology(const struct rd_matrix_cell *cell, uint32_t variant,
                                        struct rd_arena *arena)
{
    struct rd_topology topology;
    enum rd_shape shape = shape_of(cell);
    uint32_t hosts = variant & LARGER ? 8 : 4;
    enum rd_direction direction = shape != RD_RING    ? RD_NO_DIRECTION
                                  : variant & ONE_WAY ? RD_ONE_WAY
                                                      : RD_TWO_WAY;
    if (shape == RD_GRAPH) {
        make_graph(cell->network, hosts, arena, &topology);
        return topology;
    }
    bool made = rd_topology_make(shape, direction, hosts + (shape == RD_STAR), &topology, NULL);
    rd_assert(made);
    return topology;
}

static void set_costs(const struct rd_matrix_cell *cell, uint32_t variant, struct rd_arena *arena,
                      struct rd_instance *instance)
{
    uint64_t link_count = rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(arena, link_count, struct rd_link_cost);
    uint32_t from, to;
    for (uint64_t link = 0; link < link_count; link++) {
        double units = 1;
        if (!cell->equal_costs && rd_link_ends(&instance->topology, link, &from, &to))
            units += (variant & WAYS_DIFFER ? 2 * from + to : from + to) % 3;
        cost[link] =
            variant & STEPS ? (struct rd_link_cost){units, 1} : (struct rd_link_cost){0, 1 / units};
    }
    instance->item_bytes = instance->word_bytes = variant & STEPS ? 0 : 1;
    instance->link_cost = cost;
}

/* A ring of items for the stencil, each held once; as many kinds as hosts to gather. */
static uint32_t count_kinds(enum rd_goal goal, uint32_t hosts)
{
    return goal == RD_STENCIL ? 2 * hosts : goal == RD_GATHER ? hosts : 1;
}

static int64_t load_of(enum rd_goal goal, uint32_t host, uint32_t kind, uint32_t hosts, bool piled)
{
    if (goal == RD_STENCIL)
        return host == (piled ? 0 : 3 * kind % hosts);
    if (goal == RD_GATHER)
        return piled ? 2 * (host == 0) : (host + 2 * kind) % 3;
    return piled ? 2 * hosts * (host == 0) : 1 + 3 * host % 5;
}

/* In: the goal. A star's master, the last host, holds nothing. */
static void set_loads(struct rd_instance *instance, bool piled, struct rd_arena *arena)
{
    uint32_t hosts = rd_computing_host_count(&instance->topology);
    uint32_t kinds = count_kinds(instance->goal, hosts);
    size_t entries = (size_t)instance->topology.host_count * kinds;
    int64_t *load = rd_take(arena, entries, int64_t), *target = rd_take(arena, entries, int64_t);
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t items = load_of(instance->goal, host, kind, hosts, piled);
            load[host * kinds + kind] = items;
            target[(host + 1) % hosts * kinds + kind] = items;
        }
    instance->kind_count = kinds;
    instance->load = load;
    instance->target = instance->goal == RD_REACH ? target : NULL;
}

static double *equal_speeds(uint32_t hosts, struct rd_arena *arena)
{
    double *speed = rd_take(arena, hosts, double);
    for (uint32_t host = 0; host < hosts; host++)
        speed[host] = 1;
    return speed;
}

bool rd_matrix_instance(const struct rd_matrix_cell *cell, uint32_t variant, struct rd_arena *arena,
                        struct rd_instance *ret_instance)
{
    bool ring = shape_of(cell) == RD_RING;
    if ((!ring && (variant & ONE_WAY)) || (cell->equal_costs && (variant & WAYS_DIFFER)) ||
        ((!ring || cell->ports != 0) && (variant & MULTI_SEND)))
        return false;
    struct rd_instance instance = {.topology = make_topology(cell, variant, arena),
                                   .port_model = cell->ports == 0   ? RD_ALL_PORTS
                                                 : cell->ports == 1 ? RD_ONE_PORT
                                                                    : RD_K_PORTS,
                                   .port_count = cell->ports == 0 ? UINT32_MAX : cell->ports,
                                   .goal = cell->goal};
    if (ring && cell->ports == 0)
        instance.sends = variant & MULTI_SEND ? RD_MULTI_SEND : RD_SINGLE_SEND;
    if (cell->goal == RD_FINISH || cell->goal == RD_STENCIL)
        instance.flops_per_item = 1;
    instance.speed_flops_per_s = equal_speeds(instance.topology.host_count, arena);
    instance.stencil_iterations = cell->goal == RD_STENCIL;
    set_costs(cell, variant, arena, &instance);
    set_loads(&instance, variant & PILED, arena);
    *ret_instance = instance;
    return true;
}
