/* Rebalancings against all placements, which another program part here enumerates from the words of
 * the problem alone. The argument multiplies the random ones. */
#include "algorithms/objects/rebalance.h"
#include "algorithms/objects/rebalance_search.h"

#include "sim/base/integers.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <string.h>

static uint64_t factor = 1;

enum { OBJECTS_MOST = 12, HOSTS_MOST = 5 };

/* A problem, and the arrays of it. */
struct problem {
    struct rd_placed_objects placed;
    struct rd_rebalance_case of;
    int64_t bytes[OBJECTS_MOST], weight[HOSTS_MOST], space[HOSTS_MOST];
    uint32_t at[OBJECTS_MOST], group[OBJECTS_MOST], rack[HOSTS_MOST];
};

static void open_problem(struct problem *problem, uint32_t hosts, int64_t tolerance)
{
    *problem = (struct problem){.placed = {.host_count = hosts, .rack_count = HOSTS_MOST}};
    problem->placed.bytes = problem->bytes;
    problem->placed.at = problem->at;
    problem->placed.group = problem->group;
    problem->placed.weight = problem->weight;
    problem->placed.rack = problem->rack;
    problem->of = (struct rd_rebalance_case){&problem->placed, NULL, tolerance};
    for (uint32_t host = 0; host < hosts; host++) {
        problem->weight[host] = 1;
        problem->rack[host] = RD_ALONE;
    }
}

static void add(struct problem *problem, int64_t bytes, uint32_t at, uint32_t group)
{
    uint32_t object = problem->placed.count++;
    problem->bytes[object] = bytes;
    problem->at[object] = at;
    problem->group[object] = group;
    if (group != RD_ALONE && group >= problem->placed.group_count)
        problem->placed.group_count = group + 1;
}

static struct rd_rebalance solve(const struct problem *problem)
{
    struct rd_rebalance found;
    struct rd_error error;
    assert_true(rd_placed_check(&problem->placed, &test_scratch, &error));
    assert_true(rd_rebalance_find(&problem->of, &test_arena, &test_scratch, &found, &error));
    assert_true(rd_rebalance_check(&problem->of, &found, &test_scratch, &error));
    return found;
}

/* Two hosts are to have 5 of 10 bytes each. No objects of 4, 3 and 3 sum to 5: least is 6 of those
 * that leave, and with 4 gone the loads are 6 and 4, one out each, as with 6 gone. */
static void misses_by_hand(void **state)
{
    (void)state;
    struct problem problem;
    open_problem(&problem, 2, 0);
    add(&problem, 4, 0, RD_ALONE);
    add(&problem, 3, 0, RD_ALONE);
    add(&problem, 3, 0, RD_ALONE);
    struct rd_rebalance found = solve(&problem);
    assert_true(found.searched_all);
    assert_int_equal(found.outside_bytes, 2);
    assert_int_equal(found.moved_bytes, 4);
    assert_int_equal(found.reached, 200000); /* 6 and 4 are 1 of 5 away */
    assert_int_equal(found.bound.bytes, 6);
}

/* With a fifth of tolerance 4 to 6 bytes will do: 4 must leave, and one object has as many. */
static void reaches_by_hand(void **state)
{
    (void)state;
    struct problem problem;
    open_problem(&problem, 2, 200000);
    add(&problem, 4, 0, RD_ALONE);
    add(&problem, 3, 0, RD_ALONE);
    add(&problem, 3, 0, RD_ALONE);
    struct rd_rebalance found = solve(&problem);
    assert_int_equal(found.outside_bytes, 0);
    assert_int_equal(found.moved_bytes, 4);
    assert_int_equal(found.bound.bytes, 4);
    assert_int_equal(found.to[0], 1);
}

/* A host of weight 0 gives up all; the others have 6 of 12 bytes each. */
static void empties_a_host(void **state)
{
    (void)state;
    struct problem problem;
    open_problem(&problem, 3, 0);
    problem.weight[2] = 0;
    add(&problem, 4, 0, RD_ALONE);
    add(&problem, 5, 1, RD_ALONE);
    add(&problem, 2, 2, RD_ALONE);
    add(&problem, 1, 2, RD_ALONE);
    struct rd_rebalance found = solve(&problem);
    assert_int_equal(found.outside_bytes, 0);
    assert_int_equal(found.moved_bytes, 3);
    assert_int_equal(found.bound.bytes, 3);
    assert_int_equal(found.to[2], 0);
    assert_int_equal(found.to[3], 1);
}

/* Both of a group are on host 0; host 1 is in its rack, so the smaller goes to host 2. Hosts may
 * hold up to twice their share of 8/3: 5 bytes. */
