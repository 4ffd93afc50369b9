/* The actors that play a plan in the order of its ports: senders, receivers, processors. */
#include "actors.h"

#include "recording.h"
#include "shared_room.h"
#include "waits.h"

#include "sim/engine/simgrid/releases.h"
#include "sim/engine/simgrid/library.h"

#include <math.h>

/* k ports: a link carries one message at a time, in the order in which they were drawn. */
static void take_link(struct rd_actor *actor, struct rd_active_link *active_link)
{
    if (!active_link->busy) {
        active_link->busy = true;
        return;
    }
    struct rd_actor **last = &active_link->waiting;
    while (*last)
        last = &(*last)->waiter;
    actor->waiter = NULL;
    *last = actor;
    rd_actor_sleep(actor);
}

/* Hands the link to the next, or leaves it free. */
static void leave_link(struct rd_active_link *active_link)
{
    struct rd_actor *next = active_link->waiting;
    active_link->busy = next != NULL;
    if (!next)
        return;
    active_link->waiting = next->waiter;
    rd_actor_wake(next);
}

sg_comm_t rd_actor_post(struct rd_actor *actor, const struct rd_transfer *transfer,
                        struct rd_active_link *active_link, int64_t items, bool waits)
{
    struct rd_replay_state *replay = actor->replay;
    rd_take_items(replay, transfer, items);
    actor->parity ^= 1;
    struct rd_payload *payload = &actor->payload[actor->parity];
    *payload = (struct rd_payload){actor->transfer, items, rd_simgrid.simgrid_get_clock(), false};
    active_link->sent = payload;
    active_link->start_s = active_link->expected > 0 ? payload->posted_s : INFINITY;
    long bytes = rd_message_bytes(replay, transfer, items);
    if (waits) {
        rd_simgrid.sg_comm_wait(
            rd_simgrid.sg_mailbox_put_init(active_link->mailbox, payload, bytes));
        return NULL;
    }
    /* Elsewhere one call takes longer than two: by a sixth at 1,000 hosts. */
    return rd_simgrid.sg_mailbox_put_async(active_link->mailbox, payload, bytes);
}

/* A message is expected from now on. */
static void note_expected(struct rd_actor *actor, struct rd_active_link *active_link)
{
    actor->ready_s = rd_simgrid.simgrid_get_clock();
    active_link->expected++;
    if (active_link->sent && isinf(active_link->start_s))
        active_link->start_s = actor->ready_s;
}

/* A message was taken. The next may have been posted before. */
static void note_taken(struct rd_active_link *active_link, const struct rd_payload *payload)
{
    active_link->expected--;
    if (active_link->sent == payload)
        active_link->sent = NULL;
    else if (active_link->expected == 0)
        active_link->start_s = INFINITY;
}

sg_comm_t rd_actor_expect(struct rd_actor *actor, struct rd_active_link *active_link)
{
    note_expected(actor, active_link);
    actor->received = NULL;
    active_link->receiver = actor;
    return rd_simgrid.sg_mailbox_get_async(active_link->mailbox, &actor->received);
}

int64_t rd_actor_take(struct rd_actor *actor, const struct rd_transfer *transfer)
{
    struct rd_replay_state *replay = actor->replay;
    struct rd_payload *payload = actor->received;
    double start_s = actor->ready_s > payload->posted_s ? actor->ready_s : payload->posted_s;
    if (payload->transfer != actor->transfer)
        rd_replay_break(replay, (struct rd_failure){.kind = RD_FAILURE_OTHER_TRANSFER,
                                                    .to = transfer->to,
                                                    .transfer = actor->transfer,
                                                    .amount = payload->transfer});
    if (!replay->packets)
        rd_record(replay, transfer, start_s, payload->items);
    payload->taken = true;
    note_taken(rd_active_link_of(replay, actor->transfer), payload);
    rd_give_items(replay, transfer, payload->items);
    return payload->items;
}

void rd_actor_close(struct rd_actor *actor, const struct rd_transfer *transfer)
{
    if (actor->message + 1 >= transfer->messages)
        rd_end_transfer(actor->replay, transfer);
    rd_wake_host(actor->replay, transfer->to);
    rd_wake_for_space(actor->replay);
}

/* Waits until a message has ended. */
static void wait_for_end(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                         sg_comm_t comm)
{
    if (replay->request->steady)
        rd_wait_for_first(&comm, 1);
    else if (rd_simgrid.sg_comm_wait(comm) != SG_OK)
        rd_replay_break_at_transfer(replay, transfer);
}

