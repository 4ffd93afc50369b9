/* The bounds of hypercubes and shuffle-exchanges: fringes of all sets, what all final states hold,
 * every argument against the optimum of tiny networks, and flows against it too.
 * With an argument, all sets of the 5-cube as well. */
#include "cube_optimum.h"

#include "algorithms/algorithm.h"
#include "algorithms/hypercube/bounds.h"
#include "algorithms/hypercube/cube_flow.h"
#include "algorithms/hypercube/cut_matching.h"
#include "algorithms/hypercube/vertex_isoperimetry.h"
#include "sim/base/rng.h"
#include "sim/generators/load_generators_cube.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint32_t dimension_limit = 4;

/* --- fringes --- */

/* Members of a set of nodes, a bit each, whose neighbours are not all members. */
static uint32_t fringe_of(uint32_t set, uint32_t d)
{
    static const uint32_t low[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};
    uint32_t inner = set;
    for (uint32_t i = 0; i < d; i++) {
        uint32_t turned =
            (set & low[i]) << (UINT32_C(1) << i) | (set >> (UINT32_C(1) << i) & low[i]);
        inner &= turned;
    }
    return (uint32_t)__builtin_popcount(set & ~inner);
}

/* Harper's theorem over all sets: none has a smaller fringe, and some has as small a one. */
static void test_fringe_of_all_sets(void **state)
{
    (void)state;
    for (uint32_t d = 0; d <= dimension_limit; d++) {
        uint32_t p = UINT32_C(1) << d, least[33];
        memset(least, 0xff, sizeof least);
        for (uint64_t set = 0; set < UINT64_C(1) << p; set++) {
            uint32_t size = (uint32_t)__builtin_popcountll(set);
            uint32_t fringe = fringe_of((uint32_t)set, d);
            least[size] = fringe < least[size] ? fringe : least[size];
        }
        for (uint32_t x = 0; x <= p; x++)
            assert_int_equal(rd_least_fringe(d, x), least[x]);
    }
}

/* Balls, a layer from the greatest number down, attain it for every number of nodes. */
static void test_fringe_of_balls(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= 9; d++) {
        bool inside[512] = {false};
        int64_t x = 0;
        for (uint32_t radius = 0; radius <= d; radius++)
            for (uint32_t node = UINT32_C(1) << d; node-- > 0;) {
                if ((uint32_t)__builtin_popcount(node) != radius)
                    continue;
                inside[node] = true;
                x++;
                int64_t fringe = 0;
                for (uint32_t v = 0; v < UINT32_C(1) << d; v++) {
                    bool edge = false;
                    for (uint32_t i = 0; i < d; i++)
                        edge = edge || !inside[v ^ UINT32_C(1) << i];
                    fringe += inside[v] && edge;
                }
                assert_int_equal(rd_least_fringe(d, x), fringe);
            }
    }
}

static void test_lemma_2_1(void **state)
{
    (void)state;
    /* d = 6, half full: 32 nodes, 1 + 6 + 15 and 10 of 20; f = 10 + shadow_3(10) = 10 + C(5,2)
     * = 20, ceil((2048 - 32 * 32) / 20) = 52. */
    assert_int_equal(rd_least_shadow(10, 3), 10);
    assert_int_equal(rd_least_fringe(6, 32), 20);
    assert_int_equal(rd_lemma_2_1(6, 2048, 64), 52);
    /* Balanced, and nearly so: the lemma says nothing. */
    assert_int_equal(rd_lemma_2_1(6, 64, 1), 0);
    assert_int_equal(rd_lemma_2_1(6, 65, 2), 0);
    assert_int_equal(rd_lemma_2_1(6, 0, 0), 0);
    /* One full node: 1 a step. */
    assert_int_equal(rd_lemma_2_1(10, 1024, 1024), 1023);
    assert_int_equal(rd_binomial(60, 30), 118264581564861424);
}

/* Theorem 2.2 fails for n < p and m = 1, which is balanced; its proof does at n = p + 1, where half
 * the hosts hold just 1 item more than they may keep, and Lemma 2.1 says nothing. */
