#include "cross_check.h"

#include "best_bound.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static bool above(double value_s, double other_s)
{
    return value_s > other_s && !rd_times_agree(value_s, other_s, value_s);
}

/* Is a row's schedule in the class? In: the class; NULL: all schedules. */
static bool is_in_class(const struct rd_result *row, const char *schedule_class)
{
    return rd_class_is_within(row->schedule_class, schedule_class);
}

/* What is known of the best time that one of an instance's rows could have. */
struct knowledge {
    struct rd_proofs proofs;
    double achieved_s; /* the least that some schedule reaches */
    double best_s;     /* the shortest schedule */
    double legal_s;    /* the same if messages never slowed each other down */
};

/* What a bound says of the schedules of a class. A schedule that reaches one of a wider class need
 * not be in it. */
static void take_bound(struct knowledge *known, const struct rd_bound *bound,
                       const char *schedule_class, bool counts_reached)
{
    if (bound->schedule_class &&
        !(schedule_class && rd_class_is_within(schedule_class, bound->schedule_class)))
        return;
    rd_proofs_add_bound(&known->proofs, bound);
    if (counts_reached && bound->tight && rd_class_is_within(bound->schedule_class, schedule_class))
        known->achieved_s = fmin(known->achieved_s, bound->seconds);
}

/* In: the class of schedules that is asked about; NULL: all. */
static struct knowledge gather(const struct rd_run_context *context,
                               const struct rd_outcome *outcome, const char *schedule_class)
{
    struct knowledge known = {.achieved_s = INFINITY, .best_s = INFINITY, .legal_s = INFINITY};
    /* Theory speaks of messages that are alone on their links. */
    bool reached = !context->instance.may_slow;
    for (size_t i = 0; i < context->entry_count; i++) {
        const struct rd_outcome *other = &outcome[i];
        const struct rd_result *result = &other->result;
        bool is_in = is_in_class(result, schedule_class);
        if (is_in && other->beats_bound)
            known.legal_s = fmin(known.legal_s, other->value_s);
        if (result->status != RD_STATUS_OK)
            continue;
        if (is_in) {
            known.best_s = fmin(known.best_s, other->achieved_s);
            known.legal_s = fmin(known.legal_s, other->value_s);
        }
        if (!isnan(other->searched_s) && rd_class_is_within(schedule_class, result->schedule_class))
            rd_proofs_add(&known.proofs, RD_PROOF_SEARCH, other->searched_s, result->algorithm);
    }
    struct rd_found_bounds *bounds = context->bounds;
    for (size_t i = 0; bounds && i < bounds->count; i++)
        if (bounds->found[i].state == RD_BOUND_FOUND && !bounds->found[i].of->claimed &&
            rd_found_bound_check(bounds, &bounds->found[i]))
            take_bound(&known, &bounds->found[i].bound, schedule_class, reached);
    return known;
}

/* A search that ended is a bound of the schedules that it searched. Raises a row's bound to it.
 * Returns: was it less? */
static bool raise_to_search(const struct knowledge *known, const char *schedule_class,
                            struct rd_arena *arena, bool *bound_known, struct rd_bound *bound)
{
    const char *searcher = known->proofs.shown[RD_PROOF_SEARCH].name;
    double searched_s = known->proofs.shown[RD_PROOF_SEARCH].seconds;
    if (!searcher || (*bound_known && !above(searched_s, bound->seconds)))
        return false;
    *bound_known = true;
    *bound = (struct rd_bound){
        .seconds = searched_s,
        .name = "search",
        .why = rd_arena_print(arena, "%s searched all schedules%s%s, and none is shorter.",
                              searcher, schedule_class ? " that are " : "",
                              schedule_class ? schedule_class : ""),
        .tight = true,
        .schedule_class = schedule_class};
    return true;
}

/* Gives all rows the bounds that are known now that all have run: those of the problem, and of the
 * class of each. */
