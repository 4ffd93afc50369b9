#include "deadlock.h"

#include <string.h>

enum reason {
    WAITS_FOR_OUT_PORT,
    WAITS_FOR_IN_PORT,
    WAITS_FOR_LINK,
    WAITS_FOR_BUS,
    WAITS_FOR_PROCESSOR,
    WAITS_FOR_ITEMS,
    WAITS_TO_KNOW,
    NEVER_ENDS
};

static const struct {
    const char *words;
    bool names_host;
} reason_words[] = {
    [WAITS_FOR_OUT_PORT] = {"waits for the out-port of ", true},
    [WAITS_FOR_IN_PORT] = {"waits for the in-port of ", true},
    [WAITS_FOR_LINK] = {"waits for its link", false},
    [WAITS_FOR_BUS] = {"waits for the bus", false},
    [WAITS_FOR_PROCESSOR] = {"waits for the processor of ", true},
    [WAITS_FOR_ITEMS] = {"waits for items at ", true},
    [WAITS_TO_KNOW] = {"waits for an earlier round at ", true},
    [NEVER_ENDS] = {"is under way and never ends", false},
};

/* Why a transfer has not ended, where, and which transfer must end before; SIZE_MAX if none does
 * it. */
struct wait {
    enum reason reason;
    uint32_t at;
    size_t other;
};

struct search {
    const struct rd_replay_state *replay;
    bool *ended;    /* [transfer_count] */
    bool *received; /* [transfer_count]: a receiver has come to it */
    const struct rd_actor *
        *taker; /* [transfer_count]: who is about to send or compute it, or NULL */
};

static bool draws_from(const struct rd_actor *actor, const struct rd_port_queues *queues)
{
    return actor->queue >= queues->queue && actor->queue < queues->queue + queues->count;
}

static void note_lanes(struct search *search, const struct rd_port_queues *queues)
{
    for (uint32_t i = 0; i < queues->count; i++)
        for (uint32_t j = 0; j < queues->queue[i].next; j++)
            search->ended[queues->queue[i].transfer[j]] = true;
}

/* Reads off the actors how far each transfer has come. */
static struct search open_search(struct rd_replay_state *replay)
{
    size_t transfer_count = replay->plan->transfer_count;
    struct search search = {.replay = replay};
    search.ended = rd_take(&replay->arena, transfer_count, bool);
    search.received = rd_take(&replay->arena, transfer_count, bool);
    search.taker = rd_take(&replay->arena, transfer_count, const struct rd_actor *);
    note_lanes(&search, &replay->receiving);
    note_lanes(&search, &replay->computing);
    for (uint32_t i = 0; i < replay->actor_count; i++) {
        const struct rd_actor *actor = &replay->actor[i];
        if (actor->idle)
            continue;
        if (!draws_from(actor, &replay->sending))
            search.ended[actor->transfer] = false;
        if (draws_from(actor, &replay->receiving))
            search.received[actor->transfer] = true;
        else if (!search.taker[actor->transfer] ||
                 search.taker[actor->transfer]->message > actor->message)
            search.taker[actor->transfer] = actor;
    }
    return search;
}

/* May a transfer be what another one waits for, for this reason? */
static bool may_delay(const struct rd_transfer *transfer, const struct rd_transfer *waiting,
                      enum reason reason)
{
    bool is_message = transfer->to != RD_NO_HOST;
    switch (reason) {
    case WAITS_FOR_OUT_PORT: return is_message && transfer->from == waiting->from;
    case WAITS_FOR_IN_PORT: return transfer->to == waiting->to;
    case WAITS_FOR_LINK:
    case WAITS_FOR_PROCESSOR: return transfer->to == waiting->to && transfer->from == waiting->from;
    case WAITS_FOR_BUS: return is_message;
    case WAITS_FOR_ITEMS: return transfer->to == waiting->from && transfer->kind == waiting->kind;
    case WAITS_TO_KNOW:
        return (is_message ? transfer->to : transfer->from) == waiting->from &&
               transfer->round < waiting->round;
    case NEVER_ENDS: break;
    }
    return false;
}

