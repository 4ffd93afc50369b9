/* A search near an order in which objects can be moved one by one where hosts have little space:
 * what keeps its end waiting moves, and the list is dated anew. */
#pragma once

#include "dispatch.h"

/* Tries orders near that of a schedule, each dated as the referee does, until one ends at the
 * bound. Of the chain of messages that wait for each other until the last one ends, one is listed
 * sooner, or later, or so is what takes the space that it waits for. An object whose receiver has
 * no space at its turn follows what gives it. An order is gone on from if it ends no later than
 * this one, or than the one some orders ago (late acceptance; Burke and Bykov, 2017).
 * In: a schedule of a list with limits of space; orders, how many are tried. Returns: it, or a
 * better one, with arrays from the arena; scratch is rewound.
 * Cost: O(objects) an order, times those under way at a place at a time. */
struct rd_copy_schedule rd_move_in_order(const struct rd_object_list *copies,
                                         const struct rd_copy_schedule *schedule, double bound_s,
                                         int64_t orders, uint64_t seed, struct rd_arena *arena,
                                         struct rd_arena *scratch);
