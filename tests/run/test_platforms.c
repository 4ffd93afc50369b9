/* Platforms in the styles that SimGrid's users write: what the check lets pass, SimGrid loads, and
 * costs are read from, and what runs come to where links are shared. The platforms lie in
 * tests/engine/platforms; the head of each says what its routes cost. */
#include "tests/cli/program.h"

#include "sim/run/execute.h"
#include "sim/run/cross_check.h"
#include "sim/run/run_context_open.h"

#include <math.h>
#include <string.h>

/* Reads a scenario on a platform; `instead`, if not NULL, takes the place of the word "Floyd". */
static void open_session(struct test_place *place, const char *platform, const char *instead,
                         const char *topology, const char *loads, struct rd_run_context *context)
{
    struct rd_arena *arena = &place->arena;
    const char *text = test_read(place, rd_arena_print(arena, "%s/tests/engine/platforms/%s.xml",
                                                       test_given("REDIST_SOURCE"), platform));
    const char *word = instead ? strstr(text, "Floyd") : NULL;
    assert_true(!instead || word);
    if (word)
        text = rd_arena_print(arena, "%.*s%s%s", (int)(word - text), text, instead,
                              word + strlen("Floyd"));
    test_write(place, "platform.xml", text);
    const char *path =
        test_write(place, "scenario.xml",
                   rd_arena_print(arena,
                                  "<scenario><platform file=\"platform.xml\"/><topology %s/>\n"
                                  "<loads>%s</loads><goal reach=\"balance\"/>\n"
                                  "<run algorithm=\"all\"/></scenario>\n",
                                  topology, loads));
    struct rd_run_context_settings settings = {.scenario_path = path};
    assert_int_equal(rd_run_context_open(&settings, context), 0);
}

struct route {
    uint32_t from, to;
    double latency_s, bandwidth_bytes_per_s; /* 0: the list has ended */
};

struct style {
    const char *platform, *instead, *topology;
    double overload;    /* that the shared links can be asked for at most */
    const char *shared; /* NULL, or what the words on sharing contain */
    struct route route[5];
};

#define SWITCH "shape=\"switch\" hosts=\"n[0-3]\""

