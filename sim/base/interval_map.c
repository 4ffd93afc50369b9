#include "interval_map.h"

const struct rd_interval *rd_interval_from(const struct rd_interval_maps *maps, uint32_t root,
                                           int64_t at)
{
    const struct rd_interval *found = NULL;
    while (root) {
        const struct rd_interval *node = &maps->node[root];
        if (node->end > at)
            found = node;
        root = node->child[node->end <= at];
    }
    return found;
}

/* What a treap is ordered by from its root down: a number that looks drawn, of each node its own.
 */
static uint32_t priority(uint32_t node)
{
    uint64_t mixed = (node + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 29)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

/* Splits a tree into the intervals before a number and those behind it, *ret_tree[0] and [1]. */
static void split(struct rd_interval *node, uint32_t root, int64_t at, uint32_t *ret_tree[2])
{
    while (root) {
        int behind = node[root].first >= at;
        *ret_tree[behind] = root;
        ret_tree[behind] = &node[root].child[!behind];
        root = *ret_tree[behind];
    }
    *ret_tree[0] = *ret_tree[1] = 0;
}

uint32_t rd_interval_add(struct rd_interval_maps *maps, uint32_t root, int64_t first, int64_t end,
                         uint32_t value)
{
    if (maps->count == 0)
        rd_arena_add(maps->arena, maps->node, maps->count, (struct rd_interval){0});
    uint32_t added = (uint32_t)maps->count;
    rd_arena_add(maps->arena, maps->node, maps->count,
                 (struct rd_interval){first, end, value, {0}});
    struct rd_interval *node = maps->node;
    uint32_t *place = &root;
    while (*place && priority(*place) > priority(added))
        place = &node[*place].child[node[*place].first < first];
    uint32_t below = *place;
    *place = added;
    split(node, below, first, (uint32_t *[2]){&node[added].child[0], &node[added].child[1]});
    return root;
}
