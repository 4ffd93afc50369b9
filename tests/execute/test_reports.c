/* What processes say they did is believed only if every item is where it should be, once, as it
 * was. The plan: host 0 sends three items to host 1 in two messages, which sends two on to host 2.
 */
#include "tests/support/cmocka.h"

#include "sim/execute/orders.h"
#include "sim/execute/reports.h"
#include "tests/support/build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HOSTS = 3 };

/* Reports as they should be: when it was over, times of what was sent, of what came, the items. */
static const char *const good[HOSTS] = {
    "3\n2\nout 0 0\nout 1 2\n0\n0\nend\n",
    "4\n1\nout 2 2\n2\nin 0 0 2\nin 1 2 3\n1\n2 1\nend\n",
    "4\n0\n1\nin 2 0 4\n2\n0 1\n1 1\nend\n",
};

struct place {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_plan plan;
    char folder[32];
};

static int open_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    rd_arena_open(&place->arena, 0);
    rd_arena_open(&place->scratch, 0);
    place->test = test_instance_make(&place->arena, RD_RING, RD_ONE_WAY, HOSTS, 1);
    place->test.load[0] = 3;
    place->test.instance.item_bytes = 8;
    static const struct rd_transfer transfers[] = {
        {.from = 0, .to = 1, .items = 2, .messages = 1},
        {.from = 0, .to = 1, .items = 1, .messages = 1},
        {.from = 1, .to = 2, .items = 2, .messages = 1},
    };
    for (size_t i = 0; i < sizeof transfers / sizeof *transfers; i++)
        rd_plan_add(&place->plan, &place->arena, transfers[i]);
    place->plan.round_count = 1;
    snprintf(place->folder, sizeof place->folder, "reports-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    *state = place;
    return 0;
}

