/* <copy>, copies= and <kind>: what is read of them, and what is refused in which words. */
#include "tests/support/cmocka.h"

#include "sim/scenario/scenario.h"

#include <string.h>

struct reading {
    struct rd_arena arena;
    struct rd_error_list errors;
    struct rd_scenario scenario;
};

/* Reads a scenario of five hosts behind a switch, line 1, with `items` in line 2 and `loads` from
 * line 3 on. */
static bool read(struct reading *reading, const char *items, const char *loads, const char *goal)
{
    rd_arena_open(&reading->arena, 0);
    reading->errors = (struct rd_error_list){.arena = &reading->arena};
    const char *text = rd_arena_print(
        &reading->arena,
        "<scenario name='s'><platform generator='switch' hosts='5'/><topology shape='switch'/>\n"
        "%s<goal reach='%s'/>\n%s<run algorithm='all'/></scenario>",
        items, goal, loads);
    static const struct rd_scenario_settings settings = {0};
    return rd_scenario_read_text("s.xml", text, strlen(text), &settings, &reading->arena,
                                 &reading->scenario, &reading->errors);
}

static void test_pieces(void **state)
{
    (void)state;
    struct reading reading;
    bool good = read(&reading, "<items bytes='4'><kind name='bias' bytes='2'/></items>",
                     "<loads><copy kind='W' items='4' held='h1 h0' wanted='h[2-4]'/>"
                     "<load host='h0' items='3' after='1'/>"
                     "<copy kind='bias' items='1' held='h0' wanted='h0 h1'/>"
                     "<load host='h4' items='0' after='2'/>"
                     "<copy kind='W' items='2' held='h1' wanted='h2'/></loads>",
                     "copies");
    if (!good)
        fail_msg("%s", reading.errors.error[0].message);
    const struct rd_instance *instance = &reading.scenario.instance;
    const struct rd_copies *copies = instance->copies;
    assert_non_null(copies);
    assert_int_equal(instance->kind_count, 3);
    assert_int_equal(copies->first_kind, 1);
    assert_int_equal(copies->piece_count, 3);
    assert_string_equal(copies->name[0], "W");
    assert_string_equal(copies->name[1], "bias");
    /* The pieces of W are together, in their order. */
    static const uint32_t piece[] = {0, 2, 3}, held[] = {0, 1, 1, 0}, wanted[] = {2, 3, 4, 2, 0, 1};
    static const uint32_t held_first[] = {0, 2, 3, 4}, wanted_first[] = {0, 3, 4, 6};
    static const int64_t first_item[] = {0, 4, 0}, items[] = {4, 2, 1};
    assert_memory_equal(copies->piece, piece, sizeof piece);
    assert_memory_equal(copies->first_item, first_item, sizeof first_item);
    assert_memory_equal(copies->items, items, sizeof items);
    assert_memory_equal(copies->held_first, held_first, sizeof held_first);
    assert_memory_equal(copies->held, held, sizeof held);
    assert_memory_equal(copies->wanted_first, wanted_first, sizeof wanted_first);
    assert_memory_equal(copies->wanted, wanted, sizeof wanted);
    assert_true(rd_kind_bytes(instance, 0) == 4 && rd_kind_bytes(instance, 1) == 4);
    assert_true(rd_kind_bytes(instance, 2) == 2);
    assert_int_equal(rd_load(instance, 0, 0), 3);
    assert_int_equal(rd_target(instance, 4, 0), 2);
    rd_arena_close(&reading.arena);
}

/* Counted kinds that have sizes of their own, beside named ones and alone. */
static void test_numbered_sizes(void **state)
{
    (void)state;
    static const char loads[] = "<loads><load host='h0' kind='0' items='1'/>"
                                "<load host='h0' kind='2' items='1'/></loads>";
    struct reading reading;
    const struct rd_instance *instance = &reading.scenario.instance;
    assert_true(
        read(&reading, "<items bytes='4'><kind number='2' bytes='9'/></items>", loads, "balance"));
    assert_true(rd_kind_bytes(instance, 0) == 4 && rd_kind_bytes(instance, 1) == 4);
    assert_true(rd_kind_bytes(instance, 2) == 9 && instance->word_bytes == 4);
    rd_arena_close(&reading.arena);
    /* All of one size: that of all items; words stay. */
    assert_true(read(&reading,
                     "<items bytes='4'><kind number='0' bytes='9'/><kind number='2' bytes='9'/>"
                     "<kind number='1' bytes='9'/></items>",
                     loads, "balance"));
    assert_null(instance->kind_bytes);
    assert_true(instance->item_bytes == 9 && instance->word_bytes == 4);
    rd_arena_close(&reading.arena);
    assert_true(read(&reading, "<items><kind number='0' bytes='9'/></items>",
                     "<loads><copy kind='W' items='1' held='h0' wanted='h1'/>"
                     "<load host='h0' items='1' after='1'/></loads>",
                     "copies"));
    assert_true(rd_kind_bytes(instance, 0) == 9 && rd_kind_bytes(instance, 1) == 1);
    rd_arena_close(&reading.arena);
}

