#include "laws.h"

#include "shrink.h"
#include "bound_bottleneck.h"

#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"
#include "tests/support/bound.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_SEED = 7 };

/* What is run, for what_stopped. */
static const struct rd_algorithm *running;
static const struct rd_instance *running_on;

/* The law that was broken last, and by whom. */
struct breach {
    const struct rd_algorithm *algorithm;
    const char *law;
};
static struct breach breach;

/* Where whoever breaks a law goes back to; NULL: it is printed, and the test fails. */
static sigjmp_buf *way_back;

static const char stopped[] = "a broken invariant stops the program";

/* A broken invariant is a law, too. To leave the handler is safe enough, because abort() is called
 * by us and in the middle of nothing. */
static void what_stopped(int signal_number)
{
    (void)signal_number;
    if (way_back) {
        breach = (struct breach){running, stopped};
        siglongjmp(*way_back, 1);
    }
    fprintf(stderr, "%s: %s\n", running->name, stopped);
    test_instance_print(stderr, running_on);
}

/* What one algorithm did with one instance. */
struct outcome {
    const struct rd_algorithm *algorithm;
    const struct rd_instance *instance;
    bool planned;
    bool bounded;
    struct rd_plan plan;
    struct rd_bound bound;
    struct rd_verdict verdict;
    struct rd_error error;
};

void laws_open(struct laws *laws, long transform_every, long search_every)
{
    signal(SIGABRT, what_stopped);
    *laws = (struct laws){
        .transform_every = transform_every, .search_every = search_every, .instance_every = 1};
    rd_arena_open(&laws->arena, 0);
    rd_arena_open(&laws->scratch, 0);
    /* One chunk stays, so that going back to the start gives no memory back. */
    rd_arena_take(&laws->arena, 1, 1);
    rd_arena_take(&laws->scratch, 1, 1);
    assert_true(rd_algorithm_count <= LAW_ALGORITHM_LIMIT);
}

void laws_close(struct laws *laws)
{
    rd_arena_close(&laws->arena);
    rd_arena_close(&laws->scratch);
}

static void broken(const struct outcome *outcome, const char *law, const char *details)
{
    if (way_back) {
        breach = (struct breach){outcome->algorithm, law};
        siglongjmp(*way_back, 1);
    }
    fprintf(stderr, "%s: %s%s%s\n", outcome->algorithm->name, law, *details ? ": " : "", details);
    if (outcome->planned)
        fprintf(stderr, "  planned %.17g s\n", outcome->verdict.makespan_s);
    if (outcome->bounded)
        fprintf(stderr, "  bound %.17g s (%s: %s)\n", outcome->bound.seconds, outcome->bound.name,
                outcome->bound.why);
    test_instance_print(stderr, outcome->instance);
    for (size_t i = 0; outcome->planned && i < outcome->plan.transfer_count && i < 100; i++) {
        const struct rd_transfer *row = &outcome->plan.transfer[i];
        fprintf(stderr, "  row %zu: round %u, %u>%u, kind %d, %lld items, %lld messages\n", i,
                row->round, row->from, row->to, row->kind, (long long)row->items,
                (long long)row->messages);
    }
    fail_msg("%s: %s", outcome->algorithm->name, law);
}

static void check_refusal(const struct outcome *outcome)
{
    const struct rd_error *error = &outcome->error;
    if (error->code != RD_ERROR_REFUSED)
        broken(outcome, "a refusal that is no refusal", error->message);
    const char *colon = strstr(error->message, ": ");
    if (!colon || colon == error->message || colon[2] == '\0')
        broken(outcome, "a refusal that does not say what was found: what is accepted",
               error->message);
}

static bool plan_once(struct laws *laws, struct outcome *outcome, struct rd_plan *ret_plan)
{
    /* Searches that can be told to be short are, all of them by the same factor: what one algorithm
     * makes of another's plan is compared with just that plan. */
    enum { SHORTER = 50 };
    const struct rd_option_spec *spec = outcome->algorithm->options;
    char thousands[24];
    struct rd_option given = {"search", thousands};
    struct rd_options options = {.spec = spec, .given = &given, .seed = PLAN_SEED};
    while (spec && spec->name && strcmp(spec->name, given.name) != 0)
        spec++;
    options.given_count = spec && spec->name ? 1 : 0;
    if (options.given_count)
        snprintf(thousands, sizeof thousands, "%ld", strtol(spec->value, NULL, 10) / SHORTER);
    struct rd_arena_mark mark = rd_arena_mark(&laws->scratch);
    bool planned =
        outcome->algorithm->plan(outcome->algorithm, outcome->instance, &options, &laws->arena,
                                 &laws->scratch, ret_plan, &outcome->error);
    rd_arena_rewind(&laws->scratch, mark);
    return planned;
}

