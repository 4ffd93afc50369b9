/* What the parts of the referee share. referee.h is the face of it; nobody else includes this, but
 * for a test of the limits. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "referee.h"
#include "sim/model/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sums of items and of messages are kept below this, so that adding two never overflows. */
#define RD_SUM_LIMIT (INT64_C(1) << 62)

/* What a judgement gives up at, lest it take all memory or time. */
struct rd_referee_limits {
    int64_t single_steps; /* messages looked at one by one, where runs cannot be taken whole */
    uint32_t arrivals;    /* runs of arrivals that are remembered; a power of two, 1024 or more */
    int64_t trace_transfers; /* of a planned trace */
    size_t hops;             /* of the packets of a trace that is judged */
};

/* Those of rd_judge_plan and rd_judge_trace. */
extern const struct rd_referee_limits rd_referee_limits;

/* The same judgements within other limits: theirs take gigabytes, or minutes, to reach. */
void rd_referee_plan_within(const struct rd_referee_limits *limits,
                            const struct rd_instance *instance, const struct rd_plan *plan,
                            struct rd_arena *arena, struct rd_arena *scratch,
                            struct rd_trace *ret_trace, struct rd_verdict *ret_verdict);
void rd_referee_trace_within(const struct rd_referee_limits *limits,
                             const struct rd_instance *instance, const struct rd_trace *trace,
                             bool exact_costs, double tolerance_s, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_verdict *ret_verdict);

/* Two arrivals this near are of one date when an as-held message is cut. */
#define RD_SAME_DATE_S 1e-9

/* The items of one kind at one host, as the transfers are executed one by one, each whole. */
struct rd_inventory {
    int64_t held;
    int64_t own_left; /* of its load, after all it parted with; below 0: it passes items on */
};

/* One judgement under way. */
struct rd_referee {
    const struct rd_referee_limits *limits;
    const struct rd_instance *instance;
    const struct rd_plan *plan;
    const struct rd_trace *dates; /* of the plan's transfers, where a trace is judged; else NULL */
    double tolerance_s;           /* of these dates */
    struct rd_arena *arena;
    struct rd_arena *scratch;
    struct rd_trace *trace; /* NULL if none is wanted */
    struct rd_verdict *verdict;
    struct rd_lock_step_referee
        *lock_step;                      /* where such a plan is judged; NULL if it is of packets */
    struct rd_packet_referee *under_way; /* likewise */

    uint32_t round_count; /* of the plan; UINT32_MAX while it is being made */
    uint32_t host_count;
    uint32_t kind_count;
    uint32_t window;  /* of a port: 1, k, or UINT32_MAX; k is the greatest where hosts differ */
    uint32_t no_work; /* the host that may not compute: a star's master; else RD_NO_HOST */
    bool one_bus;     /* one message at a time in the whole network */
    bool packets;     /* transfers cross blocks of dimensions, not one link */
    bool one_a_link;  /* a link carries one message at a time */

    /* Summed over the transfers; as-held transfers count for one message until their messages are
     * known. */
    int64_t transfers;
    int64_t computations;
    int64_t items_moved;
    int64_t *computed;   /* [host_count] in the arena; NULL until a transfer computes */
    int64_t *worked;     /* [host_count] plain work, for RD_STENCIL only; INT64_MAX: that or more */
    int64_t *final;      /* [host_count * kind_count] in the arena, once known; NULL of objects */
    uint32_t *placement; /* [objects] in the arena; NULL of items */
    double makespan_s;
    int64_t steps, token_steps;
    uint32_t round_before;  /* of the last transfer that was looked at */
    bool first_fault_found; /* a transfer is to blame, and none behind it can be named before it */

    /* Found by rd_referee_transfers. */
    struct rd_inventory *inventory; /* [host_count * kind_count] */
    bool passes_on;                 /* some host parts with more than its load */
    bool multi_source;              /* ... and has it from several links, in no fixed order */
    bool equal_items;               /* of all messages, at several ports; else false */
    bool computes;                  /* some transfer has no receiver */
    bool as_held;                   /* some transfer has messages 0 */
    bool has_rounds;                /* transfers of at least two rounds */
    bool has_control;               /* control words or plain work */

