/* The set of hosts that items take longest to enter over all of its links at once: what bounds
 * copies where links alone limit hosts. Where every host gets everything, or one host holds
 * everything and each item is wanted once, no prices show more (docs/copies_bounds.md). */
#pragma once

#include "multicast.h"

struct rd_host_cut {
    double seconds; /* what has to enter it takes at least, over all links into it */
    bool *member;   /* [hosts] */
};

/* Newton's method: at a time T, some sink cannot get all it wants if links carry T over their cost
 * an item; then the least cut that shows it takes a longer T, for all that has to enter it; until
 * every sink can, and all together can get what they alone want. Begins with single hosts. In:
 * links of which each item takes time. Cost: a maximum flow a sink, and a few more. Source: our
 * own; the cuts are those of ForestColl (Zhao and others, 2024). */
struct rd_host_cut rd_host_cut_find(const struct rd_multicast *multicast, struct rd_arena *arena,
                                    struct rd_arena *scratch);