/* What the plan is held to: what its algorithm claims, or else the best bound of all schedules, and
 * of those of its class. Dear bounds are left to algorithms that are as dear, and to instances of
 * which nothing else is known. */
static void find_bound(struct laws *laws, struct outcome *outcome, const struct rd_plan *plan)
{
    const struct rd_algorithm *algorithm = outcome->algorithm;
    const struct rd_instance *instance = outcome->instance;
    if (algorithm->claim) {
        outcome->bounded =
            rd_problem_bound_compute(algorithm->claim, instance, &laws->arena, &laws->scratch,
                                     &outcome->bound, &outcome->error);
        return;
    }
    struct rd_found_bounds own = laws->bounds;
    if (own.instance != instance)
        own = rd_found_bounds_open(instance, NULL, &laws->arena, &laws->scratch);
    enum rd_bound_effort effort = rd_algorithm_asks_dear_bounds(algorithm, instance)
                                      ? RD_BOUNDS_WITH_DEAR
                                      : RD_BOUNDS_IN_PASSING;
    outcome->bounded = rd_found_bounds_greatest(&own, rd_algorithm_class(algorithm, instance, plan),
                                                effort, &outcome->bound, &outcome->error);
}

/* Leaves out the bounds that take a solver. */
static void leave_out_dear(struct rd_found_bounds *bounds)
{
    for (size_t i = 0; i < bounds->count; i++)
        if (bounds->found[i].of->dear) {
            bounds->found[i].state = RD_BOUND_REFUSED;
            bounds->found[i].refusal = "a dear bound: asked of some instances alone";
        }
}

/* Bound, plan and verdict of an instance; laws that need no other instance but this are checked
 * here. */
static void run(struct laws *laws, const struct rd_algorithm *algorithm,
                const struct rd_instance *instance, struct outcome *ret_outcome)
{
    struct outcome *outcome = ret_outcome;
    memset(outcome, 0, sizeof *outcome);
    outcome->algorithm = running = algorithm;
    outcome->instance = running_on = instance;
    struct rd_options options = {.spec = algorithm->options, .seed = PLAN_SEED};
    struct rd_plan plan = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &outcome->error) ||
        !plan_once(laws, outcome, &plan)) {
        check_refusal(outcome);
        return;
    }
    find_bound(laws, outcome, &plan);
    if (!outcome->bounded)
        check_refusal(outcome);
    rd_plan_compute_rest(&plan, instance, &laws->arena, &laws->scratch);
    outcome->plan = plan;
    outcome->planned = true;
    rd_referee_plan(instance, &plan, &laws->arena, &laws->scratch, NULL, &outcome->verdict);
}

static void check_same_plan(struct laws *laws, struct outcome *outcome)
{
    struct rd_plan again = {0};
    if (!plan_once(laws, outcome, &again))
        broken(outcome, "the same seed refuses the second time", outcome->error.message);
    rd_plan_compute_rest(&again, outcome->instance, &laws->arena, &laws->scratch);
    const struct rd_plan *plan = &outcome->plan;
    if (plan->timing != again.timing || plan->step_s != again.step_s ||
        plan->round_count != again.round_count || plan->transfer_count != again.transfer_count ||
        !plan->block != !again.block ||
        (plan->transfer_count > 0 && memcmp(plan->transfer, again.transfer,
                                            plan->transfer_count * sizeof *plan->transfer) != 0) ||
        (plan->block &&
         memcmp(plan->block, again.block, plan->transfer_count * sizeof *plan->block)))
        broken(outcome, "the same seed gives another plan", "");
}

static void check_conserved(const struct outcome *outcome)
{
    const struct rd_instance *instance = outcome->instance;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        int64_t before = 0, after = 0;
        for (uint32_t host = 0; host < instance->topology.host_count; host++) {
            before += rd_load(instance, host, kind);
            after += outcome->verdict.final[(uint64_t)host * instance->kind_count + kind];
        }
        if (before != after && instance->goal != RD_FINISH)
            broken(outcome, "items appear or vanish", "");
    }
}

