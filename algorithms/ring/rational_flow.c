#include "rational_flow.h"

/* The highest of the 2n lines at a point of the unit segment that starts at an integer. */
struct line {
    double at; /* 0..1, from the start of the segment */
    double seconds;
    double slope;
};

static void keep_higher(struct line *highest, double seconds, double slope)
{
    if (seconds > highest->seconds) {
        highest->seconds = seconds;
        highest->slope = slope;
    }
}

/* Times and slopes of the edges' two directions at z = start + at, 0 < at < 1. */
struct edge {
    double forward_s, forward_slope;
    double backward_s, backward_slope;
};

static struct edge edge_at(const struct rd_net_flow *flow, uint32_t x, int64_t start, double at)
{
    int64_t items = flow->ring.sum[x] - start;
    if (items > 0)
        return (struct edge){flow->forward_s[x] * ((double)items - at), -flow->forward_s[x], 0, 0};
    return (struct edge){0, 0, flow->backward_s[x] * ((double)-items + at), flow->backward_s[x]};
}

static struct line highest_line(const struct rd_net_flow *flow, int64_t start, double at)
{
    struct line highest = {at, 0, 0};
    uint32_t n = flow->ring.host_count;
    struct edge before = edge_at(flow, n - 1, start, at);
    for (uint32_t host = 0; host < n; host++) {
        struct edge ahead = edge_at(flow, host, start, at);
        keep_higher(&highest, ahead.forward_s + before.backward_s,
                    ahead.forward_slope + before.backward_slope);
        keep_higher(&highest, before.forward_s + ahead.backward_s,
                    before.forward_slope + ahead.backward_slope);
        before = ahead;
    }
    return highest;
}

/* Where a falling and a rising line meet. */
static struct line cut(const struct line *falling, const struct line *rising)
{
    double fall = falling->seconds - rising->seconds + rising->slope * (rising->at - falling->at);
    double way = fall / (rising->slope - falling->slope);
    return (struct line){falling->at + way, falling->seconds + falling->slope * way, 0};
}

/* The lowest point of g between two neighbouring integers, where it falls from the first and rises
 * to the second. */
static struct line lowest_between(const struct rd_net_flow *flow, int64_t start)
{
    /* Every second step halves; between 0 and 1 that comes to two neighbouring doubles in 1126
     * halvings at the most. */
    enum { MOST_STEPS = 2 * 1126 + 2 };
    struct rd_flow_value first = rd_net_flow_value(flow, start);
    struct rd_flow_value last = rd_net_flow_value(flow, start + 1);
    struct line falling = {0, rd_sum_of_products_value(&first.busy), first.right_slope};
    struct line rising = {1, rd_sum_of_products_value(&last.busy), last.left_slope};
    for (int step = 0;; step++) {
        rd_assert(step < MOST_STEPS);
        struct line target = cut(&falling, &rising);
        bool halves = step % 2 == 1;
        double at = halves ? falling.at + (rising.at - falling.at) / 2 : target.at;
        if (!(at > falling.at && at < rising.at))
            break; /* no double lies between the two */
        struct line highest = highest_line(flow, start, at);
        double reached = target.seconds * (1 + 4 * RD_SUM_OF_PRODUCTS_DOUBT);
        if (highest.slope == 0 || (!halves && highest.seconds <= reached))
            return highest;
        if (highest.slope < 0)
            falling = highest;
        else
            rising = highest;
    }
    return falling.seconds <= rising.seconds ? falling : rising;
}

struct rd_rational_optimum rd_rational_flow(const struct rd_two_way *ring)
{
    const struct rd_flow_optimum *optimum = &ring->optimum;
    if (optimum->below_z == optimum->above_z) {
        int64_t z = optimum->z.first;
        if (ring->light.z.first > z)
            z = ring->light.z.first < optimum->z.last ? ring->light.z.first : optimum->z.last;
        return (struct rd_rational_optimum){(double)z,
                                            rd_sum_of_products_value(&optimum->value.busy), z, z};
    }
    struct line lowest = lowest_between(&ring->flow, optimum->below_z);
    return (struct rd_rational_optimum){(double)optimum->below_z + lowest.at, lowest.seconds,
                                        optimum->below_z, optimum->above_z};
}
