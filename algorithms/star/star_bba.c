/* Best-balance (BBA): optimal on equal stars, a heuristic on others.
 *
 *     the worker that ends last --> master --> the worker that ends first with one item more
 *
 * One item after another, until no move would end before the sender does. Equal links and equal
 * workers make that optimal, however ties are broken; with unequal workers it is not (c = 1, w = 6
 * 2 3, L = 2 0 0: 6 against 5). It may move an item for nothing.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "bba.h"

#include "bounds.h"
#include "deadlines.h"

#include "sim/base/heap.h"
#include "sim/base/integers.h"

enum { SAMPLE = 64, REACHES = 24 }; /* every so many workers; eight times as far each */

#define NO_SLOT UINT32_MAX

/* A worker that may send or receive. */
struct slot {
    int64_t end;  /* of its last computation as planned so far */
    int64_t left; /* of its items it may still send */
    uint32_t worker;
    bool has_sent;
};

/* What workers are compared by, then their numbers. */
struct entry {
    int64_t first, second, third;
    uint32_t worker, slot;
};

struct queue {
    struct entry *heap;
    size_t count, capacity;
};

/* Who ends with an item more by a date, whose way down and item take no longer than that. */
struct reach {
    int64_t way, end;
};

struct bba {
    const struct rd_star *star;
    struct rd_arena *arena;
    struct slot *slot; /* of the laden ones first */
    size_t slot_count, slot_capacity;
    /* Who ends before any schedule does is never the last to end; the others at first. */
    int64_t soonest;
    uint32_t *laden;
    struct queue latest; /* by falling end; an entry of another end than its worker's is void */
    /* Receivers: a busy one still computes when an item would come, an idle one does not. Nobody
     * becomes busy but by receiving, since the gate only rises. Who becomes idle may stay among the
     * busy ones behind one that is busy: with an item more he would end later. */
    struct queue busy; /* by end + w */
    struct queue idle; /* by down + w */
    /* Only workers within one of these are among them yet: most never are. */
    struct reach reach[REACHES];
    size_t reach_count;
};

static bool precedes(const struct queue *queue, struct entry a, struct entry b)
{
    (void)queue;
    if (a.first != b.first)
        return a.first < b.first;
    if (a.second != b.second)
        return a.second < b.second;
    return a.third != b.third ? a.third < b.third : a.worker < b.worker;
}

RD_DEFINE_HEAP(struct queue, struct entry, heap, count, precedes, RD_HEAP_PUT)

static void put(struct bba *bba, struct queue *queue, struct entry entry)
{
    queue->heap =
        rd_arena_room(bba->arena, queue->heap, queue->count, &queue->capacity, sizeof *queue->heap);
    rd_heap_rise(queue, queue->count++, entry);
}

static uint32_t add_slot(struct bba *bba, uint32_t worker)
{
    const struct rd_star *star = bba->star;
    bba->slot = rd_arena_room(bba->arena, bba->slot, bba->slot_count, &bba->slot_capacity,
                              sizeof *bba->slot);
    bba->slot[bba->slot_count] =
        (struct slot){star->load[worker] * star->w[worker], star->load[worker], worker, false};
    return (uint32_t)bba->slot_count++;
}

static void enter_latest(struct bba *bba, uint32_t slot)
{
    int64_t end = bba->slot[slot].end;
    uint32_t worker = bba->slot[slot].worker;
    if (end >= bba->soonest)
        put(bba, &bba->latest,
            (struct entry){-end, rd_star_up(bba->star, worker), 0, worker, slot});
}

static bool is_idle(const struct bba *bba, uint32_t slot, int64_t gate)
{
    return bba->slot[slot].end - rd_star_down(bba->star, bba->slot[slot].worker) < gate;
}

static void enter(struct bba *bba, uint32_t slot, int64_t gate)
{
    uint32_t worker = bba->slot[slot].worker;
    int64_t end = bba->slot[slot].end, down = rd_star_down(bba->star, worker);
    bool idle = is_idle(bba, slot, gate);
    int64_t key = (idle ? down : end) + bba->star->w[worker];
    put(bba, idle ? &bba->idle : &bba->busy, (struct entry){key, end, down, worker, slot});
}

