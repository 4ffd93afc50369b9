#include "reach.h"

#include <string.h>

struct rd_adjacency rd_topology_links(const struct rd_topology *topology, struct rd_arena *arena)
{
    struct rd_edge *edge = rd_take(arena, rd_link_count(topology), struct rd_edge);
    size_t count = 0;
    rd_each_link (link, topology)
        edge[count++] = (struct rd_edge){link.from, link.to};
    struct rd_adjacency links;
    bool made = rd_adjacency_make(topology->host_count, edge, count, arena, &links, NULL);
    rd_assert(made);
    return links;
}

/* Breadth first. Returns: how many are reached: queue [count], each with the one before it;
 * RD_NO_HOST before others. */
static uint32_t search(const struct rd_adjacency *links, uint32_t host_count, uint32_t from,
                       uint32_t *queue, uint32_t *before)
{
    uint32_t count = 1;
    memset(before, 0xff, host_count * sizeof *before);
    queue[0] = before[from] = from;
    for (uint32_t next = 0; next < count; next++)
        for (uint32_t i = links->first[queue[next]]; i < links->first[queue[next] + 1]; i++) {
            uint32_t to = links->to[i];
            if (before[to] != RD_NO_HOST)
                continue;
            before[to] = queue[next];
            queue[count++] = to;
        }
    return count;
}

struct rd_reach rd_topology_reach(const struct rd_topology *topology, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t n = topology->host_count;
    struct rd_adjacency links = rd_topology_links(topology, scratch);
    uint32_t *queue = rd_take(scratch, n, uint32_t), *before = rd_take(scratch, n, uint32_t);
    struct rd_reach reach = {0, 0};
    for (uint32_t from = 0; from < n; from++) {
        uint32_t degree = links.first[from + 1] - links.first[from], hops = 0;
        if (search(&links, n, from, queue, before) < n)
            hops = UINT32_MAX;
        for (uint32_t at = queue[n - 1]; hops < UINT32_MAX && at != from; at = before[at])
            hops++;
        reach.degree = degree > reach.degree ? degree : reach.degree;
        reach.diameter = hops > reach.diameter ? hops : reach.diameter;
    }
    return reach;
}

uint32_t *rd_next_hops(const struct rd_adjacency *links, uint32_t host_count, uint32_t from,
                       struct rd_arena *arena)
{
    uint32_t *next = rd_take(arena, host_count, uint32_t);
    rd_arena_borrow(arena);
    uint32_t *queue = rd_take(arena, host_count, uint32_t);
    uint32_t *before = rd_take(arena, host_count, uint32_t);
    uint32_t count = search(links, host_count, from, queue, before);
    memset(next, 0xff, host_count * sizeof *next);
    next[from] = from;
    for (uint32_t i = 1; i < count; i++)
        next[queue[i]] = before[queue[i]] == from ? queue[i] : next[before[queue[i]]];
    return next;
}
