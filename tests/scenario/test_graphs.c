/* Graphs in scenarios: what edges come to, and each way to write them wrongly, word for word. */
#include "sim/scenario/scenario.h"

#include "tests/support/cmocka.h"

#include <string.h>

static const char base[] =                              //
    "<scenario>\n"                                      // line 1
    "  <platform generator=\"switch\" hosts=\"5\"/>\n"  // 2
    "  <topology shape=\"graph\" hosts=\"h3 h0 h1\">\n" // 3
    "    <edge from=\"h0\" to=\"h1\" both=\"yes\"/>\n"  // 4
    "    <edge from=\"h3\" to=\"h0\" both=\"no\"/>\n"   // 5
    "    <edge from=\"h1\" to=\"h3\"/>\n"               // 6
    "  </topology>\n"                                   // 7
    "  <loads generator=\"uniform\"/>\n"                // 8
    "  <goal reach=\"balance\"/>\n"                     // 9
    "</scenario>\n";                                    // 10

struct reading {
    struct rd_arena arena;
    struct rd_error_list errors;
    struct rd_scenario scenario;
    bool read;
};

/* Reads the base with one part replaced. */
static void read_with(struct reading *reading, const char *from, const char *to)
{
    static const struct rd_scenario_settings settings = {.runs_optional = true};
    rd_arena_open(&reading->arena, 0);
    const char *place = strstr(base, from);
    assert_non_null(place);
    const char *text = rd_arena_print(&reading->arena, "%.*s%s%s", (int)(place - base), base, to,
                                      place + strlen(from));
    reading->errors = (struct rd_error_list){.arena = &reading->arena};
    reading->read = rd_scenario_read_text("s.xml", text, strlen(text), &settings, &reading->arena,
                                          &reading->scenario, &reading->errors);
}

/* Hosts are numbered as they are listed: h3 is 0, h0 is 1, h1 is 2. */
static void test_edges_become_links(void **state)
{
    static const uint32_t ends[4][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}};
    struct reading reading;
    (void)state;
    read_with(&reading, "", "");
    rd_error_list_print(stderr, &reading.errors);
    assert_true(reading.read);
    const struct rd_topology *topology = &reading.scenario.topology;
    assert_int_equal(topology->shape, RD_GRAPH);
    assert_int_equal(topology->host_count, 3);
    assert_int_equal(rd_link_count(topology), 4);
    for (uint64_t link = 0; link < 4; link++) {
        uint32_t from, to;
        assert_true(rd_link_ends(topology, link, &from, &to));
        assert_int_equal(from, ends[link][0]);
        assert_int_equal(to, ends[link][1]);
    }
    rd_arena_close(&reading.arena);
}

/* All pairs of three hosts, by sender and receiver. */
static void test_all_pairs(void **state)
{
    (void)state;
    struct reading reading;
    read_with(&reading,
              "hosts=\"h3 h0 h1\">\n"
              "    <edge from=\"h0\" to=\"h1\" both=\"yes\"/>\n"
              "    <edge from=\"h3\" to=\"h0\" both=\"no\"/>\n"
              "    <edge from=\"h1\" to=\"h3\"/>\n"
              "  </topology>",
              "hosts=\"h3 h0 h1\" edges=\"all\"/>");
    rd_error_list_print(stderr, &reading.errors);
    assert_true(reading.read);
    const struct rd_topology *topology = &reading.scenario.topology;
    assert_int_equal(topology->shape, RD_GRAPH);
    assert_int_equal(rd_link_count(topology), 6);
    for (uint32_t from = 0; from < 3; from++)
        for (uint32_t to = 0; to < 3; to++)
            assert_int_equal(rd_link_between(topology, from, to) == RD_NO_LINK, from == to);
    rd_arena_close(&reading.arena);
}

