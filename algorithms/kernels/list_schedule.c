#include "list_schedule.h"

#include "sim/base/error.h"
#include "sim/base/groups.h"
#include "sim/base/guard.h"
#include "sim/base/heap.h"

#include <math.h>
#include <stdlib.h>

/* A message under way. */
struct ending {
    double end_s;
    int64_t items;
    uint32_t link;
};

/* A link that could start a message now, and the first of those behind each other among which it
 * is. */
struct candidate {
    struct rd_list_priority priority;
    uint32_t link, chain;
};

/* What a link takes: places in `out_free`, `in_free`, `lane_free` and `held`. Where an end is no
 * host, the place behind the last host's, which has room for everything. */
struct place {
    uint32_t out, in, lane;
    uint32_t from_held, to_held;
};

#define NO_LINK UINT32_MAX

struct schedule {
    const struct rd_list_problem *problem;
    struct place *place; /* [links] */
    int64_t *left;       /* [links] items */
    bool *lane_taken;    /* [lanes] */
    uint32_t *out_free;  /* [hosts + 1] messages that it could send besides those under way */
    uint32_t *in_free;   /* [hosts + 1] */
    int64_t *held;       /* [hosts * kinds + 1] */
    uint32_t on_bus;     /* messages on the bus */
    int64_t *room;       /* [shared links] */
    struct rd_groups on; /* links by shared link */
    int64_t message_items;
    struct rd_groups out, in; /* links by sender, and by receiver */
    struct ending *heap;      /* messages under way, the earliest end first */
    size_t heap_count;
    uint32_t *ended; /* [links] at the last event */
    size_t ended_count;
    struct candidate *candidate; /* [links] */
    size_t candidate_count;
    uint64_t *looked_at; /* [links] the event at which it was last */
    uint32_t *next; /* [links] of the first of a chain: the one whose turn it is, NO_LINK at its
                       end; of any other NO_LINK. NULL: no link is behind another */
    uint64_t event;
};

/* f items in b messages: f % b of them have one item more. Returns: the items of those that go
 * first together; and in ret_first, ret_last what one of them, and one of the others, has. */
static int64_t first_bundles(const struct rd_list_link *link, int64_t *ret_first, int64_t *ret_last)
{
    int64_t least = link->items / link->messages, larger = link->items % link->messages;
    *ret_first = link->smaller_first ? least : least + 1;
    *ret_last = link->smaller_first ? least + 1 : least;
    return link->smaller_first ? (link->messages - larger) * least : larger * (least + 1);
}

/* The items of the next of a link's `messages`. */
static int64_t bundle_items(const struct rd_list_link *link, int64_t left)
{
    int64_t first, last, together = first_bundles(link, &first, &last);
    return link->items - left < together ? first : last;
}

int64_t rd_list_bundles_left(const struct rd_list_link *link, int64_t left)
{
    int64_t first, last, together = first_bundles(link, &first, &last);
    int64_t behind = link->items - together;
    return left <= behind ? left / last : behind / last + (left - behind) / first;
}

int64_t rd_list_item_count(const struct rd_list_problem *problem)
{
    int64_t count = 0;
    for (size_t link = 0; link < problem->link_count; link++)
        if (__builtin_add_overflow(count, problem->link[link].items, &count))
            return INT64_MAX;
    return count;
}

static uint32_t kind_count(const struct rd_list_problem *problem)
{
    return problem->kind_count > 0 ? problem->kind_count : 1;
}

/* A host, or the place behind the last. */
static uint32_t host_place(const struct rd_list_problem *problem, uint32_t host)
{
    return host == RD_NO_HOST ? problem->host_count : host;
}

static uint32_t held_place(const struct rd_list_problem *problem, uint32_t host, uint32_t kind)
{
    return host_place(problem, host) * kind_count(problem) + (host == RD_NO_HOST ? 0 : kind);
}

/* The links by one of their ends; those without behind all hosts, and those behind other links
 * apart. */
static struct rd_groups group_links(const struct schedule *schedule, bool by_sender,
                                    struct rd_arena *scratch)
{
    const struct rd_list_problem *problem = schedule->problem;
    uint32_t *end = rd_take(scratch, problem->link_count, uint32_t);
    for (size_t i = 0; i < problem->link_count; i++)
        end[i] = schedule->next && schedule->next[i] == NO_LINK
                     ? problem->host_count + 1
                     : host_place(problem, by_sender ? problem->link[i].from : problem->link[i].to);
    return rd_group(end, problem->link_count, (size_t)problem->host_count + 2, scratch);
}

