#include "actors.h"

#include "gate.h"

#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/link.h>

#include <unistd.h>

_Noreturn void rd_break(struct rd_stage *stage, enum rd_failure_kind kind, size_t row,
                        uint32_t host, int64_t amount)
{
    struct rd_request *request = &stage->request->head;
    request->failure = (struct rd_failure){kind, host, row, simgrid_get_clock(), amount};
    request->outcome = RD_OUTCOME_BROKEN;
    _exit(0);
}

/* The network dropped a message, because a link failed or one of its hosts did. */
static _Noreturn void break_at_transfer(struct rd_actor *actor, const struct rd_row *row)
{
    struct rd_stage *stage = actor->stage;
    bool from_is_on = sg_host_is_on(stage->host[row->from]);
    if (from_is_on && sg_host_is_on(stage->host[row->to]))
        rd_break(stage, RD_FAILURE_LINK, actor->row, RD_NO_HOST, 0);
    rd_break(stage, RD_FAILURE_HOST, actor->row, from_is_on ? row->to : row->from, 0);
}

/* A host that fails ends its actors, and the first of them says so. Those that SimGrid ends because
 * nothing can happen any more are on hosts that are well. */
static void at_exit(int failed, void *data)
{
    struct rd_actor *actor = data;
    if (failed && !sg_host_is_on(actor->stage->host[actor->host]))
        rd_break(actor->stage, RD_FAILURE_HOST, actor->row, actor->host, 0);
}

struct rd_actor *rd_begin(void)
{
    struct rd_actor *actor = sg_actor_self_get_data();
    sg_actor_on_exit(at_exit, actor);
    return actor;
}

void rd_sleep(struct rd_actor *actor)
{
    if (!actor->semaphore)
        actor->semaphore = sg_sem_init(0);
    actor->asleep = true;
    sg_sem_acquire(actor->semaphore);
}

void rd_wake(struct rd_actor *actor)
{
    if (!actor->asleep)
        return;
    actor->asleep = false;
    sg_sem_release(actor->semaphore);
}

/* The next message of the actor's lane. A row that is sent as held is drawn whole.
 * Returns: NULL if nothing is left. */
static const struct rd_row *draw(struct rd_actor *actor)
{
    struct rd_lane *lane = actor->lane;
    actor->idle = lane->next == lane->row_count;
    if (actor->idle)
        return NULL;
    actor->row = lane->row[lane->next];
    actor->message = lane->drawn++;
    const struct rd_row *row = &actor->stage->plan->row[actor->row];
    if (lane->drawn >= row->messages) {
        lane->drawn = 0;
        lane->next++;
    }
    return row;
}

/* Has everything that a host receives or computes before a round ended? */
static bool knows(const struct rd_stage *stage, uint32_t host, uint32_t round)
{
    uint32_t unknown = stage->unknown[host];
    return unknown == stage->knowledge_end[host] || stage->knowledge[unknown].round >= round;
}

/* May the actor's message, or computation, start as far as its host is concerned? */
static bool may_start(const struct rd_actor *actor)
{
    const struct rd_stage *stage = actor->stage;
    const struct rd_row *row = &stage->plan->row[actor->row];
    if (stage->lock_step)
        return stage->open_rounds > row->round;
    if (row->kind >= 0 &&
        stage->held[rd_account(stage, row->from, row->kind)] < actor->needed_items)
        return false;
    if (stage->knowledge && !knows(stage, row->from, row->round))
        return false;
    if (row->to == RD_NO_HOST)
        return true;
    if (stage->bus && stage->bus_turn != actor->row)
        return false;
    return row->messages > 0 ||
           rd_pair_between(stage, row->from, row->to)->receiver_reached > actor->row;
}

