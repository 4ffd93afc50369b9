/* How the bandwidths of generated links differ: factors drawn around a mean of 1. */
#pragma once

#include "sim/base/rng.h"

enum rd_bandwidth_shape {
    RD_BANDWIDTH_UNIFORM,
    RD_BANDWIDTH_LOG_NORMAL,
    RD_BANDWIDTH_TWO_SPEED,
    RD_BANDWIDTH_ONE_SLOW_LINK
};

/* "uniform", "log-normal", "two-speed", "one-slow-link"; ends with NULL. */
extern const char *const rd_bandwidth_shape_names[];

/* The largest scale and spread. */
#define RD_BANDWIDTH_LIMIT 1e6

struct rd_bandwidth {
    enum rd_bandwidth_shape shape;
    double scale;
    double spread;
    uint64_t slow; /* which link is the slow one */
    uint64_t drawn;
    struct rd_rng rng;
};

/* The factors of `link_count` links. In: scale above 0; spread at least 1, where 1 makes all alike;
 * stream, for rd_rng_seeded. */
struct rd_bandwidth rd_bandwidth_open(enum rd_bandwidth_shape shape, double scale, double spread,
                                      uint64_t link_count, uint64_t seed, uint64_t stream);

/* By how much the next link's bandwidth is multiplied: the scale times
 *   uniform: a number drawn from 2/(1+S) to 2S/(1+S), so that the mean is 1 and no two links
 *     differ by more than the spread S;
 *   log-normal: e^(s Z - s^2/2), Z normal, s = ln(S) / 3.92: the mean is 1, and 95 % of all links
 *     lie within a factor S;
 *   two-speed: 2/(1+S) or 2S/(1+S), one as likely as the other;
 *   one-slow-link: 1/S for one link drawn at random, 1 for the others.
 * Cost: O(1). */
double rd_bandwidth_next(struct rd_bandwidth *bandwidth);
