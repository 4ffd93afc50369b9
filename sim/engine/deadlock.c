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

/* Why a row has not ended, where, and which row must end before; SIZE_MAX if none does it. */
struct wait {
    enum reason reason;
    uint32_t at;
    size_t other;
};

struct search {
    const struct rd_stage *stage;
    bool *ended;                   /* [row_count] */
    bool *received;                /* [row_count]: a receiver has come to it */
    const struct rd_actor **taker; /* [row_count]: who is about to send or compute it, or NULL */
};

static bool draws_from(const struct rd_actor *actor, const struct rd_lanes *lanes)
{
    return actor->lane >= lanes->lane && actor->lane < lanes->lane + lanes->count;
}

static void note_lanes(struct search *search, const struct rd_lanes *lanes)
{
    for (uint32_t i = 0; i < lanes->count; i++)
        for (uint32_t j = 0; j < lanes->lane[i].next; j++)
            search->ended[lanes->lane[i].row[j]] = true;
}

/* Reads off the actors how far each row has come. */
static struct search open_search(struct rd_stage *stage)
{
    size_t row_count = stage->plan->row_count;
    struct search search = {.stage = stage};
    search.ended = rd_take(&stage->arena, row_count, bool);
    search.received = rd_take(&stage->arena, row_count, bool);
    search.taker = rd_take(&stage->arena, row_count, const struct rd_actor *);
    note_lanes(&search, &stage->receiving);
    note_lanes(&search, &stage->computing);
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        const struct rd_actor *actor = &stage->actor[i];
        if (actor->idle)
            continue;
        if (!draws_from(actor, &stage->sending))
            search.ended[actor->row] = false;
        if (draws_from(actor, &stage->receiving))
            search.received[actor->row] = true;
        else if (!search.taker[actor->row] || search.taker[actor->row]->message > actor->message)
            search.taker[actor->row] = actor;
    }
    return search;
}

/* What one row may be to another that waits. */
typedef bool relation(const struct rd_row *row, const struct rd_row *waiting);

static bool uses_out_port(const struct rd_row *row, const struct rd_row *waiting)
{
    return row->to != RD_NO_HOST && row->from == waiting->from;
}

static bool uses_in_port(const struct rd_row *row, const struct rd_row *waiting)
{
    return row->to == waiting->to;
}

static bool uses_link(const struct rd_row *row, const struct rd_row *waiting)
{
    return row->to == waiting->to && row->from == waiting->from;
}

static bool uses_bus(const struct rd_row *row, const struct rd_row *waiting)
{
    (void)waiting;
    return row->to != RD_NO_HOST;
}

static bool brings_items(const struct rd_row *row, const struct rd_row *waiting)
{
    return row->to == waiting->from && row->kind == waiting->kind;
}

static bool teaches(const struct rd_row *row, const struct rd_row *waiting)
{
    uint32_t learner = row->to == RD_NO_HOST ? row->from : row->to;
    return learner == waiting->from && row->round < waiting->round;
}

/* The first other row that has not ended and has that relation. */
static size_t first_unended(const struct search *search, size_t waiting, relation *relates)
{
    const struct rd_plan *plan = search->stage->plan;
    for (size_t i = 0; i < plan->row_count; i++)
        if (i != waiting && !search->ended[i] && relates(&plan->row[i], &plan->row[waiting]))
            return i;
    return SIZE_MAX;
}

/* Does a message wait for a window? */
static bool waits_for_window(const struct search *search, size_t index, struct wait *ret_wait)
{
    const struct rd_row *row = &search->stage->plan->row[index];
    bool free = search->stage->free_order != NULL;
    const struct {
        bool reached;
        relation *relates;
        enum reason reason;
        uint32_t at;
    } window[] = {
        {search->taker[index] != NULL, uses_out_port, WAITS_FOR_OUT_PORT, row->from},
        {search->received[index] || free, uses_in_port, WAITS_FOR_IN_PORT, row->to},
        {free, uses_link, WAITS_FOR_LINK, row->from},
        {free || !search->stage->bus, uses_bus, WAITS_FOR_BUS, row->from},
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
    const struct rd_stage *stage = search->stage;
    const struct rd_row *row = &stage->plan->row[index];
    const struct rd_actor *taker = search->taker[index];
    struct wait wait = {NEVER_ENDS, row->from, SIZE_MAX};
    if (row->to != RD_NO_HOST && waits_for_window(search, index, &wait))
        return wait;
    if (!taker)
        return (struct wait){WAITS_FOR_PROCESSOR, row->from,
                             first_unended(search, index, uses_link)};
    if (stage->lock_step)
        return wait;
    if (row->kind >= 0 &&
        stage->held[rd_account(stage, row->from, row->kind)] < taker->needed_items)
        return (struct wait){WAITS_FOR_ITEMS, row->from,
                             first_unended(search, index, brings_items)};
    size_t lesson = stage->knowledge ? first_unended(search, index, teaches) : SIZE_MAX;
    if (lesson != SIZE_MAX)
        return (struct wait){WAITS_TO_KNOW, row->from, lesson};
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

static void add_wait(struct text *text, const struct rd_row *row, struct wait wait)
{
    if (row->to == RD_NO_HOST)
        add(text, "%" PRIu32 " computes ", row->from);
    else
        add(text, "%" PRIu32 ">%" PRIu32 " ", row->from, row->to);
    switch (wait.reason) {
    case WAITS_FOR_OUT_PORT: add(text, "waits for the out-port of %" PRIu32, wait.at); break;
    case WAITS_FOR_IN_PORT: add(text, "waits for the in-port of %" PRIu32, wait.at); break;
    case WAITS_FOR_LINK: add(text, "waits for its link"); break;
    case WAITS_FOR_BUS: add(text, "waits for the bus"); break;
    case WAITS_FOR_PROCESSOR: add(text, "waits for the processor of %" PRIu32, wait.at); break;
    case WAITS_FOR_ITEMS: add(text, "waits for items at %" PRIu32, wait.at); break;
    case WAITS_TO_KNOW: add(text, "waits for an earlier round at %" PRIu32, wait.at); break;
    case NEVER_ENDS: add(text, "is under way and never ends"); break;
    }
    if (wait.reason == WAITS_FOR_ITEMS && wait.other == SIZE_MAX)
        add(text, ", and nobody brings them");
}

/* Follows who waits for whom until a row repeats, and prints that cycle; or, if the chain ends,
 * all of it. */
static void print_chain(const struct search *search, size_t first, struct rd_arena *arena,
                        struct text *text)
{
    const struct rd_plan *plan = search->stage->plan;
    bool *seen = rd_take(arena, plan->row_count, bool);
    size_t start = first;
    while (start != SIZE_MAX && !seen[start]) {
        seen[start] = true;
        start = find_wait(search, start).other;
    }
    size_t row = start == SIZE_MAX ? first : start;
    do {
        struct wait wait = find_wait(search, row);
        if (text->length > 0)
            add(text, " -> ");
        add_wait(text, &plan->row[row], wait);
        row = wait.other;
    } while (row != SIZE_MAX && row != start);
}

bool rd_check_finished(struct rd_stage *stage, struct rd_error *reterr)
{
    bool finished = true;
    for (uint32_t i = 0; i < stage->actor_count && finished; i++)
        finished = stage->actor[i].idle;
    if (finished)
        return true;
    struct search search = open_search(stage);
    size_t first = 0;
    while (first < stage->plan->row_count && search.ended[first])
        first++;
    rd_assert(first < stage->plan->row_count);
    struct text text = {0};
    print_chain(&search, first, &stage->arena, &text);
    return rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "deadlock: %s", text.characters);
}
