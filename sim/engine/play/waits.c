#include "waits.h"

#include "barrier.h"
#include "copies.h"
#include "objects.h"
#include "precision.h"
#include "shared_room.h"
#include "sim/engine/simgrid/library.h"

#include <math.h>

void rd_actor_play(struct rd_actor *actor)
{
    actor->play(actor);
    actor->replay->end_s = rd_simgrid.simgrid_get_clock();
}

const struct rd_transfer *rd_actor_draw(struct rd_actor *actor)
{
    const struct rd_replay_state *replay = actor->replay;
    struct rd_port_queue *queue = actor->queue;
    actor->idle = queue->next == queue->transfer_count || queue->closed;
    while (queue->closed && queue->next < queue->transfer_count) {
        actor->waiter = queue->waiting;
        queue->waiting = actor;
        rd_actor_sleep(actor);
    }
    actor->idle = queue->next == queue->transfer_count;
    if (actor->idle)
        return NULL;
    actor->transfer = queue->transfer[queue->next];
    actor->message = queue->drawn++;
    const struct rd_transfer *transfer = &replay->plan->transfer[actor->transfer];
    if (queue->drawn >= transfer->messages) {
        queue->drawn = 0;
        if (++queue->next < queue->transfer_count) /* many other actors run before it is drawn */
            __builtin_prefetch(&replay->plan->transfer[queue->transfer[queue->next]]);
    }
    queue->closed =
        replay->locks_links && transfer->to != RD_NO_HOST && rd_is_split(replay, transfer);
    return transfer;
}

static void open_lane(struct rd_port_queue *queue)
{
    /* Waking gives way to other actors, which may close it again. */
    struct rd_actor *ready = queue->waiting;
    queue->waiting = NULL;
    queue->closed = false;
    while (ready) {
        struct rd_actor *actor = ready;
        ready = actor->waiter;
        rd_actor_wake(actor);
    }
}

void rd_end_split(struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    if (!replay->locks_links)
        return;
    open_lane(&replay->sending.queue[transfer->from]);
    open_lane(&replay->receiving.queue[transfer->to]);
}

/* Has everything that a host receives or computes before a round ended? */
static bool knows(const struct rd_replay_state *replay, uint32_t host, uint32_t round)
{
    uint32_t unknown = replay->unknown[host];
    return unknown == replay->round_dependency_end[host] ||
           replay->round_dependency[unknown].round >= round;
}

int64_t rd_needed_items(const struct rd_replay_state *replay, uint32_t transfer, int64_t message)
{
    if (replay->objects)
        return 0;
    return replay->reserved[transfer] + (message + 1) * replay->plan->transfer[transfer].items;
}

bool rd_items_are_there(const struct rd_replay_state *replay, uint32_t index, int64_t needed_items)
{
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    if (replay->objects)
        return rd_object_may_start(replay, index);
    if (rd_is_of_copies(replay, transfer))
        return rd_replay_copies_may_leave(replay, index, needed_items);
    return transfer->kind < 0 ||
           replay->held[rd_holding_index(replay, transfer->from, transfer->kind)] >= needed_items;
}

bool rd_may_start(const struct rd_replay_state *replay, uint32_t index, int64_t needed_items)
{
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    if (!rd_items_are_there(replay, index, needed_items))
        return false;
    if (replay->round_dependency && !knows(replay, transfer->from, transfer->round))
        return false;
    if (transfer->to == RD_NO_HOST)
        return true;
    if (replay->free_order)
        return replay->free_order->unposted == 0;
    if (replay->bus && replay->bus_turn != index)
        return false;
    if (!rd_has_shared_room(replay, index))
        return false;
    if (replay->request->rehearses && rd_begins_at_date(replay, index))
        return rd_active_link_of(replay, index)->expecting != NULL;
    /* How much is sent as held is decided when the receiver is ready, too. */
    return transfer->messages > 0 || rd_active_link_of(replay, index)->receiver_reached > index;
}

void rd_wait_to_start(struct rd_actor *actor)
{
    struct rd_replay_state *replay = actor->replay;
    if (rd_may_start(replay, actor->transfer, actor->needed_items))
        return;
    uint32_t host = replay->plan->transfer[actor->transfer].from;
    actor->waiter = replay->waiting[host];
    replay->waiting[host] = actor;
    rd_actor_sleep(actor); /* it is woken only when it may */
}

