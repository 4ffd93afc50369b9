#include "cut_matching.h"

#include "sim/base/error.h"

uint32_t rd_cube_neighbour(const struct rd_topology *topology, uint32_t host, uint32_t k)
{
    if (topology->shape == RD_HYPERCUBE)
        return host ^ (UINT32_C(1) << k);
    if (k == 0)
        return topology->dimension_count == 0 ? host : host ^ 1;
    return k == 1 ? rd_shuffled(topology, host) : rd_unshuffled(topology, host);
}

struct rd_cut rd_cut_make(const struct rd_topology *topology, struct rd_arena *arena)
{
    uint32_t hosts = topology->host_count;
    struct rd_cut cut = {
        .topology = topology,
        .inside = rd_take(arena, hosts, bool),
        .partner = rd_take(arena, hosts, uint32_t),
        .member = rd_take(arena, hosts, uint32_t),
        .seen = rd_take(arena, hosts, uint32_t),
        .next = rd_take(arena, hosts, uint8_t),
        .path = rd_take(arena, 2 * (size_t)hosts, uint32_t),
    };
    for (uint32_t host = 0; host < hosts; host++)
        cut.partner[host] = RD_NO_HOST;
    return cut;
}

static void part(struct rd_cut *cut, uint32_t host)
{
    if (cut->partner[host] == RD_NO_HOST)
        return;
    cut->partner[cut->partner[host]] = RD_NO_HOST;
    cut->partner[host] = RD_NO_HOST;
    cut->matched--;
}

void rd_cut_add(struct rd_cut *cut, uint32_t host)
{
    rd_assert(!cut->inside[host]);
    part(cut, host);
    cut->inside[host] = true;
    cut->member[cut->member_count++] = host;
}

void rd_cut_clear(struct rd_cut *cut)
{
    for (uint32_t i = 0; i < cut->member_count; i++) {
        part(cut, cut->member[i]);
        cut->inside[cut->member[i]] = false;
    }
    cut->member_count = 0;
}

/* The next neighbour outside that nobody has seen in this pass, or RD_NO_HOST. */
static uint32_t unseen_neighbour(struct rd_cut *cut, uint32_t host)
{
    uint32_t degree = rd_cube_degree(cut->topology);
    while (cut->next[host] < degree) {
        uint32_t other = rd_cube_neighbour(cut->topology, host, cut->next[host]++);
        if (!cut->inside[other] && cut->seen[other] != cut->pass)
            return other;
    }
    return RD_NO_HOST;
}

/* Searches depth first from a free member; turns the path round if it ends at a free host. */
static bool augment(struct rd_cut *cut, uint32_t free_member)
{
    uint32_t *path = cut->path; /* members at even places, hosts outside at odd ones */
    uint32_t depth = 0;
    path[0] = free_member;
    for (;;) {
        uint32_t other = unseen_neighbour(cut, path[2 * depth]);
        if (other == RD_NO_HOST) {
            if (depth == 0)
                return false;
            depth--;
            continue;
        }
        cut->seen[other] = cut->pass;
        path[2 * depth + 1] = other;
        if (cut->partner[other] == RD_NO_HOST)
            break;
        path[2 * ++depth] = cut->partner[other];
    }
    for (uint32_t k = 0; k <= depth; k++) {
        cut->partner[path[2 * k]] = path[2 * k + 1];
        cut->partner[path[2 * k + 1]] = path[2 * k];
    }
    cut->matched++;
    return true;
}

uint32_t rd_cut_match(struct rd_cut *cut)
{
    uint32_t found;
    do {
        found = 0;
        cut->pass++;
        for (uint32_t i = 0; i < cut->member_count; i++)
            cut->next[cut->member[i]] = 0;
        for (uint32_t i = 0; i < cut->member_count; i++)
            if (cut->partner[cut->member[i]] == RD_NO_HOST)
                found += augment(cut, cut->member[i]);
    } while (found > 0);
    return cut->matched;
}
