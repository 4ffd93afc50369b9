#include "generate.h"

#include <string.h>

static int below(struct rd_rng *rng, int bound)
{
    return (int)rd_rng_below(rng, (uint64_t)bound);
}

static bool has_link(const struct small_network *network, int from, int to)
{
    for (int link = 0; link < network->link_count; link++)
        if (network->from[link] == from && network->to[link] == to)
            return true;
    return false;
}

/* Once only, and not to itself: small rings and tori fold together. */
static void add_link(struct small_network *network, int from, int to)
{
    if (from == to || has_link(network, from, to))
        return;
    rd_assert(network->link_count < SMALL_LINKS);
    network->from[network->link_count] = from;
    network->to[network->link_count++] = to;
}

static void add_both(struct small_network *network, int one, int other)
{
    add_link(network, one, other);
    add_link(network, other, one);
}

static void link_one_way(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    for (int host = 0; host < network->host_count; host++)
        add_link(network, host, (host + 1) % network->host_count);
}

static void link_two_way(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    for (int host = 0; host < network->host_count; host++)
        add_both(network, host, (host + 1) % network->host_count);
}

static void link_star(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    for (int worker = 0; worker + 1 < network->host_count; worker++)
        add_both(network, worker, network->host_count - 1);
}

/* Two or four hosts. */
static void link_cube(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    for (int host = 0; host < network->host_count; host++)
        for (int bit = 1; bit < network->host_count; bit *= 2)
            add_link(network, host, host ^ bit);
}

/* Four hosts, d = 2: an exchange joins 0 with 1 and 2 with 3, and a rotation 01 with 10. */
static void link_shuffle_exchange(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    add_both(network, 0, 1);
    add_both(network, 2, 3);
    add_both(network, 1, 2);
}

static void link_complete(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    for (int from = 0; from < network->host_count; from++)
        for (int to = 0; to < network->host_count; to++)
            add_link(network, from, to);
}

static void link_torus(struct small_network *network, struct rd_rng *rng)
{
    (void)rng;
    for (int row = 0; row < 2; row++) {
        add_both(network, 2 * row, 2 * row + 1);
        add_both(network, row, row + 2);
    }
}

static void link_tree(struct small_network *network, struct rd_rng *rng)
{
    for (int host = 1; host < network->host_count; host++)
        add_both(network, host, below(rng, host));
}

/* A closed walk through all hosts, so that each reaches each, and random links besides. */
static void link_graph(struct small_network *network, struct rd_rng *rng)
{
    int order[SMALL_HOSTS];
    for (int host = 0; host < network->host_count; host++) {
        int place = below(rng, host + 1);
        order[host] = order[place];
        order[place] = host;
    }
    bool folded = below(rng, 3) == 0; /* there and back, where no cycle need be of all hosts */
    for (int i = 0; i < network->host_count; i++) {
        int next = (i + 1) % network->host_count;
        if (!folded)
            add_link(network, order[i], order[next]);
        else if (next != 0)
            add_both(network, order[i], order[next]);
    }
    for (int more = below(rng, 5); more > 0; more--)
        add_link(network, below(rng, network->host_count), below(rng, network->host_count));
}

const struct network_family network_families[] = {
    {"one-way ring", RD_RING, RD_ONE_WAY, 2, 4, false, link_one_way},
    {"two-way ring", RD_RING, RD_TWO_WAY, 2, 4, false, link_two_way},
    {"star", RD_STAR, RD_NO_DIRECTION, 3, 4, true, link_star},
    {"hypercube", RD_HYPERCUBE, RD_NO_DIRECTION, 4, 4, false, link_cube},
    {"shuffle-exchange", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 4, 4, false, link_shuffle_exchange},
    {"switch", RD_SWITCH, RD_NO_DIRECTION, 2, 4, false, link_complete},
    {"bus", RD_BUS, RD_NO_DIRECTION, 2, 4, false, link_complete},
    {"torus", RD_SHAPE_COUNT, RD_NO_DIRECTION, 4, 4, false, link_torus},
    {"tree", RD_SHAPE_COUNT, RD_NO_DIRECTION, 2, 4, false, link_tree},
    {"graph", RD_SHAPE_COUNT, RD_NO_DIRECTION, 2, 4, false, link_graph},
    {0},
};

/* Gives each item to a random host, not to the relay. */
static void scatter_items(struct rd_rng *rng, const struct small_network *network, int items,
                          int kind, int amounts[SMALL_HOSTS][SMALL_KINDS])
{
    int keepers = network->host_count - (network->relay != NO_RELAY);
    int favourite = below(rng, keepers);
    for (; items > 0; items--)
        amounts[below(rng, 3) == 0 ? favourite : below(rng, keepers)][kind]++;
}

