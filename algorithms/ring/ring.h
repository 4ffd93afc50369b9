/* What every ring redistribution algorithm starts from: the partial sums of the unbalance, and the
 * one fact that makes every bound cheap. Host x gives away delta_x = load - target items; with
 * S_x = delta_0 + .. + delta_x, every balanced net flow over the edges is F_x = S_x - z with one
 * integer z: F_x > 0 items cross edge x (from x to x+1) forward, F_x < 0 are -F_x backward. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"

struct rd_ring {
    uint32_t host_count;
    const int64_t *load;  /* [host_count], the paper's L: the instance's array */
    const int64_t *delta; /* [host_count], load - target */
    const int64_t *sum;   /* [host_count], the paper's S; sum[host_count - 1] is 0 */
    int64_t least_sum;
    int64_t greatest_sum;
    const int64_t *target; /* [host_count], rd_ring_targets; NULL of rd_ring_with */
};

/* The goals of every ring algorithm that needs to know what each host is to end with. */
#define RD_RING_GOALS (RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE))

/* Is there a choice of final loads? It is a balance, and items are left over, or it may be off by
 * more than 1. O(n). */
bool rd_ring_goal_is_open(const struct rd_instance *instance);

/* A ring with this unbalance. Fills sum [host_count]; delta must add up to 0. Cost: O(n). */
struct rd_ring rd_ring_with(uint32_t host_count, const int64_t *load, const int64_t *delta,
                            int64_t *sum);

/* The next and the previous host round a ring. */
static inline uint32_t rd_ring_next(uint32_t host_count, uint32_t host)
{
    return host + 1 == host_count ? 0 : host + 1;
}

static inline uint32_t rd_ring_previous(uint32_t host_count, uint32_t host)
{
    return host == 0 ? host_count - 1 : host - 1;
}

/* Seconds per item over edge x forward (the paper's c_{x,x+1}, p_x) and backward (c_{x+1,x}, q_x).
 * Backward only on two-way rings. O(1). */
double rd_ring_forward_s(const struct rd_instance *instance, uint32_t edge);
double rd_ring_backward_s(const struct rd_instance *instance, uint32_t edge);

/* The first link, edge by edge, forward before backward, that is wanted: by what an item takes over
 * it, and over the first of all. Returns: false if there is none. Cost: O(n). */
bool rd_ring_find_link(const struct rd_instance *instance,
                       bool (*is_wanted)(double item_s, double first_s), uint32_t *ret_from,
                       uint32_t *ret_to);

/* Does an item take the same time over every link? O(n), O(1) if costs_equal. */
bool rd_ring_links_are_equal(const struct rd_instance *instance);

/* What every ring algorithm asks: one kind of item.
 * Errors: RD_ERROR_REFUSED, naming what is about one kind only. */
bool rd_ring_accepts_one_kind(const struct rd_instance *instance, const char *what,
                              struct rd_error *reterr);

/* The hypothesis of the equal-link algorithms: all links cost the same.
 * Errors: RD_ERROR_REFUSED, naming a pair of links that differ. */
bool rd_ring_accepts_equal(const struct rd_instance *instance, struct rd_error *reterr);
