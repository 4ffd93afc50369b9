/* The cases of the hypercube paper with their exact answers: instances, every argument of the
 * bounds, the exact optimum, final states, and the steps of every algorithm that is registered. */
#include "algorithms/algorithm.h"
#include "algorithms/hypercube/bounds.h"
#include "algorithms/hypercube/cube_flow.h"
#include "algorithms/hypercube/vertex_isoperimetry.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const balance_cases[] = {"00_d1_pair",     "04_d2_halfcube", "09_d3_ball",
                                            "11_d3_ladder",   "21_d4_rand",     "16_d4_ball_half",
                                            "29_d6_ball_half"};
static const char *const multi_cases[] = {"45_m1_swap", "49_m4_maj_r2", "50_m4_rand_g4"};

/* "a.b" is member b of member a. */
static const json_t *member(const json_t *json, const char *path)
{
    const char *dot = strchr(path, '.');
    if (!dot)
        return json_object_get(json, path);
    char first[64];
    snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
    return json_object_get(json_object_get(json, first), dot + 1);
}

static int64_t number(const json_t *json, const char *path)
{
    const json_t *value = member(json, path);
    if (!json_is_integer(value))
        fail_msg("the case has no integer %s", path);
    return json_integer_value(value);
}

/* Sums of members: "a.b+a.c". */
static int64_t sum_of(const json_t *json, const char *paths)
{
    char text[256];
    int64_t sum = 0;
    snprintf(text, sizeof text, "%s", paths);
    for (char *rest = NULL, *path = strtok_r(text, "+", &rest); path;
         path = strtok_r(NULL, "+", &rest))
        sum += number(json, path);
    return sum;
}

static json_t *open_case(const char *name)
{
    char path[512];
    json_error_t error;
    snprintf(path, sizeof path, "%s/hypercube/%s.json", TEST_CASES, name);
    json_t *json = json_load_file(path, 0, &error);
    if (!json)
        fail_msg("%s: %s", path, error.text);
    return json;
}

/* A number, or one of several. */
static int64_t load_of(const json_t *loads, uint32_t host, uint32_t kind)
{
    const json_t *load = json_array_get(loads, host);
    return json_integer_value(json_is_array(load) ? json_array_get(load, kind) : load);
}

