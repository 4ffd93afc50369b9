/* Names: numbered as they come, and found again, also as a part of a text. */
#include "tests/support/cmocka.h"

#include "sim/base/names.h"

static struct rd_arena arena;

static void are_found_by_part(void **state)
{
    (void)state;
    struct rd_names names = {0};
    uint32_t number;
    assert_int_equal(rd_names_find_part(&names, "h1", 2), RD_NO_NAME);
    assert_true(rd_names_add(&names, &arena, "h1", &number) && number == 0);
    assert_true(rd_names_add(&names, &arena, "h10", &number) && number == 1);
    assert_true(rd_names_add(&names, &arena, "", &number) && number == 2);
    assert_true(!rd_names_add(&names, &arena, "h10", &number) && number == 1);
    static const char text[] = "h10,h1\0x";
    assert_int_equal(rd_names_find_part(&names, text, 2), 0);
    assert_int_equal(rd_names_find_part(&names, text, 3), 1);
    assert_int_equal(rd_names_find_part(&names, text, 0), 2);
    assert_int_equal(rd_names_find_part(&names, text, 1), RD_NO_NAME);
    assert_int_equal(rd_names_find_part(&names, text, 4), RD_NO_NAME);
    assert_int_equal(rd_names_find_part(&names, text + 4, 2), 0);
    assert_int_equal(rd_names_find_part(&names, text + 4, 3), RD_NO_NAME);
    assert_int_equal(rd_names_find_part(&names, text + 4, 4), RD_NO_NAME);
}

/* So many that the index is made anew several times. */
static void are_found_among_many(void **state)
{
    enum { COUNT = 1000 };
    (void)state;
    struct rd_names names = {0};
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t number;
        assert_true(rd_names_add(&names, &arena, rd_arena_print(&arena, "n%u", i), &number));
        assert_int_equal(number, i);
    }
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(rd_names_find(&names, rd_arena_print(&arena, "n%u", i)), i);
    assert_int_equal(rd_names_find(&names, "n1000"), RD_NO_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_found_by_part),
        cmocka_unit_test(are_found_among_many),
    };
    rd_arena_open(&arena, 0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failed;
}
