#include "survey.h"

#include "acceptance.h"

#include "sim/base/clock.h"

#include <math.h>

/* Algorithms made for the shape, those for any network, searches: 0, 1, 2. */
static int turn_of(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    if (rd_algorithm_guarantee(algorithm, instance) == RD_EXACT)
        return 2;
    return algorithm->shape == RD_ANY_SHAPE;
}

static bool is_candidate(const struct rd_survey *survey, const struct rd_algorithm *algorithm,
                         int turn)
{
    const struct rd_instance *instance = &survey->context->instance;
    struct rd_options defaults = {.spec = algorithm->options, .seed = 1};
    return algorithm->guarantee != RD_REFUTED && turn_of(algorithm, instance) == turn &&
           rd_algorithm_takes_shape(algorithm, instance->topology.shape) &&
           rd_runs_accept(survey->context, algorithm, &defaults, NULL);
}

bool rd_survey_is_optimal(const struct rd_survey *survey)
{
    return survey->best && survey->best_trial.is_timed &&
           rd_proof_of(&survey->proofs, survey->best_trial.planned_s);
}

/* How long a plan takes whose messages slow each other down only a simulation can tell.
 * In: other: NULL if there is none. */
static bool is_better(const struct rd_trial *trial, const struct rd_trial *other)
{
    if (!other || trial->is_timed != other->is_timed)
        return !other || trial->is_timed;
    /* Of equal plans the one of a search, which knows that it is the shortest. */
    return trial->planned_s < other->planned_s ||
           (!isnan(trial->searched_s) && trial->planned_s == other->planned_s);
}

bool rd_survey_is_early(const struct rd_survey *survey)
{
    return survey->best && survey->best_trial.is_timed &&
           (survey->best_trial.planned_s <= survey->by_s ||
            rd_times_agree(survey->best_trial.planned_s, survey->by_s, survey->by_s));
}

bool rd_survey_is_too_early(const struct rd_survey *survey)
{
    if (rd_survey_is_early(survey))
        return false;
    return (survey->bound.bound_s > survey->by_s &&
            !rd_times_agree(survey->bound.bound_s, survey->by_s, survey->by_s)) ||
           (!isnan(survey->by_s) && rd_survey_is_optimal(survey));
}

static bool is_settled(const struct rd_survey *survey)
{
    return isnan(survey->by_s) ? rd_survey_is_optimal(survey)
                               : rd_survey_is_early(survey) || rd_survey_is_too_early(survey);
}

/* What a plan's run says of all schedules. */
static void take_proofs(struct rd_survey *survey, const struct rd_algorithm *algorithm,
                        const struct rd_trial *trial)
{
    if (!isnan(trial->searched_s))
        rd_proofs_add(&survey->proofs, RD_PROOF_SEARCH, trial->searched_s, algorithm->name);
    if (isnan(trial->bound_s))
        return;
    if (!(trial->bound_s <= survey->bound.bound_s))
        survey->bound = *trial;
    rd_proofs_add(&survey->proofs, trial->bound_certified ? RD_PROOF_CERTIFICATE : RD_PROOF_THEOREM,
                  trial->bound_s, rd_arena_text(&survey->context->arena, trial->bound_name));
}

static void take_trial(struct rd_survey *survey, const struct rd_algorithm *algorithm,
                       const struct rd_trial *trial)
{
    take_proofs(survey, algorithm, trial);
    if (trial->end == RD_TRIAL_STOPPED || trial->end == RD_TRIAL_FAILED)
        survey->unfinished =
            rd_arena_print(&survey->context->arena, "%s%s%s (%s)", survey->unfinished,
                           *survey->unfinished ? ", " : "", algorithm->name,
                           trial->end == RD_TRIAL_STOPPED ? "no time left" : trial->message);
    if (trial->end != RD_TRIAL_PLANNED || isnan(trial->planned_s))
        return;
    rd_arena_add(
        &survey->context->arena, survey->made, survey->made_count,
        (struct rd_surveyed){algorithm, trial->planned_s, trial->items_moved, trial->is_timed});
    if (is_better(trial, survey->best ? &survey->best_trial : NULL)) {
        survey->second = survey->best;
        survey->second_trial = survey->best_trial;
        survey->best = algorithm;
        survey->best_trial = *trial;
    } else if (is_better(trial, survey->second ? &survey->second_trial : NULL)) {
        survey->second = algorithm;
        survey->second_trial = *trial;
    }
}

static bool plan_with_all(struct rd_survey *survey, struct rd_error *reterr)
{
    enum { TURNS = 3 };
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < rd_algorithm_count && !is_settled(survey); i++) {
            struct rd_trial trial = {
                .end = RD_TRIAL_STOPPED, .planned_s = NAN, .searched_s = NAN, .bound_s = NAN};
            if (!is_candidate(survey, rd_algorithms[i], turn))
                continue;
            double left_s = survey->end_s - rd_now_s();
            if (left_s > 0 &&
                !rd_trial_run(survey->context, rd_algorithms[i], left_s, &trial, reterr))
                return false;
            take_trial(survey, rd_algorithms[i], &trial);
        }
    return true;
}

const struct rd_surveyed *rd_survey_least_moving(const struct rd_survey *survey, double factor)
{
    const struct rd_surveyed *least = NULL;
    double limit_s = survey->best_trial.planned_s * factor;
    for (const struct rd_surveyed *made = survey->made; made < survey->made + survey->made_count;
         made++) {
        bool is_known = made->is_timed && survey->best_trial.is_timed;
        if (isfinite(factor) && !(is_known && made->planned_s <= limit_s))
            continue;
        if (!least || made->items_moved < least->items_moved ||
            (made->items_moved == least->items_moved && made->planned_s < least->planned_s))
            least = made;
    }
    return least;
}

const struct rd_surveyed *rd_survey_rival(const struct rd_survey *survey)
{
    static const double hardly = 1.01;
    const struct rd_surveyed *rival = rd_survey_least_moving(survey, hardly);
    return rival && rival->items_moved < survey->best_trial.items_moved ? rival : NULL;
}

bool rd_survey_run(struct rd_run_context *context, double within_s, double by_s,
                   struct rd_survey *ret_survey, struct rd_error *reterr)
{
    *ret_survey = (struct rd_survey){.context = context,
                                     .end_s = rd_now_s() + within_s,
                                     .by_s = by_s,
                                     .bound = {.bound_s = NAN},
                                     .unfinished = ""};
    return plan_with_all(ret_survey, reterr);
}
