#include "host_numbers.h"

#include "sim/base/error.h"

#include <inttypes.h>
#include <stdlib.h>

void rd_host_numbers_add(struct rd_host_numbers *hosts, int64_t number, struct rd_arena *arena)
{
    rd_arena_add(arena, hosts->number, hosts->count, number);
}

static int by_number(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

void rd_host_numbers_sort(struct rd_host_numbers *hosts)
{
    size_t different = 0;
    if (hosts->count > 0)
        qsort(hosts->number, hosts->count, sizeof *hosts->number, by_number);
    for (size_t i = 0; i < hosts->count; i++)
        if (i == 0 || hosts->number[i] != hosts->number[i - 1])
            hosts->number[different++] = hosts->number[i];
    hosts->count = different;
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
