/* Throttles of hosts: times by hand, on every kind of zone that takes them, and what is said of
 * others. */
#include "tests/cli/program.h"

#include <math.h>
#include <string.h>

#define GENERATED                                                                                  \
    "<platform generator=\"switch\" hosts=\"3\" cost=\"0.1\"/><topology shape=\"switch\"/>"
#define OBJECT(name, bytes, from, to)                                                              \
    "<object name=\"" name "\" bytes=\"" bytes "\" from=\"" from "\" to=\"" to "\"/>"
#define PLACE(objects)                                                                             \
    "<goal reach=\"place\"/><loads>" objects "</loads><run algorithm=\"objects-search\"/>"
#define ON_FILE(hosts)                                                                             \
    "<platform file=\"platform.xml\"/><topology shape=\"switch\" hosts=\"" hosts "\"/>"

/* 10 bytes/s everywhere. Messages from f0 to f2 pass by f1, which is also the way into its zone. */
static const char zones[] =
    "<?xml version=\"1.0\"?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\"><zone id=\"all\" routing=\"Full\">\n"
    "<zone id=\"line\" routing=\"Floyd\">\n"
    "<host id=\"f0\" speed=\"1f\"/><host id=\"f1\" speed=\"1f\"/><host id=\"f2\" speed=\"1f\"/>\n"
    "<link id=\"l0\" bandwidth=\"10Bps\" latency=\"0s\"/>\n"
    "<link id=\"l1\" bandwidth=\"10Bps\" latency=\"0s\"/>\n"
    "<route src=\"f0\" dst=\"f1\"><link_ctn id=\"l0\"/></route>\n"
    "<route src=\"f1\" dst=\"f2\"><link_ctn id=\"l1\"/></route>\n</zone>\n"
    "<zone id=\"star\" routing=\"Cluster\">\n"
    "<host id=\"s0\" speed=\"1f\"/><host id=\"s1\" speed=\"1f\"/><router id=\"middle\"/>\n"
    "<link id=\"u0\" bandwidth=\"10Bps\" latency=\"0s\" sharing_policy=\"SPLITDUPLEX\"/>\n"
    "<link id=\"u1\" bandwidth=\"10Bps\" latency=\"0s\"/>\n"
    "<host_link id=\"s0\" up=\"u0_UP\" down=\"u0_DOWN\"/>\n"
    "<host_link id=\"s1\" up=\"u1\" down=\"u1\"/>\n</zone>\n"
    "<cluster id=\"rack\" prefix=\"c\" suffix=\"\" radical=\"0-2\" speed=\"1f\" bw=\"10Bps\" "
    "lat=\"0s\" router_id=\"top\"/>\n"
    "<link id=\"x\" bandwidth=\"10Bps\" latency=\"0s\"/>\n"
    "<link id=\"y\" bandwidth=\"10Bps\" latency=\"0s\"/>\n"
    "<zoneRoute src=\"line\" dst=\"star\" gw_src=\"f1\" gw_dst=\"middle\"><link_ctn id=\"x\"/>"
    "</zoneRoute>\n"
    "<zoneRoute src=\"star\" dst=\"rack\" gw_src=\"middle\" gw_dst=\"top\"><link_ctn id=\"y\"/>"
    "</zoneRoute>\n</zone></platform>\n";

struct timed {
    const char *scenario;
    double planned_s, bound_s; /* bound NAN: not looked at */
};

