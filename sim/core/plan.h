/* A plan is data: who sends how much to whom in which round. docs/model.md defines what it means;
 * the referee (referee.h) implements that, and the player (engine) plays it on SimGrid. */
#ifndef REDIST_CORE_PLAN_H
#define REDIST_CORE_PLAN_H

#include "arena.h"
#include "error.h"
#include "topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rd_timing {
    RD_SELF_TIMED, /* a message starts as soon as ports, promises and knowledge let it */
    RD_LOCK_STEP,  /* round r starts when round r-1 has ended; what cannot start is a violation */
    RD_FREE_ORDER  /* everything is posted at once and the network arbitrates: no planned time */
};

enum { RD_CONTROL = -1 }; /* the kind that holds nothing: control words, plain work */

/* `messages` equal messages of `items` items each, one after the other, from a host to its
 * neighbour. 32 bytes.
 *   to == RD_NO_HOST   a computation on `from`: consumes its items, lasts items * flops / speed
 *   kind == RD_CONTROL with a `to`, `messages` control words (items 0);
 *                      without, plain work of `items` items that consumes nothing
 *   messages == 0      as held: `items` in all, each message takes what is there */
struct rd_row {
    uint32_t round;
    uint32_t from;
    uint32_t to;
    int32_t kind;
    int64_t items;
    int64_t messages;
};

/* The block of dimensions that a packet crosses, in this order: 0-3 ascends, 3-0 descends. */
struct rd_block {
    uint8_t first;
    uint8_t last;
};

/* Rounds that a packet is on its way, and the dimension that it crosses in the k-th of them. */
static inline uint32_t rd_block_length(struct rd_block block)
{
    return (uint32_t)(block.first < block.last ? block.last - block.first
                                               : block.first - block.last) +
           1;
}

static inline uint32_t rd_block_dimension(struct rd_block block, uint32_t k)
{
    return block.first <= block.last ? block.first + k : block.first - k;
}

struct rd_certificate;
struct rd_plan;

/* Who is given the rows of a lock-step plan while it is made, so that they need not be kept. */
struct rd_plan_reader {
    /* Reads the rows that the plan holds, which follow those of the call before; then the plan
     * forgets them. */
    void (*read)(struct rd_plan_reader *reader, const struct rd_plan *plan);
    size_t row_count; /* at least 1: the plan holds as many before they are read, or more */
};

struct rd_plan {
    enum rd_timing timing;
    double step_s;        /* lock-step: the least a round lasts */
    uint32_t round_count; /* idle rounds count, also at the end */
    size_t row_count;
    size_t row_capacity;
    struct rd_row *row;     /* [row_count], by round, in an order in which each could be executed */
    struct rd_block *block; /* [row_count] if the plan is of packets, else NULL */
    size_t first_row;       /* the number of row[0] in the plan: those before it are forgotten */
    struct rd_plan_reader *reader; /* NULL: every row is kept, and first_row is 0 */
    bool proved_optimal;           /* an exhaustive search of the planner's found nothing better */

    const struct rd_certificate *certificate; /* why no relabelling is better; NULL: no such claim.
                                                 The referee checks it (certificate.h) */
    const char *note; /* a remark for the row of results; NULL if there is none */
};

/* Row `number` of the plan, which it still holds, and a packet's block. O(1). */
static inline const struct rd_row *rd_plan_row(const struct rd_plan *plan, size_t number)
{
    return &plan->row[number - plan->first_row];
}

static inline struct rd_block rd_plan_block(const struct rd_plan *plan, size_t number)
{
    return plan->block[number - plan->first_row];
}

/* Makes room for `count` rows more, so that adding them moves nothing. Capacity doubles at least.
 */
void rd_plan_reserve(struct rd_plan *plan, struct rd_arena *arena, size_t count);

/* Makes room for another row: lets the plan's reader have those that there are, if it has one and
 * they are enough, and else takes memory. Only in lock-step are rows read before the last is there.
 */
void rd_plan_make_room(struct rd_plan *plan, struct rd_arena *arena);

/* What rd_plan_add and rd_plan_add_packet share. */
static inline void rd_plan_append(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row)
{
    rd_assert(row.round < UINT32_MAX);
    rd_assert(plan->row_count == 0 || plan->row[plan->row_count - 1].round <= row.round);
    if (plan->row_count == plan->row_capacity)
        rd_plan_make_room(plan, arena);
    /* Field by field, so that compilers need no copy of the row on the stack: writing one and
     * reading it back at once stalls, at three times the cost of all the rest. */
    struct rd_row *last = &plan->row[plan->row_count++];
    last->round = row.round;
    last->from = row.from;
    last->to = row.to;
    last->kind = row.kind;
    last->items = row.items;
    last->messages = row.messages;
    if (plan->round_count <= row.round)
        plan->round_count = row.round + 1;
}

/* Appends a row; round_count grows to hold it. In: a plan whose rows were taken from this arena
 * only (a plan of zeros is an empty plan). Rows must come by round. Cost: amortised O(1). */
static inline void rd_plan_add(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row)
{
    rd_assert(!plan->block);
    rd_plan_append(plan, arena, row);
}

/* Appends a packet. All rows of a plan are packets, or none. round_count grows to hold the round in
 * which it is accepted. */
void rd_plan_add_packet(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row,
                        struct rd_block block);

/* Cuts messages into single items where that costs nothing: on links without latency, unless a host
 * may send one message only. A message under way does not see that its link becomes faster; the
 * next one does. Lock-step plans, packets and what is sent as held stay as they are. Cost: O(rows).
 */
struct rd_instance;
void rd_plan_split_items(struct rd_plan *plan, const struct rd_instance *instance);

/* Where the goal is to finish, what no row mentions is computed after everything else: appends one
 * computation row per host and kind that is left with items; in lock-step, in rounds of their own
 * behind the last, one per kind. Nothing for other goals, for packets, or if items need no
 * computing. Call it before judging or playing. A plan that is not executable row by row is left to
 * the referee.
 * In: a plan that has all its rows; two different arenas. Cost: O(rows + hosts * kinds). */
void rd_plan_compute_rest(struct rd_plan *plan, const struct rd_instance *instance,
                          struct rd_arena *arena, struct rd_arena *scratch);

#endif
