/* How late plans end if some links are slow: by hand, against all choices of links, and as SimGrid
 * plays it. */
#include "tests/cli/program.h"

#include "algorithms/robust/worst_case.h"
#include "tests/sensitivity/random_network.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <string.h>

enum { NETWORKS = 2000 };

static uint64_t times = 1;

/* --- all choices ------------------------------------------------------------------------------ */

/* The latest end of all choices of up to `most` links, each as slow as it may get. In: single
 * links. */
static double worst_of_all(const struct rd_plan_network *network, const struct rd_slow_link *link,
                           size_t most, struct rd_arena *scratch)
{
    double worst = 0;
    for (unsigned choice = 0; choice < 1u << TEST_RESOURCES; choice++) {
        double slower[TEST_RESOURCES];
        if ((size_t)__builtin_popcount(choice) > most)
            continue;
        for (uint32_t i = 0; i < TEST_RESOURCES; i++)
            slower[i] = choice >> i & 1 ? link[i].factor : 1;
        worst = fmax(worst, rd_plan_network_end(network, slower, scratch));
    }
    return worst;
}

static void is_the_worst_of_all_choices(void **state)
{
    struct test_place *place = *state;
    static const uint32_t resource[TEST_RESOURCES] = {0, 1, 2, 3, 4};
    struct rd_rng rng = rd_rng_seeded(53, 4);
    for (uint64_t i = 0; i < NETWORKS * times; i++) {
        struct test_network drawn;
        struct rd_slow_link link[TEST_RESOURCES];
        struct rd_worst_case worst, cut;
        size_t most = rd_rng_below(&rng, TEST_RESOURCES + 1);
        rd_arena_borrow(&place->arena);
        test_draw_network(&rng, &drawn);
        for (uint32_t r = 0; r < TEST_RESOURCES; r++)
            link[r] = (struct rd_slow_link){"", &resource[r], 1,
                                            1 + (double)rd_rng_between(&rng, 1, 8) / 4};
        double expected = worst_of_all(&drawn.network, link, most, &place->arena);
        rd_worst_case_find(&drawn.network, link, TEST_RESOURCES, most, 1000000, &place->arena,
                           &worst);
        assert_true(worst.exact && worst.end == expected && worst.at_most == expected);
        assert_true(worst.slow_count <= most);
        double slower[TEST_RESOURCES] = {1, 1, 1, 1, 1};
        for (size_t k = 0; k < worst.slow_count; k++)
            slower[worst.slow[k]] = link[worst.slow[k]].factor;
        assert_true(rd_plan_network_end(&drawn.network, slower, &place->arena) == expected);
        /* A search that is cut short says so, and holds the worst between what it says. */
        rd_worst_case_find(&drawn.network, link, TEST_RESOURCES, most, 1, &place->arena, &cut);
        assert_true(cut.end <= expected && expected <= cut.at_most);
        assert_true(!cut.exact || cut.end == expected);
    }
    print_compared("worst cases with those of all choices", NETWORKS * times);
}

/* Half as slow is never later than as slow as may be: the order is fixed, so ends do not fall where
 * something takes longer. */
