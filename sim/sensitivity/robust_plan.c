#include "robust.h"

#include "algorithms/robust/fictitious_play.h"

#include <math.h>
#include <string.h>

enum { PLANNERS = 5 };

struct search {
    struct rd_run_context *context;
    const struct rd_upgrades *upgrades;
    const struct rd_slow_set *set;
    size_t most;
    const struct rd_algorithm *planner[PLANNERS]; /* [planner_count], the shortest plan first */
    size_t planner_count;
    struct rd_robust_plan *best;
};

/* Not network-robust, which plays the same game, nor searches, which take too long each time. */
static void take_planners(struct search *search, const struct rd_survey *survey)
{
    double taken_s[PLANNERS];
    for (size_t i = 0; i < survey->made_count; i++) {
        const struct rd_surveyed *made = &survey->made[i];
        size_t at = search->planner_count;
        if (!made->is_timed || made->algorithm->needs_slower_links ||
            rd_algorithm_guarantee(made->algorithm, &search->context->instance) == RD_EXACT)
            continue;
        while (at > 0 && taken_s[at - 1] > made->planned_s)
            at--;
        if (at == PLANNERS)
            continue;
        size_t moved = search->planner_count - at - (search->planner_count == PLANNERS);
        memmove(taken_s + at + 1, taken_s + at, moved * sizeof *taken_s);
        memmove(search->planner + at + 1, search->planner + at, moved * sizeof *search->planner);
        taken_s[at] = made->planned_s;
        search->planner[at] = made->algorithm;
        search->planner_count += search->planner_count < PLANNERS;
    }
}

/* The plan, for as long as the run context. */
static struct rd_plan kept(const struct rd_plan *plan, struct rd_arena *arena)
{
    struct rd_plan copy = {.timing = plan->timing,
                           .step_s = plan->step_s,
                           .round_count = plan->round_count,
                           .keeps_shared = plan->keeps_shared,
                           .transfer_count = plan->transfer_count,
                           .transfer_capacity = plan->transfer_count};
    copy.transfer =
        rd_arena_copy(arena, plan->transfer, plan->transfer_count, sizeof *plan->transfer);
    if (plan->room)
        copy.room = rd_arena_copy(arena, plan->room, plan->transfer_count, sizeof *plan->room);
    if (plan->block)
        copy.block = rd_arena_copy(arena, plan->block, plan->transfer_count, sizeof *plan->block);
    if (plan->first_item)
        copy.first_item =
            rd_arena_copy(arena, plan->first_item, plan->transfer_count, sizeof *plan->first_item);
    return copy;
}

static double time_as_it_is(struct search *search, const struct rd_plan *plan,
                            struct rd_error *reterr)
{
    struct rd_what_if as_it_is;
    struct rd_faster_links none = {0};
    if (!rd_what_if_open(search->context, &none, &as_it_is, reterr))
        return NAN;
    double seconds = rd_what_if_time_s(&as_it_is, plan);
    rd_what_if_close(&as_it_is);
    return seconds;
}

/* Compares a plan, unless only a simulation could time it. In: the round in which it was made.
 * Returns in *ret_worst its worst case; end_s NAN where it has none. */
static bool compare(struct search *search, const struct rd_plan *plan, const char *algorithm,
                    int64_t round, struct rd_robust_case *ret_worst, struct rd_error *reterr)
{
    struct rd_robust_plan *best = search->best;
    double planned_s = time_as_it_is(search, plan, reterr);
    *ret_worst = (struct rd_robust_case){.end_s = NAN};
    if (isnan(planned_s))
        return true;
    if (!rd_robust_case_find(search->context, plan, search->upgrades, search->set, search->most,
                             ret_worst, reterr))
        return false;
    if (best->plan_count == 0) {
        best->ordinary = algorithm;
        best->ordinary_planned_s = planned_s;
        best->ordinary_worst = *ret_worst;
    }
    struct rd_played times = {ret_worst->end_s, planned_s};
    struct rd_played best_times = {best->worst.end_s, best->planned_s};
    if (best->plan_count == 0 || rd_played_is_better(times, best_times)) {
        best->worst = *ret_worst;
        best->planned_s = planned_s;
        best->algorithm = algorithm;
        best->round = round;
        best->plan = kept(plan, &search->context->arena);
    }
    best->plan_count++;
    return true;
}

/* Plans for slow links with each of the planners (rd_play_plan). */
static bool plan_for(void *of, const double *share, int64_t round, const double **ret_slow,
                     struct rd_error *reterr)
{
    struct search *search = of;
    struct rd_what_if what_if;
    struct rd_robust_case least = {.end_s = NAN};
    if (!rd_slow_what_if_open(search->context, search->set, share, &what_if, reterr))
        return false;
    bool good = true;
    for (size_t i = 0; i < search->planner_count && good; i++) {
        struct rd_outcome outcome;
        struct rd_robust_case worst;
        good = rd_trial_plan(&what_if.context, search->planner[i], &outcome, reterr);
        if (!good || !outcome.plan || outcome.result.status != RD_STATUS_OK)
            continue;
        good = compare(search, outcome.plan, search->planner[i]->name, round, &worst, reterr);
        if (good && !(worst.end_s >= least.end_s) && !isnan(worst.end_s))
            least = worst;
    }
    rd_what_if_close(&what_if);
    *ret_slow = least.slow;
    return good;
}

/* A planner for any network, if there is room for it. */
static void add_planner(struct search *search, const char *name)
{
    for (size_t i = 0; i < search->planner_count; i++)
        if (strcmp(search->planner[i]->name, name) == 0)
            return;
    if (search->planner_count < PLANNERS)
        search->planner[search->planner_count++] = rd_algorithm_named(name);
}

bool rd_robust_plan_find(struct rd_run_context *context, const struct rd_upgrades *upgrades,
                         const struct rd_slow_set *set, size_t most, double within_s,
                         struct rd_robust_plan *ret_plan, struct rd_error *reterr)
{
    *ret_plan = (struct rd_robust_plan){0};
    struct search search = {context, upgrades, set, most, .best = ret_plan};
    struct rd_survey survey;
    rd_arena_own(arena);
    const struct rd_survey_question question = {.within_s = within_s, .by_s = NAN};
    if (!rd_survey_run(context, &question, &survey, reterr))
        return false;
    take_planners(&search, &survey);
    add_planner(&search, "network-planner");
    add_planner(&search, "network-bundled");
    if (!rd_fictitious_play(plan_for, &search, set->count, &arena, reterr))
        return false;
    return ret_plan->plan_count > 0 ||
           rd_refuse(reterr,
                     "no plan that has a time of its own was made: more time (--within) may "
                     "help, and `redist check` says who accepts the scenario");
}
