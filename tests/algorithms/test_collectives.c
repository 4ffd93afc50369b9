/* Scans and reductions of hypercubes and shuffle-exchanges against sums counted by hand, and the
 * rounds that they take against the formulas; the referee judges the messages. The argument
 * multiplies the random values. */
#include "tests/support/cmocka.h"

#include "algorithms/hypercube/collectives.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"

enum { MOST_DIMENSIONS = 6, MOST_HOSTS = 1 << MOST_DIMENSIONS, MOST_ENTRIES = 13 };

static uint64_t times = 1;

struct run {
    struct test_instance test;
    struct rd_plan plan;
    struct rd_lockstep_network network;
};

static void start(struct run *run, enum rd_shape shape, uint32_t d)
{
    run->test = test_instance_make(&test_arena, shape, RD_NO_DIRECTION, UINT32_C(1) << d, 1);
    run->plan = (struct rd_plan){0};
    rd_lockstep_open(&run->network, &run->test.instance, 1, &test_arena, &run->plan);
}

/* The network checks ports, and the referee checks the network. */
static void end(struct run *run, uint64_t rounds)
{
    struct rd_verdict verdict;
    rd_referee_plan(&run->test.instance, &run->plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_int_equal(verdict.steps, rounds);
}

static void draw(struct rd_rng *rng, int64_t *value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        value[i] = rd_rng_between(rng, -20, 20);
}

static int64_t reduced(enum rd_reduction reduction, const int64_t *value, uint32_t count)
{
    int64_t result = value[0];
    for (uint32_t i = 1; i < count; i++)
        result = reduction == RD_REDUCE_SUM                                ? result + value[i]
                 : (reduction == RD_REDUCE_MINIMUM) == (value[i] < result) ? value[i]
                                                                           : result;
    return result;
}

static void all_reduce_takes_d_and_2d_rounds(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (uint64_t pass = 0; pass < 50 * times; pass++)
        for (uint32_t d = 0; d <= MOST_DIMENSIONS; d++)
            for (enum rd_reduction reduction = RD_REDUCE_SUM; reduction <= RD_REDUCE_MAXIMUM;
                 reduction++)
                for (int shuffled = 0; shuffled < 2; shuffled++) {
                    struct run run;
                    int64_t value[MOST_HOSTS];
                    uint32_t host_count = UINT32_C(1) << d;
                    start(&run, shuffled ? RD_SHUFFLE_EXCHANGE : RD_HYPERCUBE, d);
                    draw(&rng, value, host_count);
                    int64_t expected = reduced(reduction, value, host_count);
                    rd_cube_all_reduce(&run.network, reduction, value, &test_scratch);
                    for (uint32_t host = 0; host < host_count; host++)
                        assert_int_equal(value[host], expected);
                    end(&run, shuffled ? 2 * d : d);
                }
    print_compared("reductions", 50 * 42 * times);
}

static void scan_takes_d_and_3d_rounds(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(2, 0);
    for (uint64_t pass = 0; pass < 50 * times; pass++)
        for (uint32_t d = 0; d <= MOST_DIMENSIONS; d++)
            for (int shuffled = 0; shuffled < 2; shuffled++) {
                struct run run;
                int64_t value[MOST_HOSTS], prefix[MOST_HOSTS], total[MOST_HOSTS], sum = 0;
                uint32_t host_count = UINT32_C(1) << d;
                start(&run, shuffled ? RD_SHUFFLE_EXCHANGE : RD_HYPERCUBE, d);
                draw(&rng, value, host_count);
                rd_cube_scan(&run.network, value, prefix, total, &test_scratch);
                for (uint32_t host = 0; host < host_count; host++) {
                    assert_int_equal(prefix[host], sum);
                    sum += value[host];
                }
                for (uint32_t host = 0; host < host_count; host++)
                    assert_int_equal(total[host], sum);
                end(&run, shuffled ? 3 * d : d);
            }
    print_compared("scans", 50 * 14 * times);
}

/* Every subcube of dimension l gets dimensions of its own: whole cubes split in two across one of
 * theirs, drawn for each, until l are left. */
static void draw_dimensions(struct rd_rng *rng, uint32_t d, uint32_t l, uint32_t *dimensions)
{
    uint32_t host_count = UINT32_C(1) << d;
    for (uint32_t host = 0; host < host_count; host++)
        dimensions[host] = host_count - 1;
    for (uint32_t level = d; level > l; level--)
        for (uint32_t first = 0; first < host_count; first++) {
            uint32_t own = dimensions[first];
            /* The lowest host of a subcube that was not split yet. */
            if ((first & own) != 0 || (uint32_t)__builtin_popcount(own) != level)
                continue;
            uint32_t bit = own;
            for (uint64_t passed = rd_rng_below(rng, level); passed > 0; passed--)
                bit &= bit - 1;
            bit &= -bit;
            for (uint32_t host = 0; host < host_count; host++)
                if (((host ^ first) & ~own) == 0)
                    dimensions[host] = own & ~bit;
        }
}

/* For one entry: the sum over the host's subcube, of lower hosts only or of all. */
static int64_t sum_of_subcube(const int64_t *value, uint32_t host_count, uint32_t w, uint32_t entry,
                              uint32_t host, uint32_t dimensions, bool lower)
{
    int64_t sum = 0;
    for (uint32_t other = 0; other < host_count; other++)
        if (((other ^ host) & ~dimensions) == 0 && (!lower || other < host))
            sum += value[other * w + entry];
    return sum;
}

/* The rounds of halving, by the definition. */
static uint64_t halving_rounds(uint32_t l, uint32_t w)
{
    uint64_t rounds = 0;
    for (uint32_t j = 1; j <= l; j++)
        rounds += (w + (UINT32_C(1) << j) - 1) >> j;
    return rounds;
}

static void check_vectors(struct rd_rng *rng, uint32_t d, uint32_t l, uint32_t w, bool own)
{
    static int64_t value[MOST_HOSTS * MOST_ENTRIES], sum[MOST_HOSTS * MOST_ENTRIES],
        prefix[MOST_HOSTS * MOST_ENTRIES], total[MOST_HOSTS * MOST_ENTRIES];
    struct run run;
    uint32_t host_count = UINT32_C(1) << d, dimensions[MOST_HOSTS];
    struct rd_subcubes subcubes = {l, own ? dimensions : NULL};
    if (own)
        draw_dimensions(rng, d, l, dimensions);
    for (uint32_t host = 0; !own && host < host_count; host++)
        dimensions[host] = (UINT32_C(1) << l) - 1;
    draw(rng, value, host_count * w);
    for (uint32_t i = 0; i < host_count * w; i++)
        sum[i] = value[i];
    start(&run, RD_HYPERCUBE, d);
    rd_cube_all_reduce_vectors(&run.network, &subcubes, w, sum, &test_scratch);
    uint64_t halving = halving_rounds(l, w);
    end(&run, l * w < 2 * halving ? l * w : 2 * halving);
    start(&run, RD_HYPERCUBE, d);
    rd_cube_scan_vectors(&run.network, &subcubes, w, value, prefix, total, &test_scratch);
    end(&run, 3 * halving);
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t entry = 0; entry < w; entry++) {
            uint32_t i = host * w + entry;
            int64_t all =
                sum_of_subcube(value, host_count, w, entry, host, dimensions[host], false);
            assert_int_equal(sum[i], all);
            assert_int_equal(total[i], all);
            assert_int_equal(prefix[i], sum_of_subcube(value, host_count, w, entry, host,
                                                       dimensions[host], true));
        }
}