    /* Found by rd_referee_marks, of transfers that use shared links. */
    bool keeps;       /* some wait for room on them, in their latency or not */
    bool keeps_bytes; /* some in the time of their bytes only */
    bool shares;      /* some do not, and may slow others down */
};

/* How many messages a port of a host carries at a time. */
static inline uint32_t rd_window_of(const struct rd_referee *referee, uint32_t host)
{
    const uint32_t *ports = referee->instance->host_port_count;
    return ports ? ports[host] : referee->window;
}

/* The later of two dates; fmax would be a call. */
static inline double rd_latest_of(double a_s, double b_s)
{
    return a_s > b_s ? a_s : b_s;
}

/* Writes the verdict: what is wrong, which transfer and host are to blame, and the words.
 * Returns: false, always. */
bool rd_referee_fail(struct rd_referee *referee, enum rd_violation violation, size_t transfer,
                     uint32_t host, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Is a transfer well formed? By itself and after the transfer before it; not what it holds.
 * Returns: the items that it moves or computes in *ret_items, 0 for words and plain work.
 * Cost: O(1). Inline because every transfer of every plan passes here. */
static inline bool rd_transfer_is_well_formed(const struct rd_referee *referee,
                                              const struct rd_transfer *transfer,
                                              int64_t *ret_items)
{
    int64_t product;
    bool control = transfer->kind == RD_CONTROL;
    bool computes = transfer->to == RD_NO_HOST;
    int64_t messages = transfer->messages + (transfer->messages == 0);
    if (transfer->round < referee->round_before || transfer->round >= referee->round_count ||
        transfer->from >= referee->host_count || transfer->items < 0 || messages < 0 ||
        messages > RD_ITEM_LIMIT || __builtin_mul_overflow(transfer->items, messages, &product) ||
        product > RD_ITEM_LIMIT)
        return false;
    if (control) {
        if (transfer->messages == 0 || (!computes && transfer->items != 0))
            return false;
        product = 0;
    } else if ((uint32_t)transfer->kind >= referee->kind_count || transfer->items == 0) {
        return false;
    }
    if (referee->packets) {
        if (transfer->messages != 1 || transfer->to >= referee->host_count ||
            transfer->to == transfer->from)
            return false;
    } else if (computes ? transfer->from == referee->no_work
                        : rd_link_between(&referee->instance->topology, transfer->from,
                                          transfer->to) == RD_NO_LINK) {
        return false;
    }
    *ret_items = product;
    return true;
}

/* Says what is wrong with the first transfer, from number `first` on, that is not well formed.
 * In: the plan holds it; judge->round_before is the round of the transfer before it. Returns: true
 * if all are; else false, and the verdict is written. */
bool rd_referee_form(struct rd_referee *referee, size_t first);

/* Adds a transfer to the sums, and what it computes to `computed`. In: a transfer that is well
 * formed. Returns: false, and the verdict, if a sum passes its limit. */
static inline bool rd_referee_sum(struct rd_referee *referee, const struct rd_transfer *transfer,
                                  int64_t items)
{
    int64_t messages = transfer->messages + (transfer->messages == 0);
    if (transfer->to == RD_NO_HOST) {
        referee->computations += messages;
        referee->computes = true;
        if (transfer->kind >= 0) {
            if (!referee->computed)
                referee->computed = rd_take(referee->arena, referee->host_count, int64_t);
            referee->computed[transfer->from] += items;
        } else if (referee->worked && __builtin_add_overflow(referee->worked[transfer->from],
                                                             transfer->items * messages,
                                                             &referee->worked[transfer->from])) {
            referee->worked[transfer->from] = INT64_MAX;
        }
    } else {
        referee->transfers += messages;
        referee->items_moved += items;
    }
    return referee->transfers <= RD_SUM_LIMIT && referee->items_moved <= RD_SUM_LIMIT &&
           referee->computations <= RD_SUM_LIMIT;
}

/* The sums passed their limit at a transfer. Returns: false, always. */
bool rd_referee_too_much(struct rd_referee *referee, size_t transfer);

/* The plan would have more messages to list, or to look at one by one, than the limit.
 * Returns: false, always. */
bool rd_referee_too_long(struct rd_referee *referee, size_t transfer, int64_t limit,
                         const char *what);

/* In lock-step a transfer parts with what is not held when its round starts. Returns: false,
 * always. */
bool rd_referee_not_held(struct rd_referee *referee, size_t transfer, int64_t items, int64_t held);

static inline size_t rd_inventory_index(const struct rd_referee *referee, uint32_t host,
                                        int32_t kind)
{
    return (size_t)host * referee->kind_count + (uint32_t)kind;
}

/* Judges the transfers that judge->plan holds, one by one: form, sums, then what `play` says.
 * Inline, so that `play` is no call. A transfer that means nothing is named before any other, also
 * before one that was played earlier. Returns: false, and the verdict, if one is to blame. */
static inline bool rd_referee_each_transfer(struct rd_referee *referee, void *state,
                                            bool (*play)(void *state, size_t index,
                                                         const struct rd_transfer *transfer,
                                                         int64_t items))
{
    const struct rd_transfer *transfer = referee->plan->transfer;
    size_t number = referee->plan->first_transfer, end = number + referee->plan->transfer_count;
    for (; number < end; number++, transfer++) {
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, transfer, &items)) {
            referee->first_fault_found = true;
            return rd_referee_form(referee, number);
        }
        int64_t hops = referee->packets ? __builtin_popcount(transfer->from ^ transfer->to) : 1;
        if (!rd_referee_sum(referee, transfer, items * hops)) {
            referee->first_fault_found = true;
            return rd_referee_too_much(referee, number);
        }
        if (!play(state, number, transfer, items)) {
            referee->round_before = transfer->round;
            referee->first_fault_found = !rd_referee_form(referee, number + 1);
            return false;
        }
        referee->round_before = transfer->round;
    }
    return true;
}

