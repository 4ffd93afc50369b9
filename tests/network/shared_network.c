#include "shared_network.h"

enum { MOST_GRAPH_LINKS = 7, MOST_COST_S = 5 };

static int below(struct rd_rng *rng, int bound)
{
    return (int)rd_rng_below(rng, (uint64_t)bound);
}

/* A ring through all hosts in any order and up to three links more; at most 7. */
static void link_ring_and_more(struct small_network *network, struct rd_rng *rng)
{
    int n = network->host_count, order[SMALL_HOSTS];
    for (int host = 0; host < n; host++) {
        int place = below(rng, host + 1);
        order[host] = order[place];
        order[place] = host;
    }
    bool there[SMALL_HOSTS][SMALL_HOSTS] = {0};
    int tries = n + below(rng, 4);
    for (int i = 0; i < tries && network->link_count < MOST_GRAPH_LINKS; i++) {
        int from = i < n ? order[i] : below(rng, n),
            to = i < n ? order[(i + 1) % n] : below(rng, n);
        if (from == to || there[from][to])
            continue;
        there[from][to] = true;
        network->from[network->link_count] = from;
        network->to[network->link_count++] = to;
    }
}

static const struct network_family ring_and_more = {
    "ring and more", RD_SHAPE_COUNT, RD_NO_DIRECTION, 2, 5, false, link_ring_and_more};

/* A wire that some links cross: all that it carries, or up to twice as much as the slowest way to
 * fill it. */
static void add_wire(struct rd_rng *rng, struct shared_network *shared,
                     const int crossings[SMALL_LINKS])
{
    static const double factors[] = {1, 1, 1, 1, 2.0 / 3, 0.5};
    int wire = shared->shared_count;
    double most_s = 0;
    for (int link = 0; link < shared->network.link_count; link++) {
        shared->crossings[wire][link] = crossings[link];
        if (crossings[link] == 0)
            continue;
        double item_s = (double)shared->network.cost_s[link] / crossings[link];
        most_s = most_s == 0 || item_s < most_s ? item_s : most_s;
    }
    if (most_s == 0)
        return;
    shared->shared_item_s[wire] = most_s * factors[below(rng, 6)];
    shared->shared_count++;
}

/* Of a switch: the wire out of a host, or into it. Else any links. */
static void draw_wires(struct rd_rng *rng, struct shared_network *shared)
{
    const struct small_network *network = &shared->network;
    bool is_switch = network->shape == RD_SWITCH;
    int count = is_switch ? 2 * network->host_count : 1 + below(rng, 3);
    for (int wire = 0; wire < count; wire++) {
        int crossings[SMALL_LINKS] = {0};
        if (is_switch && below(rng, 3) == 0)
            continue;
        for (int link = 0; link < network->link_count; link++) {
            int end = wire % 2 == 0 ? network->from[link] : network->to[link];
            bool crosses = is_switch ? end == wire / 2 : below(rng, 2) == 0;
            crossings[link] = !crosses ? 0 : !is_switch && below(rng, 12) == 0 ? 2 : 1;
        }
        add_wire(rng, shared, crossings);
    }
}

/* Latencies of all links or of some; a header of one item of every message. */
static void draw_latencies(struct rd_rng *rng, struct shared_network *shared)
{
    int rarely = 1 + below(rng, 3);
    for (int link = 0; link < shared->network.link_count; link++)
        shared->latency_s[link] = below(rng, rarely) > 0 ? 0 : 1 + below(rng, MOST_COST_S);
    shared->header_items = below(rng, 3) == 0;
}

