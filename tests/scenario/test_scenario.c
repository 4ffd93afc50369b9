/* Valid scenarios read to exactly what they say. */
#include "scenario_reading.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static void test_ring_reach(void **state)
{
    (void)state;
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/ring_reach.xml");
    const struct rd_scenario *scenario = &reading.scenario;
    const struct rd_instance *instance = &scenario->instance;

    assert_string_equal(scenario->name, "light-redistribution");
    assert_int_equal(scenario->platform_line, 3);
    assert_non_null(strstr(scenario->platform_path, "valid/../platforms/ring_one_way_3.xml"));
    assert_int_equal(scenario->platform_text_size, strlen(scenario->platform_text));
    assert_non_null(strstr(scenario->platform_text, "routing=\"Full\""));

    assert_int_equal(scenario->topology.shape, RD_RING);
    assert_int_equal(scenario->topology.direction, RD_ONE_WAY);
    assert_int_equal(scenario->topology.host_count, 3);
    assert_int_equal(scenario->topology_line, 4);
    assert_string_equal(scenario->host_name[0], "h0");
    assert_string_equal(scenario->host_name[2], "h2");
    assert_memory_equal(&instance->topology, &scenario->topology, sizeof instance->topology);
    assert_ptr_equal(instance->host_name, scenario->host_name);

    assert_false(scenario->tcp_model);
    assert_int_equal(instance->port_model, RD_ONE_PORT);
    assert_int_equal(instance->port_count, 1);
    assert_int_equal(instance->sends, RD_SENDS_UNSET);
    assert_true(instance->item_bytes == 2 && instance->word_bytes == 8);
    assert_true(instance->flops_per_item == 0);

    assert_int_equal(scenario->loads_line, 7);
    assert_int_equal(scenario->goal_line, 12);
    assert_int_equal(instance->goal, RD_REACH);
    assert_int_equal(instance->kind_count, 1);
    static const int64_t load[] = {3, 1, 2}, target[] = {1, 3, 2};
    assert_memory_equal(instance->load, load, sizeof load);
    assert_memory_equal(instance->target, target, sizeof target);

    assert_int_equal(scenario->run_count, 2);
    const struct rd_scenario_run *first = &scenario->run[0], *second = &scenario->run[1];
    assert_string_equal(first->algorithm, "ring-one-way");
    assert_int_equal(first->line, 13);
    assert_int_equal(first->seed, 1);
    assert_int_equal(first->option_count, 0);
    assert_false(first->expect.given);
    assert_true(isnan(first->expect.time) && isnan(first->expect.bound));
    assert_null(first->expect.status);
    assert_int_equal(second->seed, 7);
    assert_int_equal(second->option_count, 1);
    assert_string_equal(second->option[0].name, "schedule");
    assert_string_equal(second->option[0].value, "caterpillar");
    assert_int_equal(second->option_line[0], 15);
    assert_true(second->expect.given);
    assert_int_equal(second->expect.line, 16);
    assert_string_equal(second->expect.status, "ok");
    assert_string_equal(second->expect.optimal, "no");
    assert_string_equal(second->expect.message, "a part of it");
    assert_true(second->expect.time == 3 && second->expect.bound == 2.5);
    assert_true(second->expect.ratio == 1.2);
    reading_close(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
