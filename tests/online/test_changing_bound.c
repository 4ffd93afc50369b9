/* The bound of a network whose bandwidths change: by hand, and against that of one that does not.
 */
#include "draw.h"

#include "algorithms/online/changing_bound.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 300 };

/* Loads 8 0, an item a byte: four have to move. Bandwidth 1 for 2 s, then 1/4 for 2 s, then 1: 2 +
 * 1/2 + 3/2, at 5.5 s. With the steps 1, 1/4, 1/4, ..: 2 + 1/2 + 1/2 + 1/2 + 1/2, at 10 s. */
static void adds_up_what_a_link_carries(void **state)
{
    (void)state;
    static const double back[] = {1, 1, .25, .25, 1, 1}, slow[] = {1, 1, .25, .25};
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 2, 1);
    test.instance.goal = RD_BALANCE;
    test.load[0] = 8;
    struct rd_changing_network changing = {2, 3, back};
    assert_true(rd_changing_bound_s(&test.instance, &changing, &test_scratch) == 5.5);
    changing = (struct rd_changing_network){2, 2, slow};
    assert_true(rd_changing_bound_s(&test.instance, &changing, &test_scratch) == 10);
}

/* A ring of 3 hosts, loads 9 0 0: six have to leave host 0. One port: the faster of its two links
 * in each step of 1 s, 3 then 1 a second: 3 + 1 + 1 + 1, at 4 s. All ports: both, 4 then 2: 2 s. */
static void a_port_carries_the_fastest_link(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    double bandwidth[2 * 6];
    for (int i = 0; i < 12; i++)
        bandwidth[i] = 1;
    bandwidth[rd_link_between(&test.instance.topology, 0, 1)] = 3;
    struct rd_changing_network changing = {1, 2, bandwidth};
    test.instance.goal = RD_BALANCE;
    test.load[0] = 9;
    test_instance_set_ports(&test, 1);
    assert_true(rd_changing_bound_s(&test.instance, &changing, &test_scratch) == 4);
    test_instance_set_ports(&test, 0);
    assert_true(rd_changing_bound_s(&test.instance, &changing, &test_scratch) == 2);
}

/* Where nothing changes, no cut shows more than all prices together, nor than a protocol takes. */
static void is_no_more_than_the_bound_of_a_constant_network(void **state)
{
    (void)state;
    long compared = 0, above_0 = 0;
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_rng rng = rd_rng_seeded(draw, 2);
        struct test_instance test = draw_instance(&rng, draw, &test_arena);
        struct rd_instance *instance = &test.instance;
        struct rd_bound bound;
        if (instance->kind_count > 1 || instance->item_bytes == 0 ||
            !test_named_bound("port-prices", instance, &test_arena, &test_scratch, &bound, NULL))
            continue;
        uint64_t links = rd_link_count(&instance->topology);
        double *bandwidth = rd_take(&test_arena, links, double);
        for (uint64_t link = 0; link < links; link++)
            bandwidth[link] = rd_link_cost(instance, link).bandwidth_bytes_per_s;
        struct rd_changing_network changing = {1, 1, bandwidth};
        double cut_s = rd_changing_bound_s(instance, &changing, &test_scratch);
        if (cut_s > bound.seconds * (1 + 1e-4)) {
            test_instance_print(stderr, instance);
            fail_msg("draw %d: %g s, and %g s of a constant network", (int)draw, cut_s,
                     bound.seconds);
        }
        compared++;
        above_0 += cut_s > 0;
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%ld instances, %ld with a bound above 0\n", compared, above_0);
    assert_true(above_0 > DRAWS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(adds_up_what_a_link_carries),
        ARENAS_TEST(a_port_carries_the_fastest_link),
        ARENAS_TEST(is_no_more_than_the_bound_of_a_constant_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