static void vectors_take_the_rounds_of_halving(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(3, 0);
    for (uint64_t pass = 0; pass < times; pass++)
        for (uint32_t d = 0; d <= MOST_DIMENSIONS; d++)
            for (uint32_t l = 0; l <= d; l++)
                for (uint32_t w = 1; w <= MOST_ENTRIES; w++) {
                    struct rd_arena_mark mark = rd_arena_mark(&test_arena);
                    check_vectors(&rng, d, l, w, false);
                    check_vectors(&rng, d, l, w, true);
                    rd_arena_rewind(&test_arena, mark);
                }
    print_compared("scans and reductions of vectors", 728 * times);
}

/* The control steps of Algorithm Balance, as the paper's verification counted them. */
static void discrepancies_of_all_levels_cost_what_was_counted(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 5, 13, 23, 39, 57, 79, 103, 135, 169};
    uint64_t rounds = 0;
    for (uint32_t l = 1; l <= 10; l++) {
        uint64_t halving = 2 * rd_cube_halving_rounds(l, l);
        rounds += halving < l * l ? halving : l * l;
        assert_int_equal(rounds, expected[l - 1]);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(all_reduce_takes_d_and_2d_rounds),
        ARENAS_TEST(scan_takes_d_and_3d_rounds),
        ARENAS_TEST(vectors_take_the_rounds_of_halving),
        ARENAS_TEST(discrepancies_of_all_levels_cost_what_was_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
