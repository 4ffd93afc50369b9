/* Two-way rings with unequal links: the cases of exact solvers, the words of bounds and refusals,
 * and each algorithm's promise on random rings, judged by the referee. */
#include "two_way_case.h"

#include "algorithms/ring/lemma12.h"
#include "algorithms/ring/light.h"
#include "algorithms/ring/rational_flow.h"
#include "tests/support/bound.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct rd_arena arena;

static double planned(const char *name, const struct test_instance *test, struct rd_error *reterr)
{
    return case_plan(rd_algorithm_named(name), test, &arena, NULL, reterr);
}

static int64_t integer_at(const json_t *array, size_t index)
{
    const json_t *value = json_array_get(array, index);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static double number(const json_t *root, const char *name)
{
    const json_t *value = json_object_get(root, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* One-way cases are given links back that cost the same. */
static json_t *load_case(const char *name, struct two_way_case *ret_ring)
{
    char path[512];
    snprintf(path, sizeof path, "%s/ring/%s.json", TEST_CASES, name);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    struct two_way_case ring = {.host_count = (uint32_t)number(root, "n")};
    uint32_t n = ring.host_count;
    assert_true(n <= CASE_HOSTS);
    const json_t *down = json_object_get(root, "c_minus");
    for (uint32_t host = 0; host < n; host++) {
        ring.load[host] = integer_at(json_object_get(root, "L"), host);
        ring.delta[host] = integer_at(json_object_get(root, "delta"), host);
        ring.up[host] = integer_at(json_object_get(root, "c_plus"), host);
        ring.down[host] = json_is_array(down) ? integer_at(down, host) : ring.up[host];
    }
    *ret_ring = ring;
    return root;
}

static void check_case(const char *name)
{
    struct two_way_case ring;
    json_t *root = load_case(name, &ring);
    struct test_instance test = case_instance(&ring, 1, &arena);
    struct rd_two_way fast = rd_two_way_read(&test.instance, &arena);
    int64_t line[4];
    naive_lemma12(&ring, line);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(line[i], integer_at(json_object_get(root, "lemma12_lines"), i));
    struct rd_lemma12 lemma12 = rd_lemma12(&fast.flow);
    assert_true(rd_sum_of_products_value(&lemma12.seconds) == number(root, "lower_bound"));
    double tau6 = rd_sum_of_products_value(&fast.optimum.value.busy);
    assert_true(tau6 == number(root, "system6_tau"));
    const json_t *flow = json_object_get(root, "system6_flow_on_link_0_to_1");
    assert_int_equal(fast.flow.ring.sum[0] - fast.optimum.z.last, integer_at(flow, 0));
    assert_int_equal(fast.flow.ring.sum[0] - fast.optimum.z.first, integer_at(flow, 1));
    const json_t *fraction = json_object_get(root, "system6_rational_tau");
    double rational_tau = (double)integer_at(fraction, 0) / (double)integer_at(fraction, 1);
    assert_true(fabs(rd_rational_flow(&fast).seconds - rational_tau) <= 1e-12 * rational_tau);
    bool light = json_is_true(json_object_get(root, "light"));
    assert_int_equal(!rd_interval_is_empty(rd_light_optima(&fast)), light);

    struct rd_bound bound;
    assert_true(test_bound(rd_algorithm_named("ring-two-way-light"), &test.instance, &arena, &arena,
                           &bound, NULL));
    assert_true(bound.seconds == tau6);
    double optimum = number(root, "optimal_time");
    assert_true(bound.seconds <= optimum);
    assert_true(!bound.tight || bound.seconds == optimum);
    assert_true(planned("ring-two-way-light", &test, NULL) == (light ? optimum : -1));
    assert_true(planned("ring-two-way-rounded", &test, NULL) == (light ? optimum : -1));
    assert_true(planned("ring-two-way-system8", &test, NULL) == number(root, "system8_tau"));
    assert_true(planned("ring-two-way-list", &test, NULL) == optimum);
    assert_true(planned("ring-two-way-exact", &test, NULL) == optimum);
    json_decref(root);
}

static void cases_of_exact_solvers(void **state)
{
    (void)state;
    check_case("bl00");
    check_case("bl03");
    check_case("bn00");
}

static void nothing_to_do(void **state)
{
    (void)state;
    struct two_way_case ring;
    json_t *root = load_case("dg00", &ring);
    ring.up[2] = 5; /* unequal */
    struct test_instance test = case_instance(&ring, 1, &arena);
    static const char *const names[] = {"ring-two-way-light", "ring-two-way-rounded",
                                        "ring-two-way-system8", "ring-two-way-list",
                                        "ring-two-way-exact"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct rd_algorithm *algorithm = rd_algorithm_named(names[i]);
        struct rd_plan plan;
        assert_true(case_plan(algorithm, &test, &arena, &plan, NULL) ==
                    number(root, "optimal_time"));
        assert_int_equal(plan.transfer_count, 0);
        struct rd_bound bound;
        assert_true(test_bound(algorithm, &test.instance, &arena, &arena, &bound, NULL));
        assert_true(bound.seconds == 0 && bound.tight);
    }
    json_decref(root);
}

static struct rd_bound bound_of(const struct two_way_case *ring)
{
    struct test_instance test = case_instance(ring, 1, &arena);
    struct rd_bound bound;
    assert_true(test_bound(rd_algorithm_named("ring-two-way-light"), &test.instance, &arena, &arena,
                           &bound, NULL));
    return bound;
}

/* The paper's open question (6.2.2), first answer. S = (2, 1, 0). With z = 0 two items go from
 * host 0 to host 1 and one of them on to host 2, which takes host 1 3 s; with z = 1 host 0 sends
 * one each way: 1 + 2 = 3 s. Lemma 12 sees hosts and slices, not that the two sends share a port:
 * host 0's two items in 2 s, and hosts 1 and 2 get theirs over 1 s and 2 s. */
static const struct two_way_case port_coupling = {3, {3, 1, 1}, {2, -1, -1}, {1, 3, 2}, {2, 1, 3}};

static void bound_says_which_ports(void **state)
{
    (void)state;
    struct rd_bound bound = bound_of(&port_coupling);
    assert_string_equal(bound.name, "System 6");
    assert_string_equal(
        bound.why, "With 2 items or more going net from host 0 to host 1, host 1 sends for 3 s "
                   "or more; with 1 or fewer, host 0 sends for 3 s or more. Lemma 12 alone "
                   "gives 2 s. Some optimal flow is light, so a schedule reaches it "
                   "(Lemma 9).");
    assert_true(bound.seconds == 3 && bound.tight);
    assert_int_equal(bound.bottleneck, RD_BOTTLENECK_PORTS);
    assert_int_equal(bound.port_count, 2);
    assert_true(rd_bound_bottleneck_has_port(&bound, 1, false));
    assert_true(rd_bound_bottleneck_has_port(&bound, 0, false));
}

/* Second answer: S = (0, 0, 4, 0). Hosts 1 and 2 have 4 items too many, which leave over 1 -> 0
 * (2 s) and 2 -> 3 (3 s): 3 and 1 of them take 6 s and 3 s, 2 and 2 take 4 s and 6 s. So 6 s, but
 * host 0 holds one item and has to pass three on. */
static const struct two_way_case forwarding_delay = {
    4, {1, 1, 5, 1}, {0, 0, 4, -4}, {1, 1, 3, 1}, {1, 2, 1, 1}};

static void bound_says_which_slice(void **state)
{
    (void)state;
    struct rd_bound bound = bound_of(&forwarding_delay);
    assert_string_equal(bound.name, "Lemma 12");
    assert_string_equal(bound.why,
                        "Of what the slice from host 1 to host 2 holds, 4 items must leave at its "
                        "two ends: 3 backward at 2 s and 1 forward at 3 s keep the busier end busy "
                        "for 6 s, and no other split does better. No optimal flow is light: some "
                        "schedule takes at most 5/4 of it (Theorem B).");
    assert_true(bound.seconds == 6 && !bound.tight);
    assert_int_equal(bound.bottleneck, RD_BOTTLENECK_SLICE);
    assert_int_equal(bound.first, 1);
    assert_int_equal(bound.last, 2);
}

/* Host 0 has 3 items too many and may send them over 2 s or 3 s; host 2 wants them all, over 1 s
 * or 3 s: 6 s either way, and the sender is named first. Then with 1 s out of host 0, it is the
 * receiver: its 3 items arrive over 2 s or 3 s. */
static void bound_says_which_host(void **state)
{
    (void)state;
    struct two_way_case ring = {3, {4, 1, 1}, {3, 0, -3}, {2, 1, 1}, {3, 1, 1}};
    struct rd_bound bound = bound_of(&ring);
    assert_string_equal(bound.why,
                        "host 0 has 3 items too many and sends each in 2 s or more: 6 s. "
                        "No optimal flow is light: some schedule takes at most 5/4 of it "
                        "(Theorem B).");
    assert_int_equal(bound.port_count, 1);
    assert_true(rd_bound_bottleneck_has_port(&bound, 0, false));
    ring = (struct two_way_case){3, {4, 3, 1}, {3, 0, -3}, {1, 2, 1}, {3, 1, 1}};
    bound = bound_of(&ring);
    assert_string_equal(bound.why,
                        "host 2 wants 3 items and receives each in 2 s or more: 6 s. Some optimal "
                        "flow is light, so a schedule reaches it (Lemma 9).");
    assert_int_equal(bound.port_count, 1);
    assert_true(rd_bound_bottleneck_has_port(&bound, 2, true));
}

static void check_refusal(const char *name, const struct two_way_case *ring, const char *message)
{
    struct test_instance test = case_instance(ring, 1, &arena);
    struct rd_error error = {0};
    assert_true(planned(name, &test, &error) == -1);
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message, message);
}

/* S = (4, 4, 4, 0, 0, 0): host 1 holds 1 item and passes on what goes forward, host 4 what goes
 * backward; 4 items have to go one way or the other. */
static const struct two_way_case never_light = {
    6, {9, 1, 1, 1, 1, 1}, {4, 0, 0, -4, 0, 0}, {1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1, 1}};

/* F_0 = 2 - z items leave host 0 forward at 1 s and z backward at 2 s: 2 + z. Host 2 receives those
 * and 1 - z forward at 3 s: 3 - z. Equal at z = 1/2. */
static void rational_optimum_is_shown(void **state)
{
    (void)state;
    struct test_instance test = case_instance(&port_coupling, 1, &arena);
    const struct rd_algorithm *algorithm = rd_algorithm_named("ring-two-way-rounded");
    struct rd_plan plan = {0};
    struct rd_bound bound;
    assert_true(test_bound(algorithm, &test.instance, &arena, &arena, &bound, NULL));
    assert_true(bound.seconds == 3);
    assert_true(algorithm->plan(algorithm, &test.instance, NULL, &arena, &arena, &plan, NULL));
    assert_string_equal(plan.counter[0].name, "rational_s");
    assert_true(plan.counter[0].value == 2.5);
}

static void refusals_say_what_to_take(void **state)
{
    (void)state;
    check_refusal("ring-two-way-light", &forwarding_delay,
                  "no optimal flow is light: to take the 6 s of System 6, host 0 would send 3 "
                  "items, and it holds 1: each host must hold at the start what it sends (Lemma "
                  "9); the best light flow (ring-two-way-system8) takes 10 s");
    check_refusal("ring-two-way-rounded", &never_light,
                  "no optimal flow is light: to take the 4 s of System 6, host 4 would send 4 "
                  "items, and it holds 1: each host must hold at the start what it sends (Lemma "
                  "9); no flow at all is light");
    check_refusal("ring-two-way-system8", &never_light,
                  "no flow is light: with more than 1 items going net from host 0 to host 1, host "
                  "1 sends more than it holds, and with fewer than 3 host 4 does: each host must "
                  "hold at the start what it sends (System 8)");
    struct two_way_case empty = port_coupling;
    empty.load[1] = 0;
    check_refusal("ring-two-way-light", &empty,
                  "host 1 holds no item: at least 1 is needed before and after (Lemma 9)");
}

static void random_rings_keep_their_promises(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(12, 0);
    size_t light_count = 0, system8_count = 0;
    for (int i = 0; i < 4000; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct two_way_case ring =
            case_random(&rng, 2, 12, 1, rd_rng_between(&rng, 1, 12), rd_rng_between(&rng, 1, 10));
        struct test_instance test = case_instance(&ring, 1, &arena);
        struct rd_bound bound;
        assert_true(test_bound(rd_algorithm_named("ring-two-way-light"), &test.instance, &arena,
                               &arena, &bound, NULL));
        double light_s = planned("ring-two-way-light", &test, NULL);
        double rounded_s = planned("ring-two-way-rounded", &test, NULL);
        double system8_s = planned("ring-two-way-system8", &test, NULL);
        int64_t reach = naive_reach(&ring), least_light = INT64_MAX;
        for (int64_t z = -reach; z <= reach; z++)
            if (naive_is_light(&ring, z) && naive_busiest(&ring, z) < least_light)
                least_light = naive_busiest(&ring, z);
        assert_true(system8_s == (least_light == INT64_MAX ? -1 : (double)least_light));
        bool is_light = system8_s == bound.seconds;
        assert_true(light_s == (is_light ? bound.seconds : -1));
        assert_true(rounded_s == light_s);
        double list_s = planned("ring-two-way-list", &test, NULL);
        assert_true(list_s >= bound.seconds && (system8_s == -1 || list_s <= system8_s));
        light_count += is_light;
        system8_count += system8_s >= 0;
        rd_arena_rewind(&arena, mark);
    }
    /* All three answers were met. */
    assert_true(light_count > 500 && system8_count > light_count && system8_count < 4000);
}

/* The items that list scheduling goes through are limited, loads are not: then the plain plan of a
 * flow is the answer. Here 10^9 items leave host 0, over 1 s forward or 2 s backward: they all go
 * forward, over three links of 1 s and hosts that hold one item each, so that nobody waits, but for
 * the last host in the line, which ends with its last item: 10^9 s. */
static void many_items_take_the_plain_plan(void **state)
{
    (void)state;
    const int64_t items = 1000000000;
    struct two_way_case ring = {
        4, {items + 1, 1, 1, 1}, {items, 0, 0, -items}, {1, 1, 1, 1}, {2, 1, 1, 1}};
    struct test_instance test = case_instance(&ring, 1, &arena);
    struct rd_error error;
    assert_true(planned("ring-two-way-list", &test, &error) == (double)items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_of_exact_solvers),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(bound_says_which_ports),
        cmocka_unit_test(bound_says_which_slice),
        cmocka_unit_test(bound_says_which_host),
        cmocka_unit_test(rational_optimum_is_shown),
        cmocka_unit_test(refusals_say_what_to_take),
        cmocka_unit_test(many_items_take_the_plain_plan),
        cmocka_unit_test(random_rings_keep_their_promises),
    };
    rd_arena_open(&arena, 0);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
