/* Worlds from seeds: costs and loads. */
#include "world.h"

#include <math.h>
#include <string.h>

/* Numbers of one kind, which a user's links or hosts might have. */
enum family { EQUAL, WHOLE, REAL, SEVENTHS, WIDE, SOME_ZERO, FAMILY_COUNT };

static double draw(struct rd_rng *rng, enum family family, double unit)
{
    switch (family) {
    case WHOLE: return unit * (double)rd_rng_between(rng, 1, 10);
    case REAL: return unit * (0.1 + 9.9 * rd_rng_unit(rng));
    case SEVENTHS: return unit * (double)rd_rng_between(rng, 1, 30) / 7;
    case WIDE: return unit * pow(10, 6 * rd_rng_unit(rng) - 3);
    case SOME_ZERO: return rd_rng_below(rng, 3) == 0 ? 0 : unit * (double)rd_rng_between(rng, 1, 4);
    default: return unit;
    }
}

/* Mostly seconds; now and then those of a real network, or of the stars. */
static double draw_unit(struct rd_rng *rng)
{
    static const double unit[] = {1e-3, 1e-6, 1e3, 1e6, 1e-2, 1.0 / 3};
    return rd_rng_below(rng, 10) < 6 ? 1 : unit[rd_rng_below(rng, 6)];
}

static enum family draw_family(struct rd_rng *rng)
{
    return rd_rng_below(rng, 10) < 3 ? EQUAL : (enum family)rd_rng_below(rng, FAMILY_COUNT);
}

static void fill(double *value, size_t count, struct rd_rng *rng, enum family family, double unit)
{
    for (size_t i = 0; i < count; i++)
        value[i] = draw(rng, family, unit);
}

/* How many values the generator takes, or a file needs. */
static void count_costs(struct world *world)
{
    const struct rd_topology *topology = &world->topology;
    world->compute_count = world->places;
    if (world->platform == PLATFORM_FILE) {
        world->cost_count = world->latency_count = (size_t)world->places * world->places;
        return;
    }
    if (world->platform == SWITCH_GENERATOR || topology->shape == RD_SWITCH ||
        topology->shape == RD_BUS) {
        world->cost_count = 2 * (size_t)world->places;
        world->latency_count = world->places;
        return;
    }
    world->cost_count = 0;
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        uint32_t from, to;
        world->cost_count += rd_link_ends(topology, link, &from, &to);
    }
    if (topology->shape == RD_STAR)
        world->cost_count = world->workers;
    world->latency_count = world->cost_count;
}

void world_draw_costs(struct world *world, struct rd_rng *rng)
{
    count_costs(world);
    double unit = draw_unit(rng);
    enum family costs = draw_family(rng), latencies = draw_family(rng);
    bool has_latency = rd_rng_below(rng, 3) == 0 || costs == SOME_ZERO;
    fill(world->cost, world->cost_count, rng, costs, unit);
    fill(world->latency, world->latency_count, rng, has_latency ? latencies : EQUAL,
         has_latency ? unit : 0);
    if (rd_rng_below(rng, 12) == 0) { /* the paper's: a message of any size takes one step */
        fill(world->cost, world->cost_count, rng, EQUAL, 0);
        fill(world->latency, world->latency_count, rng, EQUAL, unit);
    }
    /* One that costs nothing at all is no link; of a switch's two ways the cost is the larger. */
    bool is_switch = world->cost_count > world->latency_count;
    for (size_t i = 0; i < world->cost_count; i++)
        if (world->cost[i] == 0 && (is_switch || world->latency[i] == 0))
            world->cost[i] = unit;
    /* There SimGrid gives messages of a longer latency less than the bandwidth. */
    for (size_t i = 1; i < world->latency_count; i++)
        if (world->common == COMMON_FATPIPE && world->latency[i] != world->latency[0])
            world->common = NO_COMMON_LINK;
    enum family computing = draw_family(rng);
    fill(world->compute, world->compute_count, rng, computing == SOME_ZERO ? WHOLE : computing,
         unit * (rd_rng_below(rng, 2) ? 1 : 4));
    world->common_cost = draw(rng, REAL, unit);
    world->profile[0] *= unit;
    static const double bytes[] = {1, 1, 1, 1, 1000, 2, 3, 1e6};
    world->item_bytes = bytes[rd_rng_below(rng, 8)];
    world->profile[0] = fmin(world->profile[0] * world->item_bytes, 1e9);
    world->word_bytes = rd_rng_below(rng, 8) ? -1 : (double)rd_rng_below(rng, 4);
    world->flops = strcmp(world->goal, "finish") == 0 || strcmp(world->goal, "stencil") == 0 ||
                           rd_rng_below(rng, 10) == 0
                       ? (double)rd_rng_between(rng, 1, 5)
                       : 0;
    bool all_wait = true;
    for (size_t i = 0; i < world->latency_count; i++)
        all_wait = all_wait && world->latency[i] > 0;
    if (all_wait && rd_rng_below(rng, 3) == 0)
        world->item_bytes = 0;
}

