/* Relabellings of hosts in groups: by hand, and small random ones against all there are. */
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"
#include "sim/relabel/relabel.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

#include <string.h>

enum { HOSTS = 6, ITEMS = 8, TRIALS = 300 };

/* One relabelling of all, from the meaning of prices. Returns: what it costs; -1 if it is not
 * allowed. */
static int64_t cost_of(const struct rd_placement *placement, const uint32_t *host_of_part,
                       const struct rd_host_groups *groups)
{
    int64_t cost = 0;
    for (uint32_t p = 0; p < placement->host_count; p++) {
        if (placement->takes && !placement->takes[host_of_part[p]] && host_of_part[p] != p)
            return -1;
        for (uint32_t q = 0; q < p && groups->together; q++)
            if (groups->of_host[p] == groups->of_host[q] &&
                groups->of_host[host_of_part[p]] != groups->of_host[host_of_part[q]])
                return -1;
    }
    for (size_t i = 0; i < placement->item_count; i++)
        for (uint32_t p = 0; p < placement->item[i].part_count; p++) {
            const struct rd_placed_item *item = &placement->item[i];
            uint32_t host = host_of_part[item->part[p]];
            for (uint32_t q = 0; q < p && groups->apart; q++)
                if (groups->of_host[host] == groups->of_host[host_of_part[item->part[q]]])
                    return -1;
            bool has = false, near = false;
            for (uint32_t h = 0; h < item->holder_count; h++) {
                has = has || item->holder[h] == host;
                near = near || (h < item->source_count &&
                                groups->of_host[item->holder[h]] == groups->of_host[host]);
            }
            if (!has)
                cost += item->size * (near ? groups->within : groups->between);
        }
    return cost;
}

/* The least of all that give hosts to the parts from `next` on. */
static int64_t least(const struct rd_placement *placement, const struct rd_host_groups *groups,
                     uint32_t next, uint32_t *host_of_part)
{
    uint32_t n = placement->host_count;
    if (next == n)
        return cost_of(placement, host_of_part, groups);
    int64_t best = -1;
    for (uint32_t i = next; i < n; i++) {
        uint32_t kept = host_of_part[next];
        host_of_part[next] = host_of_part[i];
        host_of_part[i] = kept;
        int64_t cost = least(placement, groups, next + 1, host_of_part);
        if (cost >= 0 && (best < 0 || cost < best))
            best = cost;
        host_of_part[i] = host_of_part[next];
        host_of_part[next] = kept;
    }
    return best;
}

struct draw {
    struct rd_placement placement;
    struct rd_placed_item item[ITEMS];
    struct rd_host_groups groups;
    uint32_t holder[ITEMS][HOSTS], part[ITEMS][HOSTS], ports[HOSTS], of_host[HOSTS];
    bool takes[HOSTS];
};

static uint32_t choose(struct rd_rng *rng, uint32_t hosts, uint32_t most, uint32_t *host)
{
    for (uint32_t i = 0; i < hosts; i++)
        host[i] = i;
    for (uint32_t i = hosts; i-- > 1;) {
        uint32_t other = (uint32_t)rd_rng_between(rng, 0, i), kept = host[i];
        host[i] = host[other];
        host[other] = kept;
    }
    return (uint32_t)rd_rng_between(rng, 1, most);
}

/* Groups of one size, in random order; of one source each, only some hosts take parts. */
static void make_draw(struct rd_rng *rng, bool apart, struct draw *draw)
{
    uint32_t size = (uint32_t)rd_rng_between(rng, 1, 3), count = 6 / size;
    uint32_t hosts = size == 1 ? 4 : size * count;
    bool leaders = rd_rng_between(rng, 0, 1) > 0;
    uint32_t order[HOSTS];
    *draw = (struct draw){.placement = {.host_count = hosts, .item = draw->item}};
    draw->placement.item_count = (size_t)rd_rng_between(rng, 1, ITEMS);
    for (size_t i = 0; i < draw->placement.item_count; i++) {
        struct rd_placed_item *item = &draw->item[i];
        item->holder = draw->holder[i];
        item->part = draw->part[i];
        item->holder_count = choose(rng, hosts, hosts, draw->holder[i]);
        item->part_count = choose(rng, hosts, apart ? hosts / size : hosts, draw->part[i]);
        item->source_count = leaders ? 1 : item->holder_count;
        item->size = leaders ? rd_rng_between(rng, 1, 9) : 1;
        for (uint32_t p = 0; p < item->part_count; p++)
            draw->takes[item->part[p]] = true;
    }
    draw->placement.takes = leaders ? draw->takes : NULL;
    choose(rng, hosts, hosts, order);
    for (uint32_t i = 0; i < hosts; i++) {
        draw->of_host[order[i]] = i / size;
        draw->ports[i] = 1;
    }
    draw->groups = (struct rd_host_groups){.count = hosts / size,
                                           .of_host = draw->of_host,
                                           .within = rd_rng_between(rng, 0, 4),
                                           .between = rd_rng_between(rng, 0, 9),
                                           .together = !apart && rd_rng_between(rng, 0, 1) > 0,
                                           .apart = apart};
}

