/* Items that move, planned as copies: who holds an item and who is to have it is taken from a plan
 * of theirs; then each is a copy with one holder and one host that wants it, which is planned
 * together with all others. */
#pragma once

#include "sim/model/plan.h"

struct rd_moves {
    const struct rd_instance *instance; /* the whole */
    struct rd_instance copies;  /* all kinds named: those of the instance, then moved ones */
    const uint32_t *moved_kind; /* [moved_count] which counted kind each of these is */
    uint32_t moved_count;
};

/* In: a plan of the counted part of an instance (parts.h), self-timed, with no words and nothing as
 *     held. Cost: O(transfers + hosts kinds + moves log moves), from the arena. */
struct rd_moves rd_moves_open(const struct rd_instance *instance, const struct rd_plan *counted,
                              struct rd_arena *arena);

/* Of a plan of the copies makes a plan of the whole instance, which is legal and reaches the goal,
 * and those of its two parts: of each item that moves the chain stays that brings it to its host.
 * Returns: false beyond 2^25 such items times hosts. O(items on their way). */
bool rd_moves_plan(const struct rd_moves *moves, const struct rd_plan *of_copies,
                   struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_whole,
                   struct rd_plan *ret_named, struct rd_plan *ret_counted);