static void test_theorem_2_2_fails(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= 10; d++) {
        int64_t p = INT64_C(1) << d;
        for (int64_t n = 1; n < p; n++)
            assert_int_equal(rd_lemma_2_1(d, n, 1), 0);
        assert_int_equal(rd_lemma_2_1(d, p + 1, 2), 0);
    }
}

/* --- what final states hold --- */

/* The most that `size` hosts of a balanced state of 4 hosts hold, over all states. */
static int64_t most_of_all(int64_t total, int64_t error, uint32_t size)
{
    int64_t best = -1;
    int64_t load[4];
    for (load[0] = 0; load[0] <= total; load[0]++)
        for (load[1] = 0; load[1] <= load[0]; load[1]++)
            for (load[2] = 0; load[2] <= load[1]; load[2]++) {
                load[3] = total - load[0] - load[1] - load[2];
                if (load[3] < 0 || load[3] > load[2] || load[0] - load[3] > error)
                    continue;
                int64_t held = 0;
                for (uint32_t i = 0; i < size; i++)
                    held += load[i];
                best = held > best ? held : best;
            }
    return best;
}

static void test_most_of_final_states(void **state)
{
    (void)state;
    for (int64_t total = 0; total <= 24; total++)
        for (int64_t error = 0; error <= 26; error++) {
            struct rd_arena_mark mark = rd_arena_mark(&test_arena);
            struct test_instance test =
                test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
            test.load[0] = total;
            test.instance.balance_error = error;
            struct rd_cube_goal goal = rd_cube_goal_of(&test.instance, &test_arena);
            int64_t allowed = error == 0 && total % 4 != 0 ? 1 : error;
            for (uint32_t size = 0; size <= 4; size++) {
                int64_t most = most_of_all(total, allowed, size);
                assert_int_equal(rd_cube_most(&goal, 0, size), most);
                assert_int_equal(rd_cube_least(&goal, 0, 4 - size), total - most);
            }
            rd_arena_rewind(&test_arena, mark);
        }
}

/* --- matchings --- */

/* The greatest matching of the edges that leave a set of at most 8 hosts, by trying all. */
static uint32_t greatest_matching(const struct rd_topology *topology, uint32_t set, uint32_t host,
                                  uint32_t taken)
{
    if (host == topology->host_count)
        return 0;
    uint32_t best = greatest_matching(topology, set, host + 1, taken);
    for (uint32_t to = 0; (set >> host & 1) && to < topology->host_count; to++)
        if (!(set >> to & 1) && !(taken >> to & 1) &&
            rd_link_between(topology, host, to) != RD_NO_LINK) {
            uint32_t with = 1 + greatest_matching(topology, set, host + 1, taken | 1U << to);
            best = with > best ? with : best;
        }
    return best;
}

static void test_cut_matchings(void **state)
{
    static const enum rd_shape shapes[] = {RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE};
    (void)state;
    for (int shape = 0; shape < 2; shape++)
        for (uint32_t d = 0; d <= 3; d++) {
            struct rd_topology topology;
            struct rd_error error;
            assert_true(
                rd_topology_make(shapes[shape], RD_NO_DIRECTION, 1U << d, &topology, &error));
            struct rd_cut cut = rd_cut_make(&topology, &test_arena);
            for (uint32_t set = 0; set < 1U << (1U << d); set++) {
                /* Host by host, with a matching after each: the last must be maximum still. */
                for (uint32_t host = 0; host < 1U << d; host++)
                    if (set >> host & 1) {
                        rd_cut_add(&cut, host);
                        rd_cut_match(&cut);
                    }
                assert_int_equal(rd_cut_match(&cut), greatest_matching(&topology, set, 0, 0));
                rd_cut_clear(&cut);
                assert_int_equal(cut.matched, 0);
            }
        }
}

/* --- the optimum --- */

