/* Do the referee and the oracle say the same of a plan or a trace? */
#ifndef REDIST_TESTS_REFEREE_AGREE_H
#define REDIST_TESTS_REFEREE_AGREE_H

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/referee/referee.h"
#include "sim/model/trace.h"

/* What both found, for tests that look further. */
struct agreement {
    bool unsaid; /* the definition says nothing of it, and nothing was compared */
    struct rd_verdict verdict;
    struct rd_trace trace; /* the referee's planned clock, if legal and timed */
};

/* Judges a plan twice: legality, the kind of violation, every message's start and end, the
 * makespan to 1e-9 of it, loads at the end and counts must be equal.
 * Returns: NULL, or what differs, with the instance and the plan in words (arena). */
const char *disagreement_on_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                                 struct rd_arena *arena, struct rd_arena *scratch,
                                 struct agreement *ret_agreement);

const char *disagreement_on_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                                  struct rd_arena *arena, struct rd_arena *scratch,
                                  struct agreement *ret_agreement);

/* An instance and a plan or a trace in words, to be pasted into a test. */
const char *words_of_instance(const struct rd_instance *instance, struct rd_arena *arena);
const char *words_of_plan(const struct rd_plan *plan, struct rd_arena *arena);
const char *words_of_trace(const struct rd_trace *trace, struct rd_arena *arena);

/* Row `later` of a trace against the same message in another trace of the same messages: the j-th
 * on its link, or on its processor. The largest end_s of `a` minus that of `b` over all messages;
 * INFINITY if they are not the same messages. */
double latest_by_s(const struct rd_trace *a, const struct rd_trace *b, struct rd_arena *scratch);

#endif
