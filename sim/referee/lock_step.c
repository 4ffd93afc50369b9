/* Lock-step plans: round r starts when round r-1 has ended, all its transfers start together, and
 * what cannot start is a violation. A round lasts as long as its longest transfer, at least step_s;
 * idle rounds count. */
#include "referee_state.h"

#include <inttypes.h>

/* Rounds are marked by their number + 1, so that 0 stands for no round yet. */
struct host_marks {
    uint32_t out, in, work; /* the last round that used it */
    uint32_t out_count;     /* transfers of that round, where there are k ports */
    uint32_t in_count;
};

struct inventory {
    int64_t held;     /* at the start of round `mark`, less what left in it */
    int64_t arriving; /* in round `mark` */
    uint32_t mark;
};

struct rd_lock_step_referee {
    struct rd_referee *referee;
    struct host_marks *host;
    struct inventory *inventory;
    uint32_t *link; /* [links] the last round that used it; NULL where one port says as much */
    uint32_t bus;
    uint32_t bus_host; /* who used it */
    struct rd_round_clock clock;
    uint32_t round;        /* under way */
    double round_length_s; /* so far */
    int64_t token_steps;
    uint32_t token_mark; /* the last round that moved items, from 1 */
};

static bool blame_port(struct rd_lock_step_referee *state, size_t index, uint32_t host,
                       const char *what)
{
    const struct rd_transfer *transfer = rd_plan_transfer(state->referee->plan, index);
    char label[RD_LABEL_SIZE];
    return rd_referee_fail(state->referee, RD_VIOLATION_PORT, index, host,
                           "round %" PRIu32 ": %s %s", transfer->round,
                           rd_host_label(state->referee->instance, host, label), what);
}

static bool blame_link(struct rd_lock_step_referee *state, size_t index)
{
    const struct rd_transfer *transfer = rd_plan_transfer(state->referee->plan, index);
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_referee_fail(state->referee, RD_VIOLATION_PORT, index, transfer->from,
                           "round %" PRIu32 ": %s sends to %s twice", transfer->round,
                           rd_host_label(state->referee->instance, transfer->from, from),
                           rd_host_label(state->referee->instance, transfer->to, to));
}

static bool blame_bus(struct rd_lock_step_referee *state, size_t index)
{
    const struct rd_transfer *transfer = rd_plan_transfer(state->referee->plan, index);
    char from[RD_LABEL_SIZE], other[RD_LABEL_SIZE];
    return rd_referee_fail(state->referee, RD_VIOLATION_PORT, index, transfer->from,
                           "round %" PRIu32 ": %s and %s send on the bus", transfer->round,
                           rd_host_label(state->referee->instance, state->bus_host, other),
                           rd_host_label(state->referee->instance, transfer->from, from));
}

/* Is a port taken more often than it may be in a round? Then blames its host. */
static bool is_too_much(struct rd_lock_step_referee *state, size_t index, uint32_t host,
                        uint32_t count, const char *verb)
{
    uint32_t window = rd_window_of(state->referee, host);
    char what[64];
    if (count <= window)
        return false;
    if (window == 1)
        snprintf(what, sizeof what, "%s twice", verb);
    else
        snprintf(what, sizeof what, "%s %" PRIu32 " times at %" PRIu32 " ports", verb, count,
                 window);
    blame_port(state, index, host, what);
    return true;
}

/* The out-port and the in-port of a transfer, where each carries k transfers a round. */
static bool take_k_ports(struct rd_lock_step_referee *state, size_t index,
                         const struct rd_transfer *transfer, uint32_t mark)
{
    struct host_marks *from = &state->host[transfer->from], *to = &state->host[transfer->to];
    from->out_count = from->out == mark ? from->out_count + 1 : 1;
    to->in_count = to->in == mark ? to->in_count + 1 : 1;
    from->out = mark;
    to->in = mark;
    return !is_too_much(state, index, transfer->from, from->out_count, "sends") &&
           !is_too_much(state, index, transfer->to, to->in_count, "receives");
}

