#include "room.h"

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

const struct rd_shared_use *rd_room_uses(const struct rd_referee *referee, size_t transfer,
                                         uint64_t *ret_link, const struct rd_shared_use **ret_end)
{
    const struct rd_instance *instance = referee->instance;
    const struct rd_transfer *of = &referee->plan->transfer[transfer];
    if (of->to == RD_NO_HOST)
        return *ret_end = NULL;
    *ret_link = rd_link_between(&instance->topology, of->from, of->to);
    return rd_link_uses(instance, *ret_link, ret_end);
}

/* Lets in whoever is next, as long as there is room. */
static void let_in(struct rd_room_queues *rooms, struct rd_room_queue *queue)
{
    for (; queue->next < queue->count; queue->next++) {
        struct rd_room_place place = queue->place[queue->next];
        if (rooms->has_ended[place.transfer])
            continue;
        if (rd_plan_room(rooms->referee->plan, place.transfer) != RD_ROOM_SHARE) {
            if (queue->taken + place.part > RD_SHARED_ROOM)
                return;
            if (--rooms->lacks[place.transfer] == 0)
                rooms->let_in[rooms->let_in_count++] = place.transfer;
        }
        queue->taken += place.part;
    }
}

/* Gives each queue the places of its transfers. */
static void fill(struct rd_room_queues *rooms)
{
    const struct rd_instance *instance = rooms->referee->instance;
    const struct rd_plan *plan = rooms->referee->plan;
    struct rd_arena *scratch = rooms->referee->scratch;
    uint64_t link = 0;
    const struct rd_shared_use *end;
    for (size_t i = 0; i < plan->transfer_count; i++)
        for (const struct rd_shared_use *use = rd_room_uses(rooms->referee, i, &link, &end);
             use < end; use++)
            rooms->queue[use->shared].count++;
    for (uint32_t shared = 0; shared < instance->shared->count; shared++) {
        struct rd_room_queue *queue = &rooms->queue[shared];
        queue->place = rd_take(scratch, queue->count, struct rd_room_place);
        queue->count = 0;
    }
    for (uint32_t i = 0; i < plan->transfer_count; i++)
        for (const struct rd_shared_use *use = rd_room_uses(rooms->referee, i, &link, &end);
             use < end; use++) {
            struct rd_room_queue *queue = &rooms->queue[use->shared];
            queue->place[queue->count++] =
                (struct rd_room_place){rd_link_part(instance, link, use), i};
            rooms->lacks[i] += rd_plan_room(plan, i) != RD_ROOM_SHARE;
            if (rooms->by_bytes)
                rooms->by_bytes[i] = rd_plan_room(plan, i) == RD_ROOM_BYTES;
        }
}

void rd_room_queues_open(struct rd_room_queues *rooms, const struct rd_referee *referee)
{
    struct rd_arena *scratch = referee->scratch;
    size_t transfer_count = referee->plan->transfer_count;
    uint32_t shared_count = referee->instance->shared->count;
    *rooms = (struct rd_room_queues){.referee = referee,
                                     .queue = rd_take(scratch, shared_count, struct rd_room_queue),
                                     .lacks = rd_take(scratch, transfer_count, uint32_t),
                                     .has_ended = rd_take(scratch, transfer_count, uint8_t),
                                     .let_in = rd_take(scratch, transfer_count, uint32_t)};
    if (referee->keeps_bytes)
        rooms->by_bytes = rd_take(scratch, transfer_count, uint8_t);
    fill(rooms);
    for (uint32_t shared = 0; shared < shared_count; shared++)
        let_in(rooms, &rooms->queue[shared]);
}

void rd_room_queues_leave(struct rd_room_queues *rooms, uint32_t transfer)
{
    uint64_t link = 0;
    const struct rd_shared_use *end;
    rooms->let_in_count = 0;
    rooms->has_ended[transfer] = true;
    for (const struct rd_shared_use *use = rd_room_uses(rooms->referee, transfer, &link, &end);
         use < end; use++) {
        struct rd_room_queue *queue = &rooms->queue[use->shared];
        bool counts = queue->next == queue->count || transfer < queue->place[queue->next].transfer;
        if (counts)
            queue->taken -= rd_link_part(rooms->referee->instance, link, use);
        let_in(rooms, queue);
    }
}

/* Without a shared link on its route a transfer's mark says nothing. */
static bool blame_bytes(struct rd_referee *referee, size_t transfer, const char *why)
{
    const struct rd_transfer *by_bytes = &referee->plan->transfer[transfer];
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, transfer, by_bytes->from,
                           "transfer %zu: %s sends to %s with room by bytes, %s: keep or share is "
                           "accepted",
                           transfer, rd_host_label(referee->instance, by_bytes->from, from),
                           rd_host_label(referee->instance, by_bytes->to, to), why);
}

/* The first transfer that shares, of each shared link; SIZE_MAX: none does. */
static const size_t *find_sharers(const struct rd_referee *referee)
{
    uint32_t count = referee->instance->shared->count;
    size_t *sharer = rd_take(referee->scratch, count, size_t);
    for (uint32_t i = 0; i < count; i++)
        sharer[i] = SIZE_MAX;
    uint64_t link;
    const struct rd_shared_use *end;
    for (size_t i = referee->plan->transfer_count; i-- > 0;)
        if (rd_plan_room(referee->plan, i) == RD_ROOM_SHARE)
            for (const struct rd_shared_use *use = rd_room_uses(referee, i, &link, &end); use < end;
                 use++)
                sharer[use->shared] = i;
    return sharer;
}

/* Is everything by bytes where nothing slows it down, and where it is known what it carries? */
static bool check_bytes(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    const size_t *sharer = referee->shares ? find_sharers(referee) : NULL;
    uint64_t link;
    const struct rd_shared_use *end;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_shared_use *use = rd_room_uses(referee, i, &link, &end);
        if (rd_plan_room(plan, i) != RD_ROOM_BYTES || use == end)
            continue;
        if (plan->transfer[i].messages == 0)
            return blame_bytes(referee, i, "as held");
        for (; sharer && use < end; use++)
            if (sharer[use->shared] != SIZE_MAX)
                return blame_bytes(referee, i,
                                   rd_arena_print(referee->scratch,
                                                  "and transfer %zu shares a link with it",
                                                  sharer[use->shared]));
    }
    return true;
}

bool rd_referee_marks(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    uint64_t link;
    const struct rd_shared_use *end;
    if (!referee->instance->shared || plan->timing != RD_SELF_TIMED)
        return true;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (rd_room_uses(referee, i, &link, &end) == end)
            continue;
        enum rd_room room = rd_plan_room(plan, i);
        referee->keeps |= room != RD_ROOM_SHARE;
        referee->keeps_bytes |= room == RD_ROOM_BYTES;
        referee->shares |= room == RD_ROOM_SHARE;
    }
    if (referee->instance->objects && (referee->shares || referee->keeps_bytes))
        return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, SIZE_MAX, RD_NO_HOST,
                               "objects that share links, or keep room by bytes: those that keep "
                               "are accepted");
    return !referee->keeps_bytes || check_bytes(referee);
}
