#include "best_plan.h"

#include "algorithms/bounds/found_bounds.h"
#include "algorithms/network/plan_in_time.h"
#include "sim/base/time_limit.h"
#include "sim/base/time_shares.h"

#include <stdio.h>
#include <string.h>

bool rd_known_bound_find(const struct rd_problem_views *views, struct rd_call *call,
                         struct rd_known_bound *ret_known)
{
    struct rd_known_bound known = {0};
    for (uint32_t i = 0; i < views->count; i++) {
        struct rd_bound bound;
        struct rd_found_bounds bounds =
            rd_found_bounds_open(&views->instance[i], NULL, &call->problem, &call->scratch);
        struct rd_time_limit limit = rd_time_limit_share(call->limit, RD_SHARE_OF_VIEW);
        bounds.limit = call->limit ? &limit : NULL;
        if (!rd_found_bounds_greatest(&bounds, NULL, RD_BOUNDS_WITH_DEAR, &bound, NULL) ||
            (known.known && bound.seconds <= known.bound.seconds))
            continue;
        known =
            (struct rd_known_bound){.known = true, .bound = bound, .instance = &views->instance[i]};
    }
    struct rd_error error;
    if (known.known)
        rd_proofs_add_bound(&known.proofs, &known.bound);
    else
        rd_proofs_add(&known.proofs, RD_PROOF_THEOREM, 0, "it takes no time");
    *ret_known = known;
    return !known.known || rd_bound_check(&known.bound, known.instance, &call->scratch, &error) ||
           rd_failed(&call->error, "the certificate of the bound %s: %.900s", known.bound.name,
                     error.message);
}

bool rd_reaches(double makespan_s, double lower_s)
{
    return makespan_s <= lower_s || rd_times_agree(makespan_s, lower_s, makespan_s);
}

/* A search under way. */
struct search {
    struct rd_call *call;
    const struct rd_options *options;
    const struct rd_known_bound *known;
    bool named;                /* one algorithm only is asked */
    struct rd_best_plan *best; /* its algorithm is NULL as long as there is none */
    char reasons[RD_MESSAGE_SIZE];
};

/* Notes why an algorithm is of no use; the first reasons are kept. Returns: true, to go on. */
static bool note(struct search *search, const struct rd_algorithm *algorithm, const char *reason)
{
    size_t length = strlen(search->reasons);
    snprintf(search->reasons + length, sizeof search->reasons - length, "%s%s: %s",
             length > 0 ? "; " : "", algorithm->name, reason);
    return true;
}

/* A plan that breaks the rules: as it was expected of a statement known to be wrong, else a
 * mistake of ours. */
static bool reject(struct search *search, const struct rd_algorithm *algorithm, const char *what,
                   const char *message)
{
    char reason[RD_MESSAGE_SIZE];
    snprintf(reason, sizeof reason, "%s: %.900s", what, message);
    if (algorithm->guarantee == RD_REFUTED)
        return note(search, algorithm, reason);
    return rd_failed(&search->call->error, "%s: %.900s", algorithm->name, reason);
}

/* Holds a plan against the rules, the goal and the bound. Returns: false for a mistake of ours;
 * *ret_good: is it of use? */
static bool judge(struct search *search, struct rd_best_plan *trial, bool *ret_good)
{
    const struct rd_verdict *verdict = &trial->verdict;
    const struct rd_known_bound *known = search->known;
    *ret_good = false;
    if (trial->plan.timing == RD_FREE_ORDER)
        return note(search, trial->algorithm,
                    "it leaves the order of messages to the network, so that its plan has no "
                    "time of its own");
    if (trial->plan.timing == RD_AS_RECORDED)
        return note(search, trial->algorithm,
                    "it decides while it runs, and waits for what it learns: as a plan that others "
                    "carry out it has no time of its own");
    rd_referee_plan(trial->instance, &trial->plan, &search->call->trial[1], &search->call->scratch,
                    NULL, &trial->verdict);
    if (verdict->violation == RD_VIOLATION_SIZE)
        return note(search, trial->algorithm, verdict->message);
    if (verdict->violation != RD_LEGAL)
        return reject(search, trial->algorithm, "its plan is not legal", verdict->message);
    if (!verdict->goal_reached)
        return reject(search, trial->algorithm, "its plan misses the goal", verdict->goal_message);
    if (known->known && verdict->makespan_s < known->bound.seconds &&
        !rd_reaches(known->bound.seconds, verdict->makespan_s))
        return reject(search, trial->algorithm, "its plan is below a bound", known->bound.name);
    *ret_good = true;
    return true;
}

/* What a plan that was judged costs. */
static struct rd_plan_cost cost_of(const struct rd_best_plan *plan)
{
    const struct rd_verdict *verdict = &plan->verdict;
    return (struct rd_plan_cost){verdict->makespan_s, verdict->items_moved, verdict->transfers};
}

/* Keeps a plan that is better than the best. */
static void keep_better(struct search *search, const struct rd_best_plan *trial)
{
    struct rd_best_plan *best = search->best;
    double makespan_s = trial->verdict.makespan_s;
    if (trial->plan.searched_all && !rd_class_on(trial->instance, trial->algorithm->schedules))
        rd_proofs_add(&best->proofs, RD_PROOF_SEARCH, makespan_s, trial->algorithm->name);
    struct rd_plan_cost cost = cost_of(trial), least = cost_of(best);
    if (best->algorithm && !rd_plan_cost_is_less(&cost, &least))
        return;
    best->algorithm = trial->algorithm;
    best->instance = trial->instance;
    best->plan = trial->plan;
    best->verdict = trial->verdict;
    struct rd_arena *arena = search->call->trial, kept = arena[0];
    arena[0] = arena[1];
    arena[1] = kept;
}

