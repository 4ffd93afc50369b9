#include "integers.h"

#include <stdlib.h>

static int rising(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return rd_order(a, b);
}

static int falling(const void *left, const void *right)
{
    return rising(right, left);
}

void rd_sort_rising(int64_t *value, size_t count)
{
    if (count > 0)
        qsort(value, count, sizeof *value, rising);
}

void rd_sort_falling(int64_t *value, size_t count)
{
    if (count > 0)
        qsort(value, count, sizeof *value, falling);
}
