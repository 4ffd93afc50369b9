/* Who plans for the worst case, against who makes it: both answer what the other did so far. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"

/* Plans for links that are so slow: share [slow_count], of what each may get. Returns in *ret_slow
 * [slow_count] which are slow, 1 or 0, in the least worst case of these plans; NULL: there is
 * none. */
typedef bool rd_play_plan(void *of, const double *share, int64_t round, const double **ret_slow,
                          struct rd_error *reterr);

/* Plays rounds. In each the planner plans for links that are as slow as they were, on average, in
 * the worst cases so far; in the first none is. Ends early where there is no plan. Errors: the
 * planner's. Source: G. W. Brown, "Iterative solution of games by fictitious play", 1951. */
bool rd_fictitious_play(rd_play_plan *plan, void *of, size_t slow_count, struct rd_arena *scratch,
                        struct rd_error *reterr);

/* A plan, by what it is chosen for. */
struct rd_played {
    double worst_s, planned_s;
};

/* Is a plan better: does its worst case end sooner, or, of worst cases that end at the same time,
 * the plan itself with no link slow? Times that differ by rounding are the same. */
bool rd_played_is_better(struct rd_played plan, struct rd_played than);