void shared_network_draw(struct rd_rng *rng, struct shared_network *ret_network)
{
    static const enum rd_goal goals[] = {RD_REACH, RD_REACH, RD_BALANCE, RD_FINISH};
    static const int ports[] = {1, 1, 2, 0, PORTS_BY_HOST};
    int family_count = 0;
    while (network_families[family_count].name)
        family_count++;
    const struct network_family *family =
        below(rng, 2) ? &ring_and_more : &network_families[below(rng, family_count)];
    struct network_wish wish = {.family = family,
                                .goal = goals[below(rng, 4)],
                                .ports = ports[below(rng, 5)],
                                .kind_count = 1 + below(rng, SMALL_KINDS),
                                .most_items = 7};
    static const double units_s[] = {1, 1, 1, 0.1, 1.0 / 3, 0.001};
    struct shared_network shared = {.unit_s = units_s[below(rng, 6)]};
    network_draw(rng, &wish, &shared.network);
    int most_s = below(rng, 3) == 0 ? 1 : MOST_COST_S;
    for (int link = 0; link < shared.network.link_count; link++)
        shared.network.cost_s[link] = 1 + below(rng, most_s);
    if (below(rng, 3) == 0)
        draw_latencies(rng, &shared);
    if (!shared.network.is_bus)
        draw_wires(rng, &shared);
    *ret_network = shared;
}

/* The uses of each link, in the order of the instance's links. */
static void share(const struct shared_network *shared, struct test_instance *test,
                  struct rd_arena *arena)
{
    const struct small_network *network = &shared->network;
    const struct rd_topology *topology = &test->instance.topology;
    uint64_t links = rd_link_count(topology);
    double *bandwidth = rd_take(arena, SMALL_SHARED, double);
    uint32_t *first = rd_take(arena, links + 1, uint32_t), count = 0;
    struct rd_shared_use *use =
        rd_take(arena, (size_t)SMALL_LINKS * SMALL_SHARED, struct rd_shared_use);
    uint8_t *may_slow = rd_take(arena, links, uint8_t);
    for (uint64_t number = 0; number < links; number++) {
        first[number] = count;
        for (int link = 0; link < network->link_count; link++) {
            if (rd_link_between(topology, (uint32_t)network->from[link],
                                (uint32_t)network->to[link]) != number)
                continue;
            for (uint32_t wire = 0; wire < (uint32_t)shared->shared_count; wire++) {
                uint32_t crossings = (uint32_t)shared->crossings[wire][link];
                if (crossings > 0)
                    use[count++] = (struct rd_shared_use){wire, crossings};
            }
            may_slow[number] = count > first[number];
        }
    }
    first[links] = count;
    for (int wire = 0; wire < shared->shared_count; wire++)
        bandwidth[wire] = 1 / (shared->shared_item_s[wire] * shared->unit_s);
    test->instance.may_slow = may_slow;
    test->instance.shared = rd_make(arena, struct rd_shared_links, (uint32_t)shared->shared_count,
                                    bandwidth, NULL, first, use);
}

struct test_instance shared_network_instance(const struct shared_network *shared,
                                             struct rd_arena *arena)
{
    const struct small_network *network = &shared->network;
    struct test_instance test = network_instance(network, arena);
    for (int link = 0; link < network->link_count; link++) {
        double item_s = network->cost_s[link] * shared->unit_s;
        double latency_s = shared->latency_s[link] * shared->unit_s;
        test_instance_set_cost(&test, (uint32_t)network->from[link], (uint32_t)network->to[link],
                               latency_s + shared->header_items * item_s, item_s);
    }
    for (int host = 0; host < network->host_count; host++)
        test.speed[host] /= shared->unit_s;
    test.instance.message_bytes = shared->header_items;
    if (shared->shared_count > 0)
        share(shared, &test, arena);
    return test;
}

void shared_network_print(FILE *out, const struct shared_network *shared)
{
    const struct small_network *network = &shared->network;
    small_network_print(out, network);
    fprintf(out, "in units of %g s; latencies", shared->unit_s);
    for (int link = 0; link < network->link_count; link++)
        fprintf(out, " %d", shared->latency_s[link]);
    fprintf(out, "\nitems of a header: %d\n", shared->header_items);
    for (int wire = 0; wire < shared->shared_count; wire++) {
        fprintf(out, "shared link %d, %g s an item:", wire, shared->shared_item_s[wire]);
        for (int link = 0; link < network->link_count; link++)
            if (shared->crossings[wire][link] > 0)
                fprintf(out, " %d>%d x%d", network->from[link], network->to[link],
                        shared->crossings[wire][link]);
        fprintf(out, "\n");
    }
}
