/* What the parts of the referee share. referee.h is the face of it; nobody else includes this, but
 * for a test of the limits. */
#ifndef REDIST_CORE_JUDGE_H
#define REDIST_CORE_JUDGE_H

#include "instance.h"
#include "plan.h"
#include "referee.h"
#include "trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sums of items and of messages are kept below this, so that adding two never overflows. */
#define RD_SUM_LIMIT (INT64_C(1) << 62)

/* What a judgement gives up at, lest it take all memory or time. */
struct rd_judge_limits {
    int64_t single_steps; /* messages looked at one by one, where runs cannot be taken whole */
    uint32_t arrivals;    /* runs of arrivals that are remembered; a power of two, 1024 or more */
    int64_t trace_rows;   /* of a planned trace */
    size_t hops;          /* of the packets of a trace that is judged */
};

/* Those of rd_judge_plan and rd_judge_trace. */
extern const struct rd_judge_limits rd_judge_limits;

/* The same judgements within other limits: theirs take gigabytes, or minutes, to reach. */
void rd_judge_plan_within(const struct rd_judge_limits *limits, const struct rd_instance *instance,
                          const struct rd_plan *plan, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_trace *ret_trace,
                          struct rd_verdict *ret_verdict);
void rd_judge_trace_within(const struct rd_judge_limits *limits, const struct rd_instance *instance,
                           const struct rd_trace *trace, bool exact_costs, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_verdict *ret_verdict);

/* Two arrivals this near are of one date when an as-held message is cut. */
#define RD_SAME_DATE_S 1e-9

/* The items of one kind at one host, as the rows are executed one by one, each whole. */
struct rd_stock {
    int64_t held;
    int64_t own_left; /* of its load, after all it parted with; below 0: it passes items on */
};

/* One judgement under way. */
struct rd_judge {
    const struct rd_judge_limits *limits;
    const struct rd_instance *instance;
    const struct rd_plan *plan;
    struct rd_arena *arena;
    struct rd_arena *scratch;
    struct rd_trace *trace; /* NULL if none is wanted */
    struct rd_verdict *verdict;
    struct rd_lock_step *lock_step; /* where such a plan is judged; NULL if it is of packets */
    struct rd_packets *under_way;   /* likewise */

    uint32_t round_count; /* of the plan; UINT32_MAX while it is being made */
    uint32_t host_count;
    uint32_t kind_count;
    uint32_t window;  /* of a port: 1, k, or UINT32_MAX */
    uint32_t no_work; /* the host that may not compute: a star's master; else RD_NO_HOST */
    bool one_bus;     /* one message at a time in the whole network */
    bool packets;     /* rows cross blocks of dimensions, not one link */

    /* Summed over the rows; as-held rows count for one message until their messages are known. */
    int64_t transfers;
    int64_t computations;
    int64_t items_moved;
    int64_t *computed; /* [host_count] in the arena; NULL until a row computes */
    int64_t *worked;   /* [host_count] plain work, for RD_STENCIL only; INT64_MAX: that or more */
    int64_t *final;    /* [host_count * kind_count] in the arena, once known */
    double makespan_s;
    int64_t steps;
    uint32_t round_before; /* of the last row that was looked at */
    bool settled;          /* a row is to blame, and none behind it can be named before it */

    /* Found by rd_judge_rows. */
    struct rd_stock *stock; /* [host_count * kind_count] */
    bool passes_on;         /* some host parts with more than its load */
    bool pooled;            /* ... and has it from several links, in no fixed order */
    bool computes;          /* some row has no receiver */
    bool as_held;           /* some row has messages 0 */
    bool has_rounds;        /* rows of at least two rounds */
};

/* The later of two dates; fmax would be a call. */
static inline double rd_later(double a_s, double b_s)
{
    return a_s > b_s ? a_s : b_s;
}

/* Writes the verdict: what is wrong, which row and host are to blame, and the words.
 * Returns: false, always. */
