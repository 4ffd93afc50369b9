/* Relabellings behind a switch: the cases with their exact answers, every permutation of up to 7
 * hosts, the dense kernels against the sparse ones, and what greedy swaps leave. The argument
 * multiplies the random instances that are held to every permutation. */
#include "algorithms/switch/bounds.h"
#include "algorithms/switch/relabelling.h"
#include "algorithms/switch/schedule.h"
#include "switch_loads.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "sim/generators/load_generators.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/bound.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { MOST = 7, BRUTE_TRIALS = 10000, SPARSE_TRIALS = 400 };

static uint64_t times = 1;

static const enum rd_claim claims[] = {RD_LEAST_VOLUME, RD_FEWEST_STEPS,
                                       RD_LEAST_VOLUME_THEN_FEWEST_STEPS,
                                       RD_FEWEST_STEPS_THEN_LEAST_VOLUME};
enum { CLAIM_COUNT = sizeof claims / sizeof *claims };

static struct test_instance make(enum rd_shape shape, uint32_t hosts, uint32_t kinds)
{
    struct test_instance test =
        test_instance_make(&test_arena, shape, RD_NO_DIRECTION, hosts, kinds);
    test.instance.goal = RD_GATHER;
    return test;
}

/* What the relabellings of an instance are worth. */
struct answers {
    int64_t volume, steps;
    int64_t steps_at_volume; /* the fewest steps with the least volume */
    int64_t volume_at_steps;
};

static void expect_answers(const struct rd_certificate *certificate, const struct answers *answers)
{
    switch (certificate->claim) {
    case RD_LEAST_VOLUME: assert_int_equal(certificate->volume, answers->volume); break;
    case RD_FEWEST_STEPS: assert_int_equal(certificate->steps, answers->steps); break;
    case RD_LEAST_VOLUME_THEN_FEWEST_STEPS:
        assert_int_equal(certificate->volume, answers->volume);
        assert_int_equal(certificate->steps, answers->steps_at_volume);
        break;
    case RD_FEWEST_STEPS_THEN_LEAST_VOLUME:
        assert_int_equal(certificate->steps, answers->steps);
        assert_int_equal(certificate->volume, answers->volume_at_steps);
        break;
    }
}

/* Each claim by both sets of kernels, proved and of the right value. */
static void check_relabellings(const struct rd_instance *instance, const struct answers *answers)
{
    struct rd_switch of = rd_switch_read(instance, &test_arena);
    struct rd_error error;
    for (size_t i = 0; i < CLAIM_COUNT; i++) {
        for (int sparse = 0; sparse <= 1; sparse++) {
            struct rd_certificate certificate =
                rd_switch_relabel_with(&of, claims[i], sparse, &test_arena, &test_scratch);
            if (!rd_certificate_check(instance, &certificate, &test_scratch, &error))
                fail_msg("%s", error.message);
            expect_answers(&certificate, answers);
        }
    }
}

/* What a registered algorithm does. */
struct ran {
    double seconds, bound_s;
    int64_t volume;
    const char *note;
};

static struct ran run(const char *name, const struct rd_instance *instance)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options};
    struct rd_error error = {0};
    struct rd_plan plan = {0};
    struct rd_bound bound = {0};
    struct rd_verdict verdict;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan,
                         &error) ||
        !test_bound(algorithm, instance, &test_arena, &test_scratch, &bound, &error))
        fail_msg("%s: %s", name, error.message);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        fail_msg("%s: %s%s", name, verdict.message, verdict.goal_message);
    return (struct ran){verdict.makespan_s, bound.seconds, verdict.items_moved, plan.note};
}

