#include "ring_load_draw.h"

const char *const rd_ring_load_differs = "the paper does not say how its loads were drawn: uniform "
                                         "ones, as here, are 10.5 points off its "
                                         "tables 1 and 2, the nearest of 45,000 other ways 1.4";

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
