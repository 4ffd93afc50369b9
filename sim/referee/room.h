/* Room on shared links: a transfer that keeps to shared links starts when it and all unfinished
 * ones before it fit. As dates, where transfers are taken in plan order; as queues, where they end
 * in any order. For the referee only. */
#pragma once

#include "judgement.h"

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

__extension__ typedef __int128 rd_room_sum;

struct rd_room_place {
    int64_t part; /* of RD_SHARED_ROOM */
    uint32_t transfer;
};

struct rd_room_queue {
    struct rd_room_place *place; /* [count], the transfers that use the link */
    size_t count;
    size_t next;       /* the first that has no room */
    rd_room_sum taken; /* by the unfinished ones before it */
};

struct rd_room_queues {
    const struct rd_referee *referee;
    struct rd_room_queue *queue; /* [shared links] */
    uint32_t *lacks;             /* [transfer_count]: on how many links it has no room yet */
    uint8_t *has_ended;          /* [transfer_count] */
    uint8_t *by_bytes; /* [transfer_count]: need no room before their latency is over; NULL: none */
    uint32_t *let_in;  /* [let_in_count]: have room everywhere, since the last call */
    size_t let_in_count;
};

/* The shared links on a transfer's route, up to *ret_end; none of a computation.
 * Returns in *ret_link: the link that it crosses, where it crosses one. */
const struct rd_shared_use *rd_room_uses(const struct rd_referee *referee, size_t transfer,
                                         uint64_t *ret_link, const struct rd_shared_use **ret_end);

/* Lets in what has room at the start. In: an instance with shared links. Cost: O(transfers, and
 * what their links use). */
void rd_room_queues_open(struct rd_room_queues *rooms, const struct rd_referee *referee);

/* A transfer between hosts has ended. Returns: in let_in, who waited for that. Cost: O(its uses),
 * and for each place by which a queue moves on. */
void rd_room_queues_leave(struct rd_room_queues *rooms, uint32_t transfer);

/* What the marks of a self-timed plan ask for. In: what rd_referee_transfers found. Returns: false,
 * and the verdict, if room by bytes has no meaning. Cost: O(transfers, and what their links use),
 * or O(1) without shared links. */
bool rd_referee_marks(struct rd_referee *referee);
