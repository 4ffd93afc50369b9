/* Leighton's algorithm: its steps, counted by the formula, and its final loads, on every small
 * instance and on random ones (test_cube_cases.c has the cases). The referee judges every message,
 * so a token that met another at a port would be found. */
#include "tests/support/cmocka.h"

#include "algorithms/hypercube/leighton.h"
#include "contract/instances.h"
#include "cube_run.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"

enum { MOST_HOSTS = 256 };

extern const struct rd_algorithm cube_leighton;

static struct rd_verdict run(const char *name, const struct rd_instance *instance)
{
    return cube_run(name, instance, &test_arena, &test_scratch).verdict;
}

/* Leighton's final load: n / p each, and one more for the first n mod p. */
static void check_filled_in_turn(const int64_t *final, const int64_t *load, uint32_t host_count)
{
    int64_t n = 0;
    for (uint32_t host = 0; host < host_count; host++)
        n += load[host];
    for (uint32_t host = 0; host < host_count; host++)
        assert_int_equal(final[host], n / host_count + (host < n % host_count));
}

static void check(enum rd_shape shape, uint32_t d, const int64_t *load)
{
    struct rd_arena_mark mark = rd_arena_mark(&test_arena), work = rd_arena_mark(&test_scratch);
    uint32_t host_count = UINT32_C(1) << d;
    int64_t m = 0;
    for (uint32_t host = 0; host < host_count; host++)
        m = m < load[host] ? load[host] : m;
    struct test_instance test = cube_unit_instance(shape, RD_ONE_PORT, d, load, &test_arena);
    bool shuffled = shape == RD_SHUFFLE_EXCHANGE;
    struct rd_verdict verdict =
        run(shuffled ? "shuffle-leighton" : "cube-leighton", &test.instance);
    int64_t steps = shuffled ? 2 * d + 5 * d * m : d + 2 * d * m;
    assert_int_equal(verdict.steps, steps);
    check_filled_in_turn(verdict.final, load, host_count);
    rd_arena_rewind(&test_arena, mark);
    rd_arena_rewind(&test_scratch, work);
}

static void every_small_load(void **state)
{
    (void)state;
    static const int64_t most[] = {4, 6, 3, 2};
    for (uint32_t d = 0; d <= 3; d++) {
        int64_t load[8] = {0};
        do {
            check(RD_HYPERCUBE, d, load);
            check(RD_SHUFFLE_EXCHANGE, d, load);
        } while (next_digits(load, UINT32_C(1) << d, most[d]));
    }
}

static void draw_load(struct rd_rng *rng, int64_t *load, uint32_t host_count, int64_t most)
{
    bool sparse = rd_rng_below(rng, 2) == 0;
    for (uint32_t host = 0; host < host_count; host++)
        load[host] = sparse && rd_rng_below(rng, 4) > 0 ? 0 : rd_rng_between(rng, 0, most);
}

static void random_loads(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(4, 0);
    for (int draw = 0; draw < 200; draw++) {
        uint32_t d = 1 + (uint32_t)rd_rng_below(&rng, draw % 10 == 0 ? 8 : 5);
        int64_t load[MOST_HOSTS];
        draw_load(&rng, load, UINT32_C(1) << d, rd_rng_between(&rng, 1, 12));
        check(RD_HYPERCUBE, d, load);
        check(RD_SHUFFLE_EXCHANGE, d, load);
    }
}

static double planned_s(const struct rd_instance *instance)
{
    struct rd_options options = {0};
    struct rd_plan plan = {0};
    struct rd_error error;
    struct rd_verdict verdict;
    assert_true(cube_leighton.plan(&cube_leighton, instance, &options, &test_arena, &test_scratch,
                                   &plan, &error));
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    return verdict.makespan_s;
}

