/* Many errors of one pass: their order, their limit, their exit status. */
#include "temporary_folder.h"

#include "sim/input/error_list.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void test_order_of_the_files(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    assert_string_equal(printed(&errors), "");
    assert_false(rd_error_list_add(&errors, RD_ERROR_INPUT, "b.xml", 3, "first of %d", 3));
    assert_false(rd_error_list_add(&errors, RD_ERROR_INPUT, "b.xml", 10, "tenth line"));
    rd_error_list_add(&errors, RD_ERROR_INPUT, "a.csv", 7, "other file");
    rd_error_list_add(&errors, RD_ERROR_INPUT, "b.xml", 3, "second of 3");
    rd_error_list_add(&errors, RD_ERROR_USAGE, NULL, 0, "no file");
    rd_error_list_sort(&errors);
    assert_string_equal(printed(&errors), "redist: no file\n"
                                          "a.csv:7: other file\n"
                                          "b.xml:3: first of 3\n"
                                          "b.xml:3: second of 3\n"
                                          "b.xml:10: tenth line\n");
    rd_arena_close(&arena);
}

static void test_only_the_first_hundred_are_kept(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    for (int line = 1; line <= 1000; line++)
        rd_error_list_add(&errors, RD_ERROR_INPUT, "a.xml", line, "wrong");
    rd_error_list_sort(&errors);
    assert_int_equal(errors.count, 1000);
    assert_int_equal(rd_error_list_kept(&errors), 100);
    const char *text = printed(&errors);
    assert_non_null(strstr(text, "a.xml:100: wrong\nredist: 900 errors more\n"));
    assert_null(strstr(text, "a.xml:101:"));
    rd_arena_close(&arena);
}

static int status_of(enum rd_error_code first, enum rd_error_code second)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    rd_error_list_add(&errors, first, NULL, 0, "first");
    rd_error_list_add(&errors, second, NULL, 0, "second");
    int status = rd_error_list_exit_status(&errors);
    rd_arena_close(&arena);
    return status;
}

static void test_exit_status_is_the_worst(void **state)
{
    (void)state;
    struct rd_error_list none = {0};
    assert_int_equal(rd_error_list_exit_status(&none), 0);
    assert_int_equal(status_of(RD_ERROR_INPUT, RD_ERROR_INPUT), 3);
    assert_int_equal(status_of(RD_ERROR_USAGE, RD_ERROR_INPUT), 3);
    assert_int_equal(status_of(RD_ERROR_INPUT, RD_ERROR_FILE), 5);
    assert_int_equal(status_of(RD_ERROR_USAGE, RD_ERROR_USAGE), 2);
    assert_int_equal(status_of(RD_ERROR_INTERRUPTED, RD_ERROR_INTERRUPTED), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_the_files),
        cmocka_unit_test(test_only_the_first_hundred_are_kept),
        cmocka_unit_test(test_exit_status_is_the_worst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
