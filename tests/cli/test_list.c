/* redist list: what there is, for people and for programs. */
#include "program.h"

#include <string.h>

static const json_t *named(const json_t *rows, const char *name)
{
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (strcmp(test_text_of(json_array_get(rows, i), "name"), name) == 0)
            return json_array_get(rows, i);
    fail_msg("%s is not listed", name);
    return NULL;
}

static void lists_algorithms(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "list", "algorithms", "--format", "json", NULL);
    static const char *const members[] = {"name",  "summary", "topology",  "direction",
                                          "ports", "goal",    "guarantee", "source"};
    for (size_t i = 0; i < json_array_size(rows); i++)
        for (size_t member = 0; member < sizeof members / sizeof *members; member++)
            assert_true(test_text_of(json_array_get(rows, i), members[member])[0] ||
                        strcmp(members[member], "direction") == 0);
    const json_t *row = named(rows, "ring-one-way");
    assert_string_equal(test_text_of(row, "topology"), "ring");
    assert_string_equal(test_text_of(row, "direction"), "one-way");
    assert_string_equal(test_text_of(row, "ports"), "one");
    assert_string_equal(test_text_of(row, "goal"), "after");
    assert_string_equal(test_text_of(row, "guarantee"), "optimal");
    assert_string_equal(test_text_of(named(rows, "ring-shorter-way"), "direction"),
                        "one-way, two-way");
    assert_string_equal(test_text_of(named(rows, "ring-one-way-printed"), "guarantee"), "refuted");
    json_decref(rows);
}

/* Algorithms are what is listed if nothing is said, in the same order. */
static void lists_algorithms_unasked(void **state)
{
    struct test_place *place = *state;
    struct test_run unasked = test_redist(place, "list", NULL);
    struct test_run asked = test_redist(place, "list", "algorithms", NULL);
    test_status(&unasked, 0);
    assert_string_equal(unasked.out, asked.out);
    test_contains(unasked.out, "NAME ");
    test_contains(unasked.out, "\nring-one-way ");
}

static void lists_figures(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "list", "figures", "--format", "json", NULL);
    assert_true(json_array_size(rows) > 0);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        assert_true(test_text_of(row, "name")[0] && test_text_of(row, "summary")[0] &&
                    test_text_of(row, "source")[0] && test_text_of(row, "scenario")[0]);
    }
    json_decref(rows);
}

static void lists_generators(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "list", "generators", "--format", "json", NULL);
    static const char *const shapes[] = {"ring",   "star", "hypercube", "shuffle-exchange",
                                         "switch", "bus"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        assert_string_equal(test_text_of(named(rows, shapes[i]), "of"), "platform");
    /* The attributes of docs/scenario_format.md, of which direction is a ring's alone. */
    assert_string_equal(test_text_of(named(rows, "ring"), "attributes"),
                        "hosts, direction, cost, latency, compute, symmetric, seed, "
                        "bandwidth-scale, bandwidth-spread, bandwidth-shape, profile");
    for (size_t i = 1; i < sizeof shapes / sizeof *shapes; i++)
        assert_string_equal(test_text_of(named(rows, shapes[i]), "attributes"),
                            "hosts, cost, latency, compute, symmetric, seed, bandwidth-scale, "
                            "bandwidth-spread, bandwidth-shape, profile");
    assert_string_equal(test_text_of(named(rows, "uniform"), "of"), "loads");
    test_contains(test_text_of(named(rows, "uniform"), "attributes"), "low=0");
    json_decref(rows);
}

static void lists_parameters(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "list", "parameters", "--format", "json", NULL);
    assert_string_equal(test_text_of(named(rows, "model"), "element"), "network");
    assert_string_equal(test_text_of(named(rows, "item-bytes"), "attribute"), "bytes");
    json_decref(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_algorithms), cmocka_unit_test(lists_algorithms_unasked),
        cmocka_unit_test(lists_figures),    cmocka_unit_test(lists_generators),
        cmocka_unit_test(lists_parameters),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
