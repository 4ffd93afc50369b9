/* Relays that gain nothing go out of plans, and those that gain something stay. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "algorithms/kernels/spare_relays.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

enum { TRIALS = 200 };

static uint64_t times = 1;

static struct rd_transfer send(uint32_t from, uint32_t to, int32_t kind, int64_t messages)
{
    return (struct rd_transfer){
        .from = from, .to = to, .kind = kind, .items = 1, .messages = messages};
}

static struct rd_plan plan_of(const struct rd_transfer *transfer, size_t count)
{
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    for (size_t i = 0; i < count; i++)
        rd_plan_add(&plan, &test_arena, transfer[i]);
    return plan;
}

static struct rd_verdict judge(const struct rd_instance *instance, const struct rd_plan *plan)
{
    struct rd_verdict verdict;
    rd_referee_plan(instance, plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_true(verdict.goal_reached);
    return verdict;
}

static void assert_spares(const struct rd_instance *instance, struct rd_plan *plan, int64_t spared,
                          int64_t moved, double makespan_s)
{
    assert_int_equal(rd_spare_relays(instance, &test_arena, &test_scratch, plan), spared);
    struct rd_verdict verdict = judge(instance, plan);
    assert_int_equal(verdict.items_moved, moved);
    assert_float_equal(verdict.makespan_s, makespan_s, 1e-12);
}

/* Over host 1 an item takes 2 s and crosses 2 links, straight 1 s and 1 link. */
static void sends_straight_what_was_passed_on(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test_instance_reach(&test, (int64_t[]){1, 0, 0}, (int64_t[]){0, 0, 1});
    struct rd_plan plan = plan_of((struct rd_transfer[]){send(0, 1, 0, 1), send(1, 2, 0, 1)}, 2);
    assert_spares(&test.instance, &plan, 1, 1, 1);
    assert_int_equal(plan.transfer_count, 1);
    /* Nothing is left to spare. */
    assert_spares(&test.instance, &plan, 0, 1, 1);
}

/* Who streams lock-step plans is given what is left of a self-timed one. */
static void spares_where_plans_are_streamed(void **state)
{
    (void)state;
    struct rd_plan_reader reader = {.transfer_count = 1};
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test_instance_reach(&test, (int64_t[]){1, 0, 0}, (int64_t[]){0, 0, 1});
    struct rd_plan plan = plan_of((struct rd_transfer[]){send(0, 1, 0, 1), send(1, 2, 0, 1)}, 2);
    plan.reader = &reader;
    assert_int_equal(rd_spare_relays(&test.instance, &test_arena, &test_scratch, &plan), 1);
    assert_int_equal(plan.transfer_count, 1);
}

/* An item that comes back need not leave; its host keeps it, whatever it does besides. */
static void leaves_what_comes_back(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    test_instance_reach(&test, (int64_t[]){2, 0, 0, 0}, (int64_t[]){1, 0, 0, 1});
    struct rd_plan plan =
        plan_of((struct rd_transfer[]){send(0, 1, 0, 1), send(1, 0, 0, 1), send(0, 3, 0, 1)}, 3);
    assert_spares(&test.instance, &plan, 2, 1, 1);
}

/* Straight an item takes 10 s, over host 1 in turn 2 s: it stays there. */
static void leaves_relays_that_gain(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test_instance_set_cost(&test, 0, 2, 0, 10);
    test_instance_reach(&test, (int64_t[]){1, 0, 0}, (int64_t[]){0, 0, 1});
    struct rd_plan plan = plan_of((struct rd_transfer[]){send(0, 1, 0, 1), send(1, 2, 0, 1)}, 2);
    assert_spares(&test.instance, &plan, 0, 2, 2);
    /* Of two items one may go straight where that is as quick as both over host 1: the last of
     * these arrives after 3 s, and 3 s is what the link now takes. Host 0 sends to one at a time,
     * so 1 + 3 s are too many. */
    test_instance_set_cost(&test, 0, 2, 0, 3);
    test_instance_reach(&test, (int64_t[]){2, 0, 0}, (int64_t[]){0, 0, 2});
    plan = plan_of((struct rd_transfer[]){send(0, 1, 0, 2), send(1, 2, 0, 2)}, 2);
    assert_spares(&test.instance, &plan, 0, 4, 3);
    /* With two ports they are under way side by side. */
    test_instance_set_ports(&test, 2);
    assert_spares(&test.instance, &plan, 1, 3, 3);
}

/* Two hosts exchange two items over a third, of which some are enough: 2 s straight, both ways at a
 * time. */
