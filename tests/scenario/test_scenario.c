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

/* Are these the hosts, in this order, and their loads [hosts * kinds]? */
static void assert_loads(const struct rd_scenario *scenario, const char *const *names,
                         const int64_t *load)
{
    const struct rd_instance *instance = &scenario->instance;
    uint32_t hosts = scenario->topology.host_count;
    for (uint32_t host = 0; host < hosts; host++)
        assert_string_equal(scenario->host_name[host], names[host]);
    assert_null(names[hosts]);
    assert_memory_equal(instance->load, load, hosts * instance->kind_count * sizeof *load);
}

static void test_everything_generated(void **state)
{
    (void)state;
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/generated.xml");
    const struct rd_scenario *scenario = &reading.scenario;
    const struct rd_instance *instance = &scenario->instance;
    assert_string_equal(scenario->name, "generated");
    assert_null(scenario->platform_path);
    assert_non_null(strstr(scenario->platform_text, "<link id=\"h3>h0\""));
    assert_int_equal(scenario->topology.direction, RD_TWO_WAY);
    assert_int_equal(scenario->topology.host_count, 4);
    assert_string_equal(scenario->host_name[3], "h3");
    /* The documented defaults. */
    assert_false(scenario->tcp_model);
    assert_int_equal(instance->port_model, RD_ONE_PORT);
    assert_true(instance->item_bytes == 1 && instance->word_bytes == 1);
    assert_true(instance->flops_per_item == 0);
    assert_int_equal(scenario->run[0].seed, 1);
    assert_int_equal(scenario->run[1].seed, 5);
    int64_t held = 0, wanted = 0;
    for (int host = 0; host < 4; host++) {
        assert_in_range(instance->load[host], 1, 9);
        held += instance->load[host];
        wanted += instance->target[host];
        assert_in_range(instance->target[0] - instance->target[host], 0, 1);
    }
    assert_int_equal(held, wanted);
    reading_close(&reading);
}

static void test_star_with_csv_in_any_order(void **state)
{
    (void)state;
    static const char *const names[] = {"w08", "w09", "w10", "x", "boss", NULL};
    static const int64_t load[] = {5, 0, 0, 7, 0};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/star_csv.xml");
    const struct rd_instance *instance = &reading.scenario.instance;
    assert_loads(&reading.scenario, names, load);
    assert_int_equal(reading.scenario.topology.shape, RD_STAR);
    assert_int_equal(instance->goal, RD_FINISH);
    assert_null(instance->target);
    assert_true(instance->item_bytes == 0 && instance->word_bytes == 0);
    assert_true(instance->flops_per_item == 2.5);
    reading_close(&reading);
}

static void test_kinds_to_gather(void **state)
{
    (void)state;
    static const char *const names[] = {"h0", "h1", "h2", "h3", NULL};
    static const int64_t load[] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/cube_gather.xml");
    const struct rd_instance *instance = &reading.scenario.instance;
    assert_int_equal(instance->kind_count, 3);
    assert_loads(&reading.scenario, names, load);
    assert_int_equal(instance->goal, RD_GATHER);
    assert_int_equal(instance->port_model, RD_PIPELINED_PORTS);
    assert_int_equal(instance->port_count, UINT32_MAX);
    assert_true(reading.scenario.tcp_model);
    assert_true(instance->item_bytes == 0 && instance->word_bytes == 4);
    assert_int_equal(reading.scenario.topology.dimension_count, 2);
    reading_close(&reading);
}

static void test_balance_with_three_ports(void **state)
{
    (void)state;
    static const char *const names[] = {"h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", NULL};
    static const int64_t load[] = {80, 0, 0, 0, 0, 0, 0, 0};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/shuffle_balance.xml");
    const struct rd_instance *instance = &reading.scenario.instance;
    assert_loads(&reading.scenario, names, load);
    assert_int_equal(instance->port_model, RD_K_PORTS);
    assert_int_equal(instance->port_count, 3);
    assert_int_equal(instance->goal, RD_BALANCE);
    assert_int_equal(instance->balance_error, 1);
    reading_close(&reading);
}

