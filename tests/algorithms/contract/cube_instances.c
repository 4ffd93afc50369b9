/* Hypercubes and shuffle-exchanges whose loads are to be balanced: one kind and several, links of a
 * step each, of an item each, and links that differ. Hypercubes of any ports and final loads. */
#include "instances.h"

#include "tests/support/build.h"

/* The hypercube's map onto itself: everybody across dimension 0. */
static uint32_t across_dimension_0(const struct rd_topology *topology, uint32_t host)
{
    return topology->host_count > 1 ? host ^ 1 : host;
}

/* The shuffle-exchange has one: every bit of every number flipped. */
static uint32_t complement(const struct rd_topology *topology, uint32_t host)
{
    return topology->host_count - 1 - host;
}

/* The error that a plan may leave: what every algorithm promises, so that none is refused. */
static int64_t error_of_sweeps(uint32_t d)
{
    return d > 1 ? (int64_t)d : 1;
}

/* A shape with its ports. */
struct network_kind {
    enum rd_shape shape;
    enum rd_port_model port_model;
};

static struct test_instance make_cube(struct rd_arena *arena, struct network_kind kind, uint32_t d,
                                      uint32_t kind_count)
{
    struct test_instance test =
        test_instance_make(arena, kind.shape, RD_NO_DIRECTION, UINT32_C(1) << d, kind_count);
    test.instance.port_model = kind.port_model;
    test.instance.port_count = kind.port_model == RD_ONE_PORT ? 1 : UINT32_MAX;
    return test;
}

/* The unit model (latency 1, no size cost), items that cost by the byte, or links that differ. */
static void draw_steps(struct rd_rng *rng, struct test_instance *test)
{
    uint64_t pattern = rd_rng_below(rng, 8);
    uint64_t link_count = rd_link_count(&test->instance.topology);
    test->instance.item_bytes = pattern < 4 ? 0 : 1;
    test->instance.word_bytes = pattern < 4 ? 0 : (double)rd_rng_between(rng, 1, 2);
    double latency_s = pattern < 4 ? 1 : (double)rd_rng_between(rng, 0, 2);
    for (uint64_t link = 0; link < link_count; link++)
        test->cost[link] = (struct rd_link_cost){latency_s, 1};
    if (pattern == 7)
        draw_costs(rng, &test->instance.topology, rd_rng_next(rng), test->cost);
}

/* Every load of a few items a host. */
static void exhaust(struct network_kind network, struct laws *laws, struct rd_arena *arena,
                    struct rd_rng *rng)
{
    static const int64_t most[] = {5, 9, 5};
    for (uint32_t d = 0; d <= 2; d++) {
        struct rd_arena_mark mark = rd_arena_mark(arena);
        struct test_instance test = make_cube(arena, network, d, 1);
        do {
            for (int draw = 0; draw < 2; draw++) {
                draw_steps(rng, &test);
                test.instance.balance_error = draw == 0 ? 0 : error_of_sweeps(d);
                laws_check(laws, &test.instance);
            }
        } while (next_digits(test.load, UINT32_C(1) << d, most[d]));
        struct test_instance pair = make_cube(arena, network, d, 2);
        pair.instance.balance_error = error_of_sweeps(d);
        draw_steps(rng, &pair);
        while (next_digits(pair.load, UINT32_C(2) << d, d < 2 ? 2 : 1))
            laws_check(laws, &pair.instance);
        rd_arena_rewind(arena, mark);
    }
}

/* Up to 256 hosts, which leave little time for items. */
static void draw(struct network_kind network, struct laws *laws, struct rd_arena *arena,
                 struct rd_rng *rng)
{
    uint32_t d = (uint32_t)rd_rng_below(rng, rd_rng_below(rng, 20) == 0 ? 9 : 5);
    uint32_t host_count = UINT32_C(1) << d;
    uint32_t kind_count = rd_rng_below(rng, 3) == 0 ? 2 + (uint32_t)rd_rng_below(rng, 3) : 1;
    struct test_instance test = make_cube(arena, network, d, kind_count);
    draw_steps(rng, &test);
    test.instance.balance_error = rd_rng_below(rng, 2) == 0 ? 0 : error_of_sweeps(d);
    for (uint32_t kind = 0; kind < kind_count; kind++)
        scatter(rng, test.load + kind, 1 + (uint32_t)rd_rng_below(rng, host_count), kind_count,
                (int64_t)rd_rng_below(rng, 3 * host_count + 1));
    laws_check(laws, &test.instance);
}

static void exhaust_cube(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust((struct network_kind){RD_HYPERCUBE, RD_ONE_PORT}, laws, arena, rng);
}

static void draw_cube(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw((struct network_kind){RD_HYPERCUBE, RD_ONE_PORT}, laws, arena, rng);
}

static void exhaust_pipelined_cube(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust((struct network_kind){RD_HYPERCUBE, RD_PIPELINED_PORTS}, laws, arena, rng);
}

static void draw_pipelined_cube(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw((struct network_kind){RD_HYPERCUBE, RD_PIPELINED_PORTS}, laws, arena, rng);
}

static void exhaust_shuffle(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust((struct network_kind){RD_SHUFFLE_EXCHANGE, RD_ONE_PORT}, laws, arena, rng);
}

