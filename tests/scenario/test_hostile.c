/* Scenarios that mean harm: every attribute that takes a number with everything that is none, sizes
 * that would exhaust memory, and what XML parsers have fallen for. */
#include "temporary_folder.h"

#include "sim/scenario/scenario.h"

#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEMORY_LIMIT = 64 << 20 };

/* One line an element; what a row below is about is put in place of the line. */
#define GENERATED "<platform generator=\"hypercube\" hosts=\"4\"/>"
#define SHAPE "<topology shape=\"hypercube\"/>"
#define LOADS "<loads generator=\"uniform\"/>"
#define GOAL "<goal reach=\"balance\"/>"
#define RUN "<run algorithm=\"all\"/>"

static const char base[] = "<?xml version=\"1.0\"?>\n"     // 1
                           "<scenario name=\"hostile\">\n" // 2
    GENERATED "\n"                                         // 3
    SHAPE "\n"                                             // 4
                           "<network/>\n"                  // 5
                           "<items/>\n"                    // 6
    LOADS "\n"                                             // 7
    GOAL "\n"                                              // 8
    RUN "\n"                                               // 9
                           "<sweep/>\n"                    // 10
                           "</scenario>\n";

/* Reads a text as s/scenario.xml, in little memory and time. Returns: its errors. */
static struct rd_error_list errors_of(struct rd_arena *arena, const char *text, size_t size)
{
    struct rd_error_list errors = {.arena = arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario;
    clock_t start = clock();
    write_bytes("s/scenario.xml", text, size);
    bool read = rd_scenario_read("s/scenario.xml", &settings, arena, &scenario, &errors);
    assert_int_equal(read, errors.count == 0);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
    for (size_t i = 0; i < rd_error_list_kept(&errors); i++) {
        assert_int_equal(errors.error[i].code, RD_ERROR_INPUT);
        assert_true(errors.error[i].line >= 1);
    }
    if (!read)
        assert_int_equal(rd_error_list_exit_status(&errors), 3);
    return errors;
}

/* --- attributes that take a number ------------------------------------------------------------ */

struct place {
    const char *line, *start, *attribute, *end; /* the new line is start, attribute="value", end */
    int number;
    const char *accepted; /* of the values below; NULL: none */
};

#define PLATFORM(attribute)                                                                        \
    {                                                                                              \
        GENERATED, "<platform generator=\"hypercube\" ", attribute, "/>", 3, NULL                  \
    }
#define ITEMS(attribute)                                                                           \
    {                                                                                              \
        "<items/>", "<items ", attribute, "/>", 6, NULL                                            \
    }
#define DRAWN(generator, attribute)                                                                \
    {                                                                                              \
        LOADS, "<loads generator=\"" generator "\" ", attribute, "/>", 7, NULL                     \
    }
/* Numbers, apart by blanks or commas. */
#define LIST(generator, attribute)                                                                 \
    {                                                                                              \
        LOADS, "<loads generator=\"" generator "\" ", attribute, "/>", 7, "1,5"                    \
    }
#define EXPECT(attribute)                                                                          \
    {                                                                                              \
        RUN, "<run algorithm=\"all\"><expect ", attribute, "/></run>", 9, HUGE_ONE                 \
    }
#define LISTED(others, attribute)                                                                  \
    {                                                                                              \
        LOADS, "<loads><load host=\"h0\" " others, attribute, "/></loads>", 7, NULL                \
    }
#define LISTED_SO(element, attribute)                                                              \
    {                                                                                              \
        LOADS, "<loads>" element, attribute, "/></loads>", 7, NULL                                 \
    }
#define HUGE_ONE "999999999999999999999999999999"

static const struct place places[] = {
    PLATFORM("hosts"),
    PLATFORM("hosts=\"4\" seed"),
    PLATFORM("hosts=\"4\" bandwidth-scale"),
    PLATFORM("hosts=\"4\" bandwidth-spread"),
    PLATFORM("hosts=\"4\" scaled-links=\"h0>h1\" link-scale"),
    {"<network/>", "<network ", "ports", "/>", 5, NULL},
    {"<network/>", "<network ", "throttle", "/>", 5, HUGE_ONE},
    {"<network/>", "<network><port host=\"h0\" ", "throttle", "/></network>", 5, HUGE_ONE},
    ITEMS("bytes"),
    ITEMS("flops"),
    ITEMS("word-bytes"),
    ITEMS("message-bytes"),
    LISTED("", "items"),
    LISTED("items=\"1\" ", "kind"),
    LISTED("items=\"1\" ", "after"),
    DRAWN("uniform", "seed"),
    DRAWN("uniform", "low"),
    DRAWN("uniform", "high"),
    DRAWN("skewed", "total"),
    DRAWN("skewed", "skew"),
    DRAWN("skewed", "low"),
    DRAWN("piled", "total"),
    DRAWN("piled", "share"),
    DRAWN("hamming-ball", "most"),
    DRAWN("hamming-ball", "mean"),
    DRAWN("hamming-ball", "total"),
    DRAWN("hamming-ball", "centre"),
    DRAWN("ladder", "most"),
    DRAWN("half-plane", "most"),
    DRAWN("weight-cut", "most"),
    DRAWN("majority-field", "fields"),
    DRAWN("majority-field", "mean"),
    DRAWN("random-multi", "groups"),
    DRAWN("random-multi", "mean"),
    LIST("matrix", "rows"),
    DRAWN("random-matrix", "low"),
    DRAWN("random-matrix", "high"),
    DRAWN("random-matrix", "kinds"),
    DRAWN("components", "items"),
    DRAWN("components", "alpha"),
    DRAWN("cyclic", "items"),
    DRAWN("cyclic", "from"),
    DRAWN("cyclic", "to"),
    DRAWN("cyclic", "from-hosts"),
    DRAWN("cyclic", "to-hosts"),
    LIST("cyclic-grid", "size"),
    LIST("cyclic-grid", "from"),
    LIST("cyclic-grid", "to"),
    LIST("cyclic-grid", "from-grid"),
    LIST("cyclic-grid", "to-grid"),
    DRAWN("scattered-matrix", "side"),
    DRAWN("scattered-matrix", "blocks"),
    LIST("owners", "values"),
    DRAWN("astray", "items"),
    DRAWN("astray", "share"),
    LIST("three-partition", "sizes"),
    LISTED_SO("<copy kind=\"a\" held=\"h0\" wanted=\"h1\" ", "items"),
    LISTED_SO("<object name=\"a\" from=\"h0\" to=\"h1\" ", "bytes"),
    LISTED_SO("<space host=\"h1\" ", "bytes"),
    DRAWN("broadcast", "bytes"),
    DRAWN("moves", "items"),
    DRAWN("moves", "bytes"),
    DRAWN("moves", "slack"),
    DRAWN("broadcast", "piece-bytes"),
    DRAWN("reshard", "expert-bytes"),
    {"<items/>", "<items><kind name=\"a\" ", "bytes", "/></items>", 6, NULL},
    {"<items/>", "<items><kind number=\"0\" ", "bytes", "/></items>", 6, NULL},
    {"<items/>", "<items><kind bytes=\"1\" ", "number", "/></items>", 6, NULL},
    {"<network/>", "<network><slower links=\"h0>h1\" ", "factor", "/></network>", 5, NULL},
    {GOAL, "<goal reach=\"balance\" ", "error", "/>", 8, NULL},
    {GOAL, "<goal reach=\"stencil\" ", "iterations", "/>", 8, NULL},
    {RUN, "<run algorithm=\"all\" ", "seed", "/>", 9, NULL},
    EXPECT("time"),
    EXPECT("bound"),
    EXPECT("ratio"),
    {"<sweep/>", "<sweep><repeat ", "count", "/></sweep>", 10, NULL},
    {"<sweep/>", "<sweep><repeat count=\"2\" ", "seed", "/></sweep>", 10, NULL},
};

/* No numbers, or none that anything takes. */
static const char *const no_number[] = {
    "",     "nan",  "NaN", "inf",          "-infinity", "1e999",        "0x10",
    "1,5",  "--1",  "-1",  "1 x",          "fast",      "1e",           "\xd9\xa1",
    "1..2", "1;;2", "%n",  "\xe2\x88\x9e", HUGE_ONE,    "1' OR '1'='1",
};

static void test_what_is_no_number(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t j = 0; j < sizeof no_number / sizeof *no_number; j++) {
            const struct place *place = &places[i];
            if (place->accepted && strcmp(place->accepted, no_number[j]) == 0)
                continue;
            struct rd_arena arena;
            rd_arena_open(&arena, MEMORY_LIMIT);
            const char *line = rd_arena_print(&arena, "%s%s=\"%s\"%s", place->start,
                                              place->attribute, no_number[j], place->end);
            const char *text = text_with(&arena, base, place->line, line);
            struct rd_error_list errors = errors_of(&arena, text, strlen(text));
            if (errors.count == 0)
                fail_msg("%s is accepted", line);
            const char *last = strrchr(place->attribute, ' ');
            const char *found = rd_arena_print(&arena, "%s=\"%s\"",
                                               last ? last + 1 : place->attribute, no_number[j]);
            if (!strstr(printed(&errors), found) ||
                (!strstr(printed(&errors), "accepted") && no_number[j][0]))
                fail_msg("%s: %s", line, printed(&errors));
            assert_int_equal(errors.error[0].line, place->number);
            rd_arena_close(&arena);
        }
}