static void is_monotone(void **state)
{
    struct test_place *place = *state;
    struct rd_rng rng = rd_rng_seeded(53, 5);
    for (int i = 0; i < NETWORKS; i++) {
        struct test_network drawn;
        double some[TEST_RESOURCES], more[TEST_RESOURCES];
        test_draw_network(&rng, &drawn);
        for (int r = 0; r < TEST_RESOURCES; r++) {
            some[r] = 1 + rd_rng_unit(&rng);
            more[r] = some[r] + rd_rng_unit(&rng);
        }
        assert_true(rd_plan_network_end(&drawn.network, some, &place->arena) <=
                    rd_plan_network_end(&drawn.network, more, &place->arena));
    }
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* A two-way ring of six: h0 sends 10 items, two for each other host, 1 s each. The plan sends six
 * one way and four the other. With its first link twice as slow the greater part takes 6 * 2 + 4 =
 * 16 s, with both 20 s, which no plan is better than: h0's port sends 10 items of 2 s. A plan of
 * five and five takes 5 * 2 + 5 = 15 s if one is slow; less than that is not possible, since x and
 * 10 - x take 10 + x or 20 - x. */
#define RING(LINKS)                                                                                \
    "<scenario>\n<platform generator=\"ring\" hosts=\"6\" direction=\"two-way\" cost=\"1\"/>\n"    \
    "<topology shape=\"ring\"/>\n<network>\n<slower links=\"" LINKS "\" factor=\"2\"/>\n"          \
    "</network>\n<loads>\n"                                                                        \
    "<load host=\"h0\" items=\"12\" after=\"2\"/>\n<load host=\"h1\" items=\"0\" after=\"2\"/>\n"  \
    "<load host=\"h2\" items=\"0\" after=\"2\"/>\n<load host=\"h3\" items=\"0\" after=\"2\"/>\n"   \
    "<load host=\"h4\" items=\"0\" after=\"2\"/>\n<load host=\"h5\" items=\"0\" after=\"2\"/>\n"   \
    "</loads>\n<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n</scenario>\n"

static const char ring[] = RING("h0>h1 h1>h2 h0>h5 h5>h4");

/* With none, one and two slow, of those that a scenario names. */
static void has_these_worst_cases(struct test_place *place, const char *path)
{
    static const struct {
        double worst_s;
        const char *links;
    } expected[] = {{10, ""}, {16, "h0>h1"}, {20, "h0>h1, h0>h5"}};
    json_t *array = test_redist_json(place, 0, "sensitivity", path, "--robust", "2", "--algorithm",
                                     "ring-shorter-way", "--format", "json", NULL);
    assert_int_equal(json_array_size(array), 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *row = json_array_get(array, i);
        assert_true(fabs(test_number_of(row, "worst_s") - expected[i].worst_s) < 1e-9);
        assert_string_equal(test_text_of(row, "links"), expected[i].links);
        assert_true(json_is_true(json_object_get(row, "exact")));
        assert_true(test_number_of(row, "bound_s") <= expected[i].worst_s);
    }
    assert_true(fabs(test_number_of(json_array_get(array, 2), "bound_s") - 20) < 1e-9);
    json_decref(array);
}

/* If any link may be slow, these are still the worst: another one carries four items at the most,
 * and two that are twice as slow make nothing last more than twice as long. */
static void names_the_links_of_the_worst_case(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "ring.xml", ring);
    has_these_worst_cases(place, path);
    has_these_worst_cases(place, test_write(place, "all.xml", RING("*")));
    const char *plan = test_path(place, "plan.csv");
    struct test_run run = test_redist(place, "plan", path, "--out", plan, NULL);
    test_status(&run, 0);
    run = test_redist(place, "judge", path, plan, "--simulate", "--set", "scaled-links=h0>h1",
                      "--set", "link-scale=0.5", NULL);
    test_status(&run, 0);
    test_contains(run.out, " 16 s"); /* as SimGrid plays it */
}

static void recommends_the_least_worst_case(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "ring.xml"), *plan = test_path(place, "robust.csv");
    struct test_run run =
        test_redist(place, "recommend", path, "--robust", "1", "--out", plan, NULL);
    test_status(&run, 0);
    test_contains(run.out, ": 10 s with no link slow\nworst     up to 1 of 4 links slow: 15 s (");
    test_contains(run.out, "its worst case: 16 s (h0>h1)\n");
    /* That plan, and not the shortest of 16 s. */
    run = test_redist(place, "judge", path, plan, "--simulate", "--set", "scaled-links=h0>h1",
                      "--set", "link-scale=0.5", NULL);
    test_status(&run, 0);
    assert_null(strstr(run.out, " 16 s"));
}

/* With two ports at each host the order is not fixed, and all choices of two of four links are
 * tried: exact, since the plan is monotone. Some link of h0 carries five items or more: 10 s at the
 * least with it slow. */
static void is_exact_where_all_choices_are_tried(void **state)
{
    struct test_place *place = *state;
    json_t *array = test_redist_json(place, 0, "sensitivity", test_path(place, "ring.xml"), "--set",
                                     "ports=2", "--robust", "2", "--format", "json", NULL);
    for (size_t i = 0; i < 3; i++) {
        const json_t *row = json_array_get(array, i);
        assert_true(json_is_true(json_object_get(row, "exact")));
        assert_true(test_number_of(row, "worst_s") >= (i == 0 ? 5 : 10));
    }
    json_decref(array);
}

/* docs/sensitivity.md, "What is monotone": a slower link, which leaves room on a cable, makes a
 * plan end sooner. */
