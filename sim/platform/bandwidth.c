#include "bandwidth.h"

#include <math.h>

const char *const rd_bandwidth_shape_names[] = {"uniform", "log-normal", "two-speed",
                                                "one-slow-link", NULL};

struct rd_bandwidth rd_bandwidth_open(enum rd_bandwidth_shape shape, double scale, double spread,
                                      uint64_t link_count, uint64_t seed, uint64_t stream)
{
    struct rd_bandwidth bandwidth = {
        .shape = shape, .scale = scale, .spread = spread, .rng = rd_rng_seeded(seed, stream)};
    if (shape == RD_BANDWIDTH_ONE_SLOW_LINK && link_count > 0)
        bandwidth.slow = rd_rng_below(&bandwidth.rng, link_count);
    return bandwidth;
}

static double draw_log_normal(struct rd_rng *rng, double spread)
{
    const double normal_95 = 2 * 1.96; /* 95 % of a normal lie within so many deviations */
    double deviation = log(spread) / normal_95;
    double factor = exp(deviation * rd_rng_normal(rng) - deviation * deviation / 2);
    /* Libraries differ in the last bit of a logarithm: platforms must not. */
    return (double)(float)factor;
}

/* What multiplies the bandwidth of a link. */
static double draw_factor(struct rd_bandwidth *bandwidth, uint64_t link)
{
    double spread = bandwidth->spread, least = 2 / (1 + spread);
    switch (bandwidth->shape) {
    case RD_BANDWIDTH_UNIFORM: return least * (1 + (spread - 1) * rd_rng_unit(&bandwidth->rng));
    case RD_BANDWIDTH_LOG_NORMAL: return draw_log_normal(&bandwidth->rng, spread);
    case RD_BANDWIDTH_TWO_SPEED: return rd_rng_below(&bandwidth->rng, 2) ? least * spread : least;
    case RD_BANDWIDTH_ONE_SLOW_LINK: break;
    }
    return link == bandwidth->slow ? 1 / spread : 1;
}

double rd_bandwidth_next(struct rd_bandwidth *bandwidth)
{
    uint64_t link = bandwidth->drawn++;
    if (bandwidth->spread == 1)
        return bandwidth->scale;
    return bandwidth->scale * draw_factor(bandwidth, link);
}
