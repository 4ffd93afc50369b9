/* The least time of any schedule on a small two-way ring with whole costs, by search. */
#pragma once

#include "sim/base/arena.h"

enum { RD_EXACT_HOSTS = 8, RD_EXACT_ITEMS = 255 };

#define RD_EXACT_COST (INT64_C(1) << 40)

struct rd_exact_ring {
    uint32_t host_count;          /* 2 to RD_EXACT_HOSTS */
    uint8_t load[RD_EXACT_HOSTS]; /* at most RD_EXACT_ITEMS in all */
    uint8_t target[RD_EXACT_HOSTS];
    int64_t up[RD_EXACT_HOSTS];   /* units an item from i to i+1: 1 to RD_EXACT_COST */
    int64_t down[RD_EXACT_HOSTS]; /* from i to i-1; with two hosts the same link, the same units */
};

struct rd_exact_start {
    uint8_t from;
    bool down;
};

struct rd_exact_answer {
    bool found;                         /* false: the limit was met first */
    int64_t makespan;                   /* in units; not found: no schedule is shorter */
    const struct rd_exact_start *start; /* [start_count] an item each, by date; scratch */
    size_t start_count;
    int64_t state_count; /* states whose ways on were all tried, or the limit */
};

/* Searches.
 * Idea: some shortest schedule starts every item at 0 or when another ends, since starting an item
 * earlier never hurts. So at each such date every set of items that may start is tried, the empty
 * one too unless nothing is under way. The makespan allowed grows from System 6 to the least that
 * the last round could not rule out; what is left to do is bounded by System 6, items under way
 * counted where they will be and the rest of each busy port added to it; and each state (loads,
 * rest of what is under way) keeps the best bound known of it. Two items that cross on one edge are
 * never needed: without both, every host holds at least as much at every date.
 * In: loads and targets that sum alike; state_limit bounds time and memory, about 200 bytes each.
 * Source: docs/ring_two_way.md, "Exact search". Cost: exponential in the items. */
struct rd_exact_answer rd_exact_search(const struct rd_exact_ring *ring, int64_t state_limit,
                                       struct rd_arena *scratch);