static void fail_on(const struct rd_instance *instance, const char *what, int64_t found,
                    int64_t optimum)
{
    char loads[256] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < instance->topology.host_count * instance->kind_count; i++)
        length += (size_t)snprintf(loads + length, sizeof loads - length, " %lld",
                                   (long long)instance->load[i]);
    fail_msg("%s, loads%s, error %lld: %s %lld, optimum %lld",
             rd_shape_name(instance->topology.shape), loads, (long long)instance->balance_error,
             what, (long long)found, (long long)optimum);
}

/* Every argument is at most the optimum, and the least flow is the optimum. */
static void check_truth(const struct rd_instance *instance)
{
    struct rd_arena_mark mark = rd_arena_mark(&test_arena);
    struct rd_cube_goal goal = rd_cube_goal_of(instance, &test_arena);
    int64_t optimum = cube_optimum(instance);
    struct rd_flow_over_time flow;
    bool cube = instance->topology.shape == RD_HYPERCUBE;
    const struct rd_cube_part parts[] = {
        rd_cube_node_part(&goal),
        rd_cube_level_part(&goal, (struct rd_cube_part){0}, &test_scratch),
        cube ? rd_cube_ball_part(&goal, (struct rd_cube_part){0}, &test_scratch)
             : rd_cube_near_set_part(&goal, &test_scratch),
        cube ? rd_cube_distance_part(&goal, &test_scratch)
             : rd_cube_half_plane_part(&goal, &test_scratch),
        cube ? rd_cube_discrepancy_part(&goal) : rd_cube_node_part(&goal),
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].steps > optimum)
            fail_on(instance, "a bound", parts[i].steps, optimum);
    assert_true(rd_cube_least_flow(&goal, 0, 0, 1 << 20, &flow, &test_arena, &test_scratch));
    if (flow.steps != optimum)
        fail_on(instance, "flow", flow.steps, optimum);
    bool tight;
    struct rd_cube_part best = rd_cube_best_part(&goal, &tight, &test_scratch);
    if (best.steps != optimum || !tight)
        fail_on(instance, "best", best.steps, optimum);
    rd_arena_rewind(&test_arena, mark);
}

/* All loads of up to 4 hosts and up to 9, 9 and 7 items, with every error that changes the goal. */
static void test_truth_of_tiny_networks(void **state)
{
    static const enum rd_shape shapes[] = {RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE};
    (void)state;
    for (int shape = 0; shape < 2; shape++)
        for (uint32_t d = 0; d <= 2; d++) {
            uint32_t p = 1U << d;
            struct test_instance test =
                test_instance_make(&test_arena, shapes[shape], RD_NO_DIRECTION, p, 1);
            int64_t most = d == 2 ? 7 : 9;
            for (uint32_t code = 0; code < 10000; code++) {
                int64_t sum = 0;
                for (uint32_t host = 0, rest = code; host < 4; host++, rest /= 10) {
                    sum += rest % 10;
                    if (host < p)
                        test.load[host] = rest % 10;
                    else if (rest > 0)
                        sum = most + 1;
                }
                if (sum > most)
                    continue;
                for (int64_t error = 0; error <= 3; error++) {
                    test.instance.balance_error = error;
                    check_truth(&test.instance);
                }
            }
        }
}