void rd_wait_for_items(struct rd_actor *actor)
{
    struct rd_replay_state *replay = actor->replay;
    if (replay->lock_step) {
        if (actor->message == 0)
            rd_pass_gate(replay, actor->transfer);
        return;
    }
    actor->needed_items = rd_needed_items(replay, actor->transfer, actor->message);
    rd_wait_to_start(actor);
}

void rd_wake_host(struct rd_replay_state *replay, uint32_t host)
{
    /* Waking gives way to other actors: the list is in order again before that. */
    struct rd_actor *ready = NULL, **link = &replay->waiting[host];
    while (*link) {
        struct rd_actor *actor = *link;
        if (rd_may_start(replay, actor->transfer, actor->needed_items)) {
            *link = actor->waiter;
            actor->waiter = ready;
            ready = actor;
        } else {
            link = &actor->waiter;
        }
    }
    while (ready) {
        struct rd_actor *actor = ready;
        ready = actor->waiter;
        rd_actor_wake(actor);
    }
}

void rd_wake_for_space(struct rd_replay_state *replay)
{
    if (!rd_objects_have_limits(replay))
        return;
    for (uint32_t host = 0; host < replay->instance->topology.host_count; host++)
        if (replay->waiting[host])
            rd_wake_host(replay, host);
}

void rd_take_items(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                   int64_t items)
{
    if (replay->objects)
        rd_object_starts(replay, transfer);
    else if (transfer->kind >= 0 && !replay->lock_step && !rd_is_of_copies(replay, transfer))
        replay->parted[rd_holding_index(replay, transfer->from, transfer->kind)] += items;
}

void rd_give_items(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                   int64_t items)
{
    /* What a packet carries is held when its last round has ended. */
    if (replay->objects)
        rd_object_ends(replay, transfer);
    else if (rd_is_of_copies(replay, transfer))
        rd_replay_copies_arrive(replay, (size_t)(transfer - replay->plan->transfer));
    else if (transfer->kind >= 0 && !replay->packets)
        replay->held[rd_holding_index(replay, transfer->to, transfer->kind)] += items;
}

bool rd_is_about_to_arrive(const struct rd_replay_state *replay, uint32_t host, int32_t kind)
{
    const struct rd_instance *instance = replay->instance;
    const struct rd_active_link *active_link = replay->into ? replay->into[host] : NULL;
    for (; active_link; active_link = active_link->next_into) {
        const struct rd_payload *sent = active_link->sent;
        if (!sent || replay->plan->transfer[sent->transfer].kind != kind)
            continue;
        double lasts_s = rd_message_duration_s(rd_link_cost(instance, active_link->link),
                                               rd_content_bytes(instance, kind, sent->items));
        double left_s = active_link->start_s + lasts_s - rd_simgrid.simgrid_get_clock();
        if (fabs(left_s) < RD_DEFAULT_PRECISION_S)
            return true;
    }
    return false;
}

/* One transfer less that a host has to receive or compute in a round. */
static void learn(struct rd_replay_state *replay, uint32_t host, uint32_t round)
{
    struct rd_round_dependency *known = &replay->round_dependency[replay->unknown[host]];
    while (known->round != round)
        known++;
    known->transfers_left--;
    while (replay->unknown[host] < replay->round_dependency_end[host] &&
           replay->round_dependency[replay->unknown[host]].transfers_left == 0)
        replay->unknown[host]++;
}

/* The next message on a bus. */
static void pass_turn(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    do
        replay->bus_turn++;
    while (replay->bus_turn < plan->transfer_count &&
           plan->transfer[replay->bus_turn].to == RD_NO_HOST);
    if (replay->bus_turn < plan->transfer_count)
        rd_wake_host(replay, plan->transfer[replay->bus_turn].from);
}

/* A transfer has room: wakes who waits for it. */
static void wake_for_room(struct rd_replay_state *replay, uint32_t index)
{
    struct rd_actor *waiter = replay->room_waiter ? replay->room_waiter[index] : NULL;
    if (waiter)
        rd_actor_wake(waiter);
    else
        rd_wake_host(replay, replay->plan->transfer[index].from);
}

void rd_end_transfer(struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    if (replay->lock_step) {
        rd_end_in_round(replay);
        return;
    }
    if (replay->round_dependency)
        learn(replay, transfer->to == RD_NO_HOST ? transfer->from : transfer->to, transfer->round);
    if (replay->bus && transfer->to != RD_NO_HOST && !replay->free_order)
        pass_turn(replay);
    rd_leave_shared_room(replay, transfer, wake_for_room);
}