static void check_legal(const struct outcome *outcome)
{
    const struct rd_verdict *verdict = &outcome->verdict;
    if (verdict->violation != RD_LEGAL)
        broken(outcome, "the referee refuses the plan", verdict->message);
    if (!verdict->goal_reached)
        broken(outcome, "the goal is missed", verdict->goal_message);
    check_conserved(outcome);
    if (outcome->plan.timing != RD_FREE_ORDER && !(verdict->makespan_s >= 0))
        broken(outcome, "a planned time that is no time", "");
}

static bool below(double a_s, double b_s)
{
    return a_s < b_s && !rd_times_agree(a_s, b_s, b_s);
}

/* What the bound rests on takes just as long, counted another way, and its certificate is true. */
static void check_witness(struct laws *laws, const struct outcome *outcome)
{
    struct rd_error error;
    if (!rd_bound_check(&outcome->bound, outcome->instance, &laws->scratch, &error))
        broken(outcome, "a bound whose certificate is false", error.message);
    double load_s = witness_load_s(outcome->instance, &outcome->bound);
    if (!isnan(load_s) && !rd_times_agree(load_s, outcome->bound.seconds, load_s))
        broken(outcome, "a bound that is not what its witness has to do", "");
}

static void check_guarantee(struct laws *laws, const struct outcome *outcome,
                            struct law_counts *counts)
{
    const struct rd_algorithm *algorithm = outcome->algorithm;
    enum rd_guarantee guarantee = rd_algorithm_guarantee(algorithm, outcome->instance);
    double planned_s = outcome->verdict.makespan_s;
    if (!outcome->bounded) {
        if (guarantee == RD_OPTIMAL || guarantee == RD_RATIO)
            broken(outcome, "a promise without a bound", outcome->error.message);
        return;
    }
    double bound_s = outcome->bound.seconds;
    if (!(bound_s >= 0) || isinf(bound_s) || !*outcome->bound.name || !*outcome->bound.why)
        broken(outcome, "a bound without a number, a name or words", "");
    if (outcome->plan.timing == RD_FREE_ORDER)
        return;
    if (guarantee == RD_REFUTED) {
        counts->claims += below(planned_s, bound_s);
        return;
    }
    check_witness(laws, outcome);
    if (below(planned_s, bound_s))
        broken(outcome, "planned below the bound", "");
    if (guarantee == RD_OPTIMAL && below(bound_s, planned_s))
        broken(outcome, "optimal, and above the bound", "");
    if (guarantee == RD_RATIO && below(algorithm->ratio * bound_s, planned_s))
        broken(outcome, "above its ratio times the bound", "");
}

static bool has_control_words(const struct rd_plan *plan)
{
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (plan->transfer[i].kind == RD_CONTROL)
            return true;
    return false;
}

/* The instance with every cost twice as high. */
static struct rd_instance *doubled(struct laws *laws, const struct rd_instance *instance)
{
    struct rd_instance *twice = rd_take(&laws->arena, 1, struct rd_instance);
    *twice = *instance;
    uint64_t cost_count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(&laws->arena, cost_count, struct rd_link_cost);
    for (uint64_t link = 0; link < cost_count; link++)
        cost[link] = (struct rd_link_cost){2 * instance->link_cost[link].latency_s,
                                           instance->link_cost[link].bandwidth_bytes_per_s / 2};
    twice->link_cost = cost;
    if (instance->speed_flops_per_s) {
        uint32_t host_count = instance->topology.host_count;
        double *speed = rd_take(&laws->arena, host_count, double);
        for (uint32_t host = 0; host < host_count; host++)
            speed[host] = instance->speed_flops_per_s[host] / 2;
        twice->speed_flops_per_s = speed;
    }
    return twice;
}