static void parts_a_group(void **state)
{
    (void)state;
    struct problem problem;
    open_problem(&problem, 3, RD_TOLERANCE_WHOLE);
    problem.rack[0] = problem.rack[1] = 0;
    add(&problem, 5, 0, 0);
    add(&problem, 3, 0, 0);
    struct rd_rebalance found = solve(&problem);
    assert_int_equal(found.moved_bytes, 3);
    assert_int_equal(found.bound.bytes, 3);
    assert_int_equal(found.to[0], 0);
    assert_int_equal(found.to[1], 2);
}

/* Space of 1 byte on host 1 lets the object of 1 there, and no other: 9 and 1 are 4 away from 5. */
static void keeps_to_space(void **state)
{
    (void)state;
    struct problem problem;
    open_problem(&problem, 2, 0);
    problem.space[0] = RD_NO_SPACE_LIMIT;
    problem.space[1] = 1;
    problem.placed.space_bytes = problem.space;
    add(&problem, 5, 0, RD_ALONE);
    add(&problem, 4, 0, RD_ALONE);
    add(&problem, 1, 0, RD_ALONE);
    struct rd_rebalance found = solve(&problem);
    assert_int_equal(found.moved_bytes, 1);
    assert_int_equal(found.to[2], 1);
    assert_int_equal(found.reached, 800000);
}

