/* Plans and traces of named kinds, by hand: who has which item when, what is legal, what is said of
 * what is not. docs/model.md, "Copies". */
#include "tests/support/cmocka.h"

#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"

#include <math.h>
#include <string.h>

/* A switch of four hosts, 1 s an item, one port; W has 3 items, which host 0 holds and the others
 * want. */
struct fixture {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_copies copies;
    struct rd_plan plan;
    struct rd_trace trace;
    struct rd_verdict verdict;
};

static const char *const names[] = {"W"};
static const uint32_t piece[] = {0, 1}, first[] = {0, 1}, wanted_first[] = {0, 3};
static const uint32_t held[] = {0}, wanted[] = {1, 2, 3};
static const int64_t first_item[] = {0}, items[] = {3};

static void open_on(struct fixture *of, struct rd_topology topology)
{
    of->test = test_instance_on(&of->arena, topology, 1);
    of->copies = (struct rd_copies){.count = 1,
                                    .name = names,
                                    .piece_count = 1,
                                    .piece = piece,
                                    .first_item = first_item,
                                    .items = items,
                                    .held_first = first,
                                    .held = held,
                                    .wanted_first = wanted_first,
                                    .wanted = wanted};
    of->test.instance.goal = RD_COPIES;
    of->test.instance.target = of->test.target;
    of->test.instance.copies = &of->copies;
    of->plan = (struct rd_plan){.timing = RD_SELF_TIMED};
    struct rd_error error;
    assert_true(rd_instance_check(&of->test.instance, &error));
}