/* Steps of latency 0.5 and items of 3 bytes at 2 bytes a second: 2 s; words of 5 bytes take 3. */
static void steps_last_as_long_as_the_longest_message(void **state)
{
    (void)state;
    const int64_t load[] = {2, 0, 0, 1};
    struct test_instance test = cube_unit_instance(RD_HYPERCUBE, RD_ONE_PORT, 2, load, &test_arena);
    for (uint64_t link = 0; link < 8; link++)
        test.cost[link] = (struct rd_link_cost){0.5, 2};
    test.instance.item_bytes = 3;
    test.instance.word_bytes = 1;
    assert_true(planned_s(&test.instance) == (2 + 8) * 2);
    test.instance.word_bytes = 5;
    assert_true(planned_s(&test.instance) == (2 + 8) * 3);
}

/* What a processor is left with above the least is spread, phase by phase. */
static void levelling_takes_two_d_steps_and_two_d_a_phase(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    for (int draw = 0; draw < 400; draw++) {
        uint32_t d = 1 + (uint32_t)rd_rng_below(&rng, 5), host_count = UINT32_C(1) << d;
        bool shuffled = rd_rng_below(&rng, 2) == 1;
        int64_t load[MOST_HOSTS], start[MOST_HOSTS] = {0}, least = INT64_MAX, most = 0;
        for (uint32_t host = 0; host < host_count; host++) {
            load[host] = 3 + rd_rng_between(&rng, 0, draw % 5);
            least = load[host] < least ? load[host] : least;
            most = load[host] > most ? load[host] : most;
        }
        struct test_instance test = cube_unit_instance(
            shuffled ? RD_SHUFFLE_EXCHANGE : RD_HYPERCUBE, RD_ONE_PORT, d, load, &test_arena);
        struct rd_lockstep_network network;
        struct rd_plan plan = {0};
        struct rd_verdict verdict;
        rd_lockstep_open(&network, &test.instance, 1, &test_arena, &plan);
        int64_t phases = most - least > 1 ? most - least : 0;
        assert_int_equal(rd_leighton_level(&network, 0, start, &test_scratch), phases);
        rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
        assert_string_equal(verdict.message, "");
        assert_string_equal(verdict.goal_message, "");
        assert_int_equal(verdict.steps, shuffled ? 4 * d + 5 * d * phases : 2 * d + 2 * d * phases);
        if (phases > 0)
            check_filled_in_turn(verdict.final, load, host_count);
    }
}

static void refuses(const struct rd_instance *instance, const char *message)
{
    struct rd_error error = {0};
    struct rd_options options = {0};
    assert_false(
        rd_algorithm_accepts(rd_algorithm_named("cube-leighton"), instance, &options, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message, message);
}

static void says_what_it_refuses(void **state)
{
    (void)state;
    const int64_t load[] = {1, 0, 0, 0};
    struct test_instance test = cube_unit_instance(RD_HYPERCUBE, RD_ONE_PORT, 2, load, &test_arena);
    test.load[0] = 20000000;
    refuses(&test.instance, "up to 200000008 messages and control words: a plan holds at most "
                            "100000000");
    const struct rd_algorithm *leighton = rd_algorithm_named("cube-leighton");
    struct rd_options options = {0};
    struct rd_error error;
    assert_true(rd_algorithm_accepts_unkept(leighton, &test.instance, &options, &error));
    test.load[0] = 2000000000;
    assert_false(rd_algorithm_accepts_unkept(leighton, &test.instance, &options, &error));
    assert_string_equal(error.message, "up to 20000000008 messages and control words: a plan whose "
                                       "rows are not kept has at most 2000000000");
    struct test_instance pair =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 2);
    refuses(&pair.instance, "2 kinds: this algorithm balances 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(every_small_load),
        ARENAS_TEST(random_loads),
        ARENAS_TEST(steps_last_as_long_as_the_longest_message),
        ARENAS_TEST(levelling_takes_two_d_steps_and_two_d_a_phase),
        ARENAS_TEST(says_what_it_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
