#include "shortest_plan.h"

#include <math.h>

static void take(struct rd_shortest_plan *shortest, const struct rd_surveyed *made)
{
    if (made)
        shortest->planner[shortest->planner_count++] = made->algorithm;
}

/* The algorithms whose timed plans are the shortest. */
static void take_planners(struct rd_shortest_plan *shortest, const struct rd_survey *survey)
{
    const struct rd_surveyed *first = NULL, *second = NULL;
    for (size_t i = 0; i < survey->made_count; i++) {
        const struct rd_surveyed *made = &survey->made[i];
        if (!made->is_timed)
            continue;
        if (!first || made->planned_s < first->planned_s) {
            second = first;
            first = made;
        } else if (!second || made->planned_s < second->planned_s) {
            second = made;
        }
    }
    take(shortest, first);
    take(shortest, second);
}

/* Makes the shortest plan again, which was made in another process, and keeps it. */
static bool keep_plan(struct rd_run_context *context, struct rd_shortest_plan *shortest,
                      struct rd_error *reterr)
{
    struct rd_outcome outcome;
    if (shortest->planner_count == 0)
        return true;
    if (!rd_trial_plan(context, shortest->planner[0], &outcome, reterr))
        return false;
    if (!outcome.plan || !outcome.is_timed || isnan(outcome.result.planned_s))
        return true;
    shortest->plan = outcome.plan;
    shortest->known = (struct rd_best_plan){outcome.result.planned_s, shortest->planner[0]->name};
    return true;
}

bool rd_shortest_plan_find(struct rd_run_context *context, double within_s,
                           struct rd_shortest_plan *ret_shortest, struct rd_error *reterr)
{
    struct rd_survey survey;
    *ret_shortest = (struct rd_shortest_plan){.known.planned_s = NAN};
    if (context->settings.algorithm) {
        for (size_t i = 0; i < context->entry_count && i < RD_SHORTEST_PLANNERS; i++)
            ret_shortest->planner[ret_shortest->planner_count++] = context->entry[i].algorithm;
    } else {
        const struct rd_survey_question question = {.within_s = within_s, .by_s = NAN};
        if (!rd_survey_run(context, &question, &survey, reterr))
            return false;
        take_planners(ret_shortest, &survey);
    }
    return keep_plan(context, ret_shortest, reterr);
}
