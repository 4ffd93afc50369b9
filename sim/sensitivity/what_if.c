#include "what_if.h"

#include "sim/referee/referee.h"
#include "sim/run/best_bound.h"

#include <math.h>

bool rd_what_if_open(struct rd_run_context *of, const struct rd_faster_links *faster,
                     struct rd_what_if *what_if, struct rd_error *reterr)
{
    *what_if = (struct rd_what_if){.context = *of, .bound.seconds = NAN};
    struct rd_run_context *context = &what_if->context;
    rd_arena_open(&context->arena, 0);
    rd_arena_open(&context->run_arena, 0);
    rd_arena_open(&context->scratch, 0);
    if (!rd_engine_read_faster_costs(of->engine, faster, of->scenario.host_name,
                                     &of->instance.topology, of->instance.port_count,
                                     &context->arena, &what_if->costs, reterr)) {
        rd_what_if_close(what_if);
        return false;
    }
    rd_run_context_take_costs(context, &what_if->costs);
    return true;
}

void rd_what_if_close(struct rd_what_if *what_if)
{
    rd_arena_close(&what_if->context.scratch);
    rd_arena_close(&what_if->context.run_arena);
    rd_arena_close(&what_if->context.arena);
}

void rd_what_if_bound(struct rd_what_if *what_if)
{
    struct rd_run_context *context = &what_if->context;
    struct rd_found_bounds *bounds = rd_run_context_bounds(context);
    struct rd_found_bound *best = rd_found_bounds_best(bounds, NULL, RD_BOUNDS_WITH_DEAR, NAN);
    if (!best)
        return;
    rd_found_bound_certify(bounds, best);
    if (rd_found_bound_check(bounds, best))
        what_if->bound = best->bound;
}

bool rd_what_if_plan(struct rd_what_if *what_if, const struct rd_algorithm *const *algorithm,
                     size_t algorithm_count, double limit_s, struct rd_best_plan *plan,
                     struct rd_error *reterr)
{
    for (size_t i = 0; i < algorithm_count; i++) {
        struct rd_trial trial;
        if (plan->planned_s <= what_if->bound.seconds)
            return true;
        if (!rd_trial_run(&what_if->context, algorithm[i], limit_s, &trial, reterr))
            return false;
        bool known = trial.end == RD_TRIAL_PLANNED && trial.is_timed && !isnan(trial.planned_s);
        if (known && !(trial.planned_s >= plan->planned_s))
            *plan = (struct rd_best_plan){trial.planned_s, algorithm[i]->name};
    }
    return true;
}

double rd_what_if_time_s(struct rd_what_if *what_if, const struct rd_plan *plan)
{
    const struct rd_instance *instance = &what_if->context.instance;
    struct rd_verdict verdict;
    rd_arena_own(arena);
    /* Who slows whom is known where the shared links are. */
    if (plan->timing != RD_SELF_TIMED || (instance->may_slow && !instance->shared))
        return NAN;
    rd_referee_plan(instance, plan, &arena, &what_if->context.scratch, NULL, &verdict);
    return verdict.violation == RD_LEGAL && verdict.goal_reached ? verdict.makespan_s : NAN;
}
