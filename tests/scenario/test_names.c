/* Lists of host names with ranges, and the index of names. */
#include "sim/platform/host_names.h"
#include "tests/support/cmocka.h"

#include <string.h>

struct list {
    const char *text;
    const char *names; /* a bar between */
};

static const struct list lists[] = {
    {"a", "a"},
    {"  a \t b\nc ", "a|b|c"},
    {"h[0-3]", "h0|h1|h2|h3"},
    {"h[8-11]", "h8|h9|h10|h11"},
    {"n[08-11]", "n08|n09|n10|n11"},
    {"n[000-001]x", "n000x|n001x"},
    {"h[3,0-1,7-7]", "h3|h0|h1|h7"},
    {"[0-1]", "0|1"},
    {"r[1-2]n[0-2].lyon", "r1n0.lyon|r1n1.lyon|r1n2.lyon|r2n0.lyon|r2n1.lyon|r2n2.lyon"},
    {"h[1-2] m h[05-06]", "h1|h2|m|h05|h06"},
    {"h-[1-2]", "h-1|h-2"},
    {"h[0]", "h0"},
    {"h[00]", "h00"},
    {"\"a\"", "a"},
    {"'Cpu A' \"Cpu B\"", "Cpu A|Cpu B"},
    {"'Host '[26-28]", "Host 26|Host 27|Host 28"},
    {"'r 1'n[0-1]'.x y'", "r 1n0.x y|r 1n1.x y"},
    {"'n[0]' 'a,b;c' \"o'neil\" '\"'", "n[0]|a,b;c|o'neil|\""},
    {"a'b'\"c\"''", "abc"},
    {"\xc3\xa9t\xc3\xa9[1-2]", "\xc3\xa9t\xc3\xa9"
                               "1|\xc3\xa9t\xc3\xa9"
                               "2"},
};

static void test_lists(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct rd_arena arena;
        struct rd_names names = {0};
        struct rd_error error;
        char joined[512] = "";
        rd_arena_open(&arena, 0);
        assert_true(rd_names_read(lists[i].text, 100, &arena, &names, &error));
        for (uint32_t name = 0; name < names.count; name++) {
            size_t length = strlen(joined);
            snprintf(joined + length, sizeof joined - length, "%s%s", name ? "|" : "",
                     names.name[name]);
        }
        assert_string_equal(joined, lists[i].names);
        rd_arena_close(&arena);
    }
}

static void test_malformed_lists(void **state)
{
    static const char *const malformed[] = {
        "h[",
        "h]",
        "h[]",
        "h[1",
        "h[1-",
        "h[1-]",
        "h[-1]",
        "h[1-2-3]",
        "h[1,]",
        "h[,1]",
        "h[2-1]",
        "h[a-b]",
        "h[0-3]]",
        "h[[0-3]]",
        "a,b",
        "h[01-2]",
        "h[1-02]",
        "h[0-0000000001]",
        "h[ 1]",
        "a;b",
        "h[1][2][3][4][5]",
        "h[+1-2]",
        "'a",
        "a\"b c",
        "''",
        "b \"\"''",
        "'a'[1",
        "h[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,"
        "32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,"
        "61,62,63,64]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct rd_arena arena;
        struct rd_names names = {0};
        struct rd_error error;
        rd_arena_open(&arena, 0);
        assert_false(rd_names_read(malformed[i], 100, &arena, &names, &error));
        assert_non_null(strstr(error.message, "with ranges such as h[0-15]"));
        rd_arena_close(&arena);
    }
}

/* Sizes are refused before anything is allocated for them. */
static void test_absurd_ranges(void **state)
{
    static const char *const absurd[] = {
        "h[0-999999999]",
        "h[0-50]h[0-50]",
        "h[0-999999999]h[0-999999999]h[0-999999999]h[0-999999999]",
        "h[0-60] k[0-60]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++) {
        struct rd_arena arena;
        struct rd_names names = {0};
        struct rd_error error;
        rd_arena_open(&arena, 64 << 10);
        assert_false(rd_names_read(absurd[i], 100, &arena, &names, &error));
        assert_string_equal(error.message, "more than 100 names: no more are supported");
        rd_arena_close(&arena);
    }
}