static void is_not_monotone_on_shared_links(void **state)
{
    static const char platform[] =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
        "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
        "<zone id=\"z\" routing=\"Full\">\n<host id=\"h0\" speed=\"1Gf\"/>\n"
        "<host id=\"h1\" speed=\"1Gf\"/>\n<host id=\"h2\" speed=\"1Gf\"/>\n"
        "<host id=\"h3\" speed=\"1Gf\"/>\n<host id=\"h4\" speed=\"1Gf\"/>\n"
        "<link id=\"cable\" bandwidth=\"2Bps\" latency=\"0s\"/>\n"
        "<link id=\"own\" bandwidth=\"2Bps\" latency=\"0s\"/>\n"
        "<link id=\"slow\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
        "<link id=\"last\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
        "<route src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn id=\"own\"/>"
        "<link_ctn id=\"cable\"/></route>\n"
        "<route src=\"h2\" dst=\"h3\" symmetrical=\"NO\"><link_ctn id=\"slow\"/>"
        "<link_ctn id=\"cable\"/></route>\n"
        "<route src=\"h3\" dst=\"h4\" symmetrical=\"NO\"><link_ctn id=\"last\"/></route>\n"
        "</zone>\n</platform>\n";
    struct test_place *place = *state;
    test_write(place, "cable.xml", platform);
    const char *path = test_write(
        place, "shared.xml",
        "<scenario>\n<platform file=\"cable.xml\"/>\n"
        "<topology shape=\"graph\" edges=\"routes\" hosts=\"h0 h1 h2 h3 h4\"/>\n"
        "<network><slower links=\"own\" factor=\"2\"/></network>\n<items bytes=\"1\"/>\n<loads>\n"
        "<load host=\"h0\" items=\"20\" after=\"0\"/><load host=\"h1\" items=\"0\" after=\"20\"/>\n"
        "<load host=\"h2\" items=\"10\" after=\"0\"/><load host=\"h3\" items=\"0\" after=\"0\"/>\n"
        "<load host=\"h4\" items=\"0\" after=\"10\"/>\n</loads>\n<goal reach=\"after\"/>\n"
        "</scenario>\n");
    const char *plan =
        test_write(place, "order.csv",
                   "# timing: self-timed\nround,from,to,kind,items,messages,room\n"
                   "0,h0,h1,0,20,1,keep\n0,h2,h3,0,10,1,keep\n0,h3,h4,0,10,1,keep\n");
    json_t *array = test_redist_json(place, 0, "sensitivity", path, "--robust", "1", "--plan", plan,
                                     "--format", "json", NULL);
    const json_t *row = json_array_get(array, 1);
    assert_true(fabs(test_number_of(row, "worst_s") - 30) < 1e-9); /* with no link slow */
    assert_string_equal(test_text_of(row, "links"), "");
    assert_true(json_is_false(json_object_get(row, "exact")));
    assert_true(fabs(test_number_of(row, "at_most_s") - 40) < 1e-9); /* 20 + 10 + 10 */
    json_decref(array);
    struct test_run run = test_redist(place, "judge", path, plan, "--simulate", "--set",
                                      "scaled-links=own", "--set", "link-scale=0.5", NULL);
    test_status(&run, 0);
    test_contains(run.out, " 20 s");
}

/* Two racks of two hosts and a cable of twice a host's bandwidth, which no plan fills. Ten bytes go
 * from each host of one to one of the other, 10 s side by side. On the cable four times as slow
 * each takes 20 s, and all of it: one after the other, 40 s, which is also what all messages take.
 */
static void sees_what_slow_links_would_be_shared(void **state)
{
    static const char platform[] =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
        "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
        "<zone id=\"z\" routing=\"Full\">\n<host id=\"a0\" speed=\"1Gf\"/>\n"
        "<host id=\"a1\" speed=\"1Gf\"/>\n<host id=\"b0\" speed=\"1Gf\"/>\n"
        "<host id=\"b1\" speed=\"1Gf\"/>\n"
        "<link id=\"l0\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
        "<link id=\"l1\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
        "<link id=\"cable\" bandwidth=\"2Bps\" latency=\"0s\"/>\n"
        "<route src=\"a0\" dst=\"b0\" symmetrical=\"NO\"><link_ctn id=\"l0\"/>"
        "<link_ctn id=\"cable\"/></route>\n"
        "<route src=\"a1\" dst=\"b1\" symmetrical=\"NO\"><link_ctn id=\"l1\"/>"
        "<link_ctn id=\"cable\"/></route>\n</zone>\n</platform>\n";
    struct test_place *place = *state;
    test_write(place, "wide.xml", platform);
    const char *path = test_write(
        place, "racks.xml",
        "<scenario>\n<platform file=\"wide.xml\"/>\n"
        "<topology shape=\"graph\" edges=\"routes\" hosts=\"a0 a1 b0 b1\"/>\n"
        "<network><slower links=\"cable\" factor=\"4\"/></network>\n<items bytes=\"10\"/>\n"
        "<loads>\n<load host=\"a0\" items=\"1\" after=\"0\"/>"
        "<load host=\"a1\" items=\"1\" after=\"0\"/>\n"
        "<load host=\"b0\" items=\"0\" after=\"1\"/><load host=\"b1\" items=\"0\" after=\"1\"/>\n"
        "</loads>\n<goal reach=\"after\"/>\n</scenario>\n");
    const char *plan = test_write(place, "pair.csv",
                                  "# timing: self-timed\nround,from,to,kind,items,messages\n"
                                  "0,a0,b0,0,1,1\n0,a1,b1,0,1,1\n");
    json_t *array = test_redist_json(place, 0, "sensitivity", path, "--robust", "1", "--plan", plan,
                                     "--format", "json", NULL);
    const json_t *row = json_array_get(array, 1);
    assert_true(fabs(test_number_of(row, "worst_s") - 40) < 1e-9);
    assert_true(fabs(test_number_of(row, "at_most_s") - 40) < 1e-9);
    assert_string_equal(test_text_of(row, "links"), "cable");
    assert_true(json_is_false(json_object_get(row, "exact")));
    json_decref(array);
    /* As slow as a host's own link is the cable's slack; from there on messages wait. */
    struct test_run run = test_redist(place, "sensitivity", path, "--slack", "--plan", plan, NULL);
    test_status(&run, 0);
    test_contains(run.out, "found     some by trying factors up to 1024, not exactly: messages may "
                           "slow each other down");
    run = test_redist(place, "judge", path, plan, "--simulate", "--set", "scaled-links=cable",
                      "--set", "link-scale=0.25", NULL);
    test_status(&run, 0);
    test_contains(run.out, " 40 s");
}

