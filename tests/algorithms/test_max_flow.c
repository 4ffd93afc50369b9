/* Maximum flows against every cut of small random networks. */
#include "algorithms/kernels/max_flow.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

enum { NODE_LIMIT = 8, ARC_LIMIT = 24 };

static uint64_t times = 1;

struct arc {
    uint32_t from, to;
    int64_t capacity;
};

/* The least capacity of all sets with node 0 and without the last. */
static int64_t least_cut(uint32_t nodes, const struct arc *arcs, uint32_t count)
{
    int64_t least = INT64_MAX;
    for (uint32_t set = 1; set < UINT32_C(1) << (nodes - 1); set += 2) {
        int64_t capacity = 0;
        for (uint32_t i = 0; i < count; i++)
            if ((set >> arcs[i].from & 1) && !(set >> arcs[i].to & 1))
                capacity += arcs[i].capacity;
        least = capacity < least ? capacity : least;
    }
    return least;
}

/* Every arc within its capacity, and as much into each inner node as out of it. */
static void assert_flow(const struct rd_flow *flow, const struct arc *arcs, uint32_t count,
                        int64_t value)
{
    int64_t into[NODE_LIMIT] = {0};
    for (uint32_t i = 0; i < count; i++) {
        int64_t on = rd_flow_on(flow, 2 * i);
        assert_true(on >= 0 && on <= arcs[i].capacity);
        into[arcs[i].to] += on;
        into[arcs[i].from] -= on;
    }
    for (uint32_t node = 1; node + 1 < flow->node_count; node++)
        assert_int_equal(into[node], 0);
    assert_int_equal(into[flow->node_count - 1], value);
}

static void test_random_networks(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (uint64_t i = 0; i < 5000 * times; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t nodes = (uint32_t)rd_rng_between(&rng, 2, NODE_LIMIT);
        uint32_t count = (uint32_t)rd_rng_between(&rng, 0, ARC_LIMIT);
        int64_t most = rd_rng_between(&rng, 1, 9);
        struct arc arcs[ARC_LIMIT];
        struct rd_flow flow = rd_flow_make(nodes, ARC_LIMIT, &test_arena);
        for (uint32_t k = 0; k < count; k++) {
            arcs[k] =
                (struct arc){(uint32_t)rd_rng_below(&rng, nodes),
                             (uint32_t)rd_rng_below(&rng, nodes), rd_rng_between(&rng, 0, most)};
            rd_flow_add(&flow, arcs[k].from, arcs[k].to, arcs[k].capacity);
        }
        int64_t value = rd_flow_maximize(&flow, 0, nodes - 1, &test_scratch);
        assert_int_equal(value, least_cut(nodes, arcs, count));
        assert_flow(&flow, arcs, count, value);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("maximum flow", 5000 * times);
}

/* 1000 through two arcs of 1000 each that a bridge of 1 joins: pushing over the bridge first must
 * be undone. */
static void test_undoing(void **state)
{
    (void)state;
    struct rd_flow flow = rd_flow_make(4, 5, &test_arena);
    rd_flow_add(&flow, 0, 1, 1000);
    rd_flow_add(&flow, 0, 2, 1000);
    rd_flow_add(&flow, 1, 3, 1000);
    rd_flow_add(&flow, 2, 3, 1000);
    uint32_t bridge = rd_flow_add(&flow, 1, 2, 1);
    assert_int_equal(rd_flow_maximize(&flow, 0, 3, &test_scratch), 2000);
    assert_int_equal(rd_flow_on(&flow, bridge), 0);
    assert_true(rd_flow_is_near(&flow, 0));
    assert_false(rd_flow_is_near(&flow, 3));
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_random_networks),
                                       ARENAS_TEST(test_undoing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
