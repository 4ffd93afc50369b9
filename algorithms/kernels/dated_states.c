#include "dated_states.h"

#include "sim/base/error.h"
#include "sim/base/heap.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct rd_dated_states rd_dated_states_open(size_t world_bytes, size_t move_bytes, size_t limit,
                                            struct rd_arena *arena)
{
    rd_assert(world_bytes % sizeof(uint64_t) == 0);
    struct rd_dated_states states = {
        .world_bytes = world_bytes,
        .move_bytes = move_bytes,
        .limit = limit,
        .world = rd_arena_take(arena, limit, world_bytes),
        .move = rd_arena_take(arena, limit, move_bytes),
        .date_s = rd_take(arena, limit, double),
        .before = rd_take(arena, limit, uint32_t),
        .closed = rd_take(arena, limit, bool),
        .heap_limit = 2 * limit,
        .slot_count = 1,
    };
    while (states.slot_count < 2 * limit)
        states.slot_count *= 2;
    states.heap = rd_take(arena, states.heap_limit, struct rd_visit);
    states.slot = rd_take(arena, states.slot_count, uint32_t);
    return states;
}

static bool is_sooner(RD_UNUSED const struct rd_dated_states *states, struct rd_visit a,
                      struct rd_visit b)
{
    return a.date_s < b.date_s;
}

RD_DEFINE_HEAP(struct rd_dated_states, struct rd_visit, heap, heap_count, is_sooner, RD_HEAP_PUT)

static uint64_t hash(const struct rd_dated_states *states, const void *world)
{
    uint64_t mixed = 0, word;
    for (size_t i = 0; i < states->world_bytes; i += sizeof word) {
        memcpy(&word, (const char *)world + i, sizeof word);
        mixed = (mixed ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed ^= mixed >> 29;
    }
    return mixed;
}

/* The state of a world; a new one, with a date that is none, if it has not been reached. Returns:
 * RD_NO_STATE if there is no room. */
static uint32_t state_of(struct rd_dated_states *states, const void *world)
{
    size_t mask = states->slot_count - 1;
    size_t at = (size_t)hash(states, world) & mask;
    for (; states->slot[at] > 0; at = (at + 1) & mask)
        if (memcmp(rd_dated_states_world(states, states->slot[at] - 1), world,
                   states->world_bytes) == 0)
            return states->slot[at] - 1;
    if (states->count == states->limit)
        return RD_NO_STATE;
    uint32_t state = (uint32_t)states->count++;
    states->slot[at] = state + 1;
    memcpy(states->world + state * states->world_bytes, world, states->world_bytes);
    states->date_s[state] = INFINITY;
    return state;
}

void rd_dated_states_reach(struct rd_dated_states *states, const void *world, double date_s,
                           uint32_t before, const void *move)
{
    uint32_t state = state_of(states, world);
    if (state == RD_NO_STATE) {
        states->full = true;
        return;
    }
    if (states->date_s[state] <= date_s)
        return;
    states->date_s[state] = date_s;
    states->before[state] = before == RD_NO_STATE ? state : before;
    if (move)
        memcpy(states->move + state * states->move_bytes, move, states->move_bytes);
    if (states->heap_count == states->heap_limit)
        states->full = true;
    else
        rd_heap_rise(states, states->heap_count++, (struct rd_visit){date_s, state});
}

uint32_t rd_dated_states_next(struct rd_dated_states *states)
{
    while (states->heap_count > 0) {
        uint32_t state = rd_heap_pop(states).state;
        if (states->closed[state])
            continue;
        states->closed[state] = true;
        return state;
    }
    return RD_NO_STATE;
}

const uint32_t *rd_dated_states_way(const struct rd_dated_states *states, uint32_t last,
                                    struct rd_arena *arena, size_t *ret_length)
{
    size_t length = 0;
    for (uint32_t state = last; state != states->before[state]; state = states->before[state])
        length++;
    uint32_t *way = rd_take(arena, length, uint32_t);
    for (size_t i = length; i-- > 0; last = states->before[last])
        way[i] = last;
    *ret_length = length;
    return way;
}

void rd_dated_states_tell(const struct rd_instance *instance, int64_t closed,
                          struct rd_arena *arena, struct rd_plan *plan)
{
    plan->searched_all = !instance->shared;
    rd_plan_count(plan, arena, "states", (double)closed);
    plan->note = rd_arena_print(arena, "all schedules%s searched: %" PRId64 " states closed",
                                instance->shared ? " that keep to shared links" : "", closed);
}
