/* How messages go over shared links, as docs/model.md says it with numbers: kept, by bytes, shared,
 * and mixed. Every date is worked out by hand. */
#include "tests/support/cmocka.h"

#include "judging.h"

#include <string.h>

enum { KEEP = RD_ROOM_KEEP, BYTES = RD_ROOM_BYTES, SHARE = RD_ROOM_SHARE };

/* Judges rows with a mark each. */
static void judge_marked(const struct test_instance *test, const struct rd_transfer *row,
                         const uint8_t *mark, size_t count)
{
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, count);
    for (size_t i = 0; i < count; i++)
        rd_plan_set_room(&plan, &arena, i, (enum rd_room)mark[i]);
    rd_referee_plan(&test->instance, &plan, &arena, &scratch, &trace, &verdict);
}

#define MARKS(...)                                                                                 \
    (const uint8_t[])                                                                              \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* Hosts behind a switch, one cable for all messages, 1 item/s on each route, which `cable` such
 * routes fill; latencies of 0>1 and of 2>3. */
static struct test_instance on_a_cable(double cable, double latency_s, double other_s)
{
    struct test_instance test = shape(RD_SWITCH, 6, 1, (int64_t[]){8, 0, 8, 0, 8, 8});
    test_instance_set_cost(&test, 0, 1, latency_s, 1);
    test_instance_set_cost(&test, 2, 3, other_s, 1);
    test_instance_share(&test, &arena, cable);
    return test;
}

static const struct rd_transfer two[] = {{0, 0, 1, 0, 1, 1}, {0, 2, 3, 0, 1, 1}};

/* Routes of 1/3 item/s from one host of two ports over an uplink of 1/2 item/s. */
static void two_downlinks(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 3, 1, (int64_t[]){2, 0, 0});
    test_instance_set_ports(&test, 2);
    test_instance_set_cost(&test, 0, 1, 0, 3);
    test_instance_set_cost(&test, 0, 2, 0, 3);
    test_instance_share(&test, &arena, 0.5);
    const struct rd_transfer row[] = {{0, 0, 1, 0, 1, 1}, {0, 0, 2, 0, 1, 1}};
    judge_marked(&test, row, MARKS(KEEP, KEEP), 2);
    expect_time(6);
    expect_row(1, 3, 6, 1);
    judge_marked(&test, row, MARKS(SHARE, SHARE), 2);
    expect_time(4);
    expect_row(0, 0, 4, 1);
    expect_row(1, 0, 4, 1);
}

static void latency_is_hidden(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 1, 1);
    const struct rd_transfer row[] = {{0, 0, 1, 0, 2, 1}, {0, 2, 3, 0, 2, 1}};
    judge_marked(&test, row, MARKS(KEEP, KEEP), 2);
    expect_time(6);
    expect_row(1, 3, 6, 2);
    judge_marked(&test, row, MARKS(BYTES, BYTES), 2);
    expect_time(5);
    expect_row(0, 0, 3, 2);
    expect_row(1, 2, 5, 2);
    /* One that keeps is under way in its latency, too; it leaves its room at its end. */
    judge_marked(&test, row, MARKS(BYTES, KEEP), 2);
    expect_time(6);
    judge_marked(&test, row, MARKS(KEEP, BYTES), 2);
    expect_time(5);
    judge_marked(&test, row, MARKS(SHARE, SHARE), 2);
    expect_time(5);
    expect_row(0, 0, 5, 2);
}

/* A message's own byte, in 1 s of what the referee is told as latency, moves first. By bytes the
 * second starts 1 s before the first ends, as without it, and both take 1 s more; shared, 3 bytes
 * each at half the rate. */
static void header_moves_first(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 2, 2);
    test.instance.message_bytes = 1;
    const struct rd_transfer row[] = {{0, 0, 1, 0, 2, 1}, {0, 2, 3, 0, 2, 1}};
    judge_marked(&test, row, MARKS(KEEP, KEEP), 2);
    expect_time(8);
    judge_marked(&test, row, MARKS(BYTES, BYTES), 2);
    expect_time(7);
    expect_row(1, 3, 7, 2);
    judge_marked(&test, row, MARKS(SHARE, SHARE), 2);
    expect_time(7);
    expect_row(0, 0, 7, 2);
}

