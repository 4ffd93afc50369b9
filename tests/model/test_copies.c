/* Copies: what is looked up in them, and each thing that rd_copies_check refuses. */
#include "tests/support/cmocka.h"

#include "sim/model/instance.h"
#include "sim/model/instance_check.h"
#include "tests/support/build.h"

#include <string.h>

/* A ring of 4 hosts. Of W items 0-2 are held by 0 and 2 and wanted by 1 and 3; items 3-4 are held
 * by 1, and wanted by 0 and 1. Of B one item is held by 3, and wanted by nobody. */
struct fixture {
    struct rd_arena arena;
    struct test_instance test;
    struct rd_copies copies;
    int64_t first_item[3], items[3];
    uint32_t piece[3], held_first[4], held[4], wanted_first[4], wanted[4];
    double bytes[2];
};

static const char *const names[] = {"W", "B"};

static void open_fixture(struct fixture *fixture)
{
    rd_arena_open(&fixture->arena, 0);
    fixture->test = test_instance_make(&fixture->arena, RD_RING, RD_TWO_WAY, 4, 2);
    memcpy(fixture->piece, (uint32_t[]){0, 2, 3}, sizeof fixture->piece);
    memcpy(fixture->first_item, (int64_t[]){0, 3, 0}, sizeof fixture->first_item);
    memcpy(fixture->items, (int64_t[]){3, 2, 1}, sizeof fixture->items);
    memcpy(fixture->held_first, (uint32_t[]){0, 2, 3, 4}, sizeof fixture->held_first);
    memcpy(fixture->held, (uint32_t[]){0, 2, 1, 3}, sizeof fixture->held);
    memcpy(fixture->wanted_first, (uint32_t[]){0, 2, 4, 4}, sizeof fixture->wanted_first);
    memcpy(fixture->wanted, (uint32_t[]){1, 3, 0, 1}, sizeof fixture->wanted);
    memcpy(fixture->bytes, (double[]){8, 0.5}, sizeof fixture->bytes);
    fixture->copies = (struct rd_copies){.count = 2,
                                         .name = names,
                                         .bytes = fixture->bytes,
                                         .piece_count = 3,
                                         .piece = fixture->piece,
                                         .first_item = fixture->first_item,
                                         .items = fixture->items,
                                         .held_first = fixture->held_first,
                                         .held = fixture->held,
                                         .wanted_first = fixture->wanted_first,
                                         .wanted = fixture->wanted};
    struct rd_instance *instance = &fixture->test.instance;
    instance->goal = RD_COPIES;
    instance->target = fixture->test.target; /* all 0, as the loads are */
    instance->copies = &fixture->copies;
}

static void test_look_up(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    const struct rd_copies *copies = &fixture.copies;
    const struct rd_instance *instance = &fixture.test.instance;
    struct rd_error error = {.message = ""};
    assert_true(rd_instance_check(instance, &error));
    assert_int_equal(rd_copy_items(copies, 0), 5);
    assert_int_equal(rd_copy_items(copies, 1), 1);
    static const uint32_t piece[] = {0, 0, 0, 1, 1};
    for (int64_t item = 0; item < 5; item++)
        assert_int_equal(rd_piece_of(copies, 0, item), piece[item]);
    assert_int_equal(rd_piece_of(copies, 1, 0), 2);
    static const bool held[] = {true, false, true, false}, wanted[] = {true, true, false, false};
    for (uint32_t host = 0; host < 4; host++) {
        assert_int_equal(rd_piece_is_held(copies, 0, host), held[host]);
        assert_int_equal(rd_piece_is_wanted(copies, 1, host), wanted[host]);
        assert_false(rd_piece_is_wanted(copies, 2, host));
    }
    assert_string_equal(rd_label_of_kind(instance, 1), "B");
    assert_true(rd_kind_bytes(instance, 0) == 8 && rd_kind_bytes(instance, 1) == 0.5);
    rd_arena_close(&fixture.arena);
}

static void check_refused(struct fixture *fixture, const char *message)
{
    struct rd_error error = {.message = ""};
    assert_false(rd_instance_check(&fixture->test.instance, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_string_equal(error.message, message);
    rd_arena_close(&fixture->arena);
}

static void test_refusals(void **state)
{
    (void)state;
    struct fixture of;
    open_fixture(&of);
    of.items[1] = 0;
    check_refused(&of, "W has a piece of 0 items: 1 or more, and at most 2^53 of a kind, are "
                       "needed");
    open_fixture(&of);
    of.first_item[1] = 4;
    check_refused(&of, "a piece of W begins with item 4: pieces follow each other, 3 is needed");
    open_fixture(&of);
    of.held_first[1] = 0;
    check_refused(&of, "items 0 to 2 of W are held by no host: one or more are needed");
    open_fixture(&of);
    of.held[1] = 0;
    check_refused(&of, "the hosts that hold W: hosts in rising order are needed");
    open_fixture(&of);
    of.wanted[3] = 4;
    check_refused(&of, "the hosts that want W: hosts in rising order are needed");
    open_fixture(&of);
    of.bytes[1] = -1;
    check_refused(&of, "an item of B has -1 bytes: 0, or a number from 1e-30 to 1e15, is needed");
    open_fixture(&of);
    of.test.instance.goal = RD_REACH;
    check_refused(&of, "the goal is copies where there are named kinds, and only there");
    open_fixture(&of);
    of.items[2] = RD_ITEM_LIMIT;
    check_refused(&of, "more than 2^53 items in all: at most 2^53 are supported");
}

static const int64_t load[] = {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const int64_t target[] = {1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};

/* The same behind a counted kind, of which host 0 holds two items. */
static void open_mixed(struct fixture *fixture)
{
    open_fixture(fixture);
    fixture->copies.first_kind = 1;
    fixture->test.instance.kind_count = 3;
    fixture->test.instance.load = load;
    fixture->test.instance.target = target;
}

static void test_counted_kinds(void **state)
{
    (void)state;
    static const int64_t wrong[] = {2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct fixture of;
    struct rd_error error = {.message = ""};
    open_mixed(&of);
    assert_true(rd_instance_check(&of.test.instance, &error));
    of.test.instance.target = NULL;
    check_refused(&of, "the goal is to reach final loads and none are given");
    open_mixed(&of);
    of.test.instance.load = wrong;
    of.test.instance.target = wrong;
    check_refused(&of, "host 0 has a load of W: it is held and wanted item by item");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_look_up),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_counted_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
