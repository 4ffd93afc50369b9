/* The rest of the vocabulary: kinds, promises, words and knowledge, barriers, goals, free order and
 * rows of very many messages; each number derived in the comment above it. */
#include "tests/support/cmocka.h"

#include "single_case.h"

#include <math.h>

/* Kinds are held and promised apart: 0>1 of kind 1 need not wait for the item of kind 0 that host 0
 * lacks, but stands behind it in the port: all-port (and another link) it leaves at 0. */
static void several_kinds(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(0, 1, 0));
    test_instance_set_ports(&single_case->test, 0);
    single_case->test.load[0 * 2 + 1] = 2;
    bench_row(single_case, 0, 1, 0, 0, 1, 1);
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 0, 0, 2, 1, 2, 1);
    bench_plan_takes(single_case, 2);
    bench_message_runs(single_case, 0, 1, 0, 1, 2);
    bench_message_runs(single_case, 0, 2, 0, 0, 2);
    assert_int_equal(single_case->verdict.final[1 * 2 + 0], 1);
    assert_int_equal(single_case->verdict.final[2 * 2 + 1], 2);
    test_instance_set_ports(&single_case->test, 1); /* one-port: behind 0>1, which ends at 2 */
    bench_plan_takes(single_case, 4);
    bench_message_runs(single_case, 0, 2, 0, 2, 4);
    bench_close(single_case);
}

/* Promises: an item belongs to the row that is listed first, even if that row cannot start. Host 0
 * holds 1 item, 0>1 takes two, so 0>2, of one, waits until a third has come: 2>0 brings one at 2
 * (for 0>1), one at 4. */
static void promises_in_order(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 0, 2));
    test_instance_set_ports(&single_case->test, 0);
    test_instance_set_cost(&single_case->test, 2, 0, 0, 2);
    bench_row(single_case, 0, 2, 0, 0, 1, 2);
    bench_row(single_case, 0, 0, 1, 0, 2, 1);
    bench_row(single_case, 0, 0, 2, 0, 1, 1);
    bench_plan_takes(single_case, 5);
    bench_message_runs(single_case, 0, 1, 0, 2, 4);
    bench_message_runs(single_case, 0, 2, 0, 4, 5);
    bench_close(single_case);
}

/* Control words: one message each, of word_bytes; nothing is held. Latency 1 and 0.5 B at 1 B/s:
 * 1.5 s a word. Round 1 starts where its host knows: 0>2 waits for the third word, which ends at
 * 4.5, though port and item are free; 2>0, whose host receives nothing, does not. */
static void control_words_and_knowledge(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 0, 1));
    test_instance_set_cost(&single_case->test, 1, 0, 1, 1);
    single_case->test.instance.word_bytes = 0.5;
    bench_row(single_case, 0, 1, 0, RD_CONTROL, 0, 3);
    bench_row(single_case, 1, 0, 2, 0, 1, 1);
    bench_row(single_case, 1, 2, 1, 0, 1, 1);
    bench_plan_takes(single_case, 5.5);
    bench_message_runs(single_case, 1, 0, 2, 3, 4.5);
    bench_message_runs(single_case, 0, 2, 0, 4.5, 5.5);
    bench_message_runs(single_case, 2, 1, 0, 0, 1);
    bench_ends_with(single_case, LOADS(0, 1, 1));
    assert_int_equal(single_case->verdict.transfers, 5);
    assert_int_equal(single_case->verdict.items_moved, 2);
    bench_close(single_case);
}

/* Stencil: plain work of 2, 1, 3 items, words to both neighbours, work again; the rounds are the
 * barrier. Work: 0-2, 0-1, 0-3. Words, one-port: 0>1 2-3, 1>2 1-2, 2>0 3-4; 1>0 when 0 has received
 * from 2: 4-5; 2>1: 4-5; 0>2: 3-4. Work: host 0 knows at 5: 5-7; host 1 at 5: 5-6; host 2 at 4:
 * 4-7. */
static void stencil_with_barriers(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(2, 1, 3));
    single_case->test.instance.flops_per_item = 1;
    single_case->test.instance.goal = RD_STENCIL;
    single_case->test.instance.stencil_iterations = 2;
    static const int64_t items[] = {2, 1, 3};
    for (uint32_t host = 0; host < 3; host++)
        bench_row(single_case, 0, host, RD_NO_HOST, RD_CONTROL, items[host], 1);
    for (uint32_t host = 0; host < 3; host++)
        bench_row(single_case, 1, host, (host + 1) % 3, RD_CONTROL, 0, 1);
    for (uint32_t host = 1; host <= 3; host++)
        bench_row(single_case, 1, host % 3, host - 1, RD_CONTROL, 0, 1);
    for (uint32_t host = 0; host < 3; host++)
        bench_row(single_case, 2, host, RD_NO_HOST, RD_CONTROL, items[host], 1);
    bench_plan_takes(single_case, 7);
    bench_message_runs(single_case, 1, 0, 0, 4, 5);
    bench_message_runs(single_case, 0, 2, 0, 3, 4);
    bench_message_runs(single_case, 0, RD_NO_HOST, 1, 5, 7);
    bench_message_runs(single_case, 1, RD_NO_HOST, 1, 5, 6);
    bench_message_runs(single_case, 2, RD_NO_HOST, 1, 4, 7);
    bench_ends_with(single_case, LOADS(2, 1, 3)); /* nothing is consumed */
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);
}