static const int64_t *turned_amounts(struct laws *laws, const struct rd_instance *instance,
                                     const int64_t *amount)
{
    uint32_t host_count = instance->topology.host_count, kind_count = instance->kind_count;
    int64_t *turned = rd_take(&laws->arena, (size_t)host_count * kind_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        memcpy(&turned[(uint64_t)laws->turn(&instance->topology, host) * kind_count],
               &amount[(uint64_t)host * kind_count], kind_count * sizeof *turned);
    return turned;
}

/* The instance with every host, and every link with its hosts, where `turn` says. */
static struct rd_instance *turned(struct laws *laws, const struct rd_instance *instance)
{
    const struct rd_topology *topology = &instance->topology;
    struct rd_instance *turned = rd_take(&laws->arena, 1, struct rd_instance);
    *turned = *instance;
    turned->load = turned_amounts(laws, instance, instance->load);
    if (instance->target)
        turned->target = turned_amounts(laws, instance, instance->target);
    if (instance->speed_flops_per_s) {
        double *speed = rd_take(&laws->arena, topology->host_count, double);
        for (uint32_t host = 0; host < topology->host_count; host++)
            speed[laws->turn(topology, host)] = instance->speed_flops_per_s[host];
        turned->speed_flops_per_s = speed;
    }
    if (instance->costs_equal)
        return turned;
    uint64_t link_count = rd_link_count(topology);
    struct rd_link_cost *cost = rd_take(&laws->arena, link_count, struct rd_link_cost);
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        uint64_t where =
            rd_link_between(topology, laws->turn(topology, from), laws->turn(topology, to));
        assert_true(where != RD_NO_LINK);
        cost[where] = instance->link_cost[link];
    }
    turned->link_cost = cost;
    return turned;
}

static void check_transform(struct laws *laws, const struct outcome *outcome,
                            const struct rd_instance *instance, double times, const char *law)
{
    static struct outcome other; /* large, and one at a time */
    run(laws, outcome->algorithm, instance, &other);
    if (!other.planned)
        broken(outcome, law, other.error.message);
    check_legal(&other);
    double expected_s = times * outcome->verdict.makespan_s;
    if (!rd_times_agree(other.verdict.makespan_s, expected_s, expected_s))
        broken(&other, law, "this instance, transformed");
}

static void check_transforms(struct laws *laws, const struct outcome *outcome)
{
    if (rd_algorithm_guarantee(outcome->algorithm, outcome->instance) != RD_OPTIMAL ||
        has_control_words(&outcome->plan))
        return;
    check_transform(laws, outcome, doubled(laws, outcome->instance), 2,
                    "twice the costs are not twice the time");
    if (laws->turn)
        check_transform(laws, outcome, turned(laws, outcome->instance), 1,
                        "a turned network takes another time");
}

/* Is the goal reached with no plan at all? */
static bool is_reached(struct laws *laws, const struct rd_instance *instance)
{
    static struct rd_verdict verdict;
    struct rd_plan empty = {0};
    if (instance->goal == RD_FINISH)
        return false;
    rd_referee_plan(instance, &empty, &laws->arena, &laws->scratch, NULL, &verdict);
    return verdict.goal_reached;
}

static bool fits(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return rd_algorithm_takes_topology(algorithm, &instance->topology) &&
           rd_algorithm_suits(algorithm, instance);
}

/* What each algorithm planned; NAN where it planned nothing that has a time. */
static double planned_s[LAW_ALGORITHM_LIMIT];
/* ... and whether it speaks of schedules of a class only, such as one item a message. */
static bool in_class[LAW_ALGORITHM_LIMIT];

static double planned_by(const char *name)
{
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (strcmp(rd_algorithms[i]->name, name) == 0)
            return planned_s[i];
    fail_msg("%s is a baseline, and no algorithm", name);
    return NAN;
}

/* Plans again, to print what was planned. */
static void slower_than(struct laws *laws, const struct rd_algorithm *algorithm,
                        const struct rd_instance *instance, const char *other)
{
    static struct outcome outcome;
    run(laws, algorithm, instance, &outcome);
    broken(&outcome, "slower than an algorithm that it is never slower than", other);
}

/* Nobody is faster than who is exact, and nobody's baseline is faster. */
static void check_never_slower(struct laws *laws, const struct rd_instance *instance)
{
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (isnan(planned_s[i]))
            continue;
        for (const struct rd_baseline *baseline = algorithm->baselines; baseline && baseline->name;
             baseline++)
            if (below(planned_by(baseline->name), planned_s[i]) &&
                (!baseline->where || baseline->where(instance)))
                slower_than(laws, algorithm, instance, baseline->name);
        if (rd_algorithm_guarantee(algorithm, instance) != RD_EXACT || in_class[i])
            continue;
        for (size_t other = 0; other < rd_algorithm_count; other++)
            if (below(planned_s[other], planned_s[i]))
                slower_than(laws, algorithm, instance, rd_algorithms[other]->name);
    }
}

