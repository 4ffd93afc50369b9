/* Chains of messages that bring objects, of plans of the objects as copies
 * (sim/model/object_copies.h). */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* Appends of a plan of the copies what brings each object, in its order, as a plan of the objects.
 * No message ends later than there: there is less before it. In: a legal plan that reaches the
 * goal, of messages of one item. Cost: O(messages), times those of an object. */
void rd_plan_chains(const struct rd_instance *instance, const struct rd_plan *copies,
                    struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan);
