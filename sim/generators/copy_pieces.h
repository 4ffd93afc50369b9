/* Copies that are being made, piece by piece. */
#pragma once

#include "load_generators.h"

struct rd_host_set {
    uint32_t *host; /* [count], rising */
    uint32_t count;
};

/* Zeroed but for the draft: none yet. */
struct rd_making {
    struct rd_load_draft *draft; /* whose attributes have `piece-bytes` */
    const char **name;
    double *bytes;
    uint32_t *piece;
    size_t kind_count, byte_count, piece_kind_count;
    int64_t *first_item, *items;
    size_t first_count, piece_count;
    int64_t item_count; /* of all pieces, up to RD_ITEM_LIMIT */
    uint32_t *held_first, *held, *wanted_first, *wanted;
    size_t held_first_count, held_count, wanted_first_count, wanted_count;
};

/* How many items a part is cut into, so that none has more than `piece-bytes`. */
int64_t rd_making_items(const struct rd_load_draft *draft, int64_t bytes);

/* Begins a kind whose parts have so many bytes each: items are of whole bytes, so the last of a
 * part may be padded. */
void rd_making_begin(struct rd_making *making, const char *name, int64_t part_bytes);

/* Adds a piece, to the one before it if it has the same hosts. Returns: false beyond what is
 * supported. O(hosts). */
bool rd_making_add(struct rd_making *making, int64_t items, const struct rd_host_set *held,
                   const struct rd_host_set *wanted, struct rd_error *reterr);

/* Gives the draft what was made. Returns: true. */
bool rd_making_end(struct rd_making *making);
