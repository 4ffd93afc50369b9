/* Certificates of relabellings: the referee takes those that prove what they claim, and names what
 * is wrong with those that were tampered with. */
#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/referee/referee.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Four hosts and 47 items whose least volume, 29, takes 13 steps, and whose fewest steps, 10, move
 * 34 items. With it, l = 16 4 16 11 and c = 11 5 16 15. */
enum { P = 4 };
static const int64_t held[P * P] = {2, 3, 6, 5, 3, 0, 1, 0, 5, 2, 3, 6, 1, 0, 6, 4};

static const uint32_t volume_hosts[P] = {1, 0, 3, 2}, steps_hosts[P] = {3, 1, 0, 2};
static const int64_t host_price[P] = {8, 11, 9, 10}, kind_price[P] = {-3, -6, 0, 0};

static struct test_instance instance;
static struct rd_error error;

static void make_instance(void)
{
    instance = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, P, P);
    instance.instance.goal = RD_GATHER;
    memcpy(instance.load, held, sizeof held);
}

static struct rd_certificate least_volume(void)
{
    return (struct rd_certificate){.claim = RD_LEAST_VOLUME,
                                   .host_of_kind = volume_hosts,
                                   .volume = 29,
                                   .steps = 13,
                                   .host_price = host_price,
                                   .kind_price = kind_price};
}

/* Host 0 holds 16 and at most 6 of a kind: it sends 10 whatever it keeps. */
static struct rd_certificate fewest_steps(void)
{
    static const uint32_t host_0[] = {0};
    return (struct rd_certificate){.claim = RD_FEWEST_STEPS,
                                   .host_of_kind = steps_hosts,
                                   .volume = 34,
                                   .steps = 10,
                                   .hall_host = host_0,
                                   .hall_host_count = 1};
}

static bool check(const struct rd_certificate *certificate)
{
    return rd_certificate_check(&instance.instance, certificate, &test_scratch, &error);
}

static void expect_wrong(const struct rd_certificate *certificate, const char *words)
{
    assert_false(check(certificate));
    assert_int_equal(error.code, RD_ERROR_RUN);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
}

static void test_true_certificates_pass(void **state)
{
    (void)state;
    make_instance();
    struct rd_certificate certificate = least_volume();
    assert_true(check(&certificate));
    certificate = fewest_steps();
    assert_true(check(&certificate));
    /* With volume 29, 13 are the fewest: host 0 is tight with kind 1 alone (8 - 6 = 5 - 3), and
     * keeps 3 of its 16 items of it. */
    certificate = least_volume();
    certificate.claim = RD_LEAST_VOLUME_THEN_FEWEST_STEPS;
    certificate.hall_host = fewest_steps().hall_host;
    certificate.hall_host_count = 1;
    assert_true(check(&certificate));
    /* In 10 steps, 34 is the least volume: host 0 keeps kind 2, host 2 kind 3, and of hosts 1 and 3
     * with kinds 0 and 1 host 1 would take 8 or 5, host 3 10 or 11. */
    static const int64_t host_ten[P] = {10, 5, 9, 10}, kind_ten[P] = {0, 0, 0, 0};
    certificate = fewest_steps();
    certificate.claim = RD_FEWEST_STEPS_THEN_LEAST_VOLUME;
    certificate.host_price = host_ten;
    certificate.kind_price = kind_ten;
    assert_true(check(&certificate));
    /* These prices hold in 10 steps only: in more, host 0 could keep kind 0 or 1. */
    certificate.claim = RD_LEAST_VOLUME;
    expect_wrong(&certificate, "host 0 receives 9 items if it keeps kind 0");
}

static void test_false_values_are_named(void **state)
{
    (void)state;
    make_instance();
    struct rd_certificate certificate = least_volume();
    certificate.volume = 28;
    expect_wrong(&certificate, "moves 29 items in 13 steps, not 28 in 13");
    certificate = fewest_steps();
    certificate.steps = 9;
    expect_wrong(&certificate, "moves 34 items in 10 steps, not 34 in 9");
    static const uint32_t twice[P] = {1, 1, 3, 2};
    certificate.host_of_kind = twice;
    expect_wrong(&certificate, "kind 1 has no host of its own");
    static const uint32_t outside[P] = {1, 4, 3, 2};
    certificate.host_of_kind = outside;
    expect_wrong(&certificate, "kind 1 has no host of its own");
}

static void test_false_prices_are_named(void **state)
{
    (void)state;
    make_instance();
    int64_t price[P] = {9, 11, 9, 10};
    struct rd_certificate certificate = least_volume();
    certificate.host_price = price;
    expect_wrong(&certificate, "host 0 receives 2 items if it keeps kind 1, less than their "
                               "prices 3");
    price[0] = 7;
    expect_wrong(&certificate, "prices sum to 28 and the volume is 29");
    price[0] = INT64_MIN;
    expect_wrong(&certificate, "prices overflow");
    /* The prices of the optimum do not prove another relabelling. */
    certificate = least_volume();
    certificate.host_of_kind = steps_hosts;
    certificate.volume = 34;
    certificate.steps = 10;
    expect_wrong(&certificate, "prices sum to 29 and the volume is 34");
}

