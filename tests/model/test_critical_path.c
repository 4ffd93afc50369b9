/* The chain of transfers that makes a makespan: each reason on a trace small enough to see it. */
#include "sim/model/critical_path.h"
#include "tests/support/arena.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <string.h>

enum { NONE = RD_CRITICAL_WAIT + 1, LONGEST = 6 };

/* A ring of three hosts, all of them neighbours, and what is expected of its trace. */
struct example {
    uint32_t ports; /* 0: all */
    int64_t load[3];
    struct rd_timed_transfer row[LONGEST]; /* up to one whose end is 0 */
    struct rd_critical_transfer chain[LONGEST];
    size_t chain_length;
};

static void check(const struct example *example, enum rd_shape shape, struct rd_arena *arena)
{
    struct test_instance test =
        test_instance_make(arena, shape, shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION, 3, 1);
    test_instance_set_ports(&test, example->ports);
    memcpy(test.load, example->load, sizeof example->load);
    struct rd_trace trace = {0};
    for (size_t i = 0; i < LONGEST && example->row[i].end_s > 0; i++)
        rd_trace_add(&trace, arena, example->row[i]);
    struct rd_critical_transfer *link;
    size_t length = rd_critical_path_of_trace(&test.instance, &trace, arena, &link);
    assert_int_equal(length, example->chain_length);
    for (size_t i = 0; i < length; i++) {
        assert_int_equal(link[i].transfer, example->chain[i].transfer);
        assert_int_equal(link[i].reason, example->chain[i].reason);
    }
}

static void ports(void **state)
{
    static const struct example example[] = {
        /* one sender, one receiver */
        {1,
         {2, 0, 0},
         {{0, 1, 0, 1, 0, 1}, {1, 2, 0, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_SEND_PORT}},
         2},
        {1,
         {1, 1, 0},
         {{0, 1, 0, 2, 0, 1}, {1, 3, 1, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_RECEIVE_PORT}},
         2},
        /* the last row to end is the longer chain's, not the last to start */
        {1,
         {2, 2, 0},
         {{0, 5, 0, 1, 0, 1}, {0, 1, 1, 2, 0, 1}, {1, 2, 1, 2, 0, 1}},
         {{0, RD_CRITICAL_START}},
         1},
        /* with all ports only the link is occupied */
        {0,
         {2, 0, 0},
         {{0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_LINK}},
         2},
        {0,
         {2, 0, 0},
         {{0, 1, 0, 1, 0, 1}, {1, 2, 0, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_WAIT}},
         2},
        /* with two ports the link is certain, the port is not */
        {2,
         {3, 0, 0},
         {{0, 1, 0, 2, 0, 1}, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 1}},
         {{1, RD_CRITICAL_START}, {2, RD_CRITICAL_LINK}},
         2},
        {2,
         {3, 0, 0},
         {{0, 1, 0, 1, 0, 1}, {1, 2, 0, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_SEND_PORT}},
         2},
        /* dates within the tolerance are one */
        {1,
         {2, 0, 0},
         {{0, 0.1 + 0.2, 0, 1, 0, 1}, {0.3, 1, 0, 1, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_SEND_PORT}},
         2},
        /* of two that end then, the smaller row */
        {0,
         {2, 2, 0},
         {{0, 1, 1, 2, 0, 1}, {0, 1, 0, 2, 0, 1}, {1, 2, 0, 1, 0, 1}},
         {{0, RD_CRITICAL_START}, {2, RD_CRITICAL_WAIT}},
         2},
    };
    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        check(&example[i], RD_RING, *state);
}

static void items(void **state)
{
    static const struct example example[] = {
        {1,
         {1, 0, 0},
         {{0, 1, 0, 1, 0, 1}, {1, 3, 1, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_ITEM}},
         2},
        /* host 1 holds enough of its own: its port held it up */
        {1,
         {1, 2, 0},
         {{0, 1, 0, 1, 0, 1}, {0, 1, 1, 2, 0, 1}, {1, 2, 1, 2, 0, 1}},
         {{1, RD_CRITICAL_START}, {2, RD_CRITICAL_SEND_PORT}},
         2},
        /* it holds one too few: the item did, and items go before ports */
        {1,
         {1, 1, 0},
         {{0, 1, 0, 1, 0, 1}, {0, 1, 1, 2, 0, 1}, {1, 2, 1, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {2, RD_CRITICAL_ITEM}},
         2},
        /* an earlier arrival was enough */
        {1,
         {2, 0, 0},
         {{0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 1}, {1, 2, 1, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_SEND_PORT}},
         2},
        /* computing waits for items, then for the processor */
        {1,
         {2, 0, 0},
         {{0, 2, 0, 1, 0, 2}, {2, 3, 1, RD_NO_HOST, 0, 1}, {3, 4, 1, RD_NO_HOST, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_ITEM}, {2, RD_CRITICAL_PROCESSOR}},
         3},
        /* a computed item is gone: what is sent next must have arrived */
        {1,
         {1, 1, 0},
         {{0, 1, 1, RD_NO_HOST, 0, 1}, {0, 2, 0, 1, 0, 1}, {2, 3, 1, 2, 0, 1}},
         {{1, RD_CRITICAL_START}, {2, RD_CRITICAL_ITEM}},
         2},
    };
    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        check(&example[i], RD_RING, *state);
}

static void waiting(void **state)
{
    static const struct example example[] = {
        /* an idle round */
        {1,
         {1, 1, 0},
         {{0, 1, 0, 1, 0, 1}, {3, 4, 1, 2, 0, 1}},
         {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_WAIT}},
         2},
        /* a word that was told; row 0 ends then as well, and tells host 1 nothing */
        {0,
         {2, 1, 0},
         {{0, 1, 0, 2, 0, 1}, {0, 1, 2, 1, RD_CONTROL, 0}, {1, 2, 1, 2, 0, 1}},
         {{1, RD_CRITICAL_START}, {2, RD_CRITICAL_WAIT}},
         2},
        /* nothing before it */
        {1, {1, 0, 0}, {{2, 3, 0, 1, 0, 1}}, {{0, RD_CRITICAL_WAIT}}, 1},
        /* a trace in any order */
        {1,
         {1, 0, 0},
         {{1, 3, 1, 2, 0, 1}, {0, 1, 0, 1, 0, 1}},
         {{1, RD_CRITICAL_START}, {0, RD_CRITICAL_ITEM}},
         2},
        /* messages that take no time */
        {1,
         {2, 0, 0},
         {{0, 1, 0, 1, 0, 1},
          {1, 1, 0, 1, 0, 1},
          {1, 1, 1, 2, 0, 1},
          {1, 1, 1, 2, 0, 1},
          {1, 2, 2, 0, 0, 2}},
         {{0, RD_CRITICAL_START}, {2, RD_CRITICAL_ITEM}, {4, RD_CRITICAL_ITEM}},
         3},
    };
    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        check(&example[i], RD_RING, *state);
}

