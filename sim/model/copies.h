/* Copies: items of named kinds. They are numbered, hosts hold and want some of them, and who sends
 * an item keeps it. docs/model.md says what hosts, plans and messages of them mean. */
#pragma once

#include "sim/base/error.h"

#include <stdint.h>

/* Named kinds are the last kinds of an instance, behind the counted ones, whose items move. The
 * items of a named kind are 0 .. items - 1; a piece is a run of them that have the same holders and
 * are wanted by the same hosts. */
struct rd_copies {
    uint32_t first_kind;     /* kinds before it are counted; kind first_kind + j is named kind j */
    uint32_t count;          /* named kinds, at least 1: kind_count is first_kind + count */
    const char *const *name; /* [count], no two alike; NULL: they are numbered, as kinds */
    const double *bytes;     /* [count] of an item of each; NULL: the instance's item_bytes */

    /* Pieces, by kind and by first item: they follow each other without a gap. */
    uint32_t piece_count;
    const uint32_t *piece;     /* [count + 1]: where the pieces of each named kind begin */
    const int64_t *first_item; /* [piece_count] within its kind: 0 for the first piece of a kind */
    const int64_t *items;      /* [piece_count], at least 1 each */

    const uint32_t *held_first;   /* [piece_count + 1] */
    const uint32_t *held;         /* hosts that hold all of a piece, one or more, rising */
    const uint32_t *wanted_first; /* [piece_count + 1] */
    const uint32_t *wanted;       /* hosts that are to hold all of it at the end, rising; who holds
                                     it already may be among them */
};

/* The most pieces, and holders and wanters of all pieces together. */
#define RD_PIECE_LIMIT UINT32_C(10000000)
#define RD_PIECE_HOST_LIMIT (UINT32_C(1) << 27)

/* Is a kind of the instance a named one? O(1). In: NULL where no kind is. */
static inline bool rd_is_named_kind(const struct rd_copies *copies, int32_t kind)
{
    return copies && kind >= 0 && (uint32_t)kind >= copies->first_kind;
}

/* The items of a named kind (a kind of the instance). O(1). */
int64_t rd_copy_items(const struct rd_copies *copies, uint32_t kind);

/* The piece that an item of a named kind is in. O(log pieces). */
uint32_t rd_piece_of(const struct rd_copies *copies, uint32_t kind, int64_t item);

/* Does a host hold a piece at the start; is it to hold it at the end? O(log hosts). */
bool rd_piece_is_held(const struct rd_copies *copies, uint32_t piece, uint32_t host);
bool rd_piece_is_wanted(const struct rd_copies *copies, uint32_t piece, uint32_t host);
