/* Platforms on which some pairs of hosts have a route and others have none, run by the program:
 * what is planned is what SimGrid simulates, and what cannot be is refused by name. */
#include "program.h"

#include "sim/base/rng.h"

#include <string.h>

enum { PLATFORMS = 40, MOST_HOSTS = 5 };

/* Hosts with up to twice as many routes, one way or both, over one or two of some links. */
static const char *draw_platform(struct rd_rng *rng, uint64_t hosts, struct rd_arena *arena)
{
    bool joined[MOST_HOSTS][MOST_HOSTS] = {{false}};
    uint64_t links = 1 + rd_rng_below(rng, 6);
    const char *text = rd_arena_print(arena,
                                      "<?xml version='1.0'?>\n"
                                      "<!DOCTYPE platform SYSTEM "
                                      "\"https://simgrid.org/simgrid.dtd\">\n"
                                      "<platform version=\"4.1\"><zone id=\"z\" routing=\"%s\">\n",
                                      rd_rng_below(rng, 2) ? "Full" : "Floyd");
    for (unsigned host = 0; host < hosts; host++)
        text = rd_arena_print(arena, "%s<host id=\"h%u\" speed=\"%df\"/>\n", text, host,
                              1 + (int)rd_rng_below(rng, 4));
    for (unsigned link = 0; link < links; link++)
        text = rd_arena_print(arena, "%s<link id=\"l%u\" bandwidth=\"%dBps\" latency=\"%ss\"/>\n",
                              text, link, 1 + (int)rd_rng_below(rng, 2),
                              rd_rng_below(rng, 3) ? "0" : "0.5");
    for (uint64_t left = 1 + rd_rng_below(rng, 2 * hosts); left > 0; left--) {
        unsigned from = (unsigned)rd_rng_below(rng, hosts), to = (unsigned)rd_rng_below(rng, hosts);
        unsigned link = (unsigned)rd_rng_below(rng, links);
        bool both = rd_rng_below(rng, 2) && !joined[to][from];
        if (from == to || joined[from][to])
            continue;
        joined[from][to] = true;
        joined[to][from] |= both;
        text = rd_arena_print(arena,
                              "%s<route src=\"h%u\" dst=\"h%u\" symmetrical=\"%s\">"
                              "<link_ctn id=\"l%u\"/>",
                              text, from, to, both ? "YES" : "NO", link);
        if (links > 1 && rd_rng_below(rng, 2))
            text = rd_arena_print(arena, "%s<link_ctn id=\"l%u\"/>", text,
                                  (link + 1) % (unsigned)links);
        text = rd_arena_print(arena, "%s</route>\n", text);
    }
    return rd_arena_print(arena, "%s</zone></platform>\n", text);
}

/* Loads of a kind, and where a goal wants them. */
static const char *draw_loads(struct rd_rng *rng, uint64_t hosts, bool after,
                              struct rd_arena *arena)
{
    int load[MOST_HOSTS] = {0}, target[MOST_HOSTS] = {0};
    const char *text = "";
    for (int items = 1 + (int)rd_rng_below(rng, 10); items > 0; items--) {
        load[rd_rng_below(rng, hosts)]++;
        target[rd_rng_below(rng, hosts)]++;
    }
    for (unsigned host = 0; host < hosts; host++) {
        text = rd_arena_print(arena, "%s<load host=\"h%u\" items=\"%d\"", text, host, load[host]);
        text = after ? rd_arena_print(arena, "%s after=\"%d\"/>\n", text, target[host])
                     : rd_arena_print(arena, "%s/>\n", text);
    }
    return text;
}

