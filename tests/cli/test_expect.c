/* <expect>, met and not met, and what the exit status makes of the rows. */
#include "program.h"

#include <string.h>

/* Two hosts, loads (1, 2), final loads (2, 1); an item takes 2 s from h0 to h1 and 1 s back. One
 * item goes back: 1 s. Theorem 2 as printed claims 2 s. */
static const char *write_scenario(struct test_place *place, const char *runs)
{
    return test_write(
        place, "two.xml",
        rd_arena_print(&place->arena,
                       "<scenario name=\"two\">\n"
                       "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" "
                       "cost=\"list 2 1\"/>\n"
                       "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                       "<loads>\n<load host=\"h0\" items=\"1\" after=\"2\"/>\n"
                       "<load host=\"h1\" items=\"2\" after=\"1\"/>\n</loads>\n"
                       "<goal reach=\"after\"/>\n%s</scenario>\n",
                       runs));
}

#define ONE_WAY(EXPECT) "<run algorithm=\"ring-one-way\">" EXPECT "</run>\n"
#define PRINTED(EXPECT) "<run algorithm=\"ring-one-way-printed\">" EXPECT "</run>\n"
#define EQUAL(EXPECT) "<run algorithm=\"ring-one-way-equal\">" EXPECT "</run>\n"

/* Runs, and what comes of them. */
struct outcome {
    const char *runs;
    int status;
    const char *err; /* behind "FILE:9: "; NULL: nothing */
};

static const struct outcome outcomes[] = {
    /* Well, with and without words about it. */
    {ONE_WAY(""), 0, NULL},
    {ONE_WAY("<expect status=\"ok\" time=\"1\" bound=\"1\" ratio=\"1\" optimal=\"proved\"/>"), 0,
     NULL},
    {ONE_WAY("<expect time=\"1.0000000005\"/>"), 0, NULL}, /* within 1e-9 */
    /* Each thing that may be expected, missed. */
    {ONE_WAY("<expect status=\"failed\"/>"), 1,
     "ring-one-way: status=\"failed\" is expected: it is ok\n"},
    {ONE_WAY("<expect time=\"2\"/>"), 1, "ring-one-way: time=\"2\" is expected: it is 1\n"},
    {ONE_WAY("<expect time=\"1.00000001\"/>"), 1,
     "ring-one-way: time=\"1.00000001\" is expected: it is 1\n"},
    {ONE_WAY("<expect bound=\"2\"/>"), 1, "ring-one-way: bound=\"2\" is expected: it is 1\n"},
    {ONE_WAY("<expect ratio=\"1.5\"/>"), 1, "ring-one-way: ratio=\"1.5\" is expected: it is 1\n"},
    {ONE_WAY("<expect optimal=\"no\"/>"), 1,
     "ring-one-way: optimal=\"no\" is expected: it is proved\n"},
    {ONE_WAY("<expect message=\"slow\"/>"), 1,
     "ring-one-way: message=\"slow\" is expected: it is \"\"\n"},
    {ONE_WAY("<expect time=\"2\" bound=\"3\"/>"), 1,
     "ring-one-way: time=\"2\" is expected: it is 1; bound=\"3\" is expected: it is 1\n"},
    /* A failed run, expected and not. */
    {PRINTED("<expect status=\"failed\" time=\"1\" bound=\"2\" message=\"above the time 1 s\"/>"),
     0, NULL},
    {PRINTED(""), 1, ""},
    {ONE_WAY("") PRINTED(""), 1, ""},
    /* A refused one: only if nothing else ran is that a failure. */
    {EQUAL(""), 1, ""},
    {EQUAL("<expect status=\"refused\" message=\"equal links are needed\"/>"), 0, NULL},
    {EQUAL("") ONE_WAY(""), 0, NULL},
    {EQUAL("<expect time=\"1\"/>") ONE_WAY(""), 1,
     "ring-one-way-equal: time=\"1\" is expected: there is none\n"},
};

