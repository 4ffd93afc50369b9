/* How much slower a part of the network may get before a plan ends later. */
#pragma once

#include "algorithms/robust/plan_network.h"
#include "sim/base/integers.h"

struct rd_slack {
    bool any; /* no activity uses it: however slow it gets, the plan ends as before */
    /* It may take numerator / denominator times as long, at least 1. */
    int64_t numerator, denominator;
    int64_t later; /* and for each time as long again, so many units later at first */
};

/* Finds the slack of some resources together: [resources], those that get slower.
 * Idea: the end is the greatest of lines in the factor, one a path; from the steepest one down, the
 * next is the greatest where the last one meets the end as planned (Newton's method, which ends
 * since each line is less steep). Exact: in whole numbers of 128 bits. Cost: O(activities + waits)
 * a line; few lines. Source: W. Dinkelbach, "On nonlinear fractional programming", 1967. */
void rd_slack_find(const struct rd_plan_network *network, const bool *slower,
                   struct rd_arena *scratch, struct rd_slack *ret_slack);

/* The corners of the end as a function of the factor, between two factors and without them: where
 * it starts to climb more steeply. Returns: how many; them, the least first, in *ret_factor
 * (arena). Exact. Cost: O(activities + waits) for each, and as much again. */
size_t rd_slack_corners(const struct rd_plan_network *network, const bool *slower, double low,
                        double high, struct rd_arena *arena, double **ret_factor);

/* When each activity starts and ends as planned, and how much later it may end before the last one
 * does, in units: [activities] each, from the arena. Cost: O(activities + waits). */
struct rd_activity_dates {
    int64_t *start, *end, *slack;
};
struct rd_activity_dates rd_activity_dates_find(const struct rd_plan_network *network,
                                                struct rd_arena *arena);