/* How long one message of `items` items of a transfer lasts, or one computation. In: the transfer's
 * link, if it has a receiver. */
static inline double rd_message_s(const struct rd_instance *instance,
                                  const struct rd_transfer *transfer, uint64_t link, int64_t items)
{
    if (transfer->to == RD_NO_HOST)
        return instance->flops_per_item == 0 ? 0
                                             : (double)items * instance->flops_per_item /
                                                   instance->speed_flops_per_s[transfer->from];
    return rd_message_duration_s(rd_link_cost(instance, link),
                                 rd_content_bytes(instance, transfer->kind, items));
}

/* " of kind 2" where an instance has several kinds, else "". */
enum { RD_OF_KIND_SIZE = 32 };
const char *rd_of_kind(const struct rd_referee *referee, int32_t kind, char text[RD_OF_KIND_SIZE]);

/* "sends" or "computes". */
const char *rd_transfer_verb(uint32_t to);

/* Lists `count` equal messages of a transfer in the trace, if one is wanted: at start_s, start_s +
 * step_s, ..., each lasting duration_s. Returns: false, and the verdict, beyond the limit. */
bool rd_referee_list(struct rd_referee *referee, size_t transfer, double start_s, double step_s,
                     int64_t count, int64_t items, double duration_s);

/* Is a transfer's block one of this hypercube, and does it hold every dimension in which the
 * packet's ends differ? Returns: false, and the verdict, if not. */
bool rd_referee_dimension_range(struct rd_referee *referee, size_t transfer);

/* The parts. Each returns false with the verdict written, or fills the judgement further. */

/* Form of every transfer, sums, and the order of transfers: can they be executed one by one, each
 * whole? Fills stock, final and the flags. Self-timed and free plans. Cost: O(transfers). */
bool rd_referee_transfers(struct rd_referee *referee);

