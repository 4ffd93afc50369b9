/* Generated loads: exact where they can be foretold, within their limits where they are drawn. */
#include "sim/generators/load_generators.h"
#include "sim/model/instance.h"

#include "tests/support/cmocka.h"

#include <string.h>

enum { HOSTS = 10, ATTRIBUTE_LIMIT = 8 };

struct loads {
    struct rd_arena arena;
    int64_t *load, *target;
    struct rd_error error;
};

/* Generates with attributes as "low=1 high=5". */
static bool generate(struct loads *loads, const char *name, const char *attributes, uint32_t hosts,
                     uint64_t seed)
{
    const struct rd_load_generator *generator = rd_load_generator_named(name);
    struct rd_option given[ATTRIBUTE_LIMIT];
    struct rd_options options = {.given = given, .seed = seed};
    struct rd_topology topology;
    uint32_t kind_count = 0;
    *loads = (struct loads){0};
    rd_arena_open(&loads->arena, 0);
    assert_non_null(generator);
    char *text = rd_arena_print(&loads->arena, "%s", attributes);
    for (char *save, *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *sign = strchr(word, '=');
        *sign = '\0';
        given[options.given_count++] = (struct rd_option){word, sign + 1};
    }
    options.spec = generator->attributes;
    assert_true(rd_options_check(&options, &loads->error));
    assert_true(rd_topology_make(RD_RING, RD_ONE_WAY, hosts, &topology, &loads->error));
    bool made = rd_loads_generate(generator, &topology, hosts, &options, &loads->arena, &kind_count,
                                  &loads->load, &loads->target, &loads->error);
    if (made)
        assert_int_equal(kind_count, 1);
    return made;
}

static void forget(struct loads *loads)
{
    rd_arena_close(&loads->arena);
}

static int64_t sum(const int64_t *items, uint32_t hosts)
{
    int64_t total = 0;
    for (uint32_t host = 0; host < hosts; host++)
        total += items[host];
    return total;
}

static void assert_items(const int64_t *items, const int64_t *expected, uint32_t hosts)
{
    for (uint32_t host = 0; host < hosts; host++)
        assert_int_equal(items[host], expected[host]);
}

static void test_uniform(void **state)
{
    (void)state;
    struct loads loads;
    int times[4] = {0};
    assert_true(generate(&loads, "uniform", "low=1 high=3", 3000, 7));
    assert_null(loads.target);
    for (int host = 0; host < 3000; host++) {
        assert_in_range(loads.load[host], 1, 3);
        times[loads.load[host]]++;
    }
    /* 1000 each on average, with a deviation of 26. */
    for (int items = 1; items <= 3; items++)
        assert_in_range(times[items], 850, 1150);
    forget(&loads);
    /* 1 + floor(3 u^2) is 1 for u below sqrt(1/3), 2 up to sqrt(2/3): 0.577, 0.239, 0.184 of 3000,
     * with deviations of 27, 23 and 21. */
    memset(times, 0, sizeof times);
    assert_true(generate(&loads, "uniform", "low=1 high=3 power=2", 3000, 7));
    for (int host = 0; host < 3000; host++) {
        assert_in_range(loads.load[host], 1, 3);
        times[loads.load[host]]++;
    }
    assert_in_range(times[1], 1732 - 135, 1732 + 135);
    assert_in_range(times[2], 717 - 115, 717 + 115);
    assert_in_range(times[3], 551 - 105, 551 + 105);
    forget(&loads);
    assert_false(generate(&loads, "uniform", "low=4 high=3", 3, 7));
    assert_string_equal(loads.error.message, "low 4 and high 3: low must not be above high");
    forget(&loads);
    assert_false(generate(&loads, "uniform", "high=3002399751580331", 3, 7));
    assert_string_equal(loads.error.message, "up to 3002399751580331 items on each of 3 hosts: at "
                                             "most 2^53 in all are supported");
    forget(&loads);
}

/* Hosts divide the items, which stay between low and high. Drawn again, all loads that they divide
 * are as likely: on two hosts from 0 to 1, both have as many. Some taken away, 0 and 1 become 0 and
 * 0. */
