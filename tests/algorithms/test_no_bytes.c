/* Where items and words have no bytes, bandwidths are of no account: whoever takes links of one
 * latency takes them whatever their bandwidths are, with the same plan and the same bound. Every
 * registered algorithm, on the contract's instances without bytes. The argument multiplies them. */
#include "algorithms/algorithm.h"
#include "contract/instances.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"

#include <string.h>

enum { DRAWS = FEWER_TRIALS ? 3 : 6 };
enum { SEED = 91 };

static uint64_t times = 1;
static struct rd_arena arena, scratch;
static struct rd_rng rng;
static uint64_t compared, planned;

/* What an algorithm says of an instance. */
struct answer {
    bool accepts, plans, bounds;
    struct rd_plan plan;
    struct rd_bound bound;
    struct rd_error error;
};

static void ask(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                struct answer *answer)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_arena_mark mark = rd_arena_mark(&scratch);
    memset(answer, 0, sizeof *answer);
    answer->accepts = rd_algorithm_accepts(algorithm, instance, &options, &answer->error);
    answer->plans = answer->accepts && algorithm->plan(algorithm, instance, &options, &arena,
                                                       &scratch, &answer->plan, &answer->error);
    rd_arena_rewind(&scratch, mark);
    answer->bounds = test_bound(algorithm, instance, &arena, &scratch, &answer->bound, NULL);
    rd_arena_rewind(&scratch, mark);
}

static void compare(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                    const struct rd_instance *unequal)
{
    static struct answer one, two;
    ask(algorithm, instance, &one);
    ask(algorithm, unequal, &two);
    bool same = one.accepts == two.accepts && one.plans == two.plans && one.bounds == two.bounds &&
                strcmp(one.error.message, two.error.message) == 0 &&
                one.plan.transfer_count == two.plan.transfer_count &&
                one.plan.timing == two.plan.timing && one.plan.step_s == two.plan.step_s &&
                one.plan.round_count == two.plan.round_count &&
                one.bound.seconds == two.bound.seconds && one.bound.tight == two.bound.tight;
    for (size_t i = 0; same && i < one.plan.transfer_count; i++)
        same = memcmp(&one.plan.transfer[i], &two.plan.transfer[i], sizeof *one.plan.transfer) == 0;
    if (!same) {
        test_instance_print(stderr, unequal);
        fail_msg("%s: with equal bandwidths %s'%s', bound %.17g s, %zu transfers; else %s'%s', "
                 "%.17g s, %zu",
                 algorithm->name, one.plans ? "planned " : "", one.error.message, one.bound.seconds,
                 one.plan.transfer_count, two.plans ? "planned " : "", two.error.message,
                 two.bound.seconds, two.plan.transfer_count);
    }
    compared++;
    planned += one.plans;
}

/* In the place of the contract's laws. Links that differ in latency stay so, every third time. */
void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    (void)laws;
    if (instance->topology.host_count > 32)
        return;
    uint64_t links = rd_link_count(&instance->topology);
    struct rd_instance equal = *instance, unequal;
    struct rd_link_cost *cost = rd_take(&arena, links + 1, struct rd_link_cost);
    struct rd_link_cost *other = rd_take(&arena, links + 1, struct rd_link_cost);
    bool alike = rd_rng_below(&rng, 3) > 0;
    for (uint64_t link = 0; link < links; link++) {
        double latency_s = rd_link_cost(instance, link).latency_s;
        cost[link] = (struct rd_link_cost){alike || latency_s == 0 ? 1 : latency_s, 1};
        other[link] =
            (struct rd_link_cost){cost[link].latency_s, (double)rd_rng_between(&rng, 1, 1000)};
    }
    equal.item_bytes = equal.word_bytes = equal.message_bytes = 0;
    equal.costs_equal = false;
    equal.link_cost = cost;
    unequal = equal;
    unequal.link_cost = other;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        if (rd_algorithm_takes_topology(algorithm, &equal.topology) &&
            rd_algorithm_suits(algorithm, &equal) && !algorithm->protocol)
            compare(algorithm, &equal, &unequal);
        rd_arena_rewind(&arena, mark);
    }
    rd_arena_rewind(&arena, (struct rd_arena_mark){0});
}

static void bandwidths_refuse_and_change_nothing(void **state)
{
    (void)state;
    struct rd_arena own;
    rd_arena_open(&own, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rd_arena_take(&own, 1, 1);
    rd_arena_take(&scratch, 1, 1);
    rng = rd_rng_seeded(SEED, 0);
    for (size_t i = 0; instance_generators[i]; i++) {
        struct rd_rng draws = rd_rng_seeded(SEED, i + 1);
        for (uint64_t number = 0; number < DRAWS * times; number++) {
            struct rd_arena_mark mark = rd_arena_mark(&own);
            instance_generators[i]->draw(NULL, &own, &draws);
            rd_arena_rewind(&own, mark);
        }
    }
    print_compared("plans with equal and unequal bandwidths", compared);
    assert_true(planned > compared / 2);
    rd_arena_close(&own);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bandwidths_refuse_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
