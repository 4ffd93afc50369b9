/* What XML parsers have fallen for: each is refused, at its line, in little time and memory, as a
 * scenario and as a platform; no other file is read for it. */
#include "temporary_folder.h"

#include "sim/input/xml.h"
#include "sim/platform/platform_check.h"
#include "sim/scenario/scenario.h"
#include "tests/support/cmocka.h"

#include <libxml/xmlmemory.h>
#include <string.h>
#include <time.h>

enum { MEMORY_LIMIT = 122 << 20, MOST_SECONDS = 5 };

#define HEAD "<?xml version=\"1.0\"?>\n"
#define DTD "<!DOCTYPE scenario [\n"
#define OWN "declarations of its own: none are accepted"

struct attack {
    const char *text, *said;
    int line;
};

static const struct attack attacks[] = {
    /* Entities: from the inside, from files, from the network, as parameters. */
    {HEAD DTD "<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\n"
              "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">\n]>\n<scenario name=\"&c;\"/>",
     OWN, 3},
    {HEAD DTD "<!ENTITY a SYSTEM \"file:///etc/passwd\">\n]>\n<scenario>&a;</scenario>", OWN, 3},
    {HEAD DTD "<!ENTITY a SYSTEM \"http://localhost:1/a\">\n]>\n<scenario>&a;</scenario>", OWN, 3},
    {HEAD DTD "<!ENTITY a SYSTEM \"/dev/zero\">\n]>\n<scenario>&a;</scenario>", OWN, 3},
    {HEAD DTD "<!ENTITY % p SYSTEM \"secret.dtd\">\n%p;\n]>\n<scenario/>", OWN, 3},
    {HEAD DTD "<!ENTITY % p \"<!ENTITY q 'x'>\">\n%p;\n]>\n<scenario>&q;</scenario>", OWN, 3},
    {HEAD DTD "<!ENTITY a \"&b;\">\n<!ENTITY b \"&a;\">\n]>\n<scenario>&a;</scenario>", OWN, 3},
    {HEAD DTD "<!ENTITY a SYSTEM \"x\" NDATA gif>\n]>\n<scenario/>", OWN, 3},
    {HEAD DTD "<!NOTATION gif SYSTEM \"/bin/sh\">\n]>\n<scenario/>", OWN, 3},
    {HEAD DTD "<!ELEMENT scenario ANY>\n]>\n<scenario/>", OWN, 3},
    {HEAD DTD "<!ATTLIST scenario name CDATA \"x\">\n]>\n<scenario/>", OWN, 3},
    /* The first mistake is named, also where the parser goes on. */
    {HEAD "<?a:b?>\n" DTD "<!ENTITY e \"x\">\n]>\n<scenario/>", "colons are forbidden", 2},
    {HEAD "<!DOCTYPE scenario SYSTEM \"secret.dtd\">\n<scenario/>", "document type \"scenario\"",
     1},
    {HEAD "<!DOCTYPE scenario PUBLIC \"-//X//Y\" \"http://localhost:1/a.dtd\">\n<scenario/>",
     "document type \"scenario\"", 1},
    {HEAD "<scenario>&undeclared;</scenario>", "Entity 'undeclared' not defined", 2},
    {HEAD "<scenario name=\"&undeclared;\"/>", "Entity 'undeclared' not defined", 2},
    /* Characters that are none. */
    {HEAD "<scenario name=\"&#0;\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"&#x110000;\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"&#xd800;\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"&#99999999999999999999;\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\x01\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\x1b[2J\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\xff\xfe\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\xc0\xaf\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\xed\xa0\x80\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\xf4\x90\x80\x80\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"\xe2\x82\"/>", "not well-formed", 2},
    /* Encodings and versions. */
    {"<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n<scenario/>", "UTF-7", 1},
    /* libxml2 2.15 takes it at its word, and the declaration no longer ends. */
    {"<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<scenario/>", "is accepted", 1},
    {"<?xml version=\"1.0\" encoding=\"EBCDIC\"?>\n<scenario/>", "EBCDIC", 1},
    {"<?xml version=\"1.0\" encoding=\"../../../etc/passwd\"?>\n<scenario/>", "not well-formed", 1},
    {"<?xml version=\"2.0\"?>\n<scenario><a>", "Unsupported version '2.0'", 1},
    {"<?xml version=\"1.0\" encoding=\"\"?>\n<scenario/>", "not well-formed", 1},
    {"<?xml?>\n<scenario/>", "not well-formed", 1},
    /* Forms. */
    {HEAD "<scenario name=\"a\" name=\"b\"/>", "Attribute name redefined", 2},
    {HEAD "<scenario/><scenario/>", "not well-formed", 2},
    {HEAD "<scenario/>trailing", "not well-formed", 2},
    {HEAD "text<scenario/>", "not well-formed", 2},
    {"\n" HEAD "<scenario/>", "not well-formed", 2},
    {HEAD "<scenario name=a/>", "not well-formed", 2},
    {HEAD "<scenario name='a\"/>", "not well-formed", 2},
    {HEAD "<scenario name=\"<\"/>", "not well-formed", 2},
    {HEAD "<scenario><!-- -- --></scenario>", "not well-formed", 2},
    {HEAD "<scenario><![CDATA[x</scenario>", "not well-formed", 2},
    {HEAD "<scenario><?xml version=\"1.0\"?></scenario>", "not well-formed", 2},
    {HEAD "<scenario><a></scenario></a>", "not well-formed", 2},
    {HEAD "<scenario xmlns:x=\"\"/>", "not well-formed", 2},
    {HEAD "<x:scenario/>", "not well-formed", 2},
    {HEAD "<scenario\n\n\nname=\"a\" nam\0e=\"\"/>", "not well-formed", 5},
    {HEAD "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"/etc/passwd\"/>",
     "root element <include>", 2},
    {HEAD "<scenario><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" "
          "href=\"/etc/passwd\" parse=\"text\"/></scenario>",
     "<include> of a namespace in <scenario>", 2},
};

