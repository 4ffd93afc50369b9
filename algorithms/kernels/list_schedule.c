#include "list_schedule.h"

#include "sim/base/error.h"

#include <math.h>
#include <stdlib.h>

/* An item under way. */
struct ending {
    double end_s;
    uint32_t link;
};

/* A link that could start an item now. */
struct candidate {
    struct rd_list_priority priority;
    uint32_t link;
};

struct schedule {
    const struct rd_list_problem *problem;
    int64_t *left;         /* [links] */
    bool *under_way;       /* [links] */
    uint32_t *sending;     /* [hosts] items under way */
    uint32_t *receiving;   /* [hosts] */
    int64_t *held;         /* [hosts]; NULL if nobody waits */
    size_t *first_out;     /* [hosts + 1] into `out` */
    size_t *first_in;      /* [hosts + 1] into `in` */
    uint32_t *out;         /* [links] by sender */
    uint32_t *in;          /* [links] by receiver */
    struct ending *ending; /* a heap, the earliest first */
    size_t ending_count;
    uint32_t *ended; /* [links] at the last event */
    size_t ended_count;
    struct candidate *candidate; /* [links] */
    size_t candidate_count;
    uint64_t *looked_at; /* [links] the event at which it was last */
    uint64_t event;
};

int64_t rd_list_item_count(const struct rd_list_problem *problem)
{
    int64_t count = 0;
    for (size_t link = 0; link < problem->link_count; link++)
        if (__builtin_add_overflow(count, problem->link[link].items, &count))
            return INT64_MAX;
    return count;
}

/* Lists links by one of their ends: counting sort. */
static void index_links(const struct rd_list_problem *problem, bool by_sender, size_t *first,
                        uint32_t *by_host)
{
    for (size_t link = 0; link < problem->link_count; link++)
        first[by_sender ? problem->link[link].from : problem->link[link].to]++;
    size_t before = 0;
    for (uint32_t host = 0; host <= problem->host_count; host++) {
        size_t count = first[host];
        first[host] = before;
        before += count;
    }
    for (size_t link = 0; link < problem->link_count; link++)
        by_host[first[by_sender ? problem->link[link].from : problem->link[link].to]++] =
            (uint32_t)link;
    for (uint32_t host = problem->host_count; host > 0; host--)
        first[host] = first[host - 1];
    first[0] = 0;
}

static struct schedule open_schedule(const struct rd_list_problem *problem,
                                     struct rd_arena *scratch)
{
    size_t links = problem->link_count, hosts = problem->host_count;
    rd_assert(links < UINT32_MAX);
    struct schedule schedule = {.problem = problem};
    schedule.left = rd_take(scratch, links, int64_t);
    schedule.under_way = rd_take(scratch, links, bool);
    schedule.sending = rd_take(scratch, hosts, uint32_t);
    schedule.receiving = rd_take(scratch, hosts, uint32_t);
    schedule.first_out = rd_take(scratch, hosts + 1, size_t);
    schedule.first_in = rd_take(scratch, hosts + 1, size_t);
    schedule.out = rd_take(scratch, links, uint32_t);
    schedule.in = rd_take(scratch, links, uint32_t);
    schedule.ending = rd_take(scratch, links, struct ending);
    schedule.ended = rd_take(scratch, links, uint32_t);
    schedule.candidate = rd_take(scratch, links, struct candidate);
    schedule.looked_at = rd_take(scratch, links, uint64_t);
    for (size_t link = 0; link < links; link++)
        schedule.left[link] = problem->link[link].items;
    if (problem->stock) {
        schedule.held = rd_take(scratch, hosts, int64_t);
        for (size_t host = 0; host < hosts; host++)
            schedule.held[host] = problem->stock[host];
    }
    index_links(problem, true, schedule.first_out, schedule.out);
    index_links(problem, false, schedule.first_in, schedule.in);
    return schedule;
}

static bool ends_before(const struct ending *a, const struct ending *b)
{
    return a->end_s < b->end_s || (a->end_s == b->end_s && a->link < b->link);
}