static struct test_instance instance_of(const json_t *json, enum rd_shape shape,
                                        enum rd_port_model ports, int64_t error)
{
    uint32_t p = (uint32_t)number(json, "p");
    const json_t *loads = member(json, "loads");
    uint32_t kinds = member(json, "g") ? (uint32_t)number(json, "g") : 1;
    struct test_instance test = test_instance_make(&test_arena, shape, RD_NO_DIRECTION, p, kinds);
    test.instance.balance_error = error;
    test.instance.port_model = ports;
    if (ports == RD_PIPELINED_PORTS)
        test.instance.port_count = UINT32_MAX;
    for (uint32_t host = 0; host < p; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            test.load[host * kinds + kind] = load_of(loads, host, kind);
    return test;
}

/* --- bounds --- */

static int64_t bound_of(const json_t *json, enum rd_shape shape, enum rd_port_model ports)
{
    struct test_instance test = instance_of(json, shape, ports, 0);
    struct rd_cube_goal goal = rd_cube_goal_of(&test.instance, &test_arena);
    bool tight;
    int64_t steps = rd_cube_best_part(&goal, &tight, &test_scratch).steps;
    struct rd_bound bound;
    struct rd_error error;
    assert_true(
        test_named_bound("cube-cuts", &test.instance, &test_arena, &test_scratch, &bound, &error));
    assert_true(bound.seconds == (double)steps);
    return steps;
}

static void expect_steps(const char *name, const char *what, int64_t found, int64_t expected)
{
    if (found != expected)
        fail_msg("%s: %s %lld, not %lld", name, what, (long long)found, (long long)expected);
}

/* The halves of dimension i differ by this. */
static int64_t delta_of(const struct rd_instance *instance, uint32_t kind, uint32_t bit)
{
    int64_t sum = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        sum += host >> bit & 1 ? rd_load(instance, host, kind) : -rd_load(instance, host, kind);
    return llabs(sum);
}

/* A^M: the sum of all of them. */
static int64_t all_deltas_of(const struct rd_instance *instance)
{
    int64_t sum = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        for (uint32_t bit = 0; bit < instance->topology.dimension_count; bit++)
            sum += delta_of(instance, kind, bit);
    return sum;
}

static void check_balance_bounds(const char *name, const json_t *json)
{
    struct test_instance test = instance_of(json, RD_HYPERCUBE, RD_ONE_PORT, 0);
    struct rd_cube_goal goal = rd_cube_goal_of(&test.instance, &test_arena);
    expect_steps(name, "node", rd_cube_node_part(&goal).steps,
                 number(json, "lower_bound_parts.node"));
    expect_steps(name, "ball",
                 rd_cube_ball_part(&goal, (struct rd_cube_part){0}, &test_scratch).steps,
                 number(json, "lower_bound_parts.ball"));
    expect_steps(name, "level set",
                 rd_cube_level_part(&goal, (struct rd_cube_part){0}, &test_scratch).steps,
                 number(json, "lower_bound_parts.levelset"));
    expect_steps(name, "discrepancy", rd_cube_discrepancy_part(&goal).steps,
                 number(json, "lower_bound_parts.discrepancy"));
    expect_steps(name, "distance", rd_cube_distance_part(&goal, &test_scratch).steps,
                 number(json, "lower_bound_parts.reach"));
    expect_steps(name, "best cut", rd_cube_best_cut(&goal, &test_scratch).steps,
                 number(json, "lower_bound_parts.best"));
    expect_steps(name, "hypercube bound", bound_of(json, RD_HYPERCUBE, RD_ONE_PORT),
                 number(json, "lower_bound.hc"));
    expect_steps(name, "shuffle-exchange bound", bound_of(json, RD_SHUFFLE_EXCHANGE, RD_ONE_PORT),
                 number(json, "lower_bound.se"));
    expect_steps(name, "pipelined bound", bound_of(json, RD_HYPERCUBE, RD_PIPELINED_PORTS),
                 number(json, "lower_bound.pipe"));
    expect_steps(name, "Lemma 2.1",
                 rd_lemma_2_1((uint32_t)number(json, "d"), number(json, "n"), number(json, "m")),
                 number(json, "paper_lemma21_at_n_m"));
    for (uint32_t bit = 0; bit < goal.dimension_count; bit++) {
        int64_t delta = json_integer_value(json_array_get(member(json, "delta"), bit));
        expect_steps(name, "delta", delta_of(&test.instance, 0, bit), delta);
    }
}

/* The case's instance with one kind of items only. */
static struct rd_cube_goal goal_of_kind(const struct rd_instance *instance, uint32_t kind)
{
    struct test_instance test = test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION,
                                                   instance->topology.host_count, 1);
    struct rd_instance *kept = rd_take(&test_arena, 1, struct rd_instance);
    *kept = test.instance;
    kept->balance_error = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        test.load[host] = rd_load(instance, host, kind);
    return rd_cube_goal_of(kept, &test_arena);
}