static const struct style styles[] = {
    /* Four senders of 1 byte/s on 1.5 bytes/s. */
    {"cluster_backbone", NULL, SWITCH, 4 / 1.5, "'c_backbone'", {{0, 1, 5, 1}, {3, 2, 5, 1}}},
    /* A bus serves one at a time. */
    {"cluster_backbone", NULL, "shape=\"bus\" hosts=\"n[0-3]\"", 1, "'c_backbone'", {{0, 1, 5, 1}}},
    {"cluster_wide_backbone", NULL, SWITCH, 1, "'c_backbone'", {{0, 1, 5, 1}}},
    {"cluster_fatpipe", NULL, SWITCH, 1, "'c_link_0_UP'", {{0, 1, 5, 0.5}, {2, 0, 5, 0.5}}},
    /* A cable on which its host sends and receives. */
    {"cluster_half_duplex", NULL, SWITCH, 2, "'c_link_0'", {{0, 1, 2, 1}}},
    /* The master's cable only: workers send to it and receive from it, and so does it. */
    {"cluster_half_duplex",
     NULL,
     "shape=\"star\" hosts=\"n[0-2]\" master=\"n3\"",
     2,
     "share the link 'c_link_",
     {{0, 3, 2, 1}, {3, 1, 2, 1}}},
    {"cluster_limiter", NULL, SWITCH, 2 / 1.5, "'c_link_0_limiter'", {{0, 1, 2, 1}}},
    /* Two hosts below one way up. */
    {"fat_tree", NULL, SWITCH, 2, "share", {{0, 1, 2, 1}, {0, 2, 4, 1}, {3, 1, 4, 1}}},
    /* First dimension first: a link's messages have one sender, or one receiver. */
    {"torus", NULL, SWITCH, 1, "share", {{0, 1, 1, 1}, {0, 2, 1, 1}, {0, 3, 2, 1}}},
    {"torus", NULL, "shape=\"hypercube\" hosts=\"n[0-3]\"", 0, NULL, {{0, 1, 1, 1}, {3, 1, 1, 1}}},
    /* n0 and n1 on the way from router to router. */
    {"dragonfly",
     NULL,
     "shape=\"switch\" hosts=\"n0 n1 n2 n4\"",
     2,
     "green_link",
     {{0, 1, 2, 1}, {0, 2, 3, 1}, {0, 3, 4, 1}, {2, 3, 3, 1}}},
    {"two_sites",
     NULL,
     SWITCH,
     2,
     "'line_UP'",
     {{0, 1, 2, 1}, {2, 3, 2, 1}, {0, 2, 12, 0.5}, {3, 1, 12, 0.5}}},
    {"nested_zones",
     NULL,
     SWITCH,
     1,
     "share",
     {{0, 1, 2, 1}, {0, 2, 8, 1}, {0, 3, 28, 0.5}, {3, 2, 30, 0.5}}},
    /* m carries 0.5 bytes/s and is asked for 0.5 by n0, n2 and n3 each, for 0.25 by n1. */
    {"shortest_paths",
     "Floyd",
     SWITCH,
     3.5,
     "'m'",
     {{0, 1, 7, 0.25}, {0, 2, 9, 0.5}, {2, 3, 26, 0.5}, {1, 0, 7, 0.25}}},
    {"shortest_paths",
     "Dijkstra",
     SWITCH,
     3.5,
     "'m'",
     {{0, 1, 7, 0.25}, {0, 2, 9, 0.5}, {2, 3, 26, 0.5}, {1, 0, 7, 0.25}}},
    {"shortest_paths",
     "DijkstraCache",
     SWITCH,
     3.5,
     "'m'",
     {{0, 1, 7, 0.25}, {0, 2, 9, 0.5}, {2, 3, 26, 0.5}, {1, 0, 7, 0.25}}},
    {"peers", NULL, SWITCH, 1, "share", {{0, 1, 5, 1}, {2, 0, 4, 1}, {0, 3, 1, 1}}},
    /* n0 asks k1 for 2 bytes/s twice, out and in at once, and the cable carries 4. */
    {"cabinets_uplink",
     NULL,
     "shape=\"switch\" hosts=\"n0 n2 n4\"",
     2,
     "'k1'",
     {{0, 1, 6, 1}, {0, 2, 5, 2}, {1, 2, 3, 1}}},
    {"full_duplex",
     NULL,
     "shape=\"ring\" direction=\"two-way\" hosts=\"n[0-3]\"",
     0,
     NULL,
     {{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 2, 2, 0.5}, {3, 2, 4, 0.25}, {3, 0, 8, 2}}},
    {"machine_room",
     NULL,
     "shape=\"switch\" hosts=\"n0 'Host '[1-2]\"",
     0,
     NULL,
     {{0, 1, 1, 4}, {2, 0, 2, 2}, {1, 2, 3, 1}}},
    {"one_cable",
     NULL,
     "shape=\"ring\" direction=\"one-way\" hosts=\"n[0-1]\"",
     2,
     "n0 > n1 and n1 > n0 share the link 'cable'",
     {{0, 1, 0, 1}, {1, 0, 0, 1}}},
};

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

static void reads_costs_of_every_style(void **state)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        const struct style *style = &styles[i];
        struct rd_run_context context;
        /* 4.1 alone finds no way to a gateway that lies a zone deeper, and redist says so. */
        if (strcmp(style->platform, "nested_zones") == 0 && strcmp(rd_engine_version(), "4.1") == 0)
            continue;
        open_session(*state, style->platform, style->instead, style->topology,
                     "<load host=\"n0\" items=\"0\"/>", &context);
        print_message("%s: overload %g, %s\n", style->platform, context.costs.overload,
                      context.costs.shared ? context.costs.shared : "nothing shared");
        for (const struct route *route = style->route;
             route < &style->route[5] && route->bandwidth_bytes_per_s > 0; route++) {
            uint64_t link = rd_link_between(&context.instance.topology, route->from, route->to);
            assert_true(link != RD_NO_LINK);
            struct rd_link_cost cost = rd_link_cost(&context.instance, link);
            print_message("  %u > %u: %g s, %g bytes/s\n", route->from, route->to, cost.latency_s,
                          cost.bandwidth_bytes_per_s);
            assert_true(near(cost.latency_s, route->latency_s));
            assert_true(near(cost.bandwidth_bytes_per_s, route->bandwidth_bytes_per_s));
        }
        assert_true(near(context.costs.overload, style->overload));
        assert_int_equal(context.instance.may_slow != NULL, style->overload > 1);
        if (style->shared)
            test_contains(context.costs.shared, style->shared);
        else
            assert_null(context.costs.shared);
        rd_run_context_close(&context);
    }
}

