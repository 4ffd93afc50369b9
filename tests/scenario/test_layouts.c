/* Layouts in JSON files: the copies that they make, and what is refused in which words. */
#include "temporary_folder.h"

#include "sim/scenario/scenario.h"
#include "tests/support/cmocka.h"

#include <string.h>

struct reading {
    struct rd_arena arena;
    struct rd_error_list errors;
    struct rd_scenario scenario;
};

/* Reads a scenario of five hosts behind a switch whose <loads>, in line 2, has these attributes. */
static bool read(struct reading *reading, const char *attributes, const char *old, const char *new)
{
    rd_arena_open(&reading->arena, 0);
    reading->errors = (struct rd_error_list){.arena = &reading->arena};
    write_text("old.json", old);
    write_text("new.json", new);
    const char *text = rd_arena_print(
        &reading->arena,
        "<scenario name='s'><platform generator='switch' hosts='5'/><topology shape='switch'/>\n"
        "<goal reach='copies'/><loads generator='reshard' %s/><run algorithm='all'/></scenario>",
        attributes);
    static const struct rd_scenario_settings settings = {0};
    return rd_scenario_read_text("s.xml", text, strlen(text), &settings, &reading->arena,
                                 &reading->scenario, &reading->errors);
}

#define BOTH "from-layout='old.json' to-layout='new.json'"

/* Are the pieces these, as "weights 4 * 3: 0 1 > 2\n", items and bytes of one? */
static void check(const char *attributes, const char *old, const char *new, const char *pieces)
{
    struct reading reading;
    if (!read(&reading, attributes, old, new))
        fail_msg("%s", printed(&reading.errors));
    const struct rd_copies *copies = reading.scenario.instance.copies;
    struct rd_text text = {.arena = &reading.arena};
    for (uint32_t kind = 0; kind < copies->count; kind++)
        for (uint32_t piece = copies->piece[kind]; piece < copies->piece[kind + 1]; piece++) {
            rd_text_print(&text, "%s %d * %g:", copies->name[kind], (int)copies->items[piece],
                          copies->bytes[kind]);
            for (uint32_t i = copies->held_first[piece]; i < copies->held_first[piece + 1]; i++)
                rd_text_print(&text, " %u", copies->held[i]);
            rd_text_print(&text, " >");
            for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1]; i++)
                rd_text_print(&text, " %u", copies->wanted[i]);
            rd_text_print(&text, "\n");
        }
    assert_string_equal(text.text, pieces);
    rd_arena_close(&reading.arena);
}

#define TWO "{\"tensor\": 2, \"hosts\": [\"h1\", \"h0\"]}"

static void test_degrees(void **state)
{
    (void)state;
    /* Shard 0 is on the first host that is named. */
    check(BOTH " bytes='12'", TWO, "{\"hosts\": [\"h[2-2]\"]}",
          "weights 1 * 6: 1 > 2\nweights 1 * 6: 0 > 2\n");
    check("from-layout='old.json' to='1 2 1 1' to-hosts='h2 h3' bytes='8' piece-bytes='1'",
          "\n {\"data\": 2, \"hosts\": [\"h[0-1]\"]}\n", "",
          "weights 4 * 1: 0 1 > 2\nweights 4 * 1: 0 1 > 3\n");
    check("from-hosts='h4' to-layout='new.json' expert-bytes='6'", "",
          "{\"expert\": 2, \"data\": 1, \"pipeline\": 1, \"tensor\": 1, \"hosts\": [\"h0\", "
          "\"h1\"]}",
          "weights 1 * 1: 4 > 0 1\nexperts 1 * 3: 4 > 0\nexperts 1 * 3: 4 > 1\n");
}

