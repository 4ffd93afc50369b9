#include "shared_topology.h"

#include "shared.h"

#include <string.h>

/* The section: the adjacency, then its arrays. */
struct layout {
    size_t first, from, to, size;
};

static struct layout lay_out(uint32_t host_count, uint32_t link_count)
{
    struct layout layout = {.size = sizeof(struct rd_adjacency)};
    layout.first = rd_shared_section(&layout.size, (size_t)host_count + 1, sizeof(uint32_t));
    layout.from = rd_shared_section(&layout.size, link_count, sizeof(uint32_t));
    layout.to = rd_shared_section(&layout.size, link_count, sizeof(uint32_t));
    return layout;
}

size_t rd_topology_section(size_t *end, const struct rd_topology *topology)
{
    if (!topology->adjacency)
        return 0;
    struct layout layout = lay_out(topology->host_count, topology->adjacency->link_count);
    return rd_shared_section(end, layout.size, 1);
}

void rd_topology_put(void *section, const struct rd_topology *topology)
{
    const struct rd_adjacency *adjacency = topology->adjacency;
    if (!section)
        return;
    uint32_t links = adjacency->link_count;
    struct layout layout = lay_out(topology->host_count, links);
    unsigned char *at = section;
    memcpy(at, adjacency, sizeof *adjacency);
    memcpy(at + layout.first, adjacency->first,
           ((size_t)topology->host_count + 1) * sizeof(uint32_t));
    memcpy(at + layout.from, adjacency->from, links * sizeof(uint32_t));
    memcpy(at + layout.to, adjacency->to, links * sizeof(uint32_t));
}

void rd_topology_take(struct rd_topology *topology, void *section)
{
    topology->adjacency = section;
    if (!section)
        return;
    struct rd_adjacency *adjacency = section;
    struct layout layout = lay_out(topology->host_count, adjacency->link_count);
    unsigned char *at = section;
    adjacency->first = (const uint32_t *)(at + layout.first);
    adjacency->from = (const uint32_t *)(at + layout.from);
    adjacency->to = (const uint32_t *)(at + layout.to);
}
