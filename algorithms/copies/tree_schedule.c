#include "tree_schedule.h"

#include "occupancy.h"

#include "sim/base/error.h"
#include "sim/base/heap.h"
#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

#define NONE UINT32_MAX

/* A message of a bundle over one link of its tree. */
struct step {
    uint32_t bundle, link;
    uint32_t parent;          /* the step that brings it to its sender; NONE: that holds it */
    uint32_t children, waits; /* how many it is the parent of; how many it waits for */
    double rank;              /* the lowest first */
    double start_s, end_s;
};

/* A link on which something may start, and how urgent it is. */
struct choice {
    double rank;
    uint32_t link;
};

struct run {
    const struct rd_multicast *multicast;
    const struct rd_network *network;
    struct step *step;
    uint32_t step_count;
    bool backward;
    double now_s;
    uint32_t *first_child, *next_child; /* [steps] */
    /* Steps that wait for nothing but room, by link: a heap each. */
    uint32_t *ready_first, *ready_count, *ready; /* [links + 1], [links], [steps] */
    struct rd_occupancy occupancy;
    bool *out_changed, *in_changed; /* [hosts] since the last event */
    uint32_t *heap;                 /* those under way, by end */
    size_t count;
    struct choice *choice; /* [links] */
};

static bool ends_before(const struct run *run, uint32_t a, uint32_t b)
{
    return run->step[a].end_s < run->step[b].end_s;
}

RD_DEFINE_HEAP(struct run, uint32_t, heap, count, ends_before, RD_HEAP_PUT)

/* Puts a step where it belongs in its link's heap, from a place upwards. */
static void rise(struct run *run, uint32_t *heap, uint32_t place, uint32_t step)
{
    for (; place > 0 && run->step[step].rank < run->step[heap[(place - 1) / 2]].rank;
         place = (place - 1) / 2)
        heap[place] = heap[(place - 1) / 2];
    heap[place] = step;
}

static void make_ready(struct run *run, uint32_t step)
{
    uint32_t link = run->step[step].link;
    rise(run, run->ready + run->ready_first[link], run->ready_count[link]++, step);
    run->out_changed[run->network->from[link]] = true;
}

static uint32_t take_ready(struct run *run, uint32_t link)
{
    uint32_t *heap = run->ready + run->ready_first[link], first = heap[0],
             count = --run->ready_count[link], last = heap[count], place = 0;
    for (uint32_t child; (child = 2 * place + 1) < count; place = child) {
        if (child + 1 < count && run->step[heap[child + 1]].rank < run->step[heap[child]].rank)
            child++;
        if (run->step[heap[child]].rank >= run->step[last].rank)
            break;
        heap[place] = heap[child];
    }
    heap[place] = last;
    return first;
}

static bool can_start(const struct run *run, uint32_t link)
{
    return run->ready_count[link] > 0 && rd_occupancy_is_free(&run->occupancy, link);
}

/* How long a step's message lasts. */
static double lasts_s(const struct rd_trees *trees, const struct step *step)
{
    const struct rd_multicast *multicast = trees->rows->multicast;
    const struct rd_bundle *bundle = &trees->bundle[step->bundle];
    return rd_multicast_message_s(multicast, multicast->piece[bundle->piece].length, step->link,
                                  bundle->items);
}

static void add_choice(struct run *run, size_t place, uint32_t link)
{
    run->choice[place] = (struct choice){run->step[run->ready[run->ready_first[link]]].rank, link};
}

static int most_urgent_first(const void *left, const void *right)
{
    const struct choice *a = left, *b = right;
    return a->rank != b->rank ? rd_order(a->rank, b->rank) : rd_order(a->link, b->link);
}

/* The links on which something may start, the one with the most urgent step first. */
static size_t list_choices(struct run *run)
{
    const struct rd_network *network = run->network;
    bool all = network->shared_count > 0 || run->multicast->bus;
    size_t count = 0;
    for (uint32_t host = 0; host < network->host_count; host++) {
        if (all || run->out_changed[host])
            for (uint32_t link = network->out_first[host]; link < network->out_first[host + 1];
                 link++)
                if (can_start(run, link))
                    add_choice(run, count++, link);
        if (!all && run->in_changed[host])
            for (uint32_t i = network->in_first[host]; i < network->in_first[host + 1]; i++)
                if (!run->out_changed[network->from[network->in_link[i]]] &&
                    can_start(run, network->in_link[i]))
                    add_choice(run, count++, network->in_link[i]);
    }
    for (uint32_t host = 0; host < network->host_count; host++)
        run->out_changed[host] = run->in_changed[host] = false;
    qsort(run->choice, count, sizeof *run->choice, most_urgent_first);
    return count;
}