static void test_parts(void **state)
{
    (void)state;
    static const char old[] =
        "{\"parts\": [{\"name\": \"wq\", \"bytes\": 4, \"hosts\": [\"h0\"]},\n"
        "{\"name\": \"wq\", \"first\": 4, \"bytes\": 6, \"hosts\": [\"h1\"]},\n"
        "{\"name\": \"old\", \"bytes\": 1, \"hosts\": [\"h1\"]},\n"
        "{\"name\": \"bias\", \"bytes\": 3, \"hosts\": [\"h1\", \"h0\"]}]}";
    /* wq is cut at 3, 4 and 8, and what is behind 8 nobody wants; bias is not cut. */
    check(BOTH, old,
          "{\"parts\": [{\"name\": \"bias\", \"bytes\": 3, \"hosts\": [\"h[2-3]\"]},"
          "{\"name\": \"wq\", \"bytes\": 3, \"hosts\": [\"h2\"]},"
          "{\"name\": \"wq\", \"first\": 3, \"bytes\": 5, \"hosts\": [\"h3\", \"h1\"]}]}",
          "wq[0:3] 1 * 3: 0 > 2\nwq[3:4] 1 * 1: 0 > 1 3\nwq[4:8] 1 * 4: 1 > 1 3\n"
          "bias 1 * 3: 0 1 > 2 3\n");
    /* Parts of two hosts that overlap: both hold what they share. Items of 2 bytes at most. */
    check(BOTH " piece-bytes='2'",
          "{\"parts\": [{\"name\": \"w\", \"first\": 2, \"bytes\": 4, \"hosts\": [\"h0\"]},"
          "{\"name\": \"w\", \"bytes\": 5, \"hosts\": [\"h1\"]}]}",
          "{\"parts\": [{\"name\": \"w\", \"bytes\": 6, \"hosts\": [\"h4\"]}]}",
          "w[0:2] 1 * 2: 1 > 4\nw[2:5] 2 * 2: 0 1 > 4\nw[5:6] 1 * 1: 0 > 4\n");
}

