/* Seeded random numbers, the same on every machine: xoshiro256** started by splitmix64
 * (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021). */
#pragma once

#include "arena.h"

struct rd_rng {
    uint64_t state[4];
};

/* The generator of a seed. Two different streams of one seed are independent: give each use
 * (links, loads, ...) a stream of its own, so that changing one leaves the others. */
struct rd_rng rd_rng_seeded(uint64_t seed, uint64_t stream);

/* Uniform on all 64-bit words. */
uint64_t rd_rng_next(struct rd_rng *rng);

/* Uniform on 0..bound-1, without bias. bound > 0. */
uint64_t rd_rng_below(struct rd_rng *rng, uint64_t bound);

/* Uniform on low..high, both included. low <= high. */
int64_t rd_rng_between(struct rd_rng *rng, int64_t low, int64_t high);

/* 0..count-1 in random order, all orders alike (Fisher and Yates, inside out), from the arena. */
uint32_t *rd_rng_order(struct rd_rng *rng, uint32_t count, struct rd_arena *arena);

/* Uniform on [0, 1), a multiple of 2^-53. */
double rd_rng_unit(struct rd_rng *rng);

/* Normal with mean 0 and deviation 1 (Marsaglia's polar method). Libraries may differ in its last
 * bit: round what has to be the same everywhere. */
double rd_rng_normal(struct rd_rng *rng);