static void test_bad_edges(void **state)
{
    static const struct {
        const char *from, *to, *said;
    } cases[] = {
        {"to=\"h1\" both", "to=\"h7\" both",
         "s.xml:4: host \"h7\" is not in the topology: accepted are h3, h0, h1\n"},
        {"to=\"h1\" both", "to=\"h2\" both",
         "s.xml:4: host \"h2\" is not in the topology: accepted are h3, h0, h1\n"},
        {"from=\"h0\" to=\"h1\"", "from=\"h1\" to=\"h1\"",
         "s.xml:4: an edge from host \"h1\" to itself: another host is needed\n"},
        {"from=\"h1\" to=\"h3\"", "from=\"h1\" to=\"h0\"",
         "s.xml:6: an edge from host \"h1\" to host \"h0\" a second time (first on line 4): each "
         "is accepted once\n"},
        {"both=\"no\"", "both=\"no\"/>\n<edge from=\"h3\" to=\"h0\"",
         "s.xml:6: an edge from host \"h3\" to host \"h0\" a second time (first on line 5): each "
         "is accepted once\n"},
        {"both=\"no\"", "both=\"maybe\"",
         "s.xml:5: both=\"maybe\" of <edge>: accepted are no, yes\n"},
        {"from=\"h1\" to=\"h3\"", "from=\"h1\"", "s.xml:6: <edge> without to: it is needed\n"},
        {"from=\"h1\" to=\"h3\"", "to=\"h3\"", "s.xml:6: <edge> without from: it is needed\n"},
        {"from=\"h1\" to=\"h3\"", "form=\"h1\" to=\"h3\"",
         "s.xml:6: attribute form of <edge>: accepted are from, to, both (did you mean from?)\n"
         "s.xml:6: <edge> without from: it is needed\n"},
        {"<edge from=\"h1\"", "<edeg from=\"h1\"",
         "s.xml:6: <edeg> in <topology>: accepted are <edge> (did you mean <edge>?)\n"},
        {"shape=\"graph\"", "shape=\"ring\" direction=\"one-way\"",
         "s.xml:4: edges of a ring: only a graph has them\n"},
        {"shape=\"graph\"", "shape=\"bus\"", "s.xml:4: edges of a bus: only a graph has them\n"},
        {"shape=\"graph\"", "shape=\"graph\" direction=\"one-way\"",
         "s.xml:3: direction of a graph: only a ring has one\n"},
        {"shape=\"graph\"", "shape=\"graph\" master=\"h2\"",
         "s.xml:3: master of a graph: only a star has one\n"},
        {" hosts=\"h3 h0 h1\">\n"
         "    <edge from=\"h0\" to=\"h1\" both=\"yes\"/>\n"
         "    <edge from=\"h3\" to=\"h0\" both=\"no\"/>\n"
         "    <edge from=\"h1\" to=\"h3\"/>\n"
         "  </topology>",
         "/>",
         "s.xml:3: a graph without edges: <edge> elements, edges=\"routes\", \"exclusive\" or "
         "\"all\" are needed\n"},
        {"hosts=\"h3 h0 h1\"", "hosts=\"h3 h0 h1\" edges=\"exclusive\"",
         "s.xml:4: <edge> beside edges=: one of them is accepted\n"},
        {"shape=\"graph\" hosts=\"h3 h0 h1\">\n"
         "    <edge from=\"h0\" to=\"h1\" both=\"yes\"/>\n"
         "    <edge from=\"h3\" to=\"h0\" both=\"no\"/>\n"
         "    <edge from=\"h1\" to=\"h3\"/>\n"
         "  </topology>",
         "shape=\"graph\" edges=\"some\"/>",
         "s.xml:3: edges=\"some\" of <topology>: accepted are exclusive, all, routes\n"},
        {"shape=\"graph\" hosts=\"h3 h0 h1\">\n"
         "    <edge from=\"h0\" to=\"h1\" both=\"yes\"/>\n"
         "    <edge from=\"h3\" to=\"h0\" both=\"no\"/>\n"
         "    <edge from=\"h1\" to=\"h3\"/>\n"
         "  </topology>",
         "shape=\"bus\" edges=\"exclusive\"/>", "s.xml:3: edges of a bus: only a graph has them\n"},
        {"generator=\"switch\"", "generator=\"bus\" direction=\"one-way\"",
         "s.xml:2: direction on a generated bus: accepted on ring, torus, graph\n"},
        {"generator=\"switch\" hosts=\"5\"", "generator=\"torus\" hosts=\"5\" dimensions=\"5\"",
         "s.xml:2: hosts on a generated torus: accepted on ring, star, hypercube, "
         "shuffle-exchange, switch, complete, bus, tree, random-regular, graph\n"},
        {"generator=\"switch\"", "generator=\"switch\" dimensions=\"4\" edges=\"a\"",
         "s.xml:2: dimensions on a generated switch: accepted on torus, mesh\n"
         "s.xml:2: edges on a generated switch: accepted on graph\n"},
        {"generator=\"switch\" hosts=\"5\"", "generator=\"mesh\"",
         "s.xml:2: <platform> without dimensions: it is needed\n"},
        {"generator=\"switch\"", "generator=\"random-regular\"",
         "s.xml:2: <platform> without degree: it is needed\n"},
        {"generator=\"switch\"", "generator=\"random-regular\" degree=\"3\"",
         "s.xml:2: degree 3 of 5 hosts: from 2 to hosts - 1 is accepted, and it must be even if "
         "the number of hosts is odd\n"},
        {"generator=\"switch\"", "generator=\"random-regular\" degree=\"-3\"",
         "s.xml:2: degree=\"-3\" of <platform>: an integer from 0 to 1048575 is accepted\n"},
        {"generator=\"switch\"", "generator=\"tree\" arity=\"few\"",
         "s.xml:2: arity \"few\": a number from 1 to 1048576, or random, is accepted\n"},
        {"generator=\"switch\"", "generator=\"tree\" arity=\"\"",
         "s.xml:2: arity=\"\" of <platform>: a value is needed, or leave the attribute out\n"},
        {"generator=\"switch\"", "generator=\"tree\"",
         "s.xml:3: hosts that are not the generated ones in their order: h[0-4] is accepted, or no "
         "hosts\n"},
        {"generator=\"switch\" hosts=\"5\"/>\n  <topology shape=\"graph\" hosts=\"h3 h0 h1\"",
         "generator=\"torus\" dimensions=\"2x2\"/>\n  <topology shape=\"graph\"",
         "s.xml:4: edges on a generated torus: it has its own, and none are accepted\n"},
        {"generator=\"switch\" hosts=\"5\"/>\n  <topology shape=\"graph\" hosts=\"h3 h0 h1\"",
         "generator=\"mesh\" dimensions=\"2x2\"/>\n  <topology shape=\"bus\"",
         "s.xml:3: a bus on a generated mesh: a graph is accepted\n"},
        {"generator=\"switch\"", "generator=\"graph\"",
         "s.xml:2: <platform> without edges: it is needed\n"},
        {"generator=\"switch\"", "generator=\"graph\" edges=\"none.txt\"",
         "s.xml:2: file \"none.txt\": No such file or directory: a readable file is needed\n"},
        {"generator=\"switch\"", "generator=\"star\"",
         "s.xml:3: a graph on a generated star: a star is accepted\n"},
    };
    struct reading reading;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_with(&reading, cases[i].from, cases[i].to);
        assert_false(reading.read);
        const char *said = "";
        for (size_t k = 0; k < reading.errors.count; k++) {
            const struct rd_error *error = &reading.errors.error[k];
            assert_int_equal(error->code, strstr(error->message, "No such file") ? RD_ERROR_FILE
                                                                                 : RD_ERROR_INPUT);
            said = rd_arena_print(&reading.arena, "%s%s:%d: %s\n", said, error->path, error->line,
                                  error->message);
        }
        assert_string_equal(said, cases[i].said);
        rd_arena_close(&reading.arena);
    }
}

