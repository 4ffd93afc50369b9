/* The generator: the published algorithms' known answers, and no bias. */
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"

/* xoshiro256** from the state 1, 2, 3, 4. The first three by hand: 2*5 rotated by 7 is 1280, times
 * 9 is 11520; then s = {7, 0, 2^18+2, 6 rotated by 45}, whose s[1] 0 gives 0; the rest from a
 * transcription of the published recurrence in integers of any size. */
static void gives_the_published_sequence(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        UINT64_C(16172922978634559625),
        8476171486693032832,
        UINT64_C(10595114339597558777),
        2904607092377533576,
    };
    struct rd_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(rd_rng_next(&rng) == expected[i]);
}

/* The seed is mixed with the stream's number, splitmix64(stream), and started by splitmix64: from
 * the same transcription. splitmix64 itself gives 6457827717110365317, 3203168211198807973, ..
 * from 1234567 there, as published. */
static void starts_by_splitmix64(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, stream, first_state, next[3];
    } expected[] = {
        {0,
         0,
         UINT64_C(0xa706dd2f4d197e6f),
         {UINT64_C(18110106563157542208), 8650457082529208451, 3032169436225125478}},
        {1,
         0,
         UINT64_C(0x08b4fda8c892b50e),
         {UINT64_C(17254933023648552173), UINT64_C(10273995337764303472),
          UINT64_C(13859318443369830749)}},
        {0,
         1,
         UINT64_C(0x5e41ab087439611e),
         {UINT64_C(17154914556750032435), UINT64_C(15481925071032317162), 3049712571244418729}},
        {42,
         7,
         UINT64_C(0x6eab8625df268fbc),
         {2648032583866158101, UINT64_C(15589289955728303254), 4462713342656079091}},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct rd_rng rng = rd_rng_seeded(expected[i].seed, expected[i].stream);
        assert_true(rng.state[0] == expected[i].first_state);
        for (int j = 0; j < 3; j++)
            assert_true(rd_rng_next(&rng) == expected[i].next[j]);
    }
}

/* Counts within 5 standard deviations of draws / bound. */
static void is_unbiased_on_small_bounds(void **state)
{
    (void)state;
    enum { DRAWS = 100000, MOST = 12 };
    struct rd_rng rng = rd_rng_seeded(3, 0);
    for (uint64_t bound = 1; bound <= MOST; bound++) {
        uint32_t count[MOST] = {0};
        for (int i = 0; i < DRAWS; i++) {
            uint64_t draw = rd_rng_below(&rng, bound);
            assert_true(draw < bound);
            count[draw]++;
        }
        double mean = (double)DRAWS / (double)bound;
        double variance = mean * (1 - 1 / (double)bound);
        for (uint64_t value = 0; value < bound; value++) {
            double off = count[value] - mean;
            assert_true(off * off <= 25 * variance);
        }
    }
}

/* bound = 3 * 2^62: a plain remainder would give the lowest third half of all draws. */
static void is_unbiased_on_huge_bounds(void **state)
{
    (void)state;
    enum { DRAWS = 30000 };
    struct rd_rng rng = rd_rng_seeded(4, 0);
    const uint64_t bound = UINT64_C(3) << 62;
    uint32_t lowest_third = 0;
    for (int i = 0; i < DRAWS; i++) {
        uint64_t draw = rd_rng_below(&rng, bound);
        assert_true(draw < bound);
        lowest_third += draw < UINT64_C(1) << 62;
    }
    /* A third, 10,000, within 5 standard deviations of 82. */
    assert_in_range(lowest_third, 10000 - 410, 10000 + 410);
}

static void draws_between_both_ends(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    bool seen[7] = {false};
    for (int i = 0; i < 1000; i++) {
        int64_t draw = rd_rng_between(&rng, -3, 3);
        assert_true(-3 <= draw && draw <= 3);
        seen[draw + 3] = true;
    }
    for (int i = 0; i < 7; i++)
        assert_true(seen[i]);
    assert_int_equal(rd_rng_between(&rng, 9, 9), 9);
    bool negative = false, positive = false;
    for (int i = 0; i < 100; i++) {
        int64_t draw = rd_rng_between(&rng, INT64_MIN, INT64_MAX);
        negative |= draw < 0;
        positive |= draw > 0;
    }
    assert_true(negative && positive);
    for (int i = 0; i < 100; i++)
        assert_true(rd_rng_between(&rng, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
}

static void draws_from_the_unit_interval(void **state)
{
    (void)state;
    enum { DRAWS = 100000 };
    struct rd_rng rng = rd_rng_seeded(6, 0);
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        double draw = rd_rng_unit(&rng);
        assert_true(0 <= draw && draw < 1);
        double scaled = draw * 0x1p53;
        assert_true(scaled == (double)(uint64_t)scaled);
        sum += draw;
    }
    /* Mean 1/2; one standard deviation of the sum is sqrt(100000/12) = 91. */
    assert_true(50000 - 456 < sum && sum < 50000 + 456);
}

static void keeps_streams_apart(void **state)
{
    (void)state;
    struct rd_rng links = rd_rng_seeded(8, 0), loads = rd_rng_seeded(8, 1),
                  again = rd_rng_seeded(8, 0);
    int same = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t draw = rd_rng_next(&links);
        assert_true(draw == rd_rng_next(&again));
        same += draw == rd_rng_next(&loads);
    }
    assert_int_equal(same, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_published_sequence),
        cmocka_unit_test(starts_by_splitmix64),
        cmocka_unit_test(is_unbiased_on_small_bounds),
        cmocka_unit_test(is_unbiased_on_huge_bounds),
        cmocka_unit_test(draws_between_both_ends),
        cmocka_unit_test(draws_from_the_unit_interval),
        cmocka_unit_test(keeps_streams_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