static void shift_items(int64_t *after, uint32_t hosts, uint32_t kinds, struct rd_rng *rng)
{
    uint64_t moves = rd_rng_below(rng, 3 * hosts + 1);
    for (uint64_t move = 0; move < moves; move++) {
        uint32_t kind = (uint32_t)rd_rng_below(rng, kinds);
        int64_t *from = &after[rd_rng_below(rng, hosts) * kinds + kind];
        int64_t *to = &after[rd_rng_below(rng, hosts) * kinds + kind];
        int64_t items = *from > 0 ? rd_rng_between(rng, 1, *from) : 0;
        if (rd_rng_below(rng, 3)) /* mostly a few */
            items = items < 4 ? items : 1 + items % 4;
        *from -= items;
        *to += items;
    }
}

/* A ring of items, each with one host; in blocks, all astray, or all on one. */
static void draw_ring_of_items(struct world *world, struct rd_rng *rng)
{
    world->kinds = 1 + (uint32_t)rd_rng_below(rng, WORLD_KINDS);
    uint32_t astray = (uint32_t)rd_rng_below(rng, 4);
    for (uint32_t kind = 0; kind < world->kinds; kind++) {
        uint32_t host = kind * world->workers / world->kinds;
        if (astray > 0)
            host = rd_rng_below(rng, astray) ? (uint32_t)rd_rng_below(rng, world->workers)
                                             : host * (astray != 3);
        world->load[host * world->kinds + kind] = 1;
    }
}

/* Zero, all on one host, equal, small, tiny, many, or as many as there may be. */
static void draw_items(struct world *world, struct rd_rng *rng)
{
    uint32_t entries = world->workers * world->kinds;
    int64_t huge = (INT64_C(1) << 53) / entries;
    uint64_t way = rd_rng_below(rng, 40);
    for (uint32_t i = 0; i < entries; i++) {
        int64_t items = rd_rng_between(rng, 0, 12);
        if (way == 0)
            items = 0;
        else if (way < 5)
            items = i < world->kinds ? rd_rng_between(rng, 0, 60) : 0;
        else if (way < 7)
            items = 5;
        else if (way < 16)
            items = rd_rng_between(rng, 0, 2);
        else if (way < 20)
            items = rd_rng_between(rng, 1, 300);
        else if (way == 20)
            items = rd_rng_between(rng, 0, 3000 / entries);
        else if (way == 21)
            items = rd_rng_between(rng, 0, huge);
        else if (way < 28)
            items += 1;
        world->load[i] = items;
    }
}

void world_draw_loads(struct world *world, struct rd_rng *rng)
{
    enum rd_shape shape = world->topology.shape;
    bool is_cube = shape == RD_HYPERCUBE || shape == RD_SHUFFLE_EXCHANGE;
    if (strcmp(world->goal, "stencil") == 0) {
        draw_ring_of_items(world, rng);
        return;
    }
    world->kinds = 1;
    if (strcmp(world->goal, "gather") == 0) {
        uint32_t most = world->workers < WORLD_KINDS ? world->workers : WORLD_KINDS;
        world->kinds = rd_rng_below(rng, 3) ? most : 1 + (uint32_t)rd_rng_below(rng, most);
    } else if ((is_cube && rd_rng_below(rng, 3) == 0) || rd_rng_below(rng, 40) == 0) {
        world->kinds = 2 + (uint32_t)rd_rng_below(rng, 3);
    }
    draw_items(world, rng);
    memcpy(world->after, world->load, sizeof world->after);
    shift_items(world->after, world->workers, world->kinds, rng);
    if (rd_rng_below(rng, 3) == 0) /* everybody ends with what another one held */
        for (uint32_t i = 0; i < world->workers * world->kinds; i++)
            world->after[(i + world->kinds) % (world->workers * world->kinds)] = world->load[i];
}