/* The first other transfer that has not ended and may be the reason. */
static struct wait wait_for(const struct search *search, size_t waiting, enum reason reason,
                            uint32_t at)
{
    const struct rd_plan *plan = search->replay->plan;
    struct wait wait = {reason, at, SIZE_MAX};
    for (size_t i = 0; i < plan->transfer_count && wait.other == SIZE_MAX; i++)
        if (i != waiting && !search->ended[i] &&
            may_delay(&plan->transfer[i], &plan->transfer[waiting], reason))
            wait.other = i;
    return wait;
}

/* Does a message wait for a window? */
static bool waits_for_window(const struct search *search, size_t index, struct wait *ret_wait)
{
    const struct rd_transfer *transfer = &search->replay->plan->transfer[index];
    bool free = search->replay->free_order != NULL;
    const struct {
        bool reached;
        enum reason reason;
        uint32_t at;
    } window[] = {
        {search->taker[index] != NULL, WAITS_FOR_OUT_PORT, transfer->from},
        {search->received[index] || free, WAITS_FOR_IN_PORT, transfer->to},
        {free, WAITS_FOR_LINK, transfer->from},
        {free || !search->replay->bus, WAITS_FOR_BUS, transfer->from},
    };
    for (size_t i = 0; i < sizeof window / sizeof *window; i++) {
        if (window[i].reached)
            continue;
        *ret_wait = wait_for(search, index, window[i].reason, window[i].at);
        if (ret_wait->other < index)
            return true;
    }
    return false;
}

static struct wait find_wait(const struct search *search, size_t index)
{
    const struct rd_replay_state *replay = search->replay;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    const struct rd_actor *taker = search->taker[index];
    struct wait wait;
    if (transfer->to != RD_NO_HOST && waits_for_window(search, index, &wait))
        return wait;
    if (!taker)
        return wait_for(search, index, WAITS_FOR_PROCESSOR, transfer->from);
    if (!replay->lock_step && transfer->kind >= 0 &&
        replay->held[rd_holding_index(replay, transfer->from, transfer->kind)] <
            taker->needed_items)
        return wait_for(search, index, WAITS_FOR_ITEMS, transfer->from);
    wait = wait_for(search, index, WAITS_TO_KNOW, transfer->from);
    if (!replay->lock_step && replay->round_dependency && wait.other != SIZE_MAX)
        return wait;
    return (struct wait){NEVER_ENDS, transfer->from, SIZE_MAX};
}

/* Follows what waits for what until a transfer repeats, and prints that cycle; or, if there is no
 * cycle, all the transfers on the way. */
static const char *print_waits(const struct search *search, size_t first, struct rd_arena *arena)
{
    const struct rd_instance *instance = search->replay->instance;
    const struct rd_plan *plan = search->replay->plan;
    bool *seen = rd_take(arena, plan->transfer_count, bool);
    const char *text = "";
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE], at[RD_LABEL_SIZE];
    size_t start = first;
    while (start != SIZE_MAX && !seen[start]) {
        seen[start] = true;
        start = find_wait(search, start).other;
    }
    size_t index = start == SIZE_MAX ? first : start;
    do {
        struct wait wait = find_wait(search, index);
        const struct rd_transfer *transfer = &plan->transfer[index];
        bool computes = transfer->to == RD_NO_HOST;
        bool lacks = wait.reason == WAITS_FOR_ITEMS && wait.other == SIZE_MAX;
        text = rd_arena_print(
            arena, "%s%s%s%s%s %s%s%s", text, text[0] ? " -> " : "",
            rd_host_name(instance, transfer->from, from), computes ? "" : ">",
            computes ? " computes" : rd_host_name(instance, transfer->to, to),
            reason_words[wait.reason].words,
            reason_words[wait.reason].names_host ? rd_host_name(instance, wait.at, at) : "",
            lacks ? ", which no transfer brings" : "");
        index = wait.other;
    } while (index != SIZE_MAX && index != start && strlen(text) < RD_MESSAGE_SIZE);
    return text;
}

bool rd_check_finished(struct rd_replay_state *replay, struct rd_error *reterr)
{
    bool finished = true;
    for (uint32_t i = 0; i < replay->actor_count && finished; i++)
        finished = replay->actor[i].idle;
    if (finished)
        return true;
    struct search search = open_search(replay);
    size_t first = 0;
    while (first < replay->plan->transfer_count && search.ended[first])
        first++;
    rd_assert(first < replay->plan->transfer_count);
    return rd_failed(reterr, "deadlock: %s", print_waits(&search, first, &replay->arena));
}