static struct place *places(const struct rd_list_problem *problem, struct rd_arena *scratch)
{
    struct place *place = rd_take(scratch, problem->link_count, struct place);
    for (size_t i = 0; i < problem->link_count; i++) {
        const struct rd_list_link *link = &problem->link[i];
        bool computes = link->from == RD_NO_HOST || link->to == RD_NO_HOST;
        place[i] = (struct place){
            .out = computes ? problem->host_count : link->from,
            .in = computes ? problem->host_count : link->to,
            .lane = problem->lane_count > 0 ? link->lane : (uint32_t)i,
            .from_held = held_place(problem, link->from, link->kind),
            .to_held = held_place(problem, link->to, link->kind),
        };
    }
    return place;
}

/* What everybody holds, and may send and receive, at the start. */
static void open_hosts(struct schedule *schedule, struct rd_arena *scratch)
{
    const struct rd_list_problem *problem = schedule->problem;
    uint32_t hosts = problem->host_count;
    schedule->out_free = rd_take(scratch, (size_t)hosts + 1, uint32_t);
    schedule->in_free = rd_take(scratch, (size_t)hosts + 1, uint32_t);
    for (uint32_t host = 0; host <= hosts; host++) {
        uint32_t ports = problem->ports && host < hosts ? problem->ports[host]
                         : host < hosts                 ? problem->port_count
                                                        : UINT32_MAX;
        schedule->out_free[host] = schedule->in_free[host] = ports;
    }
    size_t entries = (size_t)hosts * kind_count(problem);
    schedule->held = rd_take(scratch, entries + 1, int64_t);
    for (size_t i = 0; i <= entries; i++)
        schedule->held[i] =
            problem->inventory && i < entries ? problem->inventory[i] : INT64_MAX / 2;
}

/* Lists links by the shared links that they use, all of which have room. */
static void open_shared_links(struct schedule *schedule, struct rd_arena *scratch)
{
    const struct rd_list_problem *problem = schedule->problem;
    size_t shares = 0, share = 0;
    for (size_t i = 0; i < problem->link_count; i++)
        shares += problem->link[i].share_count;
    uint32_t *shared = rd_take(scratch, shares, uint32_t),
             *link = rd_take(scratch, shares, uint32_t);
    for (size_t i = 0; i < problem->link_count; i++)
        for (uint32_t j = 0; j < problem->link[i].share_count; j++) {
            shared[share] = problem->link[i].share[j].shared;
            link[share++] = (uint32_t)i;
        }
    schedule->on = rd_group(shared, shares, problem->shared_count, scratch);
    for (share = 0; share < shares; share++)
        schedule->on.member[share] = link[schedule->on.member[share]];
    schedule->room = rd_take(scratch, problem->shared_count, int64_t);
    for (uint32_t i = 0; i < problem->shared_count; i++)
        schedule->room[i] = RD_SHARED_ROOM;
}

/* Which link's turn it is in each chain. */
static uint32_t *open_chains(const struct rd_list_problem *problem, struct rd_arena *scratch)
{
    uint32_t *next = rd_take(scratch, problem->link_count, uint32_t);
    for (size_t link = 0; link < problem->link_count; link++)
        next[link] = (uint32_t)link;
    for (size_t link = 0; link < problem->link_count; link++)
        if (problem->behind[link] != NO_LINK)
            next[problem->behind[link]] = NO_LINK;
    return next;
}

static struct schedule open_schedule(const struct rd_list_problem *problem,
                                     struct rd_arena *scratch)
{
    size_t links = problem->link_count, hosts = problem->host_count;
    rd_assert(links < UINT32_MAX && hosts * kind_count(problem) < UINT32_MAX);
    struct schedule schedule = {.problem = problem, .place = places(problem, scratch)};
    schedule.message_items = problem->message_items > 0 ? problem->message_items : 1;
    schedule.left = rd_take(scratch, links, int64_t);
    schedule.lane_taken =
        rd_take(scratch, problem->lane_count > 0 ? problem->lane_count : links, bool);
    if (problem->behind)
        schedule.next = open_chains(problem, scratch);
    schedule.out = group_links(&schedule, true, scratch);
    schedule.in = group_links(&schedule, false, scratch);
    schedule.heap = rd_take(scratch, links, struct ending);
    schedule.ended = rd_take(scratch, links, uint32_t);
    schedule.candidate = rd_take(scratch, links, struct candidate);
    schedule.looked_at = rd_take(scratch, links, uint64_t);
    for (size_t link = 0; link < links; link++)
        schedule.left[link] = problem->link[link].items;
    open_hosts(&schedule, scratch);
    open_shared_links(&schedule, scratch);
    return schedule;
}

