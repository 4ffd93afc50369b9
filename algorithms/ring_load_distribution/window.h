/* The paper's search of a window (Figure 9): what it tries, and what it finds.
 *
 *     Traffic - h for every h from the least to the largest deficit of Traffic's red hosts
 *
 * The paper's Lemma 5 says that the best h lies in this window, which holds for multi-send and
 * fails for single-send when all deficits have one sign (loads 4 0 0 0 1). Figure 9 begins with h =
 * 0, Traffic itself; kept as a candidate, it makes the search exact. If the least deficit is above
 * 0, an h between 0 and it lets no host turn from red to green, since each lacks more, and only
 * makes chains of hosts that owe the other way longer; likewise below 0. So nothing between 0 and
 * the window is better. */
#pragma once

#include "schedule.h"

/* The least and the largest deficit of the red hosts of Linear - h: a host is red if it owes more
 * than it holds, and lacks the difference, which counts negative counter-clockwise.
 * Returns: an empty interval if no host is red. Cost: O(n). */
struct rd_shifts rd_deficit_window(const struct rd_ring_loads *ring, int64_t h);

/* The h that Figure 9 returns: of Traffic - w, w from the least to the largest deficit of Traffic's
 * red hosts, the one of least time, least w on ties; Traffic itself if no host is red.
 * Cost: O(n * width of the window) for single-send, O(n + width) for multi-send. */
int64_t rd_window_search(const struct rd_ring_loads *ring, bool multi_send,
                         struct rd_arena *scratch);
