/* Each way to break a lock-step plan, or one of packets, is caught and named: what cannot start in
 * its round is a violation, not a wait. */
#include "tests/support/cmocka.h"

#include "single_case.h"

#include <string.h>

/* Algorithm 3 as printed, n=4, L=(1,2,3,1), delta=(-3,1,2,0). Step 1: delta_max = 3, no slice
 * reaches 5, host 0 lacks 3 and receives from host 3. Step 2: delta = (-2,1,2,-1), S = (-2,-1,1,0),
 * so edge 2 sends forward (3 >= 3), and host 0 lacks 2 and receives from host 3 again, which has
 * nothing. */
static void sends_in_lock_step_what_it_does_not_hold(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(4, LOADS(1, 2, 3, 1));
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_row(single_case, 0, 3, 0, 0, 1, 1);
    bench_row(single_case, 1, 2, 3, 0, 1, 1);
    bench_row(single_case, 1, 3, 0, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_NOT_HELD, 2, 3, "round 1: host 3 sends 1 item");
    assert_non_null(strstr(single_case->verdict.message, " and holds 0"));
    bench_close(single_case);
    /* A round earlier it is held. */
    single_case = bench_ring(4, LOADS(1, 2, 3, 1));
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_row(single_case, 0, 2, 3, 0, 1, 1);
    bench_row(single_case, 0, 3, 0, 0, 1, 1);
    bench_row(single_case, 1, 3, 0, 0, 1, 1);
    bench_plan_takes(single_case, 2);
    bench_close(single_case);
}

static struct single_case *lock_step_switch(uint32_t ports)
{
    struct single_case *single_case =
        bench_open(RD_SWITCH, RD_NO_DIRECTION, 5, 1, LOADS(5, 5, 5, 5, 5));
    test_instance_set_ports(&single_case->test, ports);
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    return single_case;
}

static void uses_a_port_twice_in_a_round(void **state)
{
    (void)state;
    struct single_case *single_case = lock_step_switch(1); /* two sends */
    bench_row(single_case, 3, 1, 2, 0, 1, 1);
    bench_row(single_case, 3, 1, 0, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 1, 1, "round 3: host 1");
    bench_close(single_case);
    single_case = lock_step_switch(1); /* two receives */
    bench_row(single_case, 0, 1, 4, 0, 1, 1);
    bench_row(single_case, 2, 1, 4, 0, 1, 1);
    bench_row(single_case, 2, 3, 4, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 2, 4, "round 2: host 4");
    bench_close(single_case);
    single_case = lock_step_switch(1); /* a word takes a port like any message */
    bench_row(single_case, 1, 1, 2, 0, 1, 1);
    bench_row(single_case, 1, 1, 0, RD_CONTROL, 0, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 1, 1, "round 1: host 1");
    bench_close(single_case);
    single_case = lock_step_switch(1); /* one of each is what a port is for */
    bench_row(single_case, 0, 1, 2, 0, 1, 1);
    bench_row(single_case, 0, 2, 1, 0, 1, 1);
    bench_row(single_case, 0, 0, 4, 0, 1, 1);
    bench_plan_takes(single_case, 1);
    bench_close(single_case);
}

static void uses_k_ports_more_than_k_times_in_a_round(void **state)
{
    (void)state;
    struct single_case *single_case = lock_step_switch(2);
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 0, 0, 2, 0, 1, 1);
    bench_row(single_case, 1, 0, 3, 0, 1, 1);
    bench_plan_takes(single_case, 2);
    bench_row(single_case, 1, 0, 2, 0, 1, 1);
    bench_plan_takes(single_case, 2);
    bench_row(single_case, 1, 0, 4, 0, 1, 1); /* the third */
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 4, 0, "round 1: host 0");
    bench_close(single_case);
    single_case = lock_step_switch(3);
    for (uint32_t from = 0; from < 4; from++)
        bench_row(single_case, 0, from, 4, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 3, 4, "round 0: host 4");
    bench_close(single_case);
}

/* However many ports: a link carries one row a round, a bus one in all, a processor one. */
static void uses_a_link_a_bus_or_a_processor_twice_in_a_round(void **state)
{
    (void)state;
    for (uint32_t ports = 0; ports <= 2; ports += 2) {
        struct single_case *single_case = lock_step_switch(ports);
        bench_row(single_case, 2, 1, 2, 0, 1, 1);
        bench_row(single_case, 2, 1, 2, 0, 1, 1);
        bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 1, RD_NO_HOST, "round 2");
        bench_close(single_case);
    }
    struct single_case *single_case = bench_open(RD_BUS, RD_NO_DIRECTION, 4, 1, LOADS(5, 5, 5, 5));
    single_case->plan.timing = RD_LOCK_STEP;
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 1, 0, 1, 0, 1, 1);
    bench_row(single_case, 1, 2, 3, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 2, RD_NO_HOST, "round 1");
    bench_close(single_case);
    single_case = lock_step_switch(1);
    single_case->test.instance.flops_per_item = 1;
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 0, 0, RD_NO_HOST, 0, 1, 1);
    bench_plan_takes(single_case, 1); /* a host computes while it sends */
    bench_row(single_case, 0, 0, RD_NO_HOST, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PORT, 2, 0, "round 0: host 0");
    bench_close(single_case);
}

