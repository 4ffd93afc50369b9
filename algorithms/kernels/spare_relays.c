#include "spare_relays.h"

#include "list_schedule.h"

#include "sim/base/guard.h"
#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { MOST_HOPS = 8, MOST_MESSAGES = 1 << 18 };

/* Messages that may be timed in all: as many as take a moment, and four plans. */
enum { WORK = 1 << 18, PLANS = 4 };

/* Where the message that goes straight is listed: with the first of those it stands for, or with
 * the last. */
enum place { NOWHERE, EARLY, LATE };

/* A way of several messages that one is enough for, or none if it leads back. */
struct shortcut {
    uint32_t first, last; /* messages */
    uint32_t from, to;
    enum place place;
};

struct thoughts {
    const struct rd_instance *instance;
    struct rd_arena *arena, *scratch;
    double makespan_s;
    int64_t work; /* messages that may still be timed */

    const struct rd_timed_transfer *message; /* [count], by start */
    uint32_t count;
    uint32_t *after;     /* [count] the message that passes on what this one brings; NONE */
    uint32_t *stands_in; /* [count] the shortcut that a message is part of; NONE */
    struct shortcut *shortcut;
    uint32_t shortcut_count;
    struct rd_transfer *transfer; /* [count] of the plan that is tried */
    uint32_t transfer_count;
};

/* Is it a plan whose messages can be told apart, and moved? */
static bool is_plain(const struct rd_instance *instance, const struct rd_plan *plan)
{
    if (plan->timing != RD_SELF_TIMED || plan->round_count > 1 || plan->first_transfer > 0 ||
        plan->block || plan->room || plan->first_item || instance->copies || instance->objects ||
        rd_plan_messages(plan) > MOST_MESSAGES)
        return false;
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (plan->transfer[i].kind == RD_CONTROL || plan->transfer[i].messages == 0)
            return false;
    return true;
}

/* What hosts hold of each kind while messages are read by start: items that nobody needs to tell
 * apart, and messages that came, the oldest first. */
struct holdings {
    int64_t *loose;        /* [hosts * kinds] */
    uint32_t *head, *tail; /* [hosts * kinds] messages; NONE */
    uint32_t *next;        /* [messages] */
};

static uint32_t pop(struct holdings *holdings, size_t entry)
{
    uint32_t message = holdings->head[entry];
    holdings->head[entry] = holdings->next[message];
    return message;
}

/* Finds what a message passes on: the oldest that came, if it is of the same size, rather than what
 * the host had; then the host may keep that. */
static void take_items(struct thoughts *on, struct holdings *holdings, uint32_t message)
{
    const struct rd_timed_transfer *leaves = &on->message[message];
    size_t entry = (size_t)leaves->from * on->instance->kind_count + (uint32_t)leaves->kind;
    uint32_t head = holdings->head[entry];
    if (head != NONE && on->message[head].items == leaves->items && leaves->to != RD_NO_HOST) {
        on->after[pop(holdings, entry)] = message;
        return;
    }
    while (holdings->loose[entry] < leaves->items && holdings->head[entry] != NONE)
        holdings->loose[entry] += on->message[pop(holdings, entry)].items;
    holdings->loose[entry] -= leaves->items;
}

static void bring_items(struct thoughts *on, struct holdings *holdings, uint32_t message)
{
    const struct rd_timed_transfer *comes = &on->message[message];
    size_t entry = (size_t)comes->to * on->instance->kind_count + (uint32_t)comes->kind;
    holdings->next[message] = NONE;
    if (holdings->head[entry] == NONE)
        holdings->head[entry] = message;
    else
        holdings->next[holdings->tail[entry]] = message;
    holdings->tail[entry] = message;
}

/* Who passes on what. */
static void follow_items(struct thoughts *on)
{
    rd_arena_borrow(on->scratch);
    size_t entries = (size_t)on->instance->topology.host_count * on->instance->kind_count;
    struct holdings holdings = {
        .loose = rd_arena_copy(on->scratch, on->instance->load, entries, sizeof(int64_t)),
        .head = rd_take(on->scratch, entries, uint32_t),
        .tail = rd_take(on->scratch, entries, uint32_t),
        .next = rd_take(on->scratch, on->count, uint32_t)};
    memset(holdings.head, 0xff, entries * sizeof *holdings.head);
    for (uint32_t i = 0; i < on->count; i++) {
        take_items(on, &holdings, i);
        if (on->message[i].to != RD_NO_HOST)
            bring_items(on, &holdings, i);
    }
}

