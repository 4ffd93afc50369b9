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
#include "worker_heap.h"

struct bba {
    const struct rd_star *star;
    int64_t *end;  /* [worker_count] of its last computation as planned so far */
    int64_t *left; /* [worker_count] of its items it may still send */
    struct rd_worker_heap latest;
    /* Receivers: a busy one still computes when an item would come, an idle one does not. Nobody
     * becomes busy but by receiving, since the gate only rises. Who becomes idle may stay among the
     * busy ones behind one that is busy: with an item more he would end later. */
    struct rd_worker_heap busy; /* by end + w */
    struct rd_worker_heap idle; /* by down + w */
    /* Those who have not been looked at yet, by end + w and by down + w: most never are. */
    struct rd_worker_heap by_end, by_way;
};

static bool smaller(const int64_t *a, const int64_t *b, uint32_t count, bool otherwise)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return otherwise;
}

static bool ends_later(const void *context, uint32_t a, uint32_t b)
{
    const struct bba *bba = context;
    const int64_t *up = bba->star->up;
    if (bba->end[a] != bba->end[b])
        return bba->end[a] > bba->end[b];
    return up[a] != up[b] ? up[a] < up[b] : a < b;
}

static bool ends_earlier_with_item(const void *context, uint32_t a, uint32_t b)
{
    const struct bba *bba = context;
    const struct rd_star *star = bba->star;
    int64_t end_a = bba->end[a] + star->w[a], end_b = bba->end[b] + star->w[b];
    if (end_a != end_b)
        return end_a < end_b;
    return smaller((int64_t[]){bba->end[a], star->down[a]}, (int64_t[]){bba->end[b], star->down[b]},
                   2, a < b);
}

static bool is_quicker(const void *context, uint32_t a, uint32_t b)
{
    const struct bba *bba = context;
    const struct rd_star *star = bba->star;
    int64_t way_a = star->down[a] + star->w[a], way_b = star->down[b] + star->w[b];
    if (way_a != way_b)
        return way_a < way_b;
    return smaller((int64_t[]){bba->end[a], star->down[a]}, (int64_t[]){bba->end[b], star->down[b]},
                   2, a < b);
}

static void leave(struct bba *bba, uint32_t worker)
{
    rd_worker_heap_remove(&bba->busy, worker);
    rd_worker_heap_remove(&bba->idle, worker);
    rd_worker_heap_remove(&bba->by_end, worker);
    rd_worker_heap_remove(&bba->by_way, worker);
}

static bool is_idle(const struct bba *bba, uint32_t worker, int64_t gate)
{
    return bba->end[worker] - bba->star->down[worker] < gate;
}

static void enter(struct bba *bba, uint32_t worker, int64_t gate)
{
    leave(bba, worker);
    rd_worker_heap_put(is_idle(bba, worker, gate) ? &bba->idle : &bba->busy, worker);
}

static int64_t end_with_item(const struct bba *bba, uint32_t worker, int64_t gate)
{
    int64_t arrival = gate + bba->star->down[worker];
    int64_t end = bba->end[worker];
    return (end > arrival ? end : arrival) + bba->star->w[worker];
}

/* Who of the busy and the idle ones would end first with one item more. Returns: RD_NO_HOST if
 * there is nobody. */
static uint32_t find_first(struct bba *bba, int64_t gate)
{
    while (bba->busy.count > 0 && is_idle(bba, bba->busy.at[0], gate))
        enter(bba, bba->busy.at[0], gate);
    if (bba->busy.count == 0 || bba->idle.count == 0)
        return bba->busy.count > 0   ? bba->busy.at[0]
               : bba->idle.count > 0 ? bba->idle.at[0]
                                     : RD_NO_HOST;
    uint32_t busy = bba->busy.at[0], idle = bba->idle.at[0];
    const int64_t *down = bba->star->down;
    int64_t of_busy[] = {end_with_item(bba, busy, gate), bba->end[busy], down[busy]};
    int64_t of_idle[] = {end_with_item(bba, idle, gate), bba->end[idle], down[idle]};
    return smaller(of_busy, of_idle, 3, busy < idle) ? busy : idle;
}