/* The rows that the made-up algorithms plan. */
static const struct rd_transfer *planned_row;
static size_t planned_row_count;

static bool plan_rows(RD_PLAN_PARAMETERS)
{
    for (size_t i = 0; i < planned_row_count; i++) {
        struct rd_transfer row = planned_row[i];
        row.round = 0;
        rd_plan_add(ret_plan, arena, row);
    }
    return true;
}

/* The same, each row in its round. */
static bool plan_rounds(RD_PLAN_PARAMETERS)
{
    ret_plan->timing = RD_LOCK_STEP;
    for (size_t i = 0; i < planned_row_count; i++)
        rd_plan_add(ret_plan, arena, planned_row[i]);
    return true;
}

/* Claims that 10 s are needed, and reached by some schedule. */
static bool bound_10(RD_BOUND_PARAMETERS)
{
    *ret_bound = (struct rd_bound){.name = "a claim", .why = ".", .seconds = 10, .tight = true};
    return true;
}

static const struct rd_problem_bound claim = {
    .name = "claim",
    .domain = {.shape = RD_SWITCH, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_BALANCE)},
    .compute = bound_10};

static const struct rd_algorithm at_once = {.name = "at-once",
                                            .shape = RD_SWITCH,
                                            .ports = RD_BIT(RD_ONE_PORT),
                                            .goals = RD_BIT(RD_BALANCE),
                                            .plan = plan_rows};
static const struct rd_algorithm by_turns = {.name = "by-turns",
                                             .shape = RD_SWITCH,
                                             .ports = RD_BIT(RD_ONE_PORT),
                                             .goals = RD_BIT(RD_BALANCE),
                                             .plan = plan_rounds};

static void run_both(struct rd_run_context *context, bool simulate, struct rd_outcome outcome[2])
{
    const struct rd_algorithm *algorithm[2] = {&at_once, &by_turns};
    struct rd_execute_settings settings = {.simulate = simulate, .want_trace = true};
    struct rd_error error;
    context->entry = rd_take(&context->arena, 2, struct rd_run_entry);
    context->entry_count = 2;
    context->bounds = rd_take(&context->arena, 1, struct rd_found_bounds);
    *context->bounds =
        rd_found_bounds_open(&context->instance, NULL, &context->arena, &context->scratch);
    context->bounds->count = 1;
    context->bounds->found[0] = (struct rd_found_bound){.of = &claim};
    for (size_t i = 0; i < 2; i++) {
        context->entry[i] =
            (struct rd_run_entry){.run = context->scenario.run, .algorithm = algorithm[i]};
        assert_true(rd_execute(context, &context->entry[i], &settings, &outcome[i], &error));
    }
    rd_cross_check(context, outcome);
}

/* Loads are balanced at the start, and rows leave them so. */
struct slowdown {
    const char *platform;
    uint32_t host_count;
    struct rd_transfer row[4];
    size_t row_count;
    double at_once_s, by_turns_s;
};

