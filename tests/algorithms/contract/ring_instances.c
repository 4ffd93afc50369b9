/* Rings: one-port, and of many ports, with loads to reach and to balance. */
#include "instances.h"

#include "tests/support/build.h"

static uint32_t one_host_further(const struct rd_topology *topology, uint32_t host)
{
    return host + 1 == topology->host_count ? 0 : host + 1;
}

/* Every load and every final load of the same sum, with least..least + spread items a host; each
 * with equal links and with links of two other patterns. */
static void exhaust_reach(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng,
                          enum rd_direction direction, uint32_t host_count, uint32_t ports,
                          int64_t least, int64_t spread)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    struct test_instance test = test_instance_make(arena, RD_RING, direction, host_count, 1);
    test_instance_set_ports(&test, ports);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    int64_t load[5] = {0}, target[5] = {0};
    uint64_t pattern = 0;
    do {
        do {
            if (digit_sum(load, host_count) != digit_sum(target, host_count))
                continue;
            for (uint32_t host = 0; host < host_count; host++) {
                test.load[host] = least + load[host];
                test.target[host] = least + target[host];
            }
            draw_costs(rng, &test.instance.topology, 0, test.cost);
            laws_check(laws, &test.instance);
            for (int other = 0; other < 2; other++) {
                pattern += pattern % COST_PATTERNS == COST_PATTERNS - 1 ? 2 : 1;
                draw_costs(rng, &test.instance.topology, pattern, test.cost);
                laws_check(laws, &test.instance);
            }
        } while (next_digits(target, host_count, spread));
    } while (next_digits(load, host_count, spread));
    rd_arena_rewind(arena, mark);
}

/* Every load of up to `most` items a host, to be balanced with every error up to 2. */
static void exhaust_balance(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng,
                            enum rd_direction direction, uint32_t host_count, uint32_t ports,
                            int64_t most)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    struct test_instance test = test_instance_make(arena, RD_RING, direction, host_count, 1);
    test_instance_set_ports(&test, ports);
    uint64_t pattern = 0;
    do {
        for (int64_t error = 0; error <= 2; error++) {
            test.instance.balance_error = error;
            draw_costs(rng, &test.instance.topology, pattern++, test.cost);
            laws_check(laws, &test.instance);
        }
    } while (next_digits(test.load, host_count, most));
    rd_arena_rewind(arena, mark);
}

static void exhaust_one_port_rings(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    for (uint32_t host_count = 1; host_count <= 5; host_count++) {
        exhaust_balance(laws, arena, rng, RD_ONE_WAY, host_count, 1, host_count < 5 ? 4 : 3);
        exhaust_balance(laws, arena, rng, RD_TWO_WAY, host_count, 1, host_count < 5 ? 4 : 3);
    }
    static const int64_t spread[2][6] = {{0, 3, 4, 3, 2, 1}, {0, 3, 4, 3, 3, 2}}; /* by hosts */
    for (uint32_t host_count = 1; host_count <= 5; host_count++) {
        for (int least = 0; least <= 1; least++) {
            exhaust_reach(laws, arena, rng, RD_ONE_WAY, host_count, 1, least,
                          spread[least][host_count]);
            exhaust_reach(laws, arena, rng, RD_TWO_WAY, host_count, 1, least,
                          spread[least][host_count]);
        }
    }
}

/* Up to 256 hosts, mostly few; loads that obey the hypotheses as often as not, of a few items or of
 * thousands; now and then two kinds. */