static void a_bus(void **state)
{
    static const struct example example = {1,
                                           {1, 1, 0},
                                           {{0, 1, 0, 1, 0, 1}, {1, 2, 2, 0, RD_CONTROL, 0}},
                                           {{0, RD_CRITICAL_START}, {1, RD_CRITICAL_BUS}},
                                           2};
    check(&example, RD_BUS, *state);
}

/* 0>1, then 2>0: no port joins them, but a link of the platform does, unless 2>0 goes round it. */
static void a_shared_link(void **state)
{
    (void)state;
    static const uint32_t first[] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 2};
    static const struct rd_shared_use use[] = {{0, 1}, {0, 1}};
    static const struct rd_shared_use round_it[] = {{0, 1}, {1, 1}};
    static const double bandwidth[] = {1, 1};
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test.load[0] = test.load[2] = 1;
    struct rd_trace trace = {0};
    rd_trace_add(&trace, &arena, (struct rd_timed_transfer){0, 1, 0, 1, 0, 1});
    rd_trace_add(&trace, &arena, (struct rd_timed_transfer){1, 2, 2, 0, 0, 1});
    for (int joined = 0; joined < 2; joined++) {
        struct rd_shared_links shared = {2, bandwidth, NULL, first, joined ? use : round_it};
        struct rd_critical_transfer *path;
        test.instance.shared = &shared;
        assert_int_equal(rd_critical_path_of_trace(&test.instance, &trace, &arena, &path), 2);
        assert_int_equal(path[0].transfer, 0);
        assert_int_equal(path[1].reason, joined ? RD_CRITICAL_SHARED : RD_CRITICAL_WAIT);
    }
    rd_arena_close(&arena);
}

static void an_empty_trace(void **state)
{
    static const struct example example = {.ports = 1};
    check(&example, RD_RING, *state);
}

/* A line of 200,000 messages that take no time, at one date: the walk must not look at all of them
 * for each. */
static void many_at_one_date(void **state)
{
    struct rd_arena *arena = *state;
    enum { MANY = 200000 };
    struct test_instance test = test_instance_make(arena, RD_RING, RD_TWO_WAY, 3, 1);
    struct rd_trace trace = {0};
    test.load[0] = MANY + 1;
    rd_trace_add(&trace, arena, (struct rd_timed_transfer){0, 1, 0, 1, 0, 1});
    for (int i = 0; i < MANY; i++)
        rd_trace_add(&trace, arena, (struct rd_timed_transfer){1, 1, 0, 1, 0, 1});
    rd_trace_add(&trace, arena, (struct rd_timed_transfer){1, 2, 0, 1, 0, 1});
    struct rd_critical_transfer *link;
    size_t length = rd_critical_path_of_trace(&test.instance, &trace, arena, &link);
    assert_int_equal(length, 2);
    assert_int_equal(link[0].transfer, 0);
    assert_int_equal(link[1].transfer, MANY + 1);
    assert_int_equal(link[1].reason, RD_CRITICAL_SEND_PORT);
}

static void reasons_have_words(void **state)
{
    (void)state;
    for (int reason = RD_CRITICAL_START; reason < NONE; reason++)
        assert_true(strlen(rd_critical_reason_name((enum rd_critical_reason)reason)) > 0);
    assert_string_equal(rd_critical_reason_name(RD_CRITICAL_SEND_PORT), "sends after");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports),
        cmocka_unit_test(items),
        cmocka_unit_test(waiting),
        cmocka_unit_test(a_bus),
        cmocka_unit_test(a_shared_link),
        cmocka_unit_test(an_empty_trace),
        cmocka_unit_test(many_at_one_date),
        cmocka_unit_test(reasons_have_words),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
