/* A platform that stays loaded while its links come to cost something else: what the generator
 * knows of them is what a process that has read just that platform says. */
#include "tests/cli/program.h"

#include "sim/engine/engine.h"
#include "sim/run/run_context_open.h"

#include <string.h>

enum { SEEDS = 6 };

static const struct {
    const char *platform, *topology;
    bool known; /* each link is one of SimGrid's own */
} shapes[] = {
    {"generator=\"ring\" direction=\"two-way\" hosts=\"5\"", "shape=\"ring\"", true},
    {"generator=\"ring\" direction=\"one-way\" hosts=\"4\"", "shape=\"ring\"", true},
    {"generator=\"star\" hosts=\"4\"", "shape=\"star\"", true},
    {"generator=\"hypercube\" hosts=\"8\"", "shape=\"hypercube\"", true},
    {"generator=\"torus\" dimensions=\"3x3\"", "shape=\"graph\"", true},
    {"generator=\"switch\" hosts=\"4\"", "shape=\"switch\"", false},
};

/* Loads a platform whose costs and latencies are drawn from a seed. */
static void load(struct test_place *place, const char *path, int seed,
                 struct rd_loaded_platform *loaded, struct rd_run_context *context)
{
    const char *text = rd_arena_print(&place->arena, "%d", seed);
    struct rd_run_context_settings settings = {
        .scenario_path = path, .set = {{"seed", text}}, .set_count = 1, .loaded = loaded};
    struct rd_error_list errors;
    if (!rd_run_context_read(&settings, context, &errors) || !rd_run_context_load(context, &errors))
        fail_msg("%s", errors.error[0].message);
}

/* Of one message over the link of a number: what SimGrid says that it lasts. */
static double play_message(struct rd_run_context *context, uint64_t link)
{
    struct rd_plan plan = {.round_count = 1};
    struct rd_transfer transfer = {.items = 1, .messages = 1};
    assert_true(rd_link_ends(&context->instance.topology, link, &transfer.from, &transfer.to));
    rd_plan_add(&plan, &context->arena, transfer);
    struct rd_instance instance = context->instance;
    int64_t *held = rd_take(&context->arena, instance.topology.host_count, int64_t);
    held[transfer.from] = 1; /* a star's master holds nothing otherwise */
    instance.load = held;
    struct rd_simulation simulation;
    struct rd_error error;
    if (!rd_engine_simulate(context->engine, &instance, &plan, false, &context->arena, &simulation,
                            &error))
        fail_msg("%s", error.message);
    return simulation.makespan_s;
}

/* Costs, speeds and the time of a message over each link, to the last bit. */
static void are_alike(struct rd_run_context *one, struct rd_run_context *other)
{
    const struct rd_topology *topology = &one->instance.topology;
    uint64_t link_count = rd_link_count(topology);
    uint32_t from, to;
    assert_int_equal(one->costs.costs_equal, other->costs.costs_equal);
    assert_memory_equal(one->costs.speed_flops_per_s, other->costs.speed_flops_per_s,
                        topology->host_count * sizeof(double));
    for (uint64_t link = 0; link < link_count; link++) {
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        struct rd_link_cost a = rd_link_cost(&one->instance, link),
                            b = rd_link_cost(&other->instance, link);
        assert_true(a.latency_s == b.latency_s);
        assert_true(a.bandwidth_bytes_per_s == b.bandwidth_bytes_per_s);
        assert_true(play_message(one, link) == play_message(other, link));
    }
}

static void costs_what_it_would_cost_alone(void **state)
{
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const char *path = test_write(
            place, "shape.xml",
            rd_arena_print(
                &place->arena,
                "<scenario>\n<platform %s cost=\"real 1 9\" latency=\"uniform 0 2\" "
                "compute=\"1\"/>\n<topology %s/>\n<loads generator=\"uniform\" low=\"1\" "
                "high=\"9\" after=\"uniform\"/>\n<goal reach=\"after\"/>\n"
                "<run algorithm=\"all\"/>\n</scenario>\n",
                shapes[i].platform, shapes[i].topology));
        struct rd_loaded_platform loaded = {0};
        const struct rd_engine *engine = NULL;
        for (int seed = 1; seed <= SEEDS; seed++) {
            struct rd_run_context lent, alone;
            struct rd_loaded_platform of_its_own = {0};
            load(place, path, seed, &loaded, &lent);
            load(place, path, seed, &of_its_own, &alone);
            assert_true(seed == 1 || lent.engine == engine); /* it stayed loaded */
            assert_int_equal(loaded.known_cost != NULL, shapes[i].known);
            engine = lent.engine;
            are_alike(&lent, &alone);
            rd_run_context_close(&lent);
            rd_run_context_close(&alone);
            rd_loaded_platform_close(&of_its_own);
        }
        rd_loaded_platform_close(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_what_it_would_cost_alone),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