/* When a worker would end with an item more, and in which order such ends count. */
static struct entry with_item(const struct bba *bba, struct entry entry, int64_t gate)
{
    int64_t end = rd_greatest(entry.second, gate + entry.third);
    return (struct entry){end + bba->star->w[entry.worker], entry.second, entry.third, entry.worker,
                          entry.slot};
}

/* The queue whose first would end first with one item more, of those within reach. Who has sent
 * never receives: he was the last to end then, and with an item more he would end no earlier.
 * Returns: NULL if there is nobody. */
static struct queue *find_first(struct bba *bba, int64_t gate)
{
    struct queue *busy = &bba->busy, *idle = &bba->idle;
    while (busy->count > 0) {
        uint32_t slot = busy->heap[0].slot;
        if (!bba->slot[slot].has_sent && !is_idle(bba, slot, gate))
            break;
        rd_heap_pop(busy);
        if (!bba->slot[slot].has_sent)
            enter(bba, slot, gate);
    }
    while (idle->count > 0 && bba->slot[idle->heap[0].slot].has_sent)
        rd_heap_pop(idle);
    if (busy->count == 0 || idle->count == 0)
        return busy->count > 0 ? busy : idle->count > 0 ? idle : NULL;
    return precedes(NULL, with_item(bba, busy->heap[0], gate), with_item(bba, idle->heap[0], gate))
               ? busy
               : idle;
}

static bool is_within(const struct bba *bba, int64_t way, int64_t end)
{
    bool within = false;
    for (size_t i = 0; i < bba->reach_count; i++)
        within = within || (way <= bba->reach[i].way && end <= bba->reach[i].end);
    return within;
}

/* The next worker within a reach, or the number of all: without calls, so that what it compares
 * with stays in registers, and with one branch, that is mostly not taken. */
static uint32_t next_within(const struct rd_star *star, struct reach reach, uint32_t worker)
{
    for (; worker < star->worker_count; worker++) {
        int64_t w = star->w[worker], way = w + rd_star_down(star, worker);
        int64_t end = (star->load[worker] + 1) * w;
        if (((reach.way - way) | (reach.end - end)) >= 0)
            break;
    }
    return worker;
}

/* Lets those in who are within reach now and were not before. */
static void extend(struct bba *bba, struct reach reach, int64_t gate)
{
    const struct rd_star *star = bba->star;
    const uint32_t *next = bba->laden;
    for (uint32_t worker = 0; (worker = next_within(star, reach, worker)) < star->worker_count;
         worker++) {
        int64_t way = rd_star_down(star, worker) + star->w[worker];
        if (is_within(bba, way, (star->load[worker] + 1) * star->w[worker]))
            continue;
        while (*next < worker)
            next++;
        uint32_t slot = *next == worker ? (uint32_t)(next - bba->laden) : add_slot(bba, worker);
        if (!bba->slot[slot].has_sent)
            enter(bba, slot, gate);
    }
    /* The same end: further than the one before. */
    if (bba->reach_count > 0 && bba->reach[bba->reach_count - 1].end == reach.end)
        bba->reach_count--;
    bba->reach[bba->reach_count++] = reach;
}

/* A worker that ends early with an item more. */
static int64_t sampled_end(const struct rd_star *star, int64_t gate)
{
    int64_t least = INT64_MAX;
    for (uint32_t worker = 0; worker < star->worker_count; worker += SAMPLE) {
        int64_t end =
            rd_greatest(star->load[worker] * star->w[worker], gate + rd_star_down(star, worker));
        least = rd_least(least, end + star->w[worker]);
    }
    return least;
}

/* The same of all. Who is not within reach ends with the item after the end of the reach, or its
 * way after the gate. */