static void draw_ring(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng, uint32_t ports)
{
    bool reach = rd_rng_below(rng, 2);
    uint32_t most_hosts = ports == 1 && reach ? 256 : 16;
    uint32_t host_count = 1 + (uint32_t)rd_rng_below(rng, 1 + rd_rng_below(rng, most_hosts));
    uint32_t kind_count = rd_rng_below(rng, 20) == 0 ? 2 : 1;
    enum rd_direction direction = rd_rng_below(rng, 2) ? RD_ONE_WAY : RD_TWO_WAY;
    struct test_instance test =
        test_instance_make(arena, RD_RING, direction, host_count, kind_count);
    test_instance_set_ports(&test, ports);
    test.instance.balance_error = (int64_t)rd_rng_below(rng, 4);
    if (reach) {
        test.instance.goal = RD_REACH;
        test.instance.target = test.target;
    }
    uint64_t pattern = rd_rng_below(rng, 2) ? 0 : rd_rng_next(rng);
    draw_costs(rng, &test.instance.topology, pattern, test.cost);
    test.instance.costs_equal = pattern == 0 && rd_rng_below(rng, 2);
    uint32_t entries = host_count * kind_count;
    int64_t least = (int64_t)rd_rng_below(rng, 2);
    for (uint32_t entry = 0; entry < entries; entry++)
        test.load[entry] = test.target[entry] = least;
    int64_t items = (int64_t)rd_rng_below(rng, 1 + rd_rng_below(rng, 10 * host_count));
    if (ports == 1 && reach && rd_rng_below(rng, 10) == 0)
        items *= 100;
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        scatter(rng, &test.load[kind], host_count, kind_count, items);
        scatter(rng, &test.target[kind], host_count, kind_count, items);
    }
    if (ports != 1 && rd_rng_below(rng, 2)) {
        test.instance.item_bytes = 0;
        for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
            test.cost[link].latency_s += 1;
    }
    laws_check(laws, &test.instance);
}

static void draw_one_port_ring(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw_ring(laws, arena, rng, 1);
}

const struct instance_generator one_port_ring_instances = {
    .name = "one-port ring",
    .turn = one_host_further,
    .exhaust = exhaust_one_port_rings,
    .draw = draw_one_port_ring,
};

/* Messages of any amount take one step of a latency, whatever the bandwidths; sends one way of
 * sending, then the other. */
static void check_all_port(struct laws *laws, struct test_instance *test)
{
    test->instance.sends = RD_SINGLE_SEND;
    laws_check(laws, &test->instance);
    test->instance.sends = RD_MULTI_SEND;
    laws_check(laws, &test->instance);
}

static struct test_instance make_all_port(struct rd_arena *arena, uint32_t host_count,
                                          double latency_s)
{
    struct test_instance test = test_instance_make(arena, RD_RING, RD_TWO_WAY, host_count, 1);
    test_instance_set_ports(&test, 0);
    test.instance.item_bytes = 0;
    for (uint64_t link = 0; link < 2 * (uint64_t)host_count; link++)
        test.cost[link] = (struct rd_link_cost){latency_s, 1 + (double)(link % 3)};
    return test;
}

static void exhaust_all_port_rings(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    static const int64_t most_items[] = {0, 4, 9, 9, 6, 5}; /* by hosts */
    for (uint32_t host_count = 1; host_count <= 5; host_count++) {
        exhaust_balance(laws, arena, rng, RD_ONE_WAY, host_count, 0, host_count < 5 ? 4 : 3);
        exhaust_balance(laws, arena, rng, RD_TWO_WAY, host_count, 2, host_count < 5 ? 4 : 3);
        exhaust_reach(laws, arena, rng, RD_ONE_WAY, host_count, 2, 0, 5 - host_count);
        exhaust_reach(laws, arena, rng, RD_TWO_WAY, host_count, 0, 0,
                      host_count < 4 ? 3 : 5 - host_count);
    }
    for (uint32_t host_count = 1; host_count <= 5; host_count++) {
        struct rd_arena_mark mark = rd_arena_mark(arena);
        struct test_instance test = make_all_port(arena, host_count, 1);
        do {
            check_all_port(laws, &test);
        } while (next_digits(test.load, host_count, most_items[host_count]));
        rd_arena_rewind(arena, mark);
    }
}

static void draw_all_port_ring(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    if (rd_rng_below(rng, 2)) {
        draw_ring(laws, arena, rng, 2 * (uint32_t)rd_rng_below(rng, 2));
        return;
    }
    uint32_t host_count = 1 + (uint32_t)rd_rng_below(rng, 1 + rd_rng_below(rng, 256));
    struct test_instance test = make_all_port(arena, host_count, 0.125 + rd_rng_unit(rng));
    int64_t average = (int64_t)rd_rng_below(rng, 1 + rd_rng_below(rng, 40));
    for (int64_t left = average * host_count; left > 0; left--)
        test.load[rd_rng_below(rng, host_count)]++;
    check_all_port(laws, &test);
}

const struct instance_generator all_port_ring_instances = {
    .name = "all-port ring",
    .turn = one_host_further,
    .exhaust = exhaust_all_port_rings,
    .draw = draw_all_port_ring,
};