static void refuses(void **state)
{
    (void)state;
    struct problem problem;
    struct rd_rebalance found;
    struct rd_error error;
    open_problem(&problem, 2, 0);
    problem.rack[0] = problem.rack[1] = 0;
    add(&problem, 1, 0, 0);
    add(&problem, 1, 1, 0);
    assert_false(rd_placed_check(&problem.placed, &test_scratch, &error));
    assert_non_null(strstr(error.message, "there are 1 racks"));
    problem.rack[1] = RD_ALONE; /* host 1 is too full for the other */
    problem.at[1] = 0;
    problem.space[0] = problem.space[1] = 0;
    problem.placed.space_bytes = problem.space;
    assert_true(rd_placed_check(&problem.placed, &test_scratch, &error));
    assert_false(rd_rebalance_find(&problem.of, &test_arena, &test_scratch, &found, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    problem.weight[0] = problem.weight[1] = 0;
    assert_false(rd_placed_check(&problem.placed, &test_scratch, &error));
}

/* What is found, changed, is refused. */
static void checks(void **state)
{
    (void)state;
    struct problem problem;
    struct rd_error error;
    open_problem(&problem, 2, 200000);
    add(&problem, 4, 0, RD_ALONE);
    add(&problem, 3, 0, RD_ALONE);
    add(&problem, 3, 0, RD_ALONE);
    struct rd_rebalance found = solve(&problem), other = found;
    other.moved_bytes++;
    assert_false(rd_rebalance_check(&problem.of, &other, &test_scratch, &error));
    other = found;
    other.bound.bytes++;
    assert_false(rd_rebalance_check(&problem.of, &other, &test_scratch, &error));
    other = found;
    other.outside_bytes = 1;
    assert_false(rd_rebalance_check(&problem.of, &other, &test_scratch, &error));
    found.to[1] = 1;
    assert_false(rd_rebalance_check(&problem.of, &found, &test_scratch, &error));
}

/* --- against all placements ------------------------------------------------------------------- */

struct best {
    bool apart;
    int64_t outside, moved;
};

static int64_t outside_of(const struct problem *problem, uint32_t host, int64_t load)
{
    rd_wide total = 0, weights = 0;
    for (uint32_t object = 0; object < problem->placed.count; object++)
        total += problem->bytes[object];
    for (uint32_t other = 0; other < problem->placed.host_count; other++)
        weights += problem->weight[other];
    int64_t out = 0;
    /* Bytes to be taken off, or added, one by one until the load is within. */
    while ((load - out) * weights * RD_TOLERANCE_WHOLE >
           problem->weight[host] * total * (RD_TOLERANCE_WHOLE + problem->of.tolerance))
        out++;
    while ((load + out) * weights * RD_TOLERANCE_WHOLE <
           problem->weight[host] * total * (RD_TOLERANCE_WHOLE - problem->of.tolerance))
        out++;
    return out;
}

static bool is_apart(const struct problem *problem, const uint32_t *to)
{
    for (uint32_t i = 0; i < problem->placed.count; i++)
        for (uint32_t j = 0; j < i; j++) {
            uint32_t a = problem->rack[to[i]], b = problem->rack[to[j]];
            if (problem->group[i] != RD_ALONE && problem->group[i] == problem->group[j] &&
                (to[i] == to[j] || (a != RD_ALONE && a == b)))
                return false;
        }
    return true;
}

static struct best try_all(const struct problem *problem)
{
    uint32_t to[OBJECTS_MOST] = {0}, count = problem->placed.count, at = 0;
    struct best best = {false, INT64_MAX, INT64_MAX};
    while (at < count) {
        int64_t load[HOSTS_MOST] = {0}, moved = 0, outside = 0;
        for (uint32_t i = 0; i < count; i++) {
            load[to[i]] += problem->bytes[i];
            moved += to[i] != problem->at[i] ? problem->bytes[i] : 0;
        }
        for (uint32_t host = 0; host < problem->placed.host_count; host++)
            outside += outside_of(problem, host, load[host]);
        if ((outside < best.outside || (outside == best.outside && moved < best.moved)) &&
            is_apart(problem, to))
            best = (struct best){true, outside, moved};
        for (at = 0; at < count && ++to[at] == problem->placed.host_count; at++)
            to[at] = 0;
    }
    return best;
}

static void draw(struct problem *problem, struct rd_rng *rng)
{
    static const int64_t tolerances[] = {0, 50000, 100000, 250000, 500000};
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 2, 4);
    uint32_t count = (uint32_t)rd_rng_between(rng, 3, hosts == 4 ? 5 : 7);
    open_problem(problem, hosts, tolerances[rd_rng_below(rng, 5)]);
    bool racks = rd_rng_below(rng, 2);
    for (uint32_t host = 0; host < hosts; host++) {
        problem->weight[host] = rd_rng_between(rng, 1, 3);
        problem->rack[host] = racks && rd_rng_below(rng, 2) ? 0 : RD_ALONE;
    }
    for (uint32_t i = 0; i < count; i++)
        add(problem, rd_rng_between(rng, 1, 9), (uint32_t)rd_rng_below(rng, hosts),
            racks && rd_rng_below(rng, 2) ? (uint32_t)rd_rng_below(rng, 3) : RD_ALONE);
}

struct tally {
    uint64_t feasible, infeasible, bound, reached, optimal;
};

static void check_search(const struct problem *problem, const struct best *best,
                         const struct rd_rebalance *found, struct tally *tally)
{
    uint32_t object;
    struct rd_placement_rules rules = rd_placement_rules_of(&problem->of, &test_arena);
    struct rd_placement placement = rd_placement_open(&rules, &test_arena);
    assert_true(rd_rebalance_search(&placement, found->bound.bytes, &test_scratch, &object));
    assert_true(is_apart(problem, placement.host));
    assert_true(placement.outside_bytes > best->outside ||
                (placement.outside_bytes == best->outside && placement.moved_bytes >= best->moved));
    tally->reached += best->outside == 0 && placement.outside_bytes == 0;
    tally->optimal +=
        best->outside == 0 && placement.outside_bytes == 0 && placement.moved_bytes == best->moved;
}

/* All that is found by trying all is the best there is; the bound is never above it; and what the
 * search finds, which larger problems get, is nearly always the best, too. */
static void agrees_with_all_placements(void **state)
{
    (void)state;
    enum { PROBLEMS = 100 };
    struct rd_rng rng = rd_rng_seeded(50, 0);
    struct tally tally = {0};
    for (uint64_t i = 0; i < PROBLEMS * factor; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct problem problem;
        struct rd_error error;
        draw(&problem, &rng);
        struct best best = try_all(&problem);
        if (best.apart && rd_placed_check(&problem.placed, &test_scratch, &error)) {
            struct rd_rebalance found = solve(&problem);
            assert_true(found.searched_all);
            assert_int_equal(found.outside_bytes, best.outside);
            assert_int_equal(found.moved_bytes, best.moved);
            tally.feasible += best.outside == 0;
            tally.infeasible += best.outside > 0;
            tally.bound += best.outside == 0 && found.bound.bytes == best.moved;
            assert_true(best.outside > 0 || found.bound.bytes <= best.moved);
            check_search(&problem, &best, &found, &tally);
        } else {
            assert_false(rd_placed_check(&problem.placed, &test_scratch, &error));
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%d within the tolerance, bound = optimum in %d; the search reaches it in %d, "
                  "optimal in %d; %d not within it\n",
                  (int)tally.feasible, (int)tally.bound, (int)tally.reached, (int)tally.optimal,
                  (int)tally.infeasible);
    assert_true(tally.bound * 10 >= tally.feasible * 6);
    assert_true(tally.optimal * 100 >= tally.feasible * 93);
}

int main(int argument_count, char **argument)
{
    factor = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(misses_by_hand), ARENAS_TEST(reaches_by_hand),
        ARENAS_TEST(empties_a_host), ARENAS_TEST(parts_a_group),
        ARENAS_TEST(keeps_to_space), ARENAS_TEST(refuses),
        ARENAS_TEST(checks),         ARENAS_TEST(agrees_with_all_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
