/* Items of different kinds with different sizes: what the port bound shows, which certificates are
 * taken, and who refuses. Against the optimum: test_network_bounds. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/model/instance_check.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"

#include <string.h>

/* Host 0 of a one-way ring of three holds two items of kind 0 and one of kind 1 for host 1, 2 s a
 * byte on each link. */
static struct test_instance ring_of_three(const double *bytes)
{
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 2);
    for (uint32_t host = 0; host < 3; host++)
        test_instance_set_cost(&test, host, (host + 1) % 3, 0, 2);
    test_instance_reach(&test, (int64_t[]){2, 1, 0, 0, 0, 0}, (int64_t[]){0, 0, 2, 1, 0, 0});
    rd_instance_size_kinds(&test.instance, bytes);
    return test;
}

static struct rd_bound bound_of(const struct rd_instance *instance)
{
    struct rd_bound bound = {0};
    struct rd_error error;
    if (!rd_instance_check(instance, &error) ||
        !test_named_bound("port-prices", instance, &test_arena, &test_scratch, &bound, &error) ||
        !rd_bound_check(&bound, instance, &test_scratch, &error))
        fail_msg("%s", error.message);
    return bound;
}

/* The send port of host 0 carries 2 * 3 + 5 bytes: 22 s. */
static void kinds_weigh_what_their_items_have(void **state)
{
    (void)state;
    struct test_instance test = ring_of_three((const double[]){3, 5});
    struct rd_bound bound = bound_of(&test.instance);
    assert_true(bound.seconds == 22);
    const struct rd_price_certificate *found = bound.certificate;
    assert_non_null(found);
    assert_true(5 * found->potential[0] == 3 * found->potential[1]);
    /* Twice the bytes over links twice as wide: the same. */
    struct test_instance wide = ring_of_three((const double[]){6, 10});
    for (uint32_t host = 0; host < 3; host++)
        test_instance_set_cost(&wide, host, (host + 1) % 3, 0, 1);
    assert_true(bound_of(&wide.instance).seconds == 22);
}

/* Smaller items need less: the certificate of larger ones is false. So is one that takes kinds for
 * one, or charges ports. */
static void certificates_know_the_sizes(void **state)
{
    (void)state;
    struct rd_error error;
    struct test_instance test = ring_of_three((const double[]){3, 5});
    struct rd_bound bound = bound_of(&test.instance);
    struct test_instance smaller = ring_of_three((const double[]){3, 4});
    assert_false(rd_bound_check(&bound, &smaller.instance, &test_scratch, &error));
    struct test_instance equal = ring_of_three((const double[]){3, 3});
    assert_false(rd_bound_check(&bound, &equal.instance, &test_scratch, &error));
    struct rd_price_certificate merged = *bound.certificate;
    merged.commodity_count = 1;
    bound.certificate = &merged;
    assert_false(rd_bound_check(&bound, &test.instance, &test_scratch, &error));
    assert_non_null(strstr(error.message, "it takes kinds of several sizes for one"));
}

/* Sizes that are all the same are that of all items. */
static void equal_sizes_are_one(void **state)
{
    (void)state;
    struct test_instance test = ring_of_three((const double[]){3, 3});
    assert_null(test.instance.kind_bytes);
    assert_true(test.instance.item_bytes == 3);
}

/* Whoever does not say that sizes may differ refuses them, in the same words. */
static void others_refuse_sizes(void **state)
{
    (void)state;
    struct test_instance test = ring_of_three((const double[]){3, 5});
    size_t refused = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_options options = {.spec = algorithm->options, .seed = 1};
        struct rd_error error;
        if (algorithm->sizes_by_kind ||
            !rd_algorithm_takes_topology(algorithm, &test.instance.topology) ||
            !rd_algorithm_takes_goal(algorithm, RD_REACH) ||
            !rd_algorithm_takes_ports(algorithm, RD_ONE_PORT))
            continue;
        assert_false(rd_algorithm_accepts(algorithm, &test.instance, &options, &error));
        assert_non_null(strstr(error.message, "items of several sizes: "));
        refused++;
    }
    assert_true(refused > 0);
    for (size_t i = 0; i < rd_problem_bound_count; i++)
        assert_true(rd_problem_bounds[i]->domain.sizes_by_kind ||
                    !rd_problem_bound_suits(rd_problem_bounds[i], &test.instance));
    test.instance.kind_bytes = (const double[]){3, 0};
    struct rd_error error;
    assert_false(rd_instance_check(&test.instance, &error));
    assert_non_null(strstr(error.message, "an item of kind 1 has 0 bytes: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(kinds_weigh_what_their_items_have),
        ARENAS_TEST(certificates_know_the_sizes),
        ARENAS_TEST(equal_sizes_are_one),
        ARENAS_TEST(others_refuse_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