/* Adds the way from one message to a later one. */
static void add_shortcut(struct thoughts *on, uint32_t first, uint32_t last)
{
    uint32_t number = on->shortcut_count++;
    on->shortcut[number] = (struct shortcut){
        .first = first, .last = last, .from = on->message[first].from, .to = on->message[last].to};
    for (uint32_t i = first;; i = on->after[i]) {
        on->stands_in[i] = number;
        if (i == last)
            return;
    }
}

/* The last message of the longest way from this one on that one link, or none, is enough for; NONE.
 */
static uint32_t find_way(const struct thoughts *on, uint32_t first)
{
    const struct rd_topology *topology = &on->instance->topology;
    uint32_t from = on->message[first].from, found = NONE, last = first;
    for (int hops = 2; hops <= MOST_HOPS && on->after[last] != NONE; hops++) {
        last = on->after[last];
        uint32_t to = on->message[last].to;
        if (to == from || rd_link_between(topology, from, to) != RD_NO_LINK)
            found = last;
    }
    return found;
}

/* Looks along what each item does: the earliest message of a way comes first. */
static void find_shortcuts(struct thoughts *on)
{
    on->shortcut_count = 0;
    memset(on->stands_in, 0xff, on->count * sizeof *on->stands_in);
    for (uint32_t i = 0; i < on->count; i++) {
        if (on->stands_in[i] != NONE || on->after[i] == NONE)
            continue;
        uint32_t last = find_way(on, i);
        bool is_free = last != NONE;
        for (uint32_t at = i; is_free && at != last; at = on->after[at])
            is_free = on->stands_in[on->after[at]] == NONE;
        if (is_free)
            add_shortcut(on, i, last);
    }
}

static void add_transfer(struct thoughts *on, uint32_t message, uint32_t from, uint32_t to)
{
    on->transfer[on->transfer_count++] = (struct rd_transfer){.from = from,
                                                              .to = to,
                                                              .kind = on->message[message].kind,
                                                              .items = on->message[message].items,
                                                              .messages = 1};
}

/* Lists all messages, with the shortcuts that have a place. */
static void list_transfers(struct thoughts *on)
{
    on->transfer_count = 0;
    for (uint32_t i = 0; i < on->count; i++) {
        uint32_t number = on->stands_in[i];
        const struct shortcut *way = number == NONE ? NULL : &on->shortcut[number];
        if (!way || way->place == NOWHERE)
            add_transfer(on, i, on->message[i].from, on->message[i].to);
        else if (way->from != way->to && i == (way->place == EARLY ? way->first : way->last))
            add_transfer(on, i, way->from, way->to);
    }
}

static struct rd_plan plan_of(const struct thoughts *on, const struct rd_plan *like)
{
    struct rd_plan plan = *like;
    plan.transfer = on->transfer;
    plan.transfer_count = plan.transfer_capacity = on->transfer_count;
    plan.round_count = on->transfer_count > 0;
    return plan;
}

/* Is a plan with the shortcuts from one number to another at a place no longer? Then they stay
 * there. */
static bool try_place(struct thoughts *on, const struct rd_plan *like, uint32_t begin, uint32_t end,
                      enum place place)
{
    struct rd_verdict verdict;
    for (uint32_t i = begin; i < end; i++)
        on->shortcut[i].place = place;
    list_transfers(on);
    struct rd_plan plan = plan_of(on, like);
    struct rd_arena_mark mark = rd_arena_mark(on->arena);
    rd_referee_plan(on->instance, &plan, on->arena, on->scratch, NULL, &verdict);
    rd_arena_rewind(on->arena, mark);
    on->work -= on->count;
    if (verdict.violation == RD_LEGAL && verdict.goal_reached &&
        verdict.makespan_s <= on->makespan_s * (1 + 1e-12)) {
        if (verdict.makespan_s < on->makespan_s)
            on->makespan_s = verdict.makespan_s;
        return true;
    }
    for (uint32_t i = begin; i < end; i++)
        on->shortcut[i].place = NOWHERE;
    return false;
}

/* Tries some shortcuts together, then each half of them. Returns: does any stay? */
static bool try_shortcuts(struct thoughts *on, const struct rd_plan *like, uint32_t begin,
                          uint32_t end)
{
    if (begin == end || on->work < on->count || rd_time_is_up())
        return false;
    if (try_place(on, like, begin, end, LATE) ||
        (on->work >= on->count && try_place(on, like, begin, end, EARLY)))
        return true;
    if (end - begin == 1)
        return false;
    uint32_t middle = begin + (end - begin) / 2;
    bool first = try_shortcuts(on, like, begin, middle);
    bool second = try_shortcuts(on, like, middle, end);
    return first || second;
}

/* Reads the plan's messages anew, by start. Returns: false if it is legal no more, which is a
 * mistake, or too large. */
