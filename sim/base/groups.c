#include "groups.h"

struct rd_groups rd_group(const uint32_t *group_of, size_t count, size_t group_count,
                          struct rd_arena *arena)
{
    /* One place further on at first: placing a member moves the end of its group there. */
    uint32_t *first = rd_take(arena, group_count + 2, uint32_t);
    for (size_t i = 0; i < count; i++)
        if (group_of[i] != RD_NO_GROUP)
            first[group_of[i] + 2]++;
    for (size_t group = 2; group < group_count + 2; group++)
        first[group] += first[group - 1];
    uint32_t *member = rd_take(arena, first[group_count + 1], uint32_t);
    for (size_t i = 0; i < count; i++)
        if (group_of[i] != RD_NO_GROUP)
            member[first[group_of[i] + 1]++] = (uint32_t)i;
    return (struct rd_groups){first, member};
}
