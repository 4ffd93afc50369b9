#include "copy_pieces.h"

#include "sim/model/instance.h"

#include <inttypes.h>
#include <string.h>

int64_t rd_making_items(const struct rd_load_draft *draft, int64_t bytes)
{
    int64_t piece = rd_option_integer(draft->attributes, "piece-bytes");
    return piece == 0 ? 1 : (bytes - 1) / piece + 1;
}

void rd_making_begin(struct rd_making *making, const char *name, int64_t part_bytes)
{
    struct rd_arena *arena = making->draft->arena;
    int64_t items = rd_making_items(making->draft, part_bytes);
    rd_arena_add(arena, making->name, making->kind_count, name);
    rd_arena_add(arena, making->bytes, making->byte_count, (double)((part_bytes - 1) / items + 1));
    rd_arena_add(arena, making->piece, making->piece_kind_count, (uint32_t)making->piece_count);
}

static bool same(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    return a_count == b_count && memcmp(a, b, a_count * sizeof *a) == 0;
}

bool rd_making_add(struct rd_making *making, int64_t items, const struct rd_host_set *held,
                   const struct rd_host_set *wanted, struct rd_error *reterr)
{
    struct rd_arena *arena = making->draft->arena;
    size_t count = making->piece_count;
    if (items > RD_ITEM_LIMIT - making->item_count)
        return rd_wrong(reterr, "more than 2^53 items: larger pieces are needed");
    making->item_count += items;
    bool first = count == making->piece[making->kind_count - 1];
    uint32_t held_before = first ? 0 : making->held_first[count - 1];
    uint32_t wanted_before = first ? 0 : making->wanted_first[count - 1];
    if (!first &&
        same(making->held + held_before, making->held_count - held_before, held->host,
             held->count) &&
        same(making->wanted + wanted_before, making->wanted_count - wanted_before, wanted->host,
             wanted->count)) {
        making->items[count - 1] += items;
        return true;
    }
    if (count >= RD_PIECE_LIMIT || making->held_count + held->count > RD_PIECE_HOST_LIMIT ||
        making->wanted_count + wanted->count > RD_PIECE_HOST_LIMIT)
        return rd_wrong(reterr,
                        "more than %" PRIu32 " pieces, or 2^27 hosts of them: fewer are "
                        "supported",
                        RD_PIECE_LIMIT);
    int64_t at = first ? 0 : making->first_item[count - 1] + making->items[count - 1];
    size_t items_count = count;
    rd_arena_add(arena, making->first_item, making->first_count, at);
    rd_arena_add(arena, making->items, items_count, items);
    rd_arena_add(arena, making->held_first, making->held_first_count, (uint32_t)making->held_count);
    rd_arena_add(arena, making->wanted_first, making->wanted_first_count,
                 (uint32_t)making->wanted_count);
    for (uint32_t i = 0; i < held->count; i++)
        rd_arena_add(arena, making->held, making->held_count, held->host[i]);
    for (uint32_t i = 0; i < wanted->count; i++)
        rd_arena_add(arena, making->wanted, making->wanted_count, wanted->host[i]);
    making->piece_count++;
    return true;
}

bool rd_making_end(struct rd_making *making)
{
    struct rd_load_draft *draft = making->draft;
    struct rd_arena *arena = draft->arena;
    rd_arena_add(arena, making->piece, making->piece_kind_count, (uint32_t)making->piece_count);
    rd_arena_add(arena, making->held_first, making->held_first_count, (uint32_t)making->held_count);
    rd_arena_add(arena, making->wanted_first, making->wanted_first_count,
                 (uint32_t)making->wanted_count);
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    *copies = (struct rd_copies){.count = (uint32_t)making->kind_count,
                                 .name = making->name,
                                 .bytes = making->bytes,
                                 .piece_count = (uint32_t)making->piece_count,
                                 .piece = making->piece,
                                 .first_item = making->first_item,
                                 .items = making->items,
                                 .held_first = making->held_first,
                                 .held = making->held,
                                 .wanted_first = making->wanted_first,
                                 .wanted = making->wanted};
    draft->copies = copies;
    draft->kind_count = copies->count;
    return true;
}