static void share_bounds(struct rd_run_context *context, struct rd_outcome *outcome)
{
    struct knowledge all = gather(context, outcome, NULL);
    for (size_t i = 0; i < context->entry_count; i++) {
        struct rd_result *result = &outcome[i].result;
        if (!result->instance || outcome[i].claims)
            continue;
        rd_take_bounds(context, RD_BOUNDS_KNOWN, NAN, &outcome[i]);
        if (raise_to_search(&all, NULL, &context->arena, &result->bound_known, &result->bound))
            result->bound_witness = NULL;
        if (result->schedule_class) {
            struct knowledge in_class = gather(context, outcome, result->schedule_class);
            raise_to_search(&in_class, result->schedule_class, &context->arena,
                            &result->class_bound_known, &result->class_bound);
        }
        rd_take_ratio(result);
    }
}

/* Fails a row whose bound the schedule of another one beats. Its own was compared already. */
static void refute_bound(struct rd_run_context *context, const struct rd_outcome *outcome,
                         const struct rd_bound *bound, struct rd_result *result)
{
    struct knowledge known = gather(context, outcome, bound->schedule_class);
    bool priced = rd_bound_prices_shared_links(bound, &context->instance);
    double legal_s = priced ? known.best_s : known.legal_s;
    if (!above(bound->seconds, legal_s))
        return;
    result->status = RD_STATUS_FAILED;
    result->message = rd_arena_print(
        &context->arena, "%s%sthe bound %.12g s (%s) is above the time %.12g s of another run",
        result->message, result->message[0] ? "; " : "", bound->seconds, bound->name, legal_s);
}

static void refute_bounds(struct rd_run_context *context, struct rd_outcome *outcome)
{
    for (size_t i = 0; i < context->entry_count; i++) {
        struct rd_result *result = &outcome[i].result;
        if (result->status == RD_STATUS_OK && outcome[i].bound_holds)
            refute_bound(context, outcome, &result->bound, result);
        if (result->status == RD_STATUS_OK && outcome[i].class_bound_holds)
            refute_bound(context, outcome, &result->class_bound, result);
    }
}

/* The best of the proofs that no schedule takes less than a row. Returns: is there one? */
static bool find_proof(struct rd_outcome *row, const struct knowledge *known)
{
    row->result.proved_by = rd_proof_of(&known->proofs, row->achieved_s);
    row->result.proof = known->proofs.shown[row->result.proved_by].name;
    return row->result.proved_by != RD_PROOF_NONE;
}

static bool is_beaten(const struct rd_outcome *row, const struct knowledge *known)
{
    return above(row->achieved_s, known->best_s) || above(row->achieved_s, known->achieved_s);
}

static enum rd_optimal optimal_of(const struct rd_run_context *context,
                                  const struct rd_outcome *outcome, struct rd_outcome *row)
{
    struct knowledge known = gather(context, outcome, NULL);
    bool beaten = is_beaten(row, &known);
    if (!beaten && find_proof(row, &known))
        return RD_OPTIMAL_PROVED;
    const char *schedule_class = row->result.schedule_class;
    if (schedule_class) {
        struct knowledge in_class = gather(context, outcome, schedule_class);
        if (!is_beaten(row, &in_class) && find_proof(row, &in_class))
            return RD_OPTIMAL_IN_CLASS;
    }
    return beaten ? RD_OPTIMAL_NO : RD_OPTIMAL_UNKNOWN;
}

void rd_cross_check(struct rd_run_context *context, struct rd_outcome *outcome)
{
    share_bounds(context, outcome);
    if (!rd_scenario_is_exact(&context->scenario))
        return;
    refute_bounds(context, outcome);
    for (size_t i = 0; i < context->entry_count; i++) {
        struct rd_outcome *row = &outcome[i];
        if (row->result.status == RD_STATUS_OK && !isnan(row->achieved_s))
            row->result.optimal = optimal_of(context, outcome, row);
    }
}

/* The words for what one row misses. */
struct misses {
    struct rd_arena *arena;
    const char *words;
};

static __attribute__((format(printf, 2, 3))) void miss(struct misses *misses, const char *format,
                                                       ...)
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
    expect_number(&misses, "class-bound", expect->class_bound,
                  result->class_bound_known ? result->class_bound.seconds : NAN);
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