static bool ends_before(RD_UNUSED const struct schedule *schedule, struct ending a, struct ending b)
{
    return a.end_s < b.end_s || (a.end_s == b.end_s && a.link < b.link);
}

RD_DEFINE_HEAP(struct schedule, struct ending, heap, heap_count, ends_before, RD_HEAP_PUT)

static bool is_on_bus(const struct schedule *schedule, const struct place *place)
{
    return schedule->problem->bus && place->out < schedule->problem->host_count;
}

static bool has_room(const struct schedule *schedule, const struct rd_list_link *link)
{
    for (uint32_t i = 0; i < link->share_count; i++)
        if (link->share[i].part > schedule->room[link->share[i].shared])
            return false;
    return true;
}

/* Gives a message's room on shared links back (1), or takes it (-1). */
static void change_room(struct schedule *schedule, const struct rd_list_link *link, int sign)
{
    for (uint32_t i = 0; i < link->share_count; i++)
        schedule->room[link->share[i].shared] += sign * link->share[i].part;
}

/* How many items the link's next message would take; 0 if it may not start. */
static int64_t next_items(const struct schedule *schedule, uint32_t link)
{
    const struct place *place = &schedule->place[link];
    int64_t left = schedule->left[link];
    if (left == 0 || schedule->lane_taken[place->lane] || schedule->out_free[place->out] == 0 ||
        schedule->in_free[place->in] == 0)
        return 0;
    int64_t held = schedule->held[place->from_held];
    if ((schedule->on_bus > 0 && is_on_bus(schedule, place)) ||
        !has_room(schedule, &schedule->problem->link[link]))
        return 0;
    const struct rd_list_link *ends = &schedule->problem->link[link];
    if (schedule->problem->as_held && ends->messages == 0)
        return held < left ? held : left;
    int64_t items = left < schedule->message_items ? left : schedule->message_items;
    if (ends->messages > 0)
        items = bundle_items(ends, left);
    return held < items ? 0 : items;
}

static struct rd_list_priority priority_of(const struct schedule *schedule, uint32_t link)
{
    const struct rd_list_problem *problem = schedule->problem;
    const struct place *place = &schedule->place[link];
    const int64_t held[2] = {schedule->held[place->from_held], schedule->held[place->to_held]};
    return problem->priority(problem->context, link, schedule->left[link], held);
}

/* Looks at a link, or at that of a chain whose turn it is, once an event: those that may not start
 * now will not later in it either. */
static void look_at(struct schedule *schedule, uint32_t chain)
{
    uint32_t link = schedule->next ? schedule->next[chain] : chain;
    if (schedule->looked_at[chain] == schedule->event)
        return;
    schedule->looked_at[chain] = schedule->event;
    if (link == NO_LINK || next_items(schedule, link) == 0)
        return;
    schedule->candidate[schedule->candidate_count++] =
        (struct candidate){priority_of(schedule, link), link, chain};
}

static int by_falling_priority(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->priority.first != b->priority.first)
        return a->priority.first > b->priority.first ? -1 : 1;
    if (a->priority.second != b->priority.second)
        return a->priority.second > b->priority.second ? -1 : 1;
    return (a->link > b->link) - (a->link < b->link);
}

/* Sorts the candidates, which are few most of the time. */
static void sort_candidates(struct schedule *schedule)
{
    enum { FEW = 24 };
    struct candidate *candidate = schedule->candidate;
    if (schedule->candidate_count > FEW) {
        qsort(candidate, schedule->candidate_count, sizeof *candidate, by_falling_priority);
        return;
    }
    for (size_t i = 1; i < schedule->candidate_count; i++) {
        struct candidate moved = candidate[i];
        size_t at = i;
        for (; at > 0 && by_falling_priority(&candidate[at - 1], &moved) > 0; at--)
            candidate[at] = candidate[at - 1];
        candidate[at] = moved;
    }
}

/* A link has started: lets the one behind it be a candidate, too, as urgent as it was when the
 * others were looked at. In: the candidate that started. */
