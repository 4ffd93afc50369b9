/* Leighton's algorithm on the pipelined hypercube: both repairs in the steps that were promised,
 * and both readings of the paper caught at their collisions, on the smallest instances. */
#include "tests/support/cmocka.h"

#include "contract/instances.h"
#include "cube_run.h"
#include "tests/support/arenas.h"

enum { MOST_HOSTS = 256 };

static struct test_instance pipelined_instance(uint32_t d, const int64_t *load)
{
    return cube_unit_instance(RD_HYPERCUBE, RD_PIPELINED_PORTS, d, load, &test_arena);
}

/* The sum over j = 1..l of ceil(m / 2^j). */
static int64_t halving_rounds(uint32_t l, int64_t m)
{
    int64_t rounds = 0;
    for (uint32_t j = 1; j <= l; j++)
        rounds += (m + (INT64_C(1) << j) - 1) >> j;
    return rounds;
}

static int64_t elective_steps(uint32_t d, int64_t m)
{
    return m == 0 || d == 0 ? d : d + 3 * halving_rounds(d, m) + m - 1 + d;
}

/* The most that the strict repair takes, d >= 3, or dimension order and its rest. */
static int64_t most_strict_steps(uint32_t d, int64_t m)
{
    if (d <= 2)
        return d * (1 + m / 2) + 2 * d + 2 * d * d;
    int64_t route = m == 0 ? 0 : 3 * halving_rounds(d - 2, m) + m - 1 + d;
    return d + route + 2 * (1 + m / 2) + 2 * d + 6 * d;
}

static void check(uint32_t d, const int64_t *load)
{
    struct rd_arena_mark mark = rd_arena_mark(&test_arena), work = rd_arena_mark(&test_scratch);
    uint32_t host_count = UINT32_C(1) << d;
    int64_t m = 0, n = 0;
    for (uint32_t host = 0; host < host_count; host++) {
        m = m < load[host] ? load[host] : m;
        n += load[host];
    }
    struct test_instance test = pipelined_instance(d, load);
    struct cube_run elective =
        cube_run("cube-leighton-pipelined-elective", &test.instance, &test_arena, &test_scratch);
    assert_int_equal(elective.verdict.steps, elective_steps(d, m));
    assert_true(m == 0 || d == 0 || elective_steps(d, m) <= 4 * m + 5 * d - 4);
    for (uint32_t host = 0; host < host_count; host++)
        assert_int_equal(elective.verdict.final[host], n / host_count + (host < n % host_count));
    struct cube_run strict =
        cube_run("cube-leighton-pipelined-strict", &test.instance, &test_arena, &test_scratch);
    assert_true(strict.verdict.steps <= most_strict_steps(d, m));
    /* The smallest block for every packet. */
    for (size_t i = 0; i < strict.plan.transfer_count; i++) {
        const struct rd_transfer *row = &strict.plan.transfer[i];
        struct rd_dimension_range block = strict.plan.block[i];
        assert_int_equal(block.first, __builtin_ctz(row->from ^ row->to));
        assert_int_equal(block.last, 31 - __builtin_clz(row->from ^ row->to));
    }
    rd_arena_rewind(&test_arena, mark);
    rd_arena_rewind(&test_scratch, work);
}

static void every_small_load(void **state)
{
    (void)state;
    static const int64_t most[] = {4, 6, 4, 2};
    for (uint32_t d = 0; d <= 3; d++) {
        int64_t load[8] = {0};
        do
            check(d, load);
        while (next_digits(load, UINT32_C(1) << d, most[d]));
    }
}

static void random_loads(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(6, 0);
    for (int draw = 0; draw < 200; draw++) {
        uint32_t d = 1 + (uint32_t)rd_rng_below(&rng, draw % 10 == 0 ? 8 : 5);
        int64_t load[MOST_HOSTS] = {0}, most = rd_rng_between(&rng, 1, 40);
        uint32_t host_count = UINT32_C(1) << d;
        scatter(&rng, load, 1 + (uint32_t)rd_rng_below(&rng, host_count), 1,
                most * (int64_t)rd_rng_between(&rng, 1, host_count));
        check(d, load);
    }
}

/* A plan of the printed version, which may be illegal, and what the referee says. */
static struct rd_verdict judge_printed(uint32_t d, const int64_t *load, const char *reading)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named("cube-leighton-pipelined-printed");
    struct rd_option given = {"reading", reading};
    struct rd_options options = {
        .spec = algorithm->options, .given = &given, .given_count = 1, .seed = 1};
    struct test_instance test = pipelined_instance(d, load);
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    struct rd_error error;
    assert_true(algorithm->plan(algorithm, &test.instance, &options, &test_arena, &test_scratch,
                                &plan, &error));
    rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    return verdict;
}

