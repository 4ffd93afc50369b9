/* The referee against a second derivation of the definition: every plan of tiny worlds, then random
 * plans of every family; and the laws that the definition promises. A failure prints the instance
 * and the plan. The first argument, if there is one, multiplies the number of random plans. */
#include "tests/support/cmocka.h"

#include "judges.h"
#include "oracle.h"

#include <string.h>

static uint64_t times = 1; /* see campaign() */

#define ALL_FAMILIES (family_count + shared_family_count + marked_family_count)

static void judge(struct judges *judges, const struct rd_instance *instance,
                  const struct rd_plan *plan)
{
    struct rd_arena_mark mark = rd_arena_mark(&judges->arena);
    struct agreement agreement;
    const char *differ =
        disagreement_on_plan(instance, plan, &judges->arena, &judges->scratch, &agreement);
    if (differ)
        fail_msg("%s", differ);
    judges->wrong[agreement.verdict.violation]++;
    judges->unsaid += agreement.unsaid;
    rd_arena_rewind(&judges->arena, mark);
}

/* A tiny world: every plan of up to `most_rows` rows drawn from a list, on all loads up to
 * `most_load`, with every way to break the rows into rounds if `rounds`. */
struct tiny_world {
    struct test_instance test;
    const struct rd_transfer *row_type;
    uint32_t row_type_count;
    uint32_t most_rows;
    int64_t most_load;
    bool rounds;
    enum rd_timing timing;
};

static bool next_number(uint32_t *digit, uint32_t digit_count, uint32_t base)
{
    for (uint32_t i = 0; i < digit_count; i++) {
        if (++digit[i] < base)
            return true;
        digit[i] = 0;
    }
    return false;
}

/* All plans of one length on the loads at hand. */
static void judge_all_plans(struct judges *judges, const struct tiny_world *world,
                            uint32_t row_count)
{
    enum { MOST_ROWS = 5 };
    uint32_t type[MOST_ROWS] = {0};
    struct rd_transfer row[MOST_ROWS];
    struct rd_plan plan = {
        .timing = world->timing, .step_s = 1, .transfer_count = row_count, .transfer = row};
    uint32_t breaks_end = world->rounds && row_count > 0 ? 1u << (row_count - 1) : 1;
    do {
        for (uint32_t breaks = 0; breaks < breaks_end; breaks++) {
            uint32_t round = 0;
            for (uint32_t i = 0; i < row_count; i++) {
                round += i > 0 && (breaks >> (i - 1) & 1);
                row[i] = world->row_type[type[i]];
                row[i].round = round;
            }
            plan.round_count = round + 1;
            judge(judges, &world->test.instance, &plan);
        }
    } while (next_number(type, row_count, world->row_type_count));
}

static void judge_tiny_world(struct judges *judges, const struct tiny_world *world)
{
    uint32_t hosts = world->test.instance.topology.host_count;
    uint32_t load[8] = {0};
    rd_assert(hosts <= 8);
    do {
        for (uint32_t host = 0; host < hosts; host++)
            world->test.load[host] = load[host];
        for (uint32_t rows = 0; rows <= world->most_rows; rows++)
            judge_all_plans(judges, world, rows);
    } while (next_number(load, hosts, (uint32_t)world->most_load + 1));
}

/* Messages between three hosts, both ways; then words; then computing and plain work. */
static const struct rd_transfer three_hosts[] = {
    {0, 0, 1, 0, 1, 1},           {0, 1, 2, 0, 1, 1},          {0, 2, 0, 0, 1, 1},
    {0, 1, 0, 0, 1, 1},           {0, 2, 1, 0, 1, 1},          {0, 0, 2, 0, 1, 1},
    {0, 0, 1, -1, 0, 1},          {0, 1, 0, -1, 0, 1},         {0, 1, 2, -1, 0, 1},
    {0, 0, RD_NO_HOST, 0, 1, 1},  {0, 1, RD_NO_HOST, 0, 1, 1}, {0, 2, RD_NO_HOST, 0, 1, 1},
    {0, 1, RD_NO_HOST, -1, 1, 1},
};
static const struct rd_transfer two_hosts[] = {
    {0, 0, 1, 0, 1, 1},
    {0, 1, 0, 0, 1, 1},
    {0, 0, RD_NO_HOST, 0, 1, 1},
    {0, 1, RD_NO_HOST, 0, 1, 1},
};

