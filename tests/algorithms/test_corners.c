/* Instances at the edge of what planners take: sizes that are refused, options that nobody else
 * gives, goals already met, loads that make a rare way the right one. Expected values are worked
 * out beside each. */
#include "algorithms/algorithm.h"
#include "algorithms/hypercube/cube_cuts.h"
#include "algorithms/hypercube/cube_flow.h"
#include "algorithms/ring/exact_search.h"
#include "algorithms/ring_load_distribution/optimum.h"
#include "algorithms/star/bounds.h"
#include "algorithms/star/exact_search.h"
#include "algorithms/star/heuristic.h"
#include "algorithms/star/relaxation.h"
#include "sim/base/rng.h"
#include "sim/generators/load_generators_cube.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

/* Plans with at most one option. Returns: what the planner returned; the plan is the rest's. */
static bool plan_with(const char *name, const struct rd_instance *instance, const char *option,
                      const char *value, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    const struct rd_option given = {.name = option, .value = value};
    struct rd_options options = {
        .spec = algorithm->options, .given = &given, .given_count = option != NULL, .seed = 1};
    struct rd_error error = {0};
    *ret_plan = (struct rd_plan){0};
    bool planned = rd_algorithm_accepts(algorithm, instance, &options, &error) &&
                   algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch,
                                   ret_plan, &error);
    *reterr = error;
    return planned;
}

/* Legal, and reaches the goal. Returns: the seconds it takes. */
static double time_of(const char *name, const struct rd_instance *instance, const char *option,
                      const char *value)
{
    struct rd_plan plan;
    struct rd_error error;
    struct rd_verdict verdict;
    if (!plan_with(name, instance, option, value, &plan, &error))
        fail_msg("%s: %s", name, error.message);
    rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        fail_msg("%s: %s%s", name, verdict.message, verdict.goal_message);
    return verdict.makespan_s;
}

static void refuses(const char *name, const struct rd_instance *instance, const char *option,
                    const char *value, const char *said)
{
    struct rd_plan plan;
    struct rd_error error;
    if (plan_with(name, instance, option, value, &plan, &error))
        fail_msg("%s was planned; this was expected: %s", name, said);
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    if (!strstr(error.message, said))
        fail_msg("%s: %s\nthis was expected: %s", name, error.message, said);
}

static struct rd_bound bound_of(const char *name, const struct rd_instance *instance)
{
    struct rd_bound bound;
    struct rd_error error;
    if (!test_bound(rd_algorithm_named(name), instance, &test_arena, &test_scratch, &bound, &error))
        fail_msg("%s: %s", name, error.message);
    return bound;
}

/* --- rings --- */

/* One item from host 0 to host 1: 1 s forward, or nothing at all backward over host 2. */
static void what_costs_nothing_is_free(void **state)
{
    (void)state;
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    test_instance_reach(&ring, (int64_t[]){1, 0, 0}, (int64_t[]){0, 1, 0});
    for (uint32_t host = 0; host < 3; host++)
        test_instance_set_cost(&ring, host, (host + 2) % 3, 0, 0);
    struct rd_bound bound = bound_of("ring-two-way-light", &ring.instance);
    assert_true(bound.seconds == 0);
    assert_int_equal(bound.bottleneck, RD_BOTTLENECK_NONE);
    assert_non_null(strstr(bound.why, "What has to move costs nothing to move."));
}

/* Two hosts have one link each way. Two items of 3 s from host 0 to host 1: one after the other. */
static void exact_search_on_two_hosts(void **state)
{
    (void)state;
    struct rd_exact_ring ring = {2, {2, 0}, {0, 2}, {3, 3}, {3, 3}};
    struct rd_exact_answer answer = rd_exact_search(&ring, 1000, &test_arena);
    assert_true(answer.found);
    assert_int_equal(answer.makespan, 6);
    assert_int_equal(answer.start_count, 2);
    assert_int_equal(answer.start[0].from, 0);
    assert_int_equal(answer.start[1].from, 0);
}

/* A ring and its mirror image take the same time: larger rings, of whose searches some remember
 * hundreds of states. */
