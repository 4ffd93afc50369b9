/* The bound of networks whose optimum is known from an exhaustive search, and with it the optimum
 * of the port bound's linear programme and the link bound. Costs are seconds an item. */
#include "algorithms/port_lp/port_bound.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include "sim/model/instance_check.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Every case, in seconds; NAN where it does not say. */
struct known {
    double optimum_s, port_lp_s, link_bound_s;
};

static void read_hosts(const json_t *values, int64_t *ret_items)
{
    for (size_t i = 0; i < json_array_size(values); i++)
        ret_items[i] = json_integer_value(json_array_get(values, i));
}

static double number_at(const json_t *array, size_t place)
{
    return json_number_value(json_array_get(array, place));
}

static struct test_instance read_network(const json_t *value, struct rd_arena *arena)
{
    const json_t *links = json_object_get(value, "links"), *link;
    const json_t *after = json_object_get(value, "after"), *ports = json_object_get(value, "ports");
    const json_t *computing = json_object_get(value, "seconds_an_item");
    uint32_t n = (uint32_t)json_integer_value(json_object_get(value, "hosts"));
    size_t i, count = json_array_size(links);
    struct rd_edge *edge = rd_take(arena, count, struct rd_edge);
    json_array_foreach(links, i, link) edge[i] =
        (struct rd_edge){(uint32_t)number_at(link, 0), (uint32_t)number_at(link, 1)};
    struct test_instance test = test_instance_on(arena, test_graph(arena, n, edge, count), 1);
    json_array_foreach(links, i, link) test_instance_set_cost(
        &test, (uint32_t)number_at(link, 0), (uint32_t)number_at(link, 1),
        json_array_size(link) > 3 ? number_at(link, 3) : 0, number_at(link, 2));
    test_instance_set_ports(&test, (uint32_t)json_integer_value(ports));
    read_hosts(json_object_get(value, "loads"), test.load);
    test.instance.balance_error = 0;
    if (json_is_array(after)) {
        read_hosts(after, test.target);
        test.instance.goal = RD_REACH;
        test.instance.target = test.target;
    }
    if (computing) {
        test.instance.goal = RD_FINISH;
        test.instance.flops_per_item = 1;
        for (uint32_t host = 0; host < n; host++)
            test.speed[host] = 1 / number_at(computing, host);
    }
    return test;
}

static double number_of(const json_t *value, const char *key)
{
    const json_t *number = json_object_get(value, key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

/* Is the bound within what is known? Returns: does it equal the optimum? */
static bool hold(const json_t *value, const char *name)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct test_instance test = read_network(value, &arena);
    struct known known = {number_of(value, "optimum_s"), number_of(value, "port_lp_s"),
                          number_of(value, "link_bound_s")};
    if (isnan(known.optimum_s))
        known.optimum_s = number_of(value, "optimum");
    struct rd_network network;
    struct rd_port_bound bound;
    struct rd_port_settings settings = rd_port_settings_usual();
    assert_true(rd_instance_check(&test.instance, NULL));
    assert_true(rd_network_read(&test.instance, &arena, &scratch, &network, NULL));
    assert_true(rd_port_bound_find(&network, &settings, &arena, &scratch, &bound, NULL));
    if (!(bound.seconds <= known.optimum_s) || bound.seconds < known.port_lp_s * (1 - 1e-5) ||
        bound.seconds < known.link_bound_s * (1 - 1e-12))
        fail_msg("%s: bound %.12g s, optimum %g s, port bound %g s, link bound %g s", name,
                 bound.seconds, known.optimum_s, known.port_lp_s, known.link_bound_s);
    bool is_met = bound.seconds >= known.optimum_s * (1 - 1e-12);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return is_met;
}

/* Returns: of the cases NAME_00.json .., how many have a bound that is the optimum. */
static int hold_all(const char *name, int count)
{
    int met = 0;
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/network/%s_%02d.json", TEST_CASES, name, i);
        json_t *value = json_load_file(path, 0, NULL);
        assert_non_null(value);
        met += hold(value, path);
        json_decref(value);
    }
    return met;
}

/* Without latency dates, whole items and the grid leave nothing on networks as small as these: a
 * bound of this form was the optimum in 2,508 of 2,514. */
static void plain_networks(void **state)
{
    (void)state;
    assert_int_equal(hold_all("plain", 14), 14);
}

static void networks_that_compute(void **state)
{
    (void)state;
    assert_int_equal(hold_all("finish", 6), 6);
}

/* Fixed charges are not in this bound: it only has to be none too high. */
static void networks_with_latency(void **state)
{
    (void)state;
    hold_all("latency", 8);
}

static void messages_of_many_items(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_CASES "/network/bundles.jsonl", "r");
    char line[4096];
    int count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        json_t *value = json_loads(line, 0, NULL);
        assert_non_null(value);
        hold(value, line);
        json_decref(value);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_networks),
        cmocka_unit_test(networks_that_compute),
        cmocka_unit_test(networks_with_latency),
        cmocka_unit_test(messages_of_many_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
