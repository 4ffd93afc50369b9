/* Traces that lie, each in one thing, and the same trace without the lie. */
#include "tests/support/cmocka.h"

#include "single_case.h"

#include <math.h>
#include <string.h>

static struct single_case *everybody(enum rd_shape shape, uint32_t ports)
{
    struct single_case *single_case =
        bench_open(shape, RD_NO_DIRECTION, 5, 1, LOADS(5, 5, 5, 5, 5));
    test_instance_set_ports(&single_case->test, ports);
    return single_case;
}

/* Host 1 has what arrives at 1, not before; at the very date it may leave. */
static void sends_before_it_holds(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 0, 0));
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace(single_case, 1, 2, 1, 2, 1);
    bench_trace_takes(single_case, 2);
    bench_ends_with(single_case, LOADS(0, 0, 1));
    single_case->trace.transfer[1].start_s = 0.5;
    single_case->trace.transfer[1].end_s = 1.5;
    bench_trace_is_wrong(single_case, RD_VIOLATION_NOT_HELD, 1, 1, "host 1");
    bench_close(single_case);
    /* Two of one host at once, of one item, on all ports. */
    single_case = bench_ring(3, LOADS(1, 0, 0));
    test_instance_set_ports(&single_case->test, 0);
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace(single_case, 0, 1, 0, 2, 1);
    bench_trace_is_wrong(single_case, RD_VIOLATION_NOT_HELD, SIZE_MAX, 0, "host 0");
    bench_close(single_case);
}

/* An item never held, although another kind is plentiful. */
static void sends_what_it_never_holds(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(9, 9, 9));
    bench_trace(single_case, 0, 1, 0, 1, 1);
    single_case->trace.transfer[0].kind = 1;
    rd_referee_trace(&single_case->test.instance, &single_case->trace, true, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_true(single_case->verdict.violation == RD_VIOLATION_NOT_HELD ||
                single_case->verdict.violation == RD_VIOLATION_MORE_THAN_EVER_HELD);
    assert_int_equal(single_case->verdict.host, 0);
    single_case->trace.transfer[0].kind = 0;
    bench_trace_takes(single_case, 1);
    bench_close(single_case);
}

static void computes_what_it_does_not_hold(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 1, 0));
    single_case->test.instance.flops_per_item = 2;
    bench_trace(single_case, 0, 2, 1, RD_NO_HOST, 1);
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace(single_case, 2, 4, 1, RD_NO_HOST, 1);
    bench_trace_takes(single_case, 4);
    assert_int_equal(single_case->verdict.computed[1], 2);
    bench_trace(single_case, 4, 6, 1, RD_NO_HOST, 1); /* once too often */
    bench_trace_is_wrong(single_case, RD_VIOLATION_NOT_HELD, SIZE_MAX, 1, "host 1");
    /* A computation takes its items when it starts: none is left to send. */
    single_case->trace.transfer[3] = (struct rd_timed_transfer){3, 4, 1, 2, 0, 1};
    bench_trace_is_wrong(single_case, RD_VIOLATION_NOT_HELD, SIZE_MAX, 1, "host 1");
    bench_close(single_case);
}

