#include "reach.h"

#include "adjacency.h"

static struct rd_adjacency find_links(const struct rd_topology *topology, struct rd_arena *scratch)
{
    uint64_t number_count = rd_link_count(topology);
    struct rd_edge *edge = rd_take(scratch, number_count, struct rd_edge);
    size_t count = 0;
    for (uint64_t link = 0; link < number_count; link++)
        if (rd_link_ends(topology, link, &edge[count].from, &edge[count].to))
            count++;
    struct rd_adjacency links;
    bool made = rd_adjacency_make(topology->host_count, edge, count, scratch, &links, NULL);
    rd_assert(made);
    return links;
}

struct rd_reach rd_topology_reach(const struct rd_topology *topology, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t n = topology->host_count;
    struct rd_adjacency near = find_links(topology, scratch);
    uint32_t *queue = rd_take(scratch, n, uint32_t), *hops = rd_take(scratch, n, uint32_t);
    uint32_t *seen = rd_take(scratch, n, uint32_t); /* the last search, from 1, that came by */
    struct rd_reach reach = {0, 0};
    for (uint32_t from = 0; from < n; from++) {
        uint32_t count = 1;
        queue[0] = from;
        seen[from] = from + 1;
        hops[from] = 0;
        for (uint32_t next = 0; next < count; next++) {
            uint32_t host = queue[next];
            for (uint32_t i = near.first[host]; i < near.first[host + 1]; i++) {
                uint32_t to = near.to[i];
                if (seen[to] == from + 1)
                    continue;
                seen[to] = from + 1;
                hops[to] = hops[host] + 1;
                queue[count++] = to;
                reach.degree += host == from && count - 1 > reach.degree;
            }
        }
        if (count < n)
            reach.diameter = UINT32_MAX;
        else if (hops[queue[n - 1]] > reach.diameter)
            reach.diameter = hops[queue[n - 1]];
    }
    rd_arena_rewind(scratch, mark);
    return reach;
}