static void exact_search_of_mirror_images(void **state)
{
    (void)state;
    enum { HOSTS = 6, STATES = 3000 };
    struct rd_rng rng = rd_rng_seeded(1, 4);
    int64_t most = 0;
    for (int draw = 0; draw < 40; draw++) {
        struct rd_exact_ring ring = {.host_count = HOSTS}, mirror = {.host_count = HOSTS};
        for (uint32_t item = 0; item < 8; item++) {
            ring.load[rd_rng_below(&rng, HOSTS)]++;
            ring.target[rd_rng_below(&rng, HOSTS)]++;
        }
        for (uint32_t host = 0; host < HOSTS; host++) {
            uint32_t image = HOSTS - 1 - host;
            ring.up[host] = mirror.down[image] = (int32_t)rd_rng_between(&rng, 1, 9);
            ring.down[host] = mirror.up[image] = (int32_t)rd_rng_between(&rng, 1, 9);
            mirror.load[image] = ring.load[host];
            mirror.target[image] = ring.target[host];
        }
        struct rd_exact_answer one = rd_exact_search(&ring, STATES, &test_arena);
        struct rd_exact_answer other = rd_exact_search(&mirror, STATES, &test_arena);
        if (!one.found || !other.found)
            continue;
        assert_int_equal(one.makespan, other.makespan);
        most = one.state_count > most ? one.state_count : most;
    }
    assert_true(most > 300);
}

static void too_many_steps_for_the_printed_algorithm(void **state)
{
    (void)state;
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    const int64_t many = INT64_C(1) << 40;
    test_instance_reach(&ring, (int64_t[]){many, 1, 1}, (int64_t[]){1, many, 1});
    refuses("ring-two-way-equal-printed", &ring.instance, NULL, NULL,
            " steps of 3 hosts: at most ");
}

/* Everybody holds items before and after; one link is slower than numbers can be compared. */
static void links_that_cannot_be_compared(void **state)
{
    (void)state;
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    test_instance_reach(&ring, (int64_t[]){2, 1, 1}, (int64_t[]){1, 2, 1});
    test_instance_set_cost(&ring, 0, 1, 0, 1e250);
    static const char said[] = "an item takes 1e+250 s from host 0 to host 1: ";
    refuses("ring-two-way-light", &ring.instance, NULL, NULL, said);
    refuses("ring-two-way-rounded", &ring.instance, NULL, NULL, said);
}

/* scenarios/findings/algorithm_3_missing_item.xml: refused, also if nobody asks why. */
static void refusals_that_nobody_reads(void **state)
{
    (void)state;
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    test_instance_reach(&ring, (int64_t[]){1, 2, 3, 1}, (int64_t[]){4, 1, 1, 1});
    const struct rd_algorithm *algorithm = rd_algorithm_named("ring-two-way-equal-printed");
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    assert_false(algorithm->plan(algorithm, &ring.instance, &options, &test_arena, &test_scratch,
                                 &plan, NULL));
    assert_int_equal(plan.transfer_count, 0);
}

/* Millions of items that hosts which hold one have to pass on, links of 1 to 9 s an item: too many
 * to go through one by one, so the plan of the best flow is taken as it is. */
static void too_many_items_to_list(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 3);
    for (int draw = 0; draw < 20; draw++) {
        struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 5, 1);
        const int64_t many = rd_rng_between(&rng, 5000000, 9000000);
        test_instance_reach(&ring, (int64_t[]){many, 1, 1, 1, 1}, (int64_t[]){1, 1, many, 1, 1});
        for (uint32_t host = 0; host < 5; host++) {
            test_instance_set_cost(&ring, host, (host + 1) % 5, 0,
                                   (double)rd_rng_between(&rng, 1, 9));
            test_instance_set_cost(&ring, (host + 1) % 5, host, 0,
                                   (double)rd_rng_between(&rng, 1, 9));
        }
        double bound_s = bound_of("ring-two-way-list", &ring.instance).seconds;
        assert_true(time_of("ring-two-way-list", &ring.instance, NULL, NULL) >=
                    bound_s * (1 - 1e-9));
    }
}

/* --- ring load distribution --- */

static struct test_instance loads_of(uint32_t n, const int64_t *load)
{
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, n, 1);
    test_instance_set_ports(&ring, 0);
    ring.instance.item_bytes = 0;
    for (uint64_t link = 0; link < rd_link_count(&ring.instance.topology); link++)
        ring.cost[link].latency_s = 1;
    for (uint32_t host = 0; host < n; host++)
        ring.load[host] = load[host];
    return ring;
}

