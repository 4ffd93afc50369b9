/* Flows of fractions, rounded: each link's items up or down, and every host ends with what the goal
 * asks for. That this can be done is the theorem that flows on whole supplies have whole optima. */
#include "algorithms/flow/flow_rounding.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"

#include <math.h>

enum { TRIALS = 200 };

static uint64_t times = 1;
static const double almost = 1e-6;

struct drawn {
    struct test_instance test;
    struct rd_network network;
    double *items; /* [link_count * kind_count] */
};

static struct rd_topology draw_torus(struct rd_rng *rng, struct rd_arena *arena)
{
    uint32_t side = (uint32_t)rd_rng_between(rng, 3, 12), n = side * side;
    struct rd_edge *edge = rd_take(arena, (size_t)4 * n, struct rd_edge);
    size_t count = 0;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t row = host / side, column = host % side;
        edge[count++] = (struct rd_edge){host, row * side + (column + 1) % side};
        edge[count++] = (struct rd_edge){host, row * side + (column + side - 1) % side};
        edge[count++] = (struct rd_edge){host, (row + 1) % side * side + column};
        edge[count++] = (struct rd_edge){host, (row + side - 1) % side * side + column};
    }
    return test_graph(arena, n, edge, count);
}

/* Walks over links at random, with a fraction of an item, to a host that was met before. Of what it
 * walked only the cycle counts, or all of it: then two hosts end with more or less. */
static void add_walk(struct rd_rng *rng, struct drawn *drawn, uint32_t kind, bool closed)
{
    const struct rd_network *network = &drawn->network;
    uint32_t n = network->host_count, length = 0, begin = 0;
    uint32_t *link = rd_take(&test_scratch, n + 1, uint32_t);
    uint32_t *met = rd_take(&test_scratch, n, uint32_t); /* from 1 */
    uint32_t host = (uint32_t)rd_rng_between(rng, 0, n - 1);
    while (met[host] == 0) {
        met[host] = length + 1;
        link[length] = (uint32_t)rd_rng_between(rng, network->out_first[host],
                                                network->out_first[host + 1] - 1);
        host = network->to[link[length++]];
    }
    if (closed)
        begin = met[host] - 1;
    double part = (double)rd_rng_between(rng, 1, 999) / 1000;
    for (uint32_t i = begin; i < length; i++)
        drawn->items[(size_t)link[i] * network->kind_count + kind] += part;
}

static struct drawn draw(struct rd_rng *rng, bool closed)
{
    bool torus = rd_rng_between(rng, 0, 2) > 0;
    uint32_t kinds = (uint32_t)rd_rng_between(rng, 1, 2);
    struct rd_topology topology =
        torus ? draw_torus(rng, &test_arena)
              : test_circulant(&test_arena, (uint32_t)rd_rng_between(rng, 3, 60));
    struct drawn drawn = {.test = test_instance_on(&test_arena, topology, kinds)};
    drawn.test.instance.goal = RD_REACH;
    drawn.test.instance.target = drawn.test.target;
    for (size_t i = 0; i < (size_t)topology.host_count * kinds; i++)
        drawn.test.load[i] = drawn.test.target[i] = 1000;
    assert_true(
        rd_network_read(&drawn.test.instance, &test_arena, &test_scratch, &drawn.network, NULL));
    drawn.items = rd_take(&test_arena, (size_t)drawn.network.link_count * kinds, double);
    for (uint32_t i = (uint32_t)rd_rng_between(rng, 1, 4 * topology.host_count); i > 0; i--)
        add_walk(rng, &drawn, (uint32_t)rd_rng_between(rng, 0, kinds - 1), closed);
    return drawn;
}

/* What hosts end with: [host_count * kind_count]. */
static double *finals(const struct drawn *drawn)
{
    const struct rd_network *network = &drawn->network;
    uint32_t kinds = network->kind_count;
    double *final = rd_take(&test_arena, (size_t)network->host_count * kinds, double);
    for (size_t i = 0; i < (size_t)network->host_count * kinds; i++)
        final[i] = (double)drawn->test.load[i];
    for (size_t i = 0; i < (size_t)network->link_count * kinds; i++) {
        final[network->from[i / kinds] * kinds + i % kinds] -= drawn->items[i];
        final[network->to[i / kinds] * kinds + i % kinds] += drawn->items[i];
    }
    return final;
}

static void check_rounding(struct rd_rng *rng, bool closed)
{
    rd_arena_borrow(&test_arena);
    rd_arena_borrow(&test_scratch);
    struct drawn drawn = draw(rng, closed);
    const struct rd_network *network = &drawn.network;
    size_t ends = (size_t)network->host_count * network->kind_count;
    size_t columns = (size_t)network->link_count * network->kind_count;
    const double *before = rd_arena_copy(&test_arena, drawn.items, columns, sizeof *drawn.items);
    const double *asked = finals(&drawn);
    int64_t *least = rd_take(&test_arena, ends, int64_t);
    int64_t *most = rd_take(&test_arena, ends, int64_t);
    for (size_t i = 0; i < ends; i++) {
        least[i] = (int64_t)floor(asked[i] + almost);
        most[i] = (int64_t)ceil(asked[i] - almost);
        assert_true(!closed || least[i] == most[i]);
    }
    rd_flow_round(network, &(struct rd_network_goal){.least = least, .most = most},
                  (double)rd_rng_between(rng, 1, 100), drawn.items, &test_scratch);
    for (size_t i = 0; i < columns; i++) {
        assert_true(fabs(drawn.items[i] - nearbyint(drawn.items[i])) <= almost);
        assert_in_range((uint64_t)nearbyint(drawn.items[i]), (uint64_t)floor(before[i] + almost),
                        (uint64_t)ceil(before[i] - almost));
    }
    const double *reached = finals(&drawn);
    for (size_t i = 0; i < ends; i++)
        assert_in_range((uint64_t)nearbyint(reached[i]), (uint64_t)least[i], (uint64_t)most[i]);
}

static void test_fixed_loads_are_reached(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(31, 0);
    for (uint64_t i = 0; i < USUAL_TRIALS(TRIALS) * times; i++)
        check_rounding(&rng, true);
}

static void test_loads_with_a_choice_are_reached(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(32, 0);
    for (uint64_t i = 0; i < USUAL_TRIALS(TRIALS) * times; i++)
        check_rounding(&rng, false);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(test_fixed_loads_are_reached),
        ARENAS_TEST(test_loads_with_a_choice_are_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
