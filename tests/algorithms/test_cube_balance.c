/* The Balance family against the same algorithms on plain arrays, and its bounds. */
#include "cube_reference.h"
#include "cube_run.h"

#include "tests/support/arena.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"

#include <stdlib.h>
#include <string.h>

static int instance_count = 150; /* the program's argument */

/* How a sweep goes, and what docs/hypercube.md says of its steps. */
enum sweep { ADAPTIVE, ASCENDING, SHUFFLED };

struct family {
    const char *name;
    enum rd_shape shape;
    enum sweep sweep;
    bool one_kind;
    bool always_minimum_error;
};

static const struct family families[] = {
    {"cube-dimension-order", RD_HYPERCUBE, ASCENDING, true, false},
    {"cube-balance", RD_HYPERCUBE, ADAPTIVE, true, false},
    {"cube-balance-minimum-error", RD_HYPERCUBE, ADAPTIVE, true, true},
    {"cube-multibalance", RD_HYPERCUBE, ADAPTIVE, false, false},
    {"cube-multibalance-ascending", RD_HYPERCUBE, ASCENDING, false, false},
    {"shuffle-dimension-order", RD_SHUFFLE_EXCHANGE, SHUFFLED, true, false},
    {"shuffle-multibalance", RD_SHUFFLE_EXCHANGE, SHUFFLED, false, false},
};
enum { FAMILY_COUNT = sizeof families / sizeof *families };

/* The rounds of a plan, one after the other. */
struct walk {
    const struct rd_plan *plan;
    uint32_t round;
    size_t row;
};

/* Does the next round carry tokens? Goes past it if it is as wanted. */
static bool next_round_is(struct walk *walk, bool of_tokens)
{
    if (walk->round == walk->plan->round_count)
        return false;
    bool tokens = false;
    size_t row = walk->row;
    for (; row < walk->plan->transfer_count && walk->plan->transfer[row].round == walk->round;
         row++)
        tokens = tokens || walk->plan->transfer[row].kind != RD_CONTROL;
    if (tokens != of_tokens)
        return false;
    walk->row = row;
    walk->round++;
    return true;
}

static void pass_control(struct walk *walk, int64_t steps)
{
    for (int64_t i = 0; i < steps; i++)
        assert_true(next_round_is(walk, false));
}

static int64_t pass_tokens(struct walk *walk)
{
    int64_t steps = 0;
    while (next_round_is(walk, true))
        steps++;
    return steps;
}

static struct cube_reference reference_of(const struct rd_instance *instance,
                                          struct rd_arena *arena)
{
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    struct cube_reference cube = {.dimension_count = instance->topology.dimension_count,
                                  .kind_count = instance->kind_count,
                                  .held = rd_take(arena, entries, int64_t),
                                  .initial = instance->load};
    memcpy(cube.held, instance->load, entries * sizeof *cube.held);
    return cube;
}

/* The sweep on arrays, and its levels beside those of the plan. Returns: where the plan goes on. */
static struct walk compare_sweep(const struct family *family, const struct rd_plan *plan,
                                 struct cube_reference *cube)
{
    struct walk walk = {.plan = plan};
    int64_t d = cube->dimension_count, g = cube->kind_count;
    switch (family->sweep) {
    case ADAPTIVE:
        cube_reference_adaptive(cube);
        pass_control(&walk, cube_reference_control(d, g));
        break;
    case ASCENDING: cube_reference_ascending(cube); break;
    case SHUFFLED: cube_reference_shuffle(cube); break;
    }
    for (int64_t l = 1; l <= d; l++) {
        if (family->sweep == SHUFFLED && l > 1) {
            pass_control(&walk, g * (d - 1));
            assert_int_equal(pass_tokens(&walk), cube->shuffle_steps[l - 1]);
        }
        pass_control(&walk, g);
        assert_int_equal(pass_tokens(&walk), cube->level_steps[l]);
    }
    return walk;
}

/* floor(C(n, floor(n/2)) m / 2^l), term by term of Pascal's triangle. */
static int64_t middle_binomial(int64_t n)
{
    int64_t row[CUBE_MOST_DIMENSIONS + 1] = {1};
    for (int64_t i = 1; i <= n; i++)
        for (int64_t k = i; k > 0; k--)
            row[k] += row[k - 1];
    return row[n / 2];
}

static int64_t largest_load(const struct cube_reference *cube)
{
    int64_t largest = 0;
    for (uint32_t v = 0; v < UINT32_C(1) << cube->dimension_count; v++)
        largest = cube->initial[v] > largest ? cube->initial[v] : largest;
    return largest;
}

