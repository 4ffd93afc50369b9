#include "cross_check.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static bool above(double value_s, double other_s)
{
    return value_s > other_s && !rd_times_agree(value_s, other_s, value_s);
}

/* Is another row's schedule among those that a row speaks of? A bound that holds for all schedules,
 * or is missing, speaks of all; one that holds among those of a kind, of that kind. */
static bool speaks_of(const struct rd_result *row, const struct rd_result *other)
{
    const char *schedule_class = row->bound_known ? row->bound.schedule_class : NULL;
    const char *of = other->bound_known ? other->bound.schedule_class : NULL;
    return !schedule_class || (of && strcmp(schedule_class, of) == 0);
}

/* The greatest bound that is shown in some way. */
struct shown {
    double seconds;
    const char *name; /* the bound's, or who searched */
};

/* What the rows of an instance know of the best time that one of them could have. */
struct knowledge {
    struct shown shown[RD_PROOF_COUNT];
    double achieved_s; /* the least that some schedule reaches */
    double best_s;     /* the shortest schedule */
    double legal_s;    /* the same if messages never slowed each other down */
};

static void raise(struct shown *shown, double seconds, const char *name)
{
    if (!shown->name || seconds > shown->seconds)
        *shown = (struct shown){seconds, name};
}

static struct knowledge gather(const struct rd_run_context *context,
                               const struct rd_outcome *outcome, const struct rd_result *row)
{
    struct knowledge known = {.achieved_s = INFINITY, .best_s = INFINITY, .legal_s = INFINITY};
    for (size_t i = 0; i < context->entry_count; i++) {
        const struct rd_outcome *other = &outcome[i];
        if (other->result.status != RD_STATUS_OK)
            continue;
        bool is_rival = speaks_of(row, &other->result), binds = speaks_of(&other->result, row);
        if (is_rival) {
            known.best_s = fmin(known.best_s, other->achieved_s);
            known.legal_s = fmin(known.legal_s, other->value_s);
        }
        if (binds && other->proved_by_plan)
            raise(&known.shown[RD_PROOF_SEARCH], other->value_s, other->result.algorithm);
        if (!binds || !other->bound_holds)
            continue;
        raise(&known.shown[other->bound_certified ? RD_PROOF_CERTIFICATE : RD_PROOF_THEOREM],
              other->result.bound.seconds, other->result.bound.name);
        /* Theory speaks of messages that are alone on their links. */
        if (is_rival && other->result.bound.tight && !context->instance.may_slow)
            known.achieved_s = fmin(known.achieved_s, other->result.bound.seconds);
    }
    return known;
}

/* A bound of one row that the schedule of another one beats. Each row's own was compared already.
 */
static void refute_bounds(struct rd_run_context *context, struct rd_outcome *outcome)
{
    for (size_t i = 0; i < context->entry_count; i++) {
        struct rd_result *result = &outcome[i].result;
        if (result->status != RD_STATUS_OK || !outcome[i].bound_holds)
            continue;
        double legal_s = gather(context, outcome, result).legal_s;
        if (!above(result->bound.seconds, legal_s))
            continue;
        result->status = RD_STATUS_FAILED;
        result->message = rd_arena_print(
            &context->arena, "%s%sthe bound %.12g s (%s) is above the time %.12g s of another run",
            result->message, result->message[0] ? "; " : "", result->bound.seconds,
            result->bound.name, legal_s);
    }
}

/* The best of the proofs that no schedule takes less than a row. */
static void find_proof(struct rd_outcome *row, const struct knowledge *known)
{
    for (enum rd_proof proof = RD_PROOF_CERTIFICATE; proof < RD_PROOF_COUNT; proof++)
        if (known->shown[proof].name && !above(row->achieved_s, known->shown[proof].seconds)) {
            row->result.optimal = RD_OPTIMAL_PROVED;
            row->result.proved_by = proof;
            row->result.proof = known->shown[proof].name;
            return;
        }
}

void rd_cross_check_optimal(struct rd_run_context *context, struct rd_outcome *outcome)
{
    if (!rd_scenario_is_exact(&context->scenario))
        return;
    refute_bounds(context, outcome);
    for (size_t i = 0; i < context->entry_count; i++) {
        struct rd_outcome *row = &outcome[i];
        if (row->result.status != RD_STATUS_OK || isnan(row->achieved_s))
            continue;
        struct knowledge known = gather(context, outcome, &row->result);
        if (above(row->achieved_s, known.best_s) || above(row->achieved_s, known.achieved_s))
            row->result.optimal = RD_OPTIMAL_NO;
        else
            find_proof(row, &known);
    }
}

/* The words for what one row misses. */
struct misses {
    struct rd_arena *arena;
    const char *words;
};

static void miss(struct misses *misses, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void miss(struct misses *misses, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *words = rd_arena_vprint(misses->arena, format, arguments);
    va_end(arguments);
    misses->words = rd_arena_print(misses->arena, "%s%s%s", misses->words ? misses->words : "",
                                   misses->words ? "; " : "", words);
}

static void expect_word(struct misses *misses, const char *what, const char *expected,
                        const char *found)
{
    if (expected && strcmp(expected, found) != 0)
        miss(misses, "%s=\"%s\" is expected: it is %s", what, expected, found);
}

static void expect_number(struct misses *misses, const char *what, double expected, double found)
{
    if (isnan(expected))
        return;
    if (isnan(found))
        miss(misses, "%s=\"%.12g\" is expected: there is none", what, expected);
    else if (!rd_times_agree(found, expected, expected))
        miss(misses, "%s=\"%.12g\" is expected: it is %.12g", what, expected, found);
}

static const char *unmet(const struct rd_expectation *expect, const struct rd_result *result,
                         struct rd_arena *arena)
{
    struct misses misses = {.arena = arena};
    expect_word(&misses, "status", expect->status, rd_status_name(result->status));
    expect_number(&misses, "time", expect->time,
                  isnan(result->simulated_s) ? result->planned_s : result->simulated_s);
    expect_number(&misses, "bound", expect->bound,
                  result->bound_known ? result->bound.seconds : NAN);
    expect_number(&misses, "ratio", expect->ratio, result->ratio);
    expect_word(&misses, "optimal", expect->optimal, rd_optimal_name(result->optimal));
    if (expect->message && !strstr(result->message, expect->message))
        miss(&misses, "message=\"%s\" is expected: it is \"%s\"", expect->message, result->message);
    return misses.words;
}

bool rd_is_expected(const struct rd_run_context *context, const struct rd_run_entry *entry)
{
    return entry->run->expect.given && !context->settings.ignore_expectations;
}

void rd_check_expectations(struct rd_run_context *context, struct rd_outcome *outcome)
{
    for (size_t i = 0; i < context->entry_count; i++) {
        const struct rd_run_entry *entry = &context->entry[i];
        struct rd_result *result = &outcome[i].result;
        if (rd_is_expected(context, entry))
            result->expectation = unmet(&entry->run->expect, result, &context->arena);
    }
}
