/* Schedules of given trees: which message goes when. */
#pragma once

#include "schedule.h"
#include "trees.h"

/* Schedules trees: whenever a message ends, of those that may start the most urgent ones do, first
 * those with the longest way below them; by turns, each item's behind those of the items before it
 * in its piece, as long as the fullest port or link takes for these. Then backwards in time, a
 * message after all those that it brings items for, the ones that ended last first; and forwards
 * again in that order, as long as it becomes shorter, `passes` times at the most. The messages are
 * from the arena. Cost: O(messages (links of a host + log)) a pass. Source: our own;
 * forward-backward improvement of project scheduling. */
struct rd_copy_schedule rd_schedule_trees(const struct rd_trees *trees, int passes, bool by_turns,
                                          struct rd_arena *arena, struct rd_arena *scratch);