static const struct slowdown slowdowns[] = {
    /* 10 bytes each way over 1 byte/s: alone 10 s, together 20 s. */
    {"one_cable",
     2,
     {{.from = 0, .to = 1, .items = 10, .messages = 1},
      {.from = 1, .to = 0, .items = 10, .messages = 1, .round = 1}},
     2,
     20,
     20},
    /* Two at once from each site to the other: 12 s, then 10 bytes at 0.25 bytes/s instead of 0.5;
     * by turns 4 times 32 s. */
    {"two_sites",
     4,
     {{.from = 0, .to = 2, .items = 10, .messages = 1},
      {.from = 1, .to = 3, .items = 10, .messages = 1, .round = 1},
      {.from = 2, .to = 0, .items = 10, .messages = 1, .round = 2},
      {.from = 3, .to = 1, .items = 10, .messages = 1, .round = 3}},
     4,
     52,
     128},
    /* All round the ring: 5 s, then 10 bytes at 1 byte/s, or at 1.5 / 4. */
    {"cluster_backbone",
     4,
     {{.from = 0, .to = 1, .items = 10, .messages = 1},
      {.from = 1, .to = 2, .items = 10, .messages = 1, .round = 1},
      {.from = 2, .to = 3, .items = 10, .messages = 1, .round = 2},
      {.from = 3, .to = 0, .items = 10, .messages = 1, .round = 3}},
     4,
     5 + 10 / 0.375,
     60},
    {"cluster_wide_backbone",
     4,
     {{.from = 0, .to = 1, .items = 10, .messages = 1},
      {.from = 1, .to = 2, .items = 10, .messages = 1, .round = 1},
      {.from = 2, .to = 3, .items = 10, .messages = 1, .round = 2},
      {.from = 3, .to = 0, .items = 10, .messages = 1, .round = 3}},
     4,
     15,
     60},
    /* 10 bytes at 2 bytes/s over a cable that is charged twice. */
    {"cabinets_uplink",
     3,
     {{.from = 0, .to = 2, .items = 10, .messages = 1},
      {.from = 2, .to = 0, .items = 10, .messages = 1, .round = 1}},
     2,
     15,
     20},
};

static void open_slowdown(struct test_place *place, const struct slowdown *slowdown,
                          struct rd_run_context *context)
{
    const char *hosts = slowdown->host_count == 3   ? "n0 n2 n4"
                        : slowdown->host_count == 2 ? "n0 n1"
                                                    : "n[0-3]";
    const char *topology = rd_arena_print(&place->arena, "shape=\"switch\" hosts=\"%s\"", hosts);
    const char *loads = "";
    char name[] = "n0";
    for (uint32_t host = 0; host < slowdown->host_count; host++) {
        name[1] = (char)('0' + host * (slowdown->host_count == 3 ? 2 : 1));
        loads = rd_arena_print(&place->arena, "%s<load host=\"%s\" items=\"10\"/>", loads, name);
    }
    open_session(place, slowdown->platform, NULL, topology, loads, context);
    planned_row = slowdown->row;
    planned_row_count = slowdown->row_count;
}

/* A plan that knows nothing of shared links has the time that they give it. */
static void counts_shared_links(void **state)
{
    for (size_t i = 0; i < sizeof slowdowns / sizeof *slowdowns; i++) {
        const struct slowdown *slowdown = &slowdowns[i];
        struct rd_run_context context;
        struct rd_outcome outcome[2];
        open_slowdown(*state, slowdown, &context);
        run_both(&context, true, outcome);
        const struct rd_result *result = &outcome[0].result, *turns = &outcome[1].result;
        print_message("%s: %g s, %g s, %g s; %s\n", slowdown->platform, result->planned_s,
                      result->simulated_s, turns->simulated_s, result->message);
        assert_int_equal(result->status, RD_STATUS_OK);
        assert_true(near(result->planned_s, slowdown->at_once_s));
        assert_true(rd_times_agree(result->simulated_s, result->planned_s, result->planned_s));
        assert_string_equal(result->message, "");
        assert_int_equal(turns->status, RD_STATUS_OK);
        assert_true(near(turns->planned_s, slowdown->by_turns_s));
        assert_true(rd_times_agree(turns->simulated_s, turns->planned_s, turns->planned_s));
        assert_string_equal(turns->message, "");
        rd_run_context_close(&context);
    }
}

/* At once and by turns both take 20 s on the cable; 10 s are a bound, but nobody can say that they
 * are reached. */
