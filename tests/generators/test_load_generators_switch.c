/* Loads for the switch and rings for the stencil: against small ones worked out by hand, against
 * counting item by item, and against sums. */
#include "sim/model/instance.h"
#include "sim/generators/load_generators.h"
#include "sim/base/rng.h"

#include "tests/support/cmocka.h"
#include "tests/support/generated.h"

static bool generate(struct test_loads *loads, uint32_t hosts, const char *name, uint64_t seed,
                     const struct rd_option attributes[TEST_ATTRIBUTES])
{
    return test_generate(loads, RD_SWITCH, hosts, name, seed, attributes);
}

static void forget(struct test_loads *loads)
{
    rd_arena_close(&loads->arena);
}

static void expect(uint32_t hosts, const char *name, uint32_t kinds, const int64_t *expected,
                   const struct rd_option attributes[TEST_ATTRIBUTES])
{
    test_generated(RD_SWITCH, hosts, name, kinds, expected, attributes);
}

static void refuse(uint32_t hosts, const char *name, const char *message,
                   const struct rd_option attributes[TEST_ATTRIBUTES])
{
    test_not_generated(RD_SWITCH, hosts, name, message, attributes);
}

static int64_t of_host(const struct test_loads *loads, uint32_t host)
{
    int64_t items = 0;
    for (uint32_t kind = 0; kind < loads->kind_count; kind++)
        items += loads->load[host * loads->kind_count + kind];
    return items;
}

static int64_t of_kind(const struct test_loads *loads, uint32_t kind)
{
    int64_t items = 0;
    for (uint32_t host = 0; host < loads->host_count; host++)
        items += loads->load[host * loads->kind_count + kind];
    return items;
}

static void test_matrix(void **state)
{
    (void)state;
    expect(2, "matrix", 2, (const int64_t[]){0, 7, 7, 0}, WITH({"rows", "0 7; 7 0"}));
    /* A host without a row is empty. */
    expect(3, "matrix", 1, (const int64_t[]){4, 5, 0}, WITH({"rows", "4;\n 5;"}));
    refuse(1, "matrix", "rows: 2 hosts, of 1: at most these are accepted", WITH({"rows", "1;2"}));
}

static void test_random_matrix(void **state)
{
    (void)state;
    struct test_loads loads, other;
    int times[4] = {0};
    assert_true(generate(&loads, 50, "random-matrix", 3, WITH({"low", "1"}, {"high", "3"})));
    assert_int_equal(loads.kind_count, 50);
    for (size_t i = 0; i < 2500; i++) {
        assert_in_range(loads.load[i], 1, 3);
        times[loads.load[i]]++;
    }
    /* 833 on average, with a deviation of 24. */
    for (int items = 1; items <= 3; items++)
        assert_in_range(times[items], 713, 953);
    assert_true(generate(&other, 50, "random-matrix", 4, WITH({"low", "1"}, {"high", "3"})));
    assert_memory_not_equal(loads.load, other.load, 2500 * sizeof *loads.load);
    forget(&other);
    forget(&loads);
    assert_true(generate(&loads, 2, "random-matrix", 3, WITH({"kinds", "7"})));
    assert_int_equal(loads.kind_count, 7);
    forget(&loads);
    refuse(2, "random-matrix", "low 10 and high 9: low must not be above high",
           WITH({"low", "10"}));
    refuse(2, "random-matrix",
           "up to 2251799813685249 items of 2 kinds on each of 2 hosts: at most 2^53 in all are "
           "supported",
           WITH({"high", "2251799813685249"}));
}

/* Exactly D a host and component, of which floor(alpha D) on the next host at least. */
static void test_components(void **state)
{
    static const struct {
        const char *items, *alpha;
        int64_t d, shifted;
    } cases[] = {
        {"20", "0", 20, 0},       {"20", "0.35", 20, 7},      {"100", "0.29", 100, 29},
        {"100", "0.57", 100, 57}, {"100", "0.58", 100, 58},   {"10", "0.999", 10, 9},
        {"20", "1", 20, 20},      {"1000", "0.001", 1000, 1}, {"0", "0.5", 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct test_loads loads;
        int64_t elsewhere = 0, least = cases[i].d;
        assert_true(generate(&loads, 8, "components", 5,
                             WITH({"items", cases[i].items}, {"alpha", cases[i].alpha})));
        assert_int_equal(loads.kind_count, 8);
        for (uint32_t j = 0; j < 8; j++) {
            assert_int_equal(of_host(&loads, j), cases[i].d);
            assert_int_equal(of_kind(&loads, j), cases[i].d);
            int64_t here = loads.load[(j + 1) % 8 * 8 + j];
            assert_true(here >= cases[i].shifted);
            least = here < least ? here : least;
            elsewhere += cases[i].d - here;
        }
        /* What is not shifted is spread: seven eighths of it elsewhere, some one a shift short. */
        int64_t random = 8 * (cases[i].d - cases[i].shifted);
        assert_true(elsewhere <= random && (random < 80 || elsewhere > random / 2));
        assert_true(random > 80 || least <= cases[i].shifted + 2);
        forget(&loads);
    }
    expect(3, "components", 3, (const int64_t[]){0, 0, 4, 4, 0, 0, 0, 4, 0},
           WITH({"items", "4"}, {"alpha", "1"}));
    refuse(3, "components",
           "33333334 items on each of 3 hosts to deal one by one: at most 100000000 in all are "
           "supported",
           WITH({"items", "33333334"}));
}

/* On 2 hosts with 2 items each, 2 of each component: of the 24 orders of the places 16 mix. */
static void test_components_are_uniform(void **state)
{
    (void)state;
    int mixed = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct test_loads loads;
        assert_true(generate(&loads, 2, "components", seed, WITH({"items", "2"})));
        mixed += loads.load[0] == 1;
        forget(&loads);
    }
    /* 2000 on average, with a deviation of 26. */
    assert_in_range(mixed, 1890, 2110);
}

