/* What must not change, or only in one way, when an instance and its plan are changed together:
 * other numbers for the same hosts, other units, a host more that takes no part, more to hold,
 * cheaper links. On random plans of every family, corrupted ones too. The first argument, if there
 * is one, multiplies the plans. */
#include "tests/support/cmocka.h"

#include "judges.h"
#include "mutate.h"
#include "relabel.h"

#include <math.h>
#include <string.h>

static uint64_t times = 1; /* see campaign() */
static uint64_t pairs;     /* compared */

/* A plan, and what the referee says of it before and after. */
struct pair {
    struct judges judges;
    struct test_instance test;
    struct rd_rng rng;
    struct rd_plan plan;
    struct rd_trace trace, other_trace;
    struct rd_verdict verdict, other;
};

static void judge_other(struct pair *pair, const struct rd_instance *instance,
                        const struct rd_plan *plan)
{
    rd_referee_plan(instance, plan, &pair->judges.arena, &pair->judges.scratch, &pair->other_trace,
                    &pair->other);
    pairs++;
}

static void expect(struct pair *pair, bool holds, const char *law)
{
    if (!holds)
        fail_msg("%s: %s: %.17g s; then %s: %.17g s\n%s\n%s", law, pair->verdict.message,
                 pair->verdict.makespan_s, pair->other.message, pair->other.makespan_s,
                 words_of_instance(&pair->test.instance, &pair->judges.arena),
                 words_of_plan(&pair->plan, &pair->judges.arena));
}

static bool ends_after(const struct pair *pair, double factor)
{
    double expected_s = factor * pair->verdict.makespan_s;
    return (isnan(expected_s) && isnan(pair->other.makespan_s)) ||
           rd_times_agree(pair->other.makespan_s, expected_s, expected_s);
}

/* The same verdict, whatever it is, and counts. */
static void expect_alike(struct pair *pair, double factor, const char *law)
{
    expect(pair, pair->other.violation == pair->verdict.violation, law);
    if (pair->verdict.violation != RD_LEGAL)
        return;
    expect(pair, ends_after(pair, factor), law);
    expect(pair, pair->other.transfers == pair->verdict.transfers, law);
    expect(pair, pair->other.steps == pair->verdict.steps, law);
    expect(pair, pair->other_trace.transfer_count == pair->trace.transfer_count, law);
}

/* Draws plans of every family, every second one corrupted if `corrupted`, and checks a law on each.
 */
static void for_each_plan(uint64_t seed, bool spoilt,
                          void (*check)(struct pair *pair, size_t family))
{
    struct pair pair;
    open_judges(&pair.judges);
    for (size_t family = 0; family < family_count; family++)
        for (uint64_t number = 0; number < 40 * times; number++) {
            pair.plan = draw(&pair.judges, family, seed + number, &pair.test, &pair.rng);
            if (spoilt && number % 2 && pair.plan.transfer_count > 0) {
                pair.plan = copy_of_plan(&pair.plan, &pair.judges.instances);
                size_t kind = (size_t)rd_rng_below(&pair.rng, plan_mutation_count);
                plan_mutations[kind].apply(&pair.rng, &pair.test.instance, &pair.plan);
            }
            rd_referee_plan(&pair.test.instance, &pair.plan, &pair.judges.arena,
                            &pair.judges.scratch, &pair.trace, &pair.verdict);
            if (spoilt || pair.verdict.violation == RD_LEGAL)
                check(&pair, family);
            forget(&pair.judges);
        }
    close_judges(&pair.judges);
}

static void check_relabelled(struct pair *pair, size_t family)
{
    (void)family;
    const struct rd_instance *instance = &pair->test.instance;
    struct rd_arena *arena = &pair->judges.arena;
    struct relabelling map =
        relabel_at_random(&pair->rng, arena, instance, pair->plan.block != NULL, true);
    struct rd_plan plan = relabelled_plan(arena, &pair->plan, &map);
    judge_other(pair, relabelled_instance(arena, instance, &map), &plan);
    expect_alike(pair, 1, "the same under other numbers");
    expect(pair,
           pair->other.transfer == pair->verdict.transfer ||
               pair->verdict.violation == RD_VIOLATION_MORE_THAN_EVER_HELD,
           "the same row under other numbers");
    if (pair->verdict.violation != RD_LEGAL)
        return;
    uint32_t hosts = instance->topology.host_count, kinds = instance->kind_count;
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            assert_int_equal(pair->other.final[map.host[host] * kinds + map.kind[kind]],
                             pair->verdict.final[host * kinds + kind]);
    if (instance->goal != RD_STENCIL)
        expect(pair, pair->other.goal_reached == pair->verdict.goal_reached, "the same goal");
}