/* The bounds of docs/hypercube.md on the token steps of a level. */
static void check_level_bounds(const struct family *family, const struct rd_instance *instance,
                               const struct cube_reference *cube, bool evenly_loaded)
{
    int64_t g = cube->kind_count, m = g == 1 ? largest_load(cube) : 0;
    for (int64_t l = 1; l <= cube->dimension_count; l++) {
        int64_t steps = cube->level_steps[l], delta = cube->least_delta[l];
        if (family->sweep == ADAPTIVE && g == 1) {
            assert_true(steps <= (delta >> l) + l - 1);
            assert_true(delta <= m * middle_binomial(l - 1));
            assert_true(steps <= (m * middle_binomial(l - 1) >> l) + l - 1);
        }
        if (family->sweep == ADAPTIVE && g > 1 && evenly_loaded)
            assert_true(steps <= (delta >> (l + 1)) + g * (l - 1));
        if (family->sweep != ADAPTIVE && g == 1)
            assert_true(steps <= m / 2);
    }
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        assert_true(cube_reference_error(cube, kind) <= cube->dimension_count);
}

static void compare_final(const struct rd_verdict *verdict, const struct cube_reference *cube)
{
    size_t entries = ((size_t)1 << cube->dimension_count) * cube->kind_count;
    for (size_t i = 0; i < entries; i++)
        assert_int_equal(verdict->final[i], cube->held[i]);
}

/* One instance, by every algorithm that takes it, with and without the last steps. */
static void compare(struct rd_instance *instance, bool evenly_loaded, struct rd_arena *arena,
                    struct rd_arena *scratch)
{
    int64_t d = instance->topology.dimension_count;
    bool shuffled = instance->topology.shape == RD_SHUFFLE_EXCHANGE;
    for (size_t i = 0; i < 2 * FAMILY_COUNT; i++) {
        const struct family *family = &families[i / 2];
        if (family->shape != instance->topology.shape ||
            (family->one_kind && instance->kind_count > 1))
            continue;
        struct rd_arena_mark mark = rd_arena_mark(arena), other = rd_arena_mark(scratch);
        instance->balance_error = i % 2 == 0 ? d : 0;
        struct cube_run ran = cube_run(family->name, instance, arena, scratch);
        if (!ran.planned) {
            assert_true(i % 2 == 1 && d > 1 && strcmp(family->name, "cube-balance") == 0);
            continue;
        }
        struct cube_reference cube = reference_of(instance, arena);
        struct walk walk = compare_sweep(family, &ran.plan, &cube);
        check_level_bounds(family, instance, &cube, evenly_loaded);
        if (family->always_minimum_error || (i % 2 == 1 && d > 1)) {
            int64_t phases = cube_reference_minimum_error(&cube);
            assert_int_equal(ran.plan.round_count - walk.round,
                             (shuffled ? 4 : 2) * d * instance->kind_count +
                                 (shuffled ? 5 : 2) * d * phases);
        } else {
            assert_int_equal(ran.plan.round_count, walk.round);
        }
        compare_final(&ran.verdict, &cube);
        rd_arena_rewind(arena, mark);
        rd_arena_rewind(scratch, other);
    }
}

static void compare_on_both_shapes(uint32_t d, uint32_t kind_count, const int64_t *load,
                                   bool evenly_loaded)
{
    static struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    for (int shape = 0; shape < 2; shape++) {
        struct test_instance test =
            test_instance_make(&arena, shape == 0 ? RD_HYPERCUBE : RD_SHUFFLE_EXCHANGE,
                               RD_NO_DIRECTION, UINT32_C(1) << d, kind_count);
        memcpy(test.load, load, ((size_t)kind_count << d) * sizeof *load);
        compare(&test.instance, evenly_loaded, &arena, &scratch);
    }
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

/* Counts through all loads of `entries` entries from 0 to `most`. */
static bool next_loads(int64_t *load, uint32_t entries, int64_t most)
{
    for (uint32_t i = 0; i < entries; i++) {
        if (load[i]++ < most)
            return true;
        load[i] = 0;
    }
    return false;
}

static void test_all_small_loads(void **state)
{
    (void)state;
    static const struct {
        uint32_t d, kinds;
        int64_t most;
    } size[] = {{0, 1, 3}, {1, 1, 9}, {2, 1, 5}, {3, 1, 2}, {0, 2, 2}, {1, 2, 4}, {2, 2, 1}};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        int64_t load[16] = {0};
        do {
            compare_on_both_shapes(size[i].d, size[i].kinds, load, false);
        } while (next_loads(load, size[i].kinds << size[i].d, size[i].most));
    }
}

