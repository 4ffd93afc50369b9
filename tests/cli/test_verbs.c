/* The command line itself: help, versions, what is no verb, what is no argument. */
#include "program.h"

#include <string.h>

static const char *const verbs[] = {"list",    "check", "plan", "run",
                                    "explain", "judge", "draw", "platform"};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static void helps(void **state)
{
    struct test_run run = test_redist(*state, "--help", NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    for (size_t i = 0; i < VERB_COUNT; i++)
        test_contains(run.out, verbs[i]);
    test_contains(run.out, "Examples:\n");
}

/* Every verb shows how it is used, with examples that name it, in at most 80 columns. */
static void helps_with_each_verb(void **state)
{
    struct test_place *place = *state;
    for (size_t i = 0; i < VERB_COUNT; i++) {
        struct test_run run = test_redist(place, verbs[i], "--help", NULL);
        test_status(&run, 0);
        assert_string_equal(run.err, "");
        test_contains(run.out, rd_arena_print(&place->arena, "Usage: redist %s ", verbs[i]));
        test_contains(run.out, rd_arena_print(&place->arena, "Examples:\n  redist "));
        test_contains(run.out, rd_arena_print(&place->arena, "  redist %s", verbs[i]));
        for (const char *line = run.out; *line; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= 80);
    }
}

static void tells_versions(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "--version", NULL);
    test_status(&run, 0);
    test_contains(run.out, "redist " REDIST_VERSION "\nSimGrid 3.");
    test_contains(run.out, "\nlibxml2 2.");
    struct test_run of_verb = test_redist(place, "run", "--version", NULL);
    test_status(&of_verb, 0);
    assert_string_equal(of_verb.out, run.out);
}

static void guesses_a_verb(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "rnu", NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err, "redist: \"rnu\" is no verb: did you mean \"run\"?\n");
    run = test_redist(place, "expalin", "a.xml", NULL);
    test_status(&run, 2);
    assert_string_equal(run.err, "redist: \"expalin\" is no verb: did you mean \"explain\"?\n");
    run = test_redist(place, "something", NULL);
    test_status(&run, 2);
    assert_string_equal(run.err, "redist: \"something\" is no verb: redist --help lists them\n");
}

static void wants_a_verb(void **state)
{
    struct test_run run = test_redist(*state, NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    test_contains(run.err, "redist: no verb is given\n\nUsage: redist VERB");
    run = test_redist(*state, "--frobnicate", NULL);
    test_status(&run, 2);
    assert_string_equal(
        run.err, "redist: option \"--frobnicate\": --help, --version or a verb is accepted\n");
}

static void refuses_wrong_arguments(void **state)
{
    struct test_place *place = *state;
    static const struct {
        const char *argument[5];
        const char *message;
    } wrong[] = {
        {{"run", NULL}, "redist run: SCENARIO.xml is missing\n"},
        {{"run", "a.xml", "b.xml", NULL}, "redist run: \"b.xml\" is one argument too many\n"},
        {{"run", "a.xml", "--format", "yaml", NULL},
         "redist run: --format yaml: table, json or csv is accepted\n"},
        {{"run", "a.xml", "--set", "ports", NULL},
         "redist run: --set ports: NAME=VALUE is accepted\n"},
        {{"run", "a.xml", "--time-limit", "0", NULL},
         "redist run: --time-limit 0: a number of seconds above 0 is accepted\n"},
        {{"run", "a.xml", "--nonsense", NULL}, "unrecognized option '--nonsense'\n"},
        {{"judge", "a.xml", NULL}, "redist judge: TRACE.csv or PLAN.csv is missing\n"},
        {{"draw", "a.csv", NULL}, "redist draw: --out FILE.svg is missing\n"},
        {{"draw", "--out", "a.svg", NULL}, "redist draw: TRACE.csv is missing\n"},
        {{"platform", "ring", NULL}, "redist platform: --hosts N is missing\n"},
        {{"platform", "--hosts", "4", NULL}, "redist platform: the shape is missing\n"},
        {{"platform", "rign", "--hosts", "4", NULL},
         "redist platform: \"rign\" is no shape: ring, star, hypercube, shuffle-exchange, switch "
         "or "
         "bus is accepted\n"},
        {{"platform", "ring", "--hosts", "0", NULL},
         "redist platform: --hosts 0: a whole number from 1 to 1000000 is accepted\n"},
        {{"list", "colours", NULL},
         "redist list: \"colours\": algorithms, figures, generators or parameters is accepted\n"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct test_run run = test_redist_to(place, NULL, wrong[i].argument);
        test_status(&run, 2);
        assert_string_equal(run.out, "");
        test_contains(run.err, wrong[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(helps),          cmocka_unit_test(helps_with_each_verb),
        cmocka_unit_test(tells_versions), cmocka_unit_test(guesses_a_verb),
        cmocka_unit_test(wants_a_verb),   cmocka_unit_test(refuses_wrong_arguments),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
