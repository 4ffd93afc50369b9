/* Worlds from seeds: the shape and what is wanted on it. */
#include "world.h"

#include "algorithms/algorithm.h"

#include <string.h>

static bool chance(struct rd_rng *rng, uint64_t of_hundred)
{
    return rd_rng_below(rng, 100) < of_hundred;
}

/* One word of several, apart by blanks; as a constant text of its own. */
#define PICK(rng, ...)                                                                             \
    pick(rng, (const char *const[]){__VA_ARGS__},                                                  \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static const char *pick(struct rd_rng *rng, const char *const *word, size_t count)
{
    return word[rd_rng_below(rng, count)];
}

static bool has_algorithm(enum rd_shape shape)
{
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (rd_algorithm_takes_shape(rd_algorithms[i], shape))
            return true;
    return false;
}

/* Mostly round all hosts; and some links more. */
static bool draw_links(struct world *world, struct rd_rng *rng, struct rd_arena *arena)
{
    struct rd_edge edge[WORLD_HOSTS * WORLD_HOSTS];
    uint32_t hosts = world->workers;
    bool is_round = chance(rng, 90);
    uint64_t of_hundred = rd_rng_below(rng, 101);
    size_t count = 0;
    for (uint32_t from = 0; from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++)
            if (from != to && ((is_round && to == (from + 1) % hosts) || chance(rng, of_hundred)))
                edge[count++] = (struct rd_edge){from, to};
    if (count == 0 && hosts > 1)
        edge[count++] = (struct rd_edge){0, 1};
    return rd_topology_make_graph(hosts, edge, count, arena, &world->topology, NULL);
}

/* Grids that are thin, square or deep, up to 24 hosts. */
static void draw_grid(struct world *world, struct rd_rng *rng)
{
    struct rd_graph_request *graph = &world->graph;
    world->workers = 1;
    graph->dimension_count = 1 + (uint32_t)rd_rng_below(rng, 3);
    for (uint32_t i = 0; i < graph->dimension_count; i++) {
        graph->radix[i] = 1 + (uint32_t)rd_rng_below(rng, 24 / world->workers < 4 ? 2 : 4);
        world->workers *= graph->radix[i];
    }
    if (world->workers == 1)
        world->workers = graph->radix[0] = 2;
    graph->one_way = graph->kind == RD_TORUS && chance(rng, 40);
}

/* A graph that is listed, or one that a generator makes from a few words. */
static bool draw_graph(struct world *world, struct rd_rng *rng, struct rd_arena *arena)
{
    struct rd_graph_request *graph = &world->graph;
    graph->kind = chance(rng, 40) ? RD_LISTED_GRAPH : (enum rd_graph_kind)rd_rng_below(rng, 4);
    world->platform_seed = rd_rng_below(rng, 1000);
    if (graph->kind == RD_LISTED_GRAPH)
        return draw_links(world, rng, arena);
    if (graph->kind == RD_TORUS || graph->kind == RD_MESH)
        draw_grid(world, rng);
    graph->arity = (uint32_t)rd_rng_below(rng, 4);
    if (graph->kind == RD_RANDOM_REGULAR) {
        world->workers += world->workers < 4 ? 2 : 0;
        graph->degree = 2 + (uint32_t)rd_rng_below(rng, world->workers - 2);
        graph->degree -= world->workers % 2 && graph->degree % 2;
    }
    return rd_graph_generate(graph, world->workers, world->platform_seed, arena, &world->topology,
                             NULL);
}

static void draw_topology(struct world *world, struct rd_rng *rng, struct rd_arena *arena)
{
    enum rd_shape shape;
    do
        shape = (enum rd_shape)rd_rng_below(rng, RD_SHAPE_COUNT);
    while (!has_algorithm(shape));
    enum rd_direction direction = RD_NO_DIRECTION;
    bool is_cube = shape == RD_HYPERCUBE || shape == RD_SHUFFLE_EXCHANGE;
    uint32_t most = chance(rng, 8) ? 24 : 8;
    world->workers = 1 + (uint32_t)rd_rng_below(rng, most);
    if (is_cube)
        world->workers = UINT32_C(1) << rd_rng_below(rng, chance(rng, 8) ? 6 : 4);
    if (shape == RD_RING)
        direction = chance(rng, 35) ? RD_ONE_WAY : RD_TWO_WAY;
    world->workers += shape == RD_GRAPH && world->workers == 1; /* one alone has no edge to name */
    bool made = shape == RD_GRAPH
                    ? draw_graph(world, rng, arena)
                    : rd_topology_make(shape, direction, world->workers + (shape == RD_STAR),
                                       &world->topology, NULL);
    rd_assert(made);
}

/* What algorithms of the shape are made for, and now and then anything. */
static void draw_goal(struct world *world, struct rd_rng *rng)
{
    enum rd_shape shape = world->topology.shape;
    bool is_odd = chance(rng, 6);
    world->ports = is_odd ? PICK(rng, "one", "2", "3", "all") : "one";
    world->sends = NULL;
    switch (shape) {
    case RD_RING:
        world->goal = chance(rng, 60) ? "after" : "balance";
        if (strcmp(world->goal, "balance") == 0 && !is_odd)
            world->ports = "all";
        if (strcmp(world->ports, "all") == 0 && chance(rng, 95))
            world->sends = PICK(rng, "single", "multi");
        break;
    case RD_STAR: world->goal = chance(rng, 70) ? "finish" : "after"; break;
    case RD_SWITCH:
    case RD_BUS: world->goal = chance(rng, 92) ? "gather" : "stencil"; break;
    case RD_GRAPH:
        world->goal = PICK(rng, "after", "balance", "finish");
        world->ports = PICK(rng, "one", "one", "2", "all");
        break;
    default:
        world->goal = "balance";
        if (shape == RD_HYPERCUBE && chance(rng, 20))
            world->ports = "pipelined";
    }
    if (is_odd && chance(rng, 50))
        world->goal = PICK(rng, "after", "balance", "gather", "finish", "stencil");
    for (uint32_t i = 0; i < world->topology.host_count; i++)
        world->port_count[i] = 0;
    if (strcmp(world->ports, "all") != 0 && strcmp(world->ports, "pipelined") != 0 &&
        chance(rng, shape == RD_GRAPH ? 30 : 4))
        for (uint32_t i = 0; i < world->topology.host_count; i++)
            world->port_count[i] = chance(rng, 40) ? 1 + (uint32_t)rd_rng_below(rng, 4) : 0;
    world->error = chance(rng, 70) ? 0 : rd_rng_between(rng, 0, 5);
    world->metric = PICK(rng, "volume", "steps");
    world->iterations =
        chance(rng, 60) ? 1 : rd_rng_between(rng, 0, chance(rng, 90) ? 20 : 1000000);
}

/* An algorithm by name, with an option of its own. */
static void draw_run(struct world *world, struct rd_rng *rng)
{
    static const struct {
        enum rd_shape shape;
        const char *algorithm, *option, *value[4];
    } single[] = {
        {RD_RING, "ring-two-way-exact", "states", {"1", "1000", "2000000", "300000"}},
        {RD_RING, "ring-two-way-list", "passes", {"1", "2", "50", "1000"}},
        {RD_STAR, "star-exact", "states", {"1", "1000", "2000000", "1000000"}},
        {RD_STAR, "star-exact-no-exchange", "states", {"1", "1000", "2000000", "1000000"}},
        {RD_STAR, "star-mba-printed", "when-late", {"keep", "refuse", "keep", "refuse"}},
        {RD_STAR, "star-rbsa", "chains", {"no", "yes", "no", "yes"}},
        {RD_STAR, "star-order-reversed", "reversed", {"receivers", "senders", "both", "both"}},
        {RD_STAR, "star-local-search", "tries", {"0", "1", "100", "20000"}},
        {RD_SWITCH, "stencil-search", "moves", {"0", "1", "100", "100000"}},
        {RD_SWITCH, "switch-steps", "schedule", {"colouring", "compact", "list", "all-at-once"}},
        {RD_SWITCH, "switch-volume", "schedule", {"caterpillar", "list", "pairwise", "colouring"}},
        {RD_SWITCH,
         "switch-canonical",
         "schedule",
         {"caterpillar-serial", "all-at-once", "pairwise", "list"}},
        {RD_BUS, "switch-steps-then-volume", "schedule", {"compact", "list", "pairwise", "list"}},
        {RD_HYPERCUBE, "cube-balance", "termination", {"ideal", "reserved", "ideal", "reserved"}},
        {RD_HYPERCUBE,
         "cube-dimension-order",
         "termination",
         {"ideal", "reserved", "ideal", "reserved"}},
        {RD_HYPERCUBE,
         "cube-balance-minimum-error",
         "termination",
         {"ideal", "reserved", "ideal", "reserved"}},
        {RD_ANY_SHAPE, "network-planner", "search", {"0", "1", "50", "500"}},
        {RD_ANY_SHAPE, "network-portfolio", "search", {"0", "1", "50", "100"}},
        {RD_ANY_SHAPE, "network-flow-in-time", NULL, {NULL}},
        {RD_ANY_SHAPE, "network-exact", NULL, {NULL}},
    };
    world->algorithm = "all";
    world->option = world->value = NULL;
    world->run_seed = rd_rng_below(rng, 1000);
    if (chance(rng, 75))
        return;
    size_t i = rd_rng_below(rng, sizeof single / sizeof *single);
    if (single[i].shape != world->topology.shape && single[i].shape != RD_ANY_SHAPE)
        return;
    world->algorithm = single[i].algorithm;
    world->option = single[i].option;
    world->value = single[i].value[rd_rng_below(rng, 4)];
}

static void draw_platform(struct world *world, struct rd_rng *rng)
{
    uint64_t links = rd_link_count(&world->topology);
    bool is_small = world->topology.host_count <= 10;
    world->platform = chance(rng, 60)                ? OWN_GENERATOR
                      : chance(rng, 50) || !is_small ? SWITCH_GENERATOR
                                                     : PLATFORM_FILE;
    if (world->platform == OWN_GENERATOR && links > WORLD_LINKS)
        world->platform = SWITCH_GENERATOR;
    world->places = world->topology.host_count;
    if (world->platform == OWN_GENERATOR)
        world->places = world->workers;
    else
        world->places += (uint32_t)rd_rng_below(rng, 3);
    for (uint32_t i = 0; i < world->places; i++)
        world->place[i] = i;
    for (uint32_t i = world->places; world->platform != OWN_GENERATOR && i > 1; i--) {
        uint32_t other = (uint32_t)rd_rng_below(rng, i), place = world->place[i - 1];
        world->place[i - 1] = world->place[other];
        world->place[other] = place;
    }
    world->common = NO_COMMON_LINK;
    if (world->platform == PLATFORM_FILE && chance(rng, 50))
        world->common = chance(rng, 60) ? COMMON_SHARED : COMMON_FATPIPE;
    for (size_t i = 0; i < WORLD_LINKS; i++)
        world->crosses[i] = chance(rng, 30);
}

static void draw_network(struct world *world, struct rd_rng *rng)
{
    world->model = chance(rng, 92) ? "exact" : "tcp";
    bool generated = world->platform != PLATFORM_FILE;
    world->spread = generated && chance(rng, 10) ? 1 + (double)rd_rng_below(rng, 16) : 1;
    world->spread_shape = PICK(rng, "uniform", "log-normal", "two-speed", "one-slow-link");
    if (world->topology.shape != RD_GRAPH)
        world->platform_seed = rd_rng_below(rng, 1000);
    world->profile[0] = generated && chance(rng, 5) ? 1 + (double)rd_rng_below(rng, 30) : 0;
    world->profile[1] = 0.25 * (double)(1 + rd_rng_below(rng, 4));
    world->profile[2] = world->profile[1] + 0.25 * (double)rd_rng_below(rng, 6);
}

/* Of some worlds some links; by powers of two, so that costs can say the same to the last bit. */
static void draw_scaled_links(struct world *world)
{
    static const double scale[] = {0.25, 0.5, 2, 8};
    struct rd_rng rng = rd_rng_seeded(world->seed, 80);
    bool any = false;
    uint64_t of_hundred = 1 + rd_rng_below(&rng, 100);
    world->link_scale = 1;
    if (chance(&rng, 75))
        return;
    for (size_t i = 0; i < world->cost_count; i++) {
        /* A file's links have as large bandwidths as are accepted where they cost nothing. */
        bool is_link = world->platform != PLATFORM_FILE ||
                       (i / world->places != i % world->places && world->cost[i] > 0);
        world->is_scaled[i] = is_link && chance(&rng, of_hundred);
        any = any || world->is_scaled[i];
    }
    world->common_is_scaled = world->common != NO_COMMON_LINK && chance(&rng, of_hundred);
    if (any || world->common_is_scaled)
        world->link_scale = scale[rd_rng_below(&rng, 4)];
}

/* Of some worlds, about as fast as one of their links. */
static void draw_throttle(struct world *world)
{
    struct rd_rng rng = rd_rng_seeded(world->seed, 81);
    double cost = world->cost[rd_rng_below(&rng, world->cost_count + (world->cost_count == 0))];
    if (cost > 0 && chance(&rng, 12))
        world->throttle = ldexp(1 / cost, (int)rd_rng_between(&rng, -2, 2));
}

void world_draw(struct world *world, uint64_t seed, struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(seed, 77);
    memset(world, 0, sizeof *world);
    world->seed = seed;
    draw_topology(world, &rng, arena);
    draw_goal(world, &rng);
    draw_platform(world, &rng);
    draw_network(world, &rng);
    world_draw_costs(world, &rng);
    world_draw_loads(world, &rng);
    draw_run(world, &rng);
    draw_scaled_links(world);
    draw_throttle(world);
}

bool world_shares(const struct world *world)
{
    return world->common == COMMON_SHARED || world->throttle > 0;
}

bool world_is_plain(const struct world *world)
{
    return strcmp(world->model, "exact") == 0 && world->profile[0] == 0 && !world_shares(world);
}
