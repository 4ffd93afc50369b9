/* A tested instance of each word of the vocabulary that carries the five papers. Every expected
 * number is derived in the comment above it; worked examples are the papers'. */
#include "tests/support/cmocka.h"

#include "single_case.h"

#include <math.h>

/* A cost per item both ways between two hosts. */
static void set_both(struct single_case *single_case, uint32_t a, uint32_t b, double s_per_item)
{
    test_instance_set_cost(&single_case->test, a, b, 0, s_per_item);
    test_instance_set_cost(&single_case->test, b, a, 0, s_per_item);
}

/* 'A message of any size takes one time unit': items of no bytes on links of latency 1. */
static void set_latency_only(struct single_case *single_case)
{
    single_case->test.instance.item_bytes = 0;
    single_case->test.instance.word_bytes = 0;
    for (uint64_t link = 0; link < rd_link_count(&single_case->test.instance.topology); link++)
        single_case->test.cost[link] = (struct rd_link_cost){1, INFINITY};
}

/* One-way ring, Algorithm 2's flow for p = (1, 2, 5), L = (3, 0, 0), each to end with 1:
 * 0>1 twice: 0-1, 1-2. 1>2 once, with the first item: 1-3. */
static void one_way_ring(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_RING, RD_ONE_WAY, 3, 1, LOADS(3, 0, 0));
    test_instance_set_cost(&single_case->test, 1, 2, 0, 2);
    test_instance_set_cost(&single_case->test, 2, 0, 0, 5);
    test_instance_reach(&single_case->test, LOADS(3, 0, 0), LOADS(1, 1, 1));
    bench_row(single_case, 0, 0, 1, 0, 1, 2);
    bench_row(single_case, 0, 1, 2, 0, 1, 1);
    bench_plan_takes(single_case, 3);
    bench_message_runs(single_case, 0, 1, 1, 1, 2);
    bench_message_runs(single_case, 1, 2, 0, 1, 3);
    assert_true(single_case->verdict.goal_reached);
    assert_int_equal(single_case->verdict.items_moved, 3);
    assert_int_equal(single_case->verdict.transfers, 3);
    assert_int_equal(single_case->verdict.steps, -1);
    assert_null(single_case->verdict.computed);
    bench_close(single_case);
    /* Theorem 2's bound with an absolute value says 2; the optimum is 1: c01 = 2, c10 = 1. */
    single_case = bench_open(RD_RING, RD_ONE_WAY, 2, 1, LOADS(1, 2));
    test_instance_set_cost(&single_case->test, 0, 1, 0, 2);
    bench_send(single_case, 1, 0);
    bench_plan_takes(single_case, 1);
    bench_ends_with(single_case, LOADS(2, 1));
    bench_close(single_case);
}

/* Two-way ring, docs/papers/renard2006.md, "Lemma 12 is not tight": L = (3,1,1), delta =
 * (2,-1,-1), c01 = 1, c02 = 2, c12 = 3. Both items leave by P0's send port: 0-1 and 1-3. The
 * optimum, 3. */
static void two_way_ring(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(3, 1, 1));
    set_both(single_case, 0, 2, 2);
    set_both(single_case, 1, 2, 3);
    bench_send(single_case, 0, 1);
    bench_send(single_case, 0, 2);
    bench_plan_takes(single_case, 3);
    bench_message_runs(single_case, 0, 2, 0, 1, 3);
    bench_ends_with(single_case, LOADS(1, 2, 2));
    bench_close(single_case);
    /* 3(b): L = (1,1,5,1), delta = (0,0,4,-4), c23 = 3, c21 = 1, c10 = 2, c03 = 1: the optimum
     * is 7. 2>1: 0-1, 1-2, 2-3. 1>0: own item 0-2, then 2-4, 4-6. 0>3: own item 0-1, then the one
     * of 2: 2-3. 2>3, once 2 has sent: 3-6. 0>3 again: the item of 4, but 3 receives until 6: 6-7.
     */
    single_case = bench_ring(4, LOADS(1, 1, 5, 1));
    set_both(single_case, 2, 3, 3);
    set_both(single_case, 1, 0, 2);
    bench_row(single_case, 0, 2, 1, 0, 1, 3);
    bench_row(single_case, 0, 1, 0, 0, 1, 3);
    bench_row(single_case, 0, 0, 3, 0, 1, 2);
    bench_row(single_case, 0, 2, 3, 0, 1, 1);
    bench_row(single_case, 0, 0, 3, 0, 1, 1);
    bench_plan_takes(single_case, 7);
    bench_message_runs(single_case, 1, 0, 2, 4, 6);
    bench_message_runs(single_case, 0, 3, 1, 2, 3);
    bench_message_runs(single_case, 2, 3, 0, 3, 6);
    bench_message_runs(single_case, 0, 3, 2, 6, 7);
    bench_ends_with(single_case, LOADS(1, 1, 1, 5));
    bench_close(single_case);
}

