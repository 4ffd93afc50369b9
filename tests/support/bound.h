/* Bounds for tests: the best one of what an algorithm plans, or one by its name. */
#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"

/* The first bound of the table, dear ones apart, that is about a class and no more, or about all
 * schedules. Returns: is there one that refuses nothing? */
static inline bool test_bound_about(const char *schedule_class, const struct rd_instance *instance,
                                    struct rd_arena *arena, struct rd_arena *scratch,
                                    struct rd_bound *ret_bound, struct rd_error *reterr)
{
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        const struct rd_problem_bound *of = rd_problem_bounds[i];
        struct rd_bound bound;
        if (of->claimed || of->dear || !rd_problem_bound_suits(of, instance) ||
            !rd_problem_bound_compute(of, instance, arena, scratch, &bound, reterr))
            continue;
        if (schedule_class
                ? bound.schedule_class && rd_class_is_within(schedule_class, bound.schedule_class)
                : !bound.schedule_class) {
            *ret_bound = bound;
            return true;
        }
    }
    return false;
}

/* The bound that belongs to an algorithm: what it claims; or what theory says of the schedules that
 * it keeps to; or the best that is known. As rd_best_bound. In: scratch, which may be the arena. */
static inline bool test_plan_bound(const struct rd_algorithm *algorithm,
                                   const struct rd_instance *instance, const struct rd_plan *plan,
                                   struct rd_arena *arena, struct rd_arena *scratch,
                                   struct rd_bound *ret_bound, struct rd_error *reterr)
{
    rd_arena_own(own);
    if (scratch == arena) /* which is rewound */
        scratch = &own;
    if (algorithm->claim && rd_problem_bound_suits(algorithm->claim, instance))
        return rd_problem_bound_compute(algorithm->claim, instance, arena, scratch, ret_bound,
                                        reterr);
    const char *schedule_class = rd_algorithm_class(algorithm, instance, plan);
    if (!rd_algorithm_asks_dear_bounds(algorithm, instance) &&
        ((schedule_class &&
          test_bound_about(schedule_class, instance, arena, scratch, ret_bound, reterr)) ||
         test_bound_about(NULL, instance, arena, scratch, ret_bound, reterr)))
        return true;
    return rd_best_bound(instance, schedule_class, arena, scratch, ret_bound, reterr);
}

/* The same of an algorithm of which no plan is at hand. */
static inline bool test_bound(const struct rd_algorithm *algorithm,
                              const struct rd_instance *instance, struct rd_arena *arena,
                              struct rd_arena *scratch, struct rd_bound *ret_bound,
                              struct rd_error *reterr)
{
    return test_plan_bound(algorithm, instance, NULL, arena, scratch, ret_bound, reterr);
}

/* The same as runs look for it in passing, without dear ones. */
static inline bool test_quick_bound(const struct rd_algorithm *algorithm,
                                    const struct rd_instance *instance, struct rd_arena *arena,
                                    struct rd_arena *scratch, struct rd_bound *ret_bound)
{
    struct rd_found_bounds bounds = rd_found_bounds_open(instance, NULL, arena, scratch);
    const char *schedule_class = rd_algorithm_class(algorithm, instance, NULL);
    struct rd_found_bound *best = rd_found_bounds_best(
        &bounds, schedule_class,
        rd_algorithm_asks_dear_bounds(algorithm, instance) ? RD_BOUNDS_WITH_DEAR
                                                           : RD_BOUNDS_IN_PASSING,
        0);
    if (best)
        *ret_bound = best->bound;
    return best;
}

/* The bound of a name, of an instance that it suits. */
static inline bool test_named_bound(const char *name, const struct rd_instance *instance,
                                    struct rd_arena *arena, struct rd_arena *scratch,
                                    struct rd_bound *ret_bound, struct rd_error *reterr)
{
    return rd_problem_bound_compute(rd_problem_bound_named(name), instance, arena, scratch,
                                    ret_bound, reterr);
}

/* The first of some bounds that is about an instance and does not refuse it. In: names, the last
 * one NULL. */
static inline bool test_first_bound(const char *const *name, const struct rd_instance *instance,
                                    struct rd_arena *arena, struct rd_arena *scratch,
                                    struct rd_bound *ret_bound, struct rd_error *reterr)
{
    for (; *name; name++)
        if (rd_problem_bound_suits(rd_problem_bound_named(*name), instance) &&
            test_named_bound(*name, instance, arena, scratch, ret_bound, reterr))
            return true;
    return false;
}

/* The bounds of the paper on one-port rings. */
static const char *const test_ring_bounds[] = {"ring-slice", "ring-half-slice", "ring-net-flow",
                                               "ring-open-loads", NULL};
