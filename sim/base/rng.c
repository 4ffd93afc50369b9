#include "rng.h"

#include <math.h>

#include "error.h"

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t mixed = (*state += UINT64_C(0x9e3779b97f4a7c15));
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

struct rd_rng rd_rng_seeded(uint64_t seed, uint64_t stream)
{
    uint64_t stream_state = stream;
    uint64_t state = seed ^ splitmix64(&stream_state);
    struct rd_rng rng;
    for (int i = 0; i < 4; i++)
        rng.state[i] = splitmix64(&state);
    return rng;
}

static uint64_t rotated_left(uint64_t word, int bits)
{
    return (word << bits) | (word >> (64 - bits));
}

uint64_t rd_rng_next(struct rd_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotated_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated_left(s[3], 45);
    return result;
}

uint64_t rd_rng_below(struct rd_rng *rng, uint64_t bound)
{
    rd_assert(bound > 0);
    /* Draws from the incomplete last block of 2^64 / bound are thrown away. It is smaller than the
     * bound: most draws need no division to tell. */
    uint64_t draw = rd_rng_next(rng);
    if (draw < bound)
        for (uint64_t first_fair = -bound % bound; draw < first_fair;)
            draw = rd_rng_next(rng);
    return draw % bound;
}

int64_t rd_rng_between(struct rd_rng *rng, int64_t low, int64_t high)
{
    rd_assert(low <= high);
    uint64_t span = (uint64_t)high - (uint64_t)low;
    uint64_t draw = span == UINT64_MAX ? rd_rng_next(rng) : rd_rng_below(rng, span + 1);
    return (int64_t)((uint64_t)low + draw);
}

uint32_t *rd_rng_order(struct rd_rng *rng, uint32_t count, struct rd_arena *arena)
{
    uint32_t *order = rd_take(arena, count, uint32_t);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = (uint32_t)rd_rng_below(rng, (uint64_t)i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

double rd_rng_unit(struct rd_rng *rng)
{
    return (double)(rd_rng_next(rng) >> 11) * 0x1p-53;
}

double rd_rng_normal(struct rd_rng *rng)
{
    for (;;) {
        double x = 2 * rd_rng_unit(rng) - 1, y = 2 * rd_rng_unit(rng) - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * sqrt(-2 * log(square) / square);
    }
}