bool rd_judge_fail(struct rd_judge *judge, enum rd_violation violation, size_t row, uint32_t host,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Is a row well formed? By itself and after the row before it; not what it holds.
 * Returns: the items that it moves or computes in *ret_items, 0 for words and plain work.
 * Cost: O(1). Inline because every row of every plan passes here. */
static inline bool rd_row_is_well_formed(const struct rd_judge *judge, const struct rd_row *row,
                                         int64_t *ret_items)
{
    int64_t product;
    bool control = row->kind == RD_CONTROL;
    bool computes = row->to == RD_NO_HOST;
    int64_t messages = row->messages + (row->messages == 0);
    if (row->round < judge->round_before || row->round >= judge->round_count ||
        row->from >= judge->host_count || row->items < 0 || messages < 0 ||
        messages > RD_ITEM_LIMIT || __builtin_mul_overflow(row->items, messages, &product) ||
        product > RD_ITEM_LIMIT)
        return false;
    if (control) {
        if (row->messages == 0 || (!computes && row->items != 0))
            return false;
        product = 0;
    } else if ((uint32_t)row->kind >= judge->kind_count || row->items == 0) {
        return false;
    }
    if (judge->packets) {
        if (row->messages != 1 || row->to >= judge->host_count || row->to == row->from)
            return false;
    } else if (computes ? row->from == judge->no_work
                        : rd_link_between(&judge->instance->topology, row->from, row->to) ==
                              RD_NO_LINK) {
        return false;
    }
    *ret_items = product;
    return true;
}

/* Says what is wrong with the first row, from number `first` on, that is not well formed.
 * In: the plan holds it; judge->round_before is the round of the row before it. Returns: true if
 * all are; else false, and the verdict is written. */
bool rd_judge_form(struct rd_judge *judge, size_t first);

/* Adds a row to the sums, and what it computes to `computed`. In: a row that is well formed.
 * Returns: false, and the verdict, if a sum passes its limit. */
static inline bool rd_judge_sum(struct rd_judge *judge, const struct rd_row *row, int64_t items)
{
    int64_t messages = row->messages + (row->messages == 0);
    if (row->to == RD_NO_HOST) {
        judge->computations += messages;
        judge->computes = true;
        if (row->kind >= 0) {
            if (!judge->computed)
                judge->computed = rd_take(judge->arena, judge->host_count, int64_t);
            judge->computed[row->from] += items;
        } else if (judge->worked &&
                   __builtin_add_overflow(judge->worked[row->from], row->items * messages,
                                          &judge->worked[row->from])) {
            judge->worked[row->from] = INT64_MAX;
        }
    } else {
        judge->transfers += messages;
        judge->items_moved += items;
    }
    return judge->transfers <= RD_SUM_LIMIT && judge->items_moved <= RD_SUM_LIMIT &&
           judge->computations <= RD_SUM_LIMIT;
}

/* The sums passed their limit at a row. Returns: false, always. */
bool rd_judge_too_much(struct rd_judge *judge, size_t row);

/* The plan would have more messages to list, or to look at one by one, than the limit.
 * Returns: false, always. */
bool rd_judge_too_long(struct rd_judge *judge, size_t row, int64_t limit, const char *what);

/* In lock-step a row parts with what is not held when its round starts. Returns: false, always. */
bool rd_judge_not_held(struct rd_judge *judge, size_t row, int64_t items, int64_t held);

static inline size_t rd_stock_index(const struct rd_judge *judge, uint32_t host, int32_t kind)
{
    return (size_t)host * judge->kind_count + (uint32_t)kind;
}

/* Judges the rows that judge->plan holds, one by one: form, sums, then what `play` says. Inline, so
 * that `play` is no call. A row that means nothing is named before any other, also before one that
 * was played earlier.
 * Returns: false, and the verdict, if one is to blame. */
static inline bool rd_judge_each_row(struct rd_judge *judge, void *state,
                                     bool (*play)(void *state, size_t index,
                                                  const struct rd_row *row, int64_t items))
{
    const struct rd_row *row = judge->plan->row;
    size_t number = judge->plan->first_row, end = number + judge->plan->row_count;
    for (; number < end; number++, row++) {
        int64_t items;
        if (!rd_row_is_well_formed(judge, row, &items)) {
            judge->settled = true;
            return rd_judge_form(judge, number);
        }
        int64_t hops = judge->packets ? __builtin_popcount(row->from ^ row->to) : 1;
        if (!rd_judge_sum(judge, row, items * hops)) {
            judge->settled = true;
            return rd_judge_too_much(judge, number);
        }
        if (!play(state, number, row, items)) {
            judge->round_before = row->round;
            judge->settled = !rd_judge_form(judge, number + 1);
            return false;
        }
        judge->round_before = row->round;
    }
    return true;
}

/* How long one message of `items` items of a row lasts, or one computation. In: the row's link, if
 * it has a receiver. */
static inline double rd_message_s(const struct rd_instance *instance, const struct rd_row *row,
                                  uint64_t link, int64_t items)
{
    if (row->to == RD_NO_HOST)
        return instance->flops_per_item == 0 ? 0
                                             : (double)items * instance->flops_per_item /
                                                   instance->speed_flops_per_s[row->from];
    double bytes =
        row->kind == RD_CONTROL ? instance->word_bytes : (double)items * instance->item_bytes;
    return rd_transfer_s(rd_link_cost(instance, link), bytes);
}

/* " of kind 2" where an instance has several kinds, else "". */
enum { RD_OF_KIND_SIZE = 32 };
const char *rd_of_kind(const struct rd_judge *judge, int32_t kind, char text[RD_OF_KIND_SIZE]);

/* "sends" or "computes". */
const char *rd_row_verb(uint32_t to);

/* Lists `count` equal messages of a row in the trace, if one is wanted: at start_s, start_s +
 * step_s, ..., each lasting duration_s. Returns: false, and the verdict, beyond the limit. */
bool rd_judge_list(struct rd_judge *judge, size_t row, double start_s, double step_s, int64_t count,
                   int64_t items, double duration_s);

/* Is a row's block one of this hypercube, and does it hold every dimension in which the packet's
 * ends differ? Returns: false, and the verdict, if not. */
bool rd_judge_block(struct rd_judge *judge, size_t row);

/* The parts. Each returns false with the verdict written, or fills the judgement further. */

/* Form of every row, sums, and the order of rows: can they be executed one by one, each whole?
 * Fills stock, final and the flags. Self-timed and free plans. Cost: O(rows). */
bool rd_judge_rows(struct rd_judge *judge);

/* A plan whose row `row` is short of items when the rows before it are executed whole: says which
 * of the three reasons it is. Returns: false, always. Cost: O(rows), and up to 16 steps a row. */
bool rd_judge_explain(struct rd_judge *judge, size_t row);

/* The clock of a self-timed plan in one pass, by runs. In: what rd_judge_rows found; not pooled. */
bool rd_judge_self_timed(struct rd_judge *judge);

/* The same for any plan, message by message, in order of time. */
bool rd_judge_by_heap(struct rd_judge *judge);

/* Everything about a lock-step plan, which may come a part at a time: rows have no say in what was
 * said of rows before them. Those that take one link are of judge_lock_step.c, packets of
 * judge_packets.c. */
struct rd_lock_step;
struct rd_lock_step *rd_lock_step_open(struct rd_judge *judge);
struct rd_packets;
struct rd_packets *rd_packets_open(struct rd_judge *judge);

/* Judges the rows that judge->plan holds, which follow those of the call before.
 * Returns: false, and the verdict, if one is to blame; no more rows may then be judged, but unless
 *     judge->settled a later one that means nothing is named first (rd_judge_form).
 * Cost: O(rows); for packets, times the length of their blocks. */
bool rd_lock_step_read(struct rd_lock_step *lock_step);
bool rd_packets_read(struct rd_packets *packets);

/* After the last row: the end, the steps and what is held. In: judge->round_count is known. */
bool rd_lock_step_close(struct rd_lock_step *lock_step);
bool rd_packets_close(struct rd_packets *packets);

/* Everything about a trace. judge->plan is set to its rows, which live in scratch. */
bool rd_judge_rows_of_trace(struct rd_judge *judge, const struct rd_trace *trace, bool exact_costs);

/* Compares judge->final with the goal; fills goal_reached and goal_message. */
void rd_judge_goal(struct rd_judge *judge);

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

#endif