static void advance(struct run *run)
{
    double together_s = run->step[run->heap[0]].end_s * (1 + 1e-12);
    while (run->count > 0 && run->step[run->heap[0]].end_s <= together_s) {
        uint32_t ended = rd_heap_pop(run);
        const struct step *step = &run->step[ended];
        uint32_t from = run->network->from[step->link], to = run->network->to[step->link];
        run->now_s = step->end_s;
        rd_occupancy_end(&run->occupancy, step->link);
        run->out_changed[from] = run->in_changed[to] = true;
        if (run->backward) {
            if (step->parent != NONE && --run->step[step->parent].waits == 0)
                make_ready(run, step->parent);
            continue;
        }
        for (uint32_t child = run->first_child[ended]; child != NONE;
             child = run->next_child[child])
            make_ready(run, child);
    }
}

/* One pass. Returns: its end. */
static double pass(struct run *run, const struct rd_trees *trees, bool backward)
{
    run->backward = backward;
    run->now_s = 0;
    for (uint32_t i = 0; i < run->step_count; i++) {
        struct step *step = &run->step[i];
        step->waits = backward ? step->children : step->parent != NONE;
        if (step->waits == 0)
            make_ready(run, i);
    }
    do {
        rd_guard_look();
        if (run->count > 0)
            advance(run);
        size_t count = list_choices(run);
        for (size_t i = 0; i < count; i++) {
            uint32_t link = run->choice[i].link;
            if (!can_start(run, link))
                continue;
            uint32_t started = take_ready(run, link);
            struct step *step = &run->step[started];
            step->start_s = run->now_s;
            step->end_s = run->now_s + lasts_s(trees, step);
            rd_occupancy_start(&run->occupancy, link);
            rd_heap_rise(run, run->count++, started);
        }
    } while (run->count > 0);
    return run->now_s;
}

