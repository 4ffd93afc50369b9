/* The clock of a self-timed plan at all ports, where items of one kind come over several links
 * before they are passed on. Two things bind a message: its link, which its sender alone uses, and
 * its items, which its sender hands out in plan order. So when the items of a message are there,
 * whatever is before it on its link has had its own, and the date is known at which the link is
 * free: only arrivals have to be taken in order of time.
 *
 * Messages of a transfer that follow each other without a pause are one run, whose ends are
 * multiplied out, not added up.
 *
 * The next end of each run waits in a line or in a heap. Most messages of a plan last one of a few
 * times, so that most ends come no earlier than those found before them: lines of rising dates take
 * those, at no cost that grows, and tell early what memory will be needed. */
#include "referee_state.h"

#include "sim/base/heap.h"

#include <math.h>

#define NO_TRANSFER UINT32_MAX
#define NO_RUN UINT32_MAX

struct run {
    double start_s, duration_s; /* of its first message; of each */
    int64_t supplied, ended;    /* messages: that have their items; that have arrived */
    int64_t items;              /* of a message */
    uint32_t transfer, to;
    bool is_open; /* its transfer has messages left */
};

/* The next end of a run. */
struct arrival {
    double at_s;
    uint32_t run;
};

/* What a host holds, and its first transfer of which not all messages have their items. */
struct giver {
    int64_t held, need;     /* so far; for the next message, with all before it */
    int64_t left;           /* messages of the transfer that have none; 0: not looked at yet */
    uint32_t transfer, run; /* NO_TRANSFER: none; NO_RUN: none of its messages has any */
};

/* Arrivals of rising dates, first in, first out: a ring. */
struct line {
    struct arrival *arrival; /* [capacity], a power of two */
    double last_s;
    uint32_t first, count, capacity;
};

enum { LINES = 4, FIRST_CAPACITY = 16 };

struct all_ports {
    struct rd_referee *referee;
    struct giver *giver; /* [host_count] */
    uint32_t *next;      /* [transfer_count] of the same host */
    double *link_s;      /* [links + hosts] from when on a link, or a processor, is free */
    struct run *run;     /* [capacity], as many in use as not listed in `free` */
    uint32_t *free;      /* [free_count] */
    uint32_t run_count, free_count, capacity;
    struct line line[LINES];
    struct arrival *heap; /* [heap_count] those that came too early for every line */
    size_t heap_count;
};

static uint64_t link_of(const struct all_ports *all, const struct rd_transfer *transfer)
{
    const struct rd_topology *topology = &all->referee->instance->topology;
    return transfer->to == RD_NO_HOST ? rd_link_count(topology) + transfer->from
                                      : rd_link_between(topology, transfer->from, transfer->to);
}

static bool comes_first(const struct all_ports *all, struct arrival a, struct arrival b)
{
    (void)all;
    return a.at_s < b.at_s;
}

RD_DEFINE_HEAP(struct all_ports, struct arrival, heap, heap_count, comes_first, RD_HEAP_PUT)

/* Twice as long a ring: what had wrapped around goes on behind the old end. */
static void lengthen(struct line *line, struct rd_arena *scratch)
{
    uint32_t old = line->capacity;
    line->capacity = old ? 2 * old : FIRST_CAPACITY;
    line->arrival =
        rd_arena_grow(scratch, line->arrival, old, line->capacity, sizeof *line->arrival);
    for (uint32_t i = 0; i < line->first; i++)
        line->arrival[old + i] = line->arrival[i];
}

static void push(struct all_ports *all, struct arrival arrival)
{
    for (struct line *line = all->line; line < all->line + LINES; line++) {
        if (line->count > 0 && arrival.at_s < line->last_s)
            continue;
        if (line->count == line->capacity)
            lengthen(line, all->referee->scratch);
        line->arrival[(line->first + line->count++) & (line->capacity - 1)] = arrival;
        line->last_s = arrival.at_s;
        return;
    }
    rd_heap_rise(all, all->heap_count++, arrival);
}

