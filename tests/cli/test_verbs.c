/* The command line itself: help, versions, what is no verb, what is no argument. */
#include "program.h"

#include <string.h>

/* The names of the verbs, as the help lists them: "  name      ARGUMENTS   summary". */
static size_t list_verbs(struct test_place *place, const char *name[32])
{
    struct test_run run = test_redist(place, "--help", NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    test_contains(run.out, "Examples:\n");
    const char *line = strstr(run.out, "\n\n  ");
    assert_non_null(line);
    size_t count = 0;
    for (line += 2; strncmp(line, "  ", 2) == 0; line += strcspn(line, "\n") + 1) {
        assert_true(count < 32);
        name[count++] =
            rd_arena_print(&place->arena, "%.*s", (int)strcspn(line + 2, " "), line + 2);
    }
    return count;
}

static void lists_the_verbs(void **state)
{
    static const char *const expected[] = {"list",    "check", "plan", "run",
                                           "explain", "judge", "draw", "platform"};
    const char *verb[32];
    size_t count = list_verbs(*state, verb);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(i < count);
        assert_string_equal(verb[i], expected[i]);
    }
}

/* Examples can be copied: each line is a command or, after a backslash, the rest of one. Where a
 * line is too long, argp goes on at the margin of the next one. */
static void has_whole_examples(const char *help)
{
    for (const char *line = strstr(help, "Examples:\n") + strlen("Examples:\n"); *line;
         line += strcspn(line, "\n") + 1)
        assert_true(strncmp(line, "  redist ", strlen("  redist ")) == 0 ||
                    (strncmp(line, "      --", strlen("      --")) == 0 && line[-2] == '\\'));
}

/* "--out" at the start of a line of --help, as the man page writes it: "\-\-out". Options that argp
 * gives to every verb are left out. */
static void has_every_option(struct test_place *place, const char *help, const char *man_page,
                             const char *manual)
{
    for (const char *line = help; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "      --", strlen("      --")) != 0)
            continue;
        const char *option = line + strspn(line, " ");
        const char *name =
            rd_arena_print(&place->arena, "%.*s", (int)strcspn(option, "= \n"), option);
        if (strcmp(name, "--usage") == 0)
            continue;
        test_contains(manual, name);
        const char *escaped = "";
        for (const char *letter = name; *letter; letter++)
            escaped =
                rd_arena_print(&place->arena, *letter == '-' ? "%s\\%c" : "%s%c", escaped, *letter);
        test_contains(man_page, escaped);
    }
}

/* Every verb shows how it is used, with examples that name it, in at most 80 columns; the manual
 * and the man page know it. */
static void helps_with_each_verb(void **state)
{
    struct test_place *place = *state;
    const char *manual = test_read(place, "docs/commands.md");
    const char *man_page = test_read(place, "docs/man/redist.1");
    const char *verb[32];
    size_t count = list_verbs(place, verb);
    for (size_t i = 0; i < count; i++) {
        struct test_run run = test_redist(place, verb[i], "--help", NULL);
        test_status(&run, 0);
        assert_string_equal(run.err, "");
        test_contains(run.out, rd_arena_print(&place->arena, "Usage: redist %s ", verb[i]));
        test_contains(run.out, "Examples:\n  redist ");
        test_contains(run.out, rd_arena_print(&place->arena, "  redist %s", verb[i]));
        has_whole_examples(run.out);
        has_every_option(place, run.out, man_page, manual);
        for (const char *line = run.out; *line; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= 80);
        test_contains(manual, rd_arena_print(&place->arena, "| [%s](", verb[i]));
        test_contains(man_page, rd_arena_print(&place->arena, "\n.TP\n.B %s\n", verb[i]));
        test_contains(man_page, rd_arena_print(&place->arena, "\n    redist %s ", verb[i]));
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
         "redist platform: --hosts 0: a whole number from 1 to 1048576 is accepted\n"},
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
        cmocka_unit_test(lists_the_verbs), cmocka_unit_test(helps_with_each_verb),
        cmocka_unit_test(tells_versions),  cmocka_unit_test(guesses_a_verb),
        cmocka_unit_test(wants_a_verb),    cmocka_unit_test(refuses_wrong_arguments),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
