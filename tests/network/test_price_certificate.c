/* The check of prices and potentials: one worked out by hand, and every way to corrupt it. */
#include "tests/support/cmocka.h"

#include "sim/model/bound.h"
#include "sim/model/certificates/price_certificate.h"
#include "tests/support/build.h"

#include <math.h>
#include <string.h>

/* A one-way ring of three hosts, 2 s an item on each link, one port. Host 0 holds 3 items, host 1
 * wants them. Host 0 sends for 6 s: at a price of 1 for a tick of its port an item pays 2 on the
 * link 0 > 1, so it may be worth 2 on host 0 and nothing elsewhere: 3 * 2 = 6 is needed. On the
 * link 2 > 0 the potential rises, on 1 > 2 it stays. Dates are multiples of 2 s, so the one before
 * 6 s is 4 s. Items are at host 1 at 2, at host 2 at 4; they need nothing more from host 1, 2 from
 * host 0 and 4 from host 2. So the send port of host 0 is of use from 0 to E: until 4 s it takes 4
 * ticks at a price of 1. 6 > 4: no schedule ends before 6 s. */
struct by_hand {
    struct rd_arena arena, scratch;
    struct test_instance test;
    int64_t send[3], receive[3], processor[3], link[3], potential[3], earliest[3], rest[3];
    struct rd_price_certificate certificate;
    struct rd_price_verdict verdict;
    struct rd_error error;
};

static int open_case(void **state)
{
    static struct by_hand hand;
    hand = (struct by_hand){.potential = {2, 0, 0}, .earliest = {0, 2, 4}, .rest = {2, 0, 4}};
    rd_arena_open(&hand.arena, 0);
    rd_arena_open(&hand.scratch, 0);
    hand.test = test_instance_make(&hand.arena, RD_RING, RD_ONE_WAY, 3, 1);
    for (uint32_t host = 0; host < 3; host++)
        test_instance_set_cost(&hand.test, host, (host + 1) % 3, 0, 2);
    test_instance_reach(&hand.test, (int64_t[]){3, 0, 0}, (int64_t[]){0, 3, 0});
    hand.send[0] = 1;
    hand.certificate = (struct rd_price_certificate){
        .tick_s = 1,
        .ticks = 6,
        .scale = 1,
        .commodity_count = 1,
        .send_price = hand.send,
        .receive_price = hand.receive,
        .processor_price = hand.processor,
        .link_price = hand.link,
        .potential = hand.potential,
        .earliest = hand.earliest,
        .rest = hand.rest,
    };
    *state = &hand;
    return 0;
}

static int close_case(void **state)
{
    struct by_hand *hand = *state;
    rd_arena_close(&hand->arena);
    rd_arena_close(&hand->scratch);
    return 0;
}

static bool check(struct by_hand *hand)
{
    hand->error.message[0] = '\0';
    return rd_price_certificate_check(&hand->test.instance, &hand->certificate, &hand->scratch,
                                      &hand->verdict, &hand->error);
}

static void shown_by_hand(void **state)
{
    struct by_hand *hand = *state;
    assert_true(check(hand));
    assert_true(hand->verdict.seconds == 6);
    assert_true(hand->verdict.end_s == 4);
    assert_true(hand->verdict.needed == 6);
    assert_true(hand->verdict.offered == 4);
    /* 5 ticks cannot be an end either: the claim is read as the date that it makes too early. */
    hand->certificate.ticks = 5;
    assert_true(check(hand));
    assert_true(hand->verdict.seconds == 6);
}

/* The link 0 > 1 has a latency of 1 s. Where messages have one item each, host 0 sends for 9 s: by
 * 8 s its port takes 2 items of 3 s. Else one message of 3 items takes 7 s. */
static void shown_of_messages_of_one_item(void **state)
{
    struct by_hand *hand = *state;
    static const int64_t earliest[] = {0, 3, 5}, rest[] = {3, 0, 5};
    test_instance_set_cost(&hand->test, 0, 1, 1, 2);
    memcpy(hand->earliest, earliest, sizeof earliest);
    memcpy(hand->rest, rest, sizeof rest);
    hand->potential[0] = 3;
    hand->certificate.ticks = 9;
    hand->certificate.single_items = true;
    assert_true(check(hand));
    assert_true(hand->verdict.seconds == 9);
    assert_true(hand->verdict.needed == 9);
    assert_true(hand->verdict.offered == 6);
    struct rd_bound bound = {.seconds = 9, .name = "by hand", .certificate = &hand->certificate};
    assert_false(rd_bound_check(&bound, &hand->test.instance, &hand->scratch, &hand->error));
    assert_string_equal(hand->error.message,
                        "the bound's certificate is for schedules that send items one by one");
    bound.schedule_class = "single-send";
    assert_false(rd_bound_check(&bound, &hand->test.instance, &hand->scratch, &hand->error));
    bound.schedule_class = RD_ITEM_BY_ITEM;
    assert_true(rd_bound_check(&bound, &hand->test.instance, &hand->scratch, &hand->error));
    hand->certificate.single_items = false;
    assert_false(check(hand));
}

