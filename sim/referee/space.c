#include "space.h"

struct rd_host_space *rd_host_spaces_open(struct rd_referee *referee)
{
    const struct rd_objects *objects = referee->instance->objects;
    if (!objects || !objects->space_bytes)
        return NULL;
    struct rd_host_space *space =
        rd_take(referee->scratch, referee->host_count, struct rd_host_space);
    for (uint32_t host = 0; host < referee->host_count; host++)
        space[host].free_bytes = objects->space_bytes[host];
    return space;
}

double rd_host_space_take(struct rd_host_space *space, int64_t bytes)
{
    space->free_bytes -= bytes;
    int64_t needed = -space->free_bytes;
    while (space->before > 0 &&
           space->before_bytes - space->given[space->before - 1].bytes >= needed)
        space->before_bytes -= space->given[--space->before].bytes;
    while (space->before_bytes < needed) {
        rd_assert(space->before < space->given_count);
        space->before_bytes += space->given[space->before++].bytes;
    }
    return needed <= 0 ? 0 : space->given[space->before - 1].at_s;
}

void rd_host_space_give(struct rd_host_space *space, double at_s, int64_t bytes,
                        struct rd_arena *arena)
{
    struct rd_given new = {at_s, bytes};
    rd_arena_add(arena, space->given, space->given_count, new);
    size_t place = space->given_count - 1;
    for (; place > 0 && space->given[place - 1].at_s > at_s; place--)
        space->given[place] = space->given[place - 1];
    space->given[place] = new;
    if (place >= space->before)
        return;
    space->before++;
    space->before_bytes += bytes;
}
