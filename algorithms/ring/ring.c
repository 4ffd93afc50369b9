#include "ring.h"

#include <inttypes.h>

struct rd_ring rd_ring_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    int64_t *load = rd_take(arena, n, int64_t);
    int64_t *delta = rd_take(arena, n, int64_t);
    int64_t *sum = rd_take(arena, n, int64_t);
    struct rd_ring ring = {n, load, delta, sum, INT64_MAX, INT64_MIN};
    int64_t running = 0;
    for (uint32_t host = 0; host < n; host++) {
        load[host] = rd_load(instance, host, 0);
        delta[host] = load[host] - rd_target(instance, host, 0);
        running += delta[host];
        sum[host] = running;
        if (running < ring.least_sum)
            ring.least_sum = running;
        if (running > ring.greatest_sum)
            ring.greatest_sum = running;
    }
    rd_assert(running == 0);
    return ring;
}

double rd_ring_forward_s(const struct rd_instance *instance, uint32_t edge)
{
    return rd_item_s(instance, edge, rd_ring_next(instance->topology.host_count, edge));
}

double rd_ring_backward_s(const struct rd_instance *instance, uint32_t edge)
{
    return rd_item_s(instance, rd_ring_next(instance->topology.host_count, edge), edge);
}

bool rd_ring_accepts(const struct rd_instance *instance, const char *theorem,
                     struct rd_error *reterr)
{
    if (instance->kind_count != 1)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRIu32 " kinds of items: %s is about one kind", instance->kind_count,
                       theorem);
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        char label[RD_LABEL_SIZE];
        if (rd_load(instance, host, 0) < 1)
            return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                           "%s holds no item: at least 1 is needed before and after (%s)",
                           rd_host_label(instance, host, label), theorem);
        if (rd_target(instance, host, 0) < 1)
            return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                           "%s is to end with no item: at least 1 is needed before and after (%s)",
                           rd_host_label(instance, host, label), theorem);
    }
    return true;
}

bool rd_ring_accepts_equal(const struct rd_instance *instance, const char *instead,
                           struct rd_error *reterr)
{
    if (rd_costs_are_equal(instance))
        return true;
    uint32_t n = instance->topology.host_count;
    double first = rd_ring_forward_s(instance, 0);
    for (uint32_t edge = 0; edge < n; edge++) {
        uint32_t from = edge, to = rd_ring_next(n, edge);
        double cost = rd_ring_forward_s(instance, edge);
        if (cost == first && instance->topology.direction == RD_TWO_WAY) {
            from = to;
            to = edge;
            cost = rd_ring_backward_s(instance, edge);
        }
        if (cost != first)
            return rd_fail(
                reterr, RD_ERROR_REFUSED, NULL, 0,
                "an item takes %.10g s from host 0 to host 1 and %.10g s from host %" PRIu32
                " to host %" PRIu32 ": equal links are needed (%s takes unequal ones)",
                first, cost, from, to, instead);
    }
    /* Latency and bandwidth differ, what an item takes does not. */
    return true;
}