static void test_stencil_on_some_hosts_of_a_switch(void **state)
{
    (void)state;
    static const char *const names[] = {"h5", "h0", "h1", "h2", NULL};
    static const int64_t load[] = {25, 25, 25, 25};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/switch_stencil.xml");
    const struct rd_instance *instance = &reading.scenario.instance;
    assert_loads(&reading.scenario, names, load);
    assert_int_equal(instance->goal, RD_STENCIL);
    assert_int_equal(instance->stencil_metric, RD_STEPS_METRIC);
    assert_int_equal(instance->stencil_iterations, 12);
    reading_close(&reading);
}

static void test_hosts_of_a_cluster(void **state)
{
    (void)state;
    static const char *const names[] = {"node-0.lyon", "node-1.lyon", "node-2.lyon",
                                        "node-3.lyon", "node-7.lyon", NULL};
    static const int64_t load[5] = {0};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/bus_cluster.xml");
    assert_loads(&reading.scenario, names, load);
    assert_int_equal(reading.scenario.topology.shape, RD_BUS);
    assert_int_equal(reading.scenario.instance.port_model, RD_ALL_PORTS);
    assert_int_equal(reading.scenario.instance.port_count, UINT32_MAX);
    assert_int_equal(reading.scenario.instance.balance_error, 0);
    reading_close(&reading);
}

static void test_ring_on_a_generated_switch(void **state)
{
    (void)state;
    static const char *const names[] = {"h4", "h0", "h1", "h2", "h3", NULL};
    static const int64_t load[] = {5, 0, 0, 0, 0};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/ring_load.xml");
    assert_loads(&reading.scenario, names, load);
    assert_int_equal(reading.scenario.topology.shape, RD_RING);
    assert_int_equal(reading.scenario.instance.sends, RD_MULTI_SEND);
    reading_close(&reading);
}

static void test_generated_star(void **state)
{
    (void)state;
    static const char *const names[] = {"h0", "h1", "h2", "m", NULL};
    static const int64_t load[] = {2, 2, 2, 0};
    struct reading reading;
    reading_open(&reading);
    read_valid(&reading, "valid/generated_star.xml");
    assert_loads(&reading.scenario, names, load);
    assert_memory_equal(reading.scenario.instance.target, load, sizeof load);
    assert_non_null(strstr(reading.scenario.platform_text, "<host id=\"m\" speed=\"1f\"/>"));
    reading_close(&reading);
}

/* Five links by name; twelve hosts with four neighbours each; four lines for both ways. */
static void test_graphs(void **state)
{
    static const struct {
        const char *file;
        uint32_t hosts, links;
    } graphs[] = {{"valid/graph_edges.xml", 4, 5},
                  {"valid/graph_torus.xml", 12, 48},
                  {"valid/graph_listed.xml", 5, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        struct reading reading;
        reading_open(&reading);
        read_valid(&reading, graphs[i].file);
        assert_int_equal(reading.scenario.topology.shape, RD_GRAPH);
        assert_int_equal(reading.scenario.topology.host_count, graphs[i].hosts);
        assert_int_equal(rd_link_count(&reading.scenario.topology), graphs[i].links);
        reading_close(&reading);
    }
}

/* The same bytes, twice. */
static void test_reading_again_gives_the_same(void **state)
{
    (void)state;
    struct reading first, second;
    reading_open(&first);
    reading_open(&second);
    read_valid(&first, "valid/generated.xml");
    read_valid(&second, "valid/generated.xml");
    assert_string_equal(first.scenario.platform_text, second.scenario.platform_text);
    assert_memory_equal(first.scenario.instance.load, second.scenario.instance.load,
                        4 * sizeof(int64_t));
    reading_close(&second);
    reading_close(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring_reach),
        cmocka_unit_test(test_everything_generated),
        cmocka_unit_test(test_star_with_csv_in_any_order),
        cmocka_unit_test(test_kinds_to_gather),
        cmocka_unit_test(test_balance_with_three_ports),
        cmocka_unit_test(test_stencil_on_some_hosts_of_a_switch),
        cmocka_unit_test(test_hosts_of_a_cluster),
        cmocka_unit_test(test_ring_on_a_generated_switch),
        cmocka_unit_test(test_generated_star),
        cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_reading_again_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
