#include "generated.h"

#include "cmocka.h"
#include "sim/generators/load_generators.h"

bool test_generate(struct test_loads *loads, enum rd_shape shape, uint32_t hosts, const char *name,
                   uint64_t seed, const struct rd_option attributes[TEST_ATTRIBUTES])
{
    const struct rd_load_generator *generator = rd_load_generator_named(name);
    assert_non_null(generator);
    struct rd_options options = {.spec = generator->attributes, .given = attributes, .seed = seed};
    while (options.given_count < TEST_ATTRIBUTES && attributes[options.given_count].name)
        options.given_count++;
    struct rd_topology topology;
    *loads = (struct test_loads){.host_count = hosts};
    rd_arena_open(&loads->arena, 0);
    assert_true(rd_options_check(&options, &loads->error));
    assert_true(rd_topology_make(shape, shape == RD_RING ? RD_ONE_WAY : RD_NO_DIRECTION, hosts,
                                 &topology, &loads->error));
    return rd_loads_generate(generator, &topology, hosts, &options, &loads->arena,
                             &loads->kind_count, &loads->load, &loads->target, &loads->error);
}

void test_generated(enum rd_shape shape, uint32_t hosts, const char *name, uint32_t kinds,
                    const int64_t *expected, const struct rd_option attributes[TEST_ATTRIBUTES])
{
    struct test_loads loads;
    if (!test_generate(&loads, shape, hosts, name, 1, attributes))
        fail_msg("%s: %s", name, loads.error.message);
    assert_int_equal(loads.kind_count, kinds);
    assert_null(loads.target);
    for (uint32_t i = 0; i < hosts * kinds; i++)
        if (loads.load[i] != expected[i])
            fail_msg("%s: entry %u is %d, not %d", name, i, (int)loads.load[i], (int)expected[i]);
    rd_arena_close(&loads.arena);
}

void test_not_generated(enum rd_shape shape, uint32_t hosts, const char *name, const char *message,
                        const struct rd_option attributes[TEST_ATTRIBUTES])
{
    struct test_loads loads;
    assert_false(test_generate(&loads, shape, hosts, name, 1, attributes));
    assert_string_equal(loads.error.message, message);
    rd_arena_close(&loads.arena);
}