/* Random loads of 8 hosts. */
static void test_truth_of_eight_hosts(void **state)
{
    static const enum rd_shape shapes[] = {RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE};
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int i = 0; i < 60; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test =
            test_instance_make(&test_arena, shapes[i % 2], RD_NO_DIRECTION, 8, 1);
        test.instance.balance_error = rd_rng_between(&rng, 0, 2);
        uint32_t hosts = (uint32_t)rd_rng_between(&rng, 1, 8);
        for (int64_t left = rd_rng_between(&rng, 0, 6); left > 0; left--)
            test.load[rd_rng_below(&rng, hosts)]++;
        check_truth(&test.instance);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* Bounds of several kinds are at most the optimum: all loads of up to 3 items of 2 kinds on 2
 * hosts, random ones of 2 kinds on 4 hosts and of 4 kinds on 2. */
static void test_truth_of_several_kinds(void **state)
{
    static const enum rd_shape shapes[] = {RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE};
    enum { ALL = 256, RANDOM = USUAL_TRIALS(400) };
    (void)state;
    struct rd_rng rng = rd_rng_seeded(2, 0);
    int tight_count = 0, moved_count = 0;
    for (uint32_t i = 0; i < ALL + RANDOM; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t p = i < ALL || i % 4 < 2 ? 2 : 4, kinds = i < ALL ? 2 : 8 / p;
        struct test_instance test =
            test_instance_make(&test_arena, shapes[i % 2], RD_NO_DIRECTION, p, kinds);
        test.instance.balance_error = rd_rng_between(&rng, 0, 2);
        for (uint32_t k = 0; i < ALL && k < 4; k++)
            test.load[k] = i >> 2 * k & 3;
        uint32_t places = (uint32_t)rd_rng_between(&rng, 1, 8);
        for (int64_t left = i < ALL ? 0 : rd_rng_between(&rng, 0, 8); left > 0; left--)
            test.load[rd_rng_below(&rng, places)]++;
        struct rd_cube_goal goal = rd_cube_goal_of(&test.instance, &test_arena);
        bool tight;
        int64_t bound = rd_cube_best_part(&goal, &tight, &test_scratch).steps;
        int64_t optimum = cube_optimum(&test.instance);
        if (bound > optimum)
            fail_on(&test.instance, "the bound", bound, optimum);
        tight_count += bound == optimum;
        moved_count += optimum > 1;
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%d of %d bounds of several kinds are the optimum, %d of them above 1\n",
                  tight_count, ALL + RANDOM, moved_count);
    assert_true(tight_count > (ALL + RANDOM) / 2 && moved_count > (ALL + RANDOM) / 10);
}

/* --- in seconds, in words --- */

static void expect_words(const struct rd_instance *instance, double seconds, const char *name,
                         const char *why)
{
    struct rd_bound bound;
    struct rd_error error = {0};
    assert_true(
        test_named_bound("cube-cuts", instance, &test_arena, &test_scratch, &bound, &error));
    assert_true(bound.seconds == seconds);
    assert_string_equal(bound.name, name);
    assert_string_equal(bound.why, why);
}

/* Three of four items leave host 0, over links of 6 s; everywhere else an item takes 1 s. */
static void counts_what_the_links_of_a_host_cost(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    struct rd_bound bound;
    struct rd_error error;
    test.load[0] = 4;
    test_instance_set_cost(&test, 0, 1, 0, 6);
    test_instance_set_cost(&test, 0, 2, 0, 6);
    assert_true(rd_best_bound(&test.instance, NULL, &test_arena, &test_scratch, &bound, &error));
    assert_true(bound.seconds == 18);
    assert_true(bound.certificate && rd_bound_check(&bound, &test.instance, &test_scratch, &error));
    /* Where nothing has bytes, bandwidths are the same as equal. */
    test.instance.item_bytes = test.instance.word_bytes = 0;
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link].latency_s = 1;
    assert_true(
        test_named_bound("cube-cuts", &test.instance, &test_arena, &test_scratch, &bound, &error));
    assert_true(bound.seconds == 3 && bound.tight);
    struct rd_options options = {0};
    assert_true(rd_algorithm_accepts(rd_algorithm_named("cube-optimum-flow"), &test.instance,
                                     &options, &error));
    test.cost[0].latency_s = 2;
    assert_false(rd_algorithm_accepts(rd_algorithm_named("cube-optimum-flow"), &test.instance,
                                      &options, &error));
}

