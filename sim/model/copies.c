#include "copies.h"

#include "sim/base/integers.h"

int64_t rd_copy_items(const struct rd_copies *copies, uint32_t kind)
{
    uint32_t last = copies->piece[kind - copies->first_kind + 1] - 1;
    return copies->first_item[last] + copies->items[last];
}

uint32_t rd_piece_of(const struct rd_copies *copies, uint32_t kind, int64_t item)
{
    uint32_t low = copies->piece[kind - copies->first_kind];
    uint32_t high = copies->piece[kind - copies->first_kind + 1] - 1;
    RD_FIND_FIRST(low, high, piece, item < copies->first_item[piece] + copies->items[piece]);
    return low;
}

/* Is a host in a rising list? */
static bool has_host(const uint32_t *list, uint32_t first, uint32_t end, uint32_t host)
{
    uint32_t low = first, high = end;
    RD_FIND_FIRST(low, high, at, list[at] >= host);
    return low < end && list[low] == host;
}

bool rd_piece_is_held(const struct rd_copies *copies, uint32_t piece, uint32_t host)
{
    return has_host(copies->held, copies->held_first[piece], copies->held_first[piece + 1], host);
}

bool rd_piece_is_wanted(const struct rd_copies *copies, uint32_t piece, uint32_t host)
{
    return has_host(copies->wanted, copies->wanted_first[piece], copies->wanted_first[piece + 1],
                    host);
}
