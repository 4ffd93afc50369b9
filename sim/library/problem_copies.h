/* Pieces of named kinds, given as arrays. */
#pragma once

#include "call.h"

#include "sim/model/instance.h"

/* Gives an instance the copies of a problem, and counted kinds before them, in the call's problem
 * arena. In: a problem whose load and final load are there where kinds are counted. Errors:
 * RD_ERROR_INPUT for arrays that are missing or out of order; the rest rd_instance_check says.
 * Cost: O(hosts kinds + pieces and their hosts). */
bool rd_problem_copies_read(const struct rd_problem *problem, struct rd_call *call,
                            struct rd_instance *instance);

/* Gives its named kinds their sizes. In: an instance whose costs are known. Cost: O(kinds). */
void rd_problem_copies_size(const struct rd_problem *problem, struct rd_arena *arena,
                            struct rd_instance *instance);
