#include "slowing.h"

#include "sim/base/integers.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <stdlib.h>

static uint64_t link_of(const struct rd_instance *instance,
                        const struct rd_timed_transfer *transfer)
{
    return rd_link_between(&instance->topology, transfer->from, transfer->to);
}

double rd_lost_s(const struct rd_instance *instance, const struct rd_timed_transfer *transfer)
{
    if (transfer->to == RD_NO_HOST)
        return 0;
    struct rd_link_cost cost = rd_link_cost(instance, link_of(instance, transfer));
    double bytes = rd_content_bytes(instance, transfer->kind, transfer->items);
    return transfer->end_s - transfer->start_s - rd_message_duration_s(cost, bytes);
}

/* When the first byte of a message moves. */
static double first_byte_s(const struct rd_instance *instance,
                           const struct rd_timed_transfer *transfer)
{
    struct rd_link_cost cost = rd_link_cost(instance, link_of(instance, transfer));
    return transfer->start_s + rd_link_silence_s(instance, cost);
}

/* How long a message's bytes keep a shared link busy. */
static double busy_s(const struct rd_instance *instance, const struct rd_timed_transfer *transfer,
                     const struct rd_shared_use *use)
{
    double bytes = rd_content_bytes(instance, transfer->kind, transfer->items);
    return (bytes + instance->message_bytes) * use->times /
           instance->shared->bandwidth_bytes_per_s[use->shared];
}

/* The bytes of a message on one of its shared links. */
struct crossing {
    uint32_t shared;
    double start_s; /* of its bytes */
    size_t transfer;
    double end_s;
    double busy_s;     /* how long its bytes would keep the link busy */
    double all_over_s; /* the last end of those up to this one on the link */
};

RD_ORDERED_BY(by_start, struct crossing, shared, start_s, transfer)

struct crossings {
    const struct rd_instance *instance;
    const struct rd_trace *trace;
    struct crossing *crossing; /* by shared link, then by start */
    size_t count;
    size_t *first;      /* [shared links + 1] */
    double tolerance_s; /* messages that are together for less do not meet */
};

/* Lists the shared links of all messages. */
static struct crossings list_crossings(const struct rd_instance *instance,
                                       const struct rd_trace *trace, struct rd_arena *arena)
{
    struct crossings list = {.instance = instance, .trace = trace};
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        const struct rd_shared_use *end,
            *use = rd_link_uses(instance, link_of(instance, transfer), &end);
        for (; use < end; use++)
            rd_arena_add(arena, list.crossing, list.count,
                         (struct crossing){.shared = use->shared,
                                           .start_s = first_byte_s(instance, transfer),
                                           .transfer = i,
                                           .end_s = transfer->end_s,
                                           .busy_s = busy_s(instance, transfer, use)});
        list.tolerance_s = fmax(list.tolerance_s, RD_TIME_TOLERANCE * transfer->end_s);
    }
    qsort(list.crossing, list.count, sizeof *list.crossing, by_start);
    list.first = rd_take(arena, (size_t)instance->shared->count + 1, size_t);
    for (size_t i = 0; i < list.count; i++) {
        struct crossing *crossing = &list.crossing[i];
        bool is_first = list.first[crossing->shared + 1]++ == 0;
        crossing->all_over_s =
            fmax(crossing->end_s, is_first ? -INFINITY : list.crossing[i - 1].all_over_s);
    }
    for (uint32_t shared = 0; shared < instance->shared->count; shared++)
        list.first[shared + 1] += list.first[shared];
    return list;
}

/* How much of a crossing's bytes falls into a stretch of time, if they flow evenly. */
static double busy_within_s(const struct crossing *crossing, double start_s, double end_s,
                            double tolerance_s)
{
    double lasts_s = crossing->end_s - crossing->start_s;
    double within_s = fmin(end_s, crossing->end_s) - fmax(start_s, crossing->start_s);
    return within_s <= tolerance_s ? 0 : crossing->busy_s * within_s / lasts_s;
}

/* What other messages take of a shared link while one's bytes are under way there. In: others, room
 * for their numbers; NULL: they are only counted. */