static struct tiny_world three_host_world(struct judges *judges, bool unequal)
{
    struct tiny_world world = {
        .test = test_instance_make(&judges->instances, RD_RING, RD_TWO_WAY, 3, 1),
        .row_type = three_hosts,
        .row_type_count = 6,
        .most_rows = 4,
        .most_load = 2};
    if (unequal) {
        test_instance_set_cost(&world.test, 0, 1, 0, 1.0 / 3);
        test_instance_set_cost(&world.test, 1, 2, 0.1, 2);
        test_instance_set_cost(&world.test, 2, 0, 1, 0.25);
        test_instance_set_cost(&world.test, 2, 1, 0, 3);
    }
    world.test.instance.flops_per_item = 1;
    world.test.speed[1] = 0.5;
    return world;
}

/* 'Every plan of up to 4 one-item rows on 3 hosts, loads 0-2', on one, two and all ports. */
static void agrees_on_four_rows_of_three_hosts(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (uint32_t ports = 0; ports <= 2; ports++) {
        struct tiny_world world = three_host_world(&judges, ports == 1);
        test_instance_set_ports(&world.test, ports);
        judge_tiny_world(&judges, &world);
    }
    /* 3 port models, 27 loads, 1 + 6 + 36 + 216 + 1296 plans; each of the four outcomes occurs. */
    uint64_t judged = judges.wrong[RD_LEGAL] + judges.wrong[RD_VIOLATION_MORE_THAN_EVER_HELD] +
                      judges.wrong[RD_VIOLATION_ORDER] + judges.wrong[RD_VIOLATION_DEADLOCK];
    assert_int_equal(judged, 3 * 27 * 1555);
    assert_true(judges.wrong[RD_LEGAL] > 0);
    assert_true(judges.wrong[RD_VIOLATION_MORE_THAN_EVER_HELD] > 0);
    assert_true(judges.wrong[RD_VIOLATION_ORDER] > 0);
    assert_true(judges.wrong[RD_VIOLATION_DEADLOCK] > 0);
    close_judges(&judges);
}

/* '... and 5 rows on 2', with computing. */
static void agrees_on_five_rows_of_two_hosts(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (uint32_t ports = 0; ports <= 1; ports++) {
        struct tiny_world world = {
            .test = test_instance_make(&judges.instances, RD_RING, RD_TWO_WAY, 2, 1),
            .row_type = two_hosts,
            .row_type_count = 4,
            .most_rows = 5,
            .most_load = 2};
        world.test.instance.flops_per_item = 1;
        world.test.speed[0] = 2;
        test_instance_set_ports(&world.test, ports);
        test_instance_set_cost(&world.test, 1, 0, 0, ports ? 1.0 / 7 : 1);
        judge_tiny_world(&judges, &world);
    }
    close_judges(&judges);
}

/* Words, computing, plain work and knowledge: every way to break three rows into rounds. */
static void agrees_on_rounds(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (uint32_t ports = 0; ports <= 2; ports++) {
        struct tiny_world world = three_host_world(&judges, ports != 1);
        test_instance_set_ports(&world.test, ports);
        world.row_type_count = sizeof three_hosts / sizeof *three_hosts;
        world.most_rows = 3;
        world.most_load = 1;
        world.rounds = true;
        judge_tiny_world(&judges, &world);
    }
    close_judges(&judges);
}

static void agrees_on_lock_step(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (uint32_t ports = 0; ports <= 2; ports++) {
        struct tiny_world world = three_host_world(&judges, ports == 0);
        test_instance_set_ports(&world.test, ports);
        world.timing = RD_LOCK_STEP;
        world.rounds = true;
        world.most_rows = ports == 1 ? 4 : 3;
        world.most_load = 1;
        judge_tiny_world(&judges, &world);
    }
    assert_true(judges.wrong[RD_LEGAL] > 0);
    assert_true(judges.wrong[RD_VIOLATION_PORT] > 0);
    assert_true(judges.wrong[RD_VIOLATION_NOT_HELD] > 0);
    close_judges(&judges);
}

