/* Lock-step plans: round r starts when round r-1 has ended, all its rows start together, and what
 * cannot start is a violation. A round lasts as long as its longest row, at least step_s; idle
 * rounds count. */
#include "judge.h"

#include <inttypes.h>

/* Rounds are marked by their number + 1, so that 0 stands for no round yet. */
struct host_marks {
    uint32_t out, in, work; /* the last round that used it */
    uint32_t out_count;     /* rows of that round, where there are k ports */
    uint32_t in_count;
};

struct stock {
    int64_t held;     /* at the start of round `mark`, less what left in it */
    int64_t arriving; /* in round `mark` */
    uint32_t mark;
};

struct rd_lock_step {
    struct rd_judge *judge;
    struct host_marks *host;
    struct stock *stock;
    uint32_t *link; /* [links] the last round that used it; NULL where one port says as much */
    uint32_t bus;
    uint32_t bus_host; /* who used it */
    struct rd_round_clock clock;
    uint32_t round;        /* under way */
    double round_length_s; /* so far */
};

static bool blame_port(struct rd_lock_step *state, size_t index, uint32_t host, const char *what)
{
    const struct rd_row *row = rd_plan_row(state->judge->plan, index);
    char label[RD_LABEL_SIZE];
    return rd_judge_fail(state->judge, RD_VIOLATION_PORT, index, host, "round %" PRIu32 ": %s %s",
                         row->round, rd_host_label(state->judge->instance, host, label), what);
}

static bool blame_link(struct rd_lock_step *state, size_t index)
{
    const struct rd_row *row = rd_plan_row(state->judge->plan, index);
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_judge_fail(state->judge, RD_VIOLATION_PORT, index, row->from,
                         "round %" PRIu32 ": %s sends to %s twice", row->round,
                         rd_host_label(state->judge->instance, row->from, from),
                         rd_host_label(state->judge->instance, row->to, to));
}

static bool blame_bus(struct rd_lock_step *state, size_t index)
{
    const struct rd_row *row = rd_plan_row(state->judge->plan, index);
    char from[RD_LABEL_SIZE], other[RD_LABEL_SIZE];
    return rd_judge_fail(state->judge, RD_VIOLATION_PORT, index, row->from,
                         "round %" PRIu32 ": %s and %s send on the bus", row->round,
                         rd_host_label(state->judge->instance, state->bus_host, other),
                         rd_host_label(state->judge->instance, row->from, from));
}

/* The out-port and the in-port of a row, where each carries k rows a round. */
static bool take_k_ports(struct rd_lock_step *state, size_t index, const struct rd_row *row,
                         uint32_t mark)
{
    struct host_marks *from = &state->host[row->from], *to = &state->host[row->to];
    uint32_t window = state->judge->window;
    from->out_count = from->out == mark ? from->out_count + 1 : 1;
    to->in_count = to->in == mark ? to->in_count + 1 : 1;
    from->out = mark;
    to->in = mark;
    char what[64];
    if (from->out_count > window) {
        snprintf(what, sizeof what, "sends %" PRIu32 " times at %" PRIu32 " ports", from->out_count,
                 window);
        return blame_port(state, index, row->from, what);
    }
    if (to->in_count > window) {
        snprintf(what, sizeof what, "receives %" PRIu32 " times at %" PRIu32 " ports", to->in_count,
                 window);
        return blame_port(state, index, row->to, what);
    }
    return true;
}

/* The port at which a row takes part: at most one row per port and round. */
static bool take_ports(struct rd_lock_step *state, size_t index, const struct rd_row *row)
{
    struct rd_judge *judge = state->judge;
    uint32_t mark = row->round + 1;
    struct host_marks *from = &state->host[row->from];
    if (row->to == RD_NO_HOST) {
        if (from->work == mark)
            return blame_port(state, index, row->from, "computes twice");
        from->work = mark;
        return true;
    }
    struct host_marks *to = &state->host[row->to];
    if (judge->window == 1) {
        if (from->out == mark)
            return blame_port(state, index, row->from, "sends twice");
        if (to->in == mark)
            return blame_port(state, index, row->to, "receives twice");
        from->out = mark;
        to->in = mark;
    } else {
        if (judge->window != UINT32_MAX && !take_k_ports(state, index, row, mark))
            return false;
        uint64_t link = rd_link_between(&judge->instance->topology, row->from, row->to);
        if (state->link[link] == mark)
            return blame_link(state, index);
        state->link[link] = mark;
    }
    if (!judge->one_bus)
        return true;
    if (state->bus == mark)
        return blame_bus(state, index);
    state->bus = mark;
    state->bus_host = row->from;
    return true;
}