/* Both directions between two hosts at once: one step, not two. 'Rounds are a mark': in one round
 * neither waits for the other. */
static void exchange_of_two_hosts(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(2, LOADS(1, 1));
    bench_send(single_case, 0, 1);
    bench_send(single_case, 1, 0);
    bench_plan_takes(single_case, 1);
    bench_close(single_case);
}

/* star.md, Table 1: c = 1, 8, 1, 1; w = 1, 1, 9, 10; L = 13, 13, 0, 0: the optimum is 12, with a
 * worker that sends and receives. In-port: two tasks of worker 0 (0-1, 1-2), one of worker 1
 * (2-10). Out-port: to worker 3 (1-2, computes 2-12), to worker 2 (2-3, 3-12), to worker 0 (10-11).
 * Worker 0 computes the 11 it kept by 11, then the one it gets: 11-12. Worker 1 computes 12: 0-12.
 */
static void star_that_computes(void **state)
{
    (void)state;
    struct single_case *single_case =
        bench_open(RD_STAR, RD_NO_DIRECTION, 5, 1, LOADS(13, 13, 0, 0, 0));
    static const double c[] = {1, 8, 1, 1}, w[] = {1, 1, 9, 10};
    for (uint32_t worker = 0; worker < 4; worker++) {
        set_both(single_case, worker, 4, c[worker]);
        single_case->test.speed[worker] = 1 / w[worker];
    }
    single_case->test.instance.flops_per_item = 1;
    single_case->test.instance.goal = RD_FINISH;
    bench_row(single_case, 0, 0, 4, 0, 1, 2);
    bench_send(single_case, 4, 3);
    bench_send(single_case, 4, 2);
    bench_send(single_case, 1, 4);
    bench_send(single_case, 4, 0);
    rd_plan_compute_rest(&single_case->plan, &single_case->test.instance, &single_case->arena,
                         &single_case->scratch);
    bench_plan_takes(single_case, 12);
    bench_message_runs(single_case, 1, 4, 0, 2, 10);
    bench_message_runs(single_case, 4, 3, 0, 1, 2);
    bench_message_runs(single_case, 4, 2, 0, 2, 3);
    bench_message_runs(single_case, 4, 0, 0, 10, 11);
    bench_message_runs(single_case, 0, RD_NO_HOST, 10, 10, 11);
    bench_message_runs(single_case, 0, RD_NO_HOST, 11, 11, 12);
    bench_message_runs(single_case, 2, RD_NO_HOST, 0, 3, 12);
    bench_message_runs(single_case, 3, RD_NO_HOST, 0, 2, 12);
    assert_true(single_case->verdict.goal_reached);
    assert_int_equal(single_case->verdict.computed[0], 12);
    assert_int_equal(single_case->verdict.computed[3], 1);
    assert_int_equal(single_case->verdict.transfers, 6);
    bench_close(single_case);
}

/* star.md, Theorem 2: c = (1, 2, 2), delta = (-1, -1, 2). Receivers by non-increasing c: 5
 * (in 0-2, 2-4; out 2-4, 4-5); by non-decreasing c, as the proof's last lines say: 6 (2-3, 4-6). */
