#include "plan_in_time.h"

#include "planner.h"

#include "sim/base/clock.h"
#include "sim/base/guard.h"
#include "sim/base/time_shares.h"
#include "sim/referee/referee.h"

#include <math.h>

/* A plan to make, under a limit. */
struct task {
    const struct rd_algorithm *algorithm;
    const struct rd_instance *instance;
    struct rd_options options;
    struct rd_arena *arena, *scratch;
    bool at_once;     /* network-planner, at once.. */
    double at_once_s; /* ..of which scheduling may take so long */
    struct rd_plan plan;
    struct rd_error *reterr;
    double seconds; /* of its plan; INFINITY: there is none; NAN: nobody has asked */
};

static bool make_plan(void *context)
{
    struct task *task = context;
    struct rd_planner_settings settings = {.seed = task->options.seed,
                                           .executable = task->options.executable,
                                           .at_once = true,
                                           .at_once_s = task->at_once_s};
    if (task->at_once)
        return rd_network_planner(task->instance, &settings, task->arena, task->scratch,
                                  &task->plan, task->reterr);
    return task->algorithm->plan(task->algorithm, task->instance, &task->options, task->arena,
                                 task->scratch, &task->plan, task->reterr);
}

/* How long a plan takes. Of one that was read while it was made, or leaves its order to the
 * network, nobody can tell: it is the only one that counts. */
static bool judge(void *context)
{
    struct task *task = context;
    bool has_time = task->plan.timing != RD_FREE_ORDER && task->plan.timing != RD_AS_RECORDED &&
                    task->plan.first_transfer == 0;
    task->seconds =
        has_time ? rd_referee_makespan_s(task->instance, &task->plan, task->arena, task->scratch)
                 : 0;
    return true;
}

/* Judges a plan that nobody has asked about. */
static void judge_at_last(struct task *task, struct rd_time_limit *limit)
{
    if (isnan(task->seconds) &&
        rd_guard_run_within(limit, task->arena, task->scratch, judge, task, NULL))
        rd_time_limit_tell(limit, task->instance, task->seconds);
}

/* Plans with a rule under a limit, and keeps its plan if it is shorter; if it is the first, and
 * time is up, it is likely to be the only one, and is not judged. In: a task with the rule. */
static void try_task(struct task *best, struct task *task, struct rd_time_limit *limit)
{
    bool made = false;
    task->plan = (struct rd_plan){0};
    task->seconds = NAN;
    task->reterr = NULL;
    task->options.spec = task->algorithm->options;
    task->options.given_count = 0;
    if (!rd_algorithm_accepts(task->algorithm, task->instance, &task->options, NULL) ||
        !rd_guard_run_within(limit, task->arena, task->scratch, make_plan, task, &made) || !made)
        return;
    if (isinf(best->seconds) && rd_now_s() >= limit->end_s) {
        *best = *task;
        return;
    }
    judge_at_last(best, limit);
    judge_at_last(task, limit);
    if (task->seconds < best->seconds)
        *best = *task;
}

static void try_rule(struct task *best, const struct rd_algorithm *rule,
                     struct rd_time_limit *limit)
{
    struct task task = *best;
    task.algorithm = rule;
    task.at_once = false;
    if (rule->guarantee == RD_REFUTED || rule->protocol)
        return;
    /* Where nothing else has a plan, a baseline is waited for. */
    bool is_needed = rule->is_baseline && isinf(best->seconds);
    struct rd_time_limit share =
        is_needed ? rd_time_limit_none()
                  : rd_time_limit_within(RD_SHARE_OF_RULE * (limit->cut_s - rd_now_s()), 1, NULL);
    share.watcher = limit->watcher;
    if (is_needed || !rd_time_limit_is_past(limit))
        try_task(best, &task, &share);
}

/* Plans with network-planner at once, in as few messages as the time asks for. Where it takes the
 * instance there is a plan, so nothing cuts it off; but what can end is told to. */
static void try_at_once(struct task *best, const struct rd_time_limit *limit)
{
    struct task task = *best;
    struct rd_time_limit none = rd_time_limit_none();
    none.watcher = limit->watcher;
    none.end_s = limit->end_s;
    task.algorithm = rd_algorithm_named("network-planner");
    task.at_once = true;
    task.at_once_s = limit->cut_s - rd_now_s();
    try_task(best, &task, &none);
}