/* A stock at the start of a round: what arrived in earlier ones is there. */
static struct stock *stock_at(struct rd_lock_step *state, uint32_t host, int32_t kind,
                              uint32_t mark)
{
    struct stock *stock = &state->stock[rd_stock_index(state->judge, host, kind)];
    if (stock->mark != mark) {
        stock->held += stock->arriving;
        stock->arriving = 0;
        stock->mark = mark;
    }
    return stock;
}

static bool take_items(struct rd_lock_step *state, size_t index, const struct rd_row *row,
                       int64_t items)
{
    struct stock *from = stock_at(state, row->from, row->kind, row->round + 1);
    if (from->held < items)
        return rd_judge_not_held(state->judge, index, items, from->held);
    from->held -= items;
    if (row->to != RD_NO_HOST)
        stock_at(state, row->to, row->kind, row->round + 1)->arriving += items;
    return true;
}

/* Ends the rounds before `round`. */
static void advance(struct rd_lock_step *state, uint32_t round)
{
    double step_s = state->judge->plan->step_s;
    rd_round_pass(&state->clock, rd_later(state->round_length_s, step_s), 1);
    if (round > state->round + 1)
        rd_round_pass(&state->clock, step_s, round - state->round - 1);
    state->round = round;
    state->round_length_s = 0;
}

static bool play(void *context, size_t index, const struct rd_row *row, int64_t items)
{
    struct rd_lock_step *state = context;
    struct rd_judge *judge = state->judge;
    if (row->round != state->round)
        advance(state, row->round);
    if (!take_ports(state, index, row) || (row->kind >= 0 && !take_items(state, index, row, items)))
        return false;
    uint64_t link = 0;
    if (row->to != RD_NO_HOST && !judge->instance->costs_equal)
        link = rd_link_between(&judge->instance->topology, row->from, row->to);
    double duration_s = rd_message_s(judge->instance, row, link, row->items);
    /* As held: what is there when the round starts must be all, in one message. */
    int64_t messages = row->messages ? row->messages : 1;
    state->round_length_s = rd_later(state->round_length_s, (double)messages * duration_s);
    return !judge->trace || rd_judge_list(judge, index, rd_round_start_s(&state->clock), duration_s,
                                          messages, row->items, duration_s);
}

struct rd_lock_step *rd_lock_step_open(struct rd_judge *judge)
{
    struct rd_lock_step *state = rd_take(judge->scratch, 1, struct rd_lock_step);
    size_t entries = (size_t)judge->host_count * judge->kind_count;
    state->judge = judge;
    state->host = rd_take(judge->scratch, judge->host_count, struct host_marks);
    state->stock = rd_take(judge->scratch, entries, struct stock);
    for (size_t i = 0; i < entries; i++)
        state->stock[i].held = judge->instance->load[i];
    if (judge->window != 1)
        state->link = rd_take(judge->scratch, rd_link_count(&judge->instance->topology), uint32_t);
    return state;
}

bool rd_lock_step_read(struct rd_lock_step *state)
{
    return rd_judge_each_row(state->judge, state, play);
}

bool rd_lock_step_close(struct rd_lock_step *state)
{
    struct rd_judge *judge = state->judge;
    if (judge->round_count > 0)
        advance(state, judge->round_count);
    judge->makespan_s = rd_round_start_s(&state->clock);
    judge->steps = judge->round_count;
    size_t entries = (size_t)judge->host_count * judge->kind_count;
    judge->final = rd_take(judge->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        judge->final[i] = state->stock[i].held + state->stock[i].arriving;
    return true;
}