#define PART(rest) "{\"parts\": [\n{\"name\": \"w\", " rest "}]}"
#define GOOD PART("\"bytes\": 2, \"hosts\": [\"h0\"]")
#define PLACE "\"hosts\": [\"h0\"]}"

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *attributes, *old, *new, *message;
    } cases[] = {
        {BOTH, "", TWO,
         "old.json:1: no object: {\"tensor\": 4, .., \"hosts\": [..]} or {\"parts\": [..]} is "
         "accepted"},
        {BOTH, "x " TWO, TWO,
         "old.json:1: no object: {\"tensor\": 4, .., \"hosts\": [..]} or {\"parts\": [..]} is "
         "accepted"},
        {BOTH, TWO "\n\nmore", TWO,
         "old.json:3: end of file expected near 'more': JSON is accepted"},
        {BOTH, "{\"tensor\": 2,\n\"tensor\": 2, " PLACE, TWO,
         "old.json:2: duplicate object key near '\"tensor\"': JSON is accepted"},
        {BOTH, "{\"tensor\": 2,\n\"tensro\": 2, " PLACE, TWO,
         "old.json:2: \"tensro\": accepted are tensor, pipeline, data, expert, hosts (did you mean "
         "tensor?)"},
        {BOTH, "{\"tensor\":\n0, " PLACE, TWO,
         "old.json:2: \"tensor\": an integer from 1 to 1048576 is accepted"},
        {BOTH, "{\"tensor\": \"2\", " PLACE, TWO,
         "old.json:1: \"tensor\": an integer from 1 to 1048576 is accepted"},
        {BOTH, TWO, "{\"tensor\": 2}",
         "new.json:1: no \"hosts\": an array of names of hosts, or of lists such as \"h[0-3]\", is "
         "needed"},
        {BOTH, TWO, "{\"hosts\": [\"h0\",\n3]}",
         "new.json:2: \"hosts\": a name is accepted, or a list such as \"h[0-3]\""},
        {BOTH, TWO, "{\"hosts\": [\n\"h0\",\n\"h[0\"]}",
         "new.json:3: \"hosts\": \"h[0\": names separated by blanks, with ranges such as h[0-15], "
         "n[00-15] or h[0-3,8], and in quotes where they hold blanks, are accepted"},
        {BOTH, TWO, "{\"hosts\": [\"h0\",\n\"h5\"]}",
         "new.json:2: host \"h5\" is not in the topology: accepted are h0, h1, h2, h3, h4"},
        {BOTH, TWO, "{\"data\": 2, \"hosts\": [\"h[0-1]\",\n\"h1\"]}",
         "new.json:2: host \"h1\" a second time: each is accepted once"},
        {BOTH, TWO, "{\"data\": 2,\n\"hosts\": [\"h[0-2]\"]}",
         "new.json:2: 3 hosts for 2 ranks: as many are needed"},
        {BOTH " from='2 1 1 1'", TWO, TWO,
         "s.xml:2: from beside from-layout, whose file says it: one is accepted"},
        {BOTH " to-hosts='h1'", TWO, TWO,
         "s.xml:2: to-hosts beside to-layout, whose file says it: one is accepted"},
        {"from-layout='none.json'", TWO, TWO,
         "s.xml:2: file \"none.json\": No such file or directory: a readable file is needed"},
        {BOTH, GOOD, TWO,
         "s.xml:2: to-layout says degrees, and from-layout lists parts: two layouts of one form "
         "are accepted"},
        {"to-layout='new.json'", "", GOOD,
         "s.xml:2: from-layout says degrees, and to-layout lists parts: two layouts of one form "
         "are accepted"},
        {BOTH " bytes='3'", GOOD, GOOD,
         "s.xml:2: bytes beside layouts that list parts, which say it: piece-bytes is accepted"},
        {BOTH, "{\"parts\": []}", GOOD,
         "old.json:1: \"parts\": an array of one part or more is accepted"},
        {BOTH, "{\"parts\": [\n3]}", GOOD,
         "old.json:2: no object: {\"name\": .., \"bytes\": .., \"hosts\": [..]} is accepted"},
        {BOTH, "{\"p\\u0061rts\": [\n{\"nam\\u0065\": \"w\", \"bytes\": 2, " PLACE ",\n3,\n4]}",
         GOOD, "old.json:3: no object: {\"name\": .., \"bytes\": .., \"hosts\": [..]} is accepted"},
        {BOTH, "{\"tensor\": 2, \"parts\": [3]}", GOOD,
         "old.json:1: \"tensor\": accepted are parts"},
        {BOTH, "{\"parts\": [{\"name\": \"2\", " PLACE "]}", GOOD,
         "old.json:1: \"name\": a letter, and up to 63 letters, digits and ._-/: behind it, are "
         "accepted"},
        {BOTH, "{\"parts\": [{\"name\": \"w[0]\", " PLACE "]}", GOOD,
         "old.json:1: \"name\": a letter, and up to 63 letters, digits and ._-/: behind it, are "
         "accepted"},
        {BOTH, PART("\"hosts\": [\"h0\"]"), GOOD,
         "old.json:2: a part without \"bytes\": they are needed"},
        {BOTH, PART("\n\"bytes\": 0, \"hosts\": [\"h0\"]"), GOOD,
         "old.json:3: \"bytes\": an integer from 1 to 1000000000000000 is accepted"},
        {BOTH, PART("\"first\": 999999999999999, \"bytes\": 2, \"hosts\": [\"h0\"]"), GOOD,
         "old.json:2: bytes up to 1000000000000001: up to 10^15 are accepted"},
        {BOTH, PART("\"size\": 0, \"hosts\": [\"h0\"]"), GOOD,
         "old.json:2: \"size\": accepted are name, first, bytes, hosts"},
        {BOTH, PART("\"bytes\": 2, \"hosts\": []"), GOOD,
         "old.json:2: no \"hosts\": an array of names of hosts, or of lists such as \"h[0-3]\", is "
         "needed"},
        {BOTH, GOOD, PART("\"bytes\": 3, \"hosts\": [\"h1\"]"),
         "new.json:2: \"w\": bytes 2 to 2 are on no host of \"old.json\": what the old layout has "
         "is accepted"},
        {BOTH, GOOD, "{\"parts\": [{\"name\": \"v\", \"bytes\": 1, " PLACE "]}",
         "new.json:1: \"v\": bytes 0 to 0 are on no host of \"old.json\": what the old layout has "
         "is accepted"},
        {BOTH,
         "{\"parts\": [\n{\"name\": \"w\", \"bytes\": 3, \"hosts\": [\"h1\", \"h0\"]},\n"
         "{\"name\": \"w\", \"first\": 2, \"bytes\": 3, \"hosts\": [\"h0\"]}]}",
         GOOD,
         "old.json:3: \"w\": host \"h0\" has byte 2 a second time (first on line 2): each is "
         "accepted once"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading;
        assert_false(read(&reading, cases[i].attributes, cases[i].old, cases[i].new));
        const char *said = rd_arena_print(&reading.arena, "%s\n", cases[i].message);
        assert_string_equal(printed(&reading.errors), said);
        rd_arena_close(&reading.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_degrees),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, temporary_folder_enter, temporary_folder_leave);
}
