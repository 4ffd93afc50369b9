/* Three clocks on random rings of up to 200 hosts, one-way with equal and unequal links and two-way
 * with equal ones: bound = planned = simulated, each ring on a platform of its own. Bound and plan
 * alone, on many more rings and larger ones: tests/algorithms/test_long_ring.c.
 * Usage: test_ring_clocks INSTANCES */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/figures/planning.h"
#include "sim/figures/figure_simulator.h"
#include "tests/support/bound.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_HOSTS = 200, MOST_ITEMS = 20 };

static long instance_count;
static struct rd_arena arena, scratch;

/* What a kind of ring is planned with. */
static const struct {
    enum rd_direction direction;
    bool equal;
    const char *algorithm;
} kinds[] = {
    {RD_ONE_WAY, true, "ring-one-way-equal"},
    {RD_ONE_WAY, false, "ring-one-way"},
    {RD_TWO_WAY, true, "ring-two-way-equal"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

struct drawn {
    struct rd_instance instance;
    struct rd_link_cost link[2 * MOST_HOSTS];
    int64_t load[MOST_HOSTS];
    int64_t target[MOST_HOSTS];
};

/* At least one item on every host before and after; whole seconds an item, so that "1/c" is what
 * the platform generator would write. */
static void draw(struct rd_rng *rng, int kind, struct drawn *drawn)
{
    uint32_t n = (uint32_t)rd_rng_between(rng, 3, MOST_HOSTS);
    int64_t more = 0;
    for (uint32_t host = 0; host < n; host++) {
        drawn->load[host] = rd_rng_between(rng, 1, MOST_ITEMS);
        drawn->target[host] = 1;
        more += drawn->load[host] - 1;
    }
    for (; more > 0; more--)
        drawn->target[rd_rng_below(rng, n)]++;
    int64_t equal_s = rd_rng_between(rng, 1, 10);
    for (uint32_t link = 0; link < 2 * n; link++) {
        int64_t item_s = kinds[kind].equal ? equal_s : rd_rng_between(rng, 1, 10);
        drawn->link[link] = (struct rd_link_cost){0, 1 / (double)item_s};
    }
    drawn->instance = (struct rd_instance){
        .topology = {.shape = RD_RING, .direction = kinds[kind].direction, .host_count = n},
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = drawn->link,
        .item_bytes = 1,
        .kind_count = 1,
        .load = drawn->load,
        .goal = RD_REACH,
        .target = drawn->target,
    };
}

/* "list 3 1 4 ..", the costs of the edges as the platform generator takes them. */
static const char *cost_list(const struct rd_instance *instance)
{
    const char *text = "list";

    for (uint32_t edge = 0; edge < instance->topology.host_count; edge++)
        text = rd_arena_print(&arena, "%s %.0f", text,
                              1 / instance->link_cost[edge].bandwidth_bytes_per_s);
    return text;
}

static void simulate(struct rd_instance *instance, const struct rd_plan *plan, double planned_s)
{
    struct rd_platform_request request = {.shape = RD_RING,
                                          .direction = instance->topology.direction,
                                          .host_count = instance->topology.host_count,
                                          .cost = cost_list(instance),
                                          .latency = "0",
                                          .compute = "1",
                                          .symmetric = true};
    struct rd_figure_simulator stage;
    struct rd_error error;
    if (!rd_figure_simulator_open(&request, &arena, &stage, &error) ||
        !rd_figure_simulator_play(&stage, instance, plan, planned_s, true, &arena, &error))
        fail_msg("%s", error.message);
    rd_figure_simulator_close(&stage);
}

static void test_planned_is_bound_is_simulated(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(200, 0);
    for (long i = 0; i < instance_count; i++) {
        struct drawn drawn;
        struct rd_plan plan;
        struct rd_verdict verdict;
        struct rd_bound bound;
        struct rd_error error;
        int kind = (int)(i % KINDS);
        draw(&rng, kind, &drawn);
        const struct rd_algorithm *algorithm = rd_algorithm_named(kinds[kind].algorithm);
        if (!test_bound(algorithm, &drawn.instance, &arena, &scratch, &bound, &error) ||
            !rd_figure_plan(algorithm->name, &drawn.instance, &arena, &scratch, &plan, &verdict,
                            &error))
            fail_msg("instance %ld: %s", i, error.message);
        if (!rd_times_agree(verdict.makespan_s, bound.seconds, bound.seconds))
            fail_msg("instance %ld: %s takes %.17g s, and the bound is %.17g s", i, algorithm->name,
                     verdict.makespan_s, bound.seconds);
        simulate(&drawn.instance, &plan, verdict.makespan_s);
        rd_arena_rewind(&arena, (struct rd_arena_mark){0});
        rd_arena_rewind(&scratch, (struct rd_arena_mark){0});
    }
    print_message("%ld rings: bound = planned = simulated\n", instance_count);
}

int main(int argc, char **argv)
{
    instance_count = argc > 1 ? strtol(argv[1], NULL, 10) : 30;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_planned_is_bound_is_simulated)};
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return failures;
}
