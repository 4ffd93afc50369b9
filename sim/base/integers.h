/* Numbers in order: the least and the greatest, what comes first, and all of them. */
#ifndef REDIST_BASE_INTEGERS_H
#define REDIST_BASE_INTEGERS_H

#include <stddef.h>
#include <stdint.h>

static inline int64_t rd_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t rd_greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Below 0, 0 or above 0, as the first of two numbers is less, as great, or greater: what qsort
 * asks.
 */
#define rd_order(a, b) (((a) > (b)) - ((a) < (b)))

/* Sorts, the least first, or the greatest. Cost: O(count log count). */
void rd_sort_rising(int64_t *value, size_t count);
void rd_sort_falling(int64_t *value, size_t count);

#endif
