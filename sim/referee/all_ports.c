/* The clock of a self-timed plan at all ports, where items of one kind come over several links
 * before they are passed on. Two things bind a message: its link, which its sender alone uses, and
 * its items, which its sender hands out in plan order. So when the items of a message are there,
 * whatever is before it on its link has had its own, and the date is known at which the link is
 * free: only arrivals have to be taken in order of time.
 *
 * Messages of a transfer that follow each other without a pause are one run, whose ends are
 * multiplied out, not added up. The heap holds the next end of each run. */
#include "referee_state.h"

#include "sim/base/heap.h"

#define NO_TRANSFER UINT32_MAX
#define NO_RUN UINT32_MAX

struct run {
    double start_s, duration_s; /* of its first message; of each */
    int64_t supplied, ended;    /* messages: that have their items; that have arrived */
    uint32_t transfer;
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
    int64_t left;           /* messages of the transfer that have none */
    uint32_t transfer, run; /* NO_TRANSFER: none; NO_RUN: none of its messages has any */
};

struct all_ports {
    struct rd_referee *referee;
    struct giver *giver; /* [host_count] */
    uint32_t *next;      /* [transfer_count] of the same host */
    double *link_s;      /* [links + hosts] from when on a link, or a processor, is free */
    struct run *run;     /* [capacity], as many in use as not listed in `free` */
    uint32_t *free;      /* [free_count] */
    uint32_t run_count, free_count, capacity;
    struct arrival *heap; /* [heap_count], the first on top */
    size_t heap_count;
    bool top_is_gone; /* the next to be pushed takes its place */
};

static double *link_of(const struct all_ports *all, const struct rd_transfer *transfer)
{
    const struct rd_topology *topology = &all->referee->instance->topology;
    return &all->link_s[transfer->to == RD_NO_HOST
                            ? rd_link_count(topology) + transfer->from
                            : rd_link_between(topology, transfer->from, transfer->to)];
}

static bool comes_first(const struct all_ports *all, struct arrival a, struct arrival b)
{
    (void)all;
    return a.at_s < b.at_s;
}

RD_DEFINE_HEAP_RISE(struct all_ports, struct arrival, heap, comes_first, RD_HEAP_PUT)

/* Lets an arrival sink from the top: down to a leaf by the earlier of two, which needs no branch,
 * then up to its place. */
static void sink(struct all_ports *all, struct arrival arrival)
{
    struct arrival *heap = all->heap;
    size_t hole = 0, child;
    while ((child = 2 * hole + 2) < all->heap_count) {
        child -= heap[child - 1].at_s < heap[child].at_s;
        heap[hole] = heap[child];
        hole = child;
    }
    if (child == all->heap_count) {
        heap[hole] = heap[child - 1];
        hole = child - 1;
    }
    rd_heap_rise(all, hole, arrival);
}

static void push(struct all_ports *all, struct arrival arrival)
{
    if (all->top_is_gone) {
        all->top_is_gone = false;
        sink(all, arrival);
        return;
    }
    rd_heap_rise(all, all->heap_count++, arrival);
}

static void drop_top(struct all_ports *all)
{
    all->top_is_gone = false;
    if (--all->heap_count > 0)
        sink(all, all->heap[all->heap_count]);
}

/* A run for a transfer; there are at most as many as arrivals to come, and one for each host. */
static uint32_t open_run(struct all_ports *all, uint32_t transfer, double duration_s)
{
    if (all->free_count == 0 && all->run_count == all->capacity) {
        struct rd_arena *scratch = all->referee->scratch;
        uint32_t more = 2 * all->capacity;
        all->run = rd_arena_grow(scratch, all->run, all->capacity, more, sizeof *all->run);
        all->free = rd_arena_grow(scratch, all->free, all->capacity, more, sizeof *all->free);
        all->heap = rd_arena_grow(scratch, all->heap, all->capacity, more, sizeof *all->heap);
        all->capacity = more;
    }
    uint32_t run = all->free_count > 0 ? all->free[--all->free_count] : all->run_count++;
    all->run[run] = (struct run){.duration_s = duration_s, .transfer = transfer, .is_open = true};
    return run;
}