/* The same of all. Who has not been looked at ends with the item at end + w or after it, and at
 * gate + down + w or after it. An idle first one shows that most by their ways cannot be before it,
 * a busy one by their ends. */
static uint32_t find_receiver(struct bba *bba, int64_t gate)
{
    const struct rd_star *star = bba->star;
    for (;;) {
        uint32_t first = find_first(bba, gate);
        if (bba->by_end.count == 0)
            return first;
        uint32_t next = bba->by_end.at[0], nearest = bba->by_way.at[0];
        int64_t by_end = bba->end[next] + star->w[next];
        int64_t by_way = gate + star->down[nearest] + star->w[nearest];
        if (first != RD_NO_HOST &&
            end_with_item(bba, first, gate) < (by_end > by_way ? by_end : by_way))
            return first;
        enter(bba, first != RD_NO_HOST && is_idle(bba, first, gate) ? nearest : next, gate);
    }
}

static struct bba begin(const struct rd_star *star, struct rd_arena *scratch)
{
    uint32_t m = star->worker_count;
    struct bba bba = {
        .star = star,
        .end = rd_take(scratch, m, int64_t),
        .left = rd_take(scratch, m, int64_t),
    };
    for (uint32_t worker = 0; worker < m; worker++) {
        bba.end[worker] = star->load[worker] * star->w[worker];
        bba.left[worker] = star->load[worker];
    }
    return bba;
}

static void make_heaps(struct bba *bba, struct rd_arena *scratch)
{
    uint32_t m = bba->star->worker_count;
    bba->latest = rd_worker_heap_make(m, ends_later, bba, scratch);
    bba->busy = rd_worker_heap_make(m, ends_earlier_with_item, bba, scratch);
    bba->idle = rd_worker_heap_make(m, is_quicker, bba, scratch);
    bba->by_end = rd_worker_heap_make(m, ends_earlier_with_item, bba, scratch);
    bba->by_way = rd_worker_heap_make(m, is_quicker, bba, scratch);
    rd_worker_heap_fill(&bba->latest, m);
    rd_worker_heap_fill(&bba->by_end, m);
    rd_worker_heap_fill(&bba->by_way, m);
}

struct rd_star_moves rd_star_bba(const struct rd_star *star, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_star_moves moves = rd_star_moves_make(star->item_count, arena);
    moves.count = 0;
    struct bba bba = begin(star, scratch);
    make_heaps(&bba, scratch);
    int64_t in = 0, out = 0;
    /* All workers stay in the heap of the latest, and a star has one or more. */
    while (bba.left[bba.latest.at[0]] > 0) {
        uint32_t sender = bba.latest.at[0];
        int64_t through = in + star->up[sender];
        int64_t gate = through > out ? through : out;
        leave(&bba, sender);
        uint32_t receiver = find_receiver(&bba, gate);
        if (receiver == RD_NO_HOST || bba.end[sender] <= end_with_item(&bba, receiver, gate))
            break;
        moves.sender[moves.count] = sender;
        moves.receiver[moves.count++] = receiver;
        bba.end[receiver] = end_with_item(&bba, receiver, gate);
        bba.end[sender] -= star->w[sender];
        bba.left[sender]--;
        in = through;
        out = gate + star->down[receiver];
        rd_worker_heap_put(&bba.latest, sender);
        rd_worker_heap_put(&bba.latest, receiver);
        enter(&bba, sender, gate);
        enter(&bba, receiver, gate);
    }
    rd_arena_rewind(scratch, mark);
    return moves;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts(instance, "BBA", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_moves moves = rd_star_bba(&star, scratch, arena);
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
