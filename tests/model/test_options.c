/* Options of an algorithm: what is accepted, defaults, the nearest name. */
#include "tests/support/cmocka.h"

#include "sim/model/options.h"

#include <string.h>

static const struct rd_option_spec specs[] = {
    {"schedule", "colouring|compact|all-at-once", "colouring", "how"},
    {"tries", "integer 1 1000", "20", "how often"},
    {"spread", "number 0 1.5", "0.5", "how far"},
    {"owners", "integers 0 9", "0", "of each item"},
    {"matrix", "rows -1 9", "0", "what each holds"},
    {0},
};

static bool check(const struct rd_option *given, size_t count, struct rd_error *error)
{
    struct rd_options options = {.spec = specs, .given = given, .given_count = count};
    *error = (struct rd_error){.code = RD_ERROR_NONE};
    return rd_options_check(&options, error);
}

static void accepts_what_the_spec_says(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value;
        bool accepted;
    } cases[] = {
        {"schedule", "compact", true},
        {"schedule", "colouring", true},
        {"schedule", "all-at-once", true},
        {"schedule", "colour", false},
        {"schedule", "compact|colouring", false},
        {"schedule", "", false},
        {"schedule", "|", false},
        {"tries", "1", true},
        {"tries", "1000", true},
        {"tries", "0", false},
        {"tries", "1001", false},
        {"tries", "-5", false},
        {"tries", "", false},
        {"tries", "5x", false},
        {"tries", "5.0", false},
        {"tries", "99999999999999999999", false},
        {"spread", "0", true},
        {"spread", "1.5", true},
        {"spread", "1e-3", true},
        {"spread", "1.51", false},
        {"spread", "-0.1", false},
        {"spread", "nan", false},
        {"spread", "inf", false},
        {"spread", "", false},
        {"spread", "1 2", false},
        {"tries", " 5", false},
        {"spread", "\t1", false},
        {"spread", "0x1", false},
        {"spread", "+1", false},
        {"spread", ".5", false},
        {"spread", "1.", false},
        {"tries", "+5", false},
        {"owners", "3", true},
        {"owners", " 1,0 ,9\n2 ", true},
        {"owners", "1;", false},
        {"owners", "1 2; 3 4", false},
        {"owners", "", false},
        {"owners", " ", false},
        {"owners", "10", false},
        {"owners", "1 -1", false},
        {"owners", "1x", false},
        {"owners", "1.0", false},
        {"owners", "+1", false},
        {"matrix", "1 2; 3 -1", true},
        {"matrix", "1 2; 3 4; ", true},
        {"matrix", "1 2; 3", false},
        {"matrix", "1 2;; 3 4", false},
        {"matrix", ";", false},
        {"matrix", "99999999999999999999", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_option given = {cases[i].name, cases[i].value};
        struct rd_error error;
        if (check(&given, 1, &error) != cases[i].accepted)
            fail_msg("%s=\"%s\" was %s", cases[i].name, cases[i].value,
                     cases[i].accepted ? "refused" : "accepted");
        assert_int_equal(error.code, cases[i].accepted ? RD_ERROR_NONE : RD_ERROR_INPUT);
        if (!cases[i].accepted) {
            assert_non_null(strstr(error.message, cases[i].name));
            assert_non_null(strstr(error.message, cases[i].value));
        }
    }
}