static void proves_nothing_by_a_bound_that_is_not_met(void **state)
{
    struct rd_run_context context;
    struct rd_outcome outcome[2];
    open_slowdown(*state, &slowdowns[0], &context);
    run_both(&context, true, outcome);
    assert_int_equal(outcome[0].result.optimal, RD_OPTIMAL_UNKNOWN);
    assert_int_equal(outcome[1].result.optimal, RD_OPTIMAL_UNKNOWN);
    assert_true(outcome[0].result.ratio > 1.99);
    rd_run_context_close(&context);
    /* 52 s at once, 128 s by turns. */
    open_slowdown(*state, &slowdowns[1], &context);
    run_both(&context, true, outcome);
    assert_int_equal(outcome[0].result.optimal, RD_OPTIMAL_UNKNOWN);
    assert_int_equal(outcome[1].result.optimal, RD_OPTIMAL_NO);
    rd_run_context_close(&context);
    /* Alone the messages would take 10 s, also where nothing is simulated. */
    open_slowdown(*state, &slowdowns[0], &context);
    run_both(&context, false, outcome);
    assert_int_equal(outcome[0].result.status, RD_STATUS_OK);
    assert_int_equal(outcome[0].result.optimal, RD_OPTIMAL_UNKNOWN);
    rd_run_context_close(&context);
}

/* 16 machines of 125 MB/s ask a backplane of 1.25 GB/s for 1.6 times that. */
static void says_what_sharing_means(void **state)
{
    static const char shares[] =
        "node-0 > node-1 and node-1 > node-0 share the link 'rack_backbone'";
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "check", "scenarios/real_cluster.xml", NULL);
    test_status(&run, 0);
    test_contains(run.out, shares);
    test_contains(run.out, "loaded up to 1.6 times its bandwidth\n");
    test_contains(run.out,
                  "plans count that: messages wait for room there, or slow each other down\n");
    run = test_redist(place, "explain", "scenarios/real_cluster.xml", NULL);
    test_status(&run, 0);
    assert_null(strstr(run.out, "which the plan ignores"));
    /* Shared, but never at once. */
    run = test_redist(place, "check", "scenarios/real_sites.xml", NULL);
    test_status(&run, 0);
    test_contains(run.out, "share the link 'lille-lyon_UP'\n"
                           "           it carries all that hosts ask for at once: "
                           "simulated = planned\n");
    assert_null(strstr(run.out, "slow"));
}

/* Six machines and one backplane of 1 item/s, 12 items on two machines: 8 have to cross it, in 8 s.
 * Ports alone would allow 4 s. */
static void compares_bounds_with_what_they_price(void **state)
{
    struct test_place *place = *state;
    test_write(place, "rack.xml",
               "<?xml version=\"1.0\"?>\n"
               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\"><cluster id=\"rack\" prefix=\"n\" suffix=\"\" "
               "radical=\"0-5\" speed=\"1Gf\" bw=\"1Bps\" lat=\"0s\" bb_bw=\"1Bps\" "
               "bb_lat=\"0s\"/></platform>\n");
    const char *path = test_write(
        place, "shared.xml",
        "<scenario><platform file=\"rack.xml\"/><topology shape=\"switch\" hosts=\"n[0-5]\"/>\n"
        "<items bytes=\"1\"/><loads><load host=\"n0\" items=\"6\"/><load host=\"n1\" "
        "items=\"6\"/></loads><goal reach=\"balance\"/>\n"
        "<run algorithm=\"network-planner\"><expect status=\"ok\" time=\"8\" bound=\"8\" "
        "optimal=\"proved\"/></run>\n"
        "<run algorithm=\"network-flow-in-time\"><expect status=\"refused\"/></run>"
        "</scenario>\n");
    struct test_run run = test_redist(place, "run", path, NULL);
    test_status(&run, 0);
    run = test_redist(place, "recommend", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, ": 8 s\ndistance  none: no legal schedule takes less than 8 s");
    /* A plan file says what it keeps to. Without that word it is judged as if it did. */
    run = test_redist(place, "plan", path, "--algorithm", "network-planner", "--out", "-", NULL);
    test_status(&run, 0);
    char *word = strstr(run.out, "# shared-links: kept\n");
    assert_non_null(word);
    struct test_run judged =
        test_redist(place, "judge", path, test_write(place, "kept.csv", run.out), NULL);
    test_status(&judged, 0);
    static const char waits[] = "time       8 s: messages wait for room on shared links\n"
                                "bound      8 s (port bound): reached";
    test_contains(judged.out, waits);
    memcpy(word, "# a remark", strlen("# a remark"));
    word[strlen("# a remark")] = ' ';
    judged = test_redist(place, "judge", path, test_write(place, "alone.csv", run.out), NULL);
    test_status(&judged, 0);
    test_contains(judged.out, waits);
}

