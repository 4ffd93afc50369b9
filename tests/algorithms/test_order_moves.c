/* Orders near one in which objects can be moved where space is limited: each is dated no sooner
 * than the referee does, and what is found is a legal plan and no worse. The first argument
 * multiplies the lists. */
#include "object_families.h"

#include "algorithms/objects/order.h"
#include "algorithms/objects/order_moves.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

static uint64_t factor = 1;

/* A list in the order that rd_find_order found, by critical port. Returns: false if there is none.
 */
static bool schedule_list(const struct rd_object_list *copies, struct rd_copy_schedule *ret)
{
    const uint32_t *way = rd_shortest_ways(copies, &test_arena);
    uint32_t *order = rd_take(&test_arena, copies->count, uint32_t);
    struct rd_space_state state = rd_space_state_open(copies, &test_arena);
    struct rd_dispatch_rule rule = {.by = RD_BY_CRITICAL_PORT, .lambda = 1e-4, .order = order};
    if (rd_find_order(copies, way, &state, 40, RD_ORDER_SUBSETS, 1, order, &test_scratch) !=
        RD_ORDER_FOUND)
        return false;
    *ret = rd_dispatch(copies, way, &rule, &test_arena, &test_scratch);
    return true;
}

static double judged_s(const struct rd_object_list *copies, const struct rd_copy_schedule *schedule)
{
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    rd_plan_copies(copies, schedule, &test_arena, &plan);
    rd_referee_plan(copies->instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_true(verdict.goal_reached);
    return verdict.makespan_s;
}

/* Returns: 1 if a shorter schedule is found. */
static uint64_t check_list(const struct object_family *family, struct rd_rng *rng)
{
    struct object_case of;
    struct rd_object_list copies;
    struct rd_copy_schedule schedule;
    object_case_draw(&of, family, rng);
    if (family->one_size) /* a bus takes no less than the switch that the optimum is of */
        of.instance.topology.shape = RD_BUS;
    assert_true(rd_instance_check(&of.instance, NULL));
    assert_true(rd_object_list_read(&of.instance, &test_arena, &copies, NULL));
    if (!schedule_list(&copies, &schedule))
        return 0;
    struct rd_copy_schedule found =
        rd_move_in_order(&copies, &schedule, 0, 100, 1, &test_arena, &test_scratch);
    double before_s = judged_s(&copies, &schedule), after_s = judged_s(&copies, &found);
    int64_t optimum = object_optimum(&of);
    assert_true(found.makespan_s <= schedule.makespan_s);
    assert_true(after_s <= found.makespan_s * (1 + 1e-12));
    assert_true(after_s <= before_s * (1 + 1e-12) && after_s >= (double)optimum * (1 - 1e-9));
    return after_s < before_s * (1 - 1e-9);
}

static void test_small_lists(void **state)
{
    (void)state;
    enum { LISTS = 60 };
    static const struct object_family families[] = {
        {.name = "one port", .ports = 1, .space = true},
        {.name = "ports", .ports = 3, .space = true, .unequal = true},
        {.name = "combined", .ports = 2, .space = true, .combined = true},
        {.name = "two racks", .ports = 2, .space = true, .unequal = true, .racks = true},
        {.name = "bus", .ports = 1, .space = true, .one_size = true},
        {.name = "many a pair", .ports = 3, .space = true, .many_a_pair = true},
        {.name = "dropped", .ports = 2, .space = true, .dropped = true, .several_sources = true}};
    uint64_t all = 0;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct rd_rng rng = rd_rng_seeded(11 + i, 0);
        uint64_t shorter = 0;
        for (uint64_t list = 0; list < LISTS * factor; list++) {
            struct rd_arena_mark mark = rd_arena_mark(&test_arena);
            shorter += check_list(&families[i], &rng);
            rd_arena_rewind(&test_arena, mark);
        }
        print_message("%s: %d of %d lists end sooner\n", families[i].name, (int)shorter,
                      (int)(LISTS * factor));
        all += shorter;
    }
    assert_true(all > 0);
}

/* Host 0 is full, and 4 bytes come to it when as many have left. Where two objects of one byte go
 * first, and then one of 4, they come in [6, 10]; where that one goes first, in [4, 8]. */
static void test_large_one_first(void **state)
{
    (void)state;
    struct object_case of;
    struct rd_object_list copies;
    object_case_open(&of, 4);
    of.instance.costs_equal = true;
    object_case_add(&of, 1, 0, 2);
    object_case_add(&of, 1, 0, 2);
    object_case_add(&of, 4, 0, 3);
    object_case_add(&of, 4, 1, 0);
    of.space[0] = 0;
    of.objects.space_bytes = of.space;
    assert_true(rd_instance_check(&of.instance, NULL));
    assert_true(rd_object_list_read(&of.instance, &test_arena, &copies, NULL));
    uint32_t way[] = {0, 1, 2, 3}, order[] = {0, 1, 2, 3};
    double start_s[] = {0, 1, 2, 6};
    struct rd_copy_schedule slow = {way, start_s, order, 10};
    struct rd_copy_schedule found =
        rd_move_in_order(&copies, &slow, 0, 200, 1, &test_arena, &test_scratch);
    assert_true(judged_s(&copies, &slow) == 10);
    assert_true(found.makespan_s == 8 && judged_s(&copies, &found) == 8);
}

int main(int argument_count, char **argument)
{
    factor = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_large_one_first),
                                       ARENAS_TEST(test_small_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
