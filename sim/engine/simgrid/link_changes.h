/* Platforms that are the same but for what their links cost. */
#pragma once

#include <stdbool.h>

/* Would a loaded platform become another one if the bandwidths and latencies of its links were set?
 * In: both texts; links are known in them as redist generates them:
 * <link id="h0>h1" bandwidth="0.5Bps" latency="0s". Cost: O(text). */
bool rd_links_lead_to(const char *loaded, const char *wanted);

/* Sets the bandwidth and the latency of every link that a text names so. In: a text to which the
 * loaded platform leads. */
void rd_links_set(const char *text);