static const struct timed timed[] = {
    /* 100 bytes at 5 a second, twice. */
    {GENERATED "<network throttle=\"5\"/>" PLACE(OBJECT("a", "100", "h0", "h1")
                                                     OBJECT("b", "100", "h0", "h2")),
     40, 40},
    /* Both directions together: each at 10 is 2/3 of 15, so one after the other, */
    {GENERATED "<network throttle=\"15\"/>" PLACE(OBJECT("a", "100", "h0", "h1")
                                                      OBJECT("b", "100", "h1", "h0")),
     20, 20},
    /* and half of 20. */
    {GENERATED "<network throttle=\"20\"/>" PLACE(OBJECT("a", "100", "h0", "h1")
                                                      OBJECT("b", "100", "h1", "h0")),
     10, 10},
    /* One host alone, 100 at 2; besides, 100 at 10. */
    {GENERATED "<network><port host=\"h1\" throttle=\"2\"/></network>" PLACE(
         OBJECT("a", "100", "h1", "h0") OBJECT("b", "100", "h0", "h2")),
     50, 50},
    /* A host's own in the place of that of all; beside ports="all", and the receiver has one. */
    {GENERATED "<network ports=\"all\" throttle=\"2\"><port host=\"h1\" throttle=\"10\"/>"
               "</network>" PLACE(OBJECT("a", "100", "h1", "h2")),
     50, 50},
    /* f0 has 2, for what it sends past f1, which has 1, and for what it receives from s0 by way of
     * f1. All others have 4: s0 moves 40 bytes in 10 s, twice, if f0 were quicker. */
    {ON_FILE("f0 f1 f2 s0 s1") "<network ports=\"all\" throttle=\"4\"><port host=\"f0\" "
                               "throttle=\"2\"/><port host=\"f1\" throttle=\"1\"/></network>" PLACE(
                                   OBJECT("a", "40", "f0", "f2") OBJECT("b", "40", "s0", "f0")
                                       OBJECT("c", "40", "s0", "s1")),
     40, 40},
    /* Within a cluster, and out of it: 100 and 100 at 4. */
    {ON_FILE("c[0-2] s1") "<network ports=\"all\" throttle=\"4\"/>" PLACE(
         OBJECT("a", "100", "c0", "c1") OBJECT("b", "100", "s1", "c0")),
     50, 50},
    /* 100 items for each of two hosts, over links of 10 a second, and 15 a second out of h0. */
    {"<platform generator=\"complete\" hosts=\"3\" cost=\"0.1\"/><topology shape=\"switch\"/>"
     "<network ports=\"2\" throttle=\"15\"/><goal reach=\"after\"/><loads>"
     "<load host=\"h0\" items=\"200\" after=\"0\"/><load host=\"h1\" items=\"0\" "
     "after=\"100\"/><load host=\"h2\" items=\"0\" after=\"100\"/></loads>"
     "<run algorithm=\"network-planner\"/>",
     NAN, 40.0 / 3},
};

static void is_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * expected))
        fail_msg("%.12g was expected and is %.12g", expected, value);
}

static const char *write_scenario(struct test_place *place, const char *name, const char *scenario)
{
    test_write(place, "platform.xml", zones);
    return test_write(place, name,
                      rd_arena_print(&place->arena, "<scenario>%s</scenario>\n", scenario));
}

static json_t *run_first(struct test_place *place, const char *verb, const char *path)
{
    json_t *rows = test_redist_json(place, 0, verb, path, "--format", "json", NULL);
    json_t *row = json_incref(json_array_get(rows, 0));
    json_decref(rows);
    return row;
}

/* Referee, SimGrid and bound; without SimGrid's platform; and written to stand alone. */
static void take_as_long_as_by_hand(void **state)
{
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
        const char *path = write_scenario(place, "timed.xml", timed[i].scenario);
        json_t *ran = run_first(place, "run", path), *planned = run_first(place, "plan", path);
        double planned_s = test_number_of(ran, "planned_s");
        if (!isnan(timed[i].planned_s))
            is_near(planned_s, timed[i].planned_s);
        is_near(test_number_of(ran, "bound_s"), timed[i].bound_s);
        is_near(test_number_of(ran, "simulated_s"), planned_s);
        is_near(test_number_of(planned, "planned_s"), planned_s);
        json_decref(ran);
        json_decref(planned);
    }
}

static void stand_in_a_scenario_that_stands_alone(void **state)
{
    struct test_place *place = *state;
    const char *path = write_scenario(place, "timed.xml", timed[0].scenario);
    const char *alone = test_path(place, "alone.xml");
    struct test_run run =
        test_redist(place, "instance", path, "--format", "xml", "--out", alone, NULL);
    test_status(&run, 0);
    json_t *planned = run_first(place, "plan", alone);
    is_near(test_number_of(planned, "planned_s"), timed[0].planned_s);
    json_decref(planned);
}

/* Of 20 and 100 the one port is busy for 20 s in any case. */
static void are_set_from_outside(void **state)
{
    struct test_place *place = *state;
    const char *path = write_scenario(place, "timed.xml", timed[0].scenario);
    static const struct {
        const char *set;
        double planned_s;
    } sets[] = {{"throttle=2", 100}, {"throttle=10", 20}, {"throttle=100", 20}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        json_t *rows =
            test_redist_json(place, 0, "run", path, "--set", sets[i].set, "--format", "json", NULL);
        is_near(test_number_of(json_array_get(rows, 0), "planned_s"), sets[i].planned_s);
        json_decref(rows);
    }
}

/* --- what is wrong ---------------------------------------------------------------------------- */

#define MOVE PLACE(OBJECT("a", "1", "h0", "h1"))
#define BALANCE                                                                                    \
    "<goal reach=\"balance\"/><loads generator=\"piled\" total=\"9\"/><run algorithm=\"all\"/>"
#define LIMITED "<network throttle=\"5\"/>"
#define RANGE "a number from 1e-30 to 1e+30 is accepted"
/* In the place of `zones`. */
#define OWN(inside)                                                                                \
    "<?xml version=\"1.0\"?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"      \
    "<platform version=\"4.1\">\n" inside "\n</platform>\n"
#define HOST(name) "<host id=\"" name "\" speed=\"1f\"/>"
#define LINK(name) "<link id=\"" name "\" bandwidth=\"1Bps\" latency=\"0s\"/>"