static void push_ending(struct schedule *schedule, struct ending ending)
{
    struct ending *heap = schedule->ending;
    size_t at = schedule->ending_count++;
    for (; at > 0 && ends_before(&ending, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = ending;
}

static struct ending pop_ending(struct schedule *schedule)
{
    struct ending *heap = schedule->ending;
    struct ending first = heap[0];
    struct ending last = heap[--schedule->ending_count];
    size_t at = 0, count = schedule->ending_count;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && ends_before(&heap[child + 1], &heap[child]))
            child++;
        if (!ends_before(&heap[child], &last))
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

static bool may_start(const struct schedule *schedule, uint32_t link)
{
    const struct rd_list_problem *problem = schedule->problem;
    uint32_t from = problem->link[link].from, to = problem->link[link].to;
    return schedule->left[link] > 0 && !schedule->under_way[link] &&
           schedule->sending[from] < problem->port_count &&
           schedule->receiving[to] < problem->port_count &&
           (!schedule->held || schedule->held[from] > 0);
}

/* Looks at a link once an event: those that may not start now will not later in it either. */
static void look_at(struct schedule *schedule, uint32_t link)
{
    if (schedule->looked_at[link] == schedule->event)
        return;
    schedule->looked_at[link] = schedule->event;
    if (!may_start(schedule, link))
        return;
    const struct rd_list_problem *problem = schedule->problem;
    schedule->candidate[schedule->candidate_count++] =
        (struct candidate){problem->priority(problem->context, link, schedule->left[link]), link};
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

/* Starts one item. Returns: when it ends. */
static double start(struct schedule *schedule, uint32_t link, double now_s)
{
    const struct rd_list_problem *problem = schedule->problem;
    const struct rd_list_link *ends = &problem->link[link];
    double end_s = now_s + ends->item_s;
    schedule->left[link]--;
    schedule->under_way[link] = true;
    schedule->sending[ends->from]++;
    schedule->receiving[ends->to]++;
    if (schedule->held)
        schedule->held[ends->from]--;
    push_ending(schedule, (struct ending){end_s, link});
    if (problem->started)
        problem->started(problem->context, link, schedule->left[link]);
    return end_s;
}

/* Ends everything that ends next. Returns: when; the links in `ended`. */
static double end_next(struct schedule *schedule)
{
    double now_s = schedule->ending[0].end_s;
    schedule->ended_count = 0;
    while (schedule->ending_count > 0 && schedule->ending[0].end_s == now_s) {
        struct ending ending = pop_ending(schedule);
        const struct rd_list_link *link = &schedule->problem->link[ending.link];
        schedule->under_way[ending.link] = false;
        schedule->sending[link->from]--;
        schedule->receiving[link->to]--;
        if (schedule->held)
            schedule->held[link->to]++;
        schedule->ended[schedule->ended_count++] = ending.link;
    }
    return now_s;
}

/* Looks at the links whose ports or items something has just freed. */
static void look_around(struct schedule *schedule)
{
    schedule->event++;
    schedule->candidate_count = 0;
    for (size_t i = 0; i < schedule->ended_count; i++) {
        const struct rd_list_link *link = &schedule->problem->link[schedule->ended[i]];
        for (size_t j = schedule->first_out[link->from]; j < schedule->first_out[link->from + 1];
             j++)
            look_at(schedule, schedule->out[j]);
        for (size_t j = schedule->first_in[link->to]; j < schedule->first_in[link->to + 1]; j++)
            look_at(schedule, schedule->in[j]);
        if (!schedule->held)
            continue;
        for (size_t j = schedule->first_out[link->to]; j < schedule->first_out[link->to + 1]; j++)
            look_at(schedule, schedule->out[j]);
    }
}

double rd_list_schedule(const struct rd_list_problem *problem, double give_up_s,
                        uint32_t *ret_order, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct schedule schedule = open_schedule(problem, scratch);
    int64_t to_start = rd_list_item_count(problem);
    size_t started = 0;
    double now_s = 0, makespan_s = 0;
    schedule.event = 1;
    for (size_t link = 0; link < problem->link_count; link++)
        look_at(&schedule, (uint32_t)link);
    while (to_start > 0 && makespan_s < give_up_s) {
        qsort(schedule.candidate, schedule.candidate_count, sizeof *schedule.candidate,
              by_falling_priority);
        for (size_t i = 0; i < schedule.candidate_count; i++) {
            uint32_t link = schedule.candidate[i].link;
            if (!may_start(&schedule, link))
                continue; /* a more urgent one took the port or the item */
            double end_s = start(&schedule, link, now_s);
            if (end_s > makespan_s)
                makespan_s = end_s;
            ret_order[started++] = link;
            to_start--;
        }
        rd_assert(schedule.ending_count > 0); /* nobody waits in a circle */
        now_s = end_next(&schedule);
        look_around(&schedule);
    }
    rd_arena_rewind(scratch, mark);
    return makespan_s < give_up_s ? makespan_s : INFINITY;
}

/* What is known of a transfer while a plan is written. */
struct row_end {
    uint32_t link;
    int64_t spare; /* items its sender held behind the transfer, as the transfers are listed */
};

void rd_list_plan(const struct rd_list_problem *problem, const uint32_t *order, size_t count,
                  struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    size_t hosts = problem->host_count, base = plan->transfer_count;
    /* The last transfer of each port, counted from 1; 0 if there is none. */
    size_t *last_out = rd_take(scratch, hosts, size_t);
    size_t *last_in = rd_take(scratch, hosts, size_t);
    int64_t *held = rd_take(scratch, hosts, int64_t);
    struct row_end *end = rd_take(scratch, count, struct row_end);
    for (size_t host = 0; host < hosts; host++)
        held[host] = problem->stock ? problem->stock[host] : INT64_MAX / 2;
    size_t transfers = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t link = order[i];
        uint32_t from = problem->link[link].from, to = problem->link[link].to;
        held[from]--;
        held[to]++;
        size_t last = last_out[from];
        if (last > 0 && last == last_in[to] && end[last - 1].link == link &&
            end[last - 1].spare > 0) {
            end[last - 1].spare--;
            plan->transfer[base + last - 1].messages++;
            /* The receiver has it before its own last transfer, if that is listed behind. */
            if (last_out[to] > last)
                end[last_out[to] - 1].spare++;
            continue;
        }
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = from, .to = to, .items = 1, .messages = 1});
        end[transfers++] = (struct row_end){link, held[from]};
        last_out[from] = transfers;
        last_in[to] = transfers;
    }
    rd_arena_rewind(scratch, mark);
}
