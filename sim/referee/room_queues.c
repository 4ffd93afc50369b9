#include "room_queues.h"

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
