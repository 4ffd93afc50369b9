#include "adjacency.h"

#include "sim/base/groups.h"
#include "sim/base/integers.h"

#include <inttypes.h>
#include <string.h>

static bool check_edges(uint32_t host_count, const struct rd_edge *edge, size_t edge_count,
                        struct rd_error *reterr)
{
    if (edge_count > RD_GRAPH_LINK_LIMIT)
        return rd_wrong(reterr, "%zu links of a graph: at most %d are supported", edge_count,
                        RD_GRAPH_LINK_LIMIT);
    for (size_t i = 0; i < edge_count; i++) {
        if (edge[i].from >= host_count || edge[i].to >= host_count)
            return rd_wrong(reterr,
                            "a link from host %" PRIu32 " to host %" PRIu32
                            ": the graph's hosts are 0 to %" PRIu32,
                            edge[i].from, edge[i].to, host_count - 1);
        if (edge[i].from == edge[i].to)
            return rd_wrong(reterr,
                            "a link from host %" PRIu32 " to itself: another host is needed",
                            edge[i].from);
    }
    return true;
}

/* By sender, and by receiver among the links of a sender: groups keep the order of their members.
 * In: links that check_edges accepts. Fills first [host_count + 1], from and to. */
static void sort_links(uint32_t host_count, const struct rd_edge *edge, size_t count,
                       struct rd_arena *arena, uint32_t *first, uint32_t *from, uint32_t *to)
{
    rd_arena_borrow(arena);
    uint32_t *end = rd_take(arena, count, uint32_t);
    for (size_t i = 0; i < count; i++)
        end[i] = edge[i].to;
    const uint32_t *by_receiver = rd_group(end, count, host_count, arena).member;
    for (size_t i = 0; i < count; i++)
        end[i] = edge[by_receiver[i]].from;
    struct rd_groups by_sender = rd_group(end, count, host_count, arena);
    memcpy(first, by_sender.first, ((size_t)host_count + 1) * sizeof *first);
    for (size_t i = 0; i < count; i++) {
        struct rd_edge next = edge[by_receiver[by_sender.member[i]]];
        from[i] = next.from;
        to[i] = next.to;
    }
}

bool rd_adjacency_make(uint32_t host_count, const struct rd_edge *edge, size_t edge_count,
                       struct rd_arena *arena, struct rd_adjacency *ret_adjacency,
                       struct rd_error *reterr)
{
    if (!check_edges(host_count, edge, edge_count, reterr))
        return false;
    uint32_t *first = rd_take(arena, (size_t)host_count + 1, uint32_t);
    uint32_t *from = rd_take(arena, edge_count, uint32_t);
    uint32_t *to = rd_take(arena, edge_count, uint32_t);
    sort_links(host_count, edge, edge_count, arena, first, from, to);
    for (size_t i = 1; i < edge_count; i++)
        if (from[i] == from[i - 1] && to[i] == to[i - 1])
            return rd_wrong(reterr,
                            "two links from host %" PRIu32 " to host %" PRIu32 ": one is accepted",
                            from[i], to[i]);
    *ret_adjacency = (struct rd_adjacency){(uint32_t)edge_count, first, from, to};
    return true;
}

uint32_t rd_adjacency_find(const struct rd_adjacency *adjacency, uint32_t from, uint32_t to)
{
    uint32_t low = adjacency->first[from], end = adjacency->first[from + 1], high = end;
    RD_FIND_FIRST(low, high, link, adjacency->to[link] >= to);
    return low < end && adjacency->to[low] == to ? low : adjacency->link_count;
}