static bool read_messages(struct thoughts *on, const struct rd_plan *plan)
{
    struct rd_verdict verdict;
    struct rd_plan whole = *plan;
    struct rd_trace trace = {0};
    struct rd_arena_mark mark = rd_arena_mark(on->arena);
    rd_plan_compute_rest(&whole, on->instance, on->arena, on->scratch);
    rd_referee_plan(on->instance, &whole, on->arena, on->scratch, &trace, &verdict);
    bool is_read = verdict.violation == RD_LEGAL && trace.transfer_count <= MOST_MESSAGES;
    on->count = is_read ? (uint32_t)trace.transfer_count : 0;
    on->message = rd_arena_copy(on->scratch, trace.transfer, on->count, sizeof *trace.transfer);
    rd_arena_rewind(on->arena, mark);
    on->makespan_s = verdict.makespan_s;
    on->work -= on->count;
    on->after = rd_take(on->scratch, on->count, uint32_t);
    on->stands_in = rd_take(on->scratch, on->count, uint32_t);
    on->shortcut = rd_take(on->scratch, on->count, struct shortcut);
    on->transfer = rd_take(on->scratch, on->count, struct rd_transfer);
    memset(on->after, 0xff, on->count * sizeof *on->after);
    return is_read;
}

RD_ORDERED_BY(by_link, struct rd_list_link, from, to, kind)

/* Writes the transfers as they are listed, messages of a link that follow each other together, as
 * in all plans of lists. On shared links each stands alone. */
static void write_plan(struct thoughts *on, struct rd_arena *arena, struct rd_plan *plan)
{
    rd_arena_borrow(on->scratch);
    struct rd_plan made = *plan;
    made.transfer = NULL;
    made.transfer_count = made.transfer_capacity = made.round_count = 0;
    for (uint32_t i = 0; on->instance->shared && i < on->transfer_count; i++)
        rd_plan_add(&made, arena, on->transfer[i]);
    size_t count = on->instance->shared ? 0 : on->transfer_count, links = 0;
    struct rd_list_link *link = rd_take(on->scratch, count, struct rd_list_link);
    for (size_t i = 0; i < count; i++)
        link[i] = (struct rd_list_link){.from = on->transfer[i].from,
                                        .to = on->transfer[i].to,
                                        .kind = (uint32_t)on->transfer[i].kind};
    if (count > 0)
        qsort(link, count, sizeof *link, by_link);
    for (size_t i = 0; i < count; i++)
        if (links == 0 || by_link(&link[i], &link[links - 1]) != 0)
            link[links++] = link[i];
    uint32_t *order = rd_take(on->scratch, count, uint32_t);
    struct rd_list_record record = {.count = count, .items = rd_take(on->scratch, count, int64_t)};
    for (size_t i = 0; i < count; i++) {
        struct rd_list_link key = {.from = on->transfer[i].from,
                                   .to = on->transfer[i].to,
                                   .kind = (uint32_t)on->transfer[i].kind};
        const struct rd_list_link *found = bsearch(&key, link, links, sizeof *link, by_link);
        order[i] = (uint32_t)(found - link);
        record.items[i] = on->transfer[i].items;
    }
    struct rd_list_problem problem = {.host_count = on->instance->topology.host_count,
                                      .kind_count = on->instance->kind_count,
                                      .inventory = on->instance->load,
                                      .link_count = links,
                                      .link = link,
                                      .record = &record};
    rd_list_plan(&problem, order, count, arena, on->scratch, &made);
    made.keeps_shared = plan->keeps_shared;
    *plan = made;
}

/* How many items cross links less, by the shortcuts that have a place. */
static int64_t count_spared(const struct thoughts *on)
{
    int64_t spared = 0;
    for (uint32_t i = 0; i < on->count; i++) {
        const struct shortcut *way =
            on->stands_in[i] == NONE ? NULL : &on->shortcut[on->stands_in[i]];
        if (!way || way->place == NOWHERE)
            continue;
        bool stays = i == way->last && way->from != way->to;
        spared += stays ? 0 : on->message[i].items;
    }
    return spared;
}

int64_t rd_spare_relays(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *plan)
{
    int64_t spared = 0, spared_before = -1;
    struct thoughts on = {.instance = instance, .arena = arena, .scratch = scratch};
    if (!is_plain(instance, plan))
        return 0;
    for (on.work = WORK + PLANS * rd_plan_messages(plan); spared > spared_before;) {
        rd_arena_borrow(scratch);
        spared_before = spared;
        if (on.work <= 0 || rd_time_is_up() || !read_messages(&on, plan))
            break;
        follow_items(&on);
        find_shortcuts(&on);
        if (!try_shortcuts(&on, plan, 0, on.shortcut_count))
            break;
        spared += count_spared(&on);
        list_transfers(&on);
        write_plan(&on, arena, plan);
    }
    return spared;
}