/* --- sizes ------------------------------------------------------------------------------------ */

struct change {
    const char *from, *to, *said;
};

#define DRAW(generator, attributes) LOADS, "<loads generator=\"" generator "\" " attributes "/>"

static const struct change bombs[] = {
    {GENERATED, "<platform generator=\"hypercube\" hosts=\"2097152\"/>",
     "hosts=\"2097152\" of <platform>: an integer from 1 to 1048576 is accepted"},
    {GENERATED, "<platform generator=\"shuffle-exchange\" hosts=\"2097152\"/>",
     "hosts=\"2097152\" of <platform>: an integer from 1 to 1048576 is accepted"},
    {GENERATED, "<platform generator=\"bus\" hosts=\"1000000\"/>",
     "1000000 hosts on a bus: 1 to 8192 are supported"},
    {GENERATED, "<platform generator=\"star\" hosts=\"1048576\"/>",
     "1048577 hosts on a star: 2 to 1048576 are supported"},
    {SHAPE, "<topology shape=\"hypercube\" hosts=\"a[0-999][0-999][0-999]\"/>",
     "more than 1048576 names: no more are supported"},
    {SHAPE, "<topology shape=\"hypercube\" hosts=\"h[0-18446744073709551615]\"/>",
     "hosts: \"h[0-18446744073709551615]\": names separated by blanks"},
    {"<network/>", "<network ports=\"1048577\"/>", "or an integer from 1 to 1048576 is accepted"},
    {DRAW("random-multi", "mean=\"9007199254740992\""),
     "items on each of 4 hosts: at most 2^53 in all are supported"},
    {DRAW("random-multi", "groups=\"65537\""),
     "option groups=\"65537\": integer 1 65536 is accepted"},
    {DRAW("majority-field", "fields=\"16\""),
     "16 fields of 2 bits: at most one field per bit is accepted"},
    {DRAW("random-matrix", "high=\"9007199254740992\""),
     "of 4 kinds on each of 4 hosts: at most 2^53 in all are supported"},
    {DRAW("components", "items=\"9007199254740992\""),
     "items on each of 4 hosts: at most 2^53 in all are supported"},
    {DRAW("cyclic", "items=\"9007199254740993\""),
     "option items=\"9007199254740993\": integer 1 9007199254740992 is accepted"},
    {DRAW("cyclic", "to-hosts=\"9007199254740992\""),
     "option to-hosts=\"9007199254740992\": integer 0 1000000 is accepted"},
    {DRAW("cyclic-grid", "size=\"9007199254740992 9007199254740992\""),
     "a matrix of 9007199254740992 times 9007199254740992 items: at most 2^53 in all"},
    {DRAW("cyclic-grid", "from-grid=\"9007199254740992 9007199254740992\""),
     "9007199254740992 times 9007199254740992 hosts, of 4: at most these are accepted"},
    {DRAW("scattered-matrix", "side=\"94906266\""),
     "at most 100000000 items, drawn one by one, are supported"},
    {DRAW("scattered-matrix", "side=\"40000\""),
     "at most 100000000 items, drawn one by one, are supported"},
    {DRAW("scattered-matrix", "blocks=\"1000000000\""),
     "option blocks=\"1000000000\": integer 0 1000 is accepted"},
    {DRAW("astray", "items=\"1000000000\""),
     "option items=\"1000000000\": integer 1 1000000 is accepted"},
    {DRAW("piled", "total=\"9007199254740992\" share=\"1\""),
     "items to drop one by one: at most 100000000 are supported, or share 0"},
    {DRAW("hamming-ball", "mean=\"9007199254740992\""),
     "items on each of 4 hosts: at most 2^53 in all are supported"},
    {DRAW("three-partition", "sizes=\"1000000 1000000 1000001\""),
     "option sizes=\"1000000 1000000 1000001\": integers 1 1000000 is accepted"},
    {"<sweep/>",
     "<sweep><vary parameter=\"seed\" values=\"1 2 3 4 5 6 7 8 9 10 11\"/><vary "
     "parameter=\"bandwidth-spread\" values=\"1 2\"/><repeat count=\"1000000\"/></sweep>",
     "a sweep of more than 10000000 points: that many are supported"},
};