/* Linear of 1 1 1 is 0 0 0. With h = 2 every edge carries 2 items counter-clockwise, and everybody
 * holds 1: two steps of three rows. Of 3 0 0 it is 2 1 0; with h = -2 clockwise 4, 3, 2: the 3
 * items go round, and 4 steps bring 1 back to each; a row a step. With h = 6 counter-clockwise 4,
 * 5, 6 over edges 0, 1, 2: host 0 owes 6 and sends 3, host 2 owes 5 and sends 3, host 1 owes 4 and
 * sends 3, host 0 its last 3, host 2 its last 2, host 1 its last 1: 6 steps. */
static void everybody_waits_for_the_one_before(void **state)
{
    (void)state;
    struct rd_plan plan;
    struct rd_error error;
    struct test_instance even = loads_of(3, (int64_t[]){1, 1, 1});
    assert_true(time_of("ring-load-linear-multi-send", &even.instance, "h", "2") == 2);
    assert_true(plan_with("ring-load-linear-multi-send", &even.instance, "h", "2", &plan, &error));
    assert_int_equal(plan.transfer_count, 6);
    assert_int_equal(plan.transfer[0].from, 0);
    assert_int_equal(plan.transfer[0].to, 2);
    struct test_instance heap = loads_of(3, (int64_t[]){3, 0, 0});
    assert_true(time_of("ring-load-linear-multi-send", &heap.instance, "h", "-2") == 4);
    assert_true(plan_with("ring-load-linear-multi-send", &heap.instance, "h", "-2", &plan, &error));
    assert_int_equal(plan.transfer_count, 4);
    assert_true(time_of("ring-load-linear-multi-send", &heap.instance, "h", "6") == 6);
}

/* Linear of 0 2 is -1 0; with h = -2 host 0 owes 1, which it has to wait for, and host 1 owes 2. */
static void the_second_of_two_hosts_goes_first(void **state)
{
    (void)state;
    struct rd_plan plan;
    struct rd_error error;
    struct test_instance two = loads_of(2, (int64_t[]){0, 2});
    assert_true(time_of("ring-load-linear-single-send", &two.instance, "h", "-2") == 2);
    assert_true(plan_with("ring-load-linear-single-send", &two.instance, "h", "-2", &plan, &error));
    assert_int_equal(plan.transfer[0].from, 1);
    assert_int_equal(plan.transfer[0].items, 2);
    assert_int_equal(plan.transfer[1].items, 1);
}

/* Seven hosts, 7A items on one: Traffic's edges carry 3A .. -3A, so the deficits are 2A and A one
 * way, -A and -2A the other: 4A + 1 values of h. */
static void windows_too_wide(void **state)
{
    (void)state;
    const int64_t average = INT64_C(1) << 40;
    struct test_instance wide = loads_of(7, (int64_t[]){7 * average, 0, 0, 0, 0, 0, 0});
    static const char said[] = "a window of 4398046511105 values of h: ";
    refuses("ring-load-window-single-send", &wide.instance, NULL, NULL, said);
    refuses("ring-load-window-multi-send", &wide.instance, NULL, NULL, said);
    struct test_instance one = loads_of(1, (int64_t[]){5});
    refuses("ring-load-linear-single-send", &one.instance, "h", "1", "option h on a ring of one");
    refuses("ring-load-linear-multi-send", &one.instance, "h", "1", "option h on a ring of one");
    assert_true(time_of("ring-load-linear-multi-send", &one.instance, "h", "0") == 0);
}

/* Shifts from which nothing ends: each is as good as the least. */
static void shifts_that_never_end(void **state)
{
    (void)state;
    int64_t linear[3];
    struct rd_ring_loads none = rd_ring_loads_of(3, (int64_t[]){0, 0, 0}, linear);
    assert_int_equal(rd_best_shift_within(&none, (struct rd_shifts){5, 7}, true), 5);
    assert_int_equal(rd_best_shift_within(&none, (struct rd_shifts){5, 7}, false), 5);
    assert_int_equal(rd_best_shift_within(&none, (struct rd_shifts){-5, 7}, true), 0);
}

/* --- stars --- */

enum { MOST_WORKERS = 70 };

