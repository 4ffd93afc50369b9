/* The switch and stencil cases with known optima (tests/algorithms/cases), written as scenarios and
 * run as a user would: on SimGrid every value is met. They come from a search over all
 * permutations, or all targets, not from this program. */
#include "cases.h"

#include <math.h>
#include <string.h>

/* A case as a scenario; `shape` is a switch, where steps are time, or a bus, where volume is. */
static const char *write_switch(struct test_place *place, const json_t *given, const char *shape,
                                const char *runs)
{
    struct rd_arena *arena = &place->arena;
    size_t hosts = json_array_size(test_array_of(given, "q"));
    const char *rows = "", *name = test_text_of(given, "name");
    for (size_t host = 0; host < hosts; host++) {
        rows = rd_arena_print(arena, "%s%s", rows, host == 0 ? "" : ";");
        for (size_t kind = 0; kind < hosts; kind++) {
            json_t *row = json_array_get(test_array_of(given, "q"), host);
            rows = rd_arena_print(arena, "%s %lld", rows,
                                  (long long)json_integer_value(json_array_get(row, kind)));
        }
    }
    const char *text = rd_arena_print(
        arena,
        "<scenario name=\"%s\">\n<platform generator=\"%s\" hosts=\"%zu\" cost=\"1\"/>\n"
        "<topology shape=\"%s\" hosts=\"h[0-%zu]\"/>\n<loads generator=\"matrix\" rows=\"%s\"/>\n"
        "<goal reach=\"gather\"/>\n%s</scenario>\n",
        name, shape, hosts, shape, hosts - 1, rows, runs);
    return test_write(place, rd_arena_print(arena, "%s_%s.xml", name, shape), text);
}

/* A run of `algorithm`; schedule: "" or the name of one. */
static const char *add_run(struct test_place *place, const char *runs, const char *algorithm,
                           const char *schedule)
{
    const char *option =
        schedule[0] == 0
            ? ""
            : rd_arena_print(&place->arena, "<option name=\"schedule\" value=\"%s\"/>", schedule);
    return rd_arena_print(&place->arena, "%s<run algorithm=\"%s\">%s</run>\n", runs, algorithm,
                          option);
}

/* All three clocks show a time. */
static void assert_time(const json_t *row, double time_s, double bound_s, bool proved)
{
    assert_true(test_number_of(row, "bound_s") == bound_s);
    assert_true(test_number_of(row, "planned_s") == time_s);
    assert_true(fabs(test_number_of(row, "simulated_s") - time_s) <= 1e-9 * time_s);
    assert_string_equal(test_text_of(row, "optimal"), proved ? "proved" : "no");
}

static double moved(const json_t *row)
{
    return test_number_of(row, "items_moved");
}

/* What each algorithm reaches, as the case says it. */
static const struct answer {
    const char *algorithm;
    const char *steps, *volume; /* NULL: not said */
} answers[] = {
    {"switch-canonical", "canonical_steps", "canonical_volume"},
    {"switch-volume", NULL, "min_volume"},
    {"switch-steps", "min_steps", NULL},
    {"switch-volume-then-steps", "min_steps_given_min_volume", "min_volume"},
    {"switch-steps-then-volume", "min_steps", "min_volume_given_min_steps"},
    {"switch-greedy-swaps", NULL, NULL},
};
enum { ANSWERS = sizeof answers / sizeof *answers };

/* Time is the steps of the relabelling, by single items and in compact form. */
static void run_on_switch(struct test_place *place, const json_t *given)
{
    static const char *const schedules[] = {"", "compact"};
    enum { SCHEDULES = sizeof schedules / sizeof *schedules };
    const char *runs = "";
    for (size_t i = 0; i < ANSWERS * SCHEDULES; i++)
        runs = add_run(place, runs, answers[i / SCHEDULES].algorithm, schedules[i % SCHEDULES]);
    json_t *rows = test_redist_json(place, 0, "run", write_switch(place, given, "switch", runs),
                                    "--format", "json", NULL);
    double least_s = test_number_of(given, "min_steps");
    for (size_t i = 0; i < ANSWERS * SCHEDULES; i++) {
        const struct answer *answer = &answers[i / SCHEDULES];
        const json_t *row = test_good_row(rows, i, answer->algorithm);
        double time_s =
            answer->steps ? test_number_of(given, answer->steps) : test_number_of(row, "planned_s");
        assert_true(time_s >= least_s);
        assert_time(row, time_s, least_s, time_s == least_s);
        if (answer->volume)
            assert_true(moved(row) == test_number_of(given, answer->volume));
        else
            assert_true(moved(row) >= test_number_of(given, "min_volume"));
    }
    json_decref(rows);
}

/* Time is the volume, in whatever order. */
static void run_on_bus(struct test_place *place, const json_t *given)
{
    const char *runs = "";
    for (size_t i = 0; i < ANSWERS; i++)
        runs = add_run(place, runs, answers[i].algorithm, "");
    json_t *rows = test_redist_json(place, 0, "run", write_switch(place, given, "bus", runs),
                                    "--format", "json", NULL);
    double least_s = test_number_of(given, "min_volume");
    for (size_t i = 0; i < ANSWERS; i++) {
        const json_t *row = test_good_row(rows, i, answers[i].algorithm);
        if (answers[i].volume)
            assert_true(moved(row) == test_number_of(given, answers[i].volume));
        assert_time(row, moved(row), least_s, moved(row) == least_s);
    }
    json_decref(rows);
}