/* A battery, say: it may hold items, and cannot compute any. */
static void wants_a_speed_where_items_are_computed(void **state)
{
    struct test_place *place = *state;
    test_write(place, "still.xml",
               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n"
               "<host id=\"a\" speed=\"0f\"/>\n<host id=\"b\" speed=\"1f\"/>\n"
               "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/>\n"
               "<route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route></zone></platform>\n");
    static const char scenario[] =
        "<scenario><platform file=\"still.xml\"/><topology shape=\"graph\" hosts=\"a b\" "
        "edges=\"all\"/>\n<items bytes=\"1\" flops=\"%d\"/><loads><load host=\"a\" items=\"2\"/>"
        "</loads><goal reach=\"balance\"/><run algorithm=\"network-planner\"/></scenario>\n";
    struct test_run run = test_redist(
        place, "run", test_write(place, "moved.xml", rd_arena_print(&place->arena, scenario, 0)),
        NULL);
    test_status(&run, 0);
    run = test_redist(place, "check",
                      test_write(place, "computed.xml", rd_arena_print(&place->arena, scenario, 1)),
                      NULL);
    test_status(&run, 3);
    test_contains(run.err, "still.xml:3: host 'a' has speed 0, and items are computed: a number "
                           "above 0 is needed\n");
}

/* Names of hosts may have blanks: listed in quotes, and read again where redist wrote them. */
static void takes_names_with_blanks(void **state)
{
    struct test_place *place = *state;
    const char *text =
        test_read(place, rd_arena_print(&place->arena, "%s/tests/engine/platforms/machine_room.xml",
                                        getenv("REDIST_SOURCE")));
    test_write(place, "room.xml", text);
    static const char scenario[] =
        "<scenario><platform file=\"room.xml\"/><topology shape=\"switch\" hosts=\"%s\"/>\n"
        "<items bytes=\"1\" flops=\"6\"/><loads generator=\"matrix\" rows=\"0 8; 8 0\"/>"
        "<goal reach=\"gather\"/><run algorithm=\"switch-canonical\"/></scenario>\n";
    const char *quoted =
        test_write(place, "quoted.xml",
                   rd_arena_print(&place->arena, scenario, "n0 'Host 1' &quot;Host 2&quot;"));
    struct test_run run = test_redist(place, "check", quoted, NULL);
    test_status(&run, 0);
    /* n0 computes 2 flops/s, in the state that it starts in, the others 3. */
    test_contains(run.out, "computed in 2 to 3 s");
    char *folder = rd_arena_print(&place->arena, "%s/traces", place->folder);
    run = test_redist(place, "run", quoted, "--trace", folder, NULL);
    test_status(&run, 0);
    run =
        test_redist(place, "judge", quoted,
                    rd_arena_print(&place->arena, "%s/quoted.switch-canonical.csv", folder), NULL);
    test_status(&run, 0);
    const char *battery =
        test_write(place, "battery.xml", rd_arena_print(&place->arena, scenario, "n0 Battery"));
    run = test_redist(place, "check", battery, NULL);
    test_status(&run, 3);
    test_contains(run.err, "room.xml:15: no route from host 'n0' to host 'Battery'");
    const char *plain =
        test_write(place, "plain.xml", rd_arena_print(&place->arena, scenario, "n0 Host 1"));
    run = test_redist(place, "check", plain, NULL);
    test_status(&run, 3);
    test_contains(
        run.err,
        "plain.xml:1: host \"Host\", as 1 more, is not on the platform: accepted are n0, Host "
        "1, Host 2, Battery; names with blanks stand in quotes: 'Cpu A' 'Cpu B'\n");
}

