/* Graphs from the command line: what check, judge and draw say of them, and links that a platform
 * tells. */
#include "program.h"

#include <string.h>

#define TORUS                                                                                      \
    "<?xml version='1.0'?>\n"                                                                      \
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                             \
    "<platform version=\"4.1\">\n"                                                                 \
    "  <cluster id=\"t\" prefix=\"n\" radical=\"0-11\" suffix=\"\" speed=\"1Gf\" bw=\"1Bps\" "     \
    "lat=\"0s\"\n"                                                                                 \
    "           topology=\"TORUS\" topo_parameters=\"3,4\" sharing_policy=\"SPLITDUPLEX\"/>\n"     \
    "</platform>\n"

#define CLUSTER                                                                                    \
    "<?xml version='1.0'?>\n"                                                                      \
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                             \
    "<platform version=\"4.1\">\n"                                                                 \
    "  <cluster id=\"t\" prefix=\"n\" radical=\"0-2\" suffix=\"\" speed=\"1Gf\" bw=\"1Bps\" "      \
    "lat=\"0s\"/>\n"                                                                               \
    "</platform>\n"

/* Host 0 holds 4 items, and 1 > 2 > 0 are ways back. */
static const char triangle[] = "<scenario>\n"
                               "<platform generator=\"switch\" hosts=\"3\" cost=\"2\"/>\n"
                               "<topology shape=\"graph\"><edge from=\"h0\" to=\"h1\"/>\n"
                               "<edge from=\"h1\" to=\"h2\" both=\"yes\"/></topology>\n"
                               "<loads><load host=\"h0\" items=\"4\" after=\"3\"/>\n"
                               "<load host=\"h2\" items=\"0\" after=\"1\"/></loads>\n"
                               "<goal reach=\"after\"/></scenario>\n";

static const char *scenario_on(struct test_place *place, const char *platform, const char *topology)
{
    test_write(place, "platform.xml", platform);
    return test_write(place, "scenario.xml",
                      rd_arena_print(&place->arena,
                                     "<scenario>\n<platform file=\"platform.xml\"/>\n"
                                     "<topology shape=\"graph\" %s/>\n"
                                     "<loads generator=\"piled\" total=\"24\"/>\n"
                                     "<goal reach=\"balance\"/></scenario>\n",
                                     topology));
}

static void takes_the_links_of_a_torus(void **state)
{
    struct test_place *place = *state;
    const char *path = scenario_on(place, TORUS, "hosts=\"n[0-11]\" edges=\"exclusive\"");
    struct test_run run = test_redist(place, "check", path, NULL);
    test_status(&run, 0);
    assert_non_null(strstr(run.out, "topology   graph of 12 hosts: n0 n1"));
    assert_non_null(strstr(run.out, "links      48 directed, all equal: 1 s an item\n"));
    assert_null(strstr(run.out, "shared "));
}

static void says_where_no_links_are_found(void **state)
{
    struct test_place *place = *state;
    const char *path = scenario_on(place, CLUSTER, "hosts=\"n[0-2]\" edges=\"exclusive\"");
    struct test_run run = test_redist(place, "check", path, NULL);
    test_status(&run, 3);
    assert_string_equal(
        run.err, rd_arena_print(&place->arena,
                                "%s:3: edges=\"exclusive\", and no route between two hosts has a "
                                "link of its own: edges=\"routes\", <edge> elements or another "
                                "shape are needed\n",
                                path));
}

#define SITES                                                                                      \
    "<?xml version='1.0'?>\n"                                                                      \
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                             \
    "<platform version=\"4.1\">\n"                                                                 \
    " <zone id=\"all\" routing=\"Full\">\n"                                                        \
    "  <cluster id=\"x\" prefix=\"x\" radical=\"0-1\" suffix=\"\" speed=\"1f\" bw=\"1Bps\" "       \
    "lat=\"0s\"/>\n"                                                                               \
    "  <zone id=\"y\" routing=\"Full\">\n"                                                         \
    "   <host id=\"y0\" speed=\"1f\"/><host id=\"y1\" speed=\"1f\"/>\n"                            \
    "   <link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"                                      \
    "   <route src=\"y0\" dst=\"y1\"><link_ctn id=\"l\"/></route>\n"                               \
    "  </zone>\n"                                                                                  \
    " </zone>\n"                                                                                   \
    "</platform>\n"

