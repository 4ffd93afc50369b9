/* The referee under attack: plans and traces, of random worlds of every family and of every
 * registered algorithm, are corrupted in every way of mutate_*.c. The oracle, which knows nothing
 * of the referee, says of each whether it is still legal, and which violations may be named; the
 * referee has to say the same. The first argument, if there is one, multiplies the mutants. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "judges.h"
#include "mutate.h"
#include "oracle.h"
#include "tests/algorithms/contract/instances.h"

#include <inttypes.h>
#include <string.h>

enum { PLANS = FEWER_TRIALS ? 12 : 15 }; /* of each generator of instances */

static uint64_t times = 1; /* see campaign() */

/* What became of the mutants of one kind. */
struct fate {
    uint64_t caught, legal, unsaid;
};

enum { MOST_MUTATIONS = 64, MOST_ROWS = 48, MOST_MESSAGES = 200 };

struct attack {
    struct judges judges;
    struct rd_rng rng;
    struct fate plan[MOST_MUTATIONS], trace[MOST_MUTATIONS];
    uint64_t caught_as[RD_VIOLATION_SIZE + 1];
    uint64_t stencils_reached, stencils_missed;
    uint64_t base_count[LAW_ALGORITHM_LIMIT]; /* plans corrupted, by algorithm */
};

static void note(struct attack *attack, struct fate *fate, const struct agreement *agreement)
{
    if (agreement->unsaid) {
        fate->unsaid++;
        return;
    }
    attack->caught_as[agreement->verdict.violation]++;
    if (agreement->verdict.violation == RD_LEGAL)
        fate->legal++;
    else
        fate->caught++;
}

/* A stencil plan that is legal still, and may lack words or work. */
static void judge_stencil(struct attack *attack, size_t kind, const struct rd_instance *instance,
                          const struct rd_plan *plan, const struct rd_verdict *verdict)
{
    if (instance->goal != RD_STENCIL || verdict->violation != RD_LEGAL || verdict->computed)
        return;
    bool reached = oracle_stencil_is_reached(instance, plan, verdict->final);
    attack->stencils_reached += reached;
    attack->stencils_missed += !reached;
    if (reached != verdict->goal_reached)
        fail_msg("%s: the stencil is %s; the referee: '%s'\n%s\n%s", plan_mutations[kind].name,
                 reached ? "reached" : "missed", verdict->goal_message,
                 words_of_instance(instance, &attack->judges.arena),
                 words_of_plan(plan, &attack->judges.arena));
}

static void spoil_plan(struct attack *attack, size_t kind, const struct rd_instance *instance,
                       const struct rd_plan *plan)
{
    struct judges *judges = &attack->judges;
    struct rd_arena_mark mark = rd_arena_mark(&judges->arena);
    struct rd_plan mutant = copy_of_plan(plan, &judges->arena);
    if (plan_mutations[kind].apply(&attack->rng, instance, &mutant)) {
        struct agreement agreement;
        const char *differ =
            disagreement_on_plan(instance, &mutant, &judges->arena, &judges->scratch, &agreement);
        if (differ)
            fail_msg("%s: %s\nwas %s", plan_mutations[kind].name, differ,
                     words_of_plan(plan, &judges->arena));
        note(attack, &attack->plan[kind], &agreement);
        judge_stencil(attack, kind, instance, &mutant, &agreement.verdict);
    }
    rd_arena_rewind(&judges->arena, mark);
}

static void spoil_trace(struct attack *attack, size_t kind, const struct rd_instance *instance,
                        const struct rd_trace *trace)
{
    struct judges *judges = &attack->judges;
    struct rd_arena_mark mark = rd_arena_mark(&judges->arena);
    struct rd_trace mutant = copy_of_trace(trace, &judges->arena);
    if (trace_mutations[kind].apply(&attack->rng, instance, &mutant)) {
        struct agreement agreement;
        const char *differ =
            disagreement_on_trace(instance, &mutant, &judges->arena, &judges->scratch, &agreement);
        if (differ)
            fail_msg("%s: %s\nwas %s", trace_mutations[kind].name, differ,
                     words_of_trace(trace, &judges->arena));
        note(attack, &attack->trace[kind], &agreement);
    }
    rd_arena_rewind(&judges->arena, mark);
}

/* Spoils a legal plan, and its planned trace, in `count` ways each, or in every way (0). */
static void attack_plan(struct attack *attack, const struct rd_instance *instance,
                        const struct rd_plan *plan, size_t count)
{
    struct judges *judges = &attack->judges;
    struct rd_arena_mark mark = rd_arena_mark(&judges->arena);
    struct rd_verdict verdict;
    struct rd_trace trace;
    rd_referee_plan(instance, plan, &judges->arena, &judges->scratch, &trace, &verdict);
    bool small = plan->transfer_count > 0 && plan->transfer_count <= MOST_ROWS &&
                 (verdict.violation != RD_LEGAL || verdict.transfers <= MOST_MESSAGES);
    for (size_t i = 0; small && i < (count ? count : plan_mutation_count); i++)
        spoil_plan(attack, count ? rd_rng_below(&attack->rng, plan_mutation_count) : i, instance,
                   plan);
    bool traced = trace.transfer_count > 0 && trace.transfer_count <= MOST_MESSAGES;
    for (size_t i = 0; small && traced && i < (count ? count : trace_mutation_count); i++)
        spoil_trace(attack, count ? rd_rng_below(&attack->rng, trace_mutation_count) : i, instance,
                    &trace);
    rd_arena_rewind(&judges->arena, mark);
}