/* Ten bytes from h0 to h1 in 1 ns and ten from h2 to h3 in 1.6 ns, item by item: dates that lie
 * closer together than what SimGrid takes for one date unless it is told otherwise. */
static void tells_nanoseconds_apart(void **state)
{
    static const char hand[] =
        "<scenario><platform generator=\"ring\" direction=\"one-way\" hosts=\"4\"\n"
        " cost=\"list 1e-10 1 1.6e-10 1\"/><topology shape=\"ring\"/>\n"
        "<loads><load host=\"h0\" items=\"11\" after=\"1\"/>"
        "<load host=\"h1\" items=\"1\" after=\"11\"/>"
        "<load host=\"h2\" items=\"11\" after=\"1\"/>"
        "<load host=\"h3\" items=\"1\" after=\"11\"/></loads><goal reach=\"after\"/>\n"
        "<run algorithm=\"ring-one-way\"><expect status=\"ok\" time=\"1.6e-9\" bound=\"1.6e-9\"/>"
        "</run></scenario>\n";
    static const char drawn[] =
        "<scenario><platform generator=\"switch\" hosts=\"6\" cost=\"real 8e-11 8e-10\"\n"
        " latency=\"real 1e-6 2e-6\"/><topology shape=\"switch\"/>\n"
        "<loads generator=\"random-matrix\"/><goal reach=\"gather\"/>\n"
        "<run algorithm=\"switch-canonical\"/>"
        "<run algorithm=\"switch-canonical\"><option name=\"schedule\" "
        "value=\"caterpillar\"/></run>"
        "</scenario>\n";
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "run", test_write(place, "hand.xml", hand), NULL);
    print_message("%s", run.out);
    test_status(&run, 0);
    const char *path = test_write(place, "drawn.xml", drawn);
    for (int seed = 1; seed <= 5; seed++) {
        run = test_redist(place, "run", path, "--set",
                          rd_arena_print(&place->arena, "seed=%d", seed), NULL);
        print_message("%s", run.out);
        test_status(&run, 0);
    }
}

/* SimGrid lets latencies of several messages pass at one port at a time: 12 s and 22 s instead of
 * 12 s and 24 s for two messages of 10 s behind 2 s. In free order such links are refused, and not
 * blamed on the schedule. */
static void refuses_latencies_in_free_order(void **state)
{
    static const char free_order[] =
        "<scenario><platform generator=\"switch\" hosts=\"3\" latency=\"2\"/>\n"
        "<topology shape=\"switch\"/><loads generator=\"matrix\" rows=\"9 1 1; 0 9 0; 0 0 9\"/>\n"
        "<goal reach=\"gather\"/><run algorithm=\"switch-canonical\">\n"
        "<option name=\"schedule\" value=\"all-at-once\"/>\n"
        "<expect status=\"refused\" message=\"h0 sends to h1 after a latency of 2 s, which "
        "SimGrid does not keep ports for in free order: links without latency are accepted\"/>"
        "</run></scenario>\n";
    struct test_place *place = *state;
    const char *path = test_write(place, "free.xml", free_order);
    struct test_run run = test_redist(place, "run", path, NULL);
    test_status(&run, 0);
    run = test_redist(place, "run", path, "--set", "model=tcp", NULL);
    test_status(&run, 0);
    /* One item from host 0 to each other host, one after the other. */
    run = test_redist(place, "run", path, "--ignore-expect", "--set", "latency=0", NULL);
    test_status(&run, 0);
    test_contains(run.out, "simulated 2 s = bound 2 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_costs_of_every_style),
        cmocka_unit_test(counts_shared_links),
        cmocka_unit_test(proves_nothing_by_a_bound_that_is_not_met),
        cmocka_unit_test(says_what_sharing_means),
        cmocka_unit_test(compares_bounds_with_what_they_price),
        cmocka_unit_test(wants_a_speed_where_items_are_computed),
        cmocka_unit_test(takes_names_with_blanks),
        cmocka_unit_test(tells_nanoseconds_apart),
        cmocka_unit_test(refuses_latencies_in_free_order),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