static void check_multi_bounds(const char *name, const json_t *json)
{
    struct test_instance test = instance_of(json, RD_HYPERCUBE, RD_ONE_PORT, 0);
    struct rd_cube_goal goal = rd_cube_goal_of(&test.instance, &test_arena);
    double paper = (double)all_deltas_of(&test.instance) / (2 * goal.host_count) -
                   (double)goal.dimension_count * goal.kind_count / 2;
    assert_true(paper == json_number_value(member(json, "lower_bound_parts.paper_AM")));
    expect_steps(name, "A^M", all_deltas_of(&test.instance), number(json, "lower_bound_parts.AM"));
    expect_steps(name, "hops", rd_cube_discrepancy_part(&goal).steps,
                 number(json, "lower_bound_parts.hops"));
    expect_steps(name, "node", rd_cube_node_part(&goal).steps,
                 number(json, "lower_bound_parts.node"));
    expect_steps(name, "ball",
                 rd_cube_ball_part(&goal, (struct rd_cube_part){0}, &test_scratch).steps,
                 number(json, "lower_bound_parts.ball"));
    expect_steps(name, "distance", rd_cube_distance_part(&goal, &test_scratch).steps,
                 number(json, "lower_bound_parts.reach"));
    int64_t ball = 0, flow = 0;
    for (uint32_t kind = 0; kind < goal.kind_count; kind++) {
        struct rd_cube_goal one = goal_of_kind(&test.instance, kind);
        int64_t one_ball = rd_cube_ball_part(&one, (struct rd_cube_part){0}, &test_scratch).steps;
        struct rd_flow_over_time one_flow;
        assert_true(rd_cube_least_flow(&one, 0, 0, 1 << 20, &one_flow, &test_arena, &test_scratch));
        ball = one_ball > ball ? one_ball : ball;
        flow = one_flow.steps > flow ? one_flow.steps : flow;
    }
    expect_steps(name, "ball of one kind", ball, number(json, "lower_bound_parts.group_ball"));
    expect_steps(name, "flow of one kind", flow, number(json, "lower_bound_parts.group_flow"));
    expect_steps(name, "hypercube bound", bound_of(json, RD_HYPERCUBE, RD_ONE_PORT),
                 number(json, "lower_bound.hc"));
    expect_steps(name, "shuffle-exchange bound", bound_of(json, RD_SHUFFLE_EXCHANGE, RD_ONE_PORT),
                 number(json, "lower_bound.se"));
}

/* --- algorithms --- */

/* What a case says of an algorithm. */
struct claim {
    const char *algorithm;
    enum rd_shape shape;
    enum rd_port_model ports;
    bool sweeps;       /* the goal allows an error of d, else the least */
    const char *exact; /* sum of members: just as many steps; NULL if the case does not say */
    const char *most;  /* member: at most as many; NULL likewise */
    const char *final; /* member: what is held in the end; NULL: only the goal */
};

static const struct claim balance_claims[] = {
    {"cube-leighton", RD_HYPERCUBE, RD_ONE_PORT, false, "reference_steps.leighton_hc",
     "upper_bound.leighton_hc", "expected_final_leighton_from_0"},
    {"shuffle-leighton", RD_SHUFFLE_EXCHANGE, RD_ONE_PORT, false, "reference_steps.leighton_se",
     "upper_bound.leighton_se", "expected_final_leighton_from_0"},
    {"cube-leighton-pipelined-elective", RD_HYPERCUBE, RD_PIPELINED_PORTS, false,
     "reference_steps.leighton_pipelined_elective", "upper_bound.leighton_pipelined_elective",
     "expected_final_leighton_from_0"},
    {"cube-leighton-pipelined-strict", RD_HYPERCUBE, RD_PIPELINED_PORTS, false,
     "reference_steps.leighton_pipelined_strict", "upper_bound.leighton_pipelined_strict", NULL},
    {"cube-dimension-order", RD_HYPERCUBE, RD_ONE_PORT, true,
     "reference_steps.dimension_order_tokens+d", "upper_bound.dimension_order_total",
     "rule_dependent.dimension_order_final"},
    {"cube-dimension-order", RD_HYPERCUBE, RD_ONE_PORT, false, NULL,
     "upper_bound.dimension_order_min_error", NULL},
    {"cube-balance", RD_HYPERCUBE, RD_ONE_PORT, true,
     "reference_steps.balance_tokens_level+reference_steps.balance_control+"
     "reference_steps.balance_count",
     "upper_bound.balance_error_logp", "rule_dependent.balance_final"},
    {"cube-balance-minimum-error", RD_HYPERCUBE, RD_ONE_PORT, false,
     "reference_steps.balance_min_error_total", "upper_bound.balance_min_error", NULL},
    {"cube-optimum-flow", RD_HYPERCUBE, RD_ONE_PORT, false, "exact_optimum.hc", NULL, NULL},
    {"shuffle-optimum-flow", RD_SHUFFLE_EXCHANGE, RD_ONE_PORT, false, "exact_optimum.se", NULL,
     NULL},
};

