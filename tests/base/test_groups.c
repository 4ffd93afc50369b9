/* Lists by group: each member once, in its group, in order; those of none nowhere. */
#include "tests/support/cmocka.h"

#include "sim/base/groups.h"
#include "sim/base/rng.h"

static struct rd_arena arena;

static void lists_members_in_order(void **state)
{
    (void)state;
    static const uint32_t group_of[] = {2, 0, RD_NO_GROUP, 2, 0, 2};
    static const uint32_t first[] = {0, 2, 2, 5, 5}, member[] = {1, 4, 0, 3, 5};
    struct rd_groups groups = rd_group(group_of, 6, 4, &arena);
    assert_memory_equal(groups.first, first, sizeof first);
    assert_memory_equal(groups.member, member, sizeof member);
}

static void takes_nothing_and_no_groups(void **state)
{
    (void)state;
    assert_int_equal(rd_group(NULL, 0, 3, &arena).first[3], 0);
    assert_int_equal(rd_group(NULL, 0, 0, &arena).first[0], 0);
}

static void lists_each_member_once(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int i = 0; i < 200; i++) {
        uint32_t group_of[50], count = (uint32_t)rd_rng_below(&rng, 51), listed = 0, grouped = 0;
        for (uint32_t j = 0; j < count; j++) {
            group_of[j] = (uint32_t)rd_rng_below(&rng, 8);
            group_of[j] = group_of[j] == 7 ? RD_NO_GROUP : group_of[j];
            grouped += group_of[j] != RD_NO_GROUP;
        }
        struct rd_groups groups = rd_group(group_of, count, 7, &arena);
        for (uint32_t group = 0; group < 7; group++)
            for (uint32_t at = groups.first[group]; at < groups.first[group + 1]; at++) {
                assert_int_equal(group_of[groups.member[at]], group);
                assert_true(at == groups.first[group] || groups.member[at - 1] < groups.member[at]);
                listed++;
            }
        assert_int_equal(listed, grouped);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_members_in_order),
        cmocka_unit_test(takes_nothing_and_no_groups),
        cmocka_unit_test(lists_each_member_once),
    };
    rd_arena_open(&arena, 0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failed;
}