/* network-robust's plan of the ring, by hand as above: five items each way, 15 s at the worst. */
static void plans_for_the_worst_case(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "ring.xml");
    struct test_run run = test_redist(place, "sensitivity", path, "--algorithm", "network-robust",
                                      "--robust", "1", NULL);
    test_status(&run, 2); /* no <run> names it */
    const char *text = test_read(place, path);
    const char *end = strstr(text, "<run ");
    path = test_write(place, "robust.xml",
                      rd_arena_print(&place->arena,
                                     "%.*s<run algorithm=\"network-robust\"/>\n</scenario>\n",
                                     (int)(end - text), text));
    run = test_redist(place, "run", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "worst case with up to 1 of 4 links slow: 15 s (");
    run = test_redist(place, "sensitivity", path, "--algorithm", "network-robust", "--robust", "1",
                      "--format", "csv", NULL);
    test_status(&run, 0);
    test_contains(run.out, "\n1,true,15,15,");
}

static void refuses_what_is_no_link(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "ring.xml");
    const char *file = test_write(place, "slow.csv", "link,factor\nh0>h1,1\n");
    struct test_run run =
        test_redist(place, "sensitivity", path, "--robust", "1", "--slower", file, NULL);
    test_status(&run, 3);
    test_contains(run.err, "slow.csv:2: factor \"1\": a number above 1 is needed");
    test_write(place, "slow.csv", "link,factor\n");
    run = test_redist(place, "sensitivity", path, "--robust", "1", "--slower", file, NULL);
    test_status(&run, 3);
    test_contains(run.err, "slow.csv: it names no link: one row at least is needed");
    path =
        test_write(place, "wrong.xml",
                   "<scenario>\n<platform generator=\"ring\" hosts=\"3\" direction=\"two-way\"/>\n"
                   "<topology shape=\"ring\"/>\n<network>\n<slower links=\"h0>h1 h0>h9\" "
                   "factor=\"2\"/>\n</network>\n<loads><load host=\"h0\" items=\"3\"/></loads>\n"
                   "<goal reach=\"balance\"/>\n</scenario>\n");
    run = test_redist(place, "sensitivity", path, "--robust", "1", NULL);
    test_status(&run, 3);
    test_contains(run.err, "wrong.xml:5: <slower>: \"h0>h9\" is no link that routes cross: ");
    run = test_redist(place, "sensitivity", test_write(place, "twice.xml", RING("h0>h1 *")),
                      "--robust", "1", NULL);
    test_status(&run, 3);
    test_contains(run.err,
                  "twice.xml:5: <slower>: \"*\" a second time: each link is accepted once");
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_worst_of_all_choices),
        cmocka_unit_test(is_monotone),
        cmocka_unit_test(names_the_links_of_the_worst_case),
        cmocka_unit_test(recommends_the_least_worst_case),
        cmocka_unit_test(is_exact_where_all_choices_are_tried),
        cmocka_unit_test(is_not_monotone_on_shared_links),
        cmocka_unit_test(sees_what_slow_links_would_be_shared),
        cmocka_unit_test(plans_for_the_worst_case),
        cmocka_unit_test(refuses_what_is_no_link),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