/* Cheapest, as it says; and its copies cost as much, from the own group where that is cheaper. */
static void is_the_cheapest_of_all(void **state)
{
    struct rd_rng rng = rd_rng_seeded(20, 1);
    (void)state;
    for (uint64_t trial = 0; trial < USUAL_TRIALS(TRIALS); trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct draw draw;
        uint32_t all[HOSTS] = {0, 1, 2, 3, 4, 5};
        make_draw(&rng, false, &draw);
        const struct rd_placement *placement = &draw.placement;
        struct rd_relabelling found = rd_relabel(placement, draw.ports, RD_RELABEL_VOLUME,
                                                 &draw.groups, &test_arena, &test_scratch);
        assert_int_equal(found.cost, least(placement, &draw.groups, 0, all));
        assert_int_equal(found.cost, cost_of(placement, found.host_of_part, &draw.groups));
        assert_true((found.nested != NULL) == draw.groups.together);
        struct rd_placement near =
            rd_placement_near(placement, found.host_of_part, &draw.groups, &test_arena);
        struct rd_moves moves =
            rd_moves(&near, found.host_of_part, draw.ports, false, &test_arena, &test_scratch);
        int64_t volume = rd_moves_volume(&moves), between = rd_moves_between(&moves, &draw.groups);
        assert_int_equal(volume, found.volume);
        assert_int_equal(between * draw.groups.between + (volume - between) * draw.groups.within,
                         found.cost);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* The cheapest of those that keep parts of an item apart, or none where there is none. */
static void keeps_parts_apart(void **state)
{
    struct rd_rng rng = rd_rng_seeded(21, 1);
    uint64_t none = 0;
    (void)state;
    for (uint64_t trial = 0; trial < USUAL_TRIALS(TRIALS); trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct draw draw;
        uint32_t all[HOSTS] = {0, 1, 2, 3, 4, 5};
        make_draw(&rng, true, &draw);
        const struct rd_placement *placement = &draw.placement;
        struct rd_relabelling found = rd_relabel(placement, draw.ports, RD_RELABEL_VOLUME,
                                                 &draw.groups, &test_arena, &test_scratch);
        int64_t cost = least(placement, &draw.groups, 0, all);
        assert_true(found.apart->searched_all);
        if (found.apart->host_of_part) {
            assert_int_equal(found.apart->cost, cost);
            assert_int_equal(found.apart->bound, cost);
            assert_int_equal(found.cost, cost);
            assert_int_equal(cost_of(placement, found.host_of_part, &draw.groups), cost);
        } else {
            assert_int_equal(cost, -1);
            none++;
        }
        rd_arena_rewind(&test_arena, mark);
    }
    assert_true(none > 0);
}

/* Two groups of two hosts. Parts 0 and 1 are to have a, and 2 and 3 b, and all is there, but both
 * of each in one group. The cheapest is that parts 1 and 3 change places: they lack 4 + 1 and 2
 * + 1. */
static void pays_for_parts_apart(void **state)
{
    static const uint32_t host[] = {0, 1, 2, 3}, of_host[] = {0, 0, 1, 1}, ports[] = {1, 1, 1, 1};
    const struct rd_placed_item item[] = {
        {"a", 1, host, host, 2, 2, 2},         {"b", 1, &host[2], &host[2], 2, 2, 2},
        {"c", 9, &host[0], &host[0], 1, 1, 1}, {"d", 4, &host[1], &host[1], 1, 1, 1},
        {"e", 4, &host[2], &host[2], 1, 1, 1}, {"f", 2, &host[3], &host[3], 1, 1, 1}};
    const struct rd_placement placement = {.host_count = 4, .item_count = 6, .item = item};
    struct rd_host_groups groups = {2, of_host, NULL, 1, 1, false, true};
    (void)state;
    struct rd_relabelling found =
        rd_relabel(&placement, ports, RD_RELABEL_VOLUME, &groups, &test_arena, &test_scratch);
    assert_non_null(found.apart->host_of_part);
    assert_int_equal(found.cost, (4 + 1) + (2 + 1));
}

/* Of part 0 hosts 0 and 1, a group, hold 3 units each, and host 2 of the other 5. At host 2 it
 * lacks 6 units from the other group, at host 0 5, and 3 of its own. */
static void weighs_what_is_near(void **state)
{
    static const uint32_t host[] = {0, 1, 2, 3}, of_host[] = {0, 0, 1, 1}, ports[] = {1, 1, 1, 1};
    const struct rd_placed_item item[] = {{"a", 3, &host[0], host, 1, 1, 1},
                                          {"b", 3, &host[1], host, 1, 1, 1},
                                          {"c", 5, &host[2], host, 1, 1, 1}};
    const struct rd_placement placement = {.host_count = 4, .item_count = 3, .item = item};
    static const struct {
        int64_t within, between, cost, volume;
    } prices[] = {{1, 1, 6, 6}, {0, 1, 5, 8}, {1, 10, 53, 8}, {2, 3, 18, 6}};
    (void)state;
    for (size_t i = 0; i < sizeof prices / sizeof *prices; i++) {
        struct rd_host_groups groups = {2,     of_host, NULL, prices[i].within, prices[i].between,
                                        false, false};
        struct rd_relabelling found =
            rd_relabel(&placement, ports, RD_RELABEL_VOLUME, &groups, &test_arena, &test_scratch);
        assert_int_equal(found.cost, prices[i].cost);
        assert_int_equal(found.volume, prices[i].volume);
    }
}

/* Parts 0 and 1 are of one group, and hosts 0 and 2, of two, hold 10 of them each: 10 move, and 1
 * of part 2 or 3, which hosts 1 and 3 hold. */
static void keeps_parts_together(void **state)
{
    static const uint32_t host[] = {0, 1, 2, 3}, of_host[] = {0, 0, 1, 1}, ports[] = {1, 1, 1, 1};
    const struct rd_placed_item item[] = {{"a", 10, &host[0], &host[0], 1, 1, 1},
                                          {"b", 10, &host[2], &host[1], 1, 1, 1},
                                          {"c", 1, &host[1], &host[2], 1, 1, 1},
                                          {"d", 1, &host[3], &host[3], 1, 1, 1}};
    const struct rd_placement placement = {.host_count = 4, .item_count = 4, .item = item};
    struct rd_host_groups groups = {2, of_host, NULL, 1, 2, false, false};
    (void)state;
    struct rd_relabelling free =
        rd_relabel(&placement, ports, RD_RELABEL_VOLUME, &groups, &test_arena, &test_scratch);
    assert_int_equal(free.cost, 0);
    groups.together = true;
    struct rd_relabelling found =
        rd_relabel(&placement, ports, RD_RELABEL_VOLUME, &groups, &test_arena, &test_scratch);
    assert_int_equal(found.volume, 11);
    assert_int_equal(found.cost, 22);
}

/* Items a, at hosts 0 and 1 of one group, and b, at 0 and 2: as they are, and exchanged. */
static void finds_replicas_in_one_group(void **state)
{
    static const uint32_t near[] = {0, 1}, far[] = {0, 2}, of_host[] = {0, 0, 1},
                          exchanged[] = {0, 2, 1};
    const struct rd_placed_item item[] = {{"a", 1, near, near, 2, 2, 2},
                                          {"b", 1, far, far, 2, 2, 2}};
    const struct rd_placement placement = {.host_count = 3, .item_count = 2, .item = item};
    const struct rd_host_groups groups = {2, of_host, NULL, 1, 1, false, false};
    (void)state;
    struct rd_crowded now = rd_groups_crowded(&placement, NULL, &groups, &test_scratch);
    assert_int_equal(now.count, 1);
    assert_string_equal(now.first, "a");
    struct rd_crowded then = rd_groups_crowded(&placement, exchanged, &groups, &test_scratch);
    assert_int_equal(then.count, 1);
    assert_string_equal(then.first, "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(is_the_cheapest_of_all), ARENAS_TEST(weighs_what_is_near),
        ARENAS_TEST(keeps_parts_together),   ARENAS_TEST(keeps_parts_apart),
        ARENAS_TEST(pays_for_parts_apart),   ARENAS_TEST(finds_replicas_in_one_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
