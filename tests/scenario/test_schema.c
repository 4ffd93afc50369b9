/* scenarios/scenario.rng, for editors: what it accepts and refuses. Whatever the reader accepts it
 * does too: tests/fuzz/fuzz_scenario.c. */
#include "sim/input/xml.h"
#include "sim/model/topology.h"
#include "sim/platform/platform_kinds.h"
#include "tests/support/cmocka.h"
#include "tests/support/scenario_schema.h"

#include <string.h>

static const char valid[] =
    "<scenario name=\"a\">"
    "<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"uniform 1 10\"/>"
    "<topology shape=\"ring\"/>"
    "<network ports=\"2\"/>"
    "<items bytes=\"1e3\"/>"
    "<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>"
    "<goal reach=\"balance\" error=\"1\"/>"
    "<run algorithm=\"all\"><expect status=\"ok\"/><option name=\"a\" value=\"b\"/></run>"
    "</scenario>";

/* Does the schema accept the valid text with a part replaced? */
static bool accepts(const char *from, const char *to)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    char words[SCHEMA_WORDS];
    const char *place = strstr(valid, from);
    assert_non_null(place);
    const char *text =
        rd_arena_print(&arena, "%.*s%s%s", (int)(place - valid), valid, to, place + strlen(from));
    xmlDoc *doc = rd_xml_parse("a.xml", text, strlen(text), NULL, &errors);
    assert_non_null(doc);
    bool accepted = schema_accepts(doc, words);
    assert_int_equal(accepted, *words == '\0');
    xmlFreeDoc(doc);
    rd_arena_close(&arena);
    return accepted;
}

static void test_what_the_schema_accepts(void **state)
{
    static const char *const changes[][2] = {
        {"name=\"a\"", ""},
        {"<items bytes=\"1e3\"/>", ""},
        {"<network ports=\"2\"/>", "<network model=\"tcp\" ports=\"all\" sends=\"single\"/>"},
        {"generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"uniform 1 10\"",
         "file=\"../a b.xml\""},
        {"uniform 1 10", "list 1 2.5e-3 +4"},
        {"hosts=\"3\"", "hosts=\"3\" scaled-links=\"h0>h1 h1>h2\" link-scale=\"0.25\""},
        {"uniform 1 10", " 2"},
        {"<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>", "<loads file=\"a.csv\"/>"},
        {"<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>",
         "<loads><load host=\"a\" items=\"9007199254740992\" kind=\"7\" after=\"0\"/></loads>"},
        {"<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>", "<loads/>"},
        {"reach=\"balance\" error=\"1\"", "reach=\"stencil\" metric=\"steps\" iterations=\"2\""},
        {"reach=\"balance\" error=\"1\"", "reach=\"after\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        assert_true(accepts(changes[i][0], changes[i][1]));
}

/* Every generator of platforms and every shape has a place in the schema. */
static void test_names_of_the_schema(void **state)
{
    (void)state;
    char to[64];
    for (size_t i = 0; rd_generator_names[i]; i++) {
        snprintf(to, sizeof to, "generator=\"%s\"", rd_generator_names[i]);
        assert_true(accepts("generator=\"ring\"", to));
    }
    for (size_t i = 0; rd_shape_names[i]; i++) {
        snprintf(to, sizeof to, "shape=\"%s\"", rd_shape_names[i]);
        assert_true(accepts("shape=\"ring\"", to));
    }
}

static void test_what_the_schema_refuses(void **state)
{
    static const char *const changes[][2] = {
        {"name=\"a\"", "name=\"a/b\""},
        {"name=\"a\"", "nam=\"a\""},
        {"<topology shape=\"ring\"/>", ""},
        {"<topology shape=\"ring\"/>", "<topology shape=\"ring\"/><topology shape=\"ring\"/>"},
        {"<topology shape=\"ring\"/>", "<topology shape=\"torus\"/>"},
        {"hosts=\"3\"", "hosts=\"1048577\""},
        {"hosts=\"3\"", "hosts=\"3\" file=\"a\""},
        {"hosts=\"3\"", "hosts=\"3\" link-scale=\"2\""},
        {"hosts=\"3\"", "hosts=\"3\" scaled-links=\"h0>h1\" link-scale=\"0\""},
        {"uniform 1 10", "about 3"},
        {"bytes=\"1e3\"", "bytes=\"-1\""},
        {"ports=\"2\"", "ports=\"two\""},
        {"error=\"1\"", "metric=\"steps\""},
        {"<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>",
         "<loads><load host=\"a\" items=\"9007199254740993\"/></loads>"},
        {"<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>",
         "<loads><load items=\"1\"/></loads>"},
        {"<loads generator=\"uniform\" low=\"0\" seed=\"2\"/>", ""},
        {"status=\"ok\"", "status=\"fine\""},
        {"<run algorithm=\"all\">", "<run>"},
        {"<goal", "text<goal"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        assert_false(accepts(changes[i][0], changes[i][1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_schema_accepts),
        cmocka_unit_test(test_names_of_the_schema),
        cmocka_unit_test(test_what_the_schema_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
