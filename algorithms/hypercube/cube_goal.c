#include "cube_goal.h"

#include "sim/base/integers.h"

#include <string.h>

__extension__ typedef __int128 wide;

struct rd_cube_goal rd_cube_goal_of(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_cube_goal goal = {
        .instance = instance,
        .host_count = instance->topology.host_count,
        .dimension_count = instance->topology.dimension_count,
        .kind_count = instance->kind_count,
        .total = rd_take(arena, instance->kind_count, int64_t),
        .error = rd_take(arena, instance->kind_count, int64_t),
    };
    for (uint32_t host = 0; host < goal.host_count; host++)
        for (uint32_t kind = 0; kind < goal.kind_count; kind++)
            goal.total[kind] += rd_load(instance, host, kind);
    for (uint32_t kind = 0; kind < goal.kind_count; kind++) {
        int64_t least = goal.total[kind] % goal.host_count != 0;
        goal.error[kind] = instance->balance_error > least ? instance->balance_error : least;
    }
    return goal;
}

/* What `size` hosts hold at most if the greatest load is `greatest`. */
static wide most_under(wide total, int64_t error, uint32_t size, uint32_t others, wide greatest)
{
    wide least = greatest > error ? greatest - error : 0;
    wide full = size * greatest, rest = total - others * least;
    return full < rest ? full : rest;
}

int64_t rd_cube_most(const struct rd_cube_goal *goal, uint32_t kind, uint32_t size)
{
    uint32_t others = goal->host_count - size;
    wide total = goal->total[kind];
    int64_t error = goal->error[kind];
    wide greatest = (total + (wide)others * error) / goal->host_count;
    wide below = most_under(total, error, size, others, greatest);
    wide above = most_under(total, error, size, others, greatest + 1);
    return (int64_t)(below > above ? below : above);
}

int64_t rd_cube_least(const struct rd_cube_goal *goal, uint32_t kind, uint32_t size)
{
    return goal->total[kind] - rd_cube_most(goal, kind, goal->host_count - size);
}

int64_t rd_cube_low_loads(const struct rd_cube_goal *goal, uint32_t kind, int64_t *ret_low)
{
    int64_t p = goal->host_count, floor = goal->total[kind] / p;
    int64_t low = floor + 1 - goal->error[kind];
    if (goal->error[kind] == 0)
        low = floor;
    *ret_low = low > 0 ? low : 0;
    return floor - *ret_low + 1;
}

void rd_cube_sort_held(const struct rd_cube_goal *goal, uint32_t kind, struct rd_cube_held *held,
                       struct rd_arena *scratch)
{
    enum { BITS = 8, DIGITS = 1 << BITS };
    uint32_t p = goal->host_count;
    rd_arena_borrow(scratch);
    struct rd_cube_held *sorted = rd_take(scratch, p, struct rd_cube_held);
    int64_t greatest = 0;
    for (uint32_t host = 0; host < p; host++) {
        held[host] = (struct rd_cube_held){rd_load(goal->instance, host, kind), host};
        greatest = rd_greatest(greatest, held[host].items);
    }
    for (uint32_t shift = 0; greatest >> shift > 0; shift += BITS) {
        uint32_t first[DIGITS + 1] = {0};
        for (uint32_t i = 0; i < p; i++)
            first[DIGITS - (held[i].items >> shift) % DIGITS]++;
        for (uint32_t digit = 1; digit <= DIGITS; digit++)
            first[digit] += first[digit - 1];
        for (uint32_t i = 0; i < p; i++)
            sorted[first[DIGITS - 1 - (held[i].items >> shift) % DIGITS]++] = held[i];
        memcpy(held, sorted, p * sizeof *held);
    }
}