static void draw_shuffle(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw((struct network_kind){RD_SHUFFLE_EXCHANGE, RD_ONE_PORT}, laws, arena, rng);
}

/* --- any links, ports and final loads --- */

/* Links as for any network, one cost a dimension, or items of no bytes on links that differ in
 * bandwidth. */
static void draw_links(struct rd_rng *rng, struct test_instance *test)
{
    uint64_t pattern = rd_rng_below(rng, COST_PATTERNS + 2);
    const struct rd_topology *topology = &test->instance.topology;
    uint64_t links = rd_link_count(topology);
    uint64_t salt = rd_rng_next(rng);
    draw_costs(rng, topology, pattern, test->cost);
    test->instance.item_bytes = test->instance.word_bytes = pattern > COST_PATTERNS ? 0 : 1;
    for (uint64_t link = 0; link < links && pattern >= COST_PATTERNS; link++) {
        double times = (double)(1 + (salt >> 4 * (link % topology->dimension_count) & 7));
        test->cost[link] = pattern == COST_PATTERNS
                               ? (struct rd_link_cost){0, 1 / times}
                               : (struct rd_link_cost){1, (double)rd_rng_between(rng, 1, 9)};
    }
}

/* To balance; or to end with as many items of each kind, scattered anew. */
static void draw_goal(struct rd_rng *rng, struct test_instance *test)
{
    uint32_t hosts = test->instance.topology.host_count, kinds = test->instance.kind_count;
    test->instance.balance_error = (int64_t)rd_rng_below(rng, 4);
    test->instance.goal = rd_rng_below(rng, 2) == 0 ? RD_BALANCE : RD_REACH;
    test->instance.target = test->instance.goal == RD_REACH ? test->target : NULL;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        int64_t items = 0;
        for (uint32_t host = 0; host < hosts; host++) {
            items += test->load[host * kinds + kind];
            test->target[host * kinds + kind] = 0;
        }
        scatter(rng, test->target + kind, hosts, kinds, items);
    }
}

static void exhaust_any(enum rd_shape shape, struct laws *laws, struct rd_arena *arena,
                        struct rd_rng *rng)
{
    for (uint32_t d = shape == RD_SHUFFLE_EXCHANGE; d <= 2; d++) {
        struct rd_arena_mark mark = rd_arena_mark(arena);
        struct test_instance test =
            make_cube(arena, (struct network_kind){shape, RD_ONE_PORT}, d, 1);
        while (next_digits(test.load, UINT32_C(1) << d, d == 2 ? 4 : 6)) {
            test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 3));
            draw_links(rng, &test);
            draw_goal(rng, &test);
            laws_check(laws, &test.instance);
        }
        rd_arena_rewind(arena, mark);
    }
}

static void draw_any(enum rd_shape shape, struct laws *laws, struct rd_arena *arena,
                     struct rd_rng *rng)
{
    uint32_t least = shape == RD_SHUFFLE_EXCHANGE;
    uint32_t d = least + (uint32_t)rd_rng_below(rng, 5 - least), hosts = UINT32_C(1) << d;
    uint32_t kinds = rd_rng_below(rng, 3) == 0 ? 2 : 1;
    struct test_instance test =
        make_cube(arena, (struct network_kind){shape, RD_ONE_PORT}, d, kinds);
    test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 4));
    for (uint32_t kind = 0; kind < kinds; kind++)
        scatter(rng, test.load + kind, 1 + (uint32_t)rd_rng_below(rng, hosts), kinds,
                (int64_t)rd_rng_below(rng, 4 * hosts + 1));
    draw_links(rng, &test);
    draw_goal(rng, &test);
    laws_check(laws, &test.instance);
}

static void exhaust_any_cube(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust_any(RD_HYPERCUBE, laws, arena, rng);
}

static void draw_any_cube(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw_any(RD_HYPERCUBE, laws, arena, rng);
}

static void exhaust_any_shuffle(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    exhaust_any(RD_SHUFFLE_EXCHANGE, laws, arena, rng);
}

static void draw_any_shuffle(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    draw_any(RD_SHUFFLE_EXCHANGE, laws, arena, rng);
}

const struct instance_generator cube_balance_instances = {
    .name = "hypercube to balance",
    .turn = across_dimension_0,
    .exhaust = exhaust_cube,
    .draw = draw_cube,
};

const struct instance_generator pipelined_cube_balance_instances = {
    .name = "pipelined hypercube to balance",
    .turn = across_dimension_0,
    .exhaust = exhaust_pipelined_cube,
    .draw = draw_pipelined_cube,
};

const struct instance_generator shuffle_balance_instances = {
    .name = "shuffle-exchange to balance",
    .turn = complement,
    .exhaust = exhaust_shuffle,
    .draw = draw_shuffle,
};

const struct instance_generator any_cube_instances = {
    .name = "hypercube of any links and ports",
    .turn = across_dimension_0,
    .exhaust = exhaust_any_cube,
    .draw = draw_any_cube,
};

const struct instance_generator any_shuffle_instances = {
    .name = "shuffle-exchange of any links and ports",
    .turn = complement,
    .exhaust = exhaust_any_shuffle,
    .draw = draw_any_shuffle,
};