static void other_numbers_change_nothing(void **state)
{
    (void)state;
    for_each_plan(6000000, true, check_relabelled);
}

/* Costs of `factor` times the seconds. */
static struct rd_instance slower(struct rd_arena *arena, const struct rd_instance *instance,
                                 double factor)
{
    struct rd_instance other = *instance;
    uint64_t links = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(arena, links, struct rd_link_cost);
    for (uint64_t link = 0; link < links; link++)
        cost[link] =
            (struct rd_link_cost){instance->link_cost[link].latency_s * factor,
                                  instance->link_cost[link].bandwidth_bytes_per_s / factor};
    other.link_cost = cost;
    other.flops_per_item *= factor;
    return other;
}

static void check_slower(struct pair *pair, size_t family)
{
    (void)family;
    struct rd_instance three = slower(&pair->judges.arena, &pair->test.instance, 3);
    struct rd_plan plan = pair->plan;
    plan.step_s *= 3;
    judge_other(pair, &three, &plan);
    expect_alike(pair, 3, "three times the costs are three times the time");
}

static void three_times_the_costs_are_three_times_the_time(void **state)
{
    (void)state;
    for_each_plan(6100000, false, check_slower);
}

/* Four times the items, each a quarter as large: the same to the last digit. */
static void check_smaller_items(struct pair *pair, size_t family)
{
    (void)family;
    struct rd_arena *arena = &pair->judges.arena;
    struct rd_instance other = pair->test.instance;
    size_t entries = (size_t)other.topology.host_count * other.kind_count;
    int64_t *load = rd_take(arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        load[i] = 4 * other.load[i];
    other.load = load;
    other.item_bytes /= 4;
    double *bytes = rd_take(arena, other.kind_count, double);
    for (uint32_t kind = 0; other.kind_bytes && kind < other.kind_count; kind++)
        bytes[kind] = other.kind_bytes[kind] / 4;
    other.kind_bytes = other.kind_bytes ? bytes : NULL;
    other.flops_per_item /= 4;
    struct rd_plan plan = copy_of_plan(&pair->plan, arena);
    for (size_t i = 0; i < plan.transfer_count; i++)
        plan.transfer[i].items *= 4;
    judge_other(pair, &other, &plan);
    expect_alike(pair, 1, "four items of a quarter are one");
    for (size_t i = 0; i < entries; i++)
        assert_int_equal(pair->other.final[i], 4 * pair->verdict.final[i]);
}

static void four_quarters_of_an_item_are_one(void **state)
{
    (void)state;
    for_each_plan(6200000, false, check_smaller_items);
}

/* A host more: the last behind a switch or on a bus, the first worker of a star. */
static struct test_instance with_a_host_more(struct rd_arena *arena, const struct rd_instance *of,
                                             uint32_t shift)
{
    const struct rd_topology *topology = &of->topology;
    uint32_t hosts = topology->host_count, kinds = of->kind_count;
    struct test_instance more =
        test_instance_make(arena, topology->shape, topology->direction, hosts + 1, kinds);
    more.instance.port_model = of->port_model;
    more.instance.port_count = of->port_count;
    more.instance.item_bytes = of->item_bytes;
    more.instance.kind_bytes = of->kind_bytes;
    more.instance.word_bytes = of->word_bytes;
    more.instance.flops_per_item = of->flops_per_item;
    uint32_t *ports = rd_take(arena, hosts + 1, uint32_t);
    ports[shift == 0 ? hosts : 0] = 1;
    for (uint32_t host = 0; host < hosts; host++)
        ports[host + shift] = rd_host_ports(of, host);
    more.instance.host_port_count = of->host_port_count ? ports : NULL;
    for (uint32_t host = 0; host < hosts; host++) {
        more.speed[host + shift] = of->speed_flops_per_s ? of->speed_flops_per_s[host] : 1;
        for (uint32_t kind = 0; kind < kinds; kind++)
            more.load[(host + shift) * kinds + kind] = rd_load(of, host, kind);
        for (uint32_t to = 0; to < hosts; to++) {
            uint64_t link = rd_link_between(topology, host, to);
            if (host != to && link != RD_NO_LINK)
                more.cost[rd_link_between(&more.instance.topology, host + shift, to + shift)] =
                    rd_link_cost(of, link);
        }
    }
    return more;
}

static void check_a_host_more(struct pair *pair, size_t family)
{
    enum rd_shape shape = families[family].shape;
    if (shape != RD_SWITCH && shape != RD_BUS && shape != RD_STAR)
        return;
    struct rd_arena *arena = &pair->judges.arena;
    uint32_t shift = shape == RD_STAR;
    struct test_instance more = with_a_host_more(arena, &pair->test.instance, shift);
    struct rd_plan plan = copy_of_plan(&pair->plan, arena);
    for (size_t i = 0; i < plan.transfer_count; i++) {
        plan.transfer[i].from += shift;
        plan.transfer[i].to += plan.transfer[i].to == RD_NO_HOST ? 0 : shift;
    }
    judge_other(pair, &more.instance, &plan);
    expect_alike(pair, 1, "a host that takes no part changes nothing");
}

static void a_host_that_takes_no_part_changes_nothing(void **state)
{
    (void)state;
    for_each_plan(6300000, false, check_a_host_more);
}

/* Times are monotone: who holds more, or sends faster, lets nobody end later. As held apart. */
static bool is_monotone(const struct pair *pair, size_t family)
{
    return families[family].timing == RD_SELF_TIMED &&
           !(families[family].with & (AS_HELD | NO_TIME)) && pair->plan.transfer_count > 0;
}

static void expect_no_later(struct pair *pair, const char *law)
{
    expect(pair, pair->other.violation == RD_LEGAL, law);
    expect(pair,
           latest_by_s(&pair->other_trace, &pair->trace, &pair->judges.scratch) <=
               RD_TIME_TOLERANCE * pair->verdict.makespan_s,
           law);
}

static void check_more_to_hold(struct pair *pair, size_t family)
{
    if (!is_monotone(pair, family))
        return;
    size_t entries = (size_t)pair->test.instance.topology.host_count * families[family].kinds;
    for (size_t i = 0; i < entries; i++)
        pair->test.load[i] += rd_rng_between(&pair->rng, 0, 2);
    judge_other(pair, &pair->test.instance, &pair->plan);
    expect_no_later(pair, "who holds more lets nobody end later");
}

static void more_to_hold_lets_nobody_end_later(void **state)
{
    (void)state;
    for_each_plan(6400000, false, check_more_to_hold);
}

static void check_cheaper_links(struct pair *pair, size_t family)
{
    if (!is_monotone(pair, family))
        return;
    uint64_t links = rd_link_count(&pair->test.instance.topology);
    for (uint64_t link = 0; link < links; link++) {
        double factor = rd_rng_below(&pair->rng, 2) ? 1 : 0.25 + 0.75 * rd_rng_unit(&pair->rng);
        pair->test.cost[link].latency_s *= factor;
        pair->test.cost[link].bandwidth_bytes_per_s /= factor;
    }
    judge_other(pair, &pair->test.instance, &pair->plan);
    expect_no_later(pair, "cheaper links let nobody end later");
}

static void cheaper_links_let_nobody_end_later(void **state)
{
    (void)state;
    for_each_plan(6500000, false, check_cheaper_links);
}

static int print_pairs(void **state)
{
    (void)state;
    print_message("%llu pairs compared\n", (unsigned long long)pairs);
    return 0;
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_numbers_change_nothing),
        cmocka_unit_test(three_times_the_costs_are_three_times_the_time),
        cmocka_unit_test(four_quarters_of_an_item_are_one),
        cmocka_unit_test(a_host_that_takes_no_part_changes_nothing),
        cmocka_unit_test(more_to_hold_lets_nobody_end_later),
        cmocka_unit_test(cheaper_links_let_nobody_end_later),
    };
    return cmocka_run_group_tests(tests, NULL, print_pairs);
}
