/* Objects, given as arrays. */
#pragma once

#include "call.h"

#include "sim/model/instance.h"

/* Gives an instance the objects of a problem, in the call's problem arena; their arrays stay the
 * caller's. Errors: RD_ERROR_INPUT for arrays that are missing or out of order; the rest
 * rd_instance_check says. Cost: O(objects). */
bool rd_problem_objects_read(const struct rd_problem *problem, struct rd_call *call,
                             struct rd_instance *instance);