static const char *draw_scenario(struct rd_rng *rng, uint64_t hosts, struct rd_arena *arena)
{
    static const char *const goals[] = {"after", "balance", "finish"};
    static const char *const ports[] = {"one", "one", "2", "all"};
    const char *goal = goals[rd_rng_below(rng, 3)], *port = ports[rd_rng_below(rng, 4)];
    return rd_arena_print(
        arena,
        "<scenario><platform file=\"platform.xml\"/>\n"
        "<topology shape=\"graph\" edges=\"routes\" hosts=\"h[0-%d]\"/>\n"
        "<network ports=\"%s\"/><items flops=\"%d\"/><loads>%s</loads><goal reach=\"%s\"/>\n"
        "<run algorithm=\"all\"/><run algorithm=\"online-replan\"/>\n"
        "<run algorithm=\"online-diffusion\"/><run algorithm=\"online-work-stealing\"/>"
        "</scenario>\n",
        (int)hosts - 1, port, strcmp(goal, "finish") == 0,
        draw_loads(rng, hosts, strcmp(goal, "after") == 0, arena), goal);
}

static void plays_what_it_plans(void **state)
{
    struct test_place *place = *state;
    struct rd_rng rng = rd_rng_seeded(45, 0);
    size_t played = 0, named = 0;
    for (int i = 0; i < PLATFORMS; i++) {
        uint64_t hosts = 2 + rd_rng_below(&rng, MOST_HOSTS - 1);
        const char *platform = draw_platform(&rng, hosts, &place->arena);
        const char *scenario = draw_scenario(&rng, hosts, &place->arena);
        test_write(place, "platform.xml", platform);
        const char *path = test_write(place, "scenario.xml", scenario);
        struct test_run run = test_redist(place, "run", path, "--format", "json", NULL);
        if (run.status == 3 && strstr(run.err, "no route between any two"))
            continue;
        json_t *rows = json_loads(run.out, 0, NULL), *row;
        size_t number;
        if (!json_is_array(rows))
            fail_msg("%s\n%s\n%s\n", run.err, platform, scenario);
        json_array_foreach(rows, number, row)
        {
            const char *status = json_string_value(json_object_get(row, "status"));
            const char *message = json_string_value(json_object_get(row, "message"));
            if (strcmp(status, "ok") != 0 && strcmp(status, "refused") != 0)
                fail_msg("%s: %s\n%s\n%s\n", status, message, platform, scenario);
            played += strcmp(status, "ok") == 0;
            named += message && strstr(message, "and no way leads from there to h");
        }
        json_decref(rows);
    }
    assert_true(played > 2 * PLATFORMS && named > PLATFORMS);
}

/* Three objects of 3 bytes leave the rack of h0 and h1, at a byte a second each: the trunk that
 * carries one at a time takes 9 s, one of three times its bandwidth as long as h0, which sends two
 * of them, 6 s. */
static void plans_by_the_trunk_of_two_racks(void **state)
{
    const char *path =
        test_write(*state, "racks.xml",
                   "<scenario><platform generator=\"complete\" hosts=\"4\" trunk=\"1\"/>"
                   "<topology shape=\"switch\"/><goal reach=\"place\"/><loads>"
                   "<object name=\"a\" bytes=\"3\" from=\"h0\" to=\"h2\"/>"
                   "<object name=\"b\" bytes=\"3\" from=\"h0\" to=\"h3\"/>"
                   "<object name=\"c\" bytes=\"3\" from=\"h1\" to=\"h2\"/></loads>"
                   "<run algorithm=\"objects-search\"/></scenario>");
    for (int wide = 0; wide < 2; wide++) {
        json_t *rows = test_redist_json(*state, 0, "run", path, "--format", "json",
                                        wide ? "--set" : NULL, "trunk=0.25", NULL);
        const json_t *row = json_array_get(rows, 0);
        assert_true(test_number_of(row, "planned_s") == (wide ? 6 : 9));
        assert_true(test_number_of(row, "simulated_s") == (wide ? 6 : 9));
        assert_true(test_number_of(row, "bound_s") == (wide ? 6 : 9));
        json_decref(rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plays_what_it_plans),
                                       cmocka_unit_test(plans_by_the_trunk_of_two_racks)};
    return cmocka_run_group_tests(tests, test_open, test_close);
}