static double meet(const struct crossings *list, uint32_t shared, size_t transfer, double start_s,
                   double end_s, size_t *others, size_t *ret_count)
{
    double busy_s = 0;
    size_t first = list->first[shared], last = list->first[shared + 1];
    RD_FIND_FIRST(first, last, i, list->crossing[i].all_over_s > start_s);
    *ret_count = 0;
    for (; first < list->first[shared + 1]; first++) {
        const struct crossing *crossing = &list->crossing[first];
        if (crossing->start_s >= end_s)
            break;
        double within_s = busy_within_s(crossing, start_s, end_s, list->tolerance_s);
        if (within_s == 0 || crossing->transfer == transfer)
            continue;
        busy_s += within_s;
        if (others)
            others[*ret_count] = crossing->transfer;
        ++*ret_count;
    }
    return busy_s;
}

/* Finds the link where a message is slowed. Returns: false if it meets nobody. */
static bool find_link(const struct crossings *list, struct rd_slowing *slowing,
                      struct rd_arena *arena)
{
    const struct rd_timed_transfer *transfer = &list->trace->transfer[slowing->transfer];
    double start_s = first_byte_s(list->instance, transfer), most_s = 0;
    const struct rd_shared_use *end,
        *use = rd_link_uses(list->instance, link_of(list->instance, transfer), &end);
    for (; use < end; use++) {
        size_t count;
        double all_s =
            busy_s(list->instance, transfer, use) +
            meet(list, use->shared, slowing->transfer, start_s, transfer->end_s, NULL, &count);
        if (count == 0 || all_s <= most_s)
            continue;
        most_s = all_s;
        slowing->shared = use->shared;
        slowing->other_count = count;
    }
    if (slowing->other_count == 0)
        return false;
    size_t *other = rd_take(arena, slowing->other_count, size_t);
    meet(list, slowing->shared, slowing->transfer, start_s, transfer->end_s, other,
         &slowing->other_count);
    slowing->other = other;
    return true;
}

size_t rd_find_slowing(const struct rd_instance *instance, const struct rd_trace *trace,
                       struct rd_arena *arena, struct rd_slowing **ret_slowing)
{
    size_t count = 0;
    *ret_slowing = NULL;
    if (!instance->shared || trace->block)
        return 0;
    struct crossings list = list_crossings(instance, trace, arena);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        struct rd_slowing slowing = {.transfer = i,
                                     .lost_s = rd_lost_s(instance, &trace->transfer[i])};
        if (slowing.lost_s > list.tolerance_s && find_link(&list, &slowing, arena))
            rd_arena_add(arena, *ret_slowing, count, slowing);
    }
    return count;
}

const char *rd_slowing_words(const struct rd_instance *instance, const struct rd_trace *trace,
                             const struct rd_slowing *slowing, struct rd_arena *arena)
{
    enum { NAMED = 2 };
    char number[RD_NUMBER_SIZE];
    const char *const *name = instance->shared->name;
    const char *words =
        rd_arena_print(arena, "%s s on %s", rd_number_text(slowing->lost_s, 6, number),
                       name ? rd_arena_print(arena, "'%s'", name[slowing->shared])
                            : rd_arena_print(arena, "shared link %" PRIu32, slowing->shared));
    size_t left = slowing->other_count;
    for (size_t i = 0; i < slowing->other_count && i < NAMED; i++, left--) {
        const struct rd_timed_transfer *other = &trace->transfer[slowing->other[i]];
        const char *before = i == 0 ? " by" : left == 1 ? " and" : ",";
        words = rd_arena_print(arena, "%s%s %s > %s", words, before,
                               rd_label(instance, other->from), rd_label(instance, other->to));
    }
    return left == 0 ? words : rd_arena_print(arena, "%s and %zu more", words, left);
}

const char *const *rd_slowed_rows(const struct rd_instance *instance, const struct rd_trace *trace,
                                  struct rd_arena *arena)
{
    struct rd_slowing *slowing;
    size_t count = rd_find_slowing(instance, trace, arena, &slowing);
    const char **words = count > 0 ? rd_take(arena, trace->transfer_count, const char *) : NULL;
    for (size_t i = 0; i < count; i++)
        words[slowing[i].transfer] = rd_slowing_words(instance, trace, &slowing[i], arena);
    return words;
}