void rd_wake_host(struct rd_stage *stage, uint32_t host)
{
    /* Waking gives way to other actors: the list is in order again before that. */
    struct rd_actor *ready = NULL, **link = &stage->waiting[host];
    while (*link) {
        struct rd_actor *actor = *link;
        if (may_start(actor)) {
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
        rd_wake(actor);
    }
}

/* Waits until the actor's message may start. It is woken only then. */
static void wait_to_start(struct rd_actor *actor, uint32_t host)
{
    struct rd_stage *stage = actor->stage;
    if (may_start(actor))
        return;
    actor->waiter = stage->waiting[host];
    stage->waiting[host] = actor;
    rd_sleep(actor);
}

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

/* "12>34". Returns: the end of it. */
static char *print_number(char *text, uint32_t number)
{
    char digit[10];
    int count = 0;
    do {
        digit[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        *text++ = digit[--count];
    return text;
}

/* The mailbox of a directed link, made when first used. One for a receiver would not do: SimGrid
 * pairs in the order of posting, which need not be that of the plan. */
static sg_mailbox_t mailbox_of(struct rd_pair *pair, const struct rd_row *row)
{
    if (!pair->mailbox) {
        char name[24];
        char *end = print_number(name, row->from);
        *end++ = '>';
        *print_number(end, row->to) = '\0';
        pair->mailbox = sg_mailbox_by_name(name);
    }
    return pair->mailbox;
}

static long message_bytes(const struct rd_stage *stage, const struct rd_row *row, int64_t items)
{
    if (row->kind == RD_CONTROL)
        return (long)stage->instance->word_bytes;
    return (long)((double)items * stage->instance->item_bytes);
}

/* Sends one message and waits until it has arrived. */
static void post(struct rd_actor *actor, const struct rd_row *row, struct rd_pair *pair,
                 int64_t items)
{
    struct rd_stage *stage = actor->stage;
    if (row->kind >= 0 && !stage->lock_step)
        stage->parted[rd_account(stage, row->from, row->kind)] += items;
    actor->parity ^= 1;
    struct rd_parcel *parcel = &actor->parcel[actor->parity];
    *parcel = (struct rd_parcel){actor->row, items, simgrid_get_clock()};
    sg_comm_t comm =
        sg_mailbox_put_async(mailbox_of(pair, row), parcel, message_bytes(stage, row, items));
    if (sg_comm_wait(comm) != SG_OK)
        break_at_transfer(actor, row);
}

/* The amount of a row that is sent or computed as held: what its host holds when it can start, at
 * most what is owed. In: done: of the row, so far. */
static int64_t cut(struct rd_actor *actor, const struct rd_row *row, int64_t done)
{
    const struct rd_stage *stage = actor->stage;
    int64_t before = stage->promised[actor->row] + done;
    actor->needed_items = before + 1;
    wait_to_start(actor, row->from);
    /* What arrives at this date is counted first. */
    sg_actor_yield();
    int64_t there = stage->held[rd_account(stage, row->from, row->kind)] - before;
    return there < row->items - done ? there : row->items - done;
}

static void wait_for_items(struct rd_actor *actor, const struct rd_row *row)
{
    const struct rd_stage *stage = actor->stage;
    if (row->kind >= 0 && stage->promised)
        actor->needed_items = stage->promised[actor->row] + (actor->message + 1) * row->items;
    wait_to_start(actor, row->from);
}

void rd_send_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = draw(actor))) {
        struct rd_pair *pair = rd_pair_between(stage, row->from, row->to);
        if (stage->locks_links)
            take_link(actor, pair);
        if (row->messages == 0) {
            for (int64_t sent = 0, items; sent < row->items; sent += items) {
                items = cut(actor, row, sent);
                post(actor, row, pair, items);
            }
        } else {
            wait_for_items(actor, row);
            post(actor, row, pair, row->items);
        }
        if (stage->locks_links)
            leave_link(pair);
    }
}

