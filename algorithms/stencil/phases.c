#include "phases.h"

#include "algorithms/kernels/edge_colouring.h"

#include <inttypes.h>
#include <stdlib.h>

/* A phase while it is made: its transfers in rounds from 0 on. */
struct phase {
    struct rd_transfer *transfer;
    size_t transfer_count;
    uint32_t round_count;
};

/* Items that move, by number, as edges of a graph of hosts. */
static struct rd_multigraph find_moves(const struct rd_stencil_target *target,
                                       struct rd_arena *scratch, uint32_t **ret_item)
{
    const struct rd_stencil *stencil = target->stencil;
    struct rd_multi_edge *edge = rd_take(scratch, (size_t)target->moved, struct rd_multi_edge);
    uint32_t *moved = rd_take(scratch, (size_t)target->moved, uint32_t);
    size_t count = 0;
    for (uint32_t item = 0; item < stencil->item_count; item++)
        if (stencil->home[item] != target->owner[item]) {
            moved[count] = item;
            edge[count++] = (struct rd_multi_edge){stencil->home[item], target->owner[item], 1};
        }
    *ret_item = moved;
    return (struct rd_multigraph){stencil->host_count, count, edge};
}

static struct rd_transfer item_transfer(const struct rd_multi_edge *edge, uint32_t round,
                                        uint32_t item)
{
    return (struct rd_transfer){round, edge->row, edge->column, (int32_t)item, 1, 1};
}

/* The redistribution. */
static struct phase move_items(const struct rd_stencil_target *target, struct rd_arena *scratch,
                               struct rd_arena *inner)
{
    uint32_t *item;
    struct rd_multigraph graph = find_moves(target, scratch, &item);
    struct phase phase = {.transfer = rd_take(scratch, graph.edge_count, struct rd_transfer)};
    if (target->stencil->metric == RD_VOLUME_METRIC) {
        for (size_t i = 0; i < graph.edge_count; i++)
            phase.transfer[phase.transfer_count++] =
                item_transfer(&graph.edge[i], phase.round_count++, item[i]);
        return phase;
    }
    if (graph.edge_count == 0)
        return phase;
    struct rd_edge_colouring colouring = rd_edge_colour(&graph, inner, scratch);
    for (size_t i = 0; i < colouring.run_count; i++) {
        uint32_t edge = colouring.run[i].edge;
        phase.transfer[phase.transfer_count++] =
            item_transfer(&graph.edge[edge], (uint32_t)colouring.run[i].first, item[edge]);
    }
    phase.round_count = (uint32_t)colouring.colour_count;
    return phase;
}