/* Reads a text, as a scenario or as a platform. Returns: its errors. */
static struct rd_error_list errors_of(struct rd_arena *arena, const char *text, size_t size,
                                      bool platform)
{
    struct rd_error_list errors = {.arena = arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario;
    struct rd_names hosts = {0};
    clock_t start = clock();
    bool read = platform ? rd_platform_check("s/platform.xml", text, size, NULL, arena, &hosts,
                                             NULL, &errors)
                         : rd_scenario_read_text("s/scenario.xml", text, size, &settings, arena,
                                                 &scenario, &errors);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < MOST_SECONDS);
    assert_false(read);
    assert_true(errors.count > 0);
    for (size_t i = 0; i < rd_error_list_kept(&errors); i++) {
        assert_int_equal(errors.error[i].code, RD_ERROR_INPUT);
        assert_true(errors.error[i].line >= 1);
    }
    assert_int_equal(rd_error_list_exit_status(&errors), 3);
    return errors;
}

static void test_attacks(void **state)
{
    (void)state;
    /* Read, it would be well-formed. */
    write_text("secret.dtd", "<!ENTITY q \"secret\">");
    write_text("s/secret.dtd", "<!ENTITY q \"secret\">");
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, MEMORY_LIMIT);
        const struct attack *attack = &attacks[i];
        struct rd_error_list errors = errors_of(&arena, attack->text, strlen(attack->text), false);
        const char *said = printed(&errors);
        bool found = false;
        for (size_t j = 0; j < rd_error_list_kept(&errors); j++)
            found = found || (strstr(errors.error[j].message, attack->said) &&
                              errors.error[j].line == attack->line);
        if (!found)
            fail_msg("%s\n-> %s", attack->text, said);
        for (; *said; said++)
            assert_true((unsigned char)*said >= ' ' || *said == '\n');
        errors_of(&arena, attack->text, strlen(attack->text), true);
        rd_arena_close(&arena);
    }
}

/* A part again and again, between two others. */
static struct rd_error_list errors_of_many(struct rd_arena *arena, const char *before,
                                           const char *part, size_t count, const char *after,
                                           bool platform)
{
    size_t length = strlen(part), size = strlen(before) + count * length + strlen(after);
    char *text = rd_take(arena, size + 1, char), *end = text;
    end = stpcpy(end, before);
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, part);
    stpcpy(end, after);
    return errors_of(arena, text, size, platform);
}