static void open_fixture(struct fixture *of)
{
    rd_arena_open(&of->arena, 0);
    rd_arena_open(&of->scratch, 0);
    struct test_instance on = test_instance_make(&of->arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    open_on(of, on.instance.topology);
}

static void close_fixture(struct fixture *of)
{
    rd_arena_close(&of->arena);
    rd_arena_close(&of->scratch);
}

/* `messages` messages of `size` items of W each, from item `at` on. */
static void move(struct fixture *of, uint32_t from, uint32_t to, int64_t at, int64_t size,
                 int64_t messages)
{
    struct rd_transfer transfer = {.round = of->plan.round_count > 0 ? of->plan.round_count - 1 : 0,
                                   .from = from,
                                   .to = to,
                                   .items = size,
                                   .messages = messages};
    rd_plan_add_copies(&of->plan, &of->arena, transfer, at);
}

static void judge(struct fixture *of)
{
    of->trace = (struct rd_trace){0};
    rd_referee_plan(&of->test.instance, &of->plan, &of->arena, &of->scratch, &of->trace,
                    &of->verdict);
}

static void check_time(struct fixture *of, double makespan_s)
{
    judge(of);
    if (of->verdict.violation != RD_LEGAL)
        fail_msg("%s", of->verdict.message);
    assert_true(of->verdict.goal_reached);
    assert_true(of->verdict.makespan_s == makespan_s);
}

/* Judges the plan, and refuses it in these words. */
static void check_refused(struct fixture *of, enum rd_violation violation, const char *message)
{
    judge(of);
    assert_int_equal(of->verdict.violation, violation);
    assert_string_equal(of->verdict.message, message);
    close_fixture(of);
}

/* 3 items to 3 hosts take 3 - 1 + 2 s (Bar-Noy and Kipnis). In seconds: 0>1 0; 0>2 1, 1>3 0; 0>3 2,
 * 2>1 1, 1>2 0 wait: 1 sends item 0 to 2 in the third. */
static void send_in_four_seconds(struct fixture *of)
{
    move(of, 0, 1, 0, 1, 1); /* [0, 1] */
    move(of, 0, 2, 1, 1, 1); /* [1, 2] */
    move(of, 1, 3, 0, 1, 1); /* [1, 2] */
    move(of, 0, 3, 2, 1, 1); /* [2, 3] */
    move(of, 2, 1, 1, 1, 1); /* [2, 3] */
    move(of, 1, 2, 0, 1, 1); /* [2, 3] */
    move(of, 0, 1, 2, 1, 1); /* [3, 4] */
    move(of, 3, 2, 2, 1, 1); /* [3, 4] */
    move(of, 1, 3, 1, 1, 1); /* [3, 4] */
}

static void test_broadcast(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    send_in_four_seconds(&of);
    check_time(&of, 4);
    assert_int_equal(of.verdict.items_moved, 9);
    assert_int_equal(of.verdict.useless, 0);
    assert_int_equal(of.verdict.most_held, 3);
    for (uint32_t host = 0; host < 4; host++)
        assert_int_equal(of.verdict.final[host], 3);
    /* Its trace is legal, says the same, and is a plan again. */
    struct rd_verdict verdict;
    assert_int_equal(of.trace.transfer_count, 9);
    rd_referee_trace(&of.test.instance, &of.trace, true, &of.arena, &of.scratch, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached);
    rd_plan_of_trace(&of.trace, &of.arena, &of.plan);
    check_time(&of, 4);
    close_fixture(&of);
}

/* A one-way ring passes 10^9 items on, one row a hop: the last ends d + n - 2 s after the first
 * starts. With 2 items a message behind: two must have come for each, at 2, 4, ... */
static void test_pipeline(void **state)
{
    (void)state;
    static const int64_t many[] = {1000000000};
    struct fixture of;
    rd_arena_open(&of.arena, 0);
    rd_arena_open(&of.scratch, 0);
    struct test_instance ring = test_instance_make(&of.arena, RD_RING, RD_ONE_WAY, 4, 1);
    open_on(&of, ring.instance.topology);
    of.copies.items = many;
    for (uint32_t hop = 0; hop < 3; hop++)
        rd_plan_add_copies(
            &of.plan, &of.arena,
            (struct rd_transfer){.from = hop, .to = hop + 1, .items = 1, .messages = many[0]}, 0);
    rd_referee_plan(&of.test.instance, &of.plan, &of.arena, &of.scratch, NULL, &of.verdict);
    assert_int_equal(of.verdict.violation, RD_LEGAL);
    assert_true(of.verdict.goal_reached && of.verdict.makespan_s == 1e9 + 2);
    static const int64_t few[] = {1000};
    of.copies.items = few;
    for (uint32_t hop = 0; hop < 3; hop++)
        of.plan.transfer[hop].messages = few[0];
    of.plan.transfer[1].items = 2;
    of.plan.transfer[1].messages = few[0] / 2;
    /* 1>2: [2, 4], [4, 6], ...; 2>3 has its items at 4, 4, 6, 6, ...: the last two leave at 1002.
     */
    check_time(&of, 1004);
    close_fixture(&of);
}

/* One message of all three items waits for the latest of them, and one that spans two sources for
 * both: host 1 has item 0 at 1 and item 1 from host 2 at 2. */
static void test_parts_of_messages(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    test_instance_set_ports(&of.test, 0);
    move(&of, 0, 1, 0, 1, 1); /* [0, 1] */
    move(&of, 0, 2, 1, 2, 1); /* [0, 2] */
    move(&of, 2, 1, 1, 2, 1); /* [2, 4] */
    move(&of, 1, 3, 0, 2, 1); /* [4, 6]: item 1 comes at 4 */
    move(&of, 1, 3, 2, 1, 1); /* [6, 7] */
    move(&of, 1, 2, 0, 1, 1); /* [1, 2] */
    check_time(&of, 7);
    close_fixture(&of);
}

/* The first listed message counts, though a later one comes sooner. Host 1 gets item 0 by way of
 * host 2, at 2 + 1, and from host 0 at 1 on its other port; it sends it on at 3. */
static void test_twice(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    test_instance_set_ports(&of.test, 0);
    test_instance_set_cost(&of.test, 0, 2, 0, 2);
    of.test.instance.costs_equal = false;
    move(&of, 0, 2, 0, 1, 1); /* [0, 2] */
    move(&of, 2, 1, 0, 1, 1); /* [2, 3] */
    move(&of, 0, 1, 0, 1, 1); /* [0, 1], useless */
    move(&of, 1, 3, 0, 1, 1); /* [3, 4] */
    judge(&of);
    assert_int_equal(of.verdict.violation, RD_LEGAL);
    assert_true(of.verdict.makespan_s == 4);
    assert_int_equal(of.verdict.useless, 1);
    assert_false(of.verdict.goal_reached);
    assert_string_equal(of.verdict.goal_message, "host 1 lacks item 1 of W");
    /* In a trace any copy will do: it leaves at 1. */
    size_t last = of.trace.transfer_count - 1;
    assert_true(of.trace.transfer[last].start_s == 3 && of.trace.transfer[last].from == 1);
    of.trace.transfer[last].start_s = 1;
    of.trace.transfer[last].end_s = 2;
    struct rd_verdict verdict;
    rd_referee_trace(&of.test.instance, &of.trace, true, &of.arena, &of.scratch, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_int_equal(verdict.useless, 1);
    of.trace.transfer[last].start_s = 0.5;
    of.trace.transfer[last].end_s = 1.5;
    rd_referee_trace(&of.test.instance, &of.trace, true, &of.arena, &of.scratch, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_NOT_HELD);
    assert_string_equal(verdict.message,
                        "transfer 3: at 0.5 s host 1 sends item 0 of W and does not hold it");
    close_fixture(&of);
}

static void test_order(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    move(&of, 0, 1, 0, 1, 2);
    move(&of, 1, 2, 1, 2, 1);
    move(&of, 0, 1, 2, 1, 1);
    check_refused(&of, RD_VIOLATION_ORDER,
                  "transfer 1: host 1 sends item 2 of W and does not hold it after the transfers "
                  "before it: transfer 2 brings it and must come first");
    open_fixture(&of);
    move(&of, 0, 1, 0, 1, 2);
    move(&of, 1, 2, 1, 2, 1);
    check_refused(&of, RD_VIOLATION_MORE_THAN_EVER_HELD,
                  "transfer 1: host 1 sends item 2 of W and does not hold it after the transfers "
                  "before it: no transfer brings it");
}

static void test_forms(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    move(&of, 0, 1, 1, 1, 3);
    check_refused(&of, RD_VIOLATION_TRANSFER, "transfer 0: W moves items 1 to 3: it has 0 to 2");
    open_fixture(&of);
    move(&of, 0, 1, 0, 3, 0);
    check_refused(&of, RD_VIOLATION_TRANSFER,
                  "transfer 0: W is sent as held: of a named kind it is said which items move");
    open_fixture(&of);
    rd_plan_add(&of.plan, &of.arena, (struct rd_transfer){.to = 1, .items = 1, .messages = 1});
    check_refused(&of, RD_VIOLATION_TRANSFER,
                  "transfer 0: W has no first item: of a named kind it is said which items move");
    open_fixture(&of);
    move(&of, 0, RD_NO_HOST, 0, 1, 1);
    check_refused(&of, RD_VIOLATION_TRANSFER,
                  "transfer 0: W is computed: items of named kinds only move");
}

/* What arrives in a round leaves in the next. */
static void test_lock_step(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    of.plan.timing = RD_LOCK_STEP;
    move(&of, 0, 1, 0, 3, 1); /* 3 s */
    of.plan.round_count = 2;
    move(&of, 0, 2, 0, 3, 1);
    move(&of, 1, 3, 0, 1, 3);
    check_time(&of, 6);
    assert_int_equal(of.verdict.steps, 2);
    of.plan.transfer[2].round = 0;
    of.plan.transfer[1].round = 0;
    of.plan.transfer[1].from = 1;
    of.plan.transfer_count = 2;
    check_refused(&of, RD_VIOLATION_NOT_HELD,
                  "round 0: host 1 sends item 0 of W and does not hold it");
}

/* Messages that share one link, which two fill: they are taken in order of time. 0>1 alone takes 1
 * s; then 0>2 and 1>3 take 1 s each at once, as all do until it is crowded by three. */
static void test_shared(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    test_instance_set_ports(&of.test, 0);
    test_instance_share(&of.test, &of.arena, 2);
    move(&of, 0, 1, 0, 3, 1); /* [0, 3] */
    move(&of, 0, 2, 0, 3, 1); /* [0, 3] */
    move(&of, 1, 3, 0, 3, 1); /* [3, 6] */
    check_time(&of, 6);
    /* 0>3 beside them, item by item: until 3 three have 2/3 each, so 0>1 and 0>2 end at 4.5. */
    of.plan.transfer_count = 2;
    of.plan.transfer[1].messages = 1;
    move(&of, 0, 3, 0, 3, 1);
    check_time(&of, 4.5);
    close_fixture(&of);
}

/* A counted kind beside W: its two items move, and W's stay where they were. */
static void test_counted(void **state)
{
    (void)state;
    static const int64_t load[] = {2, 0, 0, 0, 0, 0, 0, 0};
    static const int64_t target[] = {0, 0, 2, 0, 0, 0, 0, 0};
    struct fixture of;
    open_fixture(&of);
    of.test.instance.kind_count = 2;
    of.test.instance.load = load;
    of.test.instance.target = target;
    of.copies.first_kind = 1;
    send_in_four_seconds(&of);
    for (size_t i = 0; i < of.plan.transfer_count; i++)
        of.plan.transfer[i].kind = 1;
    rd_plan_add(&of.plan, &of.arena,
                (struct rd_transfer){.from = 0, .to = 1, .kind = 0, .items = 1, .messages = 2});
    check_time(&of, 6); /* the out-port of host 0 */
    assert_int_equal(of.verdict.final[2], 2);
    of.plan.first_item[9] = 0;
    check_refused(&of, RD_VIOLATION_TRANSFER,
                  "transfer 9: first item 0 of what is counted: only named kinds have one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_parts_of_messages),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_lock_step),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