/* Items 0 and 1 on host 0, item 2 on host 1. Both of host 0 have a neighbour on host 1: two words
 * an iteration; item 2 has both neighbours on host 0: one word. */
static struct single_case *open_stencil(void)
{
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 2, 3, LOADS(1, 0));
    single_case->test.load[1] = single_case->test.load[5] = 1;
    single_case->test.instance.flops_per_item = 1;
    single_case->test.instance.goal = RD_STENCIL;
    single_case->test.instance.stencil_iterations = 1;
    return single_case;
}

static void misses(const struct single_case *single_case, const char *message)
{
    assert_false(single_case->verdict.goal_reached);
    assert_string_equal(single_case->verdict.goal_message, message);
}

static void judge_trace(struct single_case *single_case)
{
    rd_referee_trace(&single_case->test.instance, &single_case->trace, true, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
}

static void stencil_words(void **state)
{
    (void)state;
    struct single_case *single_case = open_stencil();
    bench_row(single_case, 0, 0, 1, RD_CONTROL, 0, 1);
    bench_row(single_case, 1, 0, RD_NO_HOST, RD_CONTROL, 2, 1);
    bench_row(single_case, 1, 1, RD_NO_HOST, RD_CONTROL, 1, 1);
    bench_plan_takes(single_case, 2);
    misses(single_case, "host 0 sends host 1 1 words: 1 iterations of 2 are wanted");
    single_case->plan.transfer[0].messages = 2;
    bench_plan_takes(single_case, 3);
    misses(single_case, "host 1 sends host 0 0 words: 1 iterations of 1 are wanted");
    bench_close(single_case);
}

/* An iteration communicates, then computes: all at once, 2 s, no host has the values that it
 * needs; in two rounds 3 s, host 1 working from 2 s on. A second iteration's words are of the first
 * one's values; and no item may still be on its way. */
static void stencil_order(void **state)
{
    (void)state;
    struct single_case *single_case = open_stencil();
    bench_row(single_case, 0, 0, 1, RD_CONTROL, 0, 2);
    bench_row(single_case, 0, 1, 0, RD_CONTROL, 0, 1);
    bench_row(single_case, 0, 0, RD_NO_HOST, RD_CONTROL, 2, 1);
    bench_row(single_case, 0, 1, RD_NO_HOST, RD_CONTROL, 1, 1);
    bench_plan_takes(single_case, 2);
    misses(single_case, "round 0: host 0 computes in iteration 1 and has 0 of 1 words of host 1");
    single_case->plan.transfer[2].round = single_case->plan.transfer[3].round = 1;
    single_case->plan.round_count = 2;
    bench_plan_takes(single_case, 3);
    assert_true(single_case->verdict.goal_reached);
    judge_trace(single_case); /* words at 0, 0 and 1, work at 1 and 2 */
    assert_true(single_case->verdict.goal_reached);
    single_case->trace.transfer[4].start_s = 1;
    single_case->trace.transfer[4].end_s = 2;
    judge_trace(single_case);
    misses(single_case, "at 1 s: host 1 computes in iteration 1 and has 1 of 2 words of host 0");
    single_case->test.instance.stencil_iterations = 2;
    for (size_t i = 0; i < 4; i++)
        single_case->plan.transfer[i].messages *= 2;
    bench_plan_takes(single_case, 6);
    misses(single_case,
           "round 0: host 0 sends a word of iteration 2 and has not computed all of iteration 1");
    bench_close(single_case);

    single_case = open_stencil(); /* item 2 comes to host 0, which then has them all */
    bench_row(single_case, 0, 1, 0, 2, 1, 1);
    bench_row(single_case, 0, 0, RD_NO_HOST, RD_CONTROL, 3, 1);
    bench_plan_takes(single_case, 3);
    misses(single_case, "round 0: host 0 begins to iterate before its items have moved");
    single_case->plan.transfer[1].round = 1;
    single_case->plan.round_count = 2;
    bench_plan_takes(single_case, 4);
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);
}

/* Four items, three on host 0 of which item 1 has no neighbour elsewhere. Overlapping, host 0 may
 * compute it while words travel: words 0>1 2 s, 1>0 1 s; items take 3 s each: host 0 works from 0
 * to 3, then two more: 9 s; else from 1 s on: 10 s. Two items are too many to begin with. */