static void test_divisible(void **state)
{
    (void)state;
    static const char *const how[] = {"low=2 high=9 divisible=redrawn",
                                      "low=2 high=9 divisible=trimmed"};
    struct loads loads;
    int full = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        for (int i = 0; i < 2; i++) {
            assert_true(generate(&loads, "uniform", how[i], HOSTS, seed));
            assert_int_equal(sum(loads.load, HOSTS) % HOSTS, 0);
            for (int host = 0; host < HOSTS; host++)
                assert_in_range(loads.load[host], 2, 9);
            forget(&loads);
        }
        assert_true(generate(&loads, "uniform", "high=1 divisible=trimmed", 2, seed));
        assert_int_equal(loads.load[0], loads.load[1]);
        full += (int)loads.load[0];
        forget(&loads);
        assert_true(generate(&loads, "uniform", "high=1 divisible=redrawn", 2, seed));
        assert_int_equal(loads.load[0], loads.load[1]);
        full += 1000 * (int)loads.load[0];
        forget(&loads);
    }
    /* A quarter and a half of 400, with deviations of 8.7 and 10. */
    assert_in_range(full % 1000, 65, 135);
    assert_in_range(full / 1000, 160, 240);
}

static void test_remainder(void **state)
{
    (void)state;
    struct loads loads;
    int64_t small = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        assert_true(generate(&loads, "remainder", "levels=4 power=2 mean=3 most=8", HOSTS, seed));
        assert_int_equal(sum(loads.load, HOSTS), 3 * HOSTS);
        for (int host = 0; host < HOSTS - 1; host++)
            assert_in_range(loads.load[host], 0, 3);
        assert_in_range(loads.load[HOSTS - 1], 0, 8);
        forget(&loads);
        /* One coarse load: 4 u^2 is below 1 for half of all u. */
        assert_true(generate(&loads, "remainder", "levels=4 power=2 mean=3 most=6", 2, seed));
        small += loads.load[0] == 0;
        forget(&loads);
    }
    assert_in_range(small, 72, 128); /* 100, with a deviation of 7 */
    assert_false(generate(&loads, "remainder", "levels=1 mean=9 most=17", 2, 1));
    assert_string_equal(loads.error.message,
                        "remainder: of 100000 draws none leaves the last host 0 to 17 items: "
                        "another mean, or a greater most is needed");
    forget(&loads);
}

static void test_skewed(void **state)
{
    (void)state;
    static const int64_t equal[] = {20, 20, 20, 20, 20};
    struct loads loads;
    assert_true(generate(&loads, "skewed", "total=100 skew=0", 5, 1));
    assert_items(loads.load, equal, 5);
    forget(&loads);
    /* 1/1, 1/2, 1/3, 1/4 of 12 * (25/12) = 25: 12, 6, 4, 3 in some order. */
    assert_true(generate(&loads, "skewed", "total=25 skew=1", 4, 1));
    assert_int_equal(sum(loads.load, 4), 25);
    int64_t found[4] = {0};
    for (int host = 0; host < 4; host++)
        for (int rank = 0; rank < 4; rank++) {
            static const int64_t shares[] = {12, 6, 4, 3};
            /* Shares are cut from rounded sums: one item more or less. */
            if (loads.load[host] >= shares[rank] - 1 && loads.load[host] <= shares[rank] + 1)
                found[rank]++;
        }
    for (int rank = 0; rank < 4; rank++)
        assert_true(found[rank] >= 1);
    forget(&loads);
    /* The steepest skew: one host holds all above low. */
    assert_true(generate(&loads, "skewed", "total=1000 skew=10 low=3", HOSTS, 5));
    assert_int_equal(sum(loads.load, HOSTS), 1000);
    int64_t most = 0;
    for (int host = 0; host < HOSTS; host++) {
        assert_true(loads.load[host] >= 3);
        most = loads.load[host] > most ? loads.load[host] : most;
    }
    assert_true(most >= 3 + 969);
    forget(&loads);
    assert_false(generate(&loads, "skewed", "total=29 low=3", HOSTS, 5));
    assert_string_equal(loads.error.message, "a total of 29 items on 10 hosts of at least 3: a "
                                             "total of at least low times hosts is needed");
    forget(&loads);
}

