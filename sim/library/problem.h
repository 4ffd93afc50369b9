/* A problem as instances: checked, and one for each shape that its links are. */
#pragma once

#include "call.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"

/* One problem seen as the networks that it is: a two-way ring of three hosts is a switch, too. */
enum { RD_VIEW_LIMIT = 8 };
struct rd_problem_views {
    uint32_t count; /* at least 1 */
    struct rd_instance instance[RD_VIEW_LIMIT];
};

/* Reads a problem, whatever it holds, into the call's problem arena.
 * Errors: RD_ERROR_INPUT. Cost: O(links + hosts * kinds), and O(hosts^2) behind a switch. */
bool rd_problem_read(const struct rd_problem *problem, struct rd_call *call,
                     struct rd_problem_views *ret_views);

/* Reads its options and its seed; whether an algorithm takes them is not checked.
 * Errors: RD_ERROR_INPUT. */
bool rd_problem_read_options(const struct rd_problem *problem, struct rd_call *call,
                             struct rd_options *ret_options);