static void follow(struct schedule *schedule, size_t started)
{
    struct candidate *candidate = schedule->candidate, next = candidate[started];
    if (!schedule->next)
        return;
    next.link = schedule->next[next.chain] = schedule->problem->behind[next.link];
    if (next.link == NO_LINK || next_items(schedule, next.link) == 0)
        return;
    next.priority.second = priority_of(schedule, next.link).second;
    size_t at = schedule->candidate_count++;
    for (; at > started + 1 && by_falling_priority(&candidate[at - 1], &next) > 0; at--)
        candidate[at] = candidate[at - 1];
    candidate[at] = next;
}

static void record(const struct rd_list_problem *problem, double start_s, double end_s,
                   int64_t items)
{
    struct rd_list_record *record = problem->record;
    if (!record)
        return;
    if (record->items)
        record->items[record->count] = items;
    if (record->start_s)
        record->start_s[record->count] = start_s;
    if (record->end_s)
        record->end_s[record->count] = end_s;
    record->count++;
}

/* Starts one message. Returns: when it ends. */
static double start(struct schedule *schedule, uint32_t link, int64_t items, double now_s)
{
    const struct rd_list_problem *problem = schedule->problem;
    const struct place *place = &schedule->place[link];
    double end_s =
        now_s + (problem->link[link].latency_s + (double)items * problem->link[link].item_s);
    schedule->left[link] -= items;
    schedule->lane_taken[place->lane] = true;
    schedule->out_free[place->out]--;
    schedule->in_free[place->in]--;
    schedule->held[place->from_held] -= items;
    schedule->on_bus += is_on_bus(schedule, place);
    change_room(schedule, &problem->link[link], -1);
    rd_heap_rise(schedule, schedule->heap_count++, (struct ending){end_s, items, link});
    record(problem, now_s, end_s, items);
    if (problem->started)
        problem->started(problem->context, link, schedule->left[link]);
    return end_s;
}

/* Ends everything that ends next. Returns: when; the links in `ended`. */
static double end_next(struct schedule *schedule)
{
    double now_s = schedule->heap[0].end_s;
    schedule->ended_count = 0;
    while (schedule->heap_count > 0 && schedule->heap[0].end_s == now_s) {
        struct ending ending = rd_heap_pop(schedule);
        const struct place *place = &schedule->place[ending.link];
        schedule->lane_taken[place->lane] = false;
        schedule->out_free[place->out]++;
        schedule->in_free[place->in]++;
        schedule->held[place->to_held] += ending.items;
        schedule->on_bus -= is_on_bus(schedule, place);
        change_room(schedule, &schedule->problem->link[ending.link], 1);
        schedule->ended[schedule->ended_count++] = ending.link;
    }
    return now_s;
}

/* Looks at the links of a host, or on a shared link. */
static void look_at_all(struct schedule *schedule, const struct rd_groups *links, uint32_t group)
{
    for (uint32_t i = links->first[group]; i < links->first[group + 1]; i++)
        look_at(schedule, links->member[i]);
}

/* Looks at the links whose ports, items or room something has just freed. */
static void look_around(struct schedule *schedule)
{
    const struct rd_list_problem *problem = schedule->problem;
    schedule->event++;
    schedule->candidate_count = 0;
    if (problem->bus) {
        for (size_t link = 0; link < problem->link_count; link++)
            look_at(schedule, (uint32_t)link);
        return;
    }
    for (size_t i = 0; i < schedule->ended_count; i++) {
        const struct rd_list_link *link = &problem->link[schedule->ended[i]];
        if (link->from == RD_NO_HOST)
            look_at(schedule, schedule->ended[i]);
        else
            look_at_all(schedule, &schedule->out, link->from);
        if (link->to == RD_NO_HOST)
            continue;
        look_at_all(schedule, &schedule->in, link->to);
        for (uint32_t j = 0; j < link->share_count; j++)
            look_at_all(schedule, &schedule->on, link->share[j].shared);
        if (problem->inventory)
            look_at_all(schedule, &schedule->out, link->to);
    }
}

