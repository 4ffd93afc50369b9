/* Broadcast of D items behind a switch with one port, in D - 1 + ceil(log2 n) rounds, the fewest
 * that there are. In round i host r sends to host r + skip[i mod q], and receives from as far.
 *
 * Source: J. L. Traeff, "Round-optimal n-block broadcast schedules in logarithmic time", arXiv
 * 2312.11236 (2023). */
#pragma once

#include "sim/base/arena.h"

/* q = ceil(log2 n), and halves of n, rounded up: skip[q] = n, .., skip[0] = 1. */
struct rd_circulant {
    uint32_t rounds, skip[33];
    /* [n * rounds] by host behind the root: the item that comes in round k of each q: so many
     * behind the first that comes from the root in these; below 0 one of those before */
    const int32_t *item;
};

/* In: n of 2 or more. Cost: O(n q^2). */
struct rd_circulant rd_circulant_find(uint32_t n, struct rd_arena *arena);