/* Loads with up to `most` a processor; every other time most of it on a few. */
static void draw_loads(struct rd_rng *rng, int64_t *load, uint32_t entries)
{
    int64_t most = INT64_C(1) << rd_rng_below(rng, 8);
    bool few = rd_rng_below(rng, 2) == 0;
    for (uint32_t i = 0; i < entries; i++)
        load[i] = few && rd_rng_below(rng, 4) != 0 ? 0 : rd_rng_between(rng, 0, most);
}

static void test_random_loads(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(7, 1);
    static int64_t load[256 * 8];
    for (int i = 0; i < instance_count; i++) {
        uint32_t d = (uint32_t)rd_rng_between(&rng, 3, i % 10 == 0 ? 8 : 6);
        uint32_t kinds = i % 2 == 0 ? 1 : (uint32_t)rd_rng_between(&rng, 2, 4);
        draw_loads(&rng, load, kinds << d);
        compare_on_both_shapes(d, kinds, load, false);
    }
    print_compared("Balance and its kin, and plain arrays", (uint64_t)instance_count);
}

/* As many tokens on every processor, of kinds as they come. */
static void test_evenly_loaded(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(7, 2);
    static int64_t load[64 * 8];
    for (int i = 0; i < 60; i++) {
        uint32_t d = (uint32_t)rd_rng_between(&rng, 1, 6);
        uint32_t kinds = (uint32_t)rd_rng_between(&rng, 2, 8);
        int64_t share = rd_rng_between(&rng, 1, 40);
        memset(load, 0, sizeof load);
        for (uint32_t v = 0; v < UINT32_C(1) << d; v++)
            for (int64_t token = 0; token < share; token++)
                load[v * kinds + (i % 3 == 0 ? (v >> rd_rng_below(&rng, d)) % kinds
                                             : rd_rng_below(&rng, kinds))]++;
        compare_on_both_shapes(d, kinds, load, true);
    }
}

/* sum_l min(l^2, 2 H(l, l)): docs/hypercube.md has the numbers. */
static void test_control_steps(void **state)
{
    (void)state;
    static const int64_t expected[] = {1, 5, 13, 23, 39, 57, 79, 103, 135, 169};
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    for (uint32_t d = 1; d <= 10; d++) {
        struct test_instance test =
            test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, UINT32_C(1) << d, 1);
        test.instance.balance_error = d;
        struct cube_run ran = cube_run("cube-balance", &test.instance, &arena, &scratch);
        assert_int_equal(ran.plan.round_count, expected[d - 1] + d);
    }
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

/* The half-full ball of figure A at d = 10, m = 64: 126 token steps if a level ends with its last
 * token, 169 if each subcube reserves what its discrepancy allows. */
static void test_half_full_ball(void **state)
{
    (void)state;
    enum { DIMENSIONS = 10, HOSTS = 1 << DIMENSIONS, M = 64 };
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, HOSTS, 1);
    uint32_t full = 0;
    for (int ones = 0; ones <= DIMENSIONS; ones++)
        for (uint32_t v = HOSTS; v-- > 0 && full < HOSTS / 2;)
            if (__builtin_popcount(v) == ones) {
                test.load[v] = M;
                full++;
            }
    struct cube_reference cube = reference_of(&test.instance, &arena);
    cube_reference_adaptive(&cube);
    int64_t ideal = 0, reserved = 0;
    for (int l = 1; l <= DIMENSIONS; l++) {
        ideal += cube.level_steps[l];
        reserved += (cube.least_delta[l] >> l) + l - 1;
    }
    assert_int_equal(ideal, 126);
    assert_int_equal(reserved, 169);
    rd_arena_close(&arena);
}

/* Loads popcount(v): no pair across any dimension is more than 1 apart, so nothing moves and the
 * error is d, all that Lemma 2.3 allows. */
static void test_popcount_is_a_fixed_point(void **state)
{
    (void)state;
    static const char *const names[] = {"cube-dimension-order", "cube-balance", "cube-multibalance",
                                        "cube-multibalance-ascending"};
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    for (uint32_t d = 1; d <= 8; d++) {
        struct test_instance test =
            test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, UINT32_C(1) << d, 1);
        for (uint32_t host = 0; host < UINT32_C(1) << d; host++)
            test.load[host] = __builtin_popcount(host);
        test.instance.balance_error = d;
        for (size_t i = 0; i < 4; i++) {
            struct cube_run ran = cube_run(names[i], &test.instance, &arena, &scratch);
            assert_int_equal(ran.verdict.items_moved, 0);
            assert_int_equal(ran.verdict.final[0], 0);
            assert_int_equal(ran.verdict.final[(1 << d) - 1], d);
        }
    }
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

