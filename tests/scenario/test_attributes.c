/* scenarios/scenario.rng has the elements and attributes of the table, and no others; what they
 * take is made from the table. To make it anew: test_attributes write. */
#include "sim/input/file_text.h"
#include "sim/input/xml.h"
#include "sim/scenario/attributes.h"
#include "tests/support/cmocka.h"

#include <libxml/parser.h>
#include <string.h>

struct grammar {
    xmlNode *root;
    size_t attributes; /* that were found in it */
};

static const char *name_of(const xmlNode *node)
{
    const xmlAttr *name = xmlHasProp(node, (const xmlChar *)"name");
    return name ? (const char *)name->children->content : NULL;
}

static bool is(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp(rd_xml_name(node), name) == 0;
}

/* Calls for each attribute that is named within an element's pattern, references followed, what is
 * in other elements left out. */
static void each_attribute(struct grammar *grammar, const xmlNode *pattern, const char *element,
                           void (*call)(const char *element, const char *attribute))
{
    for (const xmlNode *node = pattern->children; node; node = node->next) {
        if (is(node, "element"))
            continue;
        if (is(node, "attribute") && name_of(node)) {
            call(element, name_of(node));
            grammar->attributes++;
        }
        if (is(node, "ref"))
            for (const xmlNode *define = grammar->root->children; define; define = define->next)
                if (is(define, "define") && strcmp(name_of(define), name_of(node)) == 0)
                    each_attribute(grammar, define, element, call);
        each_attribute(grammar, node, element, call);
    }
}

static void each_element(struct grammar *grammar, const xmlNode *within, const char *wanted,
                         void (*call)(const char *element, const char *attribute))
{
    for (const xmlNode *node = within->children; node; node = node->next) {
        if (is(node, "element") && (!wanted || strcmp(name_of(node), wanted) == 0))
            each_attribute(grammar, node, name_of(node), call);
        each_element(grammar, node, wanted, call);
    }
}

static void assert_in_table(const char *element, const char *attribute)
{
    const char *names[RD_ATTRIBUTES_OF_ELEMENT + 1];
    rd_attributes_of(element, names);
    if (!rd_name_is_listed(attribute, names))
        fail_msg("scenario.rng has %s of <%s>, which no line of rd_attributes is", attribute,
                 element);
}

static const char *sought;
static bool found;

static void find(const char *element, const char *attribute)
{
    (void)element;
    found = found || strcmp(attribute, sought) == 0;
}

static void test_the_schema_has_the_attributes_of_the_table(void **state)
{
    (void)state;
    xmlDoc *doc = xmlReadFile(SCENARIO_TESTS "/../../scenarios/scenario.rng", NULL, 0);
    assert_non_null(doc);
    struct grammar grammar = {xmlDocGetRootElement(doc), 0};
    each_element(&grammar, grammar.root, NULL, assert_in_table);
    assert_true(grammar.attributes > 50);
    for (const struct rd_attribute *line = rd_attributes; line->element; line++) {
        /* Those of generators are any name there. */
        if (line->place == RD_PLACE_LOADS)
            continue;
        sought = line->name;
        found = false;
        each_element(&grammar, grammar.root, line->element, find);
        if (!found)
            fail_msg("scenario.rng has no %s of <%s>", line->name, line->element);
    }
    xmlFreeDoc(doc);
}

#define SCHEMA SCENARIO_TESTS "/../../scenarios/scenario.rng"

/* The schema as the table has it: what lies between two marks is made. */
static const char *made_schema(struct rd_arena *arena, const char **ret_text)
{
    static const char begin[] = "test_attributes write -->\n", end[] = "\n  <!-- end -->";
    size_t size;
    struct rd_error error;
    assert_true(rd_file_text(SCHEMA, (size_t)1 << 20, arena, ret_text, &size, &error));
    const char *from = strstr(*ret_text, begin), *to = strstr(*ret_text, end);
    assert_true(from && to);
    from += strlen(begin);
    return rd_arena_print(arena, "%.*s%s%s", (int)(from - *ret_text), *ret_text,
                          rd_attributes_schema(arena), to);
}

static void test_the_schema_is_made_from_the_table(void **state)
{
    (void)state;
    rd_arena_own(arena);
    const char *text, *made = made_schema(&arena, &text);
    if (strcmp(text, made) != 0)
        fail_msg("%s is not made from the table: run test_attributes write", SCHEMA);
}

int main(int count, char **argument)
{
    if (count == 2 && strcmp(argument[1], "write") == 0) {
        rd_arena_own(arena);
        const char *text, *made = made_schema(&arena, &text);
        FILE *out = fopen(SCHEMA, "w");
        return !out || fputs(made, out) < 0 || fclose(out) != 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_schema_has_the_attributes_of_the_table),
        cmocka_unit_test(test_the_schema_is_made_from_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