/* `count` messages of a host's first transfer get their items. */
static bool send(struct all_ports *all, struct giver *giver, int64_t count, double now_s)
{
    struct rd_referee *referee = all->referee;
    const struct rd_transfer *transfer = &referee->plan->transfer[giver->transfer];
    double *link_s = link_of(all, transfer);
    if (giver->run == NO_RUN)
        giver->run = open_run(all, giver->transfer,
                              rd_message_s(referee->instance, transfer,
                                           (uint64_t)(link_s - all->link_s), transfer->items));
    struct run *run = &all->run[giver->run];
    double start_s = rd_latest_of(now_s, *link_s);
    if (run->supplied == 0 || run->start_s + (double)run->supplied * run->duration_s != start_s) {
        run->start_s = start_s;
        run->supplied = run->ended = 0;
    }
    for (int64_t i = 0; referee->trace && i < count; i++)
        if (!rd_referee_list(referee, giver->transfer,
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

/* Makes a transfer the first of its host, and fetches what it and the next will need. */
static void make_first(struct all_ports *all, struct giver *giver, uint32_t index)
{
    const struct rd_transfer *all_transfers = all->referee->plan->transfer;
    giver->transfer = index;
    giver->run = NO_RUN;
    if (index == NO_TRANSFER)
        return;
    giver->left = all_transfers[index].messages;
    giver->need += all_transfers[index].items;
    __builtin_prefetch(link_of(all, &all_transfers[index]));
    if (all->next[index] != NO_TRANSFER) {
        __builtin_prefetch(&all_transfers[all->next[index]]);
        __builtin_prefetch(&all->next[all->next[index]]);
    }
}

/* Hands out what a host holds. */
static bool supply(struct all_ports *all, struct giver *giver, double now_s)
{
    while (giver->transfer != NO_TRANSFER && giver->need <= giver->held) {
        int64_t items = all->referee->plan->transfer[giver->transfer].items, count = 1;
        if (giver->left > 1) {
            count += (giver->held - giver->need) / items;
            count = count < giver->left ? count : giver->left;
        }
        if (!send(all, giver, count, now_s))
            return false;
        giver->left -= count;
        giver->need += (count - 1) * items;
        if (giver->left > 0) {
            giver->need += items;
        } else {
            all->run[giver->run].is_open = false;
            make_first(all, giver, all->next[giver->transfer]);
        }
    }
    return true;
}

/* The message on top of the heap ends. */
static bool arrive(struct all_ports *all)
{
    struct rd_referee *referee = all->referee;
    struct arrival top = all->heap[0];
    struct run *run = &all->run[top.run];
    const struct rd_transfer *transfer = &referee->plan->transfer[run->transfer];
    all->top_is_gone = true;
    referee->makespan_s = rd_latest_of(referee->makespan_s, top.at_s);
    run->ended++;
    if (run->ended < run->supplied)
        push(all,
             (struct arrival){run->start_s + (double)(run->ended + 1) * run->duration_s, top.run});
    else if (!run->is_open)
        all->free[all->free_count++] = top.run;
    if (transfer->to != RD_NO_HOST) {
        struct giver *giver = &all->giver[transfer->to];
        giver->held += transfer->items;
        if (!supply(all, giver, top.at_s))
            return false;
    }
    if (all->top_is_gone)
        drop_top(all);
    return true;
}

static void open_all_ports(struct all_ports *all, struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    size_t hosts = referee->host_count;
    uint64_t links = rd_link_count(&referee->instance->topology);
    *all = (struct all_ports){.referee = referee, .capacity = 1024};
    all->giver = rd_take(referee->scratch, hosts, struct giver);
    all->next = rd_take(referee->scratch, plan->transfer_count, uint32_t);
    all->link_s = rd_take(referee->scratch, links + hosts, double);
    all->run = rd_take(referee->scratch, all->capacity, struct run);
    all->free = rd_take(referee->scratch, all->capacity, uint32_t);
    all->heap = rd_take(referee->scratch, all->capacity, struct arrival);
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
    open_all_ports(&all, referee);
    for (uint32_t host = 0; host < referee->host_count; host++)
        make_first(&all, &all.giver[host], all.giver[host].transfer);
    for (uint32_t host = 0; host < referee->host_count; host++)
        if (!supply(&all, &all.giver[host], 0))
            return false;
    while (all.heap_count > 0)
        if (!arrive(&all))
            return false;
    /* Transfers that can be executed one by one all end. */
    for (uint32_t host = 0; host < referee->host_count; host++)
        rd_assert(all.giver[host].transfer == NO_TRANSFER);
    return true;
}
