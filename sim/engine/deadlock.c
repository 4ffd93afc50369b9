#include "deadlock.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

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

/* What one transfer may be to another that waits. */
typedef bool relation(const struct rd_transfer *transfer, const struct rd_transfer *waiting);

static bool uses_out_port(const struct rd_transfer *transfer, const struct rd_transfer *waiting)
{
    return transfer->to != RD_NO_HOST && transfer->from == waiting->from;
}

static bool uses_in_port(const struct rd_transfer *transfer, const struct rd_transfer *waiting)
{
    return transfer->to == waiting->to;
}

static bool uses_link(const struct rd_transfer *transfer, const struct rd_transfer *waiting)
{
    return transfer->to == waiting->to && transfer->from == waiting->from;
}

static bool uses_bus(const struct rd_transfer *transfer, const struct rd_transfer *waiting)
{
    (void)waiting;
    return transfer->to != RD_NO_HOST;
}

static bool brings_items(const struct rd_transfer *transfer, const struct rd_transfer *waiting)
{
    return transfer->to == waiting->from && transfer->kind == waiting->kind;
}

static bool is_dependency(const struct rd_transfer *transfer, const struct rd_transfer *waiting)
{
    uint32_t learner = transfer->to == RD_NO_HOST ? transfer->from : transfer->to;
    return learner == waiting->from && transfer->round < waiting->round;
}

/* The first other transfer that has not ended and has that relation. */
static size_t first_unended(const struct search *search, size_t waiting, relation *relates)
{
    const struct rd_plan *plan = search->replay->plan;
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (i != waiting && !search->ended[i] &&
            relates(&plan->transfer[i], &plan->transfer[waiting]))
            return i;
    return SIZE_MAX;
}

/* Does a message wait for a window? */
static bool waits_for_window(const struct search *search, size_t index, struct wait *ret_wait)
{
    const struct rd_transfer *transfer = &search->replay->plan->transfer[index];
    bool free = search->replay->free_order != NULL;
    const struct {
        bool reached;
        relation *relates;
        enum reason reason;
        uint32_t at;
    } window[] = {
        {search->taker[index] != NULL, uses_out_port, WAITS_FOR_OUT_PORT, transfer->from},
        {search->received[index] || free, uses_in_port, WAITS_FOR_IN_PORT, transfer->to},
        {free, uses_link, WAITS_FOR_LINK, transfer->from},
        {free || !search->replay->bus, uses_bus, WAITS_FOR_BUS, transfer->from},
    };
    for (size_t i = 0; i < sizeof window / sizeof *window; i++) {
        if (window[i].reached)
            continue;
        size_t first = first_unended(search, index, window[i].relates);
        if (first < index) {
            *ret_wait = (struct wait){window[i].reason, window[i].at, first};
            return true;
        }
    }
    return false;
}

static struct wait find_wait(const struct search *search, size_t index)
{
    const struct rd_replay_state *replay = search->replay;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    const struct rd_actor *taker = search->taker[index];
    struct wait wait = {NEVER_ENDS, transfer->from, SIZE_MAX};
    if (transfer->to != RD_NO_HOST && waits_for_window(search, index, &wait))
        return wait;
    if (!taker)
        return (struct wait){WAITS_FOR_PROCESSOR, transfer->from,
                             first_unended(search, index, uses_link)};
    if (replay->lock_step)
        return wait;
    if (transfer->kind >= 0 &&
        replay->held[rd_holding_index(replay, transfer->from, transfer->kind)] <
            taker->needed_items)
        return (struct wait){WAITS_FOR_ITEMS, transfer->from,
                             first_unended(search, index, brings_items)};
    size_t dependency =
        replay->round_dependency ? first_unended(search, index, is_dependency) : SIZE_MAX;
    if (dependency != SIZE_MAX)
        return (struct wait){WAITS_TO_KNOW, transfer->from, dependency};
    return wait;
}

struct text {
    size_t length;
    char characters[RD_MESSAGE_SIZE - 64];
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof text->characters - text->length;
    int wanted = vsnprintf(text->characters + text->length, room, format, arguments);
    va_end(arguments);
    text->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

static void add_wait(struct text *text, const struct rd_instance *instance,
                     const struct rd_transfer *transfer, struct wait wait)
{
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE], label[RD_LABEL_SIZE];
    if (transfer->to == RD_NO_HOST)
        add(text, "%s computes ", rd_host_name(instance, transfer->from, from));
    else
        add(text, "%s>%s ", rd_host_name(instance, transfer->from, from),
            rd_host_name(instance, transfer->to, to));
    const char *at = rd_host_name(instance, wait.at, label);
    switch (wait.reason) {
    case WAITS_FOR_OUT_PORT: add(text, "waits for the out-port of %s", at); break;
    case WAITS_FOR_IN_PORT: add(text, "waits for the in-port of %s", at); break;
    case WAITS_FOR_LINK: add(text, "waits for its link"); break;
    case WAITS_FOR_BUS: add(text, "waits for the bus"); break;
    case WAITS_FOR_PROCESSOR: add(text, "waits for the processor of %s", at); break;
    case WAITS_FOR_ITEMS: add(text, "waits for items at %s", at); break;
    case WAITS_TO_KNOW: add(text, "waits for an earlier round at %s", at); break;
    case NEVER_ENDS: add(text, "is under way and never ends"); break;
    }
    if (wait.reason == WAITS_FOR_ITEMS && wait.other == SIZE_MAX)
        add(text, ", which no transfer brings");
}

/* Follows what waits for what until a transfer repeats, and prints that cycle; or, if there is no
 * cycle, all the transfers on the way. */
static void print_waits(const struct search *search, size_t first, struct rd_arena *arena,
                        struct text *text)
{
    const struct rd_plan *plan = search->replay->plan;
    bool *seen = rd_take(arena, plan->transfer_count, bool);
    size_t start = first;
    while (start != SIZE_MAX && !seen[start]) {
        seen[start] = true;
        start = find_wait(search, start).other;
    }
    size_t transfer = start == SIZE_MAX ? first : start;
    do {
        struct wait wait = find_wait(search, transfer);
        if (text->length > 0)
            add(text, " -> ");
        add_wait(text, search->replay->instance, &plan->transfer[transfer], wait);
        transfer = wait.other;
    } while (transfer != SIZE_MAX && transfer != start);
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
    struct text text = {0};
    print_waits(&search, first, &replay->arena, &text);
    return rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "deadlock: %s", text.characters);
}
