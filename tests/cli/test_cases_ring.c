/* The ring cases with known optima (tests/algorithms/cases/ring), written as scenarios with
 * platform files and run as a user would: every optimum is met on SimGrid. Their optima come from a
 * brute-force search, not from this program. */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One case. */
struct ring_case {
    const json_t *json;
    const char *id;
    bool one_way;
    bool equal;
    size_t host_count;
};

/* "list 1 2 3 ...": forward links first, then backward ones, as `redist platform` takes them. */
static const char *cost_list(struct test_place *place, const struct ring_case *given)
{
    const char *list = "list";
    for (size_t i = 0; i < given->host_count; i++)
        list = rd_arena_print(&place->arena, "%s %lld", list,
                              (long long)test_entry(given->json, "c_plus", i));
    for (size_t i = 0; !given->one_way && i < given->host_count; i++)
        list = rd_arena_print(&place->arena, "%s %lld", list,
                              (long long)test_entry(given->json, "c_minus", i));
    return list;
}

/* Writes a platform file and a scenario beside it. Returns: the scenario's path. */
static const char *write_scenario(struct test_place *place, const struct ring_case *given,
                                  const char *const *algorithm)
{
    struct rd_arena *arena = &place->arena;
    const char *direction = given->one_way ? "one-way" : "two-way";
    struct test_run platform = test_redist(
        place, "platform", "ring", "--hosts", rd_arena_print(arena, "%zu", given->host_count),
        "--direction", direction, "--cost", cost_list(place, given), NULL);
    test_status(&platform, 0);
    const char *platform_name = rd_arena_print(arena, "%s_platform.xml", given->id);
    test_write(place, platform_name, platform.out);
    const char *text =
        rd_arena_print(arena,
                       "<scenario name=\"%s\">\n<platform file=\"%s\"/>\n"
                       "<topology shape=\"ring\" direction=\"%s\" hosts=\"h[0-%zu]\"/>\n<loads>\n",
                       given->id, platform_name, direction, given->host_count - 1);
    for (size_t i = 0; i < given->host_count; i++) {
        long long load = (long long)test_entry(given->json, "L", i);
        text = rd_arena_print(arena, "%s<load host=\"h%zu\" items=\"%lld\" after=\"%lld\"/>\n",
                              text, i, load, load - (long long)test_entry(given->json, "delta", i));
    }
    text = rd_arena_print(arena, "%s</loads>\n<goal reach=\"after\"/>\n", text);
    for (; *algorithm; algorithm++)
        text = rd_arena_print(arena, "%s<run algorithm=\"%s\"/>\n", text, *algorithm);
    text = rd_arena_print(arena, "%s</scenario>\n", text);
    return test_write(place, rd_arena_print(arena, "%s.xml", given->id), text);
}

/* A row that claims the optimum: all three clocks show it. */
static void assert_optimal(const struct ring_case *given, const json_t *row)
{
    double optimum = test_number_of(given->json, "optimal_time");
    print_message("%s %s\n", given->id, test_text_of(row, "algorithm"));
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_string_equal(test_text_of(row, "optimal"), "proved");
    assert_true(json_is_true(json_object_get(row, "goal_reached")));
    assert_true(test_number_of(row, "bound_s") == optimum);
    assert_true(test_number_of(row, "planned_s") == optimum);
    assert_true(fabs(test_number_of(row, "simulated_s") - optimum) <= 1e-9 * optimum);
    for (size_t i = 0; i < given->host_count; i++) {
        json_t *held = json_array_get(test_array_of(row, "final"), i);
        assert_int_equal(json_integer_value(json_array_get(held, 0)),
                         test_entry(given->json, "L", i) - test_entry(given->json, "delta", i));
    }
}

static void assert_baseline(const struct ring_case *given, const json_t *row)
{
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_true(test_number_of(row, "bound_s") == test_number_of(given->json, "lower_bound"));
    double optimum = test_number_of(given->json, "optimal_time");
    double time = test_number_of(row, "simulated_s");
    assert_true(time >= optimum * (1 - 1e-9));
    assert_string_equal(test_text_of(row, "optimal"),
                        time <= optimum * (1 + 1e-9) ? "proved" : "no");
}