/* The plan of trial->algorithm; with a limit, in a share of what is left of it, or all of it if
 * nobody else is asked. The first one is to have a plan, even if it is another one's. */
static bool plan_in_time(struct search *search, const struct rd_options *options,
                         struct rd_best_plan *trial, struct rd_error *reterr)
{
    struct rd_call *call = search->call;
    if (!call->limit)
        return trial->algorithm->plan(trial->algorithm, trial->instance, options, &call->trial[1],
                                      &call->scratch, &trial->plan, reterr);
    struct rd_time_limit limit =
        rd_time_limit_share(call->limit, search->named ? 1 : RD_SHARE_OF_ALGORITHM);
    struct rd_plan_in_time how;
    if (!rd_plan_in_time(trial->algorithm, trial->instance, options, &limit,
                         !search->best->algorithm, &call->trial[1], &call->scratch, &trial->plan,
                         &how, reterr))
        return false;
    trial->algorithm = how.by;
    return true;
}

/* Is time up, and is there a plan to end with? */
static bool is_late(const struct search *search)
{
    struct rd_time_limit *limit = search->call->limit;
    return limit && search->best->algorithm && rd_time_limit_is_over(limit);
}

/* Plans with an algorithm. Returns: false for a mistake of ours. */
static bool attempt(struct search *search, const struct rd_algorithm *algorithm,
                    const struct rd_instance *instance)
{
    struct rd_call *call = search->call;
    struct rd_options options = *search->options;
    struct rd_error error = {0};
    options.spec = algorithm->options;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error))
        return note(search, algorithm, error.message);
    rd_arena_close(&call->trial[1]);
    struct rd_best_plan trial = {.algorithm = algorithm, .instance = instance};
    struct rd_arena_mark mark = rd_arena_mark(&call->scratch);
    bool planned = plan_in_time(search, &options, &trial, &error);
    rd_arena_rewind(&call->scratch, mark);
    if (!planned && error.code != RD_ERROR_REFUSED)
        return reject(search, algorithm, "planning failed", error.message);
    if (!planned)
        return note(search, algorithm, error.message);
    rd_plan_compute_rest(&trial.plan, instance, &call->trial[1], &call->scratch);
    bool good;
    if (!judge(search, &trial, &good))
        return false;
    if (good)
        keep_better(search, &trial);
    return true;
}

static bool is_proved(const struct search *search)
{
    const struct rd_best_plan *best = search->best;
    return best->algorithm && rd_proof_of(&best->proofs, best->verdict.makespan_s);
}

/* Asks the algorithms that are made for a view, or the one that was named. What takes every network
 * is asked for the first view only: the others are the same network. */
static bool search_view(struct search *search, const struct rd_algorithm *named,
                        const struct rd_instance *instance, bool first)
{
    if (named)
        return attempt(search, named, instance);
    for (size_t i = 0; i < rd_algorithm_count && !is_proved(search) && !is_late(search); i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if ((first || algorithm->shape != RD_ANY_SHAPE) &&
            rd_algorithm_fits(algorithm, &instance->topology) &&
            rd_algorithm_suits(algorithm, instance) &&
            !rd_algorithm_is_superseded(algorithm, instance) &&
            !attempt(search, algorithm, instance))
            return false;
    }
    return true;
}

/* Nobody has a plan. */
static bool fail_all(const struct search *search, const struct rd_problem_views *views)
{
    const struct rd_instance *instance = &views->instance[views->count - 1];
    char ports[RD_LABEL_SIZE];
    if (search->reasons[0])
        return rd_refuse(&search->call->error, "%s", search->reasons);
    return rd_refuse(&search->call->error,
                     "no algorithm is made for a %s with ports \"%s\" and the goal \"%s\"",
                     rd_shape_name(instance->topology.shape), rd_port_model_name(instance, ports),
                     rd_goal_name(instance->goal));
}

bool rd_best_plan_find(const struct rd_problem_views *views, const struct rd_algorithm *algorithm,
                       const struct rd_options *options, const struct rd_known_bound *known,
                       struct rd_call *call, struct rd_best_plan *ret_best)
{
    struct search search = {
        .call = call, .options = options, .known = known, .named = algorithm, .best = ret_best};
    *ret_best = (struct rd_best_plan){.proofs = known->proofs};
    for (uint32_t i = 0; i < views->count && !is_proved(&search); i++) {
        const struct rd_instance *view = &views->instance[i];
        /* What the algorithm is not made for need not be told if another view is what it takes. */
        if (algorithm && views->count > 1 &&
            !rd_algorithm_takes_shape(algorithm, view->topology.shape))
            continue;
        if (!search_view(&search, algorithm, view, i == 0))
            return false;
    }
    if (algorithm && !ret_best->algorithm && !search.reasons[0] &&
        !search_view(&search, algorithm, &views->instance[0], true))
        return false;
    return ret_best->algorithm || fail_all(&search, views);
}
