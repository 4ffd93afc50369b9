/* The command line itself: help, versions, unknown commands, unexpected arguments. */
#include "program.h"

#include "sim/model/topology.h"

#include <string.h>

/* The names of the verbs, as the help lists them: "  name      ARGUMENTS   summary". */
static size_t list_commands(struct test_place *place, const char *name[32])
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

static void lists_the_commands(void **state)
{
    static const char *const expected[] = {
        "list",    "check",       "plan",  "run",  "execute", "calibrate", "recommend",
        "explain", "sensitivity", "judge", "draw", "map",     "platform"};
    const char *command[32];
    size_t count = list_commands(*state, command);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(i < count);
        assert_string_equal(command[i], expected[i]);
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
static void helps_with_each_command(void **state)
{
    struct test_place *place = *state;
    const char *manual = test_read(place, "docs/commands.md");
    const char *man_page = test_read(place, "docs/man/redist.1");
    const char *command[32];
    size_t count = list_commands(place, command);
    for (size_t i = 0; i < count; i++) {
        struct test_run run = test_redist(place, command[i], "--help", NULL);
        test_status(&run, 0);
        assert_string_equal(run.err, "");
        test_contains(run.out, rd_arena_print(&place->arena, "Usage: redist %s ", command[i]));
        test_contains(run.out, "Examples:\n  redist ");
        test_contains(run.out, rd_arena_print(&place->arena, "  redist %s", command[i]));
        has_whole_examples(run.out);
        has_every_option(place, run.out, man_page, manual);
        for (const char *line = run.out; *line; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= 80);
        test_contains(manual, rd_arena_print(&place->arena, "[%s](", command[i]));
        test_contains(man_page, rd_arena_print(&place->arena, "\n.TP\n.B %s\n", command[i]));
        test_contains(man_page, rd_arena_print(&place->arena, "\n    redist %s ", command[i]));
    }
}

static void tells_versions(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "--version", NULL);
    test_status(&run, 0);
    test_contains(run.out, rd_arena_print(&place->arena, "redist " REDIST_VERSION "\nSimGrid %s\n",
                                          test_given("SIMGRID_VERSION")));
    test_contains(run.out, "\nlibxml2 2.");
    struct test_run of_command = test_redist(place, "run", "--version", NULL);
    test_status(&of_command, 0);
    assert_string_equal(of_command.out, run.out);
}

static void guesses_a_command(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "rnu", NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err, "redist: unknown command \"rnu\": did you mean \"run\"?\n");
    run = test_redist(place, "expalin", "a.xml", NULL);
    test_status(&run, 2);
    assert_string_equal(run.err,
                        "redist: unknown command \"expalin\": did you mean \"explain\"?\n");
    run = test_redist(place, "something", NULL);
    test_status(&run, 2);
    assert_string_equal(
        run.err, "redist: unknown command \"something\": redist --help lists all commands\n");
}

static void wants_a_command(void **state)
{
    struct test_run run = test_redist(*state, NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    test_contains(run.err, "redist: no command is given\n\nUsage: redist COMMAND");
    run = test_redist(*state, "--frobnicate", NULL);
    test_status(&run, 2);
    assert_string_equal(
        run.err, "redist: option \"--frobnicate\": --help, --version or a command is accepted\n");
}

static void refuses_wrong_arguments(void **state)
{
    struct test_place *place = *state;
    static const struct {
        const char *argument[5];
        const char *message;
    } wrong[] = {
        {{"run", NULL}, "redist run: SCENARIO.xml is missing\n"},
        {{"run", "a.xml", "b.xml", NULL}, "redist run: unexpected argument \"b.xml\"\n"},
        {{"run", "a.xml", "--format", "yaml", NULL},
         "redist run: --format yaml: table, json, csv, markdown or latex is accepted\n"},
        {{"run", "a.xml", "--set", "ports", NULL},
         "redist run: --set ports: NAME=VALUE is accepted\n"},
        {{"run", "a.xml", "--time-limit", "0", NULL},
         "redist run: --time-limit 0: a number of seconds from 1e-100 to 1e+100 is accepted\n"},
        {{"run", "a.xml", "--nonsense", NULL}, "unrecognized option '--nonsense'\n"},
        {{"run", "a.xml", "--HANG=1", NULL}, "unrecognized option '--HANG=1'\n"},
        {{"run", "a.xml", "--=x", NULL},
         "redist run: option '--=x' has no name: --NAME=VALUE is accepted\n"},
        {{"run", "a.xml", "--H", NULL}, "unrecognized option '--H'\n"},
        {{"list", "--program-name=x", NULL}, "unrecognized option '--program-name=x'\n"},
        {{"recommend", "--verbose", NULL},
         "Try `redist recommend --help' or `redist recommend --usage' for more\ninformation.\n"},
        {{"run", "--algorithm=a", "--algorithm=b", NULL},
         "redist run: --algorithm b: one is accepted, and a is given\n"},
        {{"judge", "a.xml", NULL}, "redist judge: TRACE.csv or PLAN.csv is missing\n"},
        {{"draw", "a.csv", NULL}, "redist draw: --out FILE is missing\n"},
        {{"draw", "--out", "a.svg", NULL}, "redist draw: TRACE.csv is missing\n"},
        {{"platform", "ring", NULL}, "redist platform: --hosts N is missing\n"},
        {{"platform", "--hosts", "4", NULL}, "redist platform: KIND is missing\n"},
        {{"platform", "rign", "--hosts", "4", NULL},
         "redist platform: unknown platform \"rign\": accepted are ring, star, "
         "hypercube, shuffle-exchange, switch, complete, bus, torus, mesh, tree, random-regular, "
         "graph\n"},
        {{"platform", "ring", "--hosts", "0", NULL},
         "redist platform: --hosts 0: a whole number from 1 to 1048576 is accepted\n"},
        {{"list", "colours", NULL},
         "redist list: \"colours\": algorithms, attributes, bounds, columns, figures, generators, "
         "matrix, parameters or "
         "placements is accepted\n"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct test_run run = test_redist_to(place, NULL, wrong[i].argument);
        test_status(&run, 2);
        assert_string_equal(run.out, "");
        test_contains(run.err, wrong[i].message);
    }
}

static void names_every_shape(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "platform", "rign", "--hosts", "4", NULL);
    test_status(&run, 2);
    test_contains(run.err, "redist platform: unknown platform \"rign\": accepted are ");
    for (enum rd_shape shape = 0; shape < RD_SHAPE_COUNT; shape++)
        test_contains(run.err, rd_shape_names[shape]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_the_commands), cmocka_unit_test(helps_with_each_command),
        cmocka_unit_test(tells_versions),     cmocka_unit_test(guesses_a_command),
        cmocka_unit_test(wants_a_command),    cmocka_unit_test(refuses_wrong_arguments),
        cmocka_unit_test(names_every_shape),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
