/* Second thoughts about a finished plan: items that pass through hosts for nothing go straight, and
 * items that come back stay. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* Takes out of a plan what moves items over more links than gains anything. Where a message's items
 * are passed on, from u to v and on to w, and u has a link to w (or is w), one message from u to w
 * takes the place of both, or none; so do ways of up to eight links. The plan ends no later than
 * before (1e-12 of its time, for rounding), with the same loads: the referee times each try. All
 * are tried together, then halves of those that failed, and of these halves, as long as some work
 * lasts; what is shorter may then allow others.
 * In: a plan of the instance that is legal and reaches the goal. One that is not self-timed in a
 * single round, or has messages as held, control words, named kinds, objects or marks of room of
 * its own, or more than 2^18 messages, is left as it is. Arrays are from the arena.
 * Returns: how many items cross links less. Cost: near-linear: O(messages log messages), as often
 * as a constant number of messages allows, and four times for a plan of more. Where time is up, the
 * best so far. */
int64_t rd_spare_relays(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *plan);
