#include "lemma12.h"

#include "sim/base/integers.h"

/* The edge that takes longest to carry its items in one direction under some z. */
struct busiest {
    struct rd_sum_of_products busy;
    uint32_t edge;
};

static struct busiest busiest_edge(const struct rd_net_flow *flow, int64_t z, bool backward)
{
    struct busiest busiest = {.edge = 0};
    const double *item_s = backward ? flow->backward_s : flow->forward_s;
    double threshold = 0;
    for (uint32_t edge = 0; edge < flow->ring.host_count; edge++) {
        int64_t forward_items = flow->ring.sum[edge] - z;
        double items = (double)(backward ? -forward_items : forward_items);
        if (!(item_s[edge] * items > threshold))
            continue;
        struct rd_sum_of_products busy = {item_s[edge], items, 0, 0};
        if (rd_sum_of_products_compare(&busy, &busiest.busy) <= 0)
            continue;
        busiest = (struct busiest){busy, edge};
        threshold = rd_sum_of_products_value(&busy) * (1 - 4 * RD_SUM_OF_PRODUCTS_DOUBT);
    }
    return busiest;
}

/* Does the forward side no longer outweigh the backward side? */
static bool has_crossed(const struct rd_net_flow *flow, int64_t z)
{
    struct busiest forward = busiest_edge(flow, z, false);
    struct busiest backward = busiest_edge(flow, z, true);
    return rd_sum_of_products_compare(&forward.busy, &backward.busy) <= 0;
}

/* Lines 3 and 4. */
static struct rd_lemma12 slices(const struct rd_net_flow *flow)
{
    struct rd_lemma12 bound = {.bottleneck = RD_LEMMA12_NOTHING};
    int64_t low = flow->ring.least_sum;
    int64_t high = flow->ring.greatest_sum; /* nothing goes forward */
    RD_FIND_FIRST(low, high, z, has_crossed(flow, z));
    if (low == flow->ring.least_sum)
        return bound; /* what goes forward costs nothing, or nothing has to move */
    /* The edge x asks for `forward` as long as z < low, the edge y for `backward` from there on;
     * so the hosts between y and x have too much. */
    struct busiest forward = busiest_edge(flow, low - 1, false);
    struct busiest backward = busiest_edge(flow, low, true);
    bool before_crossing = rd_sum_of_products_compare(&forward.busy, &backward.busy) < 0;
    int64_t z = before_crossing ? low - 1 : low;
    bound.seconds = before_crossing ? forward.busy : backward.busy;
    if (rd_sum_of_products_value(&bound.seconds) == 0)
        return bound;
    bound.bottleneck = RD_LEMMA12_SLICE;
    bound.first = rd_ring_next(flow->ring.host_count, backward.edge);
    bound.last = forward.edge;
    bound.backward_items = z - flow->ring.sum[backward.edge];
    bound.forward_items = flow->ring.sum[forward.edge] - z;
    return bound;
}

/* Lines 1 and 2: of several hosts the smallest. */
static struct rd_lemma12 hosts(const struct rd_net_flow *flow)
{
    struct rd_lemma12 bound = {.bottleneck = RD_LEMMA12_NOTHING};
    uint32_t n = flow->ring.host_count;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t before = rd_ring_previous(n, host);
        int64_t surplus = flow->ring.delta[host];
        /* Out of the host: backward over the edge before it, forward over its own. Into it: the
         * other way round. */
        double one_s = surplus > 0 ? flow->backward_s[before] : flow->forward_s[before];
        double other_s = surplus > 0 ? flow->forward_s[host] : flow->backward_s[host];
        double items = (double)(surplus > 0 ? surplus : -surplus);
        struct rd_sum_of_products busy = {one_s < other_s ? one_s : other_s, items, 0, 0};
        if (rd_sum_of_products_compare(&busy, &bound.seconds) <= 0)
            continue;
        bound.seconds = busy;
        bound.bottleneck = surplus > 0 ? RD_LEMMA12_SENDER : RD_LEMMA12_RECEIVER;
        bound.first = host;
        bound.last = host;
    }
    return bound;
}

struct rd_lemma12 rd_lemma12(const struct rd_net_flow *flow)
{
    struct rd_lemma12 by_hosts = hosts(flow);
    struct rd_lemma12 by_slices = slices(flow);
    return rd_sum_of_products_compare(&by_slices.seconds, &by_hosts.seconds) > 0 ? by_slices
                                                                                 : by_hosts;
}
