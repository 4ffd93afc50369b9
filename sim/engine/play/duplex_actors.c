#include "duplex_actors.h"

#include "actors.h"
#include "barrier.h"
#include "waits.h"

#include "sim/engine/simgrid/releases.h"

bool rd_may_pair(const struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    if (!replay->request->steady || replay->free_order)
        return false;
    if (replay->lock_step)
        return true;
    const struct rd_objects *objects = replay->instance->objects;
    if (objects && objects->space_bytes) /* what others do gives a host space */
        return false;
    if (replay->bus || replay->shared_queue || replay->combined)
        return false;
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (plan->transfer[i].messages == 0 ||
            (plan->transfer[i].to == RD_NO_HOST && replay->round_dependency))
            return false;
    return true;
}

static const struct rd_transfer *transfer_of(const struct rd_actor *actor)
{
    return &actor->replay->plan->transfer[actor->transfer];
}

static struct rd_active_link *link_of(const struct rd_actor *actor)
{
    return rd_active_link_of(actor->replay, actor->transfer);
}

/* May a message be sent before what is expected has arrived? In lock-step, if its round does not
 * come later. In: message: its number in the transfer. */
static bool comes_first(const struct rd_actor *receiver, uint32_t transfer, int64_t message)
{
    const struct rd_replay_state *replay = receiver->replay;
    if (!replay->lock_step)
        return rd_may_start(replay, transfer, rd_needed_items(replay, transfer, message));
    return message > 0 || receiver->idle ||
           replay->plan->transfer[transfer].round <= transfer_of(receiver)->round;
}

/* The same of the message after the one that is under way. */
static bool next_comes_first(const struct rd_actor *receiver, const struct rd_actor *sender)
{
    const struct rd_port_queue *queue = sender->queue;
    return queue->next < queue->transfer_count &&
           comes_first(receiver, queue->transfer[queue->next], queue->drawn);
}

static void draw(struct rd_actor *actor)
{
    if (rd_actor_draw(actor) && actor->replay->reserved)
        actor->needed_items = rd_needed_items(actor->replay, actor->transfer, actor->message);
}

/* May what is expected be looked at only when what is sent has ended? If both are hops of packets
 * in one round: a pair is of two links, which carry no other message in it, and hops are not
 * recorded. */
static bool may_look_later(const struct rd_actor *receiver, const struct rd_actor *sender)
{
    return receiver->replay->packets && receiver->comm &&
           transfer_of(receiver)->round == transfer_of(sender)->round;
}

static void start(struct rd_actor *receiver, struct rd_actor *sender)
{
    struct rd_replay_state *replay = receiver->replay;
    if (!receiver->idle && !receiver->comm)
        receiver->comm = rd_actor_expect(receiver, link_of(receiver));
    if (sender->idle || sender->comm || !comes_first(receiver, sender->transfer, sender->message))
        return;
    if (replay->lock_step && sender->message == 0)
        rd_pass_gate(replay, sender->transfer);
    sender->comm = rd_actor_post(sender, transfer_of(sender), link_of(sender),
                                 transfer_of(sender)->items, may_look_later(receiver, sender));
    if (!sender->comm)
        draw(sender);
}

/* The message that is sent, or expected, has ended. */
static void end(struct rd_actor *actor, bool receives)
{
    actor->comm = NULL;
    if (receives) {
        rd_actor_take(actor, transfer_of(actor));
        rd_actor_close(actor, transfer_of(actor));
    }
    draw(actor);
}

/* Has it ended, although nobody was told? SimGrid hands over what has arrived at once. */
static bool has_arrived(const struct rd_actor *sender)
{
    const struct rd_payload *payload = &sender->payload[sender->parity];
    const struct rd_actor *receiver = link_of(sender)->receiver;
    return payload->taken || (receiver && receiver->received == payload);
}

void rd_run_pair(struct rd_actor *receiver)
{
    struct rd_actor *sender = receiver + 1;
    draw(receiver);
    draw(sender);
    for (;;) {
        sg_comm_t comm[2];
        size_t count = 0;
        start(receiver, sender);
        /* To wait for one is cheaper than for the first of two. */
        if (sender->comm && (!receiver->comm || next_comes_first(receiver, sender)))
            comm[count++] = sender->comm;
        if (receiver->comm)
            comm[count++] = receiver->comm;
        if (count == 0)
            break;
        bool received = comm[rd_wait_for_first(comm, count)] == receiver->comm;
        end(received ? receiver : sender, received);
        struct rd_actor *other = received ? sender : receiver;
        if (other->comm && (received ? has_arrived(sender) : receiver->received != NULL)) {
            rd_simgrid.sg_comm_wait(
                other->comm); /* it has ended: there is nothing to look out for */
            end(other, !received);
        }
    }
}