static const struct claim multi_claims[] = {
    {"cube-multibalance", RD_HYPERCUBE, RD_ONE_PORT, true,
     "reference_steps.adaptive_tokens_level+reference_steps.adaptive_control+"
     "reference_steps.adaptive_count",
     "upper_bound.multibalance_error_logp", NULL},
    {"cube-multibalance", RD_HYPERCUBE, RD_ONE_PORT, false, NULL,
     "upper_bound.multibalance_min_error", NULL},
    {"cube-multibalance-ascending", RD_HYPERCUBE, RD_ONE_PORT, true,
     "reference_steps.ascending_tokens+reference_steps.adaptive_count",
     "upper_bound.ascending_error_logp", NULL},
    {"shuffle-multibalance", RD_SHUFFLE_EXCHANGE, RD_ONE_PORT, true,
     "reference_steps.se_tokens+reference_steps.se_control", "upper_bound.se_error_logp", NULL},
};

static void check_claim(const char *name, const json_t *json, const struct claim *claim)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(claim->algorithm);
    assert_non_null(algorithm);
    int64_t error = claim->sweeps ? number(json, "d") : 0;
    struct test_instance test = instance_of(json, claim->shape, claim->ports, error);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error refusal = {0};
    struct rd_plan plan = {0};
    if (!rd_algorithm_accepts(algorithm, &test.instance, &options, &refusal) ||
        !algorithm->plan(algorithm, &test.instance, &options, &test_arena, &test_scratch, &plan,
                         &refusal))
        fail_msg("%s: %s: %s", name, claim->algorithm, refusal.message);
    struct rd_verdict verdict;
    rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        fail_msg("%s: %s: %s%s", name, claim->algorithm, verdict.message, verdict.goal_message);
    if (claim->exact)
        expect_steps(name, claim->algorithm, verdict.steps, sum_of(json, claim->exact));
    if (claim->most && verdict.steps > number(json, claim->most))
        fail_msg("%s: %s takes %lld steps, above %lld", name, claim->algorithm,
                 (long long)verdict.steps, (long long)number(json, claim->most));
    uint32_t kinds = test.instance.kind_count;
    for (uint32_t i = 0; claim->final && i < test.instance.topology.host_count * kinds; i++)
        expect_steps(name, claim->algorithm, verdict.final[i],
                     load_of(member(json, claim->final), i / kinds, i % kinds));
}

static void check_cases(const char *const *cases, size_t case_count, const struct claim *claims,
                        size_t claim_count,
                        void (*check_bounds)(const char *name, const json_t *json))
{
    for (size_t i = 0; i < case_count; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        json_t *json = open_case(cases[i]);
        check_bounds(cases[i], json);
        for (size_t k = 0; k < claim_count; k++)
            check_claim(cases[i], json, &claims[k]);
        json_decref(json);
        rd_arena_rewind(&test_arena, mark);
    }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_balance_cases(void **state)
{
    (void)state;
    check_cases(balance_cases, COUNT(balance_cases), balance_claims, COUNT(balance_claims),
                check_balance_bounds);
}

static void test_multi_cases(void **state)
{
    (void)state;
    check_cases(multi_cases, COUNT(multi_cases), multi_claims, COUNT(multi_claims),
                check_multi_bounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_balance_cases),
                                       ARENAS_TEST(test_multi_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
