/* A plan is data: who sends how much to whom in which round. docs/model.md defines what it means;
 * the referee (referee.h) implements that, and the player (engine) plays it on SimGrid. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "instance.h"
#include "topology.h"

enum rd_timing {
    RD_SELF_TIMED, /* a message starts as soon as ports, reservations and causal dependencies permit
                    */
    RD_LOCK_STEP,  /* round r starts when round r-1 has ended; what cannot start is a violation */
    RD_FREE_ORDER, /* everything is posted at once and the network arbitrates: no planned time */
    RD_AS_RECORDED /* what a protocol did in the exact model: its clock is that of the record */
};

/* How the messages of a transfer of a self-timed plan go over shared links (docs/model.md). */
enum rd_room {
    RD_ROOM_KEEP,  /* they wait until there is room besides all that is listed before */
    RD_ROOM_BYTES, /* the same, but room in the time of their bytes, not in their latency */
    RD_ROOM_SHARE  /* they wait for no room, and slow each other down */
};

enum { RD_CONTROL = -1 }; /* the kind that holds nothing: control words, plain work */

/* The bytes of a message's items, or of a control word; without message_bytes. O(1). */
static inline double rd_content_bytes(const struct rd_instance *instance, int32_t kind,
                                      int64_t items)
{
    return kind == RD_CONTROL ? instance->word_bytes
                              : (double)items * rd_kind_bytes(instance, (uint32_t)kind);
}

/* `messages` equal messages of `items` items each, one after the other, from a host to its
 * neighbour. 32 bytes.
 *   to == RD_NO_HOST   a computation on `from`: consumes its items, lasts items * flops / speed
 *   kind == RD_CONTROL with a `to`, `messages` control words (items 0);
 *                      without, plain work of `items` items that consumes nothing
 *   messages == 0      as held: `items` in all, each message takes what is there */
struct rd_transfer {
    uint32_t round;
    uint32_t from;
    uint32_t to;
    int32_t kind;
    int64_t items;
    int64_t messages;
};

/* The block of dimensions that a packet crosses, in this order: 0-3 ascends, 3-0 descends. */
struct rd_dimension_range {
    uint8_t first;
    uint8_t last;
};

/* Rounds that a packet is on its way, and the dimension that it crosses in the k-th of them. */
static inline uint32_t rd_dimension_range_length(struct rd_dimension_range block)
{
    return (uint32_t)(block.first < block.last ? block.last - block.first
                                               : block.first - block.last) +
           1;
}

static inline uint32_t rd_dimension_range_at(struct rd_dimension_range block, uint32_t k)
{
    return block.first <= block.last ? block.first + k : block.first - k;
}

struct rd_certificate;
struct rd_plan;
struct rd_protocol;
struct rd_trace;

enum { RD_PARAMETER_LIMIT = 4 };

/* What a run of a protocol depends on besides the instance (sim/online/protocol.h). */
struct rd_protocol_run {
    const struct rd_protocol *protocol;
    uint64_t seed;
    double parameter[RD_PARAMETER_LIMIT]; /* of the protocol's own */
};

/* Who is given the transfers of a lock-step plan while it is made, so that they need not be kept.
 */
struct rd_plan_reader {
    /* Reads the transfers that the plan holds, which follow those of the call before; then the plan
     * forgets them. */
    void (*read)(struct rd_plan_reader *reader, const struct rd_plan *plan);
    size_t transfer_count; /* at least 1: the plan holds as many before they are read, or more */
};

/* A number that a planner counted: states of a search, steps of a dimension. */
struct rd_counter {
    const char *name; /* of small letters, digits and _ */
    double value;
};

struct rd_plan {
    enum rd_timing timing;
    double step_s;        /* lock-step: the least a round lasts */
    uint32_t round_count; /* idle rounds count, also at the end */
    size_t transfer_count;
    size_t transfer_capacity;
    struct rd_transfer
        *transfer; /* [transfer_count], by round, in an order in which each could be executed */
    struct rd_dimension_range *block; /* [transfer_count] if the plan is of packets, else NULL */
    uint8_t *room; /* [transfer_count] of enum rd_room; NULL: all keep if keeps_shared, else all
                      share. Read it by rd_plan_room */
    int64_t *first_item; /* [transfer_count] of messages of named kinds: the first item of the first
                            message; RD_NO_ITEM of all others. NULL: no transfer is of a named kind.
                            Read it by rd_plan_first_item */
    size_t
        first_transfer; /* the number of transfer[0] in the plan: those before it are forgotten */
    struct rd_plan_reader *reader; /* NULL: every transfer is kept, and first_transfer is 0 */
    bool keeps_shared; /* the mark of all transfers where room is NULL; else without meaning */
    bool searched_all; /* the planner searched all schedules of its class: none is shorter. What
                          that proves, proof.h decides */

    const struct rd_certificate *certificate; /* why no relabelling is better; NULL: no such claim.
                                                 The referee checks it (certificate.h) */
    const char *note;           /* a remark for the transfer of results; NULL if there is none */
    struct rd_counter *counter; /* [counter_count], each name once */
    size_t counter_count;

    /* RD_AS_RECORDED: the transfers are those of the record, by start, and list what was done; with
     * whom a simulation runs again. Else NULL and zeros. */
    const struct rd_trace *record; /* sorted */
    struct rd_protocol_run run;
};

/* Transfer `number` of the plan, which it still holds, and a packet's block. O(1). */
static inline const struct rd_transfer *rd_plan_transfer(const struct rd_plan *plan, size_t number)
{
    return &plan->transfer[number - plan->first_transfer];
}