static void names_what_is_wrong(void **state)
{
    (void)state;
    struct rd_error error;
    struct rd_option misspelt = {"shedule", "compact"};
    assert_false(check(&misspelt, 1, &error));
    assert_string_equal(error.message, "option \"shedule\": accepted are schedule, tries, spread, "
                                       "owners, matrix "
                                       "(did you mean \"schedule\"?)");
    struct rd_option strange = {"colour", "red"};
    assert_false(check(&strange, 1, &error));
    assert_string_equal(error.message, "option \"colour\": accepted are schedule, tries, spread, "
                                       "owners, matrix");
    struct rd_option wrong[] = {{"tries", "5"}, {"schedule", "compakt"}};
    assert_false(check(wrong, 2, &error));
    assert_string_equal(error.message,
                        "option schedule=\"compakt\": colouring|compact|all-at-once is accepted");
    struct rd_option twice[] = {{"tries", "5"}, {"spread", "1"}, {"tries", "5"}};
    assert_false(check(twice, 3, &error));
    assert_string_equal(error.message, "option tries is given twice: once is accepted");
    struct rd_options none = {.given = twice, .given_count = 1};
    assert_false(rd_options_check(&none, &error));
    assert_string_equal(error.message, "option \"tries\": no options are accepted");
    assert_true(check(NULL, 0, &error));
}

static void gives_values_and_defaults(void **state)
{
    (void)state;
    struct rd_option given[] = {{"tries", "7"}};
    struct rd_options options = {.spec = specs, .given = given, .given_count = 1};
    assert_int_equal(rd_option_integer(&options, "tries"), 7);
    assert_string_equal(rd_option_given(&options, "tries"), "7");
    assert_string_equal(rd_option_text(&options, "schedule"), "colouring");
    assert_null(rd_option_given(&options, "schedule"));
    assert_true(rd_option_number(&options, "spread") == 0.5);
    options.given_count = 0;
    assert_int_equal(rd_option_integer(&options, "tries"), 20);
}

static void gives_rows(void **state)
{
    (void)state;
    static const int64_t expected[] = {1, -1, 0, 4, 5, 6};
    struct rd_option given[] = {{"matrix", "1 -1,0; 4 5 6;"}, {"owners", "7"}};
    struct rd_options options = {.spec = specs, .given = given, .given_count = 2};
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_integer_rows rows = rd_option_rows(&options, "matrix", &arena);
    assert_int_equal(rows.row_count, 2);
    assert_int_equal(rows.column_count, 3);
    assert_memory_equal(rows.value, expected, sizeof expected);
    rows = rd_option_rows(&options, "owners", &arena);
    assert_int_equal(rows.row_count, 1);
    assert_int_equal(rows.column_count, 1);
    assert_int_equal(rows.value[0], 7);
    rd_arena_close(&arena);
}

static void finds_the_nearest_name(void **state)
{
    (void)state;
    static const char *const names[] = {"ring-one-way", "ring-two-way", "star-bba", "star-mba"};
    /* One letter left out, one too many, one changed: distance 1. */
    assert_string_equal(rd_nearest_name("ring-one-wy", names, 4), "ring-one-way");
    assert_string_equal(rd_nearest_name("rring-two-way", names, 4), "ring-two-way");
    assert_string_equal(rd_nearest_name("star-bbb", names, 4), "star-bba");
    /* Two neighbours swapped: distance 1, which is a third of three letters. */
    static const char *const verbs[] = {"list", "run"};
    assert_string_equal(rd_nearest_name("rnu", verbs, 2), "run");
    /* Swapped and changed: distance 2, too much. */
    assert_null(rd_nearest_name("rnx", verbs, 2));
    /* star-xba is 1 from both: the first listed. */
    assert_string_equal(rd_nearest_name("star-xba", names, 4), "star-bba");
    /* Of 9 letters 3 may be wrong, not 4. */
    assert_string_equal(rd_nearest_name("star-abcd", names, 4), "star-bba");
    assert_null(rd_nearest_name("starxabcd", names, 4));
    assert_null(rd_nearest_name("", names, 4));
    assert_null(rd_nearest_name("ring", NULL, 0));
    static char endless[1000];
    memset(endless, 'r', sizeof endless - 1);
    assert_null(rd_nearest_name(endless, names, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_what_the_spec_says), cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(gives_values_and_defaults),  cmocka_unit_test(gives_rows),
        cmocka_unit_test(finds_the_nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