/* On a switch of links alike time is steps; on a bus it is volume. Both are reached. */
static void check_algorithms(struct test_instance *test, const struct answers *answers)
{
    test->instance.topology.shape = RD_SWITCH;
    struct ran ran = run("switch-steps", &test->instance);
    assert_float_equal(ran.seconds, answers->steps, 0);
    assert_float_equal(ran.bound_s, answers->steps, 0);
    ran = run("switch-steps-then-volume", &test->instance);
    assert_float_equal(ran.seconds, answers->steps, 0);
    assert_int_equal(ran.volume, answers->volume_at_steps);
    assert_int_equal(run("switch-volume", &test->instance).volume, answers->volume);
    ran = run("switch-volume-then-steps", &test->instance);
    assert_float_equal(ran.seconds, answers->steps_at_volume, 0);
    assert_int_equal(ran.volume, answers->volume);
    test->instance.topology.shape = RD_BUS;
    ran = run("switch-volume", &test->instance);
    assert_float_equal(ran.seconds, answers->volume, 0);
    assert_float_equal(ran.bound_s, answers->volume, 0);
    ran = run("switch-steps-then-volume", &test->instance);
    assert_float_equal(ran.seconds, answers->volume_at_steps, 0);
    test->instance.topology.shape = RD_SWITCH;
}