static void test_words(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    struct rd_instance *instance = &test.instance;
    expect_words(instance, 0, "nothing to move",
                 "No host, ball or cut holds more than it may keep.");
    test.load[5] = 16;
    expect_words(instance, 14, "node", "host 5 must send 14 items, one a step.");
    /* 3 each round 0: 12 items, final 1 or 2; 4 hosts may keep 8. */
    test.load[5] = 0;
    for (int i = 0; i < 3; i++)
        test.load[1 << i] = 3;
    test.load[0] = 3;
    expect_words(instance, 2, "ball cut",
                 "The 4 hosts within distance 1 of host 0 hold 4 items more than they may keep, "
                 "and a maximum matching of the edges across has 3: as many can leave in a step.");
    /* All but one link take 4 s an item: four items enter hosts 3, 5 and 6, so one of them two. */
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++)
        test.cost[link].bandwidth_bytes_per_s = 0.25;
    test_instance_set_cost(&test, 0, 1, 0, 2);
    struct rd_bound bound;
    struct rd_error error = {0};
    assert_true(rd_best_bound(instance, NULL, &test_arena, &test_scratch, &bound, &error));
    assert_true(bound.seconds == 8);
    assert_false(bound.tight);
    assert_null(bound.schedule_class);
    assert_non_null(bound.certificate);
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++)
        test.cost[link].latency_s = 1;
    test_instance_set_cost(&test, 0, 1, 1, 4);
    assert_true(
        test_named_bound("cube-cuts", instance, &test_arena, &test_scratch, &bound, &error));
    assert_string_equal(bound.schedule_class, "item-by-item");
    /* What 2 and 4 send to 3 and 5 may go on to 6, and reaches 7 in the third step only. */
    struct test_instance shuffle =
        test_instance_make(&test_arena, RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 8, 1);
    shuffle.load[0] = shuffle.load[1] = shuffle.load[2] = shuffle.load[4] = 2;
    expect_words(&shuffle.instance, 3, "maximum flow",
                 "In 2 steps, a maximum flow in time leaves 1 items short of where they may end, "
                 "and its minimum cut lets 1 more through in a step.");
    struct test_instance pair =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 2, 2);
    pair.load[0] = 6;
    pair.load[3] = 4;
    expect_words(&pair.instance, 3, "node",
                 "host 0 must send 3 items (counted kind by kind), one a step.");
    instance->goal = RD_REACH;
    assert_false(rd_problem_bound_suits(rd_problem_bound_named("cube-cuts"), instance));
}

/* All hosts of the half-plane hold 20 items, and of the others every 32nd: with those a level set
 * has few neighbours more for each, and without them the half-plane has the narrowest way out. */
static void test_words_of_a_half_plane(void **state)
{
    (void)state;
    enum { DIMENSIONS = 10, HOSTS = 1 << DIMENSIONS, LOAD = 20 };
    struct test_instance test =
        test_instance_make(&test_arena, RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, HOSTS, 1);
    int64_t members = 0, total = 0;
    for (uint32_t host = 0; host < HOSTS; host++) {
        bool inside = rd_in_half_plane(host, DIMENSIONS);
        test.load[host] = inside || host % 32 == 3 ? LOAD : 0;
        total += test.load[host];
        members += inside;
    }
    /* A fair share each, and what is left over may all lie there. */
    int64_t over = total % HOSTS < members ? total % HOSTS : members;
    int64_t excess = members * (LOAD - total / HOSTS) - over;
    struct rd_bound bound;
    struct rd_error error = {0};
    assert_true(
        test_named_bound("cube-cuts", &test.instance, &test_arena, &test_scratch, &bound, &error));
    assert_string_equal(bound.name, "half-plane cut");
    const char *why = rd_arena_print(&test_arena,
                                     "The %" PRId64 " hosts of the half-plane hold %" PRId64
                                     " items more than they may keep, and a maximum matching",
                                     members, excess);
    assert_memory_equal(bound.why, why, strlen(why));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        dimension_limit = (uint32_t)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fringe_of_all_sets),
        cmocka_unit_test(test_fringe_of_balls),
        cmocka_unit_test(test_lemma_2_1),
        cmocka_unit_test(test_theorem_2_2_fails),
        ARENAS_TEST(test_most_of_final_states),
        ARENAS_TEST(test_cut_matchings),
        ARENAS_TEST(test_truth_of_tiny_networks),
        ARENAS_TEST(test_truth_of_eight_hosts),
        ARENAS_TEST(test_truth_of_several_kinds),
        ARENAS_TEST(counts_what_the_links_of_a_host_cost),
        ARENAS_TEST(test_words),
        ARENAS_TEST(test_words_of_a_half_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
