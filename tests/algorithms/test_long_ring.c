/* Long: 10^5 random one-way and two-way rings of up to 200 hosts, some of them with latency, and
 * some of 10^6 hosts: every optimal algorithm plans just its bound. The referee's clock alone;
 * against SimGrid's: tests/figures/test_ring_clocks.c. */
#include "tests/support/cmocka.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/instance_text.h"

#include "algorithms/algorithm.h"
#include "contract/instances.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

enum { RINGS = 100000, HOSTS = 200, LARGE = 1000000 };

/* Returns: was it accepted? */
static bool meets_its_bound(const char *name, const struct rd_instance *instance)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    struct rd_bound bound;
    struct rd_plan plan = {0};
    static struct rd_verdict verdict;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        return false;
    assert_true(test_bound(algorithm, instance, &test_arena, &test_scratch, &bound, &error));
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_string_equal(verdict.goal_message, "");
    if (!rd_times_agree(verdict.makespan_s, bound.seconds, bound.seconds)) {
        fprintf(stderr, "%s: planned %.17g s, bound %.17g s\n", name, verdict.makespan_s,
                bound.seconds);
        if (instance->topology.host_count <= HOSTS)
            test_instance_print(stderr, instance);
        fail_msg("%s misses its bound", name);
    }
    return true;
}

/* At least one item everywhere, `items` more scattered before and after. */
static struct test_instance draw(struct rd_rng *rng, enum rd_direction direction,
                                 uint32_t host_count, int64_t items)
{
    struct test_instance test = test_instance_make(&test_arena, RD_RING, direction, host_count, 1);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    for (uint32_t host = 0; host < host_count; host++)
        test.load[host] = test.target[host] = 1;
    scatter(rng, test.load, host_count, 1, items);
    scatter(rng, test.target, host_count, 1, items);
    return test;
}

static void draw_equal_costs(struct rd_rng *rng, struct test_instance *test)
{
    struct rd_link_cost cost = {rd_rng_below(rng, 3) == 0 ? rd_rng_unit(rng) : 0,
                                0.1 + rd_rng_unit(rng)};
    for (uint64_t link = 0; link < rd_link_count(&test->instance.topology); link++)
        test->cost[link] = cost;
}

static void random_rings_meet_their_bounds(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    long printed = 0;
    for (int i = 0; i < RINGS; i++) {
        struct rd_arena_mark arena_mark = rd_arena_mark(&test_arena);
        struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
        enum rd_direction direction = i % 2 ? RD_TWO_WAY : RD_ONE_WAY;
        uint32_t host_count = 1 + (uint32_t)rd_rng_below(&rng, HOSTS);
        int64_t items = (int64_t)rd_rng_below(&rng, 1 + rd_rng_below(&rng, 20 * host_count));
        struct test_instance test = draw(&rng, direction, host_count, items);
        draw_equal_costs(&rng, &test);
        if (direction == RD_TWO_WAY) {
            assert_true(meets_its_bound("ring-two-way-equal", &test.instance));
            printed += i % 10 == 1 && meets_its_bound("ring-two-way-equal-printed", &test.instance);
        } else {
            assert_true(meets_its_bound("ring-one-way-equal", &test.instance));
            assert_true(meets_its_bound("ring-one-way", &test.instance));
            draw_costs(&rng, &test.instance.topology, rd_rng_next(&rng), test.cost);
            assert_true(meets_its_bound("ring-one-way", &test.instance));
        }
        rd_arena_rewind(&test_arena, arena_mark);
        rd_arena_rewind(&test_scratch, scratch_mark);
    }
    print_message("%d rings; of %d tried, Algorithm 3 as printed planned %ld\n", RINGS, RINGS / 10,
                  printed);
    assert_true(printed > 0 && printed < RINGS / 10);
}

/* Every item of a load near 2^53 crosses half of a ring, in one row an edge. */
static void as_many_items_as_there_may_be(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 1000, 1);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    for (uint32_t host = 0; host < 1000; host++)
        test.load[host] = test.target[host] = 1;
    test.load[0] = test.target[500] = RD_ITEM_LIMIT - 999;
    assert_true(rd_instance_check(&test.instance, NULL));
    assert_true(meets_its_bound("ring-two-way-equal", &test.instance));
    test.instance.topology.direction = RD_ONE_WAY;
    assert_true(meets_its_bound("ring-one-way", &test.instance));
}

static void a_million_hosts(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(6, 0);
    struct test_instance test = draw(&rng, RD_TWO_WAY, LARGE, 50 * (int64_t)LARGE);
    assert_true(meets_its_bound("ring-two-way-equal", &test.instance));
    test = draw(&rng, RD_ONE_WAY, LARGE, 50 * (int64_t)LARGE);
    assert_true(meets_its_bound("ring-one-way-equal", &test.instance));
    draw_costs(&rng, &test.instance.topology, 1, test.cost);
    assert_true(meets_its_bound("ring-one-way", &test.instance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(random_rings_meet_their_bounds),
        ARENAS_TEST(as_many_items_as_there_may_be),
        ARENAS_TEST(a_million_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