static void tells_what_is_not_met(void **state)
{
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        const char *path = write_scenario(place, outcomes[i].runs);
        struct test_run run = test_redist(place, "run", path, NULL);
        print_message("%s", outcomes[i].runs);
        test_status(&run, outcomes[i].status);
        const char *words = outcomes[i].err;
        assert_string_equal(run.err, words && words[0]
                                         ? rd_arena_print(&place->arena, "%s:9: %s", path, words)
                                         : "");
        assert_true(run.out[0] != '\0');
    }
}

static void shows_it_in_the_json(void **state)
{
    struct test_place *place = *state;
    const char *path = write_scenario(place, ONE_WAY("<expect time=\"2\"/>"));
    json_t *rows = test_redist_json(place, 1, "run", path, "--format", "json", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_string_equal(test_text_of(row, "expectation"), "time=\"2\" is expected: it is 1");
    json_decref(rows);
}

static void leaves_it_unchecked(void **state)
{
    struct test_place *place = *state;
    const char *path = write_scenario(place, ONE_WAY("<expect time=\"2\"/>"));
    struct test_run run = test_redist(place, "run", path, "--ignore-expect", NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    /* What nobody expects counts again: a failed run is one. */
    path = write_scenario(place, PRINTED("<expect status=\"failed\"/>"));
    run = test_redist(place, "run", path, "--ignore-expect", NULL);
    test_status(&run, 1);
}

/* The failed row names both numbers; a plan alone shows it, too. */
static void names_the_numbers_that_disagree(void **state)
{
    struct test_place *place = *state;
    const char *path = write_scenario(place, PRINTED(""));
    static const char *const verbs[] = {"run", "plan"};
    for (size_t i = 0; i < 2; i++) {
        json_t *rows = test_redist_json(place, 1, verbs[i], path, "--format", "json", NULL);
        const json_t *row = json_array_get(rows, 0);
        assert_string_equal(test_text_of(row, "status"), "failed");
        assert_string_equal(test_text_of(row, "optimal"), "unknown");
        assert_string_equal(
            test_text_of(row, "message"),
            "the bound 2 s (Theorem 2, as printed) is above the time 1 s of a legal "
            "schedule");
        json_decref(rows);
    }
}

/* A platform whose links are one: two messages of 1 s at a time take 2 s there, one after the other
 * or side by side, and the plan counts that. */
static void counts_a_shared_link(void **state)
{
    struct test_place *place = *state;
    static const char *const pairs[][2] = {{"h0", "h1"}, {"h1", "h2"}, {"h2", "h3"}, {"h3", "h0"}};
    const char *text = "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
                       "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
                       "<zone id=\"z\" routing=\"Full\">\n";
    for (size_t i = 0; i < 4; i++)
        text = rd_arena_print(&place->arena, "%s<host id=\"h%zu\" speed=\"1f\"/>\n", text, i);
    text = rd_arena_print(&place->arena,
                          "%s<link id=\"backbone\" bandwidth=\"1Bps\" latency=\"0s\"/>\n", text);
    for (size_t i = 0; i < 4; i++)
        text = rd_arena_print(&place->arena,
                              "%s<route src=\"%s\" dst=\"%s\" symmetrical=\"NO\">"
                              "<link_ctn id=\"backbone\"/></route>\n",
                              text, pairs[i][0], pairs[i][1]);
    test_write(place, "backbone.xml",
               rd_arena_print(&place->arena, "%s</zone>\n</platform>\n", text));
    const char *path =
        test_write(place, "four.xml",
                   "<scenario>\n<platform file=\"backbone.xml\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-3]\"/>\n<loads>\n"
                   "<load host=\"h0\" items=\"2\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"2\"/>\n"
                   "<load host=\"h2\" items=\"2\" after=\"1\"/>\n"
                   "<load host=\"h3\" items=\"1\" after=\"2\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_string_equal(test_text_of(row, "message"), "");
    assert_float_equal(json_number_value(json_object_get(row, "planned_s")), 2, 1e-9);
    assert_float_equal(json_number_value(json_object_get(row, "simulated_s")), 2, 1e-9);
    json_decref(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_is_not_met), cmocka_unit_test(shows_it_in_the_json),
        cmocka_unit_test(leaves_it_unchecked),   cmocka_unit_test(names_the_numbers_that_disagree),
        cmocka_unit_test(counts_a_shared_link),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
