/* <sweep> as it is read, and the digest of what it sweeps. */
#include "sim/scenario/scenario.h"
#include "sim/sweep/points.h"

#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define BEFORE                                                                                     \
    "<scenario name=\"s\">\n<platform generator=\"ring\" hosts=\"4\" direction=\"one-way\"/>\n"    \
    "<topology shape=\"ring\"/>\n<loads generator=\"uniform\" after=\"uniform\"/>\n"               \
    "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n"
#define AFTER "</scenario>\n"

/* The sweep of a scenario that is good. */
static struct rd_sweep sweep_of(const char *text, struct rd_arena *arena)
{
    struct rd_error_list errors = {.arena = arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario;
    bool good =
        rd_scenario_read_text("s.xml", text, strlen(text), &settings, arena, &scenario, &errors);
    rd_error_list_print(stderr, &errors);
    assert_true(good);
    return scenario.sweep;
}

static void reads_what_is_varied(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_sweep sweep = sweep_of(BEFORE "<sweep>"
                                            "<vary parameter=\"hosts\" values=\" 4  10\n20\"/>"
                                            "<vary parameter=\"cost\" values=\"uniform 1 10 ; 2\"/>"
                                            "<repeat count=\"50\" seed=\"9\"/></sweep>" AFTER,
                                     &arena);
    assert_int_equal(sweep.vary_count, 2);
    assert_string_equal(sweep.vary[0].parameter, "hosts");
    assert_int_equal(sweep.vary[0].value_count, 3);
    assert_string_equal(sweep.vary[0].value[0], "4");
    assert_string_equal(sweep.vary[0].value[2], "20");
    assert_int_equal(sweep.vary[1].value_count, 2);
    assert_string_equal(sweep.vary[1].value[0], "uniform 1 10");
    assert_string_equal(sweep.vary[1].value[1], "2");
    assert_int_equal(sweep.repeat_count, 50);
    assert_int_equal(sweep.seed, 9);
    rd_arena_close(&arena);
}

/* The points of a sweep of two cases, one with another generator, three times each. */
static void makes_points_of_cases(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_sweep sweep =
        sweep_of(BEFORE "<sweep simulate=\"1 in 2\"><vary>"
                        "<case hosts=\"5\" cost=\"uniform 1 9\"/>"
                        "<case load-generator=\"pile\" load-total=\"7\" simulate=\"no\"/></vary>"
                        "<vary parameter=\"bandwidth-scale\" values=\"1 2\"/>"
                        "<repeat count=\"3\"/></sweep>" AFTER,
                 &arena);
    struct rd_points points;
    struct rd_point point, other;
    rd_points_open(&sweep, NULL, 0, "hash", &arena, &points);
    assert_int_equal(points.count, 2 * 2 * 3);
    rd_points_at(&points, 0, &arena, &point);
    /* The seed, then what is varied, by name; repetitions 1 and 3 are simulated. */
    static const char *const names[] = {"seed", "bandwidth-scale", "cost", "hosts"};
    assert_int_equal(point.set_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(point.set[i].name, names[i]);
    assert_string_equal(point.set[2].value, "uniform 1 9");
    assert_true(point.simulate);
    rd_points_at(&points, 1, &arena, &other);
    assert_false(other.simulate);
    assert_true(other.seed != point.seed);
    rd_points_at(&points, 2, &arena, &other);
    assert_true(other.simulate);
    /* The same repetition of another point has the same seed. */
    rd_points_at(&points, 9, &arena, &other);
    assert_int_equal(other.repetition, 1);
    assert_int_equal(other.seed, point.seed);
    assert_string_not_equal(other.key, point.key);
    for (int64_t number = 0; number < points.count; number++) {
        rd_points_at(&points, number, &arena, &other);
        if (strcmp(other.set[2].name, "load-generator") == 0)
            assert_false(other.simulate);
    }
    sweep.seeds = RD_INDEPENDENT_SEEDS;
    rd_points_open(&sweep, NULL, 0, "hash", &arena, &points);
    rd_points_at(&points, 0, &arena, &point);
    rd_points_at(&points, 9, &arena, &other);
    assert_true(other.seed != point.seed);
    /* --set takes a parameter out of the cases. */
    static const struct rd_option set = {"hosts", "6"};
    rd_points_open(&sweep, &set, 1, "hash", &arena, &points);
    assert_int_equal(points.count, 2 * 2 * 3);
    rd_points_at(&points, 0, &arena, &point);
    assert_int_equal(point.set_count, 4);
    assert_string_equal(point.set[3].value, "6");
    rd_arena_close(&arena);
}

static void knows_that_there_is_none(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_int_equal(sweep_of(BEFORE AFTER, &arena).line, 0);
    struct rd_sweep empty = sweep_of(BEFORE "<sweep/>" AFTER, &arena);
    assert_int_equal(empty.line, 7);
    assert_int_equal(empty.vary_count, 0);
    assert_int_equal(empty.repeat_count, 0);
    rd_arena_close(&arena);
}

static const char *digest_of(const char *text, struct rd_arena *arena)
{
    return rd_scenario_digest(text, strlen(text), arena);
}

/* What changes nothing of a run changes nothing of the digest. */
static void digests_what_matters(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *plain = digest_of(BEFORE AFTER, &arena);
    assert_string_equal(plain, digest_of(BEFORE "<sweep/>\n\n<!-- a word -->" AFTER, &arena));
    assert_string_equal(digest_of("<scenario a=\"1\" b='2'><run/></scenario>", &arena),
                        digest_of("<scenario b=\"2\"  a=\"1\"> <run></run></scenario>", &arena));
    assert_string_not_equal(plain, digest_of(BEFORE "<run algorithm=\"x\"/>" AFTER, &arena));
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_varied),
        cmocka_unit_test(makes_points_of_cases),
        cmocka_unit_test(knows_that_there_is_none),
        cmocka_unit_test(digests_what_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