static void star_that_redistributes(void **state)
{
    (void)state;
    for (uint32_t first = 0; first <= 1; first++) {
        struct single_case *single_case =
            bench_open(RD_STAR, RD_NO_DIRECTION, 4, 1, LOADS(0, 0, 2, 0));
        set_both(single_case, 1, 3, 2);
        set_both(single_case, 2, 3, 2);
        bench_row(single_case, 0, 2, 3, 0, 1, 2);
        bench_send(single_case, 3, first);
        bench_send(single_case, 3, 1 - first);
        bench_plan_takes(single_case, first == 1 ? 5 : 6);
        bench_ends_with(single_case, LOADS(1, 1, 0, 0));
        bench_close(single_case);
    }
}

/* What the order of rows says: sends first, or one computation before the send. One task each to
 * keep and to give, w = 2, c = 1, the item that is given arrives at 1. */
static void computing_and_sending_in_order(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_RING, RD_ONE_WAY, 3, 1, LOADS(1, 1, 0));
    single_case->test.instance.flops_per_item = 2;
    bench_send(single_case, 0, 1);
    bench_send(single_case, 1, 2);                     /* its own item: 0-1 */
    bench_row(single_case, 0, 1, RD_NO_HOST, 0, 1, 1); /* the one that arrives at 1: 1-3 */
    bench_plan_takes(single_case, 3);
    bench_message_runs(single_case, 1, 2, 0, 0, 1);
    bench_close(single_case);
    single_case = bench_open(RD_RING, RD_ONE_WAY, 3, 1, LOADS(1, 1, 0));
    single_case->test.instance.flops_per_item = 2;
    bench_send(single_case, 0, 1);
    bench_row(single_case, 0, 1, RD_NO_HOST, 0, 1, 1); /* its own item: 0-2 */
    bench_send(single_case, 1, 2);                     /* the one that arrives at 1: 1-2 */
    bench_plan_takes(single_case, 2);
    bench_message_runs(single_case, 1, 2, 0, 1, 2);
    bench_close(single_case);
}

/* Dimension order on 2^2 hosts, loads (4,0,0,0), a token a step: 0>1 twice, then 0>2 and 1>3 at
 * once: 3 steps. Idle rounds count: two more at the end make 5. A step lasts 1 s on links of
 * latency 1; step_s = 4 makes each last 4. */
static void hypercube_in_lock_step(void **state)
{
    (void)state;
    struct single_case *single_case =
        bench_open(RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1, LOADS(4, 0, 0, 0));
    set_latency_only(single_case);
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 1, 0, 1, 0, 1, 1);
    bench_row(single_case, 2, 0, 2, 0, 1, 1);
    bench_row(single_case, 2, 1, 3, 0, 1, 1);
    bench_plan_takes(single_case, 3);
    assert_int_equal(single_case->verdict.steps, 3);
    assert_true(single_case->verdict.goal_reached);
    bench_message_runs(single_case, 1, 3, 0, 2, 3);
    single_case->plan.round_count = 5;
    bench_plan_takes(single_case, 5);
    assert_int_equal(single_case->verdict.steps, 5);
    single_case->plan.step_s = 4;
    bench_plan_takes(single_case, 20);
    bench_message_runs(single_case, 1, 3, 0, 8, 9);
    /* Self-timed nobody waits for a step, but in round 2 host 1 is to know what it received in
     * rounds 0 and 1; in one round it takes the first item on: 1-2. */
    single_case->plan.timing = RD_SELF_TIMED;
    bench_plan_takes(single_case, 3);
    bench_message_runs(single_case, 1, 3, 0, 2, 3);
    assert_int_equal(single_case->verdict.steps, -1);
    for (size_t i = 0; i < 4; i++)
        single_case->plan.transfer[i].round = 0;
    bench_plan_takes(single_case, 3);
    bench_message_runs(single_case, 1, 3, 0, 1, 2);
    bench_close(single_case);
    /* A round lasts as long as its longest row: 3 messages of 2 s, then one of 1 s. */
    single_case = bench_open(RD_HYPERCUBE, RD_NO_DIRECTION, 2, 1, LOADS(4, 0));
    test_instance_set_cost(&single_case->test, 0, 1, 0, 2);
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_row(single_case, 0, 0, 1, 0, 1, 3);
    bench_row(single_case, 1, 1, 0, 0, 1, 1);
    bench_plan_takes(single_case, 7);
    bench_message_runs(single_case, 0, 1, 2, 4, 6);
    bench_close(single_case);
}

