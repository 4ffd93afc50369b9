#include "ring_load_draw.h"

struct rd_ring_loads rd_draw_ring_loads(struct rd_rng *rng, uint32_t n, int64_t most, int64_t *load,
                                        int64_t *linear)
{
    int64_t total;
    do {
        total = 0;
        for (uint32_t host = 0; host < n; host++)
            total += load[host] = rd_rng_between(rng, 0, most);
    } while (total % n != 0);
    return rd_ring_loads_of(n, load, linear);
}
