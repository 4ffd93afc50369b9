#include "switch_loads.h"

#include <stdbool.h>

void draw_switch_loads(struct rd_rng *rng, uint32_t hosts, int64_t *load)
{
    int64_t most = rd_rng_below(rng, 3) ? 3 : 40;
    uint64_t one_in = 1 + rd_rng_below(rng, 4);
    uint32_t shift = (uint32_t)rd_rng_below(rng, hosts);
    bool nearly_there = rd_rng_below(rng, 4) == 0;
    for (uint32_t i = 0; i < hosts * hosts; i++)
        load[i] = rd_rng_below(rng, one_in) ? 0 : rd_rng_between(rng, 0, most);
    for (uint32_t host = 0; nearly_there && host < hosts; host++)
        load[host * hosts + (host + shift) % hosts] += 2 * most;
    uint32_t empty_host = (uint32_t)rd_rng_below(rng, 2 * hosts);
    uint32_t empty_kind = (uint32_t)rd_rng_below(rng, 2 * hosts);
    for (uint32_t i = 0; i < hosts; i++) {
        if (empty_host < hosts)
            load[empty_host * hosts + i] = 0;
        if (empty_kind < hosts)
            load[i * hosts + empty_kind] = 0;
    }
}