static void write_report(const struct place *place, int host, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%d", place->folder, host);
    if (!text) {
        unlink(path);
        return;
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int close_place(void **state)
{
    struct place *place = *state;
    for (int host = 0; host < HOSTS; host++)
        write_report(place, host, NULL);
    assert_int_equal(rmdir(place->folder), 0);
    rd_arena_close(&place->arena);
    rd_arena_close(&place->scratch);
    free(place);
    return 0;
}

/* Reads all reports, one of which says something else; NULL: it is not there. */
static bool reads(struct place *place, int spoilt, const char *text, struct rd_reports *ret_reports,
                  struct rd_error *reterr)
{
    static const int64_t final[HOSTS] = {0, 1, 2};
    for (int host = 0; host < HOSTS; host++)
        write_report(place, host, host == spoilt ? text : good[host]);
    return rd_reports_read(place->folder, &place->test.instance, &place->plan, final, &place->arena,
                           &place->scratch, ret_reports, reterr);
}

/* A message is under way from when both ends are ready: message 2 waits for its sender until 2. */
static void tells_when_messages_were_under_way(void **state)
{
    struct place *place = *state;
    struct rd_reports reports;
    struct rd_error error;
    assert_true(reads(place, -1, NULL, &reports, &error));
    assert_int_equal(reports.trace.transfer_count, 3);
    assert_int_equal(reports.item_count, 3);
    assert_true(reports.executed_s == 4);
    const struct rd_timed_transfer *last = &reports.trace.transfer[2];
    assert_true(last->start_s == 2 && last->end_s == 4 && last->from == 1 && last->to == 2);
    assert_int_equal(last->items, 2);
}

static void believes_no_wrong_report(void **state)
{
    static const struct {
        int host;
        const char *text, *message;
    } wrong[] = {
        {1, NULL, "it left no report"},
        {1, "", "its report is damaged"},
        {1, "4\n", "its report is damaged"},
        {0, "3\n2\nout 0 0\nout 1 2\n0\n0\n", "its report is damaged"}, /* no end */
        {0, "3\n2\nout 0 0\nout 7 2\n0\n0\nend\n", "its report is damaged"},
        {0, "3\n2\nout 0 0\nin 1 2\n0\n0\nend\n", "its report is damaged"},
        {0, "3\n9\nout 0 0\nout 1 2\n0\n0\nend\n", "its report is damaged"},
        {2, "4\n0\n1\nin 2 0 4\n1\n0 1\nend\n", "1 items of kind 0, planned 2"}, /* dropped */
        {2, "4\n0\n1\nin 2 0 4\n3\n0 1\n1 1\n1 1\nend\n", "3 items of kind 0, planned 2"},
        {2, "4\n0\n1\nin 2 0 4\n2\n0 1\n0 1\nend\n",
         "item 0 of kind 0 is there 2 times"}, /* doubled */
        {2, "4\n0\n1\nin 2 0 4\n2\n0 1\n1 0\nend\n", "an item came changed"},
        {2, "4\n0\n1\nin 2 0 4\n2\n0 1\n3 1\nend\n",
         "an item came changed"}, /* there is no item 3 */
        {2, "4\n0\n0\n2\n0 1\n1 1\nend\n", "message 2 was not sent and received once"},
        {0, "3\n1\nout 0 0\n0\n0\nend\n", "message 1 was not sent and received once"},
        {0, "3\n2\nout 0 0\nout 0 2\n0\n0\nend\n", "message 0 was not sent and received once"},
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rd_reports reports;
        struct rd_error error;
        if (reads(place, wrong[i].host, wrong[i].text, &reports, &error))
            fail_msg("believed: %s", wrong[i].message);
        assert_int_equal(error.code, RD_ERROR_RUN);
        if (!strstr(error.message, wrong[i].message))
            fail_msg("\"%s\" does not say \"%s\"", error.message, wrong[i].message);
    }
}

static void append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

/* Items of one byte have the same numbers again after 256: 300 of them, on one host. */
static void tells_items_of_few_bytes_apart(void **state)
{
    struct place *place = *state;
    static const int64_t final[HOSTS] = {300, 0, 0};
    char text[4096] = "0\n0\n0\n300\n";
    struct rd_reports reports;
    struct rd_error error;
    place->test.load[0] = 300;
    place->test.instance.item_bytes = 1;
    place->plan = (struct rd_plan){0};
    for (int item = 0; item < 300; item++)
        append(text, sizeof text, "%d 1\n", item % 256);
    append(text, sizeof text, "end\n");
    write_report(place, 0, text);
    write_report(place, 1, "0\n0\n0\n0\nend\n");
    write_report(place, 2, "0\n0\n0\n0\nend\n");
    assert_true(rd_reports_read(place->folder, &place->test.instance, &place->plan, final,
                                &place->arena, &place->scratch, &reports, &error));
    *strstr(text, "\n255 1\n") = '\0';
    append(text, sizeof text, "\n254 1\n");
    for (int item = 256; item < 300; item++)
        append(text, sizeof text, "%d 1\n", item % 256);
    append(text, sizeof text, "end\n");
    write_report(place, 0, text);
    assert_false(rd_reports_read(place->folder, &place->test.instance, &place->plan, final,
                                 &place->arena, &place->scratch, &reports, &error));
    assert_string_equal(error.message, "executed: item 254 of kind 0 is there 2 times");
}

/* What leaves hosts 0 and 1 goes to hosts 2 and 3, in their order. */
static void sends_directly_without_a_plan(void **state)
{
    struct place *place = *state;
    struct test_instance test = test_instance_make(&place->arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    static const int64_t load[] = {5, 3, 0, 1}, final[] = {1, 0, 6, 2};
    static const struct rd_transfer expected[] = {{.from = 0, .to = 2, .items = 4},
                                                  {.from = 1, .to = 2, .items = 2},
                                                  {.from = 1, .to = 3, .items = 1}};
    struct rd_plan plan;
    memcpy(test.load, load, sizeof load);
    rd_orders_direct(&test.instance, final, &place->arena, &plan);
    assert_int_equal(plan.transfer_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(plan.transfer[i].from, expected[i].from);
        assert_int_equal(plan.transfer[i].to, expected[i].to);
        assert_int_equal(plan.transfer[i].items, expected[i].items);
        assert_int_equal(plan.transfer[i].messages, 1);
    }
}

/* Plans that no process can play are refused by what is in them. */
static void refuses_what_cannot_be_executed(void **state)
{
    struct place *place = *state;
    struct rd_plan *plan = &place->plan;
    struct rd_error error;
    const struct rd_instance *instance = &place->test.instance;
    assert_true(rd_orders_check(instance, plan, &place->scratch, &error));
    plan->timing = RD_FREE_ORDER;
    assert_false(rd_orders_check(instance, plan, &place->scratch, &error));
    assert_non_null(strstr(error.message, "order of messages"));
    plan->timing = RD_SELF_TIMED;
    plan->transfer[1].messages = 0;
    assert_false(rd_orders_check(instance, plan, &place->scratch, &error));
    assert_non_null(strstr(error.message, "at that time"));
    plan->transfer[1].messages = 1;
    plan->transfer[1].to = RD_NO_HOST;
    assert_false(rd_orders_check(instance, plan, &place->scratch, &error));
    assert_non_null(strstr(error.message, "computes"));
    plan->transfer[1].to = 1;
    place->test.instance.item_bytes = 1.1e9; /* two of them in a message */
    assert_false(rd_orders_check(instance, plan, &place->scratch, &error));
    assert_non_null(strstr(error.message, "2^31 - 1"));
    place->test.instance.item_bytes = 2e9; /* three of them */
    assert_false(rd_orders_check(instance, plan, &place->scratch, &error));
    assert_non_null(strstr(error.message, "4 GiB"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tells_when_messages_were_under_way, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(believes_no_wrong_report, open_place, close_place),
        cmocka_unit_test_setup_teardown(tells_items_of_few_bytes_apart, open_place, close_place),
        cmocka_unit_test_setup_teardown(sends_directly_without_a_plan, open_place, close_place),
        cmocka_unit_test_setup_teardown(refuses_what_cannot_be_executed, open_place, close_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
