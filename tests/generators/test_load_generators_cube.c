/* The instances of the hypercube paper, against small ones worked out by hand. */
#include "sim/generators/load_generators.h"
#include "sim/model/instance.h"

#include "tests/support/cmocka.h"
#include "tests/support/generated.h"

static void expect(uint32_t d, const char *name, uint32_t kinds, const int64_t *expected,
                   const struct rd_option attributes[TEST_ATTRIBUTES])
{
    test_generated(RD_HYPERCUBE, UINT32_C(1) << d, name, kinds, expected, attributes);
}

static void refuse(enum rd_shape shape, uint32_t d, const char *name, const char *message,
                   const struct rd_option attributes[TEST_ATTRIBUTES])
{
    test_not_generated(shape, UINT32_C(1) << d, name, message, attributes);
}

static void test_hamming_ball(void **state)
{
    (void)state;
    expect(3, "hamming-ball", 1, (const int64_t[]){3, 3, 3, 0, 3, 0, 0, 0},
           WITH({"most", "3"}, {"total", "12"}));
    /* Layer 1 round host 5 = 101, greatest offset first: 100, 010 give hosts 001 and 111. */
    expect(3, "hamming-ball", 1, (const int64_t[]){0, 4, 0, 0, 0, 4, 0, 2},
           WITH({"most", "4"}, {"total", "10"}, {"centre", "5"}));
    expect(4, "hamming-ball", 1,
           (const int64_t[]){0, 0, 32, 0, 32, 0, 32, 32, 0, 0, 32, 0, 32, 0, 32, 32},
           WITH({"most", "32"}, {"mean", "16"}, {"centre", "6"}));
    expect(0, "hamming-ball", 1, (const int64_t[]){7}, WITH({"most", "9"}, {"mean", "7"}));
    refuse(RD_HYPERCUBE, 2, "hamming-ball",
           "13 items on 4 hosts of at most 3: at most most times hosts fit",
           WITH({"most", "3"}, {"total", "13"}));
    refuse(RD_HYPERCUBE, 2, "hamming-ball", "centre 4 on 4 hosts: 0 to 3 are accepted",
           WITH({"centre", "4"}));
    refuse(RD_RING, 2, "hamming-ball",
           "hamming-ball loads on a ring: a hypercube or a shuffle-exchange is needed", WITH({0}));
    refuse(RD_SHUFFLE_EXCHANGE, 2, "hamming-ball",
           "up to 2251799813685249 items on each of 4 hosts: at most 2^53 in all are supported",
           WITH({"most", "2251799813685249"}));
}

static void test_subcube(void **state)
{
    (void)state;
    /* Of 8 hosts, 0 and 2 have zeros in the bits 0 and 2. */
    expect(3, "subcube", 1, (const int64_t[]){5, 0, 5, 0, 0, 0, 0, 0},
           WITH({"most", "5"}, {"zeros", "0 2"}));
    refuse(RD_HYPERCUBE, 2, "subcube", "zeros 2 in 2 dimensions: 0 to 1 are accepted",
           WITH({"zeros", "2"}));
    refuse(RD_RING, 2, "subcube",
           "subcube loads on a ring: a hypercube or a shuffle-exchange is needed",
           WITH({"most", "1"}));
}

static void test_ladder(void **state)
{
    (void)state;
    expect(3, "ladder", 1, (const int64_t[]){0, 0, 0, 0, 3, 3, 0, 2}, WITH({"most", "3"}));
    expect(3, "ladder", 1, (const int64_t[]){6, 6, 6, 6, 0, 0, 6, 2},
           WITH({"most", "6"}, {"first", "high"}));
    expect(0, "ladder", 1, (const int64_t[]){4}, WITH({"most", "6"}, {"first", "high"}));
    refuse(RD_HYPERCUBE, 2, "ladder", "most 7 of a ladder: a multiple of 3 is needed",
           WITH({"most", "7"}));
}

static void test_sets(void **state)
{
    (void)state;
    expect(3, "popcount", 1, (const int64_t[]){0, 1, 1, 2, 1, 2, 2, 3}, WITH({0}));
    expect(3, "weight-cut", 1, (const int64_t[]){0, 0, 0, 5, 0, 5, 5, 5}, WITH({"most", "5"}));
    /* Even d: hosts with as many ones as zeros are outside. */
    expect(2, "weight-cut", 1, (const int64_t[]){0, 0, 0, 5}, WITH({"most", "5"}));
    /* Bits weigh 0, s, -s. */
    expect(3, "half-plane", 1, (const int64_t[]){0, 0, 5, 5, 0, 0, 0, 0}, WITH({"most", "5"}));
    /* Bits weigh 0, 1, 0, -1. */
    expect(4, "half-plane", 1, (const int64_t[]){0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0},
           WITH({"most", "1"}));
}

static void test_majority_field(void **state)
{
    (void)state;
    /* Two fields of one bit: bit 3 is bit 0 of the group, bit 2 its bit 1. */
    static const uint32_t group[] = {0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3};
    int64_t expected[16 * 4] = {0};
    for (size_t host = 0; host < 16; host++)
        expected[host * 4 + group[host]] = 9;
    expect(4, "majority-field", 4, expected, WITH({"fields", "2"}, {"mean", "9"}));
    /* One field of three bits, of the highest three of four. */
    static const uint32_t vote[] = {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1};
    int64_t votes[16 * 2] = {0};
    for (size_t host = 0; host < 16; host++)
        votes[host * 2 + vote[host]] = 32;
    expect(4, "majority-field", 2, votes, WITH({0}));
    refuse(RD_HYPERCUBE, 2, "majority-field",
           "3 fields of 2 bits: at most one field per bit is accepted", WITH({"fields", "3"}));
    refuse(RD_HYPERCUBE, 12, "majority-field",
           "65536 groups on 4096 hosts: hosts times groups may be 134217728",
           WITH({"fields", "16"}));
}

static void test_random_multi(void **state)
{
    (void)state;
    enum { HOSTS = 64, GROUPS = 5 };
    int64_t first_draw = 0;
    bool varies = false;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct test_loads loads;
        int64_t of_group[GROUPS] = {0};
        assert_true(test_generate(&loads, RD_HYPERCUBE, HOSTS, "random-multi", seed,
                                  WITH({"groups", "5"}, {"mean", "7"})));
        assert_int_equal(loads.kind_count, GROUPS);
        for (size_t host = 0; host < HOSTS; host++) {
            int64_t held = 0;
            for (size_t group = 0; group < GROUPS; group++) {
                held += loads.load[host * GROUPS + group];
                of_group[group] += loads.load[host * GROUPS + group];
            }
            assert_int_equal(held, 7);
        }
        /* 448 items: 90, 90, 90, 89, 89. */
        for (size_t group = 0; group < GROUPS; group++)
            assert_int_equal(of_group[group], group < 3 ? 90 : 89);
        varies = varies || (seed > 0 && loads.load[0] != first_draw);
        first_draw = loads.load[0];
        rd_arena_close(&loads.arena);
    }
    assert_true(varies);
    refuse(RD_HYPERCUBE, 1, "random-multi",
           "50000001 items on each of 2 hosts to shuffle: at most 100000000 in all are supported",
           WITH({"mean", "50000001"}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hamming_ball),   cmocka_unit_test(test_subcube),
        cmocka_unit_test(test_ladder),         cmocka_unit_test(test_sets),
        cmocka_unit_test(test_majority_field), cmocka_unit_test(test_random_multi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
