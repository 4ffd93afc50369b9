#include "found_bounds.h"

#include "algorithms/port_lp/certify.h"
#include "sim/base/clock.h"
#include "sim/base/guard.h"
#include "sim/base/time_shares.h"
#include "sim/model/trace.h"

#include <math.h>

struct rd_found_bounds rd_found_bounds_open(const struct rd_instance *instance,
                                            const struct rd_problem_bound *only,
                                            struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_found_bounds bounds = {.instance = instance, .arena = arena, .scratch = scratch};
    bounds.found = rd_take(arena, rd_problem_bound_count, struct rd_found_bound);
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        const struct rd_problem_bound *bound = rd_problem_bounds[i];
        bool counts = only ? bound == only : !bound->claimed && !bound->on_request;
        if (counts && rd_problem_bound_suits(bound, instance))
            bounds.found[bounds.count++] =
                (struct rd_found_bound){.of = bound, .below_s = INFINITY};
    }
    return bounds;
}

/* A bound that is being computed. */
struct computation {
    struct rd_found_bounds *bounds;
    struct rd_found_bound *found;
    struct rd_error error;
};

static bool compute_bound(void *context)
{
    struct computation *on = context;
    return rd_problem_bound_compute(on->found->of, on->bounds->instance, on->bounds->arena,
                                    on->bounds->scratch, &on->found->bound, &on->error);
}

/* Computes one bound of several that are asked for under a limit: what asks is to end soon enough
 * for those behind it, and however late it is, there is a moment for what takes no more. What shows
 * something at once does so then, and where it is cut off, and is waited for. */
static bool compute_in_time(struct computation *on, bool *ret_known)
{
    static const double moment_s = 0.05;
    struct rd_found_bounds *bounds = on->bounds;
    bool at_once = on->found->of->at_once;
    struct rd_time_limit limit = rd_time_limit_share(bounds->limit, RD_SHARE_OF_BOUND);
    limit.cut_s = fmax(bounds->limit->cut_s, rd_now_s() + moment_s);
    if (!(at_once && rd_now_s() >= bounds->limit->end_s) &&
        rd_guard_run_within(&limit, bounds->arena, bounds->scratch, compute_bound, on, ret_known))
        return true;
    limit = rd_time_limit_none();
    limit.end_s = 0;
    return at_once && rd_guard_run_within(&limit, bounds->arena, bounds->scratch, compute_bound, on,
                                          ret_known);
}

static void compute(struct rd_found_bounds *bounds, struct rd_found_bound *found)
{
    struct computation on = {.bounds = bounds, .found = found};
    if (found->state != RD_BOUND_UNASKED)
        return;
    bool known = false, in_time = true;
    if (bounds->limit)
        in_time = compute_in_time(&on, &known);
    else
        known = compute_bound(&on);
    found->state = known ? RD_BOUND_FOUND : RD_BOUND_REFUSED;
    if (!known)
        found->refusal =
            in_time ? rd_arena_text(bounds->arena, on.error.message) : "no time was left for it";
}

/* Is a bound among those that are asked about? */
static bool is_about(const struct rd_bound *bound, const char *schedule_class)
{
    return schedule_class
               ? bound->schedule_class && rd_class_is_within(schedule_class, bound->schedule_class)
               : !bound->schedule_class;
}

/* Can no other bound be greater, or is that known well enough? Where messages share links, theorems
 * speak of messages that are alone, and one that prices these may be greater. Those of a class are
 * few, and one that a wider class reaches need not be its best. */
static bool is_settled(const struct rd_found_bounds *bounds, const struct rd_found_bound *best,
                       enum rd_bound_effort effort, double time_s)
{
    if (!best || bounds->instance->may_slow || effort >= RD_BOUNDS_ALL ||
        best->bound.schedule_class)
        return false;
    const struct rd_bound *bound = &best->bound;
    bool reached = bound->tight || rd_times_agree(bound->seconds, time_s, bound->seconds);
    return reached && (effort != RD_BOUNDS_WITH_DEAR || rd_bound_has_certificate(bound));
}

/* The better of two bounds; the certificate of the other, if they are equal and it alone has one.
 */