void network_draw(struct rd_rng *rng, const struct network_wish *wish,
                  struct small_network *ret_network)
{
    static const int ports[] = {1, 1, 2, 3, 0};
    const struct network_family *family = wish->family;
    struct small_network network = {.family = family->name,
                                    .shape = family->shape,
                                    .direction = family->direction,
                                    .is_bus = family->shape == RD_BUS,
                                    .kind_count = wish->kind_count,
                                    .goal = wish->goal,
                                    .relay = NO_RELAY};
    network.host_count =
        family->least_hosts + below(rng, family->most_hosts - family->least_hosts + 1);
    if (family->has_relay)
        network.relay = network.host_count - 1;
    family->link(&network, rng);
    int equal_s = 1 + below(rng, 4);
    for (int link = 0; link < network.link_count; link++)
        network.cost_s[link] = wish->equal_costs ? equal_s : 1 + below(rng, 4);
    for (int host = 0; host < network.host_count; host++) {
        network.ports[host] = wish->ports == PORTS_BY_HOST ? ports[below(rng, 5)] : wish->ports;
        if (wish->goal == RD_FINISH && host != network.relay)
            network.compute_s[host] = 1 + below(rng, 4);
    }
    int rest = 1 + below(rng, wish->most_items);
    for (int kind = 0; kind < network.kind_count; kind++) {
        int items = kind + 1 == network.kind_count ? rest : below(rng, rest + 1);
        scatter_items(rng, &network, items, kind, network.load);
        if (wish->goal == RD_REACH)
            scatter_items(rng, &network, items, kind, network.target);
        rest -= items;
    }
    if (wish->goal == RD_BALANCE)
        network.balance_error = below(rng, 4);
    *ret_network = network;
}

void network_draw_any(struct rd_rng *rng, bool ports_differ, struct small_network *ret_network)
{
    static const enum rd_goal goals[] = {RD_REACH, RD_BALANCE, RD_FINISH};
    static const int ports[] = {1, 2, 0, PORTS_BY_HOST};
    int family_count = 0;
    while (network_families[family_count].name)
        family_count++;
    struct network_wish wish = {.family = &network_families[below(rng, family_count)],
                                .goal = goals[below(rng, 3)],
                                .ports = ports[below(rng, ports_differ ? 4 : 3)],
                                .kind_count = 1 + (below(rng, 3) == 0),
                                .equal_costs = below(rng, 3) == 0};
    wish.most_items = wish.ports == 1 ? 8 : 6;
    if (wish.goal == RD_FINISH || wish.kind_count > 1)
        wish.most_items--;
    network_draw(rng, &wish, ret_network);
}

void network_draw_sizes(struct rd_rng *rng, struct small_network *network)
{
    for (int kind = 0; kind < network->kind_count; kind++)
        network->size[kind] = 1 + below(rng, 3);
    for (int link = 0; link < network->link_count; link++)
        network->cost_s[link] = 1 + network->cost_s[link] % 2;
}

/* Gives kinds their sizes. */
static void set_sizes(const struct small_network *network, struct rd_instance *instance,
                      struct rd_arena *arena)
{
    double *bytes = rd_take(arena, instance->kind_count, double);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        bytes[kind] = network->size[kind];
    if (network->size[0] > 0)
        rd_instance_size_kinds(instance, bytes);
}

static struct rd_topology graph_of(const struct small_network *network, struct rd_arena *arena)
{
    struct rd_edge edge[SMALL_LINKS];
    for (int link = 0; link < network->link_count; link++)
        edge[link] = (struct rd_edge){(uint32_t)network->from[link], (uint32_t)network->to[link]};
    return test_graph(arena, (uint32_t)network->host_count, edge, (size_t)network->link_count);
}

/* All ports of one host among others: as many as there are links. */
static void set_ports(const struct small_network *network, struct test_instance *test,
                      struct rd_arena *arena)
{
    bool differ = false;
    uint32_t *ports = rd_take(arena, (size_t)network->host_count, uint32_t), most = 0;
    for (int host = 0; host < network->host_count; host++) {
        differ |= network->ports[host] != network->ports[0];
        ports[host] = network->ports[host] == 0 ? SMALL_LINKS : (uint32_t)network->ports[host];
        most = ports[host] > most ? ports[host] : most;
    }
    test_instance_set_ports(test, (uint32_t)network->ports[0]);
    if (!differ)
        return;
    test->instance.port_model = RD_K_PORTS;
    test->instance.port_count = most;
    test->instance.host_port_count = ports;
}

struct test_instance network_instance(const struct small_network *network, struct rd_arena *arena)
{
    uint32_t kinds = (uint32_t)network->kind_count;
    struct test_instance test = network->shape == RD_SHAPE_COUNT
                                    ? test_instance_on(arena, graph_of(network, arena), kinds)
                                    : test_instance_make(arena, network->shape, network->direction,
                                                         (uint32_t)network->host_count, kinds);
    for (int link = 0; link < network->link_count; link++)
        test_instance_set_cost(&test, (uint32_t)network->from[link], (uint32_t)network->to[link], 0,
                               network->cost_s[link]);
    set_ports(network, &test, arena);
    set_sizes(network, &test.instance, arena);
    test.instance.goal = network->goal;
    test.instance.balance_error = network->balance_error;
    test.instance.target = network->goal == RD_REACH ? test.target : NULL;
    test.instance.flops_per_item = network->goal == RD_FINISH;
    for (uint32_t host = 0; host < (uint32_t)network->host_count; host++) {
        if (network->compute_s[host] != 0)
            test.speed[host] = 1.0 / network->compute_s[host];
        for (uint32_t kind = 0; kind < kinds; kind++) {
            test.load[host * kinds + kind] = network->load[host][kind];
            test.target[host * kinds + kind] = network->target[host][kind];
        }
    }
    return test;
}
