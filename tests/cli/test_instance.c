/* redist instance: what a scenario generates, as numbers and as a scenario that stands alone. */
#include "program.h"

#include <string.h>

/* One way round three hosts at 2, 4 and 5 seconds a byte, twice as fast: 1, 0.5 and 0.4 bytes a
 * second. Seven items on the first; balanced, the first host has one more: 3, 2, 2. */
static const char ring[] =
    "<?xml version=\"1.0\"?>\n<!-- kept -->\n<scenario name=\"small\">\n"
    "<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"list 2 4 5\"\n"
    "latency=\"0.25\" compute=\"0.5\" bandwidth-scale=\"2\" seed=\"8\"/>\n"
    "<topology shape=\"ring\"/>\n<items bytes=\"3\" message-bytes=\"1\"/>\n"
    "<loads generator=\"piled\" total=\"7\" after=\"balanced\" seed=\"9\"/>\n"
    "<goal reach=\"after\"/>\n"
    "<run algorithm=\"ring-one-way\" seed=\"4\"><expect status=\"ok\"/></run>\n"
    "<sweep><repeat count=\"2\"/></sweep></scenario>\n";

static void writes_the_numbers(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "small.xml", ring);
    static const char expected[] = "quantity,host,to,kind,value\n"
                                   "item_bytes,,,,3\n"
                                   "word_bytes,,,,3\n"
                                   "message_bytes,,,,1\n"
                                   "flops_per_item,,,,0\n"
                                   "ports,h0,,,1\n"
                                   "speed_flops_per_s,h0,,,2\n"
                                   "ports,h1,,,1\n"
                                   "speed_flops_per_s,h1,,,2\n"
                                   "ports,h2,,,1\n"
                                   "speed_flops_per_s,h2,,,2\n"
                                   "latency_s,h0,h1,,0.25\n"
                                   "bandwidth_bytes_per_s,h0,h1,,1\n"
                                   "latency_s,h1,h2,,0.25\n"
                                   "bandwidth_bytes_per_s,h1,h2,,0.5\n"
                                   "latency_s,h2,h0,,0.25\n"
                                   "bandwidth_bytes_per_s,h2,h0,,0.4\n"
                                   "items,h0,,0,7\n"
                                   "after,h0,,0,3\n"
                                   "items,h1,,0,0\n"
                                   "after,h1,,0,2\n"
                                   "items,h2,,0,0\n"
                                   "after,h2,,0,2\n";
    struct test_run run = test_redist(place, "instance", path, NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, expected);
    /* JSON has the same rows. */
    json_t *rows = test_redist_json(place, 0, "instance", path, "--format", "json", NULL);
    const char *line = strchr(expected, '\n') + 1;
    size_t i = 0;
    for (; *line; line = strchr(line, '\n') + 1, i++) {
        const json_t *row = json_array_get(rows, i);
        const char *host = json_string_value(json_object_get(row, "host"));
        const char *to = json_string_value(json_object_get(row, "to"));
        const json_t *kind = json_object_get(row, "kind");
        const char *text = rd_arena_print(
            &place->arena, "%s,%s,%s,%s,%g\n", test_text_of(row, "quantity"), host ? host : "",
            to ? to : "", json_is_null(kind) ? "" : "0", test_number_of(row, "value"));
        assert_memory_equal(text, line, strlen(text));
        assert_true(json_is_null(kind) || json_integer_value(kind) == 0);
    }
    assert_int_equal(json_array_size(rows), i);
    json_decref(rows);
}

static void writes_a_scenario(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "small.xml", ring), *out = test_path(place, "alone.xml");
    struct test_run run = test_redist(place, "instance", path, "--format", "xml", "--out", out,
                                      "--set", "bandwidth-scale=1", NULL);
    test_status(&run, 0);
    assert_string_equal(test_read(place, out),
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- kept -->\n"
                        "<scenario name=\"small\">\n"
                        "  <platform file=\"alone.platform/platform.xml\"/>\n"
                        "  <topology shape=\"ring\" hosts=\"h[0-2]\" direction=\"one-way\"/>\n"
                        "  <items bytes=\"3\" message-bytes=\"1\"/>\n"
                        "  <loads>\n"
                        "    <load host=\"h0\" items=\"7\" after=\"3\"/>\n"
                        "    <load host=\"h1\" items=\"0\" after=\"2\"/>\n"
                        "    <load host=\"h2\" items=\"0\" after=\"2\"/>\n"
                        "  </loads>\n"
                        "  <goal reach=\"after\"/>\n"
                        "  <run algorithm=\"ring-one-way\" seed=\"4\">\n"
                        "    <expect status=\"ok\"/>\n"
                        "  </run>\n"
                        "</scenario>\n");
    /* 1/2 and not 2/2: of --set. */
    test_contains(test_read(place, test_path(place, "alone.platform/platform.xml")),
                  "<link id=\"h0>h1\" bandwidth=\"0.5Bps\" latency=\"0.25s\"/>");
    run = test_redist(place, "instance", path, "--format", "xml", "--out", out, "--ignore-expect",
                      NULL);
    test_status(&run, 0);
    test_contains(test_read(place, out), "<run algorithm=\"ring-one-way\" seed=\"4\"/>");
}

