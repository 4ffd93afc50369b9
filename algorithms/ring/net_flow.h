/* The net flow round a two-way ring with any costs, and the least time its ports need.
 *
 * Every balanced net flow is F_x = S_x - z for one integer z (ring.h): z is what the flow takes off
 * every partial sum. With z chosen, host i's send port is busy for
 *     send_i = p_i F_i^+ + c_minus_i F_{i-1}^-          (F^+ forward items, F^- backward items)
 * and its receive port for
 *     recv_i = p_{i-1} F_{i-1}^+ + q_i F_i^-,           (q_x: backward over edge x)
 * so no schedule is shorter than g(z) = the busiest port, for the least g: System 6 of the paper.
 * Each of the 2n functions is convex in z and straight between the sums, so g is convex, and the
 * optimum is found by its slopes, without a linear program.
 *
 * What is exact: which of two ports is busier, the signs of slopes, hence every integer below; the
 * costs are the doubles of the instance, taken at their word. Seconds are rounded once, at the end.
 */
#pragma once

#include "ring.h"

#include "algorithms/kernels/sum_of_products.h"

struct rd_net_flow {
    struct rd_ring ring;
    const double *forward_s;  /* [host_count] seconds an item over edge x forward, the paper's p */
    const double *backward_s; /* [host_count] over edge x backward, the paper's q */
};

/* One kind of item, and times of ports that can be compared exactly.
 * Errors: RD_ERROR_REFUSED for several kinds, naming `what` is about one, and for a link over which
 * an item takes neither 0 s nor 1e-200 to 1e200 s. Cost: O(n). */
bool rd_net_flow_accepts(const struct rd_instance *instance, const char *what,
                         struct rd_error *reterr);

/* g(z), and the port that makes it. */
struct rd_flow_value {
    struct rd_sum_of_products busy; /* of the busiest port: exact */
    uint32_t host;                  /* whose port it is: of several the smallest, its sends first */
    bool receives;
    double left_slope;  /* of g at z; the signs are exact */
    double right_slope; /* where g is 0 both are 0 */
};

/* The busiest port under z. In: least_sum <= z <= greatest_sum. Cost: O(n). */
struct rd_flow_value rd_net_flow_value(const struct rd_net_flow *flow, int64_t z);

/* How long one port is busy under z, exactly. */
struct rd_sum_of_products rd_net_flow_port(const struct rd_net_flow *flow, uint32_t host,
                                           bool receives, int64_t z);

/* Integers first..last; empty if last < first. */
struct rd_interval {
    int64_t first;
    int64_t last;
};

static inline bool rd_interval_is_empty(struct rd_interval interval)
{
    return interval.last < interval.first;
}

static inline struct rd_interval rd_interval_common(struct rd_interval a, struct rd_interval b)
{
    return (struct rd_interval){a.first > b.first ? a.first : b.first,
                                a.last < b.last ? a.last : b.last};
}

/* The least value of g. */
struct rd_flow_optimum {
    struct rd_interval z;       /* every integer optimum of System 6 in least_sum..greatest_sum */
    struct rd_flow_value value; /* g(z.first): tau6 */
    /* Integers next to the lowest real point of g: equal where an integer is lowest itself, else
     * two neighbours with the lowest point between them. */
    int64_t below_z;
    int64_t above_z;
};

/* System 6 over the integers: a lower bound for every schedule, and what a light one needs.
 * Idea: halve the range on the sign of g's slope, then gallop to the other end of the optimum.
 * Source: System 6; docs/ring_two_way.md. Cost: O(n log(greatest_sum - least_sum)). */
struct rd_flow_optimum rd_net_flow_optimum(const struct rd_net_flow *flow);

/* Of the z in an interval that is not empty, the one that moves the fewest items over the fewest
 * links: the sum of abs(F_x) is least; ties to the smaller z. Cost: O(n log(length)). */
int64_t rd_net_flow_fewest_hops(const struct rd_net_flow *flow, struct rd_interval interval);