static void print_fates(const char *of, const struct fate *fate, size_t count,
                        const char *(*name)(size_t))
{
    struct fate sum = {0};
    print_message("%-36s %9s %9s %9s\n", of, "caught", "legal", "unsaid");
    for (size_t i = 0; i < count; i++) {
        print_message("%-36s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "\n", name(i), fate[i].caught,
                      fate[i].legal, fate[i].unsaid);
        sum.caught += fate[i].caught;
        sum.legal += fate[i].legal;
        sum.unsaid += fate[i].unsaid;
    }
    print_message("%-36s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "\n", "in all", sum.caught, sum.legal,
                  sum.unsaid);
}

static const char *plan_name(size_t i)
{
    return plan_mutations[i].name;
}

static const char *trace_name(size_t i)
{
    return trace_mutations[i].name;
}

static void print_attack(const struct attack *attack)
{
    print_fates("plans", attack->plan, plan_mutation_count, plan_name);
    print_fates("traces", attack->trace, trace_mutation_count, trace_name);
    for (enum rd_violation violation = RD_LEGAL; violation <= RD_VIOLATION_SIZE; violation++)
        print_message("%-36s %9" PRIu64 "\n", rd_violation_name(violation),
                      attack->caught_as[violation]);
}

static void open_attack(struct attack *attack, uint64_t seed)
{
    memset(attack, 0, sizeof *attack);
    rd_assert(plan_mutation_count <= MOST_MUTATIONS && trace_mutation_count <= MOST_MUTATIONS);
    open_judges(&attack->judges);
    attack->rng = rd_rng_seeded(seed, 0);
}

static void every_mutant_of_a_random_plan_is_judged_alike(void **state)
{
    (void)state;
    static struct attack attack;
    open_attack(&attack, 90);
    for (uint64_t number = 0; number < 8 * times; number++)
        for (size_t family = 0; family < family_count; family++) {
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&attack.judges, family, 5000000 + number, &test, &rng);
            attack_plan(&attack, &test.instance, &plan, 0);
            forget(&attack.judges);
        }
    print_attack(&attack);
    for (enum rd_violation violation = RD_LEGAL; violation <= RD_VIOLATION_SIZE; violation++)
        if (violation != RD_VIOLATION_CERTIFICATE && violation != RD_VIOLATION_SPACE) /* objects */
            assert_true(attack.caught_as[violation] > 0);
    for (size_t i = 0; i < plan_mutation_count; i++)
        assert_true(attack.plan[i].caught + attack.plan[i].legal > 0);
    for (size_t i = 0; i < trace_mutation_count; i++)
        assert_true(attack.trace[i].caught + attack.trace[i].legal > 0);
    close_judges(&attack.judges);
}

/* The contract's instances, with this in the place of its laws. */
static struct attack planned;

static bool fits(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return rd_algorithm_takes_topology(algorithm, &instance->topology) &&
           rd_algorithm_suits(algorithm, instance);
}

void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    (void)laws;
    if (instance->topology.host_count > 16)
        return;
    struct judges *judges = &planned.judges;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_options options = {.spec = algorithm->options, .seed = 1};
        struct rd_plan plan = {0};
        struct rd_error error;
        struct rd_arena_mark mark = rd_arena_mark(&judges->scratch);
        bool plans = fits(algorithm, instance) && algorithm->guarantee != RD_EXACT &&
                     rd_algorithm_accepts(algorithm, instance, &options, &error) &&
                     algorithm->plan(algorithm, instance, &options, &judges->instances,
                                     &judges->scratch, &plan, &error);
        rd_arena_rewind(&judges->scratch, mark);
        if (plans && plan.transfer_count > 0) {
            rd_plan_compute_rest(&plan, instance, &judges->instances, &judges->scratch);
            plan.certificate = NULL; /* certificates are attacked on their own */
            plan.record = NULL;
            if (plan.timing == RD_AS_RECORDED)
                plan.timing = RD_SELF_TIMED; /* as it is written */
            planned.base_count[i]++;
            attack_plan(&planned, instance, &plan, 4);
        }
        forget(judges);
    }
}

static void every_mutant_of_an_algorithms_plan_is_judged_alike(void **state)
{
    (void)state;
    struct rd_arena arena;
    open_attack(&planned, 91);
    rd_arena_open(&arena, 0);
    rd_arena_take(&arena, 1, 1);
    for (size_t i = 0; instance_generators[i]; i++) {
        struct rd_rng rng = rd_rng_seeded(92, i);
        for (uint64_t number = 0; number < PLANS * times; number++) {
            struct rd_arena_mark mark = rd_arena_mark(&arena);
            instance_generators[i]->draw(NULL, &arena, &rng);
            rd_arena_rewind(&arena, mark);
        }
    }
    size_t attacked = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++)
        attacked += planned.base_count[i] > 0;
    print_message("plans of %zu of %zu algorithms\n", attacked, rd_algorithm_count);
    assert_true(attacked > rd_algorithm_count / 2);
    print_message("stencils: %" PRIu64 " reached, %" PRIu64 " missed\n", planned.stencils_reached,
                  planned.stencils_missed);
    assert_true(planned.stencils_reached > 0 && planned.stencils_missed > 0);
    print_attack(&planned);
    rd_arena_close(&arena);
    close_judges(&planned.judges);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mutant_of_a_random_plan_is_judged_alike),
        cmocka_unit_test(every_mutant_of_an_algorithms_plan_is_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
