/* Instances: each thing that rd_instance_check refuses, in its words, and small readings. */
#include "tests/support/cmocka.h"

#include "sim/model/instance.h"
#include "sim/model/instance_check.h"
#include "tests/support/build.h"

#include <math.h>
#include <string.h>

struct fixture {
    struct rd_arena arena;
    struct test_instance test;
};

/* A two-way ring of 3 hosts with two kinds; loads 1, 2, 3 and 0, 0, 1. */
static void open_fixture(struct fixture *fixture)
{
    rd_arena_open(&fixture->arena, 0);
    fixture->test = test_instance_make(&fixture->arena, RD_RING, RD_TWO_WAY, 3, 2);
    static const int64_t load[] = {1, 0, 2, 0, 3, 1}, target[] = {2, 1, 2, 0, 2, 0};
    test_instance_reach(&fixture->test, load, target);
}

static void check_accepted(struct fixture *fixture)
{
    struct rd_error error = {.message = ""};
    if (!rd_instance_check(&fixture->test.instance, &error))
        fail_msg("refused: %s", error.message);
    rd_arena_close(&fixture->arena);
}

static void check_refused(struct fixture *fixture, const char *message)
{
    struct rd_error error = {.message = ""};
    assert_false(rd_instance_check(&fixture->test.instance, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_string_equal(error.message, message);
    rd_arena_close(&fixture->arena);
}

/* One change to the sound instance, between open and check. */
#define REFUSED(change, message)                                                                   \
    do {                                                                                           \
        struct fixture fixture;                                                                    \
        open_fixture(&fixture);                                                                    \
        struct test_instance *test = &fixture.test;                                                \
        change;                                                                                    \
        (void)test;                                                                                \
        check_refused(&fixture, message);                                                          \
    } while (0)

#define ACCEPTED(change)                                                                           \
    do {                                                                                           \
        struct fixture fixture;                                                                    \
        open_fixture(&fixture);                                                                    \
        struct test_instance *test = &fixture.test;                                                \
        change;                                                                                    \
        (void)test;                                                                                \
        check_accepted(&fixture);                                                                  \
    } while (0)

static void refuses_bytes_and_flops(void **state)
{
    (void)state;
    ACCEPTED((void)0);
    ACCEPTED(test->instance.item_bytes = 0);
    ACCEPTED(test->instance.item_bytes = 1e15);
    REFUSED(test->instance.item_bytes = -1,
            "an item's bytes -1: 0, or a number from 1e-30 to 1e15, is needed");
    REFUSED(test->instance.item_bytes = 2e15,
            "an item's bytes 2e+15: 0, or a number from 1e-30 to 1e15, is needed");
    REFUSED(test->instance.word_bytes = -0.5,
            "a control word's bytes -0.5: 0, or a number from 1e-30 to 1e15, is needed");
    REFUSED(test->instance.flops_per_item = INFINITY,
            "an item's flops inf: 0, or a number from 1e-30 to 1e15, is needed");
    REFUSED(test->instance.word_bytes = fabs(NAN),
            "a control word's bytes nan: 0, or a number from 1e-30 to 1e15, is needed");
}

static void refuses_ports(void **state)
{
    (void)state;
    const char *message = "the number of ports does not fit the port model";
    ACCEPTED(test_instance_set_ports(test, 0));
    ACCEPTED(test_instance_set_ports(test, 7));
    static const uint32_t differing[] = {1, 3, 2}, none[] = {1, 0, 2}, alike[] = {3, 3, 3};
    ACCEPTED((test_instance_set_ports(test, 3), test->instance.host_port_count = differing));
    ACCEPTED((test_instance_set_ports(test, 3), test->instance.host_port_count = alike));
    REFUSED((test_instance_set_ports(test, 3), test->instance.host_port_count = none),
            "a host of 0 ports: 1 or more are needed");
    REFUSED((test_instance_set_ports(test, 4), test->instance.host_port_count = differing),
            "the ports of hosts do not fit the port model");
    REFUSED((test_instance_set_ports(test, 0), test->instance.host_port_count = differing),
            "the ports of hosts do not fit the port model");
    REFUSED(test->instance.port_count = 2, message);
    REFUSED(test->instance.port_count = 0, message);
    REFUSED(test->instance.port_model = RD_ALL_PORTS, message);
    REFUSED((test->instance.port_model = RD_K_PORTS, test->instance.port_count = 0), message);
    REFUSED(
        (test->instance.port_model = RD_PIPELINED_PORTS, test->instance.port_count = UINT32_MAX),
        "pipelined ports on a ring: only a hypercube has them");
}

static void refuses_costs(void **state)
{
    (void)state;
    ACCEPTED(test->cost[0].bandwidth_bytes_per_s = INFINITY);
    /* Numbered as the header says: 0-2 forward, 3-5 backward; 4 is host 1 to host 0. */
    REFUSED(test->cost[4].latency_s = -1,
            "latency -1 s from host 1 to host 0: 0, or a number from 1e-30 to 1e30, is needed");
    REFUSED(test->cost[2].latency_s = INFINITY,
            "latency inf s from host 2 to host 0: 0, or a number from 1e-30 to 1e30, is needed");
    REFUSED(test->cost[0].latency_s = fabs(NAN),
            "latency nan s from host 0 to host 1: 0, or a number from 1e-30 to 1e30, is needed");
    REFUSED(test->cost[1].bandwidth_bytes_per_s = 0,
            "bandwidth 0 bytes/s from host 1 to host 2: a number from 1e-30 to 1e30 is needed");
    REFUSED(test->cost[5].bandwidth_bytes_per_s = -3,
            "bandwidth -3 bytes/s from host 2 to host 1: a number from 1e-30 to 1e30 is needed");
    REFUSED(test->cost[5].bandwidth_bytes_per_s = fabs(NAN),
            "bandwidth nan bytes/s from host 2 to host 1: a number from 1e-30 to 1e30 is needed");
    REFUSED((test->instance.host_name = (const char *const[]){"lyon", "lille", "nancy"},
             test->cost[4].latency_s = -1),
            "latency -1 s from lille to lyon: 0, or a number from 1e-30 to 1e30, is needed");
    /* Equal costs: the first stands for all, the others are not looked at. */
    ACCEPTED((test->instance.costs_equal = true, test->cost[1].bandwidth_bytes_per_s = 0));
    REFUSED((test->instance.costs_equal = true, test->cost[0].latency_s = -1),
            "latency -1 s from host 0 to host 1: 0, or a number from 1e-30 to 1e30, is needed");
}

static void refuses_speeds(void **state)
{
    (void)state;
    /* Nothing computes: speeds do not matter. */
    ACCEPTED(test->speed[0] = -1);
    ACCEPTED(test->instance.speed_flops_per_s = NULL);
    REFUSED((test->instance.flops_per_item = 1, test->instance.speed_flops_per_s = NULL),
            "items have flops and hosts have no speeds");
    REFUSED((test->instance.flops_per_item = 1, test->speed[2] = 0),
            "speed 0 flops/s of host 2: a number from 1e-30 to 1e30 is needed");
    REFUSED((test->instance.flops_per_item = 1, test->speed[1] = INFINITY),
            "speed inf flops/s of host 1: a number from 1e-30 to 1e30 is needed");
    REFUSED((test->instance.flops_per_item = 1, test->speed[1] = 0,
             test->instance.host_name = (const char *const[]){"lyon", "lille", "nancy"}),
            "speed 0 flops/s of lille: a number from 1e-30 to 1e30 is needed");
}

static void refuses_loads(void **state)
{
    (void)state;
    ACCEPTED((test->load[0] = RD_ITEM_LIMIT - 6, test->target[0] = RD_ITEM_LIMIT - 5));
    REFUSED(test->load[3] = -2, "the load of host 1 is -2 items: 0 or more are needed");
    REFUSED(test->target[4] = -1, "the final load of host 2 is -1 items: 0 or more are needed");
    REFUSED(test->load[0] = INT64_MAX,
            "more than 9007199254740992 items of kind 0 in all: at most 2^53 are supported");
    REFUSED((test->load[0] = RD_ITEM_LIMIT - 5, test->target[0] = RD_ITEM_LIMIT - 4),
            "more than 2^53 items in all: at most 2^53 are supported");
    REFUSED(test->load[0] = 2, "the loads of kind 0 sum to 7 and the final loads to 6: the "
                               "sums must be equal");
    /* Each kind by itself: the sums over both kinds agree. */
    REFUSED((test->load[0] = 2, test->load[5] = 0),
            "the loads of kind 0 sum to 7 and the final loads to 6: the sums must be equal");
    REFUSED(test->instance.kind_count = 0,
            "0 kinds on 3 hosts: at least 1 kind, and at most 134217728 hosts times kinds are "
            "supported");
    REFUSED(test->instance.kind_count = UINT32_MAX,
            "4294967295 kinds on 3 hosts: at least 1 kind, and at most 134217728 hosts times kinds "
            "are supported");
}

/* A star's master, its last host, relays only. */
static void refuses_what_a_master_holds(void **state)
{
    (void)state;
    static const int64_t load[] = {4, 3, 0}, target[] = {2, 5, 0};
    for (int wrong = 0; wrong < 3; wrong++) {
        struct fixture fixture;
        rd_arena_open(&fixture.arena, 0);
        fixture.test = test_instance_make(&fixture.arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
        test_instance_reach(&fixture.test, load, target);
        if (wrong == 1) {
            fixture.test.load[2] = 2;
            fixture.test.target[0] = 4;
        }
        if (wrong == 2) {
            fixture.test.target[0] = 0;
            fixture.test.target[2] = 2;
        }
        static const char *const message[] = {
            NULL, "the load of host 2 is 2 items: it is the star's master, which holds nothing",
            "the final load of host 2 is 2 items: it is the star's master, which holds nothing"};
        if (wrong == 0)
            check_accepted(&fixture);
        else
            check_refused(&fixture, message[wrong]);
    }
}

static void refuses_goals(void **state)
{
    (void)state;
    REFUSED(test->instance.target = NULL, "the goal is to reach final loads and none are given");
    ACCEPTED((test->instance.goal = RD_BALANCE, test->instance.balance_error = 0));
    REFUSED((test->instance.goal = RD_BALANCE, test->instance.balance_error = -1),
            "a balance error below 0: 0 or more is needed");
    ACCEPTED(test->instance.goal = RD_GATHER);
    REFUSED((test->instance.goal = RD_GATHER, test->instance.kind_count = 4),
            "4 kinds to gather on 3 hosts: at most one kind a host is needed");
    ACCEPTED((test->instance.goal = RD_FINISH, test->instance.flops_per_item = 1));
    REFUSED(test->instance.goal = RD_FINISH,
            "the goal is to finish computing and items have no flops: flops above 0 are needed");
    REFUSED((test->instance.goal = RD_STENCIL, test->instance.stencil_iterations = -1),
            "stencil iterations below 0: 0 or more are needed");
}

/* Messages name a host as the user did, and by number where hosts have no names. */
static void labels_hosts(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    char label[RD_LABEL_SIZE];
    struct rd_instance *instance = &fixture.test.instance;
    assert_string_equal(rd_host_label(instance, 2, label), "host 2");
    assert_string_equal(rd_host_name(instance, 2, label), "2");
    static const char *const names[] = {"h0", "lyon", "h7"};
    instance->host_name = names;
    assert_string_equal(rd_host_label(instance, 0, label), "h0");
    assert_string_equal(rd_host_label(instance, 1, label), "lyon");
    assert_string_equal(rd_host_label(instance, 2, label), "h7");
    assert_string_equal(rd_host_name(instance, 1, label), "lyon");
    assert_string_equal(rd_host_label(instance, 3, label), "host 3");
    assert_string_equal(rd_host_label(instance, RD_NO_HOST, label), "host 4294967295");
    static char endless[1000];
    memset(endless, 'n', sizeof endless - 1);
    const char *const long_names[] = {endless, endless, endless};
    instance->host_name = long_names;
    assert_true(strlen(rd_host_label(instance, 1, label)) < RD_LABEL_SIZE);
    assert_true(strlen(rd_host_name(instance, 1, label)) < RD_LABEL_SIZE);
    fixture.test.load[2] = -1;
    instance->host_name = names;
    check_refused(&fixture, "the load of lyon is -1 items: 0 or more are needed");
}

static void names_ports_and_goals(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct rd_instance *instance = &fixture.test.instance;
    char label[RD_LABEL_SIZE];
    assert_string_equal(rd_port_model_name(instance, label), "one");
    static const uint32_t differing[] = {2, 1, 3};
    test_instance_set_ports(&fixture.test, 3);
    fixture.test.instance.host_port_count = differing;
    assert_string_equal(rd_port_model_name(instance, label), "1-to-3");
    fixture.test.instance.host_port_count = NULL;
    test_instance_set_ports(&fixture.test, 0);
    assert_string_equal(rd_port_model_name(instance, label), "all");
    test_instance_set_ports(&fixture.test, 3);
    assert_string_equal(rd_port_model_name(instance, label), "3");
    instance->port_model = RD_PIPELINED_PORTS;
    assert_string_equal(rd_port_model_name(instance, label), "pipelined");
    static const char *const goals[] = {"after", "balance", "gather", "finish", "stencil"};
    for (enum rd_goal goal = RD_REACH; goal <= RD_STENCIL; goal++)
        assert_string_equal(rd_goal_name(goal), goals[goal]);
    rd_arena_close(&fixture.arena);
}

/* latency + bytes / bandwidth; flops / speed; what is equal. */
static void reads_costs(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct rd_instance *instance = &fixture.test.instance;
    assert_true(rd_costs_are_equal(instance));
    test_instance_set_cost(&fixture.test, 1, 2, 0.25, 0.5);
    instance->item_bytes = 3;
    assert_true(rd_item_s(instance, 1, 2) == 0.25 + 1.5);
    assert_true(rd_item_s(instance, 2, 1) == 3);
    assert_false(rd_costs_are_equal(instance));
    test_instance_set_cost(&fixture.test, 1, 2, 1, 0);
    assert_true(rd_item_s(instance, 1, 2) == 1);
    /* No bytes take no time, even on no bandwidth to speak of. */
    assert_true(rd_message_duration_s((struct rd_link_cost){2, 1e-300}, 0) == 2);
    assert_true(rd_compute_item_s(instance, 1) == 0);
    instance->flops_per_item = 6;
    fixture.test.speed[1] = 4;
    assert_true(rd_compute_item_s(instance, 1) == 1.5);
    assert_false(rd_speeds_are_equal(instance));
    fixture.test.speed[1] = 1;
    assert_true(rd_speeds_are_equal(instance));
    instance->speed_flops_per_s = NULL;
    assert_true(rd_speeds_are_equal(instance));
    rd_arena_close(&fixture.arena);
}

/* A number that stands for no link is not compared: here the backward links of two hosts. */
static void compares_links_only(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 2, 1);
    test.cost[2].latency_s = 9;
    test.cost[3].bandwidth_bytes_per_s = -1;
    assert_true(rd_costs_are_equal(&test.instance));
    struct rd_error error;
    assert_true(rd_instance_check(&test.instance, &error));
    test.cost[1].latency_s = 9;
    assert_false(rd_costs_are_equal(&test.instance));
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_bytes_and_flops), cmocka_unit_test(refuses_ports),
        cmocka_unit_test(refuses_costs),           cmocka_unit_test(refuses_speeds),
        cmocka_unit_test(refuses_loads),           cmocka_unit_test(refuses_what_a_master_holds),
        cmocka_unit_test(refuses_goals),           cmocka_unit_test(labels_hosts),
        cmocka_unit_test(names_ports_and_goals),   cmocka_unit_test(reads_costs),
        cmocka_unit_test(compares_links_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
