/* The exact probabilities against all deals of tiny instances, and where they are known. */
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include "sim/figures/kept_items.h"

#include <math.h>

enum { MOST = 12 };

/* All deals: item by item, to any host that has room. */
struct deals {
    uint32_t hosts, items;
    uint32_t room[MOST], own[MOST];
    double every, all; /* counted exactly: below 2^53 */
};

static void deal(struct deals *deals, uint32_t item)
{
    if (item == deals->hosts * deals->items) {
        uint32_t host = 0;
        while (host < deals->hosts && deals->own[host] > 0)
            host++;
        deals->every += host == deals->hosts;
        deals->all++;
        return;
    }
    uint32_t component = item / deals->items;
    for (uint32_t host = 0; host < deals->hosts; host++) {
        if (deals->room[host] == 0)
            continue;
        deals->room[host]--;
        deals->own[host] += host == component;
        deal(deals, item + 1);
        deals->own[host] -= host == component;
        deals->room[host]++;
    }
}

static void equals_the_share_of_all_deals(void **state)
{
    /* (PD)! / (D!)^P deals each */
    static const uint32_t sizes[][2] = {{1, 1}, {1, 4}, {2, 1}, {2, 2}, {2, 3}, {2, 6}, {3, 1},
                                        {3, 2}, {3, 3}, {3, 4}, {4, 2}, {4, 3}, {5, 2}, {6, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct deals deals = {.hosts = sizes[i][0], .items = sizes[i][1]};
        for (uint32_t host = 0; host < deals.hosts; host++)
            deals.room[host] = deals.items;
        deal(&deals, 0);
        struct rd_kept_items found = rd_kept_items(deals.hosts, deals.items, *state);
        assert_true(fabs(found.every - deals.every / deals.all) <= 1e-15);
        assert_true(fabs(found.some - (deals.all - deals.every) / deals.all) <= 1e-15);
    }
}

/* One item a host: only the deal in place, one of P!, leaves something to everybody. */
static void one_item_is_a_permutation(void **state)
{
    double factorial = 1;
    for (uint32_t hosts = 1; hosts <= 64; hosts++) {
        factorial *= hosts;
        struct rd_kept_items found = rd_kept_items(hosts, 1, *state);
        assert_true(fabs(found.every * factorial - 1) < 1e-13);
    }
}

/* Two hosts: host 0 keeps nothing if it holds exactly the other component, one of C(2D, D) sets;
 * then host 1 keeps nothing either. */
static void two_hosts_keep_both_or_neither(void **state)
{
    double sets = 1;
    for (uint32_t items = 1; items <= 20; items++) {
        sets = sets * (4.0 * items - 2) / items;
        struct rd_kept_items found = rd_kept_items(2, items, *state);
        assert_true(fabs(found.some * sets - 1) < 1e-13);
    }
}

/* By another program, in rational numbers. */
static void known_values(void **state)
{
    assert_true(fabs(rd_kept_items(10, 10, *state).some - 0.97868) < 5e-6);
    assert_true(fabs(rd_kept_items(32, 20, *state).every - 6.95e-11) < 5e-14);
    /* What the paper's formula gives: (1 - 0.9^10)^10 */
    assert_true(fabs(1 - rd_kept_items_printed(10, 10) - 0.986) < 5e-4);
    assert_true(rd_kept_items_printed(32, 20) < 3.3e-11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_share_of_all_deals),
        cmocka_unit_test(one_item_is_a_permutation),
        cmocka_unit_test(two_hosts_keep_both_or_neither),
        cmocka_unit_test(known_values),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