static void test_masses(void **state)
{
    static const struct {
        const char *before, *part, *after;
        size_t count;
    } masses[] = {
        {HEAD, "<scenario>", "", 100000},
        {HEAD "<scenario>", "<loads>", "</scenario>", 100000},
        {HEAD "<scenario name=\"", "a", "\"/>", 1 << 17},
        {HEAD "<scenario name=\"", "a", "\"/>", 4 << 20},
        {HEAD "<scenario name=\"", "&amp;", "\"/>", 1 << 19},
        {HEAD "<", "a", "/>", 2 << 20},
        {HEAD "<scenario><!-- ", "a", "", 4 << 20},
        {HEAD "<scenario>", "<!---->", "</scenario>", 1 << 17},
        {HEAD "<scenario>", "<?a?>", "</scenario>", 1 << 17},
        {HEAD "<scenario>", "<a/>", "</scenario>", 1 << 17},
        {HEAD "<scenario ", "a=\"\" ", "/>", 1 << 16},
        {HEAD "<scenario>", "&amp;", "</scenario>", 1 << 19},
        {HEAD "<scenario>", "]]>", "</scenario>", 1 << 16},
        {"", "\n", "<scenario/>", 1 << 17},
        {"", "<", "", 1 << 17},
        {HEAD "<scenario>", "<![CDATA[x]]>", "</scenario>", 1 << 18},
    };
    (void)state;
    for (size_t i = 0; i < sizeof masses / sizeof *masses; i++)
        for (int platform = 0; platform < 2; platform++) {
            struct rd_arena arena;
            rd_arena_open(&arena, MEMORY_LIMIT);
            struct rd_error_list errors =
                errors_of_many(&arena, masses[i].before, masses[i].part, masses[i].count,
                               masses[i].after, platform);
            /* However much is wrong, what is said of it can be read. */
            assert_true(strlen(printed(&errors)) < 100000);
            rd_arena_close(&arena);
        }
}

/* UTF-16, with its mark and without; and a file that is no text. */
static void test_other_encodings(void **state)
{
    static const char little[] = "\xff\xfe<\0s\0c\0e\0n\0a\0r\0i\0o\0/\0>\0";
    static const char big[] = "\xfe\xff\0<\0s\0c\0e\0n\0a\0r\0i\0o\0/\0>";
    static const char bare[] = "<\0s\0c\0e\0n\0a\0r\0i\0o\0/\0>\0";
    static const char four[] = "\0\0\0<\0\0\0a\0\0\0/\0\0\0>";
    static const char ebcdic[] = "\x4c\x6f\xa7\x94\x93";
    static const char machine[] = "\x7f"
                                  "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0";
    static const char packed[] = "\x1f\x8b\x08\0\0\0\0\0\0\3";
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, MEMORY_LIMIT);
    for (int platform = 0; platform < 2; platform++) {
        errors_of(&arena, little, sizeof little - 1, platform);
        errors_of(&arena, big, sizeof big - 1, platform);
        errors_of(&arena, bare, sizeof bare - 1, platform);
        errors_of(&arena, four, sizeof four - 1, platform);
        errors_of(&arena, ebcdic, sizeof ebcdic - 1, platform);
        errors_of(&arena, machine, sizeof machine - 1, platform);
        errors_of(&arena, packed, sizeof packed - 1, platform);
        errors_of(&arena, "", 0, platform);
        errors_of(&arena, "\0", 1, platform);
        errors_of(&arena, "\xef\xbb\xbf", 3, platform);
    }
    rd_arena_close(&arena);
}

/* The allocator that libxml2 is given has something for every size. */
static void test_sizes_of_nothing(void **state)
{
    (void)state;
    rd_xml_use_own_memory();
    void *memory = xmlMalloc(0);
    assert_non_null(memory);
    memory = xmlRealloc(memory, 0);
    assert_non_null(memory);
    xmlFree(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attacks),
        cmocka_unit_test(test_masses),
        cmocka_unit_test(test_other_encodings),
        cmocka_unit_test(test_sizes_of_nothing),
    };
    return cmocka_run_group_tests(tests, temporary_folder_enter, temporary_folder_leave);
}
