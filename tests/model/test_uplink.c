/* Uplinks and downlinks behind a switch, by hand. */
#include "sim/model/uplink.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

enum { HOSTS = 4 };

/* All ports; each wire 1 s an item. */
static struct test_instance wired(double first_wire_s)
{
    struct test_instance test =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, HOSTS, 1);
    double item_s[2 * HOSTS];
    for (int wire = 0; wire < 2 * HOSTS; wire++)
        item_s[wire] = wire == 0 ? first_wire_s : 1;
    test_instance_set_ports(&test, 0);
    test_instance_wire(&test, &test_arena, item_s);
    return test;
}

static void messages_that_fill_a_wire_pass_one_by_one(void **state)
{
    (void)state;
    struct test_instance test = wired(1);
    struct rd_uplink uplink;
    assert_true(rd_find_uplink(&test.instance, 2, true, &uplink));
    assert_int_equal(uplink.shared, 5);
    assert_true(uplink.item_s == 1 && uplink.is_full);
    for (uint32_t host = 0; host < HOSTS; host++)
        assert_int_equal(rd_switch_width(&test.instance, host), 1);
    assert_true(rd_shares_at_ends_only(&test.instance));
}

/* Host 0 has an uplink of twice the bandwidth: two of its messages fit. */
static void two_messages_fit(void **state)
{
    (void)state;
    struct test_instance test = wired(0.5);
    struct rd_uplink uplink;
    assert_true(rd_find_uplink(&test.instance, 0, false, &uplink));
    assert_true(uplink.item_s == 0.5 && !uplink.is_full);
    assert_int_equal(rd_switch_width(&test.instance, 0), HOSTS - 1);
    assert_int_equal(rd_switch_width(&test.instance, 1), 1);
    test_instance_set_ports(&test, 2);
    assert_int_equal(rd_switch_width(&test.instance, 0), 2);
}

/* While the latency of one message passes, so does that of another: two latencies are no reason to
 * take longer than one. */
static void latencies_pass_together(void **state)
{
    (void)state;
    struct test_instance test = wired(1);
    test_instance_set_cost(&test, 3, 1, 0.25, 1);
    assert_int_equal(rd_switch_width(&test.instance, 3), HOSTS - 1);
    assert_int_equal(rd_switch_width(&test.instance, 1), HOSTS - 1);
    assert_int_equal(rd_switch_width(&test.instance, 0), 1);
}

/* A cable that all messages cross is everybody's uplink and downlink. */
static void a_cable_of_all(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, HOSTS, 1);
    assert_true(rd_shares_at_ends_only(&test.instance));
    test.instance.topology.shape = RD_GRAPH;
    test.instance.topology = test_circulant(&test_arena, HOSTS);
    test_instance_share(&test, &test_arena, 1);
    assert_false(rd_shares_at_ends_only(&test.instance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(messages_that_fill_a_wire_pass_one_by_one),
        ARENAS_TEST(two_messages_fit),
        ARENAS_TEST(latencies_pass_together),
        ARENAS_TEST(a_cable_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
