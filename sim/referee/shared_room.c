#include "shared_room.h"

#include "sim/model/shared_links.h"

#include <string.h>

double rd_shared_room_from_s(const struct rd_shared_room *room, int64_t part)
{
    int64_t taken = part;
    for (uint32_t i = 0; i < room->count; i++) {
        taken += room->hold[i].part;
        if (taken > RD_SHARED_ROOM)
            return room->hold[i].end_s;
    }
    return 0;
}

/* Forgets those that end while the ones that end later leave no room anyway. */
static void forget_early_ends(struct rd_shared_room *room)
{
    int64_t taken = 0;
    uint32_t kept = 0;
    while (kept < room->count && taken < RD_SHARED_ROOM)
        taken += room->hold[kept++].part;
    room->count = kept;
}

void rd_shared_room_take(struct rd_shared_room *room, double end_s, int64_t part,
                         struct rd_arena *arena)
{
    if (part == 0)
        return;
    if (room->count == room->most)
        rd_arena_add(arena, room->hold, room->most, (struct rd_shared_hold){0});
    uint32_t at = room->count;
    while (at > 0 && room->hold[at - 1].end_s < end_s)
        at--;
    memmove(room->hold + at + 1, room->hold + at, (room->count - at) * sizeof *room->hold);
    room->hold[at] = (struct rd_shared_hold){end_s, part};
    room->count++;
    forget_early_ends(room);
}
