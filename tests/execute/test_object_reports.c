/* What processes say of objects is believed only if each is where it should be, as it was, and none
 * took more room than it had. Hosts 0 and 1 exchange a, of 3 bytes, and b, of 4; host 0 has 4 free.
 */
#include "tests/support/cmocka.h"

#include "sim/execute/object_orders.h"
#include "sim/model/objects.h"
#include "tests/support/build.h"

#include <string.h>

static const struct rd_objects objects = {
    .count = 2,
    .name = (const char *const[]){"a", "b"},
    .bytes = (const int64_t[]){3, 4},
    .first = (const uint32_t[]){0, 1, 2},
    .source = (const uint32_t[]){0, 1},
    .to = (const uint32_t[]){1, 0},
    .drop = (const uint32_t[]){RD_DROP_SOURCE, RD_DROP_SOURCE},
    .space_bytes = (const int64_t[]){4, RD_NO_SPACE_LIMIT},
};

struct exchange {
    struct rd_arena arena;
    struct test_instance test;
    struct rd_plan plan;
};

static struct exchange *open_exchange(struct exchange *exchange, const struct rd_objects *list)
{
    *exchange = (struct exchange){0};
    rd_arena_open(&exchange->arena, 0);
    exchange->test = test_instance_make(&exchange->arena, RD_SWITCH, RD_NO_DIRECTION, 2, 1);
    exchange->test.instance.objects = list;
    exchange->test.instance.kind_count = list->count;
    rd_plan_add(&exchange->plan, &exchange->arena,
                (struct rd_transfer){.from = 0, .to = 1, .kind = 0, .items = 1, .messages = 1});
    rd_plan_add(&exchange->plan, &exchange->arena,
                (struct rd_transfer){.from = 1, .to = 0, .kind = 1, .items = 1, .messages = 1});
    return exchange;
}

/* What is said of a report of host 0; "": nothing is wrong. In: its most bytes, how many objects,
 * and each with whether it is whole. */
static const char *read_report(const char *report, struct rd_error *error)
{
    struct exchange exchange;
    open_exchange(&exchange, &objects);
    struct rd_objects_held held =
        rd_objects_held_find(&exchange.test.instance, &exchange.plan, &exchange.arena);
    char text[64];
    snprintf(text, sizeof text, "%s", report);
    FILE *file = fmemopen(text, strlen(text), "r");
    assert_non_null(file);
    bool good = rd_object_report_read(file, &held, 0, error);
    fclose(file);
    rd_arena_close(&exchange.arena);
    return good ? "" : error->message;
}

static void are_believed_if_they_are_as_planned(void **state)
{
    static const struct {
        const char *report, *said;
    } reports[] = {
        {"4 1\n1 1\n", ""},
        {"3 1\n1 1\n", ""},
        {"5 1\n1 1\n", "executed: host 0: took room for 5 bytes and had 4 free"},
        {"4 2\n0 1\n1 1\n", "executed: host 0: 2 objects, planned 1"},
        {"4 0\n", "executed: host 0: 0 objects, planned 1"},
        {"4 1\n0 1\n", "executed: host 0: a is there and was to leave"},
        {"4 1\n1 0\n", "executed: host 0: b came changed"},
        {"4 1\n2 1\n", "executed: host 0: its report is damaged"},
        {"4 1\n", "executed: host 0: its report is damaged"},
        {"4", "executed: host 0: its report is damaged"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        struct rd_error error;
        assert_string_equal(read_report(reports[i].report, &error), reports[i].said);
    }
}

/* Host 0 has a limit, and is to give up what host 1 sends. */
static void are_refused_where_no_process_sees_the_end(void **state)
{
    (void)state;
    struct rd_objects copies = objects;
    struct rd_error error;
    struct exchange exchange;
    copies.drop = (const uint32_t[]){RD_DROP_SOURCE, 0};
    open_exchange(&exchange, &copies);
    assert_false(rd_object_orders_check(&exchange.test.instance, &exchange.plan, 100, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message,
                        "host 0 has a limit of space and gives up b, which others move: no process "
                        "sees when it has arrived elsewhere");
    copies.space_bytes = NULL;
    assert_true(rd_object_orders_check(&exchange.test.instance, &exchange.plan, 100, &error));
    rd_arena_close(&exchange.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_believed_if_they_are_as_planned),
        cmocka_unit_test(are_refused_where_no_process_sees_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
