#include "shared_room.h"

/* A shared link: who wants room there, in the order of the plan, and how much is taken. */
struct rd_shared_queue {
    uint32_t *transfer; /* [transfer_count] */
    uint32_t transfer_count;
    uint32_t next; /* the first that has not been let in */
    int64_t taken; /* parts of RD_SHARED_ROOM */
};

struct uses {
    uint64_t link;
    const struct rd_shared_use *first, *end;
};

static struct uses uses_of(const struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    struct uses uses = {0};
    if (transfer->to == RD_NO_HOST)
        return uses;
    uses.link = rd_active_link_of(replay, (size_t)(transfer - replay->plan->transfer))->link;
    uses.first = rd_link_uses(replay->instance, uses.link, &uses.end);
    return uses;
}

/* What a transfer takes of a shared link that it uses. */
static int64_t part_of(const struct rd_replay_state *replay, const struct rd_transfer *transfer,
                       uint32_t shared)
{
    struct uses uses = uses_of(replay, transfer);
    while (uses.first->shared != shared)
        uses.first++;
    return rd_link_part(replay->instance, uses.link, uses.first);
}

/* Lets transfers in while there is room for the next. */
static void admit(struct rd_replay_state *replay, uint32_t shared, rd_got_room *got_room)
{
    struct rd_shared_queue *queue = &replay->shared_queue[shared];
    while (queue->next < queue->transfer_count) {
        uint32_t index = queue->transfer[queue->next];
        int64_t part = part_of(replay, &replay->plan->transfer[index], shared);
        bool waits = rd_plan_room(replay->plan, index) != RD_ROOM_SHARE;
        if (replay->has_left[index])
            part = 0; /* it did not wait, and has ended before its turn */
        else if (waits && queue->taken + part > RD_SHARED_ROOM)
            return;
        queue->taken += part;
        queue->next++;
        /* Waking gives way to other actors: the queue is in order before that. */
        if (--replay->lacks_room[index] == 0 && got_room)
            got_room(replay, index);
    }
}

static void make_queues(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    uint32_t shared_count = replay->instance->shared->count;
    replay->shared_queue = rd_take(&replay->arena, shared_count, struct rd_shared_queue);
    replay->lacks_room = rd_take(&replay->arena, plan->transfer_count, uint32_t);
    replay->has_left = rd_take(&replay->arena, plan->transfer_count, bool);
    if (replay->request->rehearses)
        replay->room_waiter = rd_take(&replay->arena, plan->transfer_count, struct rd_actor *);
    for (uint32_t i = 0; i < plan->transfer_count; i++) {
        struct uses uses = uses_of(replay, &plan->transfer[i]);
        replay->lacks_room[i] = (uint32_t)(uses.end - uses.first);
        for (; uses.first < uses.end; uses.first++)
            replay->shared_queue[uses.first->shared].transfer_count++;
    }
    for (uint32_t shared = 0; shared < shared_count; shared++) {
        struct rd_shared_queue *queue = &replay->shared_queue[shared];
        queue->transfer = rd_take(&replay->arena, queue->transfer_count, uint32_t);
        queue->transfer_count = 0;
    }
    for (uint32_t i = 0; i < plan->transfer_count; i++) {
        struct uses uses = uses_of(replay, &plan->transfer[i]);
        for (; uses.first < uses.end; uses.first++) {
            struct rd_shared_queue *queue = &replay->shared_queue[uses.first->shared];
            queue->transfer[queue->transfer_count++] = i;
        }
    }
}

void rd_prepare_shared_room(struct rd_replay_state *replay)
{
    if (!replay->instance->shared)
        return;
    make_queues(replay);
    for (uint32_t shared = 0; shared < replay->instance->shared->count; shared++)
        admit(replay, shared, NULL); /* nobody waits yet */
}

bool rd_begins_at_date(const struct rd_replay_state *replay, uint32_t transfer)
{
    if (!replay->request->begin_s || rd_plan_room(replay->plan, transfer) != RD_ROOM_BYTES ||
        replay->plan->transfer[transfer].to == RD_NO_HOST)
        return false;
    const struct rd_shared_use *end;
    return rd_link_uses(replay->instance, rd_active_link_of(replay, transfer)->link, &end) != end;
}

bool rd_has_shared_room(const struct rd_replay_state *replay, uint32_t transfer)
{
    return !replay->lacks_room || replay->lacks_room[transfer] == 0 ||
           rd_plan_room(replay->plan, transfer) == RD_ROOM_SHARE ||
           rd_begins_at_date(replay, transfer);
}

void rd_wait_for_room(struct rd_actor *actor)
{
    const struct rd_replay_state *replay = actor->replay;
    if (!replay->lacks_room || replay->lacks_room[actor->transfer] == 0)
        return;
    replay->room_waiter[actor->transfer] = actor;
    rd_actor_sleep(actor);
}

void rd_leave_shared_room(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                          rd_got_room *got_room)
{
    if (!replay->lacks_room)
        return;
    uint32_t index = (uint32_t)(transfer - replay->plan->transfer);
    const struct uses uses = uses_of(replay, transfer);
    const struct rd_shared_use *use;
    /* On all its links, before somebody is woken who sees that it has left. */
    replay->has_left[index] = true;
    for (use = uses.first; use < uses.end; use++) {
        struct rd_shared_queue *queue = &replay->shared_queue[use->shared];
        bool was_let_in =
            queue->next == queue->transfer_count || queue->transfer[queue->next] > index;
        if (was_let_in)
            queue->taken -= rd_link_part(replay->instance, uses.link, use);
    }
    for (use = uses.first; use < uses.end; use++)
        admit(replay, use->shared, got_room);
}
