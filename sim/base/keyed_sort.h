/* Numbers in the order of their keys, without comparing them. */
#pragma once

#include "arena.h"

#include <string.h>

struct rd_keyed {
    int64_t key;
    uint32_t number;
};

/* Sorts by key, of equal ones by number.
 * Idea: digit by digit, from the last; numbers first, unless they come in order.
 * Cost: O(count) for each 8 or 11 bits in which keys differ; no memory where all is in order. */
void rd_sort_keyed(struct rd_keyed *item, size_t count, struct rd_arena *scratch);

/* Numbers below count by a key, of equal ones by a second, which may be NULL, then by number.
 * Returns: [count] from the arena. Cost: as two sorts. */
uint32_t *rd_order_by_keys(const int64_t *first, const int64_t *second, size_t count,
                           struct rd_arena *arena);

/* A key that orders costs, which are 0 or above. */
static inline int64_t rd_cost_key(double cost_s)
{
    int64_t key;
    memcpy(&key, &cost_s, sizeof key);
    return key;
}

/* The cost of a key. */
static inline double rd_key_cost(int64_t key)
{
    double cost_s;
    memcpy(&cost_s, &key, sizeof cost_s);
    return cost_s;
}