static int64_t number(json_t *from, const char *key)
{
    json_t *value = json_object_get(from, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

/* The case's own certificates, which another program found, pass the same check. */
static void check_given_certificates(json_t *from, const struct rd_instance *instance)
{
    uint32_t n = instance->topology.host_count, hosts_of_volume[64], hosts_of_steps[64], hall[64];
    int64_t host_price[64], kind_price[64];
    for (uint32_t i = 0; i < n; i++) {
        host_price[i] =
            json_integer_value(json_array_get(json_object_get(from, "certificate_volume_u"), i));
        kind_price[i] =
            json_integer_value(json_array_get(json_object_get(from, "certificate_volume_v"), i));
        hosts_of_volume[i] =
            (uint32_t)json_integer_value(json_array_get(json_object_get(from, "sigma_volume"), i));
        hosts_of_steps[i] =
            (uint32_t)json_integer_value(json_array_get(json_object_get(from, "sigma_steps"), i));
    }
    json_t *rows = json_object_get(from, "certificate_steps_hall_rows");
    uint32_t hall_count = (uint32_t)json_array_size(rows);
    for (uint32_t i = 0; i < hall_count; i++)
        hall[i] = (uint32_t)json_integer_value(json_array_get(rows, i));
    if (hall_count == 0) /* no pair takes fewer steps: any host shows it */
        hall[hall_count++] = 0;
    struct rd_switch of = rd_switch_read(instance, &test_arena);
    struct rd_error error;
    struct rd_certificate volume = {.claim = RD_LEAST_VOLUME,
                                    .host_of_kind = hosts_of_volume,
                                    .volume = number(from, "min_volume"),
                                    .steps = rd_switch_steps(&of, hosts_of_volume),
                                    .host_price = host_price,
                                    .kind_price = kind_price};
    struct rd_certificate steps = {.claim = RD_FEWEST_STEPS,
                                   .host_of_kind = hosts_of_steps,
                                   .volume = rd_switch_volume(&of, hosts_of_steps),
                                   .steps = number(from, "min_steps"),
                                   .hall_host = hall,
                                   .hall_host_count = hall_count};
    if (!rd_certificate_check(instance, &volume, &test_scratch, &error) ||
        !rd_certificate_check(instance, &steps, &test_scratch, &error))
        fail_msg("%s", error.message);
}

static void check_case(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/switch/%s.json", TEST_CASES, name);
    json_error_t error;
    json_t *from = json_load_file(path, 0, &error);
    if (!from)
        fail_msg("%s: %s", path, error.text);
    print_message("%s\n", name);
    uint32_t n = (uint32_t)number(from, "P");
    struct test_instance test = make(RD_SWITCH, n, n);
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < n; kind++)
            test.load[host * n + kind] = json_integer_value(
                json_array_get(json_array_get(json_object_get(from, "q"), host), kind));
    struct answers answers = {number(from, "min_volume"), number(from, "min_steps"),
                              number(from, "min_steps_given_min_volume"),
                              number(from, "min_volume_given_min_steps")};
    check_relabellings(&test.instance, &answers);
    check_algorithms(&test, &answers);
    check_given_certificates(from, &test.instance);
    struct ran canonical = run("switch-canonical", &test.instance);
    assert_int_equal(canonical.volume, number(from, "canonical_volume"));
    assert_float_equal(canonical.seconds, number(from, "canonical_steps"), 0);
    json_decref(from);
}

static void test_the_cases(void **state)
{
    (void)state;
    static const char *const names[] = {
        "04_two_swap",     "06_hidden_permutation",    "12_empty_procs_and_comps",
        "13_greedy_trap",  "16_volume_vs_steps_small", "21_small_uniform_P5",
        "30_fig1_P10_D10", "43_cyclic_P6_2_to_3_M72",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_case(names[i]);
}

/* Tries every place for the kinds from `kind` on; the definitions again, written out. */
static void try_all(const int64_t *load, uint32_t n, uint32_t kind, unsigned taken, int64_t volume,
                    int64_t steps, struct answers *best)
{
    if (kind == n) {
        if (volume < best->volume || (volume == best->volume && steps < best->steps_at_volume))
            best->steps_at_volume = steps;
        if (steps < best->steps || (steps == best->steps && volume < best->volume_at_steps))
            best->volume_at_steps = volume;
        best->volume = volume < best->volume ? volume : best->volume;
        best->steps = steps < best->steps ? steps : best->steps;
        return;
    }
    int64_t of_kind = 0;
    for (uint32_t host = 0; host < n; host++)
        of_kind += load[host * n + kind];
    for (uint32_t host = 0; host < n; host++) {
        if (taken >> host & 1)
            continue;
        int64_t on_host = 0;
        for (uint32_t other = 0; other < n; other++)
            on_host += load[host * n + other];
        int64_t in = of_kind - load[host * n + kind], out = on_host - load[host * n + kind];
        int64_t most = in > out ? in : out;
        try_all(load, n, kind + 1, taken | 1u << host, volume + in, most > steps ? most : steps,
                best);
    }
}

static void test_against_every_permutation(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(62, 1);
    for (uint64_t trial = 0; trial < BRUTE_TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 1, MOST);
        struct test_instance test = make(RD_SWITCH, n, n);
        draw_switch_loads(&rng, n, test.load);
        int64_t very_many = rd_rng_below(&rng, 50) ? 1 : INT64_C(1) << 36;
        for (uint32_t i = 0; i < n * n; i++)
            test.load[i] *= very_many;
        struct answers answers = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
        try_all(test.load, n, 0, 0, 0, 0, &answers);
        check_relabellings(&test.instance, &answers);
        if (trial % 4 == 0)
            check_algorithms(&test, &answers);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("relabelling, each by four claims and two kernels", BRUTE_TRIALS * times);
}

/* Larger ones: the sparse kernels say what the dense ones say, and both prove it. */
static void test_sparse_equals_dense(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(62, 2);
    for (int trial = 0; trial < SPARSE_TRIALS; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 8, 80);
        int64_t degree = rd_rng_between(&rng, 1, 12);
        struct test_instance test = make(RD_SWITCH, n, n);
        /* Exactly `degree` on each host, or as it falls. */
        for (uint32_t host = 0; host < n; host++)
            for (int64_t k = 0; k < degree; k++)
                test.load[(trial % 2 ? host : rd_rng_below(&rng, n)) * n +
                          (rd_rng_below(&rng, 3) ? rd_rng_below(&rng, n) : (host + 1) % n)]++;
        struct rd_switch of = rd_switch_read(&test.instance, &test_arena);
        for (size_t i = 0; i < CLAIM_COUNT; i++) {
            struct rd_certificate found[2];
            for (int sparse = 0; sparse <= 1; sparse++) {
                found[sparse] =
                    rd_switch_relabel_with(&of, claims[i], sparse, &test_arena, &test_scratch);
                assert_true(
                    rd_certificate_check(&test.instance, &found[sparse], &test_scratch, NULL));
            }
            if (rd_claims_volume(claims[i]))
                assert_int_equal(found[0].volume, found[1].volume);
            if (rd_claims_steps(claims[i]))
                assert_int_equal(found[0].steps, found[1].steps);
        }
        rd_arena_rewind(&test_arena, mark);
    }
}

/* Component j of 20 items lies whole on host j + 1: nothing need move. In pairs, every second host
 * gives its kind back, which leaves half; optimal relabellings leave nothing. */
static void test_greedy_swaps_on_a_cyclic_shift(void **state)
{
    (void)state;
    enum { P = 32, D = 20 };
    struct test_instance test = make(RD_SWITCH, P, P);
    for (uint32_t kind = 0; kind < P; kind++)
        test.load[(kind + 1) % P * P + kind] = D;
    assert_int_equal(run("switch-canonical", &test.instance).volume, P * D);
    assert_int_equal(run("switch-greedy-swaps", &test.instance).volume, P * D / 2);
    struct ran ran = run("switch-volume", &test.instance);
    assert_int_equal(ran.volume, 0);
    assert_float_equal(ran.seconds, 0, 0);
}

/* Gains 9, 8, 8: (1, 2) first, which blocks (0, 1) and (0, 2); then (3, 4) before (3, 5). */
static void test_greedy_swaps_keep_the_written_order(void **state)
{
    (void)state;
    struct test_instance test = make(RD_SWITCH, 6, 6);
    int64_t *load = test.load;
    load[1 * 6 + 2] = 9;
    load[0 * 6 + 1] = 8;
    load[2 * 6 + 0] = 8;
    load[3 * 6 + 4] = 4;
    load[3 * 6 + 5] = 4;
    struct ran ran = run("switch-greedy-swaps", &test.instance);
    assert_int_equal(ran.volume, 33 - 9 - 4);
    assert_string_equal(ran.note, "volume 20; steps 8");
    /* A gain of 0 is no reason to swap. */
    memset(load, 0, 36 * sizeof *load);
    load[0] = 5;
    load[1] = 5;
    assert_string_equal(run("switch-greedy-swaps", &test.instance).note, "volume 5; steps 5");
}

/* The introduction: who holds the most items of a block takes it. Host 0 then keeps 10 of 28, and
 * host 1 none of its 9. */
static void test_the_most_red_items_is_a_trap(void **state)
{
    (void)state;
    struct test_instance test = make(RD_BUS, 2, 2);
    memcpy(test.load, (int64_t[]){10, 9, 9, 0}, 4 * sizeof *test.load);
    assert_int_equal(run("switch-volume", &test.instance).volume, 10);
    assert_int_equal(run("switch-canonical", &test.instance).volume, 18);
}

/* Fewer kinds than hosts: those without a kind of their own send all they hold. */
static void test_fewer_kinds_than_hosts(void **state)
{
    (void)state;
    struct test_instance test = make(RD_SWITCH, 3, 1);
    memcpy(test.load, (int64_t[]){1, 5, 2}, 3 * sizeof *test.load);
    struct ran ran = run("switch-steps-then-volume", &test.instance);
    assert_int_equal(ran.volume, 3);
    assert_float_equal(ran.seconds, 3, 0);
    assert_string_equal(ran.note, "volume 3, the least with the steps; steps 3, the fewest");
}

/* Hosts 0 and 1 hold 5 of the 10 items of kind 0 each, and 10 in all: only with kind 0 do they
 * handle fewer than 7. */
static void test_words(void **state)
{
    (void)state;
    struct test_instance test = make(RD_SWITCH, 3, 3);
    memcpy(test.load, (int64_t[]){5, 3, 2, 5, 3, 2, 0, 1, 1}, 9 * sizeof *test.load);
    struct rd_bound bound;
    assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena, &test_scratch,
                                 &bound, NULL));
    assert_float_equal(bound.seconds, 7, 0);
    assert_string_equal(bound.why, "Steps 7 are the fewest: in fewer, hosts 0 and 1 could keep "
                                   "kind 0 only.");
    /* Kinds 1 and 2 both lie half on host 0, and nobody else holds anything of them. */
    memcpy(test.load, (int64_t[]){2, 6, 6, 2, 0, 0, 2, 0, 0}, 9 * sizeof *test.load);
    assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena, &test_scratch,
                                 &bound, NULL));
    assert_float_equal(bound.seconds, 8, 0);
    assert_string_equal(bound.why, "Steps 8 are the fewest: in fewer, host 0 could keep no kind.");
    /* On a bus: prices that sum to the volume. */
    test.instance.topology.shape = RD_BUS;
    assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena, &test_scratch,
                                 &bound, NULL));
    assert_float_equal(bound.seconds, 10, 0);
    assert_non_null(strstr(bound.why, "Volume 10 of 18 items is the least: a host that keeps a "
                                      "kind receives at least its own price and the kind's "));
    assert_non_null(strstr(bound.why, ") sum to 10."));
}

