/* Switches and buses: kinds to gather. */
#include "instances.h"

#include "tests/support/build.h"

#include <string.h>

static uint32_t one_host_further(const struct rd_topology *topology, uint32_t host)
{
    return host + 1 == topology->host_count ? 0 : host + 1;
}

static struct test_instance make(struct rd_arena *arena, enum rd_shape shape, uint32_t hosts,
                                 uint32_t kinds)
{
    struct test_instance test = test_instance_make(arena, shape, RD_NO_DIRECTION, hosts, kinds);
    test.instance.goal = RD_GATHER;
    return test;
}

/* Every way to place this many items, each of some kind on some host: with links alike, and every
 * third time with links of another pattern; half of them with two ports, or all. */
static void exhaust_items(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng,
                          enum rd_shape shape, uint32_t hosts, uint32_t kinds, uint32_t items)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    struct test_instance test = make(arena, shape, hosts, kinds);
    int64_t *place = rd_take(arena, items, int64_t);
    uint64_t turn = 0;
    do {
        memset(test.load, 0, (size_t)hosts * kinds * sizeof *test.load);
        for (uint32_t item = 0; item < items; item++)
            test.load[place[item]]++;
        draw_costs(rng, &test.instance.topology, turn % 3 == 0 ? turn / 3 : 0, test.cost);
        test_instance_set_ports(&test, turn % 4 == 0 ? 2 : turn % 4 == 1 ? 0 : 1);
        laws_check(laws, &test.instance);
        turn++;
    } while (next_digits(place, items, (int64_t)hosts * kinds - 1));
    rd_arena_rewind(arena, mark);
}

static void exhaust(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng,
                    enum rd_shape shape)
{
    exhaust_items(laws, arena, rng, shape, 1, 1, 2);
    exhaust_items(laws, arena, rng, shape, 2, 1, 3);
    exhaust_items(laws, arena, rng, shape, 2, 2, 4);
    exhaust_items(laws, arena, rng, shape, 3, 2, 3);
    exhaust_items(laws, arena, rng, shape, 3, 3, 3);
    exhaust_items(laws, arena, rng, shape, 4, 3, 2);
    exhaust_items(laws, arena, rng, shape, 5, 5, 2);
}

/* One port, all, or as many as there may be; or others on every host. */
static void draw_ports(struct rd_arena *arena, struct rd_rng *rng, struct test_instance *test)
{
    uint32_t hosts = test->instance.topology.host_count, most = 0;
    uint32_t choice = (uint32_t)rd_rng_below(rng, 6);
    test_instance_set_ports(test, choice < 3 ? 1 : choice == 3 ? 0 : 2);
    if (choice < 5)
        return;
    uint32_t *ports = rd_take(arena, hosts, uint32_t);
    for (uint32_t host = 0; host < hosts; host++) {
        ports[host] = 1 + (uint32_t)rd_rng_below(rng, 5);
        most = ports[host] > most ? ports[host] : most;
    }
    test->instance.host_port_count = ports;
    test->instance.port_count = most;
}

/* Few pairs that hold anything, or all; kinds that nearly lie somewhere. */
static void draw(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng, enum rd_shape shape)
{
    uint64_t most = rd_rng_below(rng, 100) == 0 ? 256 : rd_rng_below(rng, 10) == 0 ? 40 : 7;
    uint32_t hosts = 1 + (uint32_t)rd_rng_below(rng, most);
    uint32_t kinds = rd_rng_below(rng, 2) ? hosts : 1 + (uint32_t)rd_rng_below(rng, hosts);
    struct test_instance test = make(arena, shape, hosts, kinds);
    uint64_t pattern = rd_rng_below(rng, 2) ? 0 : rd_rng_below(rng, COST_PATTERNS);
    draw_costs(rng, &test.instance.topology, pattern, test.cost);
    test.instance.costs_equal = pattern == 0 && rd_rng_below(rng, 2);
    draw_ports(arena, rng, &test);
    scatter(rng, test.load, hosts * kinds, 1, (int64_t)rd_rng_below(rng, 5 * hosts + 1));
    for (uint32_t kind = 0; rd_rng_below(rng, 3) == 0 && kind < kinds; kind++)
        test.load[(kind + 1) % hosts * kinds + kind] += (int64_t)rd_rng_below(rng, 10);
    laws_check(laws, &test.instance);
}

static void exhaust_switch(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust(laws, arena, rng, RD_SWITCH);
}

static void draw_switch(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw(laws, arena, rng, RD_SWITCH);
}

static void exhaust_bus(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust(laws, arena, rng, RD_BUS);
}

static void draw_bus(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw(laws, arena, rng, RD_BUS);
}

/* Loads to reach or to balance, of few items or of many. */
static void draw_transport(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    uint32_t hosts = 1 + (uint32_t)rd_rng_below(rng, rd_rng_below(rng, 20) == 0 ? 16 : 6);
    enum rd_shape shape = rd_rng_below(rng, 4) ? RD_SWITCH : RD_BUS;
    struct test_instance test = test_instance_make(arena, shape, RD_NO_DIRECTION, hosts, 1);
    uint64_t pattern = rd_rng_below(rng, 2) ? 0 : rd_rng_below(rng, COST_PATTERNS);
    draw_costs(rng, &test.instance.topology, pattern, test.cost);
    draw_ports(arena, rng, &test);
    int64_t items = (int64_t)rd_rng_below(rng, 6 * hosts + 1);
    scatter(rng, test.load, 1 + (uint32_t)rd_rng_below(rng, hosts), 1, items);
    scatter(rng, test.target, 1 + (uint32_t)rd_rng_below(rng, hosts), 1, items);
    test.instance.balance_error = (int64_t)rd_rng_below(rng, 4);
    if (rd_rng_below(rng, 2)) {
        test.instance.goal = RD_REACH;
        test.instance.target = test.target;
    }
    laws_check(laws, &test.instance);
}

/* Every load of up to 4 hosts, to be balanced. */
static void exhaust_transport(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    for (uint32_t hosts = 1; hosts <= 4; hosts++) {
        struct rd_arena_mark mark = rd_arena_mark(arena);
        struct test_instance test = test_instance_make(arena, RD_SWITCH, RD_NO_DIRECTION, hosts, 1);
        do {
            for (uint32_t ports = 0; ports <= 2; ports++) {
                test_instance_set_ports(&test, ports);
                test.instance.balance_error = (int64_t)rd_rng_below(rng, 4);
                laws_check(laws, &test.instance);
            }
        } while (next_digits(test.load, hosts, hosts < 4 ? 6 : 3));
        rd_arena_rewind(arena, mark);
    }
}

const struct instance_generator switch_transport_instances = {
    .name = "switch with loads to reach",
    .turn = one_host_further,
    .exhaust = exhaust_transport,
    .draw = draw_transport,
};

const struct instance_generator switch_gather_instances = {
    .name = "switch with kinds to gather",
    .turn = one_host_further,
    .exhaust = exhaust_switch,
    .draw = draw_switch,
};

const struct instance_generator bus_gather_instances = {
    .name = "bus with kinds to gather",
    .turn = one_host_further,
    .exhaust = exhaust_bus,
    .draw = draw_bus,
};