double rd_list_schedule(const struct rd_list_problem *problem, double give_up_s,
                        uint32_t *ret_order, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct schedule schedule = open_schedule(problem, scratch);
    int64_t to_start = rd_list_item_count(problem);
    size_t started = 0;
    double now_s = 0, makespan_s = 0;
    if (problem->record)
        problem->record->count = 0;
    schedule.event = 1;
    for (size_t link = 0; link < problem->link_count; link++)
        look_at(&schedule, (uint32_t)link);
    while (to_start > 0 && makespan_s < give_up_s) {
        if (give_up_s < INFINITY && rd_time_is_up())
            return INFINITY;
        sort_candidates(&schedule);
        for (size_t i = 0; i < schedule.candidate_count; i++) {
            uint32_t link = schedule.candidate[i].link;
            int64_t items = next_items(&schedule, link);
            if (items == 0)
                continue; /* a more urgent one took the port or the item */
            double end_s = start(&schedule, link, items, now_s);
            if (end_s > makespan_s)
                makespan_s = end_s;
            ret_order[started++] = link;
            to_start -= items;
            follow(&schedule, i);
        }
        rd_assert(schedule.heap_count > 0); /* nobody waits in a circle */
        now_s = end_next(&schedule);
        look_around(&schedule);
    }
    return makespan_s < give_up_s ? makespan_s : INFINITY;
}

/* What is known of a transfer while a plan is written. */
struct row_end {
    uint32_t link;
    int64_t items; /* of each message */
    int64_t spare; /* items its sender held behind the transfer, as the transfers are listed */
};

struct writing {
    const struct rd_list_problem *problem;
    struct rd_plan *plan;
    size_t base;      /* transfers of the plan before the first of these */
    size_t *last_out; /* [hosts + 1] the last transfer that left a host, counted from 1; 0: none */
    size_t *last_in;  /* [hosts + 1] the last that came in */
    size_t *last_on;  /* [shared links] the last that used it */
    int64_t *held;    /* [hosts * kinds + 1] */
    struct row_end *end; /* [count] */
    size_t transfer_count;
};

/* Lets a message join the last transfer at its two ends, if that is one transfer and could hold it.
 */
static bool join_transfer(struct writing *writing, uint32_t link, int64_t items)
{
    const struct rd_list_link *ends = &writing->problem->link[link];
    size_t last = writing->last_out[host_place(writing->problem, ends->from)];
    bool computes = ends->to == RD_NO_HOST;
    if (last == 0 || (!computes && last != writing->last_in[ends->to]))
        return false;
    for (uint32_t i = 0; i < ends->share_count; i++)
        if (writing->last_on[ends->share[i].shared] != last)
            return false;
    struct row_end *transfer = &writing->end[last - 1];
    if (transfer->link != link || transfer->items != items || transfer->spare < items)
        return false;
    transfer->spare -= items;
    writing->plan->transfer[writing->base + last - 1].messages++;
    if (computes)
        return true;
    /* The receiver has it before its own last transfer, if that is listed behind. */
    size_t behind = writing->last_out[ends->to];
    if (behind > last && writing->problem->link[writing->end[behind - 1].link].kind == ends->kind)
        writing->end[behind - 1].spare += items;
    return true;
}

void rd_list_plan(const struct rd_list_problem *problem, const uint32_t *order, size_t count,
                  struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    rd_arena_borrow(scratch);
    size_t hosts = problem->host_count, entries = hosts * kind_count(problem);
    struct writing writing = {
        .problem = problem,
        .plan = plan,
        .base = plan->transfer_count,
        .last_out = rd_take(scratch, hosts + 1, size_t),
        .last_in = rd_take(scratch, hosts + 1, size_t),
        .last_on = rd_take(scratch, problem->shared_count, size_t),
        .held = rd_take(scratch, entries + 1, int64_t),
        .end = rd_take(scratch, count, struct row_end),
    };
    for (size_t i = 0; i <= entries; i++)
        writing.held[i] = problem->inventory && i < entries ? problem->inventory[i] : INT64_MAX / 2;
    for (size_t i = 0; i < count; i++) {
        const struct rd_list_link *link = &problem->link[order[i]];
        int64_t items = problem->record && problem->record->items ? problem->record->items[i] : 1;
        int64_t *held = &writing.held[held_place(problem, link->from, link->kind)];
        *held -= items;
        writing.held[held_place(problem, link->to, link->kind)] += items;
        if (join_transfer(&writing, order[i], items))
            continue;
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = link->from,
                                         .to = link->to,
                                         .kind = (int32_t)link->kind,
                                         .items = items,
                                         .messages = 1});
        writing.end[writing.transfer_count++] = (struct row_end){order[i], items, *held};
        writing.last_out[link->from] = writing.transfer_count;
        writing.last_in[host_place(problem, link->to)] = writing.transfer_count;
        for (uint32_t j = 0; j < link->share_count; j++)
            writing.last_on[link->share[j].shared] = writing.transfer_count;
    }
    plan->keeps_shared = problem->shared_count > 0;
}
