/* What --set changes, and what it refuses. */
#include "scenario_reading.h"
#include "table_names.h"

#include "sim/generators/load_generators.h"
#include "sim/platform/platform_generator.h"
#include "sim/scenario/attributes.h"
#include "sim/scenario/document_cache.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* Reads with one parameter set. */
static bool read_set(struct reading *reading, const char *file, const char *name, const char *value)
{
    struct rd_option set = {name, value};
    return read_with(reading, file, &set, 1);
}

/* The errors of a reading as they are printed, without the folder of the tests. */
static const char *printed_errors(struct reading *reading)
{
    char *text = rd_take(&reading->arena, 100000, char);
    FILE *out = fmemopen(text, 100000, "w");
    assert_non_null(out);
    rd_error_list_print(out, &reading->errors);
    fclose(out);
    return strncmp(text, SCENARIO_TESTS, strlen(SCENARIO_TESTS)) == 0
               ? text + strlen(SCENARIO_TESTS) + 1
               : text;
}

static void test_parameters_change_what_they_name(void **state)
{
    (void)state;
    struct reading reading;
    const struct rd_scenario *scenario = &reading.scenario;
    const struct rd_instance *instance = &reading.scenario.instance;
    reading_open(&reading);

    assert_true(read_set(&reading, "valid/generated.xml", "hosts", "7"));
    assert_int_equal(scenario->topology.host_count, 7);
    assert_true(read_set(&reading, "valid/generated.xml", "direction", "one-way"));
    assert_int_equal(scenario->topology.direction, RD_ONE_WAY);
    assert_null(strstr(scenario->platform_text, "h1>h0"));
    assert_true(read_set(&reading, "valid/generated.xml", "cost", "4"));
    assert_non_null(strstr(scenario->platform_text, "bandwidth=\"0.25Bps\""));
    assert_true(read_set(&reading, "valid/generated.xml", "latency", "3"));
    assert_non_null(strstr(scenario->platform_text, "latency=\"3s\""));
    static const struct rd_option scaled[] = {
        {"cost", "4"}, {"scaled-links", "h2>h3"}, {"link-scale", "2"}};
    assert_true(read_with(&reading, "valid/generated.xml", scaled, 3));
    assert_non_null(strstr(scenario->platform_text, "\"h2>h3\" bandwidth=\"0.5Bps\""));
    assert_non_null(strstr(scenario->platform_text, "\"h3>h2\" bandwidth=\"0.25Bps\""));
    assert_true(read_set(&reading, "valid/generated.xml", "compute", "0.5"));
    assert_non_null(strstr(scenario->platform_text, "speed=\"2f\""));
    assert_true(read_set(&reading, "valid/generated.xml", "model", "tcp"));
    assert_true(scenario->tcp_model);
    assert_true(read_set(&reading, "valid/generated.xml", "ports", "all"));
    assert_int_equal(instance->port_model, RD_ALL_PORTS);
    assert_true(read_set(&reading, "valid/generated.xml", "item-bytes", "12"));
    assert_true(instance->item_bytes == 12 && instance->word_bytes == 12);
    assert_true(read_set(&reading, "valid/star_csv.xml", "word-bytes", "3"));
    assert_true(instance->item_bytes == 0 && instance->word_bytes == 3);
    assert_true(read_set(&reading, "valid/star_csv.xml", "flops", "4"));
    assert_true(instance->flops_per_item == 4);
    assert_true(read_set(&reading, "valid/shuffle_balance.xml", "goal-error", "0"));
    assert_int_equal(instance->balance_error, 0);
    assert_true(read_set(&reading, "valid/switch_stencil.xml", "metric", "volume"));
    assert_int_equal(instance->stencil_metric, RD_VOLUME_METRIC);
    assert_true(read_set(&reading, "valid/switch_stencil.xml", "iterations", "0"));
    assert_int_equal(instance->stencil_iterations, 0);
    assert_true(read_set(&reading, "valid/shuffle_balance.xml", "load-total", "8"));
    assert_int_equal(instance->load[0], 8);
    assert_true(read_set(&reading, "valid/ring_load.xml", "sends", "single"));
    assert_int_equal(instance->sends, RD_SINGLE_SEND);
    assert_true(read_set(&reading, "valid/generated.xml", "run-seed", "9"));
    assert_int_equal(scenario->run[0].seed, 9);
    assert_int_equal(scenario->run[1].seed, 9);
    reading_close(&reading);
}