/* The hypercube paper's (0,0,2,0): token 0 goes 2 -> 0 over dimension 1, token 1 goes 2 -> 1 over
 * dimensions 0 and 1; aligned by dimension both leave in round 1. */
static void originates_twice(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(4, LOADS(0, 0, 2, 0));
    bench_packet(single_case, 1, 2, 0, 1, 1);
    bench_packet(single_case, 1, 2, 1, 0, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 1, 2, "round 1: host 2 originates twice");
    bench_close(single_case);
    single_case = bench_cube(4, LOADS(0, 0, 2, 0)); /* one round later it may */
    bench_packet(single_case, 1, 2, 0, 1, 1);
    bench_packet(single_case, 2, 2, 1, 0, 1);
    bench_plan_takes(single_case, 4);
    bench_close(single_case);
}

/* 0 -> 3 over 0-1 leaves in round 0 and is accepted in round 1; so is 2 -> 3, which leaves then. */
static void accepts_twice(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(4, LOADS(1, 1, 1, 1));
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 1, 2, 3, 0, 0);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 1, 3, "round 1: host 3 accepts twice");
    bench_close(single_case);
}

/* 0 -> 3 ascending crosses 0>1, then 1>3 in round 1, and so does 1 -> 2 descending, which leaves in
 * round 1 over 1>3 and 3>2. */
static void collides_on_an_edge(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(4, LOADS(1, 1, 1, 1));
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 1, 1, 2, 1, 0);
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 1, RD_NO_HOST, "round 1");
    bench_close(single_case);
    single_case =
        bench_cube(4, LOADS(1, 1, 1, 1)); /* ascending it takes 1>0 in round 1 and 0>2 in round 2 */
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 1, 1, 2, 0, 1);
    bench_plan_takes(single_case, 3);
    bench_close(single_case);
}

static void packets_lack_something(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(8, LOADS(1, 1, 1, 1, 1, 1, 1, 1));
    bench_packet(single_case, 0, 0, 3, 0, 0); /* bit 1 differs, and is not in the block */
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 0, RD_NO_HOST, "transfer 0");
    single_case->plan.transfer_count = 0;
    bench_packet(single_case, 0, 4, 3, 0, 1); /* nor is bit 2 */
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 0, RD_NO_HOST, "transfer 0");
    single_case->plan.transfer_count = 0;
    bench_packet(single_case, 0, 0, 3, 0, 3); /* there is no dimension 3 */
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 0, RD_NO_HOST, "transfer 0");
    single_case->plan.transfer_count = 0;
    bench_packet(single_case, 0, 0, 7, 2, 0);
    bench_packet(single_case, 0, 6, 7, 0,
                 2); /* elective: more than it needs, it waits on the way */
    bench_plan_is_wrong(single_case, RD_VIOLATION_PACKET, 1, 7, "round 2: host 7 accepts twice");
    bench_close(single_case);

    /* What is accepted in round 1 is held in round 2. */
    single_case = bench_cube(4, LOADS(1, 0, 0, 0));
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 1, 3, 2, 0, 0);
    bench_plan_is_wrong(single_case, RD_VIOLATION_NOT_HELD, 1, 3, "round 1: host 3");
    single_case->plan.transfer[1].round = 2;
    single_case->plan.round_count = 3;
    bench_plan_takes(single_case, 3);
    bench_close(single_case);
}

/* Packets belong to pipelined hypercubes and to lock-step. */
static void packets_are_out_of_place(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(4, LOADS(1, 1, 1, 1));
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_packet(single_case, 0, 0, 1, 0, 0);
    rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                    &single_case->scratch, NULL, &single_case->verdict);
    assert_int_not_equal(single_case->verdict.violation, RD_LEGAL);
    bench_close(single_case);
    for (int free_order = 0; free_order <= 1; free_order++) {
        single_case = bench_cube(4, LOADS(1, 1, 1, 1));
        single_case->plan.timing = free_order ? RD_FREE_ORDER : RD_SELF_TIMED;
        bench_packet(single_case, 0, 0, 1, 0, 0);
        rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                        &single_case->scratch, NULL, &single_case->verdict);
        assert_int_not_equal(single_case->verdict.violation, RD_LEGAL);
        bench_close(single_case);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_in_lock_step_what_it_does_not_hold),
        cmocka_unit_test(uses_a_port_twice_in_a_round),
        cmocka_unit_test(uses_k_ports_more_than_k_times_in_a_round),
        cmocka_unit_test(uses_a_link_a_bus_or_a_processor_twice_in_a_round),
        cmocka_unit_test(originates_twice),
        cmocka_unit_test(accepts_twice),
        cmocka_unit_test(collides_on_an_edge),
        cmocka_unit_test(packets_lack_something),
        cmocka_unit_test(packets_are_out_of_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