/* Of 12 ordered pairs the 4 within a site have a route. */
static void counts_missing_routes(void **state)
{
    struct test_place *place = *state;
    static const struct {
        const char *shape, *said;
    } cases[] = {
        {"edges=\"all\"",
         "zone \"all\" has no <zoneRoute> from \"x\" to \"y\"; 8 of 12 ordered pairs "
         "of hosts have no route: edges=\"routes\" of <topology> takes the others"},
        {"",
         "zone \"all\" has no <zoneRoute> from \"x\" to \"y\"; 1 of 3 links that <edge> elements "
         "list have no route: <edge> elements without these, or edges=\"routes\", are accepted"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scenario_on(place, SITES, "");
        const char *path = test_write(
            place, "scenario.xml",
            rd_arena_print(&place->arena,
                           "<scenario>\n<platform file=\"platform.xml\"/>\n"
                           "<topology shape=\"graph\" hosts=\"x[0-1] y[0-1]\" %s>%s</topology>\n"
                           "<loads generator=\"piled\" total=\"24\"/>\n"
                           "<goal reach=\"balance\"/></scenario>\n",
                           cases[i].shape,
                           i == 0 ? ""
                                  : "<edge from=\"x0\" to=\"x1\" both=\"yes\"/>"
                                    "<edge from=\"x1\" to=\"y1\"/>"));
        struct test_run run = test_redist(place, "check", path, NULL);
        test_status(&run, 3);
        test_contains(run.err, cases[i].said);
    }
}

static void takes_all_routes(void **state)
{
    struct test_place *place = *state;
    const char *path = scenario_on(place, SITES, "hosts=\"x[0-1] y[0-1]\" edges=\"routes\"");
    struct test_run run = test_redist(place, "check", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "links      4 directed");
    path = scenario_on(place, SITES, "hosts=\"x0 y0\" edges=\"routes\"");
    run = test_redist(place, "check", path, NULL);
    test_status(&run, 3);
    test_contains(run.err,
                  "scenario.xml:3: edges=\"routes\", and the platform has no route between "
                  "any two of the hosts: zone \"all\" has no <zoneRoute> from \"x\" to "
                  "\"y\": others are needed");
}

/* By way of host 1: two messages of 2 s. And 0 > 2 is no link. */
static void judges_and_draws(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "triangle.xml", triangle);
    const char *plan = test_write(place, "plan.csv",
                                  "# timing: self-timed\n# rounds: 1\n"
                                  "round,from,to,kind,items,messages\n0,h0,h1,0,1,1\n"
                                  "0,h1,h2,0,1,1\n");
    struct test_run run = test_redist(place, "judge", path, plan, NULL);
    test_status(&run, 0);
    assert_non_null(strstr(run.out, "4 s"));
    const char *trace = test_write(place, "trace.csv",
                                   "start_s,end_s,from,to,kind,items\n0,2,h0,h1,0,1\n"
                                   "2,4,h1,h2,0,1\n");
    run = test_redist(place, "draw", trace, "--scenario", path, "--out", "-", NULL);
    test_status(&run, 0);
    assert_non_null(strstr(run.out, "<svg"));
    plan = test_write(place, "plan.csv",
                      "# timing: self-timed\n# rounds: 1\nround,from,to,kind,items,messages\n"
                      "0,h0,h2,0,1,1\n");
    run = test_redist(place, "judge", path, plan, NULL);
    test_status(&run, 1);
    assert_non_null(strstr(run.out, "transfer 0: h0 sends to h2: no link joins them"));
}

/* From h1 to h0 of a one-way ring leads h2 only. */
static void needs_a_link_for_each_object(void **state)
{
    static const struct {
        const char *goal, *said;
    } cases[] = {
        {"reach=\"place\"", "h0, and objects go straight (relay=\"no\"): a link is needed\n"},
        {"reach=\"place\" staging=\"yes\"",
         "h0: a link is needed also where objects may stop (staging=\"yes\")\n"},
    };
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = test_write(
            place, "object.xml",
            rd_arena_print(&place->arena,
                           "<scenario><platform generator=\"ring\" direction=\"one-way\" "
                           "hosts=\"3\"/><topology shape=\"ring\"/><loads>"
                           "<object name=\"a\" bytes=\"1\" from=\"h1\" to=\"h0\"/>"
                           "<space host=\"h0\" bytes=\"9\"/></loads>\n<goal %s/></scenario>",
                           cases[i].goal));
        struct test_run run = test_redist(place, "check", path, NULL);
        test_status(&run, 3);
        const char *said = rd_arena_print(
            &place->arena, "%s:1: a: no link joins a host that holds it, as h1, with %s", path,
            cases[i].said);
        assert_string_equal(run.err, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_links_of_a_torus),
        cmocka_unit_test(says_where_no_links_are_found),
        cmocka_unit_test(counts_missing_routes),
        cmocka_unit_test(takes_all_routes),
        cmocka_unit_test(judges_and_draws),
        cmocka_unit_test(needs_a_link_for_each_object),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