static void test_cyclic(void **state)
{
    (void)state;
    /* Owners 0 1 0 1 0 1 0, components 0 1 2 0 1 2 0. */
    expect(3, "cyclic", 3, (const int64_t[]){2, 1, 1, 1, 1, 1, 0, 0, 0},
           WITH({"items", "7"}, {"from", "1"}, {"to", "1"}, {"from-hosts", "2"}));
    /* CYCLIC(2) to CYCLIC(3) on 6 hosts, 72 items: 12 on each, and in each component. */
    expect(6, "cyclic", 6, (const int64_t[]){4, 0, 4, 0, 4, 0, 2, 2, 2, 2, 2, 2, 0, 4, 0, 4, 0, 4,
                                             4, 0, 4, 0, 4, 0, 2, 2, 2, 2, 2, 2, 0, 4, 0, 4, 0, 4},
           WITH({"items", "72"}, {"from", "2"}, {"to", "3"}));
    refuse(3, "cyclic", "to-hosts: 4 hosts, of 3: at most these are accepted",
           WITH({"to-hosts", "4"}));
    refuse(3, "cyclic",
           "blocks of 100000001 and 1 that meet again after 600000006 items: at most 100000000 "
           "blocks in a "
           "period are supported",
           WITH({"items", "9007199254740992"}, {"from", "100000001"}, {"to", "1"},
                {"from-hosts", "2"}, {"to-hosts", "3"}));
}

static void print_number(char text[24], uint64_t number)
{
    snprintf(text, 24, "%llu", (unsigned long long)number);
}

static void test_cyclic_against_counting(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 1);
    for (int trial = 0; trial < 300; trial++) {
        char text[5][24];
        uint64_t value[5] = {1 + rd_rng_below(&rng, 300), 1 + rd_rng_below(&rng, 9),
                             1 + rd_rng_below(&rng, 9), 1 + rd_rng_below(&rng, 5),
                             1 + rd_rng_below(&rng, 5)};
        for (int i = 0; i < 5; i++)
            print_number(text[i], value[i]);
        int64_t expected[25] = {0};
        for (uint64_t item = 0; item < value[0]; item++)
            expected[item / value[1] % value[3] * value[4] + item / value[2] % value[4]]++;
        expect(5, "cyclic", (uint32_t)value[4], expected,
               WITH({"items", text[0]}, {"from", text[1]}, {"to", text[2]}, {"from-hosts", text[3]},
                    {"to-hosts", text[4]}));
    }
}

static void test_cyclic_grid(void **state)
{
    (void)state;
    /* A 6 x 5 matrix, blocks of 2 x 1 on 2 x 2 hosts, to blocks of 1 x 3 on 3 x 1. */
    int64_t expected[6 * 3] = {0};
    for (size_t a = 0; a < 6; a++)
        for (size_t b = 0; b < 5; b++) {
            size_t host = a / 2 % 2 * 2 + b % 2;
            expected[host * 3 + a % 3 + b / 3 % 1]++;
        }
    assert_int_equal(expected[0], 3); /* of rows 0 1 4 5 row 0 alone; columns 0 2 4 */
    expect(6, "cyclic-grid", 3, expected,
           WITH({"size", "6 5"}, {"from", "2 1"}, {"to", "1 3"}, {"from-grid", "2 2"},
                {"to-grid", "3 1"}));
    refuse(6, "cyclic-grid", "from-grid: 7 times 1 hosts, of 6: at most these are accepted",
           WITH({"from-grid", "7 1"}));
    refuse(6, "cyclic-grid", "size of a grid: 1 numbers: two are accepted, for rows and columns",
           WITH({"size", "7"}));
}

