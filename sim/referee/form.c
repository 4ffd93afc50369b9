#include "form.h"

#include <inttypes.h>

/* What is wrong with a transfer's round, hosts or kind; NULL if nothing is. */
static const char *wrong_names(const struct rd_referee *referee, const struct rd_transfer *transfer)
{
    struct rd_arena *arena = referee->scratch;
    if (transfer->round < referee->round_before)
        return rd_arena_print(arena,
                              "round %" PRIu32 " after round %" PRIu32 ": transfers come by round",
                              transfer->round, referee->round_before);
    if (transfer->round >= referee->round_count)
        return rd_arena_print(
            arena, "round %" PRIu32 " of a plan of %" PRIu32 " rounds: rounds are counted from 0",
            transfer->round, referee->round_count);
    if (transfer->from >= referee->host_count)
        return rd_arena_print(arena, "sender %" PRIu32 ": hosts are 0 to %" PRIu32, transfer->from,
                              referee->host_count - 1);
    if (transfer->to >= referee->host_count && transfer->to != RD_NO_HOST)
        return rd_arena_print(arena, "receiver %" PRIu32 ": hosts are 0 to %" PRIu32, transfer->to,
                              referee->host_count - 1);
    if (transfer->kind != RD_CONTROL && (uint32_t)transfer->kind >= referee->kind_count)
        return rd_arena_print(arena,
                              "kind %" PRId32 ": kinds are 0 to %" PRIu32
                              ", and -1 for control words and plain work",
                              transfer->kind, referee->kind_count - 1);
    if (transfer->to == RD_NO_HOST && referee->packets)
        return "a computation: a plan of packets computes nothing";
    if (transfer->to == RD_NO_HOST && transfer->from == referee->no_work)
        return "a computation on the master: a star's master only relays";
    return NULL;
}

/* What is wrong with a transfer's amounts, short of being too large; NULL if nothing is. */
static const char *wrong_amounts(const struct rd_referee *referee,
                                 const struct rd_transfer *transfer)
{
    struct rd_arena *arena = referee->scratch;
    if (transfer->items < 0 || transfer->messages < 0)
        return rd_arena_print(arena,
                              "%" PRId64 " messages of %" PRId64 " items: amounts are 0 or more",
                              transfer->messages, transfer->items);
    if (transfer->kind == RD_CONTROL && transfer->messages == 0)
        return "as held, and holds nothing: at least 1 message is needed";
    if (transfer->kind == RD_CONTROL && transfer->to != RD_NO_HOST && transfer->items != 0)
        return rd_arena_print(arena, "a control word of %" PRId64 " items: it has 0",
                              transfer->items);
    if (transfer->kind != RD_CONTROL && transfer->items == 0)
        return "a message of 0 items: at least 1 is needed";
    if (referee->packets && transfer->messages != 1)
        return rd_arena_print(arena, "%" PRId64 " messages in a packet: it is 1",
                              transfer->messages);
    return NULL;
}

/* The verdict on a transfer that is not well formed. */
static bool blame_form(struct rd_referee *referee, size_t index)
{
    const struct rd_transfer *transfer = rd_plan_transfer(referee->plan, index);
    const char *wrong = wrong_names(referee, transfer);
    if (!wrong)
        wrong = wrong_amounts(referee, transfer);
    uint32_t host = transfer->from < referee->host_count ? transfer->from : RD_NO_HOST;
    if (wrong)
        return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, index, host, "transfer %zu: %s",
                               index, wrong);
    int64_t messages = transfer->messages + (transfer->messages == 0), items;
    if (messages > RD_ITEM_LIMIT || __builtin_mul_overflow(transfer->items, messages, &items) ||
        items > RD_ITEM_LIMIT)
        return rd_referee_fail(referee, RD_VIOLATION_SIZE, index, host,
                               "transfer %zu: %" PRId64 " messages of %" PRId64
                               " items: at most 2^53 of each in all are supported",
                               index, messages, transfer->items);
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_referee_fail(referee, RD_VIOLATION_NEIGHBOUR, index, host,
                           "transfer %zu: %s sends to %s: no link joins them", index,
                           rd_host_label(referee->instance, transfer->from, from),
                           rd_host_label(referee->instance, transfer->to, to));
}

bool rd_referee_form(struct rd_referee *referee, size_t first)
{
    const struct rd_plan *plan = referee->plan;
    for (size_t i = first; i < plan->first_transfer + plan->transfer_count; i++) {
        const struct rd_transfer *transfer = rd_plan_transfer(plan, i);
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, transfer, &items))
            return blame_form(referee, i);
        if (referee->copies && !rd_copies_have_form(referee, i))
            return false;
        referee->round_before = transfer->round;
    }
    return true;
}