/* Each change, and the words of the refusal. */
static void refused(struct by_hand *hand, const char *words)
{
    char text[256];
    snprintf(text, sizeof text, "the bound's certificate is false: %s", words);
    assert_false(check(hand));
    assert_string_equal(hand->error.message, text);
}

static void too_much_is_claimed(void **state)
{
    struct by_hand *hand = *state;
    hand->certificate.ticks = 7;
    refused(hand, "by 6 ticks no more is needed than the rows can take");
    hand->certificate.ticks = 0;
    refused(hand, "it claims 0 ticks: 1 to 2^60 can be claimed");
    hand->certificate.ticks = 6;
    hand->certificate.tick_s = 0;
    refused(hand, "a tick of 0 s");
    hand->certificate.tick_s = 3;
    refused(hand, "nothing takes a tick");
    hand->certificate.tick_s = 1;
    hand->certificate.scale = 3;
    refused(hand, "a scale of 3: a power of 2 is one");
    hand->certificate.scale = 1;
    hand->certificate.commodity_count = 2;
    refused(hand, "2 commodities of 1 kinds");
}

static void prices_that_cannot_be(void **state)
{
    struct by_hand *hand = *state;
    hand->receive[1] = -1;
    refused(hand, "a price is not within 0 and 2^60");
    hand->receive[1] = RD_PRICE_LIMIT + 1;
    refused(hand, "a price is not within 0 and 2^60");
    hand->receive[1] = 0;
    hand->processor[1] = 1;
    refused(hand, "nobody computes on host 1, and its processor has a price");
    hand->processor[1] = 0;
    hand->certificate.bus_price = 1;
    refused(hand, "the bus has a price, and there is no bus");
    hand->certificate.bus_price = 0;
    test_instance_set_ports(&hand->test, 0);
    refused(hand, "host 0 has as many ports as links, and a price");
}

static void potentials_that_fall_too_much(void **state)
{
    struct by_hand *hand = *state;
    hand->potential[0] = 3;
    refused(hand, "on the link from 0 to 1 the potential falls by more than an item pays there");
    hand->potential[0] = 2;
    /* Host 2 could send to host 0 at 4, which is too late: its potential may be anything.. */
    hand->potential[2] = 100;
    assert_true(check(hand));
    /* ..unless items might be there at the start. */
    hand->earliest[2] = 0;
    hand->rest[0] = 0;
    hand->rest[2] = 2;
    refused(hand, "on the link from 2 to 0 the potential falls by more than an item pays there");
}

static void dates_that_are_too_late(void **state)
{
    struct by_hand *hand = *state;
    hand->earliest[0] = 1;
    refused(hand, "items lie on host 0 before they can");
    hand->earliest[0] = 0;
    hand->earliest[1] = 3;
    refused(hand, "the link from 0 to 1 brings items sooner");
    hand->earliest[1] = 2;
    hand->rest[1] = 1;
    refused(hand, "items of host 1 may stay there");
    hand->rest[1] = 0;
    hand->rest[0] = 3;
    refused(hand, "the link from 0 to 1 brings items sooner");
    hand->rest[0] = -1;
    refused(hand, "a date is not within 0 and 2^60");
    /* Dates that are too early are true, and weaker. */
    memset(hand->rest, 0, sizeof hand->rest);
    memset(hand->earliest, 0, sizeof hand->earliest);
    assert_true(check(hand));
}

static void sums_that_do_not_fit(void **state)
{
    struct by_hand *hand = *state;
    for (uint32_t host = 0; host < 3; host++)
        test_instance_set_cost(&hand->test, host, (host + 1) % 3, 0, 1);
    test_instance_set_ports(&hand->test, UINT32_MAX - 1);
    hand->send[0] = RD_PRICE_LIMIT;
    hand->certificate.ticks = RD_PRICE_LIMIT;
    hand->certificate.scale = 4;
    hand->earliest[1] = 1;
    hand->earliest[2] = 2;
    hand->rest[0] = 1;
    hand->rest[2] = 2;
    refused(hand, "its sums do not fit 128 bits");
}

static void other_goals(void **state)
{
    struct by_hand *hand = *state;
    hand->test.instance.goal = RD_GATHER;
    refused(hand, "the goal is gather: it is for after, balance and finish");
}

/* 3 * 2^50 items of 2 s each: more ticks of 2^-20 s than 64 bits hold. An item takes 2^21 of them,
 * so 3 * 2^71 are needed. The claim is 3 * 2^51 s in dates of 2^20 ticks, and by the multiple of
 * 2^21 ticks before it the port takes as many less. */
