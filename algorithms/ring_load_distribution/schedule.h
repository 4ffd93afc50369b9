/* Load distribution on an all-port ring, where a message of any amount takes one step a hop. Every
 * valid net schedule is Linear - h for one integer h: over edge i (from host i to host i+1) go
 * linear[i] - h items, clockwise if positive. Source of all: the ring load distribution paper, as
 * docs/ring_load_distribution.md repairs it. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"

struct rd_ring_loads {
    uint32_t host_count;
    const int64_t *load;   /* [host_count] */
    const int64_t *linear; /* [host_count]: load[0] + .. + load[i] - (i + 1) * average */
    int64_t average;
    int64_t least;    /* of linear */
    int64_t greatest; /* of linear */
};

/* An interval of integers, both ends included; empty if high < low. */
struct rd_shifts {
    int64_t low;
    int64_t high;
};

/* The steps of a schedule that never ends: every host waits for the one before it. */
#define RD_NEVER INT64_MAX

/* The loads [n] of a ring; fills linear [n]. In: n divides their sum. Cost: O(n). */
struct rd_ring_loads rd_ring_loads_of(uint32_t n, const int64_t *load, int64_t *linear);

/* The model of the paper: one kind of item, which the hosts divide; items of 0 bytes, links of one
 * latency above 0. Errors: RD_ERROR_REFUSED. O(n). */
bool rd_ring_load_accepts(const struct rd_instance *instance, struct rd_error *reterr);

/* Reads the loads of kind 0. In: a two-way ring whose items the hosts divide. Cost: O(n). */
struct rd_ring_loads rd_ring_loads_read(const struct rd_instance *instance, struct rd_arena *arena);

/* The longest circular run of edges that carry more than the average one way: clockwise for sign 1,
 * else sign -1. host_count if all do. Cost: O(n). */
uint32_t rd_longest_run(const struct rd_ring_loads *ring, int64_t h, int64_t sign);

/* T_s: the steps of Linear - h when a host sends all it owes at once, as soon as it holds it.
 * 1 + the longest circular run of edges that carry more than the average one way; 0 for an empty
 * schedule; RD_NEVER if the run is the whole ring. Cost: O(n). Source: Proposition 1, fixed. */
int64_t rd_single_send_steps(const struct rd_ring_loads *ring, int64_t h);

/* T_m: the steps of Linear - h when a host sends each step what it holds and still owes.
 * Cost: O(1). Source: Proposition 2 in closed form, ceil(max |s| / average). */
int64_t rd_multi_send_steps(const struct rd_ring_loads *ring, int64_t h);

/* T_m or T_s. */
int64_t rd_ring_load_steps(const struct rd_ring_loads *ring, bool multi_send, int64_t h);

/* All h of least traffic: between the two middle values of linear (the middle one for odd n).
 * Cost: O(n log n); scratch for one copy. */
struct rd_shifts rd_least_traffic_shifts(const struct rd_ring_loads *ring,
                                         struct rd_arena *scratch);

/* The h of algorithm Traffic: 0 unless more than half of Linear's edges go one way; then the median
 * that is nearer. Cost: as above. */
int64_t rd_traffic_shift(const struct rd_ring_loads *ring, struct rd_arena *scratch);