static struct queue *find_receiver(struct bba *bba, int64_t gate)
{
    enum { FIRST = 2, FURTHER = 8 };
    static const struct reach all = {INT64_MAX, INT64_MAX};
    if (bba->reach_count == 0) {
        int64_t end = sampled_end(bba->star, gate);
        extend(bba, (struct reach){end - gate, FIRST * end}, gate);
    }
    for (;;) {
        struct queue *first = find_first(bba, gate);
        struct reach reach = bba->reach[bba->reach_count - 1];
        int64_t end = first ? with_item(bba, first->heap[0], gate).first : INT64_MAX;
        if ((end <= reach.end && end - gate <= reach.way) || reach.way == all.way)
            return first;
        if (!first || end > all.end / FURTHER || bba->reach_count == REACHES)
            extend(bba, all, gate);
        else if (end > reach.end)
            extend(bba, (struct reach){end - gate, FURTHER * end}, gate);
        else
            extend(bba, (struct reach){rd_greatest(end - gate, 2 * reach.way), reach.end}, gate);
    }
}

/* Who ends last. Returns: NO_SLOT if nobody moves an item, as he has none of his own. */
static uint32_t find_sender(struct bba *bba)
{
    struct queue *latest = &bba->latest;
    while (latest->count > 0 && bba->slot[latest->heap[0].slot].end != -latest->heap[0].first)
        rd_heap_pop(latest);
    bool sends = latest->count > 0 && bba->slot[latest->heap[0].slot].left > 0;
    return sends ? latest->heap[0].slot : NO_SLOT;
}

static struct bba begin(const struct rd_star *star, struct rd_arena *arena)
{
    struct bba bba = {.star = star, .arena = arena};
    uint32_t laden_count;
    bba.soonest = rd_star_port_bound(star, &bba.laden, &laden_count, arena);
    for (uint32_t i = 0; i < laden_count; i++)
        enter_latest(&bba, add_slot(&bba, bba.laden[i]));
    return bba;
}

struct rd_star_moves rd_star_bba(const struct rd_star *star, struct rd_arena *arena)
{
    struct rd_star_moves moves = {0};
    size_t senders = 0, receivers = 0; /* room for them */
    struct bba bba = begin(star, arena);
    int64_t in = 0, out = 0;
    for (uint32_t sender; (sender = find_sender(&bba)) != NO_SLOT; moves.count++) {
        uint32_t worker = bba.slot[sender].worker;
        int64_t through = in + rd_star_up(star, worker);
        int64_t gate = rd_greatest(through, out);
        bba.slot[sender].has_sent = true;
        struct queue *first = find_receiver(&bba, gate);
        int64_t end = first ? with_item(&bba, first->heap[0], gate).first : INT64_MAX;
        if (bba.slot[sender].end <= end)
            break;
        struct entry receiver = rd_heap_pop(first);
        size_t count = (size_t)moves.count;
        moves.sender = rd_arena_room(arena, moves.sender, count, &senders, sizeof *moves.sender);
        moves.receiver =
            rd_arena_room(arena, moves.receiver, count, &receivers, sizeof *moves.receiver);
        moves.sender[count] = worker;
        moves.receiver[count] = receiver.worker;
        bba.slot[receiver.slot].end = end;
        bba.slot[sender].end -= star->w[worker];
        bba.slot[sender].left--;
        in = through;
        out = gate + receiver.third;
        rd_heap_pop(&bba.latest); /* the sender */
        enter_latest(&bba, sender);
        enter_latest(&bba, receiver.slot);
        enter(&bba, receiver.slot, gate);
    }
    return moves;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts(instance, "BBA", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read_compact(instance, scratch);
    struct rd_star_moves moves = rd_star_bba(&star, scratch);
    rd_star_plan(&star, &moves, arena, ret_plan);
    return true;
}

/* A worker that has sent never receives again: it was the last to end then, and with an item more
 * it would end no earlier. So it ends by what was planned when it last received, which was before
 * the last to end. */
const struct rd_algorithm star_bba = {
    .name = "star-bba",
    .summary = "the last to end sends to the first to end, one item at a time: optimal on equal "
               "stars",
    .source = "[marchal2007], Fig. 5 (BBA)",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    /* That never ends later than at rest. */
    .baselines = (const struct rd_baseline[]){{"star-nothing", NULL}, {0}},
    .accepts = accepts,
    .plan = plan,
};