/* Levels of as many steps as m can need: known to all, and never fewer than the ideal ones. */
static void test_reserved_termination(void **state)
{
    (void)state;
    const struct rd_option reserved = {"termination", "reserved"};
    struct rd_rng rng = rd_rng_seeded(7, 3);
    for (int i = 0; i < 60; i++) {
        struct rd_arena arena, scratch;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        uint32_t d = (uint32_t)rd_rng_between(&rng, 1, 7);
        struct test_instance test =
            test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, UINT32_C(1) << d, 1);
        draw_loads(&rng, test.load, UINT32_C(1) << d);
        test.instance.balance_error = d;
        struct cube_reference cube = reference_of(&test.instance, &arena);
        int64_t m = largest_load(&cube), tokens = 0;
        for (uint32_t l = 1; m > 0 && l <= d; l++)
            tokens += (m * middle_binomial(l - 1) >> l) + l - 1;
        struct cube_run balance =
            cube_run_with("cube-balance", &test.instance, &reserved, 1, &arena, &scratch);
        assert_int_equal(balance.plan.round_count,
                         cube_reference_control(d, 1) + 2 * (int64_t)d + tokens);
        struct cube_run order =
            cube_run_with("cube-dimension-order", &test.instance, &reserved, 1, &arena, &scratch);
        assert_int_equal(order.plan.round_count, d + d * (1 + m / 2));
        struct cube_run ideal = cube_run("cube-balance", &test.instance, &arena, &scratch);
        assert_true(ideal.plan.round_count <= balance.plan.round_count);
        assert_memory_equal(ideal.verdict.final, balance.verdict.final, sizeof(int64_t) << d);
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
}

static void expect_refusal(const char *name, const struct rd_instance *instance, const char *words)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct cube_run ran = cube_run(name, instance, &arena, &scratch);
    assert_false(ran.planned);
    assert_int_equal(ran.error.code, RD_ERROR_REFUSED);
    assert_string_equal(ran.error.message, words);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

static void test_refusals(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    test.instance.balance_error = 2;
    expect_refusal("cube-balance", &test.instance,
                   "the goal allows an error of 2: cube-balance may leave 3 on 8 processors "
                   "(Lemma 2.3); cube-balance-minimum-error continues");
    struct test_instance two = test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 2);
    two.instance.balance_error = 3;
    expect_refusal("cube-balance", &two.instance, "2 kinds: this algorithm balances 1");
    test.instance.balance_error = 3;
    test.load[0] = 40000000;
    expect_refusal("cube-balance", &test.instance,
                   "up to 120000608 messages and control words: a plan holds at most 100000000");
    rd_arena_close(&arena);
}

/* Who got the first token of a plan. */
static uint32_t first_receiver(const struct rd_instance *instance)
{
    const struct rd_algorithm *balance = rd_algorithm_named("cube-balance");
    struct rd_options options = {.spec = balance->options};
    struct rd_arena arena, scratch;
    struct rd_plan plan = {0};
    struct rd_error error;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    assert_true(balance->plan(balance, instance, &options, &arena, &scratch, &plan, &error));
    size_t row = 0;
    while (plan.transfer[row].kind == RD_CONTROL)
        row++;
    assert_int_equal(plan.transfer[row].from, 0);
    uint32_t to = plan.transfer[row].to;
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return to;
}

/* Loads 6 2 0 0: discrepancy 4 across dimension 0 and 8 across dimension 1, which is therefore
 * balanced first. If dimension 0 costs ten times as much, 40 are more than 8. */
static void test_cost_weighs_discrepancies(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    test.load[0] = 6;
    test.load[1] = 2;
    test.instance.balance_error = 2;
    assert_int_equal(first_receiver(&test.instance), 2);
    for (uint32_t host = 0; host < 4; host++)
        test_instance_set_cost(&test, host, host ^ 1, 0, 10);
    assert_int_equal(first_receiver(&test.instance), 1);
    rd_arena_close(&arena);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        instance_count = (int)strtol(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small_loads),
        cmocka_unit_test(test_random_loads),
        cmocka_unit_test(test_evenly_loaded),
        cmocka_unit_test(test_control_steps),
        cmocka_unit_test(test_half_full_ball),
        cmocka_unit_test(test_popcount_is_a_fixed_point),
        cmocka_unit_test(test_reserved_termination),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_cost_weighs_discrepancies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
