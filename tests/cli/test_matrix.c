/* The standard instances of the table of networks and goals: each is sound, and of its cell. */
#include "sim/cli/matrix_instances.h"
#include "sim/model/instance_check.h"

#include "tests/support/cmocka.h"

/* Everybody reaches everybody; on a one-way ring, too. */
static bool is_connected(const struct rd_topology *topology)
{
    bool seen[16] = {true};
    uint32_t queue[16] = {0}, count = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t to = 0; to < topology->host_count; to++)
            if (!seen[to] && rd_link_between(topology, queue[i], to) != RD_NO_LINK) {
                seen[to] = true;
                queue[count++] = to;
            }
    return count == topology->host_count;
}

static uint32_t check_cell(const struct rd_matrix_cell *cell)
{
    struct rd_arena arena;
    uint32_t count = 0;
    rd_arena_open(&arena, 0);
    for (uint32_t variant = 0; variant < RD_MATRIX_VARIANTS; variant++) {
        struct rd_instance instance;
        struct rd_error error;
        if (!rd_matrix_instance(cell, variant, &arena, &instance))
            continue;
        if (!rd_instance_check(&instance, &error))
            fail_msg("%s, variant %u: %s", rd_matrix_network(cell->network), variant,
                     error.message);
        assert_int_equal(rd_costs_are_equal(&instance), cell->equal_costs);
        assert_int_equal(instance.goal, cell->goal);
        assert_true(is_connected(&instance.topology));
        count++;
    }
    rd_arena_close(&arena);
    return count;
}

/* 2 sizes, 2 kinds of items, 2 kinds of loads; twice as many where costs are unequal, where rings
 * have two directions, and where they have two kinds of sends. */
static void test_instances(void **state)
{
    static const uint32_t ports[] = {0, 1, 2};
    (void)state;
    for (uint32_t network = 0; network < rd_matrix_network_count; network++)
        for (size_t i = 0; i < 3; i++)
            for (int equal = 0; equal < 2; equal++)
                for (enum rd_goal goal = RD_REACH; goal <= RD_STENCIL; goal++) {
                    struct rd_matrix_cell cell = {network, ports[i], equal, goal};
                    uint32_t wanted = 8;
                    wanted *= equal ? 1 : 2;
                    wanted *= network == 0 ? 2 : 1;
                    wanted *= network == 0 && ports[i] == 0 ? 2 : 1;
                    assert_int_equal(check_cell(&cell), wanted);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_instances)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