/* Writes the scenario as one that stands alone, in a folder below the place: its rows are the same,
 * and its numbers, too. */
static void stands_alone(struct test_place *place, const char *path)
{
    const char *out = test_path(place, "copy.xml");
    struct test_run run =
        test_redist(place, "instance", path, "--format", "xml", "--out", out, NULL);
    test_status(&run, 0);
    static const char *const verbs[] = {"run", "instance"};
    for (size_t i = 0; i < 2; i++) {
        struct test_run first = test_redist(place, verbs[i], path, "--format", "csv", NULL);
        struct test_run second = test_redist(place, verbs[i], out, "--format", "csv", NULL);
        test_status(&first, 0);
        test_status(&second, 0);
        assert_string_equal(first.out, second.out);
    }
    assert_null(strstr(test_read(place, out), "<loads "));
    assert_null(strstr(test_read(place, out), "<sweep"));
}

/* Each kind of platform, with all that is drawn: costs, latencies, speeds, factors, profiles, and
 * the graph itself. */
static void keeps_each_platform(void **state)
{
    struct test_place *place = *state;
    static const char drawn[] = "cost=\"uniform 1 9\" latency=\"real 0.1 2\" compute=\"real 1 2\" "
                                "bandwidth-spread=\"3\" seed=\"5\"";
    static const char *const kinds[][2] = {
        {"generator=\"ring\" hosts=\"5\" direction=\"two-way\" profile=\"walk 3 0.5 2\"", "ring"},
        {"generator=\"ring\" hosts=\"1\" direction=\"one-way\"", "ring"},
        {"generator=\"star\" hosts=\"4\" speed-profile=\"steps 2 0.5 2\"", "star"},
        {"generator=\"hypercube\" hosts=\"8\" symmetric=\"yes\"", "hypercube"},
        {"generator=\"shuffle-exchange\" hosts=\"8\"", "shuffle-exchange"},
        {"generator=\"switch\" hosts=\"5\"", "switch"},
        {"generator=\"switch\" hosts=\"5\"", "hypercube\" hosts=\"h4 h1 h0 h2"},
        {"generator=\"complete\" hosts=\"4\"", "switch"},
        {"generator=\"complete\" hosts=\"4\" trunk=\"2\"", "switch"},
        {"generator=\"bus\" hosts=\"5\"", "bus"},
        {"generator=\"torus\" dimensions=\"3x2\" direction=\"one-way\"", "graph"},
        {"generator=\"mesh\" dimensions=\"3x2\"", "graph"},
        {"generator=\"tree\" hosts=\"6\" arity=\"random\"", "graph"},
        {"generator=\"random-regular\" hosts=\"6\" degree=\"3\"", "graph"},
        {"generator=\"graph\" edges=\"edges.txt\" direction=\"two-way\"", "graph"},
    };
    test_write(place, "edges.txt", "0 1 2\n1 2\n2 3 4 0.5\n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *text = rd_arena_print(
            &place->arena,
            "<scenario>\n<platform %s %s/>\n<topology shape=\"%s\"/>\n<items flops=\"2\"/>\n"
            "<loads generator=\"uniform\" high=\"9\" seed=\"3\"/>\n<goal reach=\"%s\"/>\n"
            "<run algorithm=\"network-planner\" seed=\"6\"/>\n</scenario>\n",
            kinds[i][0], drawn, kinds[i][1], strcmp(kinds[i][1], "star") ? "balance" : "finish");
        stands_alone(place, test_write(place, "drawn.xml", text));
    }
}

static const char file[] = TEST_PLATFORM(
    "<host id='=A \"1\"' speed=\"1f\"/><host id=\"it's\" speed=\"2f\"/><host id=\"&amp;c\" "
    "speed=\"3f\"/>\n"
    "<link id=\"k\" bandwidth=\"100Bps\" latency=\"1s\"/><link id=\"l\" bandwidth=\"200Bps\" "
    "latency=\"2s\"/><link id=\"m\" bandwidth=\"300Bps\" latency=\"3s\"/>\n"
    "<route src='=A \"1\"' dst=\"it's\"><link_ctn id=\"k\"/></route>\n"
    "<route src='=A \"1\"' dst=\"&amp;c\"><link_ctn id=\"l\"/></route>\n"
    "<route src=\"it's\" dst=\"&amp;c\"><link_ctn id=\"m\"/></route>\n");

