/* redist list: what there is, for people and for programs. */
#include "program.h"

#include "sim/model/topology.h"

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
    assert_string_equal(test_text_of(row, "goal"), "after, balance");
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
                                         "switch", "bus",  "complete"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        assert_string_equal(test_text_of(named(rows, shapes[i]), "of"), "platform");
    /* The attributes of docs/scenario_format.md, of which direction is for some only. */
    assert_string_equal(
        test_text_of(named(rows, "ring"), "attributes"),
        "hosts, direction, cost, latency, compute, symmetric, seed, "
        "bandwidth-scale, bandwidth-spread, bandwidth-shape, scaled-links, link-scale, profile, "
        "speed-profile");
    for (size_t i = 1; i < sizeof shapes / sizeof *shapes; i++) {
        const char *attributes = test_text_of(named(rows, shapes[i]), "attributes");
        const char *own = i == sizeof shapes / sizeof *shapes - 1 ? "hosts, trunk, " : "hosts, ";
        assert_memory_equal(attributes, own, strlen(own));
        assert_string_equal(attributes + strlen(own),
                            "cost, latency, compute, symmetric, seed, bandwidth-scale, "
                            "bandwidth-spread, bandwidth-shape, scaled-links, link-scale, "
                            "profile, speed-profile");
    }
    static const struct {
        const char *kind, *own;
    } graphs[] = {{"torus", "direction, dimensions"},
                  {"mesh", "dimensions"},
                  {"tree", "hosts, arity"},
                  {"random-regular", "hosts, degree"},
                  {"graph", "hosts, direction, edges"}};
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        const json_t *row = named(rows, graphs[i].kind);
        assert_string_equal(test_text_of(row, "summary"), "a SimGrid platform for a graph");
        assert_memory_equal(test_text_of(row, "attributes"), graphs[i].own, strlen(graphs[i].own));
    }
    assert_string_equal(test_text_of(named(rows, "uniform"), "of"), "loads");
    test_contains(test_text_of(named(rows, "uniform"), "attributes"), "low=0");
    json_decref(rows);
}

/* The row of a cell. */
static const json_t *cell_of(const json_t *rows, const char *network, const char *ports,
                             const char *costs, const char *goal)
{
    const json_t *row;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        if (strcmp(test_text_of(row, "network"), network) == 0 &&
            strcmp(test_text_of(row, "ports"), ports) == 0 &&
            strcmp(test_text_of(row, "costs"), costs) == 0 &&
            strcmp(test_text_of(row, "goal"), goal) == 0)
            return row;
    }
    fail_msg("no cell %s, %s, %s, %s", network, ports, costs, goal);
    return NULL;
}

/* Ten networks, three numbers of ports, two kinds of costs, five goals. What is proved where, the
 * algorithms' pages say: Theorem 2 on one-way rings, the order of stars, the optimum only on cubes
 * with links alike. */
static void lists_the_matrix(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "list", "matrix", "--format", "json", NULL);
    assert_int_equal(json_array_size(rows), 10 * 3 * 2 * 5);
    const json_t *star = cell_of(rows, "star", "one", "unequal", "after");
    test_contains(test_text_of(star, "algorithms"), "star-order (optimal)");
    assert_string_equal(test_text_of(star, "proved"), "the least time, at the bound");
    assert_string_equal(test_text_of(star, "served"), "16 of 16");
    const json_t *ring = cell_of(rows, "ring", "one", "unequal", "after");
    test_contains(test_text_of(ring, "algorithms"), "ring-one-way (optimal)");
    const json_t *load = cell_of(rows, "ring", "all", "equal", "balance");
    test_contains(test_text_of(load, "algorithms"), "ring-load-optimal-single-send (");
    const json_t *cube = cell_of(rows, "hypercube", "one", "equal", "balance");
    test_contains(test_text_of(cube, "algorithms"), "cube-optimum-flow (exact)");
    const json_t *unlike = cell_of(rows, "hypercube", "one", "unequal", "balance");
    test_contains(test_text_of(unlike, "algorithms"), "cube-dimension-order (heuristic)");
    assert_null(strstr(test_text_of(unlike, "algorithms"), "cube-optimum-flow"));
    const json_t *row;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        const char *algorithms = test_text_of(row, "algorithms");
        bool is_ring = strcmp(test_text_of(row, "network"), "ring") == 0;
        assert_true(is_ring || !strstr(algorithms, "ring-"));
        assert_null(strstr(algorithms, "refuted"));
        assert_null(strstr(algorithms, "pipelined"));
    }
    json_decref(rows);
}

/* The pages' tables are made of these. */
static void writes_tables_of_pages(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "list", "matrix", "--format", "markdown", NULL);
    test_status(&run, 0);
    assert_ptr_equal(run.out,
                     strstr(run.out, "| network | ports | costs | goal | served | proved | "
                                     "algorithms |\n"));
    run = test_redist(place, "list", "algorithms", "--format", "markdown", NULL);
    test_status(&run, 0);
    test_contains(run.out, "| name | topology | direction | ports | goal | guarantee | origin | "
                           "summary |\n");
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
        cmocka_unit_test(lists_algorithms),       cmocka_unit_test(lists_algorithms_unasked),
        cmocka_unit_test(lists_figures),          cmocka_unit_test(lists_generators),
        cmocka_unit_test(lists_parameters),       cmocka_unit_test(lists_the_matrix),
        cmocka_unit_test(writes_tables_of_pages),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