/* Weights of 1 and 1/3. */
static void latency_is_the_weight(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 1, 3);
    const struct rd_transfer row[] = {{0, 0, 1, 0, 4, 1}, {0, 2, 3, 0, 1, 1}};
    judge_marked(&test, row, MARKS(SHARE, SHARE), 2);
    expect_time(6);
    expect_row(0, 0, 17.0 / 3, 4);
    expect_row(1, 0, 6, 1);
    /* Without a latency the weight is 1, as of 1 s: in [0, 3] 2>3 moves 3 of its items, from then
     * on it has 3/4 and 0>1 1/4, so that its 3 others end at 7; 0>1 has 1 item left then. */
    struct test_instance other = on_a_cable(1, 3, 0);
    const struct rd_transfer more[] = {{0, 0, 1, 0, 2, 1}, {0, 2, 3, 0, 6, 1}};
    judge_marked(&other, more, MARKS(SHARE, SHARE), 2);
    expect_time(8);
    expect_row(0, 0, 7, 6);
    expect_row(1, 0, 8, 2);
}

static void mixed_in_two_orders(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 0, 0);
    judge_marked(&test, two, MARKS(KEEP, SHARE), 2);
    expect_time(2);
    expect_row(0, 0, 2, 1);
    expect_row(1, 0, 2, 1);
    judge_marked(&test, two, MARKS(SHARE, KEEP), 2);
    expect_time(2);
    expect_row(0, 0, 1, 1);
    expect_row(1, 1, 2, 1);
}

static void two_thirds_each(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1.5, 0, 0);
    judge_marked(&test, two, MARKS(SHARE, SHARE), 2);
    expect_time(4.0 / 3);
    test = on_a_cable(2, 0, 0);
    judge_marked(&test, two, MARKS(SHARE, SHARE), 2);
    expect_time(1);
}

/* 0>1 (4 s), then 1>2 (10 s); 5>3, then 3>4 (4 s); 0>1 and 3>4 fill one cable. A quicker 5>3 makes
 * the end later. */
static void sharing_is_not_monotone(void **state)
{
    (void)state;
    static const struct rd_transfer row[] = {
        {0, 0, 1, 0, 1, 1}, {0, 5, 3, 0, 1, 1}, {0, 1, 2, 0, 1, 1}, {0, 3, 4, 0, 1, 1}};
    static const double brings_s[] = {4, 1}, ends_s[] = {14, 17}, kept_s[] = {14, 14};
    for (size_t i = 0; i < 2; i++) {
        struct test_instance test = shape(RD_SWITCH, 6, 1, (int64_t[]){1, 0, 0, 0, 0, 1});
        test_instance_set_cost(&test, 0, 1, 0, 4);
        test_instance_set_cost(&test, 1, 2, 0, 10);
        test_instance_set_cost(&test, 3, 4, 0, 4);
        test_instance_set_cost(&test, 5, 3, 0, brings_s[i]);
        struct rd_shared_use *use = test_instance_share(&test, &arena, 0.25);
        const struct rd_topology *topology = &test.instance.topology;
        uint32_t *first = rd_take(&arena, rd_link_count(topology) + 1, uint32_t), uses = 0;
        for (uint64_t link = 0; link < rd_link_count(topology); link++) {
            first[link] = uses;
            uses +=
                link == rd_link_between(topology, 0, 1) || link == rd_link_between(topology, 3, 4);
        }
        first[rd_link_count(topology)] = uses;
        struct rd_shared_links shared = *test.instance.shared;
        shared.first = first;
        shared.use = use;
        test.instance.shared = &shared;
        judge_marked(&test, row, MARKS(SHARE, SHARE, SHARE, SHARE), 4);
        expect_time(ends_s[i]);
        judge_marked(&test, row, MARKS(KEEP, KEEP, KEEP, KEEP), 4);
        expect_time(kept_s[i]);
    }
}