/* hypercube.md: a dimension step on the shuffle-exchange is Exchange, then Unshuffle. On 8 hosts,
 * 6 = 110: exchange 110 > 111, whose unshuffle is itself, a self-loop: no message. 2 = 010:
 * exchange 010 > 011 = 3, unshuffle 011 > 101 = 5; then exchange 101 > 100 = 4, unshuffle 100 >
 * 010. Back where it began after four steps. */
static void shuffle_exchange(void **state)
{
    (void)state;
    struct single_case *single_case =
        bench_open(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 8, 1, LOADS(0, 0, 1, 0, 0, 0, 1, 0));
    set_latency_only(single_case);
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_row(single_case, 0, 2, 3, 0, 1, 1);
    bench_row(single_case, 0, 6, 7, 0, 1, 1);
    bench_row(single_case, 1, 3, 5, 0, 1, 1);
    bench_row(single_case, 2, 5, 4, 0, 1, 1);
    bench_row(single_case, 3, 4, 2, 0, 1, 1);
    bench_plan_takes(single_case, 4);
    bench_ends_with(single_case, LOADS(0, 0, 1, 0, 0, 0, 0, 1));
    assert_int_equal(single_case->verdict.items_moved, 5);
    bench_close(single_case);
}

/* A switch joins everybody: disjoint pairs at once (1 s), two senders to one receiver in turn
 * (2 s); a bus carries one message at a time (2 s and 2 s). */
static void switch_and_bus(void **state)
{
    (void)state;
    for (int bus = 0; bus <= 1; bus++) {
        enum rd_shape shape = bus ? RD_BUS : RD_SWITCH;
        struct single_case *single_case =
            bench_open(shape, RD_NO_DIRECTION, 4, 1, LOADS(1, 0, 1, 0));
        bench_send(single_case, 0, 1);
        bench_send(single_case, 2, 3);
        bench_plan_takes(single_case, bus ? 2 : 1);
        bench_close(single_case);
        single_case = bench_open(shape, RD_NO_DIRECTION, 4, 1, LOADS(1, 0, 1, 0));
        bench_send(single_case, 0, 3);
        bench_send(single_case, 2, 3);
        bench_plan_takes(single_case, 2);
        bench_close(single_case);
    }
}

/* a_k>b_k slow, then a_k>b_{k+1} fast, for k = 1..K, chains every slow transfer behind the one
 * before (docs/switch.md). K = 64, slow 100, fast 1. The k-th slow one starts when the
 * fast one before it has left b_k's port: at 101 (k-1); the 64th ends at 63 * 101 + 100 = 6,463. */
static void chain_of_slow_transfers(void **state)
{
    (void)state;
    enum { K = 64 };
    int64_t load[2 * K] = {0};
    for (int k = 0; k < K; k++)
        load[k] = 2;
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 2 * K, 1, load);
    for (uint32_t k = 0; k < K; k++) {
        test_instance_set_cost(&single_case->test, k, K + k, 0, 100);
        bench_send(single_case, k, K + k);
        if (k + 1 < K)
            bench_send(single_case, k, K + k + 1);
    }
    bench_plan_takes(single_case, 6463);
    bench_message_runs(single_case, K - 1, 2 * K - 1, 0, 6363, 6463);
    bench_close(single_case);
}

/* Two ports: two messages of one host at once, the third when one of them has ended; but one
 * message a link: 0>1 twice takes two seconds, and fills both windows: 0>2 waits for the first. */
