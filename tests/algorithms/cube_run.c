#include "cube_run.h"

#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"

#include <math.h>
#include <string.h>

struct test_instance cube_unit_instance(enum rd_shape shape, enum rd_port_model ports, uint32_t d,
                                        const int64_t *load, struct rd_arena *arena)
{
    uint32_t hosts = UINT32_C(1) << d;
    struct test_instance test = test_instance_make(arena, shape, RD_NO_DIRECTION, hosts, 1);
    test.instance.port_model = ports;
    test.instance.port_count = ports == RD_ONE_PORT ? 1 : UINT32_MAX;
    test.instance.item_bytes = test.instance.word_bytes = 0;
    test.instance.balance_error = 0;
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] = (struct rd_link_cost){1, INFINITY};
    memcpy(test.load, load, hosts * sizeof *load);
    return test;
}

struct cube_run cube_run_with(const char *name, const struct rd_instance *instance,
                              const struct rd_option *given, size_t given_count,
                              struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    assert_non_null(algorithm);
    struct rd_options options = {
        .spec = algorithm->options, .given = given, .given_count = given_count, .seed = 1};
    struct cube_run ran = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &ran.error))
        return ran;
    ran.planned =
        algorithm->plan(algorithm, instance, &options, arena, scratch, &ran.plan, &ran.error);
    assert_true(ran.planned);
    rd_referee_plan(instance, &ran.plan, arena, scratch, NULL, &ran.verdict);
    if (ran.verdict.violation != RD_LEGAL || !ran.verdict.goal_reached) {
        test_instance_print(stderr, instance);
        fail_msg("%s: %s%s", name, ran.verdict.message, ran.verdict.goal_message);
    }
    assert_true(rd_times_agree(ran.verdict.makespan_s, ran.plan.round_count, ran.plan.round_count));
    return ran;
}

struct cube_run cube_run(const char *name, const struct rd_instance *instance,
                         struct rd_arena *arena, struct rd_arena *scratch)
{
    return cube_run_with(name, instance, NULL, 0, arena, scratch);
}
