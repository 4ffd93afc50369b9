/* The plan of a target: redistribution, then iterations, phase after phase. */
#pragma once

#include "stencil.h"

#include "sim/model/plan.h"

/* Plans in lock-step, so that each phase is a barrier: items move; then, K times, words
 * are exchanged and every host computes what it holds (plain work).
 *     metric steps    a round is a colour of the items, or of the words, that hosts send: as many
 *                     as the busiest port needs; what a pair has to say in colours that follow each
 *                     other is one transfer
 *     metric volume   a round is one item, or all the words of one pair: one transfer at a time
 * Where words and work may overlap the plan is self-timed instead: the same orders at ports without
 * the barriers, and items without a neighbour elsewhere before the others; so no later.
 * Else the plan takes exactly rd_stencil_s(rd_stencil_cost_of(target)).
 * Errors: RD_ERROR_REFUSED beyond RD_STENCIL_ROW_LIMIT transfers. Cost: O(transfers) and two
 * colourings. */
bool rd_stencil_plan(const struct rd_stencil_target *target, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr);