static void two_ports(void **state)
{
    (void)state;
    struct single_case *single_case =
        bench_open(RD_SWITCH, RD_NO_DIRECTION, 4, 1, LOADS(4, 0, 0, 0));
    test_instance_set_ports(&single_case->test, 2);
    set_both(single_case, 0, 2, 5);
    bench_send(single_case, 0, 1);
    bench_send(single_case, 0, 2);
    bench_send(single_case, 0, 3);
    bench_plan_takes(single_case, 5);
    bench_message_runs(single_case, 0, 2, 0, 0, 5);
    bench_message_runs(single_case, 0, 3, 0, 1, 2);
    bench_close(single_case);
    single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 4, 1, LOADS(4, 0, 0, 0));
    test_instance_set_ports(&single_case->test, 2);
    bench_row(single_case, 0, 0, 1, 0, 1, 2);
    bench_send(single_case, 0, 2);
    bench_plan_takes(single_case, 2);
    bench_message_runs(single_case, 0, 1, 1, 1, 2);
    bench_message_runs(single_case, 0, 2, 0, 1, 2);
    bench_close(single_case);
    /* The receiver's two windows: of three senders the third waits. */
    single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 4, 1, LOADS(1, 1, 1, 0));
    test_instance_set_ports(&single_case->test, 2);
    for (uint32_t from = 0; from < 3; from++)
        bench_send(single_case, from, 3);
    bench_plan_takes(single_case, 2);
    bench_message_runs(single_case, 2, 3, 0, 1, 2);
    bench_close(single_case);
}

/* ring_load_distribution.md, Fig. 1: loads 7 0 3 1 1 0, h = 3, s = 2 0 1 0 -1 -3: only v_6 is red
 * and waits one step: T_s = 2. Fig. 2: h = 0, s = 5 3 4 3 2 0: v_2..v_5 are red, T_s = 5. */
static void ring_loads_single_send(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(6, LOADS(7, 0, 3, 1, 1, 0));
    test_instance_set_ports(&single_case->test, 0);
    set_latency_only(single_case);
    bench_row(single_case, 0, 0, 1, 0, 2, 1);
    bench_row(single_case, 0, 0, 5, 0, 3, 1);
    bench_row(single_case, 0, 2, 3, 0, 1, 1);
    bench_row(single_case, 0, 5, 4, 0, 1, 1);
    bench_plan_takes(single_case, 2);
    bench_message_runs(single_case, 0, 1, 0, 0, 1);
    bench_message_runs(single_case, 0, 5, 0, 0, 1);
    bench_message_runs(single_case, 5, 4, 0, 1, 2);
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);
    single_case = bench_ring(6, LOADS(7, 0, 3, 1, 1, 0));
    test_instance_set_ports(&single_case->test, 0);
    set_latency_only(single_case);
    static const int64_t s[] = {5, 3, 4, 3, 2};
    for (uint32_t edge = 0; edge < 5; edge++)
        bench_row(single_case, 0, edge, edge + 1, 0, s[edge], 1);
    bench_plan_takes(single_case, 5);
    for (uint32_t edge = 0; edge < 5; edge++)
        bench_message_runs(single_case, edge, edge + 1, 0, edge, edge + 1);
    bench_ends_with(single_case, LOADS(2, 2, 2, 2, 2, 2));
    bench_close(single_case);
}

/* Fig. 2 and 4, multi-send: the same rows as held. Loads after step 1: 2 5 0 3 1 1 (5, 0, 3, 1, 1
 * were sent), after step 2: 2 2 3 1 2 2 (3 from v_2, 2 from v_4, 1 from v_5), after step 3 all 2 (1
 * from v_3): T_m = 3, in 8 messages. */
static void ring_loads_multi_send(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(6, LOADS(7, 0, 3, 1, 1, 0));
    test_instance_set_ports(&single_case->test, 0);
    set_latency_only(single_case);
    static const int64_t s[] = {5, 3, 4, 3, 2};
    for (uint32_t edge = 0; edge < 5; edge++)
        bench_row(single_case, 0, edge, edge + 1, 0, s[edge], 0);
    bench_plan_takes(single_case, 3);
    static const struct {
        uint32_t from;
        size_t number;
        double start_s;
        int64_t items;
    } messages[] = {{0, 0, 0, 5}, {1, 0, 1, 3}, {2, 0, 0, 3}, {2, 1, 2, 1},
                    {3, 0, 0, 1}, {3, 1, 1, 2}, {4, 0, 0, 1}, {4, 1, 1, 1}};
    assert_int_equal(single_case->trace.transfer_count, 8);
    assert_int_equal(single_case->verdict.transfers, 8);
    assert_int_equal(single_case->verdict.items_moved, 17);
    for (size_t i = 0; i < 8; i++) {
        bench_message_runs(single_case, messages[i].from, messages[i].from + 1, messages[i].number,
                           messages[i].start_s, messages[i].start_s + 1);
        for (size_t j = 0; j < 8; j++)
            if (single_case->trace.transfer[j].from == messages[i].from &&
                single_case->trace.transfer[j].start_s == messages[i].start_s)
                assert_int_equal(single_case->trace.transfer[j].items, messages[i].items);
    }
    bench_ends_with(single_case, LOADS(2, 2, 2, 2, 2, 2));
    bench_close(single_case);
}

