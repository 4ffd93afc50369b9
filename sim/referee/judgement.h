/* One judgement under way: what its parts share. For the referee only. */
#pragma once

#include "limits.h"

/* Sums of items and of messages are kept below this, so that adding two never overflows. */
#define RD_SUM_LIMIT (INT64_C(1) << 62)

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
    struct rd_copy_ledger *copies; /* NULL where no kind is named */
    int64_t *listed; /* [transfer_count] messages that are in the trace; NULL where no kind is
                        named, or none is made */
    int64_t useless, most_held;
    double makespan_s;
    int64_t steps, token_steps;
    uint32_t round_before;  /* of the last transfer that was looked at */
    bool first_fault_found; /* a transfer is to blame, and none behind it can be named before it */

    /* Found by rd_referee_order. */
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

/* Inline in any case, so that each caller has code of its own for the constants that it gives. */
#define RD_INLINE inline __attribute__((always_inline))

/* The later of two dates; fmax would be a call. */
static inline double rd_latest_of(double a_s, double b_s)
{
    return a_s > b_s ? a_s : b_s;
}

/* Writes the verdict: what is wrong, which transfer and host are to blame, and the words.
 * Returns: false, always. */
bool rd_referee_fail(struct rd_referee *referee, enum rd_violation violation, size_t transfer,
                     uint32_t host, const char *format, ...) __attribute__((format(printf, 5, 6)));

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

/* What the last message took, for the next one: most are like it, and to divide takes as long as
 * many steps. Zeroed: of none, for none has 0 items of a kind. */
struct rd_last_message {
    int64_t items;
    int32_t kind;
    double bytes; /* of so many items of the kind */
    uint64_t link;
    double duration_s; /* on this link */
};

/* As rd_message_s, of a message or computation of a transfer's items. */
static inline double rd_like_last_s(struct rd_last_message *last,
                                    const struct rd_instance *instance,
                                    const struct rd_transfer *transfer, uint64_t link)
{
    if (transfer->to == RD_NO_HOST)
        return rd_message_s(instance, transfer, link, transfer->items);
    if (last->items != transfer->items || last->kind != transfer->kind) {
        last->items = transfer->items;
        last->kind = transfer->kind;
        last->bytes = rd_content_bytes(instance, transfer->kind, transfer->items);
        last->link = RD_NO_LINK;
    }
    if (last->link != link) {
        last->link = link;
        last->duration_s = rd_message_duration_s(rd_link_cost(instance, link), last->bytes);
    }
    return last->duration_s;
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

/* Writes that the goal is missed, and by what. */
#define rd_referee_miss(referee, ...)                                                              \
    ((referee)->verdict->goal_reached = false,                                                     \
     (void)snprintf((referee)->verdict->goal_message, RD_MESSAGE_SIZE, __VA_ARGS__))

static inline int64_t rd_finally_held(const struct rd_referee *referee, uint32_t host,
                                      uint32_t kind)
{
    return referee->final[(size_t)host * referee->kind_count + kind];
}