static void agrees_on_a_tiny_bus(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (enum rd_timing timing = RD_SELF_TIMED; timing <= RD_FREE_ORDER; timing++) {
        struct tiny_world world = {
            .test = test_instance_make(&judges.instances, RD_BUS, RD_NO_DIRECTION, 3, 1),
            .row_type = three_hosts,
            .row_type_count = 8,
            .most_rows = 3,
            .most_load = 1,
            .rounds = true,
            .timing = timing};
        test_instance_set_ports(&world.test, timing == RD_SELF_TIMED ? 1 : 0);
        test_instance_set_cost(&world.test, 0, 1, 0.5, 0.75);
        judge_tiny_world(&judges, &world);
    }
    close_judges(&judges);
}

static void agrees_on_random_plans(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < ALL_FAMILIES; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(250) * times; number++) {
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&judges, family, number, &test, &rng);
            uint64_t legal = judges.wrong[RD_LEGAL];
            judge(&judges, &test.instance, &plan);
            if (judges.wrong[RD_LEGAL] == legal)
                fail_msg("%s %zu: a plan that was made legal is not:\n%s\n%s",
                         family_of(family)->name, (size_t)number,
                         words_of_instance(&test.instance, &judges.arena),
                         words_of_plan(&plan, &judges.arena));
            forget(&judges);
        }
    assert_int_equal(judges.unsaid, 0);
    print_compared("referee and second evaluator", ALL_FAMILIES * 250 * times);
    close_judges(&judges);
}

static void agrees_on_spoilt_plans(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < ALL_FAMILIES; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(250) * times; number++) {
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&judges, family, 1000000 + number, &test, &rng);
            generate_fault(&rng, &test.instance, &plan);
            if (number % 3 == 0)
                generate_fault(&rng, &test.instance, &plan);
            judge(&judges, &test.instance, &plan);
            forget(&judges);
        }
    for (enum rd_violation violation = RD_LEGAL; violation <= RD_VIOLATION_PACKET; violation++)
        if (violation != RD_VIOLATION_TIME && violation != RD_VIOLATION_SPACE) /* objects */
            assert_true(judges.wrong[violation] > 0);
    print_compared("referee and second evaluator, corrupted plans", ALL_FAMILIES * 250 * times);
    close_judges(&judges);
}

/* What sharing gives, at one port and at several, is legal as a trace. */
static void what_sharing_gives_is_legal(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = family_count + shared_family_count; family < ALL_FAMILIES; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(50) * times; number++) {
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&judges, family, number, &test, &rng);
            uint64_t links = rd_link_count(&test.instance.topology);
            uint8_t *may_slow = rd_take(&judges.arena, links, uint8_t);
            memset(may_slow, 1, links);
            struct rd_verdict verdict;
            struct rd_trace trace;
            rd_referee_plan(&test.instance, &plan, &judges.arena, &judges.scratch, &trace,
                            &verdict);
            test.instance.may_slow = may_slow;
            rd_referee_trace(&test.instance, &trace, true, &judges.arena, &judges.scratch,
                             &verdict);
            if (verdict.violation != RD_LEGAL)
                fail_msg("%s %zu: %s\n%s", family_of(family)->name, (size_t)number, verdict.message,
                         words_of_plan(&plan, &judges.arena));
            forget(&judges);
        }
    close_judges(&judges);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_on_four_rows_of_three_hosts),
        cmocka_unit_test(agrees_on_five_rows_of_two_hosts),
        cmocka_unit_test(agrees_on_rounds),
        cmocka_unit_test(agrees_on_lock_step),
        cmocka_unit_test(agrees_on_a_tiny_bus),
        cmocka_unit_test(agrees_on_random_plans),
        cmocka_unit_test(agrees_on_spoilt_plans),
        cmocka_unit_test(what_sharing_gives_is_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