/* 51 steps, or items on a bus, of 1 ms each: the double nearest to the product is greater than 51
 * times the double nearest to 0.001, which is all that the certificate shows. */
static void test_a_bound_is_rounded_down(void **state)
{
    (void)state;
    struct test_instance test = make(RD_SWITCH, 2, 2);
    memcpy(test.load, (int64_t[]){51, 51, 0, 0}, 4 * sizeof *test.load);
    test_instance_set_cost(&test, 0, 1, 0, 0.001);
    test_instance_set_cost(&test, 1, 0, 0, 0.001);
    assert_true(fma(51, 0.001, -51 * 0.001) < 0);
    for (int bus = 0; bus <= 1; bus++) {
        test.instance.topology.shape = bus ? RD_BUS : RD_SWITCH;
        struct rd_bound bound;
        assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena,
                                     &test_scratch, &bound, NULL));
        assert_float_equal(bound.seconds, 0.051, 1e-15);
        assert_true(fma(51, 0.001, -bound.seconds) >= 0);
    }
}

/* Mean volume and steps of an algorithm over 50 draws of D items on each of 32 hosts and of each
 * kind, relative to the canonical relabelling. */
static void mean_ratios(const char *name, const char *items, const char *alpha, double *ret_volume,
                        double *ret_steps)
{
    enum { P = 32, DRAWS = 50 };
    const struct rd_load_generator *components = rd_load_generator_named("components");
    struct rd_option given[] = {{"items", items}, {"alpha", alpha}};
    *ret_volume = *ret_steps = 0;
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = make(RD_SWITCH, P, P);
        struct rd_options options = {
            .spec = components->attributes, .given = given, .given_count = 2, .seed = seed};
        int64_t *load, *target;
        assert_true(rd_loads_generate(components, &test.instance.topology, P, &options, &test_arena,
                                      &test.instance.kind_count, &load, &target, NULL));
        test.instance.load = load;
        struct ran canonical = run("switch-canonical", &test.instance);
        struct ran ran = run(name, &test.instance);
        *ret_volume += (double)ran.volume / (double)canonical.volume / DRAWS;
        *ret_steps += ran.seconds / canonical.seconds / DRAWS;
        rd_arena_rewind(&test_arena, mark);
    }
}

