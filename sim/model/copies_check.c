#include "instance_check.h"

#include <inttypes.h>

/* Do the hosts of a list exist, and rise? */
static bool check_hosts(const struct rd_instance *instance, uint32_t kind, const char *what,
                        const uint32_t *list, uint32_t first, uint32_t end, struct rd_error *reterr)
{
    if (end < first || end > RD_PIECE_HOST_LIMIT)
        return rd_wrong(reterr, "more than %" PRIu32 " hosts of pieces: fewer are supported",
                        RD_PIECE_HOST_LIMIT);
    for (uint32_t i = first; i < end; i++)
        if (list[i] >= instance->topology.host_count || (i > first && list[i] <= list[i - 1]))
            return rd_wrong(reterr, "the hosts that %s %s: hosts in rising order are needed", what,
                            rd_label_of_kind(instance, kind));
    return true;
}

static bool check_piece(const struct rd_instance *instance, uint32_t kind, uint32_t piece,
                        struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t begin = copies->piece[kind - copies->first_kind];
    int64_t first = piece == begin ? 0 : copies->first_item[piece - 1] + copies->items[piece - 1];
    if (copies->items[piece] < 1 || copies->items[piece] > RD_ITEM_LIMIT - first)
        return rd_wrong(reterr,
                        "%s has a piece of %" PRId64
                        " items: 1 or more, and at most 2^53 of a kind, are needed",
                        rd_label_of_kind(instance, kind), copies->items[piece]);
    if (copies->first_item[piece] != first)
        return rd_wrong(reterr,
                        "a piece of %s begins with item %" PRId64
                        ": pieces follow each other, %" PRId64 " is needed",
                        rd_label_of_kind(instance, kind), copies->first_item[piece], first);
    if (copies->held_first[piece] >= copies->held_first[piece + 1])
        return rd_wrong(reterr,
                        "items %" PRId64 " to %" PRId64
                        " of %s are held by no host: one or more are needed",
                        first, first + copies->items[piece] - 1, rd_label_of_kind(instance, kind));
    return check_hosts(instance, kind, "hold", copies->held, copies->held_first[piece],
                       copies->held_first[piece + 1], reterr) &&
           check_hosts(instance, kind, "want", copies->wanted, copies->wanted_first[piece],
                       copies->wanted_first[piece + 1], reterr);
}

static bool check_kind(const struct rd_instance *instance, uint32_t kind, int64_t *items,
                       struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t j = kind - copies->first_kind;
    if (copies->piece[j] >= copies->piece[j + 1] || copies->piece[j + 1] > copies->piece_count)
        return rd_wrong(reterr, "%s has no pieces: one or more are needed",
                        rd_label_of_kind(instance, kind));
    if (copies->bytes && copies->bytes[j] != 0 &&
        !(copies->bytes[j] >= RD_COST_LEAST && copies->bytes[j] <= 1e15))
        return rd_wrong(reterr,
                        "an item of %s has %g bytes: 0, or a number from 1e-30 to 1e15, is needed",
                        rd_label_of_kind(instance, kind), copies->bytes[j]);
    for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++)
        if (!check_piece(instance, kind, piece, reterr))
            return false;
    if (rd_copy_items(copies, kind) > RD_ITEM_LIMIT - *items)
        return rd_wrong(reterr, "more than 2^53 items in all: at most 2^53 are supported");
    *items += rd_copy_items(copies, kind);
    return true;
}

bool rd_copies_check(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    if (copies->count < 1 || copies->count > INT32_MAX - copies->first_kind ||
        instance->kind_count != copies->first_kind + copies->count ||
        copies->piece_count > RD_PIECE_LIMIT || copies->piece[0] != 0 ||
        copies->piece[copies->count] != copies->piece_count || copies->held_first[0] != 0 ||
        copies->wanted_first[0] != 0)
        return rd_wrong(reterr,
                        "%" PRIu32 " named kinds of %" PRIu32
                        " pieces: 1 kind or more, and up to %" PRIu32 " pieces, are supported",
                        copies->count, copies->piece_count, RD_PIECE_LIMIT);
    int64_t items = 0;
    for (uint32_t kind = copies->first_kind; kind < instance->kind_count; kind++)
        if (!check_kind(instance, kind, &items, reterr))
            return false;
    return true;
}