static struct test_instance star_of(uint32_t workers, const int64_t *c, const int64_t *load)
{
    struct test_instance star =
        test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, workers + 1, 1);
    star.instance.goal = RD_FINISH;
    star.instance.flops_per_item = 1;
    for (uint32_t worker = 0; worker < workers; worker++) {
        test_instance_set_cost(&star, worker, workers, 0, (double)c[worker]);
        test_instance_set_cost(&star, workers, worker, 0, (double)c[worker]);
        star.load[worker] = load[worker];
    }
    return star;
}

static void masters_hold_nothing(void **state)
{
    (void)state;
    struct test_instance star = star_of(2, (int64_t[]){1, 1}, (int64_t[]){2, 0});
    star.load[2] = 1;
    refuses("star-nothing", &star.instance, NULL, NULL, "the master, host 2, holds 1 items: ");
    test_instance_reach(&star, (int64_t[]){2, 0, 0}, (int64_t[]){1, 0, 1});
    star.instance.flops_per_item = 0;
    refuses("star-order", &star.instance, NULL, NULL,
            "the master, host 2, is to end with 1 items: a star's master keeps none");
}

static void items_need_time_both_ways(void **state)
{
    (void)state;
    struct test_instance star = star_of(2, (int64_t[]){1, 2}, (int64_t[]){3, 0});
    test_instance_set_cost(&star, 2, 1, 0, 0);
    refuses("star-bba", &star.instance, NULL, NULL,
            "an item takes no time between host 1 and the master: ");
    assert_true(bound_of("star-bba", &star.instance).seconds <= 3);
}

static void stars_of_too_many_items(void **state)
{
    (void)state;
    struct test_instance star = star_of(2, (int64_t[]){1, 2}, (int64_t[]){10000001, 0});
    refuses("star-rbsa", &star.instance, NULL, NULL, "10000001 items on 2 workers: ");
    star.load[0] = INT64_C(3000000000);
    struct rd_bound bound;
    struct rd_error error;
    assert_false(test_named_bound("star-deadlines", &star.instance, &test_arena, &test_scratch,
                                  &bound, &error));
    assert_non_null(strstr(error.message, "3000000000 items: the bound of a star takes up to "));
}

/* Workers on links of 1 to 9 s an item, items on the first few. */
static struct test_instance random_star(struct rd_rng *rng, uint32_t workers, int64_t most_items)
{
    int64_t c[MOST_WORKERS], load[MOST_WORKERS] = {0};
    for (uint32_t worker = 0; worker < workers; worker++)
        c[worker] = rd_rng_between(rng, 1, 9);
    for (uint32_t worker = 0; worker < 3; worker++)
        load[worker] = rd_rng_between(rng, 0, most_items);
    struct test_instance star = star_of(workers, c, load);
    for (uint32_t worker = 0; worker < workers; worker++)
        star.speed[worker] = 1 / (double)rd_rng_between(rng, 1, 9);
    return star;
}

/* An item takes 1 s to the master and nothing from it, and 1 s to compute: of 3 items of worker 0
 * one is computed by worker 1 between 1 and 2 s. */
static void ways_from_the_master_that_cost_nothing(void **state)
{
    (void)state;
    struct test_instance star = star_of(2, (int64_t[]){1, 1}, (int64_t[]){3, 0});
    for (uint32_t worker = 0; worker < 2; worker++)
        test_instance_set_cost(&star, 2, worker, 0, 0);
    double bound_s = bound_of("star-bba", &star.instance).seconds;
    assert_true(bound_s > 1 && bound_s <= 2 * (1 + 1e-12));
}

/* A search that is cut short says so; one that is not finds the same, whatever its limit. */
static void searches_of_stars_give_up(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 1);
    int refused = 0, found_after = 0;
    for (int draw = 0; draw < 200; draw++) {
        struct test_instance star = random_star(&rng, 4, 8);
        double optimum_s = time_of("star-exact", &star.instance, NULL, NULL);
        bool gave_up = false;
        for (int limit = 1; limit <= 64; limit += 1 + limit / 4) {
            char states[16];
            struct rd_plan plan;
            struct rd_error error;
            snprintf(states, sizeof states, "%d", limit);
            if (plan_with("star-exact", &star.instance, "states", states, &plan, &error)) {
                assert_true(time_of("star-exact", &star.instance, "states", states) == optimum_s);
                found_after += gave_up;
                break;
            }
            assert_non_null(strstr(error.message, "the search gave up after "));
            gave_up = true;
            refused++;
        }
    }
    assert_true(refused > 0 && found_after > 0);
}

