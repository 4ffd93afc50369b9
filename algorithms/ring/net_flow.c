#include "net_flow.h"

#include "sim/base/integers.h"

static bool cannot_be_compared(double item_s, RD_UNUSED double first_s)
{
    return !rd_cost_is_comparable(item_s);
}

bool rd_net_flow_accepts(const struct rd_instance *instance, const char *what,
                         struct rd_error *reterr)
{
    uint32_t from, to;
    if (!rd_ring_accepts_one_kind(instance, what, reterr))
        return false;
    if (!rd_ring_find_link(instance, cannot_be_compared, &from, &to))
        return true;
    return rd_refuse(
        reterr, "an item takes %.10g s from %s to %s: 0 s, or %g to %g s, can be compared exactly",
        rd_item_s(instance, from, to), rd_label(instance, from), rd_label(instance, to),
        RD_LEAST_COST_S, RD_GREATEST_COST_S);
}

static double positive(int64_t items)
{
    return items > 0 ? (double)items : 0;
}

struct rd_sum_of_products rd_net_flow_port(const struct rd_net_flow *flow, uint32_t host,
                                           bool receives, int64_t z)
{
    uint32_t before = rd_ring_previous(flow->ring.host_count, host);
    int64_t ahead_items = flow->ring.sum[host] - z;
    int64_t behind_items = flow->ring.sum[before] - z;
    if (receives)
        return (struct rd_sum_of_products){flow->forward_s[before], positive(behind_items),
                                           flow->backward_s[host], positive(-ahead_items)};
    return (struct rd_sum_of_products){flow->forward_s[host], positive(ahead_items),
                                       flow->backward_s[before], positive(-behind_items)};
}

/* The slopes at z of one port's time. A send's forward part falls while z < S_host, its backward
 * part rises while z > S_before; a reception's the other way round. */
static void slopes_of_port(const struct rd_net_flow *flow, uint32_t host, bool receives, int64_t z,
                           double *ret_left, double *ret_right)
{
    uint32_t before = rd_ring_previous(flow->ring.host_count, host);
    uint32_t falling = receives ? before : host;
    uint32_t rising = receives ? host : before;
    int64_t falls_until = flow->ring.sum[falling];
    int64_t rises_from = flow->ring.sum[rising];
    double fall = flow->forward_s[falling];
    double rise = flow->backward_s[rising];
    *ret_left = (z > rises_from ? rise : 0) - (z <= falls_until ? fall : 0);
    *ret_right = (z >= rises_from ? rise : 0) - (z < falls_until ? fall : 0);
}

/* Takes a port into account that is about as busy as the busiest so far, or busier. */
static void consider(const struct rd_net_flow *flow, uint32_t host, bool receives, int64_t z,
                     struct rd_flow_value *value)
{
    struct rd_sum_of_products busy = rd_net_flow_port(flow, host, receives, z);
    int order = rd_sum_of_products_compare(&busy, &value->busy);
    if (order < 0)
        return;
    double left, right;
    slopes_of_port(flow, host, receives, z, &left, &right);
    if (order > 0) {
        *value = (struct rd_flow_value){busy, host, receives, left, right};
        return;
    }
    if (left < value->left_slope)
        value->left_slope = left;
    if (right > value->right_slope)
        value->right_slope = right;
}

struct rd_flow_value rd_net_flow_value(const struct rd_net_flow *flow, int64_t z)
{
    uint32_t n = flow->ring.host_count;
    struct rd_flow_value value = {.host = 0};
    /* Below the threshold a port is certainly not the busiest, however its time was rounded. */
    double threshold = 0;
    int64_t items = flow->ring.sum[n - 1] - z;
    double forward_before = flow->forward_s[n - 1] * positive(items);
    double backward_before = flow->backward_s[n - 1] * positive(-items);
    for (uint32_t host = 0; host < n; host++) {
        items = flow->ring.sum[host] - z;
        double forward = flow->forward_s[host] * positive(items);
        double backward = flow->backward_s[host] * positive(-items);
        double send_s = forward + backward_before;
        double receive_s = forward_before + backward;
        if (send_s > threshold || receive_s > threshold) {
            if (send_s > threshold)
                consider(flow, host, false, z, &value);
            if (receive_s > threshold)
                consider(flow, host, true, z, &value);
            threshold = rd_sum_of_products_value(&value.busy) * (1 - 4 * RD_SUM_OF_PRODUCTS_DOUBT);
        }
        forward_before = forward;
        backward_before = backward;
    }
    return value;
}

/* The smallest z from which g no longer falls. */
static int64_t where_falling_ends(const struct rd_net_flow *flow)
{
    int64_t low = flow->ring.least_sum;
    int64_t high = flow->ring.greatest_sum; /* every port's time rises from here */
    RD_FIND_FIRST(low, high, z, rd_net_flow_value(flow, z).right_slope >= 0);
    return low;
}

/* The greatest z until which g has not risen yet. In: it has not risen at `from`. Steps double
 * until one is too far, since the optimum is a short interval as a rule. */
static int64_t where_rising_begins(const struct rd_net_flow *flow, int64_t from)
{
    int64_t low = from;
    int64_t high = flow->ring.greatest_sum;
    for (int64_t step = 1; low < high && step <= high - low; step *= 2) {
        if (rd_net_flow_value(flow, low + step).left_slope > 0) {
            high = low + step - 1;
            break;
        }
        low += step;
    }
    while (low < high) {
        int64_t middle = high - (high - low) / 2;
        if (rd_net_flow_value(flow, middle).left_slope <= 0)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct rd_flow_optimum rd_net_flow_optimum(const struct rd_net_flow *flow)
{
    int64_t above = where_falling_ends(flow);
    int64_t known = above > flow->ring.least_sum ? above - 1 : above;
    int64_t last = where_rising_begins(flow, known);
    struct rd_flow_value value = rd_net_flow_value(flow, above);
    if (last >= above)
        return (struct rd_flow_optimum){{above, last}, value, above, above};
    /* g falls from above - 1 and rises to above: the lowest point lies between. */
    struct rd_flow_value value_below = rd_net_flow_value(flow, above - 1);
    int order = rd_sum_of_products_compare(&value_below.busy, &value.busy);
    struct rd_interval best = {order <= 0 ? above - 1 : above, order < 0 ? above - 1 : above};
    return (struct rd_flow_optimum){best, order <= 0 ? value_below : value, above - 1, above};
}

int64_t rd_net_flow_fewest_hops(const struct rd_net_flow *flow, struct rd_interval interval)
{
    int64_t low = interval.first;
    int64_t high = interval.last;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        /* From middle to middle + 1 a sum above it costs one less, any other one more. */
        int64_t growth = 0;
        for (uint32_t edge = 0; edge < flow->ring.host_count; edge++)
            growth += flow->ring.sum[edge] > middle ? -1 : 1;
        if (growth >= 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
