/* Do messages of a plan wait for room on shared links, or do they slow each other down? */
#pragma once

#include "run_context.h"

#include "sim/model/plan.h"

/* When the plan ends; INFINITY if it is not legal, or too long for the referee. */
double rd_plan_ends_s(struct rd_run_context *context, const struct rd_instance *instance,
                      const struct rd_plan *plan);

/* The planner left open what happens on shared links: messages of its plan wait for room on them,
 * unless the plan is shorter where they slow each other down. That takes longer to find out: it
 * need not be where nobody waits for room, and is not where there are very many messages. */
void rd_mark_room(struct rd_run_context *context, struct rd_plan *plan);