/* Half of 900 items are to leave worker 0: each of 69 others may receive from none to all of them,
 * 450^69 states, which no number of 64 bits tells apart. */
static void searches_of_wide_stars_give_up(void **state)
{
    (void)state;
    int64_t one[MOST_WORKERS], load[MOST_WORKERS] = {900};
    for (uint32_t worker = 0; worker < MOST_WORKERS; worker++)
        one[worker] = 1;
    struct rd_star star = {MOST_WORKERS, one, one, one, load, 900, 1, true, true, 0, 0, false};
    struct rd_star_answer answer =
        rd_star_exact(&star, false, 900, 1000, &test_arena, &test_scratch);
    assert_false(answer.found);
    assert_false(answer.improved);
    assert_true(answer.makespan <= 900);
}

static void chains_of_stars(void **state)
{
    (void)state;
    struct test_instance star = star_of(4, (int64_t[]){5, 1, 2, 3}, (int64_t[]){9, 2, 0, 1});
    double plain_s = time_of("star-rbsa", &star.instance, "chains", "no");
    double chains_s = time_of("star-rbsa", &star.instance, "chains", "yes");
    double optimum_s = time_of("star-exact", &star.instance, NULL, NULL);
    assert_true(optimum_s <= chains_s && chains_s <= plain_s);
}

/* Workers of 1 unit an item. By date 3 worker 0 can compute its 3 items: nothing has to move. By
 * date 2 one must, which the in-port and out-port of 1 unit do just in time. */
static void dates_of_stars(void **state)
{
    (void)state;
    const int64_t one[2] = {1, 1}, two[2] = {1, 2}, load[2] = {3, 0}, many[2] = {1000000000, 0};
    struct rd_star equal = {2, one, one, one, load, 3, 1, true, true, 0, 0, false};
    struct rd_star unequal = {2, two, two, one, load, 3, 1, true, true, 0, 0, false};
    assert_true(rd_star_relaxation_passes(&equal, 3, &test_scratch));
    assert_true(rd_star_relaxation_passes(&unequal, 3, &test_scratch));
    assert_true(rd_star_equal_links_feasible(&equal, 3, &test_scratch));
    assert_false(rd_star_relaxation_passes(&equal, 2, &test_scratch));
    struct rd_star full = {2, one, one, one, many, 1000000000, 1, true, true, 0, 0, false};
    assert_false(rd_star_relaxation_passes(&full, 10, &test_scratch));
    /* One worker, 10 items, date 5: nobody else has room. */
    const int64_t ten[1] = {10};
    struct rd_star alone = {1, one, one, one, ten, 10, 1, true, true, 0, 0, false};
    assert_false(rd_star_fluid_passes(&alone, 5, (uint32_t[]){0}));
    assert_true(rd_star_fluid_passes(&alone, 10, (uint32_t[]){0}));
}

/* Where nothing has to move, what is found is the empty schedule: 3 units. */
static void nothing_moves_in_time(void **state)
{
    (void)state;
    const int64_t one[2] = {1, 1}, load[2] = {3, 0};
    struct rd_star star = {2, one, one, one, load, 3, 1, true, true, 0, 0, false};
    struct rd_star_found found = {.makespan = INT64_MAX};
    int64_t made =
        rd_star_attempt_mba(&star, 3, (uint32_t[]){0, 1}, &found, &test_arena, &test_scratch);
    assert_int_equal(made, 3);
    assert_int_equal(found.makespan, 3);
    assert_int_equal(found.moves.count, 0);
}

/* --- hypercubes and shuffle-exchanges --- */

/* Five dimensions. Hosts at distance up to 2 of host 0 hold nothing, the 16 others 2 items each: in
 * the end everybody holds 1, and an item for host 0 comes from distance 3. */