static void test_false_hosts_are_named(void **state)
{
    (void)state;
    make_instance();
    static const uint32_t host_1[] = {1}, falling[] = {2, 0}, twice[] = {0, 0}, outside[] = {4};
    struct rd_certificate certificate = fewest_steps();
    certificate.hall_host = host_1; /* keeping kind 0 it takes 8 */
    expect_wrong(&certificate, "hosts: 1, kinds that they can keep in fewer than 10 steps: 2");
    certificate.hall_host_count = 0;
    expect_wrong(&certificate, "hosts: 0, kinds that they can keep in fewer than 10 steps: 0");
    certificate.hall_host = outside;
    certificate.hall_host_count = 1;
    expect_wrong(&certificate, "not listed in increasing order");
    certificate.hall_host_count = 2;
    certificate.hall_host = falling;
    expect_wrong(&certificate, "not listed in increasing order");
    certificate.hall_host = twice;
    expect_wrong(&certificate, "not listed in increasing order");
    /* What is true of 10 steps proves nothing of more. */
    certificate = fewest_steps();
    certificate.host_of_kind = volume_hosts;
    certificate.volume = 29;
    certificate.steps = 13;
    expect_wrong(&certificate, "hosts: 1, kinds that they can keep in fewer than 13 steps: 2");
}

/* Two hosts that keep 3 of 5 items each, and exchange 2. */
static void test_the_referee_checks_what_a_plan_shows(void **state)
{
    (void)state;
    instance = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 2, 2);
    instance.instance.goal = RD_GATHER;
    memcpy(instance.load, (int64_t[]){3, 2, 2, 3}, 4 * sizeof(int64_t));
    static const uint32_t in_place[] = {0, 1}, host_0[] = {0};
    static const int64_t host_prices[] = {2, 2}, kind_prices[] = {0, 0};
    struct rd_certificate certificate = {RD_FEWEST_STEPS_THEN_LEAST_VOLUME,
                                         in_place,
                                         4,
                                         2,
                                         host_prices,
                                         kind_prices,
                                         host_0,
                                         1,
                                         NULL};
    struct rd_plan plan = {.certificate = &certificate};
    struct rd_verdict verdict;
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 1, 1, 2});
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 1, 0, 0, 1, 2});
    rd_referee_plan(&instance.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_int_equal(verdict.violation, RD_LEGAL);
    /* The plan takes another way than the certificate is about. */
    plan.transfer[1] = (struct rd_transfer){0, 0, 1, 0, 1, 3};
    rd_referee_plan(&instance.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_CERTIFICATE);
    assert_non_null(strstr(verdict.message, "transfer 1 does not take its kind to its host"));
    /* It moves less. */
    plan.transfer_count = 1;
    rd_referee_plan(&instance.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_CERTIFICATE);
    assert_non_null(strstr(verdict.message, "moves 2 items, in 2 steps or more, not 4 and 2"));
    /* It claims too much. */
    plan.transfer_count = 2;
    certificate.claim = RD_LEAST_VOLUME;
    certificate.volume = 3;
    rd_referee_plan(&instance.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_CERTIFICATE);
    assert_string_equal(rd_violation_name(verdict.violation), "certificate");
}

/* A row of as-held items counts them once; words, which tell an order, are no items. What goes to
 * no host, or is of no kind, is not taken home. */
static void test_rows_that_take_nothing_home_are_named(void **state)
{
    (void)state;
    static const uint32_t in_place[] = {0, 1};
    struct test_instance two = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 2, 2);
    struct rd_certificate certificate = {.host_of_kind = in_place, .volume = 4, .steps = 2};
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 1, 2, 0});
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 1, 0, 0, 1, 2});
    rd_plan_add(&plan, &test_arena, (struct rd_transfer){0, 1, 0, RD_CONTROL, 0, 2});
    assert_true(
        rd_certificate_fits_plan(&two.instance, &plan, &certificate, &test_scratch, &error));
    static const struct rd_transfer astray[] = {{0, 1, RD_NO_HOST, 0, 1, 2}, {0, 1, 0, 2, 1, 2}};
    for (size_t i = 0; i < sizeof astray / sizeof *astray; i++) {
        plan.transfer[1] = astray[i];
        assert_false(
            rd_certificate_fits_plan(&two.instance, &plan, &certificate, &test_scratch, &error));
        assert_string_equal(
            error.message,
            "the certificate is false: transfer 1 does not take its kind to its host");
    }
    plan.transfer[1] = (struct rd_transfer){0, 1, 0, 0, 1, 2};
    certificate.steps = 3;
    assert_false(
        rd_certificate_fits_plan(&two.instance, &plan, &certificate, &test_scratch, &error));
    assert_string_equal(error.message, "the certificate is false: the plan moves 4 items, in 2 "
                                       "steps or more, not 4 and 3");
}

static void test_more_kinds_than_hosts_have_no_home(void **state)
{
    (void)state;
    struct test_instance three = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 2, 3);
    struct rd_certificate certificate = {.claim = RD_LEAST_VOLUME};
    assert_false(rd_certificate_check(&three.instance, &certificate, &test_scratch, &error));
    assert_string_equal(error.message,
                        "the certificate is false: 3 kinds have no host of their own each");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(test_true_certificates_pass),
        ARENAS_TEST(test_false_values_are_named),
        ARENAS_TEST(test_false_prices_are_named),
        ARENAS_TEST(test_false_hosts_are_named),
        ARENAS_TEST(test_the_referee_checks_what_a_plan_shows),
        ARENAS_TEST(test_rows_that_take_nothing_home_are_named),
        ARENAS_TEST(test_more_kinds_than_hosts_have_no_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