/* The port at which a transfer takes part: at most one transfer per port and round. */
static bool take_ports(struct rd_lock_step_referee *state, size_t index,
                       const struct rd_transfer *transfer)
{
    struct rd_referee *referee = state->referee;
    uint32_t mark = transfer->round + 1;
    struct host_marks *from = &state->host[transfer->from];
    if (transfer->to == RD_NO_HOST) {
        if (from->work == mark)
            return blame_port(state, index, transfer->from, "computes twice");
        from->work = mark;
        return true;
    }
    struct host_marks *to = &state->host[transfer->to];
    if (referee->window == 1) {
        if (from->out == mark)
            return blame_port(state, index, transfer->from, "sends twice");
        if (to->in == mark)
            return blame_port(state, index, transfer->to, "receives twice");
        from->out = mark;
        to->in = mark;
    } else {
        if (referee->window != UINT32_MAX && !take_k_ports(state, index, transfer, mark))
            return false;
        uint64_t link = rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
        if (state->link[link] == mark)
            return blame_link(state, index);
        state->link[link] = mark;
    }
    if (!referee->one_bus)
        return true;
    if (state->bus == mark)
        return blame_bus(state, index);
    state->bus = mark;
    state->bus_host = transfer->from;
    return true;
}

/* A stock at the start of a round: what arrived in earlier ones is there. */
static struct inventory *stock_at(struct rd_lock_step_referee *state, uint32_t host, int32_t kind,
                                  uint32_t mark)
{
    struct inventory *inventory = &state->inventory[rd_inventory_index(state->referee, host, kind)];
    if (inventory->mark != mark) {
        inventory->held += inventory->arriving;
        inventory->arriving = 0;
        inventory->mark = mark;
    }
    return inventory;
}

static bool take_items(struct rd_lock_step_referee *state, size_t index,
                       const struct rd_transfer *transfer, int64_t items)
{
    struct inventory *from = stock_at(state, transfer->from, transfer->kind, transfer->round + 1);
    if (from->held < items)
        return rd_referee_not_held(state->referee, index, items, from->held);
    from->held -= items;
    if (transfer->to != RD_NO_HOST)
        stock_at(state, transfer->to, transfer->kind, transfer->round + 1)->arriving += items;
    return true;
}

/* Ends the rounds before `round`. */
static void advance(struct rd_lock_step_referee *state, uint32_t round)
{
    double step_s = state->referee->plan->step_s;
    rd_round_pass(&state->clock, rd_latest_of(state->round_length_s, step_s), 1);
    if (round > state->round + 1)
        rd_round_pass(&state->clock, step_s, round - state->round - 1);
    state->round = round;
    state->round_length_s = 0;
}

static bool play(void *context, size_t index, const struct rd_transfer *transfer, int64_t items)
{
    struct rd_lock_step_referee *state = context;
    struct rd_referee *referee = state->referee;
    if (transfer->round != state->round)
        advance(state, transfer->round);
    if (!take_ports(state, index, transfer) ||
        (transfer->kind >= 0 && !take_items(state, index, transfer, items)))
        return false;
    if (transfer->kind >= 0 && state->token_mark != transfer->round + 1) {
        state->token_mark = transfer->round + 1;
        state->token_steps++;
    }
    uint64_t link = 0;
    if (transfer->to != RD_NO_HOST && !referee->instance->costs_equal)
        link = rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
    double duration_s = rd_message_s(referee->instance, transfer, link, transfer->items);
    /* As held: what is there when the round starts must be all, in one message. */
    int64_t messages = transfer->messages ? transfer->messages : 1;
    state->round_length_s = rd_latest_of(state->round_length_s, (double)messages * duration_s);
    return !referee->trace || rd_referee_list(referee, index, rd_round_start_s(&state->clock),
                                              duration_s, messages, transfer->items, duration_s);
}

struct rd_lock_step_referee *rd_lock_step_referee_open(struct rd_referee *referee)
{
    struct rd_lock_step_referee *state = rd_take(referee->scratch, 1, struct rd_lock_step_referee);
    size_t entries = (size_t)referee->host_count * referee->kind_count;
    state->referee = referee;
    state->host = rd_take(referee->scratch, referee->host_count, struct host_marks);
    state->inventory = rd_take(referee->scratch, entries, struct inventory);
    for (size_t i = 0; i < entries; i++)
        state->inventory[i].held = referee->instance->load[i];
    if (referee->window != 1)
        state->link =
            rd_take(referee->scratch, rd_link_count(&referee->instance->topology), uint32_t);
    return state;
}

bool rd_lock_step_referee_read(struct rd_lock_step_referee *state)
{
    return rd_referee_each_transfer(state->referee, state, play);
}

bool rd_lock_step_referee_close(struct rd_lock_step_referee *state)
{
    struct rd_referee *referee = state->referee;
    if (referee->round_count > 0)
        advance(state, referee->round_count);
    referee->makespan_s = rd_round_start_s(&state->clock);
    referee->steps = referee->round_count;
    referee->token_steps = state->token_steps;
    size_t entries = (size_t)referee->host_count * referee->kind_count;
    referee->final = rd_take(referee->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        referee->final[i] = state->inventory[i].held + state->inventory[i].arriving;
    return true;
}