static bool has_parameter(const char *element, const char *attribute)
{
    rd_parameters_each (line)
        if (strcmp(line->element, element) == 0 && strcmp(line->name, attribute) == 0)
            return true;
    return false;
}

/* Whatever a platform or loads are generated or read from, a sweep may vary. */
static void test_every_attribute_has_a_parameter(void **state)
{
    (void)state;
    static const char *const others[][2] = {
        {"loads", "file"},          {"loads", "generator"}, {"loads", "seed"},
        {"network", "model"},       {"network", "ports"},   {"network", "sends"},
        {"items", "bytes"},         {"items", "flops"},     {"items", "word-bytes"},
        {"items", "message-bytes"}, {"goal", "reach"},      {"goal", "error"},
        {"goal", "metric"},         {"goal", "iterations"}, {"goal", "overlap"},
        {"topology", "hosts"},      {"run", "seed"},        {"run", "algorithm"}};
    for (const char *const *name = rd_platform_attributes; *name; name++)
        assert_true(has_parameter("platform", *name));
    for (size_t i = 0; rd_load_generators[i]; i++)
        for (const struct rd_option_spec *spec = rd_load_generators[i]->attributes; spec->name;
             spec++)
            assert_true(has_parameter("loads", spec->name));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_true(has_parameter(others[i][0], others[i][1]));
}

/* One way, a torus of 3 by 2 hosts has 6 links in rings of three and 6 in rings of two; two-way it
 * would have 12 and 6. Hosts in another order; hosts that compute while words travel. */
static void test_parameters_of_some_kinds(void **state)
{
    (void)state;
    static const char torus[] = "<scenario><platform generator='torus' dimensions='3x2'/><topology "
                                "shape='graph'/><loads/><goal reach='balance'/>"
                                "<run algorithm='network-planner'/></scenario>";
    static const char ring[] =
        "<scenario><platform generator='switch' hosts='3'/><topology shape='ring' "
        "direction='two-way' hosts='h0 h1 h2'/><loads><load host='h0' items='1'/></loads>"
        "<goal reach='stencil'/><run algorithm='stencil-keep'/></scenario>";
    static const struct rd_option set[] = {
        {"direction", "one-way"}, {"topology-hosts", "h2 h0"}, {"overlap", "yes"}};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        struct rd_scenario_settings settings = {.set = &set[i], .set_count = 1};
        const char *text = i == 0 ? torus : ring;
        struct reading reading;
        reading_open(&reading);
        reading.errors = (struct rd_error_list){.arena = &reading.arena};
        assert_true(rd_scenario_read_text("a.xml", text, strlen(text), &settings, &reading.arena,
                                          &reading.scenario, &reading.errors));
        const struct rd_scenario *scenario = &reading.scenario;
        assert_true(i != 0 || rd_link_count(&scenario->topology) == 6 + 6);
        assert_true(i != 1 || strcmp(scenario->host_name[0], "h2") == 0);
        assert_int_equal(scenario->instance.stencil_overlap, i == 2);
        reading_close(&reading);
    }
}

static void test_seed_sets_all_seeds(void **state)
{
    (void)state;
    static const struct rd_option each[] = {
        {"platform-seed", "31"}, {"load-seed", "31"}, {"run-seed", "31"}};
    struct reading one, three, other;
    reading_open(&one);
    reading_open(&three);
    reading_open(&other);
    assert_true(read_set(&one, "valid/generated.xml", "seed", "31"));
    assert_true(read_with(&three, "valid/generated.xml", each, 3));
    assert_true(read_set(&other, "valid/generated.xml", "seed", "32"));
    assert_string_equal(one.scenario.platform_text, three.scenario.platform_text);
    assert_string_not_equal(one.scenario.platform_text, other.scenario.platform_text);
    size_t bytes = 4 * sizeof(int64_t);
    assert_memory_equal(one.scenario.instance.load, three.scenario.instance.load, bytes);
    assert_memory_not_equal(one.scenario.instance.load, other.scenario.instance.load, bytes);
    assert_int_equal(one.scenario.run[1].seed, 31);
    assert_int_equal(three.scenario.run[1].seed, 31);
    reading_close(&other);
    reading_close(&three);
    reading_close(&one);
}