/* 0>1 takes 3 s an item, after 1 s of latency: 7 s for two, whatever the trace says. */
static void lies_about_a_duration(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(2, 0, 0));
    test_instance_set_cost(&single_case->test, 0, 1, 1, 3);
    bench_trace(single_case, 5, 12, 0, 1, 2);
    bench_trace_takes(single_case, 12);
    single_case->trace.transfer[0].end_s = 11.9;
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, RD_NO_HOST, "");
    single_case->trace.transfer[0].end_s = 12.0000001;
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, RD_NO_HOST, "");
    single_case->trace.transfer[0].end_s = 12.000000001; /* within 1e-9 of the makespan */
    bench_trace_takes(single_case, 12.000000001);
    /* Another network model: durations are its own; the rest is judged all the same. */
    single_case->trace.transfer[0].end_s = 30;
    rd_referee_trace(&single_case->test.instance, &single_case->trace, false, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_LEGAL);
    assert_true(single_case->verdict.makespan_s == 30);
    bench_trace(single_case, 6, 9, 0, 2, 1);
    rd_referee_trace(&single_case->test.instance, &single_case->trace, false, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_int_not_equal(single_case->verdict.violation, RD_LEGAL);
    bench_close(single_case);
    /* A processor's: w = 2. */
    single_case = bench_ring(3, LOADS(2, 0, 0));
    single_case->test.instance.flops_per_item = 2;
    bench_trace(single_case, 0, 3, 0, RD_NO_HOST, 2);
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, RD_NO_HOST, "");
    single_case->trace.transfer[0].end_s = 4;
    bench_trace_takes(single_case, 4);
    bench_close(single_case);
}

/* Dates that are none. */
/* Where others may be on the wire, a message may last longer, never shorter, and only there. */
static void may_be_slowed_where_links_are_shared(void **state)
{
    (void)state;
    uint8_t may_slow[6] = {0};
    struct single_case *single_case = bench_ring(3, LOADS(2, 1, 0));
    uint64_t link = rd_link_between(&single_case->test.instance.topology, 0, 1);
    bench_trace(single_case, 0, 1.5, 0, 1, 1);
    bench_trace(single_case, 0, 1, 1, 2, 1);
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, 0, "it takes 1 s");
    single_case->test.instance.may_slow = may_slow;
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, 0, "it takes 1 s");
    may_slow[link] = 1;
    bench_trace_takes(single_case, 1.5);
    single_case->trace.transfer[1].end_s = 1.5;
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 1, 1, "it takes 1 s");
    single_case->trace.transfer[1].end_s = 1;
    single_case->trace.transfer[0].end_s = 0.5;
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, 0, "it takes 1 s");
    bench_close(single_case);
}

/* Six hosts behind a switch, whose messages take 1 s an item, over one cable that carries as much
 * as `width` of them; a message may be slowed. */
static struct single_case *on_a_cable(double width, uint8_t may_slow[36])
{
    struct single_case *single_case =
        bench_open(RD_SWITCH, RD_NO_DIRECTION, 6, 1, LOADS(20, 0, 20, 0, 20, 0));
    test_instance_share(&single_case->test, &single_case->arena, width);
    memset(may_slow, 1, 36);
    single_case->test.instance.may_slow = may_slow;
    return single_case;
}

/* Whole messages, 0>1 and 2>3, with these dates. */
static void set_dates(struct single_case *single_case, double start_s, double end_s,
                      double other_start_s, double other_end_s)
{
    struct rd_timed_transfer *row = single_case->trace.transfer;
    row[0].start_s = start_s;
    row[0].end_s = end_s;
    row[1].start_s = other_start_s;
    row[1].end_s = other_end_s;
}

/* Ten items and ten items over a cable as wide as a message: 20 s of it. Within 19 they do not go,
 * at full rate or slowed; shared fairly both end at 20. */
static void asks_too_much_of_a_shared_link(void **state)
{
    (void)state;
    uint8_t may_slow[36];
    struct single_case *single_case = on_a_cable(1, may_slow);
    bench_trace(single_case, 0, 10, 0, 1, 10);
    bench_trace(single_case, 0, 10, 2, 3, 10);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2,
                         "transfer 1: host 2 sends to host 3 besides transfer 0, host 0 to host 1: "
                         "from 0 s to 10 s messages take 2 times what the shared link '0' carries");
    set_dates(single_case, 9, 19, 0, 10);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 0, 0,
                         "from 9 s to 10 s messages take 2 times what");
    set_dates(single_case, 0, 16, 0, 16);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2,
                         "from 0 s to 16 s messages take 1.25 times what");
    set_dates(single_case, 0, 16, 3, 13); /* inside the other's time, and at full rate */
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 0, 0,
                         "besides transfer 1, host 2 to host 3: from 0 s to 16 s messages take "
                         "1.25 times what");
    set_dates(single_case, 0, 20, 0, 20);
    bench_trace_takes(single_case, 20);
    set_dates(single_case, 0, 20, 3, 13); /* the other one waits meanwhile */
    bench_trace_takes(single_case, 20);
    set_dates(single_case, 10, 20, 0, 10);
    bench_trace_takes(single_case, 20);
    bench_close(single_case);
}

