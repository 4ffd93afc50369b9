#include "groups.h"

#include "algorithms/kernels/assignment.h"
#include "sim/base/groups.h"
#include "sim/base/integers.h"

#include <string.h>

/* Assignments of the parts of each group to the hosts of each, hosts and parts by rising number. */
struct nesting {
    uint32_t n, size;
    const int64_t *cost; /* [n * n] */
    struct rd_groups hosts;
    struct rd_arena *scratch;
};

static struct rd_assignment assign_inner(const struct nesting *nesting, uint32_t to, uint32_t from,
                                         struct rd_arena *arena)
{
    uint32_t size = nesting->size;
    const uint32_t *host = &nesting->hosts.member[nesting->hosts.first[to]];
    const uint32_t *part = &nesting->hosts.member[nesting->hosts.first[from]];
    rd_arena_borrow(nesting->scratch);
    int64_t *matrix = rd_take(nesting->scratch, (size_t)size * size, int64_t);
    for (uint32_t h = 0; h < size; h++)
        for (uint32_t p = 0; p < size; p++)
            matrix[h * size + p] = nesting->cost[(size_t)host[h] * nesting->n + part[p]];
    struct rd_assignment found = rd_assign(size, matrix, arena, nesting->scratch);
    rd_assert(rd_assignment_is_proved(size, matrix, &found, nesting->scratch));
    return found;
}

struct rd_nested rd_nested_assign(uint32_t n, const int64_t *cost, int64_t never,
                                  const struct rd_host_groups *groups, struct rd_arena *arena,
                                  struct rd_arena *scratch)
{
    uint32_t count = groups->count, size = n / count;
    size_t pairs = (size_t)count * count;
    rd_arena_own(own);
    struct nesting nesting = {n, size, cost, rd_group(groups->of_host, n, count, &own), scratch};
    int64_t *host_price = rd_take(arena, pairs * size, int64_t);
    int64_t *part_price = rd_take(arena, pairs * size, int64_t);
    int64_t *outer = rd_take(&own, pairs, int64_t);
    uint32_t *host_of_part = rd_take(arena, n, uint32_t);
    for (size_t pair = 0; pair < pairs; pair++) {
        rd_arena_borrow(&own);
        struct rd_assignment inner =
            assign_inner(&nesting, (uint32_t)(pair / count), (uint32_t)(pair % count), &own);
        memcpy(&host_price[pair * size], inner.row_dual, size * sizeof *host_price);
        memcpy(&part_price[pair * size], inner.column_dual, size * sizeof *part_price);
        outer[pair] = rd_least(inner.cost, never);
    }
    struct rd_assignment found = rd_assign(count, outer, arena, scratch);
    rd_assert(rd_assignment_is_proved(count, outer, &found, scratch));
    for (uint32_t to = 0; to < count; to++) {
        rd_arena_borrow(&own);
        uint32_t from = found.column_of_row[to];
        struct rd_assignment inner = assign_inner(&nesting, to, from, &own);
        for (uint32_t h = 0; h < size; h++)
            host_of_part[nesting.hosts.member[nesting.hosts.first[from] + inner.column_of_row[h]]] =
                nesting.hosts.member[nesting.hosts.first[to] + h];
    }
    return (struct rd_nested){count,      size,       host_of_part,   found.cost,
                              host_price, part_price, found.row_dual, found.column_dual};
}