static void many_items(void **state)
{
    struct by_hand *hand = *state;
    const int64_t items = INT64_C(3) << 50;
    test_instance_reach(&hand->test, (int64_t[]){items, 0, 0}, (int64_t[]){0, items, 0});
    for (uint32_t host = 0; host < 3; host++) {
        hand->potential[host] <<= 20;
        hand->earliest[host] <<= 20;
        hand->rest[host] <<= 20;
    }
    hand->certificate.tick_s = 0x1p-20;
    hand->certificate.ticks = INT64_C(3) << 51;
    hand->certificate.scale = 1 << 20;
    assert_true(check(hand));
    assert_true(hand->verdict.seconds == 0x3p51);
    assert_true(hand->verdict.needed == (rd_wide)items << 21);
    assert_true(hand->verdict.offered == hand->verdict.needed - (1 << 21));
    hand->certificate.ticks++;
    refused(hand, "by 7083549724304467820544 ticks no more is needed than the rows can take");
}

/* Ticks of 2^-60 s: an item takes 2^61, and is taken for 2^60. So 3 s are shown, not 6 s. */
static void ticks_that_are_too_short(void **state)
{
    struct by_hand *hand = *state;
    for (uint32_t host = 0; host < 3; host++) {
        hand->potential[host] <<= 59;
        hand->earliest[host] <<= 59;
        hand->rest[host] = host == 2 ? RD_PRICE_LIMIT : hand->rest[host] << 59;
    }
    hand->earliest[2] = RD_PRICE_LIMIT;
    hand->certificate.tick_s = 0x1p-60;
    hand->certificate.ticks = 3;
    hand->certificate.scale = RD_PRICE_LIMIT;
    assert_true(check(hand));
    assert_true(hand->verdict.seconds == 3);
    hand->certificate.ticks = 4;
    assert_false(check(hand));
}

/* A bound may claim what its certificate shows, and no more. */
static void bounds_with_certificates(void **state)
{
    struct by_hand *hand = *state;
    struct rd_bound bound = {.seconds = 6, .certificate = &hand->certificate};
    const struct rd_instance *instance = &hand->test.instance;
    assert_true(rd_bound_check(&bound, instance, &hand->scratch, &hand->error));
    bound.seconds = 6.5;
    assert_false(rd_bound_check(&bound, instance, &hand->scratch, &hand->error));
    assert_string_equal(hand->error.message, "the bound is 6.5 s and its certificate shows 6 s");
    bound.certificate = NULL;
    assert_true(rd_bound_check(&bound, instance, &hand->scratch, &hand->error));
    bound.certificate = &hand->certificate;
    bound.bottleneck = RD_BOTTLENECK_PRICES;
    hand->link[2] = 1;
    assert_string_equal(rd_bound_bottleneck_words(&bound, instance, &hand->arena),
                        "the send port of host 0, and 1 link");
    assert_true(rd_bound_bottleneck_has_port(&bound, 0, false));
    assert_false(rd_bound_bottleneck_has_port(&bound, 0, true));
    assert_true(rd_bound_bottleneck_is_ports(&bound, 3));
    hand->send[0] = 0;
    assert_false(rd_bound_bottleneck_is_ports(&bound, 3));
}

/* Ticks are rounded down exactly: 0.1 s is a little more than a tenth, 0.3 s a little less than
 * three times that. */
static void whole_ticks(void **state)
{
    (void)state;
    assert_int_equal(rd_whole_ticks(0.3, 0.1), 2);
    assert_int_equal(rd_whole_ticks(0.3, nextafter(0.1, 0)), 3);
    assert_int_equal(rd_whole_ticks(1, 0x1p-40), INT64_C(1) << 40);
    assert_int_equal(rd_whole_ticks(nextafter(1, 0), 0x1p-40), (INT64_C(1) << 40) - 1);
    assert_int_equal(rd_whole_ticks(0, 1), 0);
    assert_int_equal(rd_whole_ticks(1e-300, 1), 0);
    assert_int_equal(rd_whole_ticks(1e300, 1), RD_PRICE_LIMIT);
    assert_int_equal(rd_whole_ticks(INFINITY, 1), RD_PRICE_LIMIT);
    assert_true(rd_ticks_in_seconds(3, 0.5) == 1.5);
    /* 2^53 + 1 is between two doubles. */
    assert_true(rd_ticks_in_seconds((INT64_C(1) << 53) + 1, 1) == 0x1p53);
    assert_true(rd_ticks_in_seconds(0, 1) == 0);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)
    const struct CMUnitTest tests[] = {
        CASE(shown_by_hand),
        CASE(shown_of_messages_of_one_item),
        CASE(too_much_is_claimed),
        CASE(prices_that_cannot_be),
        CASE(potentials_that_fall_too_much),
        CASE(dates_that_are_too_late),
        CASE(sums_that_do_not_fit),
        CASE(other_goals),
        CASE(many_items),
        CASE(ticks_that_are_too_short),
        CASE(bounds_with_certificates),
        cmocka_unit_test(whole_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