static void test_names_too_long(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_names names = {0};
    struct rd_error error;
    char longest[300];
    rd_arena_open(&arena, 0);
    memset(longest, 'x', sizeof longest);
    longest[255] = '\0';
    assert_true(rd_names_read(longest, 100, &arena, &names, &error));
    longest[255] = 'x';
    longest[256] = '\0';
    assert_false(rd_names_read(longest, 100, &arena, &names, &error));
    assert_string_equal(error.message,
                        "a name of more than 255 letters: shorter ones are accepted");
    memcpy(longest + 250, "[100000-100001]", sizeof "[100000-100001]");
    assert_false(rd_names_read(longest, 100, &arena, &names, &error));
    memset(longest, 'x', 256);
    memcpy(longest + 256, "[0-1]", sizeof "[0-1]"); /* no room before the numbers */
    assert_false(rd_names_read(longest, 100, &arena, &names, &error));
    assert_string_equal(error.message,
                        "a name of more than 255 letters: shorter ones are accepted");
    memcpy(longest + 250, "[0-1][1000-1001]", sizeof "[0-1][1000-1001]"); /* 255, then no more */
    assert_true(rd_names_read(longest, 100, &arena, &names, &error));
    memcpy(longest + 250, "[0-1][10000-10001]", sizeof "[0-1][10000-10001]");
    assert_false(rd_names_read(longest, 100, &arena, &names, &error));
    assert_string_equal(error.message,
                        "a name of more than 255 letters: shorter ones are accepted");
    rd_arena_close(&arena);
}

static void test_index(void **state)
{
    enum { COUNT = 10000 };
    (void)state;
    struct rd_arena arena;
    struct rd_names names = {0};
    uint32_t number;
    rd_arena_open(&arena, 0);
    assert_int_equal(rd_names_find(&names, "n0"), RD_NO_NAME);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_true(rd_names_add(&names, &arena, rd_arena_print(&arena, "n%u", i), &number));
        assert_int_equal(number, i);
    }
    assert_false(rd_names_add(&names, &arena, "n77", &number));
    assert_int_equal(number, 77);
    assert_int_equal(names.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(rd_names_find(&names, rd_arena_print(&arena, "n%u", i)), i);
    assert_int_equal(rd_names_find(&names, "n10000"), RD_NO_NAME);
    assert_int_equal(rd_names_find(&names, ""), RD_NO_NAME);
    rd_arena_close(&arena);
}

static void test_accepted_names(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_names few = {0}, many = {0};
    struct rd_error error;
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    rd_arena_open(&arena, 0);
    assert_string_equal(rd_names_accepted(&few, "x", accepted), "none is declared");
    assert_true(rd_names_read("paris lyon", 100, &arena, &few, &error));
    assert_string_equal(rd_names_accepted(&few, "parris", accepted),
                        "accepted are paris, lyon (did you mean \"paris\"?)");
    assert_string_equal(rd_names_accepted(&few, "rome", accepted), "accepted are paris, lyon");
    assert_true(rd_names_read("host[0-99]", 100, &arena, &many, &error));
    assert_string_equal(rd_names_accepted(&many, "bus", accepted),
                        "accepted are host0, host1, host2, ..., host99");
    /* Among very many nobody looks for the nearest. */
    assert_true(rd_names_read("k[0-4899]", 5000, &arena, &many, &error));
    assert_string_equal(rd_names_accepted(&many, "hos1", accepted),
                        "accepted are host0, host1, host2, ..., k4899 (did you mean \"host1\"?)");
    assert_true(rd_names_read("k4900", 5000, &arena, &many, &error));
    assert_string_equal(rd_names_accepted(&many, "hos1", accepted),
                        "accepted are host0, host1, host2, ..., k4900");
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_malformed_lists),
        cmocka_unit_test(test_absurd_ranges), cmocka_unit_test(test_names_too_long),
        cmocka_unit_test(test_index),         cmocka_unit_test(test_accepted_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