static void check_every_law(struct laws *laws, const struct rd_instance *instance)
{
    static struct outcome outcome, fastest, strictest;
    struct rd_arena_mark arena_mark = rd_arena_mark(&laws->arena);
    bool reached = is_reached(laws, instance);
    bool transform = laws->instance_count % laws->transform_every == 0;
    bool search = laws->instance_count % laws->search_every == 0;
    fastest.planned = strictest.bounded = false;
    laws->bounds = rd_found_bounds_open(instance, NULL, &laws->arena, &laws->scratch);
    if (!search)
        leave_out_dear(&laws->bounds);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct law_counts *counts = &laws->counts[i];
        planned_s[i] = NAN;
        bool any = algorithm->shape == RD_ANY_SHAPE;
        bool searches = algorithm->guarantee == RD_EXACT || any;
        /* Protocols for any network plan on every host, time and again: tests/online. */
        bool long_run = algorithm->protocol && any && instance->topology.host_count > 5;
        if (!fits(algorithm, instance) || (searches && !search) || long_run)
            continue;
        run(laws, algorithm, instance, &outcome);
        counts->accepted += outcome.planned;
        counts->refused += !outcome.planned;
        counts->moved += outcome.planned && !reached;
        if (!outcome.planned)
            continue;
        check_same_plan(laws, &outcome);
        if (algorithm->guarantee == RD_REFUTED && outcome.verdict.violation != RD_LEGAL) {
            counts->claims++;
            continue;
        }
        check_legal(&outcome);
        check_guarantee(laws, &outcome, counts);
        if (outcome.plan.timing != RD_FREE_ORDER && algorithm->guarantee != RD_REFUTED)
            planned_s[i] = outcome.verdict.makespan_s;
        in_class[i] = outcome.bounded && outcome.bound.schedule_class;
        if (reached && rd_algorithm_guarantee(algorithm, instance) == RD_OPTIMAL &&
            outcome.plan.transfer_count > 0 && !has_control_words(&outcome.plan))
            broken(&outcome, "nothing has to move, and the plan is not empty", "");
        if (transform)
            check_transforms(laws, &outcome);
        if (outcome.plan.timing != RD_FREE_ORDER &&
            (!fastest.planned || outcome.verdict.makespan_s < fastest.verdict.makespan_s))
            fastest = outcome;
        /* A bound among schedules of a kind says nothing of plans of other kinds. */
        if (outcome.bounded && algorithm->guarantee != RD_REFUTED &&
            !outcome.bound.schedule_class &&
            (!strictest.bounded || outcome.bound.seconds > strictest.bound.seconds))
            strictest = outcome;
    }
    if (fastest.planned && strictest.bounded &&
        below(fastest.verdict.makespan_s, strictest.bound.seconds))
        broken(&fastest, "planned below the bound of", strictest.algorithm->name);
    check_never_slower(laws, instance);
    laws->bounds.instance = NULL;
    rd_arena_rewind(&laws->arena, arena_mark);
}

/* Is a law broken? If so, `breach` says which. */
static bool breaks_a_law(struct laws *laws, const struct rd_instance *instance)
{
    sigjmp_buf here;
    struct rd_arena_mark arena_mark = rd_arena_mark(&laws->arena);
    struct rd_arena_mark scratch_mark = rd_arena_mark(&laws->scratch);
    bool breaks = sigsetjmp(here, 1) != 0;
    if (!breaks) {
        way_back = &here;
        check_every_law(laws, instance);
    }
    way_back = NULL;
    laws->bounds.instance = NULL;
    rd_arena_rewind(&laws->arena, arena_mark);
    rd_arena_rewind(&laws->scratch, scratch_mark);
    return breaks;
}

/* What is shrunk: the laws, and what was broken at first. */
struct shrunk {
    struct laws *laws;
    struct breach first;
};

static bool breaks_the_same_law(void *context, const struct rd_instance *instance)
{
    const struct shrunk *shrunk = context;
    return breaks_a_law(shrunk->laws, instance) && breach.algorithm == shrunk->first.algorithm &&
           strcmp(breach.law, shrunk->first.law) == 0;
}

void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    if (laws->generated_count++ % laws->instance_every != 0)
        return;
    if (!breaks_a_law(laws, instance)) {
        laws->instance_count++;
        return;
    }
    struct shrunk shrunk = {laws, breach};
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    laws->transform_every = laws->search_every = 1;
    const struct rd_instance *least =
        shrink_instance(instance, breaks_the_same_law, &shrunk, &arena);
    check_every_law(laws, least); /* prints it, and fails */
    fail_msg("%s: %s, the first time only", shrunk.first.algorithm->name, shrunk.first.law);
}
