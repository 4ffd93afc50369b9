/* From when on a shared link has room, as transfers are taken in plan order. */
#pragma once

#include "sim/base/arena.h"

#include <stdint.h>

/* What a transfer takes of a shared link, and until when. */
struct rd_shared_hold {
    double end_s;
    int64_t part;
};

/* The transfers that somebody may still have to wait for, the last to end first: together with any
 * but the last of them there is room. */
struct rd_shared_room {
    uint32_t count, most;        /* that ever were */
    struct rd_shared_hold *hold; /* [count] */
};

/* From when on there is room for a part besides those of all transfers that are held.
 * In: part: 0 to RD_SHARED_ROOM. Cost: O(transfers held). */
double rd_shared_room_from_s(const struct rd_shared_room *room, int64_t part);

/* Takes a part until a date. Cost: O(transfers held); at most as many are held as fit at a time,
 * and one more. */
void rd_shared_room_take(struct rd_shared_room *room, double end_s, int64_t part,
                         struct rd_arena *arena);