/* One item and two, shared fairly: 2 s at half the rate, and the second item alone. On the mean the
 * cable seems to carry 1/2 and 2/3 at a time, and does not. */
static void shares_a_link_fairly(void **state)
{
    (void)state;
    uint8_t may_slow[36];
    struct single_case *single_case = on_a_cable(1, may_slow);
    bench_trace(single_case, 0, 2, 0, 1, 1);
    bench_trace(single_case, 0, 3, 2, 3, 2);
    bench_trace_takes(single_case, 3);
    single_case->trace.transfer[1].end_s = 2.9;
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2,
                         "from 0 s to 2.9 s messages take 1.034 times what");
    bench_close(single_case);
}

/* A cable as wide as one message and a half: from 9 to 10 s two are too much, although in 19 s it
 * carries 28.5 items. A cable as wide as two carries both, and a word of no bytes besides. Three
 * that ask for a third each, in decimals, fit. */
static void asks_too_much_at_a_date(void **state)
{
    (void)state;
    uint8_t may_slow[36];
    struct single_case *single_case = on_a_cable(1.5, may_slow);
    bench_trace(single_case, 0, 10, 0, 1, 10);
    bench_trace(single_case, 9, 19, 2, 3, 10);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2,
                         "from 9 s to 10 s messages take 1.333 times what");
    test_instance_share(&single_case->test, &single_case->arena, 2);
    bench_trace_takes(single_case, 19);
    bench_trace(single_case, 9, 9, 4, 5, 0);
    single_case->trace.transfer[2].kind = RD_CONTROL;
    single_case->test.instance.word_bytes = 0;
    bench_trace_takes(single_case, 19);
    bench_close(single_case);

    single_case = on_a_cable(0.3, may_slow);
    for (uint32_t from = 0; from < 6; from += 2) {
        test_instance_set_cost(&single_case->test, from, from + 1, 0, 10);
        bench_trace(single_case, 0, 10, from, from + 1, 1);
    }
    bench_trace_takes(single_case, 10);
    test_instance_share(&single_case->test, &single_case->arena, 0.299);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 2, 4, "messages take 1.003 times what");
    bench_close(single_case);
}

/* While its latency passes a message takes nothing: 1 s of latency and 1 of bytes, one in [1, 2],
 * the other behind it; half a second earlier they meet. A route that crosses the cable twice takes
 * two of its parts. */
static void takes_a_shared_link_behind_its_latency(void **state)
{
    (void)state;
    uint8_t may_slow[36];
    struct single_case *single_case = on_a_cable(1, may_slow);
    test_instance_set_cost(&single_case->test, 0, 1, 1, 1);
    test_instance_set_cost(&single_case->test, 2, 3, 1, 1);
    bench_trace(single_case, 0, 2, 0, 1, 1);
    bench_trace(single_case, 1, 3, 2, 3, 1);
    bench_trace_takes(single_case, 3);
    set_dates(single_case, 0, 2, 0.5, 2.5);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2, "from 1.5 s to 2 s messages take 2");
    bench_close(single_case);

    single_case = on_a_cable(1, may_slow);
    struct rd_shared_use *use = test_instance_share(&single_case->test, &single_case->arena, 2);
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace(single_case, 0, 1, 2, 3, 1);
    bench_trace_takes(single_case, 1);
    use[rd_link_between(&single_case->test.instance.topology, 0, 1)].times = 2;
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2, "messages take 1.5 times what");
    set_dates(single_case, 0, 1.4, 0, 1.4); /* slowed, and the bytes of an item and a half */
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 2, "messages take 1.071 times what");
    set_dates(single_case, 0, 1.5, 0, 1.5);
    bench_trace_takes(single_case, 1.5);
    bench_close(single_case);
}