static const char ports[] = "  <network ports=\"2\">\n"             // line 8
                            "    <port host=\"h0\" count=\"1\"/>\n" // 9
                            "    <port host=\"h1\" count=\"5\"/>\n" // 10
                            "  </network>\n"
                            "  <loads";

/* Of h3, h0 and h1. */
static void test_ports_by_host(void **state)
{
    static const uint32_t wanted[] = {2, 1, 5};
    struct reading reading;
    (void)state;
    read_with(&reading, "  <loads", ports);
    rd_error_list_print(stderr, &reading.errors);
    assert_true(reading.read);
    assert_int_equal(reading.scenario.instance.port_model, RD_K_PORTS);
    assert_int_equal(reading.scenario.instance.port_count, 5);
    assert_memory_equal(reading.scenario.instance.host_port_count, wanted, sizeof wanted);
    rd_arena_close(&reading.arena);
    /* One number for all is no difference. */
    read_with(&reading, "  <loads", "<network><port host=\"h3\" count=\"1\"/></network>\n<loads");
    assert_true(reading.read);
    assert_int_equal(reading.scenario.instance.port_model, RD_ONE_PORT);
    assert_null(reading.scenario.instance.host_port_count);
    rd_arena_close(&reading.arena);
}

static void test_bad_ports(void **state)
{
    static const struct {
        const char *network, *said;
    } cases[] = {
        {"<network><port host=\"h0\"/></network>",
         "<port> without count or throttle: one of them is needed"},
        {"<network><port count=\"2\"/></network>", "<port> without host: it is needed"},
        {"<network><port host=\"h0\" count=\"0\"/></network>",
         "count=\"0\" of <port>: an integer from 1 to 1048576 is accepted"},
        {"<network><port host=\"h2\" count=\"2\"/></network>",
         "host \"h2\" is not in the topology: accepted are h3, h0, h1"},
        {"<network><port host=\"h0\" count=\"2\"/><port host=\"h0\" count=\"3\"/></network>",
         "ports of host \"h0\" a second time (first on line 8): each is accepted once"},
        {"<network ports=\"all\"><port host=\"h0\" count=\"2\"/></network>",
         "<port> with ports=\"all\" or \"pipelined\": ports=\"one\" or a number is needed"},
        {"<network><ports host=\"h0\" count=\"2\"/></network>",
         "<ports> in <network>: accepted are <port>, <slower> (did you mean <port>?)"},
        {"<network><port host=\"h0\" count=\"2\" kind=\"in\"/></network>",
         "attribute kind of <port>: accepted are host, count, throttle"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading;
        char text[512];
        snprintf(text, sizeof text, "%s<loads", cases[i].network);
        read_with(&reading, "<loads", text);
        assert_false(reading.read);
        assert_int_equal(reading.errors.count, 1);
        assert_int_equal(reading.errors.error[0].line, 8);
        assert_string_equal(reading.errors.error[0].message, cases[i].said);
        rd_arena_close(&reading.arena);
    }
}

static void test_many_edges(void **state)
{
    enum { HOSTS = 60 };
    struct rd_arena arena;
    (void)state;
    rd_arena_open(&arena, 0);
    enum { EDGE_SIZE = 48 };
    char *edges = rd_arena_take(&arena, HOSTS * HOSTS, EDGE_SIZE);
    size_t size = 0;
    for (int from = 0; from < HOSTS; from++)
        for (int to = 0; to < HOSTS; to++)
            if (from != to)
                size += (size_t)snprintf(edges + size, EDGE_SIZE, "<edge from=\"h%d\" to=\"h%d\"/>",
                                         from, to);
    const char *text = rd_arena_print(
        &arena,
        "<scenario><platform generator=\"switch\" hosts=\"60\"/><topology shape=\"graph\">%s"
        "</topology><loads generator=\"uniform\"/><goal reach=\"balance\"/></scenario>",
        edges);
    struct rd_scenario_settings settings = {.runs_optional = true};
    struct rd_error_list errors = {.arena = &arena};
    struct rd_scenario scenario;
    assert_true(
        rd_scenario_read_text("s.xml", text, strlen(text), &settings, &arena, &scenario, &errors));
    assert_int_equal(rd_link_count(&scenario.topology), HOSTS * (HOSTS - 1));
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges_become_links), cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_bad_edges),          cmocka_unit_test(test_ports_by_host),
        cmocka_unit_test(test_bad_ports),          cmocka_unit_test(test_many_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
