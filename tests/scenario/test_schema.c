/* The schema and the reader agree: what the reader accepts the schema does too (every valid
 * scenario is read through it), and the schema would refuse what it knows to be wrong, but the
 * reader's messages come first (test_bad_scenarios.c). */
#include "sim/model/topology.h"
#include "sim/scenario/platform_kinds.h"
#include "sim/scenario/schema.h"
#include "sim/scenario/xml.h"

#include "tests/support/cmocka.h"

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
static bool accepts(const char *from, const char *to, struct rd_error *error)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    const char *place = strstr(valid, from);
    assert_non_null(place);
    const char *text =
        rd_arena_print(&arena, "%.*s%s%s", (int)(place - valid), valid, to, place + strlen(from));
    xmlDoc *doc = rd_xml_parse("a.xml", text, strlen(text), NULL, &errors);
    assert_non_null(doc);
    bool accepted = rd_schema_check(doc, "a.xml", &errors);
    assert_int_equal(accepted, errors.count == 0);
    if (!accepted)
        *error = errors.error[0];
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
    struct rd_error error;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        assert_true(accepts(changes[i][0], changes[i][1], &error));
}

/* Every generator of platforms and every shape: the schema has a list of its own. */
static void test_names_of_the_schema(void **state)
{
    (void)state;
    char to[64];
    struct rd_error error;
    for (size_t i = 0; rd_generator_names[i]; i++) {
        snprintf(to, sizeof to, "generator=\"%s\"", rd_generator_names[i]);
        assert_true(accepts("generator=\"ring\"", to, &error));
    }
    for (size_t i = 0; rd_shape_names[i]; i++) {
        snprintf(to, sizeof to, "shape=\"%s\"", rd_shape_names[i]);
        assert_true(accepts("shape=\"ring\"", to, &error));
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
    struct rd_error error;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_false(accepts(changes[i][0], changes[i][1], &error));
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_string_equal(error.path, "a.xml");
        assert_non_null(strstr(error.message, ": the form of scenarios/scenario.rng is accepted"));
    }
}

/* A long list of loads is cut for the schema and whole again afterwards. */
static void test_long_lists(void **state)
{
    enum { COUNT = 30000 };
    static const char load[] = "<load host=\"a\" items=\"1\"/>\n";
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    char *loads = rd_take(&arena, COUNT * (sizeof load - 1) + 1, char);
    for (size_t i = 0; i < COUNT; i++)
        memcpy(loads + i * (sizeof load - 1), load, sizeof load - 1);
    const char *text = rd_arena_print(
        &arena,
        "<scenario><platform file=\"a\"/><topology shape=\"ring\"/><loads>%s</loads><goal "
        "reach=\"after\"/><run algorithm=\"all\"/></scenario>",
        loads);
    xmlDoc *doc = rd_xml_parse("a.xml", text, strlen(text), NULL, &errors);
    assert_non_null(doc);
    assert_true(rd_schema_check(doc, "a.xml", &errors));
    xmlNode *list = rd_xml_named(xmlDocGetRootElement(doc)->children, "loads");
    size_t count = 0;
    for (xmlNode *node = rd_xml_named(list->children, "load"); node;
         node = rd_xml_named(node->next, "load"))
        count++;
    assert_int_equal(count, COUNT);
    assert_true(list->last->type == XML_TEXT_NODE);
    xmlFreeDoc(doc);
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_schema_accepts),
        cmocka_unit_test(test_names_of_the_schema),
        cmocka_unit_test(test_what_the_schema_refuses),
        cmocka_unit_test(test_long_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