static void expect_ratios(const char *name, const char *items, const char *alpha, double volume,
                          double steps)
{
    double found_volume, found_steps;
    mean_ratios(name, items, alpha, &found_volume, &found_steps);
    print_message("%-20s D %s, alpha %s: volume %.3f, steps %.3f\n", name, items, alpha,
                  found_volume, found_steps);
    if (!isnan(volume))
        assert_float_equal(found_volume, volume, 0.015);
    if (!isnan(steps))
        assert_float_equal(found_steps, steps, 0.015);
}

/* What the figures of the paper show, and what greedy swaps leave, as other programs found it. */
static void test_mean_ratios(void **state)
{
    (void)state;
    expect_ratios("switch-volume", "5", "0", 0.781, NAN);
    expect_ratios("switch-volume", "20", "0", 0.901, NAN);
    expect_ratios("switch-steps", "5", "0", NAN, 0.800);
    expect_ratios("switch-steps", "10", "0", NAN, 0.900);
    expect_ratios("switch-steps", "20", "0", NAN, 0.902);
    expect_ratios("switch-volume", "20", "0.5", 0.493, NAN);
    expect_ratios("switch-steps", "20", "0.2", NAN, 0.800);
    expect_ratios("switch-greedy-swaps", "5", "0", 0.85, NAN);
    expect_ratios("switch-greedy-swaps", "10", "0", 0.91, NAN);
    expect_ratios("switch-greedy-swaps", "20", "0", 0.94, NAN);
    expect_ratios("switch-greedy-swaps", "20", "0.2", 0.89, NAN);
    expect_ratios("switch-greedy-swaps", "20", "0.4", 0.81, NAN);
    expect_ratios("switch-greedy-swaps", "20", "0.6", 0.72, NAN);
    expect_ratios("switch-greedy-swaps", "20", "0.8", 0.64, NAN);
}

