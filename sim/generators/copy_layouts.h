/* Weights that go from one layout over hosts to another, both of them lists of parts. */
#pragma once

#include "load_generators.h"

#include "sim/base/names.h"

/* Hosts that have bytes first .. end - 1 of a name. */
struct rd_layout_part {
    uint32_t name;
    int line;           /* of the layout's file */
    int64_t first, end; /* 0 <= first < end <= 10^15 */
    size_t host, host_count;
};

struct rd_layout {
    const char *path;
    struct rd_layout_part *part; /* [part_count] */
    size_t part_count;
    uint32_t *host; /* [host_count]; a part has host_count of them from `host` on, all different */
    size_t host_count;
};

/* The old layout and the new one. */
struct rd_layouts {
    struct rd_names names;
    struct rd_layout old, new;
    const char *const *host_name;
    uint32_t host_count;
};

/* Makes copies: wherever either layout cuts a name, a part begins, which is a kind of its own, cut
 * into items by `piece-bytes` of the attributes. A name that nothing cuts is the kind's name; else
 * it is name[first:end]. What the new layout leaves out is no part.
 * Returns: NULL, and *reterr, with its line, where a host has bytes twice, or nobody has what is
 * wanted. Cost: O(parts log parts + hosts of all parts that are made). */
const struct rd_copies *rd_copies_of_layouts(const struct rd_layouts *layouts,
                                             const struct rd_options *attributes,
                                             struct rd_arena *arena, struct rd_error *reterr);
