#include "order_moves.h"

#include "order.h"
#include "order_dates.h"

#include "sim/base/guard.h"
#include "sim/base/integers.h"
#include "sim/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct moves {
    const struct rd_object_list *copies;
    uint32_t count;
    struct rd_order_dates *dates;
    uint32_t *list;     /* [count] the order that is tried */
    uint32_t *position; /* [count] of objects in the present order */
    uint32_t *chain;    /* [chain_count] who waited for whom, the last one first */
    uint32_t chain_count;
    bool in_turn; /* how the list is dated */
    struct rd_dated now, tried;
    struct rd_rng rng;
};

/* Who waited for whom until the end. */
static void find_chain(struct moves *moves)
{
    moves->chain_count = 0;
    for (uint32_t object = moves->now.last; object != RD_NO_OBJECT;
         object = moves->now.waits[object])
        moves->chain[moves->chain_count++] = object;
    for (uint32_t i = 0; i < moves->count; i++)
        moves->position[moves->now.order[i]] = i;
}

/* Lists the present order with an object at another place. */
static void put(struct moves *moves, uint32_t object, uint32_t place)
{
    uint32_t was = moves->position[object];
    const uint32_t *order = moves->now.order;
    size_t size = sizeof *order;
    uint32_t least = was < place ? was : place, most = was < place ? place : was;
    memcpy(moves->list, order, least * size);
    memcpy(moves->list + most + 1, order + most + 1, (moves->count - most - 1) * size);
    if (was < place)
        memcpy(moves->list + was, order + was + 1, (place - was) * size);
    else
        memcpy(moves->list + place + 1, order + place, (was - place) * size);
    moves->list[place] = object;
}

/* Something listed before an object that takes space where it does; RD_NO_OBJECT. */
static uint32_t rival_before(struct moves *moves, uint32_t object)
{
    uint32_t found = RD_NO_OBJECT, met = 0, taker = rd_takes_space(moves->copies, object);
    for (uint32_t i = 0; i < moves->position[object]; i++) {
        uint32_t other = moves->now.order[i];
        if (rd_takes_space(moves->copies, other) == taker && rd_rng_below(&moves->rng, ++met) == 0)
            found = other;
    }
    return found;
}

/* Lists the present order with something of the chain moved: an object before what it waits for, or
 * that behind it; for space also before, or behind, what takes it first; or anywhere before. */
static void draw(struct moves *moves)
{
    uint32_t object = moves->chain[rd_rng_below(&moves->rng, moves->chain_count)];
    uint32_t other = moves->now.waits[object], place = moves->position[object];
    uint64_t how = rd_rng_below(&moves->rng, 4);
    moves->in_turn = rd_rng_below(&moves->rng, 2);
    if (other != RD_NO_OBJECT && moves->now.is_for_space[object] && how < 2)
        other = rival_before(moves, object);
    if (other == RD_NO_OBJECT || how == 3)
        put(moves, object, (uint32_t)rd_rng_below(&moves->rng, (uint64_t)place + 1));
    else if (how % 2 == 0)
        put(moves, object, moves->position[other]);
    else
        put(moves, other, place);
}

/* --- all of it -------------------------------------------------------------------------------- */

static struct moves open(const struct rd_object_list *copies, const uint32_t *way,
                         struct rd_arena *scratch)
{
    return (struct moves){.copies = copies,
                          .count = copies->count,
                          .dates = rd_order_dates_open(copies, way, scratch),
                          .list = rd_take(scratch, copies->count, uint32_t),
                          .position = rd_take(scratch, copies->count, uint32_t),
                          .chain = rd_take(scratch, copies->count, uint32_t),
                          .now = rd_dated_open(copies->count, scratch),
                          .tried = rd_dated_open(copies->count, scratch)};
}

/* Takes the order that was tried. */
static void take_tried(struct moves *moves)
{
    struct rd_dated old = moves->now;
    moves->now = moves->tried;
    moves->tried = old;
    find_chain(moves);
}

struct dated_object {
    double start_s;
    uint32_t place, object;
};

RD_ORDERED_BY(by_start, struct dated_object, start_s, place)

/* The present order as a schedule: its messages by start. */
static void keep(const struct moves *moves, struct rd_copy_schedule *schedule,
                 struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct dated_object *dated = rd_take(scratch, moves->count, struct dated_object);
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t object = moves->now.order[i];
        dated[i] = (struct dated_object){moves->now.start_s[object], i, object};
        schedule->start_s[object] = moves->now.start_s[object];
    }
    qsort(dated, moves->count, sizeof *dated, by_start);
    for (uint32_t i = 0; i < moves->count; i++)
        schedule->order[i] = dated[i].object;
    schedule->makespan_s = moves->now.makespan_s;
}

struct rd_copy_schedule rd_move_in_order(const struct rd_object_list *copies,
                                         const struct rd_copy_schedule *schedule, double bound_s,
                                         int64_t orders, uint64_t seed, struct rd_arena *arena,
                                         struct rd_arena *scratch)
{
    enum { AGO = 50 };
    double then_s[AGO];
    struct rd_copy_schedule best = {
        .way = schedule->way,
        .start_s = rd_arena_copy(arena, schedule->start_s, copies->count, sizeof(double)),
        .order = rd_arena_copy(arena, schedule->order, copies->count, sizeof(uint32_t)),
        .makespan_s = schedule->makespan_s};
    rd_arena_borrow(scratch);
    struct moves moves = open(copies, schedule->way, scratch);
    moves.rng = rd_rng_seeded(seed, 3);
    rd_assert(rd_order_date(moves.dates, schedule->order, false, INFINITY, &moves.tried));
    take_tried(&moves);
    for (uint32_t i = 0; i < AGO; i++)
        then_s[i] = moves.now.makespan_s;
    for (int64_t i = 0; i < orders && best.makespan_s > bound_s * (1 + 1e-9) && !rd_time_is_up();
         i++) {
        draw(&moves);
        if (rd_order_date(moves.dates, moves.list, moves.in_turn,
                          fmax(then_s[i % AGO], moves.now.makespan_s), &moves.tried))
            take_tried(&moves);
        then_s[i % AGO] = moves.now.makespan_s;
        if (moves.now.makespan_s < best.makespan_s)
            keep(&moves, &best, scratch);
    }
    return best;
}
