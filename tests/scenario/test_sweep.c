/* <sweep> as it is read, and the digest of what it sweeps. */
#include "sim/scenario/scenario.h"

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
        cmocka_unit_test(knows_that_there_is_none),
        cmocka_unit_test(digests_what_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