static enum rd_violation judge_rounded(struct single_case *single_case, double tolerance_s)
{
    rd_referee_rounded_trace(&single_case->test.instance, &single_case->trace, true, tolerance_s,
                             &single_case->arena, &single_case->scratch, &single_case->verdict);
    return single_case->verdict.violation;
}

/* Items of 0.4004 s one after the other, in milliseconds: 0.4, 0.801 and 1.201. Twice that much at
 * a time is too much for the cable whatever the rounding, or as much as half. */
static void is_rounded(void **state)
{
    (void)state;
    uint8_t may_slow[36];
    struct single_case *single_case = on_a_cable(1 / 0.4004, may_slow);
    for (uint32_t i = 0; i < 3; i++) {
        static const double end_s[] = {0, 0.4, 0.801, 1.201};
        test_instance_set_cost(&single_case->test, 2 * i, 2 * i + 1, 0, 0.4004);
        bench_trace(single_case, end_s[i], end_s[i + 1], 2 * i, 2 * i + 1, 1);
    }
    assert_int_equal(judge_rounded(single_case, 0), RD_VIOLATION_TIME);
    assert_int_equal(judge_rounded(single_case, 0.0003), RD_VIOLATION_TIME);
    assert_int_equal(judge_rounded(single_case, 0.001), RD_LEGAL);
    single_case->trace.transfer[1].start_s = 0.399; /* it and the one before: 0.8008 s in 0.8 */
    single_case->trace.transfer[1].end_s = 0.8;
    assert_int_equal(judge_rounded(single_case, 0.0007), RD_VIOLATION_PORT);
    assert_int_equal(judge_rounded(single_case, 0.001), RD_LEGAL);
    single_case->trace.transfer[1].start_s = 0;
    single_case->trace.transfer[1].end_s = 0.4;
    assert_int_equal(judge_rounded(single_case, 0.001), RD_VIOLATION_PORT);
    assert_int_equal(judge_rounded(single_case, 0.3), RD_VIOLATION_PORT);
    assert_int_equal(judge_rounded(single_case, 0.5), RD_LEGAL);
    bench_close(single_case);
}

static void has_impossible_dates(void **state)
{
    (void)state;
    static const double dates[][2] = {
        {-1, 0},       {3, 2}, {NAN, 1}, {0, NAN}, {NAN, NAN}, {0, INFINITY}, {INFINITY, INFINITY},
        {-INFINITY, 1}};
    for (int exact = 0; exact <= 1; exact++)
        for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
            struct single_case *single_case = bench_ring(3, LOADS(2, 0, 0));
            bench_trace(single_case, 0, 1, 0, 1, 1);
            bench_trace(single_case, dates[i][0], dates[i][1], 0, 2, 1);
            rd_referee_trace(&single_case->test.instance, &single_case->trace, exact == 1,
                             &single_case->arena, &single_case->scratch, &single_case->verdict);
            if (single_case->verdict.violation == RD_LEGAL)
                fail_msg("from %g to %g s passes", dates[i][0], dates[i][1]);
            bench_close(single_case);
        }
}

