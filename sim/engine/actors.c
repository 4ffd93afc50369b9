/* The actors that play a plan in the order of its ports: senders, receivers, processors. */
#include "actors.h"

#include <simgrid/comm.h>
#include <simgrid/engine.h>

/* k ports: a link carries one message at a time, in the order in which they were drawn. */
static void take_link(struct rd_actor *actor, struct rd_pair *pair)
{
    if (!pair->busy) {
        pair->busy = true;
        return;
    }
    struct rd_actor **last = &pair->waiting;
    while (*last)
        last = &(*last)->waiter;
    actor->waiter = NULL;
    *last = actor;
    rd_sleep(actor);
}

/* Hands the link to the next, or leaves it free. */
static void leave_link(struct rd_pair *pair)
{
    struct rd_actor *next = pair->waiting;
    pair->busy = next != NULL;
    if (!next)
        return;
    pair->waiting = next->waiter;
    rd_wake(next);
}

/* Sends one message and waits until it has arrived. */
static void post(struct rd_actor *actor, const struct rd_row *row, struct rd_pair *pair,
                 int64_t items)
{
    struct rd_stage *stage = actor->stage;
    rd_take_items(stage, row, items);
    actor->parity ^= 1;
    struct rd_parcel *parcel = &actor->parcel[actor->parity];
    *parcel = (struct rd_parcel){actor->row, items, simgrid_get_clock()};
    /* Waiting starts it: one call into SimGrid's kernel instead of two. */
    sg_comm_t comm =
        sg_mailbox_put_init(rd_mailbox(pair, row), parcel, rd_message_bytes(stage, row, items));
    if (sg_comm_wait(comm) != SG_OK)
        rd_break_at_transfer(stage, row);
}

/* The next amount of a row that is sent or computed as held: what its host holds when it can start,
 * at most what is owed. In: done: of the row, so far. */
static int64_t cut(struct rd_actor *actor, const struct rd_row *row, int64_t done)
{
    const struct rd_stage *stage = actor->stage;
    int64_t before = stage->promised[actor->row] + done;
    actor->needed_items = before + 1;
    rd_wait_to_start(actor);
    /* What arrives at this date is counted first. A message without bytes arrives only when SimGrid
     * looks at a date once more, as it does for a computation without work. */
    sg_actor_execute(0);
    sg_actor_yield();
    int64_t there = stage->held[rd_account(stage, row->from, row->kind)] - before;
    return there < row->items - done ? there : row->items - done;
}

void rd_send_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = rd_draw(actor))) {
        struct rd_pair *pair = rd_pair_between(stage, row->from, row->to);
        if (stage->locks_links)
            take_link(actor, pair);
        if (rd_is_cut(stage, row)) {
            for (int64_t sent = 0, items; sent < row->items; sent += items) {
                items = cut(actor, row, sent);
                if (sent + items == row->items)
                    rd_end_cuts(stage, row);
                post(actor, row, pair, items);
            }
        } else {
            rd_wait_for_items(actor, row);
            post(actor, row, pair, row->items);
        }
        if (stage->locks_links)
            leave_link(pair);
    }
}

/* Receives one message. Returns: its items. */
static int64_t receive(struct rd_actor *actor, const struct rd_row *row, struct rd_pair *pair)
{
    struct rd_stage *stage = actor->stage;
    double ready_s = simgrid_get_clock();
    void *payload = NULL;
    sg_comm_t comm = sg_mailbox_get_async(rd_mailbox(pair, row), &payload);
    if (sg_comm_wait(comm) != SG_OK)
        rd_break_at_transfer(stage, row);
    const struct rd_parcel *parcel = payload;
    if (parcel->row != actor->row)
        rd_break(stage, (struct rd_failure){.kind = RD_FAILURE_OTHER_ROW,
                                            .to = row->to,
                                            .row = actor->row,
                                            .amount = parcel->row});
    if (!stage->packets)
        rd_record(stage, row, ready_s > parcel->posted_s ? ready_s : parcel->posted_s,
                  parcel->items);
    rd_give_items(stage, row, parcel->items);
    return parcel->items;
}

/* Receives what is sent as held, until the row's amount is whole. */
static void receive_cut(struct rd_actor *actor, const struct rd_row *row, struct rd_pair *pair)
{
    pair->receiver_reached = actor->row + 1;
    rd_wake_host(actor->stage, row->from);
    for (int64_t received = 0; received < row->items;) {
        received += receive(actor, row, pair);
        if (received < row->items)
            rd_wake_host(actor->stage, row->to);
    }
}

void rd_receive_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = rd_draw(actor))) {
        struct rd_pair *pair = rd_pair_between(stage, row->from, row->to);
        if (rd_is_cut(stage, row))
            receive_cut(actor, row, pair);
        else
            receive(actor, row, pair);
        if (actor->message + 1 >= row->messages)
            rd_end_row(stage, row);
        rd_wake_host(stage, row->to);
    }
}

/* Computes once, or does plain work. */
static void compute(struct rd_actor *actor, const struct rd_row *row, int64_t items)
{
    struct rd_stage *stage = actor->stage;
    rd_take_items(stage, row, items);
    double start_s = simgrid_get_clock();
    double flops = (double)items * stage->instance->flops_per_item;
    if (flops > 0)
        sg_actor_execute(flops);
    rd_record(stage, row, start_s, items);
}

void rd_compute_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = rd_draw(actor))) {
        if (rd_is_cut(stage, row)) {
            for (int64_t computed = 0, items; computed < row->items; computed += items) {
                items = cut(actor, row, computed);
                compute(actor, row, items);
            }
        } else {
            rd_wait_for_items(actor, row);
            compute(actor, row, row->items);
        }
        if (actor->message + 1 >= row->messages) {
            rd_end_row(stage, row);
            rd_wake_host(stage, row->from);
        }
    }
}