/* The first transfer of the host at which a message arrives; NO_TRANSFER if it has none. */
static inline uint32_t freed_by(const struct all_ports *all, struct arrival arrival)
{
    uint32_t to = all->run[arrival.run].to;
    return to == RD_NO_HOST ? NO_TRANSFER : all->giver[to].transfer;
}

/* Fetches what arrivals that come a little later in a line will need. Inline, since gcc drops calls
 * of functions that do nothing else. */
static inline __attribute__((always_inline)) void fetch_ahead(const struct all_ports *all,
                                                              const struct line *line)
{
    enum { TO_RUN = 18, TO_TRANSFER = 12, TO_LINK = 6 };
    if (line->count <= TO_RUN)
        return;
    const struct arrival *arrival = line->arrival;
    uint32_t mask = line->capacity - 1;
    __builtin_prefetch(&all->run[arrival[(line->first + TO_RUN) & mask].run]);
    uint32_t index = freed_by(all, arrival[(line->first + TO_TRANSFER) & mask]);
    if (index != NO_TRANSFER) {
        __builtin_prefetch(&all->referee->plan->transfer[index]);
        __builtin_prefetch(&all->next[index]);
    }
    index = freed_by(all, arrival[(line->first + TO_LINK) & mask]);
    if (index != NO_TRANSFER)
        __builtin_prefetch(&all->link_s[link_of(all, &all->referee->plan->transfer[index])]);
}

/* Takes the first arrival of all. Returns: false if there is none. */
static bool pop(struct all_ports *all, struct arrival *ret_arrival)
{
    struct line *first = NULL;
    double first_s = all->heap_count > 0 ? all->heap[0].at_s : INFINITY;
    for (struct line *line = all->line; line < all->line + LINES; line++) {
        if (line->count == 0 || line->arrival[line->first].at_s > first_s)
            continue;
        first = line;
        first_s = line->arrival[line->first].at_s;
    }
    if (!first && all->heap_count == 0)
        return false;
    if (!first) {
        *ret_arrival = rd_heap_pop(all);
        return true;
    }
    *ret_arrival = first->arrival[first->first];
    first->first = (first->first + 1) & (first->capacity - 1);
    first->count--;
    fetch_ahead(all, first);
    return true;
}

/* A run for a transfer; there are at most as many as arrivals to come, and one for each host. */
static uint32_t open_run(struct all_ports *all, uint32_t index, uint64_t link)
{
    struct rd_referee *referee = all->referee;
    if (all->free_count == 0 && all->run_count == all->capacity) {
        struct rd_arena *scratch = referee->scratch;
        uint32_t more = all->capacity ? 2 * all->capacity : FIRST_CAPACITY;
        all->run = rd_arena_grow(scratch, all->run, all->capacity, more, sizeof *all->run);
        all->free = rd_arena_grow(scratch, all->free, all->capacity, more, sizeof *all->free);
        all->heap = rd_arena_grow(scratch, all->heap, all->capacity, more, sizeof *all->heap);
        all->capacity = more;
    }
    uint32_t run = all->free_count > 0 ? all->free[--all->free_count] : all->run_count++;
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    all->run[run] =
        (struct run){.duration_s = rd_message_s(referee->instance, transfer, link, transfer->items),
                     .items = transfer->items,
                     .transfer = index,
                     .to = transfer->to,
                     .is_open = true};
    return run;
}