/* Two messages of one port overlap: one of them is moved to 0.5; back to back they are legal. */
static void overlaps_at_a_port(void **state)
{
    (void)state;
    for (int receive = 0; receive <= 1; receive++) {
        struct single_case *single_case = everybody(RD_SWITCH, 1);
        bench_trace(single_case, 0, 1, 1, 0, 1);
        bench_trace(single_case, 1, 2, receive ? 2 : 1, receive ? 0 : 2, 1);
        bench_trace_takes(single_case, 2);
        single_case->trace.transfer[1].start_s = 0.5;
        single_case->trace.transfer[1].end_s = 1.5;
        bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, receive ? 0 : 1,
                             receive ? "host 0" : "host 1");
        bench_close(single_case);
    }
    /* One sent while one is received is what a port is for. */
    struct single_case *single_case = everybody(RD_SWITCH, 1);
    bench_trace(single_case, 0, 1, 1, 0, 1);
    bench_trace(single_case, 0.5, 1.5, 0, 1, 1);
    bench_trace_takes(single_case, 1.5);
    bench_close(single_case);
}

static void overlaps_more_than_k_deep(void **state)
{
    (void)state;
    for (uint32_t ports = 2; ports <= 3; ports++)
        for (int receive = 0; receive <= 1; receive++) {
            struct single_case *single_case = everybody(RD_SWITCH, ports);
            for (uint32_t i = 0; i < ports; i++)
                bench_trace(single_case, 0.25 * i, 0.25 * i + 1, receive ? 1 + i : 0,
                            receive ? 0 : 1 + i, 1);
            bench_trace_takes(single_case, 0.25 * (ports - 1) + 1);
            bench_trace(single_case, 0.9, 1.9, receive ? 4 : 0, receive ? 0 : 4, 1);
            bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, ports, 0, "host 0");
            /* Once the first has ended there is room. */
            single_case->trace.transfer[ports].start_s = 1;
            single_case->trace.transfer[ports].end_s = 2;
            bench_trace_takes(single_case, 2);
            bench_close(single_case);
        }
}

/* One message a directed link, however many ports. */
static void overlaps_on_a_link(void **state)
{
    (void)state;
    for (uint32_t ports = 0; ports <= 2; ports += 2) {
        struct single_case *single_case = everybody(RD_SWITCH, ports);
        bench_trace(single_case, 0, 1, 3, 2, 1);
        bench_trace(single_case, 0.5, 1.5, 3, 2, 1);
        bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, RD_NO_HOST, "");
        single_case->trace.transfer[1].from = 2; /* the other way */
        single_case->trace.transfer[1].to = 3;
        bench_trace_takes(single_case, 1.5);
        bench_close(single_case);
    }
}

static void overlaps_on_a_bus(void **state)
{
    (void)state;
    struct single_case *single_case = everybody(RD_BUS, 0);
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace(single_case, 1, 2, 2, 3, 1);
    bench_trace_takes(single_case, 2);
    single_case->trace.transfer[1].start_s = 0.5;
    single_case->trace.transfer[1].end_s = 1.5;
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, RD_NO_HOST, "");
    bench_close(single_case);
}

static void overlaps_at_a_processor(void **state)
{
    (void)state;
    struct single_case *single_case = everybody(RD_SWITCH, 0);
    single_case->test.instance.flops_per_item = 1;
    bench_trace(single_case, 0, 1, 2, RD_NO_HOST, 1);
    bench_trace(single_case, 0, 1, 3, RD_NO_HOST, 1);
    bench_trace(single_case, 0, 1, 2, 3, 1);
    bench_trace_takes(single_case, 1);
    bench_trace(single_case, 0.5, 1.5, 2, RD_NO_HOST, 1);
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 3, 2, "host 2");
    single_case->trace.transfer[3].kind = RD_CONTROL; /* plain work occupies it too */
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 3, 2, "host 2");
    bench_close(single_case);
}

