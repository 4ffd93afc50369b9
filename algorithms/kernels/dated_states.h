/* States of a search through time: each is gone on from once, at the first date at which it is
 * reached, in order of dates. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdint.h>

/* No state. */
#define RD_NO_STATE UINT32_MAX

/* When a state is to be gone on from. */
struct rd_visit {
    double date_s;
    uint32_t state;
};

struct rd_dated_states {
    size_t world_bytes, move_bytes;
    size_t count, limit;
    char *world;           /* [count] of world_bytes: what tells states apart */
    char *move;            /* [count] of move_bytes: what led there from the one before */
    double *date_s;        /* [count] */
    uint32_t *before;      /* [count] the state before; itself for the first */
    bool *closed;          /* [count] it was given out */
    struct rd_visit *heap; /* [heap_count]; of some states two, one with a date that has passed */
    size_t heap_count, heap_limit;
    uint32_t *slot; /* [slot_count] a hash table: state + 1, 0 if it is free */
    size_t slot_count;
    bool full; /* something was reached for which there was no room */
};

/* None, with room for so many. In: world_bytes, a multiple of 8. From the arena. */
struct rd_dated_states rd_dated_states_open(size_t world_bytes, size_t move_bytes, size_t limit,
                                            struct rd_arena *arena);

/* A world is reached at a date, from a state by a move. In: a world whose bytes alone, with those
 * between its members, tell it from others; of the first state, before RD_NO_STATE and move NULL.
 * O(log states). */
void rd_dated_states_reach(struct rd_dated_states *states, const void *world, double date_s,
                           uint32_t before, const void *move);

/* The next state by date, which is given out only once. Returns: RD_NO_STATE where there is none.
 * O(log states). */
uint32_t rd_dated_states_next(struct rd_dated_states *states);

/* The way to a state: *ret_length states from the first that was reached by a move on, from the
 * arena. O(its length). */
const uint32_t *rd_dated_states_way(const struct rd_dated_states *states, uint32_t last,
                                    struct rd_arena *arena, size_t *ret_length);

/* What was given for a state. */
static inline const void *rd_dated_states_world(const struct rd_dated_states *states,
                                                uint32_t state)
{
    return states->world + state * states->world_bytes;
}

static inline const void *rd_dated_states_move(const struct rd_dated_states *states, uint32_t state)
{
    return states->move + state * states->move_bytes;
}

/* Says on a plan that a search of all schedules has ended, after so many states. Where links are
 * shared it was of those that keep to them: others may let messages slow each other down. */
void rd_dated_states_tell(const struct rd_instance *instance, int64_t closed,
                          struct rd_arena *arena, struct rd_plan *plan);
