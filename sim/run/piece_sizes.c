#include "piece_sizes.h"

#include "run_context_open.h"

#include "sim/base/clock.h"
#include "sim/base/time_shares.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char parameter[] = "load-piece-bytes";
enum { ROUNDS = 4, MOST_SIZES = 64 };
static const double gain_least = 1.01; /* how much shorter a plan is to be, for more items */

/* Sizes that were tried, and what they came to. */
struct trials {
    const struct rd_run_context *context;
    const struct rd_survey_question *question;
    struct rd_loaded_platform loaded;
    struct rd_piece_size tried[MOST_SIZES];
    size_t count;
    double end_s;       /* of the clock */
    int64_t part_bytes; /* of the largest part */
};

/* The settings of the scenario with another size. */
static bool set_size(struct trials *trials, const char *bytes,
                     struct rd_run_context_settings *ret_settings)
{
    *ret_settings = trials->context->settings;
    ret_settings->loaded = &trials->loaded;
    size_t place = 0;
    while (place < ret_settings->set_count && strcmp(ret_settings->set[place].name, parameter) != 0)
        place++;
    if (place == RD_SET_LIMIT)
        return false;
    ret_settings->set[place] = (struct rd_option){parameter, bytes};
    ret_settings->set_count += place == ret_settings->set_count;
    return true;
}

/* The bytes of the largest part: what its item has if it is one. */
static void measure_parts(struct trials *trials, const struct rd_run_context *context)
{
    const struct rd_copies *copies = context->instance.copies;
    for (uint32_t kind = 0; kind < copies->count; kind++)
        if (copies->bytes[kind] > (double)trials->part_bytes)
            trials->part_bytes = (int64_t)copies->bytes[kind];
}

/* Plans with a size, for a share of what is left of the time. */
static bool survey_size(struct trials *trials, struct rd_run_context *context,
                        struct rd_piece_size *size, struct rd_error *reterr)
{
    struct rd_survey_question question = *trials->question;
    struct rd_survey survey;
    question.within_s = (trials->end_s - rd_now_s()) * RD_SHARE_OF_SIZE;
    if (size->bytes == 0)
        measure_parts(trials, context);
    if (!rd_survey_run(context, &question, &survey, reterr))
        return false;
    if (survey.best && survey.best_trial.is_timed) {
        size->by = survey.best;
        size->planned_s = survey.best_trial.planned_s;
    }
    return true;
}

/* The shortest plan with items of a size; it is planned with it unless that was done, or time is
 * up. Returns: NULL if there is none to be had. Errors: as rd_survey_run; then *failed. */
static const struct rd_piece_size *try_size(struct trials *trials, int64_t bytes, bool *failed,
                                            struct rd_error *reterr)
{
    char text[24];
    struct rd_run_context_settings settings;
    struct rd_piece_size *size = &trials->tried[trials->count];
    for (size_t i = 0; i < trials->count; i++)
        if (trials->tried[i].bytes == bytes)
            return &trials->tried[i];
    snprintf(text, sizeof text, "%" PRId64, bytes);
    if (trials->count == MOST_SIZES || rd_now_s() >= trials->end_s ||
        !set_size(trials, text, &settings))
        return NULL;
    *size = (struct rd_piece_size){bytes, NULL, INFINITY};
    struct rd_run_context context;
    struct rd_error_list errors = {.arena = &context.arena};
    if (rd_run_context_read(&settings, &context, &errors) && rd_run_context_load(&context, &errors))
        *failed = !survey_size(trials, &context, size, reterr);
    rd_run_context_close(&context);
    if (*failed || !size->by)
        return NULL;
    trials->count++;
    return size;
}

/* So many items of the largest part. */
static const struct rd_piece_size *try_pieces(struct trials *trials, double pieces, bool *failed,
                                              struct rd_error *reterr)
{
    double bytes = ceil((double)trials->part_bytes / fmax(1, round(pieces)));
    bool whole = bytes >= (double)trials->part_bytes;
    return *failed ? NULL : try_size(trials, whole ? 0 : (int64_t)bytes, failed, reterr);
}