static void what_is_lacked_is_far(void **state)
{
    (void)state;
    struct test_instance cube =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 32, 1);
    for (uint32_t host = 0; host < 32; host++)
        cube.load[host] = __builtin_popcount(host) >= 3 ? 2 : 0;
    struct rd_cube_goal goal = rd_cube_goal_of(&cube.instance, &test_arena);
    struct rd_cube_part part = rd_cube_distance_part(&goal, &test_scratch);
    assert_int_equal(part.steps, 3);
    assert_true(part.lacks);
    assert_int_equal(part.host, 0);
    struct rd_bound bound = bound_of("cube-leighton", &cube.instance);
    assert_true(bound.seconds >= 3);
    assert_true(bound.seconds <= time_of("cube-optimum-flow", &cube.instance, NULL, NULL));
    cube.instance.port_model = RD_PIPELINED_PORTS;
    cube.instance.port_count = UINT32_MAX;
    bound = bound_of("cube-leighton-pipelined-strict", &cube.instance);
    assert_true(bound.seconds == 3);
    assert_string_equal(bound.name, "distance");
    assert_non_null(strstr(bound.why, "In 2 steps, the hosts within distance 0 of host 0 can have "
                                      "received only the items of hosts within distance 2, which "
                                      "are fewer than they need."));
}

/* Six dimensions: the 22 hosts within 2 of host 0 hold 2 items each, 20 of the 22 at distance 4 and
 * more hold 1. In the end everybody holds 1; in one step the 44 items are still within distance 3,
 * on 42 hosts. Nobody has more than 1 to send. */
static void what_is_too_much_goes_far(void **state)
{
    (void)state;
    struct test_instance cube =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 64, 1);
    int far = 20;
    for (uint32_t host = 0; host < 64; host++)
        cube.load[host] = __builtin_popcount(host) <= 2                ? 2
                          : __builtin_popcount(host) >= 4 && far-- > 0 ? 1
                                                                       : 0;
    cube.instance.port_model = RD_PIPELINED_PORTS;
    cube.instance.port_count = UINT32_MAX;
    struct rd_bound bound = bound_of("cube-leighton-pipelined-strict", &cube.instance);
    assert_true(bound.seconds == 2);
    assert_string_equal(bound.name, "distance");
    assert_non_null(strstr(bound.why, "In 1 steps, the hosts within distance 2 of host 0 can have "
                                      "sent their own items only to hosts within distance 3, which "
                                      "may not keep as many."));
}

/* The set that an argument is about; some are about none. */
static void sets_of_arguments(void **state)
{
    (void)state;
    struct test_instance shuffle =
        test_instance_make(&test_arena, RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 8, 1);
    for (uint32_t host = 0; host < 8; host++)
        shuffle.load[host] = rd_in_half_plane(host, 3) ? 10 : 0;
    struct rd_cube_goal goal = rd_cube_goal_of(&shuffle.instance, &test_arena);
    struct rd_cube_part part = rd_cube_half_plane_part(&goal, &test_scratch);
    assert_int_equal(part.argument, RD_CUBE_HALF_PLANE);
    const bool *member = rd_cube_part_members(&goal, &part, &test_arena, &test_scratch);
    for (uint32_t host = 0; host < 8; host++)
        assert_int_equal(member[host], rd_in_half_plane(host, 3));
    part.argument = RD_CUBE_FLOW;
    assert_null(rd_cube_part_members(&goal, &part, &test_arena, &test_scratch));
}

/* Nine dimensions, host h holds h items, and host 0 a million: 512 loads that differ, of which only
 * some are looked at. 1,130,816 items on 512 hosts: 2,209 at most on each, so host 0 has to send
 * 997,791, one a step. */
static void hosts_that_all_hold_different_loads(void **state)
{
    (void)state;
    struct test_instance cube =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 512, 1);
    for (uint32_t host = 0; host < 512; host++)
        cube.load[host] = host == 0 ? 1000000 : host;
    assert_true(bound_of("cube-leighton", &cube.instance).seconds == 997791);
    struct rd_cube_goal goal = rd_cube_goal_of(&cube.instance, &test_arena);
    assert_true(rd_cube_level_part(&goal, (struct rd_cube_part){0}, &test_scratch).steps <= 997791);
    struct rd_time_problem problem;
    assert_true(rd_cube_time_problem(&goal, 0, &test_arena, &problem, NULL));
    assert_true(rd_flow_over_time_arcs(&problem, INT64_MAX / 2) == UINT64_MAX);
    refuses("cube-optimum-flow", &cube.instance, NULL, NULL, "512 hosts over ");
    cube.instance.balance_error = 65;
    refuses("cube-optimum-flow", &cube.instance, NULL, NULL, "error 65: at most 64 is accepted");
}

/* On a hypercube what is near is a ball. Three dimensions, 8 items on host 0: 7 leave it, one a
 * step. */
