/* What processes say of items of named kinds is believed only if every byte is right, and each host
 * has what it held and wants, and as many items as planned. Host 0 holds three items of W, of which
 * host 1 is to have the last two, and one of V; host 1 gets that, too, to pass it on. And what is
 * refused before. */
#include "tests/support/cmocka.h"

#include "sim/execute/copy_orders.h"
#include "sim/execute/orders.h"
#include "tests/support/build.h"

#include <string.h>

static const struct rd_copies copies = {
    .count = 2,
    .name = (const char *const[]){"W", "V"},
    .bytes = (const double[]){4, 2},
    .piece_count = 3,
    .piece = (const uint32_t[]){0, 2, 3},
    .first_item = (const int64_t[]){0, 1, 0},
    .items = (const int64_t[]){1, 2, 1},
    .held_first = (const uint32_t[]){0, 1, 2, 3},
    .held = (const uint32_t[]){0, 0, 0},
    .wanted_first = (const uint32_t[]){0, 0, 1, 1},
    .wanted = (const uint32_t[]){1},
};

struct place {
    struct rd_arena arena;
    struct test_instance test;
    struct rd_plan plan;
};

static void open_place(struct place *place)
{
    static const struct rd_transfer rows[] = {
        {.from = 0, .to = 1, .kind = 0, .items = 1, .messages = 2},
        {.from = 0, .to = 1, .kind = 1, .items = 1, .messages = 1},
    };
    *place = (struct place){0};
    rd_arena_open(&place->arena, 0);
    place->test = test_instance_make(&place->arena, RD_SWITCH, RD_NO_DIRECTION, 2, 2);
    place->test.instance.goal = RD_COPIES;
    place->test.instance.copies = &copies;
    rd_plan_add_copies(&place->plan, &place->arena, rows[0], 1);
    rd_plan_add_copies(&place->plan, &place->arena, rows[1], 0);
}

/* What is said of a report of host 1; "": nothing is wrong. In: how many bytes are wrong, and the
 * first; how many runs, and each. */
static const char *read_report(const char *report, struct rd_error *error)
{
    static const int64_t final[] = {2, 1};
    struct place place;
    char text[64];
    open_place(&place);
    snprintf(text, sizeof text, "%s", report);
    FILE *file = fmemopen(text, strlen(text), "r");
    assert_non_null(file);
    bool good = rd_copy_report_read(file, &place.test.instance, final, 1, error);
    fclose(file);
    rd_arena_close(&place.arena);
    return good ? "" : error->message;
}

static void are_believed_if_they_are_as_planned(void **state)
{
    static const struct {
        const char *report, *said;
    } reports[] = {
        {"0 0 0 0\n2\n0 1 2\n1 0 1\n", ""},
        {"0 0 0 0\n3\n0 1 1\n0 2 1\n1 0 1\n", ""},
        {"1 0 2 3\n2\n0 1 2\n1 0 1\n",
         "executed: host 1 has 1 wrong byte, the first at place 3 of item 2 of W"},
        {"5 1 0 0\n2\n0 1 2\n1 0 1\n",
         "executed: host 1 has 5 wrong bytes, the first at place 0 of item 0 of V"},
        {"0 0 0 0\n2\n0 1 1\n1 0 1\n", "executed: host 1 lacks 1 of the items 1 to 2 of W"},
        {"0 0 0 0\n1\n1 0 1\n", "executed: host 1 lacks 2 of the items 1 to 2 of W"},
        {"0 0 0 0\n2\n0 0 3\n1 0 1\n", "executed: host 1: 3 items of W, planned 2"},
        {"0 0 0 0\n1\n0 1 2\n", "executed: host 1: 0 items of V, planned 1"},
        {"0 0 0 0\n2\n0 1 3\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n3\n0 1 2\n0 2 1\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n3\n0 1 2\n1 0 1\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n3\n0 2 1\n0 1 1\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n2\n0 1 2\n2 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n2\n0 1 0\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n2\n0 -1 2\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0 0\n2\n0 1 2\n", "executed: host 1: its report is damaged"},
        {"0 2 0 0\n2\n0 1 2\n1 0 1\n", "executed: host 1: its report is damaged"},
        {"0 0 0", "executed: host 1: its report is damaged"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        struct rd_error error;
        assert_string_equal(read_report(reports[i].report, &error), reports[i].said);
    }
}

/* Held 14 bytes, brought 10; with one port a buffer of 4 for what leaves host 0, as much for what
 * comes to host 1: 32. */
static void take_no_more_memory_than_there_is(void **state)
{
    (void)state;
    struct place place;
    struct rd_error error;
    open_place(&place);
    const struct rd_instance *instance = &place.test.instance;
    assert_true(rd_copy_orders_check(instance, &place.plan, 0, 32, &place.arena, &error));
    assert_true(rd_copy_orders_check(instance, &place.plan, 4, 36, &place.arena, &error));
    assert_false(rd_copy_orders_check(instance, &place.plan, 0, 31, &place.arena, &error));
    int64_t most = INT64_C(1) << 32;
    assert_false(rd_copy_orders_check(instance, &place.plan, (double)most, (uint64_t)most,
                                      &place.arena, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message,
                        "4.29497e+09 bytes, of all copies and of messages under way: "
                        "at most 4 GiB in all are moved");
    struct rd_copies halves = copies;
    halves.bytes = (const double[]){4, 2.5};
    place.test.instance.copies = &halves;
    assert_false(rd_orders_check(&place.test.instance, &place.plan, &place.arena, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message, "an item of V has 2.5 bytes: MPI moves whole ones");
    rd_arena_close(&place.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_believed_if_they_are_as_planned),
        cmocka_unit_test(take_no_more_memory_than_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
