/* What a figure asks of an algorithm: its plan for an instance, judged. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/referee/referee.h"

/* Plans with the algorithm of a name, its options at their defaults, and judges the plan;
 * what it leaves to be computed is computed where it ends.
 * In: two different arenas; the plan is taken from the first, the second is rewound.
 * Errors: RD_ERROR_REFUSED if the algorithm refuses the instance; RD_ERROR_RUN if its plan is
 *     illegal or misses the goal. */
bool rd_figure_plan(const char *algorithm, const struct rd_instance *instance,
                    struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                    struct rd_verdict *ret_verdict, struct rd_error *reterr);