/* All steps of all trees, and who waits for whom. */
static void list_steps(struct run *run, const struct rd_trees *trees, struct rd_arena *scratch)
{
    const struct rd_network *network = run->network;
    uint32_t n = network->host_count;
    uint64_t entries = (uint64_t)trees->bundle_count * n;
    for (uint64_t i = 0; i < entries; i++)
        run->step_count += trees->link_into[i] != RD_NO_TREE;
    run->step = rd_take(scratch, run->step_count, struct step);
    run->first_child = rd_take(scratch, run->step_count, uint32_t);
    run->next_child = rd_take(scratch, run->step_count, uint32_t);
    run->ready = rd_take(scratch, run->step_count, uint32_t);
    run->ready_first = rd_take(scratch, (size_t)network->link_count + 1, uint32_t);
    run->heap = rd_take(scratch, run->step_count, uint32_t);
    uint32_t *into = rd_take(scratch, n, uint32_t), count = 0;
    for (uint32_t bundle = 0; bundle < trees->bundle_count; bundle++) {
        const uint32_t *link_into = trees->link_into + (uint64_t)bundle * n;
        uint32_t first = count;
        for (uint32_t host = 0; host < n; host++) {
            into[host] = link_into[host] == RD_NO_TREE ? NONE : count;
            if (into[host] == NONE)
                continue;
            run->first_child[count] = run->next_child[count] = NONE;
            run->ready_first[link_into[host] + 1]++;
            run->step[count++] = (struct step){.bundle = bundle, .link = link_into[host]};
        }
        for (uint32_t i = first; i < count; i++) {
            uint32_t parent = into[network->from[run->step[i].link]];
            run->step[i].parent = parent;
            if (parent == NONE)
                continue;
            run->step[parent].children++;
            run->next_child[i] = run->first_child[parent];
            run->first_child[parent] = i;
        }
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        run->ready_first[link + 1] += run->ready_first[link];
}

/* Ranks by the longest way below a step, in time. */
static void rank_by_tail(struct run *run, const struct rd_trees *trees, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t *stack = rd_take(scratch, run->step_count, uint32_t), count = 0;
    for (uint32_t i = 0; i < run->step_count; i++) {
        run->step[i].rank = 0;
        run->step[i].waits = run->step[i].children;
        if (run->step[i].waits == 0)
            stack[count++] = i;
    }
    while (count > 0) {
        struct step *step = &run->step[stack[--count]];
        step->rank -= lasts_s(trees, step);
        if (step->parent == NONE)
            continue;
        struct step *parent = &run->step[step->parent];
        parent->rank = fmin(parent->rank, step->rank);
        if (--parent->waits == 0)
            stack[count++] = step->parent;
    }
}

/* All ports: of ways alike to one host each, those first whose holder is nearest behind it by
 * number, so that the first messages of all hosts have different ends. */
static void rank_around(struct run *run, const struct rd_trees *trees)
{
    const double LITTLE = 1e-9;
    uint32_t n = run->network->host_count;
    for (uint32_t i = 0; i < run->step_count && run->network->all_ports; i++) {
        struct step *step = &run->step[i];
        const struct rd_multicast_piece *piece =
            &run->multicast->piece[trees->bundle[step->bundle].piece];
        uint32_t apart = (piece->sink[0] + n - piece->holder[0]) % n;
        if (piece->sink_count == 1)
            step->rank *= 1 - LITTLE * apart / n;
    }
}

/* Bundles of a piece one after the other, evenly over the time that the fullest row takes, and
 * pieces evenly between each other: fractions of multiples of the golden ratio fill any stretch. */
static void rank_by_turns(struct run *run, const struct rd_trees *trees)
{
    const double GOLDEN = 0.6180339887498949;
    double load_s = rd_trees_load(trees) * trees->rows->tick_s;
    for (uint32_t i = 0; i < run->step_count; i++) {
        const struct rd_bundle *bundle = &trees->bundle[run->step[i].bundle];
        const struct rd_multicast_piece *piece = &run->multicast->piece[bundle->piece];
        double between = GOLDEN * bundle->piece;
        run->step[i].rank += load_s *
                             ((double)(bundle->item - piece->first) + between - floor(between)) /
                             (double)piece->items;
    }
}

static struct rd_copy_schedule keep(const struct run *run, const struct rd_trees *trees,
                                    double end_s, struct rd_arena *arena)
{
    struct rd_copy_schedule schedule = {end_s, run->step_count,
                                        rd_take(arena, run->step_count, struct rd_copy_message)};
    for (uint32_t i = 0; i < run->step_count; i++) {
        const struct step *step = &run->step[i];
        const struct rd_bundle *bundle = &trees->bundle[step->bundle];
        schedule.message[i] = (struct rd_copy_message){step->link,    bundle->piece, bundle->item,
                                                       bundle->items, step->start_s, step->end_s};
    }
    rd_sort_messages(&schedule);
    return schedule;
}

struct rd_copy_schedule rd_schedule_trees(const struct rd_trees *trees, int passes, bool by_turns,
                                          struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_multicast *multicast = trees->rows->multicast;
    const struct rd_network *network = &multicast->network;
    uint32_t n = network->host_count, links = network->link_count;
    struct run run = {
        .multicast = multicast,
        .network = network,
        .ready_count = rd_take(scratch, links, uint32_t),
        .occupancy = rd_occupancy_open(multicast, scratch),
        .out_changed = rd_take(scratch, n, bool),
        .in_changed = rd_take(scratch, n, bool),
        .choice = rd_take(scratch, links, struct choice),
    };
    list_steps(&run, trees, scratch);
    rank_by_tail(&run, trees, scratch);
    rank_around(&run, trees);
    if (by_turns)
        rank_by_turns(&run, trees);
    double end_s = pass(&run, trees, false);
    struct rd_copy_schedule best = keep(&run, trees, end_s, arena);
    for (int i = 0; i < passes; i++) {
        for (int direction = 0; direction < 2; direction++) {
            for (uint32_t step = 0; step < run.step_count; step++)
                run.step[step].rank = -run.step[step].end_s;
            end_s = pass(&run, trees, direction == 0);
        }
        if (!(end_s < best.end_s * (1 - 1e-12)))
            break;
        best = keep(&run, trees, end_s, arena);
    }
    return best;
}