static void assert_printed(const struct ring_case *given, const json_t *row)
{
    if (json_is_true(json_object_get(given->json, "alg3_as_printed_respects_data_availability"))) {
        assert_optimal(given, row);
        return;
    }
    assert_string_equal(test_text_of(row, "status"), "refused");
    /* The case's own words name the host: "P3 sends but holds nothing in step 2". */
    int host;
    assert_int_equal(sscanf(test_text_of(given->json, "alg3_failure"), "P%d", &host), 1);
    char expected[32];
    snprintf(expected, sizeof expected, "h%d sends", host);
    test_contains(test_text_of(row, "message"), expected);
}

static void run_case(struct test_place *place, const struct ring_case *given)
{
    static const char *const one_way_equal[] = {"ring-shorter-way", "ring-one-way-equal",
                                                "ring-one-way", NULL};
    static const char *const one_way[] = {"ring-shorter-way", "ring-one-way", NULL};
    static const char *const two_way[] = {"ring-shorter-way", "ring-two-way-equal",
                                          "ring-two-way-equal-printed", NULL};
    const char *const *algorithm = !given->one_way ? two_way
                                   : given->equal  ? one_way_equal
                                                   : one_way;
    const char *path = write_scenario(place, given, algorithm);
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    for (size_t i = 0; algorithm[i]; i++) {
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(test_text_of(row, "algorithm"), algorithm[i]);
        if (i == 0)
            assert_baseline(given, row);
        else if (strcmp(algorithm[i], "ring-two-way-equal-printed") == 0)
            assert_printed(given, row);
        else
            assert_optimal(given, row);
    }
    json_decref(rows);
}

/* Two-way unequal cases (bl00, bl03, bn00) are not this test's. */
static int other_count;

static void visit(struct test_place *place, const json_t *json)
{
    const char *framework = test_text_of(json, "framework");
    struct ring_case given = {.json = json,
                              .id = test_text_of(json, "id"),
                              .one_way = strncmp(framework, "uni-", 4) == 0,
                              .equal = strstr(framework, "-homo") != NULL,
                              .host_count = json_array_size(test_array_of(json, "L"))};
    if (given.one_way || given.equal)
        run_case(place, &given);
    else
        other_count++;
}

static void meets_every_optimum(void **state)
{
    int count = test_visit_cases(*state, "ring", visit);
    assert_int_equal(other_count, 3);
    assert_true(count > other_count);
}

/* Where a host holds nothing, the bounds are not always reached: loads (2, 0, 1), surplus (1, 0,
 * -1), 1 s an item has the bound 1 and the optimum 2, because the item passes through host 1. */
static void refuses_without_the_hypotheses(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "empty_host.xml",
        "<scenario>\n<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"1\"/>\n"
        "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-2]\"/>\n<loads>\n"
        "<load host=\"h0\" items=\"2\" after=\"1\"/>\n"
        "<load host=\"h1\" items=\"0\" after=\"0\"/>\n"
        "<load host=\"h2\" items=\"1\" after=\"2\"/>\n</loads>\n<goal reach=\"after\"/>\n"
        "<run algorithm=\"ring-one-way-equal\"/>\n<run algorithm=\"ring-one-way\"/>\n"
        "<run algorithm=\"ring-shorter-way\"/>\n</scenario>\n");
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    for (size_t i = 0; i < 2; i++) {
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(test_text_of(row, "status"), "refused");
        test_contains(test_text_of(row, "message"), "h1 holds no item: at least 1 is needed");
    }
    const json_t *baseline = json_array_get(rows, 2);
    assert_string_equal(test_text_of(baseline, "status"), "ok");
    assert_true(test_number_of(baseline, "bound_s") == 1);
    assert_true(test_number_of(baseline, "simulated_s") == 2);
    assert_string_equal(test_text_of(baseline, "optimal"), "unknown");
    json_decref(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meets_every_optimum),
        cmocka_unit_test(refuses_without_the_hypotheses),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