/* A row has ended: what its host learns from it, and whose turn it is on a bus. */
static void end_row(struct rd_stage *stage, const struct rd_row *row, uint32_t learner)
{
    if (stage->lock_step) {
        rd_end_in_round(stage);
        return;
    }
    if (stage->knowledge) {
        struct rd_knowledge *known = &stage->knowledge[stage->unknown[learner]];
        while (known->round != row->round)
            known++;
        known->rows_left--;
        uint32_t end = stage->knowledge_end[learner];
        while (stage->unknown[learner] < end &&
               stage->knowledge[stage->unknown[learner]].rows_left == 0)
            stage->unknown[learner]++;
    }
    if (stage->bus && row->to != RD_NO_HOST) {
        const struct rd_plan *plan = stage->plan;
        do
            stage->bus_turn++;
        while (stage->bus_turn < plan->row_count && plan->row[stage->bus_turn].to == RD_NO_HOST);
        if (stage->bus_turn < plan->row_count)
            rd_wake_host(stage, plan->row[stage->bus_turn].from);
    }
}

void rd_record(struct rd_stage *stage, size_t row, double start_s, int64_t items)
{
    struct rd_simulate_request *request = stage->request;
    if (++stage->message_count > request->message_limit)
        rd_break(stage, RD_FAILURE_MESSAGE_LIMIT, row, RD_NO_HOST, request->message_limit);
    if (!stage->trace)
        return;
    const struct rd_row *from = &stage->plan->row[row];
    stage->trace[request->trace_count++] = (struct rd_trace_row){
        start_s, simgrid_get_clock(), from->from, from->to, from->kind, items};
}

/* Receives one message. Returns: its items. */
static int64_t receive(struct rd_actor *actor, const struct rd_row *row, struct rd_pair *pair)
{
    struct rd_stage *stage = actor->stage;
    double posted_s = simgrid_get_clock();
    void *payload = NULL;
    sg_comm_t comm = sg_mailbox_get_async(mailbox_of(pair, row), &payload);
    if (sg_comm_wait(comm) != SG_OK)
        break_at_transfer(actor, row);
    const struct rd_parcel *parcel = payload;
    if (parcel->row != actor->row)
        rd_break(stage, RD_FAILURE_OTHER_ROW, actor->row, row->to, parcel->row);
    rd_record(stage, actor->row, posted_s > parcel->posted_s ? posted_s : parcel->posted_s,
              parcel->items);
    if (row->kind >= 0)
        stage->held[rd_account(stage, row->to, row->kind)] += parcel->items;
    return parcel->items;
}

/* Lets an as-held message of this row start: its amount is decided when both sides are ready. */
static void announce_receiver(struct rd_actor *actor, const struct rd_row *row,
                              struct rd_pair *pair)
{
    pair->receiver_reached = actor->row + 1;
    rd_wake_host(actor->stage, row->from);
}

void rd_receive_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = draw(actor))) {
        struct rd_pair *pair = rd_pair_between(stage, row->from, row->to);
        if (row->messages == 0) {
            announce_receiver(actor, row, pair);
            for (int64_t received = 0; received < row->items;) {
                received += receive(actor, row, pair);
                if (received < row->items)
                    rd_wake_host(stage, row->to);
            }
        } else {
            receive(actor, row, pair);
        }
        if (actor->message + 1 >= row->messages)
            end_row(stage, row, row->to);
        rd_wake_host(stage, row->to);
    }
}

/* Computes once, or does plain work. */
static void compute(struct rd_actor *actor, const struct rd_row *row, int64_t items)
{
    struct rd_stage *stage = actor->stage;
    if (row->kind >= 0 && !stage->lock_step)
        stage->parted[rd_account(stage, row->from, row->kind)] += items;
    double start_s = simgrid_get_clock();
    double flops = (double)items * stage->instance->flops_per_item;
    if (flops > 0)
        sg_actor_execute(flops);
    rd_record(stage, actor->row, start_s, items);
}

void rd_compute_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = draw(actor))) {
        if (row->messages == 0) {
            for (int64_t computed = 0, items; computed < row->items; computed += items) {
                items = cut(actor, row, computed);
                compute(actor, row, items);
            }
        } else {
            wait_for_items(actor, row);
            compute(actor, row, row->items);
        }
        if (actor->message + 1 >= row->messages) {
            end_row(stage, row, row->from);
            rd_wake_host(stage, row->from);
        }
    }
}