/* Changing one seed leaves what the others make. */
static void test_seeds_are_apart(void **state)
{
    (void)state;
    struct reading first, second;
    reading_open(&first);
    reading_open(&second);
    assert_true(read_set(&first, "valid/generated.xml", "load-seed", "1"));
    assert_true(read_set(&second, "valid/generated.xml", "load-seed", "2"));
    assert_string_equal(first.scenario.platform_text, second.scenario.platform_text);
    assert_memory_not_equal(first.scenario.instance.load, second.scenario.instance.load,
                            4 * sizeof(int64_t));
    reading_close(&second);
    reading_close(&first);
}

struct refusal {
    const char *file, *name, *value, *message;
    enum rd_error_code code;
};

static const struct refusal refusals[] = {
    {"valid/generated.xml", "hostz", "3",
     "redist: --set hostz=3: accepted are {parameters} (did you mean hosts?)\n", RD_ERROR_USAGE},
    {"valid/ring_reach.xml", "hosts", "3",
     "redist: --set hosts=3: a scenario whose <platform> has a generator is needed\n",
     RD_ERROR_USAGE},
    {"valid/ring_reach.xml", "load-seed", "3",
     "redist: --set load-seed=3: a scenario whose <loads> has a generator is needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "load-skew", "3",
     "redist: --set load-skew=3: a scenario whose <loads> has a generator that takes it is "
     "needed\n",
     RD_ERROR_USAGE},
    {"valid/ring_reach.xml", "load-low", "3",
     "redist: --set load-low=3: a scenario whose <loads> has a generator that takes it is needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "goal-error", "3",
     "redist: --set goal-error=3: a scenario with goal reach=\"balance\" is needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "metric", "steps",
     "redist: --set metric=steps: a scenario with goal reach=\"stencil\" is needed\n",
     RD_ERROR_USAGE},
    {"valid/star_csv.xml", "direction", "one-way",
     "redist: --set direction=one-way: a scenario of a ring, generated torus or generated graph is "
     "needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "load-file", "a.csv",
     "redist: --set load-file=a.csv: a scenario whose <loads> names a file is needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "edges", "a.txt",
     "redist: --set edges=a.txt: a scenario whose <platform> has a generator that takes it is "
     "needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "hosts", "", "redist: --set hosts=: a value is needed\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "cost", "\xff",
     "redist: --set cost=?: a value in UTF-8 of at most 100000 bytes is accepted\n",
     RD_ERROR_USAGE},
    {"valid/generated.xml", "hosts", "many",
     "valid/generated.xml:4: hosts=\"many\" of <platform>, from --set hosts: an integer from 1 to "
     "1048576 is accepted\n",
     RD_ERROR_INPUT},
    {"valid/generated.xml", "model", "exac",
     "valid/generated.xml:3: model=\"exac\" of <network>, from --set model: accepted are exact, "
     "tcp (did you mean exact?)\n",
     RD_ERROR_INPUT},
    {"valid/generated.xml", "link-scale", "2",
     "valid/generated.xml:4: link-scale without scaled-links: the names of the links that it "
     "multiplies are needed\n",
     RD_ERROR_INPUT},
    {"valid/generated.xml", "scaled-links", "h3>h4",
     "valid/generated.xml:4: scaled-links: \"h3>h4\" is no link of the platform: accepted are "
     "h0>h1, h1>h2, h2>h3, h3>h0, h0>h3, h1>h0, h2>h1, h3>h2 (did you mean \"h3>h0\"?)\n",
     RD_ERROR_INPUT},
    {"valid/generated.xml", "load-low", "10",
     "valid/generated.xml:6: low 10 and high 9: low must not be above high\n", RD_ERROR_INPUT},
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *refusal = &refusals[i];
        struct reading reading;
        reading_open(&reading);
        assert_false(read_set(&reading, refusal->file, refusal->name, refusal->value));
        assert_string_equal(printed_errors(&reading),
                            with_table_names(&reading.arena, refusal->message));
        assert_int_equal(reading.errors.error[0].code, refusal->code);
        reading_close(&reading);
    }
}