/* A plan whose transfer `transfer` is short of items when the transfers before it are executed
 * whole: says which of the three reasons it is. Returns: false, always. Cost: O(transfers), and up
 * to 16 steps a transfer. */
bool rd_referee_diagnose(struct rd_referee *referee, size_t transfer);

/* What the marks of a self-timed plan ask for. In: what rd_referee_transfers found. Returns: false,
 * and the verdict, if room by bytes has no meaning. Cost: O(transfers, and what their links use),
 * or O(1) without shared links. */
bool rd_referee_marks(struct rd_referee *referee);

/* The clock of a self-timed plan in one pass, by runs. In: what rd_referee_transfers and
 * rd_referee_marks found; not pooled, and nothing shares links. */
bool rd_referee_self_timed(struct rd_referee *referee);

/* The same for any plan, message by message, in order of time. */
bool rd_referee_by_time(struct rd_referee *referee);

/* Everything about a lock-step plan, which may come a part at a time: transfers have no say in what
 * was said of transfers before them. Those that take one link are of lock_step.c, packets of
 * packets.c. */
struct rd_lock_step_referee;
struct rd_lock_step_referee *rd_lock_step_referee_open(struct rd_referee *referee);
struct rd_packet_referee;
struct rd_packet_referee *rd_packet_referee_open(struct rd_referee *referee);

/* Judges the transfers that judge->plan holds, which follow those of the call before.
 * Returns: false, and the verdict, if one is to blame; no more transfers may then be judged, but
 * unless judge->settled a later one that means nothing is named first (rd_judge_form). Cost:
 * O(transfers); for packets, times the length of their blocks. */
bool rd_lock_step_referee_read(struct rd_lock_step_referee *lock_step);
bool rd_packet_referee_read(struct rd_packet_referee *packets);

/* After the last transfer: the end, the steps and what is held. In: judge->round_count is known. */
bool rd_lock_step_referee_close(struct rd_lock_step_referee *lock_step);
bool rd_packet_referee_close(struct rd_packet_referee *packets);

/* Everything about a trace. judge->plan is set to one of as many transfers, in scratch; they are in
 * it where they are packets or of objects, where the goal is a stencil, and where one of them is
 * not well formed. Else a trace of n transfers takes no memory beside it, or 8 n bytes if its dates
 * are not in order.
 */
bool rd_referee_trace_transfers(struct rd_referee *referee, const struct rd_trace *trace,
                                bool exact_costs);

/* Compares judge->final with the goal; fills goal_reached and goal_message. */
void rd_referee_goal(struct rd_referee *referee);

/* The same for RD_STENCIL: each host's work; and, where all hosts are neighbours and kinds are
 * items, the words, and that each iteration communicates before it computes. Cost: O(hosts kinds +
 * transfers neighbours), and a sort of a trace's transfers by end. */
void rd_referee_stencil(struct rd_referee *referee);

/* Writes that the goal is missed, and by what. */
#define rd_referee_miss(referee, ...)                                                              \
    ((referee)->verdict->goal_reached = false,                                                     \
     (void)snprintf((referee)->verdict->goal_message, RD_MESSAGE_SIZE, __VA_ARGS__))

static inline int64_t rd_finally_held(const struct rd_referee *referee, uint32_t host,
                                      uint32_t kind)
{
    return referee->final[(size_t)host * referee->kind_count + kind];
}

/* The dates of lock-step rounds. Rounds of equal length are multiplied, not added up. */
struct rd_round_clock {
    double base_s;   /* start of the first of the rounds below */
    double length_s; /* of each of them */
    double count;
};

static inline double rd_round_start_s(const struct rd_round_clock *clock)
{
    return clock->base_s + clock->count * clock->length_s;
}

/* Passes `count` rounds of a length. */
static inline void rd_round_pass(struct rd_round_clock *clock, double length_s, uint32_t count)
{
    if (length_s != clock->length_s) {
        clock->base_s = rd_round_start_s(clock);
        clock->length_s = length_s;
        clock->count = 0;
    }
    clock->count += count;
}
