/* Lock-step plans: round r starts when round r-1 has ended, all its transfers start together, and
 * what cannot start is a violation. A round lasts as long as its longest transfer, at least step_s;
 * idle rounds count. */
#include "copies.h"
#include "form.h"
#include "parts.h"
#include "ports.h"

#include <inttypes.h>

struct inventory {
    int64_t held;     /* at the start of round `mark`, less what left in it */
    int64_t arriving; /* in round `mark` */
    uint32_t mark;
};

struct rd_lock_step_referee {
    struct rd_referee *referee;
    struct rd_places places; /* rounds are marked by their number + 1 */
    struct inventory *inventory;
    struct rd_round_clock clock;
    uint32_t round;        /* under way */
    double round_length_s; /* so far */
    struct rd_last_message last;
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
                           rd_host_label(state->referee->instance, state->places.bus_host, other),
                           rd_host_label(state->referee->instance, transfer->from, from));
}

/* The verdict on a port that is taken more often than it may be in a round. */
static bool blame_too_many(struct rd_lock_step_referee *state, size_t index, uint32_t host,
                           uint32_t count, const char *verb)
{
    uint32_t window = rd_window_of(state->referee, host);
    char what[64];
    if (window == 1)
        snprintf(what, sizeof what, "%s twice", verb);
    else
        snprintf(what, sizeof what, "%s %" PRIu32 " times at %" PRIu32 " ports", verb, count,
                 window);
    return blame_port(state, index, host, what);
}

static bool blame_place(struct rd_lock_step_referee *state, size_t index, uint32_t lacks)
{
    const struct rd_transfer *transfer = rd_plan_transfer(state->referee->plan, index);
    switch (lacks) {
    case RD_TAKES_PROCESSOR: return blame_port(state, index, transfer->from, "computes twice");
    case RD_TAKES_OUT:
        return blame_too_many(state, index, transfer->from,
                              state->places.out[3 * (size_t)transfer->from].count, "sends");
    case RD_TAKES_IN:
        return blame_too_many(state, index, transfer->to,
                              state->places.in[3 * (size_t)transfer->to].count, "receives");
    case RD_TAKES_LINK: return blame_link(state, index);
    default: return blame_bus(state, index);
    }
}

/* The places that a transfer takes in its round. */
static inline bool take_places(struct rd_lock_step_referee *state, size_t index,
                               const struct rd_transfer *transfer)
{
    uint32_t mark = transfer->round + 1, lacks;
    if (transfer->to == RD_NO_HOST) {
        lacks = rd_places_take(&state->places, mark, RD_TAKES_PROCESSOR, transfer->from, 0, 0);
    } else {
        uint64_t link = state->places.link ? rd_link_between(&state->referee->instance->topology,
                                                             transfer->from, transfer->to)
                                           : 0;
        lacks = rd_places_take(&state->places, mark, RD_TAKES_OUT | RD_TAKES_IN | RD_TAKES_LINK,
                               transfer->from, transfer->to, link);
    }
    return lacks == 0 || blame_place(state, index, lacks);
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
    if (rd_is_named_kind(state->referee->instance->copies, transfer->kind))
        return rd_copies_move_in_round(state->referee, index);
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

static RD_INLINE bool play(void *context, size_t index, const struct rd_transfer *transfer,
                           int64_t items)
{
    struct rd_lock_step_referee *state = context;
    struct rd_referee *referee = state->referee;
    if (transfer->round != state->round)
        advance(state, transfer->round);
    if (!take_places(state, index, transfer) ||
        (transfer->kind >= 0 && !take_items(state, index, transfer, items)))
        return false;
    if (transfer->kind >= 0 && state->token_mark != transfer->round + 1) {
        state->token_mark = transfer->round + 1;
        state->token_steps++;
    }
    uint64_t link = 0;
    if (transfer->to != RD_NO_HOST && !referee->instance->costs_equal)
        link = rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
    double duration_s = rd_like_last_s(&state->last, referee->instance, transfer, link);
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
    rd_places_open(&state->places, referee, false);
    state->inventory = rd_take(referee->scratch, entries, struct inventory);
    for (size_t i = 0; i < entries; i++)
        state->inventory[i].held = referee->instance->load[i];
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
