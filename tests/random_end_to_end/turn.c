/* The same world in other words. */
#include "world.h"

#include <string.h>

/* The costs of a generator's links, which are listed in the order of their numbers, go with their
 * ends. */
static void move_links(struct world *world, const struct world *before, const uint32_t *to)
{
    const struct rd_topology *topology = &world->topology;
    size_t rank[3 * WORLD_LINKS], next = 0;
    uint64_t links = rd_link_count(topology);
    uint32_t a, b;
    for (uint64_t link = 0; link < links; link++)
        rank[link] = rd_link_ends(topology, link, &a, &b) ? next++ : 0;
    for (uint64_t link = 0; link < links; link++) {
        if (!rd_link_ends(topology, link, &a, &b))
            continue;
        size_t new = rank[rd_link_between(topology, to[a], to[b])], old = rank[link];
        world->cost[new] = before->cost[old];
        world->latency[new] = before->latency[old];
        world->is_scaled[new] = before->is_scaled[old];
    }
}

/* Host i of the topology becomes host to[i]: which place it has, and what it holds. A generated
 * ring, star or cube has its hosts in one order only: there the costs move. */
static void move_hosts(struct world *world, const uint32_t *to)
{
    static struct world before;
    enum rd_shape shape = world->topology.shape;
    bool costs_move = world->platform == OWN_GENERATOR && shape != RD_SWITCH && shape != RD_BUS;
    before = *world;
    for (uint32_t i = 0; i < world->workers; i++) {
        world->port_count[to[i]] = before.port_count[i];
        if (costs_move)
            world->compute[to[i]] = before.compute[i];
        else
            world->place[to[i]] = before.place[i];
        if (costs_move && shape == RD_STAR) {
            world->cost[to[i]] = before.cost[i];
            world->latency[to[i]] = before.latency[i];
            world->is_scaled[to[i]] = before.is_scaled[i];
        }
        for (uint32_t kind = 0; kind < world->kinds; kind++) {
            uint32_t old = i * world->kinds + kind, new = to[i] * world->kinds + kind;
            world->load[new] = before.load[old];
            world->after[new] = before.after[old];
        }
    }
    if (costs_move && shape != RD_STAR)
        move_links(world, &before, to);
}

static void draw_order(uint32_t *to, uint32_t count, struct rd_rng *rng)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = (uint32_t)rd_rng_below(rng, i), host = to[i - 1];
        to[i - 1] = to[other];
        to[other] = host;
    }
}

bool world_relabel(struct world *world, struct rd_rng *rng)
{
    uint32_t to[WORLD_HOSTS], count = world->workers;
    uint32_t turn = (uint32_t)rd_rng_below(rng, count);
    bool mirrored = world->topology.direction == RD_TWO_WAY && rd_rng_below(rng, 2);
    if (world->topology.shape == RD_GRAPH)
        return false;
    /* What is drawn for a link stays in its place. */
    if (world->platform == OWN_GENERATOR && (world->spread > 1 || world->profile[0] > 0))
        return false;
    for (uint32_t i = 0; i < count; i++)
        to[i] = world->topology.shape == RD_HYPERCUBE ? i ^ turn
                : world->topology.shape == RD_SHUFFLE_EXCHANGE
                    ? i ^ (count - 1)
                    : (mirrored ? turn + count - i : turn + i) % count;
    if (world->topology.shape == RD_STAR || world->topology.shape == RD_SWITCH ||
        world->topology.shape == RD_BUS)
        draw_order(to, count, rng);
    move_hosts(world, to);
    return true;
}

void world_spell_out(struct world *world)
{
    for (size_t i = 0; i < world->cost_count; i++)
        world->cost[i] /= world->is_scaled[i] ? world->link_scale : 1;
    world->common_cost /= world->common_is_scaled ? world->link_scale : 1;
    world->link_scale = 1;
}

void world_double(struct world *world)
{
    for (size_t i = 0; i < world->cost_count; i++)
        world->cost[i] *= 2;
    for (size_t i = 0; i < world->latency_count; i++)
        world->latency[i] *= 2;
    for (size_t i = 0; i < world->compute_count; i++)
        world->compute[i] *= 2;
    world->common_cost *= 2;
    world->throttle /= 2;
    world->profile[0] *= 2;
}