bool rd_referee_too_much(struct rd_referee *referee, size_t transfer)
{
    return rd_referee_fail(referee, RD_VIOLATION_SIZE, transfer, RD_NO_HOST,
                           "transfer %zu: more than 2^62 items or messages in all: not judged",
                           transfer);
}

/* What is wrong with a transfer of a named kind, from its first item on; NULL if nothing is. */
static const char *wrong_items(struct rd_referee *referee, const struct rd_transfer *transfer,
                               int64_t first)
{
    int64_t items = rd_copy_items(referee->instance->copies, (uint32_t)transfer->kind);
    if (transfer->to == RD_NO_HOST)
        return "is computed: items of named kinds only move";
    if (referee->packets)
        return "goes in a packet: items of named kinds cross one link at a time";
    if (transfer->messages == 0)
        return "is sent as held: of a named kind it is said which items move";
    if (first < 0)
        return "has no first item: of a named kind it is said which items move";
    if (first > items - transfer->items * transfer->messages)
        return rd_arena_print(referee->scratch,
                              "moves items %" PRId64 " to %" PRId64 ": it has 0 to %" PRId64, first,
                              first + transfer->items * transfer->messages - 1, items - 1);
    return NULL;
}

bool rd_copies_have_form(struct rd_referee *referee, size_t transfer)
{
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    const struct rd_copies *copies = referee->instance->copies;
    int64_t first = rd_plan_first_item(referee->plan, transfer);
    if (!rd_is_named_kind(copies, of->kind))
        return first == RD_NO_ITEM ||
               rd_referee_fail(referee, RD_VIOLATION_TRANSFER, transfer, of->from,
                               "transfer %zu: first item %" PRId64
                               " of what is counted: only named kinds have one",
                               transfer, first);
    const char *wrong = wrong_items(referee, of, first);
    return !wrong || rd_referee_fail(
                         referee, RD_VIOLATION_TRANSFER, transfer, of->from, "transfer %zu: %s %s",
                         transfer, rd_label_of_kind(referee->instance, (uint32_t)of->kind), wrong);
}

bool rd_referee_dimension_range(struct rd_referee *referee, size_t index)
{
    const struct rd_transfer *transfer = rd_plan_transfer(referee->plan, index);
    struct rd_dimension_range block = rd_plan_dimension_range(referee->plan, index);
    uint32_t d = referee->instance->topology.dimension_count;
    uint32_t low = block.first < block.last ? block.first : block.last;
    uint32_t high = block.first < block.last ? block.last : block.first;
    if (high >= d)
        return rd_referee_fail(referee, RD_VIOLATION_PACKET, index, transfer->from,
                               "transfer %zu: dimension range %d-%d: dimensions are 0 to %" PRIu32,
                               index, block.first, block.last, d - 1);
    uint32_t inside = ((UINT32_C(2) << high) - 1) & ~((UINT32_C(1) << low) - 1);
    uint32_t outside = (transfer->from ^ transfer->to) & ~inside;
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    if (outside)
        return rd_referee_fail(
            referee, RD_VIOLATION_PACKET, index, transfer->from,
            "transfer %zu: dimension range %d-%d of a packet from %s to %s, which differ in "
            "dimension %d",
            index, block.first, block.last, rd_host_label(referee->instance, transfer->from, from),
            rd_host_label(referee->instance, transfer->to, to), __builtin_ctz(outside));
    return true;
}

bool rd_object_has_form(struct rd_referee *referee, size_t transfer)
{
    const struct rd_objects *objects = referee->instance->objects;
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    const char *wrong = NULL;
    if (of->kind == RD_CONTROL)
        wrong = "a control word, or plain work: where there are objects, only they move";
    else if (of->to == RD_NO_HOST)
        wrong = "a computation: objects are not computed";
    else if (of->items != 1 || of->messages != 1)
        wrong = rd_arena_print(referee->scratch,
                               "%" PRId64 " messages of %" PRId64
                               " items: an object is 1 message of 1 item",
                               of->messages, of->items);
    else if (!rd_objects_stop(objects) && of->to != objects->to[of->kind])
        wrong = rd_arena_print(referee->scratch, "%s goes to %s: it is for %s, and not relayed",
                               rd_label_of_object(objects, (uint32_t)of->kind),
                               rd_label(referee->instance, of->to),
                               rd_label(referee->instance, objects->to[of->kind]));
    else if (objects->staging && of->to != objects->to[of->kind] &&
             objects->drop[of->kind] < referee->host_count)
        wrong = rd_arena_print(
            referee->scratch,
            "%s stops at %s, and %s gives it up: objects that their source gives "
            "up, or nobody, may stop",
            rd_label_of_object(objects, (uint32_t)of->kind), rd_label(referee->instance, of->to),
            rd_label(referee->instance, objects->drop[of->kind]));
    return !wrong || rd_referee_fail(referee, RD_VIOLATION_TRANSFER, transfer, of->from,
                                     "transfer %zu: %s", transfer, wrong);
}