/* A word occupies a port, holds nothing, and lasts what word_bytes last. */
static void lies_about_words(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(0, 0, 1));
    single_case->test.instance.word_bytes = 0.5;
    bench_trace(single_case, 0, 0.5, 0, 1, 0);
    single_case->trace.transfer[0].kind = RD_CONTROL;
    bench_trace(single_case, 0.5, 1.5, 2, 1, 1);
    bench_trace_takes(single_case, 1.5);
    assert_int_equal(single_case->verdict.transfers, 2);
    assert_int_equal(single_case->verdict.items_moved, 1);
    single_case->trace.transfer[1].start_s = 0.25;
    single_case->trace.transfer[1].end_s = 1.25;
    bench_trace_is_wrong(single_case, RD_VIOLATION_PORT, 1, 1, "host 1");
    single_case->trace.transfer_count = 1;
    single_case->trace.transfer[0].end_s = 1;
    bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, RD_NO_HOST, "");
    bench_close(single_case);
}

static void means_nothing(void **state)
{
    (void)state;
    static const struct rd_timed_transfer rows[] = {
        {0, 1, 3, 0, 0, 1},  {0, 1, 0, 3, 0, 1},         {0, 1, UINT32_MAX, 0, 0, 1},
        {0, 1, 0, 1, 1, 1},  {0, 1, 0, 1, -2, 1},        {0, 1, 0, 1, INT32_MAX, 1},
        {0, 1, 0, 1, 0, -1}, {0, 1, 0, 1, 0, INT64_MIN}, {0, 1, 9, RD_NO_HOST, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct single_case *single_case = bench_ring(3, LOADS(5, 5, 5));
        single_case->test.instance.flops_per_item = 1;
        bench_trace(single_case, 0, 1, 1, 2, 1);
        rd_trace_add(&single_case->trace, &single_case->arena, rows[i]);
        bench_trace_is_wrong(single_case, RD_VIOLATION_TRANSFER, 1, RD_NO_HOST, "transfer 1");
        bench_close(single_case);
    }
    struct single_case *single_case = bench_open(RD_RING, RD_ONE_WAY, 4, 1, LOADS(5, 5, 5, 5));
    bench_trace(single_case, 0, 1, 1, 0, 1);
    bench_trace_is_wrong(single_case, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(single_case);
}

/* Lost on the way: the trace is legal, the goal is missed, and the host that lacks it is named. */
static void loses_an_item(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(3, 0, 0));
    test_instance_reach(&single_case->test, LOADS(3, 0, 0), LOADS(1, 1, 1));
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace(single_case, 1, 2, 0, 2, 1);
    bench_trace_takes(single_case, 2);
    assert_true(single_case->verdict.goal_reached);
    single_case->trace.transfer_count = 1;
    bench_trace_takes(single_case, 1);
    assert_false(single_case->verdict.goal_reached);
    assert_string_not_equal(single_case->verdict.goal_message, "");
    bench_close(single_case);
}

/* The order of the rows in a file does not matter, and amounts do not wrap. */
static void needs_no_order_and_does_not_wrap(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 0, 0));
    bench_trace(single_case, 1, 2, 1, 2, 1);
    bench_trace(single_case, 0, 1, 0, 1, 1);
    bench_trace_takes(single_case, 2);
    bench_close(single_case);
    single_case = bench_ring(3, LOADS(1, 0, 0));
    single_case->test.instance.item_bytes = 0;
    for (int64_t i = 0; i < 4; i++) /* four times 2^62 is 0 */
        bench_trace(single_case, 0, 0, 0, 1, INT64_C(1) << 62);
    rd_referee_trace(&single_case->test.instance, &single_case->trace, false, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_int_not_equal(single_case->verdict.violation, RD_LEGAL);
    bench_close(single_case);
}

/* Packets, a row each from origin to destination: the planned clock is a legal trace; a second
 * origination at a date, or a block that lacks a dimension, is not. */
