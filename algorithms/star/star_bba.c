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

#include "sim/base/keyed_sort.h"
#include "sim/base/heap.h"
#include "sim/base/integers.h"

#include <string.h>

enum { SAMPLE = 64, REACHES = 24 }; /* every so many workers; eight times as far each */

#define NO_SLOT UINT32_MAX

/* A worker that may send or receive. */
struct slot {
    int64_t end;  /* of its last computation as planned so far */
    int64_t left; /* of its items it may still send */
    int64_t w;
    uint32_t worker;
    bool has_sent;
};

/* What workers are compared by, then their numbers. */
struct entry {
    int64_t first, second, third;
    uint32_t worker, slot;
};

/* Entries that come in their order wait in a row, the others in a heap. */
struct queue {
    struct entry *row; /* from `next` to before `end` */
    size_t next, end, row_capacity;
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
    uint32_t slot_count;
    /* Who ends before any schedule does is never the last to end; the others at first. */
    int64_t soonest;
    uint32_t *laden, laden_count;
    /* Senders: the ends of who has not received are known before: they are listed down to a date,
     * and then further. An end that is not that of its worker any more is void. */
    struct rd_keyed *by_up; /* [laden_count] slots by their way up */
    struct rd_keyed *turn;  /* [turn_count] ends, negative, of places in by_up */
    size_t next_turn, turn_count, most_turns;
    int64_t listed, span;  /* the date, and how far to go on */
    struct queue received; /* of who has: by falling end, then way up */
    /* Receivers: a busy one still computes when an item would come, an idle one does not. Nobody
     * becomes busy but by receiving, since the gate only rises. Who becomes idle may stay among the
     * busy ones behind one that is busy: with an item more he would end later. */
    struct queue busy; /* by end + w, then end, then way down */
    struct queue idle; /* by way down + w, then the same */
    /* Only workers within one of these are among them yet, and idle ones only within the last:
     * most never are. */
    struct reach reach[REACHES];
    size_t reach_count;
    struct entry *waiting; /* [waiting_count] until they are within reach */
    size_t waiting_count;
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

static void make_room(struct bba *bba, struct queue *queue)
{
    size_t left = queue->end - queue->next;
    if (queue->next > left) {
        memmove(queue->row, queue->row + queue->next, left * sizeof *queue->row);
        queue->next = 0;
        queue->end = left;
    } else {
        queue->row = rd_arena_room(bba->arena, queue->row, queue->end, &queue->row_capacity,
                                   sizeof *queue->row);
    }
}

static void put(struct bba *bba, struct queue *queue, struct entry entry)
{
    if (queue->next < queue->end && precedes(queue, entry, queue->row[queue->end - 1])) {
        queue->heap = rd_arena_room(bba->arena, queue->heap, queue->count, &queue->capacity,
                                    sizeof *queue->heap);
        rd_heap_rise(queue, queue->count++, entry);
        return;
    }
    if (queue->end == queue->row_capacity)
        make_room(bba, queue);
    queue->row[queue->end++] = entry;
}

/* Returns: NULL if there is none. */
static const struct entry *first_of(const struct queue *queue)
{
    const struct entry *row = queue->next < queue->end ? &queue->row[queue->next] : NULL;
    if (queue->count == 0 || (row && precedes(queue, *row, queue->heap[0])))
        return row;
    return &queue->heap[0];
}

static void drop(struct queue *queue, const struct entry *first)
{
    if (first == queue->heap)
        rd_heap_pop(queue);
    else
        queue->next++;
}

static uint32_t add_slot(struct bba *bba, uint32_t worker)
{
    int64_t load = bba->star->load[worker], w = bba->star->w[worker];
    rd_arena_add(bba->arena, bba->slot, bba->slot_count,
                 (struct slot){load * w, load, w, worker, false});
    return bba->slot_count - 1;
}

/* Who has received may be the last to end. Who has not ends when it has computed what is left. */
static void enter_received(struct bba *bba, uint32_t slot)
{
    const struct slot *own = &bba->slot[slot];
    if (own->end >= bba->soonest && own->end != own->left * own->w)
        put(bba, &bba->received,
            (struct entry){-own->end, rd_star_up(bba->star, own->worker), 0, own->worker, slot});
}

/* The entry of a worker that is still busy when an item would come. */
static struct entry busy_entry(const struct bba *bba, uint32_t slot)
{
    const struct slot *own = &bba->slot[slot];
    return (struct entry){own->end + own->w, own->end, rd_star_down(bba->star, own->worker),
                          own->worker, slot};
}

static bool is_idle(struct entry entry, int64_t gate)
{
    return entry.second - entry.third < gate;
}

static struct entry idle_entry(struct entry busy)
{
    busy.first += busy.third - busy.second;
    return busy;
}

static void enter_idle(struct bba *bba, struct entry entry)
{
    if (entry.first > bba->reach[bba->reach_count - 1].way)
        rd_arena_add(bba->arena, bba->waiting, bba->waiting_count, entry);
    else
        put(bba, &bba->idle, entry);
}

/* Who would end first with one item more, and when: first. */
struct choice {
    struct queue *queue;       /* NULL: nobody; `first` is INT64_MAX then */
    const struct entry *place; /* its first */
    struct entry entry;
};

/* Of those within reach. Who has sent never receives: he was the last to end then, and with an item
 * more he would end no earlier. */
static struct choice find_first(struct bba *bba, int64_t gate)
{
    const struct entry *busy, *idle;
    while ((busy = first_of(&bba->busy))) {
        struct entry entry = *busy;
        bool has_sent = bba->slot[entry.slot].has_sent;
        if (!has_sent && !is_idle(entry, gate))
            break;
        drop(&bba->busy, busy);
        if (!has_sent)
            enter_idle(bba, idle_entry(entry));
    }
    while ((idle = first_of(&bba->idle)) && bba->slot[idle->slot].has_sent)
        drop(&bba->idle, idle);
    struct choice choice = {.entry.first = INT64_MAX};
    if (busy)
        choice = (struct choice){&bba->busy, busy, *busy};
    if (idle) {
        struct choice other = {&bba->idle, idle, *idle};
        other.entry.first += gate;
        if (!busy || precedes(NULL, other.entry, choice.entry))
            choice = other;
    }
    return choice;
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

/* Lets those in who wait, in their order, so that they come into rows. */
static void enter_waiting(struct bba *bba, int64_t gate)
{
    size_t count = bba->waiting_count;
    const struct entry *entry = bba->waiting;
    int64_t *first = rd_take(bba->arena, count, int64_t);
    int64_t *second = rd_take(bba->arena, count, int64_t);
    for (size_t i = 0; i < count; i++) {
        first[i] = entry[i].first;
        second[i] = entry[i].second;
    }
    const uint32_t *order = rd_order_by_keys(first, second, count, bba->arena);
    bba->waiting = NULL;
    bba->waiting_count = 0;
    for (size_t i = 0; i < count; i++)
        if (is_idle(entry[order[i]], gate))
            enter_idle(bba, entry[order[i]]);
        else
            put(bba, &bba->busy, entry[order[i]]);
}

/* Lets those in who are within reach now and were not before. */
static void extend(struct bba *bba, struct reach reach, int64_t gate)
{
    const struct rd_star *star = bba->star;
    const uint32_t *next = bba->laden;
    struct queue *idle = &bba->idle;
    for (uint32_t worker = 0; (worker = next_within(star, reach, worker)) < star->worker_count;
         worker++) {
        int64_t way = rd_star_down(star, worker) + star->w[worker];
        if (is_within(bba, way, (star->load[worker] + 1) * star->w[worker]))
            continue;
        while (*next < worker)
            next++;
        uint32_t slot = *next == worker ? (uint32_t)(next - bba->laden) : add_slot(bba, worker);
        struct entry entry = busy_entry(bba, slot);
        if (!bba->slot[slot].has_sent)
            rd_arena_add(bba->arena, bba->waiting, bba->waiting_count,
                         is_idle(entry, gate) ? idle_entry(entry) : entry);
    }
    for (const struct entry *first; (first = first_of(idle)); drop(idle, first))
        rd_arena_add(bba->arena, bba->waiting, bba->waiting_count, *first);
    while (bba->reach_count > 0 && bba->reach[bba->reach_count - 1].way <= reach.way &&
           bba->reach[bba->reach_count - 1].end <= reach.end)
        bba->reach_count--;
    bba->reach[bba->reach_count++] = reach;
    enter_waiting(bba, gate);
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

/* A reach for ways up to one: as far as there is anybody if few are within it, by some of them. */
static struct reach reach_of(const struct rd_star *star, int64_t way, int64_t end)
{
    enum { FEW = 32 }; /* one in so many */
    uint32_t within = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker += SAMPLE)
        within += star->w[worker] + rd_star_down(star, worker) <= way;
    return (struct reach){way, within <= star->worker_count / SAMPLE / FEW ? INT64_MAX : end};
}

/* The same of all. Who is not within reach ends with the item after the end of the reach, or its
 * way after the gate. */
static struct choice find_receiver(struct bba *bba, int64_t gate)
{
    enum { FIRST = 2, FURTHER = 8 };
    static const struct reach all = {INT64_MAX, INT64_MAX};
    if (bba->reach_count == 0) {
        int64_t end = sampled_end(bba->star, gate);
        extend(bba, reach_of(bba->star, end - gate, FIRST * end), gate);
    }
    for (;;) {
        struct choice choice = find_first(bba, gate);
        struct reach reach = bba->reach[bba->reach_count - 1];
        int64_t end = choice.entry.first, way = end - gate;
        if ((end <= reach.end && way <= reach.way) || reach.way == all.way)
            return choice;
        if (end <= reach.end)
            way = rd_greatest(way, 2 * reach.way);
        bool far = end > all.end / FURTHER || bba->reach_count == REACHES;
        extend(bba, far ? all : reach_of(bba->star, way, FURTHER * end), gate);
    }
}

/* Lists who ends last next if nobody receives. */
static void list_turns(struct bba *bba)
{
    int64_t low;
    for (;; bba->span /= 2) {
        low = rd_greatest(bba->soonest, bba->listed - bba->span);
        bba->turn_count = 0;
        for (uint32_t i = 0; i < bba->laden_count; i++) {
            const struct slot *slot = &bba->slot[bba->by_up[i].number];
            int64_t end = rd_least(slot->left, (bba->listed - 1) / slot->w) * slot->w;
            for (; end >= low && bba->turn_count <= bba->most_turns; end -= slot->w)
                bba->turn[bba->turn_count++] = (struct rd_keyed){-end, i};
        }
        if (bba->turn_count <= bba->most_turns)
            break;
    }
    if (bba->turn_count < bba->most_turns / 4)
        bba->span *= 2;
    rd_sort_keyed(bba->turn, bba->turn_count, bba->arena);
    bba->listed = low;
    bba->next_turn = 0;
}

/* Takes out who ends last. Returns: NO_SLOT if nobody moves an item, as he has none of his own. */
static uint32_t take_sender(struct bba *bba)
{
    for (;;) {
        while (bba->next_turn == bba->turn_count && bba->listed > bba->soonest)
            list_turns(bba);
        const struct entry *received = first_of(&bba->received);
        struct entry last = {.first = 1}; /* behind all */
        if (bba->next_turn < bba->turn_count) {
            struct rd_keyed turn = bba->turn[bba->next_turn];
            last.first = turn.key;
            last.slot = bba->by_up[turn.number].number;
            last.second = bba->by_up[turn.number].key;
            last.worker = bba->slot[last.slot].worker;
        } else if (!received) {
            return NO_SLOT;
        }
        if (received && precedes(NULL, *received, last)) {
            last = *received;
            drop(&bba->received, received);
        } else {
            bba->next_turn++;
        }
        if (bba->slot[last.slot].end == -last.first)
            return bba->slot[last.slot].left > 0 ? last.slot : NO_SLOT;
    }
}

static struct bba begin(const struct rd_star *star, struct rd_arena *arena)
{
    enum { FEWEST = 64, TURNS = 8 }; /* turns listed at a time, and so many of each */
    struct bba bba = {.star = star, .arena = arena};
    int64_t date = rd_star_port_bound(star, &bba.laden, &bba.laden_count, arena);
    bba.soonest = bba.listed = rd_greatest(date, 1);
    bba.by_up = rd_take(arena, bba.laden_count, struct rd_keyed);
    for (uint32_t i = 0; i < bba.laden_count; i++) {
        uint32_t worker = bba.laden[i];
        bba.by_up[i] = (struct rd_keyed){rd_star_up(star, worker), add_slot(&bba, worker)};
        bba.listed = rd_greatest(bba.listed, bba.slot[i].end + 1);
    }
    rd_sort_keyed(bba.by_up, bba.laden_count, arena);
    bba.span = bba.listed;
    bba.most_turns = FEWEST + TURNS * (size_t)bba.laden_count;
    bba.turn = rd_take(arena, bba.most_turns + 1, struct rd_keyed);
    return bba;
}

struct rd_star_moves rd_star_bba(const struct rd_star *star, struct rd_arena *arena)
{
    struct rd_star_moves moves = {0};
    struct bba bba = begin(star, arena);
    int64_t in = 0, out = 0;
    for (uint32_t sender; (sender = take_sender(&bba)) != NO_SLOT; moves.count++) {
        int64_t through = in + rd_star_up(star, bba.slot[sender].worker);
        int64_t gate = rd_greatest(through, out);
        bba.slot[sender].has_sent = true;
        struct choice receiver = find_receiver(&bba, gate);
        struct entry entry = receiver.entry;
        if (bba.slot[sender].end <= entry.first)
            break;
        drop(receiver.queue, receiver.place);
        size_t count = (size_t)moves.count;
        moves.sender = rd_arena_extend(arena, moves.sender, count, sizeof *moves.sender);
        moves.receiver = rd_arena_extend(arena, moves.receiver, count, sizeof *moves.receiver);
        moves.sender[count] = bba.slot[sender].worker;
        moves.receiver[count] = entry.worker;
        bba.slot[entry.slot].end = entry.first;
        bba.slot[sender].end -= bba.slot[sender].w;
        bba.slot[sender].left--;
        in = through;
        out = gate + entry.third;
        enter_received(&bba, sender);
        enter_received(&bba, entry.slot);
        put(&bba, &bba.busy, busy_entry(&bba, entry.slot));
    }
    return moves;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts(instance, "BBA", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_arena_borrow(scratch);
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
