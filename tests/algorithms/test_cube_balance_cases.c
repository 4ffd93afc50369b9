/* The Balance family on the cases with their exact answers. */
#include "cube_run.h"

#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <string.h>

/* The exact form of a case: loads by host, or by host and kind. */
static struct test_instance instance_of_case(json_t *from, enum rd_shape shape,
                                             struct rd_arena *arena)
{
    json_t *loads = json_object_get(from, "loads");
    uint32_t kinds = json_is_integer(json_array_get(loads, 0))
                         ? 1
                         : (uint32_t)json_array_size(json_array_get(loads, 0));
    uint32_t hosts = (uint32_t)json_array_size(loads);
    struct test_instance test = test_instance_make(arena, shape, RD_NO_DIRECTION, hosts, kinds);
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            test.load[host * kinds + kind] =
                json_integer_value(kinds == 1 ? json_array_get(loads, host)
                                              : json_array_get(json_array_get(loads, host), kind));
    return test;
}

static int64_t number(json_t *from, const char *part, const char *key)
{
    json_t *value = json_object_get(json_object_get(from, part), key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

/* Final loads by kind, each in increasing order, beside the case's. */
static void check_sorted(json_t *from, const struct rd_instance *instance,
                         const struct rd_verdict *verdict)
{
    json_t *expected = json_object_get(from, "expected_final_sorted");
    uint32_t g = instance->kind_count, p = instance->topology.host_count;
    for (uint32_t kind = 0; kind < g; kind++) {
        json_t *list = g == 1 && json_is_integer(json_array_get(expected, 0))
                           ? expected
                           : json_array_get(expected, kind);
        assert_int_equal(json_array_size(list), p);
        for (uint32_t k = 0; k < p; k++) {
            int64_t wanted = json_integer_value(json_array_get(list, k)), as_many = 0, below = 0;
            for (uint32_t host = 0; host < p; host++) {
                as_many += verdict->final[host * g + kind] == wanted;
                below += verdict->final[host * g + kind] < wanted;
            }
            assert_true(as_many > 0 && below <= k && k < below + as_many);
        }
    }
}

/* What our rules for odd tokens and ties end with, if the case says. */
static void check_final(json_t *from, const char *key, const struct rd_verdict *verdict)
{
    json_t *expected = json_object_get(json_object_get(from, "rule_dependent"), key);
    for (size_t host = 0; expected && host < json_array_size(expected); host++)
        assert_int_equal(verdict->final[host], json_integer_value(json_array_get(expected, host)));
}

/* One algorithm on a case: its steps and final loads. */
static void check_case(json_t *from, const char *name, enum rd_shape shape, bool minimum_error,
                       int64_t steps, int64_t upper_bound)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct test_instance test = instance_of_case(from, shape, &arena);
    test.instance.balance_error = minimum_error ? 0 : test.instance.topology.dimension_count;
    struct cube_run ran = cube_run(name, &test.instance, &arena, &scratch);
    assert_true(ran.planned);
    assert_int_equal(ran.plan.round_count, steps);
    if (upper_bound >= 0)
        assert_true(ran.plan.round_count <= upper_bound);
    if (minimum_error)
        check_sorted(from, &test.instance, &ran.verdict);
    else if (strcmp(name, "cube-balance") == 0 || strcmp(name, "cube-dimension-order") == 0)
        check_final(from, name[5] == 'b' ? "balance_final" : "dimension_order_final", &ran.verdict);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

static void check_balance_case(json_t *from)
{
    int64_t d = json_integer_value(json_object_get(from, "d"));
    int64_t order = number(from, "reference_steps", "dimension_order_tokens") + d;
    int64_t order_error = number(from, "reference_steps", "dimension_order_error");
    int64_t balance = number(from, "reference_steps", "balance_tokens_level") +
                      number(from, "reference_steps", "balance_control") +
                      number(from, "reference_steps", "balance_count");
    check_case(from, "cube-dimension-order", RD_HYPERCUBE, false, order,
               number(from, "upper_bound", "dimension_order_total"));
    if (d > 1)
        check_case(from, "cube-dimension-order", RD_HYPERCUBE, true,
                   order + 2 * d + (order_error > 1 ? 2 * d * order_error : 0),
                   number(from, "upper_bound", "dimension_order_min_error"));
    check_case(from, "cube-balance", RD_HYPERCUBE, false, balance,
               number(from, "upper_bound", "balance_error_logp"));
    check_case(from, "cube-balance-minimum-error", RD_HYPERCUBE, true,
               number(from, "reference_steps", "balance_min_error_total"),
               number(from, "upper_bound", "balance_min_error"));
}

static void check_multibalance_version(json_t *from, const char *name, bool shuffled, int64_t steps,
                                       const char *upper_bound)
{
    check_case(from, name, shuffled ? RD_SHUFFLE_EXCHANGE : RD_HYPERCUBE, false, steps,
               number(from, "upper_bound", upper_bound));
}

static void check_multibalance_case(json_t *from)
{
    int64_t d = json_integer_value(json_object_get(from, "d"));
    int64_t g = json_integer_value(json_object_get(from, "g"));
    check_multibalance_version(from, "cube-multibalance", false,
                               number(from, "reference_steps", "adaptive_tokens_level") +
                                   number(from, "reference_steps", "adaptive_control") +
                                   number(from, "reference_steps", "adaptive_count"),
                               "multibalance_error_logp");
    check_multibalance_version(from, "cube-multibalance-ascending", false,
                               number(from, "reference_steps", "ascending_tokens") + g * d,
                               "ascending_error_logp");
    check_multibalance_version(from, "shuffle-multibalance", true,
                               number(from, "reference_steps", "se_tokens") +
                                   number(from, "reference_steps", "se_control"),
                               "se_error_logp");
}

static void test_cases(void **state)
{
    (void)state;
    static const char *const names[] = {
        "00_d1_pair", "04_d2_halfcube",  "09_d3_ball", "11_d3_ladder", "16_d4_ball_half",
        "21_d4_rand", "29_d6_ball_half", "45_m1_swap", "49_m4_maj_r2", "50_m4_rand_g4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/hypercube/%s.json", TEST_CASES, names[i]);
        json_error_t error;
        json_t *from = json_load_file(path, 0, &error);
        assert_non_null(from);
        if (strcmp(json_string_value(json_object_get(from, "kind")), "balance") == 0)
            check_balance_case(from);
        else
            check_multibalance_case(from);
        json_decref(from);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