/* Messages of one transfer follow each other, each with a latency of its own: 0>1 moves bytes in
 * [1, 2] and [3, 4] but for 2>3, which moves 4 bytes from 1 s on. Both have half in [1, 3], 0>1
 * pauses in [3, 4], half each from 4 on: 2>3 has moved 1 + 1 by 4 s and 3 by 6, when 0>1 ends. */
static void messages_follow_each_other(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 1, 1);
    const struct rd_transfer row[] = {{0, 0, 1, 0, 1, 2}, {0, 2, 3, 0, 4, 1}};
    judge_marked(&test, row, MARKS(SHARE, SHARE), 2);
    expect_time(7);
    expect_row(0, 0, 3, 1);
    expect_row(1, 0, 7, 4);
    expect_row(2, 3, 6, 1);
}

static void names_what_bytes_cannot(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 1, 1);
    judge_marked(&test, two, MARKS(SHARE, BYTES), 2);
    assert_int_equal(verdict.violation, RD_VIOLATION_TRANSFER);
    assert_int_equal(verdict.transfer, 1);
    assert_string_equal(verdict.message,
                        "transfer 1: host 2 sends to host 3 with room by bytes, and transfer 0 "
                        "shares a link with it: keep or share is accepted");
    test.instance.shared = NULL; /* where no link is shared marks say nothing */
    judge_marked(&test, two, MARKS(SHARE, BYTES), 2);
    expect_time(2);
}

/* A link of which messages at their own rates leave little is not forgotten: 0>1 has a weight of
 * 10^6 and all it asks for, 1 - 10^-6 of the cable; 2>3, at most half of it, has what is left until
 * 0>1 ends, and then its own rate. */
static void little_is_left(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 1e-6, 1);
    test_instance_set_cost(&test, 0, 1, 1e-6, 1 / (1 - 1e-6));
    test_instance_set_cost(&test, 2, 3, 1, 2);
    const struct rd_transfer row[] = {{0, 0, 1, 0, 8, 1}, {0, 2, 3, 0, 1, 1}};
    judge_marked(&test, row, MARKS(SHARE, SHARE), 2);
    double first_s = 1e-6 + 8 / (1 - 1e-6);
    double left = 1 - (first_s - 1) * 1e-6;
    expect_row(0, 0, first_s, 8);
    expect_row(1, 0, first_s + 2 * left, 1);
}

/* 0>1 has a weight of 3 10^16 and 1/4 of the cable, which is all it asks for; what is left, 3/4,
 * the other two halve: 3 items each from 1 s on end at 9 s. Beside the great weight theirs are
 * rounded away, unless they are added up anew. */
static void great_weights_hide_no_small_ones(void **state)
{
    (void)state;
    struct test_instance test = on_a_cable(1, 3e-17, 1);
    test_instance_set_cost(&test, 0, 1, 3e-17, 4);
    test_instance_set_cost(&test, 4, 5, 1, 1);
    const struct rd_transfer row[] = {{0, 0, 1, 0, 8, 1}, {0, 2, 3, 0, 3, 1}, {0, 4, 5, 0, 3, 1}};
    judge_marked(&test, row, MARKS(SHARE, SHARE, SHARE), 3);
    expect_row(0, 0, 9, 3);
    expect_row(1, 0, 9, 3);
    expect_row(2, 0, 32 + 3e-17, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(two_downlinks),
        JUDGING_TEST(latency_is_hidden),
        JUDGING_TEST(header_moves_first),
        JUDGING_TEST(latency_is_the_weight),
        JUDGING_TEST(mixed_in_two_orders),
        JUDGING_TEST(two_thirds_each),
        JUDGING_TEST(sharing_is_not_monotone),
        JUDGING_TEST(messages_follow_each_other),
        JUDGING_TEST(names_what_bytes_cannot),
        JUDGING_TEST(little_is_left),
        JUDGING_TEST(great_weights_hide_no_small_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