static void test_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, MEMORY_LIMIT);
        const char *text = text_with(&arena, base, bombs[i].from, bombs[i].to);
        struct rd_error_list errors = errors_of(&arena, text, strlen(text));
        if (!strstr(printed(&errors), bombs[i].said))
            fail_msg("%s: %s", bombs[i].to, printed(&errors));
        rd_arena_close(&arena);
    }
}

/* A list of what is accepted is cut where it is a user's own names, too many or too long to show.
 */
static void test_long_names(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, MEMORY_LIMIT);
    for (int count = 3; count <= 40; count += 37) {
        const char *text = "<sweep><vary><case xml:lang=\"en\"";
        for (int i = 0; i < count; i++)
            text = rd_arena_print(&arena, "%s a%d%0*d=\"1\"", text, i, count < 40 ? 1000 : 90, 0);
        text = rd_arena_print(&arena, "%s/></vary></sweep>", text);
        struct rd_error_list errors = errors_of(&arena, text_with(&arena, base, "<sweep/>", text),
                                                strlen(base) + strlen(text) - strlen("<sweep/>"));
        assert_true(errors.count > 0);
        assert_int_equal(errors.error[0].line, 10);
        assert_non_null(strstr(errors.error[0].message, "of <case>"));
    }
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_what_is_no_number),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, temporary_folder_enter, temporary_folder_leave);
}