/* Names that XML and CSV have to escape, ports of one host, all sizes, options of an algorithm, an
 * empty last kind, and a file whose bandwidths are changed. */
static void keeps_what_an_author_wrote(void **state)
{
    struct test_place *place = *state;
    test_write(place, "file.xml", file);
    const char *path = test_write(
        place, "written.xml",
        "<scenario>\n<platform file=\"file.xml\" bandwidth-spread=\"3\" profile=\"steps 3 0.5 2\" "
        "speed-profile=\"walk 2 0.5 1.5\"/>\n"
        "<topology shape=\"switch\" hosts=\"'=A &quot;1&quot;' &quot;it's&quot; '&amp;c'\"/>\n"
        "<network model=\"tcp\" ports=\"2\"><port host=\"&amp;c\" count=\"3\"/></network>\n"
        "<items bytes=\"100\" flops=\"5\" message-bytes=\"3\" word-bytes=\"9\"/>\n"
        "<loads generator=\"matrix\" rows=\"1 2 0; 3 1 0; 0 4 0\"/>\n<goal reach=\"gather\"/>\n"
        "<run algorithm=\"switch-canonical\" seed=\"4\"><option name=\"schedule\" "
        "value=\"caterpillar\"/></run>\n<run algorithm=\"all\"/>\n</scenario>\n");
    stands_alone(place, path);
    const char *text = test_read(place, test_path(place, "copy.xml"));
    test_contains(text, "<load host=\"=A &quot;1&quot;\" kind=\"0\" items=\"1\"/>");
    test_contains(text, "<load host=\"&amp;c\" kind=\"2\" items=\"0\"/>");
    test_contains(text, "<option name=\"schedule\" value=\"caterpillar\"/>");
    struct test_run run = test_redist(place, "instance", path, NULL);
    test_contains(run.out, "items,\"'=A \"\"1\"\"\",,1,2\n");
}

/* A torus of 4160 hosts is not written: it stays if nothing of it is drawn. */
static void keeps_what_is_not_written(void **state)
{
    struct test_place *place = *state;
    static const char torus[] =
        "<scenario>\n<platform generator=\"torus\" dimensions=\"65x64\" cost=\"%s\" "
        "seed=\"2\"/>\n<topology shape=\"graph\"/>\n<loads generator=\"uniform\" high=\"2\"/>\n"
        "<goal reach=\"balance\"/>\n<run algorithm=\"network-planner\"/>\n</scenario>\n";
    const char *out = test_path(place, "torus_alone.xml");
    const char *even = test_write(place, "torus.xml", rd_arena_print(&place->arena, torus, "3"));
    struct test_run run =
        test_redist(place, "instance", even, "--format", "xml", "--out", out, NULL);
    test_status(&run, 0);
    test_contains(test_read(place, out),
                  "<platform generator=\"torus\" dimensions=\"65x64\" cost=\"3\"/>");
    const char *drawn =
        test_write(place, "drawn_torus.xml", rd_arena_print(&place->arena, torus, "same 1 2"));
    run = test_redist(place, "instance", drawn, "--format", "xml", "--out", out, NULL);
    test_status(&run, 3);
    assert_string_equal(
        run.err, rd_arena_print(&place->arena,
                                "%s:2: a generated torus of 4160 hosts that depends on its seed: "
                                "no file of it is written; up to 4096 hosts are accepted, or one "
                                "of which nothing is drawn\n",
                                drawn));
}

static void refuses(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] = "scenarios/ring_two_way_equal.xml";
    static const struct {
        const char *argument[4];
        const char *message;
    } cases[] = {
        {{"--format", "xml"}, "--format xml writes several files: --out FILE.xml is needed\n"},
        {{"--format", "table"}, "--format table: csv, json or xml is accepted\n"},
        {{"--algorithm", "ring-one-way"}, "--set algorithms=ring-one-way is accepted"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct test_run run = test_redist(place, "instance", scenario, cases[i].argument[0],
                                          cases[i].argument[1], NULL);
        test_status(&run, 2);
        assert_string_equal(run.out, "");
        test_contains(run.err, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_the_numbers),        cmocka_unit_test(writes_a_scenario),
        cmocka_unit_test(keeps_each_platform),       cmocka_unit_test(keeps_what_an_author_wrote),
        cmocka_unit_test(keeps_what_is_not_written), cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests_name("instance", tests, test_open, test_close);
}