static void stencil_overlap(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 2, 4, LOADS(1, 0));
    for (int item = 1; item < 3; item++)
        single_case->test.load[item] = 1;
    single_case->test.load[4 + 3] = 1;
    single_case->test.instance.flops_per_item = 3;
    single_case->test.instance.goal = RD_STENCIL;
    single_case->test.instance.stencil_iterations = 1;
    bench_row(single_case, 0, 0, 1, RD_CONTROL, 0, 2);
    bench_row(single_case, 0, 1, 0, RD_CONTROL, 0, 1);
    bench_row(single_case, 0, 0, RD_NO_HOST, RD_CONTROL, 1, 1);
    bench_row(single_case, 1, 0, RD_NO_HOST, RD_CONTROL, 2, 1);
    bench_row(single_case, 1, 1, RD_NO_HOST, RD_CONTROL, 1, 1);
    bench_plan_takes(single_case, 9);
    misses(single_case, "round 0: host 0 computes in iteration 1 and has 0 of 1 words of host 1");
    single_case->test.instance.stencil_overlap = true;
    bench_plan_takes(single_case, 9);
    assert_true(single_case->verdict.goal_reached);
    single_case->plan.transfer[2].items = 2;
    single_case->plan.transfer[3].items = 1;
    bench_plan_takes(single_case, 9);
    misses(single_case, "round 0: host 0 computes in iteration 1 and has 0 of 1 words of host 1");
    bench_close(single_case);
}

/* switch.md: components gathered each on a host, D items a host, the canonical mapping: kind j on
 * host j. 3 hosts, one item of each other kind on each: every host sends 2 and receives 2; two
 * steps of a colouring (by 1, by 2) written in one round: 2 s. */
static void gathering(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 3, 3, LOADS(1, 1, 1));
    for (int i = 0; i < 9; i++)
        single_case->test.load[i] = 1;
    single_case->test.instance.goal = RD_GATHER;
    for (uint32_t by = 1; by <= 2; by++)
        for (uint32_t host = 0; host < 3; host++)
            bench_row(single_case, 0, host, (host + by) % 3, (int32_t)((host + by) % 3), 1, 1);
    bench_plan_takes(single_case, 2);
    assert_true(single_case->verdict.goal_reached);
    for (uint32_t host = 0; host < 3; host++)
        assert_int_equal(single_case->verdict.final[host * 3 + host], 3);
    bench_close(single_case);
}

/* Free order: what it holds and moves, no clock. */
static void free_order(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 3, 1, LOADS(4, 0, 0));
    single_case->plan.timing = RD_FREE_ORDER;
    bench_row(single_case, 0, 0, 1, 0, 1, 3);
    bench_row(single_case, 0, 1, 2, 0, 2, 1);
    rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                    &single_case->scratch, NULL, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_LEGAL);
    assert_true(isnan(single_case->verdict.makespan_s));
    bench_ends_with(single_case, LOADS(1, 1, 2));
    assert_int_equal(single_case->verdict.items_moved, 5);
    assert_int_equal(single_case->verdict.transfers, 4);
    bench_close(single_case);
}

/* Runs of 10^9 messages. 0>1 takes 2 s an item. Host 1 passes on in 1 s: each item as it comes, the
 * last at 2*10^9: one second more. In 3 s: back to back from 2 s on. With 5 items of its own to
 * send before: they leave at 0..4, and soon each waits for its item again. */
static void thousand_million_messages(void **state)
{
    (void)state;
    const int64_t many = 1000000000;
    static const struct {
        int64_t load;
        double cost_s, makespan_s;
    } cases[] = {
        {0, 1, 2e9 + 1},
        {0, 3, 2 + 3e9},
        {5, 1, 2e9 + 1},
        {5, 3, 3 * (1e9 + 5)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct single_case *single_case =
            bench_open(RD_RING, RD_ONE_WAY, 3, 1, LOADS(many, cases[i].load, 0));
        test_instance_set_cost(&single_case->test, 0, 1, 0, 2);
        test_instance_set_cost(&single_case->test, 1, 2, 0, cases[i].cost_s);
        bench_row(single_case, 0, 0, 1, 0, 1, many);
        bench_row(single_case, 0, 1, 2, 0, 1, many + cases[i].load);
        rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                        &single_case->scratch, NULL, &single_case->verdict);
        assert_int_equal(single_case->verdict.violation, RD_LEGAL);
        assert_true(fabs(single_case->verdict.makespan_s - cases[i].makespan_s) <= 1e-9 * 2e9);
        bench_ends_with(single_case, LOADS(0, 0, many + cases[i].load));
        bench_close(single_case);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_kinds),
        cmocka_unit_test(promises_in_order),
        cmocka_unit_test(control_words_and_knowledge),
        cmocka_unit_test(stencil_with_barriers),
        cmocka_unit_test(stencil_words),
        cmocka_unit_test(stencil_order),
        cmocka_unit_test(stencil_overlap),
        cmocka_unit_test(gathering),
        cmocka_unit_test(free_order),
        cmocka_unit_test(thousand_million_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