static void test_piled(void **state)
{
    (void)state;
    static const int64_t one_pile[] = {71, 1, 1}, levelled[] = {25, 24, 24};
    struct loads loads;
    assert_true(generate(&loads, "piled", "total=73 low=1 after=balanced", 3, 1));
    assert_items(loads.load, one_pile, 3);
    assert_items(loads.target, levelled, 3);
    forget(&loads);
    /* One of the three has all but one of each other. */
    assert_true(generate(&loads, "piled", "total=9 low=2 after=piled", 3, 1));
    assert_int_equal(sum(loads.target, 3), 9);
    assert_int_equal(loads.target[0] * loads.target[1] * loads.target[2], 2 * 2 * 5);
    forget(&loads);
    /* A fifth of ten hosts: two of them. */
    assert_true(generate(&loads, "piled", "total=1000 share=0.2", HOSTS, 3));
    int holders = 0;
    for (int host = 0; host < HOSTS; host++) {
        holders += loads.load[host] > 0;
        if (loads.load[host] > 0)
            assert_in_range(loads.load[host], 400, 600);
    }
    assert_int_equal(holders, 2);
    assert_int_equal(sum(loads.load, HOSTS), 1000);
    forget(&loads);
    assert_false(generate(&loads, "piled", "total=100000001 share=1", 3, 1));
    assert_string_equal(loads.error.message, "100000001 items to drop one by one: at most "
                                             "100000000 are supported, or share 0");
    forget(&loads);
}

/* Whatever is drawn, what is wanted sums to what is held and keeps the least load. */
static void test_final_loads(void **state)
{
    static const struct {
        const char *name, *attributes;
        int64_t low;
    } cases[] = {
        {"uniform", "low=1 high=9 after=uniform", 1},
        {"uniform", "low=0 high=9 after=balanced", 0},
        {"uniform", "low=900719925474099 high=900719925474099 after=uniform", 900719925474099},
        {"skewed", "total=9007199254740992 low=7 after=uniform", 7},
        {"skewed", "total=12345 skew=2 after=balanced", 0},
        {"piled", "total=9007199254740992 after=uniform", 0},
        {"piled", "total=0 after=uniform", 0},
        {"piled", "total=30 low=3 share=0.5 after=uniform", 3},
        {"uniform", "low=2 high=9 after=piled", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct loads loads;
            assert_true(generate(&loads, cases[i].name, cases[i].attributes, HOSTS, seed));
            assert_non_null(loads.target);
            assert_int_equal(sum(loads.load, HOSTS), sum(loads.target, HOSTS));
            assert_true(sum(loads.load, HOSTS) <= RD_ITEM_LIMIT);
            for (int host = 0; host < HOSTS; host++) {
                assert_true(loads.load[host] >= cases[i].low);
                if (!strstr(cases[i].attributes, "balanced"))
                    assert_true(loads.target[host] >= cases[i].low);
            }
            forget(&loads);
        }
    }
}

static void test_same_seed_same_loads(void **state)
{
    static const char *const attributes[][2] = {{"uniform", "high=1000000 after=uniform"},
                                                {"skewed", "total=1000000 after=uniform"},
                                                {"piled", "total=10000 share=0.5 after=uniform"}};
    (void)state;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        struct loads first, again, other;
        size_t bytes = HOSTS * sizeof(int64_t);
        assert_true(generate(&first, attributes[i][0], attributes[i][1], HOSTS, 1));
        assert_true(generate(&again, attributes[i][0], attributes[i][1], HOSTS, 1));
        assert_true(generate(&other, attributes[i][0], attributes[i][1], HOSTS, 2));
        assert_memory_equal(first.load, again.load, bytes);
        assert_memory_equal(first.target, again.target, bytes);
        assert_memory_not_equal(first.load, other.load, bytes);
        assert_memory_not_equal(first.target, other.target, bytes);
        forget(&other);
        forget(&again);
        forget(&first);
    }
}

static void test_table(void **state)
{
    (void)state;
    assert_null(rd_load_generator_named("hurled"));
    for (size_t i = 0; rd_load_generators[i]; i++) {
        const struct rd_load_generator *generator = rd_load_generators[i];
        struct rd_options defaults = {.spec = generator->attributes};
        assert_ptr_equal(rd_load_generator_named(generator->name), generator);
        assert_true(strlen(generator->summary) > 0);
        for (const struct rd_option_spec *spec = generator->attributes; spec->name; spec++) {
            /* A default is itself accepted. */
            struct rd_option given = {spec->name, rd_option_text(&defaults, spec->name)};
            struct rd_options options = {
                .spec = generator->attributes, .given = &given, .given_count = 1, .seed = 1};
            struct rd_error error;
            assert_true(rd_options_check(&options, &error));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_divisible),
        cmocka_unit_test(test_remainder),
        cmocka_unit_test(test_skewed),
        cmocka_unit_test(test_piled),
        cmocka_unit_test(test_final_loads),
        cmocka_unit_test(test_same_seed_same_loads),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