/* Schedules that libraries use need at least as long as the colouring. */
static void run_schedules(struct test_place *place, const json_t *given)
{
    static const char *const schedules[] = {"caterpillar", "caterpillar-serial", "pairwise",
                                            "all-at-once", "list"};
    enum { SCHEDULES = sizeof schedules / sizeof *schedules };
    const char *runs = "";
    for (size_t i = 0; i < SCHEDULES; i++)
        runs = add_run(place, runs, "switch-canonical", schedules[i]);
    json_t *rows = test_redist_json(place, 0, "run", write_switch(place, given, "switch", runs),
                                    "--format", "json", NULL);
    double time_s[SCHEDULES];
    for (size_t i = 0; i < SCHEDULES; i++) {
        const json_t *row = test_good_row(rows, i, "switch-canonical");
        time_s[i] = test_number_of(row, "simulated_s");
        assert_true(time_s[i] >= test_number_of(given, "canonical_steps") * (1 - 1e-9));
        assert_true(moved(row) == test_number_of(given, "canonical_volume"));
    }
    const json_t *caterpillar = json_object_get(given, "caterpillar_canonical");
    if (caterpillar) {
        assert_true(fabs(time_s[0] - test_number_of(caterpillar, "sync_steps")) < 1e-9);
        assert_true(fabs(time_s[1] - test_number_of(caterpillar, "half_duplex_steps")) < 1e-9);
    }
    json_decref(rows);
}

static void visit_switch(struct test_place *place, const json_t *given)
{
    print_message("%s\n", test_text_of(given, "name"));
    run_on_switch(place, given);
    run_on_bus(place, given);
    run_schedules(place, given);
}

static void meets_every_relabelling(void **state)
{
    assert_true(test_visit_cases(*state, "switch", visit_switch) >= 8);
}

/* Keep, full block, search and exact by one metric: "steps" behind a switch, "volume" on a bus. */
static void run_stencil(struct test_place *place, const json_t *given, bool of_steps)
{
    static const char *const algorithms[] = {"stencil-keep", "stencil-full-block", "stencil-search",
                                             "stencil-exact"};
    struct rd_arena *arena = &place->arena;
    const char *metric = of_steps ? "steps" : "volume", *shape = of_steps ? "switch" : "bus";
    const char *owners = "", *name = test_text_of(given, "name");
    for (size_t i = 0; i < json_array_size(test_array_of(given, "D_ini")); i++)
        owners = rd_arena_print(arena, "%s %lld", owners, (long long)test_entry(given, "D_ini", i));
    const char *text = rd_arena_print(
        arena,
        "<scenario name=\"%s\">\n<platform generator=\"%s\" hosts=\"%.0f\" cost=\"%.0f\" "
        "compute=\"%.0f\"/>\n<topology shape=\"%s\"/>\n<items bytes=\"1\" flops=\"1\"/>\n"
        "<loads generator=\"owners\" values=\"%s\"/>\n"
        "<goal reach=\"stencil\" metric=\"%s\" iterations=\"%.0f\"/>\n",
        name, shape, test_number_of(given, "P"), test_number_of(given, "tau_comm"),
        test_number_of(given, "tau_calc"), shape, owners + 1, metric, test_number_of(given, "K"));
    for (size_t i = 0; i < 4; i++)
        text = add_run(place, text, algorithms[i], "");
    const char *path = test_write(place, rd_arena_print(arena, "%s_%s.xml", name, metric),
                                  rd_arena_print(arena, "%s</scenario>\n", text));
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    const char *const expected[] = {
        of_steps ? "in_place_total_steps" : "in_place_total_vol",
        of_steps ? "full_block_alg2_total_steps" : "full_block_alg1_total_vol",
        of_steps ? "heuristic_total_steps" : "heuristic_total_vol",
        of_steps ? "opt_total_steps" : "opt_total_vol",
    };
    for (size_t i = 0; i < 4; i++) {
        const json_t *row = test_good_row(rows, i, algorithms[i]);
        double time_s = test_number_of(given, expected[i]);
        assert_true(test_number_of(row, "planned_s") == time_s);
        assert_true(fabs(test_number_of(row, "simulated_s") - time_s) <= 1e-9 * time_s);
    }
    assert_string_equal(test_text_of(json_array_get(rows, 3), "optimal"), "proved*");
    json_decref(rows);
}

static void visit_stencil(struct test_place *place, const json_t *given)
{
    print_message("%s\n", test_text_of(given, "name"));
    run_stencil(place, given, true);
    run_stencil(place, given, false);
}

static void meets_every_target(void **state)
{
    assert_true(test_visit_cases(*state, "stencil", visit_stencil) >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meets_every_relabelling),
        cmocka_unit_test(meets_every_target),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
