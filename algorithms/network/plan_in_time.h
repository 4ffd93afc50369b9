/* Plans within a time limit: of any algorithm, for any goal. */
#pragma once

#include "algorithms/algorithm.h"
#include "sim/base/time_limit.h"

/* How a plan came about. */
struct rd_plan_in_time {
    const struct rd_algorithm *by; /* whose plan it is */
    bool is_early;                 /* more time might have made a better one */
};

/* As the algorithm's `plan`, of an instance that was accepted, within a time limit. An algorithm
 * that asks (rd_time_is_up) ends with the best plan that it has found; one that does not is cut off
 * before the limit is. With has_rules, rules that take a moment then plan, too, so that there is a
 * plan: baselines, network-planner at once, and where these do not take the instance the first
 * algorithm that has a plan. The best plan is taken. In: limit, changed; ret_plan, empty, or with a
 * reader, which a plan that another one takes the place of has not. Errors: RD_ERROR_REFUSED, also
 * where there was no time for any plan. Cost: the plan's; where it is early, those of the rules. */
bool rd_plan_in_time(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                     const struct rd_options *options, struct rd_time_limit *limit, bool has_rules,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                     struct rd_plan_in_time *ret_how, struct rd_error *reterr);