static const struct {
    const char *platform; /* or NULL: `zones` */
    const char *scenario, *said;
} wrong[] = {
    {NULL, GENERATED "<network throttle=\"0\"/>" MOVE,
     "bad.xml:1: throttle=\"0\" of <network>: " RANGE},
    {NULL, GENERATED "<network><port host=\"h0\" throttle=\"-1\"/></network>" MOVE,
     "bad.xml:1: throttle=\"-1\" of <port>: " RANGE},
    {NULL, GENERATED "<network><port host=\"h0\"/></network>" MOVE,
     "bad.xml:1: <port> without count or throttle: one of them is needed"},
    {NULL,
     ON_FILE(
         "c0 c1") "<network throttle=\"5\"><port host=\"c1\" throttle=\"4\"/></network>" BALANCE,
     "platform.xml:18: throttles of hosts of cluster \"rack\" that differ: the same of all of them "
     "is accepted"},
    {NULL,
     "<platform file=\"platform.xml\"/><topology shape=\"graph\" edges=\"exclusive\" "
     "hosts=\"f0 f1\"/>" LIMITED BALANCE,
     "bad.xml:1: throttles and edges=\"exclusive\": all routes of a host cross its throttle, so "
     "none "
     "has its links for itself; edges=\"routes\", <edge> elements or another shape are accepted"},
    {NULL,
     "<platform generator=\"torus\" dimensions=\"70x70\"/><topology shape=\"graph\"/>" LIMITED
         BALANCE,
     "bad.xml:1: throttles on a generated torus of 4900 hosts, which is not written: up to 4096 "
     "hosts are accepted"},
    {OWN("<zone id=\"all\" routing=\"Full\">\n<zone id=\"a\" routing=\"Full\">" HOST("h0") HOST(
         "h2") LINK("l") "<route src=\"h0\" dst=\"h2\"><link_ctn id=\"l\"/></route></zone>\n"
                         "<zone id=\"b\" routing=\"Full\">" HOST("h1") "</zone>" LINK(
                             "k") "\n<zoneRoute src=\"a\" dst=\"b\" gw_src=\"h0\" "
                                  "gw_dst=\"h1\"><link_ctn id=\"k\"/>"
                                  "</zoneRoute></zone>"),
     ON_FILE("h0 h1") "<network><port host=\"h0\" throttle=\"1\"/></network>" MOVE,
     "platform.xml:6: host \"h0\" has a throttle and is a gateway, gw_src of <zoneRoute>: a router "
     "as gateway, or routing=\"Floyd\" of its zone, is accepted"},
    {OWN("<zone id=\"a\" routing=\"Full\">\n" HOST("h0") "\n" HOST("h1")
             LINK("h1_throttle") "<route src=\"h0\" dst=\"h1\"><link_ctn "
                                 "id=\"h1_throttle\"/></route></zone>"),
     ON_FILE("h0 h1") LIMITED MOVE,
     "platform.xml:5: the throttle of host \"h1\" is called \"h1_throttle\" on the platform, which "
     "has that name: other names are accepted"},
    {OWN("<zone id=\"a\" routing=\"Cluster\">\n<cabinet id=\"x\" prefix=\"h\" suffix=\"\" "
         "radical=\"0-1\" speed=\"1f\" bw=\"1Bps\" lat=\"0s\"/></zone>"),
     ON_FILE("h0 h1") LIMITED MOVE,
     "platform.xml:4: host \"h0\" of <cabinet> has a throttle: accepted for those of <host> and "
     "<cluster>"},
    {OWN("<zone id=\"a\" routing=\"Cluster\">\n" HOST("h0") HOST("h1")
             LINK("l") "<host_link id=\"h0\" up=\"l\" down=\"l\"/><host_link id=\"h1\" up=\"l\" "
                       "down=\"l\"/>\n"
                       "<backbone id=\"b\" bandwidth=\"1Bps\" latency=\"0s\"/></zone>"),
     ON_FILE("h0 h1") LIMITED MOVE,
     "platform.xml:5: <backbone> in a zone with routing=\"Cluster\" whose hosts have throttles: "
     "hosts with their links, and at most one router, are accepted"},
};

static void are_refused_where_they_have_no_place(void **state)
{
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *path = write_scenario(place, "bad.xml", wrong[i].scenario);
        if (wrong[i].platform)
            test_write(place, "platform.xml", wrong[i].platform);
        struct test_run run = test_redist(place, "run", path, NULL);
        test_status(&run, 3);
        test_contains(run.err, wrong[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(take_as_long_as_by_hand),
        cmocka_unit_test(stand_in_a_scenario_that_stands_alone),
        cmocka_unit_test(are_set_from_outside),
        cmocka_unit_test(are_refused_where_they_have_no_place),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