static inline struct rd_dimension_range rd_plan_dimension_range(const struct rd_plan *plan,
                                                                size_t number)
{
    return plan->block[number - plan->first_transfer];
}

/* The mark of transfer `number` of the plan, which it still holds. O(1). */
static inline enum rd_room rd_plan_room(const struct rd_plan *plan, size_t number)
{
    if (!plan->room)
        return plan->keeps_shared ? RD_ROOM_KEEP : RD_ROOM_SHARE;
    return (enum rd_room)plan->room[number - plan->first_transfer];
}

/* The first item of transfer `number` of the plan, which it still holds. O(1). */
static inline int64_t rd_plan_first_item(const struct rd_plan *plan, size_t number)
{
    return plan->first_item ? plan->first_item[number - plan->first_transfer] : RD_NO_ITEM;
}

/* Marks transfer `number` of the plan, which it still holds. In: the arena that its transfers were
 * taken from. Cost: O(1), but O(transfers) for the first. */
void rd_plan_set_room(struct rd_plan *plan, struct rd_arena *arena, size_t number,
                      enum rd_room room);

/* Has any transfer between hosts this mark? O(transfers), or O(1) where all have the same. */
bool rd_plan_has_room(const struct rd_plan *plan, enum rd_room room);

/* "keep", "bytes", "share", as plan files spell them. */
const char *rd_room_name(enum rd_room room);

/* Makes room for `count` transfers more, so that adding them moves nothing. Capacity doubles at
 * least. */
void rd_plan_reserve(struct rd_plan *plan, struct rd_arena *arena, size_t count);

/* Makes room for another transfer: lets the plan's reader have those that there are, if it has one
 * and they are enough, and else takes memory. Only in lock-step are transfers read before the last
 * is there. */
void rd_plan_make_room(struct rd_plan *plan, struct rd_arena *arena);

/* Adds a counter. In: a name that it has not. */
void rd_plan_count(struct rd_plan *plan, struct rd_arena *arena, const char *name, double value);

/* What rd_plan_add and rd_plan_add_packet share. */
static inline void rd_plan_append(struct rd_plan *plan, struct rd_arena *arena,
                                  struct rd_transfer transfer)
{
    rd_assert(transfer.round < UINT32_MAX);
    rd_assert(plan->transfer_count == 0 ||
              plan->transfer[plan->transfer_count - 1].round <= transfer.round);
    if (plan->transfer_count == plan->transfer_capacity)
        rd_plan_make_room(plan, arena);
    /* Field by field, so that compilers need no copy of the transfer on the stack: writing one and
     * reading it back at once stalls, at three times the cost of all the rest. */
    struct rd_transfer *last = &plan->transfer[plan->transfer_count++];
    last->round = transfer.round;
    last->from = transfer.from;
    last->to = transfer.to;
    last->kind = transfer.kind;
    last->items = transfer.items;
    last->messages = transfer.messages;
    if (plan->room)
        plan->room[plan->transfer_count - 1] = RD_ROOM_KEEP;
    if (plan->first_item)
        plan->first_item[plan->transfer_count - 1] = RD_NO_ITEM;
    if (plan->round_count <= transfer.round)
        plan->round_count = transfer.round + 1;
}

/* Appends a transfer; round_count grows to hold it. Its mark is that of all, or keeps where
 * transfers were marked one by one. In: a plan whose transfers were taken from this
 * arena only (a plan of zeros is an empty plan). Transfers must come by round. Cost: amortised
 * O(1). */
static inline void rd_plan_add(struct rd_plan *plan, struct rd_arena *arena,
                               struct rd_transfer transfer)
{
    rd_assert(!plan->block);
    rd_plan_append(plan, arena, transfer);
}

/* Appends a transfer of a named kind, whose message i takes the items first_item + i items ..
 * first_item + (i + 1) items - 1. Cost: amortised O(1), but O(transfers) for the first. */
void rd_plan_add_copies(struct rd_plan *plan, struct rd_arena *arena, struct rd_transfer transfer,
                        int64_t first_item);

/* Appends a packet. All transfers of a plan are packets, or none. round_count grows to hold the
 * round in which it is accepted. */
void rd_plan_add_packet(struct rd_plan *plan, struct rd_arena *arena, struct rd_transfer transfer,
                        struct rd_dimension_range block);

/* Messages and computations, one for each transfer as held; INT64_MAX for more. O(transfers). */
int64_t rd_plan_messages(const struct rd_plan *plan);

/* Has it messages of several items, or as held? O(transfers). */
bool rd_plan_sends_together(const struct rd_plan *plan);

/* Splits messages into single items where that costs nothing: on links without latency, unless a
 * host may send one message only. A message under way does not see that its link becomes faster;
 * the next one does. Lock-step plans, packets, what is sent as held and what a protocol did stay as
 * they are. Cost: O(transfers). */
struct rd_instance;
void rd_plan_split_items(struct rd_plan *plan, const struct rd_instance *instance);

/* Where the goal is to finish, what no transfer mentions is computed after everything else: appends
 * one computation transfer per host and kind that is left with items; in lock-step, in rounds of
 * their own behind the last, one per kind. Nothing for other goals, for packets, for what a
 * protocol did, or if items need no computing. Call it before judging or playing. A plan that is
 * not executable transfer by transfer is left to the referee. In: a plan that has all its
 * transfers; two different arenas. Cost: O(transfers + hosts * kinds). */
void rd_plan_compute_rest(struct rd_plan *plan, const struct rd_instance *instance,
                          struct rd_arena *arena, struct rd_arena *scratch);