/* The loop: 1 1 1 1 1 1, every s_i = 10. Single-send all six wait for each other; sent one item a
 * step it takes T_m = 10. */
static void ring_loads_in_a_loop(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(6, LOADS(1, 1, 1, 1, 1, 1));
    test_instance_set_ports(&single_case->test, 0);
    set_latency_only(single_case);
    for (uint32_t host = 0; host < 6; host++)
        bench_row(single_case, 0, host, (host + 1) % 6, 0, 10, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_DEADLOCK, 0, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 5>0 waits for items at 5 -> "
                        "4>5 waits for items at 4 -> 3>4 waits for items at 3 -> "
                        "2>3 waits for items at 2 -> 1>2 waits for items at 1");
    single_case->plan.transfer_count = 0;
    for (int step = 0; step < 10; step++)
        for (uint32_t host = 0; host < 6; host++)
            bench_send(single_case, host, (host + 1) % 6);
    bench_plan_takes(single_case, 10);
    bench_ends_with(single_case, LOADS(1, 1, 1, 1, 1, 1));
    bench_close(single_case);
}

/* A round of packets lasts as long as its longest hop, at least step_s = 1: 3 items at 1 s each go
 * 1>0 over 1-0. In round 0 they wait, for dimension 1 agrees: 1 s; in round 1 they hop: 3 s; round
 * 2 is idle: 1 s. */
static void rounds_of_packets(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(4, LOADS(0, 4, 0, 0));
    bench_packet(single_case, 0, 1, 0, 1, 0);
    single_case->plan.transfer[0].items = 3;
    single_case->plan.round_count = 3;
    bench_plan_takes(single_case, 5);
    bench_message_runs(single_case, 1, 0, 0, 0, 4);
    assert_int_equal(single_case->verdict.items_moved, 3);
    bench_close(single_case);
}

/* Packets: three over the whole cube, one round apart, are pipelined: the last leaves in round 2
 * and crosses three dimensions: 5 steps. Each dimension that is crossed counts an item-hop: 9. */
static void pipelined_packets(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(8, LOADS(3, 0, 0, 0, 0, 0, 0, 0));
    set_latency_only(single_case);
    for (uint32_t round = 0; round < 3; round++)
        bench_packet(single_case, round, 0, 7, 0, 2);
    bench_plan_takes(single_case, 5);
    assert_int_equal(single_case->verdict.steps, 5);
    assert_int_equal(single_case->verdict.items_moved, 9);
    bench_message_runs(single_case, 0, 7, 2, 2, 5);
    assert_non_null(single_case->trace.block);
    bench_ends_with(single_case, LOADS(0, 0, 0, 0, 0, 0, 0, 3));
    bench_close(single_case);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_way_ring),
        cmocka_unit_test(two_way_ring),
        cmocka_unit_test(exchange_of_two_hosts),
        cmocka_unit_test(star_that_computes),
        cmocka_unit_test(star_that_redistributes),
        cmocka_unit_test(computing_and_sending_in_order),
        cmocka_unit_test(hypercube_in_lock_step),
        cmocka_unit_test(shuffle_exchange),
        cmocka_unit_test(switch_and_bus),
        cmocka_unit_test(chain_of_slow_transfers),
        cmocka_unit_test(two_ports),
        cmocka_unit_test(ring_loads_single_send),
        cmocka_unit_test(ring_loads_multi_send),
        cmocka_unit_test(ring_loads_in_a_loop),
        cmocka_unit_test(pipelined_packets),
        cmocka_unit_test(rounds_of_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
