/* Trees, their schedules, and better ones near them. */
#pragma once

#include "greedy_search.h"

#include "algorithms/multicast/rows.h"

/* Routes trees by the prices of loads, once by what each way adds and once with part of the way
 * behind, and schedules them; then routes 1 to 3 items of the best again, half of the time one that
 * ends last, along ways that links multiplied by e^-3 .. e^3 make short, and keeps what is not
 * worse, until a schedule ends at the bound, or as many messages were started. The same again from
 * schedules by turns, cheapest trees and, with all ports, shortest ways, if one of these is
 * shorter. Where links have latency all that once more, with as many messages: whole pieces have a
 * tree, or bundles of half as many items, .., one, and the latency of a message is load, too. The
 * tree of one item to all hosts is changed host by host. In: scratch, which is not the arena.
 * Returns: the best, in the arena; RD_NO_SCHEDULE above RD_TREES_LIMIT items times hosts. */
struct rd_copy_schedule rd_tree_search(const struct rd_rows *rows,
                                       const struct rd_copy_effort *effort, struct rd_arena *arena,
                                       struct rd_arena *scratch, int64_t *ret_schedules);