static void test_refusals(void **state)
{
    (void)state;
    struct rd_error error;
    const struct rd_algorithm *algorithm = rd_algorithm_named("switch-steps");
    struct test_instance test = make(RD_SWITCH, 2, 3);
    assert_false(rd_algorithm_accepts(algorithm, &test.instance, NULL, &error));
    assert_string_equal(error.message,
                        "3 kinds on 2 hosts: a relabelling needs at most one kind a host");
    test = make(RD_SWITCH, 2, 1);
    test.load[0] = INT64_C(1) << 52;
    assert_false(rd_algorithm_accepts(algorithm, &test.instance, NULL, &error));
    assert_string_equal(error.message,
                        "4503599627370496 items on 2 hosts: a relabelling takes up to 2^53 / "
                        "hosts, 4503599627370495");
}

/* By hand: host 0 is quick to send to host 2 only. */
static void test_the_bound_over_quickest_links(void **state)
{
    (void)state;
    struct test_instance test = make(RD_SWITCH, 3, 3);
    for (uint32_t from = 0; from < 3; from++)
        for (uint32_t to = 0; to < 3; to++)
            if (from != to)
                test_instance_set_cost(&test, from, to, 0, from == 0 && to == 2 ? 2 : 3);
    /* Host 0 holds 4 of kinds 0 and 1 each: whichever it keeps, 4 leave it over 2 s at the least;
     * whoever takes kind 0 or 1 receives 4 over 2 s or 3 s. */
    test.load[0] = test.load[1] = 4;
    struct ran ran = run("switch-steps", &test.instance);
    assert_float_equal(ran.bound_s, 8, 1e-12);
    assert_true(ran.seconds >= 8);
    test.instance.topology.shape = RD_BUS;
    assert_float_equal(run("switch-volume", &test.instance).bound_s, 8, 1e-12);
}

/* A latency of 1 s hides a billionth of a second an item, and 2^50 items kept hide 3 that move:
 * differences of what is measured together would be off by more than what is looked for. */
/* Five items to the other host, 1 s each and 1 s a message: 6 s in one message. A transport's
 * busiest port alone shows 5 s. */
static void test_a_transport_counts_latency(void **state)
{
    (void)state;
    const struct rd_algorithm *algorithm = rd_algorithm_named("switch-transport");
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 2, 1);
    struct rd_bound bound;
    test_instance_reach(&test, (int64_t[]){5, 0}, (int64_t[]){0, 5});
    test_instance_set_cost(&test, 0, 1, 1, 1);
    assert_true(test_bound(algorithm, &test.instance, &test_arena, &test_scratch, &bound, NULL));
    assert_true(bound.seconds == 6);
    assert_true(rd_bound_has_certificate(&bound));
}