/* Plans by rules that take a moment. Returns: how many seconds the first, at once, took. */
static double try_rules(struct task *best, struct rd_time_limit *limit)
{
    const struct rd_algorithm *self = best->algorithm;
    rd_time_limit_is_past(limit); /* who asked for an end gives them a moment */
    double begun_s = rd_now_s();
    try_at_once(best, limit);
    double at_once_s = rd_now_s() - begun_s;
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (rd_algorithms[i]->is_baseline)
            try_rule(best, rd_algorithms[i], limit);
    for (size_t i = 0; i < rd_algorithm_count && isinf(best->seconds); i++)
        if (rd_algorithms[i] != self && !rd_algorithms[i]->is_baseline &&
            rd_algorithms[i]->guarantee != RD_EXACT)
            try_rule(best, rd_algorithms[i], limit);
    return at_once_s;
}

/* Leaves time for what comes behind the algorithm's own plan, a verdict and a bound: as much as a
 * plan at once took. Returns: is there as much for the plan, where the algorithm is the same? */
static bool leave_time(const struct task *own, const struct task *best, double at_once_s,
                       struct rd_time_limit *limit)
{
    limit->cut_s = fmin(limit->cut_s, limit->last_s - at_once_s);
    limit->end_s = fmin(limit->end_s, limit->cut_s);
    bool is_made = best->at_once && best->algorithm == own->algorithm;
    return !is_made || rd_now_s() + at_once_s < limit->cut_s;
}

/* The algorithm's own plan. Returns: false if it refused. *ret_is_early: it was stopped, or cut
 * off, and then there may be no plan. */
static bool make_own(struct task *task, struct rd_time_limit *limit, bool *ret_is_early)
{
    struct rd_time_limit own = rd_time_limit_share(limit, RD_SHARE_OF_OWN);
    bool made = false;
    if (own.cut_s < INFINITY)
        own.end_s = fmin(own.end_s, own.cut_s - (1 - RD_PART_OF_OWN) * (own.cut_s - rd_now_s()));
    bool returned = rd_guard_run_within(&own, task->arena, task->scratch, make_plan, task, &made);
    *ret_is_early = !returned || own.is_told;
    if (returned && made)
        task->seconds = 0; /* until it is judged */
    return made || *ret_is_early;
}

/* What is to be said of a plan that is not all that the algorithm had made of it. */
static const char *early_words(const struct rd_algorithm *algorithm, const struct task *task,
                               double start_s)
{
    double lasted_s = rd_now_s() - start_s;
    const char *note = task->plan.note;
    if (task->algorithm == algorithm && !task->at_once)
        return rd_arena_print(task->arena, "stopped after %.3g s%s%s", lasted_s, note ? ": " : "",
                              note ? note : "");
    return rd_arena_print(task->arena,
                          "stopped after %.3g s without a better plan than that of %s%s", lasted_s,
                          task->algorithm->name, task->at_once ? ", at once" : "");
}

bool rd_plan_in_time(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                     const struct rd_options *options, struct rd_time_limit *limit, bool has_rules,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                     struct rd_plan_in_time *ret_how, struct rd_error *reterr)
{
    double start_s = rd_now_s();
    bool is_early = true, is_dated = limit->cut_s < INFINITY, has_time = true;
    struct task own = {.algorithm = algorithm,
                       .instance = instance,
                       .options = *options,
                       .arena = arena,
                       .scratch = scratch,
                       .plan = *ret_plan,
                       .reterr = reterr,
                       .seconds = INFINITY};
    struct task best = own;
    if (has_rules && is_dated) {
        struct rd_time_limit first = rd_time_limit_share(limit, RD_SHARE_OF_RULES);
        has_time = leave_time(&own, &best, try_rules(&best, &first), limit);
    }
    if (has_time && !make_own(&own, limit, &is_early))
        return false;
    *ret_how = (struct rd_plan_in_time){.by = algorithm, .is_early = is_early};
    *ret_plan = own.plan;
    if (!is_early)
        return true;
    limit->is_told = true;
    if (has_rules && own.seconds == 0 && algorithm->guarantee != RD_REFUTED)
        rd_guard_run_within(limit, arena, scratch, judge, &own, NULL);
    if (has_rules && !is_dated && isinf(own.seconds))
        try_rules(&best, limit);
    if (own.seconds < INFINITY)
        judge_at_last(&best, limit);
    if (own.seconds < INFINITY && !(best.seconds < own.seconds))
        best = own;
    if (isinf(best.seconds))
        return rd_refuse(reterr, "no plan within %.3g s", rd_now_s() - start_s);
    ret_how->by = best.algorithm;
    *ret_plan = best.plan;
    ret_plan->note = early_words(algorithm, &best, start_s);
    return true;
}