/* A value of 100,000 bytes is read, one more is not. */
static void test_a_very_long_value(void **state)
{
    (void)state;
    struct reading reading;
    reading_open(&reading);
    char *value = rd_take(&reading.arena, 100002, char);
    memset(value, ' ', 100001);
    value[0] = '3';
    assert_false(read_set(&reading, "valid/generated.xml", "cost", value));
    assert_string_equal(strstr(printed_errors(&reading), "a value in UTF-8"),
                        "a value in UTF-8 of at most 100000 bytes is accepted\n");
    value[100000] = '\0';
    assert_true(read_set(&reading, "valid/generated.xml", "cost", value));
    reading_close(&reading);
}

/* A seed of runs has no place where there are none, nor has an attribute of a generator that
 * nobody knows. */
static void test_scenarios_without_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
        struct rd_option set;
    } cases[] = {
        {"<scenario/>",
         "redist: --set run-seed=3: a scenario with <run> is needed\n",
         {"run-seed", "3"}},
        {"<scenario><loads generator='unifrom'/></scenario>",
         "redist: --set load-low=3: a scenario whose <loads> has a generator that takes it is "
         "needed\n",
         {"load-low", "3"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_scenario_settings settings = {.set = &cases[i].set, .set_count = 1};
        struct reading reading;
        reading_open(&reading);
        reading.errors = (struct rd_error_list){.arena = &reading.arena};
        assert_false(rd_scenario_read_text("a.xml", cases[i].text, strlen(cases[i].text), &settings,
                                           &reading.arena, &reading.scenario, &reading.errors));
        assert_string_equal(printed_errors(&reading), cases[i].said);
        reading_close(&reading);
    }
}

static void test_a_parameter_twice(void **state)
{
    (void)state;
    static const struct rd_option twice[] = {{"hosts", "3"}, {"ports", "2"}, {"hosts", "4"}};
    struct reading reading;
    reading_open(&reading);
    assert_false(read_with(&reading, "valid/generated.xml", twice, 3));
    assert_string_equal(printed_errors(&reading),
                        "redist: --set hosts=4: given twice: each parameter is accepted once\n");
    assert_int_equal(rd_error_list_exit_status(&reading.errors), 2);
    reading_close(&reading);
}

/* Whatever was read before from the same document, a reading is as if it were the first. */
static void test_a_document_that_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *hosts, *cost;
        bool from_kept; /* by the rule: the last reading was good, and numbers alone differ */
    } step[] = {{"5", "2", false},           {"6", "2", true},           {"6", "0.5", true},
                {"6", "uniform 1 5", false}, {"7", "uniform 1 5", true}, {"0", "uniform 1 5", true},
                {"7", "uniform 1 5", false}, {"7", "3", false},          {"5", "2", true}};
    struct rd_document_cache kept = {0};
    struct reading fresh, reading;
    reading_open(&fresh);
    reading_open(&reading);
    reading.kept = &kept;
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        struct rd_option set[] = {{"hosts", step[i].hosts}, {"cost", step[i].cost}};
        struct _xmlDoc *before = kept.doc;
        bool good = read_with(&fresh, "valid/generated.xml", set, 2);
        assert_int_equal(read_with(&reading, "valid/generated.xml", set, 2), good);
        assert_string_equal(printed_errors(&reading), printed_errors(&fresh));
        assert_int_equal(kept.doc != NULL, good);
        assert_int_equal(before && (!good || kept.doc == before), step[i].from_kept);
        if (!good)
            continue;
        uint32_t hosts = fresh.scenario.topology.host_count;
        assert_int_equal(reading.scenario.topology.host_count, hosts);
        assert_string_equal(reading.scenario.platform_text, fresh.scenario.platform_text);
        assert_memory_equal(reading.scenario.instance.load, fresh.scenario.instance.load,
                            hosts * sizeof(int64_t));
    }
    rd_document_cache_close(&kept);
    reading_close(&reading);
    reading_close(&fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters_change_what_they_name),
        cmocka_unit_test(test_every_attribute_has_a_parameter),
        cmocka_unit_test(test_parameters_of_some_kinds),
        cmocka_unit_test(test_seed_sets_all_seeds),
        cmocka_unit_test(test_seeds_are_apart),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_a_very_long_value),
        cmocka_unit_test(test_scenarios_without_a_place),
        cmocka_unit_test(test_a_parameter_twice),
        cmocka_unit_test(test_a_document_that_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
