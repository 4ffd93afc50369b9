#include "ring_load_draw.h"

#include <math.h>

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

void rd_mean_add(struct rd_mean *mean, double value)
{
    mean->count++;
    double deviation = value - mean->mean;
    mean->mean += deviation / (double)mean->count;
    mean->square_sum += deviation * (value - mean->mean);
}

double rd_mean_error(const struct rd_mean *mean)
{
    if (mean->count < 2)
        return 0;
    double count = (double)mean->count;
    return sqrt(mean->square_sum / (count - 1) / count);
}

double rd_mean_half_width(const struct rd_mean *mean)
{
    return 1.96 * rd_mean_error(mean);
}
