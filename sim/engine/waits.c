/* What actors of all kinds share: lanes, accounts, and who waits for what. */
#include "actors.h"

#include "gate.h"

#include <simgrid/engine.h>

#include <unistd.h>

_Noreturn void rd_break(struct rd_stage *stage, struct rd_failure failure)
{
    struct rd_request *request = &stage->request->head;
    request->failure = failure;
    request->failure.time_s = simgrid_get_clock();
    request->outcome = RD_OUTCOME_BROKEN;
    _exit(0);
}

_Noreturn void rd_break_at_transfer(struct rd_stage *stage, const struct rd_row *row)
{
    /* The link failed, unless one of the hosts did. */
    struct rd_failure failure = {.kind = RD_FAILURE_LINK, .from = row->from, .to = row->to};
    const uint32_t ends[] = {row->from, row->to};
    for (int i = 0; i < 2; i++)
        if (!sg_host_is_on(stage->host[ends[i]]))
            failure = (struct rd_failure){.kind = RD_FAILURE_HOST, .from = ends[i]};
    rd_break(stage, failure);
}

/* A host that fails ends its actors, and the first of them says so. Those that SimGrid ends because
 * nothing can happen any more are on hosts that are well. */
static void at_exit(int failed, void *data)
{
    struct rd_actor *actor = data;
    if (failed && !sg_host_is_on(actor->stage->host[actor->host]))
        rd_break(actor->stage, (struct rd_failure){.kind = RD_FAILURE_HOST, .from = actor->host});
}

struct rd_actor *rd_begin(void)
{
    struct rd_actor *actor = sg_actor_self_get_data();
    sg_actor_on_exit(at_exit, actor);
    return actor;
}

const struct rd_row *rd_draw(struct rd_actor *actor)
{
    const struct rd_stage *stage = actor->stage;
    struct rd_lane *lane = actor->lane;
    actor->idle = lane->next == lane->row_count || lane->closed;
    while (lane->closed && lane->next < lane->row_count) {
        actor->waiter = lane->waiting;
        lane->waiting = actor;
        rd_sleep(actor);
    }
    actor->idle = lane->next == lane->row_count;
    if (actor->idle)
        return NULL;
    actor->row = lane->row[lane->next];
    actor->message = lane->drawn++;
    const struct rd_row *row = &stage->plan->row[actor->row];
    if (lane->drawn >= row->messages) {
        lane->drawn = 0;
        lane->next++;
    }
    lane->closed = stage->locks_links && row->to != RD_NO_HOST && rd_is_cut(stage, row);
    return row;
}

static void open_lane(struct rd_lane *lane)
{
    /* Waking gives way to other actors, which may close it again. */
    struct rd_actor *ready = lane->waiting;
    lane->waiting = NULL;
    lane->closed = false;
    while (ready) {
        struct rd_actor *actor = ready;
        ready = actor->waiter;
        rd_wake(actor);
    }
}

void rd_end_cuts(struct rd_stage *stage, const struct rd_row *row)
{
    if (!stage->locks_links)
        return;
    open_lane(&stage->sending.lane[row->from]);
    open_lane(&stage->receiving.lane[row->to]);
}

bool rd_is_cut(const struct rd_stage *stage, const struct rd_row *row)
{
    return row->messages == 0 && !stage->lock_step;
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

/* Has everything that a host receives or computes before a round ended? */
static bool knows(const struct rd_stage *stage, uint32_t host, uint32_t round)
{
    uint32_t unknown = stage->unknown[host];
    return unknown == stage->knowledge_end[host] || stage->knowledge[unknown].round >= round;
}

/* May the actor's message, or computation, start as far as its host is concerned? Once it may, it
 * always may. */
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
    if (stage->free_order)
        return stage->free_order->unposted == 0;
    if (stage->bus && stage->bus_turn != actor->row)
        return false;
    /* How much is sent as held is decided when the receiver is ready, too. */
    return row->messages > 0 ||
           rd_pair_between(stage, row->from, row->to)->receiver_reached > actor->row;
}

void rd_wait_to_start(struct rd_actor *actor)
{
    if (may_start(actor))
        return;
    struct rd_stage *stage = actor->stage;
    uint32_t host = stage->plan->row[actor->row].from;
    actor->waiter = stage->waiting[host];
    stage->waiting[host] = actor;
    rd_sleep(actor); /* it is woken only when it may */
}

void rd_wait_for_items(struct rd_actor *actor, const struct rd_row *row)
{
    const struct rd_stage *stage = actor->stage;
    if (row->kind >= 0 && stage->promised)
        actor->needed_items = stage->promised[actor->row] + (actor->message + 1) * row->items;
    rd_wait_to_start(actor);
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

void rd_take_items(struct rd_stage *stage, const struct rd_row *row, int64_t items)
{
    if (row->kind >= 0 && !stage->lock_step)
        stage->parted[rd_account(stage, row->from, row->kind)] += items;
}

void rd_give_items(struct rd_stage *stage, const struct rd_row *row, int64_t items)
{
    /* What a packet carries is held when its last round has ended. */
    if (row->kind >= 0 && !stage->packets)
        stage->held[rd_account(stage, row->to, row->kind)] += items;
}

/* One row less that a host has to receive or compute in a round. */
static void learn(struct rd_stage *stage, uint32_t host, uint32_t round)
{
    struct rd_knowledge *known = &stage->knowledge[stage->unknown[host]];
    while (known->round != round)
        known++;
    known->rows_left--;
    while (stage->unknown[host] < stage->knowledge_end[host] &&
           stage->knowledge[stage->unknown[host]].rows_left == 0)
        stage->unknown[host]++;
}

/* The next message on a bus. */
static void pass_turn(struct rd_stage *stage)
{
    const struct rd_plan *plan = stage->plan;
    do
        stage->bus_turn++;
    while (stage->bus_turn < plan->row_count && plan->row[stage->bus_turn].to == RD_NO_HOST);
    if (stage->bus_turn < plan->row_count)
        rd_wake_host(stage, plan->row[stage->bus_turn].from);
}

void rd_end_row(struct rd_stage *stage, const struct rd_row *row)
{
    if (stage->lock_step) {
        rd_end_in_round(stage);
        return;
    }
    if (stage->knowledge)
        learn(stage, row->to == RD_NO_HOST ? row->from : row->to, row->round);
    if (stage->bus && row->to != RD_NO_HOST && !stage->free_order)
        pass_turn(stage);
}

void rd_record(struct rd_stage *stage, const struct rd_row *row, double start_s, int64_t items)
{
    struct rd_simulate_request *request = stage->request;
    if (++stage->message_count > request->message_limit)
        rd_break(stage, (struct rd_failure){.kind = RD_FAILURE_MESSAGE_LIMIT,
                                            .amount = request->message_limit});
    if (stage->trace)
        stage->trace[request->trace_count++] =
            (struct rd_trace_row){start_s - stage->start_s,
                                  simgrid_get_clock() - stage->start_s,
                                  row->from,
                                  row->to,
                                  row->kind,
                                  items};
}

/* "12". Returns: the end of it. */
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

sg_mailbox_t rd_mailbox(struct rd_pair *pair, const struct rd_row *row)
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

long rd_message_bytes(const struct rd_stage *stage, const struct rd_row *row, int64_t items)
{
    if (row->kind == RD_CONTROL)
        return (long)stage->instance->word_bytes;
    return (long)((double)items * stage->instance->item_bytes);
}