static void near_sets_of_hypercubes(void **state)
{
    (void)state;
    struct test_instance cube =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    cube.load[0] = 8;
    struct rd_cube_goal goal = rd_cube_goal_of(&cube.instance, &test_arena);
    struct rd_cube_part part = rd_cube_near_set_part(&goal, &test_scratch);
    assert_int_equal(part.steps, 7);
    assert_int_equal(part.size, 1);
}

/* --- stencils --- */

static struct test_instance stencil_of(uint32_t hosts, uint32_t items)
{
    struct test_instance stencil =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, hosts, items);
    stencil.instance.goal = RD_STENCIL;
    stencil.instance.stencil_iterations = 1;
    stencil.instance.flops_per_item = 1;
    for (uint32_t item = 0; item < items; item++)
        stencil.load[(size_t)(item % hosts) * items + item] = 1;
    return stencil;
}

static void stencils_that_are_too_large(void **state)
{
    (void)state;
    struct test_instance wide = stencil_of(2, 65537), many = stencil_of(513, 600);
    refuses("stencil-search", &wide.instance, NULL, NULL, "65537 items on 2 hosts to search: ");
    refuses("stencil-search", &many.instance, NULL, NULL, "600 items on 513 hosts to search: ");
    struct test_instance small = stencil_of(3, 6);
    small.instance.stencil_iterations = 4000000;
    static const char *const names[] = {"stencil-keep", "stencil-full-block", "stencil-search",
                                        "stencil-exact"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        refuses(names[i], &small.instance, NULL, NULL, "4000000 iterations of ");
}

/* Words of 0 bytes, one cost for all links: an item takes 1 s and a word nothing. Where messages of
 * any size take 1 s, they are alike. */
static void stencils_whose_words_are_free(void **state)
{
    (void)state;
    struct test_instance stencil = stencil_of(3, 6);
    stencil.instance.costs_equal = true;
    stencil.instance.word_bytes = 0;
    refuses("stencil-keep", &stencil.instance, NULL, NULL, "an item takes 1 s and a word 0 s: ");
    stencil.instance.item_bytes = 0;
    stencil.cost[0].latency_s = 1;
    assert_true(time_of("stencil-exact", &stencil.instance, NULL, NULL) <=
                time_of("stencil-keep", &stencil.instance, NULL, NULL));
}

/* Whatever it has time for, the search ends with a plan, and is not below what it finds with all
 * the time there is. */
static void searches_of_stencils_end_early(void **state)
{
    (void)state;
    struct test_instance stencil = stencil_of(4, 16);
    stencil.instance.stencil_iterations = 20;
    double best_s = time_of("stencil-exact", &stencil.instance, NULL, NULL);
    for (int moves = 0; moves <= 3000; moves += 1 + moves / 8) {
        char text[16];
        snprintf(text, sizeof text, "%d", moves);
        assert_true(time_of("stencil-search", &stencil.instance, "moves", text) >= best_s);
    }
}

/* --- switches --- */

/* Everybody holds an item of every kind, links cost unlike: 1,800 hosts have 3,238,200 messages,
 * and 5 * 10^9 messages times hosts are the limit. */
static void lists_of_too_many_messages(void **state)
{
    (void)state;
    enum { HOSTS = 1800 };
    struct test_instance test =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, HOSTS, HOSTS);
    test.instance.goal = RD_GATHER;
    for (size_t entry = 0; entry < (size_t)HOSTS * HOSTS; entry++)
        test.load[entry] = 1;
    static const char said[] = "3238200 messages between 1800 hosts: ";
    refuses("switch-canonical", &test.instance, "schedule", "list", said);
    refuses("switch-steps", &test.instance, "schedule", "list", said);
}

