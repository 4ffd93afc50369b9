#include "hold_bounds.h"

#include "best_bound.h"
#include "interrupt.h"

#include "sim/base/time_limit.h"
#include "sim/model/trace.h"

#include <math.h>

/* A job that is held to its bounds. */
struct holding {
    struct rd_run_context *context;
    const struct rd_algorithm *algorithm; /* the entry's */
    struct rd_outcome *outcome;
    struct rd_result *result; /* the outcome's */
};

#define say(holding, ...) rd_result_say((holding)->result, &(holding)->context->arena, __VA_ARGS__)
#define fail(holding, ...)                                                                         \
    rd_result_fail((holding)->result, &(holding)->context->arena, __VA_ARGS__)

/* Whatever varies is at best so many times as fast as nominal, and no schedule is then so many
 * times as fast as the best one. */
static void hold_varying_bound(struct holding *holding)
{
    const struct rd_scenario *scenario = &holding->context->scenario;
    double bound_s = holding->result->bound.seconds, simulated_s = holding->result->simulated_s;
    double factor = scenario->greatest_factor;
    if (scenario->tcp_model || !scenario->varies || factor == 0 || isnan(simulated_s) ||
        !holding->outcome->bound_holds)
        return;
    if (bound_s > simulated_s * factor && !rd_times_agree(bound_s, simulated_s * factor, bound_s))
        fail(holding,
             "the bound %.12g s (%s) is more than %.12g times the simulated time %.12g s, and no "
             "bandwidth is ever that much above its nominal value",
             bound_s, holding->result->bound.name, factor, simulated_s);
}

/* Fails if the time is below the bound. */
static void compare_with_bound(struct holding *holding, const struct rd_bound *bound)
{
    double bound_s = bound->seconds, value_s = holding->outcome->value_s;
    bool is_exact = rd_scenario_is_exact(&holding->context->scenario);
    if (!holding->outcome->is_timed &&
        rd_bound_prices_shared_links(bound, &holding->context->instance)) {
        value_s = is_exact ? holding->result->simulated_s : NAN;
        if (isnan(value_s))
            say(holding, "planned as if no link were shared, which the bound takes into account");
    }
    /* What is left to the network has no time but the simulated one. */
    bool nominal = !isnan(holding->result->planned_s) || is_exact;
    if (!nominal || !(bound_s > value_s) || rd_times_agree(bound_s, value_s, bound_s))
        return;
    holding->outcome->beats_bound = true;
    fail(holding, "the bound %.12g s (%s) is above the time %.12g s of a legal schedule", bound_s,
         bound->name, value_s);
}

/* A bound that the time meets, and that nobody can check yet, gets a certificate if there is one.
 */
static void certify(struct holding *holding, struct rd_found_bound *found)
{
    double value_s = holding->outcome->value_s;
    if (found && rd_times_agree(value_s, found->bound.seconds, found->bound.seconds))
        rd_found_bound_certify(rd_run_context_bounds(holding->context), found);
}

/* What a paper prints as a bound and is none stands in its algorithm's row in the place of one. */
static void take_claim(struct holding *holding)
{
    struct rd_run_context *context = holding->context;
    struct rd_result *result = holding->result;
    struct rd_outcome *outcome = holding->outcome;
    const struct rd_problem_bound *claim = holding->algorithm->claim;
    struct rd_bound bound;
    if (!claim || !rd_problem_bound_suits(claim, &context->instance) ||
        !rd_problem_bound_compute(claim, &context->instance, &context->arena, &context->scratch,
                                  &bound, NULL))
        return;
    outcome->claims = true;
    *(bound.schedule_class ? &result->class_bound_known : &result->bound_known) = true;
    *(bound.schedule_class ? &result->class_bound : &result->bound) = bound;
    *(bound.schedule_class ? &outcome->class_bound_holds : &outcome->bound_holds) = false;
    if (!bound.schedule_class)
        result->bound_witness =
            rd_bound_bottleneck_words(&bound, &context->instance, &context->arena);
}

/* Says what is wrong with the certificate of a bound that is known. */
static void hold_certificate(struct holding *holding, const struct rd_found_bound *found)
{
    if (found && found->wrong)
        fail(holding, "%s", found->wrong);
}

static void compare_with_bounds(struct holding *holding)
{
    struct rd_run_context *context = holding->context;
    struct rd_result *result = holding->result;
    struct rd_outcome *outcome = holding->outcome;
    rd_take_bounds(context, context->effort, outcome->value_s, outcome);
    certify(holding, outcome->found);
    certify(holding, outcome->class_found);
    rd_take_bounds(context, RD_BOUNDS_KNOWN, outcome->value_s, outcome);
    const char *refusal = rd_found_bounds_refusal(context->bounds);
    if (!result->bound_known && !result->class_bound_known && refusal)
        say(holding, "no bound: %s", refusal);
    hold_certificate(holding, outcome->found);
    hold_certificate(holding, outcome->class_found);
    take_claim(holding);
    if (isnan(outcome->value_s))
        return;
    if (result->class_bound_known)
        compare_with_bound(holding, &result->class_bound);
    if (!result->bound_known)
        return;
    hold_varying_bound(holding);
    compare_with_bound(holding, &result->bound);
    rd_take_ratio(result);
}

void rd_hold_bounds(struct rd_run_context *context, const struct rd_run_entry *entry,
                    struct rd_time_limit *limit, struct rd_outcome *outcome)
{
    struct holding holding = {context, entry->algorithm, outcome, &outcome->result};
    if (!outcome->by)
        return;
    rd_time_limit_put_off(limit, outcome->simulation_s);
    rd_run_context_bounds(context)->limit = limit;
    rd_interrupt_soften(limit ? limit->asked : NULL);
    compare_with_bounds(&holding);
    rd_interrupt_soften(NULL);
}