static int by_pair(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* N_ij as a graph of hosts, by i and j. */
static struct rd_multigraph find_words(const struct rd_stencil_target *target,
                                       struct rd_arena *scratch)
{
    uint32_t n = target->stencil->item_count, p = target->stencil->host_count;
    uint64_t *pair = rd_take(scratch, (size_t)target->halo, uint64_t);
    struct rd_multi_edge *edge = rd_take(scratch, (size_t)target->halo, struct rd_multi_edge);
    size_t pair_count = 0, edge_count = 0;
    for (uint32_t item = 0; item < n; item++) {
        uint32_t to[2], count = rd_stencil_words(target->owner, n, item, to);
        for (uint32_t i = 0; i < count; i++)
            pair[pair_count++] = (uint64_t)target->owner[item] * p + to[i];
    }
    rd_assert(pair_count == (size_t)target->halo);
    qsort(pair, pair_count, sizeof *pair, by_pair);
    for (size_t i = 0; i < pair_count; i++) {
        if (i == 0 || pair[i] != pair[i - 1])
            edge[edge_count++] =
                (struct rd_multi_edge){(uint32_t)(pair[i] / p), (uint32_t)(pair[i] % p), 0};
        edge[edge_count - 1].count++;
    }
    return (struct rd_multigraph){p, edge_count, edge};
}

static void add_words(struct phase *phase, size_t capacity, const struct rd_multi_edge *edge,
                      int64_t words)
{
    rd_assert(words > 0 && phase->transfer_count < capacity);
    phase->transfer[phase->transfer_count++] =
        (struct rd_transfer){phase->round_count, edge->row, edge->column, RD_CONTROL, 0, words};
}

/* The words in colours: those between two dates at which some pair starts or ends are a round. */
static void colour_words(struct phase *phase, size_t capacity, const struct rd_multigraph *graph,
                         struct rd_arena *scratch, struct rd_arena *inner)
{
    struct rd_edge_colouring colouring = rd_edge_colour_compact(graph, inner, scratch);
    uint64_t *date = rd_take(inner, 2 * colouring.run_count, uint64_t);
    uint32_t *active = rd_take(inner, colouring.run_count, uint32_t);
    size_t date_count = 0, next_run = 0, active_count = 0;
    for (size_t run = 0; run < colouring.run_count; run++) {
        date[date_count++] = (uint64_t)colouring.run[run].first;
        date[date_count++] = (uint64_t)(colouring.run[run].first + colouring.run[run].count);
    }
    qsort(date, date_count, sizeof *date, by_pair);
    for (size_t i = 0; i + 1 < date_count; i++) {
        if (date[i] == date[i + 1])
            continue;
        while (next_run < colouring.run_count && (uint64_t)colouring.run[next_run].first == date[i])
            active[active_count++] = (uint32_t)next_run++;
        size_t left = 0;
        for (size_t a = 0; a < active_count; a++) {
            const struct rd_colour_run *run = &colouring.run[active[a]];
            add_words(phase, capacity, &graph->edge[run->edge], (int64_t)(date[i + 1] - date[i]));
            if ((uint64_t)(run->first + run->count) > date[i + 1])
                active[left++] = active[a];
        }
        active_count = left;
        phase->round_count++;
    }
}

static void add_work(struct phase *phase, const struct rd_stencil_target *target,
                     const int64_t *items)
{
    for (uint32_t host = 0; host < target->stencil->host_count; host++)
        if (items[host] > 0)
            phase->transfer[phase->transfer_count++] = (struct rd_transfer){
                phase->round_count, host, RD_NO_HOST, RD_CONTROL, items[host], 1};
    phase->round_count++;
}

static void exchange_words(struct phase *phase, size_t capacity,
                           const struct rd_stencil_target *target, struct rd_arena *scratch,
                           struct rd_arena *inner)
{
    if (target->halo == 0)
        return;
    struct rd_multigraph graph = find_words(target, inner);
    if (target->stencil->metric == RD_STEPS_METRIC)
        colour_words(phase, capacity, &graph, scratch, inner);
    else
        for (size_t i = 0; i < graph.edge_count; i++, phase->round_count++)
            add_words(phase, capacity, &graph.edge[i], graph.edge[i].count);
}

/* One iteration: words, then a round of work. Overlapping: a round of words and work on the items
 * that need none, which self-timed go on side by side; then the rest of the work. */
static struct phase iterate(const struct rd_stencil_target *target, struct rd_arena *scratch,
                            struct rd_arena *inner)
{
    const struct rd_stencil *stencil = target->stencil;
    uint32_t p = stencil->host_count;
    size_t capacity = 2 * (size_t)p + (size_t)target->halo; /* a transfer has a word or more */
    struct phase phase = {.transfer = rd_take(scratch, capacity, struct rd_transfer)};
    exchange_words(&phase, capacity, target, scratch, inner);
    if (!stencil->overlap) {
        add_work(&phase, target, target->load);
        return phase;
    }
    for (size_t i = 0; i < phase.transfer_count; i++)
        phase.transfer[i].round = 0;
    phase.round_count = 0;
    int64_t *early = rd_take(scratch, p, int64_t), *late = rd_take(scratch, p, int64_t);
    for (uint32_t item = 0; item < stencil->item_count; item++) {
        uint32_t to[2];
        bool needs_words = rd_stencil_words(target->owner, stencil->item_count, item, to) > 0;
        (needs_words ? late : early)[target->owner[item]]++;
    }
    add_work(&phase, target, early);
    add_work(&phase, target, late);
    return phase;
}

static void add_phase(struct rd_plan *plan, struct rd_arena *arena, const struct phase *phase)
{
    uint32_t first = plan->round_count;
    for (size_t i = 0; i < phase->transfer_count; i++) {
        struct rd_transfer transfer = phase->transfer[i];
        transfer.round += first;
        rd_plan_add(plan, arena, transfer);
    }
}

bool rd_stencil_plan(const struct rd_stencil_target *target, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    struct rd_arena inner;
    rd_arena_open(&inner, 0);
    struct phase moves = move_items(target, scratch, &inner);
    struct phase iteration = iterate(target, scratch, &inner);
    rd_arena_close(&inner);
    int64_t k = target->stencil->iterations;
    double transfers = (double)moves.transfer_count + (double)k * (double)iteration.transfer_count;
    if (transfers > RD_STENCIL_ROW_LIMIT) /* near the limit exact */
        return rd_refuse(reterr,
                         "%" PRId64 " iterations of %zu transfers each, after %zu: a plan lists "
                                    "them all, in at most %d transfers",
                         k, iteration.transfer_count, moves.transfer_count, RD_STENCIL_ROW_LIMIT);
    struct rd_plan plan = {.timing = target->stencil->overlap ? RD_SELF_TIMED : RD_LOCK_STEP};
    rd_plan_reserve(&plan, arena, moves.transfer_count + (size_t)k * iteration.transfer_count);
    add_phase(&plan, arena, &moves);
    for (int64_t i = 0; i < k; i++)
        add_phase(&plan, arena, &iteration);
    *ret_plan = plan;
    return true;
}
