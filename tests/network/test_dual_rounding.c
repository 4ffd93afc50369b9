/* What whole prices show of dates, on a network whose optimum is plain. */
#include "algorithms/port_lp/dual_rounding.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

/* Four items cross a link of 1 s an item: 4 s, and no schedule ends sooner. Both ports have a
 * price, and an item's potential falls by both together, so as much is needed as is offered by 4 s,
 * whatever the prices. Of 2^53 + 1 and 2^53 + 5 an item pays 2^54 + 6. As doubles, to even, these
 * are 2^53, 2^53 + 4 and 2^54 + 8: 4 (2^54 + 8) seems to be more than 4 (2^54 + 4). */
static void as_much_as_is_offered_shows_nothing(void **state)
{
    (void)state;
    static const int64_t of_sender = (INT64_C(1) << 53) + 1, of_receiver = (INT64_C(1) << 53) + 5;
    struct rd_topology link = test_graph(&test_arena, 2, (struct rd_edge[]){{0, 1}}, 1);
    struct test_instance test = test_instance_on(&test_arena, link, 1);
    struct rd_network network;
    struct rd_port_lp problem;
    struct rd_error error;
    test_instance_reach(&test, (int64_t[]){4, 0}, (int64_t[]){0, 4});
    test_instance_set_cost(&test, 0, 1, 0, 1);
    assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, &error));
    assert_true(rd_port_lp_read(&network, 0, &test_arena, &test_scratch, &problem, &error));
    assert_true(problem.tick_s == 1 && problem.scale == 1 && problem.grid == 1);

    struct rd_prices prices = rd_prices_take(&problem, &test_arena);
    prices.row[0] = of_sender;
    prices.row[problem.first_receive + 1] = of_receiver;
    prices.potential[0] = of_sender + of_receiver;
    rd_prices_weigh(&problem, &test_scratch, &prices);
    assert_true(prices.needed > 4 * (double)of_sender + 4 * (double)of_receiver);
    assert_int_equal(rd_prices_latest(&problem, &prices, 1, 100), 3);
    assert_int_equal(rd_prices_latest(&problem, &prices, 4, 100), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(as_much_as_is_offered_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