static void spares_of_several_kinds(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 2);
    test_instance_reach(&test, (int64_t[]){2, 0, 0, 2, 0, 0}, (int64_t[]){0, 2, 2, 0, 0, 0});
    struct rd_plan plan =
        plan_of((struct rd_transfer[]){send(0, 2, 0, 1), send(1, 0, 1, 1), send(2, 1, 0, 1),
                                       send(0, 1, 0, 1), send(1, 2, 1, 1), send(2, 0, 1, 1)},
                6);
    assert_spares(&test.instance, &plan, 2, 4, 2);
}

/* Messages of two items are passed on as such, and what is computed stays where it is. */
static void spares_messages_of_several_items(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test.load[0] = 4;
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 1;
    struct rd_transfer first = send(0, 1, 0, 1), second = send(1, 2, 0, 1);
    first.items = second.items = 2;
    struct rd_plan plan = plan_of((struct rd_transfer[]){first, second}, 2);
    /* Two items take 2 s on a link, and then 2 s to be computed; host 0 computes its own two in the
     * meantime. */
    assert_spares(&test.instance, &plan, 2, 2, 4);
}

/* Random plans of random walks, some of which lead in circles: never longer, never more. */
static void never_lengthens_a_plan(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(11, 1);
    int64_t spared = 0;
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 3, 8),
                 kinds = (uint32_t)rd_rng_between(&rng, 1, 3);
        struct test_instance test =
            test_instance_make(&test_arena, trial % 2 == 0 ? RD_SWITCH : RD_RING,
                               trial % 2 == 0 ? RD_NO_DIRECTION : RD_TWO_WAY, n, kinds);
        test_instance_set_ports(&test, (uint32_t)rd_rng_below(&rng, 3));
        for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
            test.cost[link] = (struct rd_link_cost){0, (double)rd_rng_between(&rng, 1, 4)};
        struct rd_plan plan = {.timing = RD_SELF_TIMED};
        for (int item = 0; item < 12; item++) {
            uint32_t kind = (uint32_t)rd_rng_below(&rng, kinds);
            uint32_t at = (uint32_t)rd_rng_below(&rng, n);
            test.load[at * kinds + kind]++;
            for (uint64_t hops = rd_rng_below(&rng, 5); hops > 0; hops--) {
                uint32_t step = trial % 2 == 0 ? 1 + (uint32_t)rd_rng_below(&rng, n - 1)
                                               : (rd_rng_below(&rng, 2) == 0 ? 1 : n - 1);
                uint32_t to = (at + step) % n;
                rd_plan_add(&plan, &test_arena, send(at, to, (int32_t)kind, 1));
                at = to;
            }
            test.target[at * kinds + kind]++;
        }
        test.instance.goal = RD_REACH;
        test.instance.target = test.target;
        struct rd_verdict before = judge(&test.instance, &plan);
        int64_t said = rd_spare_relays(&test.instance, &test_arena, &test_scratch, &plan);
        struct rd_verdict after = judge(&test.instance, &plan);
        assert_true(after.makespan_s <= before.makespan_s * (1 + 1e-12));
        assert_int_equal(before.items_moved - after.items_moved, said);
        spared += said;
        rd_arena_rewind(&test_arena, mark);
    }
    assert_true(spared > (int64_t)(TRIALS * times));
}

/* What it cannot tell apart stays as it is. */
static void leaves_other_plans(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test_instance_reach(&test, (int64_t[]){1, 0, 0}, (int64_t[]){0, 0, 1});
    struct rd_plan plan = {.timing = RD_LOCK_STEP};
    rd_plan_add(&plan, &test_arena, send(0, 1, 0, 1));
    struct rd_transfer second = send(1, 2, 0, 1);
    second.round = 1;
    rd_plan_add(&plan, &test_arena, second);
    assert_spares(&test.instance, &plan, 0, 2, 2);
    second.round = 0;
    second.messages = 0; /* as held */
    plan = plan_of((struct rd_transfer[]){send(0, 1, 0, 1), second}, 2);
    assert_spares(&test.instance, &plan, 0, 2, 2);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(sends_straight_what_was_passed_on),
        ARENAS_TEST(spares_where_plans_are_streamed),
        ARENAS_TEST(leaves_what_comes_back),
        ARENAS_TEST(leaves_relays_that_gain),
        ARENAS_TEST(spares_of_several_kinds),
        ARENAS_TEST(spares_messages_of_several_items),
        ARENAS_TEST(never_lengthens_a_plan),
        ARENAS_TEST(leaves_other_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