#define COPY(attributes) "<loads><copy " attributes "/></loads>"

#define LOAD "<loads><load host='h0' items='1'/></loads>"

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *items, *loads, *goal, *message;
        int line;
    } cases[] = {
        {"", COPY("kind='W' items='1' held='h0' wanted='h1'"), "after",
         "copies with goal reach=\"after\": reach=\"copies\" is needed", 3},
        {"", "<loads><load host='h0' items='1' after='1'/></loads>", "copies",
         "goal reach=\"copies\" without pieces: <copy> in <loads>, or copies=\"pieces.csv\", is "
         "needed",
         3},
        {"", COPY("kind='0' items='1' held='h0' wanted='h1'"), "copies",
         "kind \"0\": a letter, and up to 99 letters, digits and ._-/:[] behind it, are accepted",
         3},
        {"", COPY("kind='W' items='0' held='h0' wanted='h1'"), "copies",
         "items=\"0\" of <copy>: an integer from 1 to 9007199254740992 is accepted", 3},
        {"", COPY("kind='W' items='1' wanted='h1'"), "copies", "<copy> without held: it is needed",
         3},
        {"", COPY("kind='W' items='1' held='h0' wanted='h7'"), "copies",
         "host \"h7\" is not in the topology: accepted are h0, h1, h2, h3, h4", 3},
        {"", COPY("kind='W' items='1' held='h[0' wanted='h1'"), "copies", NULL, 3},
        {"<items><kind name='V' bytes='1'/></items>",
         COPY("kind='W' items='1' held='h0' wanted='h1'"), "copies",
         "kind \"V\" of <items> is in no piece: the name of one is accepted", 2},
        {"<items><kind name='W' bytes='0.5'/></items>",
         COPY("kind='W' items='1' held='h0' wanted='h1'"), "copies",
         "bytes=\"0.5\" of <kind>: a whole number is accepted, since SimGrid counts whole bytes",
         2},
        {"<items><kind bytes='1'/></items>", LOAD, "balance",
         "<kind> without name or number: a name, of a named kind, or a number, of a counted one, "
         "is needed",
         2},
        {"<items><kind name='W' number='0' bytes='1'/></items>", LOAD, "balance",
         "<kind> with name and number: a name, of a named kind, or a number, of a counted one, is "
         "needed",
         2},
        {"<items><kind name='W' bytes='1'/></items>", LOAD, "balance",
         "<kind> of <items> with a name: accepted with goal reach=\"copies\" only", 2},
        {"<items><kind number='0'/></items>", LOAD, "balance", "<kind> without bytes: it is needed",
         2},
        {"<items><kind number='1' bytes='1'/></items>", LOAD, "balance",
         "kind 1 of <items> is not in the loads: a number below 1 is accepted", 2},
        {"<items><kind number='0' bytes='1'/>\n<kind number='0' bytes='2'/></items>", LOAD,
         "balance", "kind 0 a second time (first on line 2): each is accepted once", 3},
        {"<items><kind number='0' bytes='0'/></items>", LOAD, "balance",
         "kind 0 of 0 bytes: a kind with a number has 1 byte or more", 2},
        {"<items><kind number='0' bytes='1e16'/></items>", LOAD, "balance",
         "bytes=\"1e16\" of <kind>: a number from 0 to 1e+15 is accepted", 2},
        {"<items><kind number='1000000' bytes='1'/></items>", LOAD, "balance",
         "number=\"1000000\" of <kind>: an integer from 0 to 999999 is accepted", 2},
        {"<items bytes='0'><kind number='1' bytes='2'/></items>",
         "<loads><load host='h0' kind='1' items='1'/></loads>", "balance",
         "kind 0 has the 0 bytes of <items>: where another one has bytes of its own, 1 or more are "
         "needed",
         2},
        {"<items><kind number='0' bytes='2'/></items>",
         "<loads><object name='a' bytes='1' from='h0' to='h1'/></loads>", "place",
         "<kind> of <items> with a number and goal reach=\"place\": objects have bytes of their "
         "own",
         2},
        {"",
         "<loads><copy kind='W' items='9007199254740992' held='h0' wanted='h1'/>"
         "<copy kind='V' items='1' held='h0' wanted='h1'/></loads>",
         "copies", "more than 2^53 items in all: at most 2^53 are supported", 3},
        {"",
         "<loads><load host='h0' items='1'/>"
         "<copy kind='W' items='1' held='h0' wanted='h1'/></loads>",
         "copies", "a load without after: with goal reach=\"copies\" each load needs one", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading;
        assert_false(read(&reading, cases[i].items, cases[i].loads, cases[i].goal));
        assert_true(reading.errors.count > 0);
        assert_int_equal(reading.errors.error[0].line, cases[i].line);
        if (cases[i].message)
            assert_string_equal(reading.errors.error[0].message, cases[i].message);
        rd_arena_close(&reading.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_numbered_sizes),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