/* The next amount of a transfer that is sent or computed as held: what its host holds when it can
 * start, at most what is owed. In: done: of the transfer, so far. */
static int64_t take_held(struct rd_actor *actor, const struct rd_transfer *transfer, int64_t done)
{
    const struct rd_replay_state *replay = actor->replay;
    int64_t before = replay->reserved[actor->transfer] + done;
    const int64_t *held = &replay->held[rd_holding_index(replay, transfer->from, transfer->kind)];
    actor->needed_items = before + 1;
    /* What arrives at this date is counted first. A message without bytes arrives only when SimGrid
     * looks at a date once more, as it does for a computation without work. */
    do {
        rd_wait_to_start(actor);
        rd_simgrid.sg_actor_execute(0);
        rd_simgrid.sg_actor_yield();
        actor->needed_items = *held + 1;
    } while (rd_is_about_to_arrive(replay, transfer->from, transfer->kind));
    int64_t there = *held - before;
    return there < transfer->items - done ? there : transfer->items - done;
}

/* Computes once, or does plain work. */
static void compute(struct rd_actor *actor, const struct rd_transfer *transfer, int64_t items)
{
    struct rd_replay_state *replay = actor->replay;
    rd_take_items(replay, transfer, items);
    double start_s = rd_simgrid.simgrid_get_clock();
    double flops = (double)items * replay->instance->flops_per_item;
    if (flops > 0)
        rd_simgrid.sg_actor_execute(flops);
    rd_record(replay, transfer, start_s, items);
}

/* Waits until the next message, or computation, may start. Returns: its items. */
static int64_t next_items(struct rd_actor *actor, const struct rd_transfer *transfer, int64_t done)
{
    if (rd_is_split(actor->replay, transfer))
        return take_held(actor, transfer, done);
    rd_wait_for_items(actor);
    return transfer->items;
}

/* --- the rehearsal ---------------------------------------------------------------------------- */

/* Transfers that take room on shared links in the time of their bytes (RD_ROOM_BYTES) start a
 * latency before there is room. Room comes when transfers listed before end, some of which may not
 * have started yet: when a message has to start, nobody knows the date. But nothing waits for its
 * start, only for its end. So such a plan is played twice. In the rehearsal the latency passes,
 * then the transfer waits for room, and its bytes pass in the time that they take alone: nothing
 * goes over the network, where nothing would slow them down, or be slowed. This yields the dates at
 * which they begin. In the run each of their messages goes over the network, and the first starts
 * at its date. */

/* Is the message's way only rehearsed? */
static bool rehearses(const struct rd_actor *actor)
{
    const struct rd_replay_state *replay = actor->replay;
    return replay->request->rehearses && rd_begins_at_date(replay, actor->transfer);
}

static void sleep_for(double seconds)
{
    if (seconds > 0)
        rd_simgrid.sg_actor_sleep_for(seconds);
}

/* Waits until the date of an actor's transfer, if it is about to send its first message. */
static void wait_for_date(struct rd_actor *actor)
{
    const struct rd_replay_state *replay = actor->replay;
    if (actor->message == 0 && rd_begins_at_date(replay, actor->transfer))
        sleep_for(replay->request->begin_s[actor->transfer] - rd_simgrid.simgrid_get_clock());
}

/* Rehearsal: sends a message, until it has ended. */
static void rehearse_sending(struct rd_actor *actor, const struct rd_transfer *transfer,
                             struct rd_active_link *active_link, int64_t items)
{
    struct rd_replay_state *replay = actor->replay;
    double latency_s = rd_simgrid.sg_host_get_route_latency(replay->host[transfer->from],
                                                            replay->host[transfer->to]);
    struct rd_link_cost cost = rd_link_cost(replay->instance, active_link->link);
    double bytes = (double)rd_message_bytes(replay, transfer, items);
    rd_take_items(replay, transfer, items);
    sleep_for(latency_s);
    if (actor->message == 0) {
        rd_wait_for_room(actor);
        replay->request->begin_s[actor->transfer] = rd_simgrid.simgrid_get_clock() - latency_s;
    }
    actor->parity ^= 1;
    struct rd_payload *payload = &actor->payload[actor->parity];
    *payload = (struct rd_payload){actor->transfer, items,
                                   rd_simgrid.simgrid_get_clock() - latency_s, false};
    sleep_for(bytes > 0 ? bytes / cost.bandwidth_bytes_per_s : 0);
    struct rd_actor *receiver = active_link->expecting;
    active_link->expecting = receiver->waiter;
    receiver->received = payload;
    rd_actor_wake(receiver);
}