static void test_bounds_of_very_unlike_times(void **state)
{
    (void)state;
    const int64_t many = 1000000000, most = INT64_C(1) << 50;
    const double hidden_s = 1 + 1e-9 * (double)many;
    for (int bus = 0; bus <= 1; bus++) {
        struct test_instance test = make(bus ? RD_BUS : RD_SWITCH, 2, 2);
        struct rd_bound bound;
        test_instance_set_cost(&test, 0, 1, 1, 1e-9);
        test_instance_set_cost(&test, 1, 0, 1, 1e-9);
        memcpy(test.load, (int64_t[]){many, many, many, many}, 4 * sizeof *test.load);
        assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena,
                                     &test_scratch, &bound, NULL));
        assert_true(fabs(bound.seconds - hidden_s * (bus ? 2 : 1)) < 1e-11);
        /* Each host keeps its many items, and 3 go each way: 0.3 s, and 0.33 s. */
        test_instance_set_cost(&test, 0, 1, 0, 0.1);
        test_instance_set_cost(&test, 1, 0, 0, 0.11);
        memcpy(test.load, (int64_t[]){most, 3, 3, most}, 4 * sizeof *test.load);
        assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena,
                                     &test_scratch, &bound, NULL));
        /* A sum over pairs is counted in one unit, that of the greatest. */
        double least_s = bus ? 0.63 : 0.33;
        assert_true(bound.seconds <= least_s + 1e-11);
        assert_true(bound.seconds >= least_s - (bus ? 0.1 : 1e-11));
    }
}

/* Plans every relabelling of three hosts by a schedule. Returns: the least time. */
static double least_time(const struct rd_instance *instance, const char *schedule)
{
    static const uint32_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct rd_option given = {"schedule", schedule};
    struct rd_options options = {
        .spec = rd_switch_options, .given = &given, .given_count = 1, .seed = 1};
    double least_s = INFINITY;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct rd_plan plan = {0};
        struct rd_verdict verdict;
        struct rd_error error;
        if (!rd_switch_schedule(instance, orders[i], &options, &test_arena, &test_scratch, &plan,
                                &error))
            fail_msg("%s", error.message);
        rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
        assert_int_equal(verdict.violation, RD_LEGAL);
        least_s = fmin(least_s, verdict.makespan_s);
    }
    return least_s;
}

/* On links of every kind, with latencies too: no relabelling of ours ends before the bound. */
static void test_no_relabelling_ends_before_the_bound(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(62, 3);
    for (int trial = 0; trial < 2000; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = make(trial % 2 ? RD_BUS : RD_SWITCH, 3, 3);
        draw_switch_loads(&rng, 3, test.load);
        double latency_s = trial % 3 ? 0 : (double)rd_rng_between(&rng, 1, 5);
        for (uint32_t from = 0; from < 3; from++)
            for (uint32_t to = 0; to < 3; to++)
                if (from != to)
                    test_instance_set_cost(&test, from, to, latency_s,
                                           (double)rd_rng_between(&rng, 1, 4));
        struct rd_bound bound;
        assert_true(test_named_bound("switch-relabelling", &test.instance, &test_arena,
                                     &test_scratch, &bound, NULL));
        double least_s =
            fmin(least_time(&test.instance, "colouring"), least_time(&test.instance, "compact"));
        if (bound.seconds > least_s && !rd_times_agree(bound.seconds, least_s, least_s))
            fail_msg("bound %.17g s (%s), and a schedule of %.17g s", bound.seconds, bound.name,
                     least_s);
        rd_arena_rewind(&test_arena, mark);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(test_the_cases),
        ARENAS_TEST(test_against_every_permutation),
        ARENAS_TEST(test_sparse_equals_dense),
        ARENAS_TEST(test_greedy_swaps_on_a_cyclic_shift),
        ARENAS_TEST(test_greedy_swaps_keep_the_written_order),
        ARENAS_TEST(test_the_most_red_items_is_a_trap),
        ARENAS_TEST(test_fewer_kinds_than_hosts),
        ARENAS_TEST(test_words),
        ARENAS_TEST(test_a_bound_is_rounded_down),
        ARENAS_TEST(test_mean_ratios),
        ARENAS_TEST(test_refusals),
        ARENAS_TEST(test_the_bound_over_quickest_links),
        ARENAS_TEST(test_a_transport_counts_latency),
        ARENAS_TEST(test_bounds_of_very_unlike_times),
        ARENAS_TEST(test_no_relabelling_ends_before_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