static void lies_about_packets(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(8, LOADS(3, 1, 0, 0, 0, 0, 0, 0));
    for (uint32_t round = 0; round < 3; round++)
        bench_packet(single_case, round, 0, 7, 0, 2);
    bench_plan_takes(single_case, 5);
    bench_trace_takes(single_case, 5);
    bench_ends_with(single_case, LOADS(0, 1, 0, 0, 0, 0, 0, 3));
    struct rd_timed_transfer *last = &single_case->trace.transfer[2];
    last->start_s = 1, last->end_s = 4; /* with the second */
    bench_trace_is_wrong(single_case, RD_VIOLATION_PACKET, SIZE_MAX, 0, "host 0");
    last->start_s = 2, last->end_s = 5;
    single_case->trace.block[2] = (struct rd_dimension_range){0, 1};
    bench_trace_is_wrong(single_case, RD_VIOLATION_PACKET, 2, RD_NO_HOST, "transfer 2");
    bench_close(single_case);
}

/* Links of 1 s and 2 s, in whichever order: 3 s for both at least; rounds may be longer. */
static void hurries_a_packet(void **state)
{
    (void)state;
    for (uint32_t dear = 0; dear < 2; dear++) {
        struct single_case *single_case = bench_cube(4, LOADS(1, 0, 0, 0));
        test_instance_set_cost(&single_case->test, dear, dear ? 3 : 1, 0, 2);
        bench_packet(single_case, 0, 0, 3, 0, 1);
        bench_plan_takes(single_case, 3);
        bench_trace_takes(single_case, 3);
        single_case->trace.transfer[0].end_s = 4;
        bench_trace_takes(single_case, 4);
        single_case->trace.transfer[0].end_s = 2.9;
        bench_trace_is_wrong(single_case, RD_VIOLATION_TIME, 0, 0, "for 2.9 s: it takes 3 s");
        bench_close(single_case);
    }
}

/* 0 > 1 > 3 > 7 over links of 1, 5 and 1 s, from 0 on, and a packet of one hop over the second link
 * from `start_s` on. */
static struct single_case *beside_a_slow_packet(double end_s, double start_s)
{
    struct single_case *single_case = bench_cube(8, LOADS(1, 1, 0, 0, 0, 0, 0, 0));
    test_instance_set_cost(&single_case->test, 1, 3, 0, 5);
    bench_packet(single_case, 0, 0, 7, 0, 2);
    bench_packet(single_case, 1, 1, 3, 1, 1);
    single_case->plan.transfer_count = 1;
    bench_plan_takes(single_case, 7);
    single_case->trace.transfer[0].end_s = end_s;
    rd_trace_add_packet(&single_case->trace, &single_case->arena,
                        (struct rd_timed_transfer){start_s, start_s + 5, 1, 3, 0, 1},
                        (struct rd_dimension_range){1, 1});
    return single_case;
}

/* In 7 s the packet is on its second link in [1, 6]; in 9 s in [3, 6] at least; in 13 s at any 5 s
 * of [1, 12]. */
static void takes_links_while_that_is_certain(void **state)
{
    (void)state;
    static const struct {
        double end_s, start_s;
        bool legal;
    } row[] = {{7, 0.5, false}, {7, 5.9, false},    {7, 6, true},     {9, 0, false},
               {9, 5.9, false}, {9, 6, true},       {13, 0.5, true},  {13, 3, true},
               {9, 2, false},   {11.4, 0.5, false}, {11.5, 0.5, true}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct single_case *single_case = beside_a_slow_packet(row[i].end_s, row[i].start_s);
        if (row[i].legal)
            bench_trace_takes(single_case, fmax(row[i].end_s, row[i].start_s + 5));
        else
            bench_trace_is_wrong(single_case, RD_VIOLATION_PACKET, SIZE_MAX, 1,
                                 "sends to host 3 twice at a time");
        bench_close(single_case);
    }
}

/* Equal links of 1 s, unequal messages: 0 > 1 > 3 with 1 item, and 3 items 0 > 1 in its 2nd round,
 * which therefore lasts 3 s. */