/* `count` messages of a host's first transfer get their items. */
static bool send(struct all_ports *all, struct giver *giver, int64_t count, double now_s)
{
    const struct rd_transfer *transfer = &all->referee->plan->transfer[giver->transfer];
    uint64_t link = link_of(all, transfer);
    double *link_s = &all->link_s[link];
    if (giver->run == NO_RUN)
        giver->run = open_run(all, giver->transfer, link);
    struct run *run = &all->run[giver->run];
    double start_s = rd_latest_of(now_s, *link_s);
    if (run->supplied == 0 || run->start_s + (double)run->supplied * run->duration_s != start_s) {
        run->start_s = start_s;
        run->supplied = run->ended = 0;
    }
    for (int64_t i = 0; all->referee->trace && i < count; i++)
        if (!rd_referee_list(all->referee, giver->transfer,
                             run->start_s + (double)(run->supplied + i) * run->duration_s,
                             run->duration_s, 1, transfer->items, run->duration_s))
            return false;
    if (run->ended == run->supplied)
        push(all, (struct arrival){run->start_s + (double)(run->ended + 1) * run->duration_s,
                                   giver->run});
    run->supplied += count;
    *link_s = run->start_s + (double)run->supplied * run->duration_s;
    return true;
}

/* Hands out what a host holds. A transfer is looked at when items come for it, not before: it has
 * been fetched by then. */
static bool supply(struct all_ports *all, struct giver *giver, double now_s)
{
    while (giver->transfer != NO_TRANSFER) {
        const struct rd_transfer *transfer = &all->referee->plan->transfer[giver->transfer];
        int64_t count = 1;
        if (giver->left == 0) {
            giver->left = transfer->messages;
            giver->need += transfer->items;
            giver->run = NO_RUN;
        }
        if (giver->need > giver->held)
            return true;
        if (giver->left > 1) {
            count += (giver->held - giver->need) / transfer->items;
            count = count < giver->left ? count : giver->left;
        }
        if (!send(all, giver, count, now_s))
            return false;
        giver->left -= count;
        giver->need += (count - 1) * transfer->items;
        if (giver->left > 0) {
            giver->need += transfer->items;
        } else {
            all->run[giver->run].is_open = false;
            giver->transfer = all->next[giver->transfer];
            if (giver->need >= giver->held) /* whatever it is, it has to wait */
                return true;
        }
    }
    return true;
}

/* The next message of a run ends. */
static bool arrive(struct all_ports *all, struct arrival arrival)
{
    struct run *run = &all->run[arrival.run];
    all->referee->makespan_s = rd_latest_of(all->referee->makespan_s, arrival.at_s);
    uint32_t to = run->to;
    int64_t items = run->items;
    run->ended++;
    if (run->ended < run->supplied)
        push(all, (struct arrival){run->start_s + (double)(run->ended + 1) * run->duration_s,
                                   arrival.run});
    else if (!run->is_open)
        all->free[all->free_count++] = arrival.run;
    if (to == RD_NO_HOST)
        return true;
    all->giver[to].held += items;
    return supply(all, &all->giver[to], arrival.at_s);
}

static void open_all_ports(struct all_ports *all, struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    size_t hosts = referee->host_count;
    *all = (struct all_ports){.referee = referee};
    all->giver = rd_take(referee->scratch, hosts, struct giver);
    all->next = rd_take(referee->scratch, plan->transfer_count, uint32_t);
    all->link_s =
        rd_take(referee->scratch, rd_link_count(&referee->instance->topology) + hosts, double);
    for (size_t host = 0; host < hosts; host++)
        all->giver[host] =
            (struct giver){.held = referee->instance->load[host], .transfer = NO_TRANSFER};
    for (size_t i = plan->transfer_count; i-- > 0;) {
        struct giver *giver = &all->giver[plan->transfer[i].from];
        all->next[i] = giver->transfer;
        giver->transfer = (uint32_t)i;
    }
}

bool rd_referee_all_ports(struct rd_referee *referee)
{
    struct all_ports all;
    struct arrival arrival;
    open_all_ports(&all, referee);
    for (uint32_t host = 0; host < referee->host_count; host++)
        if (!supply(&all, &all.giver[host], 0))
            return false;
    while (pop(&all, &arrival))
        if (!arrive(&all, arrival))
            return false;
    /* Transfers that can be executed one by one all end. */
    for (uint32_t host = 0; host < referee->host_count; host++)
        rd_assert(all.giver[host].transfer == NO_TRANSFER);
    return true;
}
