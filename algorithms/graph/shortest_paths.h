/* Shortest ways along the links of a network, from labels that are there already. */
#pragma once

#include "network.h"

/* Farther than any way. */
#define RD_FAR (INT64_C(1) << 60)

/* Lowers labels until none is above the label at the other end of a link plus what the link takes:
 * forward, label[to] <= label[from] + length; backward, label[from] <= length + label[to].
 * With 0 where ways begin and RD_FAR elsewhere these are distances.
 * In: label [host_count], spaced `stride` apart, each within RD_FAR of 0; length [link_count], 0 or
 *     more, RD_FAR for a link that is left out. Scratch is rewound. Cost: O(links log hosts), or
 *     O(links) where nothing is to be lowered.
 * Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959. */
void rd_shortest_paths(const struct rd_network *network, const int64_t *length, bool backward,
                       uint32_t stride, struct rd_arena *scratch, int64_t *label);