static void waits_for_longer_messages(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(4, LOADS(4, 0, 0, 0));
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 1, 0, 1, 0, 0);
    single_case->plan.transfer[1].items = 3;
    bench_plan_takes(single_case, 4);
    bench_trace_takes(single_case, 4);
    single_case->trace.transfer[1].start_s = 0.5;
    single_case->trace.transfer[1].end_s = 3.5;
    bench_trace_is_wrong(single_case, RD_VIOLATION_PACKET, 1, 0, "originates twice at a time");
    bench_close(single_case);
}

/* Two packets from 0, the second leaving when the first is at its second hop. Played by another
 * model, or as bandwidths vary, the hops last 1 s and 5 s, then 5 s and 2 s: nothing in the trace
 * says so, and nobody is to be blamed for equal parts. One hop is still one message at a port. */
static void leaves_unsaid_when_a_packet_hops(void **state)
{
    (void)state;
    struct single_case *single_case = bench_cube(4, LOADS(3, 0, 0, 0));
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 1, 0, 3, 0, 1);
    bench_plan_takes(single_case, 3);
    struct rd_timed_transfer *first = &single_case->trace.transfer[0],
                             *second = &single_case->trace.transfer[1];
    first->start_s = 0, first->end_s = 6;
    second->start_s = 1, second->end_s = 8;
    bench_trace_is_wrong(single_case, RD_VIOLATION_PACKET, 1, 0, "originates twice at a time");
    rd_referee_trace(&single_case->test.instance, &single_case->trace, false, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_LEGAL);
    assert_true(single_case->verdict.makespan_s == 8);
    bench_ends_with(single_case, LOADS(1, 0, 0, 2));
    /* What has not arrived cannot leave. */
    rd_trace_add_packet(&single_case->trace, &single_case->arena,
                        (struct rd_timed_transfer){5, 9, 3, 0, 0, 1},
                        (struct rd_dimension_range){0, 1});
    rd_referee_trace(&single_case->test.instance, &single_case->trace, false, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_VIOLATION_NOT_HELD);
    /* 0>1 in one hop, twice at a time. */
    single_case->trace.transfer_count = 2;
    for (size_t i = 0; i < 2; i++) {
        single_case->trace.transfer[i].to = 1;
        single_case->trace.block[i] = (struct rd_dimension_range){0, 0};
    }
    rd_referee_trace(&single_case->test.instance, &single_case->trace, false, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_VIOLATION_PACKET);
    bench_close(single_case);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_before_it_holds),
        cmocka_unit_test(sends_what_it_never_holds),
        cmocka_unit_test(computes_what_it_does_not_hold),
        cmocka_unit_test(lies_about_a_duration),
        cmocka_unit_test(may_be_slowed_where_links_are_shared),
        cmocka_unit_test(asks_too_much_of_a_shared_link),
        cmocka_unit_test(shares_a_link_fairly),
        cmocka_unit_test(asks_too_much_at_a_date),
        cmocka_unit_test(takes_a_shared_link_behind_its_latency),
        cmocka_unit_test(is_rounded),
        cmocka_unit_test(has_impossible_dates),
        cmocka_unit_test(overlaps_at_a_port),
        cmocka_unit_test(overlaps_more_than_k_deep),
        cmocka_unit_test(overlaps_on_a_link),
        cmocka_unit_test(overlaps_on_a_bus),
        cmocka_unit_test(overlaps_at_a_processor),
        cmocka_unit_test(lies_about_words),
        cmocka_unit_test(means_nothing),
        cmocka_unit_test(loses_an_item),
        cmocka_unit_test(needs_no_order_and_does_not_wrap),
        cmocka_unit_test(lies_about_packets),
        cmocka_unit_test(hurries_a_packet),
        cmocka_unit_test(takes_links_while_that_is_certain),
        cmocka_unit_test(waits_for_longer_messages),
        cmocka_unit_test(leaves_unsaid_when_a_packet_hops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