/* Rehearsal: waits until a message that an actor has drawn has ended: rd_actor_take is next. */
static void rehearse_receiving(struct rd_actor *actor, const struct rd_transfer *transfer,
                               struct rd_active_link *active_link)
{
    struct rd_actor **last = &active_link->expecting;
    while (*last)
        last = &(*last)->waiter;
    actor->waiter = NULL;
    *last = actor;
    note_expected(actor, active_link);
    rd_wake_host(actor->replay, transfer->from);
    rd_actor_sleep(actor);
}

/* --- queues ----------------------------------------------------------------------------------- */

/* Sends one message, until it has ended. */
static void send(struct rd_actor *actor, const struct rd_transfer *transfer,
                 struct rd_active_link *active_link, int64_t items)
{
    if (rehearses(actor)) {
        rehearse_sending(actor, transfer, active_link, items);
        return;
    }
    wait_for_date(actor);
    wait_for_end(actor->replay, transfer,
                 rd_actor_post(actor, transfer, active_link, items, false));
}

/* Sends all of a transfer that was drawn: a message, or what is cut as held. */
static void send_drawn(struct rd_actor *actor, const struct rd_transfer *transfer)
{
    struct rd_replay_state *replay = actor->replay;
    struct rd_active_link *active_link = rd_active_link_of(replay, actor->transfer);
    bool split = rd_is_split(replay, transfer);
    int64_t sent = 0;
    if (replay->locks_links)
        take_link(actor, active_link);
    do {
        int64_t items = next_items(actor, transfer, sent);
        sent += items;
        if (split && sent == transfer->items)
            rd_end_split(replay, transfer);
        send(actor, transfer, active_link, items);
    } while (split && sent < transfer->items);
    if (replay->locks_links)
        leave_link(active_link);
}

void rd_run_send_queue(struct rd_actor *actor)
{
    const struct rd_transfer *transfer;
    while ((transfer = rd_actor_draw(actor)))
        send_drawn(actor, transfer);
}

/* Receives one message. Returns: its items. */
static int64_t receive(struct rd_actor *actor, const struct rd_transfer *transfer,
                       struct rd_active_link *active_link)
{
    if (rehearses(actor))
        rehearse_receiving(actor, transfer, active_link);
    else
        wait_for_end(actor->replay, transfer, rd_actor_expect(actor, active_link));
    return rd_actor_take(actor, transfer);
}

/* Receives all of a transfer that was drawn. */
static void receive_drawn(struct rd_actor *actor, const struct rd_transfer *transfer)
{
    struct rd_replay_state *replay = actor->replay;
    struct rd_active_link *active_link = rd_active_link_of(replay, actor->transfer);
    bool split = rd_is_split(replay, transfer);
    if (split) {
        active_link->receiver_reached = actor->transfer + 1;
        rd_wake_host(replay, transfer->from);
    }
    int64_t received = receive(actor, transfer, active_link);
    while (split && received < transfer->items) {
        rd_wake_host(replay, transfer->to);
        received += receive(actor, transfer, active_link);
    }
    rd_actor_close(actor, transfer);
}

void rd_run_receive_queue(struct rd_actor *actor)
{
    const struct rd_transfer *transfer;
    while ((transfer = rd_actor_draw(actor)))
        receive_drawn(actor, transfer);
}

void rd_run_combined_queue(struct rd_actor *actor)
{
    const struct rd_transfer *transfer;
    while ((transfer = rd_actor_draw(actor))) {
        if (transfer->from == actor->host)
            send_drawn(actor, transfer);
        else
            receive_drawn(actor, transfer);
    }
}

void rd_run_compute_queue(struct rd_actor *actor)
{
    struct rd_replay_state *replay = actor->replay;
    const struct rd_transfer *transfer;
    while ((transfer = rd_actor_draw(actor))) {
        int64_t computed = 0;
        do {
            int64_t items = next_items(actor, transfer, computed);
            compute(actor, transfer, items);
            computed += items;
        } while (rd_is_split(replay, transfer) && computed < transfer->items);
        if (actor->message + 1 >= transfer->messages) {
            rd_end_transfer(replay, transfer);
            rd_wake_host(replay, transfer->from);
        }
    }
}
