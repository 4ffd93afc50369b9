#include "blocks.h"

#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/bottleneck.h"

void rd_stencil_blocks(const struct rd_stencil *stencil, uint32_t k, uint32_t rotation,
                       uint32_t *block)
{
    uint32_t n = stencil->item_count;
    for (uint64_t i = 0; i < n; i++)
        block[(i + rotation) % n] = (uint32_t)(i * k / n);
}

void rd_stencil_map(const struct rd_stencil *stencil, const uint32_t *component, uint32_t *owner,
                    struct rd_arena *scratch)
{
    uint32_t p = stencil->host_count;
    bool volume = stencil->metric == RD_VOLUME_METRIC;
    rd_arena_borrow(scratch);
    rd_arena_own(inner);
    int64_t *cost = rd_take(scratch, (size_t)p * p, int64_t); /* host by host */
    int64_t *size = rd_take(scratch, p, int64_t), *load = rd_take(scratch, p, int64_t);
    uint32_t *host_of = rd_take(scratch, p, uint32_t);
    for (uint32_t item = 0; item < stencil->item_count; item++) {
        size[component[item]]++;
        load[stencil->home[item]]++;
        cost[(size_t)stencil->home[item] * p + component[item]]--;
    }
    for (uint32_t host = 0; host < p; host++)
        for (uint32_t j = 0; j < p; j++)
            cost[(size_t)host * p + j] += volume || size[j] > load[host] ? size[j] : load[host];
    const uint32_t *component_of =
        volume ? rd_assign(p, cost, scratch, &inner).column_of_row
               : rd_bottleneck_assign(p, cost, scratch, &inner).column_of_row;
    for (uint32_t host = 0; host < p; host++)
        host_of[component_of[host]] = host;
    for (uint32_t item = 0; item < stencil->item_count; item++)
        owner[item] = host_of[component[item]];
}
