/* Hosts that other programs number as they like: brokers, OSDs. */
#pragma once

#include "sim/base/arena.h"

struct rd_host_numbers {
    int64_t *number; /* [count] */
    size_t count;
};

/* Adds a number, maybe again. O(1) amortised. */
void rd_host_numbers_add(struct rd_host_numbers *hosts, int64_t number, struct rd_arena *arena);

/* Puts all that were added in order, each once. O(count log count). */
void rd_host_numbers_sort(struct rd_host_numbers *hosts);

/* Is each of the numbers there once, but for those of none? O(count log count), and as much scratch
 * from the arena. */
bool rd_host_numbers_differ(const int64_t *number, size_t count, int64_t none,
                            struct rd_arena *arena);

/* The host of a number that was added, when they are in order. O(log count). */
uint32_t rd_host_numbers_find(const struct rd_host_numbers *hosts, int64_t number);

/* What the hosts are called: the number behind a prefix. Returns: [count]. */
const char **rd_host_numbers_names(const struct rd_host_numbers *hosts, const char *prefix,
                                   struct rd_arena *arena);