/* Two kinds on four hosts, and so two hosts that keep nothing: every schedule there is. */
static void kinds_fewer_than_hosts(void **state)
{
    (void)state;
    static const char *const schedules[] = {"colouring",   "compact",  "list",
                                            "caterpillar", "pairwise", "caterpillar-serial",
                                            "all-at-once"};
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 4, 2);
    test.instance.goal = RD_GATHER;
    test.instance.costs_equal = true;
    for (size_t entry = 0; entry < 8; entry++)
        test.load[entry] = (int64_t)entry % 3;
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        struct rd_plan plan;
        struct rd_error error;
        assert_true(plan_with("switch-greedy-swaps", &test.instance, "schedule", schedules[i],
                              &plan, &error));
        if (plan.timing != RD_FREE_ORDER)
            assert_true(time_of("switch-canonical", &test.instance, "schedule", schedules[i]) > 0);
    }
    /* Messages of 1 s whatever they hold: as many seconds as the busiest host has messages. Of kind
     * 0 host 0 holds nothing and gets 2, 1 and 0 from the others; kind 1 stays with host 1, which
     * holds 0 and gets 1, 2 and 1. */
    test.instance.item_bytes = 0;
    test.cost[0].latency_s = 1;
    assert_true(time_of("switch-canonical", &test.instance, "schedule", "list") == 3);
    test.load[0] = INT64_C(1) << 52;
    struct rd_bound bound;
    struct rd_error error;
    assert_false(test_bound(rd_algorithm_named("switch-volume"), &test.instance, &test_arena,
                            &test_scratch, &bound, &error));
    assert_non_null(strstr(error.message, ": a relabelling takes up to 2^53 / hosts, "));
}

/* The flow that is found here has two items that would change places: they stay where they are, and
 * the plan takes as few steps as the bound of the same flow says. */
static void items_that_would_cross_stay(void **state)
{
    (void)state;
    static const int64_t load[] = {13, 5, 0,  0, 0, 1, 17, 13, 0, 1, 0,  1, 0, 0, 0, 0,
                                   0,  0, 10, 0, 0, 0, 0,  0,  0, 0, 16, 0, 0, 0, 0, 1};
    struct test_instance test =
        test_instance_make(&test_arena, RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 32, 1);
    memcpy(test.load, load, sizeof load);
    test.instance.balance_error = 0;
    const struct rd_algorithm *algorithm = rd_algorithm_named("shuffle-optimum-flow");
    struct rd_bound bound;
    struct rd_plan plan;
    struct rd_error error;
    assert_true(plan_with(algorithm->name, &test.instance, NULL, NULL, &plan, &error));
    for (size_t i = 0; i < plan.transfer_count; i++)
        for (size_t j = 0; j < i; j++)
            assert_false(plan.transfer[i].round == plan.transfer[j].round &&
                         plan.transfer[i].from == plan.transfer[j].to &&
                         plan.transfer[i].to == plan.transfer[j].from);
    assert_true(test_bound(algorithm, &test.instance, &test_arena, &test_scratch, &bound, &error));
    double seconds = time_of(algorithm->name, &test.instance, NULL, NULL);
    assert_true(seconds >= bound.seconds && seconds == plan.round_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(items_that_would_cross_stay),
        ARENAS_TEST(what_costs_nothing_is_free),
        ARENAS_TEST(exact_search_on_two_hosts),
        ARENAS_TEST(exact_search_of_mirror_images),
        ARENAS_TEST(too_many_steps_for_the_printed_algorithm),
        ARENAS_TEST(links_that_cannot_be_compared),
        ARENAS_TEST(refusals_that_nobody_reads),
        ARENAS_TEST(too_many_items_to_list),
        ARENAS_TEST(everybody_waits_for_the_one_before),
        ARENAS_TEST(the_second_of_two_hosts_goes_first),
        ARENAS_TEST(windows_too_wide),
        ARENAS_TEST(shifts_that_never_end),
        ARENAS_TEST(masters_hold_nothing),
        ARENAS_TEST(items_need_time_both_ways),
        ARENAS_TEST(stars_of_too_many_items),
        ARENAS_TEST(ways_from_the_master_that_cost_nothing),
        ARENAS_TEST(searches_of_stars_give_up),
        ARENAS_TEST(searches_of_wide_stars_give_up),
        ARENAS_TEST(chains_of_stars),
        ARENAS_TEST(dates_of_stars),
        ARENAS_TEST(nothing_moves_in_time),
        ARENAS_TEST(what_is_lacked_is_far),
        ARENAS_TEST(what_is_too_much_goes_far),
        ARENAS_TEST(sets_of_arguments),
        ARENAS_TEST(hosts_that_all_hold_different_loads),
        ARENAS_TEST(near_sets_of_hypercubes),
        ARENAS_TEST(stencils_that_are_too_large),
        ARENAS_TEST(stencils_whose_words_are_free),
        ARENAS_TEST(searches_of_stencils_end_early),
        ARENAS_TEST(lists_of_too_many_messages),
        ARENAS_TEST(kinds_fewer_than_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
