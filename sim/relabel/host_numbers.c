#include "host_numbers.h"

#include "sim/base/error.h"
#include "sim/base/integers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void rd_host_numbers_add(struct rd_host_numbers *hosts, int64_t number, struct rd_arena *arena)
{
    rd_arena_add(arena, hosts->number, hosts->count, number);
}

static int by_number(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return rd_order(a, b);
}

void rd_host_numbers_sort(struct rd_host_numbers *hosts)
{
    size_t different = 0;
    rd_sort_rising(hosts->number, hosts->count);
    for (size_t i = 0; i < hosts->count; i++)
        if (i == 0 || hosts->number[i] != hosts->number[i - 1])
            hosts->number[different++] = hosts->number[i];
    hosts->count = different;
}

bool rd_host_numbers_differ(const int64_t *number, size_t count, int64_t none,
                            struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    int64_t *sorted = rd_take(arena, count, int64_t);
    bool differ = true;
    if (count > 0)
        memcpy(sorted, number, count * sizeof *sorted);
    rd_sort_rising(sorted, count);
    for (size_t i = 1; i < count; i++)
        differ &= sorted[i] != sorted[i - 1] || sorted[i] == none;
    return differ;
}

uint32_t rd_host_numbers_find(const struct rd_host_numbers *hosts, int64_t number)
{
    const int64_t *found =
        bsearch(&number, hosts->number, hosts->count, sizeof *hosts->number, by_number);
    rd_assert(found);
    return (uint32_t)(found - hosts->number);
}

const char **rd_host_numbers_names(const struct rd_host_numbers *hosts, const char *prefix,
                                   struct rd_arena *arena)
{
    const char **name = rd_take(arena, hosts->count, const char *);
    for (size_t i = 0; i < hosts->count; i++)
        name[i] = rd_arena_print(arena, "%s%" PRId64, prefix, hosts->number[i]);
    return name;
}
