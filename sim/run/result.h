/* One row of results: what `redist run` says of one algorithm on one scenario. */
#pragma once

#include "result_columns.h"

#include "sim/base/arena.h"
#include "sim/model/bound.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"
#include "sim/model/plan.h"
#include "sim/model/proof.h"
#include "sim/model/trace.h"

struct rd_order_certificate;

enum rd_status { RD_STATUS_OK, RD_STATUS_REFUSED, RD_STATUS_FAILED };

/* Is a shorter legal schedule possible? IN_CLASS: no shorter one is in the class of schedules that
 * the algorithm's own bound speaks of; outside it one may be. */
enum rd_optimal { RD_OPTIMAL_UNKNOWN, RD_OPTIMAL_PROVED, RD_OPTIMAL_IN_CLASS, RD_OPTIMAL_NO };

/* The columns that are its own, and what the others are read from. */
struct rd_result {
    RD_RESULT_COLUMNS(RD_COLUMN_MEMBER, RD_NO_COLUMN, RD_NO_COLUMN, RD_NO_COLUMN)
    const struct rd_option *option; /* as given */
    size_t option_count;
    uint32_t host_count; /* a star's master left out */
    enum rd_status status;
    bool is_inapplicable; /* one of "all", refused because it is made for another goal or other
                             ports, or another is better */

    bool bound_known;
    struct rd_bound bound; /* of all legal schedules */
    bool class_bound_known;
    struct rd_bound class_bound;        /* of the class that the plan keeps to, or a wider one */
    const char *schedule_class;         /* that the plan keeps to; NULL: none that restricts it */
    const struct rd_instance *instance; /* of certificates; NULL where there is none */
    const struct rd_order_certificate *no_order; /* why it was refused, of objects; or NULL */
    int64_t words;          /* that tell the order on shared links; -1: none needed */
    double without_words_s; /* planned, by hosts that see the links; NAN likewise */
    double promised_ratio; /* the plan takes at most so many times the optimum: a theorem; or NAN */
    enum rd_optimal optimal;
    enum rd_proof proved_by; /* RD_PROOF_NONE unless it is proved, in a class or of all */

    const struct rd_counter *counter; /* [counter_count], the planner's own */
    size_t counter_count;
    const int64_t *final; /* [host_count * kind_count] */
    uint32_t kind_count;

    const struct rd_trace *trace; /* simulated, else planned; NULL if not asked for */
};

/* A run of which nothing is known but that it did not end well. */
extern const struct rd_result rd_result_none;

struct rd_algorithm;
struct rd_found_bound;

/* What came of a job. */
struct rd_outcome {
    struct rd_result result;       /* lives as long as the run context, but for its trace */
    const struct rd_plan *plan;    /* NULL if there is none; the next job forgets it, and the trace.
                                      Where nobody wanted its transfers, not all are there */
    const struct rd_algorithm *by; /* whose plan it is: the entry's, unless it had none in time;
                                      NULL: the run was not accepted */
    double value_s;    /* what the bound is compared with: the exact model's time; NAN if none */
    double achieved_s; /* what some schedule is known to take: the same, but simulated where
                         messages may slow each other down; NAN if unknown */
    struct rd_found_bound *found, *class_found; /* where the bounds are from; NULL: nowhere */
    bool bound_holds;       /* the bound is known, no statement that is known to be wrong, and its
                               certificate, if it has one, was accepted by the check of this run */
    bool class_bound_holds; /* the same of the bound of a class */
    bool claims;            /* one of the two is only claimed */
    bool beats_bound;       /* a legal schedule that is below one of the two, and failed for it */
    double searched_s;      /* below which the planner found no schedule of the plan's class, of
                               all, on links that routes do not share; NAN: it searched fewer */
    bool is_early;          /* time was up: more of it might have made a better plan */
    bool is_timed;          /* a simulation takes planned_s: nothing is slowed but by plan */
    double simulation_s;    /* wall clock of its simulation, which no time limit counts */
};

enum { RD_FINAL_LIMIT = 1000000 }; /* `final` is left out of outputs above this many numbers */

/* Adds words to the message of a result, unless they are there: what forbids a bound often forbids
 * a plan, too. In: arena, where its message lives. */
void rd_result_say(struct rd_result *result, struct rd_arena *arena, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says why a run failed. */
#define rd_result_fail(result, arena, ...)                                                         \
    (rd_result_say((result), (arena), __VA_ARGS__), (void)((result)->status = RD_STATUS_FAILED))

/* "ok", "refused", "failed"; "unknown", "proved", "proved*" (in a class), "no". */
const char *rd_status_name(enum rd_status status);
const char *rd_optimal_name(enum rd_optimal optimal);

/* "4 algorithms of this shape are for other goals, ports, sizes or links, or superseded; redist
 * check says which", from the arena. In: count, at least 1. */
const char *rd_hidden_words(size_t count, struct rd_arena *arena);

/* Options as one text, from the arena: "name=value;name=value". */
const char *rd_options_words(const struct rd_option *option, size_t count, struct rd_arena *arena);

/* The bound of its class, or else of all schedules; NULL: none. O(1). */
const struct rd_bound *rd_result_own_bound(const struct rd_result *result);

/* The class of schedules that its class bound holds for: "item-by-item"; NULL: none. O(1). */
const char *rd_result_class(const struct rd_result *result);

/* The most less the least that two hosts end with of a kind, the greatest of all kinds;
 * RD_NO_INTEGER where nobody knows. O(hosts * kinds). */
int64_t rd_error_left(const struct rd_result *result);

/* How many there are; RD_NO_INTEGER for -1, by which the referee says that there are none. */
static inline int64_t rd_known_count(int64_t count)
{
    return count >= 0 ? count : RD_NO_INTEGER;
}