/* Twice as many items each time. Returns: how many are the best. */
static double double_pieces(struct trials *trials, bool *failed, struct rd_error *reterr)
{
    double best = 1, best_s = INFINITY, gained_s = INFINITY;
    int idle = 0;
    for (double pieces = 1; pieces <= (double)trials->part_bytes && idle < 2; pieces *= 2) {
        const struct rd_piece_size *size = try_pieces(trials, pieces, failed, reterr);
        if (!size)
            break;
        if (size->planned_s < best_s) {
            best = pieces;
            best_s = size->planned_s;
        }
        idle = size->planned_s * gain_least < gained_s ? 0 : idle + 1;
        gained_s = fmin(gained_s, size->planned_s);
    }
    return best;
}

/* Looks between the neighbours of the best, half as far each time. */
static void refine(struct trials *trials, double best, bool *failed, struct rd_error *reterr)
{
    const struct rd_piece_size *of_best = try_pieces(trials, best, failed, reterr);
    double best_s = of_best ? of_best->planned_s : INFINITY, factor = 2;
    for (int round = 0; round < ROUNDS && of_best; round++) {
        double from = best;
        factor = sqrt(factor);
        for (int way = 0; way < 2; way++) {
            double pieces = way == 0 ? from / factor : from * factor;
            const struct rd_piece_size *size = try_pieces(trials, pieces, failed, reterr);
            if (!size)
                return;
            if (size->planned_s < best_s) {
                best = pieces;
                best_s = size->planned_s;
            }
        }
    }
}

/* Is one larger than the other? 0 is a whole part. */
static bool is_larger(const struct rd_piece_size *size, const struct rd_piece_size *other)
{
    return other->bytes != 0 && (size->bytes == 0 || size->bytes > other->bytes);
}

/* The shortest plan of all: of equal ones the scenario's, or that with the largest items. */
static void choose(const struct trials *trials, struct rd_piece_sizes *sizes)
{
    size_t best = 0;
    for (size_t i = 1; i < trials->count; i++) {
        const struct rd_piece_size *size = &trials->tried[i], *other = &trials->tried[best];
        if (rd_times_agree(size->planned_s, other->planned_s, size->planned_s)
                ? best > 0 && is_larger(size, other)
                : size->planned_s < other->planned_s)
            best = i;
    }
    sizes->tried_count = trials->count;
    sizes->own = trials->tried[0];
    sizes->best = trials->tried[best];
}

bool rd_piece_sizes_run(struct rd_run_context *context, const struct rd_survey_question *question,
                        struct rd_survey *ret_survey, struct rd_piece_sizes *ret_sizes,
                        struct rd_error *reterr)
{
    struct trials trials = {
        .context = context, .question = question, .end_s = rd_now_s() + question->within_s};
    struct rd_survey_question own = *question;
    *ret_sizes = (struct rd_piece_sizes){0};
    if (context->scenario.generates_copies)
        own.within_s *= RD_SHARE_OF_OWN_SIZE;
    if (!rd_survey_run(context, &own, ret_survey, reterr))
        return false;
    const struct rd_survey *survey = ret_survey;
    if (!context->scenario.generates_copies || !survey->best || !survey->best_trial.is_timed)
        return true;
    trials.tried[trials.count++] = (struct rd_piece_size){
        context->scenario.piece_bytes, survey->best, survey->best_trial.planned_s};
    if (context->scenario.piece_bytes == 0)
        measure_parts(&trials, context);
    bool failed = false;
    try_size(&trials, 0, &failed, reterr);
    if (!failed && trials.part_bytes > 0)
        refine(&trials, double_pieces(&trials, &failed, reterr), &failed, reterr);
    rd_loaded_platform_close(&trials.loaded);
    choose(&trials, ret_sizes);
    ret_survey->spent_s = rd_now_s() - (trials.end_s - question->within_s);
    return !failed;
}