/* Control takes d + 3H(2, 2) = 8 rounds. Loads 0 2 2 2: phase 0 goes 1>0, 2>1, 3>2 and phase 1, a
 * round later, 1>3, 2>0, 3>1. 2>1 crosses 3>1 as its second hop, in round 9, and so does 3>1, which
 * would also be the second to be accepted at 1. Loads 0 0 2 0: 2>0 over dimension 1 and 2>1 over
 * dimensions 0 and 1; aligned, both start in round 9. */
static void both_readings_collide(void **state)
{
    (void)state;
    const int64_t three[] = {0, 2, 2, 2}, one[] = {0, 0, 2, 0};
    struct rd_verdict verdict = judge_printed(2, three, "at-once");
    assert_int_equal(verdict.violation, RD_VIOLATION_PACKET);
    assert_string_equal(verdict.message, "round 9: host 3 sends two packets to host 1");
    verdict = judge_printed(2, one, "aligned");
    assert_int_equal(verdict.violation, RD_VIOLATION_PACKET);
    assert_string_equal(verdict.message, "round 9: host 2 originates twice");
    verdict = judge_printed(2, one, "at-once");
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached);
    assert_int_equal(verdict.steps, 2 + 6 + 3);
}

/* Nothing smaller collides: fewer processors, or as many and fewer tokens in a phase's time. */
static void nothing_smaller_collides(void **state)
{
    (void)state;
    for (int reading = 0; reading < 2; reading++) {
        const char *name = reading == 0 ? "at-once" : "aligned";
        int64_t fewest = INT64_MAX;
        for (uint32_t d = 0; d <= 2; d++) {
            int64_t load[4] = {0};
            do {
                struct rd_arena_mark mark = rd_arena_mark(&test_arena);
                struct rd_verdict verdict = judge_printed(d, load, name);
                int64_t n = digit_sum(load, UINT32_C(1) << d);
                if (d < 2)
                    assert_int_equal(verdict.violation, RD_LEGAL);
                else if (verdict.violation != RD_LEGAL && n < fewest)
                    fewest = n;
                rd_arena_rewind(&test_arena, mark);
            } while (next_digits(load, UINT32_C(1) << d, 6));
        }
        assert_int_equal(fewest, reading == 0 ? 6 : 2);
    }
}

/* One phase on its own keeps the rules: m = 1, any loads, both readings. */
static void a_single_phase_is_legal(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= 3; d++) {
        int64_t load[8] = {0};
        do {
            struct rd_arena_mark mark = rd_arena_mark(&test_arena);
            assert_int_equal(judge_printed(d, load, "at-once").violation, RD_LEGAL);
            rd_arena_rewind(&test_arena, mark);
        } while (next_digits(load, UINT32_C(1) << d, 1));
    }
}

/* Do two packets of a phase share a processor, when dimensions are corrected in this order? */
static bool packets_meet(uint32_t d, uint32_t sources, uint32_t start, bool descending)
{
    uint32_t at[16], to[16], host_count = UINT32_C(1) << d, count = 0;
    for (uint32_t host = 0; host < host_count; host++)
        if ((sources >> host) & 1) {
            at[count] = host;
            to[count] = (start + count) % host_count;
            count++;
        }
    for (uint32_t step = 0; step < d; step++) {
        uint32_t bit = UINT32_C(1) << (descending ? d - 1 - step : step), taken = 0;
        for (uint32_t i = 0; i < count; i++) {
            at[i] ^= (at[i] ^ to[i]) & bit;
            if ((taken >> at[i]) & 1)
                return true;
            taken |= UINT32_C(1) << at[i];
        }
    }
    return false;
}

static void ascending_routes_are_free_and_descending_ones_are_not(void **state)
{
    (void)state;
    for (uint32_t d = 0; d <= 4; d++)
        for (uint32_t sources = 0; sources < UINT64_C(1) << (1 << d); sources++)
            for (uint32_t start = 0; start < UINT32_C(1) << d; start++)
                if (packets_meet(d, sources, start, false))
                    fail_msg("d = %u, sources %x, start %u", d, sources, start);
    for (uint32_t sources = 0; sources < 4; sources++)
        assert_false(packets_meet(1, sources, 0, true));
    assert_true(packets_meet(2, 1 << 1 | 1 << 3, 0, true)); /* loads 0 1 0 1 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(every_small_load),
        ARENAS_TEST(random_loads),
        ARENAS_TEST(both_readings_collide),
        ARENAS_TEST(nothing_smaller_collides),
        ARENAS_TEST(a_single_phase_is_legal),
        ARENAS_TEST(ascending_routes_are_free_and_descending_ones_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
