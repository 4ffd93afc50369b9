/* What belongs to which group, for groups with numbers: lists in one array. */
#pragma once

#include "arena.h"

struct rd_groups {
    uint32_t *first;  /* [group_count + 1]: group g has member[first[g]] .. [first[g + 1] - 1] */
    uint32_t *member; /* numbers of members, in increasing order within a group */
};

#define RD_NO_GROUP UINT32_MAX

/* Lists members by group: a counting sort.
 * In: group_of [count], fewer than 2^32: below group_count, or RD_NO_GROUP.
 * Cost: O(count + group_count). */
struct rd_groups rd_group(const uint32_t *group_of, size_t count, size_t group_count,
                          struct rd_arena *arena);