static struct rd_found_bound *better(struct rd_found_bound *best, struct rd_found_bound *other)
{
    if (!best)
        return other;
    struct rd_bound *bound = &best->bound;
    if (!rd_times_agree(other->bound.seconds, bound->seconds, bound->seconds))
        return other->bound.seconds > bound->seconds ? other : best;
    if (!rd_bound_has_certificate(bound) &&
        (other->bound.certificate || other->bound.multicast || other->bound.objects)) {
        bound->certificate = other->bound.certificate;
        bound->multicast = other->bound.multicast;
        bound->objects = other->bound.objects;
        bound->seconds = fmin(bound->seconds, other->bound.seconds);
    }
    return best;
}

/* Is it known, without computing it, that a bound is no better than another that has a certificate?
 */
static bool is_needless(struct rd_found_bounds *bounds, struct rd_found_bound *found,
                        const struct rd_found_bound *best)
{
    if (!best || found->state != RD_BOUND_UNASKED || !found->of->may_exceed ||
        !rd_bound_has_certificate(&best->bound))
        return false;
    double known_s = best->bound.seconds;
    struct rd_arena_mark mark = rd_arena_mark(bounds->arena);
    rd_arena_borrow(bounds->scratch);
    if (found->below_s > known_s &&
        !found->of->may_exceed(bounds->instance, known_s, bounds->arena, bounds->scratch))
        found->below_s = known_s;
    rd_arena_rewind(bounds->arena, mark);
    return found->below_s <= known_s;
}

struct rd_found_bound *rd_found_bounds_best(struct rd_found_bounds *bounds,
                                            const char *schedule_class, enum rd_bound_effort effort,
                                            double time_s)
{
    struct rd_found_bound *best = NULL;
    for (size_t i = 0; i < bounds->count && !is_settled(bounds, best, effort, time_s); i++) {
        struct rd_found_bound *found = &bounds->found[i];
        bool skipped = effort == RD_BOUNDS_KNOWN || (schedule_class && !found->of->schedules) ||
                       (best && effort == RD_BOUNDS_IN_PASSING && found->of->dear) ||
                       (effort == RD_BOUNDS_WITH_DEAR && is_needless(bounds, found, best));
        if (!skipped)
            compute(bounds, found);
        if (found->state == RD_BOUND_FOUND && is_about(&found->bound, schedule_class))
            best = better(best, found);
    }
    return best;
}

const char *rd_found_bounds_refusal(const struct rd_found_bounds *bounds)
{
    const char *refusal = NULL;
    for (size_t i = 0; i < bounds->count; i++)
        if (bounds->found[i].state == RD_BOUND_REFUSED)
            refusal = bounds->found[i].refusal;
    return refusal;
}

bool rd_found_bound_check(const struct rd_found_bounds *bounds, struct rd_found_bound *found)
{
    struct rd_error error;
    if (!found->checked &&
        !rd_bound_check(&found->bound, bounds->instance, bounds->scratch, &error))
        found->wrong = rd_arena_text(bounds->arena, error.message);
    found->checked = true;
    return !found->wrong;
}

void rd_found_bound_certify(const struct rd_found_bounds *bounds, struct rd_found_bound *found)
{
    bool in_time = !bounds->limit || rd_now_s() < bounds->limit->end_s;
    if (in_time && !found->solver_asked && !rd_bound_has_certificate(&found->bound)) {
        rd_network_certify(bounds->instance, bounds->arena, bounds->scratch, &found->bound);
        found->checked = false;
    }
    found->solver_asked = true;
}

bool rd_found_bounds_greatest(struct rd_found_bounds *bounds, const char *schedule_class,
                              enum rd_bound_effort effort, struct rd_bound *ret_bound,
                              struct rd_error *reterr)
{
    struct rd_found_bound *best = rd_found_bounds_best(bounds, NULL, effort, NAN);
    struct rd_found_bound *of_class =
        schedule_class ? rd_found_bounds_best(bounds, schedule_class, effort, NAN) : NULL;
    if (of_class && (!best || of_class->bound.seconds > best->bound.seconds))
        best = of_class;
    if (!best) {
        const char *refusal = rd_found_bounds_refusal(bounds);
        return rd_refuse(reterr, "%s", refusal ? refusal : "no bound is about the instance");
    }
    *ret_bound = best->bound;
    return true;
}

bool rd_best_bound(const struct rd_instance *instance, const char *schedule_class,
                   struct rd_arena *arena, struct rd_arena *scratch, struct rd_bound *ret_bound,
                   struct rd_error *reterr)
{
    struct rd_found_bounds bounds = rd_found_bounds_open(instance, NULL, arena, scratch);
    return rd_found_bounds_greatest(&bounds, schedule_class, RD_BOUNDS_WITH_DEAR, ret_bound,
                                    reterr);
}