static void test_scattered_matrix(void **state)
{
    (void)state;
    struct test_loads loads;
    assert_true(generate(&loads, 10, "scattered-matrix", 1, WITH({"side", "60"})));
    assert_int_equal(loads.kind_count, 9);
    for (uint32_t kind = 0; kind < 9; kind++) {
        assert_int_equal(of_kind(&loads, kind), 400);
        /* 400 on average, with a deviation of 19. */
        assert_in_range(of_host(&loads, kind), 320, 480);
    }
    assert_int_equal(of_host(&loads, 9), 0);
    forget(&loads);
    refuse(4, "scattered-matrix", "a side of 7 in 2 blocks: a multiple of them is accepted",
           WITH({"side", "7"}));
}

static void test_owners(void **state)
{
    (void)state;
    expect(3, "owners", 4, (const int64_t[]){0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1},
           WITH({"values", "2 0 2 2"}));
    refuse(2, "owners", "owner 2 of item 1: 0 to 1 are accepted", WITH({"values", "0,2"}));
}

static void test_astray(void **state)
{
    (void)state;
    /* Floor of 3 i / 7: 0 0 0 1 1 2 2. */
    expect(3, "astray", 7,
           (const int64_t[]){1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1},
           WITH({"items", "7"}, {"share", "0"}));
    struct test_loads loads;
    int64_t at_home = 0;
    assert_true(generate(&loads, 4, "astray", 1, WITH({"items", "4000"}, {"share", "0.4"})));
    for (uint32_t item = 0; item < 4000; item++) {
        assert_int_equal(of_kind(&loads, item), 1);
        at_home += loads.load[item * 4 / 4000 * 4000 + item];
    }
    /* Seven in ten, with a deviation of 29. */
    assert_in_range(at_home, 2680, 2920);
    forget(&loads);
    /* Random blocks, none astray: the hosts of the ring's items never fall, and of two blocks of
     * six items the first has 0 to 6, each as often. */
    int times[7] = {0};
    for (uint64_t seed = 0; seed < 700; seed++) {
        assert_true(generate(&loads, 2, "astray", seed,
                             WITH({"items", "6"}, {"share", "0"}, {"runs", "random"})));
        int first = 0;
        while (first < 6 && loads.load[first] == 1)
            first++;
        times[first]++;
        for (int item = 0; item < 6; item++) {
            assert_int_equal(loads.load[item], item < first);
            assert_int_equal(loads.load[6 + item], item >= first);
        }
        forget(&loads);
    }
    for (int first = 0; first < 7; first++)
        assert_in_range(times[first], 60, 140); /* 100, with a deviation of 9 */
}

static void test_three_partition(void **state)
{
    (void)state;
    struct test_loads loads;
    /* B = 9: P and X own 27 and 108, Y 72 and its three sizes. */
    assert_true(generate(&loads, 24, "three-partition", 1, WITH({"sizes", "3 2 4 4 2 3"})));
    assert_int_equal(loads.kind_count, 96 * 18);
    for (uint32_t host = 0; host < 24; host++)
        assert_int_equal(of_host(&loads, host), host < 2   ? 27
                                                : host < 4 ? 108
                                                : host < 6 ? 81
                                                           : 72);
    for (uint32_t item = 0; item < loads.kind_count; item++)
        assert_int_equal(of_kind(&loads, item), 1);
    forget(&loads);
    refuse(12, "three-partition", "6 sizes on 12 hosts: three sizes for every 12 hosts are needed",
           WITH({"sizes", "1 1 1 1 1 1"}));
    refuse(24, "three-partition", "sizes that sum to 7: a multiple of 2 is needed",
           WITH({"sizes", "1 1 1 1 1 2"}));
    /* By steps: P and D of L - B = 4 (2B + 18), three givers of L + B. */
    assert_true(
        generate(&loads, 6, "three-partition", 1, WITH({"sizes", "2 2 3"}, {"metric", "steps"})));
    assert_int_equal(loads.kind_count, 6 * (4 * 32 + 7));
    for (uint32_t host = 0; host < 6; host++)
        assert_int_equal(of_host(&loads, host), host < 3 ? 128 : 142);
    for (uint32_t item = 0; item < loads.kind_count; item++)
        assert_int_equal(of_kind(&loads, item), 1);
    forget(&loads);
    refuse(12, "three-partition", "3 sizes on 12 hosts: three sizes for every 6 hosts are needed",
           WITH({"sizes", "2 2 3"}, {"metric", "steps"}));
    refuse(6, "three-partition",
           "size 4 of sets that sum to 7: at most half of it is accepted by steps",
           WITH({"sizes", "1 2 4"}, {"metric", "steps"}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix),          cmocka_unit_test(test_random_matrix),
        cmocka_unit_test(test_components),      cmocka_unit_test(test_components_are_uniform),
        cmocka_unit_test(test_cyclic),          cmocka_unit_test(test_cyclic_against_counting),
        cmocka_unit_test(test_cyclic_grid),     cmocka_unit_test(test_scattered_matrix),
        cmocka_unit_test(test_owners),          cmocka_unit_test(test_astray),
        cmocka_unit_test(test_three_partition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
